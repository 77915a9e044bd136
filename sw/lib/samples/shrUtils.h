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
enum LOGMODES { LOGCONSOLE = 1, LOGFILE = 2, LOGBOTH = 3, APPENDMODE = 4, MASTER = 8, ERRORMSG = 16, CLOSELOG = 32 };

#ifdef __cplusplus
extern "C" {
#endif
int shrLog(const char *format, ...);
int shrLogEx(int mode, int error, const char *format, ...);
void shrSetLogFileName(const char *name);
/* Seconds since the last call with this number, 0 to 2; 0 the first time. */
double shrDeltaT(int number);
size_t shrRoundUp(int group, int size);
/* As those of cutil.h. */
char *shrFindFilePath(const char *name, const char *program);
shrBOOL shrCheckCmdLineFlag(const int argc, const char **argv, const char *name);
shrBOOL shrGetCmdLineArgumenti(const int argc, const char **argv, const char *name, int *value);
shrBOOL shrGetCmdLineArgumentu(const int argc, const char **argv, const char *name, unsigned int *value);
shrBOOL shrGetCmdLineArgumentf(const int argc, const char **argv, const char *name, float *value);
shrBOOL shrGetCmdLineArgumentstr(const int argc, const char **argv, const char *name, char **value);
void shrFree(void *p);
shrBOOL shrLoadPPM4ub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h);
shrBOOL shrSavePPM4ub(const char *name, unsigned char *data, unsigned int w, unsigned int h);
shrBOOL shrComparefet(const float *reference, const float *data, const unsigned int n, const float epsilon,
                      const unsigned int threshold);
shrBOOL shrCompareL2fe(const float *reference, const float *data, const unsigned int n, const float epsilon);
#ifdef __cplusplus
}
#endif
/* Processors in a multiprocessor of a compute capability; -1: unknown here. */
static __inline__ int ConvertSMVer2Cores(int major, int minor)
{
    (void)minor;
    return major == 1 ? 8 : -1;
}
#define shrEXIT(argc, argv) exit(EXIT_SUCCESS)
#endif
#endif
