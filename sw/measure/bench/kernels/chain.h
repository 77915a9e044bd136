/* SPDX-License-Identifier: Apache-2.0
 *
 * The harness of every dependent-chain benchmark (ISPASS 2010, section III): read the clock, run 128 pairs
 * op(t1, t2); op(t2, t1), read the clock; do all that `its` times and keep only the last pass, so that cold instruction
 * fetches do not count. Each thread stores its own two clock values: ts[2*thread], ts[2*thread + 1].
 *
 * An operation is one PTX instruction in inline assembly, so that no compiler folds the chain.
 */
#ifndef CHAIN_H
#define CHAIN_H

/* MAD_F32: the multiply-add of one instruction. This chip's truncates the product, that of later ones is fused.
 *
 * LIVE0 and LIVE1: compilers of later chips know that a & b & b is a & b, and leave such operations out. There two
 * predicates stand before the operations in turn, which the kernel makes of `its` and the compiler does not know: both
 * are true. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 200
#define MAD_F32 "mad.f32"
#define LIVE0
#define LIVE1
#define MAKE_LIVE(its)
#else
#define MAD_F32 "fma.rn.f32"
#define LIVE0 "@live0 "
#define LIVE1 "@live1 "
#define MAKE_LIVE(its)                                                                                    \
    asm volatile(".reg .pred live<2>; setp.gt.s32 live0, %0, 0; setp.gt.s32 live1, %0, 1;" : : "r"(its));
#endif

#define REP2(x)   x x
#define REP8(x)   REP2(REP2(REP2(x)))
#define REP128(x) REP8(REP8(REP2(x)))
#define REP256(x) REP2(REP128(x))

#define STEP(insn, c, x, y) asm volatile(insn : "+" c(x) : c(y));

/* A kernel whose 128 pairs of operations are `pair`, on variables t1 and t2 of a type, started from parameters of
 * type param. */
#define CHAIN_KERNEL(name, param, type, pair)                                                  \
    extern "C" __global__ void name(unsigned *ts, param *out, param a, param b, int its)       \
    {                                                                                          \
        type t1 = (type)a, t2 = (type)b;                                                       \
        unsigned start = 0, stop = 0;                                                          \
        MAKE_LIVE(its)                                                                         \
        for (int i = 0; i < its; i++) {                                                        \
            __syncthreads();                                                                   \
            start = clock();                                                                   \
            REP128(pair)                                                                       \
            stop = clock();                                                                    \
        }                                                                                      \
        out[threadIdx.x] = (param)(t1 + t2);                                                   \
        ts[2 * threadIdx.x] = start;                                                           \
        ts[2 * threadIdx.x + 1] = stop;                                                        \
    }

/* name: kernel; type of the operands; c: "r" (32-bit integer) or "f"; insn: %0 is both a source and the result, %1
 * the other variable. */
#define CHAIN(name, type, c, insn) CHAIN_KERNEL(name, type, type, STEP(insn, c, t1, t2) STEP(insn, c, t2, t1))
/* The same of an instruction of which compilers leave out what changes nothing. */
#define CHAIN_LIVE(name, type, c, insn) \
    CHAIN_KERNEL(name, type, type, STEP(LIVE0 insn, c, t1, t2) STEP(LIVE1 insn, c, t2, t1))

#endif
