/* SPDX-License-Identifier: Apache-2.0
 * sha256 [N]: SHA-256 (FIPS 180-4) of N short messages, one thread each, the table of constants in constant memory;
 * compared with the CPU, and that with the example of the standard. */
#include "example.h"

#define THREADS 64

static const unsigned table[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2 };
__constant__ unsigned round_constant[64];

#define ROTATE(x, n) ((x) >> (n) | (x) << (32 - (n)))

/* The digest of a message that fits one block with its padding: 16 words w, which are overwritten. */
__host__ __device__ inline void sha256(unsigned *w, const unsigned *k, unsigned *digest)
{
    unsigned a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a, e = 0x510e527f, f = 0x9b05688c,
             g = 0x1f83d9ab, h = 0x5be0cd19;

#pragma unroll 16
    for (int i = 0; i < 64; i++) {
        if (i >= 16) {
            unsigned w2 = w[(i - 2) & 15], w15 = w[(i - 15) & 15];
            w[i & 15] += (ROTATE(w2, 17) ^ ROTATE(w2, 19) ^ w2 >> 10) + w[(i - 7) & 15] +
                         (ROTATE(w15, 7) ^ ROTATE(w15, 18) ^ w15 >> 3);
        }
        unsigned t1 = h + (ROTATE(e, 6) ^ ROTATE(e, 11) ^ ROTATE(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i & 15];
        unsigned t2 = (ROTATE(a, 2) ^ ROTATE(a, 13) ^ ROTATE(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    digest[0] = 0x6a09e667 + a;
    digest[1] = 0xbb67ae85 + b;
    digest[2] = 0x3c6ef372 + c;
    digest[3] = 0xa54ff53a + d;
    digest[4] = 0x510e527f + e;
    digest[5] = 0x9b05688c + f;
    digest[6] = 0x1f83d9ab + g;
    digest[7] = 0x5be0cd19 + h;
}

/* Message number i: 32 bits of i, then "GT200", the padding bit and the length in bits. */
__host__ __device__ inline void message(unsigned i, unsigned *w)
{
    w[0] = i;
    w[1] = 0x47543230;
    w[2] = 0x30800000;
    for (int j = 3; j < 15; j++)
        w[j] = 0;
    w[15] = 9 * 8;
}

__global__ void digests(unsigned *out, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    unsigned w[16], digest[8];

    if (i >= n)
        return;
    message(i, w);
    sha256(w, round_constant, digest);
    for (int j = 0; j < 8; j++)
        out[j * n + i] = digest[j];     /* word by word: coalesced */
}

static bool standard_example()
{
    static const unsigned abc[8] = { 0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223,
                                     0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad };
    unsigned w[16] = { 0x61626380 }, digest[8];

    w[15] = 24;
    sha256(w, table, digest);
    return !memcmp(digest, abc, sizeof abc);
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 1000, 1, 1 << 18, 1);
    unsigned *dout = device_array<unsigned>(8 * n);
    long wrong = !standard_example();
    Stopwatch watch;

    CHECK(cudaMemcpyToSymbol(round_constant, table, sizeof table));
    watch.start();
    digests<<<blocks_for(n, THREADS), THREADS>>>(dout, n);
    watch.stop();
    std::vector<unsigned> out = to_host(dout, 8 * n);
    for (int i = 0; i < n; i++) {
        unsigned w[16], digest[8];
        message(i, w);
        sha256(w, table, digest);
        for (int j = 0; j < 8; j++)
            wrong += out[j * n + i] != digest[j];
    }

    char what[80];
    sprintf(what, "%d messages", n);
    cudaFree(dout);
    return verdict("sha256", what, watch, wrong);
}
