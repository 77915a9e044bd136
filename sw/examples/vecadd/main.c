/* SPDX-License-Identifier: Apache-2.0
 * vecadd [N]: adds two vectors on the device and checks every element. Target: GT200_TARGET (func, model, rtl, lockstep). */
#include "../example.h"

#include <stdint.h>

int main(int argc, char **argv)
{
    int n = example_arg(argc, argv, 1, 1000), wrong = 0;
    size_t bytes = (size_t)n * sizeof(float);
    float *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
    CUfunction f = example_open(argv[0], "vecadd");
    CUdeviceptr da, db, dc;

    if (!a || !b || !c)
        return 1;
    for (int i = 0; i < n; i++) {
        a[i] = (float)i * 0.5f;
        b[i] = 1000.0f - (float)i;
    }
    CHECK(cuMemAlloc(&da, bytes));
    CHECK(cuMemAlloc(&db, bytes));
    CHECK(cuMemAlloc(&dc, bytes));
    CHECK(cuMemcpyHtoD(da, a, bytes));
    CHECK(cuMemcpyHtoD(db, b, bytes));
    struct { uint32_t a, b, c; int32_t n; } args = { (uint32_t)da, (uint32_t)db, (uint32_t)dc, n };
    example_launch(f, (unsigned)(n + 127) / 128, 1, 128, 1, &args, sizeof args);
    CHECK(cuMemcpyDtoH(c, dc, bytes));
    for (int i = 0; i < n; i++)
        wrong += c[i] != a[i] + b[i];
    printf("vecadd: %d elements, %d wrong\n", n, wrong);
    free(a);
    free(b);
    free(c);
    return wrong != 0;
}
