/* SPDX-License-Identifier: Apache-2.0
 * A libcuda for the test of target cuda: our own runtime as a shared library, with the names that a driver has beside
 * those of cuda.h. It is used as a real driver's: found at run time, PTX with 64-bit pointers, a context for each
 * experiment.
 */
#include <cuda.h>

CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device)
{
    return cuCtxCreate(context, flags, device);
}

CUresult cuCtxDestroy_v2(CUcontext context)
{
    return cuCtxDestroy(context);
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    return cuModuleGetGlobal(address, bytes, module, name);
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    return cuMemAlloc(address, bytes);
}

CUresult cuMemFree_v2(CUdeviceptr address)
{
    return cuMemFree(address);
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    return cuMemcpyHtoD(to, from, bytes);
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    return cuMemcpyDtoH(to, from, bytes);
}

CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t count)
{
    return cuMemsetD32(to, value, count);
}
