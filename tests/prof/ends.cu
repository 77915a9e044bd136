// SPDX-License-Identifier: Apache-2.0
// Programs that end in one way or another, for ends.sh.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__global__ void add(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += i;
}
__global__ void stray(int *a) { a[1 << 28] = 1; }

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int *a, launches = argc > 2 ? atoi(argv[2]) : 2;
    if (!strcmp(how, "nothing"))
        return 0;
    cudaMalloc((void **)&a, 400);
    cudaMemset(a, 0, 400);
    for (int i = 0; i < launches; i++)
        add<<<1, 100>>>(a, 100);
    if (!strcmp(how, "fails")) {
        stray<<<1, 1>>>(a);
        return cudaThreadSynchronize() == cudaSuccess ? 0 : 3;
    }
    if (!strcmp(how, "exits"))
        _exit(6);
    if (!strcmp(how, "killed"))
        raise(SIGKILL);
    return cudaThreadSynchronize() != cudaSuccess;
}
