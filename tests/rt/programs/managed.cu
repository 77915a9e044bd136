/* SPDX-License-Identifier: Apache-2.0
 * Memory at one address for host and kernels: written by either in turns, as large arrays and beside each other, on two
 * devices; what is no such memory. */
#include "check.h"

__global__ void add(int n, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = x[i] + y[i];
}

/* Nodes of a list that the host made, by pointers in managed memory. */
struct node { int value; node *next; };
__global__ void sum(const node *list, int *result)
{
    int s = 0;
    for (; list; list = list->next)
        s += list->value;
    *result = s;
}

static float error(const float *y, int n, float want)
{
    float worst = 0;

    for (int i = 0; i < n; i++)
        worst = fmaxf(worst, fabsf(y[i] - want));
    return worst;
}

int main()
{
    const int n = 5000;
    float *x, *y;

    OK(cudaMallocManaged(&x, n * sizeof(float)));
    OK(cudaMallocManaged(&y, n * sizeof(float), cudaMemAttachGlobal));
    for (int i = 0; i < n; i++) {
        x[i] = 1;
        y[i] = 2;
    }
    OK(cudaMemPrefetchAsync(x, n * sizeof(float), 0, 0));
    OK(cudaMemAdvise(x, n * sizeof(float), cudaMemAdviseSetReadMostly, 0));
    add<<<4, 64>>>(n, x, y);
    OK(cudaDeviceSynchronize());
    CHECK(error(y, n, 3) == 0);
    x[17] = 5;                                  /* in turns */
    add<<<1, 32>>>(n, x, y);
    OK(cudaDeviceSynchronize());
    CHECK(y[17] == 8 && y[16] == 4 && y[n - 1] == 4);

    /* Copies and fills by its address; a copy of it as host memory. */
    float h[8], *d;
    OK(cudaMalloc((void **)&d, sizeof h));
    OK(cudaMemset(x, 0, n * sizeof(float)));
    CHECK(x[0] == 0 && x[n - 1] == 0);
    OK(cudaMemcpy(h, y + 14, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[3] == 8 && h[2] == 4);
    OK(cudaMemcpy(x + n - 8, h, sizeof h, cudaMemcpyHostToDevice));
    CHECK(x[n - 5] == 8 && x[n - 9] == 0);
    OK(cudaMemcpy(d, y, sizeof h, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(x, d, sizeof h, cudaMemcpyDeviceToDevice));
    CHECK(x[0] == 4);

    node *nodes;
    int *result;
    OK(cudaMallocManaged(&nodes, 10 * sizeof(node)));
    OK(cudaMallocManaged((void **)&result, sizeof(int)));
    for (int i = 0; i < 10; i++) {
        nodes[i].value = i;
        nodes[i].next = i ? &nodes[i - 1] : 0;
    }
    sum<<<1, 1>>>(nodes + 9, result);
    OK(cudaDeviceSynchronize());
    CHECK(*result == 45);

    OK(cudaFree(x));
    OK(cudaFree(nodes));
    CHECK(cudaFree(x) == cudaErrorInvalidDevicePointer);
    add<<<1, 32>>>(8, d, y);                    /* the others stay */
    OK(cudaDeviceSynchronize());
    CHECK(y[0] == 8 && *result == 45);
    CHECK(cudaMemPrefetchAsync(d, 4, 0, 0) == cudaErrorInvalidValue);
    CHECK(cudaMemPrefetchAsync(y, 4, 9, 0) == cudaErrorInvalidDevice);
    CHECK(cudaMallocManaged(&x, 0) == cudaErrorInvalidValue);
    CHECK(cudaMallocManaged(&x, 4, 8) == cudaErrorInvalidValue);
    CHECK(cudaMallocManaged(&x, (size_t)1 << 40) == cudaErrorMemoryAllocation);
    CHECK(cudaFreeHost(y) == cudaErrorInvalidValue && y[0] == 8);

    /* Another device has other addresses for it. */
    int devices;
    OK(cudaGetDeviceCount(&devices));
    CHECK(devices == 2);
    OK(cudaSetDevice(1));
    float *z, *w;
    OK(cudaMallocManaged(&z, n * sizeof(float)));
    OK(cudaMallocManaged(&w, n * sizeof(float)));
    CHECK(z != y && w != y);
    for (int i = 0; i < n; i++)
        z[i] = w[i] = i;
    add<<<2, 64>>>(n, z, w);
    OK(cudaDeviceSynchronize());
    CHECK(w[n - 1] == 2 * (n - 1) && w[0] == 0 && y[0] == 8);
    OK(cudaDeviceReset());
    printf("%d failures\n", failures);
    return failures != 0;
}
