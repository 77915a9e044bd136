/* SPDX-License-Identifier: Apache-2.0
 *
 * Loads cubins and runs kernels through libcuda, which is opened here.
 */
#define _POSIX_C_SOURCE 200809L
#include "gpu.h"
#include "cuda_library.h"

#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ZEROS = 1 << 24, SECONDS = 5 };

#define FUNCTIONS(X) \
    X(cuInit, "cuInit") X(cuDriverGetVersion, "cuDriverGetVersion") X(cuGetErrorString, "cuGetErrorString") \
    X(cuDeviceGet, "cuDeviceGet") X(cuDeviceGetCount, "cuDeviceGetCount") X(cuDeviceGetName, "cuDeviceGetName") \
    X(cuDeviceGetAttribute, "cuDeviceGetAttribute") X(cuCtxCreate, "cuCtxCreate_v2") \
    X(cuCtxDestroy, "cuCtxDestroy_v2") X(cuStreamQuery, "cuStreamQuery") \
    X(cuModuleLoadDataEx, "cuModuleLoadDataEx") X(cuModuleUnload, "cuModuleUnload") \
    X(cuModuleGetFunction, "cuModuleGetFunction") X(cuMemAlloc, "cuMemAlloc_v2") X(cuMemFree, "cuMemFree_v2") \
    X(cuMemcpyDtoH, "cuMemcpyDtoH_v2") X(cuMemcpyHtoD, "cuMemcpyHtoD_v2") \
    X(cuMemsetD32, "cuMemsetD32_v2") X(cuLaunchKernel, "cuLaunchKernel")

/* Those of textures, which are looked for when they are needed. */
#define TEXTURE_FUNCTIONS(X) \
    X(cuModuleGetTexRef, "cuModuleGetTexRef") X(cuArray3DCreate, "cuArray3DCreate_v2") \
    X(cuArrayDestroy, "cuArrayDestroy") X(cuMemcpy3D, "cuMemcpy3D_v2") X(cuTexRefSetArray, "cuTexRefSetArray") \
    X(cuTexRefSetFormat, "cuTexRefSetFormat") X(cuTexRefSetFlags, "cuTexRefSetFlags") \
    X(cuTexRefSetFilterMode, "cuTexRefSetFilterMode") X(cuTexRefSetAddressMode, "cuTexRefSetAddressMode")

struct gpu {
#define MEMBER(name, symbol) __typeof__(&name) name;
    FUNCTIONS(MEMBER)
    TEXTURE_FUNCTIONS(MEMBER)
#undef MEMBER
    void       *library;
    CUdevice    device;
    CUcontext   context;
    CUdeviceptr zeros, results;
    size_t      room;
    unsigned    capability;
    char        about[512];
};

static bool call_failed(const struct gpu *g, CUresult rc, const char *what, char *err, size_t errn)
{
    const char *text = NULL;

    if (rc == CUDA_SUCCESS)
        return false;
    g->cuGetErrorString(rc, &text);
    snprintf(err, errn, "%s: %s (CUDA error %d)", what, text ? text : "unknown error", (int)rc);
    return true;
}

#define FIND(name, symbol) \
    *(void **)&g->name = dlsym(g->library, symbol); \
    if (!g->name) { \
        snprintf(err, errn, "%s has no %s (expected the libcuda of an NVIDIA driver)", path, symbol); \
        return false; \
    }

/* All functions of libcuda that are needed. */
static bool find_all(struct gpu *g, const char *path, char *err, size_t errn)
{
    FUNCTIONS(FIND)
    return true;
}

static bool find_textures(struct gpu *g, char *err, size_t errn)
{
    const char *path = "libcuda";

    TEXTURE_FUNCTIONS(FIND)
    return true;
}
#undef FIND

static bool make_context(struct gpu *g, char *err, size_t errn)
{
    g->room = 0;
    g->results = 0;
    return !call_failed(g, g->cuCtxCreate(&g->context, 0, g->device), "cuCtxCreate", err, errn) &&
           !call_failed(g, g->cuMemAlloc(&g->zeros, ZEROS), "cuMemAlloc", err, errn) &&
           !call_failed(g, g->cuMemsetD32(g->zeros, 0, ZEROS / 4), "cuMemsetD32", err, errn);
}

/* "NVRM version: ... 580.159.04  Release Build": the number, or nothing. */
static void driver_version(char *out, size_t n)
{
    char line[256] = "", *save;
    FILE *f = fopen("/proc/driver/nvidia/version", "r");

    *out = 0;
    if (f && fgets(line, sizeof line, f))
        for (char *w = strtok_r(line, " \t\n", &save); w; w = strtok_r(NULL, " \t\n", &save))
            if (strspn(w, "0123456789.") == strlen(w) && strchr(w, '.')) {
                snprintf(out, n, "%s", w);
                break;
            }
    if (f)
        fclose(f);
}

/* Name, compute capability, SMs and driver, for the head of a record. */
static bool describe_gpu(struct gpu *g, char *err, size_t errn)
{
    char name[128], version[64];
    int major, minor, driver, sms;

    if (call_failed(g, g->cuDeviceGetName(name, sizeof name, g->device), "cuDeviceGetName", err, errn) ||
        call_failed(g, g->cuDriverGetVersion(&driver), "cuDriverGetVersion", err, errn) ||
        call_failed(g, g->cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, g->device),
                    "cuDeviceGetAttribute", err, errn) ||
        call_failed(g, g->cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, g->device),
                    "cuDeviceGetAttribute", err, errn) ||
        call_failed(g, g->cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, g->device),
                    "cuDeviceGetAttribute", err, errn))
        return false;
    driver_version(version, sizeof version);
    g->capability = (unsigned)(10 * major + minor);
    snprintf(g->about, sizeof g->about, "%s; compute capability %d.%d; %d SMs; driver %s (CUDA %d.%d)", name, major,
             minor, sms, *version ? version : "of unknown version", driver / 1000, driver % 1000 / 10);
    return true;
}

struct gpu *gpu_open(char *err, size_t errn)
{
    struct gpu *g = calloc(1, sizeof *g);
    char path[1024];
    int count = 0;

    if (!g)
        abort();
    g->library = cuda_library_open(path, sizeof path, err, errn);
    bool ok = g->library && find_all(g, path, err, errn) && !call_failed(g, g->cuInit(0), "cuInit", err, errn) &&
              !call_failed(g, g->cuDeviceGetCount(&count), "cuDeviceGetCount", err, errn);
    if (ok && count < 1) {
        snprintf(err, errn, "%s: no NVIDIA device on this machine", path);
        ok = false;
    }
    ok = ok && !call_failed(g, g->cuDeviceGet(&g->device, 0), "cuDeviceGet", err, errn) && describe_gpu(g, err, errn) &&
         make_context(g, err, errn);
    if (!ok) {
        if (g->library)
            dlclose(g->library);
        free(g);
        return NULL;
    }
    return g;
}

void gpu_close(struct gpu *g)
{
    g->cuCtxDestroy(g->context);
    dlclose(g->library);
    free(g);
}

const char *gpu_about(const struct gpu *g)
{
    return g->about;
}

unsigned gpu_capability(const struct gpu *g)
{
    return g->capability;
}

/* Waits for all that was launched. */
static bool wait_for_gpu(struct gpu *g, bool *lost, char *err, size_t errn)
{
    time_t until = time(NULL) + SECONDS;
    CUresult rc;

    while ((rc = g->cuStreamQuery(NULL)) == CUDA_ERROR_NOT_READY)
        if (time(NULL) > until) {
            *lost = true;
            snprintf(err, errn, "the kernels did not end within %d seconds", SECONDS);
            return false;
        }
    *lost = rc != CUDA_SUCCESS;
    return !call_failed(g, rc, "the kernels", err, errn);
}

/* Launches kernels v0 to v(count - 1), `runs` times over; *lost: the context is gone. */
static bool run_module(struct gpu *g, CUmodule m, unsigned count, const struct gpu_grid *grid, size_t bytes,
                       unsigned runs, char *results, bool *lost, char *err, size_t errn)
{
    CUfunction f[512];
    char constants[GPU_CONSTANTS_MAX] = { 0 };
    char name[16];

    for (unsigned i = 0; i < count; i++) {
        snprintf(name, sizeof name, "v%u", i);
        if (call_failed(g, g->cuModuleGetFunction(&f[i], m, name), name, err, errn))
            return false;
    }
    for (unsigned r = 0; r < runs; r++) {
        if (call_failed(g, g->cuMemsetD32(g->results, 0xdeadbeef, count * bytes / 4), "cuMemsetD32", err, errn))
            return false;
        for (unsigned i = 0; i < count; i++) {
            CUdeviceptr out = g->results + i * bytes;
            void *args[] = { &out, &g->zeros, constants };
            if (call_failed(g, g->cuLaunchKernel(f[i], grid->blocks, 1, 1, 32 * grid->warps, 1, 1, 0, NULL, args, NULL),
                            name, err, errn))
                return false;
        }
        if (!wait_for_gpu(g, lost, err, errn) ||
            call_failed(g, g->cuMemcpyDtoH(results + r * count * bytes, g->results, count * bytes), "cuMemcpyDtoH", err,
                        errn))
            return false;
    }
    return true;
}

bool gpu_run(struct gpu *g, const void *cubin, unsigned count, const struct gpu_grid *grid, size_t bytes,
             unsigned runs, void *results, bool *lost, char *err, size_t errn)
{
    CUmodule m;

    *lost = false;
    if (count > 512) {
        snprintf(err, errn, "expected at most 512 kernels, found %u", count);
        return false;
    }
    bool ok = true;
    if (count * bytes > g->room) {
        if (g->results)
            g->cuMemFree(g->results);
        g->room = count * bytes;
        ok = !call_failed(g, g->cuMemAlloc(&g->results, g->room), "cuMemAlloc", err, errn);
    }
    ok = ok && !call_failed(g, g->cuModuleLoadDataEx(&m, cubin, 0, NULL, NULL), "cuModuleLoadDataEx", err, errn);
    if (ok) {
        ok = run_module(g, m, count, grid, bytes, runs, results, lost, err, errn);
        if (!*lost)
            g->cuModuleUnload(m);
    }
    return ok;
}

bool gpu_load(struct gpu *g, const void *cubin, gpu_module *m, char *err, size_t errn)
{
    return !call_failed(g, g->cuModuleLoadDataEx(m, cubin, 0, NULL, NULL), "cuModuleLoadDataEx", err, errn);
}

void gpu_unload(struct gpu *g, gpu_module m)
{
    g->cuModuleUnload(m);
}

bool gpu_take(struct gpu *g, size_t bytes, uint64_t *address, char *err, size_t errn)
{
    CUdeviceptr p;

    if (call_failed(g, g->cuMemAlloc(&p, bytes), "cuMemAlloc", err, errn))
        return false;
    *address = p;
    return true;
}

bool gpu_put(struct gpu *g, uint64_t address, const void *from, size_t bytes, char *err, size_t errn)
{
    return !call_failed(g, g->cuMemcpyHtoD((CUdeviceptr)address, from, bytes), "cuMemcpyHtoD", err, errn);
}

bool gpu_get(struct gpu *g, void *to, uint64_t address, size_t bytes, char *err, size_t errn)
{
    return !call_failed(g, g->cuMemcpyDtoH(to, (CUdeviceptr)address, bytes), "cuMemcpyDtoH", err, errn);
}

bool gpu_launch(struct gpu *g, gpu_module m, const char *kernel, const struct gpu_launch *l, void **args, bool *lost,
                char *err, size_t errn)
{
    CUfunction f;

    *lost = false;
    return !call_failed(g, g->cuModuleGetFunction(&f, m, kernel), kernel, err, errn) &&
           !call_failed(g, g->cuLaunchKernel(f, l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
                                             l->block[2], l->shared, NULL, args, NULL), kernel, err, errn) &&
           wait_for_gpu(g, lost, err, errn);
}

bool gpu_call(struct gpu *g, gpu_module m, const char *kernel, unsigned blocks, unsigned threads, void **args,
              bool *lost, char *err, size_t errn)
{
    const struct gpu_launch l = { { blocks, 1, 1 }, { threads, 1, 1 }, 0 };

    return gpu_launch(g, m, kernel, &l, args, lost, err, errn);
}

static bool fill_array(struct gpu *g, CUarray a, const struct gpu_texels *t, char *err, size_t errn)
{
    const unsigned height = t->dims > 1 ? t->height : 1, depth = t->dims > 2 ? t->depth : 1;
    const size_t row = t->bytes / height / depth;
    const CUDA_MEMCPY3D copy = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = t->texels, .srcPitch = row,
                                 .srcHeight = height, .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = a,
                                 .WidthInBytes = row, .Height = height, .Depth = depth };

    return !call_failed(g, g->cuMemcpy3D(&copy), "cuMemcpy3D", err, errn);
}

static bool bind_reference(struct gpu *g, CUtexref ref, CUarray a, const struct gpu_texels *t, char *err, size_t errn)
{
    for (int d = 0; d < 3; d++)
        if (call_failed(g, g->cuTexRefSetAddressMode(ref, d, (CUaddress_mode)t->mode[d]), "cuTexRefSetAddressMode", err,
                        errn))
            return false;
    return !call_failed(g, g->cuTexRefSetFilterMode(ref, (CUfilter_mode)t->filter), "cuTexRefSetFilterMode", err,
                        errn) &&
           !call_failed(g, g->cuTexRefSetFlags(ref, t->flags), "cuTexRefSetFlags", err, errn) &&
           !call_failed(g, g->cuTexRefSetFormat(ref, (CUarray_format)t->format, (int)t->comps), "cuTexRefSetFormat",
                        err, errn) &&
           !call_failed(g, g->cuTexRefSetArray(ref, a, CU_TRSA_OVERRIDE_FORMAT), "cuTexRefSetArray", err, errn);
}

bool gpu_bind(struct gpu *g, gpu_module m, const char *name, const struct gpu_texels *t, gpu_array *a, char *err,
              size_t errn)
{
    const CUDA_ARRAY3D_DESCRIPTOR d = { t->width, t->dims > 1 ? t->height : 0, t->dims > 2 ? t->depth : 0,
                                        (CUarray_format)t->format, t->comps, 0 };
    CUtexref ref;

    *a = NULL;
    if ((!g->cuModuleGetTexRef && !find_textures(g, err, errn)) ||
        call_failed(g, g->cuModuleGetTexRef(&ref, m, name), name, err, errn) ||
        call_failed(g, g->cuArray3DCreate(a, &d), "cuArray3DCreate", err, errn))
        return false;
    if (fill_array(g, *a, t, err, errn) && bind_reference(g, ref, *a, t, err, errn))
        return true;
    gpu_unbind(g, *a);
    return false;
}

void gpu_unbind(struct gpu *g, gpu_array a)
{
    g->cuArrayDestroy(a);
}
