/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: what its files share. isagen is a build tool: it reads gt200.isa, chip.def and the enums of
 * insn.h and writes the C tables and the Verilog decoder. Every error ends the program with file:line.
 */
#ifndef ISAGEN_H
#define ISAGEN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define GEN_MAX_LINE   512
#define GEN_MAX_WORDS  32

/* One line of an input file, split at blanks; comments (# to the end) are gone. */
struct gen_line {
    const char *file;
    int         num;
    char        buf[GEN_MAX_LINE];
    char       *word[GEN_MAX_WORDS];
    int         words;
};

/* --- isagen.c ------------------------------------------------------------------------------- */
_Noreturn void gen_fail(const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
FILE *gen_open_in(const char *path);
/* Opens DIR/NAME for writing. */
FILE *gen_open_out(const char *dir, const char *name);
void gen_close(FILE *f);
/* Next line that has words; false at the end of the file. */
bool gen_next_line(FILE *f, struct gen_line *l);
long gen_number(const struct gen_line *l, const char *text);

/* --- isagen_chip.c: chip parameters and enum values ------------------------------------------- */
struct gen_enum_item { char name[32]; int value; };
struct gen_enums { struct gen_enum_item item[256]; int count; };

void gen_read_enums(const char *path, struct gen_enums *e);
/* Value of an enum constant, -1 if there is none. */
int gen_enum_value(const struct gen_enums *e, const char *name);
/* chip.def -> GT_<NAME> in cdir/gt_chip.h and package gpu_cfg in svdir/gpu_cfg_pkg.sv */
void gen_chip(const char *path, const char *cdir, const char *svdir);
/* enum values -> svdir/isa_ops.svh */
void gen_ops(const struct gen_enums *e, const char *svdir);

#endif
