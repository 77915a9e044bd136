/* SPDX-License-Identifier: Apache-2.0
 *
 * A machine that runs programs of gen.h through the CUDA Driver API: a real GPU behind its driver, or ours.
 */
#ifndef PTXFUZZ_MACHINE_H
#define PTXFUZZ_MACHINE_H

#include "cuda_api.h"
#include "data.h"

struct machine {
    const struct cuda_api *api;
    CUcontext              context;
    CUdeviceptr            memory;      /* of a struct data; 0: there is no context */
};

/* How a module is compiled. */
enum machine_way { WAY_USUAL, WAY_FEW_REGISTERS, WAY_NO_OPT };

enum machine_result {
    RAN,
    REFUSED,            /* its compiler does not take the text; err: its log */
    FAULTED             /* the launch or a call failed; the context is new */
};

/* A context on device 0, and memory; false: err says why not. */
bool machine_open(struct machine *m, const struct cuda_api *api, char *err, size_t room);
void machine_close(struct machine *m);
/* Runs the program, whose text it gets; inputs, results and counters there and back in d. When a FAULTED machine gets
 * no new context its memory is 0. */
enum machine_result machine_run(struct machine *m, const struct program *p, const char *text, enum machine_way way,
                                struct data *d, char *err, size_t room);

#endif
