/* SPDX-License-Identifier: Apache-2.0
 * Eight threads on two devices (GT200_DEVICES=2): those of one device share its memory and variables. Leaving a
 * device (cudaThreadExit) takes nothing from the threads that still use it; the last one resets it. */
#include <pthread.h>

#include "check.h"

__device__ int counter;

__global__ void count(int *p, int by)
{
    p[threadIdx.x] += by;
    if (threadIdx.x == 0)
        atomicAdd(&counter, 1);
}

static int wrong[8];

static void *work(void *arg)
{
    int me = (int)(size_t)arg, *d, h[64], bad = 0;

    bad += cudaSetDevice(me % 2) != cudaSuccess;
    bad += cudaMalloc((void **)&d, sizeof h) != cudaSuccess;
    bad += cudaMemset(d, 0, sizeof h) != cudaSuccess;
    for (int i = 0; i < 50; i++)
        count<<<1, 64>>>(d, me);
    bad += cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < 64; i++)
        bad += h[i] != 50 * me;
    bad += cudaFree(d) != cudaSuccess;
    /* The last error belongs to the thread. */
    if (me == 3)
        cudaMalloc((void **)&d, (size_t)1 << 40);
    bad += cudaGetLastError() != (me == 3 ? cudaErrorMemoryAllocation : cudaSuccess);
    wrong[me] = bad;
    return 0;
}

static void *leave(void *)
{
    int *d;

    wrong[0] = cudaSetDevice(0) != cudaSuccess || cudaMalloc((void **)&d, 4) != cudaSuccess ||
               cudaThreadExit() != cudaSuccess || cudaMalloc((void **)&d, 4) != cudaSuccess ||
               cudaThreadExit() != cudaSuccess;
    return 0;
}

static void *go(void *)
{
    int *d;

    wrong[1] = cudaSetDevice(0) != cudaSuccess || cudaMalloc((void **)&d, 4) != cudaSuccess;
    return 0;
}

static void exits()
{
    pthread_t t[2];
    int *d, n = 5;

    OK(cudaSetDevice(0));
    OK(cudaMalloc((void **)&d, 4));
    OK(cudaMemcpy(d, &n, 4, cudaMemcpyHostToDevice));
    CHECK(!pthread_create(&t[0], 0, leave, 0) && !pthread_join(t[0], 0) && !wrong[0]);
    CHECK(!pthread_create(&t[1], 0, go, 0) && !pthread_join(t[1], 0) && !wrong[1]);
    OK(cudaMemcpy(&n, d, 4, cudaMemcpyDeviceToHost));
    OK(cudaThreadExit());
    CHECK_IS(cudaMemcpy(&n, d, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
}

int main()
{
    pthread_t t[8];
    int n;

    OK(cudaGetDeviceCount(&n));
    CHECK(n == 2);
    for (int i = 0; i < 8; i++)
        CHECK(pthread_create(&t[i], 0, work, (void *)(size_t)i) == 0);
    for (int i = 0; i < 8; i++) {
        pthread_join(t[i], 0);
        CHECK(wrong[i] == 0);
    }
    for (int i = 0; i < 2; i++) {
        OK(cudaSetDevice(i));
        OK(cudaMemcpyFromSymbol(&n, counter, sizeof n));
        CHECK(n == 200);
    }
    exits();
    printf("%d failures\n", failures);
    return failures != 0;
}
