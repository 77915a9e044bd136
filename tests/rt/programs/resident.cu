/* SPDX-License-Identifier: Apache-2.0
 * Blocks that wait for each other: as many as fit on the chip at once are resident. The arguments choose kernels; with
 * none it is all of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { THREADS = 64, ROUNDS = 12, ITEMS = 40, ROOM = 4 };

__device__ volatile int word[1024];
__device__ int count, turn, bad;

/* ---- barriers of the grid: Xiao and Feng's three ---------------------------------------------------------- */

__device__ void by_volatile(int goal)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&count, 1);
        while (*(volatile int *)&count < goal * (int)gridDim.x)
            ;
    }
    __syncthreads();
}

__device__ void by_atomic(int goal)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&count, 1);
        while (atomicCAS(&count, -1, -1) < goal * (int)gridDim.x)
            ;
    }
    __syncthreads();
}

/* A word of each block, and one to set it free; block 0 looks at all of them. */
__device__ void by_flags(int goal)
{
    volatile int *in = word, *out = word + 512;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        in[blockIdx.x] = goal;
    }
    if (blockIdx.x == 0) {
        for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
            while (in[i] != goal)
                ;
        __syncthreads();
        for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
            out[i] = goal;
    }
    if (threadIdx.x == 0)
        while (out[blockIdx.x] != goal)
            ;
    __syncthreads();
}

/* Counts while it waits: no circle that could be proved. */
__device__ void by_counting(int goal)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        int n = 0;
        atomicAdd(&count, 1);
        while (*(volatile int *)&count < goal * (int)gridDim.x)
            n++;
        bad = n;
    }
    __syncthreads();
}

/* In each round every thread reads what the thread of the next block wrote in the round before; what a thread keeps in
 * shared and in local memory is its own. */
#define BARRIER(name)                                                                                          \
    __global__ void barrier_##name(volatile int *data, int rounds)                                             \
    {                                                                                                          \
        __shared__ int mine[THREADS];                                                                          \
        int kept[4] = {0, 0, 0, 0}, sum = 0, at = blockIdx.x * THREADS + threadIdx.x;                          \
        int next = (blockIdx.x + 1) % gridDim.x * THREADS + threadIdx.x;                                       \
        mine[threadIdx.x] = at;                                                                                \
        data[at] = at;                                                                                         \
        for (int i = 0; i < rounds; i++) {                                                                     \
            name(2 * i + 1);                                                                                   \
            int got = data[next];                                                                              \
            kept[got & 3] += got;                                                                              \
            sum += got;                                                                                        \
            name(2 * i + 2);                                                                                   \
            data[at] = got;                                                                                    \
        }                                                                                                      \
        data[at] += 1000000 * (mine[threadIdx.x] != at || kept[0] + kept[1] + kept[2] + kept[3] != sum);       \
    }
BARRIER(by_volatile)
BARRIER(by_atomic)
BARRIER(by_flags)
BARRIER(by_counting)

/* ---- chains ------------------------------------------------------------------------------------------------- */

/* Each block waits for the one behind it. */
__global__ void chain(volatile int *data, int)
{
    if (threadIdx.x == 0 && blockIdx.x + 1 < gridDim.x)
        while (!word[blockIdx.x + 1])
            ;
    __syncthreads();
    int above = blockIdx.x + 1 < gridDim.x ? data[(blockIdx.x + 1) * THREADS + threadIdx.x] : 0;
    data[blockIdx.x * THREADS + threadIdx.x] = above + 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        word[blockIdx.x] = 1;
}

/* Even blocks take what the odd ones behind them make, through a ring of four words. */
__global__ void ring(volatile int *data, int)
{
    volatile int *slot = word + blockIdx.x / 2 * 8, *made = slot + ROOM, *taken = slot + ROOM + 1;
    if (threadIdx.x)
        return;
    for (int i = 0, sum = 0; i < ITEMS; i++)
        if (blockIdx.x & 1) {
            while (i - *taken >= ROOM)
                ;
            slot[i % ROOM] = i * i;
            __threadfence();
            *made = i + 1;
        } else {
            while (*made <= i)
                ;
            sum += slot[i % ROOM];
            *taken = i + 1;
            data[blockIdx.x * THREADS] = sum;
        }
}

/* Prefix sums by one pass with look-back (Merrill and Garland), the last block first: 1: the block's own sum is there,
 * 2: that of all before it. */
__global__ void look_back(volatile int *data, int)
{
    __shared__ int before;
    unsigned tile = gridDim.x - 1 - blockIdx.x;
    if (threadIdx.x == 0) {
        volatile int *sum = word + 512;
        int mine = 3 * tile + 1, all = 0;
        sum[tile] = mine;
        __threadfence();
        word[tile] = 1;
        for (int i = tile; i-- > 0;) {
            int state;
            while ((state = word[i]) == 0)
                ;
            __threadfence();
            if (state == 2) {
                all += data[i * THREADS];
                break;
            }
            all += sum[i];
        }
        data[tile * THREADS] = all + mine;
        __threadfence();
        word[tile] = 2;
        before = all;
    }
    __syncthreads();
    if (threadIdx.x)
        data[tile * THREADS + threadIdx.x] = before;
}

/* The blocks' turns, the last first, each under a lock that all take. */
__global__ void turns(volatile int *data, int)
{
    bool done = threadIdx.x != 0;
    while (!done)
        if (atomicExch((int *)&count, 1) == 0) {
            if (*(volatile int *)&turn == (int)(gridDim.x - 1 - blockIdx.x)) {
                data[blockIdx.x * THREADS] = turn++;
                done = true;
            }
            __threadfence();
            atomicExch((int *)&count, 0);
        }
}

/* ---- */

static const struct kernel {
    const char *name;
    void (*run)(volatile int *, int);
    int all;                            /* as many blocks as fit; else so many */
} kernels[] = {
    { "volatile", barrier_by_volatile, 0 }, { "atomic", barrier_by_atomic, 0 }, { "flags", barrier_by_flags, 0 },
    { "chain", chain, 0 }, { "ring", ring, 24 }, { "look-back", look_back, 48 }, { "turns", turns, 12 },
    { "counting", barrier_by_counting, 3 },
};

/* What data[block, thread] must be behind the launch. */
static int expected(const char *name, int blocks, int b, int t)
{
    if (!strcmp(name, "chain"))
        return blocks - b;
    if (!strcmp(name, "ring"))
        return t || b & 1 ? 0 : (ITEMS - 1) * ITEMS * (2 * ITEMS - 1) / 6;
    if (!strcmp(name, "look-back"))
        return 3 * b * (b - 1) / 2 + b + (t ? 0 : 3 * b + 1);
    if (!strcmp(name, "turns"))
        return t ? 0 : blocks - 1 - b;
    return (b + ROUNDS) % blocks * THREADS + t;
}

static cudaError_t launch(const struct kernel *k, int blocks, int *data, int *out)
{
    static const int zero[1024] = { 0 };
    int bytes = blocks * THREADS * sizeof *out, rounds = ROUNDS;
    CHECK_IS(cudaMemcpyToSymbol(word, zero, sizeof zero), cudaSuccess);
    CHECK_IS(cudaMemcpyToSymbol(count, zero, sizeof *zero), cudaSuccess);
    CHECK_IS(cudaMemcpyToSymbol(turn, zero, sizeof *zero), cudaSuccess);
    CHECK_IS(cudaMemset(data, 0, bytes), cudaSuccess);
    k->run<<<blocks, THREADS>>>(data, rounds);
    cudaError_t e = cudaThreadSynchronize();
    if (e == cudaSuccess)
        CHECK_IS(cudaMemcpy(out, data, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
    return e;
}

int main(int argc, char **argv)
{
    cudaDeviceProp p;
    int each = 0, *data, *out;
    CHECK_IS(cudaGetDeviceProperties(&p, 0), cudaSuccess);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        const struct kernel *k = &kernels[i];
        bool chosen = argc == 1, late = argc == 3 && !strcmp(argv[2], "more");
        for (int n = 1; n < argc; n++)
            chosen |= !strcmp(argv[n], k->name);
        if (!chosen)
            continue;
        CHECK_IS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, (const void *)k->run, THREADS, 0), cudaSuccess);
        int fit = each * p.multiProcessorCount, blocks = late ? fit + 1 : k->all && k->all < fit ? k->all : fit;
        blocks = late || blocks < 512 ? blocks : 512;
        size_t bytes = (size_t)blocks * THREADS * sizeof *out;
        CHECK_IS(cudaMalloc((void **)&data, bytes), cudaSuccess);
        out = (int *)malloc(bytes);
        cudaError_t e = launch(k, blocks, data, out);
        printf("%s: %d blocks, %d on each of %d: %s\n", k->name, blocks, each, p.multiProcessorCount,
               cudaGetErrorString(e));
        if (late) {                     /* one more than fit: a deadlock */
            free(out);
            return e == cudaErrorLaunchTimeout ? 0 : 1;
        }
        CHECK_IS(e, cudaSuccess);
        for (int b = 0; b < blocks; b++)
            for (int t = 0; t < THREADS; t++)
                if (out[b * THREADS + t] != expected(k->name, blocks, b, t)) {
                    printf("%s: block %d thread %d: %d, not %d\n", k->name, b, t, out[b * THREADS + t],
                           expected(k->name, blocks, b, t));
                    return 1;
                }
        cudaFree(data);
        free(out);
    }
    return failures != 0;
}
