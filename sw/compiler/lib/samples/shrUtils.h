/* SPDX-License-Identifier: Apache-2.0
 *
 * What the samples of CUDA 3.x and 4.x share with those of OpenCL: lines to print, intervals of time. Everything goes
 * to standard output. The functions are in libcutil.a.
 */
#ifndef GT200_SHRUTILS_H
#define GT200_SHRUTILS_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#ifndef __GT200_KERNELS_ONLY__
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int shrBOOL;
#define shrFALSE 0
#define shrTRUE 1
#define HDASHLINE      "-----------------------------------------------------------\n"
#define DEFAULTLOGFILE "SdkConsoleLog.txt"
#define MASTERLOGFILE  "SdkMasterLog.csv"
#define STDERROR       "file %s, line %i\n\n", __FILE__, __LINE__
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef CLAMP
#define CLAMP(v, low, high) MIN(MAX(v, low), high)
#endif
#ifndef TOPCLAMP
#define TOPCLAMP(v, high) MIN(v, high)
#endif
#define ARGCHECK(call) if ((call) != shrTRUE) return shrFALSE
enum LOGMODES { LOGCONSOLE = 1, LOGFILE = 2, LOGBOTH = 3, APPENDMODE = 4, MASTER = 8, ERRORMSG = 16, CLOSELOG = 32 };

#ifdef __cplusplus
#define __SHR_VERBOSE bool verbose = false
extern "C" {
#else
#define __SHR_VERBOSE _Bool verbose
#endif
int shrLog(const char *format, ...);
int shrLogEx(int mode, int error, const char *format, ...);
void shrSetLogFileName(const char *name);
/* Seconds since the last call with this number, 0 to 2; 0 the first time. */
double shrDeltaT(int number);
size_t shrRoundUp(int group, int size);
void shrFillArray(float *data, int n);           /* numbers of rand() from 0 to 1 */
void shrPrintArray(float *data, int n);
/* `size` bytes of a file; NULL with a message: it has fewer. Free them with shrFree. */
unsigned char *shrLoadRawFile(const char *name, size_t size);
/* The program ends with a message when the two are not the same: by clean_up(EXIT_FAILURE) where there is one. */
void __cutSameCheck(int error, int expected, void (*clean_up)(int), const char *file, const int line);
#define shrCheckErrorEX(error, expected, clean_up) \
    __cutSameCheck((error), (expected), (clean_up), __FILE__, __LINE__)
#define shrCheckError(error, expected) shrCheckErrorEX(error, expected, NULL)

/* As those of cutil.h. */
char *shrFindFilePath(const char *name, const char *program);
void shrFree(void *p);
shrBOOL shrCheckCmdLineFlag(const int argc, const char **argv, const char *name);
shrBOOL shrGetCmdLineArgumenti(const int argc, const char **argv, const char *name, int *value);
shrBOOL shrGetCmdLineArgumentu(const int argc, const char **argv, const char *name, unsigned int *value);
shrBOOL shrGetCmdLineArgumentf(const int argc, const char **argv, const char *name, float *value);
shrBOOL shrGetCmdLineArgumentstr(const int argc, const char **argv, const char *name, char **value);
shrBOOL shrGetCmdLineArgumentListstr(const int argc, const char **argv, const char *name, char **values,
                                     unsigned int *len);
shrBOOL shrReadFilef(const char *name, float **data, unsigned int *len, __SHR_VERBOSE);
shrBOOL shrReadFiled(const char *name, double **data, unsigned int *len, __SHR_VERBOSE);
shrBOOL shrReadFilei(const char *name, int **data, unsigned int *len, __SHR_VERBOSE);
shrBOOL shrReadFileui(const char *name, unsigned int **data, unsigned int *len, __SHR_VERBOSE);
shrBOOL shrReadFileb(const char *name, char **data, unsigned int *len, __SHR_VERBOSE);
shrBOOL shrReadFileub(const char *name, unsigned char **data, unsigned int *len, __SHR_VERBOSE);
shrBOOL shrWriteFilef(const char *name, const float *data, unsigned int len, const float epsilon, __SHR_VERBOSE);
shrBOOL shrWriteFiled(const char *name, const float *data, unsigned int len, const double epsilon, __SHR_VERBOSE);
shrBOOL shrWriteFilei(const char *name, const int *data, unsigned int len, __SHR_VERBOSE);
shrBOOL shrWriteFileui(const char *name, const unsigned int *data, unsigned int len, __SHR_VERBOSE);
shrBOOL shrWriteFileb(const char *name, const char *data, unsigned int len, __SHR_VERBOSE);
shrBOOL shrWriteFileub(const char *name, const unsigned char *data, unsigned int len, __SHR_VERBOSE);
shrBOOL shrLoadPPM4ub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h);
shrBOOL shrSavePPM4ub(const char *name, unsigned char *data, unsigned int w, unsigned int h);
shrBOOL shrLoadPGMub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h);
shrBOOL shrSavePGMub(const char *name, unsigned char *data, unsigned int w, unsigned int h);
shrBOOL shrComparePPM(const char *name, const char *reference, const float epsilon, const float threshold);
shrBOOL shrComparePGM(const char *name, const char *reference, const float epsilon, const float threshold);
shrBOOL shrComparef(const float *reference, const float *data, const unsigned int len);
shrBOOL shrComparei(const int *reference, const int *data, const unsigned int len);
shrBOOL shrCompareuit(const unsigned int *reference, const unsigned int *data, const unsigned int len,
                      const float epsilon, const float threshold);
shrBOOL shrCompareub(const unsigned char *reference, const unsigned char *data, const unsigned int len);
shrBOOL shrCompareube(const unsigned char *reference, const unsigned char *data, const unsigned int len,
                      const float epsilon);
shrBOOL shrCompareubt(const unsigned char *reference, const unsigned char *data, const unsigned int len,
                      const float epsilon, const float threshold);
shrBOOL shrComparefe(const float *reference, const float *data, const unsigned int len, const float epsilon);
shrBOOL shrComparefet(const float *reference, const float *data, const unsigned int len, const float epsilon,
                      const float threshold);
shrBOOL shrCompareL2fe(const float *reference, const float *data, const unsigned int len, const float epsilon);
#ifdef __cplusplus
}
#endif
/* Processors in a multiprocessor of a compute capability; -1: unknown here. */
static __inline__ int ConvertSMVer2Cores(int major, int minor)
{
    (void)minor;
    return major == 1 ? 8 : -1;
}
#undef __SHR_VERBOSE
/* End the program; wait for no key. */
#define shrExitEX(argc, argv, status) exit(status)
#define shrEXIT(argc, argv)           exit(EXIT_SUCCESS)
#endif
#endif
