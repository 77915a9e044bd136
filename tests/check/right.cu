// SPDX-License-Identifier: Apache-2.0
// Right kernels that look like wrong ones: gt200 check reports nothing. Each is compared with what it should give.
#include <stdio.h>

#define N 64

/* The plain read in front of the loop is a guess: a swap confirms it. */
__device__ double add_by_cas(double *to, double x)
{
    unsigned long long *word = (unsigned long long *)to, old = *word, guess;
    do {
        guess = old;
        old = atomicCAS(word, guess, __double_as_longlong(__longlong_as_double(guess) + x));
    } while (guess != old);
    return __longlong_as_double(old);
}
__global__ void swaps(double *sum, int *most, const int *in)
{
    add_by_cas(sum, in[threadIdx.x]);
    int old = *most, guess;
    do {
        guess = old;
        if (in[threadIdx.x] <= guess)
            break;
        old = atomicCAS(most, guess, in[threadIdx.x]);
    } while (guess != old);
}

/* Threads that have returned are not missed at the barrier. */
__global__ void returns(int *out, const int *in, int n)
{
    __shared__ int s[N];
    if (threadIdx.x >= n)
        return;
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

/* The condition is the same for all threads, the barrier in a branch nevertheless reached by all or none. */
__global__ void uniform(int *out, int n)
{
    __shared__ int s[N];
    for (int k = 0; k < n; k++) {
        if (k & 1) {
            s[threadIdx.x] = k;
            __syncthreads();
        }
    }
    out[threadIdx.x] = s[N - 1 - threadIdx.x];
}

/* Structures are copied with their gaps. */
struct gap { char a; double b; short c; };
__global__ void gaps(gap *out, int n)
{
    __shared__ gap s[N];
    s[threadIdx.x].a = (char)threadIdx.x;
    s[threadIdx.x].b = n;
    s[threadIdx.x].c = 3;
    __syncthreads();
    gap mine = s[N - 1 - threadIdx.x];
    out[threadIdx.x] = mine;
}

/* What nobody has written is read and not used. */
__global__ void unused(int *out, int n)
{
    __shared__ int s[N];
    if (threadIdx.x < n)
        s[threadIdx.x] = 5;
    __syncthreads();
    int x = s[threadIdx.x];
    out[threadIdx.x] = threadIdx.x < n ? x : 1;
}

/* Every word of an allocation, and of the shared memory that the launch asks for. */
__global__ void edges(char *a, int bytes)
{
    extern __shared__ char s[];
    if (threadIdx.x < bytes)
        s[threadIdx.x] = (char)threadIdx.x;
    __syncthreads();
    if (threadIdx.x < bytes)
        a[threadIdx.x] = s[bytes - 1 - threadIdx.x];
}

/* One warp: its instructions are in order. */
__global__ void lockstep(int *out)
{
    volatile __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    for (int d = 16; d; d >>= 1)
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
    if (threadIdx.x == 0)
        *out = s[0];
}

static int wrong;
static void expect(const char *name, bool right)
{
    if (!right)
        printf("%s is wrong\n", name);
    wrong += !right;
}

int main()
{
    int in[N], out[N], *a, *b, *most;
    double *sum, total;
    for (int i = 0; i < N; i++)
        in[i] = i * 7 % N + 1;
    cudaMalloc((void **)&a, sizeof in);
    cudaMalloc((void **)&b, sizeof out);
    cudaMalloc((void **)&sum, sizeof *sum);
    cudaMalloc((void **)&most, sizeof *most);
    cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, sizeof out);
    cudaMemset(sum, 0, sizeof *sum);
    cudaMemset(most, 0, sizeof *most);

    swaps<<<1, N>>>(sum, most, a);
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    cudaMemcpy(out, most, sizeof *most, cudaMemcpyDeviceToHost);
    expect("swaps", total == N * (N + 1) / 2 && out[0] == N);

    returns<<<1, N>>>(b, a, 40);
    returns<<<1, N>>>(b, a, 20);
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    expect("returns", out[0] == in[19] && out[30] == in[9]);

    uniform<<<1, N>>>(b, 5);
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    expect("uniform", out[0] == 3 && out[N - 1] == 3);

    gap *g, h[N];
    cudaMalloc((void **)&g, sizeof h);
    gaps<<<1, N>>>(g, 4);
    cudaMemcpy(h, g, sizeof h, cudaMemcpyDeviceToHost);
    expect("gaps", h[0].a == N - 1 && h[0].b == 4 && h[5].c == 3);

    unused<<<1, N>>>(b, 50);
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    expect("unused", out[49] == 5 && out[50] == 1);

    char *c, bytes[33];
    cudaMalloc((void **)&c, sizeof bytes);
    edges<<<1, N, sizeof bytes>>>(c, sizeof bytes);
    cudaMemcpy(bytes, c, sizeof bytes, cudaMemcpyDeviceToHost);
    cudaFree(c);
    cudaMalloc((void **)&c, sizeof bytes);
    edges<<<1, N, sizeof bytes>>>(c, sizeof bytes);
    expect("edges", bytes[0] == 32 && bytes[32] == 0);

    lockstep<<<1, 32>>>(b);
    cudaMemcpy(out, b, sizeof *out, cudaMemcpyDeviceToHost);
    expect("lockstep", out[0] == 31 * 32 / 2);
    return wrong || cudaThreadSynchronize() != cudaSuccess;
}
