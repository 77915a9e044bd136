/* SPDX-License-Identifier: Apache-2.0
 * md5 [N]: which of the first N four-letter words (aaaa, baaa, ...) has a given MD5 digest (RFC 1321)? Each thread
 * tries one word; the one that finds it tells by an atomic operation. The digest is made on the CPU, from the last
 * word. */
#include "example.h"

#define THREADS 64

__host__ __device__ inline unsigned rotate(unsigned x, int n) { return x << n | x >> (32 - n); }

/* One step of the four rounds: the function of the round, the word of the message, the constant, the rotation. */
#define F(b, c, d) ((d) ^ ((b) & ((c) ^ (d))))
#define G(b, c, d) ((c) ^ ((d) & ((b) ^ (c))))
#define H(b, c, d) ((b) ^ (c) ^ (d))
#define I(b, c, d) ((c) ^ ((b) | ~(d)))
#define STEP(f, a, b, c, d, k, t, s) a = b + rotate(a + f(b, c, d) + w[k] + t, s)
#define FOUR(f, k0, k1, k2, k3, t0, t1, t2, t3, s0, s1, s2, s3) \
    STEP(f, a, b, c, d, k0, t0, s0); \
    STEP(f, d, a, b, c, k1, t1, s1); \
    STEP(f, c, d, a, b, k2, t2, s2); \
    STEP(f, b, c, d, a, k3, t3, s3)

/* The digest of a message that fits one block with its padding, w. */
__host__ __device__ inline uint4 md5(const unsigned *w)
{
    unsigned a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;

    FOUR(F, 0, 1, 2, 3, 0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 7, 12, 17, 22);
    FOUR(F, 4, 5, 6, 7, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 7, 12, 17, 22);
    FOUR(F, 8, 9, 10, 11, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 7, 12, 17, 22);
    FOUR(F, 12, 13, 14, 15, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 7, 12, 17, 22);
    FOUR(G, 1, 6, 11, 0, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 5, 9, 14, 20);
    FOUR(G, 5, 10, 15, 4, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8, 5, 9, 14, 20);
    FOUR(G, 9, 14, 3, 8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 5, 9, 14, 20);
    FOUR(G, 13, 2, 7, 12, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 5, 9, 14, 20);
    FOUR(H, 5, 8, 11, 14, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 4, 11, 16, 23);
    FOUR(H, 1, 4, 7, 10, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 4, 11, 16, 23);
    FOUR(H, 13, 0, 3, 6, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 4, 11, 16, 23);
    FOUR(H, 9, 12, 15, 2, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 4, 11, 16, 23);
    FOUR(I, 0, 7, 14, 5, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 6, 10, 15, 21);
    FOUR(I, 12, 3, 10, 1, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1, 6, 10, 15, 21);
    FOUR(I, 8, 15, 6, 13, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 6, 10, 15, 21);
    FOUR(I, 4, 11, 2, 9, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391, 6, 10, 15, 21);
    return make_uint4(0x67452301 + a, 0xefcdab89 + b, 0x98badcfe + c, 0x10325476 + d);
}

/* Word number i with the padding. */
__host__ __device__ inline void word(unsigned i, unsigned *w)
{
    for (int j = 0; j < 16; j++)
        w[j] = 0;
    for (int j = 0; j < 4; j++, i /= 26)
        w[0] |= ('a' + i % 26) << 8 * j;
    w[1] = 0x80;
    w[14] = 4 * 8;
}

__host__ __device__ inline bool same(uint4 p, uint4 q) { return p.x == q.x && p.y == q.y && p.z == q.z && p.w == q.w; }

__global__ void search(uint4 digest, unsigned *found, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    unsigned w[16];

    if (i >= n)
        return;
    word(i, w);
    if (same(md5(w), digest))
        atomicMin(found, (unsigned)i);
}

static bool standard_example()
{
    unsigned w[16] = { 0x80636261 };    /* "abc" */

    w[14] = 24;
    return same(md5(w), make_uint4(0x98500190, 0xb04fd23c, 0x7d3f96d6, 0x727fe128));
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 5000, 1, 26 * 26 * 26 * 26, 1);
    unsigned w[16];
    long wrong = !standard_example();
    Stopwatch watch;

    word(n - 1, w);
    unsigned *dfound = to_device(std::vector<unsigned>(1, ~0u)), letters = w[0];
    watch.start();
    search<<<blocks_for(n, THREADS), THREADS>>>(md5(w), dfound, n);
    watch.stop();
    unsigned found = to_host(dfound, 1)[0];
    wrong += found != (unsigned)n - 1;

    char what[80];
    sprintf(what, "%d words, found number %u, %.4s", n, found, (const char *)&letters);
    cudaFree(dfound);
    return verdict("md5", what, watch, wrong);
}
