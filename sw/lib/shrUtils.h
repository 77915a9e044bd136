/* SPDX-License-Identifier: Apache-2.0
 *
 * What the samples of CUDA 3.x and 4.x share with those of OpenCL: lines to print, intervals of time. Everything goes
 * to standard output.
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
#include <sys/time.h>

typedef int shrBOOL;
#define shrFALSE 0
#define shrTRUE 1
enum LOGMODES { LOGCONSOLE = 1, LOGFILE = 2, LOGBOTH = 3, APPENDMODE = 4, MASTER = 8, ERRORMSG = 16, CLOSELOG = 32 };

static __inline__ int shrLog(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    return 0;
}
static __inline__ int shrLogEx(int mode, int error, const char *format, ...)
{
    va_list args;
    if (mode & ERRORMSG)
        printf("error %d: ", error);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    return 0;
}
static __inline__ void shrSetLogFileName(const char *name) { (void)name; }
/* Seconds since the last call with this number, 0 to 2; 0 the first time. */
static __inline__ double shrDeltaT(int number)
{
    static double last[3];
    struct timeval t;
    double now, since;

    if (number < 0 || number > 2)
        return -9999.0;
    gettimeofday(&t, NULL);
    now = (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
    since = last[number] > 0 ? now - last[number] : 0;
    last[number] = now;
    return since;
}
static __inline__ size_t shrRoundUp(int group, int size) { return (size_t)((size + group - 1) / group * group); }
/* Processors in a multiprocessor of a compute capability; -1: unknown here. */
static __inline__ int ConvertSMVer2Cores(int major, int minor)
{
    (void)minor;
    return major == 1 ? 8 : -1;
}
#define shrEXIT(argc, argv) exit(EXIT_SUCCESS)
#endif
#endif
