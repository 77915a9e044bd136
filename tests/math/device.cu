/* SPDX-License-Identifier: Apache-2.0
 *
 * The math library on the device beside the same text on the host, bit for bit.
 *
 *     device FILE        FILE from `gt200_math_accuracy --values FILE`
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

#define F64(name) __global__ void k_##name(const double *x, const double *, double *r, int n) \
    { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) r[i] = name(x[i]); }
#define F64_2(name) __global__ void k_##name(const double *x, const double *y, double *r, int n) \
    { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) r[i] = name(x[i], y[i]); }
#define F32(name) __global__ void k_##name(const double *x, const double *, double *r, int n) \
    { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) r[i] = (double)name((float)x[i]); }
#define F32_2(name) __global__ void k_##name(const double *x, const double *y, double *r, int n) \
    { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) r[i] = (double)name((float)x[i], (float)y[i]); }
MATH_VALUES(F64, F64_2, F32, F32_2)

struct entry { const char *name; void (*kernel)(const double *, const double *, double *, int); };
#define ENTRY(name) { #name, k_##name },
static const entry entries[] = { MATH_VALUES(ENTRY, ENTRY, ENTRY, ENTRY) };

static int check(const entry *e, const math_values *v)
{
    double *x, *y, *r, got[MATH_SAMPLES];
    size_t bytes = sizeof got;
    int wrong = 0;

    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
    cudaMalloc(&r, bytes);
    cudaMemcpy(x, v->x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(y, v->y, bytes, cudaMemcpyHostToDevice);
    e->kernel<<<(MATH_SAMPLES + 63) / 64, 64>>>(x, y, r, MATH_SAMPLES);
    cudaError_t rc = cudaMemcpy(got, r, bytes, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    cudaFree(r);
    if (rc != cudaSuccess) {
        printf("%s: %s\n", e->name, cudaGetErrorString(rc));
        return 1;
    }
    for (int i = 0; i < MATH_SAMPLES; i++)
        if (memcmp(&got[i], &v->r[i], 8) && !(got[i] != got[i] && v->r[i] != v->r[i]) && wrong++ < 3)
            printf("%s(%a, %a) = %a, expected %a\n", e->name, v->x[i], v->y[i], got[i], v->r[i]);
    return wrong != 0;
}

int main(int argc, char **argv)
{
    static math_values v;
    const int count = (int)(sizeof entries / sizeof entries[0]);
    int failed = 0;
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;

    if (!f) {
        fprintf(stderr, argc == 2 ? "device: %s: cannot be read\n" : "usage: device FILE\n", argv[1]);
        return 2;
    }
    for (int i = 0; i < count; i++) {
        if (fread(&v, sizeof v, 1, f) != 1 || strcmp(v.name, entries[i].name)) {
            fprintf(stderr, "device: %s: expected the values of %s\n", argv[1], entries[i].name);
            return 1;
        }
        failed += check(&entries[i], &v);
    }
    fclose(f);
    printf("%d functions, %d values each: %d passed, %d failed\n", count, MATH_SAMPLES, count - failed, failed);
    return failed != 0;
}
