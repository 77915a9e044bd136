/* SPDX-License-Identifier: Apache-2.0
 * Shared scalars that one thread writes and all read: barriers, fences, atomics and votes order memory, also that of
 * variables whose address nobody takes. The blocks have several warps, so that what stays in a register over a
 * barrier is seen to be stale. */
#include "check.h"

enum { THREADS = 96, BLOCKS = 5, STEPS = 7, TILES = 21 };

/* ---- one value for all ---- */

__global__ void broadcast(int *out, const int *in)
{
    __shared__ int s;

    if (threadIdx.x == 0)
        s = in[blockIdx.x];
    syncthreads();
    out[blockIdx.x * THREADS + threadIdx.x] = s;
}
__global__ void sum_of_steps(int *out, const int *in)
{
    __shared__ int s;
    int sum = 0;

    for (int i = 0; i < STEPS; i++) {
        __syncthreads();
        if (threadIdx.x == THREADS - 1)
            s = in[i];
        __syncthreads();
        sum += s << i;
    }
    out[threadIdx.x] = sum;
}

static void one_value(int *out, int *in)
{
    int a[BLOCKS + STEPS], h[BLOCKS * THREADS], sum = 0;

    for (int i = 0; i < BLOCKS + STEPS; i++)
        a[i] = 5 * i + 3;
    OK(cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice));
    broadcast<<<BLOCKS, THREADS>>>(out, in);
    OK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < BLOCKS * THREADS; i++)
        CHECK(h[i] == a[i / THREADS]);
    for (int i = 0; i < STEPS; i++)
        sum += a[i] << i;
    sum_of_steps<<<1, THREADS>>>(out, in);
    OK(cudaMemcpy(h, out, THREADS * sizeof *h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < THREADS; i++)
        CHECK(h[i] == sum);
}

/* ---- threads that become more until a flag says enough: read, barrier, changed by one, barrier ---- */

__global__ void grow(int *out, const int *more, int limit)
{
    __shared__ int active, done;
    int last = 0;

    if (threadIdx.x == 0) {
        active = 1;
        done = 0;
    }
    __syncthreads();
    while (true) {
        if (threadIdx.x < active)
            last = active;
        __syncthreads();
        if (done)
            break;
        __syncthreads();
        if (threadIdx.x == 0) {
            active += more[active % STEPS];
            done = active > limit;
        }
        __syncthreads();
    }
    out[threadIdx.x] = 1000 * last + active;
}

static void growing(int *out, int *in)
{
    int a[STEPS] = { 1, 2, 3, 1, 2, 5, 1 }, h[THREADS], active = 1, last[THREADS] = { 0 };

    for (;; active += a[active % STEPS]) {
        for (int t = 0; t < active && t < THREADS; t++)
            last[t] = active;
        if (active > 70)
            break;
    }
    OK(cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice));
    grow<<<1, THREADS>>>(out, in, 70);
    OK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    for (int t = 0; t < THREADS; t++)
        CHECK(h[t] == 1000 * last[t] + active);
}

/* ---- blocks that take tiles from a queue: the number is read between the barriers, and each tile is done once ---- */

__device__ unsigned int queue;

__global__ void serve(unsigned int *done, int *by)
{
    __shared__ unsigned int tile;

    while (true) {
        if (threadIdx.x == 0)
            tile = atomicAdd(&queue, 1u);
        __syncthreads();
        unsigned int mine = tile;
        __syncthreads();
        if (mine >= TILES)
            break;
        atomicAdd(&done[mine], threadIdx.x + 1);
        if (threadIdx.x == 0)
            by[mine] = blockIdx.x;
    }
}

static void queued(int *out)
{
    unsigned int h[TILES], zero = 0;

    OK(cudaMemset(out, 0, 2 * sizeof h));
    OK(cudaMemcpyToSymbol(queue, &zero, sizeof zero));
    serve<<<4, THREADS>>>((unsigned int *)out, out + TILES);
    OK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < TILES; i++)
        CHECK(h[i] == THREADS * (THREADS + 1) / 2);
}

/* ---- what is no barrier, but orders memory: a second read is a read ---- */

enum order { FENCE, FENCE_BLOCK, INCREMENT, DECREMENT, ADD, ALL, ANY };
template <order WHICH> __global__ void ordered(int *out, unsigned int *count)
{
    __shared__ int s;
    int before, after;

    s = 1;
    __syncthreads();
    before = s;
    if (threadIdx.x >= 16)          /* half a warp writes, all read what one of it has written */
        s = threadIdx.x;
    switch (WHICH) {
    case FENCE: __threadfence(); break;
    case FENCE_BLOCK: __threadfence_block(); break;
    case INCREMENT: atomicInc(count, 1000); break;
    case DECREMENT: atomicDec(count, 1000); break;
    case ADD: atomicAdd(count, 1); break;
    case ALL: before += __all(before < 0); break;
    case ANY: before += __any(before < 0); break;
    }
    after = s;
    out[threadIdx.x] = threadIdx.x < 16 ? before : after;
}
template <order WHICH> static void order_of(int *out, int *in)
{
    int h[32];

    OK(cudaMemset(in, 0, sizeof *in));
    ordered<WHICH><<<1, 32>>>(out, (unsigned int *)in);
    OK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 32; t++)
        CHECK(h[t] == (t < 16 ? 1 : h[16]));
    CHECK(h[16] >= 16 && h[16] < 32);
}

/* ---- two ends: either half of the kernel has barriers and returns by itself ---- */

/* A sum over the first half of the lanes of each warp, which is behind a barrier for the others. Only the host knows
 * that all threads go the same way. */
template <int SCALE> __device__ int half_sums(int *s, int v)
{
    unsigned t = threadIdx.x, lane = t & 31;

    s[t] = v;
    __syncthreads();
    if (lane < 16) {
        int sum = 0;
        for (unsigned i = 0; i <= lane; i++)
            sum += s[(t & ~31u) + i + 16] * SCALE;
        s[t] = sum;
    }
    __syncthreads();
    return s[t ^ 16];
}
__global__ void two_ends(int *out, const int *in)
{
    __shared__ int s[THREADS];
    int v = (int)threadIdx.x;

    if (in[0]) {
        v = half_sums<3>(s, v);
        v = half_sums<5>(s, v + 1);
        out[threadIdx.x] = v;
        __syncthreads();
        return;
    }
    v = half_sums<7>(s, v * 2);
    out[threadIdx.x] = v + half_sums<2>(s, v - 3) + half_sums<9>(s, v);
    __syncthreads();
}
static void half_sums_on_host(int scale, int *s)
{
    int sums[THREADS];

    for (int t = 0; t < THREADS; t++) {
        sums[t] = t & 16 ? s[t] : 0;
        for (int i = 0; !(t & 16) && i <= t % 32; i++)
            sums[t] += s[t / 32 * 32 + i + 16] * scale;
    }
    for (int t = 0; t < THREADS; t++)
        s[t] = sums[t ^ 16];
}
static void both_ends(int *out, int *in)
{
    for (int way = 0; way < 2; way++) {
        int a[THREADS], b[THREADS], c[THREADS], h[THREADS];
        OK(cudaMemcpy(in, &way, sizeof way, cudaMemcpyHostToDevice));
        two_ends<<<1, THREADS>>>(out, in);
        OK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
        for (int t = 0; t < THREADS; t++)
            a[t] = way ? t : 2 * t;
        half_sums_on_host(way ? 3 : 7, a);
        for (int t = 0; t < THREADS; t++) {
            b[t] = way ? a[t] + 1 : a[t] - 3;
            c[t] = a[t];
        }
        half_sums_on_host(way ? 5 : 2, b);
        half_sums_on_host(9, c);
        for (int t = 0; t < THREADS; t++)
            CHECK(h[t] == (way ? b[t] : a[t] + b[t] + c[t]));
    }
}

int main()
{
    int *out, *in;

    OK(cudaMalloc((void **)&out, BLOCKS * THREADS * sizeof *out));
    OK(cudaMalloc((void **)&in, 64 * sizeof *in));
    one_value(out, in);
    growing(out, in);
    queued(out);
    order_of<FENCE>(out, in);
    order_of<FENCE_BLOCK>(out, in);
    order_of<INCREMENT>(out, in);
    order_of<DECREMENT>(out, in);
    order_of<ADD>(out, in);
    order_of<ALL>(out, in);
    order_of<ANY>(out, in);
    both_ends(out, in);
    return failures != 0;
}
