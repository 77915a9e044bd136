// SPDX-License-Identifier: Apache-2.0
// What the scripted session of tests/gdb looks at: a loop, a shared array, a branch that parts a warp, an inlined
// function, a fault. Lines that it names end in a comment "@ NAME".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 64

__device__ int weigh(int value, int round)
{
    int twice = 2 * value;
    return twice + round; // @ inlined
}

__global__ void work(int *out, const int *in, int rounds)
{
    __shared__ int tile[N];
    int me = threadIdx.x, sum = 0;
    tile[me] = in[me];
    __syncthreads();
    for (int round = 0; round < rounds; round++)
        sum += weigh(tile[(me + round) % N], round); // @ loop
    if (me % 2) // @ branch
        while (sum > 100)
            sum -= tile[sum % N] / 2; // @ odd
    else
        sum += 1000; // @ even
    out[me] = sum; // @ after
}

__global__ void stray(int *out, int far)
{
    int at = far + threadIdx.x;
    out[at] = at; // @ fault
}

__global__ void spin(volatile int *out)
{
    for (int i = 0; i < 1 << 30; i++)
        out[threadIdx.x] = i;
}

/* In a context of its own. */
static void again()
{
    int h[N] = { 0 }, *in, *out;
    cudaMalloc((void **)&in, sizeof h);
    cudaMalloc((void **)&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    work<<<1, N>>>(out, in, 2);
    cudaThreadExit();
}

/* A child process launches, and ends before its parent goes on. */
static void forks(int *out, int *in)
{
    work<<<1, N>>>(out, in, 1);
    const pid_t child = fork();
    if (!child) {
        work<<<1, N>>>(out, in, 1);
        exit(0);
    }
    waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
    int h[N], *in, *out;
    for (int i = 0; i < N; i++)
        h[i] = 100 + i;
    cudaMalloc((void **)&in, sizeof h);
    cudaMalloc((void **)&out, sizeof h);
    if (argc > 1 && !strcmp(argv[1], "spin"))
        spin<<<1, N>>>(in);
    if (argc > 1 && !strcmp(argv[1], "forks"))
        forks(out, in);
    if (argc > 1 && !strcmp(argv[1], "again")) {
        again();
        again();
        return 0;
    }
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    work<<<1, N>>>(out, in, 3);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    stray<<<1, 32>>>(out, 1 << 29);
    return cudaThreadSynchronize() == cudaSuccess;
}
