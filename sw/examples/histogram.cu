/* SPDX-License-Identifier: Apache-2.0
 * histogram [N]: how often each of the 256 byte values occurs among N, by atomic additions to device memory, and by
 * atomic additions to a histogram of each block in shared memory (compute capability 1.2), which are added up at the
 * end. */
#include "example.h"

#define BINS 256
#define BLOCKS 6
#define THREADS 128

__global__ void count_global(const unsigned char *in, unsigned *bins, int n)
{
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += BLOCKS * THREADS)
        atomicAdd(&bins[in[i]], 1u);
}

__global__ void count_shared(const unsigned char *in, unsigned *bins, int n)
{
    __shared__ unsigned mine[BINS];

    for (int b = threadIdx.x; b < BINS; b += THREADS)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += BLOCKS * THREADS)
        atomicAdd(&mine[in[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += THREADS)
        atomicAdd(&bins[b], mine[b]);
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 20000, 1, 1 << 22, 1);
    std::vector<unsigned char> in(n);
    std::vector<unsigned> expected(BINS, 0u);
    Random random;
    Stopwatch watch;
    long wrong = 0;

    for (int i = 0; i < n; i++) {
        in[i] = random.below(256) & random.below(256);  /* bytes with few ones are more frequent */
        expected[in[i]]++;
    }
    unsigned char *din = to_device(in);
    unsigned *dbins = device_array<unsigned>(BINS);
    for (int kernel = 0; kernel < 2; kernel++) {
        CHECK(cudaMemset(dbins, 0, BINS * sizeof(unsigned)));
        watch.start();
        if (kernel == 0)
            count_global<<<BLOCKS, THREADS>>>(din, dbins, n);
        else
            count_shared<<<BLOCKS, THREADS>>>(din, dbins, n);
        float ms = watch.stop();
        std::vector<unsigned> bins = to_host(dbins, BINS);
        long bad = 0;
        for (int b = 0; b < BINS; b++)
            bad += bins[b] != expected[b];
        report(kernel ? "shared memory" : "device memory", ms, bad);
        wrong += bad;
    }

    char what[80];
    sprintf(what, "%d bytes in %d bins", n, BINS);
    cudaFree(din);
    cudaFree(dbins);
    return verdict("histogram", what, watch, wrong);
}
