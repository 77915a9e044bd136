/* SPDX-License-Identifier: Apache-2.0
 * reduce [N]: sum of N integers, partial sums per block added up on the host. Target: GT200_TARGET (func, model, rtl, lockstep). */
#include "../example.h"

#include <stdint.h>

#define BLOCKS 6
#define THREADS 128

int main(int argc, char **argv)
{
    int n = example_arg(argc, argv, 1, 5000);
    size_t bytes = (size_t)n * sizeof(int32_t);
    int32_t *in = malloc(bytes), part[BLOCKS];
    uint32_t expected = 0, sum = 0;
    CUdeviceptr din, dout;

    if (!in)
        return 1;
    CUfunction f = example_open(argv[0], "reduce");
    for (int i = 0; i < n; i++) {
        in[i] = (int32_t)((uint32_t)i * 2654435761u);
        expected += (uint32_t)in[i];
    }
    CHECK(cuMemAlloc(&din, bytes));
    CHECK(cuMemAlloc(&dout, sizeof part));
    CHECK(cuMemcpyHtoD(din, in, bytes));
    struct { uint32_t in, out; int32_t n; } args = { (uint32_t)din, (uint32_t)dout, n };
    example_launch(f, BLOCKS, 1, THREADS, 1, &args, sizeof args);
    CHECK(cuMemcpyDtoH(part, dout, sizeof part));
    for (int i = 0; i < BLOCKS; i++)
        sum += (uint32_t)part[i];
    printf("reduce: %d integers, sum %08x, expected %08x\n", n, sum, expected);
    free(in);
    return sum != expected;
}
