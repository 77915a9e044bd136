/* SPDX-License-Identifier: Apache-2.0
 *
 * The command line and files, as the samples from CUDA 5 on ask for them: cutil.h by other names.
 */
#ifndef GT200_HELPER_STRING_H
#define GT200_HELPER_STRING_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "cutil.h"

#ifndef __GT200_KERNELS_ONLY__
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

static __inline__ int checkCmdLineFlag(int argc, const char **argv, const char *name)
{
    return cutCheckCmdLineFlag(argc, argv, name) == CUTTrue;
}
/* 0 without it. */
static __inline__ int getCmdLineArgumentInt(int argc, const char **argv, const char *name)
{
    int value = 0;
    cutGetCmdLineArgumenti(argc, argv, name, &value);
    return value;
}
static __inline__ float getCmdLineArgumentFloat(int argc, const char **argv, const char *name)
{
    float value = 0;
    cutGetCmdLineArgumentf(argc, argv, name, &value);
    return value;
}
/* The value is where it stands in argv: nobody frees it. */
static __inline__ int getCmdLineArgumentString(int argc, const char **argv, const char *name, char **value)
{
    size_t n = strlen(name);
    int i;
    *value = NULL;
    for (i = 1; i < argc && !*value; i++) {
        const char *a = argv[i] + strspn(argv[i], "-");
        if (a > argv[i] && !strncmp(a, name, n) && a[n] == '=')
            *value = (char *)(size_t)(a + n + 1);
    }
    return *value != NULL;
}
static __inline__ char *sdkFindFilePath(const char *name, const char *program)
{
    return cutFindFilePath(name, program);
}
#endif
#endif
