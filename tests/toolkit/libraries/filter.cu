/* SPDX-License-Identifier: Apache-2.0
 * A signal filtered by way of its transform, as samples of CUFFT do it: forward in place, a kernel of the program
 * multiplies, back; and the same of real numbers in two dimensions. Compared with sums on the host. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>
#include <cufft.h>

#define N 50
#define TAPS 11
#define PADDED 60
#define SIDE 12
#define CHECK(call) do { if ((call) != 0) { puts(#call); exit(1); } } while (0)

__global__ void multiply(cufftComplex *a, const cufftComplex *b, int n, float scale)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const cufftComplex u = a[i], v = b[i];
        a[i].x = scale * (u.x * v.x - u.y * v.y);
        a[i].y = scale * (u.x * v.y + u.y * v.x);
    }
}

static void near(const char *what, int i, double got, double want)
{
    if (!(fabs(got - want) < 1e-4)) {
        printf("%s, element %d: %g, expected %g\n", what, i, got, want);
        exit(1);
    }
}

static void one_dimension()
{
    cufftComplex signal[PADDED] = {}, taps[PADDED] = {}, got[PADDED], *ds, *dt;
    cufftHandle plan;

    for (int i = 0; i < N; i++)
        signal[i].x = (float)(i * i % 17) / 17;
    for (int i = 0; i < TAPS; i++)
        taps[i].x = 1.0f / (i + 1);
    CHECK(cudaMalloc((void **)&ds, sizeof signal));
    CHECK(cudaMalloc((void **)&dt, sizeof taps));
    CHECK(cudaMemcpy(ds, signal, sizeof signal, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dt, taps, sizeof taps, cudaMemcpyHostToDevice));
    CHECK(cufftPlan1d(&plan, PADDED, CUFFT_C2C, 1));
    CHECK(cufftExecC2C(plan, ds, ds, CUFFT_FORWARD));
    CHECK(cufftExecC2C(plan, dt, dt, CUFFT_FORWARD));
    multiply<<<2, 32>>>(ds, dt, PADDED, 1.0f / PADDED);
    CHECK(cufftExecC2C(plan, ds, ds, CUFFT_INVERSE));
    CHECK(cudaMemcpy(got, ds, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < PADDED; i++) {
        double sum = 0;
        for (int k = 0; k < TAPS && k <= i; k++)
            sum += signal[i - k].x * taps[k].x;
        near("filtered", i, got[i].x, sum);
    }
    CHECK(cufftDestroy(plan));
    CHECK(cudaFree(ds));
    CHECK(cudaFree(dt));
}

static void two_dimensions()
{
    double image[SIDE][SIDE], got[SIDE][SIDE];
    cufftDoubleReal *di;
    cufftDoubleComplex *df, corner;
    cufftHandle forward, back;
    double sum = 0;

    for (int i = 0; i < SIDE * SIDE; i++)
        sum += image[i / SIDE][i % SIDE] = i * 7 % 13;
    CHECK(cudaMalloc((void **)&di, sizeof image));
    CHECK(cudaMalloc((void **)&df, SIDE * (SIDE / 2 + 1) * sizeof *df));
    CHECK(cudaMemcpy(di, image, sizeof image, cudaMemcpyHostToDevice));
    CHECK(cufftPlan2d(&forward, SIDE, SIDE, CUFFT_D2Z));
    CHECK(cufftPlan2d(&back, SIDE, SIDE, CUFFT_Z2D));
    CHECK(cufftExecD2Z(forward, di, df));
    CHECK(cudaMemcpy(&corner, df, sizeof corner, cudaMemcpyDeviceToHost));
    near("sum", 0, corner.x, sum);
    CHECK(cufftExecZ2D(back, df, di));
    CHECK(cudaMemcpy(got, di, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < SIDE * SIDE; i++)
        near("there and back", i, got[i / SIDE][i % SIDE] / (SIDE * SIDE), image[i / SIDE][i % SIDE]);
    CHECK(cufftDestroy(forward));
    CHECK(cufftDestroy(back));
}

int main()
{
    one_dimension();
    two_dimensions();
    puts("ok");
    return 0;
}
