/* SPDX-License-Identifier: Apache-2.0
 * __launch_bounds__: a block of as many threads as a kernel is bounded to can be launched, with whatever it needs in
 * registers; one of more threads is refused, and the context stays usable. */
#include "check.h"

#include <string.h>

#define WORDS 48

__device__ void crowded(float *out, const float *in)
{
    float v[WORDS], sum = 0;
    int n = blockDim.x, t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < WORDS; i++)
        v[i] = in[t + i * n];
#pragma unroll
    for (int i = 0; i < WORDS; i++)
        sum += v[i] * v[i * 7 % WORDS];
#pragma unroll
    for (int i = 0; i < WORDS; i++)
        out[t + i * n] = v[i] + sum;
}

__global__ void __launch_bounds__(512) one_block(float *out, const float *in) { crowded(out, in); }
__launch_bounds__(256, 4) __global__ void four_blocks(float *out, const float *in) { crowded(out, in); }
template <int N> __global__ void __launch_bounds__(N) of(float *out, const float *in) { crowded(out, in); }
__global__ void unbounded(float *out, const float *in) { crowded(out, in); }

typedef void kernel(float *, const float *);

static void run(kernel *k, int threads, cudaError_t expected)
{
    static float in[512 * WORDS], out[512 * WORDS];
    float *d;
    int n = threads * WORDS;
    for (int i = 0; i < n; i++)
        in[i] = (float)(i % 13 - 6);
    OK(cudaMalloc((void **)&d, sizeof in + sizeof out));
    OK(cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice));
    k<<<1, threads>>>(d + 512 * WORDS, d);
    CHECK_IS(cudaGetLastError(), expected);
    OK(cudaThreadSynchronize());
    OK(cudaMemcpy(out, d + 512 * WORDS, sizeof out, cudaMemcpyDeviceToHost));
    for (int t = 0; t < threads && expected == cudaSuccess; t++) {
        float sum = 0;
        for (int i = 0; i < WORDS; i++)
            sum += in[t + i * threads] * in[t + i * 7 % WORDS * threads];
        for (int i = 0; i < WORDS; i++)
            CHECK(out[t + i * threads] == in[t + i * threads] + sum);
    }
    OK(cudaFree(d));
}

/* N values at once: N registers and some. */
template <int N> __global__ void holds(float *out, const float *in)
{
    float v[N];
#pragma unroll
    for (int i = 0; i < N; i++)
        v[i] = in[i];
#pragma unroll
    for (int i = 0; i < N; i++)
        out[i] = v[N - 1 - i];
}

template <typename T> static int attribute(kernel *k, T cudaFuncAttributes::*field)
{
    cudaFuncAttributes a;
    OK(cudaFuncGetAttributes(&a, (const void *)k));
    return a.*field;
}

/* The largest block that the attributes and the occupancy allow can be launched. */
template <int N> static void fits(float *d)
{
    const int most = attribute(holds<N>, &cudaFuncAttributes::maxThreadsPerBlock),
              regs = attribute(holds<N>, &cudaFuncAttributes::numRegs);
    int blocks = 0;
    CHECK(regs % 4 == 0 && regs >= N && most == 16384 / regs / 64 * 64);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, holds<N>, most, 0));
    CHECK(blocks >= 1);
    holds<N><<<1, most>>>(d, d + N);
    CHECK_IS(cudaGetLastError(), cudaSuccess);
    const int rest = 16384 - attribute(holds<N>, &cudaFuncAttributes::sharedSizeBytes);
    holds<N><<<1, 1, rest>>>(d, d + N);
    CHECK_IS(cudaGetLastError(), cudaSuccess);
    holds<N><<<1, 1, rest + 1>>>(d, d + N);
    CHECK_IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
}

/* A name of 1900 characters leaves room for what is wrong. */
template <typename A, typename B, typename C, typename D> struct four {};
typedef four<float, double, unsigned, four<int, long long, unsigned, float> > inner;
typedef four<four<inner, char, inner, int>, four<inner, inner, int, inner>, inner, four<char, int, inner, char> >
  middle;
typedef four<middle, four<middle, int, middle, int>, middle, int> outer;
template <typename T> __global__ void __launch_bounds__(64) named(float *out) { *out = 1; }

static void tells(float *d)
{
    named<outer><<<1, 65>>>(d);
    const char *text = cudaGetErrorString(cudaGetLastError());
    CHECK(strstr(text, "block of 65 threads, its launch bounds allow 64"));
    CHECK(strlen(text) > 1900);
}

int main()
{
    float *d;
    OK(cudaMalloc((void **)&d, 1024));
    fits<46>(d), fits<47>(d), fits<48>(d), fits<49>(d), fits<78>(d), fits<79>(d), fits<80>(d), fits<81>(d);
    tells(d);
    OK(cudaFree(d));
    run(one_block, 512, cudaSuccess);
    run(four_blocks, 256, cudaSuccess);
    run(four_blocks, 257, cudaErrorLaunchOutOfResources);
    run(of<64>, 64, cudaSuccess);
    run(of<64>, 65, cudaErrorLaunchOutOfResources);
    run(of<64>, 33, cudaSuccess);
    /* 51 and 42 registers would fill the register file, but a launch takes them for 52 and 44. */
    run(of<320>, 320, cudaSuccess);
    CHECK(attribute(of<320>, &cudaFuncAttributes::numRegs) <= 48);
    run(of<384>, 384, cudaSuccess);
    CHECK(attribute(of<384>, &cudaFuncAttributes::numRegs) <= 40);
    CHECK(attribute(one_block, &cudaFuncAttributes::maxThreadsPerBlock) == 512);
    CHECK(attribute(four_blocks, &cudaFuncAttributes::maxThreadsPerBlock) == 256);
    CHECK(attribute(four_blocks, &cudaFuncAttributes::numRegs) <= 16);
    CHECK(attribute(of<64>, &cudaFuncAttributes::maxThreadsPerBlock) == 64);
    /* Without bounds it gets the registers that it wants, and no block of 512 threads fits. */
    CHECK(attribute(unbounded, &cudaFuncAttributes::maxThreadsPerBlock) < 512);
    run(unbounded, 512, cudaErrorLaunchOutOfResources);
    printf(failures ? "%d failures\n" : "ok\n", failures);
    return failures != 0;
}
