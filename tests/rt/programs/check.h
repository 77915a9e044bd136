/* SPDX-License-Identifier: Apache-2.0
 * Checks of the test programs: a failed one is printed and counted. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int failures;

#define CHECK(cond) \
    do { \
        if (!(cond)) { \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #cond); \
            failures++; \
        } \
    } while (0)
#define OK(call) CHECK_IS(call, cudaSuccess)
#define CHECK_IS(call, code) \
    do { \
        cudaError_t rc_ = (call); \
        if (rc_ != (code)) { \
            printf("%s:%d: %s is %s (%s), expected %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(rc_), \
                   cudaGetErrorString(rc_), cudaGetErrorName(code)); \
            failures++; \
        } \
        cudaGetLastError(); \
    } while (0)

#endif
