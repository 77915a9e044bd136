/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: registration, errors, devices. A program's images (one per source file) are registered before
 * main and loaded into a context when something in them is first used there.
 */
#define _POSIX_C_SOURCE 200809L
#include "runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What clang hands to __cudaRegisterFatBinary. */
struct wrapper { int magic, version; const void *data, *unused; };
#define WRAPPER_MAGIC 0x466243b1

struct rt_image {
    struct rt_image *next;
    const char *text;               /* the cubin; it stays in the program */
    size_t      number;             /* index in the images of each context */
};

static struct rt_image  *images;    /* these under the lock of the process */
static struct rt_symbol *symbols;
static size_t            next_image;
static unsigned          users[DRV_DEVICES];    /* threads that have used a device and not left since */

/* ---- registration -------------------------------------------------------------------------------- */

static void die(const char *what)
{
    fprintf(stderr, "gt200: %s\n", what);
    abort();
}

void **__cudaRegisterFatBinary(const void *p)
{
    const struct wrapper *w = p;
    struct rt_image *i = malloc(sizeof *i);

    if (!i)
        die("out of memory while the program registers its kernels");
    if (!w || w->magic != WRAPPER_MAGIC)
        die("the program's kernels are not in the form gt200 cc writes");
    drv_lock();
    *i = (struct rt_image){ images, w->data, next_image++ };
    images = i;
    drv_unlock();
    return (void **)i;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}

void __cudaUnregisterFatBinary(void **handle)
{
    struct rt_image *image = (struct rt_image *)handle;

    drv_lock();
    for (struct rt_symbol **at = &symbols; *at;) {
        struct rt_symbol *s = *at;
        if (s->image != image) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        free(s->name);
        free(s);
    }
    struct rt_image **at = &images;
    while (*at && *at != image)
        at = &(*at)->next;
    if (*at)
        *at = image->next;
    drv_unlock();
    free(image);
}

static struct rt_symbol *add_symbol(void **handle, enum rt_kind kind, const void *host, const char *name)
{
    struct rt_symbol *s = malloc(sizeof *s);
    char *copy = strdup(name);

    if (!s || !copy)
        die("out of memory while the program registers its kernels");
    drv_lock();
    *s = (struct rt_symbol){ symbols, (struct rt_image *)handle, kind, host, copy, false, false, 0 };
    symbols = s;
    drv_unlock();
    return s;
}

int __cudaRegisterFunction(void **handle, const void *host, char *device, const char *name, int thread_limit,
                           void *tid, void *bid, void *block, void *grid, int *warp)
{
    (void)device, (void)thread_limit, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
    add_symbol(handle, RT_FUNCTION, host, name);
    return 0;
}

void __cudaRegisterVar(void **handle, const void *host, char *device, const char *name, int ext, size_t bytes,
                       int constant, int global)
{
    (void)device, (void)ext, (void)bytes, (void)constant, (void)global;
    add_symbol(handle, RT_VARIABLE, host, name);
}

void __cudaRegisterTexture(void **handle, const struct textureReference *host, const void **device, const char *name,
                           int dim, int norm, int ext)
{
    (void)device, (void)ext;
    struct rt_symbol *s = add_symbol(handle, RT_TEXTURE, host, name);
    s->normalized = norm != 0;
    s->layered = dim == cudaTextureType1DLayered || dim == cudaTextureType2DLayered;
}

/* Whatever is done with a surface is refused (runtime_refused.c). */
void __cudaRegisterSurface(void **handle, const struct surfaceReference *host, const void **device, const char *name,
                           int dim, int ext)
{
    (void)handle, (void)host, (void)device, (void)name, (void)dim, (void)ext;
}

extern char *__cxa_demangle(const char *name, char *buffer, size_t *n, int *status) __attribute__((weak));

/* Is it the name of the symbol in the source? A static variable has another one in the cubin. */
static bool named(const struct rt_symbol *s, const char *name)
{
    int status = -1;
    char *plain = !strncmp(s->name, "_Z", 2) && __cxa_demangle ? __cxa_demangle(s->name, NULL, NULL, &status) : NULL;
    bool same = !strcmp(plain ? plain : s->name, name);

    free(plain);
    return same;
}

struct rt_symbol *rt_find(enum rt_kind kind, const void *symbol)
{
    struct rt_symbol *s;

    if (!symbol)
        return NULL;
    drv_lock();
    for (s = symbols; s; s = s->next)
        if (s->kind == kind && s->host == symbol)
            break;
    /* CUDA before 5.0 took names, too. */
    for (struct rt_symbol *n = s ? NULL : symbols; n && !s; n = n->next)
        if (n->kind == kind && !strcmp(n->name, symbol))
            s = n;
    for (struct rt_symbol *n = s || kind == RT_FUNCTION ? NULL : symbols; n && !s; n = n->next)
        if (n->kind == kind && named(n, symbol))
            s = n;
    drv_unlock();
    return s;
}

CUresult rt_module(const struct rt_image *image, CUmodule *m)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (image->number >= c->nimages) {
        size_t n = image->number + 1;
        struct CUmod_st **p = realloc(c->images, n * sizeof *p);
        if (!p)
            return drv_leave(c, drv_out_of_memory());
        for (size_t i = c->nimages; i < n; i++)
            p[i] = NULL;
        c->images = p;
        c->nimages = n;
    }
    *m = c->images[image->number];
    if (!*m && (rc = cuModuleLoadData(m, image->text)) == CUDA_SUCCESS)
        c->images[image->number] = *m;
    return drv_leave(c, rc);
}

/* The image with the lowest number from `number` on, or NULL. */
static struct rt_image *image_from(size_t number)
{
    struct rt_image *found = NULL;

    drv_lock();
    for (struct rt_image *i = images; i; i = i->next)
        if (i->number >= number && (!found || i->number < found->number))
            found = i;
    drv_unlock();
    return found;
}

CUresult rt_static_variable(const char *name, CUdeviceptr *a, size_t *bytes)
{
    CUresult rc = CUDA_ERROR_NOT_FOUND;
    char mangled[256];
    CUmodule m;

    if (snprintf(mangled, sizeof mangled, "_ZL%zu%s", strlen(name), name) >= (int)sizeof mangled)
        return rc;
    for (struct rt_image *i = image_from(0); i && rc == CUDA_ERROR_NOT_FOUND; i = image_from(i->number + 1))
        if ((rc = rt_module(i, &m)) == CUDA_SUCCESS)
            rc = cuModuleGetGlobal(a, bytes, m, mangled);
    return rc;
}

CUresult rt_function(const void *host, CUfunction *f)
{
    const struct rt_symbol *s = rt_find(RT_FUNCTION, host);
    CUmodule m;
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!s)
        return drv_fail(RT_ERROR(cudaErrorInvalidDeviceFunction), "the function is not a kernel of this program");
    if ((rc = rt_module(s->image, &m)) != CUDA_SUCCESS)
        return rc;
    rc = cuModuleGetFunction(f, m, s->name);
    return rc == CUDA_ERROR_NOT_FOUND ? RT_ERROR(cudaErrorInvalidDeviceFunction) : rc;
}

/* ---- errors -------------------------------------------------------------------------------------- */

/* What the Runtime API calls a result of the Driver API; one that CUDA 4.0 has no code for has the same number in both.
 */
static cudaError_t translated(CUresult rc)
{
    static const struct { CUresult rc; cudaError_t e; } same[] = {
        { CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidValue },
        { CUDA_ERROR_OUT_OF_MEMORY, cudaErrorMemoryAllocation },
        { CUDA_ERROR_NOT_INITIALIZED, cudaErrorInitializationError },
        { CUDA_ERROR_DEINITIALIZED, cudaErrorCudartUnloading },
        { CUDA_ERROR_PROFILER_DISABLED, cudaErrorProfilerDisabled },
        { CUDA_ERROR_PROFILER_NOT_INITIALIZED, cudaErrorProfilerNotInitialized },
        { CUDA_ERROR_PROFILER_ALREADY_STARTED, cudaErrorProfilerAlreadyStarted },
        { CUDA_ERROR_PROFILER_ALREADY_STOPPED, cudaErrorProfilerAlreadyStopped },
        { CUDA_ERROR_NO_DEVICE, cudaErrorNoDevice },
        { CUDA_ERROR_INVALID_DEVICE, cudaErrorInvalidDevice },
        { CUDA_ERROR_INVALID_IMAGE, cudaErrorInvalidKernelImage },
        { CUDA_ERROR_INVALID_CONTEXT, cudaErrorIncompatibleDriverContext },
        { CUDA_ERROR_MAP_FAILED, cudaErrorMapBufferObjectFailed },
        { CUDA_ERROR_UNMAP_FAILED, cudaErrorUnmapBufferObjectFailed },
        { CUDA_ERROR_ARRAY_IS_MAPPED, cudaErrorUnknown },
        { CUDA_ERROR_ALREADY_MAPPED, cudaErrorUnknown },
        { CUDA_ERROR_NO_BINARY_FOR_GPU, cudaErrorNoKernelImageForDevice },
        { CUDA_ERROR_ALREADY_ACQUIRED, cudaErrorUnknown },
        { CUDA_ERROR_NOT_MAPPED, cudaErrorUnknown },
        { CUDA_ERROR_NOT_MAPPED_AS_ARRAY, cudaErrorUnknown },
        { CUDA_ERROR_NOT_MAPPED_AS_POINTER, cudaErrorUnknown },
        { CUDA_ERROR_ECC_UNCORRECTABLE, cudaErrorECCUncorrectable },
        { CUDA_ERROR_UNSUPPORTED_LIMIT, cudaErrorUnsupportedLimit },
        { CUDA_ERROR_CONTEXT_ALREADY_IN_USE, cudaErrorDeviceAlreadyInUse },
        { CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, cudaErrorSharedObjectSymbolNotFound },
        { CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, cudaErrorSharedObjectInitFailed },
        { CUDA_ERROR_INVALID_HANDLE, cudaErrorInvalidResourceHandle },
        { CUDA_ERROR_NOT_FOUND, cudaErrorInvalidSymbol },
        { CUDA_ERROR_NOT_READY, cudaErrorNotReady },
        { CUDA_ERROR_LAUNCH_FAILED, cudaErrorLaunchFailure },
        { CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, cudaErrorLaunchOutOfResources },
        { CUDA_ERROR_LAUNCH_TIMEOUT, cudaErrorLaunchTimeout },
        { CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, cudaErrorInvalidTexture },
        { CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, cudaErrorPeerAccessAlreadyEnabled },
        { CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, cudaErrorPeerAccessNotEnabled },
        { CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, cudaErrorSetOnActiveProcess },
        { CUDA_ERROR_CONTEXT_IS_DESTROYED, cudaErrorIncompatibleDriverContext },
        { CUDA_ERROR_UNKNOWN, cudaErrorUnknown },
    };

    if ((int)rc >= (int)RT_ERROR(0))
        return (cudaError_t)((int)rc - (int)RT_ERROR(0));
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (same[i].rc == rc)
            return same[i].e;
    return (cudaError_t)rc;
}

cudaError_t rt_return(CUresult rc)
{
    cudaError_t e = translated(rc);

    if (e != cudaSuccess)
        drv_thread()->rt_last = (int)e;
    return e;
}

cudaError_t rt_error(cudaError_t e, const char *fmt, ...)
{
    char text[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return rt_return(drv_fail(RT_ERROR(e), "%s", text));
}

/* A caller who sees the error of a failed kernel knows of it: memory can be read from then on. */
static void seen(cudaError_t e)
{
    CUcontext c = NULL;

    cuCtxGetCurrent(&c);
    if (e == cudaSuccess || !c || !drv_alive(c))
        return;
    pthread_mutex_lock(&c->lock);
    if (translated(c->broken) == e)
        c->reported = true;
    pthread_mutex_unlock(&c->lock);
}

cudaError_t cudaPeekAtLastError(void)
{
    cudaError_t e = (cudaError_t)drv_thread()->rt_last;

    seen(e);
    return e;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t e = cudaPeekAtLastError();

    drv_thread()->rt_last = cudaSuccess;
    return e;
}

#define E(code) cudaError##code, "cudaError" #code
static const struct { cudaError_t e; const char *name, *text; } errors[] = {
    { cudaSuccess, "cudaSuccess", "no error" },
    { E(InvalidValue), "invalid argument" },
    { E(MemoryAllocation), "out of memory" },
    { E(InitializationError), "initialization error" },
    { E(CudartUnloading), "driver shutting down" },
    { E(ProfilerDisabled), "profiler disabled" },
    { E(ProfilerNotInitialized), "profiler not initialized" },
    { E(ProfilerAlreadyStarted), "profiler already started" },
    { E(ProfilerAlreadyStopped), "profiler already stopped" },
    { E(InvalidConfiguration), "invalid configuration argument" },
    { E(InvalidPitchValue), "invalid pitch argument" },
    { E(InvalidSymbol), "invalid device symbol" },
    { E(InvalidHostPointer), "invalid host pointer" },
    { E(InvalidDevicePointer), "invalid device pointer" },
    { E(InvalidTexture), "invalid texture reference" },
    { E(InvalidTextureBinding), "texture is not bound" },
    { E(InvalidChannelDescriptor), "invalid channel descriptor" },
    { E(InvalidMemcpyDirection), "invalid copy direction for memcpy" },
    { E(AddressOfConstant), "invalid address of constant" },
    { E(TextureFetchFailed), "texture fetch failed" },
    { E(TextureNotBound), "cannot fetch from a texture that is not bound" },
    { E(SynchronizationError), "incorrect use of __syncthreads()" },
    { E(InvalidFilterSetting), "linear filtering not supported for non-float type" },
    { E(InvalidNormSetting), "read as normalized float not supported for 32-bit non float type" },
    { E(MixedDeviceExecution), "device emulation mode and device execution mode cannot be mixed" },
    { E(NotYetImplemented), "feature not yet implemented" },
    { E(MemoryValueTooLarge), "memory size or pointer value too large to fit in 32 bit" },
    { E(InsufficientDriver), "CUDA driver version is insufficient for CUDA runtime version" },
    { E(InvalidSurface), "invalid surface reference" },
    { E(DuplicateVariableName), "duplicate global variable looked up by string name" },
    { E(DuplicateTextureName), "duplicate texture looked up by string name" },
    { E(DuplicateSurfaceName), "duplicate surface looked up by string name" },
    { E(DevicesUnavailable), "all CUDA-capable devices are busy or unavailable" },
    { E(IncompatibleDriverContext), "incompatible driver context" },
    { E(MissingConfiguration), "launch without cudaConfigureCall" },
    { E(PriorLaunchFailure), "unspecified launch failure in prior launch" },
    { E(InvalidDeviceFunction), "invalid device function" },
    { E(NoDevice), "GT200_TARGET names no target of this build" },
    { E(InvalidDevice), "invalid device ordinal" },
    { E(StartupFailure), "startup failure in cuda runtime" },
    { E(InvalidKernelImage), "device kernel image is invalid" },
    { E(DeviceUninitialized), "invalid device context" },
    { E(MapBufferObjectFailed), "mapping of buffer object failed" },
    { E(UnmapBufferObjectFailed), "unmapping of buffer object failed" },
    { E(NoKernelImageForDevice), "no kernel image for this device" },
    { E(ECCUncorrectable), "uncorrectable ECC error encountered" },
    { E(UnsupportedLimit), "limit is not supported on this architecture" },
    { E(DeviceAlreadyInUse), "exclusive-thread device already in use by a different thread" },
    { E(PeerAccessUnsupported), "peer access is not supported between these two devices" },
    { E(InvalidPtx), "the PTX cannot be compiled" },
    { E(FileNotFound), "file not found" },
    { E(SharedObjectSymbolNotFound), "link to a shared object failed to resolve" },
    { E(SharedObjectInitFailed), "initialization of a shared object failed" },
    { E(OperatingSystem), "OS call failed or operation not supported on this OS" },
    { E(InvalidResourceHandle), "invalid resource handle" },
    { E(SymbolNotFound), "named symbol not found" },
    { E(NotReady), "device not ready" },
    { E(IllegalAddress), "an illegal memory access was encountered" },
    { E(LaunchOutOfResources), "too many resources requested for launch" },
    { E(LaunchTimeout), "the launch timed out and was terminated" },
    { E(PeerAccessAlreadyEnabled), "peer access is already enabled" },
    { E(PeerAccessNotEnabled), "peer access has not been enabled" },
    { E(SetOnActiveProcess), "cannot set while device is active in this process" },
    { E(Assert), "device-side assert triggered" },
    { E(TooManyPeers), "peer mapping resources exhausted" },
    { E(HostMemoryAlreadyRegistered), "part or all of the requested memory range is already mapped" },
    { E(HostMemoryNotRegistered), "pointer does not correspond to a registered memory region" },
    { E(IllegalInstruction), "an illegal instruction was encountered" },
    { E(MisalignedAddress), "misaligned address" },
    { E(LaunchFailure), "unspecified launch failure" },
    { E(NotSupported), "operation not supported" },
    { E(Unknown), "unknown error" },
    { E(ApiFailureBase), "api failure base" },
};
#undef E

const char *cudaGetErrorName(cudaError_t error)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].e == error)
            return errors[i].name;
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    const struct drv_thread *t = drv_thread();

    if (error != cudaSuccess && translated(t->last) == error && *t->message && !t->told)
        return t->message;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].e == error)
            return errors[i].text;
    return "unrecognized error code";
}

/* ---- devices ------------------------------------------------------------------------------------- */

static pthread_key_t  leaving;
static pthread_once_t leaving_once = PTHREAD_ONCE_INIT;

static void left(struct drv_thread *t, int device)
{
    if (t->joined >> device & 1) {
        t->joined &= ~(1ull << device);
        users[device]--;
    }
}

static void thread_ends(void *thread)
{
    drv_lock();
    for (int i = 0; i < DRV_DEVICES; i++)
        left(thread, i);
    drv_unlock();
}

static void make_key(void)
{
    if (pthread_key_create(&leaving, thread_ends))
        die("no thread key left");
}

/* The calling thread uses the context of the device; under the lock of the process. */
static void joins(int device)
{
    struct drv_thread *t = drv_thread();

    pthread_once(&leaving_once, make_key);
    pthread_setspecific(leaving, t);
    if (!(t->joined >> device & 1)) {
        t->joined |= 1ull << device;
        users[device]++;
    }
}

/* The context of a device that all threads share. */
static CUresult primary_context(int device, CUcontext *c)
{
    CUresult rc = cuInit(0);

    if (rc != CUDA_SUCCESS)
        return rc;
    drv_lock();
    if ((rc = drv_primary(c, device)) == CUDA_SUCCESS)
        joins(device);
    drv_unlock();
    return rc;
}

CUresult rt_enter(void)
{
    struct drv_thread *t = drv_thread();
    CUcontext now = t->depth ? t->stack[t->depth - 1] : NULL, c = NULL;

    if (now && drv_alive(now))
        return CUDA_SUCCESS;
    CUresult rc = primary_context(t->device, &c);
    return rc != CUDA_SUCCESS ? rc : cuCtxSetCurrent(c);
}

/* The context comes with the first call that needs one, so that cudaSetDeviceFlags may follow. */
cudaError_t cudaSetDevice(int device)
{
    CUresult rc = cuInit(0);

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (device < 0 || device >= drv_devices())
        return rt_error(cudaErrorInvalidDevice, "device %d: there are %d (GT200_DEVICES)", device, drv_devices());
    drv_lock();
    CUcontext c = drv_primary_now(device);
    if (c && (rc = drv_primary(&c, device)) == CUDA_SUCCESS)
        joins(device);
    drv_unlock();
    drv_thread()->device = device;
    return rt_return(rc != CUDA_SUCCESS ? rc : cuCtxSetCurrent(c));
}

cudaError_t cudaGetDevice(int *device)
{
    const struct drv_thread *t = drv_thread();

    if (!device)
        return rt_error(cudaErrorInvalidValue, "cudaGetDevice: null pointer");
    if (t->depth && cuCtxGetDevice(device) == CUDA_SUCCESS)
        return cudaSuccess;
    *device = t->device;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    CUresult rc = cuInit(0);

    return rt_return(rc != CUDA_SUCCESS ? rc : cuDeviceGetCount(count));
}

cudaError_t cudaSetValidDevices(int *devices, int n)
{
    if (!devices || n < 1)
        return rt_error(cudaErrorInvalidValue, "cudaSetValidDevices: invalid argument");
    for (int i = 0; i < n; i++)
        if (devices[i] < 0 || devices[i] >= drv_devices())
            return rt_error(cudaErrorInvalidDevice, "device %d: there are %d (GT200_DEVICES)", devices[i],
                            drv_devices());
    return cudaSuccess;
}

/* How the host waits (it never does), and whether host memory can be mapped. */
cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    int device = drv_thread()->device;

    if (flags & ~(unsigned)(cudaDeviceMapHost | cudaDeviceLmemResizeToMax | 7))
        return rt_error(cudaErrorInvalidValue, "cudaSetDeviceFlags: flags 0x%x", flags);
    CUresult rc = cuInit(0);
    return rt_return(rc != CUDA_SUCCESS ? rc : cuDevicePrimaryCtxSetFlags(device, flags));
}

static int attribute(CUdevice_attribute a, int device)
{
    int v = 0;

    cuDeviceGetAttribute(&v, a, device);
    return v;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
    CUresult rc = cuInit(0);

    if (!p)
        return rt_error(cudaErrorInvalidValue, "cudaGetDeviceProperties: null pointer");
    memset(p, 0, sizeof *p);
    if (rc != CUDA_SUCCESS || (rc = cuDeviceGetName(p->name, sizeof p->name, device)) != CUDA_SUCCESS ||
        (rc = cuDeviceTotalMem(&p->totalGlobalMem, device)) != CUDA_SUCCESS)
        return rt_return(rc);
    p->sharedMemPerBlock = p->sharedMemPerMultiprocessor = GT_SMEM_BYTES;
    p->regsPerBlock = p->regsPerMultiprocessor = GT_REG_ROWS * GT_REG_BANKS;
    p->warpSize = GT_LANES;
    p->memPitch = GT_COPY_PITCH;
    p->maxThreadsPerBlock = GT_THREADS_PER_BLOCK;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = GT_THREADS_PER_BLOCK;
    p->maxThreadsDim[2] = GT_BLOCK_DEPTH;
    p->maxGridSize[0] = p->maxGridSize[1] = GT_GRID_EXTENT;
    p->maxGridSize[2] = 1;
    p->clockRate = GT_CLOCK_KHZ;
    p->totalConstMem = GT_CONST_BYTES;
    p->major = 1;
    p->minor = 3;
    p->textureAlignment = GT_TEX_ALIGN;
    p->texturePitchAlignment = GT_TEX_PITCH;
    p->deviceOverlap = p->asyncEngineCount = 1;
    p->multiProcessorCount = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
    p->computeMode = cudaComputeModeDefault;
    p->maxTexture1D = GT_TEX_ARRAY_WIDTH;
    p->maxTexture1DLinear = GT_TEX_LINEAR_WIDTH;
    p->canMapHostMemory = attribute(CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, device);
    p->maxTexture2D[0] = GT_TEX_WIDTH;
    p->maxTexture2D[1] = GT_TEX_HEIGHT;
    p->maxTexture3D[0] = p->maxTexture3D[1] = p->maxTexture3D[2] = GT_TEX_DEPTH;
    p->surfaceAlignment = GT_TEX_ALIGN;
    p->memoryClockRate = attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, device);
    p->memoryBusWidth = attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, device);
    p->maxThreadsPerMultiProcessor = GT_THREADS_PER_SM;
    p->pciBusID = device + 1;
    p->maxTexture2DLinear[0] = GT_TEX_WIDTH;
    p->maxTexture2DLinear[1] = GT_TEX_HEIGHT;
    p->maxTexture2DLinear[2] = GT_COPY_PITCH;
    p->managedMemory = 1;
    return cudaSuccess;
}

/* All devices are alike: the first. */
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
    if (!device || !prop)
        return rt_error(cudaErrorInvalidValue, "cudaChooseDevice: null pointer");
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    return rt_return(cuDriverGetVersion(version));
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    if (!version)
        return rt_error(cudaErrorInvalidValue, "cudaRuntimeGetVersion: null pointer");
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int len, int device)
{
    CUresult rc = cuInit(0);

    return rt_return(rc != CUDA_SUCCESS ? rc : cuDeviceGetPCIBusId(id, len, device));
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    CUresult rc = cuInit(0);

    return rt_return(rc != CUDA_SUCCESS ? rc : cuDeviceGetByPCIBusId(device, id));
}

/* The device's memory is gone, and so is a failure of its kernels. */
cudaError_t cudaDeviceReset(void)
{
    struct drv_thread *t = drv_thread();
    CUresult rc = CUDA_SUCCESS;
    int device;

    cudaGetDevice(&device);
    drv_lock();
    if (device >= 0 && device < DRV_DEVICES) {
        if (drv_primary_now(device))
            rc = cuDevicePrimaryCtxReset(device);
        left(t, device);
    }
    drv_unlock();
    t->device = device;
    return rt_return(rc);
}

static bool broken(CUcontext c)
{
    bool is = false;

    if (drv_alive(c)) {
        pthread_mutex_lock(&c->lock);
        is = c->broken != CUDA_SUCCESS;
        pthread_mutex_unlock(&c->lock);
    }
    return is;
}

/* Before CUDA 4.0 each thread had a context of its own, and ended that one only: here the last thread to leave resets
 * the device, or any after a failed kernel. */
cudaError_t cudaThreadExit(void)
{
    struct drv_thread *t = drv_thread();
    int device;

    cudaGetDevice(&device);
    if (device < 0 || device >= DRV_DEVICES)
        return cudaSuccess;
    drv_lock();
    left(t, device);
    CUcontext c = drv_primary_now(device), now = NULL;
    bool others = c && users[device];
    drv_unlock();
    if (!others || broken(c))
        return cudaDeviceReset();
    t->device = device;
    cuCtxGetCurrent(&now);
    return rt_return(now == c ? cuCtxSetCurrent(NULL) : CUDA_SUCCESS);
}

cudaError_t cudaDeviceSynchronize(void)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : cuCtxSynchronize());
}

cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : cuCtxSetCacheConfig((CUfunc_cache)config));
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    CUfunc_cache have;
    CUresult rc = rt_enter();

    if (!config)
        return rt_error(cudaErrorInvalidValue, "cudaDeviceGetCacheConfig: null pointer");
    if (rc == CUDA_SUCCESS && (rc = cuCtxGetCacheConfig(&have)) == CUDA_SUCCESS)
        *config = (enum cudaFuncCache)have;
    return rt_return(rc);
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : cuCtxSetSharedMemConfig((CUsharedconfig)config));
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    CUsharedconfig have;
    CUresult rc = rt_enter();

    if (!config)
        return rt_error(cudaErrorInvalidValue, "cudaDeviceGetSharedMemConfig: null pointer");
    if (rc == CUDA_SUCCESS && (rc = cuCtxGetSharedMemConfig(&have)) == CUDA_SUCCESS)
        *config = (enum cudaSharedMemConfig)have;
    return rt_return(rc);
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : cuCtxSetLimit((CUlimit)limit, value));
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : cuCtxGetLimit(value, (CUlimit)limit));
}

cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config)
{
    return cudaDeviceGetCacheConfig(config);
}

cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}

cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit)
{
    return cudaDeviceGetLimit(value, limit);
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}
