/* SPDX-License-Identifier: Apache-2.0
 *
 * A context, a module and a launch on one machine, and whether it refused, faulted or ran.
 */
#include "machine.h"

#include <stdio.h>

#define FEW_REGISTERS 20

static bool good(const struct machine *m, CUresult rc, const char *what, char *err, size_t room)
{
    const char *text = NULL;
    if (rc == CUDA_SUCCESS)
        return true;
    m->api->cuGetErrorString(rc, &text);
    snprintf(err, room, "%s: %s (CUDA error %d)", what, text ? text : "unknown error", (int)rc);
    return false;
}

bool machine_open(struct machine *m, const struct cuda_api *api, size_t bytes, char *err, size_t room)
{
    CUdevice device;
    *m = (struct machine){ .api = api, .bytes = bytes };
    bool ok = good(m, api->cuInit(0), "cuInit", err, room) &&
              good(m, api->cuDeviceGet(&device, 0), "cuDeviceGet", err, room) &&
              good(m, api->cuCtxCreate(&m->context, 0, device), "cuCtxCreate", err, room) &&
              good(m, api->cuMemAlloc(&m->memory, bytes), "cuMemAlloc", err, room);
    if (!ok)
        machine_close(m);
    return ok;
}

void machine_close(struct machine *m)
{
    if (m->context)
        m->api->cuCtxDestroy(m->context);
    m->context = NULL;
    m->memory = 0;
}

static bool launch(const struct machine *m, CUmodule module, const struct machine_launch *l, char *err, size_t room)
{
    size_t bytes = l->param_bytes;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)(uintptr_t)l->params, CU_LAUNCH_PARAM_BUFFER_SIZE,
                      &bytes, CU_LAUNCH_PARAM_END };
    CUfunction k;
    return good(m, m->api->cuModuleGetFunction(&k, module, "k"), "cuModuleGetFunction", err, room) &&
           good(m, m->api->cuLaunchKernel(k, l->grid[0], l->grid[1], 1, l->block[0], l->block[1], l->block[2], 0, NULL,
                                          NULL, extra), "cuLaunchKernel", err, room) &&
           good(m, m->api->cuCtxSynchronize(), "the launch", err, room);
}

enum machine_result machine_run(struct machine *m, const struct machine_launch *l, char *err, size_t room)
{
    const bool plain = l->way == WAY_NO_OPT;
    CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                               plain ? CU_JIT_OPTIMIZATION_LEVEL : CU_JIT_MAX_REGISTERS };
    void *values[] = { err, (void *)(uintptr_t)room, (void *)(uintptr_t)(plain ? 0 : FEW_REGISTERS) };
    CUmodule module;
    *err = 0;
    CUresult rc = m->api->cuModuleLoadDataEx(&module, l->text, l->way == WAY_USUAL ? 2 : 3, options, values);
    if (rc == CUDA_ERROR_INVALID_PTX || (rc != CUDA_SUCCESS && *err))
        return REFUSED;
    bool ok = good(m, rc, "cuModuleLoadDataEx", err, room) &&
              good(m, m->api->cuMemcpyHtoD(m->memory, l->data, l->data_bytes), "cuMemcpyHtoD", err, room) &&
              launch(m, module, l, err, room) &&
              good(m, m->api->cuMemcpyDtoH(l->data, m->memory, l->data_bytes), "cuMemcpyDtoH", err, room);
    if (rc == CUDA_SUCCESS)
        m->api->cuModuleUnload(module);
    if (ok)
        return RAN;
    char again[256];
    machine_close(m);
    machine_open(m, m->api, m->bytes, again, sizeof again);
    return FAULTED;
}
