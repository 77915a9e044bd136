/* SPDX-License-Identifier: Apache-2.0
 *
 * loaded FILE [memory]: the Driver API as a program finds it that is not linked with it (dlopen, ctypes): a kernel adds
 * two vectors. The file is loaded by its name or, with a second word, by cuModuleLoadFatBinary.
 */
#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { N = 100 };

static int failed(const char *what)
{
    printf("%s\n", what);
    return 1;
}

/* The function cuNAME, of the type that cuda.h gives it. */
static void *so;
#define CU(name) ((__typeof__(&cu##name))find("cu" #name))

static void *find(const char *name)
{
    void *f = dlsym(so, name);

    return f ? f : (printf("%s\n", dlerror()), NULL);
}

/* From a file, or from memory. */
static CUresult load(CUmodule *module, const char *path, int memory)
{
    static char image[1 << 20];

    if (!memory)
        return CU(ModuleLoad)(module, path);
    FILE *f = fopen(path, "rb");
    const size_t n = f ? fread(image, 1, sizeof image - 1, f) : 0;
    if (f)
        fclose(f);
    return n ? CU(ModuleLoadFatBinary)(module, image) : CUDA_ERROR_FILE_NOT_FOUND;
}

int main(int argc, char **argv)
{
    float x[N], y[N];
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction add;
    CUdeviceptr a, b;
    int n = N;

    if ((argc != 2 && argc != 3) || !(so = dlopen("libcuda.so.1", RTLD_NOW)))
        return failed(argc == 2 || argc == 3 ? dlerror() : "usage: loaded FILE [memory]");
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    if (CU(Init)(0) || CU(DeviceGet)(&device, 0) || CU(CtxCreate)(&context, 0, device) ||
        load(&module, argv[1], argc == 3) || CU(ModuleGetFunction)(&add, module, "vecadd") ||
        CU(MemAlloc)(&a, sizeof x) || CU(MemAlloc)(&b, sizeof y) ||
        CU(MemcpyHtoDAsync)(a, x, sizeof x, NULL))
        return failed("a call before the launch");
    void *params[] = { &a, &a, &b, &n };
    if (CU(LaunchKernel)(add, 1, 1, 1, 128, 1, 1, 0, NULL, params, NULL) || CU(MemcpyDtoH)(y, b, sizeof y))
        return failed("the launch");
    for (int i = 0; i < N; i++)
        if (y[i] != 2 * x[i])
            return failed("another sum");
    return CU(CtxDestroy)(context) ? failed("cuCtxDestroy") : 0;
}
