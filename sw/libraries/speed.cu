/* SPDX-License-Identifier: Apache-2.0
 * speed ROUTINE N [BATCH]: simulated time of a routine of the libraries, on whatever GT200_TARGET and GT200_CHIP say.
 * ROUTINE: sgemm, dgemm (N x N, no transposition), sgemm_t, dgemm_t (the first operand transposed), sgemv, or fft (of N
 * complex floats, BATCH of them, in place; 5 N log2 N operations). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cublas_v2.h>
#include <cufft.h>

#define CHECK(call) do { if ((call) != 0) { fprintf(stderr, "speed: %s failed\n", #call); exit(1); } } while (0)

static int run(cublasHandle_t blas, const char *what, int n, cufftHandle plan, void *a, void *b, void *c)
{
    const float one = 1, zero = 0;
    const double done = 1, dzero = 0;
    const cublasOperation_t op = strstr(what, "_t") ? CUBLAS_OP_T : CUBLAS_OP_N;

    if (!strncmp(what, "sgemm", 5))
        return cublasSgemm(blas, op, CUBLAS_OP_N, n, n, n, &one, (float *)a, n, (float *)b, n, &zero, (float *)c, n);
    if (!strncmp(what, "dgemm", 5))
        return cublasDgemm(blas, op, CUBLAS_OP_N, n, n, n, &done, (double *)a, n, (double *)b, n, &dzero, (double *)c,
                           n);
    if (!strcmp(what, "sgemv"))
        return cublasSgemv(blas, op, n, n, &one, (float *)a, n, (float *)b, 1, &zero, (float *)c, 1);
    return cufftExecC2C(plan, (cufftComplex *)a, (cufftComplex *)a, CUFFT_FORWARD);
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";
    const int n = argc > 2 ? atoi(argv[2]) : 0, batch = argc > 3 ? atoi(argv[3]) : 1;
    const bool fft = !strcmp(what, "fft"), gemm = strstr(what, "gemm") != NULL;
    const size_t bytes = fft ? (size_t)n * batch * 8 : (size_t)n * n * 8;
    cublasHandle_t blas;
    cufftHandle plan = 0;
    cudaEvent_t begin, end;
    void *a[3];
    float ms;

    if (n < 1 || batch < 1 || !(fft || gemm || !strcmp(what, "sgemv"))) {
        fprintf(stderr, "usage: speed sgemm|sgemm_t|dgemm|dgemm_t|sgemv|fft N [BATCH]\n");
        return 2;
    }
    CHECK(cublasCreate(&blas));
    for (int i = 0; i < 3; i++) {
        CHECK(cudaMalloc(&a[i], bytes));
        CHECK(cudaMemset(a[i], 0, bytes));
    }
    if (fft)
        CHECK(cufftPlan1d(&plan, n, CUFFT_C2C, batch));
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(begin, 0));
    CHECK(run(blas, what, n, plan, a[0], a[1], a[2]));
    CHECK(cudaEventRecord(end, 0));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    const double operations = fft ? 5.0 * n * batch * log2(n) : gemm ? 2.0 * n * n * n : 2.0 * n * n;
    printf("%s %d x %d: %.4f ms, %.2f Gflop/s\n", what, n, batch, ms, operations / ms / 1e6);
    return 0;
}
