/* SPDX-License-Identifier: Apache-2.0
 * Volatile variables of a thread whose address is not taken live in registers, and every value that is stored in them
 * is computed. */
#include "check.h"

/* Eight operations that an ordinary variable would need one of, or none. */
__global__ void chain(unsigned *o, int p)
{
    volatile int a = p, b = p + 1;
    unsigned t = clock();

    a = abs(b);
    b = abs(a);
    a = abs(b);
    b = abs(a);
    a = abs(b);
    b = abs(a);
    a = abs(b);
    b = abs(a);
    o[0] = clock() - t;
    o[1] = a + b;
}

/* Every type, in a loop. */
__global__ void types(double *o, int n)
{
    volatile char c = 0;
    volatile unsigned short s = 1;
    volatile int i = 2;
    volatile long long l = 3;
    volatile float f = 4;
    volatile double d = 5;
    volatile bool odd = false;

    for (volatile int k = 0; k < n; k++) {
        c += 7;
        s = s * 3;
        i += s;
        l = l * 5 - i;
        f = f * 0.5f + c;
        d += f;
        odd = !odd;
    }
    o[0] = c;
    o[1] = s;
    o[2] = i;
    o[3] = (double)l;
    o[4] = f;
    o[5] = d;
    o[6] = odd;
}

/* Its address is taken, or it is an array: in memory, where both names see the same. */
__global__ void addressed(int *o, int n)
{
    volatile int a = n, v[4] = { 1, 2, 3, 4 };
    volatile int *p = n > 5 ? &a : &v[n & 3];

    *p = 100;
    o[0] = a + v[n & 3];
}

int main()
{
    cudaFuncAttributes has;
    unsigned *d, h[2];
    double r[7];

    OK(cudaMalloc((void **)&d, sizeof r));
    OK(cudaFuncGetAttributes(&has, chain));
    CHECK(has.localSizeBytes == 0);
    OK(cudaFuncGetAttributes(&has, types));
    CHECK(has.localSizeBytes == 0);
    chain<<<1, 1>>>(d, -5);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] >= 2 * 8 && h[1] == 4 + 4);       /* a clock of func is half a warp instruction */

    types<<<1, 1>>>((double *)d, 9);
    OK(cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost));
    int i = 2;
    unsigned short s = 1;
    long long l = 3;
    float f = 4;
    double sum = 5;
    for (int k = 1; k <= 9; k++) {
        s = (unsigned short)(s * 3);
        i += s;
        l = l * 5 - i;
        f = f * 0.5f + 7 * k;
        sum += f;
    }
    CHECK(r[0] == 63 && r[1] == s && r[2] == i && r[3] == (double)l && r[4] == f && r[5] == sum && r[6] == 1);

    addressed<<<1, 1>>>((int *)d, 7);
    OK(cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 100 + 4);
    addressed<<<1, 1>>>((int *)d, 2);
    OK(cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 2 + 100);
    return failures != 0;
}
