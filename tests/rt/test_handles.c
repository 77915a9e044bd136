/* SPDX-License-Identifier: Apache-2.0
 * What the CUDA Driver API refuses instead of following it: handles of what is gone, copies that leave their
 * allocation, calls before cuInit; and what it says about this device and about compiled PTX. KERNELS is the cubin of
 * kernels.s. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <cuda.h>

#define OK(call) assert_int_equal((call), CUDA_SUCCESS)
#define IS(call, code) assert_int_equal((call), CUDA_ERROR_##code)

static int open_context(void **state)
{
    CUcontext c;

    if (cuInit(0) != CUDA_SUCCESS || cuCtxCreate(&c, CU_CTX_SCHED_AUTO, 0) != CUDA_SUCCESS)
        return -1;
    *state = c;
    return 0;
}

static int close_context(void **state)
{
    return cuCtxDestroy(*state) == CUDA_SUCCESS ? 0 : -1;
}

/* The first test of the program. */
static void test_before_init(void **state)
{
    CUcontext c;
    CUdeviceptr d;
    int n;
    (void)state;

    IS(cuDeviceGetCount(&n), NOT_INITIALIZED);
    IS(cuDeviceGet(&n, 0), NOT_INITIALIZED);
    IS(cuDeviceGetAttribute(&n, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0), NOT_INITIALIZED);
    IS(cuCtxCreate(&c, 0, 0), NOT_INITIALIZED);
    IS(cuMemAlloc(&d, 4), NOT_INITIALIZED);
    OK(cuInit(0));
    OK(cuDeviceGetCount(&n));
    IS(cuMemAlloc(&d, 4), INVALID_CONTEXT);
}

static void test_unloaded(void **state)
{
    CUmodule m;
    CUfunction f;
    CUtexref t, own;
    CUdeviceptr d;
    size_t n;
    int value;
    (void)state;

    OK(cuModuleLoad(&m, KERNELS));
    OK(cuModuleGetFunction(&f, m, "scale"));
    OK(cuModuleGetTexRef(&t, m, "image"));
    OK(cuTexRefCreate(&own));
    OK(cuTexRefSetFormat(own, CU_AD_FORMAT_FLOAT, 4));
    IS(cuParamSetTexRef(f, CU_PARAM_TR_DEFAULT, own), INVALID_VALUE);
    IS(cuTexRefDestroy(t), INVALID_VALUE);
    OK(cuTexRefDestroy(own));
    IS(cuTexRefDestroy(own), INVALID_VALUE);
    IS(cuTexRefSetFormat(own, CU_AD_FORMAT_FLOAT, 4), INVALID_VALUE);
    OK(cuFuncSetBlockShape(f, 32, 1, 1));
    OK(cuModuleUnload(m));
    IS(cuModuleUnload(m), INVALID_HANDLE);
    IS(cuFuncSetBlockShape(f, 32, 1, 1), INVALID_HANDLE);
    IS(cuFuncSetSharedSize(f, 32), INVALID_HANDLE);
    IS(cuFuncSetCacheConfig(f, CU_FUNC_CACHE_PREFER_L1), INVALID_HANDLE);
    IS(cuParamSeti(f, 0, 1), INVALID_HANDLE);
    IS(cuParamSetSize(f, 8), INVALID_HANDLE);
    IS(cuLaunchGrid(f, 1, 1), INVALID_HANDLE);
    IS(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL), INVALID_HANDLE);
    IS(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, f), INVALID_HANDLE);
    IS(cuModuleGetFunction(&f, m, "scale"), INVALID_HANDLE);
    IS(cuModuleGetGlobal(&d, &n, m, "table"), INVALID_HANDLE);
    IS(cuTexRefSetFlags(t, 0), INVALID_VALUE);
    IS(cuModuleGetTexRef(&t, m, "image"), INVALID_HANDLE);
    IS(cuLaunchGrid(NULL, 1, 1), INVALID_VALUE);
}

/* Two allocations side by side, one freed. */
static void test_copies(void **state)
{
    uint8_t b[1024] = { 0 };
    CUdeviceptr p, q;
    (void)state;

    OK(cuMemAlloc(&p, 512));
    OK(cuMemAlloc(&q, 512));
    OK(cuMemcpyHtoD(p, b, 512));
    OK(cuMemcpyHtoD(p + 500, b, 12));
    IS(cuMemcpyHtoD(p, b, 1024), INVALID_VALUE);
    assert_non_null(strstr(gt200LastMessage(), "beyond the allocation of 512 bytes"));
    IS(cuMemcpyDtoH(b, p + 256, 257), INVALID_VALUE);
    IS(cuMemcpyDtoD(p + 1, q, 512), INVALID_VALUE);
    IS(cuMemsetD32(p, 1, 129), INVALID_VALUE);
    OK(cuMemsetD2D8Async(p, 64, 7, 10, 8, NULL));
    OK(cuMemsetD2D16Async(p, 64, 7, 10, 8, NULL));
    OK(cuMemsetD2D32Async(p, 64, 7, 10, 8, NULL));
    IS(cuMemsetD2D32Async(p, 64, 7, 10, 9, NULL), INVALID_VALUE);
    OK(cuMemcpyDtoH(b, p + 64, 4));
    assert_int_equal(b[0], 7);
    OK(cuMemFree(q));
    IS(cuMemFree(q), INVALID_VALUE);
    IS(cuMemcpyHtoD(q, b, 4), INVALID_VALUE);
    assert_non_null(strstr(gt200LastMessage(), "no allocation"));
    IS(cuMemcpyDtoH(b, q, 4), INVALID_VALUE);
    IS(cuMemFree(p + 4), INVALID_VALUE);
    OK(cuMemFree(p));
}

/* A stream that has ended is none of copies, fills and launches; one of another context is none of launches. */
static void test_streams(void **state)
{
    uint8_t b[64] = { 0 };
    CUmodule m;
    CUfunction f;
    CUdeviceptr p;
    CUstream s;
    CUcontext other, here;
    (void)state;

    OK(cuModuleLoad(&m, KERNELS));
    OK(cuModuleGetFunction(&f, m, "scale"));
    OK(cuMemAlloc(&p, 64));
    OK(cuStreamCreate(&s, 0));
    OK(cuMemcpyHtoDAsync(p, b, 64, s));
    void *args[] = { &p, &(uint32_t){ 3 } };
    OK(cuCtxGetCurrent(&here));
    OK(cuCtxCreate(&other, 0, 0));
    CUdeviceptr q;
    OK(cuMemAlloc(&q, 64));
    OK(cuMemsetD8Async(q, 1, 64, s));
    OK(cuCtxPopCurrent(NULL));
    OK(cuStreamDestroy(s));
    IS(cuMemcpyHtoDAsync(p, b, 64, s), INVALID_HANDLE);
    assert_non_null(strstr(gt200LastMessage(), "cuMemcpyHtoDAsync: no such stream"));
    IS(cuMemcpyDtoHAsync(b, p, 64, s), INVALID_HANDLE);
    IS(cuMemsetD32Async(p, 1, 4, s), INVALID_HANDLE);
    IS(cuMemcpy2DAsync(NULL, s), INVALID_HANDLE);
    IS(cuLaunchKernel(f, 1, 1, 1, 8, 1, 1, 0, s, args, NULL), INVALID_HANDLE);
    OK(cuCtxDestroy(other));
    OK(cuMemFree(p));
}

static const char ptx[] = ".version 1.4\n.target sm_13\n.entry nothing(.param .u32 p)\n{\nexit;\n}\n";

static void test_logs(void **state)
{
    char info[256] = "x", error[256] = "x";
    CUmodule m;
    CUjit_option options[] = {
        CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        CU_JIT_ERROR_LOG_BUFFER,           CU_JIT_TARGET,          CU_JIT_FALLBACK_STRATEGY,
        CU_JIT_OPTIMIZATION_LEVEL };
    void *values[] = { (void *)sizeof info, info, (void *)sizeof error, error, (void *)(uintptr_t)CU_TARGET_COMPUTE_13,
                       (void *)(uintptr_t)CU_PREFER_PTX, (void *)4 };
    (void)state;

    OK(cuModuleLoadDataEx(&m, ptx, 7, options, values));
    assert_non_null(strstr(info, "nothing"));
    assert_non_null(strstr(info, "registers"));
    assert_int_equal((size_t)values[0], strlen(info));
    assert_string_equal(error, "");
    assert_int_equal((size_t)values[2], 0);
    values[0] = (void *)8;                              /* a small one: as much as fits */
    values[2] = (void *)sizeof error;
    IS(cuModuleLoadDataEx(&m, ".version 1.4\n.target sm_13\n.entry k()\n{\nwrong;\n}\n", 7, options, values),
       INVALID_PTX);
    assert_string_equal(info, "");
    assert_non_null(strstr(error, "wrong"));
    assert_int_equal((size_t)values[2], strlen(error));
    IS(cuModuleLoadData(&m, "architecture {sm_20}\nabiversion {1}\n"), NO_BINARY_FOR_GPU);
    IS(cuModuleLoadData(&m, "architecture {sm_13}\nabiversion"), INVALID_IMAGE);
    options[6] = (CUjit_option)99;
    IS(cuModuleLoadDataEx(&m, ptx, 7, options, values), INVALID_VALUE);
}

/* Every error has a name and a text; every attribute of CUDA 3.x a value. */
static void test_names(void **state)
{
    static const CUresult codes[] = { CUDA_ERROR_MAP_FAILED, CUDA_ERROR_UNSUPPORTED_LIMIT, CUDA_ERROR_OPERATING_SYSTEM,
                                      CUDA_ERROR_ECC_UNCORRECTABLE, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED };
    const char *name, *text;
    CUfunc_cache config;
    size_t n;
    int v;
    (void)state;

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        OK(cuGetErrorName(codes[i], &name));
        OK(cuGetErrorString(codes[i], &text));
        assert_int_equal(strncmp(name, "CUDA_ERROR_", 11), 0);
        assert_true(*text);
    }
    IS(cuGetErrorName((CUresult)12345, &name), INVALID_VALUE);
    for (int a = CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK; a <= CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING; a++)
        assert_int_equal(cuDeviceGetAttribute(&v, (CUdevice_attribute)a, 0), CUDA_SUCCESS);
    OK(cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, 0));
    assert_int_equal(v, 65536);
    IS(cuDeviceGetAttribute(&v, (CUdevice_attribute)1000, 0), INVALID_VALUE);
    OK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    OK(cuCtxGetCacheConfig(&config));
    assert_int_equal(config, CU_FUNC_CACHE_PREFER_NONE);
    IS(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1024), UNSUPPORTED_LIMIT);
    IS(cuCtxGetLimit(&n, CU_LIMIT_STACK_SIZE), UNSUPPORTED_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_before_init),
        cmocka_unit_test_setup_teardown(test_unloaded, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_copies, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_streams, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_logs, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_names, open_context, close_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
