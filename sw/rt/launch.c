/* SPDX-License-Identifier: Apache-2.0
 * The CUDA Driver API: launches. */
#include <stdio.h>
#include <string.h>

#include "driver.h"

/* The CUresult that says most about a failed run. */
static CUresult result_code(const struct gt_result *res)
{
    switch (res->status) {
    case GT_OK:         return CUDA_SUCCESS;
    case GT_BAD_LAUNCH: return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    case GT_HANG:       return CUDA_ERROR_LAUNCH_TIMEOUT;
    case GT_DIFFERENT:  return CUDA_ERROR_LAUNCH_FAILED;
    case GT_FAULT:      break;
    }
    switch (res->fault.code) {
    case GT_F_DECODE:
    case GT_F_UNIMPLEMENTED:
        return CUDA_ERROR_ILLEGAL_INSTRUCTION;
    case GT_F_GLOBAL_LIMIT_READ:
    case GT_F_GLOBAL_LIMIT_WRITE:
    case GT_F_GLOBAL_LIMIT_RED:
    case GT_F_GLOBAL_LIMIT_ATOM:
    case GT_F_LOCAL_LIMIT_READ:
    case GT_F_LOCAL_LIMIT_WRITE:
    case GT_F_SHARED_LIMIT:
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    case GT_F_MISALIGNED:
        return CUDA_ERROR_MISALIGNED_ADDRESS;
    default:
        return CUDA_ERROR_LAUNCH_FAILED;
    }
}

static CUresult run(struct CUctx_st *c, CUfunction f, struct gt_launch *l)
{
    struct gt_result res;
    char err[512];

    if (!gt_module_bind(&f->module->m, f->kernel, err, sizeof err))
        return drv_fail(CUDA_ERROR_INVALID_IMAGE, "%s", err);
    l->max_cycles = c->max_cycles;
    gt_target_run(c->target, c->gpu, l, &res, NULL);
    c->cycles = res.cycles;
    c->warp_insns = res.warp_insns;
    c->thread_insns = res.thread_insns;
    if (res.status == GT_OK)
        return CUDA_SUCCESS;
    CUresult rc = result_code(&res);
    if (res.status != GT_BAD_LAUNCH) {      /* a launch that was refused leaves the context usable */
        c->broken = rc;
        snprintf(c->message, sizeof c->message, "%s", res.message);
    }
    return drv_fail(rc, "%s", res.message);
}

/* Parameters from the `extra` list of cuLaunchKernel. */
static CUresult take_extra(void **extra, uint32_t params[64], uint32_t *words)
{
    const void *buffer = NULL;
    size_t bytes = 0;

    for (; extra && *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[1];
        else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
            bytes = *(const size_t *)extra[1];
        else
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuLaunchKernel: unknown entry in the list of extra options");
    }
    if (bytes > 256 || (bytes && !buffer))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuLaunchKernel: %zu bytes of parameters, at most 256", bytes);
    memset(params, 0, 64 * sizeof *params);
    if (bytes)
        memcpy(params, buffer, bytes);
    *words = (uint32_t)((bytes + 3) / 4);
    return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                        unsigned block_z, unsigned shared_bytes, CUstream stream, void **params, void **extra)
{
    struct CUctx_st *c;
    uint32_t p[64], words = 0;
    CUresult rc = drv_context(&c);

    (void)stream;           /* everything is in order */
    if (rc != CUDA_SUCCESS)
        return rc;
    if (!f)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuLaunchKernel: null function");
    if (params)
        return drv_fail(CUDA_ERROR_NOT_SUPPORTED,
                        "cuLaunchKernel: a text cubin does not say how large each parameter is; pass them as one buffer in 'extra'");
    if (grid_z != 1)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuLaunchKernel: grid size in z is %u, this device has only 1", grid_z);
    if ((rc = take_extra(extra, p, &words)) != CUDA_SUCCESS)
        return rc;

    struct gt_launch l;
    char err[512];
    if (!gt_module_params(&f->module->m, f->kernel, words * 4, err, sizeof err))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s", err);
    gt_module_launch(&f->module->m, f->kernel, &l);
    l.grid_x = grid_x;
    l.grid_y = grid_y;
    l.block_x = block_x;
    l.block_y = block_y;
    l.block_z = block_z;
    l.dyn_smem = shared_bytes;
    l.params = p;
    l.param_words = words;
    return run(c, f, &l);
}

CUresult cuFuncSetBlockShape(CUfunction f, int x, int y, int z)
{
    if (!f || x < 1 || y < 1 || z < 1)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuFuncSetBlockShape: invalid argument");
    f->block[0] = (unsigned)x;
    f->block[1] = (unsigned)y;
    f->block[2] = (unsigned)z;
    return CUDA_SUCCESS;
}

CUresult cuFuncSetSharedSize(CUfunction f, unsigned bytes)
{
    if (!f)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuFuncSetSharedSize: null function");
    f->shared = bytes;
    return CUDA_SUCCESS;
}

CUresult cuParamSetSize(CUfunction f, unsigned bytes)
{
    if (!f || bytes > sizeof f->params)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuParamSetSize: %u bytes, at most 256", bytes);
    f->param_bytes = bytes;
    return CUDA_SUCCESS;
}

CUresult cuParamSetv(CUfunction f, int offset, void *value, unsigned bytes)
{
    if (!f || !value || offset < 0 || (unsigned)offset > sizeof f->params || bytes > sizeof f->params - (unsigned)offset)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuParamSet: %u bytes at offset %d, parameters are at most 256 bytes", bytes, offset);
    memcpy((char *)f->params + offset, value, bytes);
    return CUDA_SUCCESS;
}

CUresult cuParamSeti(CUfunction f, int offset, unsigned value)
{
    return cuParamSetv(f, offset, &value, sizeof value);
}

CUresult cuParamSetf(CUfunction f, int offset, float value)
{
    return cuParamSetv(f, offset, &value, sizeof value);
}

CUresult cuLaunchGrid(CUfunction f, int width, int height)
{
    if (!f || width < 1 || height < 1)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuLaunchGrid: invalid argument");
    size_t size = f->param_bytes;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, f->params, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
    return cuLaunchKernel(f, (unsigned)width, (unsigned)height, 1, f->block[0], f->block[1], f->block[2], f->shared, NULL, NULL, extra);
}

CUresult cuLaunch(CUfunction f)
{
    return cuLaunchGrid(f, 1, 1);
}

void gt200LastLaunch(unsigned long long *cycles, unsigned long long *warp_insns, unsigned long long *thread_insns)
{
    const struct CUctx_st *c = drv()->current;

    *cycles = c ? c->cycles : 0;
    *warp_insns = c ? c->warp_insns : 0;
    *thread_insns = c ? c->thread_insns : 0;
}
