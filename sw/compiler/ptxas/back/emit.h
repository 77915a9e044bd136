/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTXAS_EMIT_H
#define PTXAS_EMIT_H

#include "insn.h"
#include "ir.h"

enum { EMIT_LITERALS = LIMIT_C_UNITS };         /* words that c1[] operands reach */

/* One instruction as emitted. */
struct code {
    uint32_t w[2];
    int      len;
    uint32_t addr;
    unsigned line, shared_line;     /* as in struct minst */
    struct mblock *target;      /* control: where to; encoded when addresses are known */
    struct gt_insn in;
};

struct emitter {
    struct fn *f;               /* the function whose code is being written: the kernel, then its routines */
    uint32_t   addr;
    uint32_t   lit[EMIT_LITERALS];
    size_t     nlit;
    VEC(struct code) code;
};

void emit_run(struct fn *f, struct emitter *e);
unsigned emit_literal(struct emitter *e, uint32_t v);   /* byte offset in c1[] */
int emit_constant_source(const struct minst *m);       /* the source that comes from the immediate field or from
                                                          c1[]; -1: none */

enum marker { MARK_NONE, MARK_JOIN, MARK_EXIT };
/* form.c: tries one form of `len` bytes, source `lit` (-1: none) read from c1[]; on success fills c. */
bool emit_form(struct emitter *e, const struct minst *m, unsigned len, enum marker marker, int lit, struct code *c);
bool emit_short(struct emitter *e, const struct minst *m, struct code *c);      /* the one of four bytes */
bool emit_is_short(struct emitter *e, const struct minst *m);      /* has a four-byte form */
/* pair.c: reorders a block for pairs of short instructions; its first one stays and is long if first_long, `last` (or
 * NULL) stays last and long. */
void pair_block(struct emitter *e, struct mblock *b, bool first_long, const struct minst *last);
#endif
