/* SPDX-License-Identifier: Apache-2.0
 * The CUDA Driver API as a host program uses it. The target is GT200_TARGET; KERNELS is the cubin of kernels.s. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cuda.h>

#define OK(call) assert_int_equal((call), CUDA_SUCCESS)

static int open_context(void **state)
{
    CUdevice d;
    CUcontext c;

    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&d, 0) != CUDA_SUCCESS || cuCtxCreate(&c, 0, d) != CUDA_SUCCESS)
        return -1;
    *state = c;
    return 0;
}

static int close_context(void **state)
{
    return cuCtxDestroy(*state) == CUDA_SUCCESS ? 0 : -1;
}

static CUfunction load(const char *name)
{
    CUmodule m;
    CUfunction f;

    OK(cuModuleLoad(&m, KERNELS));
    OK(cuModuleGetFunction(&f, m, name));
    return f;
}

static CUresult launch(CUfunction f, unsigned blocks, unsigned threads, void *args, size_t size)
{
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, args, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
    return cuLaunchKernel(f, blocks, 1, 1, threads, 1, 1, 0, NULL, NULL, extra);
}

/* scale(data, factor): data[global thread] *= factor */
static void test_scale(void **state)
{
    uint32_t data[256];
    CUdeviceptr d;
    (void)state;

    for (unsigned i = 0; i < 256; i++)
        data[i] = i;
    CUfunction f = load("scale");
    OK(cuMemAlloc(&d, sizeof data));
    OK(cuMemcpyHtoD(d, data, sizeof data));
    uint32_t args[] = { (uint32_t)d, 3 };
    OK(launch(f, 4, 64, args, sizeof args));
    OK(cuCtxSynchronize());
    OK(cuMemcpyDtoH(data, d, sizeof data));
    for (unsigned i = 0; i < 256; i++)
        assert_int_equal(data[i], 3 * i);
    OK(cuMemFree(d));
}

/* The same through the launch calls of CUDA 2. */
static void test_old_launch(void **state)
{
    uint32_t data[64];
    CUdeviceptr d;
    (void)state;

    CUfunction f = load("scale");
    OK(cuMemAlloc(&d, sizeof data));
    OK(cuMemsetD32(d, 7, 64));
    OK(cuFuncSetBlockShape(f, 32, 1, 1));
    OK(cuParamSeti(f, 0, (unsigned)d));
    OK(cuParamSeti(f, 4, 5));
    OK(cuParamSetSize(f, 8));
    OK(cuLaunchGrid(f, 2, 1));
    OK(cuMemcpyDtoH(data, d, sizeof data));
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(data[i], 35);
}

/* A __constant__ table and a __device__ variable: out[i] = table[i] + counter. */
static void test_globals(void **state)
{
    uint32_t table[16], out[16], counter = 100;
    CUmodule m;
    CUfunction f;
    CUdeviceptr d, a;
    size_t n;
    (void)state;

    OK(cuModuleLoad(&m, KERNELS));
    OK(cuModuleGetFunction(&f, m, "lookup"));
    OK(cuModuleGetGlobal(&a, &n, m, "table"));
    assert_int_equal(n, 64);
    OK(cuMemcpyDtoH(table, a, 64));
    assert_int_equal(table[2], 2);          /* initial contents, from the cubin */
    for (unsigned i = 0; i < 16; i++)
        table[i] = i * i;
    OK(cuMemcpyHtoD(a, table, 64));
    OK(cuModuleGetGlobal(&a, &n, m, "counter"));
    assert_int_equal(n, 4);
    OK(cuMemcpyHtoD(a, &counter, 4));
    OK(cuMemAlloc(&d, 64));
    uint32_t args[] = { (uint32_t)d };
    OK(launch(f, 1, 16, args, sizeof args));
    OK(cuMemcpyDtoH(out, d, 64));
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(out[i], i * i + 100);
    assert_int_equal(cuModuleGetGlobal(&a, &n, m, "nothing"), CUDA_ERROR_NOT_FOUND);
    OK(cuModuleUnload(m));
}

static void test_memory(void **state)
{
    CUdeviceptr a, b;
    uint8_t x[100];
    size_t free_bytes, total;
    (void)state;

    OK(cuMemAlloc(&a, 100));
    OK(cuMemAlloc(&b, 100));
    assert_int_equal(a % 256, 0);
    OK(cuMemsetD8(a, 0x5a, 100));
    OK(cuMemcpyDtoD(b, a, 100));
    OK(cuMemcpyDtoH(x, b, 100));
    for (int i = 0; i < 100; i++)
        assert_int_equal(x[i], 0x5a);
    OK(cuMemGetInfo(&free_bytes, &total));
    assert_true(free_bytes < total && free_bytes > total - 65536);
    assert_int_equal(cuMemAlloc(&a, total), CUDA_ERROR_OUT_OF_MEMORY);
    assert_int_equal(cuMemcpyDtoH(x, 0, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpyDtoH(x, 0x1000000000ull, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemsetD32(b + 2, 1, 1), CUDA_ERROR_INVALID_VALUE);
}

static void test_device(void **state)
{
    char name[64];
    int major, minor, threads;
    (void)state;

    OK(cuDeviceGetName(name, sizeof name, 0));
    assert_non_null(strstr(name, "GT200"));
    OK(cuDeviceComputeCapability(&major, &minor, 0));
    assert_int_equal(major * 10 + minor, 13);
    OK(cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0));
    assert_int_equal(threads, 512);
    CUdevice d;
    assert_int_equal(cuDeviceGet(&d, 1), CUDA_ERROR_INVALID_DEVICE);
}

/* Refused launches leave the context usable; the message says what was wrong. */
static void test_refused(void **state)
{
    const char *text;
    uint32_t args[] = { 0, 0, 0 };
    void *params[] = { args };
    CUmodule m;
    CUfunction f = load("scale"), g;
    (void)state;

    assert_int_equal(launch(f, 1, 513, args, 8), CUDA_ERROR_INVALID_VALUE);
    OK(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text));
    assert_non_null(strstr(text, "513"));
    assert_int_equal(launch(f, 1, 32, args, 12), CUDA_ERROR_INVALID_VALUE);
    assert_non_null(strstr(gt200LastMessage(), "takes 8 bytes of parameters, 12 were given"));
    assert_int_equal(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuLaunchKernel(f, 1, 1, 2, 1, 1, 1, 0, NULL, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    OK(cuModuleLoad(&m, KERNELS));
    assert_int_equal(cuModuleGetFunction(&g, m, "sale"), CUDA_ERROR_NOT_FOUND);
    assert_non_null(strstr(gt200LastMessage(), "scale"));
    assert_int_equal(cuModuleLoad(&m, "/no/such.cubin"), CUDA_ERROR_FILE_NOT_FOUND);
    assert_int_equal(cuModuleLoadData(&m, "no cubin"), CUDA_ERROR_INVALID_IMAGE);
    OK(cuCtxSynchronize());
}

/* A kernel that faults: the error stays with the context and names kernel, pc, block, warp, lane, address. */
static void test_fault(void **state)
{
    const char *text, *name;
    uint32_t args[] = { 0x40, 1 };
    CUdeviceptr d;
    (void)state;

    assert_int_equal(launch(load("scale"), 1, 32, args, sizeof args), CUDA_ERROR_ILLEGAL_ADDRESS);
    OK(cuGetErrorString(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
    assert_non_null(strstr(text, "kernel scale: GLOBAL_LIMIT_READ at pc 0x"));
    assert_non_null(strstr(text, "block (0,0) warp 0 lane 0 address 0x40"));
    OK(cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &name));
    assert_string_equal(name, "CUDA_ERROR_ILLEGAL_ADDRESS");
    assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cuMemAlloc(&d, 4), CUDA_ERROR_ILLEGAL_ADDRESS);
}

static void test_hang(void **state)
{
    (void)state;
    assert_int_equal(launch(load("spin"), 1, 32, NULL, 0), CUDA_ERROR_LAUNCH_TIMEOUT);
}

static void test_target(void **state)
{
    char *was = strdup(getenv("GT200_TARGET"));
    (void)state;

    setenv("GT200_TARGET", "cuda", 1);
    assert_int_equal(cuInit(0), CUDA_ERROR_NO_DEVICE);
    assert_non_null(strstr(gt200LastMessage(), "there are func, model, rtl, lockstep"));
    setenv("GT200_TARGET", was, 1);
    free(was);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_device, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_memory, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_scale, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_old_launch, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_globals, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_refused, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_fault, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_hang, open_context, close_context),
        cmocka_unit_test(test_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
