// SPDX-License-Identifier: Apache-2.0
// Faults as people make them: as in planted.cu, "@ NAME class" is the line that gt200 check must report.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 64
#define ZEROS(type, name, n) type *name; cudaMalloc((void **)&name, (n) * sizeof *name); \
    cudaMemset(name, 0, (n) * sizeof *name)
#define RAW(type, name, n) type *name; cudaMalloc((void **)&name, (n) * sizeof *name)

// ---- memory ----

__global__ void below(float *out, const float *in, int w, int h)
{
    int x = threadIdx.x, y = threadIdx.y;
    out[y * w + x] = in[y * w + x] + in[(y + 1) * w + x]; // @ below memory
}
static void run_below() { ZEROS(float, a, 128); ZEROS(float, b, 128); below<<<1, dim3(16, 8)>>>(a, b, 16, 8); }

__global__ void wraps(int *a) { unsigned i = threadIdx.x; a[i - 1] = 1; } // @ wraps memory
static void run_wraps() { ZEROS(int, a, N); wraps<<<1, N>>>(a); }

__global__ void no_guard(double *y, const double *x, double a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = a * x[i]; // @ no_guard memory
}
static void run_no_guard() { ZEROS(double, x, 100); ZEROS(double, y, 100); no_guard<<<4, 32>>>(y, x, 2); }

__global__ void tail(char4 *out) { out[threadIdx.x] = make_char4(1, 2, 3, 4); } // @ tail memory
static void run_tail() { ZEROS(char, a, 126); tail<<<1, 32>>>((char4 *)a); }

struct particle { float x, y, z; };
__global__ void particles(particle *p, int n)
{
    for (int i = threadIdx.x; i <= n; i += blockDim.x)
        p[i].y += 1; // @ particles memory
}
static void run_particles() { ZEROS(particle, p, 100); particles<<<1, 32>>>(p, 100); }

__device__ int one[8], two[8], three[8];
__global__ void next_variable(int n)
{
    one[threadIdx.x] = two[threadIdx.x] = three[threadIdx.x] = n; // @ next_variable memory
}
static void run_next_variable() { next_variable<<<1, 9>>>(3); }

__constant__ int weights[8];
__global__ void constants(int *out) { out[threadIdx.x] = weights[threadIdx.x * 3]; } // @ constants memory
static void run_constants()
{
    ZEROS(int, a, 32);
    int h[8] = { 1, 2 };
    cudaMemcpyToSymbol(weights, h, sizeof h);
    constants<<<1, 32>>>(a);
}

__constant__ float first_of_two[8], second_of_two[8];
__global__ void next_constant(float *out, int n)
{
    float x = second_of_two[threadIdx.x & 7];
    out[threadIdx.x] = x + first_of_two[threadIdx.x % 8 + n]; // @ next_constant memory
}
static void run_next_constant() { ZEROS(float, a, 32); next_constant<<<1, 32>>>(a, 1); }

__global__ void static_end(int *out)
{
    __shared__ int s[N];
    s[threadIdx.x + 1] = threadIdx.x; // @ static_end memory
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
static void run_static_end() { ZEROS(int, a, N); static_end<<<1, N>>>(a); }

__global__ void static_far(int *out, int far)
{
    __shared__ int s[N];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x + far]; // @ static_far memory
}
static void run_static_far() { ZEROS(int, a, N); static_far<<<1, N>>>(a, 5000); }

__global__ void next_array(int *out, const int *in)
{
    __shared__ int first[N], second[N];
    second[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    first[threadIdx.x] = 1;
    first[in[threadIdx.x] + threadIdx.x] = 3; // @ next_array memory
    __syncthreads();
    out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];
}
static void run_next_array()
{
    ZEROS(int, a, N);
    ZEROS(int, b, N);
    int h = 1;
    cudaMemcpy(b + N - 1, &h, sizeof h, cudaMemcpyHostToDevice);
    next_array<<<1, N>>>(a, b);
}

__global__ void array_before(int *out, int n)
{
    __shared__ int first[N], second[N];
    first[threadIdx.x] = second[threadIdx.x] = n;
    __syncthreads();
    out[threadIdx.x] = first[threadIdx.x] + second[(int)threadIdx.x - n]; // @ array_before memory
}
static void run_array_before() { ZEROS(int, a, N); array_before<<<1, N>>>(a, 1); }

__global__ void parameters(int *out, int n)
{
    __shared__ int s[N];
    s[threadIdx.x] = 0;
    s[(int)threadIdx.x - n] = n; // @ parameters memory
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
static void run_parameters() { ZEROS(int, a, N + 1); parameters<<<1, 32>>>(a, 1); }

__global__ void row_wraps(float *out, int n)
{
    __shared__ float tile[16][16], sums[16];
    tile[threadIdx.y][threadIdx.x] = n;
    if (threadIdx.y == 0)
        sums[threadIdx.x] = 0;
    __syncthreads();
    float s = 0;
    for (int k = 0; k < n; k++)
        s += tile[threadIdx.y + k][threadIdx.x]; // @ row_wraps memory
    out[threadIdx.y * 16 + threadIdx.x] = s + sums[threadIdx.x];
}
static void run_row_wraps() { ZEROS(float, a, 256); row_wraps<<<1, dim3(16, 16)>>>(a, 2); }

__device__ __noinline__ int total(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i]; // @ in_call memory
    return s;
}
__global__ void in_call(int *out)
{
    __shared__ int a[N], b[N / 2], c[N];
    a[threadIdx.x] = c[threadIdx.x] = 1;
    if (threadIdx.x < N / 2)
        b[threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = total(a, N) + total(b, N) + c[threadIdx.x];
}
static void run_in_call() { ZEROS(int, a, N); in_call<<<1, N>>>(a); }

__global__ void dynamic_next(float *out)
{
    extern __shared__ float more[];
    __shared__ float s[N];
    s[threadIdx.x] = more[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[N - threadIdx.x]; // @ dynamic_next memory
}
static void run_dynamic_next() { ZEROS(float, a, N); dynamic_next<<<1, N, 4 * N>>>(a); }

__global__ void local_far(int *out, const int *in)
{
    int a[16];
    for (int i = 0; i < 16; i++)
        a[in[i] & 15] = in[i];
    out[threadIdx.x] = a[in[0] + 4000]; // @ local_far memory
}
static void run_local_far() { ZEROS(int, a, 32); ZEROS(int, b, 32); local_far<<<1, 32>>>(a, b); }

__global__ void atomic_beyond(int *out)
{
    __shared__ int bins[16];
    if (threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x % 17], 1); // @ atomic_beyond memory
    __syncthreads();
    if (threadIdx.x < 16)
        out[threadIdx.x] = bins[threadIdx.x];
}
static void run_atomic_beyond() { ZEROS(int, a, 16); atomic_beyond<<<1, N>>>(a); }

__global__ void freed_other(int *a) { a[threadIdx.x] += 1; } // @ freed_other memory
static void run_freed_other()
{
    ZEROS(int, a, N);
    ZEROS(int, keep, N);
    freed_other<<<1, N>>>(a);
    freed_other<<<1, N>>>(keep);
    cudaFree(a);
    freed_other<<<1, N>>>(a + 3);
}

__global__ void freed_asked(int *a) { a[threadIdx.x] = 1; } // @ freed_asked memory
static void run_freed_asked()                               // to ask for free memory gives none out
{
    size_t left, all;
    ZEROS(int, a, N);
    cudaMemGetInfo(&left, &all);
    cudaFree(a);
    ZEROS(int, b, N);
    freed_asked<<<1, N>>>(a);
}

// ---- malloc in kernels ----

__global__ void heap_over(int *out)
{
    int *p = (int *)malloc(40);
    for (int i = 0; i <= 10; i++)
        p[i] = i; // @ heap_over memory
    out[threadIdx.x] = p[threadIdx.x % 10];
    free(p);
}
static void run_heap_over() { ZEROS(int, a, 32); heap_over<<<1, 32>>>(a); }

__global__ void heap_before(int *out, int n)
{
    int *p = (int *)malloc(40);
    p[0] = 7;
    out[threadIdx.x] = p[-n]; // @ heap_before memory
    free(p);
}
static void run_heap_before() { ZEROS(int, a, 32); heap_before<<<1, 32>>>(a, 1); }

__device__ int *kept;
__global__ void heap_keeps() { kept = (int *)malloc(32); kept[0] = 1; free(kept); }
__global__ void heap_freed(int *out) { *out = kept[0]; } // @ heap_freed memory
static void run_heap_freed() { ZEROS(int, a, 1); heap_keeps<<<1, 1>>>(); heap_freed<<<1, 1>>>(a); }

__global__ void heap_twice(int n)
{
    int *p = (int *)malloc(n);
    p[0] = 1;
    free(p);
    free(p); // @ heap_twice memory
}
static void run_heap_twice() { heap_twice<<<1, 1>>>(100); }

__global__ void heap_inside(int n)
{
    char *p = (char *)malloc(n);
    p[0] = 1;
    free(p + 16); // @ heap_inside fault
}
static void run_heap_inside() { heap_inside<<<1, 1>>>(100); }

__global__ void heap_unwritten(int *out)
{
    int *p = new int[8];
    p[0] = 1;
    out[threadIdx.x] = p[0] + p[threadIdx.x & 7]; // @ heap_unwritten uninitialized
    delete[] p;
}
static void run_heap_unwritten() { ZEROS(int, a, 32); heap_unwritten<<<1, 32>>>(a); }

// ---- textures ----

texture<float, 1, cudaReadModeElementType> line;
__global__ void texture_freed(float *out)
{
    out[threadIdx.x] = tex1Dfetch(line, threadIdx.x); // @ texture_freed memory
}
static void run_texture_freed()
{
    ZEROS(float, a, N);
    ZEROS(float, b, N);
    cudaBindTexture(0, line, b, N * 4);
    cudaFree(b);
    texture_freed<<<1, N>>>(a);
}

__global__ void texture_unwritten(float *out)
{
    out[threadIdx.x] = 2 * tex1Dfetch(line, threadIdx.x); // @ texture_unwritten uninitialized
}
static void run_texture_unwritten()
{
    ZEROS(float, a, N);
    RAW(float, b, N);
    cudaMemset(b, 0, 4 * (N - 1));
    cudaBindTexture(0, line, b, N * 4);
    texture_unwritten<<<1, N>>>(a);
}

__global__ void texture_race(float *out)
{
    if (threadIdx.x < 32)
        out[threadIdx.x] = 1;
    else
        out[threadIdx.x] = tex1Dfetch(line, threadIdx.x - 32); // @ texture_race race
}
static void run_texture_race() { ZEROS(float, a, N); cudaBindTexture(0, line, a, N * 4); texture_race<<<1, N>>>(a); }

// ---- races ----

__global__ void in_place(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        a[i] = (a[i - 1] + a[i + 1]) / 2; // @ in_place race
}
static void run_in_place() { ZEROS(float, a, 256); float h[256]; for (int i = 0; i < 256; i++) h[i] = i * i;
                             cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); in_place<<<4, N>>>(a, 256); }

__global__ void tiles(float *c, const float *a, int n)
{
    __shared__ float s[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int t = 0; t < n; t += 8) {
        s[y][x] = a[y * n + t + x]; // @ tiles race
        __syncthreads();
        for (int k = 0; k < 8; k++)
            sum += s[k][x];
    }
    c[y * 8 + x] = sum;
}
static void run_tiles()
{
    ZEROS(float, a, 256);
    ZEROS(float, c, 64);
    float h[256];
    for (int i = 0; i < 256; i++)
        h[i] = i;
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    tiles<<<1, dim3(8, 8)>>>(c, a, 32);
}

__global__ void warp_totals(int *out)
{
    __shared__ int total[4];
    volatile __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    for (int d = 16; d; d >>= 1)
        if ((t & 31) < d)
            s[t] += s[t + d];
    if ((t & 31) == 0)
        total[t / 32] = s[t];
    if (t == 0)
        *out = total[0] + total[1] + total[2] + total[3]; // @ warp_totals race
}
static void run_warp_totals() { ZEROS(int, a, 1); warp_totals<<<1, 128>>>(a); }

__global__ void plain_unlock(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1))
            ;
        *sum += 1;
        __threadfence();
        *(volatile int *)lock = 0; // @ plain_unlock race
    }
}
static void run_plain_unlock() { ZEROS(int, l, 1); ZEROS(int, s, 1); plain_unlock<<<4, 32>>>(l, s); }

__global__ void same_byte(unsigned char *a) { a[threadIdx.x / 33] = threadIdx.x; } // @ same_byte race
static void run_same_byte() { ZEROS(unsigned char, a, N); same_byte<<<1, N>>>(a); }

__global__ void reads_counter(int *n, int *out)
{
    if (threadIdx.x < 32)
        atomicAdd(n, 1); // @ reads_counter race
    else
        out[threadIdx.x] = *n;
}
static void run_reads_counter() { ZEROS(int, a, 1); ZEROS(int, b, N); reads_counter<<<1, N>>>(a, b); }

__global__ void parity(int *out)
{
    __shared__ int s[2][N];
    int t = threadIdx.x, in = 0;
    s[0][t] = t;
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        int x = s[in][t] + (t >= d ? s[in][t - d] : 0);
        s[in][t] = x; // @ parity race
        __syncthreads();
    }
    out[t] = s[in][t];
}
static void run_parity() { ZEROS(int, a, N); parity<<<1, N>>>(a); }

__global__ void by_first(int *out, const int *in)
{
    __shared__ int base;
    if (threadIdx.x == 0)
        base = in[0] + 1;
    out[threadIdx.x] = base; // @ by_first race
}
static void run_by_first() { ZEROS(int, a, N); ZEROS(int, b, 1); by_first<<<1, N>>>(a, b); }

__global__ void block_sums(int *part, int *out)
{
    if (threadIdx.x == 0)
        part[blockIdx.x] = blockIdx.x + 1;
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
        int s = 0;
        for (int i = 0; i < gridDim.x; i++)
            s += part[i]; // @ block_sums race
        *out = s;
    }
}
static void run_block_sums() { ZEROS(int, a, 8); ZEROS(int, b, 1); block_sums<<<8, 32>>>(a, b); }

__global__ void lost_lock(int *lock, int *sum)
{
    if (threadIdx.x % 32 == 0) {
        if (atomicCAS(&lock[threadIdx.x / 32], 0, 1) == 0) {
            *sum += 1; // @ lost_lock race
            atomicExch(&lock[threadIdx.x / 32], 0);
        }
    }
}
static void run_lost_lock() { ZEROS(int, l, 2); ZEROS(int, s, 1); lost_lock<<<1, N>>>(l, s); }

__global__ void transpose_in_place(int *a, int n)
{
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int v = a[y * n + x];
    a[x * n + y] = v; // @ transpose_in_place race
}
static void run_transpose_in_place()
{
    int h[256];
    for (int i = 0; i < 256; i++)
        h[i] = i;
    ZEROS(int, a, 256);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    transpose_in_place<<<dim3(2, 2), dim3(8, 8)>>>(a, 16);
}

// ---- barriers ----

__global__ void uneven(int *out)
{
    __shared__ int s[N];
    for (int k = 0; k <= threadIdx.x / 32; k++) {
        s[threadIdx.x] = k;
        __syncthreads(); // @ uneven synchronization
    }
    out[threadIdx.x] = s[threadIdx.x];
}
static void run_uneven() { ZEROS(int, a, N); uneven<<<1, N>>>(a); }

__global__ void cases(int *out, const int *kind)
{
    switch (kind[threadIdx.x]) {
    case 0: out[threadIdx.x] = 1; __syncthreads(); break; // @ cases synchronization
    case 1: out[threadIdx.x] = 2; break;
    default: out[threadIdx.x] = 3;
    }
    out[threadIdx.x] += kind[threadIdx.x];
}
static void run_cases()
{
    int h[32];
    for (int i = 0; i < 32; i++)
        h[i] = i % 3;
    ZEROS(int, a, 32);
    ZEROS(int, b, 32);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    cases<<<1, 32>>>(a, b);
}

__global__ void skips(int *out, int n)
{
    __shared__ int s[32];
    for (int k = 0; k < n; k++) {
        s[threadIdx.x] = k;
        if (threadIdx.x % 4 == k)
            continue;
        __syncthreads(); // @ skips synchronization
        out[threadIdx.x] += s[31 - threadIdx.x];
    }
}
static void run_skips() { ZEROS(int, a, 32); skips<<<1, 32>>>(a, 3); }

__device__ __noinline__ int meets(int *s, int x)
{
    s[threadIdx.x] = x;
    __syncthreads(); // @ in_function synchronization
    return s[31 - threadIdx.x];
}
__global__ void in_function(int *out)
{
    __shared__ int s[32];
    int x = threadIdx.x;
    s[threadIdx.x] = x;
    if (threadIdx.x > 3)
        x = meets(s, x);
    out[threadIdx.x] = x;
}
static void run_in_function() { ZEROS(int, a, 32); in_function<<<1, 32>>>(a); }

// ---- memory that nobody has written ----

__global__ void halo(float *out, const float *in)
{
    __shared__ float s[N + 2];
    s[threadIdx.x + 1] = in[threadIdx.x];
    if (threadIdx.x == 0)
        s[0] = 0;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 1] + s[threadIdx.x + 2]; // @ halo uninitialized
}
static void run_halo() { ZEROS(float, a, N); ZEROS(float, b, N); halo<<<1, N>>>(a, b); }

__global__ void copied(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x] + 1; } // @ copied uninitialized
static void run_copied()
{
    RAW(int, a, N);
    ZEROS(int, b, N);
    ZEROS(int, c, N);
    cudaMemcpy(b, a, N * sizeof(int), cudaMemcpyDeviceToDevice);
    copied<<<1, N>>>(c, b);
}

__global__ void beyond_n(float *out, const float *in, int n)
{
    extern __shared__ float s[];
    int t = threadIdx.x;
    if (t < n)
        s[t] = in[t];
    __syncthreads();
    for (int d = blockDim.x / 2; d; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        *out = s[0]; // @ beyond_n uninitialized
}
static void run_beyond_n() { ZEROS(float, a, 1); ZEROS(float, b, 50); beyond_n<<<1, N, N * 4>>>(a, b, 50); }

__global__ void flags(const bool *flag, int *out)
{
    if (flag[threadIdx.x]) // @ flags uninitialized
        out[threadIdx.x] = 1;
}
static void run_flags() { ZEROS(int, a, N); RAW(bool, f, N); cudaMemset(f, 0, 40); flags<<<1, N>>>(f, a); }

__global__ void counter(int *n, int *out)
{
    int i = atomicAdd(n, 1); // @ counter uninitialized
    out[threadIdx.x] = i;
}
static void run_counter() { RAW(int, n, 1); ZEROS(int, a, N); counter<<<1, N>>>(n, a); }

__global__ void smallest(float *best, const float *x)
{
    if (x[threadIdx.x] < best[threadIdx.x]) // @ smallest uninitialized
        best[threadIdx.x] = x[threadIdx.x];
}
static void run_smallest() { RAW(float, b, N); ZEROS(float, x, N); smallest<<<1, N>>>(b, x); }

struct body { float3 at, v; float mass; };
__global__ void fields(body *b, float dt) { b[threadIdx.x].at.x += dt * b[threadIdx.x].v.x; } // @ fields uninitialized
__global__ void set_fields(body *b) { b[threadIdx.x].at = make_float3(0, 0, 0); b[threadIdx.x].mass = 1; }
static void run_fields() { RAW(body, b, N); set_fields<<<1, N>>>(b); fields<<<1, N>>>(b, 0.5f); }

__global__ void stack(int *out, const int *in)
{
    int a[8];
    int top = 0;
    for (int i = 0; i < in[0]; i++)
        a[top++ & 7] = i;
    out[threadIdx.x] = a[in[1] & 7]; // @ stack uninitialized
}
static void run_stack()
{
    int h[2] = { 3, 5 };
    ZEROS(int, a, 32);
    ZEROS(int, b, 2);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    stack<<<1, 32>>>(a, b);
}

// ---- faults that have no line: status.sh ----

static void run_read_back()
{
    int h[N];
    RAW(int, a, N);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
}

__global__ void spins(int *lock, int *sum)
{
    while (atomicCAS(lock, 0, 1))
        ;
    *sum += 1;
    atomicExch(lock, 0);
}
static void run_spins() { ZEROS(int, l, 1); ZEROS(int, s, 1); spins<<<1, 32>>>(l, s); }

#define ROW(name) { #name, run_##name }
static const struct { const char *name; void (*run)(); } faults[] = {
    ROW(below), ROW(wraps), ROW(no_guard), ROW(tail), ROW(particles), ROW(next_variable), ROW(constants),
    ROW(next_constant),
    ROW(static_end), ROW(static_far), ROW(next_array), ROW(array_before), ROW(parameters), ROW(row_wraps),
    ROW(in_call), ROW(dynamic_next),
    ROW(local_far), ROW(atomic_beyond), ROW(freed_other), ROW(freed_asked), ROW(heap_over), ROW(heap_before),
    ROW(heap_freed), ROW(heap_twice), ROW(heap_inside), ROW(heap_unwritten), ROW(texture_freed),
    ROW(texture_unwritten), ROW(texture_race), ROW(in_place), ROW(tiles), ROW(warp_totals),
    ROW(plain_unlock), ROW(same_byte), ROW(reads_counter), ROW(parity), ROW(by_first), ROW(block_sums),
    ROW(lost_lock), ROW(transpose_in_place), ROW(uneven), ROW(cases), ROW(skips), ROW(in_function),
    ROW(halo), ROW(copied), ROW(beyond_n), ROW(flags), ROW(counter), ROW(smallest), ROW(fields),
    ROW(stack),
}, others[] = { ROW(read_back), ROW(spins) };

int main(int argc, char **argv)
{
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        if (argc > 1 && !strcmp(argv[1], others[i].name)) {
            others[i].run();
            cudaThreadSynchronize();
            return 0;
        }
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
