/* SPDX-License-Identifier: Apache-2.0
 *
 * The table as sm70gen writes it.
 */
#ifndef GT200_SM70_TABLE_H
#define GT200_SM70_TABLE_H

#include "sm70.h"

enum sm70_kind {
    SM70_MOD,           /* part of the mnemonic: a string of list `list` */
    SM70_WORD,          /* the same as an operand */
    SM70_SUFFIX,        /* the same right behind an operand */
    SM70_R,             /* R0 to R254, RZ */
    SM70_U,             /* UR0 to UR62, URZ */
    SM70_P,             /* P0 to P6, PT; with a bit `neg` !P */
    SM70_UP,            /* the same, uniform */
    SM70_B,             /* B0 to B15 */
    SM70_SB,            /* SB0 to SB5 */
    SM70_HEX,           /* unsigned */
    SM70_SIGNED,
    SM70_F32, SM70_F64, /* the value, or the high word of it */
    SM70_HALVES,        /* two of 16 bits, the high one first */
    SM70_BANK,          /* c[bank][offset] */
    SM70_BANK_R,        /* c[bank][R + offset] */
    SM70_BANK_U,
    SM70_MEM,           /* [R + offset] */
    SM70_MEM_U,         /* [R + UR + offset], each left out when it is the zero register */
    SM70_MEM_U32,       /* the same, R.U32: one register beside two uniform ones */
    SM70_MEM_U64,       /* the same, R two registers */
    SM70_MEM_UZ,        /* the same with URZ written out */
    SM70_MEM_DESC,      /* desc[UR][R.64 + offset] */
    SM70_REL,           /* address, relative to the next instruction, in units of 4 bytes */
    SM70_OFFSET,        /* offset from the next instruction, written in bytes, in units of 4 */
    SM70_PR             /* the predicates as one operand; with `zero` the uniform ones */
};

enum { SM70_NONE = 255 };

struct sm70_field {
    uint8_t kind, pos, width, pos2, width2;     /* the second part is above the first */
    uint8_t neg, abs, inv, reuse;               /* bits, SM70_NONE: there is none */
    uint8_t list;
    uint8_t ur, scale;                          /* of an address: where its UR is; a list of factors at bit 78 */
    bool    optional, zero;                     /* left out when it is all ones (PT), not negated, or when it is 0 */
};

enum { SM70_FIELDS = 14 };
struct sm70_row {
    const char *name, *source;
    uint8_t     chips, nfields, alias;          /* alias: 1 the immediate is a power of two, but 1, 2^16, 2^31 */
    uint64_t    mask[2], match[2];
    struct sm70_field fields[SM70_FIELDS];
};

extern const struct sm70_row sm70_table[];
extern const size_t sm70_table_rows;
/* The strings of a list by value, NULL: that value is illegal. */
extern const char *const *const sm70_lists[];
extern const unsigned sm70_list_lengths[];

#endif
