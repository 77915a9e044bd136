/* SPDX-License-Identifier: Apache-2.0
 * gt200 run --chip h100 and others of sm_70 to sm_90: the kernel of a native cubin on their functional model. */
#ifndef GT200_RUN_NATIVE_H
#define GT200_RUN_NATIVE_H

#include "args.h"
#include "sm70_func.h"

/* What is launched. */
struct run_native {
    const char *cmd, *file, *kernel;
    const struct sm70_product *chip;
    uint32_t grid[2], block[3], smem;
    uint64_t limit;                 /* warp instructions; 0: none */
};

/* Adds the arguments `texts` and runs it; buffers lie in g. Returns the exit status after a message. */
int run_native(const struct run_native *r, struct gt_gpu *g, const char *const *texts, size_t n);

#endif
