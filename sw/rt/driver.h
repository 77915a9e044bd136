/* SPDX-License-Identifier: Apache-2.0
 * Inside the driver API library only. */
#ifndef GT200_DRIVER_H
#define GT200_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda.h"
#include "gt_chip.h"
#include "module.h"
#include "target.h"

/* Constant segments have no device address; cuModuleGetGlobal gives one outside the 32-bit space of the device. */
#define DRV_CONST_BASE 0x100000000ull

struct CUctx_st {
    struct gt_gpu   *gpu;
    enum gt_target   target;
    uint64_t         max_cycles;
    struct CUmod_st *modules;
    struct CUctx_st *previous;      /* current before this one was created */
    CUresult         broken;        /* a kernel failed: every later call returns this */
    char             message[4096];
    uint64_t         cycles, warp_insns, thread_insns;      /* of the last launch */
};

struct CUmod_st {
    struct gt_module  m;
    struct CUctx_st  *ctx;
    struct CUmod_st  *next;
    struct CUfunc_st *functions;
};

struct CUfunc_st {
    struct CUmod_st  *module;
    struct CUfunc_st *next;
    int      kernel;
    unsigned block[3], shared;      /* cuFuncSetBlockShape, cuFuncSetSharedSize */
    uint32_t params[64], param_bytes;
};

struct driver {
    bool             initialised;
    struct CUctx_st *current;
    CUresult         last;          /* what message is about */
    char             message[4096];
};

struct driver *drv(void);
/* Remembers the message for cuGetErrorString and returns rc. */
CUresult drv_fail(CUresult rc, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The current context, when there is one and no kernel of it has failed. */
CUresult drv_context(struct CUctx_st **ctx);
void drv_module_free(struct CUmod_st *m);

#endif
