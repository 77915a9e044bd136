/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: what its files share. isagen is a build tool: it reads gt200.isa, chip.def, events.def and the
 * enums of insn.h and writes the C tables and the Verilog decoder. Every error ends the program with file:line.
 */
#ifndef ISAGEN_H
#define ISAGEN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define GEN_MAX_LINE   512
#define GEN_MAX_WORDS  32
#define GEN_MAX_SLOTS  96

/* One line of an input file, split at blanks; comments (# to the end) are gone. */
struct gen_line {
    const char *file;
    int         num;
    char        buf[GEN_MAX_LINE];
    char       *word[GEN_MAX_WORDS];
    int         words;
};

/* --- isagen_io.c: files and errors -------------------------------------------------------------- */
_Noreturn void gen_fail(const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
FILE *gen_open_in(const char *path);
/* DIR/NAME, which becomes a newer file only when something else is written than is there. */
FILE *gen_open_out(const char *dir, const char *name);
void gen_close(FILE *f, const char *dir, const char *name);
/* Next line that has words; false at the end of the file. */
bool gen_next_line(FILE *f, struct gen_line *l);
long gen_number(const struct gen_line *l, const char *text);

/* --- isagen_chip.c: chip parameters and enum values ------------------------------------------- */
struct gen_enum_item { char name[32], of[64]; int value; };  /* of: name of its enum */
struct gen_enums { struct gen_enum_item item[256]; int count; };

void gen_read_enums(const char *path, struct gen_enums *e);
/* Value of an enum constant, -1 if there is none. */
int gen_enum_value(const struct gen_enums *e, const char *name);
/* chip.def -> its first column as GT_<NAME> in cdir/gt_chip.h, all of them and the chips in cdir/gt_chips.h; package
 * gpu_cfg in svdir/gpu_cfg_pkg.sv, of a later column in svdir/gpu_cfg_<column>.sv; limits in svdir/chip_limits.svh. A
 * value outside its limit is an error. */
void gen_chip(const char *path, const char *cdir, const char *svdir);
/* enum values of insn.h -> svdir/isa_ops.svh */
void gen_ops(const struct gen_enums *e, const char *svdir);
/* enum values of sm_enums.h and the fields of tic.def -> svdir/sm_enums.svh; offsets of the fields -> cdir/gt_tic.h */
void gen_sm_enums(const char *header, const char *tic, const char *cdir, const char *svdir);

/* --- isagen_events.c: what model and RTL report -------------------------------------------------- */
/* events.def -> struct gt_event in cdir/gt_event.h, cdir/gt_event_fields.inc and cdir/rtl_events_take.hpp, the list of
 * docs/units/events.md in cdir/events.md; svdir/trace_types.svh */
void gen_events(const char *path, const char *cdir, const char *svdir);

/* --- isagen_rom.c: coefficients of the special-function units ----------------------------------- */
/* dir/{rcp,rsqrt,sin,ex2,lg2}.tsv -> svdir/sfu_rom.sv */
void gen_rom(const char *dir, const char *svdir);

/* --- isagen_table.c: the instruction table ---------------------------------------------------- */

/* Bits of the two instruction words, high part first, followed by `shift` zero bits. */
struct gen_part  { uint8_t word, lsb, width; };
struct gen_field { int parts, shift; struct gen_part part[5]; };

/* Everything the decoder makes of a row is a value in a slot: the same constant for every word of the
 * row, or a field. The slots, and how the decoders combine them, are those of insn.def. */
struct gen_slot_def { const char *name; int width; bool in_ctl; };
extern struct gen_slot_def gen_slots[GEN_MAX_SLOTS];
extern int gen_slot_count;

struct gen_src { bool is_field; int value; };     /* constant, or index of a field */

enum gen_class { CLS_DST, CLS_SRC, CLS_IMM, CLS_MEM, CLS_CDST, CLS_CREG, CLS_CARRY, CLS_ADST, CLS_ASRC,
                 CLS_SREG, CLS_ENUM, CLS_TARGET, CLS_NUM, CLS_TEXD, CLS_TEXN, CLS_TEXC, CLS_TEXO };

#define NO_FIELD (-1)

/* Declared operand; -1 where a field is absent. */
struct gen_base {
    char name[12];
    enum gen_class cls;
    int field, s, soff, smode, coff, cseg, k, w, seg, aux;   /* aux: mask or count of a texture operand */
    int cval;                  /* w0[24:23] that makes it c[]; 0: cannot be */
    bool o, c, ck, x, dup, text;
    char tag[8];               /* space letter, texture prefix, slot or modifier name */
};

struct gen_mod { char name[12]; int slot, field, names; char str[16][8]; };
struct gen_smod { char name[8]; int what, field; };          /* what: 0 neg, 1 abs, 2 inv */
struct gen_set { char name[8]; int n; int slot[8], field[8]; };

struct gen_opnd { int base, src, neg, abs, inv; char kind[5]; };   /* src: source number or -1 */

enum { FORM_SHORT, FORM_SCTL, FORM_LONG, FORM_IMM, FORM_CTL };

struct gen_row {
    char name[24], text[40];
    int form, opnds;
    uint32_t m0, k0, m1, k1;
    struct gen_src slot[GEN_MAX_SLOTS];/* one per slot */
    struct gen_opnd opnd[8];
    int line;
};

struct gen_table {
    const char *path;
    struct gen_field field[192]; int fields;
    struct { char name[12]; int field; } pos[16]; int poss;
    struct gen_mod mod[64]; int mods;
    struct gen_smod smod[24]; int smods;
    struct gen_set set[12]; int sets;
    struct gen_base base[64]; int bases;
    struct gen_row row[512]; int rows;
};

void gen_read_table(const char *path, const struct gen_enums *e, struct gen_table *t);
int gen_slot(const char *name);                 /* -1 if there is none */
int gen_field_width(const struct gen_field *f); /* with the zero bits */
int gen_mod(const struct gen_table *t, const char *name, size_t len);

/* --- isagen_insn*.c: the decoded instruction ---------------------------------------------------- */
struct gen_insn;
/* insn.def; fills gen_slots. To be freed. */
struct gen_insn *gen_read_insn(const char *path);
/* Checks and translates its expressions, of positions of t and constants of e. */
void gen_resolve_insn(struct gen_insn *in, const struct gen_table *t, const struct gen_enums *e);
/* dir/gt_insn.h, dir/isa_combine.inc, dir/isa_members.inc */
void gen_insn_c(const struct gen_insn *in, const char *dir);
/* svdir/ctl_types.svh */
void gen_insn_types(const struct gen_insn *in, const char *svdir);
/* Of the Verilog decoder: declarations of its values; their assignments and that of c, a ctl_t. */
void gen_insn_locals(const struct gen_insn *in, FILE *f);
void gen_insn_combine(const struct gen_insn *in, FILE *f);

/* --- isagen_c.c, isagen_sv.c: the generated decoders ------------------------------------------- */
/* Decoder key: class (form) 3 bits, w0[31:28], w1[31:29] of long forms. Rows that a key can match. */
#define GEN_KEYS (8 * 16 * 8)
#define GEN_OPS  128            /* operations: 7 bits */
bool gen_row_has_key(const struct gen_row *r, int key);
void gen_c(const struct gen_table *t, const char *dir);
void gen_sv(const struct gen_table *t, const struct gen_insn *in, const char *dir);

#endif
