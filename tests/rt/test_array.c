/* SPDX-License-Identifier: Apache-2.0
 * Arrays and their textures through the CUDA Driver API, with a kernel in PTX as NVIDIA's compilers wrote it. The
 * target is GT200_TARGET. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <cuda.h>

#define OK(call) assert_int_equal((call), CUDA_SUCCESS)

enum { W = 12, H = 6, N = 64 };

/* out[i] = x component of picture at (at[2i], at[2i + 1]); words[i] = texel (i, 2) by its numbers. */
static const char ptx[] =
    ".version 1.4\n.target sm_13\n.tex .u64 picture;\n.tex .u64 table;\n.tex .u64 cloud;\n"
    ".entry look(.param .u32 out, .param .u32 at)\n{\n.reg .u16 %h<2>; .reg .u32 %r<16>; .reg .f32 %f<10>;\n"
    "mov.u16 %h1, %tid.x;\ncvt.u32.u16 %r1, %h1;\nmul.lo.u32 %r2, %r1, 12;\nshl.b32 %r3, %r1, 2;\n"
    "ld.param.u32 %r4, [at];\nadd.u32 %r4, %r4, %r2;\nld.global.f32 %f1, [%r4];\nld.global.f32 %f2, [%r4+4];\n"
    "ld.global.f32 %f3, [%r4+8];\n"
    "tex.3d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [cloud, {%f1,%f2,%f3,%f3}];\n"
    "ld.param.u32 %r5, [out];\nadd.u32 %r5, %r5, %r3;\nst.global.f32 [%r5], %f5;\nexit;\n}\n"
    ".entry sample(.param .u32 out, .param .u32 words, .param .u32 at)\n{\n.reg .u16 %h<2>; .reg .u32 %r<16>; .reg "
    ".f32 %f<10>; .reg .s32 %s<8>;\n"
    "mov.u16 %h1, %tid.x;\ncvt.u32.u16 %r1, %h1;\nshl.b32 %r2, %r1, 3;\nshl.b32 %r3, %r1, 2;\n"
    "ld.param.u32 %r4, [at];\nadd.u32 %r4, %r4, %r2;\nld.global.f32 %f1, [%r4];\nld.global.f32 %f2, [%r4+4];\n"
    "mov.f32 %f3, 0f00000000;\nmov.f32 %f4, %f3;\ntex.2d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [picture, "
    "{%f1,%f2,%f3,%f4}];\n"
    "ld.param.u32 %r5, [out];\nadd.u32 %r5, %r5, %r3;\nst.global.f32 [%r5], %f5;\n"
    "cvt.s32.u32 %s1, %r1;\nmov.s32 %s2, 2;\nmov.s32 %s3, 0;\ntex.2d.v4.s32.s32 {%s4,%s5,%s6,%s7}, [table, "
    "{%s1,%s2,%s3,%s3}];\n"
    "ld.param.u32 %r6, [words];\nadd.u32 %r6, %r6, %r3;\nst.global.s32 [%r6], %s4;\nexit;\n}\n";

struct fixture {
    CUcontext c;
    CUmodule m;
    CUfunction f, look;
    CUtexref picture, table, cloud;
    CUdeviceptr out, words, at;
};

static int set_up(void **state)
{
    static struct fixture x;
    CUdevice d;

    if (cuInit(0) || cuDeviceGet(&d, 0) || cuCtxCreate(&x.c, 0, d) || cuModuleLoadData(&x.m, ptx) ||
        cuModuleGetFunction(&x.f, x.m, "sample") || cuModuleGetTexRef(&x.picture, x.m, "picture") ||
        cuModuleGetFunction(&x.look, x.m, "look") || cuModuleGetTexRef(&x.cloud, x.m, "cloud") ||
        cuModuleGetTexRef(&x.table, x.m, "table") || cuMemAlloc(&x.out, 4 * N) || cuMemAlloc(&x.words, 4 * N) ||
        cuMemAlloc(&x.at, 12 * N)) {
        printf("%s\n", gt200LastMessage());
        return -1;
    }
    *state = &x;
    return 0;
}

static int tear_down(void **state)
{
    return cuCtxDestroy(((struct fixture *)*state)->c) == CUDA_SUCCESS ? 0 : -1;
}

static CUresult launch_kernel(const struct fixture *x, const float at[N][2], float out[N], int32_t words[N])
{
    uint32_t args[] = { (uint32_t)x->out, (uint32_t)x->words, (uint32_t)x->at };
    size_t size = sizeof args;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, args, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };

    OK(cuMemcpyHtoD(x->at, at, 8 * N));
    CUresult rc = cuLaunchKernel(x->f, 1, 1, 1, N, 1, 1, 0, NULL, NULL, extra);
    if (rc != CUDA_SUCCESS)
        return rc;
    OK(cuMemcpyDtoH(out, x->out, 4 * N));
    OK(cuMemcpyDtoH(words, x->words, 4 * N));
    return CUDA_SUCCESS;
}

static void test_textures(void **state)
{
    const struct fixture *x = *state;
    CUDA_ARRAY_DESCRIPTOR d = { W, H, CU_AD_FORMAT_FLOAT, 2 }, e = { W, H, CU_AD_FORMAT_SIGNED_INT16, 1 }, got;
    float texels[H][W][2], at[N][2], out[N];
    int16_t numbers[H][W];
    int32_t words[N];
    CUarray a, b, c;

    for (int i = 0; i < W * H; i++) {
        texels[i / W][i % W][0] = (float)(8 * (i % W) + 100 * (i / W));
        texels[i / W][i % W][1] = -1;
        numbers[i / W][i % W] = (int16_t)(1000 - 100 * i);
    }
    for (int i = 0; i < N; i++) {
        at[i][0] = 0.25f * (float)i - 2;
        at[i][1] = 3.5f;
    }
    OK(cuArrayCreate(&a, &d));
    OK(cuArrayCreate(&b, &e));
    OK(cuArrayGetDescriptor(&got, a));
    assert_int_equal(got.Width, W);
    assert_int_equal(got.Height, H);
    assert_int_equal(got.Format, CU_AD_FORMAT_FLOAT);
    assert_int_equal(got.NumChannels, 2);
    OK(cuMemcpyHtoA(a, 0, texels, sizeof texels));
    OK(cuMemcpyHtoA(b, 0, numbers, sizeof numbers));
    OK(cuTexRefSetArray(x->picture, a, CU_TRSA_OVERRIDE_FORMAT));
    OK(cuTexRefSetArray(x->table, b, CU_TRSA_OVERRIDE_FORMAT));
    OK(cuTexRefGetArray(&c, x->picture));
    assert_ptr_equal(c, a);
    OK(cuTexRefSetFlags(x->table, CU_TRSF_READ_AS_INTEGER));
    OK(launch_kernel(x, at, out, words));
    for (int i = 0; i < N; i++) {
        int column = i < 8 ? 0 : i >= 4 * W + 8 ? W - 1 : (i - 8) / 4;
        assert_true(out[i] == (float)(8 * column + 300));
        assert_int_equal(words[i], i < W ? 1000 - 100 * (2 * W + i) : 0);
    }
    /* filtered: the texels rise by 8 from one to the next, so the mean is the place itself */
    OK(cuTexRefSetFilterMode(x->picture, CU_TR_FILTER_MODE_LINEAR));
    OK(cuTexRefSetAddressMode(x->picture, 0, CU_TR_ADDRESS_MODE_CLAMP));
    OK(launch_kernel(x, at, out, words));
    for (int i = 0; i < N; i++) {
        float p = at[i][0] - 0.5f, want = 8 * (p < 0 ? 0 : p > W - 1 ? W - 1 : p) + 300;
        assert_true(out[i] == want);
    }
    /* normalized and wrapped: a period of one */
    OK(cuTexRefSetFlags(x->picture, CU_TRSF_NORMALIZED_COORDINATES));
    OK(cuTexRefSetAddressMode(x->picture, 0, CU_TR_ADDRESS_MODE_WRAP));
    OK(cuTexRefSetAddressMode(x->picture, 1, CU_TR_ADDRESS_MODE_BORDER));
    for (int i = 0; i < N; i++) {
        at[i][0] = (float)i / 16 - 1 + 1.0f / 128;
        at[i][1] = i < 48 ? 3.5f / H : 1.5f;
    }
    OK(launch_kernel(x, at, out, words));
    for (int i = 0; i < N; i++)
        assert_true(out[i] == (i < 48 ? out[i % 16] : 0));
    CUaddress_mode mode;
    CUfilter_mode filter;
    CUarray_format format;
    unsigned flags;
    int comps;
    OK(cuTexRefGetAddressMode(&mode, x->picture, 1));
    OK(cuTexRefGetFilterMode(&filter, x->picture));
    OK(cuTexRefGetFlags(&flags, x->picture));
    OK(cuTexRefGetFormat(&format, &comps, x->picture));
    assert_int_equal(mode, CU_TR_ADDRESS_MODE_BORDER);
    assert_int_equal(filter, CU_TR_FILTER_MODE_LINEAR);
    assert_int_equal(flags, CU_TRSF_NORMALIZED_COORDINATES);
    assert_int_equal(format, CU_AD_FORMAT_FLOAT);
    assert_int_equal(comps, 2);
    /* integers are not filtered */
    OK(cuTexRefSetFilterMode(x->table, CU_TR_FILTER_MODE_LINEAR));
    assert_int_equal(launch_kernel(x, at, out, words), CUDA_ERROR_INVALID_VALUE);
    OK(cuArrayDestroy(a));
    OK(cuArrayDestroy(b));
    assert_int_equal(cuArrayDestroy(b), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefGetArray(&c, x->picture), CUDA_ERROR_INVALID_VALUE);
    OK(launch_kernel(x, at, out, words));   /* nothing is bound: zeros */
    for (int i = 0; i < N; i++)
        assert_true(out[i] == 0 && words[i] == 0);
}

static void test_pitched(void **state)
{
    const struct fixture *x = *state;
    CUDA_ARRAY_DESCRIPTOR d = { W, H, CU_AD_FORMAT_HALF, 1 };
    uint16_t halves[H][W];
    float at[N][2], out[N];
    int32_t words[N];
    CUdeviceptr rows;
    size_t pitch;

    for (int i = 0; i < W * H; i++)
        halves[i / W][i % W] = (uint16_t)(0x3c00 + 0x40 * (i % 16));            /* 1 + (i mod 16) / 16 */
    OK(cuMemAllocPitch(&rows, &pitch, 2 * W, H, 4));
    CUDA_MEMCPY2D p = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = halves, .srcPitch = 2 * W,
                        .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = rows, .dstPitch = pitch,
                        .WidthInBytes = 2 * W, .Height = H };
    OK(cuMemcpy2D(&p));
    OK(cuTexRefSetAddress2D(x->picture, &d, rows, pitch));
    for (int i = 0; i < N; i++) {
        at[i][0] = (float)(i % W);
        at[i][1] = (float)(i / W);
    }
    OK(launch_kernel(x, at, out, words));
    for (int i = 0; i < N; i++)
        assert_true(out[i] == 1 + (float)(i % 16) / 16);
    assert_int_equal(cuTexRefSetAddress2D(x->picture, &d, rows + 32, pitch), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetAddress2D(x->picture, &d, rows, 16), CUDA_ERROR_INVALID_VALUE);
    d.NumChannels = 3;
    assert_int_equal(cuTexRefSetAddress2D(x->picture, &d, rows, pitch), CUDA_ERROR_INVALID_VALUE);
    OK(cuTexRefSetAddress2D(x->picture, &(CUDA_ARRAY_DESCRIPTOR){ W, 32768, CU_AD_FORMAT_HALF, 1 }, rows, 65535 * 32));
    assert_int_equal(launch_kernel(x, at, out, words), CUDA_ERROR_INVALID_VALUE);   /* not inside device memory */
}

static void test_slices(void **state)
{
    const struct fixture *x = *state;
    enum { DEPTH = 3 };
    CUDA_ARRAY3D_DESCRIPTOR d = { W, H, DEPTH, CU_AD_FORMAT_FLOAT, 1, 0 }, got;
    float texels[DEPTH][H][W], back[H][W], at[N][3], out[N];
    uint32_t args[] = { (uint32_t)x->out, (uint32_t)x->at };
    size_t size = sizeof args;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, args, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
    CUaddress_mode mode;
    CUarray a;

    for (int i = 0; i < W * H * DEPTH; i++)
        texels[i / (W * H)][i / W % H][i % W] = (float)(i % W + 16 * (i / W % H) + 256 * (i / (W * H)));
    OK(cuArray3DCreate(&a, &d));
    OK(cuArray3DGetDescriptor(&got, a));
    assert_memory_equal(&got, &d, offsetof(CUDA_ARRAY3D_DESCRIPTOR, Flags) + sizeof d.Flags);
    CUDA_MEMCPY3D p = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = texels, .srcPitch = 4 * W, .srcHeight = H,
                        .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = a,
                        .WidthInBytes = 4 * W, .Height = H, .Depth = DEPTH };
    OK(cuMemcpy3D(&p));
    p.dstZ = 1;
    assert_int_equal(cuMemcpy3D(&p), CUDA_ERROR_INVALID_VALUE);
    p = (CUDA_MEMCPY3D){ .srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = a, .srcZ = 2,
                         .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = back, .dstPitch = 4 * W, .dstHeight = H,
                         .WidthInBytes = 4 * W, .Height = H, .Depth = 1 };
    OK(cuMemcpy3D(&p));
    assert_memory_equal(back, texels[2], sizeof back);
    OK(cuTexRefSetArray(x->cloud, a, CU_TRSA_OVERRIDE_FORMAT));
    OK(cuTexRefSetFilterMode(x->cloud, CU_TR_FILTER_MODE_LINEAR));
    OK(cuTexRefSetAddressMode(x->cloud, 2, CU_TR_ADDRESS_MODE_BORDER));
    OK(cuTexRefGetAddressMode(&mode, x->cloud, 2));
    assert_int_equal(mode, CU_TR_ADDRESS_MODE_BORDER);
    /* texels rise evenly in each direction, so the mean is the place itself; clamped in x, nothing outside in z */
    for (int i = 0; i < N; i++) {
        at[i][0] = 0.75f * (float)(i % 16) + 0.5f;
        at[i][1] = 0.5f * (float)(i / 16) + 0.5f;
        at[i][2] = 0.5f * (float)(i % 5) + 0.5f;
    }
    at[0][2] = 4;
    OK(cuMemcpyHtoD(x->at, at, sizeof at));
    OK(cuLaunchKernel(x->look, 1, 1, 1, N, 1, 1, 0, NULL, NULL, extra));
    OK(cuMemcpyDtoH(out, x->out, 4 * N));
    for (int i = 0; i < N; i++) {
        float column = at[i][0] - 0.5f > W - 1 ? W - 1 : at[i][0] - 0.5f;
        float want = column + 16 * (at[i][1] - 0.5f) + 256 * (at[i][2] - 0.5f);
        assert_true(out[i] == (i ? want : 0));
    }
    OK(cuArrayDestroy(a));
}

/* A place for boxes of words: so many words from row to row and rows from slice to slice, and where the box begins. */
struct place {
    CUmemorytype type;
    size_t width, height, depth, x, y, z;
    uint32_t *host;
    CUdeviceptr device;
    CUarray a;
};

static size_t words_of(const struct place *p)
{
    return p->width * p->height * p->depth;
}

/* All of a place, to or from the host, by copies that know nothing of heights. */
static void copy_whole(const struct place *p, uint32_t *all, bool write)
{
    for (size_t z = 0; z < p->depth && p->type == CU_MEMORYTYPE_ARRAY; z++) {
        uint32_t *slice = all + z * p->width * p->height;
        CUDA_MEMCPY3D c = { .srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = p->a, .srcZ = z,
                            .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = slice, .dstPitch = 4 * p->width,
                            .WidthInBytes = 4 * p->width, .Height = p->height, .Depth = 1 },
                      to = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = slice, .srcPitch = 4 * p->width,
                             .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = p->a, .dstZ = z,
                             .WidthInBytes = 4 * p->width, .Height = p->height, .Depth = 1 };
        OK(cuMemcpy3D(write ? &to : &c));
    }
    if (p->type == CU_MEMORYTYPE_DEVICE)
        OK(write ? cuMemcpyHtoD(p->device, all, 4 * words_of(p)) : cuMemcpyDtoH(all, p->device, 4 * words_of(p)));
    else if (p->type == CU_MEMORYTYPE_HOST)
        memcpy(write ? p->host : all, write ? all : p->host, 4 * words_of(p));
}

static CUDA_MEMCPY3D box_copy(const struct place *from, const struct place *to, size_t w, size_t h, size_t d)
{
    return (CUDA_MEMCPY3D){
        .srcXInBytes = 4 * from->x, .srcY = from->y, .srcZ = from->z, .srcMemoryType = from->type,
        .srcHost = from->host, .srcDevice = from->device, .srcArray = from->a, .srcPitch = 4 * from->width,
        .srcHeight = from->height,
        .dstXInBytes = 4 * to->x, .dstY = to->y, .dstZ = to->z, .dstMemoryType = to->type, .dstHost = to->host,
        .dstDevice = to->device, .dstArray = to->a, .dstPitch = 4 * to->width, .dstHeight = to->height,
        .WidthInBytes = 4 * w, .Height = h, .Depth = d,
    };
}

/* A box of 3 x 2 x 2 between each two kinds of memory: pitches and heights all differ, and none is the box's own. What
 * is outside the box stays. */
static void test_boxes(void **state)
{
    enum { BW = 3, BH = 2, BD = 2, MOST = 256 };
    static uint32_t host[2][MOST];
    struct place at[2][3] = {
        { { CU_MEMORYTYPE_HOST, 5, 4, 3, 1, 2, 1, host[0], 0, NULL },
          { CU_MEMORYTYPE_DEVICE, 7, 5, 4, 3, 1, 2, NULL, 0, NULL },
          { CU_MEMORYTYPE_ARRAY, 8, 6, 3, 4, 3, 1, NULL, 0, NULL } },
        { { CU_MEMORYTYPE_HOST, 6, 7, 4, 2, 4, 0, host[1], 0, NULL },
          { CU_MEMORYTYPE_DEVICE, 9, 3, 3, 5, 0, 1, NULL, 0, NULL },
          { CU_MEMORYTYPE_ARRAY, 4, 8, 4, 0, 5, 2, NULL, 0, NULL } },
    };
    uint32_t source[MOST], got[MOST], want[MOST];
    (void)state;

    for (unsigned i = 0; i < 6; i++) {
        struct place *p = &at[i / 3][i % 3];
        CUDA_ARRAY3D_DESCRIPTOR d = { p->width, p->height, p->depth, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0 };
        assert_true(words_of(p) <= MOST);
        if (p->type == CU_MEMORYTYPE_DEVICE)
            OK(cuMemAlloc(&p->device, 4 * words_of(p)));
        else if (p->type == CU_MEMORYTYPE_ARRAY)
            OK(cuArray3DCreate(&p->a, &d));
    }
    for (unsigned i = 0; i < 9; i++) {
        const struct place *from = &at[0][i / 3], *to = &at[1][i % 3];
        for (uint32_t k = 0; k < MOST; k++) {
            source[k] = 0x10000 + k;
            want[k] = 0x20000 + k;
        }
        copy_whole(from, source, true);
        copy_whole(to, want, true);
        CUDA_MEMCPY3D c = box_copy(from, to, BW, BH, BD);
        OK(cuMemcpy3D(&c));
        for (size_t n = 0; n < (size_t)BW * BH * BD; n++) {
            size_t x = n % BW, y = n / BW % BH, z = n / (BW * BH);
            want[((to->z + z) * to->height + to->y + y) * to->width + to->x + x] =
                source[((from->z + z) * from->height + from->y + y) * from->width + from->x + x];
        }
        copy_whole(to, got, false);
        assert_memory_equal(got, want, 4 * words_of(to));
    }
    for (unsigned side = 0; side < 2; side++)           /* slices that overlap: less than the rows of the box */
        for (unsigned i = 0; i < 3; i++) {
            CUDA_MEMCPY3D c = side ? box_copy(&at[0][0], &at[1][i], BW, BH, BD)
                                   : box_copy(&at[0][i], &at[1][0], BW, BH, BD);
            const struct place *p = &at[side][i];
            *(side ? &c.dstHeight : &c.srcHeight) = p->y + BH - 1;
            assert_int_equal(cuMemcpy3D(&c),
                             p->type == CU_MEMORYTYPE_ARRAY ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
            c.Depth = 1;
            *(side ? &c.dstZ : &c.srcZ) = 0;
            OK(cuMemcpy3D(&c));                         /* one slice needs no height */
        }
    for (unsigned i = 0; i < 6; i++)
        if (at[i / 3][i % 3].a)
            OK(cuArrayDestroy(at[i / 3][i % 3].a));
}

static void test_refused(void **state)
{
    CUDA_ARRAY_DESCRIPTOR d = { 0, H, CU_AD_FORMAT_FLOAT, 1 };
    CUDA_ARRAY3D_DESCRIPTOR e = { W, H, 2, CU_AD_FORMAT_FLOAT, 1, 0 };
    uint8_t bytes[64] = { 0 };
    CUarray a;
    (void)state;

    assert_int_equal(cuArrayCreate(&a, &d), CUDA_ERROR_INVALID_VALUE);
    d.Width = W;
    d.NumChannels = 3;
    assert_int_equal(cuArrayCreate(&a, &d), CUDA_ERROR_INVALID_VALUE);
    d.NumChannels = 4;
    d.Format = 7;
    assert_int_equal(cuArrayCreate(&a, &d), CUDA_ERROR_INVALID_VALUE);
    d = (CUDA_ARRAY_DESCRIPTOR){ 65536, 32768, CU_AD_FORMAT_FLOAT, 4 };
    assert_int_equal(cuArrayCreate(&a, &d), CUDA_ERROR_OUT_OF_MEMORY);
    e.Flags = CUDA_ARRAY3D_LAYERED;
    assert_int_equal(cuArray3DCreate(&a, &e), CUDA_ERROR_INVALID_VALUE);
    e.Flags = 0;
    e.Depth = 2049;
    assert_int_equal(cuArray3DCreate(&a, &e), CUDA_ERROR_INVALID_VALUE);
    e.Depth = 2;
    e.Height = 0;
    assert_int_equal(cuArray3DCreate(&a, &e), CUDA_ERROR_INVALID_VALUE);
    e.Depth = 0;
    OK(cuArray3DCreate(&a, &e));
    OK(cuMemcpyHtoA(a, 16, bytes, 32));
    assert_int_equal(cuMemcpyHtoA(a, 32, bytes, 32), CUDA_ERROR_INVALID_VALUE);         /* one row of 48 bytes */
    assert_int_equal(cuMemcpyHtoA(a, 2, bytes, 4), CUDA_ERROR_INVALID_VALUE);           /* part of a texel */
    assert_int_equal(cuMemcpyHtoA(NULL, 0, bytes, 4), CUDA_ERROR_INVALID_VALUE);
    OK(cuArrayDestroy(a));
    assert_int_equal(cuMemcpyAtoH(bytes, a, 0, 4), CUDA_ERROR_INVALID_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_textures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pitched, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_slices, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_boxes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
