/* SPDX-License-Identifier: Apache-2.0
 * The experiments by group; catalogue.c says which kernel each runs. Harness facts: docs/silicon.md. */
#ifndef GT200_BENCH_EXPERIMENTS_H
#define GT200_BENCH_EXPERIMENTS_H

#include "bench.h"

/* experiments.c: single numbers and Figure 6 */
bool run_chain(const struct bench_job *job);        /* latency with one thread, throughput with 512 */
bool run_sfu_share(const struct bench_job *job);
bool run_clock(const struct bench_job *job);
bool run_average(const struct bench_job *job);      /* 256 operations of one warp (barriers) or one thread (chases) */
bool run_global(const struct bench_job *job);       /* global chase: a elements, b bytes apart */
bool run_figure6(const struct bench_job *job);

/* figures_flow.c: divergence */
bool run_figure7(const struct bench_job *job);
bool run_figure8(const struct bench_job *job);

/* figures_regs.c: the register file */
bool run_figure9(const struct bench_job *job);
bool run_banks(const struct bench_job *job);

/* figures_mem.c: shared memory */
bool run_shared(const struct bench_job *job);

/* figures_cache.c: caches of constants */
bool run_figure17(const struct bench_job *job);
bool run_figure18(const struct bench_job *job);
bool run_figure19(const struct bench_job *job);
bool run_figure20(const struct bench_job *job);
bool run_figure21(const struct bench_job *job);

/* figures_tex.c: caches of textures, Figures 10 and 12, 11 */
bool run_texture_l2(const struct bench_job *job);
bool run_texture_l1(const struct bench_job *job);

/* figures_tlb.c: translation, Figures 13 to 15, 16 */
bool run_global_tlb(const struct bench_job *job);
bool run_texture_tlb(const struct bench_job *job);

/* figures_rate.c: bytes and operations a second, not figures of the paper */
bool run_copies(const struct bench_job *job);           /* C */
bool run_transposes(const struct bench_job *job);       /* T */
bool run_atomics(const struct bench_job *job);          /* A: and textures */
bool run_whole_kernels(const struct bench_job *job);    /* K */
bool run_large_products(const struct bench_job *job);   /* M */

/* figures_insn.c: caches of instructions, fetch */
bool run_figure22(const struct bench_job *job);
bool run_figure23(const struct bench_job *job);
bool run_figure24(const struct bench_job *job);

/* figures_gpu.c: what a real GPU is asked beside the paper's experiments */
bool run_global_sizes(const struct bench_job *job);
bool run_placement(const struct bench_job *job);

/* figures_chip.c: a whole chip */
bool run_figure5(const struct bench_job *job);

/* listings.c: spin loops and barriers; a deadlock is an outcome like another */
bool run_listing4(const struct bench_job *job);
bool run_listing5(const struct bench_job *job);
bool run_listing6(const struct bench_job *job);
bool run_listing7(const struct bench_job *job);

#endif
