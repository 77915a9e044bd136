/* SPDX-License-Identifier: Apache-2.0
 *
 * CUBLAS: its types, and the functions with a handle by the names that they have in the library. Programs include
 * cublas_v2.h, where these have their short names, or cublas.h for the functions without a handle. The functions are
 * those of CUDA 4.0; types, values and orders of arguments are those of NVIDIA's CUBLAS Library user guide.
 */
#ifndef GT200_CUBLAS_API_H
#define GT200_CUBLAS_API_H

#include "cuComplex.h"
#include "driver_types.h"

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14
} cublasStatus_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef struct cublasContext *cublasHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode);

cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *device, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void *device, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *device, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *device, int lda, void *b, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *device, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void *device, int incx, void *y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *a, int lda, void *device, int ldb,
                                    cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *device, int lda, void *b, int ldb,
                                    cudaStream_t stream);

cublasStatus_t cublasIsamax_v2(cublasHandle_t handle, int n, const float *x, int incx, int *result);
cublasStatus_t cublasIdamax_v2(cublasHandle_t handle, int n, const double *x, int incx, int *result);
cublasStatus_t cublasIcamax_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx, int *result);
cublasStatus_t cublasIzamax_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx, int *result);
cublasStatus_t cublasIsamin_v2(cublasHandle_t handle, int n, const float *x, int incx, int *result);
cublasStatus_t cublasIdamin_v2(cublasHandle_t handle, int n, const double *x, int incx, int *result);
cublasStatus_t cublasIcamin_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx, int *result);
cublasStatus_t cublasIzamin_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx, int *result);
cublasStatus_t cublasSasum_v2(cublasHandle_t handle, int n, const float *x, int incx, float *result);
cublasStatus_t cublasDasum_v2(cublasHandle_t handle, int n, const double *x, int incx, double *result);
cublasStatus_t cublasScasum_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx, float *result);
cublasStatus_t cublasDzasum_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx, double *result);
cublasStatus_t cublasSnrm2_v2(cublasHandle_t handle, int n, const float *x, int incx, float *result);
cublasStatus_t cublasDnrm2_v2(cublasHandle_t handle, int n, const double *x, int incx, double *result);
cublasStatus_t cublasScnrm2_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx, float *result);
cublasStatus_t cublasDznrm2_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx, double *result);
cublasStatus_t cublasSdot_v2(cublasHandle_t handle, int n, const float *x, int incx, const float *y, int incy,
                             float *result);
cublasStatus_t cublasDdot_v2(cublasHandle_t handle, int n, const double *x, int incx, const double *y, int incy,
                             double *result);
cublasStatus_t cublasCdotu_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx, const cuComplex *y,
                              int incy, cuComplex *result);
cublasStatus_t cublasZdotu_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx,
                              const cuDoubleComplex *y, int incy, cuDoubleComplex *result);
cublasStatus_t cublasCdotc_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx, const cuComplex *y,
                              int incy, cuComplex *result);
cublasStatus_t cublasZdotc_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx,
                              const cuDoubleComplex *y, int incy, cuDoubleComplex *result);
cublasStatus_t cublasSaxpy_v2(cublasHandle_t handle, int n, const float *alpha, const float *x, int incx, float *y,
                              int incy);
cublasStatus_t cublasDaxpy_v2(cublasHandle_t handle, int n, const double *alpha, const double *x, int incx, double *y,
                              int incy);
cublasStatus_t cublasCaxpy_v2(cublasHandle_t handle, int n, const cuComplex *alpha, const cuComplex *x, int incx,
                              cuComplex *y, int incy);
cublasStatus_t cublasZaxpy_v2(cublasHandle_t handle, int n, const cuDoubleComplex *alpha, const cuDoubleComplex *x,
                              int incx, cuDoubleComplex *y, int incy);
cublasStatus_t cublasScopy_v2(cublasHandle_t handle, int n, const float *x, int incx, float *y, int incy);
cublasStatus_t cublasDcopy_v2(cublasHandle_t handle, int n, const double *x, int incx, double *y, int incy);
cublasStatus_t cublasCcopy_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx, cuComplex *y, int incy);
cublasStatus_t cublasZcopy_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx, cuDoubleComplex *y,
                              int incy);
cublasStatus_t cublasSswap_v2(cublasHandle_t handle, int n, float *x, int incx, float *y, int incy);
cublasStatus_t cublasDswap_v2(cublasHandle_t handle, int n, double *x, int incx, double *y, int incy);
cublasStatus_t cublasCswap_v2(cublasHandle_t handle, int n, cuComplex *x, int incx, cuComplex *y, int incy);
cublasStatus_t cublasZswap_v2(cublasHandle_t handle, int n, cuDoubleComplex *x, int incx, cuDoubleComplex *y, int incy);
cublasStatus_t cublasSscal_v2(cublasHandle_t handle, int n, const float *alpha, float *x, int incx);
cublasStatus_t cublasDscal_v2(cublasHandle_t handle, int n, const double *alpha, double *x, int incx);
cublasStatus_t cublasCscal_v2(cublasHandle_t handle, int n, const cuComplex *alpha, cuComplex *x, int incx);
cublasStatus_t cublasZscal_v2(cublasHandle_t handle, int n, const cuDoubleComplex *alpha, cuDoubleComplex *x, int incx);
cublasStatus_t cublasCsscal_v2(cublasHandle_t handle, int n, const float *alpha, cuComplex *x, int incx);
cublasStatus_t cublasZdscal_v2(cublasHandle_t handle, int n, const double *alpha, cuDoubleComplex *x, int incx);
cublasStatus_t cublasSrot_v2(cublasHandle_t handle, int n, float *x, int incx, float *y, int incy, const float *c,
                             const float *s);
cublasStatus_t cublasDrot_v2(cublasHandle_t handle, int n, double *x, int incx, double *y, int incy, const double *c,
                             const double *s);
cublasStatus_t cublasCrot_v2(cublasHandle_t handle, int n, cuComplex *x, int incx, cuComplex *y, int incy,
                             const float *c, const cuComplex *s);
cublasStatus_t cublasZrot_v2(cublasHandle_t handle, int n, cuDoubleComplex *x, int incx, cuDoubleComplex *y, int incy,
                             const double *c, const cuDoubleComplex *s);
cublasStatus_t cublasCsrot_v2(cublasHandle_t handle, int n, cuComplex *x, int incx, cuComplex *y, int incy,
                              const float *c, const float *s);
cublasStatus_t cublasZdrot_v2(cublasHandle_t handle, int n, cuDoubleComplex *x, int incx, cuDoubleComplex *y,
                              int incy, const double *c, const double *s);
cublasStatus_t cublasSrotg_v2(cublasHandle_t handle, float *a, float *b, float *c, float *s);
cublasStatus_t cublasDrotg_v2(cublasHandle_t handle, double *a, double *b, double *c, double *s);
cublasStatus_t cublasCrotg_v2(cublasHandle_t handle, cuComplex *a, cuComplex *b, float *c, cuComplex *s);
cublasStatus_t cublasZrotg_v2(cublasHandle_t handle, cuDoubleComplex *a, cuDoubleComplex *b, double *c,
                              cuDoubleComplex *s);
cublasStatus_t cublasSrotm_v2(cublasHandle_t handle, int n, float *x, int incx, float *y, int incy, const float *param);
cublasStatus_t cublasDrotm_v2(cublasHandle_t handle, int n, double *x, int incx, double *y, int incy,
                              const double *param);
cublasStatus_t cublasSrotmg_v2(cublasHandle_t handle, float *d1, float *d2, float *x1, const float *y1, float *param);
cublasStatus_t cublasDrotmg_v2(cublasHandle_t handle, double *d1, double *d2, double *x1, const double *y1,
                               double *param);
cublasStatus_t cublasSgemv_v2(cublasHandle_t handle, cublasOperation_t op, int m, int n, const float *alpha,
                              const float *a, int lda, const float *x, int incx, const float *beta, float *y, int incy);
cublasStatus_t cublasDgemv_v2(cublasHandle_t handle, cublasOperation_t op, int m, int n, const double *alpha,
                              const double *a, int lda, const double *x, int incx, const double *beta, double *y,
                              int incy);
cublasStatus_t cublasCgemv_v2(cublasHandle_t handle, cublasOperation_t op, int m, int n, const cuComplex *alpha,
                              const cuComplex *a, int lda, const cuComplex *x, int incx, const cuComplex *beta,
                              cuComplex *y, int incy);
cublasStatus_t cublasZgemv_v2(cublasHandle_t handle, cublasOperation_t op, int m, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *a, int lda, const cuDoubleComplex *x, int incx,
                              const cuDoubleComplex *beta, cuDoubleComplex *y, int incy);
cublasStatus_t cublasSgbmv_v2(cublasHandle_t handle, cublasOperation_t op, int m, int n, int kl, int ku,
                              const float *alpha, const float *a, int lda, const float *x, int incx,
                              const float *beta, float *y, int incy);
cublasStatus_t cublasDgbmv_v2(cublasHandle_t handle, cublasOperation_t op, int m, int n, int kl, int ku,
                              const double *alpha, const double *a, int lda, const double *x, int incx,
                              const double *beta, double *y, int incy);
cublasStatus_t cublasCgbmv_v2(cublasHandle_t handle, cublasOperation_t op, int m, int n, int kl, int ku,
                              const cuComplex *alpha, const cuComplex *a, int lda, const cuComplex *x, int incx,
                              const cuComplex *beta, cuComplex *y, int incy);
cublasStatus_t cublasZgbmv_v2(cublasHandle_t handle, cublasOperation_t op, int m, int n, int kl, int ku,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *a, int lda,
                              const cuDoubleComplex *x, int incx, const cuDoubleComplex *beta, cuDoubleComplex *y,
                              int incy);
cublasStatus_t cublasSsymv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const float *alpha, const float *a,
                              int lda, const float *x, int incx, const float *beta, float *y, int incy);
cublasStatus_t cublasDsymv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const double *alpha,
                              const double *a, int lda, const double *x, int incx, const double *beta, double *y,
                              int incy);
cublasStatus_t cublasSsbmv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, int k, const float *alpha,
                              const float *a, int lda, const float *x, int incx, const float *beta, float *y, int incy);
cublasStatus_t cublasDsbmv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, int k, const double *alpha,
                              const double *a, int lda, const double *x, int incx, const double *beta, double *y,
                              int incy);
cublasStatus_t cublasSspmv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const float *alpha, const float *a,
                              const float *x, int incx, const float *beta, float *y, int incy);
cublasStatus_t cublasDspmv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const double *alpha,
                              const double *a, const double *x, int incx, const double *beta, double *y, int incy);
cublasStatus_t cublasChemv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const cuComplex *alpha,
                              const cuComplex *a, int lda, const cuComplex *x, int incx, const cuComplex *beta,
                              cuComplex *y, int incy);
cublasStatus_t cublasZhemv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *a, int lda, const cuDoubleComplex *x, int incx,
                              const cuDoubleComplex *beta, cuDoubleComplex *y, int incy);
cublasStatus_t cublasChbmv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, int k, const cuComplex *alpha,
                              const cuComplex *a, int lda, const cuComplex *x, int incx, const cuComplex *beta,
                              cuComplex *y, int incy);
cublasStatus_t cublasZhbmv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, int k,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *a, int lda,
                              const cuDoubleComplex *x, int incx, const cuDoubleComplex *beta, cuDoubleComplex *y,
                              int incy);
cublasStatus_t cublasChpmv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const cuComplex *alpha,
                              const cuComplex *a, const cuComplex *x, int incx, const cuComplex *beta, cuComplex *y,
                              int incy);
cublasStatus_t cublasZhpmv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *a, const cuDoubleComplex *x, int incx,
                              const cuDoubleComplex *beta, cuDoubleComplex *y, int incy);
cublasStatus_t cublasStrmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const float *a, int lda, float *x, int incx);
cublasStatus_t cublasDtrmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const double *a, int lda, double *x, int incx);
cublasStatus_t cublasCtrmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const cuComplex *a, int lda, cuComplex *x, int incx);
cublasStatus_t cublasZtrmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const cuDoubleComplex *a, int lda, cuDoubleComplex *x,
                              int incx);
cublasStatus_t cublasStbmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, int k, const float *a, int lda, float *x, int incx);
cublasStatus_t cublasDtbmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, int k, const double *a, int lda, double *x, int incx);
cublasStatus_t cublasCtbmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, int k, const cuComplex *a, int lda, cuComplex *x, int incx);
cublasStatus_t cublasZtbmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, int k, const cuDoubleComplex *a, int lda,
                              cuDoubleComplex *x, int incx);
cublasStatus_t cublasStpmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const float *a, float *x, int incx);
cublasStatus_t cublasDtpmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const double *a, double *x, int incx);
cublasStatus_t cublasCtpmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const cuComplex *a, cuComplex *x, int incx);
cublasStatus_t cublasZtpmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const cuDoubleComplex *a, cuDoubleComplex *x, int incx);
cublasStatus_t cublasStrsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const float *a, int lda, float *x, int incx);
cublasStatus_t cublasDtrsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const double *a, int lda, double *x, int incx);
cublasStatus_t cublasCtrsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const cuComplex *a, int lda, cuComplex *x, int incx);
cublasStatus_t cublasZtrsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const cuDoubleComplex *a, int lda, cuDoubleComplex *x,
                              int incx);
cublasStatus_t cublasStbsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, int k, const float *a, int lda, float *x, int incx);
cublasStatus_t cublasDtbsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, int k, const double *a, int lda, double *x, int incx);
cublasStatus_t cublasCtbsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, int k, const cuComplex *a, int lda, cuComplex *x, int incx);
cublasStatus_t cublasZtbsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, int k, const cuDoubleComplex *a, int lda,
                              cuDoubleComplex *x, int incx);
cublasStatus_t cublasStpsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const float *a, float *x, int incx);
cublasStatus_t cublasDtpsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const double *a, double *x, int incx);
cublasStatus_t cublasCtpsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const cuComplex *a, cuComplex *x, int incx);
cublasStatus_t cublasZtpsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                              cublasDiagType_t diag, int n, const cuDoubleComplex *a, cuDoubleComplex *x, int incx);
cublasStatus_t cublasSger_v2(cublasHandle_t handle, int m, int n, const float *alpha, const float *x, int incx,
                             const float *y, int incy, float *a, int lda);
cublasStatus_t cublasDger_v2(cublasHandle_t handle, int m, int n, const double *alpha, const double *x, int incx,
                             const double *y, int incy, double *a, int lda);
cublasStatus_t cublasCgeru_v2(cublasHandle_t handle, int m, int n, const cuComplex *alpha, const cuComplex *x,
                              int incx, const cuComplex *y, int incy, cuComplex *a, int lda);
cublasStatus_t cublasZgeru_v2(cublasHandle_t handle, int m, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *x, int incx, const cuDoubleComplex *y, int incy,
                              cuDoubleComplex *a, int lda);
cublasStatus_t cublasCgerc_v2(cublasHandle_t handle, int m, int n, const cuComplex *alpha, const cuComplex *x,
                              int incx, const cuComplex *y, int incy, cuComplex *a, int lda);
cublasStatus_t cublasZgerc_v2(cublasHandle_t handle, int m, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *x, int incx, const cuDoubleComplex *y, int incy,
                              cuDoubleComplex *a, int lda);
cublasStatus_t cublasSsyr_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const float *alpha, const float *x,
                             int incx, float *a, int lda);
cublasStatus_t cublasDsyr_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const double *alpha,
                             const double *x, int incx, double *a, int lda);
cublasStatus_t cublasSspr_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const float *alpha, const float *x,
                             int incx, float *a);
cublasStatus_t cublasDspr_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const double *alpha,
                             const double *x, int incx, double *a);
cublasStatus_t cublasSsyr2_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const float *alpha, const float *x,
                              int incx, const float *y, int incy, float *a, int lda);
cublasStatus_t cublasDsyr2_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const double *alpha,
                              const double *x, int incx, const double *y, int incy, double *a, int lda);
cublasStatus_t cublasSspr2_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const float *alpha, const float *x,
                              int incx, const float *y, int incy, float *a);
cublasStatus_t cublasDspr2_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const double *alpha,
                              const double *x, int incx, const double *y, int incy, double *a);
cublasStatus_t cublasCher_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const float *alpha,
                             const cuComplex *x, int incx, cuComplex *a, int lda);
cublasStatus_t cublasZher_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const double *alpha,
                             const cuDoubleComplex *x, int incx, cuDoubleComplex *a, int lda);
cublasStatus_t cublasChpr_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const float *alpha,
                             const cuComplex *x, int incx, cuComplex *a);
cublasStatus_t cublasZhpr_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const double *alpha,
                             const cuDoubleComplex *x, int incx, cuDoubleComplex *a);
cublasStatus_t cublasCher2_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const cuComplex *alpha,
                              const cuComplex *x, int incx, const cuComplex *y, int incy, cuComplex *a, int lda);
cublasStatus_t cublasZher2_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *x, int incx, const cuDoubleComplex *y, int incy,
                              cuDoubleComplex *a, int lda);
cublasStatus_t cublasChpr2_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const cuComplex *alpha,
                              const cuComplex *x, int incx, const cuComplex *y, int incy, cuComplex *a);
cublasStatus_t cublasZhpr2_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *x, int incx, const cuDoubleComplex *y, int incy,
                              cuDoubleComplex *a);
cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                              int k, const float *alpha, const float *a, int lda, const float *b, int ldb,
                              const float *beta, float *c, int ldc);
cublasStatus_t cublasDgemm_v2(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                              int k, const double *alpha, const double *a, int lda, const double *b, int ldb,
                              const double *beta, double *c, int ldc);
cublasStatus_t cublasCgemm_v2(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                              int k, const cuComplex *alpha, const cuComplex *a, int lda, const cuComplex *b, int ldb,
                              const cuComplex *beta, cuComplex *c, int ldc);
cublasStatus_t cublasZgemm_v2(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                              int k, const cuDoubleComplex *alpha, const cuDoubleComplex *a, int lda,
                              const cuDoubleComplex *b, int ldb, const cuDoubleComplex *beta, cuDoubleComplex *c,
                              int ldc);
cublasStatus_t cublasSsymm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,
                              const float *alpha, const float *a, int lda, const float *b, int ldb, const float *beta,
                              float *c, int ldc);
cublasStatus_t cublasDsymm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,
                              const double *alpha, const double *a, int lda, const double *b, int ldb,
                              const double *beta, double *c, int ldc);
cublasStatus_t cublasCsymm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,
                              const cuComplex *alpha, const cuComplex *a, int lda, const cuComplex *b, int ldb,
                              const cuComplex *beta, cuComplex *c, int ldc);
cublasStatus_t cublasZsymm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *a, int lda,
                              const cuDoubleComplex *b, int ldb, const cuDoubleComplex *beta, cuDoubleComplex *c,
                              int ldc);
cublasStatus_t cublasChemm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,
                              const cuComplex *alpha, const cuComplex *a, int lda, const cuComplex *b, int ldb,
                              const cuComplex *beta, cuComplex *c, int ldc);
cublasStatus_t cublasZhemm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *a, int lda,
                              const cuDoubleComplex *b, int ldb, const cuDoubleComplex *beta, cuDoubleComplex *c,
                              int ldc);
cublasStatus_t cublasSsyrk_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                              const float *alpha, const float *a, int lda, const float *beta, float *c, int ldc);
cublasStatus_t cublasDsyrk_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                              const double *alpha, const double *a, int lda, const double *beta, double *c, int ldc);
cublasStatus_t cublasCsyrk_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                              const cuComplex *alpha, const cuComplex *a, int lda, const cuComplex *beta,
                              cuComplex *c, int ldc);
cublasStatus_t cublasZsyrk_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *a, int lda,
                              const cuDoubleComplex *beta, cuDoubleComplex *c, int ldc);
cublasStatus_t cublasCherk_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                              const float *alpha, const cuComplex *a, int lda, const float *beta, cuComplex *c,
                              int ldc);
cublasStatus_t cublasZherk_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                              const double *alpha, const cuDoubleComplex *a, int lda, const double *beta,
                              cuDoubleComplex *c, int ldc);
cublasStatus_t cublasSsyr2k_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                               const float *alpha, const float *a, int lda, const float *b, int ldb,
                               const float *beta, float *c, int ldc);
cublasStatus_t cublasDsyr2k_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                               const double *alpha, const double *a, int lda, const double *b, int ldb,
                               const double *beta, double *c, int ldc);
cublasStatus_t cublasCsyr2k_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                               const cuComplex *alpha, const cuComplex *a, int lda, const cuComplex *b, int ldb,
                               const cuComplex *beta, cuComplex *c, int ldc);
cublasStatus_t cublasZsyr2k_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                               const cuDoubleComplex *alpha, const cuDoubleComplex *a, int lda,
                               const cuDoubleComplex *b, int ldb, const cuDoubleComplex *beta, cuDoubleComplex *c,
                               int ldc);
cublasStatus_t cublasCher2k_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                               const cuComplex *alpha, const cuComplex *a, int lda, const cuComplex *b, int ldb,
                               const float *beta, cuComplex *c, int ldc);
cublasStatus_t cublasZher2k_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,
                               const cuDoubleComplex *alpha, const cuDoubleComplex *a, int lda,
                               const cuDoubleComplex *b, int ldb, const double *beta, cuDoubleComplex *c, int ldc);
cublasStatus_t cublasStrmm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                              cublasOperation_t op, cublasDiagType_t diag, int m, int n, const float *alpha,
                              const float *a, int lda, const float *b, int ldb, float *c, int ldc);
cublasStatus_t cublasDtrmm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                              cublasOperation_t op, cublasDiagType_t diag, int m, int n, const double *alpha,
                              const double *a, int lda, const double *b, int ldb, double *c, int ldc);
cublasStatus_t cublasCtrmm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                              cublasOperation_t op, cublasDiagType_t diag, int m, int n, const cuComplex *alpha,
                              const cuComplex *a, int lda, const cuComplex *b, int ldb, cuComplex *c, int ldc);
cublasStatus_t cublasZtrmm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                              cublasOperation_t op, cublasDiagType_t diag, int m, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *a, int lda, const cuDoubleComplex *b, int ldb,
                              cuDoubleComplex *c, int ldc);
cublasStatus_t cublasStrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                              cublasOperation_t op, cublasDiagType_t diag, int m, int n, const float *alpha,
                              const float *a, int lda, float *b, int ldb);
cublasStatus_t cublasDtrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                              cublasOperation_t op, cublasDiagType_t diag, int m, int n, const double *alpha,
                              const double *a, int lda, double *b, int ldb);
cublasStatus_t cublasCtrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                              cublasOperation_t op, cublasDiagType_t diag, int m, int n, const cuComplex *alpha,
                              const cuComplex *a, int lda, cuComplex *b, int ldb);
cublasStatus_t cublasZtrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                              cublasOperation_t op, cublasDiagType_t diag, int m, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *a, int lda, cuDoubleComplex *b, int ldb);
#ifdef __cplusplus
}
#endif
#endif
