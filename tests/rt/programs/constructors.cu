/* SPDX-License-Identifier: Apache-2.0
 *
 * Variables in shared memory of types with constructors, which do not run there: alone, several in a declaration,
 * arrays, in templates, volatile, behind the alignment that they need.
 */
#include "check.h"

#define N 32

struct point {
    float x, y;
    __host__ __device__ point() : x(1), y(2) {}
    __host__ __device__ point(float a, float b) : x(a), y(b) {}
    __host__ __device__ point operator+(const point &o) const { return point(x + o.x, y + o.y); }
    __host__ __device__ ~point() {}
};

template <class T, int n> __global__ void turn(T *out, const T *in)
{
    __shared__ T s[n], first; __shared__ T rows[2][n];
    volatile __shared__ int count; static __shared__ T last;
    __align__(16) __shared__ T wide [
        1 ];

    s[threadIdx.x] = in[threadIdx.x];
    rows[1][n - 1 - threadIdx.x] = in[threadIdx.x] + T(0, 100);
    if (threadIdx.x == 0) {
        first = in[0];
        wide[0] = T(7, 8);
        count = (int)(sizeof s / sizeof *s + sizeof rows / sizeof **rows);
    }
    if (threadIdx.x == n - 1)
        last = in[n - 1];
    __syncthreads();
    out[threadIdx.x] = s[n - 1 - threadIdx.x] + rows[1][threadIdx.x] + first + last;
    if (threadIdx.x == 0)
        out[n] = T((float)count, (float)((size_t)wide % 16)) + wide[0];
}

int main()
{
    point h[N + 1], back[N + 1], *in, *out;

    for (int i = 0; i < N; i++)
        h[i] = point((float)i, (float)(1000 * i));
    OK(cudaMalloc((void **)&in, sizeof h));
    OK(cudaMalloc((void **)&out, sizeof h));
    OK(cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice));
    turn<point, N><<<1, N>>>(out, in);
    OK(cudaMemcpy(back, out, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) {
        const int k = N - 1 - i;
        CHECK(back[i].x == 2 * k + N - 1 && back[i].y == 2000 * k + 1000 * (N - 1) + 100);
    }
    CHECK(back[N].x == 3 * N + 7 && back[N].y == 8);
    printf("%d failures\n", failures);
    return failures != 0;
}
