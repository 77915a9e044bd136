/* SPDX-License-Identifier: Apache-2.0
 * What is one multiply-add and what is not. In single precision the chip truncates the product of a multiply-add to
 * 24 bits, so the three ways to compute a * b + c differ: truncated, rounded, exact. FMAD=0: built with -fmad=false.
 * */
#include "check.h"

#ifndef FMAD
#define FMAD 1
#endif

enum { N = 64 };
struct results { float sum, difference, reversed, negative, twice, separate, intrinsic, exact;
                 double wide, wide_apart; };

__global__ void device(const float *a, const float *b, const float *c, const double *w, results *r)
{
    int t = threadIdx.x;
    float x = a[t], y = b[t], z = c[t], product = x * y;

    r[t].sum = x * y + z;
    r[t].difference = x * y - z;
    r[t].reversed = z - x * y;
    r[t].negative = -(x * y) + z;
    r[t].twice = (product + z) + (product - 2 * z);
    r[t].separate = __fadd_rn(__fmul_rn(x, y), z);
    r[t].intrinsic = __fmul_rn(x, y) + z;
    r[t].exact = fmaf(x, y, z);
    r[t].wide = w[t] * w[N + t] + w[2 * N + t];
    r[t].wide_apart = __dadd_rn(__dmul_rn(w[t], w[N + t]), w[2 * N + t]);
}

/* a * b with the bits behind the 24th cut off, and the sum rounded. */
static float truncated(float a, float b, float c)
{
    union { double d; unsigned long long u; } p = { (double)a * b };

    p.u &= ~0x1fffffffull;
    return (float)(p.d + c);
}
static float rounded(float a, float b, float c)
{
    volatile float p = a * b;
    return p + c;
}
static float contracted(float a, float b, float c) { return FMAD ? truncated(a, b, c) : rounded(a, b, c); }

int main()
{
    static float a[N], b[N], c[N], *da, *db, *dc;
    static double w[3 * N], *dw;
    static results r[N], *dr;
    unsigned seed = 7;
    int differ[3] = { 0 };

    for (int i = 0; i < 3 * N; i++) {
        seed = seed * 1664525u + 1013904223u;
        (i < N ? a : i < 2 * N ? b : c)[i % N] = 1 + (seed >> 9) / 8388608.0f;
        w[i] = 1 + seed / 4294967296.0 + (seed * 747796405u) / 4294967296.0 / 4294967296.0;
        if (i >= 2 * N) {
            c[i % N] = -c[i % N];
            w[i] = -w[i - N] * w[i - 2 * N];        /* all that is left is what rounding took */
        }
    }
    OK(cudaMalloc((void **)&da, sizeof a));
    OK(cudaMalloc((void **)&db, sizeof b));
    OK(cudaMalloc((void **)&dc, sizeof c));
    OK(cudaMalloc((void **)&dw, sizeof w));
    OK(cudaMalloc((void **)&dr, sizeof r));
    OK(cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(dw, w, sizeof w, cudaMemcpyHostToDevice));
    device<<<1, N>>>(da, db, dc, dw, dr);
    OK(cudaMemcpy(r, dr, sizeof r, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) {
        float x = a[i], y = b[i], z = c[i], exact = (float)((double)x * y + z);
        CHECK(r[i].sum == contracted(x, y, z));
        CHECK(r[i].difference == contracted(x, y, -z));
        CHECK(r[i].reversed == contracted(-x, y, z));
        CHECK(r[i].negative == contracted(-x, y, z));
        CHECK(r[i].twice == contracted(x, y, z) + contracted(x, y, -2 * z));
        CHECK(r[i].separate == rounded(x, y, z));
        CHECK(r[i].intrinsic == rounded(x, y, z));
        CHECK(r[i].exact == exact);
        CHECK(r[i].wide_apart == 0);
        CHECK(FMAD ? r[i].wide == __builtin_fma(w[i], w[N + i], w[2 * N + i]) : r[i].wide == 0);
        differ[0] += truncated(x, y, z) != rounded(x, y, z);
        differ[1] += rounded(x, y, z) != exact;
        differ[2] += r[i].wide != 0;
    }
    CHECK(differ[0] > 5 && differ[1] > 5);
    CHECK(FMAD ? differ[2] > 5 : differ[2] == 0);
    return failures != 0;
}
