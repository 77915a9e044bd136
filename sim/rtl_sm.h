/* SPDX-License-Identifier: Apache-2.0
 *
 * The Verilog (rtl/tpc/tpc_top.sv, verilated, with one SM or the three of chip tpc; of chip gtx280 ten of
 * those; rtl/gpu/gpu_top.sv for chips gpu1 and gpu2) behind a C interface: library gt200sim.
 *
 *   gt_rtl_run()       a whole grid on the chip of the GPU in Verilog: target rtl
 *   gt_lockstep_run()  the same with the cycle model beside it, every event of every cycle compared: target lockstep
 *
 * A gpu_top has all but the memory chips in it. Around an SM and its L2 alone stands fixed-latency memory: lines of
 * instructions and constants after L3_LATENCY,
 * device memory after MEM_LATENCY cycles (isa/chip.def, docs/microarchitecture.md), or with jitter if gpu->jitter is
 * set. The TPCs of gtx280 run on gpu->threads threads in gt_rtl_run. Nothing here is global; several machines may live
 * in one process.
 */
#ifndef GT200_RTL_SM_H
#define GT200_RTL_SM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif
#include "gsim.h"

/* One verilated build of tpc_top or gpu_top: a machine. */
struct gt_rtl_build;
/* The machine of a module: sm_fast, of targets rtl and lockstep; sm_traced, slower, which writes waves; tpc_fast, the
 * three SMs of chip tpc, and each TPC of gtx280; gpu1, gpu2, whole chips; sm_fold4, an SM whose datapath is folded. The
 * module is lib/NAME.so
 * of GT200_HOME, or NAME.so of a folder of the run path. NULL: it is not there, or made from other sources than the
 * rest (machines.digest beside it) or, besides the Verilog, than the caller; err says which. */
const struct gt_rtl_build *gt_rtl_machine(const char *name, char *err, size_t n);
/* The machine that runs a chip, or each of its TPCs; traced: with waves, random start values or stops of the clock;
 * fold: gt_gpu.fold. */
const char *gt_rtl_machine_name(const struct gt_chip *chip, bool traced, unsigned fold);
/* Machines with a deliberate fault (planted in a unit; in chip tpc one of the SMs is connected wrongly), in
 * the library gt200sim_planted. */
extern const struct gt_rtl_build gt_rtl_wrong_value, gt_rtl_wrong_cycle, gt_rtl_tpc_wrong_value, gt_rtl_tpc_wrong_cycle;
/* Machines that hold something wrong at some time, by name (rtl_state_planted.cpp); NULL: there is none of that name.
 * In gt200sim_planted. */
const struct gt_rtl_build *gt_rtl_planted_state(const char *name);
/* Chip gpu1 that tells something wrong of one lookup of its memory system, by name (rtl_looks_planted.cpp); NULL: there
 * is none of that name. In gt200sim_planted. */
const struct gt_rtl_build *gt_rtl_planted_look(const char *name);
/* Chip tpc whose second SM ends a block that nobody is told of. */
extern const struct gt_rtl_build gt_rtl_tpc_deaf;
/* Chip gtx280 whose second TPC gives its first SM the $physid of the third one's. */
extern const struct gt_rtl_build gt_rtl_chip_wrong_value;
/* The traced build whose memory answers when nobody has asked: an assertion fails. */
extern const struct gt_rtl_build gt_rtl_wrong_answer;

struct gt_rtl_opts {
    const struct gt_rtl_build *build;   /* of the chip of the GPU. NULL: sm_fast (sm_traced with start_seed, or with fst
                                           in gt_rtl_run), for chip tpc tpc_fast, which has neither. Of chip gtx280
                                           that of a TPC, or that of what TPCs share (gtx280_mem) */
    uint32_t start_seed;    /* not 0: every register and memory starts with random values of this seed instead of zeros.
                               On the traced build only, which is then the default */
    const char *fst;        /* gt_rtl_run: write a wave of cycles fst_from..fst_to here. gt_lockstep_run: where the
                               wave around a difference goes; NULL: KERNEL.lockstep.fst in the current directory; "":
                               no wave */
    uint64_t fst_from, fst_to;          /* fst_to 0: to the end */
    const char *reproduce;  /* command that repeats this run, printed with a difference; may be NULL */
    FILE       *report;     /* where a difference or a failed assertion is printed; NULL: stderr */
    gt_progress *progress;  /* may be NULL */
    void       *ctx;
    gt_event_sink *sink;    /* gets the events of each cycle that has some (lockstep: of the RTL). May be
                               NULL */
    void       *sink_ctx;
    uint64_t   *issues;     /* launch.code_words counters: instructions issued at each code word are added. May be
                               NULL */
};

/* Runs the grid. opts may be NULL. Returns res->status; res->message says what went wrong. GT_DIFFERENT: an assertion
 * of the RTL has failed (traced build and those of tests); the message names cycle, unit and condition and goes to
 * opts->report, too. */
enum gt_status gt_rtl_run(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                          const struct gt_rtl_opts *opts);
/* On another process than the host: its TPCs of a launch that gt_peers_next told of (peers.h), until its end. */
struct gt_peers_work;
void gt_rtl_serve(const struct gt_peers_work *w);
/* GT_DIFFERENT when RTL and model are not equal: the first difference is printed to opts->report, its first line is in
 * res->message. Memory afterwards is the RTL's. */
enum gt_status gt_lockstep_run(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                               const struct gt_rtl_opts *opts);

#ifdef __cplusplus
}
#endif
#endif
