/* SPDX-License-Identifier: Apache-2.0
 *
 * The host's time.
 */
#ifndef GT200_NOW_H
#define GT200_NOW_H

#include <time.h>

/* Seconds since some moment of the past that stays the same while the program runs. */
static inline double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
