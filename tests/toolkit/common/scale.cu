/* SPDX-License-Identifier: Apache-2.0 */
#include <scale.h>

__global__ void scale_kernel(float *p, float by)
{
    p[threadIdx.x] *= by;
}

void scale(float *p, int n, float by)
{
    scale_kernel<<<1, n>>>(p, by);
}
