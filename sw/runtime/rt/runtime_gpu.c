/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API on the devices of an NVIDIA driver (GT200_TARGET=cuda). Calls are the driver's; here is what a
 * program needs besides. Its image is native code, which the driver loads as it is, or PTX: our compiler makes native
 * code of it, the same that the functional model runs, and the driver's does so for chips that ours does not have. What
 * kernels print goes into memory of the host, which is there after a kernel has failed, too; what they take memory from
 * is the device's.
 */
#include "runtime_gpu.h"

#include <stdlib.h>
#include <string.h>

#include "output.h"

struct module {
    struct module *next;
    const char    *image;
    CUmodule       m;
};

static struct gpu {                     /* under the lock of the process */
    CUcontext      ctx;                 /* its primary context; NULL: not in use */
    unsigned       flags;
    struct module *modules;
    uint32_t      *ring;                /* what kernels print into, memory of the host; NULL: none of them does */
    CUdeviceptr    ring_at;             /* the same for kernels */
    CUdeviceptr    heap;                /* 0: none takes memory */
    size_t         ring_bytes, heap_bytes;      /* 0: as they are by default */
    char           said[2048];          /* by an assertion that has failed; "": none */
} gpus[DRV_DEVICES];

static struct gpu *current_gpu(void)
{
    return &gpus[drv_thread()->device];
}

/* ---- contexts ------------------------------------------------------------------------------------ */

/* Where host and device share their addresses all memory of the host that is page-locked is mapped, and the flag that
 * asks for it is refused. */
static CUresult retain_context(struct gpu *g, int device)
{
    int shared = 0;

    rt_api()->cuDeviceGetAttribute(&shared, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, device);
    const unsigned flags = shared ? g->flags & ~(unsigned)CU_CTX_MAP_HOST : g->flags | CU_CTX_MAP_HOST;
    CUresult rc = rt_api()->cuDevicePrimaryCtxSetFlags(device, flags);
    return rc == CUDA_SUCCESS || rc == CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE
               ? rt_api()->cuDevicePrimaryCtxRetain(&g->ctx, device)
               : rc;
}

CUresult gpu_enter(int device)
{
    struct gpu *g = &gpus[device];
    CUresult rc = rt_start();

    if (rc != CUDA_SUCCESS)
        return rc;
    drv_fail(CUDA_SUCCESS, "%s", "");   /* a message is of the call that fails */
    drv_lock();
    if (!g->ctx)
        rc = retain_context(g, device);
    drv_unlock();
    return rc != CUDA_SUCCESS ? rc : rt_api()->cuCtxSetCurrent(g->ctx);
}

CUresult gpu_set_flags(int device, unsigned flags)
{
    struct gpu *g = &gpus[device];

    drv_lock();
    CUresult rc = g->ctx ? CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE : CUDA_SUCCESS;
    if (rc == CUDA_SUCCESS)
        g->flags = flags;
    drv_unlock();
    return rc;
}

CUresult gpu_reset(int device)
{
    struct gpu *g = &gpus[device];
    CUresult rc = rt_start();

    if (rc != CUDA_SUCCESS || !g->ctx)
        return rc;
    rt_api()->cuCtxSetCurrent(g->ctx);
    gpu_waited(rt_api()->cuCtxSynchronize());
    drv_lock();
    while (g->modules) {
        struct module *m = g->modules;
        g->modules = m->next;
        free(m);
    }
    rc = rt_api()->cuDevicePrimaryCtxRelease(device);
    CUresult reset = rt_api()->cuDevicePrimaryCtxReset(device);
    *g = (struct gpu){ .flags = g->flags };
    drv_unlock();
    return rc != CUDA_SUCCESS ? rc : reset;
}

/* ---- what kernels print and take memory from ------------------------------------------------------- */

static size_t ring_size(const struct gpu *g) { return g->ring_bytes ? g->ring_bytes : GT_OUTPUT_BYTES; }
static size_t heap_size(const struct gpu *g) { return g->heap_bytes ? g->heap_bytes : GT_HEAP_BYTES; }

static CUresult make_ring(struct gpu *g)
{
    void *p;
    CUresult rc = rt_api()->cuMemHostAlloc(&p, GT_OUTPUT_HEAD + ring_size(g), CU_MEMHOSTALLOC_DEVICEMAP);

    if (rc != CUDA_SUCCESS)
        return rc;
    if ((rc = rt_api()->cuMemHostGetDevicePointer(&g->ring_at, p, 0)) != CUDA_SUCCESS) {
        rt_api()->cuMemFreeHost(p);
        return rc;
    }
    memset(p, 0, GT_OUTPUT_HEAD);
    g->ring = p;
    return CUDA_SUCCESS;
}

static CUresult make_heap(struct gpu *g)
{
    CUresult rc = rt_api()->cuMemAlloc(&g->heap, heap_size(g));

    return rc != CUDA_SUCCESS ? rc : rt_api()->cuMemsetD32(g->heap, 0, GT_HEAP_HEAD / 4);
}

/* Writes a variable of the module, if there is one of that name and size. */
static CUresult set_variable(CUmodule m, const char *name, const uint32_t *words, size_t bytes)
{
    CUdeviceptr a;
    size_t n;

    return rt_api()->cuModuleGetGlobal(&a, &n, m, name) == CUDA_SUCCESS && n == bytes
               ? rt_api()->cuMemcpyHtoD(a, words, bytes)
               : CUDA_SUCCESS;
}

static bool has_variable(CUmodule m, const char *name)
{
    CUdeviceptr a;
    size_t n;

    return rt_api()->cuModuleGetGlobal(&a, &n, m, name) == CUDA_SUCCESS;
}

/* Tells the module where it prints and takes memory. */
static CUresult give_regions(struct gpu *g, CUmodule m)
{
    uint32_t output[GT_OUTPUT_WORDS], heap[GT_HEAP_WORDS];
    CUresult rc = CUDA_SUCCESS;

    if (has_variable(m, GT_OUTPUT_NAME) && (g->ring || (rc = make_ring(g)) == CUDA_SUCCESS)) {
        gt_output_state(output, g->ring_at, (uint32_t)ring_size(g));
        rc = set_variable(m, GT_OUTPUT_NAME, output, sizeof output);
    }
    if (rc == CUDA_SUCCESS && has_variable(m, GT_HEAP_NAME) && (g->heap || (rc = make_heap(g)) == CUDA_SUCCESS)) {
        gt_heap_state(heap, g->heap, (uint32_t)heap_size(g));
        rc = set_variable(m, GT_HEAP_NAME, heap, sizeof heap);
    }
    return rc;
}

/* Pieces of the device's memory that have been read: texts are read byte by byte. */
enum { PIECES = 64, PIECE = 256 };
struct pieces {
    struct { bool there; uint64_t at; char bytes[PIECE]; } of[PIECES];
    bool lost;                          /* something could not be read */
};

static bool read_device(void *ctx, uint64_t address, void *to, size_t bytes)
{
    struct pieces *p = ctx;
    const uint64_t at = address / PIECE * PIECE;
    const size_t i = (size_t)(at / PIECE % PIECES), offset = (size_t)(address - at);

    if (!p->of[i].there || p->of[i].at != at) {
        p->of[i].there = rt_api()->cuMemcpyDtoH(p->of[i].bytes, (CUdeviceptr)at, PIECE) == CUDA_SUCCESS;
        p->of[i].at = at;
    }
    if (p->of[i].there && bytes <= PIECE - offset) {
        memcpy(to, p->of[i].bytes + offset, bytes);
        return true;
    }
    const bool ok = rt_api()->cuMemcpyDtoH(to, (CUdeviceptr)address, bytes) == CUDA_SUCCESS;
    p->lost = p->lost || !ok;
    return ok;
}

/* Prints what is in the ring, which no kernel writes to. */
static void print_ring(struct gpu *g)
{
    struct pieces *p = calloc(1, sizeof *p);
    const struct gt_output_memory memory = { read_device, p };
    FILE *err = rt_quiet() ? NULL : stderr;
    char said[sizeof g->said];

    if (p && gt_output_print(g->ring, (uint32_t)ring_size(g), &memory, stdout, err, said, sizeof said) && !*g->said)
        memcpy(g->said, said, sizeof g->said);
    if (p && p->lost && err)
        fprintf(err, "gt200: what kernels printed before one of them failed cannot be read\n");
    free(p);
    memset(g->ring, 0, GT_OUTPUT_HEAD);
}

CUresult gpu_waited(CUresult rc)
{
    if (!rt_on_gpu())
        return rc;
    struct gpu *g = current_gpu();
    drv_lock();
    const volatile uint32_t *head = g->ring;
    if (head && (head[0] || head[1])) {
        const CUresult all = rt_api()->cuCtxSynchronize();      /* kernels of other streams print, too */
        rc = rc != CUDA_SUCCESS ? rc : all;
        print_ring(g);
    }
    drv_unlock();
    return rc;
}

/* Codes of the driver for kernels that failed, from the first to the last, which CUDA 4.0 does not have. */
enum { ILLEGAL_ADDRESS = 700, LAUNCH_FAILED = 719 };

CUresult gpu_result(CUresult rc)
{
    const struct gpu *g = current_gpu();

    if (*g->said && (int)rc >= ILLEGAL_ADDRESS && (int)rc <= LAUNCH_FAILED)
        return drv_fail(CUDA_ERROR_ASSERT, "%s", g->said);
    return (int)rc == ILLEGAL_ADDRESS ? RT_ERROR(cudaErrorIllegalAddress)
           : (int)rc == LAUNCH_FAILED ? RT_ERROR(cudaErrorLaunchFailure)
                                      : rc;
}

/* ---- limits ---------------------------------------------------------------------------------------- */

static CUresult limit_ring(struct gpu *g, size_t value)
{
    enum { LEAST = 1024 };
    size_t bytes = LEAST;

    while (bytes < value && bytes < (size_t)1 << 31)
        bytes *= 2;
    if (bytes < value)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cudaLimitPrintfFifoSize: %zu bytes, at most 2 GB", value);
    CUresult rc = gpu_waited(rt_api()->cuCtxSynchronize());
    if (g->ring)
        rt_api()->cuMemFreeHost(g->ring);
    g->ring = NULL;
    g->ring_bytes = bytes;
    for (const struct module *m = g->modules; m && rc == CUDA_SUCCESS; m = m->next)
        rc = give_regions(g, m->m);
    return rc;
}

static CUresult limit_heap(struct gpu *g, size_t value)
{
    enum { LEAST = 4096, UNIT = 256 };

    if (g->heap)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cudaLimitMallocHeapSize: a kernel has it, limits come before");
    if (value > UINT32_MAX - UNIT)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cudaLimitMallocHeapSize: %zu bytes, at most 4 GB", value);
    g->heap_bytes = value < LEAST ? LEAST : (value + UNIT - 1) / UNIT * UNIT;
    return CUDA_SUCCESS;
}

CUresult gpu_set_limit(CUlimit limit, size_t value)
{
    struct gpu *g = current_gpu();

    if (limit != CU_LIMIT_PRINTF_FIFO_SIZE && limit != CU_LIMIT_MALLOC_HEAP_SIZE)
        return rt_api()->cuCtxSetLimit(limit, value);
    drv_lock();
    const CUresult rc = limit == CU_LIMIT_PRINTF_FIFO_SIZE ? limit_ring(g, value) : limit_heap(g, value);
    drv_unlock();
    return rc;
}

CUresult gpu_limit(size_t *value, CUlimit limit)
{
    const struct gpu *g = current_gpu();

    if (!value || (limit != CU_LIMIT_PRINTF_FIFO_SIZE && limit != CU_LIMIT_MALLOC_HEAP_SIZE))
        return rt_api()->cuCtxGetLimit(value, limit);
    *value = limit == CU_LIMIT_PRINTF_FIFO_SIZE ? ring_size(g) : heap_size(g);
    return CUDA_SUCCESS;
}

/* ---- modules --------------------------------------------------------------------------------------- */

/* Compute capability, 90 for 9.0. */
static unsigned chip_of(int device)
{
    int major = 0, minor = 0;

    rt_api()->cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    rt_api()->cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    return (unsigned)(10 * major + minor);
}

/* The driver's loading, with what its compiler says. */
static CUresult load_image(CUmodule *m, const char *image, unsigned chip)
{
    char log[1024] = "";
    CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
    void *values[] = { log, (void *)(uintptr_t)sizeof log };
    const unsigned of = drv_elf_chip(image, SIZE_MAX);
    const CUresult rc = rt_api()->cuModuleLoadDataEx(m, image, 2, options, values);

    if (rc == CUDA_SUCCESS)
        return rc;
    const char *text = NULL;
    rt_api()->cuGetErrorString(rc, &text);
    return of ? drv_fail(rc, "the program has code of sm_%u, the GPU is sm_%u: %s (gt200 cc -arch=sm_%u, or "
                         "-arch=compute_70 for several)", of, chip, text ? text : "it is not loaded", chip)
              : drv_fail(rc, "the program's PTX on sm_%u: %s%s%s", chip, text ? text : "it is not loaded",
                         *log ? "\n" : "", log);
}

/* PTX by our compiler, where it has the chip. */
static CUresult load_ptx(CUmodule *m, const char *ptx, unsigned chip)
{
    const struct gt_engine *e = gt_engine_of(chip / 10, chip % 10);
    const struct ptxas_options none = { .max_regs = 0 };
    struct ptxas_result made = { .text = NULL };

    if (!e)
        return load_image(m, ptx, chip);
    if (!e->compile(e, ptx, "image", &none, &made))
        return drv_fail(CUDA_ERROR_INVALID_PTX, "%s", made.error);
    const CUresult rc = load_image(m, made.text, chip);
    free(made.text);
    return rc;
}

static CUresult load_module(struct gpu *g, const char *image, CUmodule *m)
{
    const unsigned chip = chip_of(drv_thread()->device);
    struct module *new = malloc(sizeof *new);

    if (!new)
        return drv_out_of_memory();
    CUresult rc = !strncmp(image, "architecture", 12)
                      ? drv_fail(CUDA_ERROR_NO_BINARY_FOR_GPU, "target cuda: the program has code of GT200 alone "
                                 "(gt200 cc -arch=sm_%u)", chip)
                  : drv_elf_chip(image, SIZE_MAX) ? load_image(m, image, chip)
                                                  : load_ptx(m, image, chip);
    if (rc == CUDA_SUCCESS && (rc = give_regions(g, *m)) != CUDA_SUCCESS)
        rt_api()->cuModuleUnload(*m);
    if (rc != CUDA_SUCCESS) {
        free(new);
        return rc == CUDA_ERROR_OUT_OF_MEMORY ? rc : drv_no_start(rc);
    }
    *new = (struct module){ g->modules, image, *m };
    g->modules = new;
    return CUDA_SUCCESS;
}

CUresult gpu_module(const char *image, CUmodule *m)
{
    struct gpu *g = current_gpu();
    CUresult rc = CUDA_SUCCESS;

    drv_lock();
    const struct module *x = g->modules;
    while (x && x->image != image)
        x = x->next;
    if (x)
        *m = x->m;
    else
        rc = load_module(g, image, m);
    drv_unlock();
    return rc;
}
