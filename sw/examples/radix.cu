/* SPDX-License-Identifier: Apache-2.0
 * radix [N]: sorts N pairs of key and value by the four-bit digits of the key, the lowest first. In each pass a block
 * sorts its 256 pairs in shared memory by the digit (four splits by one bit, each with a prefix sum), counts the
 * digits, and after a prefix sum over all counts moves every pair to its place (N. Satish, M. Harris, M. Garland
 * 2009). */
#include "example.h"

#define BLOCK 256
#define DIGITS 16

/* Inclusive prefix sum over the block, one value per thread. */
__device__ unsigned scan_block(unsigned v, unsigned *s)
{
    int t = threadIdx.x;

    s[t] = v;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        unsigned left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    return s[t];
}

__global__ void sort_block(uint2 *pairs, unsigned *counts, int shift, int n)
{
    __shared__ unsigned sums[BLOCK], start[DIGITS];
    __shared__ uint2 s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    uint2 mine = make_uint2(0xffffffffu, 0xffffffffu);  /* beyond the end: stays last */

    if (i < n)
        mine = pairs[i];
    for (int bit = shift; bit < shift + 4; bit++) {
        unsigned zero = !(mine.x >> bit & 1), zeros_here = scan_block(zero, sums), zeros = sums[BLOCK - 1];
        unsigned to = zero ? zeros_here - 1 : zeros + t - zeros_here;
        s[to] = mine;
        __syncthreads();
        mine = s[t];
        __syncthreads();
    }
    if (i < n)
        pairs[i] = mine;

    /* How many of each digit: the distance between the places where it starts. */
    int digit = mine.x >> shift & (DIGITS - 1), here = min(BLOCK, n - (int)blockIdx.x * BLOCK);
    if (t < DIGITS)
        counts[t * gridDim.x + blockIdx.x] = 0;
    __syncthreads();
    if (t < here && (t == 0 || digit != (int)(s[t - 1].x >> shift & (DIGITS - 1))))
        start[digit] = t;
    __syncthreads();
    if (t < here && (t == here - 1 || digit != (int)(s[t + 1].x >> shift & (DIGITS - 1))))
        counts[digit * gridDim.x + blockIdx.x] = t + 1 - start[digit];
}

/* Exclusive prefix sums of the counts, by one block. */
__global__ void scan_counts(unsigned *counts, int n)
{
    __shared__ unsigned s[BLOCK];
    unsigned carry = 0;

    for (int base = 0; base < n; base += BLOCK) {
        int i = base + threadIdx.x;
        unsigned v = i < n ? counts[i] : 0, sum = scan_block(v, s);
        if (i < n)
            counts[i] = carry + sum - v;
        carry += s[BLOCK - 1];
        __syncthreads();
    }
}

__global__ void scatter(const uint2 *from, uint2 *to, const unsigned *counts, int shift, int n)
{
    __shared__ unsigned start[DIGITS];
    __shared__ unsigned keys[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    uint2 mine = make_uint2(0, 0);

    if (i < n)
        mine = from[i];
    int digit = mine.x >> shift & (DIGITS - 1);
    keys[t] = digit;
    __syncthreads();
    if (t == 0 || keys[t - 1] != keys[t])
        if (i < n)
            start[digit] = t;
    __syncthreads();
    if (i < n)
        to[counts[digit * gridDim.x + blockIdx.x] + t - start[digit]] = mine;
}

static bool by_key(const uint2 &a, const uint2 &b) { return a.x < b.x; }

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 4000, 1, 1 << 20, 1), blocks = blocks_for(n, BLOCK), wrong = 0;
    std::vector<uint2> in(n);
    Random random;
    Stopwatch watch;

    for (int i = 0; i < n; i++)
        in[i] = make_uint2(random.word() & (i & 1 ? 0xffu : 0xffffffffu), i);
    uint2 *a = to_device(in), *b = device_array<uint2>(n);
    unsigned *counts = device_array<unsigned>(blocks * DIGITS);
    watch.start();
    for (int shift = 0; shift < 32; shift += 4) {
        sort_block<<<blocks, BLOCK>>>(a, counts, shift, n);
        scan_counts<<<1, BLOCK>>>(counts, blocks * DIGITS);
        scatter<<<blocks, BLOCK>>>(a, b, counts, shift, n);
        std::swap(a, b);
    }
    watch.stop();
    std::vector<uint2> out = to_host(a, n);
    std::stable_sort(in.begin(), in.end(), by_key);
    for (int i = 0; i < n; i++)
        wrong += out[i].x != in[i].x || out[i].y != in[i].y;

    char what[80];
    sprintf(what, "%d pairs", n);
    cudaFree(a);
    cudaFree(b);
    cudaFree(counts);
    return verdict("radix", what, watch, wrong);
}
