/* SPDX-License-Identifier: Apache-2.0
 *
 * Addresses in $a registers (address.c, areg.c, areg_loop.c) and what they reach (also window.c).
 */
#ifndef PTXAS_AREG_H
#define PTXAS_AREG_H

#include "ir.h"

/* $a1 to $a4; units that an s[] operand names from its $a on. */
enum { AREGS = LIMIT_AREGS, WINDOW_UNITS = LIMIT_S_UNITS };

/* An address: (v << shift) + off modulo 2^16, v -1: off alone. off is not 0 for s[] operands only. */
struct abase { int v, shift; uint32_t off; };

/* A base that has its $a during a loop. */
struct alock { struct mloop *loop; struct abase base; int reg; };

struct alocks { struct fn *f; VEC(struct alock) list; };

/* ld and st of c[], s[] and l[]: their offset has 16 bits. */
bool areg_access(const struct minst *m);
/* Does m need an address register? */
bool areg_indexed(const struct minst *m);
/* The base that m was made with; areg_indexed(m). */
struct abase areg_base(const struct minst *m);
/* Can m have its address from b? Then *left is what its own offset is. */
bool areg_serves(const struct abase *b, const struct minst *m, uint32_t *left);
/* One and the same register, shifted alike. */
bool areg_kin(const struct abase *a, const struct abase *b);
bool areg_same(const struct abase *a, const struct abase *b);
/* $a(reg) = v << shift. */
struct minst *areg_load(struct fn *f, const struct abase *b, int reg, unsigned line);
/* $a(reg) = $a(from) + by; from 0: by alone. */
struct minst *areg_add(struct fn *f, int reg, int from, uint32_t by, unsigned line);
/* Loads in front of loops what they address with and do not change, and lets addresses step that only step. Needs
 * live_in and live_out. */
void areg_loops(struct alocks *a);

#endif
