/* SPDX-License-Identifier: Apache-2.0
 *
 * The types and functions of CUFFT as of CUDA 4.0, by NVIDIA's CUFFT Library user guide.
 */
#ifndef GT200_CUFFT_H
#define GT200_CUFFT_H

#include "cuComplex.h"
#include "driver_types.h"

typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef unsigned int cufftHandle;

typedef enum cufftResult_t {
    CUFFT_SUCCESS = 0,
    CUFFT_INVALID_PLAN = 1,
    CUFFT_ALLOC_FAILED = 2,
    CUFFT_INVALID_TYPE = 3,
    CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5,
    CUFFT_EXEC_FAILED = 6,
    CUFFT_SETUP_FAILED = 7,
    CUFFT_INVALID_SIZE = 8,
    CUFFT_UNALIGNED_DATA = 9
} cufftResult;

typedef enum cufftType_t {
    CUFFT_R2C = 0x2a,
    CUFFT_C2R = 0x2c,
    CUFFT_C2C = 0x29,
    CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c,
    CUFFT_Z2Z = 0x69
} cufftType;

typedef enum cufftCompatibility_t {
    CUFFT_COMPATIBILITY_NATIVE = 0,
    CUFFT_COMPATIBILITY_FFTW_PADDING = 1,
    CUFFT_COMPATIBILITY_FFTW_ASYMMETRIC = 2,
    CUFFT_COMPATIBILITY_FFTW_ALL = 3
} cufftCompatibility;

#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1

#ifdef __cplusplus
extern "C" {
#endif
cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch);
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type);
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type);
cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                          int ostride, int odist, cufftType type, int batch);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *from, cufftComplex *to, int direction);
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *from, cufftComplex *to);
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *from, cufftReal *to);
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleComplex *to, int direction);
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *from, cufftDoubleComplex *to);
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleReal *to);
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult cufftSetCompatibilityMode(cufftHandle plan, cufftCompatibility mode);
cufftResult cufftGetVersion(int *version);
#ifdef __cplusplus
}
#endif
#endif
