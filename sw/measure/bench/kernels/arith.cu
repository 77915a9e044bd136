/* SPDX-License-Identifier: Apache-2.0
 * Dependent chains of single operations: Tables II-IV and Figure 6 of the paper. */
#include "chain.h"

CHAIN(add_u32, unsigned, "r", "add.u32 %0, %0, %1;")
CHAIN(sub_u32, unsigned, "r", "sub.u32 %0, %0, %1;")
CHAIN_LIVE(and_u32, unsigned, "r", "and.b32 %0, %0, %1;")
CHAIN_LIVE(or_u32, unsigned, "r", "or.b32 %0, %0, %1;")
CHAIN_LIVE(xor_u32, unsigned, "r", "xor.b32 %0, %0, %1;")
CHAIN(shl_u32, unsigned, "r", "shl.b32 %0, %0, %1;")
CHAIN(shr_u32, unsigned, "r", "shr.u32 %0, %0, %1;")
CHAIN(umul24, unsigned, "r", "mul24.lo.u32 %0, %0, %1;")
CHAIN(add_s32, int, "r", "add.s32 %0, %0, %1;")
CHAIN(sub_s32, int, "r", "sub.s32 %0, %0, %1;")
CHAIN(mul24, int, "r", "mul24.lo.s32 %0, %0, %1;")
CHAIN(add_f32, float, "f", "add.rn.f32 %0, %0, %1;")
CHAIN(sub_f32, float, "f", "sub.rn.f32 %0, %0, %1;")
CHAIN(mad_f32, float, "f", MAD_F32 " %0, %0, %1, %0;")
