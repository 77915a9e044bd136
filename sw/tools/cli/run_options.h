/* SPDX-License-Identifier: Apache-2.0
 * What gt200 run and gt200 trace have been asked for (run.c), and the launch (run_launch.c). */
#ifndef GT200_RUN_OPTIONS_H
#define GT200_RUN_OPTIONS_H

#include "cli.h"
#include "engine.h"
#include "peers.h"
#include "settings.h"
#include "target.h"
#include "trace_out.h"

struct run_options {
    const char    *cmd;             /* "run" or "trace" */
    const char    *cubin, *kernel;
    enum gt_target target;
    const char    *device;          /* of target fpga */
    uint64_t       check;
    struct gt_board *board;
    const struct gt_peers *peers;   /* NULL: this process is alone */
    uint64_t       grid[2], block[3], smem, max_cycles, memory_mb, jitter, stall, fold;
    bool           have_grid, have_block, wide, cuda, listed;
    const char    *args[64];
    size_t         nargs;
    const char    *textures[128];
    size_t         ntextures;
    const char    *fst;
    uint64_t       from, to;
    const struct gt_chip *chip;     /* NULL: one SM */
    const struct gt_engine *engine; /* of the chip */
    uint64_t       threads;         /* of the host; 0: one per core */
    uint8_t        pm[4];
    struct gt_checks checks;
    struct trace_out trace;
    struct cmd_asked asked;
};

/* Runs the kernel on a machine with so many bytes of device memory. again: the command line, for messages. Returns the
 * exit status; what went wrong has been printed. */
int run_launch(const struct run_options *o, uint32_t bytes, const char *again);

#endif
