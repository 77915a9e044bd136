/* SPDX-License-Identifier: Apache-2.0
 * Variables whose initial values are addresses; a variable larger than a constant segment; what clang itself writes
 * wrong. */
#include "check.h"
#include <string.h>

struct item { const char *name; int value; int *where; };

__device__ int numbers[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
__device__ int *one = numbers;
__device__ int *some[3] = { numbers + 7, 0, &numbers[2] };
__device__ item items[2] = { { "one", 10, numbers + 1 }, { "two", 20, numbers } };
__constant__ item constant_items[2] = { { "three", 30, &numbers[3] }, { "four", 40, &numbers[4] } };
__constant__ const char *names[] = { "alpha", "beta", "gamma" };
__device__ int large[50000] = { 5 };
__device__ int *large_end = 0;

__device__ int hash(const char *s)
{
    int h = 0;
    for (; *s; s++)
        h = h * 31 + *s;
    return h;
}

static int host_hash(const char *s)
{
    int h = 0;
    for (; *s; s++)
        h = h * 31 + *s;
    return h;
}

__global__ void follow(int *out, int i)
{
    const char *local[] = { "x", "yy", "zzz" };
    out[0] = *one;
    out[1] = *some[i] + (some[1] == 0);
    out[2] = *some[i + 2];
    out[3] = items[i].value + *items[i].where;
    out[4] = hash(items[i + 1].name);
    out[5] = constant_items[i].value + *constant_items[i].where;
    out[6] = hash(constant_items[i + 1].name);
    out[7] = hash(names[i + 2]);
    out[8] = hash(local[i + 1]);
    large[i + 49999] = large[i];
    large_end = large + 49999;
    one = numbers + 5;
    out[9] = *large_end;
    out[10] = *one;
}

static void addresses()
{
    int want[11] = { 1, 9, 3, 12, 0, 34, 0, 0, 0, 5, 6 }, got[11], *d;
    want[4] = host_hash("two");
    want[6] = host_hash("four");
    want[7] = host_hash("gamma");
    want[8] = host_hash("yy");
    OK(cudaMalloc((void **)&d, sizeof got));
    follow<<<1, 1>>>(d, 0);
    OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
    for (int k = 0; k < 11; k++)
        if (got[k] != want[k]) {
            printf("address %d: expected %d, found %d\n", k, want[k], got[k]);
            failures++;
        }
    OK(cudaMemcpyFromSymbol(got, large, 4, 49999 * 4));
    CHECK(got[0] == 5);
    cudaFree(d);
}

/* clang 14: a product with the wrong sign; 14 and 16: an unsigned field for a signed one. */
__global__ void shifted(long long *out, int x, int y, int *low)
{
    out[0] = (long long)x << 31;
    out[1] = (long long)x * -2147483648LL;
    short s = (short)x;
    if (y > 3)
        s = (short)(x * y >> 24);
    low[0] = s << 16;
    low[1] = (int)(unsigned)s + (int)((unsigned long long)s >> 32);
}

static void shifts()
{
    int x = -123456789, y = 17, low[2];
    long long out[2], *d;
    int *e;
    OK(cudaMalloc((void **)&d, sizeof out));
    OK(cudaMalloc((void **)&e, sizeof low));
    shifted<<<1, 1>>>(d, x, y, e);
    OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(low, e, sizeof low, cudaMemcpyDeviceToHost));
    short s = (short)((int)((unsigned)x * (unsigned)y) >> 24);
    CHECK(out[0] == (long long)x * 2147483648LL);
    CHECK(out[1] == (long long)x * -2147483648LL);
    CHECK(low[0] == s * 65536);
    CHECK(low[1] == s - 1 && s < 0);
}

int main()
{
    addresses();
    shifts();
    printf("pointers: %d failures\n", failures);
    return failures != 0;
}
