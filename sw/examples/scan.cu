/* SPDX-License-Identifier: Apache-2.0
 * scan [N]: exclusive prefix sums. Each block scans 256 elements in shared memory by the work-efficient algorithm
 * (up-sweep and down-sweep of a tree, G. Blelloch 1990) with one word of padding per 16 against bank conflicts; the
 * sums of the blocks are scanned the same way and added. */
#include "example.h"

#define THREADS 128
#define ELEMENTS (2 * THREADS)
#define PAD(i) ((i) + (i) / 16)

__global__ void scan_blocks(const unsigned *in, unsigned *out, unsigned *sums, int n)
{
    __shared__ unsigned s[PAD(ELEMENTS)];
    int t = threadIdx.x, first = blockIdx.x * ELEMENTS, step = 1;

    s[PAD(t)] = first + t < n ? in[first + t] : 0;
    s[PAD(t + THREADS)] = first + t + THREADS < n ? in[first + t + THREADS] : 0;
    for (int pairs = THREADS; pairs > 0; pairs /= 2, step *= 2) {
        __syncthreads();
        if (t < pairs) {
            int left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1;
            s[PAD(right)] += s[PAD(left)];
        }
    }
    if (t == 0) {
        sums[blockIdx.x] = s[PAD(ELEMENTS - 1)];
        s[PAD(ELEMENTS - 1)] = 0;
    }
    for (int pairs = 1; pairs <= THREADS; pairs *= 2) {
        step /= 2;
        __syncthreads();
        if (t < pairs) {
            int left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1;
            unsigned sum = s[PAD(left)];
            s[PAD(left)] = s[PAD(right)];
            s[PAD(right)] += sum;
        }
    }
    __syncthreads();
    if (first + t < n)
        out[first + t] = s[PAD(t)];
    if (first + t + THREADS < n)
        out[first + t + THREADS] = s[PAD(t + THREADS)];
}

__global__ void add_sums(unsigned *out, const unsigned *sums, int n)
{
    __shared__ unsigned sum;
    int i = blockIdx.x * ELEMENTS + threadIdx.x;

    if (threadIdx.x == 0)
        sum = sums[blockIdx.x];
    __syncthreads();
    if (i < n)
        out[i] += sum;
    if (i + THREADS < n)
        out[i + THREADS] += sum;
}

static void scan(const unsigned *in, unsigned *out, int n)
{
    int blocks = blocks_for(n, ELEMENTS);
    unsigned *sums = device_array<unsigned>(blocks);

    scan_blocks<<<blocks, THREADS>>>(in, out, sums, n);
    if (blocks > 1) {
        scan(sums, sums, blocks);
        add_sums<<<blocks, THREADS>>>(out, sums, n);
    }
    cudaFree(sums);
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 20000, 1, 1 << 22, 1);
    std::vector<unsigned> in(n);
    Random random;
    Stopwatch watch;
    unsigned sum = 0;
    long wrong = 0;

    for (int i = 0; i < n; i++)
        in[i] = random.word();
    unsigned *din = to_device(in), *dout = device_array<unsigned>(n);
    watch.start();
    scan(din, dout, n);
    watch.stop();
    std::vector<unsigned> out = to_host(dout, n);
    for (int i = 0; i < n; i++) {
        wrong += out[i] != sum;
        sum += in[i];
    }

    char what[80];
    sprintf(what, "%d integers", n);
    cudaFree(din);
    cudaFree(dout);
    return verdict("scan", what, watch, wrong);
}
