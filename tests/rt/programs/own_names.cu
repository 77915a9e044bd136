/* SPDX-License-Identifier: Apache-2.0
 * A program's own functions and variables by names that the parts of the runtime use among themselves: both keep
 * theirs. */
#include <stdio.h>
#include <string>
#include <vector>

#include "check.h"

extern "C" {
int lo = 40;
int hi[2] = { 1, 2 };
unsigned sampler(void) { return 7; }
int decode(int x) { return x + 1; }
const char *cubin_read(const char *s) { return s; }
int ptxas_compile = 3;
int sm_event(int x) { return 2 * x; }
int wb_cycle(void) { return 11; }
int gt_launch = 5;
}
double kernels(double x) { return x / 2; }

__constant__ int table[4] = { 3, 5, 7, 9 };

__global__ void scale(int *p, int by)
{
    p[threadIdx.x] = threadIdx.x * by + table[threadIdx.x & 3];
}

int main(void)
{
    std::vector<int> h(32);
    std::string text("own");
    int *d, wrong = 0;

    CHECK(cudaMalloc((void **)&d, 128) == cudaSuccess);
    scale<<<1, 32>>>(d, decode(lo) - (int)sampler());
    CHECK(cudaMemcpy(&h[0], d, 128, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < 32; i++)
        wrong += h[i] != 34 * i + 2 * (i & 3) + 3;
    CHECK(wrong == 0);
    CHECK(lo == 40 && hi[1] == 2 && text + cubin_read("ed") == "owned" && ptxas_compile == 3);
    CHECK(sm_event(4) == 8 && wb_cycle() == 11 && gt_launch == 5 && kernels(3) == 1.5);
    return failures != 0;
}
