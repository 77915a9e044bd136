/* SPDX-License-Identifier: Apache-2.0
 *
 * One instruction of ours as one of the chip's.
 */
#ifndef PTXAS_MACHINE_H
#define PTXAS_MACHINE_H

#include "emit.h"
#include "insn.h"

/* Fills *in for isa_encode(), in->len bytes long, registers being assigned. Source `lit` (-1: none), a constant, is
 * read from c1[], where it gets a place. What the chip does not have shows when it is encoded. */
void machine_insn(struct emitter *e, const struct minst *m, unsigned len, int lit, struct gt_insn *in);

/* Is there an immediate form of m's operation, with m's constant as source 2? */
bool machine_has_immediate(const struct minst *m);

#endif
