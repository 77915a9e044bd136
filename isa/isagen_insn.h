/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: insn.def as its reader (isagen_insn.c), its expressions (isagen_insn_expr.c) and its writers
 * (isagen_insn_c.c, isagen_insn_sv.c) hold it.
 */
#ifndef ISAGEN_INSN_H
#define ISAGEN_INSN_H

#include "isagen.h"

enum { MAX_LINES = 192, MAX_EXPR = 640, MAX_C = 4096, MAX_PARTS = 8 };

enum kind { SLOT, COPY, COPYC, OWN, PART, LET, FIELD, FLAG, SOURCE, HEADING, KINDS };

struct line {
    enum kind kind;
    char name[24], member[24];          /* in ctl_t, in struct gt_insn */
    int  bits, num;
    bool is_signed;
    char rest[MAX_EXPR];                /* words as they are: EXPR, TEST, text */
    char text[256], same[64];
    char sv[MAX_PARTS][MAX_EXPR];       /* of sources one for each part */
    char c[MAX_PARTS][MAX_C];
};

struct gen_insn {
    const char *path;
    const struct gen_table *table;
    const struct gen_enums *enums;
    struct line line[MAX_LINES];
    int lines;
};

/* Is the line a member of ctl_t? How many bits ctl_t has. */
bool insn_in_ctl(const struct line *e);
int insn_ctl_bits(const struct gen_insn *t);

#endif
