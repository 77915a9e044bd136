/* SPDX-License-Identifier: Apache-2.0
 *
 * A machine that runs kernels of PTX text through the CUDA Driver API: a real GPU behind its driver, or ours.
 */
#ifndef PTXFUZZ_MACHINE_H
#define PTXFUZZ_MACHINE_H

#include "cuda_api.h"

#include <stdint.h>

struct machine {
    const struct cuda_api *api;
    CUcontext              context;
    CUdeviceptr            memory;      /* 0: there is no context */
    size_t                 bytes;       /* of it */
};

/* How a module is compiled. */
enum machine_way { WAY_USUAL, WAY_FEW_REGISTERS, WAY_NO_OPT };

enum machine_result {
    RAN,
    REFUSED,            /* its compiler does not take the text; err: its log */
    FAULTED             /* the launch or a call failed; the context is new */
};

/* One launch of kernel k of a text. */
struct machine_launch {
    const char      *text;
    enum machine_way way;
    uint32_t         grid[2], block[3];
    const void      *params;            /* with addresses in the machine's memory */
    size_t           param_bytes;
    void            *data;              /* what is in that memory before and after */
    size_t           data_bytes;
};

/* A context on device 0, and so many bytes of memory; false: err says why not. */
bool machine_open(struct machine *m, const struct cuda_api *api, size_t bytes, char *err, size_t room);
void machine_close(struct machine *m);
/* When a FAULTED machine gets no new context its memory is 0. */
enum machine_result machine_run(struct machine *m, const struct machine_launch *l, char *err, size_t room);

#endif
