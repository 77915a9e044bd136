/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <stddef.h>
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

bool machine_open(struct machine *m, const struct cuda_api *api, char *err, size_t room)
{
    CUdevice device;
    *m = (struct machine){ .api = api };
    bool ok = good(m, api->cuInit(0), "cuInit", err, room) &&
              good(m, api->cuDeviceGet(&device, 0), "cuDeviceGet", err, room) &&
              good(m, api->cuCtxCreate(&m->context, 0, device), "cuCtxCreate", err, room) &&
              good(m, api->cuMemAlloc(&m->memory, sizeof(struct data)), "cuMemAlloc", err, room);
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

static bool launch(const struct machine *m, CUmodule module, const struct program *p, const struct data *d, char *err,
                   size_t room)
{
    const uint64_t address[3] = { m->memory + offsetof(struct data, out), m->memory + offsetof(struct data, in),
                                  m->memory + offsetof(struct data, counters) };
    _Alignas(16) uint8_t params[DATA_PARAMS];
    size_t bytes = data_params(p, d, address, params);
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, params, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                      CU_LAUNCH_PARAM_END };
    CUfunction k;
    return good(m, m->api->cuModuleGetFunction(&k, module, "k"), "cuModuleGetFunction", err, room) &&
           good(m, m->api->cuLaunchKernel(k, p->grid[0], p->grid[1], 1, p->block[0], p->block[1], p->block[2], 0, NULL,
                                          NULL, extra), "cuLaunchKernel", err, room) &&
           good(m, m->api->cuCtxSynchronize(), "the launch", err, room);
}

enum machine_result machine_run(struct machine *m, const struct program *p, const char *text, enum machine_way way,
                                struct data *d, char *err, size_t room)
{
    CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                               way == WAY_NO_OPT ? CU_JIT_OPTIMIZATION_LEVEL : CU_JIT_MAX_REGISTERS };
    void *values[] = { err, (void *)(uintptr_t)room, (void *)(uintptr_t)(way == WAY_NO_OPT ? 0 : FEW_REGISTERS) };
    const size_t bytes = offsetof(struct data, scalars);
    CUmodule module;
    *err = 0;
    CUresult rc = m->api->cuModuleLoadDataEx(&module, text, way == WAY_USUAL ? 2 : 3, options, values);
    if (rc == CUDA_ERROR_INVALID_PTX || (rc != CUDA_SUCCESS && *err))
        return REFUSED;
    bool ok = good(m, rc, "cuModuleLoadDataEx", err, room) &&
              good(m, m->api->cuMemcpyHtoD(m->memory, d, bytes), "cuMemcpyHtoD", err, room) &&
              launch(m, module, p, d, err, room) &&
              good(m, m->api->cuMemcpyDtoH(d, m->memory, bytes), "cuMemcpyDtoH", err, room);
    if (rc == CUDA_SUCCESS)
        m->api->cuModuleUnload(module);
    if (ok)
        return RAN;
    char again[256];
    machine_close(m);
    machine_open(m, m->api, again, sizeof again);
    return FAULTED;
}
