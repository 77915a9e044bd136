/* SPDX-License-Identifier: Apache-2.0
 * Faults that mostly go unnoticed, with GT200_RACES and GT200_MEMCHECK: a barrier that is missing, a neighbour that is
 * overwritten. Each must be told with its source lines; what looks like them and is right must pass. */
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { THREADS = 128, BLOCKS = 4 };

/* The sum of a block; `barrier` false: one of its barriers is left out. */
__global__ void sum(const int *in, int *out, bool barrier)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x;

    s[t] = in[t];
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];        /* LINE sum */
        if (barrier || half != THREADS / 2)
            __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

/* Blocks that hand on a value, the last of them to the host: by the answer of an atomic, or by luck. */
__global__ void last_block(int *part, unsigned *count, int *out, bool atomic)
{
    __shared__ bool last;

    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x + 1;
        __threadfence();
        last = atomic ? atomicInc(count, BLOCKS - 1) == BLOCKS - 1 : blockIdx.x == BLOCKS - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < BLOCKS)
        atomicAdd(out, part[threadIdx.x]);      /* LINE last_block */
}

/* A spin lock around a counter. */
__global__ void locked(int *lock, int *counter)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        *counter += 1;
        atomicExch(lock, 0);
    }
}

__global__ void beyond(int *p, int n)
{
    p[threadIdx.x + n] = 7;             /* LINE beyond */
}

/* The line of this file that is marked with the name. */
static int line_of(const char *name)
{
    char mark[64], line[256];
    FILE *f = fopen(__FILE__, "r");
    int n = 0;

    snprintf(mark, sizeof mark, "/* LINE %s */", name);
    for (bool found = false; f && !found && fgets(line, sizeof line, f); n++)
        found = strstr(line, mark) != NULL;
    if (f)
        fclose(f);
    return n;
}

/* The launch has failed with the code, and the message has `words` and the marked line. */
static void told(cudaError_t code, const char *words, const char *name)
{
    char at[64];
    cudaError_t rc = cudaThreadSynchronize();
    const char *message = cudaGetErrorString(rc);

    snprintf(at, sizeof at, "races.cu:%d", line_of(name));
    if (rc != code || !strstr(message, words) || !strstr(message, at)) {
        printf("%s: expected %s with '%s' and %s: %s\n", name, cudaGetErrorName(code), words, at, message);
        failures++;
    }
    cudaDeviceReset();
}

int main()
{
    int *in, *out, h[THREADS], *other;

    for (int wrong = 0; wrong < 2; wrong++) {
        OK(cudaMalloc((void **)&in, sizeof h));
        OK(cudaMalloc((void **)&out, 256));
        OK(cudaMemset(out, 0, 256));
        for (int i = 0; i < THREADS; i++)
            h[i] = i;
        OK(cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice));
        sum<<<BLOCKS, THREADS>>>(in, out, !wrong);
        if (wrong)
            told(cudaErrorLaunchFailure, "shared memory", "sum");
        OK(cudaMalloc((void **)&in, sizeof h));
        OK(cudaMalloc((void **)&out, 256));
        OK(cudaMemset(out, 0, 256));
        last_block<<<BLOCKS, 32>>>(in, (unsigned *)out, out + 1, !wrong);
        if (wrong) {
            told(cudaErrorLaunchFailure, "global memory", "last_block");
        } else {
            OK(cudaMemcpy(h, out, 8, cudaMemcpyDeviceToHost));
            CHECK(h[1] == BLOCKS * (BLOCKS + 1) / 2);
        }
    }
    OK(cudaMalloc((void **)&out, 256));
    OK(cudaMemset(out, 0, 256));
    locked<<<BLOCKS, THREADS>>>(out, out + 1);
    OK(cudaMemcpy(h, out, 8, cudaMemcpyDeviceToHost));
    CHECK(h[1] == BLOCKS * THREADS / 32);

    OK(cudaMalloc((void **)&other, 256));
    beyond<<<1, 1>>>(out, 63);
    OK(cudaThreadSynchronize());
    beyond<<<1, 1>>>(out, 64);
    told(cudaErrorLaunchFailure, "0 bytes behind the end of the allocation of 256 bytes", "beyond");
    OK(cudaMalloc((void **)&out, 100));
    beyond<<<1, 32>>>(out, 0);
    told(cudaErrorLaunchFailure, "lane 25", "beyond");
    printf("%d failures\n", failures);
    return failures != 0;
}
