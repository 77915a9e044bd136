/* SPDX-License-Identifier: Apache-2.0
 * The power method with the interface of CUDA 4.0: a kernel of the program makes the matrix, CUBLAS multiplies and
 * norms, with scalars on the host and on the device, in a stream. The largest eigenvalue is n + 1. */
#include <stdio.h>
#include <stdlib.h>

#include <cublas_v2.h>
#include <cuda_runtime.h>

#define N 24
#define CHECK(call) do { if ((call) != 0) { puts(#call); exit(1); } } while (0)

/* Ones, and one more on the diagonal. */
__global__ void make(double *a, double *x)
{
    a[blockIdx.x * N + threadIdx.x] = 1.0 + (blockIdx.x == threadIdx.x);
    if (blockIdx.x == 0)
        x[threadIdx.x] = threadIdx.x == 0;
}

int main()
{
    double *a, *x, *y, *scalars, one = 1, zero = 0, norm = 0;
    const double host[2] = { 1, 0 };
    cublasHandle_t blas;
    cudaStream_t stream;

    CHECK(cublasCreate(&blas));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cublasSetStream(blas, stream));
    CHECK(cudaMalloc((void **)&a, N * N * sizeof(double)));
    CHECK(cudaMalloc((void **)&x, N * sizeof(double)));
    CHECK(cudaMalloc((void **)&y, N * sizeof(double)));
    CHECK(cudaMalloc((void **)&scalars, sizeof host));
    CHECK(cudaMemcpy(scalars, host, sizeof host, cudaMemcpyHostToDevice));
    make<<<N, N, 0, stream>>>(a, x);
    for (int i = 0; i < 16; i++) {
        if (i % 2) {
            CHECK(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
            CHECK(cublasDgemv(blas, CUBLAS_OP_N, N, N, scalars, a, N, x, 1, scalars + 1, y, 1));
            CHECK(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST));
        } else {
            CHECK(cublasDsymv(blas, CUBLAS_FILL_MODE_LOWER, N, &one, a, N, x, 1, &zero, y, 1));
        }
        CHECK(cublasDnrm2(blas, N, y, 1, &norm));
        const double scale = 1 / norm;
        CHECK(cublasDscal(blas, N, &scale, y, 1));
        CHECK(cublasDcopy(blas, N, y, 1, x, 1));
    }
    if (norm < N + 1 - 1e-9 || norm > N + 1 + 1e-9) {
        printf("eigenvalue %.12f\n", norm);
        return 1;
    }
    CHECK(cudaStreamDestroy(stream));
    CHECK(cublasDestroy(blas));
    puts("ok");
    return 0;
}
