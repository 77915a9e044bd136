/* SPDX-License-Identifier: Apache-2.0
 *
 * Loads of shared memory as operands: what smem.c and window.c share.
 */
#ifndef PTXAS_SMEM_H
#define PTXAS_SMEM_H

#include "ir.h"

/* Bytes that an s[] operand instead of the load ld counts its offset in; 0: there is none. */
unsigned smem_unit(const struct minst *ld);
/* The one instruction that could have the load ld as its operand, NULL: none. Needs fn_count. */
struct minst *smem_reader(struct fn *f, const struct minst *ld);
/* Makes ld, which m reads, an operand of m, its address in an $a that is `origin` behind ld's base; false, and nothing
 * changes, when the machine has no such instruction. */
bool smem_put(struct fn *f, struct minst *m, const struct minst *ld, uint32_t origin);
/* Every load of shared memory that is left becomes one whose address is an operand: for a chip without `ld s[]`. */
void smem_operands(struct fn *f);

#endif
