/* SPDX-License-Identifier: Apache-2.0
 *
 * The types and the functions most called of CUBLAS (its first interface), for programs that name them. This toolkit
 * has no CUBLAS: a program that calls it is not linked.
 */
#ifndef GT200_CUBLAS_H
#define GT200_CUBLAS_H

#include "cuComplex.h"
#include "driver_types.h"

typedef unsigned int cublasStatus;
#define CUBLAS_STATUS_SUCCESS          0x00000000
#define CUBLAS_STATUS_NOT_INITIALIZED  0x00000001
#define CUBLAS_STATUS_ALLOC_FAILED     0x00000003
#define CUBLAS_STATUS_INVALID_VALUE    0x00000007
#define CUBLAS_STATUS_ARCH_MISMATCH    0x00000008
#define CUBLAS_STATUS_MAPPING_ERROR    0x0000000B
#define CUBLAS_STATUS_EXECUTION_FAILED 0x0000000D
#define CUBLAS_STATUS_INTERNAL_ERROR   0x0000000E

#ifdef __cplusplus
extern "C" {
#endif
cublasStatus cublasInit(void);
cublasStatus cublasShutdown(void);
cublasStatus cublasGetError(void);
cublasStatus cublasAlloc(int n, int size, void **device);
cublasStatus cublasFree(void *device);
cublasStatus cublasSetVector(int n, int size, const void *x, int incx, void *device, int incy);
cublasStatus cublasGetVector(int n, int size, const void *device, int incx, void *y, int incy);
cublasStatus cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb);
cublasStatus cublasGetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb);
cublasStatus cublasSetKernelStream(cudaStream_t stream);

/* T: S or D, in the names of two functions i: s or d; R: its type. */
#define __GT_CUBLAS(T, i, R) \
    int cublasI##i##amax(int n, const R *x, int incx); \
    int cublasI##i##amin(int n, const R *x, int incx); \
    R cublas##T##asum(int n, const R *x, int incx); \
    R cublas##T##dot(int n, const R *x, int incx, const R *y, int incy); \
    R cublas##T##nrm2(int n, const R *x, int incx); \
    void cublas##T##axpy(int n, R alpha, const R *x, int incx, R *y, int incy); \
    void cublas##T##copy(int n, const R *x, int incx, R *y, int incy); \
    void cublas##T##scal(int n, R alpha, R *x, int incx); \
    void cublas##T##swap(int n, R *x, int incx, R *y, int incy); \
    void cublas##T##gemv(char trans, int m, int n, R alpha, const R *a, int lda, const R *x, int incx, R beta, R *y, \
                         int incy); \
    void cublas##T##ger(int m, int n, R alpha, const R *x, int incx, const R *y, int incy, R *a, int lda); \
    void cublas##T##gemm(char transa, char transb, int m, int n, int k, R alpha, const R *a, int lda, const R *b, \
                         int ldb, R beta, R *c, int ldc); \
    void cublas##T##syrk(char uplo, char trans, int n, int k, R alpha, const R *a, int lda, R beta, R *c, int ldc); \
    void cublas##T##trsm(char side, char uplo, char transa, char diag, int m, int n, R alpha, const R *a, int lda, \
                         R *b, int ldb);
__GT_CUBLAS(S, s, float)
__GT_CUBLAS(D, d, double)
#undef __GT_CUBLAS
#ifdef __cplusplus
}
#endif
#endif
