/* SPDX-License-Identifier: Apache-2.0
 * gt200 run --target cuda: the kernel on a real GPU, through its driver. */
#ifndef GT200_RUN_CUDA_H
#define GT200_RUN_CUDA_H

#include "args.h"

/* What is launched: a kernel of a file of PTX with 64-bit pointers. */
struct run_cuda {
    const char *cmd, *ptx, *kernel;
    uint32_t grid[2], block[3], smem;
};

/* Runs it with arguments whose buffers lie in g: they are copied to the GPU and back. Returns the exit status after a
 * message. */
int run_on_gpu(const struct run_cuda *r, struct run_args *args, struct gt_gpu *g);

#endif
