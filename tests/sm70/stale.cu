// SPDX-License-Identifier: Apache-2.0
// stale CASE: what blocks on different SMs pass to each other, with what makes it arrive and without.
#include <stdio.h>
#include <string.h>

enum { BLOCKS = 16, THREADS = 64 };

// Each in a line of its own, which atomics on others do not take out of a cache.
struct alignas(128) line { int word[32]; };
__device__ line flags, counters, arrivals, values, partials, grid[2];
#define flag    flags.word[0]
#define counter counters.word[0]
#define arrived arrivals.word[0]
#define value   values.word
#define partial partials.word

__device__ void come_later()
{
    for (int i = 0; i < 200; i++)
        atomicAdd(&counter, 1);
}

__global__ void poll_weak(int *out)
{
    if (blockIdx.x == 0) {
        come_later();
        flag = 1;
    } else {
        while (!flag)
            __syncthreads();            // the compiler loads the flag again behind it
        out[blockIdx.x] = 1;
    }
}

// The compiler takes the load out of the loop: no cache has a part in that.
__global__ void poll_once(int *out)
{
    if (blockIdx.x == 0) {
        come_later();
        flag = 1;
    } else {
        while (!flag)
            ;
        out[blockIdx.x] = 1;
    }
}

__global__ void poll_volatile(int *out)
{
    if (blockIdx.x == 0) {
        come_later();
        *(volatile int *)&flag = 1;
    } else {
        while (!*(volatile int *)&flag)
            ;
        out[blockIdx.x] = 1;
    }
}

enum how { PLAIN, FENCE, BLOCK_FENCE, CG, ATOMIC };

// Data behind a flag, which the reader has looked at before.
template <how h> __global__ void data(int *out)
{
    const int t = threadIdx.x % 32;

    if (blockIdx.x == 0) {
        come_later();
        value[t] = 1;
        __threadfence();
        if (threadIdx.x == 0)
            atomicExch(&flag, 1);
    } else {
        out[t] = value[t];
        while (!atomicAdd(&flag, 0))
            ;
        if (h == FENCE)
            __threadfence();
        if (h == BLOCK_FENCE)
            __threadfence_block();
        out[t] = h == CG ? __ldcg(&value[t]) : h == ATOMIC ? atomicAdd(&value[t], 0) : value[t];
    }
}

// The last block adds what each has left, in a sector that it has read itself.
template <how h> __global__ void last_block(int *out)
{
    __shared__ bool last;

    if (threadIdx.x == 0) {
        partial[blockIdx.x] += 1;
        if (h == FENCE)
            __threadfence();
        last = atomicAdd(&arrived, 1) == (int)gridDim.x - 1;
        if (last) {
            int sum = 0;
            for (int i = 0; i < (int)gridDim.x; i++)
                sum += h == CG ? __ldcg(&partial[i]) : partial[i];
            *out = sum;
        }
    }
}

// A barrier of the grid between steps in which each block reads its neighbours'.
template <how h> __global__ void barrier(int *out)
{
    if (threadIdx.x)
        return;
    const int b = blockIdx.x;
    for (int step = 0; step < 4; step++) {
        const int *from = grid[step % 2].word;
        grid[(step + 1) % 2].word[b + 1] = from[b] + from[b + 2] + 1;
        if (h == FENCE)
            __threadfence();
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < BLOCKS * (step + 1))
            ;
        if (h == FENCE)
            __threadfence();
    }
    out[b] = grid[0].word[b + 1];
}

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*kernel)(int *); int blocks, threads, at, right; } all[] = {
        { "poll_weak", poll_weak, 2, THREADS, 1, 1 },
        { "poll_once", poll_once, 2, THREADS, 1, 1 },
        { "poll_volatile", poll_volatile, 2, THREADS, 1, 1 },
        { "data", data<PLAIN>, 2, THREADS, 5, 1 },
        { "data_fence", data<FENCE>, 2, THREADS, 5, 1 },
        { "data_block_fence", data<BLOCK_FENCE>, 2, THREADS, 5, 1 },
        { "data_cg", data<CG>, 2, THREADS, 5, 1 },
        { "data_atomic", data<ATOMIC>, 2, THREADS, 5, 1 },
        { "last", last_block<PLAIN>, BLOCKS, 32, 0, BLOCKS },
        { "last_fence", last_block<FENCE>, BLOCKS, 32, 0, BLOCKS },
        { "last_cg", last_block<CG>, BLOCKS, 32, 0, BLOCKS },
        { "barrier", barrier<PLAIN>, BLOCKS, 32, 8, 15 },
        { "barrier_fence", barrier<FENCE>, BLOCKS, 32, 8, 15 },
    };
    int *d, h[64] = { 0 };

    for (unsigned i = 0; argc > 1 && i < sizeof all / sizeof *all; i++) {
        if (strcmp(argv[1], all[i].name))
            continue;
        cudaMalloc((void **)&d, sizeof h);
        cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
        all[i].kernel<<<all[i].blocks, all[i].threads>>>(d);
        const cudaError_t e = cudaThreadSynchronize();
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
        printf("%s %s\n", h[all[i].at] == all[i].right ? "right" : "wrong", cudaGetErrorString(e));
        return e != cudaSuccess;
    }
    return 2;
}
