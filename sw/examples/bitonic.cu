/* SPDX-License-Identifier: Apache-2.0
 * bitonic [N]: bitonic sort of N = 2^k integers (K. Batcher 1968). Pairs that are less than a block apart are
 * compared in shared memory, all steps of a block in one launch; pairs farther apart in device memory, one launch per
 * step. */
#include "example.h"

#define THREADS 128
#define ELEMENTS (2 * THREADS)

__device__ void order(unsigned &a, unsigned &b, bool up)
{
    if ((a > b) == up) {
        unsigned t = a;
        a = b;
        b = t;
    }
}

/* The steps of `distance`, distance / 2, ... 1 of each merge into runs of first_run, 2 first_run, ... run elements. */
__global__ void sort_shared(unsigned *data, int first_run, int run, int distance)
{
    __shared__ unsigned s[ELEMENTS];
    int t = threadIdx.x, base = blockIdx.x * ELEMENTS;

    s[t] = data[base + t];
    s[t + THREADS] = data[base + t + THREADS];
    for (int r = first_run; r <= run; r *= 2)
        for (int d = r < 2 * distance ? r / 2 : distance; d > 0; d /= 2) {
            int low = 2 * t - (t & (d - 1));
            __syncthreads();
            order(s[low], s[low + d], ((base + low) & r) == 0);
        }
    __syncthreads();
    data[base + t] = s[t];
    data[base + t + THREADS] = s[t + THREADS];
}

__global__ void step_global(unsigned *data, int run, int distance)
{
    int t = blockIdx.x * THREADS + threadIdx.x, low = 2 * t - (t & (distance - 1));
    unsigned a = data[low], b = data[low + distance];

    order(a, b, (low & run) == 0);
    data[low] = a;
    data[low + distance] = b;
}

int main(int argc, char **argv)
{
    int n = power_of_two_argument(argc, argv, 4096, ELEMENTS, 1 << 20), blocks = n / ELEMENTS;
    std::vector<unsigned> in(n);
    Random random;
    Stopwatch watch;
    long wrong = 0;

    for (int i = 0; i < n; i++)
        in[i] = random.word();
    unsigned *data = to_device(in);
    watch.start();
    sort_shared<<<blocks, THREADS>>>(data, 2, ELEMENTS, THREADS);
    for (int run = 2 * ELEMENTS; run <= n; run *= 2) {
        for (int distance = run / 2; distance > THREADS; distance /= 2)
            step_global<<<blocks, THREADS>>>(data, run, distance);
        sort_shared<<<blocks, THREADS>>>(data, run, run, THREADS);
    }
    watch.stop();
    std::vector<unsigned> out = to_host(data, n);
    std::sort(in.begin(), in.end());
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i];

    char what[80];
    sprintf(what, "%d integers", n);
    cudaFree(data);
    return verdict("bitonic", what, watch, wrong);
}
