/* SPDX-License-Identifier: Apache-2.0
 * Conditions as numbers: a condition is 1, its negative -1, in every type, whatever && and || it is made of. */
#include "check.h"

enum { COUNT = 12 };

__host__ __device__ static void numbers(int a, int b, int c, int d, double *r)
{
    bool both = a > b && c > d, either = a > b || c > d;

    r[0] = (float)-(a > b && c > d);
    r[1] = -(double)-both;
    r[2] = (float)-(int)either;
    r[3] = (float)(-1 * (a > b && c > d));
    r[4] = (float)(0 - (a > b & c > d));
    r[5] = (double)-(a > b || c > d);
    r[6] = (float)(both - either);
    r[7] = (float)both;
    r[8] = (double)either;
    r[9] = (double)-(long long)both;
    r[10] = (float)(short)-(a > b ^ c > d);
    r[11] = (float)(unsigned)-(both | (a == c));
}
__global__ void device(double *r)
{
    int t = threadIdx.x;

    numbers(t & 3, t >> 2 & 3, t >> 4 & 3, t >> 6 & 3, r + COUNT * t);
}

int main()
{
    static double r[256][COUNT], want[COUNT];
    double *d;

    OK(cudaMalloc((void **)&d, sizeof r));
    device<<<1, 256>>>(d);
    OK(cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 256; t++) {
        numbers(t & 3, t >> 2 & 3, t >> 4 & 3, t >> 6 & 3, want);
        for (int k = 0; k < COUNT; k++)
            CHECK(r[t][k] == want[k]);
    }
    return failures != 0;
}
