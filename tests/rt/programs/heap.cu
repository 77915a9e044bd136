/* SPDX-License-Identifier: Apache-2.0
 * Memory that kernels take and give back: by many threads at once, from one launch to the next, until there is none. */
#include <iostream>     /* whose headers have operators new, too */
#include <stdlib.h>

#include "check.h"

enum { BLOCKS = 2, THREADS = 40, ALL = BLOCKS * THREADS };

struct node {
    int value;
    node *next;
    __device__ node(int v, node *n) : value(v), next(n) {}
};

/* Each thread: a list of its own, of which it frees every second node; what is left stays for the next kernel. */
__global__ void make(node **lists, int n)
{
    const int t = threadIdx.x + blockDim.x * blockIdx.x;
    node *list = 0;

    for (int i = 0; i < n; i++)
        list = new node(t * 100 + i, list);
    for (node *p = list; p && p->next; p = p->next) {
        node *gone = p->next;
        p->next = gone->next;
        delete gone;
    }
    lists[t] = list;
}

__global__ void sum(node **lists, int *sums)
{
    const int t = threadIdx.x + blockDim.x * blockIdx.x;
    int s = 0;

    while (lists[t]) {
        node *p = lists[t];
        s += p->value;
        lists[t] = p->next;
        delete p;
    }
    sums[t] = s;
}

/* Blocks of all sizes: apart from each other, aligned, and what is freed can be had again. */
__global__ void sizes(unsigned *out)
{
    unsigned bad = 0;
    char *before = 0;

    for (size_t n = 1; n <= 300; n = n * 2 + 1) {
        char *p = (char *)malloc(n);
        if (!p || (size_t)p % 16)
            bad++;
        for (size_t i = 0; p && i < n; i += 7)
            p[i] = (char)(n + threadIdx.x);
        if (before)
            free(before);
        before = p;
        for (size_t i = 0; p && i < n; i += 7)
            bad += p[i] != (char)(n + threadIdx.x);
    }
    free(before);
    free(0);
    float *f = new float[10];
    for (int i = 0; i < 10; i++)
        f[i] = i * 0.5f;
    bad += f[9] != 4.5f;
    delete[] f;
    out[threadIdx.x + blockDim.x * blockIdx.x] = bad;
}

__global__ void exhaust(int *out)
{
    int n = 0;

    out[1] = malloc((size_t)1 << 30) == 0;
    while (malloc(1000))
        n++;
    out[0] = n;
}

__global__ void twice(int *p)
{
    int *q = (int *)malloc(4);
    *p = 1;
    free(q);
    free(q);
}

int main()
{
    static int h[ALL];
    node **lists;
    int *d;
    size_t limit = 0;

    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 13400));
    OK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    CHECK(limit == 13568);
    OK(cudaMalloc((void **)&lists, ALL * sizeof *lists));
    OK(cudaMalloc((void **)&d, sizeof h));
    for (int round = 0; round < 3; round++) {   /* there is room for one round only, if what is freed were lost */
        make<<<BLOCKS, THREADS>>>(lists, 5);
        sum<<<BLOCKS, THREADS>>>(lists, d);
        OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
        for (int t = 0; t < ALL; t++)           /* 4, 2 and 0 are left */
            CHECK(h[t] == 300 * t + 6);
    }
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20) == cudaErrorInvalidValue);
    OK(cudaDeviceReset());
    OK(cudaMalloc((void **)&d, sizeof h));
    sizes<<<1, 32>>>((unsigned *)d);
    OK(cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 32; t++)
        CHECK(h[t] == 0);
    OK(cudaDeviceReset());
    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 20 << 10));
    OK(cudaMalloc((void **)&d, sizeof h));
    exhaust<<<1, 1>>>(d);
    OK(cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 19 && h[1] == 1);             /* 20480 bytes less 512, of 1024 */
    OK(cudaDeviceReset());
    OK(cudaMalloc((void **)&d, sizeof h));
    twice<<<1, 1>>>(d);
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);

    node *host = (node *)malloc(sizeof *host);  /* the host's */
    int *array = new int[3];
    array[2] = 1;
    delete[] array;
    free(host);
    printf("%d failures\n", failures);
    return failures != 0;
}
