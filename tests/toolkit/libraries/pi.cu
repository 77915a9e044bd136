/* SPDX-License-Identifier: Apache-2.0
 * Pi by the method of Monte Carlo, as the samples of CURAND do it: points that a generator of the host interface left
 * in device memory, and points that each thread draws for itself; then the price of a call option, of normal
 * numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>

#define THREADS 64
#define BLOCKS 4
#define POINTS 40                       /* of a thread */
#define ALL (THREADS * BLOCKS * POINTS)
#define CHECK(call) do { if ((call) != 0) { puts(#call); exit(1); } } while (0)

__device__ void total(int hits, unsigned *sum)
{
    __shared__ int all[THREADS];

    all[threadIdx.x] = hits;
    __syncthreads();
    for (int half = THREADS / 2; half; half /= 2) {
        if (threadIdx.x < half)
            all[threadIdx.x] += all[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, all[0]);
}

__global__ void given(const float *x, unsigned *sum)
{
    int hits = 0;

    for (int i = 0, at = blockIdx.x * THREADS + threadIdx.x; i < POINTS; i++, at += THREADS * BLOCKS)
        hits += x[at] * x[at] + x[at + ALL] * x[at + ALL] <= 1;
    total(hits, sum);
}

__global__ void drawn(unsigned *sum)
{
    curandState state;
    int hits = 0;

    curand_init(1234, blockIdx.x * THREADS + threadIdx.x, 0, &state);
    for (int i = 0; i < POINTS; i++) {
        const float x = curand_uniform(&state), y = curand_uniform(&state);
        hits += x * x + y * y <= 1;
    }
    total(hits, sum);
}

static void near(const char *what, double got, double want, double bound)
{
    if (!(fabs(got - want) < bound)) {
        printf("%s: %g, expected %g\n", what, got, want);
        exit(1);
    }
}

int main()
{
    curandGenerator_t generator;
    unsigned *dsum, sum[2];
    float *x;
    static float z[ALL];

    CHECK(cudaMalloc((void **)&x, 2 * ALL * sizeof *x));
    CHECK(cudaMalloc((void **)&dsum, sizeof sum));
    CHECK(cudaMemset(dsum, 0, sizeof sum));
    CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    CHECK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
    CHECK(curandGenerateUniform(generator, x, 2 * ALL));
    given<<<BLOCKS, THREADS>>>(x, dsum);
    drawn<<<BLOCKS, THREADS>>>(dsum + 1);
    CHECK(cudaMemcpy(sum, dsum, sizeof sum, cudaMemcpyDeviceToHost));
    near("pi, host interface", 4.0 * sum[0] / ALL, 3.14159265, 0.06);
    near("pi, in the kernel", 4.0 * sum[1] / ALL, 3.14159265, 0.06);

    /* Black and Scholes: S 100, X 105, r 5 %, v 20 %, one year: 8.0214 */
    CHECK(curandGenerateNormal(generator, x, ALL, 0.03f, 0.2f));
    CHECK(cudaMemcpy(z, x, sizeof z, cudaMemcpyDeviceToHost));
    double price = 0;
    for (int i = 0; i < ALL; i++)
        price += fmax(100 * exp((double)z[i]) - 105, 0) * exp(-0.05) / ALL;
    near("call", price, 8.0214, 0.6);
    CHECK(curandDestroyGenerator(generator));
    CHECK(cudaFree(x));
    puts("ok");
    return 0;
}
