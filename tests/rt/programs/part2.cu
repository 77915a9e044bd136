/* SPDX-License-Identifier: Apache-2.0 */
#include "parts.h"

static __constant__ int value[4] = { 100, 200, 300, 400 };
static __device__ int counter = 20;
static __global__ void get(int *p) { p[threadIdx.x] = value[threadIdx.x] + counter; }

void second(int *d)
{
    fill<7><<<1, 4>>>(d);
    get<<<1, 4>>>(d);
}
