/* SPDX-License-Identifier: Apache-2.0
 * The CUDA Driver API: launches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug_launch.h"
#include "driver.h"
#include "inspect_launch.h"
#include "now.h"
#include "output.h"
#include "printable.h"
#include "profile.h"
#include "progress.h"
#include "trace_launch.h"
#include "variables.h"

/* The CUresult that says most about a failed run. */
static CUresult result_code(const struct gt_result *res)
{
    switch (res->status) {
    case GT_OK:         return CUDA_SUCCESS;
    case GT_BAD_LAUNCH: return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    case GT_HANG:       return CUDA_ERROR_LAUNCH_TIMEOUT;
    case GT_DIFFERENT:
    case GT_RACE:       return CUDA_ERROR_LAUNCH_FAILED;
    case GT_LOST:       return CUDA_ERROR_OPERATING_SYSTEM;
    case GT_FAULT:      break;
    }
    return CUDA_ERROR_LAUNCH_FAILED;        /* CUDA 4.0 has one code for all: the message says which fault it was */
}

/* A message about kernel l->name with that name as the source has it, shortened where the rest of the message would not
 * find room behind it. */
static void readable_message(const struct gt_launch *l, const char *message, char *out, size_t n)
{
    const char *at = strstr(message, l->name), *rest = at ? at + strlen(l->name) : "";
    char *plain = at ? drv_demangled(l->name) : NULL;
    const size_t front = at ? (size_t)(at - message) : 0, around = front + strlen(rest) + strlen("...") + 1;

    if (plain && around + strlen(plain) > n && around < n)
        snprintf(out, n, "%.*s%.*s...%s", (int)front, message, (int)(n - around), plain, rest);
    else if (plain)
        snprintf(out, n, "%.*s%s%s", (int)front, message, plain, rest);
    else
        snprintf(out, n, "%s", message);
    free(plain);
}

/* The context remembers the failure, and whoever watches the program (unless GT200_QUIET says that nobody does) reads
 * it: "FILE:LINE: kernel ..." when the cubin knows lines. */
static CUresult launch_failed(struct CUctx_st *c, CUfunction f, const struct gt_launch *l, const struct gt_result *res)
{
    c->broken = result_code(res);
    c->reported = false;
    char text[sizeof c->message];
    readable_message(l, res->message, text, sizeof text);
    gt_module_explain(&f->module->m, f->kernel, res, text, c->message, sizeof c->message);
    c->told = !c->quiet && !cmd_is_command();
    if (c->told)
        gt_tell("gt200: %s\n", c->message);
    return drv_fail_broken(c);
}

/* A thread's assertion has failed, which has been told as CUDA tells it. */
static CUresult assertion_failed(struct CUctx_st *c, const char *text)
{
    c->broken = CUDA_ERROR_ASSERT;
    c->reported = false;
    snprintf(c->message, sizeof c->message, "%s", text);
    return drv_fail(c->broken, "%s", c->message);
}

/* Room for what the module's kernels print. */
static CUresult output_begin(struct CUctx_st *c, const struct gt_module *m)
{
    if (!gt_output_has(m))
        return CUDA_SUCCESS;
    if (!c->output && !(c->output = gt_output_new(c->gpu, c->output_bytes)))
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY,
                        "%u bytes for what kernels print (cudaLimitPrintfFifoSize) do not fit in device memory "
                        "(GT200_MEMORY_MB)", c->output_bytes);
    gt_output_begin(m, c->output, c->output_bytes);
    return CUDA_SUCCESS;
}

/* What the module's kernels take memory from. */
static CUresult heap_begin(struct CUctx_st *c, const struct gt_module *m)
{
    if (!gt_heap_has(m))
        return CUDA_SUCCESS;
    if (!c->heap && !(c->heap = gt_heap_new(c->gpu, c->heap_bytes)))
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY,
                        "%u bytes that kernels take memory from (cudaLimitMallocHeapSize) do not fit in device memory "
                        "(GT200_MEMORY_MB)", c->heap_bytes);
    gt_heap_begin(m, c->heap, c->heap_bytes);
    return CUDA_SUCCESS;
}

/* A word about a kernel of which no block ends for long. */
struct running { const struct gt_module *m; int kernel; const struct gt_launch *l; uint64_t limit; };

static void takes_long(void *ctx, const char *text)
{
    const struct running *r = ctx;
    char plain[1536], lines[2048];

    readable_message(r->l, text, plain, sizeof plain);
    gt_module_lines(r->m, r->kernel, plain, lines, sizeof lines);
    gt_tell("gt200: %s (Ctrl-C ends it; GT200_MAX_CYCLES=N: after so many, now %llu)\n", lines,
            (unsigned long long)r->limit);
}

/* A launch from bound constants to printed output, with whoever watches it. */
static CUresult run_kernel(struct CUctx_st *c, CUfunction f, struct gt_launch *l, unsigned grid_z, bool together)
{
    struct gt_result res;
    struct progress bar;
    struct gt_run_opts opts = { .progress = progress_step, .travel = progress_travel, .ctx = &bar,
                                .checks = c->checks, .board = c->board, .check = c->check };
    char err[512], name[512];

    if (c->bound != f->module) {
        if (!gt_module_activate(&f->module->m))
            return drv_out_of_memory();
        c->bound = f->module;
    }
    if (!gt_module_bind(&f->module->m, f->kernel, err, sizeof err))
        return drv_fail(CUDA_ERROR_INVALID_IMAGE, "%s", err);
    CUresult bound = drv_textures_bind(f->module);
    if (bound != CUDA_SUCCESS || (bound = output_begin(c, &f->module->m)) != CUDA_SUCCESS ||
        (bound = heap_begin(c, &f->module->m)) != CUDA_SUCCESS)
        return bound;
    l->max_cycles = c->max_cycles;
    memcpy(l->pm, c->pm, sizeof l->pm);
    drv_maps_to_device(c);
    struct running running = { &f->module->m, f->kernel, l, l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES };
    progress_start(&bar, l->name);
    bar.notice = takes_long;
    bar.ctx = &running;
    readable_message(l, l->name, name, sizeof name);
    if (bar.on)
        bar.what = name;
    if ((bound = profile_begin(c, f, l, name, &opts)) != CUDA_SUCCESS)
        return bound;
    const bool traced = trace_begin(c, f, l, name, &opts);
    opts.grid_z = grid_z;
    opts.together = together;
    opts.stack = c->stack_bytes;
    inspect_begin(c, f);
    debug_begin(c, f);
    const double begin = now();
    f->module->m.engine->run(&f->module->m, f->kernel, c->target, l, &res, &opts);
    const double seconds = now() - begin;
    if (traced)
        trace_end();
    profile_end(c, l, &res, seconds);
    debug_end(c);
    inspect_end(c, f, l, name, &res);
    progress_end(&bar);
    drv_maps_to_host(c);
    if (c->target == GT_TARGET_LOCKSTEP)
        drv_checked(&res);
    c->cycles = res.cycles;
    c->warp_insns = res.warp_insns;
    c->thread_insns = res.thread_insns;
    c->clock += c->target == GT_TARGET_FUNC ? 4 * res.warp_insns : res.cycles;
    char said[2048];
    const bool assertion = gt_output_end(&f->module->m, stdout, c->quiet ? NULL : stderr, said, sizeof said);
    if (res.status == GT_OK)
        return CUDA_SUCCESS;
    if (assertion && res.status == GT_FAULT)
        return assertion_failed(c, said);
    if (res.status == GT_BAD_LAUNCH) {      /* refused: the context stays usable */
        char text[sizeof res.message];
        readable_message(l, res.message, text, sizeof text);
        return drv_fail(result_code(&res), "%s", text);
    }
    return launch_failed(c, f, l, &res);
}

/* Parameters from the `extra` list of cuLaunchKernel. */
static CUresult take_extra(const struct CUctx_st *c, void **extra, uint32_t params[DRV_PARAM_WORDS], uint32_t *words)
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
    if (bytes > c->engine->limits.params || (bytes && !buffer))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuLaunchKernel: %zu bytes of parameters, at most %u", bytes,
                        c->engine->limits.params);
    if (bytes)
        memcpy(params, buffer, bytes);
    *words = (uint32_t)((bytes + 3) / 4);
    return CUDA_SUCCESS;
}

/* Parameters one by one, placed as the cubin says. */
static CUresult take_list(CUfunction f, void **list, uint32_t params[DRV_PARAM_WORDS], uint32_t *words)
{
    const struct gt_cubin_kernel *k = &f->module->m.cubin.kernels[f->kernel];

    if (!k->has_params)
        return drv_fail(CUDA_ERROR_NOT_SUPPORTED,
                        "cuLaunchKernel: the cubin does not say how large each parameter of %s is; pass them as one "
                        "buffer in 'extra'",
                        k->name);
    for (size_t i = 0; i < k->nparams; i++) {
        uint32_t end = k->params[i].offset + k->params[i].bytes;
        if (!list[i])
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuLaunchKernel: parameter %zu of %s is a null pointer", i,
                            k->name);
        memcpy((char *)params + k->params[i].offset, list[i], k->params[i].bytes);
        if (*words < (end + 3) / 4)
            *words = (end + 3) / 4;
    }
    return CUDA_SUCCESS;
}

/* The shapes that no kernel can have: CUDA tells them from a kernel that needs too much. */
static CUresult check_shape(const struct gt_engine_limits *most, CUfunction f, struct gt_launch *l, unsigned grid_z)
{
    const uint32_t asked = l->smem + (uint32_t)f->most_dynamic, shared = asked > most->shared ? asked : most->shared;
    const struct { const char *what; unsigned v, max; } dim[] = {
        { "block size in x", l->block_x, most->block[0] },
        { "block size in y", l->block_y, most->block[1] },
        { "block size in z", l->block_z, most->block[2] },
        { "grid size in x", l->grid_x, most->grid[0] },
        { "grid size in y", l->grid_y, most->grid[1] },
        { "grid size in z", grid_z, most->grid[2] },
    };
    CUresult rc = CUDA_SUCCESS;

    for (size_t i = 0; rc == CUDA_SUCCESS && i < sizeof dim / sizeof *dim; i++)
        if (dim[i].v < 1 || dim[i].v > dim[i].max)
            rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "kernel %s: %s is %u, allowed are 1 to %u", l->name, dim[i].what,
                          dim[i].v, dim[i].max);
    if (rc == CUDA_SUCCESS && l->block_x * l->block_y * l->block_z > most->threads)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "kernel %s: block of %u threads, at most %u", l->name,
                      l->block_x * l->block_y * l->block_z, most->threads);
    if (rc == CUDA_SUCCESS && (uint64_t)l->smem + l->dyn_smem > shared)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "kernel %s: %llu bytes of shared memory, at most %u%s", l->name,
                      (unsigned long long)l->smem + l->dyn_smem, shared,
                      most->major == 1 ? " (16 bytes header and parameters included)" : "");
    if (rc != CUDA_SUCCESS) {
        char text[sizeof drv_thread()->message];
        readable_message(l, gt200LastMessage(), text, sizeof text);
        drv_fail(rc, "%s", text);
    }
    drv_thread()->bad_config = rc != CUDA_SUCCESS;
    return rc;
}

/* Can all blocks be under way at once? */
static CUresult check_together(struct CUctx_st *c, CUfunction f, const struct gt_launch *l, unsigned grid_z)
{
    const struct gt_engine *e = c->engine;
    const struct gt_cubin_kernel *k = &f->module->m.cubin.kernels[f->kernel];
    const unsigned long long blocks = (unsigned long long)l->grid_x * l->grid_y * grid_z;

    if (!e->size.blocks_per_sm)
        return drv_fail(CUDA_ERROR_NOT_SUPPORTED, "cuLaunchCooperativeKernel: this device has not all blocks of a grid "
                        "at once (GT200_CHIP=h100 and its like have)");
    const unsigned n = gt_engine_blocks(e, l->block_x * l->block_y * l->block_z, k->reg, k->smem + l->dyn_smem);
    if (blocks > (unsigned long long)n * e->size.sms)
        return drv_fail(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, "kernel %s: %llu blocks at once, %u x %u fit", l->name,
                        blocks, e->size.sms, n);
    return CUDA_SUCCESS;
}

struct shape { unsigned grid[3], block[3], shared; };

static CUresult launch_kernel(const char *call, CUfunction f, const struct shape *s, CUstream stream, void **params,
                              void **extra, bool together)
{
    struct CUctx_st *c;
    uint32_t p[DRV_PARAM_WORDS] = { 0 }, words = 0;
    struct gt_launch l;
    char err[sizeof drv_thread()->message];
    CUresult rc = drv_enter_function(&c, f, call);

    drv_thread()->bad_config = false;
    if (rc != CUDA_SUCCESS)
        return rc;
    if (!drv_has_stream(c, stream))         /* besides, everything is in order */
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_HANDLE, "%s: not a stream of the current context", call));
    if (params && extra)
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuLaunchKernel: parameters both one by one and in 'extra'"));
    gt_module_launch(&f->module->m, f->kernel, &l);
    l.grid_x = s->grid[0];
    l.grid_y = s->grid[1];
    l.block_x = s->block[0];
    l.block_y = s->block[1];
    l.block_z = s->block[2];
    l.dyn_smem = s->shared;
    if ((rc = check_shape(&c->engine->limits, f, &l, s->grid[2])) != CUDA_SUCCESS ||
        (together && (rc = check_together(c, f, &l, s->grid[2])) != CUDA_SUCCESS) ||
        (rc = params ? take_list(f, params, p, &words) : take_extra(c, extra, p, &words)) != CUDA_SUCCESS)
        return drv_leave(c, rc);
    if (!gt_module_block(&f->module->m, f->kernel, l.block_x, l.block_y, l.block_z, err, sizeof err)) {
        char text[sizeof err];
        readable_message(&l, err, text, sizeof text);
        return drv_leave(c, drv_fail(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "%s", text));
    }
    if (!gt_module_params(&f->module->m, f->kernel, words * 4, err, sizeof err))
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "%s", err));
    l.params = p;
    l.param_words = words;
    rc = run_kernel(c, f, &l, s->grid[2], together);
    if (c->broken != CUDA_SUCCESS)
        c->reported = true;
    return drv_leave(c, rc);
}

CUresult cuLaunchKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void **params,
                        void **extra)
{
    const struct shape s = { { grid_x, grid_y, grid_z }, { block_x, block_y, block_z }, shared_bytes };

    return launch_kernel("cuLaunchKernel", f, &s, stream, params, extra, false);
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                   unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream,
                                   void **params)
{
    const struct shape s = { { grid_x, grid_y, grid_z }, { block_x, block_y, block_z }, shared_bytes };

    return launch_kernel("cuLaunchCooperativeKernel", f, &s, stream, params, NULL, true);
}

/* ---- the launch calls of CUDA 1.x and 2.x ---------------------------------------------------------- */

CUresult cuFuncSetBlockShape(CUfunction f, int x, int y, int z)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_function(&c, f, "cuFuncSetBlockShape");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (x < 1 || y < 1 || z < 1)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuFuncSetBlockShape: %d x %d x %d threads", x, y, z));
    f->block[0] = (unsigned)x;
    f->block[1] = (unsigned)y;
    f->block[2] = (unsigned)z;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuFuncSetSharedSize(CUfunction f, unsigned bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_function(&c, f, "cuFuncSetSharedSize");

    if (rc != CUDA_SUCCESS)
        return rc;
    f->shared = bytes;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuParamSetSize(CUfunction f, unsigned bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_function(&c, f, "cuParamSetSize");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (bytes > sizeof f->params)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuParamSetSize: %u bytes, at most 256", bytes));
    f->param_bytes = bytes;
    return drv_leave(c, CUDA_SUCCESS);
}

/* One more parameter that was set; what it overlaps was of another launch. */
static void note_param(CUfunction f, unsigned offset, unsigned bytes)
{
    size_t n = 0, at = 0;

    for (size_t i = 0; i < f->nset; i++)
        if (f->set[i].offset + f->set[i].bytes <= offset || offset + bytes <= f->set[i].offset)
            f->set[n++] = f->set[i];
    f->nset = n;
    if (!bytes || n == sizeof f->set / sizeof *f->set)
        return;
    while (at < n && f->set[at].offset < offset)
        at++;
    memmove(f->set + at + 1, f->set + at, (n - at) * sizeof *f->set);
    f->set[at] = (struct gt_cubin_param){ .offset = offset, .bytes = bytes };
    f->nset = n + 1;
}

/* Parameters set one by one by a host whose pointers are wider or narrower than those of the module: as many as the
 * kernel has, each of its size or a pointer of the other width, are placed where the kernel has them. Device
 * addresses have 32 bits either way. */
static bool fit_pointers(CUfunction f, uint32_t out[64], size_t *size)
{
    const struct gt_cubin_kernel *k = &f->module->m.cubin.kernels[f->kernel];
    uint32_t end = 0;

    if (!k->has_params || f->nset != k->nparams || !f->nset ||
        f->set[f->nset - 1].offset + f->set[f->nset - 1].bytes > f->param_bytes)
        return false;
    memset(out, 0, 64 * sizeof *out);
    for (size_t i = 0; i < k->nparams; i++) {
        const struct gt_cubin_param *to = &k->params[i], *from = &f->set[i];
        const char *value = (const char *)f->params + from->offset;
        if (from->bytes != to->bytes && !(from->bytes == 4 && to->bytes == 8) &&
            !(from->bytes == 8 && to->bytes == 4 && !memcmp(value + 4, "\0\0\0", 4)))
            return false;
        memcpy((char *)out + to->offset, value, from->bytes < to->bytes ? from->bytes : to->bytes);
        end = to->offset + to->bytes > end ? to->offset + to->bytes : end;
    }
    *size = end;
    return true;
}

CUresult cuParamSetv(CUfunction f, int offset, void *value, unsigned bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_function(&c, f, "cuParamSetv");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!value || offset < 0 || (unsigned)offset > sizeof f->params || bytes > sizeof f->params - (unsigned)offset)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE,
                                     "cuParamSet: %u bytes at offset %d, parameters are at most 256 bytes", bytes,
                                     offset));
    memcpy((char *)f->params + offset, value, bytes);
    note_param(f, (unsigned)offset, bytes);
    return drv_leave(c, CUDA_SUCCESS);
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
    struct CUctx_st *c;
    CUresult rc = drv_enter_function(&c, f, "cuLaunchGrid");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (width < 1 || height < 1)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuLaunchGrid: %d x %d blocks", width, height));
    size_t size = f->param_bytes;
    uint32_t fitted[64];
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, fit_pointers(f, fitted, &size) ? fitted : f->params,
                      CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
    rc = cuLaunchKernel(f, (unsigned)width, (unsigned)height, 1, f->block[0], f->block[1], f->block[2], f->shared,
                        NULL, NULL, extra);
    return drv_leave(c, rc);
}

CUresult cuLaunchGridAsync(CUfunction f, int width, int height, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuLaunchGridAsync");

    return rc != CUDA_SUCCESS ? rc : cuLaunchGrid(f, width, height);
}

CUresult cuLaunch(CUfunction f)
{
    return cuLaunchGrid(f, 1, 1);
}

void gt200LastLaunch(unsigned long long *cycles, unsigned long long *warp_insns, unsigned long long *thread_insns)
{
    CUcontext c = NULL;

    cuCtxGetCurrent(&c);
    *cycles = c ? c->cycles : 0;
    *warp_insns = c ? c->warp_insns : 0;
    *thread_insns = c ? c->thread_insns : 0;
}
