/* SPDX-License-Identifier: Apache-2.0
 * Dependent chains of the operations of Tables II-IV that are not one native integer or SP instruction: products,
 * quotients, double precision, special functions. Operands come as whole numbers, so that every kernel has the same
 * parameters. */
#include "chain.h"

/* As CHAIN, with start values converted to the type. */
#define CHAIN_FROM(name, type, c, insn) CHAIN_KERNEL(name, unsigned, type, STEP(insn, c, t1, t2) STEP(insn, c, t2, t1))

CHAIN(max_u32, unsigned, "r", "max.u32 %0, %0, %1;")
CHAIN(max_s32, int, "r", "max.s32 %0, %0, %1;")
CHAIN(mul_u32, unsigned, "r", "mul.lo.u32 %0, %0, %1;")
CHAIN(mul_s32, int, "r", "mul.lo.s32 %0, %0, %1;")
CHAIN(mad_u32, unsigned, "r", "mad.lo.u32 %0, %0, %1, %0;")
CHAIN(mad_s32, int, "r", "mad.lo.s32 %0, %0, %1, %0;")
CHAIN(div_u32, unsigned, "r", "div.u32 %0, %0, %1;")
CHAIN(div_s32, int, "r", "div.s32 %0, %0, %1;")
CHAIN(rem_u32, unsigned, "r", "rem.u32 %0, %0, %1;")
CHAIN(rem_s32, int, "r", "rem.s32 %0, %0, %1;")
CHAIN(usad, unsigned, "r", "sad.u32 %0, %0, %1, %0;")
CHAIN(sad, int, "r", "sad.s32 %0, %0, %1, %0;")
CHAIN(shift_add, unsigned, "r", "shl.b32 %0, %1, 2; add.u32 %0, %0, %1;")     /* two instructions, as the address of
                                                                                 a load takes */
CHAIN(umulhi, unsigned, "r", "mul.hi.u32 %0, %0, %1;")
CHAIN(mulhi, int, "r", "mul.hi.s32 %0, %0, %1;")

CHAIN_FROM(max_f32, float, "f", "max.f32 %0, %0, %1;")
CHAIN_FROM(mul_f32, float, "f", "mul.rn.f32 %0, %0, %1;")
CHAIN_FROM(div_f32, float, "f", "div.full.f32 %0, %0, %1;")
CHAIN_FROM(fadd_rz, float, "f", "add.rz.f32 %0, %0, %1;")
CHAIN_FROM(fmul_rz, float, "f", "mul.rz.f32 %0, %0, %1;")
CHAIN_FROM(quotient, float, "f", "div.approx.f32 %0, %0, %1;")

CHAIN_FROM(add_f64, double, "d", "add.rn.f64 %0, %0, %1;")
CHAIN_FROM(sub_f64, double, "d", "sub.rn.f64 %0, %0, %1;")
CHAIN_FROM(max_f64, double, "d", "max.f64 %0, %0, %1;")
CHAIN_FROM(mul_f64, double, "d", "mul.rn.f64 %0, %0, %1;")
CHAIN_FROM(mad_f64, double, "d", "fma.rn.f64 %0, %0, %1, %0;")
CHAIN_FROM(div_f64, double, "d", "div.rn.f64 %0, %0, %1;")

/* Functions of one argument: the other variable takes the result. */
#define STEP1(insn, x, y) asm volatile(insn : "=f"(x) : "f"(y));
#define CHAIN_FN(name, insn) CHAIN_KERNEL(name, unsigned, float, STEP1(insn, t1, t2) STEP1(insn, t2, t1))
CHAIN_FN(sinf_, "sin.approx.f32 %0, %1;")
CHAIN_FN(cosf_, "cos.approx.f32 %0, %1;")
CHAIN_FN(exp2f_, "ex2.approx.f32 %0, %1;")
CHAIN_FN(log2f_, "lg2.approx.f32 %0, %1;")
CHAIN_FN(rsqrt_, "rsqrt.approx.f32 %0, %1;")
CHAIN_FN(sqrt_, "sqrt.approx.f32 %0, %1;")

/* The intrinsics that are more than one instruction: what their definitions make of them. */
#define STEP2(call, x, y) x = call; asm volatile("" : "+f"(x));
#define CHAIN_CALL(name, call) CHAIN_KERNEL(name, unsigned, float, STEP2(call(t2), t1, t2) STEP2(call(t1), t2, t1))
CHAIN_CALL(expf_, __expf)
CHAIN_CALL(exp10f_, __exp10f)
CHAIN_CALL(logf_, __logf)
CHAIN_CALL(log10f_, __log10f)
CHAIN_CALL(tanf_, __tanf)
CHAIN_KERNEL(powf_, unsigned, float, STEP2(__powf(t1, t2), t1, t2) STEP2(__powf(t2, t1), t2, t1))
