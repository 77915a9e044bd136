/* SPDX-License-Identifier: Apache-2.0
 *
 * The utility functions that nearly every program of the time used: error checks, timers, command line, comparisons,
 * small files. They were no part of CUDA but came with its samples. Written anew by their names and meanings; the
 * functions are in libcutil.a. A program that has functions of its own by these names keeps them.
 */
#ifndef GT200_CUTIL_H
#define GT200_CUTIL_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "cuda_runtime.h"

#ifndef __GT200_KERNELS_ONLY__
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
#define __CUT_BOOL bool
#define __CUT_VERBOSE bool verbose = false
extern "C" {
#else
#define __CUT_BOOL _Bool
#define __CUT_VERBOSE _Bool verbose
#endif
#define CUTIL_API

enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };
#ifndef __cplusplus
typedef enum CUTBoolean CUTBoolean;
#endif

/* Frees what the functions below have allocated. */
void cutFree(void *p);

/* ---- files: a name as it is, or in data/ and its like beside the program and above it; NULL: nowhere. Free it with
 * cutFree. ---- */
char *cutFindFilePath(const char *name, const char *program);

/* Numbers with blanks between, lines of # left out. *data NULL: allocated, *len set; else at most *len numbers, *len
 * set. */
CUTBoolean cutReadFilef(const char *name, float **data, unsigned int *len, __CUT_VERBOSE);
CUTBoolean cutReadFiled(const char *name, double **data, unsigned int *len, __CUT_VERBOSE);
CUTBoolean cutReadFilei(const char *name, int **data, unsigned int *len, __CUT_VERBOSE);
CUTBoolean cutReadFileui(const char *name, unsigned int **data, unsigned int *len, __CUT_VERBOSE);
CUTBoolean cutReadFileb(const char *name, char **data, unsigned int *len, __CUT_VERBOSE);
CUTBoolean cutReadFileub(const char *name, unsigned char **data, unsigned int *len, __CUT_VERBOSE);
CUTBoolean cutWriteFilef(const char *name, const float *data, unsigned int len, const float epsilon, __CUT_VERBOSE);
CUTBoolean cutWriteFiled(const char *name, const float *data, unsigned int len, const double epsilon, __CUT_VERBOSE);
CUTBoolean cutWriteFilei(const char *name, const int *data, unsigned int len, __CUT_VERBOSE);
CUTBoolean cutWriteFileui(const char *name, const unsigned int *data, unsigned int len, __CUT_VERBOSE);
CUTBoolean cutWriteFileb(const char *name, const char *data, unsigned int len, __CUT_VERBOSE);
CUTBoolean cutWriteFileub(const char *name, const unsigned char *data, unsigned int len, __CUT_VERBOSE);

/* Pictures: binary PGM and PPM of 8 bits. *data NULL: allocated, else it must have the room for *w × *h of the file.
 * Floats count from 0 to 1; 4ub has a fourth component, 0 when read, left out when written. */
CUTBoolean cutLoadPGMub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h);
CUTBoolean cutLoadPPMub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h);
CUTBoolean cutLoadPPM4ub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h);
CUTBoolean cutLoadPGMi(const char *name, unsigned int **data, unsigned int *w, unsigned int *h);
CUTBoolean cutLoadPGMs(const char *name, unsigned short **data, unsigned int *w, unsigned int *h);
CUTBoolean cutLoadPGMf(const char *name, float **data, unsigned int *w, unsigned int *h);
CUTBoolean cutSavePGMub(const char *name, unsigned char *data, unsigned int w, unsigned int h);
CUTBoolean cutSavePPMub(const char *name, unsigned char *data, unsigned int w, unsigned int h);
CUTBoolean cutSavePPM4ub(const char *name, unsigned char *data, unsigned int w, unsigned int h);
CUTBoolean cutComparePPM(const char *name, const char *reference, const float epsilon, const float threshold,
                         __CUT_VERBOSE);
CUTBoolean cutSavePGMi(const char *name, unsigned int *data, unsigned int w, unsigned int h);
CUTBoolean cutSavePGMs(const char *name, unsigned short *data, unsigned int w, unsigned int h);
CUTBoolean cutSavePGMf(const char *name, float *data, unsigned int w, unsigned int h);

/* ---- command line: --name or -name, --name=value. CUTFalse: the argument is not there, or its value is none of the
 * type; then a number stays as it is (programs set its default before), a string becomes NULL, the length of a list 0.
 * ---- */
CUTBoolean cutCheckCmdLineFlag(const int argc, const char **argv, const char *name);
CUTBoolean cutGetCmdLineArgumenti(const int argc, const char **argv, const char *name, int *value);
CUTBoolean cutGetCmdLineArgumentf(const int argc, const char **argv, const char *name, float *value);
CUTBoolean cutGetCmdLineArgumentstr(const int argc, const char **argv, const char *name, char **value);
CUTBoolean cutGetCmdLineArgumentListstr(const int argc, const char **argv, const char *name, char **values,
                                        unsigned int *len);

/* ---- comparisons. fe, ube: |difference| <= epsilon; t: at most threshold × len values may be off; L2: sqrt(sum of
 * squares of the differences) / sqrt(sum of squares of the reference) < epsilon. ---- */
CUTBoolean cutComparef(const float *reference, const float *data, const unsigned int len);
CUTBoolean cutComparei(const int *reference, const int *data, const unsigned int len);
CUTBoolean cutCompareuit(const unsigned int *reference, const unsigned int *data, const unsigned int len,
                         const float epsilon, const float threshold);
CUTBoolean cutCompareub(const unsigned char *reference, const unsigned char *data, const unsigned int len);
CUTBoolean cutCompareube(const unsigned char *reference, const unsigned char *data, const unsigned int len,
                         const float epsilon);
CUTBoolean cutCompareubt(const unsigned char *reference, const unsigned char *data, const unsigned int len,
                         const float epsilon, const float threshold);
CUTBoolean cutComparefe(const float *reference, const float *data, const unsigned int len, const float epsilon);
CUTBoolean cutComparefet(const float *reference, const float *data, const unsigned int len, const float epsilon,
                         const float threshold);
CUTBoolean cutCompareL2fe(const float *reference, const float *data, const unsigned int len, const float epsilon);
CUTBoolean cutCheckCondition(int condition, const char *file, const int line);

/* ---- timers: the host's time in milliseconds, summed over starts and stops ---- */
CUTBoolean cutCreateTimer(unsigned int *timer);
CUTBoolean cutDeleteTimer(unsigned int timer);
CUTBoolean cutStartTimer(const unsigned int timer);
CUTBoolean cutStopTimer(const unsigned int timer);
CUTBoolean cutResetTimer(const unsigned int timer);
float cutGetTimerValue(const unsigned int timer);
float cutGetAverageTimerValue(const unsigned int timer);

/* The device that --device=N names, else 0; without --quiet a line on standard error says which. Ends the program
 * when there is none. */
int __cutChooseDevice(int argc, const char **argv);
/* End the program with a message when what a call returned is an error. */
void __cutRuntimeCheck(int error, const char *file, int line, const char *what);
void __cutDriverCheck(int error, const char *file, int line, const char *what);
void __cutCheck(int ok, const char *file, int line);
void __cutPointerCheck(const void *p, const char *file, int line);
#ifdef __cplusplus
}
#endif
#undef __CUT_BOOL
#undef __CUT_VERBOSE

#define CUT_BANK_CHECKER(array, index) array[index]

#define CUDA_SAFE_CALL_NO_SYNC(call) __cutRuntimeCheck((int)(call), __FILE__, __LINE__, NULL)
#define CUDA_SAFE_CALL(call)         CUDA_SAFE_CALL_NO_SYNC(call)
#define CU_SAFE_CALL_NO_SYNC(call)   __cutDriverCheck((int)(call), __FILE__, __LINE__, NULL)
#define CU_SAFE_CALL(call)           CU_SAFE_CALL_NO_SYNC(call)
#define CUT_SAFE_CALL(call)          __cutCheck((call) == CUTTrue, __FILE__, __LINE__)
#define CUT_SAFE_MALLOC(call)        __cutPointerCheck((const void *)(call), __FILE__, __LINE__)
#define CUT_CONDITION(value) __cutCheck(cutCheckCondition((value), __FILE__, __LINE__) == CUTTrue, __FILE__, __LINE__)
/* A kernel's errors are there when its launch returns, so the check costs nothing. */
#define CUT_CHECK_ERROR(message)     __cutRuntimeCheck((int)cudaGetLastError(), __FILE__, __LINE__, (message))

#define CUT_DEVICE_INIT(argc, argv) \
    CUDA_SAFE_CALL_NO_SYNC(cudaSetDevice(__cutChooseDevice((argc), (const char **)(argv))))
#define CUT_DEVICE_INIT_DRV(device, argc, argv) \
    do { \
        CU_SAFE_CALL_NO_SYNC(cuInit(0)); \
        CU_SAFE_CALL_NO_SYNC(cuDeviceGet(&(device), __cutChooseDevice((argc), (const char **)(argv)))); \
    } while (0)
/* Ends the program; waits for no key. */
#define CUT_EXIT(argc, argv)         exit(EXIT_SUCCESS)

#endif
#endif
