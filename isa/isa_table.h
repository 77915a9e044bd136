/* SPDX-License-Identifier: Apache-2.0
 *
 * The generated table as the C code of this folder sees it. Indices are -1 where something is absent.
 */
#ifndef GT200_ISA_TABLE_H
#define GT200_ISA_TABLE_H

#include "isa_slots.h"

#include <stdbool.h>
#include <stdint.h>

enum { ISA_FORM_SHORT, ISA_FORM_SCTL, ISA_FORM_LONG, ISA_FORM_IMM, ISA_FORM_CTL };

/* Operand classes, in the order of isagen.h. */
enum isa_class { ISA_DST, ISA_SRC, ISA_IMM, ISA_MEM, ISA_CDST, ISA_CREG, ISA_CARRY, ISA_ADST, ISA_ASRC,
                 ISA_SREG, ISA_ENUM, ISA_TARGET, ISA_NUM, ISA_TEXD, ISA_TEXN, ISA_TEXC, ISA_TEXO };

/* Bits of the two words, high part first, then `shift` zero bits. */
struct isa_part  { uint8_t word, lsb, width; };
struct isa_field { uint8_t parts, shift, width; struct isa_part part[5]; };

struct isa_mod { int16_t field; uint8_t names; const char *str[16]; };

/* A declared operand, see struct gen_base in isagen.h. */
struct isa_base {
    uint8_t cls;
    int16_t field, s, soff, smode, coff, cseg, k, w, seg, aux;
    uint8_t cval;
    bool    o, c, ck, dup;
    char    tag[8];
};

struct isa_opnd { uint8_t base; char kind[5]; int16_t neg, abs, inv; };
struct isa_slot { uint8_t slot; bool is_field; uint8_t value; };

struct isa_row {
    const char *name, *text;    /* in text a byte 0x80 + n stands for modifier n */
    uint8_t  form, opnds, slots;
    uint32_t m0, k0, m1, k1;
    const struct isa_slot *slot;
    struct isa_opnd opnd[8];
};

extern const struct isa_field isa_fields[];
extern const struct isa_mod   isa_mods[];
extern const struct isa_base  isa_bases[];
extern const struct isa_row   isa_table[];
extern const uint16_t         isa_table_rows;
/* For each key (form, w0[31:28], w1[31:29] of long forms): start of its rows in isa_key_rows, a list
 * that ends with 0xffff. */
extern const uint16_t         isa_key_start[8 * 16 * 8];
extern const uint16_t         isa_key_rows[];
/* For each operation (enum gt_op): start of its rows, in table order, in isa_op_rows, a list that ends with 0xffff. */
extern const uint16_t         isa_op_start[128];
extern const uint16_t         isa_op_rows[];

/* Modifier of a character of a row's text, NULL for a literal character. */
static inline const struct isa_mod *isa_text_mod(char c)
{
    return (unsigned char)c & 0x80 ? &isa_mods[(unsigned char)c & 0x7f] : 0;
}

/* Value of a field in the words w0 and w1, its parts joined and scaled. */
static inline uint32_t isa_get(int field, uint32_t w0, uint32_t w1)
{
    const struct isa_field *f = &isa_fields[field];
    uint64_t v = 0;

    for (int i = 0; i < f->parts; i++) {
        const struct isa_part *p = &f->part[i];
        uint32_t w = p->word ? w1 : w0;

        v = v << p->width | (w >> p->lsb & ((1ull << p->width) - 1));
    }
    return (uint32_t)(v << f->shift);
}

/* Bits of value that the field cannot hold are dropped; isa_fits tells. */
static inline void isa_put(int field, uint32_t value, uint32_t w[2])
{
    const struct isa_field *f = &isa_fields[field];

    value >>= f->shift;
    for (int i = f->parts - 1; i >= 0; i--) {
        const struct isa_part *p = &f->part[i];
        uint32_t mask = (uint32_t)((1ull << p->width) - 1);

        w[p->word] = (w[p->word] & ~(mask << p->lsb)) | (value & mask) << p->lsb;
        value = (uint32_t)((uint64_t)value >> p->width);
    }
}

static inline bool isa_fits(int field, uint32_t value)
{
    const struct isa_field *f = &isa_fields[field];

    return (uint64_t)value < 1ull << f->width && (value & ((1u << f->shift) - 1)) == 0;
}

/* Row of a word pair, or ISA_ROW_NONE (0xffff). */
uint16_t isa_find_row(uint32_t w0, uint32_t w1);

#endif
