/* SPDX-License-Identifier: Apache-2.0
 * The catalogue: every experiment and every figure, as data. */
#include "bench.h"
#include "experiments.h"

#define F32(bits) (bits)
#define CHAIN_OF(prefix, kernel, a, b) { prefix ".latency " prefix ".throughput", NULL, "arith", kernel, run_chain, a, b, false }
#define TABLE_OF(prefix, kernel, a, b) { prefix ".latency " prefix ".throughput", NULL, "tables", kernel, run_chain, a, b, false }

const struct bench_experiment bench_experiments[] = {
    CHAIN_OF("T3.add.u32", "add_u32", 1, 2),
    CHAIN_OF("T3.sub.u32", "sub_u32", 1, 2),
    CHAIN_OF("T3.and.u32", "and_u32", 0xffff, 0xff0ff),
    CHAIN_OF("T3.or.u32", "or_u32", 1, 2),
    CHAIN_OF("T3.xor.u32", "xor_u32", 1, 2),
    CHAIN_OF("T3.shl.u32", "shl_u32", 1, 2),
    CHAIN_OF("T3.shr.u32", "shr_u32", 0x80000000u, 2),
    CHAIN_OF("T3.add.s32", "add_s32", 1, 2),
    CHAIN_OF("T3.sub.s32", "sub_s32", 1, 2),
    CHAIN_OF("T3.add.f32", "add_f32", F32(0x3f800000u), F32(0x3f000000u)),
    CHAIN_OF("T3.sub.f32", "sub_f32", F32(0x3f800000u), F32(0x3f000000u)),
    CHAIN_OF("T3.mad.f32", "mad_f32", F32(0x3f800000u), F32(0x3f000000u)),
    CHAIN_OF("T4.umul24", "umul24", 3, 5),
    CHAIN_OF("T4.mul24", "mul24", 3, 5),
    TABLE_OF("T3.maxmin.u32", "max_u32", 1, 2),
    TABLE_OF("T3.maxmin.s32", "max_s32", 1, 2),
    TABLE_OF("T3.maxmin.f32", "max_f32", 1, 2),
    TABLE_OF("T3.mul.u32", "mul_u32", 3, 5),
    TABLE_OF("T3.mul.s32", "mul_s32", 3, 5),
    TABLE_OF("T3.mad.u32", "mad_u32", 3, 5),
    TABLE_OF("T3.mad.s32", "mad_s32", 3, 5),
    TABLE_OF("T3.div.u32", "div_u32", 30000, 7),
    TABLE_OF("T3.div.s32", "div_s32", 30000, 7),
    TABLE_OF("T3.rem.u32", "rem_u32", 30000, 7),
    TABLE_OF("T3.rem.s32", "rem_s32", 30000, 7),
    TABLE_OF("T3.mul.f32", "mul_f32", 1, 1),
    TABLE_OF("T3.div.f32", "div_f32", 1, 2),
    TABLE_OF("T3.add.f64", "add_f64", 1, 2),
    TABLE_OF("T3.sub.f64", "sub_f64", 1, 2),
    TABLE_OF("T3.maxmin.f64", "max_f64", 1, 2),
    TABLE_OF("T3.mul.f64", "mul_f64", 1, 1),
    TABLE_OF("T3.mad.f64", "mad_f64", 1, 1),
    TABLE_OF("T3.div.f64", "div_f64", 1, 2),
    TABLE_OF("T4.usad", "usad", 1, 2),
    TABLE_OF("T4.sad", "sad", 1, 2),
    TABLE_OF("T4.umulhi", "umulhi", 3, 5),
    TABLE_OF("T4.mulhi", "mulhi", 3, 5),
    CHAIN_OF("T4.fadd_rn", "add_f32", F32(0x3f800000u), F32(0x3f000000u)),
    TABLE_OF("T4.fadd_rz", "fadd_rz", 1, 2),
    TABLE_OF("T4.fmul_rn", "mul_f32", 1, 1),
    TABLE_OF("T4.fmul_rz", "fmul_rz", 1, 1),
    TABLE_OF("T4.fdividef", "fdividef", 1, 2),
    TABLE_OF("T4.dadd_rn", "add_f64", 1, 2),
    TABLE_OF("T4.sinf", "sinf_", 1, 2),
    TABLE_OF("T4.cosf", "cosf_", 1, 2),
    TABLE_OF("T4.exp2f", "exp2f_", 1, 2),
    TABLE_OF("T4.log2f", "log2f_", 1, 2),
    TABLE_OF("T4.rsqrt", "rsqrt_", 1, 2),
    TABLE_OF("T4.sqrt", "sqrt_", 1, 2),
    { "X.clock.pair_cost", NULL, "latency", "clock_pair", run_clock, 0, 0, false },
    { "X.syncthreads.latency", NULL, "latency", "sync_chain", run_average, 0, 0, false },
    { "X.shared.latency", NULL, "latency", "shared_chase", run_average, 256, 1, false },
    { "X.global.latency", NULL, "latency", "global_chase", run_global, 256, 64, false },
    { "X.warps_to_saturate figure6", "SP latency and throughput against warps", "arith", "add_u32", run_figure6, 1, 2, false },
    { "figure7", "32-way divergence, one and two warps", "flow", "ladder32", run_figure7, 0, 0, false },
    { "figure8", "Order in which the paths of a warp run", "flow", "ladder32", run_figure8, 0, 0, false },
};
const size_t bench_experiment_count = sizeof bench_experiments / sizeof bench_experiments[0];

const struct bench_figure bench_figures[] = {
    { "6", "Dependent integer adds, one block", "warps", "latency (clocks)", "throughput (operations per clock)", "throughput" },
    { "7", "32-way divergence: when each thread runs", "thread", "clocks since the first start", NULL, NULL },
    { "8", "Order in which the paths of a warp run", "thread or group", "place in the order of starts", NULL, NULL },
};
const size_t bench_figure_count = sizeof bench_figures / sizeof bench_figures[0];
