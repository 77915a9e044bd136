// SPDX-License-Identifier: Apache-2.0
// The functional model as a calculator: one instruction on a warp whose $r4, $r5, $r6, $c0 are given.
#ifndef RTL_EXEC_MODEL_H
#define RTL_EXEC_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct model;

// NULL when out of memory. Lives until the program ends.
struct model *model_new(void);
// Results and condition codes of 32 lanes ($c1..$c3 are 0xf); *writes_cc: the instruction has a $c result.
// false: the model refuses the instruction.
bool model_run(struct model *m, uint32_t w0, uint32_t w1, const uint32_t src[3][32], const uint8_t c0[32],
               uint32_t result[32], uint8_t cc[32], bool *writes_cc);

#ifdef __cplusplus
}
#endif
#endif
