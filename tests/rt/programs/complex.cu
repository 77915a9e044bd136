/* SPDX-License-Identifier: Apache-2.0
 * cuComplex.h: every function on device and host; Gaussian integers, whose results are known. */
#include <cuComplex.h>

#include "check.h"

#define N 8

__global__ void single(cuComplex *out, cuComplex a, cuComplex b)
{
    out[0] = cuCaddf(a, b);
    out[1] = cuCsubf(a, b);
    out[2] = cuCmulf(a, b);
    out[3] = cuCdivf(a, b);
    out[4] = cuCfmaf(a, b, make_cuComplex(1, -1));
    out[5] = cuConjf(a);
    out[6] = make_cuFloatComplex(cuCabsf(a), cuCabsf(make_cuComplex(0, 0)));
    out[7] = make_cuFloatComplex(cuCimagf(b), cuCrealf(b));
}

__global__ void twice(cuDoubleComplex *out, cuDoubleComplex a, cuDoubleComplex b)
{
    out[0] = cuCadd(a, b);
    out[1] = cuCsub(a, b);
    out[2] = cuCmul(a, b);
    out[3] = cuCdiv(a, b);
    out[4] = cuCfma(a, b, make_cuDoubleComplex(1, -1));
    out[5] = cuConj(a);
    out[6] = make_cuDoubleComplex(cuCabs(a), cuCabs(make_cuDoubleComplex(0, 0)));
    out[7] = make_cuDoubleComplex(cuCimag(b), cuCreal(b));
}

/* a = 3 + 4i, b = 2 - i */
static const double expected[N][2] = {{5, 3}, {1, 5}, {10, 5}, {0.4, 2.2}, {11, 4}, {3, -4}, {5, 0}, {-1, 2}};

int main()
{
    cuComplex *df, f[N];
    cuDoubleComplex *dd, d[N];
    OK(cudaMalloc(&df, sizeof f));
    OK(cudaMalloc(&dd, sizeof d));
    single<<<1, 1>>>(df, make_cuComplex(3, 4), make_cuComplex(2, -1));
    twice<<<1, 1>>>(dd, make_cuDoubleComplex(3, 4), make_cuDoubleComplex(2, -1));
    OK(cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) {
        CHECK(fabs(f[i].x - expected[i][0]) <= 1e-6 && fabs(f[i].y - expected[i][1]) <= 1e-6);
        CHECK(fabs(d[i].x - expected[i][0]) <= 1e-15 && fabs(d[i].y - expected[i][1]) <= 1e-15);
    }
    CHECK(cuCabsf(make_cuComplex(3e38f, 1)) == 3e38f &&
          fabs(cuCabs(make_cuDoubleComplex(-3e200, 4e200)) - 5e200) < 1e185);
    CHECK(isinf(cuCabsf(make_cuComplex(INFINITY, -INFINITY))) && isnan(cuCabs(make_cuDoubleComplex(NAN, 1))));
    CHECK(cuCdiv(make_cuDoubleComplex(1e300, 0), make_cuDoubleComplex(1e300, 0)).x == 1);
    CHECK(cuComplexFloatToDouble(make_cuComplex(1.5f, 2)).x == 1.5 &&
          cuComplexDoubleToFloat(make_cuDoubleComplex(1, 0.5)).y == 0.5f);
    return failures != 0;
}
