/* SPDX-License-Identifier: Apache-2.0
 * The catalogue: every experiment and every figure, as data. */
#include "bench.h"

#include <string.h>

#include "experiments.h"

#define F32(bits) (bits)
#define PLACES "it counts on where the GT200 puts blocks"
#define BEHIND "what it measures lies behind the SMs"
#define CODE   "it counts bytes of the GT200's instructions"
#define CHAIN_OF(prefix, kernel, a, b) \
    { prefix ".latency " prefix ".throughput", NULL, "arith", kernel, run_chain, a, b, BENCH_ANYWHERE, NULL }
#define TABLE_OF(prefix, kernel, a, b) \
    { prefix ".latency " prefix ".throughput", NULL, "tables", kernel, run_chain, a, b, BENCH_ANYWHERE, NULL }

const struct bench_experiment bench_experiments[] = {
    CHAIN_OF("T2.sp", "add_f32", F32(0x3f800000u), F32(0x3f000000u)),
    TABLE_OF("T2.sfu", "rsqrt_", 1, 2),
    TABLE_OF("T2.dpu", "add_f64", 1, 2),
    { "T2.sfu.mul_throughput", NULL, "tables", "mul_f32", run_sfu_share, 1, 1, BENCH_ANYWHERE, NULL },
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
    TABLE_OF("T4.fdividef", "quotient", 1, 2),
    TABLE_OF("T4.dadd_rn", "add_f64", 1, 2),
    TABLE_OF("T4.sinf", "sinf_", 1, 2),
    TABLE_OF("T4.cosf", "cosf_", 1, 2),
    TABLE_OF("T4.exp2f", "exp2f_", 1, 2),
    TABLE_OF("T4.tanf", "tanf_", 1, 2),
    TABLE_OF("T4.expf", "expf_", 1, 2),
    TABLE_OF("T4.exp10f", "exp10f_", 1, 2),
    TABLE_OF("T4.log2f", "log2f_", 1, 2),
    TABLE_OF("T4.logf", "logf_", 1, 2),
    TABLE_OF("T4.log10f", "log10f_", 1, 2),
    TABLE_OF("T4.powf", "powf_", 1, 2),
    TABLE_OF("T4.rsqrt", "rsqrt_", 1, 2),
    TABLE_OF("T4.sqrt", "sqrt_", 1, 2),
    { "X.clock.pair_cost", NULL, "latency", "clock_pair", run_clock, 0, 0, BENCH_ANYWHERE, NULL },
    { "X.const.addr_overhead", NULL, "tables", "shift_add", run_average, 1, 2, BENCH_ANYWHERE, NULL },
    { "X.syncthreads.latency", NULL, "latency", "sync_chain", run_average, 0, 0, BENCH_ANYWHERE, NULL },
    { "X.shared.latency", NULL, "latency", "shared_chase", run_average, 256, 1, BENCH_ANYWHERE, NULL },
    { "X.global.latency", NULL, "latency", "global_chase", run_global, 256, 64, BENCH_ANYWHERE, NULL },
    { "X.warps_to_saturate figure6", "SP latency and throughput against warps", "arith", "add_u32", run_figure6, 1, 2,
      BENCH_ANYWHERE, NULL },
    { "figure5", "The clock of each TPC", "clock", "clock_scope", run_figure5, 0, 0, BENCH_GT200_ONLY, PLACES },
    { "figure7", "32-way divergence, one and two warps", "flow", "ladder32", run_figure7, 0, 0, BENCH_ANYWHERE, NULL },
    { "figure8 listing3", "Order in which the paths of a warp run", "flow", "ladder32", run_figure8, 0, 0,
      BENCH_ANYWHERE, NULL },
    { "X.regfile.alloc_unit X.regfile.thread_quant X.regfile.example88.threads X.regfile.example88.regs "
      "T1.regs_per_sm T1.regs_per_thread_max "
      "T1.threads_per_block_max figure9",
      "Register file: largest block that launches", "regfile", "regs_4", run_figure9, 0, 0, BENCH_GT200_ONLY,
      "it counts registers of the GT200's native code" },
    { "listing4", "A spin loop inside a warp: deadlock", "listings", "spin_while", run_listing4, 0, 0, BENCH_ANYWHERE,
      NULL },
    { "listing5", "A barrier in each half of a warp does not join the halves", "listings", "half_producer",
      run_listing5, 0, 0, BENCH_ANYWHERE, NULL },
    { "listing6", "Spinning on what is written after a barrier: deadlock", "listings", "spin_on_barrier", run_listing6,
      0, 0, BENCH_ANYWHERE, NULL },
    { "listing7", "Which barriers of two warps meet", "listings", "pairing", run_listing7, 0, 0, BENCH_ANYWHERE, NULL },
    { "figureS", "Shared memory: strides and bytes per clock", "shared", "strides", run_shared, 0, 0, BENCH_ANYWHERE,
      NULL },
    { "figureR", "Register file banks: operands at any distance, other units beside", "regbank", "mad_1", run_banks, 0,
      0, BENCH_ANYWHERE, NULL },
    { "T5.tL2.size T5.tL2.ways T5.tL2.line T5.tL2.sets T5.tL2.way_size T5.tL2.hit T5.tex.mem figure10 figure12",
      "Texture caches: chase of stride 64", "memory", "walk_texture", run_texture_l2, 0, 0, BENCH_HIERARCHY, BEHIND },
    { "T5.tL1.size T5.tL1.ways T5.tL1.line T5.tL1.sets T5.tL1.way_size T5.tL1.hit figure11",
      "Texture L1: chase of stride 8", "memory", "walk_texture", run_texture_l1, 0, 0, BENCH_HIERARCHY, BEHIND },
    { "T5.gTLB1.reach T5.gTLB1.entries T5.gTLB1.line T5.gTLB2.reach T5.gTLB2.ways T5.gTLB2.line T5.gTLB2.way_size "
      "T5.gTLB2.entries T5.gTLB2.sets T5.gTLB.hit T5.gTLB.l1miss T5.gTLB.l2miss figure13 figure14 figure15",
      "Translation of global addresses: chases by size, stride and offset", "memory", "walk_global", run_global_tlb, 0,
      0, BENCH_HIERARCHY, BEHIND },
    { "T5.tTLB1.reach T5.tTLB1.ways T5.tTLB1.line T5.tTLB2.reach T5.tTLB2.ways T5.tTLB2.line T5.tTLB2.entries "
      "T5.tTLB2.way_size T5.tTLB.hit T5.tTLB.l1miss T5.tTLB.l2miss figure16",
      "Translation of textures' addresses", "memory", "walk_texture", run_texture_tlb, 0, 0, BENCH_HIERARCHY, BEHIND },
    { "T5.cL2.size T5.cL2.ways T5.cL2.hit T5.cL3.hit T5.cL2.line T5.cL2.sets T5.cL2.way_size T5.cL3.size T5.cL3.ways "
      "T5.cL3.line T5.cL3.sets T5.cL3.way_size T5.const.miss figure17",
      "Constant caches: chases of stride 256 and 128", "const", "const_chase", run_figure17, 0, 0, BENCH_ANYWHERE,
      NULL },
    { "T5.cL1.size T5.cL1.ways T5.cL1.line T5.cL1.sets T5.cL1.hit T5.cL1.way_size figure18",
      "Constant L1: chase of stride 16", "const", "const_chase", run_figure18, 0, 0, BENCH_ANYWHERE, NULL },
    { "X.constL3.bw X.constL3.bw_1sm figure19", "Bytes per clock out of the constant L3", "memory", "constant_streams",
      run_figure19, 0, 0, BENCH_HIERARCHY, BEHIND },
    { "figure20", "Constant caches shared by two blocks", "const", "const_pair", run_figure20, 0, 0, BENCH_GT200_ONLY,
      PLACES },
    { "figure21", "Constants beside code", "const", "const_beside_code", run_figure21, 0, 0, BENCH_GT200_ONLY, PLACES },
    { "T5.iL2.size T5.iL2.ways T5.iL2.way_size T5.iL3.size T5.iL3.ways T5.iL3.way_size figure22",
      "Instruction caches: loops of independent instructions", "icache", "abs_0", run_figure22, 0, 0, BENCH_GT200_ONLY,
      CODE },
    { "T5.iL1.size T5.iL1.ways T5.iL1.line T5.iL1.sets T5.iL1.way_size figure23",
      "Instruction L1: loops beside busy SMs of the same TPC", "icache_l1", "beside_0", run_figure23, 0, 0,
      BENCH_GT200_ONLY, PLACES },
    { "X.ifetch.width figure24", "How much one instruction fetch brings", "fetch", "fetch_width", run_figure24, 0, 0,
      BENCH_GT200_ONLY, "it is assembly of the GT200" },
    { "figureC", "Copies: widths, offsets, strides, partitions", "rates", "copy_words", run_copies, 0, 0,
      BENCH_HIERARCHY, BEHIND },
    { "figureT", "Transposes of a matrix, eight variants", "rates", "matrix_copy", run_transposes, 0, 0,
      BENCH_HIERARCHY, BEHIND },
    { "figureA", "Textures and atomics a second", "rates", "atom_only", run_atomics, 0, 0, BENCH_HIERARCHY, BEHIND },
    { "figureK", "Sums, prefix sums, products of matrices", "rates", "reduce", run_whole_kernels, 0, 0,
      BENCH_HIERARCHY, BEHIND },
    { "figureM", "Products that fill all SMs, of matrices, of doubles, of a sparse matrix", "rates", "sgemm",
      run_large_products, 0, 0, BENCH_HIERARCHY, BEHIND },
    { "figureG", "Global memory: chases over sizes", "sweep", "link_chain", run_global_sizes, 0, 0, BENCH_GPU_ONLY,
      NULL },
    { "figureP", "Where blocks go", "sweep", "placement", run_placement, 0, 0, BENCH_GPU_ONLY, NULL },
};
const size_t bench_experiment_count = sizeof bench_experiments / sizeof bench_experiments[0];

bool bench_yields(const struct bench_experiment *e, const char *id)
{
    size_t n = strlen(id);

    for (const char *p = e->ids; (p = strstr(p, id)); p += n)
        if ((p == e->ids || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
            return true;
    return false;
}

const struct bench_experiment *bench_experiment_of(const char *id)
{
    for (size_t i = 0; *id && i < bench_experiment_count; i++)
        if (bench_yields(&bench_experiments[i], id))
            return &bench_experiments[i];
    return NULL;
}

bool bench_measures(const char *id)
{
    return bench_experiment_of(id) != NULL;
}

struct bench_effort bench_effort(const struct bench_experiment *e)
{
    static const struct {
        const char *id;
        struct bench_effort effort;
    } long_ones[] = {
        { "figure10", { 0, 70, false } }, { "figureC", { 0, 35, false } }, { "figure17", { 0.6, 70, true } },
        { "figure16", { 0, 16, false } }, { "figure13", { 0, 15, false } }, { "figure11", { 0, 15, false } },
        { "figure19", { 0, 15, false } }, { "figureT", { 0, 15, false } },   { "figureA", { 0, 6, false } },
        { "figureM", { 0, 18, false } },
        { "figure22", { 0.2, 5, true } }, { "figureK", { 0, 4, false } },   { "figure20", { 3, 3, false } },
        { "figure21", { 3, 3, false } },  { "figure23", { 1.7, 1.7, false } },
    };

    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++)
        if (bench_yields(e, long_ones[i].id))
            return long_ones[i].effort;
    return (struct bench_effort){ 0.06, 0.06, false };
}
