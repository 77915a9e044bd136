/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions of shrUtils.h and shrQATest.h. Weak as those of cutil.c.
 */
#include <errno.h>
#include <stdbool.h>

#include "cutil.h"
#include "now.h"
#include "printable.h"
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

SHR_FN void shrFillArray(float *data, int n)
{
    for (int i = 0; i < n; i++)
        data[i] = (float)rand() / (float)RAND_MAX;
}

SHR_FN void shrPrintArray(float *data, int n)
{
    for (int i = 0; i < n; i++)
        printf("%d: %.3f\n", i, (double)data[i]);
}

SHR_FN unsigned char *shrLoadRawFile(const char *name, size_t size)
{
    FILE *f = fopen(name, "rb");
    unsigned char *bytes = f ? malloc(size + 1) : NULL;

    if (bytes && fread(bytes, 1, size, f) != size) {
        free(bytes);
        bytes = NULL;
    }
    if (!bytes)
        gt_tell("%s: %s\n", name, f ? "shorter than was asked for" : strerror(errno));
    if (f)
        fclose(f);
    return bytes;
}

SHR_FN void __cutSameCheck(int error, int expected, void (*clean_up)(int), const char *file, const int line)
{
    if (error == expected)
        return;
    fprintf(stderr, "%s:%d: %d, not %d\n", file, line, error, expected);
    if (clean_up)
        clean_up(EXIT_FAILURE);
    else
        exit(EXIT_FAILURE);
}

/* ---- the command line, files, comparisons: as cutil.h's ---- */

SHR_FN void shrFree(void *p)
{
    cutFree(p);
}

SHR_FN char *shrFindFilePath(const char *name, const char *program)
{
    return cutFindFilePath(name, program);
}

SHR_FN shrBOOL shrGetCmdLineArgumentu(const int argc, const char **argv, const char *name, unsigned int *value)
{
    int number;
    const shrBOOL found = cutGetCmdLineArgumenti(argc, argv, name, &number) == CUTTrue && number >= 0;

    if (found)
        *value = (unsigned int)number;
    return found;
}

/* shrNAME(PARAMETERS) as cutNAME(ARGUMENTS); both may be one macro. */
#define SHR_AS_CUT(...) SHR_AS_CUT_EXPANDED(__VA_ARGS__)
#define SHR_AS_CUT_EXPANDED(NAME, PARAMETERS, ...) \
    SHR_FN shrBOOL shr##NAME PARAMETERS \
    { \
        return cut##NAME(__VA_ARGS__) == CUTTrue; \
    }
#define COMMAND_LINE const int argc, const char **argv, const char *name
SHR_AS_CUT(CheckCmdLineFlag, (COMMAND_LINE), argc, argv, name)
SHR_AS_CUT(GetCmdLineArgumenti, (COMMAND_LINE, int *value), argc, argv, name, value)
SHR_AS_CUT(GetCmdLineArgumentf, (COMMAND_LINE, float *value), argc, argv, name, value)
SHR_AS_CUT(GetCmdLineArgumentstr, (COMMAND_LINE, char **value), argc, argv, name, value)
SHR_AS_CUT(GetCmdLineArgumentListstr, (COMMAND_LINE, char **values, unsigned int *len), argc, argv, name, values, len)

#define READ(T) (const char *name, T **data, unsigned int *len, bool verbose), name, data, len, verbose
SHR_AS_CUT(ReadFilef, READ(float))
SHR_AS_CUT(ReadFiled, READ(double))
SHR_AS_CUT(ReadFilei, READ(int))
SHR_AS_CUT(ReadFileui, READ(unsigned int))
SHR_AS_CUT(ReadFileb, READ(char))
SHR_AS_CUT(ReadFileub, READ(unsigned char))
#define WRITE(T) (const char *name, const T *data, unsigned int len, bool verbose), name, data, len, verbose
#define WRITE_EPSILON(T) \
    (const char *name, const float *data, unsigned int len, const T epsilon, bool verbose), name, data, len, epsilon, \
        verbose
SHR_AS_CUT(WriteFilef, WRITE_EPSILON(float))
SHR_AS_CUT(WriteFiled, WRITE_EPSILON(double))
SHR_AS_CUT(WriteFilei, WRITE(int))
SHR_AS_CUT(WriteFileui, WRITE(unsigned int))
SHR_AS_CUT(WriteFileb, WRITE(char))
SHR_AS_CUT(WriteFileub, WRITE(unsigned char))

#define LOAD (const char *name, unsigned char **data, unsigned int *w, unsigned int *h), name, data, w, h
#define SAVE (const char *name, unsigned char *data, unsigned int w, unsigned int h), name, data, w, h
#define PICTURES const char *name, const char *reference, const float epsilon, const float threshold
SHR_AS_CUT(LoadPPM4ub, LOAD)
SHR_AS_CUT(SavePPM4ub, SAVE)
SHR_AS_CUT(LoadPGMub, LOAD)
SHR_AS_CUT(SavePGMub, SAVE)
SHR_AS_CUT(ComparePPM, (PICTURES), name, reference, epsilon, threshold, true)

SHR_FN shrBOOL shrComparePGM(PICTURES)
{
    unsigned char *data = NULL, *right = NULL;
    unsigned int w = 0, h = 0, rw = 0, rh = 0;
    const shrBOOL same = cutLoadPGMub(name, &data, &w, &h) == CUTTrue &&
                         cutLoadPGMub(reference, &right, &rw, &rh) == CUTTrue && w == rw && h == rh &&
                         cutCompareubt(right, data, w * h, epsilon, threshold) == CUTTrue;

    free(data);
    free(right);
    return same;
}

#define ARRAYS(T) const T *reference, const T *data, const unsigned int len
SHR_AS_CUT(Comparef, (ARRAYS(float)), reference, data, len)
SHR_AS_CUT(Comparei, (ARRAYS(int)), reference, data, len)
SHR_AS_CUT(Compareub, (ARRAYS(unsigned char)), reference, data, len)
SHR_AS_CUT(Comparefe, (ARRAYS(float), const float epsilon), reference, data, len, epsilon)
SHR_AS_CUT(CompareL2fe, (ARRAYS(float), const float epsilon), reference, data, len, epsilon)
SHR_AS_CUT(Compareube, (ARRAYS(unsigned char), const float epsilon), reference, data, len, epsilon)
#define TOLERANT(T) (ARRAYS(T), const float epsilon, const float threshold), reference, data, len, epsilon, threshold
SHR_AS_CUT(Comparefet, TOLERANT(float))
SHR_AS_CUT(Compareuit, TOLERANT(unsigned int))
SHR_AS_CUT(Compareubt, TOLERANT(unsigned char))

/* The program's name without its folders. */
static const char *program_name(const char *const *argv)
{
    const char *slash = argv && argv[0] ? strrchr(argv[0], '/') : NULL;
    return slash ? slash + 1 : argv && argv[0] ? argv[0] : "program";
}

SHR_FN void shrQAStart(int argc, char **argv)
{
    (void)argc;
    printf("[%s] starting...\n\n", program_name((const char *const *)argv));
}

SHR_FN void shrQAFinish(int argc, const char **argv, int status)
{
    (void)argc;
    printf("[%s] test results...\n%s\n", program_name((const char *const *)argv),
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
