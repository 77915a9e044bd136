/* SPDX-License-Identifier: Apache-2.0
 *
 * CUBLAS without handles, its first interface: cublasInit, then functions with scalars by value and letters for
 * transposition, triangle, side and diagonal. cublasGetError gives the last failure of the host thread.
 */
#ifndef GT200_CUBLAS_H
#define GT200_CUBLAS_H

#include "cublas_api.h"

#ifdef GT200_CUBLAS_V2_H
#error "cublas.h and cublas_v2.h have functions of the same names: include one of them"
#endif

typedef cublasStatus_t cublasStatus;

#ifdef __cplusplus
extern "C" {
#endif
cublasStatus cublasInit(void);
cublasStatus cublasShutdown(void);
cublasStatus cublasGetError(void);
cublasStatus cublasGetVersion(int *version);
cublasStatus cublasAlloc(int n, int size, void **device);
cublasStatus cublasFree(void *device);
cublasStatus cublasSetKernelStream(cudaStream_t stream);

int cublasIsamax(int n, const float *x, int incx);
int cublasIdamax(int n, const double *x, int incx);
int cublasIcamax(int n, const cuComplex *x, int incx);
int cublasIzamax(int n, const cuDoubleComplex *x, int incx);
int cublasIsamin(int n, const float *x, int incx);
int cublasIdamin(int n, const double *x, int incx);
int cublasIcamin(int n, const cuComplex *x, int incx);
int cublasIzamin(int n, const cuDoubleComplex *x, int incx);
float cublasSasum(int n, const float *x, int incx);
double cublasDasum(int n, const double *x, int incx);
float cublasScasum(int n, const cuComplex *x, int incx);
double cublasDzasum(int n, const cuDoubleComplex *x, int incx);
float cublasSnrm2(int n, const float *x, int incx);
double cublasDnrm2(int n, const double *x, int incx);
float cublasScnrm2(int n, const cuComplex *x, int incx);
double cublasDznrm2(int n, const cuDoubleComplex *x, int incx);
float cublasSdot(int n, const float *x, int incx, const float *y, int incy);
double cublasDdot(int n, const double *x, int incx, const double *y, int incy);
cuComplex cublasCdotu(int n, const cuComplex *x, int incx, const cuComplex *y, int incy);
cuDoubleComplex cublasZdotu(int n, const cuDoubleComplex *x, int incx, const cuDoubleComplex *y, int incy);
cuComplex cublasCdotc(int n, const cuComplex *x, int incx, const cuComplex *y, int incy);
cuDoubleComplex cublasZdotc(int n, const cuDoubleComplex *x, int incx, const cuDoubleComplex *y, int incy);
void cublasSaxpy(int n, float alpha, const float *x, int incx, float *y, int incy);
void cublasDaxpy(int n, double alpha, const double *x, int incx, double *y, int incy);
void cublasCaxpy(int n, cuComplex alpha, const cuComplex *x, int incx, cuComplex *y, int incy);
void cublasZaxpy(int n, cuDoubleComplex alpha, const cuDoubleComplex *x, int incx, cuDoubleComplex *y, int incy);
void cublasScopy(int n, const float *x, int incx, float *y, int incy);
void cublasDcopy(int n, const double *x, int incx, double *y, int incy);
void cublasCcopy(int n, const cuComplex *x, int incx, cuComplex *y, int incy);
void cublasZcopy(int n, const cuDoubleComplex *x, int incx, cuDoubleComplex *y, int incy);
void cublasSswap(int n, float *x, int incx, float *y, int incy);
void cublasDswap(int n, double *x, int incx, double *y, int incy);
void cublasCswap(int n, cuComplex *x, int incx, cuComplex *y, int incy);
void cublasZswap(int n, cuDoubleComplex *x, int incx, cuDoubleComplex *y, int incy);
void cublasSscal(int n, float alpha, float *x, int incx);
void cublasDscal(int n, double alpha, double *x, int incx);
void cublasCscal(int n, cuComplex alpha, cuComplex *x, int incx);
void cublasZscal(int n, cuDoubleComplex alpha, cuDoubleComplex *x, int incx);
void cublasCsscal(int n, float alpha, cuComplex *x, int incx);
void cublasZdscal(int n, double alpha, cuDoubleComplex *x, int incx);
void cublasSrot(int n, float *x, int incx, float *y, int incy, float c, float s);
void cublasDrot(int n, double *x, int incx, double *y, int incy, double c, double s);
void cublasCrot(int n, cuComplex *x, int incx, cuComplex *y, int incy, float c, cuComplex s);
void cublasZrot(int n, cuDoubleComplex *x, int incx, cuDoubleComplex *y, int incy, double c, cuDoubleComplex s);
void cublasCsrot(int n, cuComplex *x, int incx, cuComplex *y, int incy, float c, float s);
void cublasZdrot(int n, cuDoubleComplex *x, int incx, cuDoubleComplex *y, int incy, double c, double s);
void cublasSrotg(float *a, float *b, float *c, float *s);
void cublasDrotg(double *a, double *b, double *c, double *s);
void cublasCrotg(cuComplex *a, cuComplex b, float *c, cuComplex *s);
void cublasZrotg(cuDoubleComplex *a, cuDoubleComplex b, double *c, cuDoubleComplex *s);
void cublasSrotm(int n, float *x, int incx, float *y, int incy, const float *param);
void cublasDrotm(int n, double *x, int incx, double *y, int incy, const double *param);
void cublasSrotmg(float *d1, float *d2, float *x1, const float *y1, float *param);
void cublasDrotmg(double *d1, double *d2, double *x1, const double *y1, double *param);
void cublasSgemv(char op, int m, int n, float alpha, const float *a, int lda, const float *x, int incx, float beta,
                 float *y, int incy);
void cublasDgemv(char op, int m, int n, double alpha, const double *a, int lda, const double *x, int incx,
                 double beta, double *y, int incy);
void cublasCgemv(char op, int m, int n, cuComplex alpha, const cuComplex *a, int lda, const cuComplex *x, int incx,
                 cuComplex beta, cuComplex *y, int incy);
void cublasZgemv(char op, int m, int n, cuDoubleComplex alpha, const cuDoubleComplex *a, int lda,
                 const cuDoubleComplex *x, int incx, cuDoubleComplex beta, cuDoubleComplex *y, int incy);
void cublasSgbmv(char op, int m, int n, int kl, int ku, float alpha, const float *a, int lda, const float *x,
                 int incx, float beta, float *y, int incy);
void cublasDgbmv(char op, int m, int n, int kl, int ku, double alpha, const double *a, int lda, const double *x,
                 int incx, double beta, double *y, int incy);
void cublasCgbmv(char op, int m, int n, int kl, int ku, cuComplex alpha, const cuComplex *a, int lda,
                 const cuComplex *x, int incx, cuComplex beta, cuComplex *y, int incy);
void cublasZgbmv(char op, int m, int n, int kl, int ku, cuDoubleComplex alpha, const cuDoubleComplex *a, int lda,
                 const cuDoubleComplex *x, int incx, cuDoubleComplex beta, cuDoubleComplex *y, int incy);
void cublasSsymv(char fill, int n, float alpha, const float *a, int lda, const float *x, int incx, float beta,
                 float *y, int incy);
void cublasDsymv(char fill, int n, double alpha, const double *a, int lda, const double *x, int incx, double beta,
                 double *y, int incy);
void cublasSsbmv(char fill, int n, int k, float alpha, const float *a, int lda, const float *x, int incx, float beta,
                 float *y, int incy);
void cublasDsbmv(char fill, int n, int k, double alpha, const double *a, int lda, const double *x, int incx,
                 double beta, double *y, int incy);
void cublasSspmv(char fill, int n, float alpha, const float *a, const float *x, int incx, float beta, float *y,
                 int incy);
void cublasDspmv(char fill, int n, double alpha, const double *a, const double *x, int incx, double beta, double *y,
                 int incy);
void cublasChemv(char fill, int n, cuComplex alpha, const cuComplex *a, int lda, const cuComplex *x, int incx,
                 cuComplex beta, cuComplex *y, int incy);
void cublasZhemv(char fill, int n, cuDoubleComplex alpha, const cuDoubleComplex *a, int lda, const cuDoubleComplex *x,
                 int incx, cuDoubleComplex beta, cuDoubleComplex *y, int incy);
void cublasChbmv(char fill, int n, int k, cuComplex alpha, const cuComplex *a, int lda, const cuComplex *x, int incx,
                 cuComplex beta, cuComplex *y, int incy);
void cublasZhbmv(char fill, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex *a, int lda,
                 const cuDoubleComplex *x, int incx, cuDoubleComplex beta, cuDoubleComplex *y, int incy);
void cublasChpmv(char fill, int n, cuComplex alpha, const cuComplex *a, const cuComplex *x, int incx, cuComplex beta,
                 cuComplex *y, int incy);
void cublasZhpmv(char fill, int n, cuDoubleComplex alpha, const cuDoubleComplex *a, const cuDoubleComplex *x,
                 int incx, cuDoubleComplex beta, cuDoubleComplex *y, int incy);
void cublasStrmv(char fill, char op, char diag, int n, const float *a, int lda, float *x, int incx);
void cublasDtrmv(char fill, char op, char diag, int n, const double *a, int lda, double *x, int incx);
void cublasCtrmv(char fill, char op, char diag, int n, const cuComplex *a, int lda, cuComplex *x, int incx);
void cublasZtrmv(char fill, char op, char diag, int n, const cuDoubleComplex *a, int lda, cuDoubleComplex *x, int incx);
void cublasStbmv(char fill, char op, char diag, int n, int k, const float *a, int lda, float *x, int incx);
void cublasDtbmv(char fill, char op, char diag, int n, int k, const double *a, int lda, double *x, int incx);
void cublasCtbmv(char fill, char op, char diag, int n, int k, const cuComplex *a, int lda, cuComplex *x, int incx);
void cublasZtbmv(char fill, char op, char diag, int n, int k, const cuDoubleComplex *a, int lda, cuDoubleComplex *x,
                 int incx);
void cublasStpmv(char fill, char op, char diag, int n, const float *a, float *x, int incx);
void cublasDtpmv(char fill, char op, char diag, int n, const double *a, double *x, int incx);
void cublasCtpmv(char fill, char op, char diag, int n, const cuComplex *a, cuComplex *x, int incx);
void cublasZtpmv(char fill, char op, char diag, int n, const cuDoubleComplex *a, cuDoubleComplex *x, int incx);
void cublasStrsv(char fill, char op, char diag, int n, const float *a, int lda, float *x, int incx);
void cublasDtrsv(char fill, char op, char diag, int n, const double *a, int lda, double *x, int incx);
void cublasCtrsv(char fill, char op, char diag, int n, const cuComplex *a, int lda, cuComplex *x, int incx);
void cublasZtrsv(char fill, char op, char diag, int n, const cuDoubleComplex *a, int lda, cuDoubleComplex *x, int incx);
void cublasStbsv(char fill, char op, char diag, int n, int k, const float *a, int lda, float *x, int incx);
void cublasDtbsv(char fill, char op, char diag, int n, int k, const double *a, int lda, double *x, int incx);
void cublasCtbsv(char fill, char op, char diag, int n, int k, const cuComplex *a, int lda, cuComplex *x, int incx);
void cublasZtbsv(char fill, char op, char diag, int n, int k, const cuDoubleComplex *a, int lda, cuDoubleComplex *x,
                 int incx);
void cublasStpsv(char fill, char op, char diag, int n, const float *a, float *x, int incx);
void cublasDtpsv(char fill, char op, char diag, int n, const double *a, double *x, int incx);
void cublasCtpsv(char fill, char op, char diag, int n, const cuComplex *a, cuComplex *x, int incx);
void cublasZtpsv(char fill, char op, char diag, int n, const cuDoubleComplex *a, cuDoubleComplex *x, int incx);
void cublasSger(int m, int n, float alpha, const float *x, int incx, const float *y, int incy, float *a, int lda);
void cublasDger(int m, int n, double alpha, const double *x, int incx, const double *y, int incy, double *a, int lda);
void cublasCgeru(int m, int n, cuComplex alpha, const cuComplex *x, int incx, const cuComplex *y, int incy,
                 cuComplex *a, int lda);
void cublasZgeru(int m, int n, cuDoubleComplex alpha, const cuDoubleComplex *x, int incx, const cuDoubleComplex *y,
                 int incy, cuDoubleComplex *a, int lda);
void cublasCgerc(int m, int n, cuComplex alpha, const cuComplex *x, int incx, const cuComplex *y, int incy,
                 cuComplex *a, int lda);
void cublasZgerc(int m, int n, cuDoubleComplex alpha, const cuDoubleComplex *x, int incx, const cuDoubleComplex *y,
                 int incy, cuDoubleComplex *a, int lda);
void cublasSsyr(char fill, int n, float alpha, const float *x, int incx, float *a, int lda);
void cublasDsyr(char fill, int n, double alpha, const double *x, int incx, double *a, int lda);
void cublasSspr(char fill, int n, float alpha, const float *x, int incx, float *a);
void cublasDspr(char fill, int n, double alpha, const double *x, int incx, double *a);
void cublasSsyr2(char fill, int n, float alpha, const float *x, int incx, const float *y, int incy, float *a, int lda);
void cublasDsyr2(char fill, int n, double alpha, const double *x, int incx, const double *y, int incy, double *a,
                 int lda);
void cublasSspr2(char fill, int n, float alpha, const float *x, int incx, const float *y, int incy, float *a);
void cublasDspr2(char fill, int n, double alpha, const double *x, int incx, const double *y, int incy, double *a);
void cublasCher(char fill, int n, float alpha, const cuComplex *x, int incx, cuComplex *a, int lda);
void cublasZher(char fill, int n, double alpha, const cuDoubleComplex *x, int incx, cuDoubleComplex *a, int lda);
void cublasChpr(char fill, int n, float alpha, const cuComplex *x, int incx, cuComplex *a);
void cublasZhpr(char fill, int n, double alpha, const cuDoubleComplex *x, int incx, cuDoubleComplex *a);
void cublasCher2(char fill, int n, cuComplex alpha, const cuComplex *x, int incx, const cuComplex *y, int incy,
                 cuComplex *a, int lda);
void cublasZher2(char fill, int n, cuDoubleComplex alpha, const cuDoubleComplex *x, int incx,
                 const cuDoubleComplex *y, int incy, cuDoubleComplex *a, int lda);
void cublasChpr2(char fill, int n, cuComplex alpha, const cuComplex *x, int incx, const cuComplex *y, int incy,
                 cuComplex *a);
void cublasZhpr2(char fill, int n, cuDoubleComplex alpha, const cuDoubleComplex *x, int incx,
                 const cuDoubleComplex *y, int incy, cuDoubleComplex *a);
void cublasSgemm(char opa, char opb, int m, int n, int k, float alpha, const float *a, int lda, const float *b,
                 int ldb, float beta, float *c, int ldc);
void cublasDgemm(char opa, char opb, int m, int n, int k, double alpha, const double *a, int lda, const double *b,
                 int ldb, double beta, double *c, int ldc);
void cublasCgemm(char opa, char opb, int m, int n, int k, cuComplex alpha, const cuComplex *a, int lda,
                 const cuComplex *b, int ldb, cuComplex beta, cuComplex *c, int ldc);
void cublasZgemm(char opa, char opb, int m, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex *a, int lda,
                 const cuDoubleComplex *b, int ldb, cuDoubleComplex beta, cuDoubleComplex *c, int ldc);
void cublasSsymm(char side, char fill, int m, int n, float alpha, const float *a, int lda, const float *b, int ldb,
                 float beta, float *c, int ldc);
void cublasDsymm(char side, char fill, int m, int n, double alpha, const double *a, int lda, const double *b, int ldb,
                 double beta, double *c, int ldc);
void cublasCsymm(char side, char fill, int m, int n, cuComplex alpha, const cuComplex *a, int lda, const cuComplex *b,
                 int ldb, cuComplex beta, cuComplex *c, int ldc);
void cublasZsymm(char side, char fill, int m, int n, cuDoubleComplex alpha, const cuDoubleComplex *a, int lda,
                 const cuDoubleComplex *b, int ldb, cuDoubleComplex beta, cuDoubleComplex *c, int ldc);
void cublasChemm(char side, char fill, int m, int n, cuComplex alpha, const cuComplex *a, int lda, const cuComplex *b,
                 int ldb, cuComplex beta, cuComplex *c, int ldc);
void cublasZhemm(char side, char fill, int m, int n, cuDoubleComplex alpha, const cuDoubleComplex *a, int lda,
                 const cuDoubleComplex *b, int ldb, cuDoubleComplex beta, cuDoubleComplex *c, int ldc);
void cublasSsyrk(char fill, char op, int n, int k, float alpha, const float *a, int lda, float beta, float *c, int ldc);
void cublasDsyrk(char fill, char op, int n, int k, double alpha, const double *a, int lda, double beta, double *c,
                 int ldc);
void cublasCsyrk(char fill, char op, int n, int k, cuComplex alpha, const cuComplex *a, int lda, cuComplex beta,
                 cuComplex *c, int ldc);
void cublasZsyrk(char fill, char op, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex *a, int lda,
                 cuDoubleComplex beta, cuDoubleComplex *c, int ldc);
void cublasCherk(char fill, char op, int n, int k, float alpha, const cuComplex *a, int lda, float beta, cuComplex *c,
                 int ldc);
void cublasZherk(char fill, char op, int n, int k, double alpha, const cuDoubleComplex *a, int lda, double beta,
                 cuDoubleComplex *c, int ldc);
void cublasSsyr2k(char fill, char op, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                  float beta, float *c, int ldc);
void cublasDsyr2k(char fill, char op, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb,
                  double beta, double *c, int ldc);
void cublasCsyr2k(char fill, char op, int n, int k, cuComplex alpha, const cuComplex *a, int lda, const cuComplex *b,
                  int ldb, cuComplex beta, cuComplex *c, int ldc);
void cublasZsyr2k(char fill, char op, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex *a, int lda,
                  const cuDoubleComplex *b, int ldb, cuDoubleComplex beta, cuDoubleComplex *c, int ldc);
void cublasCher2k(char fill, char op, int n, int k, cuComplex alpha, const cuComplex *a, int lda, const cuComplex *b,
                  int ldb, float beta, cuComplex *c, int ldc);
void cublasZher2k(char fill, char op, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex *a, int lda,
                  const cuDoubleComplex *b, int ldb, double beta, cuDoubleComplex *c, int ldc);
void cublasStrmm(char side, char fill, char op, char diag, int m, int n, float alpha, const float *a, int lda,
                 float *b, int ldb);
void cublasDtrmm(char side, char fill, char op, char diag, int m, int n, double alpha, const double *a, int lda,
                 double *b, int ldb);
void cublasCtrmm(char side, char fill, char op, char diag, int m, int n, cuComplex alpha, const cuComplex *a, int lda,
                 cuComplex *b, int ldb);
void cublasZtrmm(char side, char fill, char op, char diag, int m, int n, cuDoubleComplex alpha,
                 const cuDoubleComplex *a, int lda, cuDoubleComplex *b, int ldb);
void cublasStrsm(char side, char fill, char op, char diag, int m, int n, float alpha, const float *a, int lda,
                 float *b, int ldb);
void cublasDtrsm(char side, char fill, char op, char diag, int m, int n, double alpha, const double *a, int lda,
                 double *b, int ldb);
void cublasCtrsm(char side, char fill, char op, char diag, int m, int n, cuComplex alpha, const cuComplex *a, int lda,
                 cuComplex *b, int ldb);
void cublasZtrsm(char side, char fill, char op, char diag, int m, int n, cuDoubleComplex alpha,
                 const cuDoubleComplex *a, int lda, cuDoubleComplex *b, int ldb);
#ifdef __cplusplus
}
#endif
#endif
