/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads of the host as the samples for several devices use them: POSIX threads under the names of those samples. The
 * functions are in libcutil.a.
 */
#ifndef GT200_MULTITHREADING_H
#define GT200_MULTITHREADING_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#ifndef __GT200_KERNELS_ONLY__
#include <pthread.h>

typedef pthread_t CUTThread;
typedef void *(*CUT_THREADROUTINE)(void *);
#define CUT_THREADPROC void *
#define CUT_THREADEND return 0

/* Opens when it has been incremented `releaseCount` times. */
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t  conditionVariable;
    int             releaseCount, count;
} CUTBarrier;

#ifdef __cplusplus
extern "C" {
#endif
CUTThread cutStartThread(CUT_THREADROUTINE routine, void *data);
/* Waits for the thread's end. */
void cutEndThread(CUTThread thread);
void cutDestroyThread(CUTThread thread);
void cutWaitForThreads(const CUTThread *threads, int n);

CUTBarrier cutCreateBarrier(int releaseCount);
void cutIncrementBarrier(CUTBarrier *barrier);
void cutWaitForBarrier(CUTBarrier *barrier);
void cutDestroyBarrier(CUTBarrier *barrier);
#ifdef __cplusplus
}
#endif
#endif
#endif
