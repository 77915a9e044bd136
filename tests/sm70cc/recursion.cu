/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions that call themselves, each other and through pointers, with local variables and structures; alloca. The
 * host runs the same functions; says "ok", or which value differs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned u32;
typedef unsigned long long u64;
enum { THREADS = 64, WORDS = 8 };
static u32 got[THREADS * WORDS], want[THREADS * WORDS];
#define BOTH __host__ __device__ __attribute__((noinline))

BOTH u32 fibonacci(u32 n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

BOTH bool is_odd(u32 n);
BOTH bool is_even(u32 n) { return n == 0 ? true : is_odd(n - 1); }
BOTH bool is_odd(u32 n) { return n == 0 ? false : is_even(n - 1); }

BOTH int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

struct sum { double whole; u64 parts; };

/* Adds what a local array holds, to which a call from within has added. */
BOTH struct sum walk(u32 *above, u32 depth, u32 seed)
{
    u32 own[4] = { seed, seed * 3, seed ^ 0x55, depth };
    struct sum s = { 0.5 * depth, 0 };
    above[depth & 3] += seed & 15;
    if (depth) {
        for (u32 i = 0; i < 2; i++) {
            struct sum t = walk(own, depth - 1, seed * 5 + i);
            s.whole += t.whole;
            s.parts ^= t.parts << i;
        }
    }
    for (int i = 0; i < 4; i++)
        s.parts += own[i];
    return s;
}

typedef u32 (*step)(u32, u32);
BOTH u32 twice(u32 n, u32 v);
BOTH u32 once(u32 n, u32 v);
BOTH u32 through(step f, u32 n, u32 v) { return f(n, v); }
BOTH u32 twice(u32 n, u32 v) { return n == 0 ? v : through(v & 4 ? once : twice, n - 1, v * 2 + 1) + n; }
BOTH u32 once(u32 n, u32 v) { return n == 0 ? v ^ 77 : through(v & 1 ? twice : once, n - 1, v + 3) * 3; }

/* Sorts by the middle one. */
BOTH void sort(u32 *v, int from, int to)
{
    int i = from, j = to;
    const u32 middle = v[(from + to) / 2];
    while (i <= j) {
        while (v[i] < middle)
            i++;
        while (v[j] > middle)
            j--;
        if (i <= j) {
            const u32 t = v[i];
            v[i++] = v[j];
            v[j--] = t;
        }
    }
    if (from < j)
        sort(v, from, j);
    if (i < to)
        sort(v, i, to);
}

BOTH u32 taken(u32 n, u32 seed)
{
    u32 *v = (u32 *)alloca(n * 4), r = 0;
    for (u32 i = 0; i < n; i++)
        v[i] = seed * (i + 1);
    for (u32 i = 0; i < n; i++)
        r = r * 31 + v[(i * 7 + seed) % n];
    return r;
}

BOTH void all(u32 *r, u32 t)
{
    u32 values[12], above[4] = { 0 };
    r[0] = fibonacci(t % 11);
    r[1] = is_even(t) + 2 * is_odd(t / 2);
    r[2] = (u32)ackermann(t % 3, t % 4);
    struct sum s = walk(above, t % 4, t);
    r[3] = (u32)s.parts + (u32)(s.parts >> 32) + (u32)(s.whole * 2) + above[t & 3];
    r[4] = twice(t % 6, t);
    for (u32 i = 0; i < 12; i++)
        values[i] = (t * 0x9e3779b9u + i * 0x85ebca6bu) >> 7;
    sort(values, 0, 11);
    r[5] = 0;
    for (u32 i = 0; i < 12; i++)
        r[5] = r[5] * 33 + values[i];
    r[6] = 0;
    for (u32 i = 1; i < 9; i++)
        r[6] = r[6] * 3 + taken(i + t % 5, t + i);
    r[7] = 0;
}

__global__ void k(u32 *out)
{
    u32 r[WORDS];
    all(r, threadIdx.x);
    for (int i = 0; i < WORDS; i++)
        out[threadIdx.x * WORDS + i] = r[i];
}

/* Deeper than the stack that kernels get unasked. */
__global__ void deep(u32 *out, u32 n) { out[threadIdx.x] = twice(n, threadIdx.x); }

static int deeper(u32 *out)
{
    enum { DEPTH = 2000 };
    u32 have[2];
    size_t bytes;
    if (cudaDeviceSetLimit(cudaLimitStackSize, 200 << 10) || cudaDeviceGetLimit(&bytes, cudaLimitStackSize))
        return puts("no limit of the stack"), 1;
    deep<<<1, 2>>>(out, DEPTH);
    if (cudaMemcpy(have, out, sizeof have, cudaMemcpyDeviceToHost))
        return puts("deep"), 1;
    for (u32 t = 0; t < 2; t++)
        if (have[t] != twice(DEPTH, t))
            return printf("deep, thread %u: %08x, expected %08x\n", t, have[t], twice(DEPTH, t)), 1;
    return bytes != 200 << 10;
}

int main()
{
    u32 *out;
    int bad = 0;
    cudaMalloc((void **)&out, sizeof got);
    k<<<1, THREADS>>>(out);
    cudaError_t e = cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    if (e != cudaSuccess)
        return printf("%s\n", cudaGetErrorString(e)), 1;
    for (u32 t = 0; t < THREADS; t++)
        all(want + t * WORDS, t);
    for (int i = 0; i < THREADS * WORDS; i++)
        if (got[i] != want[i] && bad++ < 8)
            printf("thread %d, value %d: %08x, expected %08x\n", i / WORDS, i % WORDS, got[i], want[i]);
    bad += deeper(out);
    if (!bad)
        puts("ok");
    return bad != 0;
}
