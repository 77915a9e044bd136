/* SPDX-License-Identifier: Apache-2.0
 *
 * cutil.h, cutil_inline.h and cutil_math.h as programs of the time use them; threads, copies between devices, what a
 * pointer points to.
 */
#include <cutil.h>
#include <cutil_inline.h>
#include <cutil_math.h>
#include <cuda_profiler_api.h>
#include <device_types.h>
#include <host_config.h>
#include <multithreading.h>
#include <shrQATest.h>
#include <shrUtils.h>

#include <math.h>
#include <unistd.h>

#include "check.h"

#define N 64

__constant__ float4 offset[2];

/* A little of everything that cutil_math.h has. */
template <class F> static inline __host__ __device__ float4 mixed(float4 v, F o)
{
    float3 n = normalize(make_float3(v) + make_float3(1.0f));
    float3 c = cross(n, make_float3(0.0f, 1.0f, 0.5f)) - reflect(n, make_float3(0.6f, 0.8f, 0.0f));
    int4 i = clamp(make_int4(v * 4.0f), 1, 9) * 2 - make_int4(1, 2, 3, 4);
    float4 r = 0.5f * v + o / 3.0f - make_float4(c, dot(n, c));

    r += lerp(v, make_float4(i), 0.25f);
    r *= 2.0f;
    return fmaxf(fminf(r, make_float4(50.0f)), -v) +
           make_float4(make_float2(length(c), fracf(v.x)).x, floorf(v).y, (float)max(i.x, 3), clamp(v.w, 0.0f, 1.0f));
}

__global__ void mix(float4 *p)
{
    p[threadIdx.x] = mixed(p[threadIdx.x], offset[1]);
}

static void vectors(void)
{
    float4 in[N], want[N], got[N], o[2] = { make_float4(0.0f), make_float4(1.0f, 2.0f, 3.0f, 4.0f) }, *d;

    for (int i = 0; i < N; i++) {
        in[i] = make_float4(0.37f * (float)i, 3.0f - 0.21f * (float)i, (float)(i % 7), 0.02f * (float)i);
        want[i] = mixed(in[i], o[1]);
    }
    CUDA_SAFE_CALL(cudaMalloc((void **)&d, sizeof in));
    cutilSafeCall(cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice));
    cutilSafeCallNoSync(cudaMemcpyToSymbol("offset", o, sizeof o));
    mix<<<1, N>>>(d);
    CUT_CHECK_ERROR("mix");
    cutilCheckMsg("mix");
    cutilSafeCall(cutilDeviceSynchronize());
    CUDA_SAFE_CALL(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(cutComparefe((float *)want, (float *)got, 4 * N, 1e-4f) == CUTTrue);
    CHECK(cutCompareL2fe((float *)want, (float *)got, 4 * N, 1e-6f));
    CHECK(want[5].x != want[6].x && want[5].y != want[6].y && want[5].z != want[6].z && want[5].w != want[6].w);
    cutilSafeCall(cudaFree(d));

    uint2 u = make_uint2(5u) + make_uint2(2, 3) * 2u;
    CHECK(u.x == 9 && u.y == 11);
    CHECK(smoothstep(0.0f, 2.0f, 1.0f) == 0.5f && lerp(2.0f, 4.0f, 0.5f) == 3.0f && clamp(-2, 0, 4) == 0);
}

static void comparisons(void)
{
    const float a[4] = { 1, 2, 3, 4 }, b[4] = { 1, 2, 3, 4.01f }, zero[4] = { 0 }, nan4[4] = { 1, 2, 3, NAN };
    const int i[3] = { 1, 2, 3 }, j[3] = { 1, 2, 4 };
    const unsigned char x[4] = { 0, 10, 20, 255 }, y[4] = { 1, 10, 20, 253 };

    CHECK(cutComparef(a, a, 4) && !cutComparef(a, b, 4) && cutComparefe(a, b, 4, 0.02f) &&
          !cutComparefe(a, b, 4, 0.001f));
    CHECK(!cutComparefe(a, nan4, 4, 1e9f) && !cutCompareL2fe(a, nan4, 4, 1e9f));
    CHECK(cutComparefet(a, b, 4, 0.001f, 0.25f) && !cutComparefet(a, b, 4, 0.001f, 0.2f));
    CHECK(cutCompareL2fe(a, b, 4, 0.002f) && !cutCompareL2fe(a, b, 4, 0.001f));     /* 0.01 / sqrt(30) = 0.00183 */
    CHECK(cutCompareL2fe(zero, zero, 4, 1e-6f) && !cutCompareL2fe(zero, a, 4, 1e6f));
    CHECK(cutComparei(i, i, 3) && !cutComparei(i, j, 3));
    CHECK(!cutCompareub(x, y, 4) && cutCompareube(x, y, 4, 2) && !cutCompareube(x, y, 4, 1) &&
          cutCompareubt(x, y, 4, 1, 0.25f));
    CHECK(shrComparef(a, a, 4) && !shrComparef(a, b, 4) && shrComparefe(a, b, 4, 0.02f) &&
          !shrCompareL2fe(zero, a, 4, 1));
    CHECK(shrComparefet(a, b, 4, 0.001f, 0.25f) && !shrComparefet(a, b, 4, 0.001f, 0.2f));
    CHECK(shrComparei(i, i, 3) && !shrComparei(i, j, 3) && !shrCompareub(x, y, 4) && shrCompareube(x, y, 4, 2) &&
          !shrCompareubt(x, y, 4, 1, 0.2f));
    CHECK(shrCompareuit((const unsigned int *)i, (const unsigned int *)j, 3, 0, 0.4f) &&
          !shrCompareuit((const unsigned int *)i, (const unsigned int *)j, 3, 0, 0.3f));
}

static void arguments(void)
{
    const char *v[] = { "prog",     "--n=12",   "-f=2.5",   "--name=a=b", "--quiet",
                        "--list=x", "--list=y", "--bad=3x", "word" };
    const int n = sizeof v / sizeof *v;
    int value = -1;
    float f = 0;
    char *text = NULL, *list[4];
    unsigned int len = 4;

    CHECK(cutCheckCmdLineFlag(n, v, "quiet") && cutCheckCmdLineFlag(n, v, "n") && !cutCheckCmdLineFlag(n, v, "qui") &&
          !cutCheckCmdLineFlag(n, v, "word"));
    CHECK(cutGetCmdLineArgumenti(n, v, "n", &value) && value == 12);
    CHECK(!cutGetCmdLineArgumenti(n, v, "bad", &value) && !cutGetCmdLineArgumenti(n, v, "quiet", &value) &&
          value == 12);
    CHECK(cutGetCmdLineArgumentf(n, v, "f", &f) && f == 2.5f);
    CHECK(cutGetCmdLineArgumentstr(n, v, "name", &text) && !strcmp(text, "a=b"));
    cutFree(text);
    for (int i = 0; i < 2; i++) {                          /* not there, there without a value: never what text was
                                                            * before */
        text = (char *)v[0];
        CHECK(!cutGetCmdLineArgumentstr(n, v, i ? "quiet" : "missing", &text) && !text);
    }
    CHECK(!cutGetCmdLineArgumenti(n, v, "missing", &value) && value == 12 &&
          !cutGetCmdLineArgumentf(n, v, "missing", &f) && f == 2.5f);
    CHECK(cutGetCmdLineArgumentListstr(n, v, "list", list, &len) && len == 2 && !strcmp(list[1], "y"));
    unsigned int none = 4;
    CHECK(!cutGetCmdLineArgumentListstr(n, v, "missing", list + 2, &none) && none == 0);
    cutFree(list[0]);
    cutFree(list[1]);
}

static void timers(void)
{
    unsigned int a = 0, b = 0;

    CUT_SAFE_CALL(cutCreateTimer(&a));
    cutilCheckError(cutCreateTimer(&b));
    CHECK(a != b && a && b && cutGetTimerValue(a) == 0 && cutGetAverageTimerValue(a) == 0);
    for (int i = 0; i < 2; i++) {
        CHECK(cutStartTimer(a));
        usleep(2000);
        CHECK(cutStopTimer(a));
    }
    float sum = cutGetTimerValue(a);
    CHECK(sum >= 4 && cutGetTimerValue(b) == 0 && fabsf(cutGetAverageTimerValue(a) - sum / 2) < 1e-3f);
    CHECK(cutResetTimer(a) && cutGetTimerValue(a) == 0);
    CHECK(cutDeleteTimer(a) && !cutStartTimer(a) && !cutDeleteTimer(a) && cutDeleteTimer(b) && !cutStopTimer(77));
}

/* What shrUtils.h has of cutil.h's, and its own. */
static void shared_files(const char *name, const char *dir)
{
    unsigned char grey[6] = { 0, 1, 2, 127, 128, 255 }, *back = NULL, *raw;
    double *numbers = NULL;
    char other[64];
    float f[2] = { 0.5f, 4.0f }, random[3] = { -1, -1, -1 };
    unsigned int w = 0, h = 0, len = 0;

    snprintf(other, sizeof other, "%s/other", dir);
    CHECK(shrSavePGMub(name, grey, 3, 2) && shrLoadPGMub(name, &back, &w, &h) && w == 3 && h == 2 &&
          shrCompareub(grey, back, 6));
    shrFree(back);
    raw = shrLoadRawFile(name, 11);                        /* the header, before the first byte that is 0 */
    CHECK(raw && !memcmp(raw, "P5\n3 2\n255\n", 11) && !shrLoadRawFile(name, 1000) &&
          !shrLoadRawFile("/no/such/file", 1));
    shrFree(raw);
    grey[4] = 100;
    CHECK(shrSavePGMub(other, grey, 3, 2) && !shrComparePGM(name, other, 5.0f, 0.1f) &&
          shrComparePGM(name, other, 5.0f, 0.2f) && shrComparePGM(name, other, 30.0f, 0.0f));
    CHECK(shrWriteFilef(other, f, 2, 0.0f) && shrReadFiled(other, &numbers, &len) && len == 2 && numbers[1] == 4.0);
    shrFree(numbers);
    unlink(other);
    shrFillArray(random, 3);
    CHECK(random[0] >= 0 && random[0] <= 1 && random[2] >= 0 && random[2] <= 1 && random[0] != random[1]);
    shrCheckError(3, 3);
    CHECK(CLAMP(7, 1, 5) == 5 && MIN(2, 1) == 1 && TOPCLAMP(3, 9) == 3);
}

static void files(void)
{
    char dir[] = "/tmp/gt200-cutil-XXXXXX", name[64], sub[64];
    float f[3] = { 0.1f, -2.5f, 3e10f }, *fr = NULL, few[2], *at = few;
    int i[4] = { 1, -2, 3, 2147483647 }, *ir = NULL;
    unsigned char grey[6] = { 0, 1, 2, 127, 128, 255 }, rgba[8] = { 1, 2, 3, 9, 4, 5, 6, 9 }, *ub = NULL;
    float shades[6], *gf = NULL;
    unsigned int len = 0, w = 0, h = 0;

    if (!mkdtemp(dir))
        exit(1);
    snprintf(name, sizeof name, "%s/f.dat", dir);
    CHECK(cutWriteFilef(name, f, 3, 0.25f) && cutReadFilef(name, &fr, &len) && len == 3 && cutComparef(f, fr, 3));
    cutFree(fr);
    len = 2;
    CHECK(cutReadFilef(name, &at, &len) && len == 2 && few[1] == -2.5f);
    len = 0;
    CHECK(cutWriteFilei(name, i, 4) && cutReadFilei(name, &ir, &len) && len == 4 && cutComparei(i, ir, 4));
    cutFree(ir);

    CHECK(cutSavePGMub(name, grey, 3, 2) && cutLoadPGMub(name, &ub, &w, &h) && w == 3 && h == 2 &&
          cutCompareub(grey, ub, 6));
    w = 2;
    CHECK(!cutLoadPGMub(name, &ub, &w, &h) && !cutLoadPPMub(name, &ub, &w, &h));
    cutFree(ub);
    CHECK(cutLoadPGMf(name, &gf, &w, &h) && gf[5] == 1.0f && fabsf(gf[3] - 127 / 255.0f) < 1e-6f);
    for (int k = 0; k < 6; k++)
        shades[k] = gf[k] + (k == 5 ? 0.5f : 0.001f);      /* more than 1 is white */
    cutFree(gf);
    ub = NULL;
    CHECK(cutSavePGMf(name, shades, 3, 2) && cutLoadPGMub(name, &ub, &w, &h) && cutCompareub(grey, ub, 6));
    cutFree(ub);
    ub = NULL;
    w = h = 0;
    rgba[3] = rgba[7] = 0;
    CHECK(cutSavePPM4ub(name, rgba, 2, 1) && cutLoadPPM4ub(name, &ub, &w, &h) && w == 2 && h == 1 &&
          cutCompareub(rgba, ub, 8));
    CHECK(shrComparePPM(name, name, 0.5f, 0.0f) && !shrComparePGM(name, name, 0.5f, 0.0f));
    CHECK(cutComparePPM(name, name, 0.5f, 0.0f) == CUTTrue && cutComparePPM(name, "nowhere", 0.5f, 0.0f) == CUTFalse);
    cutFree(ub);

    shared_files(name, dir);
    snprintf(sub, sizeof sub, "%s/prog", dir);
    char *found = cutFindFilePath("f.dat", sub);
    CHECK(found && !strcmp(found, name));
    cutFree(found);
    CHECK(!cutFindFilePath("no-such-file.dat", sub) && !cutFindFilePath(NULL, sub) &&
          !cutReadFilef("/no/such/file", &fr, &len));
    unlink(name);
    rmdir(dir);
}

__global__ void increment(int *p)
{
    p[threadIdx.x] += 1;
}

static CUTBarrier barrier;

/* Each thread with a device of its own, as in the samples for several GPUs. */
static CUT_THREADPROC on_device(int *number)
{
    int device = *number, h[32], *d;

    cudaSetDevice(device);
    for (int i = 0; i < 32; i++)
        h[i] = 100 * device + i;
    cutilSafeCall(cudaMalloc((void **)&d, sizeof h));
    cutilSafeCall(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    increment<<<1, 32>>>(d);
    cutilSafeCall(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    *number = h[31];
    cutIncrementBarrier(&barrier);
    cutWaitForBarrier(&barrier);
    CUT_THREADEND;
}

/* From device to device: 2 slices of 2 rows of 3 ints, to and from an array, too. */
static void boxes(void)
{
    int h[2][3][5], got[2][4][7];
    struct cudaPitchedPtr p, q;
    struct cudaArray *array;
    const struct cudaChannelFormatDesc of_int = cudaCreateChannelDesc<int>();
    struct cudaMemcpy3DPeerParms c;
    int now;

    for (int i = 0; i < 30; i++)
        h[0][0][i] = 100 + i;
    memset(got, 0, sizeof got);
    OK(cudaSetDevice(0));
    OK(cudaMalloc(&p.ptr, sizeof h));
    OK(cudaMemcpy(p.ptr, h, sizeof h, cudaMemcpyHostToDevice));
    OK(cudaSetDevice(1));
    OK(cudaMalloc(&q.ptr, sizeof got));
    OK(cudaMemset(q.ptr, 0, sizeof got));
    OK(cudaMalloc3DArray(&array, &of_int, make_cudaExtent(4, 3, 2)));
    memset(&c, 0, sizeof c);
    c.srcPtr = make_cudaPitchedPtr(p.ptr, 5 * sizeof(int), 5, 3);
    c.srcPos = make_cudaPos(sizeof(int), 1, 0);
    c.dstDevice = 1;
    c.dstPtr = make_cudaPitchedPtr(q.ptr, 7 * sizeof(int), 7, 4);
    c.dstPos = make_cudaPos(2 * sizeof(int), 2, 0);
    c.extent = make_cudaExtent(3 * sizeof(int), 2, 2);
    OK(cudaMemcpy3DPeer(&c));
    OK(cudaMemcpy(got, q.ptr, sizeof got, cudaMemcpyDeviceToHost));
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 7; x++)
                CHECK(got[z][y][x] == (y < 2 || x < 2 || x > 4 ? 0 : h[z][y - 1][x - 1]));
    /* Widths count texels as soon as one side is an array. */
    c.dstArray = array;
    c.dstPtr = make_cudaPitchedPtr(0, 0, 0, 0);
    c.dstPos = make_cudaPos(1, 1, 0);
    c.extent = make_cudaExtent(3, 2, 2);
    OK(cudaMemcpy3DPeerAsync(&c, 0));
    memset(&c, 0, sizeof c);
    c.srcArray = array;
    c.srcPos = make_cudaPos(2, 1, 1);
    c.srcDevice = 1;
    c.dstPtr = make_cudaPitchedPtr(p.ptr, 5 * sizeof(int), 5, 3);
    c.extent = make_cudaExtent(2, 2, 1);
    OK(cudaMemcpy3DPeer(&c));
    OK(cudaGetDevice(&now));
    CHECK(now == 1);
    OK(cudaSetDevice(0));
    OK(cudaMemcpy(got, p.ptr, sizeof h, cudaMemcpyDeviceToHost));
    const int *first = &got[0][0][0];
    CHECK(first[0] == h[1][1][2] && first[1] == h[1][1][3] && first[5] == h[1][2][2] && first[6] == h[1][2][3] &&
          first[2] == h[0][0][2] && first[10] == h[0][2][0]);
    CHECK_IS(cudaMemcpy3DPeer(NULL), cudaErrorInvalidValue);
    c.srcDevice = 7;
    CHECK_IS(cudaMemcpy3DPeer(&c), cudaErrorInvalidDevice);
    OK(cudaFree(p.ptr));
    OK(cudaSetDevice(1));
    OK(cudaFree(q.ptr));
    OK(cudaFreeArray(array));
}

static void several_devices(void)
{
    int numbers[2] = { 0, 1 }, h = 7, can = 1, *a, *b, *pinned;
    CUTThread threads[2];
    struct cudaPointerAttributes at;

    barrier = cutCreateBarrier(2);
    for (int i = 0; i < 2; i++)
        threads[i] = cutStartThread((CUT_THREADROUTINE)on_device, &numbers[i]);
    cutWaitForThreads(threads, 2);
    cutDestroyBarrier(&barrier);
    CHECK(numbers[0] == 32 && numbers[1] == 132);

    OK(cudaSetDevice(0));
    OK(cudaMalloc((void **)&a, 4));
    OK(cudaMemcpy(a, &h, 4, cudaMemcpyHostToDevice));
    OK(cudaSetDevice(1));
    OK(cudaMalloc((void **)&b, 64));
    OK(cudaMemcpyPeer(b, 1, a, 0, 4));
    h = 0;
    OK(cudaMemcpy(&h, b, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 7 && cudaGetDevice(&can) == cudaSuccess && can == 1);
    CHECK_IS(cudaMemcpyPeer(b, 5, a, 0, 4), cudaErrorInvalidDevice);
    CHECK_IS(cudaMemcpyPeerAsync(b, 1, a, 0, 1 << 20), cudaErrorInvalidValue);
    CHECK(cudaGetDevice(&can) == cudaSuccess && can == 1);
    boxes();
    OK(cudaDeviceCanAccessPeer(&can, 0, 1));
    CHECK(can == 0);
    CHECK_IS(cudaDeviceEnablePeerAccess(0, 0), cudaErrorInvalidDevice);
    CHECK_IS(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);

    OK(cudaPointerGetAttributes(&at, b + 3));
    CHECK(at.memoryType == cudaMemoryTypeDevice && at.device == 1 && at.devicePointer == b + 3 && !at.hostPointer);
    OK(cudaMallocHost((void **)&pinned, 64));
    OK(cudaPointerGetAttributes(&at, pinned));
    CHECK(at.memoryType == cudaMemoryTypeHost && at.hostPointer == pinned);
    CHECK_IS(cudaPointerGetAttributes(&at, &h), cudaErrorInvalidValue);
    OK(cudaFreeHost(pinned));
    OK(cudaFree(b));
    OK(cudaSetDevice(0));
    OK(cudaFree(a));
    OK(cudaProfilerStart());
    OK(cudaProfilerStop());
    CHECK_IS(cudaProfilerInitialize("", "", cudaCSV), cudaErrorProfilerDisabled);
    CHECK(shrDeltaT(0) == 0 && usleep(1000) == 0 && shrDeltaT(0) > 0.0005 && shrRoundUp(16, 33) == 48 &&
          shrLog("%d devices\n", 2) == 0 && QA_PASSED == 1);
}

int main(int argc, char **argv)
{
    CUT_DEVICE_INIT(argc, argv);
    CHECK(cutGetMaxGflopsDeviceId() == 0 && cutilCudaCapabilities(1, 3) && !cutilCudaCapabilities(2, 0) &&
          cutilDeviceInit(argc, argv) == 0);
    shrQAStart(argc, argv);
    vectors();
    comparisons();
    arguments();
    timers();
    files();
    several_devices();
    printf("%d failures\n", failures);
    shrQAFinishExit(argc, (const char **)argv, failures ? QA_FAILED : QA_PASSED);
}
