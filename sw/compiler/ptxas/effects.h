/* SPDX-License-Identifier: Apache-2.0
 *
 * What an instruction reads and writes, after register allocation: may two of them change places?
 */
#ifndef PTXAS_EFFECTS_H
#define PTXAS_EFFECTS_H

#include "ir.h"

enum { EFF_SHARED = 1, EFF_LOCAL = 2, EFF_GLOBAL = 4 };

struct effects {
    uint64_t rread[2], rwrite[2];       /* $r */
    uint8_t  cread, cwrite, aread, awrite;
    uint8_t  mread, mwrite;             /* EFF_* */
    bool     fence;                     /* volatile, barrier, atomic, clock, call, return: nothing passes it */
};

void effects_of(const struct fn *f, const struct minst *m, struct effects *e);
bool effects_conflict(const struct effects *a, const struct effects *b);
/* Is m an instruction that nothing may be moved across? */
bool is_fence(const struct minst *m);

#endif
