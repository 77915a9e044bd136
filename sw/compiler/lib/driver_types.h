/* SPDX-License-Identifier: Apache-2.0
 *
 * Types of the CUDA Runtime API.
 */
#ifndef GT200_DRIVER_TYPES_H
#define GT200_DRIVER_TYPES_H
#define __DRIVER_TYPES_H__          /* by which headers of samples know that it is there */

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "host_defines.h"
#include "vector_types.h"

#ifndef __GT200_KERNELS_ONLY__
#include <stddef.h>
#else
typedef __SIZE_TYPE__ size_t;
#endif

/* The numbers of CUDA 4.0, as in gpuocelot's ocelot/cuda/interface/cuda_runtime.h and, from 37 on, in the headers of
 * CUDA 4.0 itself. Since CUDA 10.1 most are those of the Driver API. */
enum cudaError {
    cudaSuccess = 0,
    cudaErrorMissingConfiguration = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInitializationError = 3,
    cudaErrorLaunchFailure = 4,
    cudaErrorPriorLaunchFailure = 5,
    cudaErrorLaunchTimeout = 6,
    cudaErrorLaunchOutOfResources = 7,
    cudaErrorInvalidDeviceFunction = 8,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidDevice = 10,
    cudaErrorInvalidValue = 11,
    cudaErrorInvalidPitchValue = 12,
    cudaErrorInvalidSymbol = 13,
    cudaErrorMapBufferObjectFailed = 14,
    cudaErrorUnmapBufferObjectFailed = 15,
    cudaErrorInvalidHostPointer = 16,
    cudaErrorInvalidDevicePointer = 17,
    cudaErrorInvalidTexture = 18,
    cudaErrorInvalidTextureBinding = 19,
    cudaErrorInvalidChannelDescriptor = 20,
    cudaErrorInvalidMemcpyDirection = 21,
    cudaErrorAddressOfConstant = 22,        /* these to 28 have not been returned since CUDA 3.1 */
    cudaErrorTextureFetchFailed = 23,
    cudaErrorTextureNotBound = 24,
    cudaErrorSynchronizationError = 25,
    cudaErrorInvalidFilterSetting = 26,
    cudaErrorInvalidNormSetting = 27,
    cudaErrorMixedDeviceExecution = 28,
    cudaErrorCudartUnloading = 29,
    cudaErrorUnknown = 30,
    cudaErrorNotYetImplemented = 31,
    cudaErrorMemoryValueTooLarge = 32,
    cudaErrorInvalidResourceHandle = 33,
    cudaErrorNotReady = 34,
    cudaErrorInsufficientDriver = 35,
    cudaErrorSetOnActiveProcess = 36,
    cudaErrorInvalidSurface = 37,
    cudaErrorNoDevice = 38,
    cudaErrorECCUncorrectable = 39,
    cudaErrorSharedObjectSymbolNotFound = 40,
    cudaErrorSharedObjectInitFailed = 41,
    cudaErrorUnsupportedLimit = 42,
    cudaErrorDuplicateVariableName = 43,
    cudaErrorDuplicateTextureName = 44,
    cudaErrorDuplicateSurfaceName = 45,
    cudaErrorDevicesUnavailable = 46,
    cudaErrorInvalidKernelImage = 47,
    cudaErrorNoKernelImageForDevice = 48,
    cudaErrorIncompatibleDriverContext = 49,
    cudaErrorPeerAccessAlreadyEnabled = 50,
    cudaErrorPeerAccessNotEnabled = 51,
    cudaErrorDeviceAlreadyInUse = 54,
    cudaErrorProfilerDisabled = 55,
    cudaErrorProfilerNotInitialized = 56,
    cudaErrorProfilerAlreadyStarted = 57,
    cudaErrorProfilerAlreadyStopped = 58,
    cudaErrorStartupFailure = 127,
    /* Later than CUDA 4.0, with today's numbers. */
    cudaErrorDeviceUninitialized = 201,
    cudaErrorPeerAccessUnsupported = 217,
    cudaErrorInvalidPtx = 218,
    cudaErrorFileNotFound = 301,
    cudaErrorOperatingSystem = 304,
    cudaErrorSymbolNotFound = 500,
    cudaErrorIllegalAddress = 700,          /* not returned, nor are the two of 715 and 716: cudaErrorLaunchFailure */
    cudaErrorAssert = 710,
    cudaErrorTooManyPeers = 711,
    cudaErrorHostMemoryAlreadyRegistered = 712,
    cudaErrorHostMemoryNotRegistered = 713,
    cudaErrorIllegalInstruction = 715,
    cudaErrorMisalignedAddress = 716,
    cudaErrorCooperativeLaunchTooLarge = 720,
    cudaErrorNotSupported = 801,
    cudaErrorApiFailureBase = 10000
};
typedef enum cudaError cudaError_t;

enum cudaRoundMode { cudaRoundNearest = 0, cudaRoundZero = 1, cudaRoundPosInf = 2, cudaRoundMinInf = 3 };
enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

enum cudaFuncCache {
    cudaFuncCachePreferNone = 0, cudaFuncCachePreferShared = 1, cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};
/* Since CUDA 4.2. The banks of shared memory have 4 bytes. */
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0, cudaSharedMemBankSizeFourByte = 1, cudaSharedMemBankSizeEightByte = 2
};
/* Since CUDA 5.0: with the numbers of the driver's. */
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6, cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxPitch = 11, cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13,
    cudaDevAttrTextureAlignment = 14, cudaDevAttrGpuOverlap = 15, cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrKernelExecTimeout = 17, cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrComputeMode = 20, cudaDevAttrConcurrentKernels = 31, cudaDevAttrEccEnabled = 32,
    cudaDevAttrPciBusId = 33, cudaDevAttrPciDeviceId = 34, cudaDevAttrTccDriver = 35,
    cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrAsyncEngineCount = 40,
    cudaDevAttrUnifiedAddressing = 41, cudaDevAttrPciDomainId = 50, cudaDevAttrTexturePitchAlignment = 51,
    cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrManagedMemory = 83,
    cudaDevAttrConcurrentManagedAccess = 89, cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
/* Since CUDA 9.0. */
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeMax
};
enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0, cudaSharedmemCarveoutMaxShared = 100
};
enum cudaLimit { cudaLimitStackSize = 0, cudaLimitPrintfFifoSize = 1, cudaLimitMallocHeapSize = 2 };
enum cudaComputeMode { cudaComputeModeDefault = 0, cudaComputeModeExclusive = 1, cudaComputeModeProhibited = 2,
                       cudaComputeModeExclusiveProcess = 3 };

enum cudaMemoryType { cudaMemoryTypeHost = 1, cudaMemoryTypeDevice = 2 };
struct cudaPointerAttributes {
    enum cudaMemoryType memoryType;
    int                 device;
    void               *devicePointer;      /* NULL: host memory that is not mapped */
    void               *hostPointer;        /* NULL: device memory */
};
typedef enum cudaOutputMode { cudaKeyValuePair = 0, cudaCSV = 1 } cudaOutputMode_t;

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0, cudaChannelFormatKindUnsigned = 1, cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3
};
struct cudaChannelFormatDesc { int x, y, z, w; enum cudaChannelFormatKind f; };

struct cudaArray;
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;

struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaMemcpy3DParms {
    struct cudaArray     *srcArray;
    struct cudaPos        srcPos;           /* texels with an array, else bytes, rows, slices */
    struct cudaPitchedPtr srcPtr;
    struct cudaArray     *dstArray;
    struct cudaPos        dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent     extent;           /* width in texels when an array takes part, else in bytes */
    enum cudaMemcpyKind   kind;
};

struct cudaMemcpy3DPeerParms {              /* the same between two devices */
    struct cudaArray     *srcArray;
    struct cudaPos        srcPos;
    struct cudaPitchedPtr srcPtr;
    int                   srcDevice;
    struct cudaArray     *dstArray;
    struct cudaPos        dstPos;
    struct cudaPitchedPtr dstPtr;
    int                   dstDevice;
    struct cudaExtent     extent;
};

typedef struct cudaUUID_st { char bytes[16]; } cudaUUID_t;
/* Of CUDA 4.1: handles for other processes. */
#define CUDA_IPC_HANDLE_SIZE 64
typedef struct cudaIpcEventHandle_st { char reserved[CUDA_IPC_HANDLE_SIZE]; } cudaIpcEventHandle_t;
typedef struct cudaIpcMemHandle_st { char reserved[CUDA_IPC_HANDLE_SIZE]; } cudaIpcMemHandle_t;
#define cudaIpcMemLazyEnablePeerAccess 0x01
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;

#define cudaHostAllocDefault        0x00
#define cudaHostAllocPortable       0x01
#define cudaHostAllocMapped         0x02
#define cudaHostAllocWriteCombined  0x04
#define cudaHostRegisterDefault     0x00
#define cudaHostRegisterPortable    0x01
#define cudaHostRegisterMapped      0x02
#define cudaPeerAccessDefault       0x00
#define cudaEventDefault            0x00
#define cudaEventBlockingSync       0x01
#define cudaEventDisableTiming      0x02
#define cudaEventInterprocess       0x04            /* cudaErrorNotSupported */
#define cudaStreamDefault           0x00
#define cudaStreamNonBlocking       0x01
#define cudaDeviceScheduleAuto      0x00
#define cudaDeviceScheduleSpin      0x01
#define cudaDeviceScheduleYield     0x02
#define cudaDeviceBlockingSync      0x04
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceScheduleMask      0x07
#define cudaDeviceMapHost           0x08
#define cudaDeviceLmemResizeToMax   0x10
#define cudaDeviceMask              0x1f
#define cudaArrayDefault            0x00

#define cudaArrayLayered            0x01            /* of compute capability 2.0 */
#define cudaArraySurfaceLoadStore   0x02            /* of compute capability 2.0 */
#define cudaArrayCubemap            0x04            /* the same */
#define cudaArrayTextureGather      0x08            /* the same */

#define cudaMemAttachGlobal         0x01
#define cudaMemAttachHost           0x02
#define cudaMemAttachSingle         0x04
#define cudaCpuDeviceId             (-1)
#define cudaInvalidDeviceId         (-2)
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly = 2, cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4, cudaMemAdviseSetAccessedBy = 5, cudaMemAdviseUnsetAccessedBy = 6
};

struct cudaGraphicsResource;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
enum cudaGraphicsRegisterFlags {
    cudaGraphicsRegisterFlagsNone = 0, cudaGraphicsRegisterFlagsReadOnly = 1, cudaGraphicsRegisterFlagsWriteDiscard = 2,
    cudaGraphicsRegisterFlagsSurfaceLoadStore = 4
};
enum cudaGraphicsMapFlags {
    cudaGraphicsMapFlagsNone = 0, cudaGraphicsMapFlagsReadOnly = 1, cudaGraphicsMapFlagsWriteDiscard = 2
};
enum cudaGraphicsCubeFace {
    cudaGraphicsCubeFacePositiveX = 0, cudaGraphicsCubeFaceNegativeX = 1, cudaGraphicsCubeFacePositiveY = 2,
    cudaGraphicsCubeFaceNegativeY = 3, cudaGraphicsCubeFacePositiveZ = 4, cudaGraphicsCubeFaceNegativeZ = 5
};

struct cudaDeviceProp {
    char   name[256];
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    int    regsPerBlock;
    int    warpSize;
    size_t memPitch;
    int    maxThreadsPerBlock;
    int    maxThreadsDim[3];
    int    maxGridSize[3];
    int    clockRate;                   /* kHz */
    size_t totalConstMem;
    int    major, minor;
    size_t textureAlignment;
    size_t texturePitchAlignment;
    int    deviceOverlap;
    int    multiProcessorCount;
    int    kernelExecTimeoutEnabled;
    int    integrated;
    int    canMapHostMemory;
    int    computeMode;
    int    maxTexture1D;
    int    maxTexture1DLinear;
    int    maxTexture2D[2];
    int    maxTexture3D[3];
    int    maxTexture1DLayered[2];      /* none: layers are of compute capability 2.0 */
    int    maxTexture2DLayered[3];
    size_t surfaceAlignment;
    int    concurrentKernels;
    int    ECCEnabled;
    int    pciBusID, pciDeviceID, pciDomainID;
    int    tccDriver;
    int    asyncEngineCount;
    int    unifiedAddressing;
    int    memoryClockRate;             /* kHz */
    int    memoryBusWidth;              /* bits */
    int    l2CacheSize;
    int    maxThreadsPerMultiProcessor;
    size_t sharedMemPerMultiprocessor;
    int    regsPerMultiprocessor;
    int    maxTexture2DLinear[3];       /* width, height, pitch in bytes */
    int    maxTexture2DGather[2];       /* this and what follows is of compute capability 2.0: 0 */
    int    maxTextureCubemap, maxTextureCubemapLayered[2];
    int    maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3];
    int    maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    int    managedMemory;               /* cudaMallocManaged */
    int    concurrentManagedAccess;     /* 0: not by the host while a kernel runs */
    int    cooperativeLaunch;           /* cudaLaunchCooperativeKernel */
    size_t sharedMemPerBlockOptin;      /* cudaFuncSetAttribute */
};

struct cudaFuncAttributes {
    size_t sharedSizeBytes;             /* static, with the 16 bytes of header and the parameters */
    size_t constSizeBytes;
    size_t localSizeBytes;
    int    maxThreadsPerBlock;          /* what the registers allow */
    int    numRegs;
    int    ptxVersion, binaryVersion;   /* 13 */
    int    maxDynamicSharedSizeBytes, preferredShmemCarveout;
};

#endif
