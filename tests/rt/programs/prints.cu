/* SPDX-License-Identifier: Apache-2.0
 * What kernels print: formats, strings of every memory, the order of each thread, the size of the ring; assertions. */
#include <assert.h>
#include <cstdio>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

enum which { none, some = 3 };
struct point {
    float x, y;
    __device__ void show() const { printf("(%g, %g)\n", x, y); }
};
template <class T> __device__ void show(const char *format, T v) { std::printf(format, v); }
static __host__ __device__ int both(int v) { return printf("both %d\n", v); }

__global__ void formats(int n, int *results)
{
    const float4 v = make_float4(1, 2, 3, 4);
    const unsigned char u = 200;
    const signed char s = -3;
    const bool yes = n == 5;
    volatile float f = n * 0.3f;

    results[0] = printf("no arguments\n");
    results[1] = printf("%d %i %u %x %X %o %c\n", n, -n, 3000000000u, 255, 0xabc, 8, 'a' + n);
    printf("%5d|%-5d|%05d|%+d|% d|%#x|%.3d|%*d|%-*d|\n", n, n, n, n, n, 255, n, 4, n, 3, n);
    printf("%lld %llu %llx %ld %lu %zu\n", -5000000000ll, 1ull << 63, 0x123456789abcdefull, -7l, 7ul, sizeof v);
    printf("%hd %hu %hhd %hhu\n", 70000, 70000, 300, 300);
    printf("%f %.2f %8.3f %-9.1f| %e %G %a\n", f, f, -f, f, 12345.678, 1e-10, 0.5);
    printf("(%g, %g, %g, %g) %d %u %d %d %d\n", v.x, v.y, v.z, v.w, u, u, s, yes, some);
    printf("%f %f\n", 1.0f / (n - 5), -1.0 / (n - 5));
    printf("100%% %q %d\n", 3);
    results[2] = printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d "
                        "%d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
                        25, 26, 27, 28, 29, 30, 31, 32);
    const point p = { 1.5f, -2 };
    p.show();
    show("template %g\n", 2.5f);
    show("template %s\n", "text");
    both(n);
    results[3] = printf((const char *)0);
}
static const char formats_say[] = "no arguments\n5 -5 3000000000 ff ABC 10 f\n"
    "    5|5    |00005|+5| 5|0xff|005|   5|5  |\n-5000000000 9223372036854775808 123456789abcdef -7 7 16\n"
    "4464 4464 44 44\n1.500000 1.50   -1.500 1.5      | 1.234568e+04 1E-10 0x1p-1\n"
    "(1, 2, 3, 4) 200 200 -3 1 3\ninf -inf\n100% %q 3\n"
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32\n"
    "(1.5, -2)\ntemplate 2.5\ntemplate text\nboth 5\n";

__global__ void strings(const char *global)
{
    __shared__ char shared[32];
    char own[12] = "own -";

    shared[threadIdx.x] = threadIdx.x < 16 ? 'a' + threadIdx.x : 0;
    __syncthreads();
    own[4] = '0' + threadIdx.x % 10;
    if (threadIdx.x == 7)
        printf("%s|%s|%s|%s|%6.3s|%s|%p\n", own, shared, global, "", shared + 3, (char *)0, (void *)16);
}
static const char strings_say[] = "own 7|abcdefghijklmnop|from the host||   def|(null)|0x10\n";

__global__ void order(int n)
{
    for (int i = 0; i < n; i++)
        printf("%d %d %d\n", blockIdx.x, threadIdx.x, i);
}

__global__ void checked(const int *p, int n)
{
    const int i = threadIdx.x + blockDim.x * blockIdx.x;
    printf("before\n");
    assert(p[i] < n && "small");
    if (i < n)
        assert(i >= 0);
}

/* What a kernel writes to a stream of ours; the result is static. */
static const char *captured(FILE *stream, void (*run)())
{
    static char text[1 << 20];
    FILE *file = tmpfile();
    const int old = dup(fileno(stream));

    fflush(stream);
    dup2(fileno(file), fileno(stream));
    run();
    cudaDeviceSynchronize();        /* by then it has been printed, on any target */
    fflush(stream);
    dup2(old, fileno(stream));
    close(old);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static int *device;
static int blocks, threads, times;

static void run_formats() { formats<<<1, 1>>>(5, device); }
static void run_strings() { strings<<<1, 32>>>((const char *)device); }
static void run_order() { order<<<blocks, threads>>>(times); }
static void run_checked() { checked<<<2, 32>>>(device, 40); }
static cudaError_t last;
static void run_checked_quietly() { captured(stdout, run_checked); last = cudaDeviceSynchronize(); }

/* Every thread's lines are there in their order. */
static void ordered(const char *text)
{
    static int next[64][64];
    int lines = 0;

    memset(next, 0, sizeof next);
    for (const char *p = text; *p; p = strchr(p, '\n') + 1, lines++) {
        int b, t, i;
        CHECK(sscanf(p, "%d %d %d\n", &b, &t, &i) == 3 && b < blocks && t < threads && next[b][t]++ == i);
    }
    CHECK(lines == blocks * threads * times);
}

int main()
{
    int h[64] = { 0 };
    const char *text;
    size_t limit = 0;

    OK(cudaMalloc((void **)&device, sizeof h));
    text = captured(stdout, run_formats);
    CHECK(!strcmp(text, formats_say));
    if (strcmp(text, formats_say))
        printf("%s", text);
    OK(cudaMemcpy(h, device, 16, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 0 && h[1] == 7 && h[2] == 32 && h[3] == -1);
    OK(cudaMemcpy(device, "from the host", 14, cudaMemcpyHostToDevice));
    text = captured(stdout, run_strings);
    CHECK(!strcmp(text, strings_say));
    if (strcmp(text, strings_say))
        printf("%s", text);
    CHECK(both(3) == 7);            /* the host's */

    blocks = 3, threads = 40, times = 4;
    ordered(captured(stdout, run_order));
    OK(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize));
    CHECK(limit == 1 << 20);
    /* A ring of 4 KB has room for the last 93 of 120 records, of 11 words each. */
    OK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4000));
    OK(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize));
    CHECK(limit == 4096);
    blocks = 1, threads = 1, times = 120;
    text = captured(stdout, run_order);
    CHECK(!strncmp(text, "0 0 27\n0 0 28\n", 14) && strstr(text, "\n0 0 119\n"));
    times = 93;
    ordered(captured(stdout, run_order));
    CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, (size_t)1 << 40) == cudaErrorInvalidValue);
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096) == cudaErrorUnsupportedLimit);
    OK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 16));

    /* An assertion that fails ends the launch, and the context with it. */
    for (int i = 0; i < 64; i++)
        h[i] = i == 41 || i == 45 ? 99 : 0;
    OK(cudaMemcpy(device, h, sizeof h, cudaMemcpyHostToDevice));
    text = captured(stderr, run_checked_quietly);
    CHECK(last == cudaErrorAssert);
    const char *first = strstr(text, "prints.cu:"), *second = first ? strchr(first, '\n') : NULL;
    CHECK(first && strstr(first, "void checked(const int *, int): block: [1,0,0], thread: [9,0,0] "
                                 "Assertion `p[i] < n && \"small\"` failed.\n"));
    CHECK(second && strstr(second, "thread: [13,0,0] Assertion `p[i] < n && \"small\"` failed.\n"));
    CHECK(strstr(cudaGetErrorString(cudaGetLastError()), "thread: [9,0,0] Assertion `p[i] < n"));
    CHECK(cudaMalloc((void **)&device, 4) == cudaErrorAssert);
    OK(cudaDeviceReset());
    OK(cudaMalloc((void **)&device, sizeof h));
    OK(cudaMemset(device, 0, sizeof h));
    CHECK(!strncmp(captured(stdout, run_checked), "before\nbefore\n", 14));
    OK(cudaDeviceSynchronize());
    printf("%d failures\n", failures);
    return failures != 0;
}
