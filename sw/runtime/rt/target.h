/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a kernel runs. One call for all engines, used by the CLI, the driver API and the benchmarks.
 */
#ifndef GT200_TARGET_H
#define GT200_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "gsim.h"
#include "gt_chip.h"

/* SMs of target func where no chip is named: those of a GTX 280. */
#define GT_FUNC_SMS (GT_CHIP_TPCS * GT_TPC_SMS)

enum gt_target {
    GT_TARGET_FUNC,         /* functional model: values only */
    GT_TARGET_MODEL,        /* cycle model */
    GT_TARGET_RTL,          /* the SM in Verilog under Verilator */
    GT_TARGET_LOCKSTEP,     /* RTL with the cycle model beside it, compared every cycle */
    GT_TARGET_FPGA          /* the SM of a board at the end of a serial line (docs/units/link.md) */
};

struct gt_run_opts {
    struct gt_board *board; /* fpga: where it runs (gt_board_open, sw/runtime/fpga/board.h) */
    uint64_t     check;     /* fpga: compare with the model every so many cycles; 0: not */
    gt_progress *progress;  /* may be NULL */
    gt_board_travel *travel;    /* fpga: memory on its way (board.h); may be NULL */
    void        *ctx;       /* of both */
    const char  *reproduce; /* command that repeats the run, for lockstep differences; may be NULL */
    const char  *fst;       /* model, rtl: wave file; lockstep: wave around a difference. NULL: none / default name */
    uint64_t     fst_from, fst_to;
    gt_event_sink *sink;    /* model, rtl, lockstep: gets every event. May be NULL */
    void        *sink_ctx;
    struct gt_checks checks;    /* func only */
    uint32_t stack;             /* bytes of a thread's stack, where a machine has such; 0: 1024 */
    bool     together;          /* all blocks of the grid at once, where a machine can (engine.h: size.blocks_per_sm) */
    unsigned grid_z;            /* blocks of a grid in z, where a machine has such (engine.h); 0: 1 */
};

/* Where to look for races: "all", "shared", "off"; "1" is all. */
bool gt_races_parse(const char *text, enum gt_races_where *where);
#define GT_RACES_LIST "all, shared, off"
/* Are there checks that the target does not have? */
bool gt_target_checks(enum gt_target t, const struct gt_checks *c);

/* Does the target count these events of $pm0 to $pm3? func counts what kernels trigger. */
bool gt_target_counts(enum gt_target t, const uint8_t pm[4]);

/* "func", "model", "rtl", "lockstep", "fpga:DEVICE". */
bool gt_target_parse(const char *name, enum gt_target *t);
/* What stands behind the colon; NULL: the target is no device. */
const char *gt_target_device(const char *name);
const char *gt_target_name(enum gt_target t);
/* Built into this program: rtl and lockstep need Verilator. */
bool gt_target_available(enum gt_target t);
/* The machine that it takes can be loaded. stall: with a clock that stops (gt_gpu.stall); fold: gt_gpu.fold.
 * false: err says what is missing. */
bool gt_target_ready(enum gt_target t, const struct gt_chip *chip, bool stall, unsigned fold, char *err, size_t n);
/* Does the target have this chip? func has no SMs and takes any. And which it has, for messages. */
bool gt_target_runs(enum gt_target t, const struct gt_chip *chip);
const char *gt_target_chips(enum gt_target t);
#define GT_TARGET_LIST "func, model, rtl, lockstep, fpga:DEVICE"

/* Runs one grid. opts may be NULL. Returns res->status, res->message says what went wrong (first line is the error). */
enum gt_status gt_target_run(enum gt_target t, struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                             const struct gt_run_opts *opts);

#endif
