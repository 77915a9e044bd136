/* SPDX-License-Identifier: Apache-2.0
 * Small programs that run on the device and on the host and must give the same: PROGRAM(name) { ... } computes a word
 * from its number i and 256 words a; run_programs() compares. */
#ifndef LANGUAGE_H
#define LANGUAGE_H

#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { THREADS = 96, INPUTS = 256 };
typedef unsigned (*host_program)(unsigned, const unsigned *);
typedef void (*device_program)(const unsigned *, unsigned *);
struct program {
    const char *name;
    host_program host;
    device_program device;
    struct program *next;
};
static struct program *programs;
struct enlist { enlist(struct program *p) { p->next = programs; programs = p; } };

#define PROGRAM(name)                                                                                        \
    static __host__ __device__ unsigned name(unsigned i, const unsigned *a);                                 \
    __global__ void name##_kernel(const unsigned *a, unsigned *out)                                          \
    {                                                                                                        \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                                  \
        out[i] = name(i, a);                                                                                 \
    }                                                                                                        \
    static struct program name##_program = { #name, name, name##_kernel, 0 };                                \
    static struct enlist name##_enlist(&name##_program);                                                     \
    static __host__ __device__ unsigned name(unsigned i, const unsigned *a)

/* Words of all sizes: small ones, signs, edges, arbitrary ones. */
static void fill(unsigned *a)
{
    static const unsigned edge[] = { 0,      1,      2,      3,          127,         128,         255, 256,
                                     0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000u, 0xffffffffu, 10,  100 };
    unsigned x = 12345;
    for (int i = 0; i < INPUTS; i++) {
        x = x * 1664525 + 1013904223;
        a[i] = i < 16 ? edge[i] : x >> (i % 7 == 0 ? 24 : i % 5 == 0 ? 12 : 0);
    }
}

static int run_programs(const char *only)
{
    unsigned in[INPUTS], out[THREADS], *d_in, *d_out;
    int count = 0;
    fill(in);
    OK(cudaMalloc((void **)&d_in, sizeof in));
    OK(cudaMalloc((void **)&d_out, sizeof out));
    OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
    for (struct program *p = programs; p; p = p->next) {
        if (only && strcmp(only, p->name))
            continue;
        OK(cudaMemset(d_out, 0x55, sizeof out));
        p->device<<<THREADS / 48, 48>>>(d_in, d_out);
        OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
        for (unsigned i = 0; i < THREADS; i++) {
            unsigned want = p->host(i, in);
            if (out[i] == want)
                continue;
            printf("%s(%u): %08x on the device, %08x on the host\n", p->name, i, out[i], want);
            failures++;
            break;
        }
        count++;
    }
    printf("%d programs, %d failures\n", count, failures);
    return failures != 0;
}

#endif
