/* SPDX-License-Identifier: Apache-2.0
 * pi [N]: pi by the Monte Carlo method. Each of 256 threads throws N darts at a square with a random generator of its
 * own (xorshift, G. Marsaglia 2003) and counts those in the quarter circle. Coordinates are integers of 16 bits, so
 * the CPU gets the same count. */
#include "example.h"

#define THREADS 128
#define BLOCKS 2

__host__ __device__ inline unsigned next(unsigned *state)
{
    unsigned s = *state;
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return *state = s;
}

__host__ __device__ inline unsigned seed(int thread) { return 2463534242u ^ (unsigned)(thread + 1) * 0x9e3779b9u; }

__host__ __device__ inline unsigned hits(int thread, int darts)
{
    unsigned state = seed(thread), count = 0;

    for (int i = 0; i < darts; i++) {
        unsigned r = next(&state), x = r & 0xffff, y = r >> 16;
        /* x * x + y * y < 2^32 without the 33rd bit */
        count += y * y <= 0xffffffffu - x * x;
    }
    return count;
}

__global__ void throw_darts(unsigned *total, int darts)
{
    __shared__ unsigned sum[THREADS];
    int t = threadIdx.x;

    sum[t] = hits(blockIdx.x * THREADS + t, darts);
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half)
            sum[t] += sum[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(total, sum[0]);
}

int main(int argc, char **argv)
{
    int darts = size_argument(argc, argv, 200, 1, 100000, 1);
    unsigned *dtotal = to_device(std::vector<unsigned>(1, 0u)), expected = 0;
    Stopwatch watch;

    watch.start();
    throw_darts<<<BLOCKS, THREADS>>>(dtotal, darts);
    watch.stop();
    unsigned total = to_host(dtotal, 1)[0];
    for (int thread = 0; thread < BLOCKS * THREADS; thread++)
        expected += hits(thread, darts);

    char what[80];
    double all = (double)BLOCKS * THREADS * darts, pi = 4 * total / all;
    sprintf(what, "%.0f darts, pi is about %.4f", all, pi);
    cudaFree(dtotal);
    /* five standard deviations */
    return verdict("pi", what, watch, (total != expected) + !(fabs(pi - 3.14159265) < 5 * 1.65 / sqrt(all)));
}
