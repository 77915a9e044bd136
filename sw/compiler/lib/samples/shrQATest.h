/* SPDX-License-Identifier: Apache-2.0
 *
 * The first and last line of the samples of CUDA 4.x. The functions are in libcutil.a.
 */
#ifndef GT200_SHRQATEST_H
#define GT200_SHRQATEST_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#ifndef __GT200_KERNELS_ONLY__
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum eQAstatus { QA_FAILED = 0, QA_PASSED = 1, QA_WAIVED = 2 };

#ifdef __cplusplus
extern "C" {
#endif
void shrQAStart(int argc, char **argv);
void shrQAFinish(int argc, const char **argv, int status);
void shrQAFinish2(int prompt, int argc, const char **argv, int status);
#ifdef __cplusplus
}
#endif
#define shrQAFinishExit(argc, argv, status) \
    do { \
        int __shr_status = (status); \
        shrQAFinish((argc), (argv), __shr_status); \
        exit(__shr_status == QA_FAILED ? EXIT_FAILURE : EXIT_SUCCESS); \
    } while (0)
#define shrQAFinishExit2(prompt, argc, argv, status) shrQAFinishExit(argc, argv, status)
#endif
#endif
