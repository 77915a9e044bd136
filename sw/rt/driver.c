/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API on top of target.h: initialisation, device, context, modules, memory. launch.c has the launches.
 * The API has a current context, so this library has one too: struct driver below, the only state outside contexts.
 */
#include "driver.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct driver the_driver;

struct driver *drv(void)
{
    return &the_driver;
}

CUresult drv_fail(CUresult rc, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(the_driver.message, sizeof the_driver.message, fmt, ap);
    va_end(ap);
    the_driver.last = rc;
    return rc;
}

CUresult drv_context(struct CUctx_st **ctx)
{
    if (!the_driver.initialised)
        return drv_fail(CUDA_ERROR_NOT_INITIALIZED, "cuInit has not been called");
    if (!the_driver.current)
        return drv_fail(CUDA_ERROR_INVALID_CONTEXT, "there is no current context (cuCtxCreate)");
    if (the_driver.current->broken)
        return drv_fail(the_driver.current->broken, "%s", the_driver.current->message);
    *ctx = the_driver.current;
    return CUDA_SUCCESS;
}

/* ---- errors -------------------------------------------------------------------------------------- */

static const struct { CUresult rc; const char *name, *text; } errors[] = {
    { CUDA_SUCCESS, "CUDA_SUCCESS", "no error" },
    { CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument" },
    { CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory" },
    { CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "cuInit has not been called" },
    { CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "GT200_TARGET names no target of this build" },
    { CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal" },
    { CUDA_ERROR_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE", "not a valid text cubin" },
    { CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid context" },
    { CUDA_ERROR_FILE_NOT_FOUND, "CUDA_ERROR_FILE_NOT_FOUND", "file not found" },
    { CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found" },
    { CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "illegal memory access" },
    { CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "a launch limit is exceeded" },
    { CUDA_ERROR_LAUNCH_TIMEOUT, "CUDA_ERROR_LAUNCH_TIMEOUT", "the kernel did not end" },
    { CUDA_ERROR_ILLEGAL_INSTRUCTION, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "illegal instruction" },
    { CUDA_ERROR_MISALIGNED_ADDRESS, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address" },
    { CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "the kernel failed" },
    { CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "not supported" },
    { CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN", "unknown error" },
};

static CUresult lookup(CUresult error, const char **name, const char **text)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].rc == error) {
            *name = errors[i].name;
            *text = errors[i].text;
            return CUDA_SUCCESS;
        }
    *name = *text = NULL;
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    const char *text;
    return lookup(error, name, &text);
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    const char *name;
    CUresult rc = lookup(error, &name, text);

    if (rc == CUDA_SUCCESS && error != CUDA_SUCCESS && error == the_driver.last && *the_driver.message)
        *text = the_driver.message;
    return rc;
}

const char *gt200LastMessage(void)
{
    return the_driver.message;
}

/* ---- device -------------------------------------------------------------------------------------- */

/* The target GT200_TARGET names. */
static CUresult chosen_target(enum gt_target *t)
{
    const char *name = getenv("GT200_TARGET");

    if (!name || !*name)
        name = "func";
    if (!gt_target_parse(name, t))
        return drv_fail(CUDA_ERROR_NO_DEVICE, "GT200_TARGET: unknown target '%s' (there are " GT_TARGET_LIST ")", name);
    if (!gt_target_available(*t))
        return drv_fail(CUDA_ERROR_NO_DEVICE, "target %s is not in this build (it needs Verilator: ./setup)", name);
    return CUDA_SUCCESS;
}

CUresult cuInit(unsigned flags)
{
    enum gt_target t;

    if (flags)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuInit: flags must be 0");
    CUresult rc = chosen_target(&t);
    if (rc == CUDA_SUCCESS)
        the_driver.initialised = true;
    return rc;
}

CUresult cuDriverGetVersion(int *version)
{
    if (!version)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDriverGetVersion: null pointer");
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count)
{
    if (!count)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDeviceGetCount: null pointer");
    *count = 1;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    if (!the_driver.initialised)
        return drv_fail(CUDA_ERROR_NOT_INITIALIZED, "cuInit has not been called");
    if (!device || ordinal != 0)
        return drv_fail(ordinal ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE, "device %d: there is only device 0", ordinal);
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int len, CUdevice device)
{
    enum gt_target t;
    CUresult rc = chosen_target(&t);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!name || len < 1 || device != 0)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDeviceGetName: invalid argument");
    snprintf(name, (size_t)len, "GT200 (%s)", gt_target_name(t));
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    if (!value || device != 0)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDeviceGetAttribute: invalid argument");
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:       *value = GT_THREADS_PER_BLOCK; break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:             *value = 512; break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:             *value = 64; break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:              *value = 65535; break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:              *value = 1; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: *value = GT_SMEM_BYTES; break;
    case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY:       *value = GT_CONST_BYTES; break;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE:                   *value = GT_LANES; break;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:     *value = GT_REG_ROWS * 64; break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:                  *value = 1296000; break;      /* kHz, the GTX 280's shader clock */
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:        *value = 1; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:    *value = 1; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:    *value = 3; break;
    default:
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDeviceGetAttribute: attribute %d is not known", (int)attribute);
    }
    return CUDA_SUCCESS;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CUresult rc = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    return rc != CUDA_SUCCESS ? rc : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

/* A positive number from the environment. */
static bool env_number(const char *name, unsigned long long *value)
{
    const char *s = getenv(name);
    char *end;

    if (!s || !*s)
        return true;
    *value = strtoull(s, &end, 0);
    if (*end || *s == '-' || *value == 0) {
        drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: '%s' is not a positive number", name, s);
        return false;
    }
    return true;
}

static CUresult memory_bytes(uint32_t *bytes)
{
    unsigned long long mb = 256;

    if (!env_number("GT200_MEMORY_MB", &mb))
        return CUDA_ERROR_INVALID_VALUE;
    if (mb > 4095)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_MEMORY_MB: at most 4095");
    *bytes = (uint32_t)(mb << 20);
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    uint32_t b = 0;

    if (!bytes || device != 0)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDeviceTotalMem: invalid argument");
    CUresult rc = memory_bytes(&b);
    *bytes = b;
    return rc;
}

/* ---- context ------------------------------------------------------------------------------------- */

CUresult cuCtxCreate(CUcontext *out, unsigned flags, CUdevice device)
{
    enum gt_target t;
    uint32_t bytes = 0;
    unsigned long long max_cycles = 0;
    CUresult rc;

    (void)flags;            /* they choose how the host waits; here it never does */
    if (!the_driver.initialised)
        return drv_fail(CUDA_ERROR_NOT_INITIALIZED, "cuInit has not been called");
    if (!out || device != 0)
        return drv_fail(CUDA_ERROR_INVALID_DEVICE, "device %d: there is only device 0", device);
    if ((rc = chosen_target(&t)) != CUDA_SUCCESS || (rc = memory_bytes(&bytes)) != CUDA_SUCCESS)
        return rc;
    if (!env_number("GT200_MAX_CYCLES", &max_cycles))
        return CUDA_ERROR_INVALID_VALUE;
    struct CUctx_st *c = calloc(1, sizeof *c);
    if (!c || !(c->gpu = gt_gpu_new(bytes))) {
        free(c);
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "no host memory for a device of %u bytes", bytes);
    }
    c->target = t;
    c->max_cycles = max_cycles;
    c->previous = the_driver.current;
    the_driver.current = c;
    *out = c;
    return CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext c)
{
    if (!c)
        return drv_fail(CUDA_ERROR_INVALID_CONTEXT, "cuCtxDestroy: null context");
    while (c->modules)
        drv_module_free(c->modules);
    gt_gpu_free(c->gpu);
    if (the_driver.current == c)
        the_driver.current = c->previous;
    for (struct CUctx_st *x = the_driver.current; x; x = x->previous)
        if (x->previous == c)
            x->previous = c->previous;
    free(c);
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *c)
{
    if (!c)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuCtxGetCurrent: null pointer");
    *c = the_driver.current;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext c)
{
    the_driver.current = c;
    return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void)
{
    struct CUctx_st *c;
    return drv_context(&c);         /* launches have ended when they return; a failed one is reported again */
}

/* ---- modules ------------------------------------------------------------------------------------- */

static CUresult module_new(CUmodule *out, struct CUctx_st *c, const char *path, const char *text)
{
    struct CUmod_st *m = calloc(1, sizeof *m);
    char err[512];

    if (!m)
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "out of memory");
    bool ok = path ? gt_module_load_file(&m->m, c->gpu, path, err, sizeof err)
                   : gt_module_load_text(&m->m, c->gpu, text, strlen(text), "image", err, sizeof err);
    if (!ok) {
        free(m);
        return drv_fail(CUDA_ERROR_INVALID_IMAGE, "%s", err);
    }
    m->ctx = c;
    m->next = c->modules;
    c->modules = m;
    *out = m;
    return CUDA_SUCCESS;
}

CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    struct CUctx_st *c;
    CUresult rc = drv_context(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!module || !path)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuModuleLoad: null pointer");
    FILE *f = fopen(path, "rb");
    if (!f)
        return drv_fail(CUDA_ERROR_FILE_NOT_FOUND, "%s: cannot be opened", path);
    fclose(f);
    return module_new(module, c, path, NULL);
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    struct CUctx_st *c;
    CUresult rc = drv_context(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!module || !image)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuModuleLoadData: null pointer");
    return module_new(module, c, NULL, image);
}

void drv_module_free(struct CUmod_st *m)
{
    struct CUmod_st **at = &m->ctx->modules;

    while (*at != m)
        at = &(*at)->next;
    *at = m->next;
    while (m->functions) {
        struct CUfunc_st *f = m->functions;
        m->functions = f->next;
        free(f);
    }
    gt_module_free(&m->m);
    free(m);
}

CUresult cuModuleUnload(CUmodule module)
{
    if (!module)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuModuleUnload: null module");
    drv_module_free(module);
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    char err[512];

    if (!function || !module || !name)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuModuleGetFunction: null pointer");
    int k = gt_module_kernel(&module->m, name, err, sizeof err);
    if (k < 0)
        return drv_fail(CUDA_ERROR_NOT_FOUND, "%s", err);
    struct CUfunc_st *f = calloc(1, sizeof *f);
    if (!f)
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "out of memory");
    f->module = module;
    f->kernel = k;
    f->block[0] = f->block[1] = f->block[2] = 1;
    f->next = module->functions;
    module->functions = f;
    *function = f;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    if (!module || !name)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuModuleGetGlobal: null pointer");
    unsigned seg;
    uint32_t where, n;
    CUdeviceptr a;
    if (gt_module_constant(&module->m, name, &seg, &where, &n))
        a = DRV_CONST_BASE + seg * (CUdeviceptr)GT_CONST_BYTES + where;
    else if (gt_module_variable(&module->m, name, &where, &n))
        a = where;
    else
        return drv_fail(CUDA_ERROR_NOT_FOUND, "no variable '%s' in the module", name);
    if (address)
        *address = a;
    if (bytes)
        *bytes = n;
    return CUDA_SUCCESS;
}
