/* SPDX-License-Identifier: Apache-2.0
 * What the example programs share: error checks, the size on the command line, device memory, time on the device,
 * random inputs, the verdict. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <vector>

#define CHECK(call)                                                                                             \
    do {                                                                                                        \
        cudaError_t rc_ = (call);                                                                               \
        if (rc_ != cudaSuccess) {                                                                               \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(rc_));             \
            exit(1);                                                                                            \
        }                                                                                                       \
    } while (0)

/* The first argument as a size of `least` to `most` and a multiple of `step`; without one, `otherwise`. Exit 2 if it
 * is none. */
static inline int size_argument(int argc, char **argv, int otherwise, int least, int most, int step)
{
    if (argc < 2)
        return otherwise;
    char *end;
    long n = strtol(argv[1], &end, 0);
    if (end == argv[1] || *end || n < least || n > most || n % step) {
        fprintf(stderr, "%s: size '%s': expected %d to %d, a multiple of %d\n", argv[0], argv[1], least, most, step);
        exit(2);
    }
    return (int)n;
}

static inline int power_of_two_argument(int argc, char **argv, int otherwise, int least, int most)
{
    int n = size_argument(argc, argv, otherwise, least, most, 1);
    if (n & (n - 1)) {
        fprintf(stderr, "%s: size %d: expected a power of two\n", argv[0], n);
        exit(2);
    }
    return n;
}

static inline int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }

/* Device memory of n elements; of a vector's elements; back into a vector. */
template <class T> T *device_array(size_t n)
{
    void *p;
    CHECK(cudaMalloc(&p, n * sizeof(T)));
    return (T *)p;
}

template <class T> T *to_device(const std::vector<T> &v)
{
    T *p = device_array<T>(v.size());
    CHECK(cudaMemcpy(p, &v[0], v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <class T> std::vector<T> to_host(const T *p, size_t n)
{
    std::vector<T> v(n);
    CHECK(cudaMemcpy(&v[0], p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
}

/* Time of the launches between start() and stop(), in ms; `total` adds them up. */
struct Stopwatch {
    cudaEvent_t begin, end;
    float total;

    Stopwatch() : total(0)
    {
        CHECK(cudaEventCreate(&begin));
        CHECK(cudaEventCreate(&end));
    }
    ~Stopwatch()
    {
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
    }
    void start() { CHECK(cudaEventRecord(begin, 0)); }
    float stop()
    {
        float ms = 0;
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(end, 0));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        total += ms;
        return ms;
    }
};

/* The same numbers on every machine. */
struct Random {
    unsigned state;

    Random() : state(2008) {}
    unsigned word()
    {
        state = state * 1664525u + 1013904223u;
        return state ^ state >> 15;
    }
    unsigned below(unsigned n) { return (word() >> 8) % n; }
    float between(float low, float high) { return low + (high - low) * (float)(word() >> 8) / 16777216.0f; }
};

/* One kernel of several that the program compares. */
static inline void report(const char *kernel, float ms, long wrong)
{
    printf("  %-24s %12.3f us  %s\n", kernel, 1000 * ms, wrong ? "MISMATCH" : "ok");
}

/* The last line of every program, and its exit status. */
static inline int verdict(const char *program, const char *what, const Stopwatch &watch, long wrong)
{
    printf("%s: %s, %.3f us on the device: ", program, what, 1000 * watch.total);
    if (wrong)
        printf("MISMATCH, %ld wrong\n", wrong);
    else
        printf("ok\n");
    return wrong ? 1 : 0;
}

/* An 8-bit picture of three colours per pixel. */
static inline void write_ppm(const char *path, int width, int height, const std::vector<unsigned char> &rgb)
{
    FILE *f = fopen(path, "wb");
    if (!f || fprintf(f, "P6\n%d %d\n255\n", width, height) < 0 || fwrite(&rgb[0], 1, rgb.size(), f) != rgb.size() ||
        fclose(f)) {
        perror(path);
        exit(1);
    }
    printf("  picture: %s\n", path);
}

#endif
