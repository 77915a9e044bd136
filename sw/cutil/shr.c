/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions of shrUtils.h and shrQATest.h. Weak as those of cutil.c.
 */
#include "cutil.h"
#include "now.h"
#include "shrQATest.h"
#include "shrUtils.h"

#define SHR_FN __attribute__((weak))

SHR_FN int shrLog(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    return 0;
}

SHR_FN int shrLogEx(int mode, int error, const char *format, ...)
{
    va_list args;

    if (mode & ERRORMSG)
        printf("error %d: ", error);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    return 0;
}

SHR_FN void shrSetLogFileName(const char *name)
{
    (void)name;
}

SHR_FN double shrDeltaT(int number)
{
    static double last[3];

    if (number < 0 || number > 2)
        return -9999.0;
    double time = now(), since = last[number] > 0 ? time - last[number] : 0;
    last[number] = time;
    return since;
}

SHR_FN size_t shrRoundUp(int group, int size)
{
    return (size_t)((size + group - 1) / group * group);
}

/* ---- the command line, files, comparisons: as cutil.h's ---- */

SHR_FN void shrFree(void *p)
{
    cutFree(p);
}

SHR_FN shrBOOL shrLoadPPM4ub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h)
{
    return cutLoadPPM4ub(name, data, w, h) == CUTTrue;
}

SHR_FN shrBOOL shrSavePPM4ub(const char *name, unsigned char *data, unsigned int w, unsigned int h)
{
    return cutSavePPM4ub(name, data, w, h) == CUTTrue;
}

SHR_FN char *shrFindFilePath(const char *name, const char *program)
{
    return cutFindFilePath(name, program);
}

SHR_FN shrBOOL shrCheckCmdLineFlag(const int argc, const char **argv, const char *name)
{
    return cutCheckCmdLineFlag(argc, argv, name) == CUTTrue;
}

SHR_FN shrBOOL shrGetCmdLineArgumenti(const int argc, const char **argv, const char *name, int *value)
{
    return cutGetCmdLineArgumenti(argc, argv, name, value) == CUTTrue;
}

SHR_FN shrBOOL shrGetCmdLineArgumentu(const int argc, const char **argv, const char *name, unsigned int *value)
{
    int number;
    const shrBOOL found = cutGetCmdLineArgumenti(argc, argv, name, &number) == CUTTrue && number >= 0;

    if (found)
        *value = (unsigned int)number;
    return found;
}

SHR_FN shrBOOL shrGetCmdLineArgumentf(const int argc, const char **argv, const char *name, float *value)
{
    return cutGetCmdLineArgumentf(argc, argv, name, value) == CUTTrue;
}

SHR_FN shrBOOL shrGetCmdLineArgumentstr(const int argc, const char **argv, const char *name, char **value)
{
    return cutGetCmdLineArgumentstr(argc, argv, name, value) == CUTTrue;
}

/* At most `threshold` numbers differ by more than epsilon. */
SHR_FN shrBOOL shrComparefet(const float *reference, const float *data, const unsigned int n, const float epsilon,
                             const unsigned int threshold)
{
    unsigned int differ = 0;

    for (unsigned int i = 0; i < n; i++) {
        const float d = reference[i] - data[i];
        differ += !(d <= epsilon && -d <= epsilon);
    }
    return differ <= threshold;
}

SHR_FN shrBOOL shrCompareL2fe(const float *reference, const float *data, const unsigned int n, const float epsilon)
{
    return cutCompareL2fe(reference, data, n, epsilon) == CUTTrue;
}

/* The program's name without its folders. */
static const char *program(const char *const *argv)
{
    const char *slash = argv && argv[0] ? strrchr(argv[0], '/') : NULL;
    return slash ? slash + 1 : argv && argv[0] ? argv[0] : "program";
}

SHR_FN void shrQAStart(int argc, char **argv)
{
    (void)argc;
    printf("[%s] starting...\n\n", program((const char *const *)argv));
}

SHR_FN void shrQAFinish(int argc, const char **argv, int status)
{
    (void)argc;
    printf("[%s] test results...\n%s\n", program((const char *const *)argv),
           status == QA_PASSED   ? "PASSED"
           : status == QA_WAIVED ? "WAIVED"
                                 : "FAILED");
    fflush(stdout);
}

SHR_FN void shrQAFinish2(int prompt, int argc, const char **argv, int status)
{
    (void)prompt;
    shrQAFinish(argc, argv, status);
}
