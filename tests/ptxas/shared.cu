/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels whose threads work together.
 */
#define T 16

extern "C" __global__ void vadd(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

extern "C" __global__ void matmul(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[T][T], Bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;
    for (int m = 0; m < n; m += T) {
        As[ty][tx] = A[row * n + m + tx];
        Bs[ty][tx] = B[(m + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

extern "C" __global__ void reduce(const int *in, int *out, int n)
{
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

/* Inclusive prefix sum of one block. */
extern "C" __global__ void scan(const int *in, int *out)
{
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    out[t] = s[t];
}

extern "C" __global__ void transpose(const unsigned *in, unsigned *out, int w, int h)
{
    __shared__ unsigned tile[T][T + 1];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    if (x < w && y < h)
        tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
    if (x < h && y < w)
        out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}

/* Bytes and half-words in shared memory; all three thread indices; grid dimensions. */
extern "C" __global__ void ids(unsigned *out)
{
    __shared__ unsigned char b[64];
    __shared__ short h[64];
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    b[t] = (unsigned char)(t * 37);
    h[t] = (short)(t * 1021 - 20000);
    __syncthreads();
    int o = (t + 5) & 63, g = blockIdx.x + gridDim.x * blockIdx.y;
    out[g * 64 + t] = b[o] + (unsigned)(int)h[o] + threadIdx.x * 1000 + threadIdx.y * 10000 + threadIdx.z * 100000 +
                      gridDim.y;
}

extern "C" __global__ void vectors(const float4 *a, float4 *b, int2 *c)
{
    int t = threadIdx.x;
    float4 v = a[t], w = a[(t + 1) & 31];
    b[t] = make_float4(v.w + w.x, v.z * 2.0f, v.y - w.y, v.x);
    int2 p = c[t];
    c[t] = make_int2(p.y + 1, p.x - 1);
}

__device__ unsigned counter[4] = { 10, 20, 30, 40 };

extern "C" __global__ void readcounter(unsigned *out)
{
    out[threadIdx.x] = counter[threadIdx.x];
}

/* A spin-free use of clock: time never goes backwards and is even. */
extern "C" __global__ void times(unsigned *out)
{
    unsigned a = (unsigned)clock(), s = a;
    for (int i = 0; i < 10; i++)
        s = s * 3 + 1;
    unsigned b = (unsigned)clock();
    out[0] = (a | b) & 1;
    out[1] = b - a;
    out[2] = s;
}

extern "C" __global__ void votes(int *out, const int *in)
{
    int t = threadIdx.x, v = in[t];
    out[t] = __any(v > 90) + 2 * __all(v > 10);
}

/* Barrier inside a loop whose trip count depends on the block. */
extern "C" __global__ void blockloop(int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    for (int i = 0; i < (int)blockIdx.x + n; i++) {
        __syncthreads();
        int v = s[(t + 1) & 63];
        __syncthreads();
        s[t] = v + i;
    }
    out[blockIdx.x * 64 + t] = s[t];
}

/* The function ends in a loop whose only exit is the end of the kernel, as a predicated return; lanes still meet
 * before each barrier. */
extern "C" __global__ void lastloop(int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = t; i < 64; i += 48)
        s[i] = i;
    __syncthreads();
    if (t & 1)
        for (int i = 0; i < t; i++)
            s[t] = s[t] * 3 + n;
    __syncthreads();
    for (int i = t; i < 64; i += 48)
        out[i] = s[63 - i];
}

/* Writes behind the end of an array, into the next one that was declared, though others are named before it. */
extern "C" __global__ void behind(int *out, int n)
{
    __shared__ int first[64], second[64];
    __shared__ int third;
    int t = threadIdx.x;
    if (t == 0)
        third = 1000;
    second[t] = 0;
    __syncthreads();
    first[t + n] = t * 3;
    __syncthreads();
    out[t] = first[t + n] + third;
}
