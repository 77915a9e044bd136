/* SPDX-License-Identifier: Apache-2.0
 *
 * Buffers are copied to the GPU, the kernel runs, buffers come back.
 */
#include "run_cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cuda_api.h"

/* The launch while it is prepared and undone. */
struct session {
    struct cuda_api cu;
    CUcontext   context;
    CUmodule    module;
    CUdeviceptr buffers[64];
};

static bool check(const struct session *s, CUresult rc, const char *what, char *err, size_t errn)
{
    const char *text = NULL;

    if (rc == CUDA_SUCCESS)
        return true;
    s->cu.cuGetErrorString(rc, &text);
    snprintf(err, errn, "%s: %s", what, text ? text : "unknown error");
    return false;
}

/* Copies a buffer between g and the GPU, through the host. */
static bool copy(const struct session *s, const struct run_args *a, size_t i, struct gt_gpu *g, bool back, char *err,
                 size_t errn)
{
    const struct run_buffer *b = &a->buffers[i];
    void *data = malloc(b->bytes);
    bool ok = data != NULL;

    if (!ok)
        snprintf(err, errn, "out of memory");
    else if (back)
        ok = check(s, s->cu.cuMemcpyDtoH(data, s->buffers[i], b->bytes), "read back", err, errn) &&
             gt_write(g, b->addr, data, b->bytes);
    else
        ok = gt_read(g, b->addr, data, b->bytes) &&
             check(s, s->cu.cuMemcpyHtoD(s->buffers[i], data, b->bytes), "copy", err, errn);
    free(data);
    return ok;
}

/* Buffers on the GPU with the contents of those of g; their addresses replace those in the parameters. */
static bool place(struct session *s, struct run_args *a, struct gt_gpu *g, char *err, size_t errn)
{
    for (size_t i = 0; i < a->nbuffers; i++) {
        if (!check(s, s->cu.cuMemAlloc(&s->buffers[i], a->buffers[i].bytes), "memory", err, errn) ||
            !copy(s, a, i, g, false, err, errn))
            return false;
        memcpy((char *)a->params + a->buffers[i].at, &s->buffers[i], sizeof s->buffers[i]);
    }
    return true;
}

/* Launches the kernel through libcuda, and waits for it. */
static bool launch(struct session *s, const struct run_cuda *r, const struct run_args *a, char *err, size_t errn)
{
    CUfunction function;
    size_t size = a->bytes;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)a->params,
                      CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };

    return check(s, s->cu.cuModuleGetFunction(&function, s->module, r->kernel), r->kernel, err, errn) &&
           check(s, s->cu.cuLaunchKernel(function, r->grid[0], r->grid[1], 1, r->block[0], r->block[1], r->block[2],
                                         r->smem,
                                        NULL, NULL, extra), r->kernel, err, errn) &&
           check(s, s->cu.cuCtxSynchronize(), r->kernel, err, errn);
}

int run_on_gpu(const struct run_cuda *r, struct run_args *args, struct gt_gpu *g)
{
    struct session s = { .context = NULL };
    struct cuda_device d;
    char err[4608];
    CUdevice device;

    if (!cuda_api_open(&s.cu, false, err, sizeof err))
        return cli_failure(r->cmd, "target cuda: %s", err);
    bool ok = cuda_api_device(&s.cu, &d, err, sizeof err) &&
              check(&s, s.cu.cuDeviceGet(&device, 0), "device", err, sizeof err) &&
              check(&s, s.cu.cuCtxCreate(&s.context, 0, device), "context", err, sizeof err) &&
              cuda_api_module(&s.cu, &s.module, r->ptx, err, sizeof err) && place(&s, args, g, err, sizeof err) &&
              launch(&s, r, args, err, sizeof err);
    for (size_t i = 0; ok && i < args->nbuffers; i++)
        ok = copy(&s, args, i, g, true, err, sizeof err);
    ok = ok && run_args_write(args, g, err, sizeof err);
    if (s.context)
        s.cu.cuCtxDestroy(s.context);
    cuda_api_close(&s.cu);
    if (!ok)
        return cli_failure(r->cmd, "target cuda: %s", err);
    printf("kernel: %s\ntarget: cuda, %s\ndriver: %s\n", r->kernel, d.name, s.cu.path);
    return CLI_OK;
}
