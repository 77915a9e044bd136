/* SPDX-License-Identifier: Apache-2.0
 *
 * Parser state of one line, shared by asm_token.c (tokens), asm_opnd.c (operands) and asm_line.c (mnemonics, whole
 * lines).
 */
#ifndef GT200_ASM_INT_H
#define GT200_ASM_INT_H

#include "text_int.h"

#include <stddef.h>

struct asm_line {
    const char *p;              /* next character */
    const struct isa_row *row;
    uint32_t w[2];
    int      dst_reg;           /* destination register field, for operands that repeat it */
    int      tex_reg;           /* first register of a texture list, -1 unknown */
    bool     s_used;            /* source 1 is s[] */
    bool     a_used;            /* the $a fields are taken */
    bool     cread_used;        /* the predicate has set the $c field */

    /* the failure that got furthest */
    const char *bad;
    char     what[80];
};

/* Records "expected what" at the current place; always false. */
bool asm_expect(struct asm_line *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void asm_blank(struct asm_line *a);
/* Takes the literal text if it is next. */
bool asm_take(struct asm_line *a, const char *text);
/* Number: decimal or 0x; with an optional minus if neg is not NULL. */
bool asm_number(struct asm_line *a, uint32_t *v, bool *neg);
bool asm_operand(struct asm_line *a, const struct isa_opnd *o);

#endif
