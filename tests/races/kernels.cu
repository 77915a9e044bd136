// SPDX-License-Identifier: Apache-2.0
// Kernels with and without data races in shared memory, for two race detectors: ours and compute-sanitizer's racecheck
// (verdicts.txt says what each finds). All take (int *out, const int *in) and run with 2 blocks of 128 threads, so that
// a block has four warps; `in` holds 0, 1, 2 and so on.
#define N 128
#define KERNEL(name) extern "C" __global__ void name(int *out, const int *in)
#define T ((int)threadIdx.x)
#define LANE (T & 31)
#define WARP (T >> 5)
#define PUT(v) out[blockIdx.x * N + T] = (v)

// ---- barriers where they belong
KERNEL(own_words) { __shared__ int s[N]; s[T] = in[T]; PUT(s[T] + 1); }
KERNEL(neighbour) { __shared__ int s[N]; s[T] = in[T]; __syncthreads(); PUT(s[(T + 33) % N]); }
KERNEL(reverse) { __shared__ int s[N]; s[T] = in[T]; __syncthreads(); PUT(s[N - 1 - T]); }
KERNEL(broadcast) { __shared__ int s; if (T == 0) s = in[5]; __syncthreads(); PUT(s + T); }
KERNEL(tree)
{
    __shared__ int s[N];
    s[T] = in[T];
    for (int half = N / 2; half > 0; half /= 2) {
        __syncthreads();
        if (T < half)
            s[T] += s[T + half];
    }
    __syncthreads();
    PUT(s[0]);
}
KERNEL(scan_two_buffers)
{
    __shared__ int s[2][N];
    int from = 0;
    s[0][T] = in[T];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        s[1 - from][T] = s[from][T] + (T >= d ? s[from][T - d] : 0);
        from = 1 - from;
        __syncthreads();
    }
    PUT(s[from][T]);
}
KERNEL(scan_two_barriers)
{
    __shared__ int s[N];
    s[T] = in[T];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        int v = T >= d ? s[T - d] : 0;
        __syncthreads();
        s[T] += v;
        __syncthreads();
    }
    PUT(s[T]);
}
KERNEL(transpose)
{
    __shared__ int s[8][17];
    s[T / 16][T % 16] = in[T];
    __syncthreads();
    PUT(s[T % 8][T / 8]);
}
KERNEL(histogram)
{
    __shared__ int s[8];
    if (T < 8)
        s[T] = 0;
    __syncthreads();
    atomicAdd(&s[in[T] % 8], 1);
    __syncthreads();
    PUT(s[T % 8]);
}
KERNEL(turns)
{
    __shared__ int s[N];
    int v = T;
    for (int i = 0; i < 4; i++) {
        s[T] = v;
        __syncthreads();
        v = s[(T + 37) % N];
        __syncthreads();
    }
    PUT(v);
}
KERNEL(bytes_apart)
{
    __shared__ unsigned char s[N];
    s[T] = in[T];
    __syncthreads();
    PUT(s[(T + 64) % N]);
}
KERNEL(warps_apart)
{
    __shared__ int s[4];
    if (LANE == 0)
        s[WARP] = in[WARP];
    __syncthreads();
    PUT(s[0] + s[1] + s[2] + s[3]);
}
KERNEL(dynamic)
{
    extern __shared__ int d[];
    d[T] = in[T];
    __syncthreads();
    PUT(d[T ^ 64]);
}
KERNEL(vectors)
{
    __shared__ int4 s[N];
    s[T] = make_int4(in[T], 1, 2, 3);
    __syncthreads();
    PUT(s[(T + 40) % N].x);
}
KERNEL(halves)
{
    __shared__ int s[N];
    if (T < 64)
        s[T] = in[T];
    else
        s[T] = -in[T];
    __syncthreads();
    PUT(s[(T + 64) % N]);
}
KERNEL(atomics_only) { __shared__ int s; if (T == 0) s = 0; __syncthreads(); PUT(atomicAdd(&s, 1) >= 0); }
KERNEL(barrier_in_branches)
{
    __shared__ int s[N];
    s[T] = in[T];
    if (in[0] == 0)
        __syncthreads();
    else
        return;
    PUT(s[(T + 32) % N]);
}
KERNEL(one_warp_reads_all)
{
    __shared__ int s[N];
    int v = 0;
    s[T] = in[T];
    __syncthreads();
    if (T < 32)
        for (int i = 0; i < N; i += 32)
            v += s[i + T];
    PUT(v);
}
KERNEL(reads_only)
{
    __shared__ int s[N];
    if (T == 0)
        for (int i = 0; i < N; i++)
            s[i] = in[i];
    __syncthreads();
    PUT(s[T] + s[(T + 1) % N] + s[(T + 77) % N]);
}

// ---- a barrier is missing
KERNEL(neighbour_no) { __shared__ int s[N]; s[T] = in[T]; PUT(s[(T + 33) % N]); }
KERNEL(reverse_no) { __shared__ int s[N]; s[T] = in[T]; PUT(s[N - 1 - T]); }
KERNEL(broadcast_no) { __shared__ int s; if (T == 0) s = in[5]; PUT(s + T); }
KERNEL(broadcast_back)
{
    __shared__ int s;
    int v = 0;
    for (int i = 0; i < 3; i++) {
        if (T == 0)
            s = in[i];
        __syncthreads();
        v += s;
    }
    PUT(v);
}
KERNEL(tree_no)
{
    __shared__ int s[N];
    s[T] = in[T];
    __syncthreads();
    for (int half = N / 2; half > 0; half /= 2)
        if (T < half)
            s[T] += s[T + half];
    __syncthreads();
    PUT(s[0]);
}
KERNEL(tree_last)
{
    __shared__ int s[N];
    s[T] = in[T];
    for (int half = N / 2; half > 0; half /= 2) {
        __syncthreads();
        if (T < half)
            s[T] += s[T + half];
    }
    PUT(s[0]);
}
KERNEL(scan_one_barrier)
{
    __shared__ int s[N];
    s[T] = in[T];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        int v = T >= d ? s[T - d] : 0;
        s[T] += v;
        __syncthreads();
    }
    PUT(s[T]);
}
KERNEL(scan_behind)
{
    __shared__ int s[N];
    s[T] = in[T];
    __syncthreads();
    for (int d = 32; d < N; d *= 2) {
        int v = T >= d ? s[T - d] : 0;
        __syncthreads();
        s[T] += v;
    }
    __syncthreads();
    PUT(s[T]);
}
KERNEL(transpose_no)
{
    __shared__ int s[8][17];
    s[T / 16][T % 16] = in[T];
    PUT(s[T % 8][T / 8]);
}
KERNEL(histogram_plain)
{
    __shared__ int s[8];
    if (T < 8)
        s[T] = 0;
    __syncthreads();
    s[in[T] % 8]++;
    __syncthreads();
    PUT(s[T % 8]);
}
KERNEL(histogram_zero)
{
    __shared__ int s[8];
    if (T < 8)
        s[T] = 0;
    atomicAdd(&s[in[T] % 8], 1);
    __syncthreads();
    PUT(s[T % 8]);
}
KERNEL(histogram_read)
{
    __shared__ int s[8];
    if (T < 8)
        s[T] = 0;
    __syncthreads();
    atomicAdd(&s[in[T] % 8], 1);
    PUT(s[T % 8]);
}
KERNEL(turns_one)
{
    __shared__ int s[N];
    int v = T;
    for (int i = 0; i < 4; i++) {
        s[T] = v;
        __syncthreads();
        v = s[(T + 37) % N];
    }
    PUT(v);
}
KERNEL(turns_other)
{
    __shared__ int s[N];
    int v = T;
    s[T] = 0;
    for (int i = 0; i < 4; i++) {
        __syncthreads();
        s[T] = v;
        v = s[(T + 37) % N];
    }
    PUT(v);
}
KERNEL(bytes_no)
{
    __shared__ unsigned char s[N];
    s[T] = in[T];
    PUT(s[(T + 64) % N]);
}
KERNEL(word_of_bytes)
{
    __shared__ int s[N / 4];
    unsigned char *b = (unsigned char *)s;
    b[T] = in[T];
    PUT(s[(T + 16) % (N / 4)]);
}
KERNEL(short_and_word)
{
    __shared__ int s[N];
    short *h = (short *)s;
    if (T < 64)
        s[T] = in[T];
    else
        h[2 * (T - 64) + 1] = in[T];
    __syncthreads();
    PUT(s[T % 64]);
}
KERNEL(two_writers)
{
    __shared__ int s[N / 2];
    s[T % 64] = in[T];
    __syncthreads();
    PUT(s[T % 64]);
}
KERNEL(two_lanes_far)
{
    __shared__ int s[N];
    s[T] = in[T];
    __syncthreads();
    if (T == 3 || T == 99)
        s[50] = T;
    __syncthreads();
    PUT(s[T]);
}
KERNEL(atomic_and_store)
{
    __shared__ int s;
    if (T == 0)
        s = 0;
    __syncthreads();
    if (WARP == 1)
        atomicAdd(&s, 1);
    if (T == 70)
        s = 5;
    __syncthreads();
    PUT(s);
}
KERNEL(one_word_too_far)
{
    __shared__ int s[N + 1];
    s[T] = in[T];
    if (T == 31)
        s[T + 1] = -1;
    __syncthreads();
    PUT(s[T]);
}
KERNEL(last_turn)
{
    __shared__ int s[N];
    int v = 0;
    for (int i = 0; i < 8; i++) {
        s[T] = in[T] + i;
        __syncthreads();
        v += s[(T + 32) % N];
        if (i != 6)
            __syncthreads();
    }
    PUT(v);
}
KERNEL(second_block)
{
    __shared__ int s[N];
    s[T] = in[T];
    if (blockIdx.x == 0)
        __syncthreads();
    PUT(s[(T + 64) % N]);
}
KERNEL(write_behind_read)
{
    __shared__ int s[N];
    s[T] = in[T];
    __syncthreads();
    int v = s[(T + 64) % N];
    s[T] = 0;
    PUT(v);
}
KERNEL(dynamic_no) { extern __shared__ int d[]; d[T] = in[T]; PUT(d[T ^ 64]); }
KERNEL(vectors_no)
{
    __shared__ int4 s[N];
    s[T] = make_int4(in[T], 1, 2, 3);
    PUT(s[(T + 40) % N].w);
}
KERNEL(fence_is_no_barrier)
{
    __shared__ int s[N];
    s[T] = in[T];
    __threadfence_block();
    PUT(s[(T + 64) % N]);
}
KERNEL(counter)
{
    __shared__ int s;
    if (T == 0)
        s = 0;
    __syncthreads();
    if (LANE == 0)
        s += 1;
    __syncthreads();
    PUT(s);
}

// ---- the same value from several warps
KERNEL(same_flag)
{
    __shared__ int s;
    if (T == 0)
        s = 0;
    __syncthreads();
    s = 1;
    __syncthreads();
    PUT(s);
}
KERNEL(same_flag_read)
{
    __shared__ int s;
    if (T == 0)
        s = 0;
    __syncthreads();
    if (in[T] > 60)
        s = 1;
    PUT(s);
}
KERNEL(same_words)
{
    __shared__ int s[32];
    s[LANE] = in[LANE];
    __syncthreads();
    PUT(s[LANE]);
}

// ---- lanes of one warp, without a barrier
KERNEL(warp_neighbour) { __shared__ int s[N]; s[T] = in[T]; PUT(s[T ^ 1]); }
KERNEL(warp_reverse) { __shared__ int s[N]; s[T] = in[T]; PUT(s[WARP * 32 + 31 - LANE]); }
KERNEL(warp_tree)
{
    __shared__ volatile int s[N + 32];
    s[T] = in[T];
    for (int half = 16; half > 0; half /= 2)
        s[T] += s[T + half];
    PUT(s[WARP * 32]);
}
KERNEL(warp_tree_last)
{
    __shared__ volatile int s[N];
    s[T] = in[T];
    __syncthreads();
    if (T < 64)
        s[T] += s[T + 64];
    __syncthreads();
    if (T < 32) {
        s[T] += s[T + 32];
        s[T] += s[T + 16];
        s[T] += s[T + 8];
        s[T] += s[T + 4];
        s[T] += s[T + 2];
        s[T] += s[T + 1];
    }
    __syncthreads();
    PUT(s[0]);
}
KERNEL(warp_scan)
{
    __shared__ volatile int s[N];
    s[T] = in[T];
    for (int d = 1; d < 32; d *= 2)
        if (LANE >= d)
            s[T] += s[T - d];
    PUT(s[T]);
}
KERNEL(warp_broadcast) { __shared__ int s[4]; if (LANE == 7) s[WARP] = in[T]; PUT(s[WARP]); }
KERNEL(warp_one_word) { __shared__ int s[4]; s[WARP] = in[T]; __syncthreads(); PUT(s[WARP] >= 0); }
KERNEL(warp_counter)
{
    __shared__ int s[4];
    s[WARP] = 0;
    s[WARP] += in[T];
    PUT(s[WARP] >= 0);
}

// ---- order by atomics
KERNEL(lock)
{
    __shared__ int key, sum;
    if (T == 0)
        key = sum = 0;
    __syncthreads();
    if (LANE == 0) {
        while (atomicCAS(&key, 0, 1) != 0)
            ;
        sum += in[T];
        atomicExch(&key, 0);
    }
    __syncthreads();
    PUT(sum);
}
KERNEL(last_warp)
{
    __shared__ int part[4], count;
    if (T == 0)
        count = 0;
    __syncthreads();
    if (LANE == 0) {
        part[WARP] = in[T];
        __threadfence_block();
        if (atomicAdd(&count, 1) == 3)
            out[blockIdx.x * N] = part[0] + part[1] + part[2] + part[3];
    }
}
KERNEL(last_warp_guessed)
{
    __shared__ int part[4], count;
    if (T == 0)
        count = 0;
    __syncthreads();
    if (LANE == 0) {
        part[WARP] = in[T];
        atomicAdd(&count, 1);
        if (WARP == 3)
            out[blockIdx.x * N] = part[0] + part[1] + part[2] + part[3];
    }
}

// ---- device memory
KERNEL(global_neighbour) { PUT(in[T]); out[blockIdx.x * N + (T + 33) % N] += 1; }
KERNEL(global_one_word) { out[0] = in[T] + blockIdx.x; }
KERNEL(global_barrier)
{
    PUT(in[T]);
    __syncthreads();
    int v = out[blockIdx.x * N + (T + 33) % N];
    __syncthreads();
    PUT(v);
}
