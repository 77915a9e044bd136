// SPDX-License-Identifier: Apache-2.0
// What variables.py looks at: at a line that ends in "//: NAME = VALUE; ..." GDB prints these values for thread 5 of
// block 1. "?" is a variable that has none yet.
#include <stdio.h>

struct vec { float x, y, z; };
enum mode { LOW, HIGH };
template <typename T> struct box {
    T v[4];
    __device__ T sum() const
    {
        T s = 0;
        for (int i = 0; i < 4; i++)
            s += v[i]; //: i = 1; s = 37
        return s;
    }
};

__device__ float dot(vec a, vec b)
{
    float d = a.x * b.x + a.y * b.y;
    d += a.z * b.z;
    return d;
}

__device__ int last(int n)
{
    int left = n;
    while (left > 7)
        left = (left * 3 + 1) & 63; //: left = 37; n = 37
    return left;
}

__global__ void kernel(float *out, const float *in, int n, double scale, short step)
{
    __shared__ vec tile[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x; //: n = 3; scale = 0.5; step = -2; i = ?; sum = ?; q = ?
    unsigned char b = i * 9; //: i = 37
    mode m = i & 1 ? HIGH : LOW;
    vec a = { in[i], in[i] + 1, 2 };
    tile[threadIdx.x] = a; //: a = {x = 37, y = 38, z = 2}
    __syncthreads();
    vec o = tile[31 - threadIdx.x];
    float d = dot(a, o);
    int local[8];
    for (int j = 0; j < 8; j++)
        local[j] = i * j + (int)d; //: o = {x = 58, y = 59, z = 2}; d = 4392; j = 0
    double sum = 0;
    long long big = 1;
    while (n--) { //: sum = 0; big = 1; local[3] = 4503
        float t = tile[n].y * 2;
        sum += t * scale; //: t = 70; n = 2; big = 1
        big = big * -1000003 + local[n & 7]; //: sum = 35
    }
    box<int> four = { { i, i + 1, i + 2, i + 3 } }; //: n = -1; sum = 102; big = -995542977659968728
    int total = four.sum();
    float4 q = make_float4(d, sum, b, total); //: total = 154; four.v = {37, 38, 39, 40}; step = -2
    int rest = last(i);
    int twice = 32 + (i + i), more = twice + 7; // clang's sum needs i + i four times, and only that
    out[i] = i + twice + more + twice + more; //: twice = 106; more = 113
    out[i] += q.x + q.y + q.z + q.w + big + rest + step; //: q.x = 4392; rest = 0; i = 37; n = -1
}

int main()
{
    float h[64], *in, *out;
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMalloc((void **)&in, sizeof h);
    cudaMalloc((void **)&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    kernel<<<2, 32>>>(out, in, 3, 0.5, -2);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[37]);
    return 0;
}
