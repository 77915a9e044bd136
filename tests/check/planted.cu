// SPDX-License-Identifier: Apache-2.0
// Faults of programs, one for each name, as gt200 check must find them: planted NAME runs it. The line of the fault
// ends in a comment "@ NAME class", which check.sh compares with what is reported.
#include <stdio.h>
#include <string.h>

#define N 64
#define ZEROS(type, name, n) type *name; cudaMalloc((void **)&name, (n) * sizeof *name); \
    cudaMemset(name, 0, (n) * sizeof *name)

// ---- memory ----

__global__ void behind(int *a) { a[threadIdx.x + 1] = 1; } // @ behind memory
static void run_behind() { ZEROS(int, a, N); behind<<<1, N>>>(a); }

__global__ void before(int *out, const int *a)
{
    out[threadIdx.x] = a[(int)threadIdx.x - 1]; // @ before memory
}
static void run_before() { ZEROS(int, a, N); ZEROS(int, b, N); before<<<1, N>>>(a, b); }

__global__ void last_block(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 7; } // @ last_block memory
static void run_last_block() { ZEROS(int, a, 100); last_block<<<2, N>>>(a); }

__global__ void bytes(char *a) { a[threadIdx.x] = 1; } // @ bytes memory
static void run_bytes() { ZEROS(char, a, 33); bytes<<<1, 34>>>(a); }

__global__ void wide(double2 *out, const double2 *in)
{
    out[threadIdx.x] = in[threadIdx.x]; // @ wide memory
}
static void run_wide() { ZEROS(double2, a, N); ZEROS(double2, b, N - 1); wide<<<1, N>>>(a, b); }

__global__ void column(float *a, int pitch) { a[threadIdx.x * pitch] = 1; } // @ column memory
static void run_column() { ZEROS(float, a, N * 8); column<<<1, N>>>(a, 9); }

__global__ void freed_read(int *out, const int *a) { out[threadIdx.x] = a[threadIdx.x]; } // @ freed_read memory
static void run_freed_read() { ZEROS(int, a, N); ZEROS(int, b, N); cudaFree(b); freed_read<<<1, N>>>(a, b); }

__global__ void freed_write(int *a, int i) { a[i] = 3; } // @ freed_write memory
static void run_freed_write()
{
    ZEROS(int, a, N);
    cudaFree(a);
    ZEROS(int, b, N);
    freed_write<<<1, 1>>>(a, 5);
    freed_write<<<1, 1>>>(b, 5);
}

__global__ void misaligned(char *a) { *(int *)(a + threadIdx.x) = 1; } // @ misaligned memory
static void run_misaligned() { ZEROS(char, a, N + 4); misaligned<<<1, N>>>(a); }

__global__ void null(int *a) { *a = 1; } // @ null memory
static void run_null() { null<<<1, 1>>>(0); }

__device__ int table[8];
__global__ void variable(int n) { table[n] = 1; } // @ variable memory
static void run_variable() { variable<<<1, 1>>>(8); }

__global__ void atomics(int *a) { atomicAdd(&a[threadIdx.x & 63], 1); } // @ atomics memory
static void run_atomics() { ZEROS(int, a, 60); atomics<<<1, N>>>(a); }

__global__ void dynamic(int *out)
{
    extern __shared__ int s[];
    s[threadIdx.x + 64] = 1; // @ dynamic memory
    out[threadIdx.x] = s[threadIdx.x + 64];
}
static void run_dynamic() { ZEROS(int, a, N); dynamic<<<1, N, 64 * 4 + 128>>>(a); }

// ---- races and missing barriers ----

__global__ void reverse(int *a)
{
    __shared__ int s[N];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[N - 1 - threadIdx.x]; // @ reverse race
}
static void run_reverse() { ZEROS(int, a, N); int h[N]; for (int i = 0; i < N; i++) h[i] = i;
                            cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); reverse<<<1, N>>>(a); }

__global__ void second_barrier(int *out, int n)
{
    __shared__ int s[N];
    int sum = 0;
    for (int k = 0; k < n; k++) {
        s[threadIdx.x] = k + threadIdx.x; // @ second_barrier race
        __syncthreads();
        sum += s[(threadIdx.x + 32) % N];
    }
    out[threadIdx.x] = sum;
}
static void run_second_barrier() { ZEROS(int, a, N); second_barrier<<<1, N>>>(a, 4); }

__global__ void reduce(int *out)
{
    __shared__ int s[128];
    s[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    for (int d = 64; d > 0; d >>= 1)
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d]; // @ reduce race
    if (threadIdx.x == 0)
        *out = s[0];
}
static void run_reduce() { ZEROS(int, a, 1); reduce<<<1, 128>>>(a); }

__global__ void count(int *n) { *n = *n + 1; } // @ count race
static void run_count() { ZEROS(int, a, 1); count<<<4, N>>>(a); }

__global__ void neighbours(int *a) { a[blockIdx.x] = a[(blockIdx.x + 1) % gridDim.x] + 1; } // @ neighbours race
static void run_neighbours() { ZEROS(int, a, 8); neighbours<<<8, 1>>>(a); }

__global__ void flag(volatile int *f, int *out)
{
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0)
            *f = 1;
    } else if (threadIdx.x == 0) {
        out[0] = *f; // @ flag race
    }
}
static void run_flag() { ZEROS(int, f, 1); ZEROS(int, a, 1); flag<<<2, 32>>>(f, a); }

__global__ void half_atomic(int *n)
{
    if (threadIdx.x < 32)
        atomicAdd(n, 1);
    else
        *n = 5; // @ half_atomic race
}
static void run_half_atomic() { ZEROS(int, a, 1); half_atomic<<<1, N>>>(a); }

// ---- barriers ----

__global__ void half_warp(int *out)
{
    if (threadIdx.x < 16)
        __syncthreads(); // @ half_warp synchronization
    out[threadIdx.x] = 1;
}
static void run_half_warp() { ZEROS(int, a, 32); half_warp<<<1, 32>>>(a); }

__global__ void one_warp(int *out)
{
    out[threadIdx.x] = 0;
    if (threadIdx.x < 32)
        __syncthreads(); // @ one_warp synchronization
    out[threadIdx.x] += 1;
}
static void run_one_warp() { ZEROS(int, a, N); one_warp<<<1, N>>>(a); }

__global__ void two_places(int *out)
{
    if (threadIdx.x < 32) {
        out[threadIdx.x] = 3;
        __syncthreads();
    } else {
        out[threadIdx.x + 1] = 4;
        __syncthreads(); // @ two_places synchronization
    }
}
static void run_two_places() { ZEROS(int, a, N + 1); two_places<<<1, N>>>(a); }

__global__ void some_rounds(int *out, const int *rounds)
{
    int k = 0;
    for (; k < rounds[threadIdx.x]; k++) {
        out[threadIdx.x] += k;
        __syncthreads(); // @ some_rounds synchronization
    }
    out[threadIdx.x] = k;
}
static void run_some_rounds()
{
    int h[32];
    for (int i = 0; i < 32; i++)
        h[i] = 1 + i / 8;
    ZEROS(int, a, 32);
    ZEROS(int, r, 32);
    cudaMemcpy(r, h, sizeof h, cudaMemcpyHostToDevice);
    some_rounds<<<1, 32>>>(a, r);
}

__global__ void by_data(int *out, const int *in)
{
    if (in[threadIdx.x]) {
        out[threadIdx.x] = 2;
        __syncthreads(); // @ by_data synchronization
    }
    out[threadIdx.x] += in[threadIdx.x];
}
static void run_by_data()
{
    int h[N];
    for (int i = 0; i < N; i++)
        h[i] = i & 1;
    ZEROS(int, a, N);
    ZEROS(int, b, N);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    by_data<<<1, N>>>(a, b);
}

// ---- memory that nobody has written ----

__global__ void shared_sum(int *out)
{
    __shared__ int s[N];
    if (threadIdx.x < N - 1)
        s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < N; i++)
            sum += s[i]; // @ shared_sum uninitialized
        *out = sum;
    }
}
static void run_shared_sum() { ZEROS(int, a, 1); shared_sum<<<1, N>>>(a); }

__global__ void histogram(int *out, const int *in)
{
    __shared__ int bins[16];
    atomicAdd(&bins[in[threadIdx.x] & 15], 1); // @ histogram uninitialized
    __syncthreads();
    if (threadIdx.x < 16)
        out[threadIdx.x] = bins[threadIdx.x];
}
static void run_histogram() { ZEROS(int, a, 16); ZEROS(int, b, N); histogram<<<1, N>>>(a, b); }

__global__ void device_read(int *out, const int *in)
{
    out[threadIdx.x] = 2 * in[threadIdx.x]; // @ device_read uninitialized
}
static void run_device_read()
{
    ZEROS(int, a, N);
    int *b;
    cudaMalloc((void **)&b, N * sizeof *b);
    cudaMemset(b, 0, (N - 1) * sizeof *b);
    device_read<<<1, N>>>(a, b);
}

__global__ void accumulate(float *sum, const float *x)
{
    sum[threadIdx.x] += x[threadIdx.x]; // @ accumulate uninitialized
}
static void run_accumulate()
{
    float *sum;
    ZEROS(float, x, N);
    cudaMalloc((void **)&sum, N * sizeof *sum);
    accumulate<<<1, N>>>(sum, x);
}

__global__ void as_index(int *out)
{
    __shared__ int next[N];
    if (threadIdx.x)
        next[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[next[threadIdx.x]] = 1; // @ as_index uninitialized
}
static void run_as_index() { ZEROS(int, a, N); as_index<<<1, N>>>(a); }

__global__ void as_condition(int *out)
{
    __shared__ int done[N];
    if (threadIdx.x < 8)
        done[threadIdx.x] = 1;
    __syncthreads();
    if (done[threadIdx.x]) // @ as_condition uninitialized
        atomicAdd(out, 1);
}
static void run_as_condition() { ZEROS(int, a, 1); as_condition<<<1, N>>>(a); }

__global__ void local_array(int *out, const int *in)
{
    int a[32];
    for (int i = 0; i < in[1]; i++)
        a[i] = in[i];
    out[threadIdx.x] = a[in[0]]; // @ local_array uninitialized
}
static void run_local_array()
{
    int h[32] = { 20, 10 };
    ZEROS(int, a, 32);
    ZEROS(int, b, 32);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    local_array<<<1, 32>>>(a, b);
}

#define ROW(name) { #name, run_##name }
static const struct { const char *name; void (*run)(); } faults[] = {
    ROW(behind), ROW(before), ROW(last_block), ROW(bytes), ROW(wide), ROW(column), ROW(freed_read), ROW(freed_write),
    ROW(misaligned), ROW(null), ROW(variable), ROW(atomics), ROW(dynamic), ROW(reverse), ROW(second_barrier),
    ROW(reduce), ROW(count), ROW(neighbours), ROW(flag), ROW(half_atomic), ROW(half_warp), ROW(one_warp),
    ROW(two_places), ROW(some_rounds), ROW(by_data), ROW(shared_sum), ROW(histogram), ROW(device_read),
    ROW(accumulate), ROW(as_index), ROW(as_condition), ROW(local_array),
};

int main(int argc, char **argv)
{
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++)
        if (argc > 1 && !strcmp(argv[1], faults[i].name)) {
            faults[i].run();
            cudaThreadSynchronize();
            return 0;
        }
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++)
        printf("%s\n", faults[i].name);
    return argc > 1;
}
