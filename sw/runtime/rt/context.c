/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: contexts. A context is a device of its own: memory, constants, clock.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "debug_launch.h"
#include "driver.h"
#include "inspect_launch.h"
#include "profile.h"
#include "profile_log.h"
#include "trace_launch.h"
#include "output.h"
#include "variables.h"

enum { STACK = 1024 };           /* bytes of a thread's stack, as drivers have it */

/* Once in a process: variables that look like ours and are none; a command has told them. */
static void look_at_variables(void)
{
    if (!cmd_is_command())
        cmd_variables();
}

/* Reads and checks all settings before anything is made; a context that could not be made leaves nothing. */
static CUresult context_new(struct CUctx_st **out, int device, unsigned flags)
{
    enum gt_target t;
    const struct gt_chip *chip = NULL;
    const struct gt_engine *engine = NULL;
    uint32_t threads = 0;
    uint32_t bytes = 0, jitter = 0;
    unsigned long long max_cycles = 0, check = 0, memory = 0;
    bool quiet = false;
    struct gt_checks checks;
    int devices = drv_devices();
    struct gt_board *board = NULL;
    CUresult rc;

    if (!devices)
        return CUDA_ERROR_INVALID_VALUE;
    if (device < 0 || device >= devices)
        return drv_fail(CUDA_ERROR_INVALID_DEVICE, "device %d: there are %d (GT200_DEVICES)", device, devices);
    if ((rc = drv_chosen_target(&t)) != CUDA_SUCCESS || (rc = drv_chosen_chip(t, &chip)) != CUDA_SUCCESS ||
        (rc = drv_chosen_engine(&engine)) != CUDA_SUCCESS || (rc = drv_threads(&threads)) != CUDA_SUCCESS ||
        (rc = drv_jitter(&jitter)) != CUDA_SUCCESS || (rc = drv_checks(&checks)) != CUDA_SUCCESS)
        return rc;
    if (!drv_env_number("GT200_MAX_CYCLES", &max_cycles) || !drv_env_number("GT200_MEMORY_MB", &memory) ||
        !drv_env_switch("GT200_QUIET", &quiet) ||
        !drv_env_number("GT200_CHECK", &check))
        return CUDA_ERROR_INVALID_VALUE;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (!quiet)
        pthread_once(&once, look_at_variables);
    const char *events = getenv("GT200_PM");
    uint8_t pm[4] = { 0 };
    char err[1024];
    if (events && *events && !gt_pm_parse(events, pm, err, sizeof err))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_PM: %s", err);
    if ((rc = drv_settings(t, chip)) != CUDA_SUCCESS || (rc = profile_valid()) != CUDA_SUCCESS ||
        (rc = trace_valid(t, chip)) != CUDA_SUCCESS || (rc = inspect_open()) != CUDA_SUCCESS ||
        (rc = debug_open()) != CUDA_SUCCESS)
        return rc;
    if (!gt_target_counts(t, pm))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_PM: target func counts prof_trigger_00 to _07 alone");
    if ((rc = drv_board(t, &board)) != CUDA_SUCCESS || (rc = drv_memory_bytes(t, board, &bytes)) != CUDA_SUCCESS) {
        gt_board_close(board);
        return rc;
    }
    struct profile_log *log = NULL;
    struct CUctx_st *c = calloc(1, sizeof *c);
    if (c && (rc = profile_log_open(&log, t, device)) != CUDA_SUCCESS) {
        gt_board_close(board);
        free(c);
        return rc;
    }
    if (!c || !(c->gpu = gt_gpu_new(bytes))) {
        profile_log_close(log);
        gt_board_close(board);
        free(c);
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "no host memory for a device of %u bytes", bytes);
    }
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&c->lock, &a);
    pthread_mutexattr_destroy(&a);
    c->target = t;
    c->log = log;
    c->engine = engine;
    c->board = board;
    c->check = check;
    if (t == GT_TARGET_FUNC)            /* whose SMs count for nothing but which blocks are resident */
        c->gpu->func_sms = drv_multiprocessors(t, chip);
    if (drv_own_record(t, chip))
        c->gpu->chip = chip;
    c->gpu->threads = threads;
    c->gpu->jitter = jitter;
    c->device = device;
    c->users = 1;
    c->maps_host = flags & CU_CTX_MAP_HOST;
    c->max_cycles = max_cycles;
    c->quiet = quiet;
    c->output_bytes = GT_OUTPUT_BYTES;
    c->heap_bytes = gt_heap_default(c->gpu);
    c->stack_bytes = STACK;
    c->checks = checks;
    if (checks.memcheck)
        c->gpu->guard = GT_MEMCHECK_GUARD;
    if (!inspect_context(c)) {
        gt_gpu_free(c->gpu);
        profile_log_close(log);
        gt_board_close(board);
        free(c);
        return drv_out_of_memory();
    }
    memcpy(c->pm, pm, sizeof pm);
    drv_lock();
    c->next = *drv_contexts();
    *drv_contexts() = c;
    drv_unlock();
    *out = c;
    return CUDA_SUCCESS;
}

CUresult drv_context_new(struct CUctx_st **out, int device, unsigned flags)
{
    CUresult rc = context_new(out, device, flags);

    return rc == CUDA_ERROR_INVALID_DEVICE ? rc : drv_no_start(rc);     /* the program's choice, not the user's */
}

static CUresult push_context(struct CUctx_st *c)
{
    struct drv_thread *t = drv_thread();

    if (t->depth == DRV_STACK)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "more than %d contexts pushed", DRV_STACK);
    t->stack[t->depth++] = c;
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *out, unsigned flags, CUdevice device)
{
    if (!drv_initialised())
        return drv_fail(CUDA_ERROR_NOT_INITIALIZED, "cuInit has not been called");
    if (!out)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxCreate: null pointer");
    CUresult rc = drv_context_new(out, device, flags);
    if (rc == CUDA_SUCCESS && (rc = push_context(*out)) != CUDA_SUCCESS)
        cuCtxDestroy(*out);
    return rc;
}

/* ---- the context of a device that both APIs share ------------------------------------------------------ */

static struct primary {                 /* under the lock of the process */
    struct CUctx_st *ctx;               /* NULL: not active */
    unsigned         flags;
    unsigned         retained;          /* by cuDevicePrimaryCtxRetain */
    bool             runtime;           /* in use by the Runtime API, until cudaDeviceReset */
} primary[DRV_DEVICES];

static CUresult primary_known(int device)
{
    if (!drv_initialised())
        return drv_fail(CUDA_ERROR_NOT_INITIALIZED, "cuInit has not been called");
    if (device < 0 || device >= drv_devices())
        return drv_fail(CUDA_ERROR_INVALID_DEVICE, "device %d: there are %d (GT200_DEVICES)", device, drv_devices());
    return CUDA_SUCCESS;
}

static CUresult primary_active(int device)
{
    return primary[device].ctx ? CUDA_SUCCESS
                               : drv_context_new(&primary[device].ctx, device, primary[device].flags);
}

CUresult drv_primary(CUcontext *c, int device)
{
    CUresult rc = primary_known(device);

    *c = NULL;
    if (rc != CUDA_SUCCESS)
        return rc;
    drv_lock();
    if ((rc = primary_active(device)) == CUDA_SUCCESS) {
        primary[device].runtime = true;
        *c = primary[device].ctx;
    }
    drv_unlock();
    return rc;
}

CUcontext drv_primary_now(int device)
{
    drv_lock();
    CUcontext c = primary_known(device) == CUDA_SUCCESS ? primary[device].ctx : NULL;
    drv_unlock();
    return c;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice device)
{
    CUresult rc = primary_known(device);

    if (rc == CUDA_SUCCESS && !c)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDevicePrimaryCtxRetain: null pointer");
    if (rc != CUDA_SUCCESS)
        return rc;
    drv_lock();
    if ((rc = primary_active(device)) == CUDA_SUCCESS) {
        primary[device].retained++;
        *c = primary[device].ctx;
    }
    drv_unlock();
    return rc;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    CUresult rc = primary_known(device);

    if (rc != CUDA_SUCCESS)
        return rc;
    drv_lock();
    struct primary *p = &primary[device];
    if (!p->retained)
        rc = drv_fail(CUDA_ERROR_INVALID_CONTEXT, "cuDevicePrimaryCtxRelease: device %d is not retained", device);
    else if (--p->retained == 0 && !p->runtime)
        rc = cuCtxDestroy(p->ctx);
    drv_unlock();
    return rc;
}

/* Whoever has retained it has a handle of nothing then, and may release it. */
CUresult cuDevicePrimaryCtxReset(CUdevice device)
{
    CUresult rc = primary_known(device);

    if (rc != CUDA_SUCCESS)
        return rc;
    drv_lock();
    if (primary[device].ctx)
        rc = cuCtxDestroy(primary[device].ctx);
    drv_unlock();
    return rc;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags)
{
    CUresult rc = primary_known(device);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (flags & ~(unsigned)CU_CTX_FLAGS_MASK)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDevicePrimaryCtxSetFlags: flags 0x%x", flags);
    drv_lock();
    if (primary[device].ctx)
        rc = drv_fail(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE,
                      "cuDevicePrimaryCtxSetFlags: device %d is in use, flags come before", device);
    else
        primary[device].flags = flags;
    drv_unlock();
    return rc;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    CUresult rc = primary_known(device);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!flags || !active)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDevicePrimaryCtxGetState: null pointer");
    drv_lock();
    *flags = primary[device].flags;
    *active = primary[device].ctx != NULL;
    drv_unlock();
    return CUDA_SUCCESS;
}

/* ---- its end, and what is current ------------------------------------------------------------------------ */

CUresult cuCtxDestroy(CUcontext c)
{
    struct drv_thread *t = drv_thread();

    if (!c || !drv_alive(c))
        return drv_fail(CUDA_ERROR_INVALID_CONTEXT, "cuCtxDestroy: no such context");
    drv_lock();
    struct CUctx_st **at = drv_contexts();
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    if (primary[c->device].ctx == c) {
        primary[c->device].ctx = NULL;
        primary[c->device].runtime = false;
    }
    drv_unlock();
    for (int i = 0; i < t->depth; i++)
        if (t->stack[i] == c) {
            for (int j = i--; j + 1 < t->depth; j++)
                t->stack[j] = t->stack[j + 1];
            t->depth--;
        }
    pthread_mutex_lock(&c->lock);       /* a call of another thread ends first */
    while (c->modules)
        drv_module_free(c->modules);
    while (c->streams) {
        struct CUstream_st *s = c->streams;
        c->streams = s->next;
        free(s);
    }
    while (c->events) {
        struct CUevent_st *e = c->events;
        c->events = e->next;
        free(e);
    }
    drv_host_end(c);
    drv_arrays_free(c);
    drv_graphics_free(c);
    drv_textures_free(&c->textures);
    free(c->images);
    profile_log_close(c->log);
    gt_inspect_free(c->inspect);
    gt_gpu_free(c->gpu);
    gt_board_close(c->board);
    pthread_mutex_unlock(&c->lock);
    pthread_mutex_destroy(&c->lock);
    free(c);
    return CUDA_SUCCESS;
}

CUresult cuCtxAttach(CUcontext *out, unsigned flags)
{
    struct CUctx_st *c;

    if (flags || !out)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxAttach: invalid argument");
    CUresult rc = drv_enter_broken(&c);
    if (rc != CUDA_SUCCESS)
        return rc;
    c->users++;
    *out = c;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuCtxDetach(CUcontext c)
{
    if (!c || !drv_alive(c))
        return drv_fail(CUDA_ERROR_INVALID_CONTEXT, "cuCtxDetach: no such context");
    pthread_mutex_lock(&c->lock);
    bool last = --c->users == 0;
    pthread_mutex_unlock(&c->lock);
    return last ? cuCtxDestroy(c) : CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext c)
{
    if (!c || !drv_alive(c))
        return drv_fail(CUDA_ERROR_INVALID_CONTEXT, "cuCtxPushCurrent: no such context");
    return push_context(c);
}

CUresult cuCtxPopCurrent(CUcontext *c)
{
    struct drv_thread *t = drv_thread();

    if (!t->depth)
        return drv_fail(CUDA_ERROR_INVALID_CONTEXT, "cuCtxPopCurrent: there is no current context");
    t->depth--;
    if (c)
        *c = t->stack[t->depth];
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *c)
{
    const struct drv_thread *t = drv_thread();

    if (!c)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxGetCurrent: null pointer");
    *c = t->depth ? t->stack[t->depth - 1] : NULL;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext c)
{
    struct drv_thread *t = drv_thread();

    if (c && !drv_alive(c))
        return drv_fail(CUDA_ERROR_INVALID_CONTEXT, "cuCtxSetCurrent: no such context");
    if (t->depth)
        t->depth--;
    return c ? push_context(c) : CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!device)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxGetDevice: null pointer"));
    *device = c->device;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuCtxGetApiVersion(CUcontext c, unsigned *version)
{
    if (!version || (c && !drv_alive(c)))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxGetApiVersion: invalid argument");
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    (void)config;
    return rc != CUDA_SUCCESS ? rc : drv_leave(c, CUDA_SUCCESS);
}

/* Launches have ended when they return; a failed one is reported again. */
CUresult cuCtxSynchronize(void)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, CUDA_SUCCESS);
}

/* The device has one kind of memory path: what is set changes nothing. */
CUresult cuCtxGetCacheConfig(CUfunc_cache *config)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!config)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxGetCacheConfig: null pointer"));
    *config = CU_FUNC_CACHE_PREFER_NONE;
    return drv_leave(c, CUDA_SUCCESS);
}

/* Banks of shared memory have 4 bytes. */
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if ((int)config < CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE || config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxSetSharedMemConfig: configuration %d", (int)config);
    return drv_leave(c, rc);
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!config)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxGetSharedMemConfig: null pointer"));
    *config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    return drv_leave(c, CUDA_SUCCESS);
}

/* The stack of kernels came with compute capability 2.0, and is that of later chips. */
static CUresult enter_limit(struct CUctx_st **c, const char *call, CUlimit limit)
{
    CUresult rc = drv_enter(c);

    if (rc != CUDA_SUCCESS || limit == CU_LIMIT_PRINTF_FIFO_SIZE || limit == CU_LIMIT_MALLOC_HEAP_SIZE ||
        (limit == CU_LIMIT_STACK_SIZE && (*c)->engine->chip))
        return rc;
    return drv_leave(*c, drv_fail(CUDA_ERROR_UNSUPPORTED_LIMIT, "%s: limit %d is not one of compute capability 1.3",
                                  call, (int)limit));
}

/* What kernels print: a power of two, the next one that is large enough. */
static CUresult limit_output(struct CUctx_st *c, size_t value)
{
    enum { LEAST = 1024 };
    uint32_t bytes = LEAST;

    while (bytes < value && bytes < 1u << 31)
        bytes *= 2;
    if (bytes < value || bytes > c->gpu->mem_bytes)
        return drv_fail(CUDA_ERROR_INVALID_VALUE,
                        "cuCtxSetLimit: %zu bytes do not fit in device memory (GT200_MEMORY_MB)", value);
    if (c->output)
        gt_release(c->gpu, c->output);
    c->output = 0;
    c->output_bytes = bytes;
    return CUDA_SUCCESS;
}

/* What kernels take memory from, before the first does. */
static CUresult limit_heap(struct CUctx_st *c, size_t value)
{
    enum { LEAST = 4096, UNIT = 256 };

    if (c->heap)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxSetLimit: a kernel has used the heap, limits come before");
    if (value > c->gpu->mem_bytes)
        return drv_fail(CUDA_ERROR_INVALID_VALUE,
                        "cuCtxSetLimit: %zu bytes do not fit in device memory (GT200_MEMORY_MB)", value);
    c->heap_bytes = value < LEAST ? LEAST : (uint32_t)((value + UNIT - 1) / UNIT * UNIT);
    return CUDA_SUCCESS;
}

/* What alloca and functions that call themselves take memory from. */
static CUresult limit_stack(struct CUctx_st *c, size_t value)
{
    enum { MOST = 512 << 10 };

    if (value > MOST)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxSetLimit: a stack of %zu bytes; at most %d fit", value, MOST);
    c->stack_bytes = value < STACK ? STACK : (uint32_t)(value + 15) & ~15u;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
    struct CUctx_st *c;
    CUresult rc = enter_limit(&c, "cuCtxSetLimit", limit);

    if (rc != CUDA_SUCCESS)
        return rc;
    return drv_leave(c, limit == CU_LIMIT_STACK_SIZE         ? limit_stack(c, value)
                        : limit == CU_LIMIT_PRINTF_FIFO_SIZE ? limit_output(c, value)
                                                             : limit_heap(c, value));
}

CUresult cuCtxGetLimit(size_t *value, CUlimit limit)
{
    struct CUctx_st *c;
    CUresult rc = enter_limit(&c, "cuCtxGetLimit", limit);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!value)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxGetLimit: null pointer"));
    *value = limit == CU_LIMIT_STACK_SIZE         ? c->stack_bytes
             : limit == CU_LIMIT_PRINTF_FIFO_SIZE ? c->output_bytes
                                                  : c->heap_bytes;
    return drv_leave(c, CUDA_SUCCESS);
}

DRV_V2(cuCtxCreate);
DRV_V2(cuCtxDestroy);
DRV_V2(cuCtxPushCurrent);
DRV_V2(cuCtxPopCurrent);
DRV_V2(cuDevicePrimaryCtxRelease);
DRV_V2(cuDevicePrimaryCtxReset);
DRV_V2(cuDevicePrimaryCtxSetFlags);
