/* SPDX-License-Identifier: Apache-2.0
 * Copies of structures, aligned to 16 bytes and less, whole and in parts: between arrays in device, shared and constant
 * memory and of a thread, in place, and where source and destination are neighbours. */
#include "check.h"

enum { N = 64 };

struct pair { uint4 a, b; };
struct three { float4 a[3]; };
struct four { uint4 a[4]; };
struct five { uint4 a[5]; };
struct narrow { unsigned long long a[4]; };     /* 32 bytes, aligned to 8 */

__constant__ uint4 table[4];

extern "C" __global__ void one(uint4 *to, const uint4 *from) { to[threadIdx.x] = from[threadIdx.x]; }

template <class T> __global__ void copy(void *to, const void *from)
{
    __shared__ T s[N];
    T own[2];

    s[N - 1 - threadIdx.x] = ((const T *)from)[threadIdx.x];
    __syncthreads();
    own[threadIdx.x & 1] = s[threadIdx.x];
    ((T *)to)[threadIdx.x] = own[threadIdx.x & 1];
}

/* Each thread moves its sixteen bytes down by one place, over its own; then from the table, then onto itself. */
__global__ void moves(uint4 *a, int n)
{
    uint4 *own = a + 4 * threadIdx.x;
    own[0] = own[1];
    own[1] = own[2];
    own[3] = table[n];
    own[n] = own[n & 1 ? n : 2];
}

static unsigned char from[N * sizeof(five)], to[sizeof from];

/* The arrays begin `shift` bytes behind what is aligned to 256. */
template <class T>
static void check(const char *what, unsigned char *d_to, const unsigned char *d_from, size_t shift)
{
    OK(cudaMemset(d_to, 0xee, sizeof to));
    copy<T><<<1, N>>>(d_to + shift, d_from + shift);
    OK(cudaMemcpy(to, d_to, sizeof to, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < sizeof to; i++) {
        size_t k = i - shift, at = shift + (N - 1 - k / sizeof(T)) * sizeof(T) + k % sizeof(T);
        unsigned want = i >= shift && k < N * sizeof(T) ? from[at] : 0xee;
        if (to[i] != want) {
            printf("%s: byte %u: 0x%02x, expected 0x%02x\n", what, (unsigned)i, to[i], want);
            exit(1);
        }
    }
}

int main()
{
    unsigned char *d_from, *d_to;
    uint4 host[4 * N], want[4 * N], values[4];

    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (unsigned char)(i * 167 + (i >> 8));
    OK(cudaMalloc((void **)&d_from, sizeof from));
    OK(cudaMalloc((void **)&d_to, sizeof to));
    OK(cudaMemcpy(d_from, from, sizeof from, cudaMemcpyHostToDevice));
    check<uint4>("uint4", d_to, d_from, 0);
    check<pair>("32 bytes", d_to, d_from, 0);
    check<three>("48 bytes", d_to, d_from, 0);
    check<four>("64 bytes", d_to, d_from, 0);
    check<five>("80 bytes", d_to, d_from, 0);
    check<narrow>("32 bytes, aligned to 8", d_to, d_from, 8);

    memcpy(host, from, sizeof host);
    memcpy(values, from + 1000, sizeof values);
    OK(cudaMemcpyToSymbol(table, values, sizeof values));
    for (int n = 0; n < 4; n++) {
        memcpy(want, host, sizeof want);
        for (int i = 0; i < N; i++) {
            uint4 *own = want + 4 * i;
            own[0] = own[1];
            own[1] = own[2];
            own[3] = values[n];
            own[n] = own[n & 1 ? n : 2];
        }
        OK(cudaMemcpy(d_to, host, sizeof host, cudaMemcpyHostToDevice));
        moves<<<1, N>>>((uint4 *)d_to, n);
        OK(cudaMemcpy(to, d_to, sizeof host, cudaMemcpyDeviceToHost));
        if (memcmp(to, want, sizeof want)) {
            printf("moves %d: not what the host makes of it\n", n);
            return 1;
        }
    }
    OK(cudaMemset(d_to, 0, sizeof to));
    one<<<1, N>>>((uint4 *)d_to, (const uint4 *)d_from);
    OK(cudaMemcpy(to, d_to, sizeof to, cudaMemcpyDeviceToHost));
    if (memcmp(to, from, N * sizeof(uint4))) {
        printf("one: wrong values\n");
        return 1;
    }
    return failures != 0;
}
