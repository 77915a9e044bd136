/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: the context of a device, which the threads of a program share, and its end. Those of a GPU:
 * runtime_gpu.c.
 */
#include "runtime.h"
#include "runtime_gpu.h"

static unsigned       users[DRV_DEVICES];    /* threads that have used a device and not left since */
static pthread_key_t  leaving;
static pthread_once_t leaving_once = PTHREAD_ONCE_INIT;

static void leave_context(struct drv_thread *t, int device)
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
        leave_context(thread, i);
    drv_unlock();
}

static void make_key(void)
{
    if (pthread_key_create(&leaving, thread_ends))
        rt_die("no thread key left");
}

/* The calling thread uses the context of the device; under the lock of the process. */
static void join_context(int device)
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
    CUresult rc = rt_start();

    if (rc != CUDA_SUCCESS)
        return rc;
    drv_lock();
    if ((rc = drv_primary(c, device)) == CUDA_SUCCESS)
        join_context(device);
    drv_unlock();
    return rc;
}

CUresult rt_enter(void)
{
    struct drv_thread *t = drv_thread();
    CUcontext now = t->depth ? t->stack[t->depth - 1] : NULL, c = NULL;

    if (rt_on_gpu())
        return gpu_enter(t->device);
    if (now && drv_alive(now))
        return CUDA_SUCCESS;
    CUresult rc = primary_context(t->device, &c);
    return rc != CUDA_SUCCESS ? rc : cuCtxSetCurrent(c);
}

CUresult rt_enter_own(const char *call)
{
    CUresult rc = rt_own(call);

    return rc != CUDA_SUCCESS ? rc : rt_enter();
}

cudaError_t rt_device_valid(int device)
{
    int devices = 0;
    CUresult rc = rt_start();

    if (rc != CUDA_SUCCESS || (rc = rt_api()->cuDeviceGetCount(&devices)) != CUDA_SUCCESS)
        return rt_return(rc);
    if (device >= 0 && device < devices)
        return cudaSuccess;
    return rt_error(cudaErrorInvalidDevice, "device %d: there are %d%s", device, devices,
                    rt_on_gpu() ? "" : " (GT200_DEVICES)");
}

CUresult rt_stream_first(cudaStream_t stream, const char *call)
{
    return rt_on_gpu() ? gpu_waited(rt_api()->cuStreamSynchronize(stream)) : drv_stream_valid(stream, call);
}

/* The context comes with the first call that needs one, so that cudaSetDeviceFlags may follow. */
cudaError_t cudaSetDevice(int device)
{
    CUresult rc = rt_start();

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    const cudaError_t valid = rt_device_valid(device);
    if (valid != cudaSuccess || rt_on_gpu()) {
        if (valid == cudaSuccess)
            drv_thread()->device = device;
        return valid;
    }
    drv_lock();
    CUcontext c = drv_primary_now(device);
    if (c && (rc = drv_primary(&c, device)) == CUDA_SUCCESS)
        join_context(device);
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

/* The device's memory is gone, and so is a failure of its kernels. */
cudaError_t cudaDeviceReset(void)
{
    struct drv_thread *t = drv_thread();
    CUresult rc = CUDA_SUCCESS;
    int device;

    cudaGetDevice(&device);
    if (rt_on_gpu())
        return rt_return(gpu_reset(device));
    drv_lock();
    if (device >= 0 && device < DRV_DEVICES) {
        if (drv_primary_now(device))
            rc = cuDevicePrimaryCtxReset(device);
        leave_context(t, device);
    }
    drv_unlock();
    t->device = device;
    return rt_return(rc);
}

static bool is_broken(CUcontext c)
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
    if (rt_on_gpu())
        return cudaDeviceReset();
    if (device < 0 || device >= DRV_DEVICES)
        return cudaSuccess;
    drv_lock();
    leave_context(t, device);
    CUcontext c = drv_primary_now(device), now = NULL;
    bool others = c && users[device];
    drv_unlock();
    if (!others || is_broken(c))
        return cudaDeviceReset();
    t->device = device;
    cuCtxGetCurrent(&now);
    return rt_return(now == c ? cuCtxSetCurrent(NULL) : CUDA_SUCCESS);
}
