/* SPDX-License-Identifier: Apache-2.0
 * reduction [N]: the sum of N integers by the seven classic stages of M. Harris, "Optimizing Parallel Reduction in
 * CUDA" (2007): each block leaves one partial sum, and the kernel runs on the partial sums until one is left. The
 * last warp works without barriers: its threads move together, which `volatile` makes the compiler respect. */
#include "example.h"

#define BLOCK 128

/* 1: every second, fourth, ... thread works; warps diverge. */
__global__ void interleaved_divergent(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned s[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < BLOCK; step *= 2) {
        if (t % (2 * step) == 0)
            s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

/* 2: the first threads work, on words that are apart: bank conflicts. */
__global__ void interleaved(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned s[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < BLOCK; step *= 2) {
        unsigned at = 2 * step * t;
        if (at < BLOCK)
            s[at] += s[at + step];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

/* 3: the first threads work on adjacent words. */
__global__ void sequential(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned s[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

/* 4: the first addition is done while loading. */
__global__ void add_on_load(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned s[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK * 2 + t;

    s[t] = (i < n ? in[i] : 0) + (i + BLOCK < n ? in[i + BLOCK] : 0);
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__device__ void last_warp(volatile unsigned *s, unsigned t)
{
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}

/* 5: the last warp needs no barriers and no loop. */
__global__ void unrolled_warp(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned s[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK * 2 + t;

    s[t] = (i < n ? in[i] : 0) + (i + BLOCK < n ? in[i + BLOCK] : 0);
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 32; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t < 32)
        last_warp(s, t);
    if (t == 0)
        out[blockIdx.x] = s[0];
}

/* 6 and 7: everything unrolled for a block size known to the compiler; with MANY, each thread adds up several pairs
 * first. */
template <unsigned THREADS, bool MANY> __global__ void unrolled(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned s[THREADS];
    unsigned t = threadIdx.x, sum = 0;

    for (unsigned i = blockIdx.x * THREADS * 2 + t; i < n; i += gridDim.x * THREADS * 2) {
        sum += in[i] + (i + THREADS < n ? in[i + THREADS] : 0);
        if (!MANY)
            break;
    }
    s[t] = sum;
    __syncthreads();
    if (THREADS >= 512) {
        if (t < 256)
            s[t] += s[t + 256];
        __syncthreads();
    }
    if (THREADS >= 256) {
        if (t < 128)
            s[t] += s[t + 128];
        __syncthreads();
    }
    if (THREADS >= 128) {
        if (t < 64)
            s[t] += s[t + 64];
        __syncthreads();
    }
    if (t < 32)
        last_warp(s, t);
    if (t == 0)
        out[blockIdx.x] = s[0];
}

typedef void (*Kernel)(const unsigned *, unsigned *, unsigned);

struct Stage {
    const char *name;
    Kernel kernel;
    int per_block, most_blocks;         /* elements a block takes; blocks of a launch */
};

int main(int argc, char **argv)
{
    static const Stage stages[] = {
        { "interleaved, divergent", interleaved_divergent, BLOCK, 65535 },
        { "interleaved", interleaved, BLOCK, 65535 },
        { "sequential", sequential, BLOCK, 65535 },
        { "first add on load", add_on_load, 2 * BLOCK, 65535 },
        { "last warp unrolled", unrolled_warp, 2 * BLOCK, 65535 },
        { "all unrolled", unrolled<BLOCK, false>, 2 * BLOCK, 65535 },
        { "several per thread", unrolled<BLOCK, true>, 2 * BLOCK, 8 },
    };
    int n = size_argument(argc, argv, 10000, 1, 1 << 22, 1);
    std::vector<unsigned> in(n);
    unsigned expected = 0;
    Random random;
    Stopwatch watch;
    long wrong = 0;

    for (int i = 0; i < n; i++)
        expected += in[i] = random.word();
    unsigned *din = to_device(in), *part[2];
    part[0] = device_array<unsigned>(blocks_for(n, BLOCK));
    part[1] = device_array<unsigned>(blocks_for(n, BLOCK));
    for (unsigned s = 0; s < sizeof stages / sizeof *stages; s++) {
        const unsigned *from = din;
        int left = n, to = 0;
        watch.start();
        do {
            int blocks = blocks_for(left, stages[s].per_block);
            if (blocks > stages[s].most_blocks)
                blocks = stages[s].most_blocks;
            stages[s].kernel<<<blocks, BLOCK>>>(from, part[to], left);
            from = part[to];
            to = !to;
            left = blocks;
        } while (left > 1);
        float ms = watch.stop();
        long bad = to_host(from, 1)[0] != expected;
        report(stages[s].name, ms, bad);
        wrong += bad;
    }

    char what[80];
    sprintf(what, "%d integers, sum %08x", n, expected);
    cudaFree(din);
    cudaFree(part[0]);
    cudaFree(part[1]);
    return verdict("reduction", what, watch, wrong);
}
