/* SPDX-License-Identifier: Apache-2.0
 * A product of matrices as programs of CUDA 1.x to 3.x make it: cublas.h, no kernel of their own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <cublas.h>

#define N 40

int main(void)
{
    static float a[N * N], b[N * N], c[N * N], got[N * N];
    float *da, *db, *dc;

    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(i % 11) - 5;
        b[i] = (float)(i % 7) / 8;
        c[i] = (float)(i % 5);
    }
    if (cublasInit() != CUBLAS_STATUS_SUCCESS || cublasAlloc(N * N, sizeof *da, (void **)&da) ||
        cublasAlloc(N * N, sizeof *db, (void **)&db) || cublasAlloc(N * N, sizeof *dc, (void **)&dc) ||
        cublasSetVector(N * N, sizeof *a, a, 1, da, 1) || cublasSetVector(N * N, sizeof *b, b, 1, db, 1) ||
        cublasSetMatrix(N, N, sizeof *c, c, N, dc, N)) {
        puts("no device");
        return 1;
    }
    cublasSgemm('n', 'n', N, N, N, 2.0f, da, N, db, N, -1.0f, dc, N);
    if (cublasGetError() != CUBLAS_STATUS_SUCCESS || cublasGetVector(N * N, sizeof *got, dc, 1, got, 1)) {
        puts("cublasSgemm failed");
        return 1;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i + k * N] * b[k + j * N];
            if (got[i + j * N] != 2 * sum - c[i + j * N]) {     /* exact: small numbers of few bits */
                printf("element %d, %d: %g\n", i, j, got[i + j * N]);
                return 1;
            }
        }
    cublasSgemm('x', 'n', N, N, N, 1, da, N, db, N, 0, dc, N);
    if (cublasGetError() != CUBLAS_STATUS_INVALID_VALUE || cublasGetError() != CUBLAS_STATUS_SUCCESS) {
        puts("a wrong letter was taken");
        return 1;
    }
    if (cublasFree(da) || cublasFree(db) || cublasFree(dc) || cublasShutdown() ||
        cublasSetKernelStream(0) != CUBLAS_STATUS_NOT_INITIALIZED) {
        puts("no clean end");
        return 1;
    }
    puts("ok");
    return 0;
}
