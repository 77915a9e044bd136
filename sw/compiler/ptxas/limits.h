/* SPDX-License-Identifier: Apache-2.0
 *
 * What instructions can name, by the widths of their fields in isa/gt200.isa, and registers of chip.def.
 * tests/ptxas/test_limits.c asks the encoder.
 */
#ifndef PTXAS_LIMITS_H
#define PTXAS_LIMITS_H

#include "gt_chip.h"

enum {
    LIMIT_REGISTERS = GT_REGS_COMPILED,         /* of a kernel: the next one reads 0 */
    LIMIT_SHORT_REGISTERS = 64,                 /* short and immediate forms (6 bits), halves (7 bits) */
    LIMIT_LEAST_REGISTERS = 4,                  /* asked for: what a 128-bit load takes */
    LIMIT_AREGS = 4,                            /* $a1 to $a4 */
    LIMIT_S_UNITS = 32,                         /* s[] operand of a long form, units of its size (soff, 5 bits) */
    LIMIT_C_UNITS = 128,                        /* c[] operand, words or halves (coff, 7 bits) */
    LIMIT_SHIFT = 127,                          /* constant count; 32 and more do the same */
    /* Registers per thread with which an SM still holds all its threads (16), two of them kept back. */
    FREE_REGISTERS = GT_REG_ROWS * 64 / GT_THREADS_PER_SM - 2
};

#endif
