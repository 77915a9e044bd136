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

static CUfunction load_kernel(const char *name)
{
    CUmodule m;
    CUfunction f;

    OK(cuModuleLoad(&m, KERNELS));
    OK(cuModuleGetFunction(&f, m, name));
    return f;
}

static CUresult launch_kernel(CUfunction f, unsigned blocks, unsigned threads, void *args, size_t size)
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
    CUfunction f = load_kernel("scale");
    OK(cuMemAlloc(&d, sizeof data));
    OK(cuMemcpyHtoD(d, data, sizeof data));
    uint32_t args[] = { (uint32_t)d, 3 };
    OK(launch_kernel(f, 4, 64, args, sizeof args));
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

    CUfunction f = load_kernel("scale");
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
    OK(launch_kernel(f, 1, 16, args, sizeof args));
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
    CUfunction f = load_kernel("scale"), g;
    (void)state;

    assert_int_equal(launch_kernel(f, 1, 513, args, 8), CUDA_ERROR_INVALID_VALUE);
    OK(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text));
    assert_non_null(strstr(text, "513"));
    assert_int_equal(launch_kernel(f, 1, 32, args, 12), CUDA_ERROR_INVALID_VALUE);
    assert_non_null(strstr(gt200LastMessage(), "takes 8 bytes of parameters, 12 were given"));
    assert_int_equal(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuLaunchKernel(f, 1, 1, 2, 1, 1, 1, 0, NULL, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLaunchCooperativeKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL), CUDA_ERROR_NOT_SUPPORTED);
    assert_non_null(strstr(gt200LastMessage(), "this device has not all blocks of a grid at once"));
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

    assert_int_equal(launch_kernel(load_kernel("scale"), 1, 32, args, sizeof args), CUDA_ERROR_LAUNCH_FAILED);
    OK(cuGetErrorString(CUDA_ERROR_LAUNCH_FAILED, &text));
    assert_non_null(strstr(text, "kernel scale: GLOBAL_LIMIT_READ at pc 0x"));
    assert_non_null(strstr(text, "block (0,0) warp 0 lane 0 address 0x40"));
    OK(cuGetErrorName(CUDA_ERROR_LAUNCH_FAILED, &name));
    assert_string_equal(name, "CUDA_ERROR_LAUNCH_FAILED");
    assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
    assert_int_equal(cuMemAlloc(&d, 4), CUDA_ERROR_LAUNCH_FAILED);
}

static void test_hang(void **state)
{
    (void)state;
    assert_int_equal(launch_kernel(load_kernel("spin"), 1, 32, NULL, 0), CUDA_ERROR_LAUNCH_TIMEOUT);
}

static void test_target(void **state)
{
    char *was = strdup(getenv("GT200_TARGET"));
    (void)state;

    setenv("GT200_TARGET", "abacus", 1);
    assert_int_equal(cuInit(0), CUDA_ERROR_NO_DEVICE);
    assert_non_null(strstr(gt200LastMessage(), "there are func, model, rtl, lockstep"));
    setenv("GT200_TARGET", "cuda", 1);
    assert_int_equal(cuInit(0), CUDA_ERROR_NO_DEVICE);
    assert_non_null(strstr(gt200LastMessage(), "cuda is for programs of the Runtime API"));
    setenv("GT200_TARGET", was, 1);
    free(was);
}

static const char ptx[] =
    ".version 3.2\n.target sm_20\n.address_size 64\n"
    ".visible .entry twice(.param .u64 p, .param .u32 by)\n{\n"
    " .reg .b32 %r<5>;\n .reg .b64 %rd<4>;\n"
    " ld.param.u64 %rd1, [p];\n ld.param.u32 %r1, [by];\n cvta.to.global.u64 %rd2, %rd1;\n mov.u32 %r2, %tid.x;\n"
    " mul.wide.u32 %rd3, %r2, 4;\n add.s64 %rd2, %rd2, %rd3;\n add.s32 %r3, %r2, %r1;\n st.global.u32 [%rd2], %r3;\n "
    "ret;\n}\n";

/* PTX is compiled on loading; its parameters can be given one by one. */
static void test_jit(void **state)
{
    uint32_t out[32], by = 100;
    CUdeviceptr d;
    CUmodule m;
    CUfunction f;
    void *params[] = { &d, &by };
    char log[256] = "";
    CUjit_option options[] = { CU_JIT_MAX_REGISTERS, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
    void *values[] = { (void *)(size_t)16, log, (void *)sizeof log };
    int n;
    (void)state;

    OK(cuModuleLoadData(&m, ptx));
    OK(cuModuleGetFunction(&f, m, "twice"));
    OK(cuMemAlloc(&d, sizeof out));
    OK(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL));
    OK(cuMemcpyDtoH(out, d, sizeof out));
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(out[i], 100 + i);
    params[1] = NULL;
    assert_int_equal(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL), CUDA_ERROR_INVALID_VALUE);
    OK(cuFuncGetAttribute(&n, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
    assert_in_range(n, 1, 16);
    OK(cuFuncGetAttribute(&n, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, f));
    assert_int_equal(n, 16 + 12);       /* header, parameters */
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, f, 256, 0));
    assert_int_equal(n, 4);
    OK(cuModuleLoadDataEx(&m, ptx, 3, options, values));
    assert_string_equal(log, "");
    values[2] = (void *)sizeof log;                     /* has become the length of the log */
    assert_int_equal(cuModuleLoadDataEx(&m, ".version 3.2\n.entry k() { nonsense; }", 3, options, values),
                     CUDA_ERROR_INVALID_PTX);
    assert_non_null(strstr(log, "nonsense"));
}

/* Parameters set one by one where a host with pointers of the other width has them; what cannot be a pointer is
 * refused. */
static void test_pointer_width(void **state)
{
    static const char narrow[] =
        ".version 1.4\n.target sm_13\n.entry thrice(.param .u32 p, .param .u32 by)\n{\n .reg .u32 %r<4>;\n"
        " ld.param.u32 %r1, [p];\n ld.param.u32 %r2, [by];\n cvt.u32.u16 %r3, %tid.x;\n add.u32 %r2, %r2, %r3;\n"
        " mul24.lo.u32 %r3, %r3, 4;\n add.u32 %r1, %r1, %r3;\n st.global.u32 [%r1], %r2;\n exit;\n}\n";
    uint32_t out[32];
    CUdeviceptr d, high;
    CUmodule m;
    CUfunction wide, f;
    (void)state;

    OK(cuModuleLoadData(&m, ptx));
    OK(cuModuleGetFunction(&wide, m, "twice"));
    OK(cuModuleLoadData(&m, narrow));
    OK(cuModuleGetFunction(&f, m, "thrice"));
    OK(cuMemAlloc(&d, sizeof out));
    for (int i = 0; i < 2; i++) {
        OK(cuFuncSetBlockShape(i ? f : wide, 32, 1, 1));
        OK(cuParamSeti(i ? f : wide, 0, 0xdeadbeef));                   /* of an earlier launch */
        OK(i ? cuParamSetv(f, 0, &d, 8) : cuParamSeti(wide, 0, (unsigned)d));
        OK(cuParamSeti(i ? f : wide, i ? 8 : 4, 7u + (unsigned)i));
        OK(cuParamSetSize(i ? f : wide, i ? 12 : 8));
        OK(cuLaunchGrid(i ? f : wide, 1, 1));
        OK(cuMemcpyDtoH(out, d, sizeof out));
        for (unsigned k = 0; k < 32; k++)
            assert_int_equal(out[k], 7 + (unsigned)i + k);
    }
    high = d + (1ull << 32);
    OK(cuParamSetv(f, 0, &high, 8));
    assert_int_equal(cuLaunchGrid(f, 1, 1), CUDA_ERROR_INVALID_VALUE);
    OK(cuParamSeti(wide, 0, (unsigned)d));
    OK(cuParamSetSize(wide, 4));
    assert_int_equal(cuLaunchGrid(wide, 1, 1), CUDA_ERROR_INVALID_VALUE);
}

static void test_contexts(void **state)
{
    CUcontext first = *state, second, c;
    CUdevice device;
    CUdeviceptr a, b;
    CUmodule m;
    CUfunction f;
    uint32_t args[] = { 0, 1 };
    unsigned version;
    (void)state;

    OK(cuMemAlloc(&a, 64));
    OK(cuModuleLoad(&m, KERNELS));
    OK(cuModuleGetFunction(&f, m, "scale"));
    OK(cuCtxCreate(&second, 0, 0));
    OK(cuCtxGetCurrent(&c));
    assert_ptr_equal(c, second);
    OK(cuMemAlloc(&b, 64));
    assert_int_equal(a, b);                 /* another memory */
    assert_int_equal(launch_kernel(f, 1, 1, args, 8), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuModuleUnload(m), CUDA_ERROR_INVALID_HANDLE);
    OK(cuCtxPopCurrent(&c));
    assert_ptr_equal(c, second);
    OK(cuCtxGetCurrent(&c));
    assert_ptr_equal(c, first);
    OK(cuCtxPushCurrent(second));
    OK(cuCtxGetDevice(&device));
    assert_int_equal(device, 0);
    OK(cuCtxGetApiVersion(second, &version));
    assert_int_equal(version, CUDA_VERSION);
    OK(cuCtxAttach(&c, 0));
    OK(cuCtxDetach(c));
    OK(cuCtxDetach(c));                     /* the last user: it is gone */
    assert_int_equal(cuCtxPushCurrent(second), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuCtxDestroy(second), CUDA_ERROR_INVALID_CONTEXT);
    OK(cuCtxGetCurrent(&c));
    assert_ptr_equal(c, first);
    OK(cuCtxSetCurrent(NULL));
    assert_int_equal(cuMemAlloc(&b, 64), CUDA_ERROR_INVALID_CONTEXT);
    OK(cuCtxSetCurrent(first));
}

static void test_rows(void **state)
{
    CUdeviceptr p, base;
    uint16_t h[40], back[120];
    size_t pitch, bytes;
    void *host;
    unsigned flags;
    (void)state;

    OK(cuMemAllocPitch(&p, &pitch, 80, 3, 4));
    assert_int_equal(pitch, 256);
    assert_int_equal(cuMemAllocPitch(&p, &pitch, 80, 3, 5), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemGetAddressRange(&base, &bytes, p + 300));
    assert_int_equal(base, p);
    assert_int_equal(bytes, 768);
    OK(cuMemsetD2D16(p, pitch, 0x1234, 40, 3));
    for (unsigned i = 0; i < 40; i++)
        h[i] = (uint16_t)i;
    CUDA_MEMCPY2D c = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = h, .srcPitch = 20, .srcXInBytes = 4,
                        .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = p, .dstPitch = pitch, .dstXInBytes = 10,
                        .dstY = 1, .WidthInBytes = 16, .Height = 2 };
    OK(cuMemcpy2D(&c));
    CUDA_MEMCPY2D d = { .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = p, .srcPitch = pitch,
                        .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = back, .dstPitch = 80, .WidthInBytes = 80,
                        .Height = 3 };
    OK(cuMemcpy2DUnaligned(&d));
    for (unsigned y = 0; y < 3; y++)
        for (unsigned x = 0; x < 40; x++)
            assert_int_equal(back[40 * y + x], y && x >= 5 && x < 13 ? 10 * (y - 1) + 2 + x - 5 : 0x1234);
    c.srcPitch = 8;
    assert_int_equal(cuMemcpy2D(&c), CUDA_ERROR_INVALID_VALUE);
    c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    assert_int_equal(cuMemcpy2D(&c), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemFree(p));
    assert_int_equal(cuMemFree(p), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemHostAlloc(&host, 100, CU_MEMHOSTALLOC_PORTABLE));
    OK(cuMemHostGetFlags(&flags, host));
    assert_int_equal(flags, CU_MEMHOSTALLOC_PORTABLE);
    OK(cuMemFreeHost(host));
    assert_int_equal(cuMemFreeHost(h), CUDA_ERROR_INVALID_VALUE);
}

/* Events count simulated clocks. */
static void test_events(void **state)
{
    CUstream s;
    CUevent a, b;
    CUdeviceptr d;
    float ms;
    unsigned long long cycles, warp_insns, thread_insns;
    (void)state;

    OK(cuStreamCreate(&s, 0));
    OK(cuEventCreate(&a, 0));
    OK(cuEventCreate(&b, CU_EVENT_BLOCKING_SYNC));
    assert_int_equal(cuEventElapsedTime(&ms, a, b), CUDA_ERROR_INVALID_HANDLE);
    OK(cuMemAlloc(&d, 1024));
    uint32_t args[] = { (uint32_t)d, 3 };
    OK(cuEventRecord(a, s));
    OK(launch_kernel(load_kernel("scale"), 4, 64, args, sizeof args));
    OK(cuEventRecord(b, s));
    OK(cuStreamWaitEvent(s, b, 0));
    OK(cuStreamQuery(s));
    OK(cuStreamSynchronize(s));
    OK(cuEventQuery(b));
    OK(cuEventSynchronize(b));
    OK(cuEventElapsedTime(&ms, a, b));
    gt200LastLaunch(&cycles, &warp_insns, &thread_insns);
    if (!cycles)
        cycles = 4 * warp_insns;            /* func */
    assert_true(ms == (float)((double)cycles / 1296000));
    assert_true(warp_insns > 0 && thread_insns == 32 * warp_insns);
    OK(cuEventDestroy(a));
    assert_int_equal(cuEventRecord(a, s), CUDA_ERROR_INVALID_HANDLE);
    OK(cuStreamDestroy(s));
    assert_int_equal(cuEventRecord(b, s), CUDA_ERROR_INVALID_HANDLE);
}

/* Constants of two modules of one context do not mix. */
static void test_two_modules(void **state)
{
    uint32_t out[16], zero[16] = { 0 };
    CUmodule m[2];
    CUfunction f[2];
    CUdeviceptr d, a;
    (void)state;

    for (int i = 0; i < 2; i++) {
        OK(cuModuleLoad(&m[i], KERNELS));
        OK(cuModuleGetFunction(&f[i], m[i], "lookup"));
    }
    OK(cuModuleGetGlobal(&a, NULL, m[0], "table"));
    OK(cuMemcpyHtoD(a, zero, sizeof zero));
    OK(cuMemAlloc(&d, 64));
    uint32_t args[] = { (uint32_t)d };
    for (unsigned round = 0; round < 4; round++) {
        OK(launch_kernel(f[round % 2], 1, 16, args, sizeof args));
        OK(cuMemcpyDtoH(out, d, 64));
        for (unsigned i = 0; i < 16; i++)
            assert_int_equal(out[i], round % 2 ? i : 0);
    }
}

/* After a failure memory can be read and freed, nothing else. */
static void test_after_fault(void **state)
{
    uint32_t args[] = { 0x40, 1 }, word = 0;
    CUdeviceptr d;
    (void)state;

    OK(cuMemAlloc(&d, 4));
    OK(cuMemsetD32(d, 77, 1));
    assert_int_equal(launch_kernel(load_kernel("scale"), 1, 32, args, sizeof args), CUDA_ERROR_LAUNCH_FAILED);
    OK(cuMemcpyDtoH(&word, d, 4));
    assert_int_equal(word, 77);
    assert_int_equal(cuMemcpyHtoD(d, &word, 4), CUDA_ERROR_LAUNCH_FAILED);
    assert_int_equal(cuMemsetD32(d, 1, 1), CUDA_ERROR_LAUNCH_FAILED);
    OK(cuMemFree(d));
}

static void test_limits(void **state)
{
    CUfunction f = load_kernel("scale");
    uint32_t args[] = { 0, 0 };
    size_t size = sizeof args;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, args, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
    static const struct { unsigned g[3], b[3], shared; const char *what; } v[] = {
        { { 65536, 1, 1 }, { 1, 1, 1 }, 0, "grid size in x is 65536" },
        { { 1, 65536, 1 }, { 1, 1, 1 }, 0, "grid size in y is 65536" },
        { { 1, 1, 2 }, { 1, 1, 1 }, 0, "grid size in z is 2" },
        { { 1, 1, 1 }, { 1, 1, 65 }, 0, "block size in z is 65" },
        { { 1, 1, 1 }, { 0, 1, 1 }, 0, "block size in x is 0" },
        { { 1, 1, 1 }, { 32, 17, 1 }, 0, "block of 544 threads" },
        { { 1, 1, 1 }, { 32, 1, 1 }, 16361, "16385 bytes of shared" },
    };
    (void)state;

    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        assert_int_equal(cuLaunchKernel(f, v[i].g[0], v[i].g[1], v[i].g[2], v[i].b[0], v[i].b[1], v[i].b[2],
                                        v[i].shared, NULL, NULL, extra),
                         CUDA_ERROR_INVALID_VALUE);
        assert_non_null(strstr(gt200LastMessage(), v[i].what));
    }
    OK(cuCtxSynchronize());
}

/* Texture reference of bytes: fractions, then integers; an address that is not aligned; what is refused. */
static void test_texture(void **state)
{
    uint8_t texels[512];
    uint32_t out[64];
    CUdeviceptr data, result;
    CUmodule m;
    CUfunction f;
    CUtexref t, same;
    size_t offset;
    (void)state;

    for (unsigned i = 0; i < 512; i++)
        texels[i] = (uint8_t)(i * 5);
    OK(cuModuleLoad(&m, KERNELS));
    OK(cuModuleGetFunction(&f, m, "fetch"));
    assert_int_equal(cuModuleGetTexRef(&t, m, "nothing"), CUDA_ERROR_NOT_FOUND);
    OK(cuModuleGetTexRef(&t, m, "image"));
    OK(cuModuleGetTexRef(&same, m, "image"));
    assert_ptr_equal(t, same);
    OK(cuMemAlloc(&data, sizeof texels));
    OK(cuMemAlloc(&result, sizeof out));
    OK(cuMemcpyHtoD(data, texels, sizeof texels));
    uint32_t arg = (uint32_t)result;
    OK(launch_kernel(f, 1, 64, &arg, 4));               /* no address yet: zeros */
    OK(cuMemcpyDtoH(out, result, sizeof out));
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(out[i], 0);

    OK(cuTexRefSetFormat(t, CU_AD_FORMAT_UNSIGNED_INT8, 1));
    OK(cuTexRefSetAddress(&offset, t, data, 60));
    assert_int_equal(offset, 0);
    OK(cuParamSetTexRef(f, CU_PARAM_TR_DEFAULT, t));
    OK(launch_kernel(f, 1, 64, &arg, 4));
    OK(cuMemcpyDtoH(out, result, sizeof out));
    for (unsigned i = 0; i < 64; i++) {
        float want = i < 60 ? (float)texels[i] / 255.0f : 0, got;
        memcpy(&got, &out[i], 4);
        assert_true(got == want);
    }
    OK(cuTexRefSetFlags(t, CU_TRSF_READ_AS_INTEGER));
    assert_int_equal(cuTexRefSetAddress(NULL, t, data + 3, 60), CUDA_ERROR_INVALID_VALUE);
    OK(cuTexRefSetAddress(&offset, t, data + 3, 500));
    assert_int_equal(offset, 3);
    OK(launch_kernel(f, 1, 64, &arg, 4));
    OK(cuMemcpyDtoH(out, result, sizeof out));
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(out[i], texels[i]);

    assert_int_equal(cuTexRefSetFormat(t, CU_AD_FORMAT_FLOAT, 3), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetFlags(t, 8), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetAddress(&offset, t, 0x100000000ull, 4), CUDA_ERROR_INVALID_VALUE);
    OK(cuTexRefSetAddress(&offset, t, 0xff000000u, 16));
    assert_int_equal(launch_kernel(f, 1, 64, &arg, 4), CUDA_ERROR_INVALID_VALUE);
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
        cmocka_unit_test_setup_teardown(test_texture, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_hang, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_jit, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_pointer_width, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_contexts, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_rows, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_events, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_two_modules, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_after_fault, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_limits, open_context, close_context),
        cmocka_unit_test(test_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
