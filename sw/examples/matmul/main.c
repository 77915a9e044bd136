/* SPDX-License-Identifier: Apache-2.0
 * matmul [N]: N x N matrix product, N a multiple of 16, checked against the CPU. The inputs are small integers, so that every sum is exact in
 * any order of additions and a single wrong bit shows. Target: GT200_TARGET (func, model, rtl, lockstep). */
#include "../example.h"

#include <stdint.h>

int main(int argc, char **argv)
{
    int n = example_arg(argc, argv, 1, 32), wrong = 0;
    size_t bytes = (size_t)n * n * sizeof(float);
    float *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
    CUdeviceptr da, db, dc;

    if (n % 16) {
        fprintf(stderr, "matmul: %d is not a multiple of 16\n", n);
        return 2;
    }
    if (!a || !b || !c)
        return 1;
    CUfunction f = example_open(argv[0], "matmul");
    for (int i = 0; i < n * n; i++) {
        a[i] = (float)(i * 7 % 13 - 6);
        b[i] = (float)(i * 5 % 11 - 5);
    }
    CHECK(cuMemAlloc(&da, bytes));
    CHECK(cuMemAlloc(&db, bytes));
    CHECK(cuMemAlloc(&dc, bytes));
    CHECK(cuMemcpyHtoD(da, a, bytes));
    CHECK(cuMemcpyHtoD(db, b, bytes));
    struct { uint32_t a, b, c; int32_t n; } args = { (uint32_t)da, (uint32_t)db, (uint32_t)dc, n };
    example_launch(f, (unsigned)n / 16, (unsigned)n / 16, 16, 16, &args, sizeof args);
    CHECK(cuMemcpyDtoH(c, dc, bytes));
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[y * n + k] * b[k * n + x];
            wrong += c[y * n + x] != sum;
        }
    printf("matmul: %d x %d, %d wrong\n", n, n, wrong);
    free(a);
    free(b);
    free(c);
    return wrong != 0;
}
