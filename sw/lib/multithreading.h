/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads of the host as the samples for several devices use them: POSIX threads under the names of those samples.
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

static __inline__ CUTThread cutStartThread(CUT_THREADROUTINE routine, void *data)
{
    pthread_t thread = 0;
    pthread_create(&thread, NULL, routine, data);
    return thread;
}
/* Waits for the thread's end. */
static __inline__ void cutEndThread(CUTThread thread) { pthread_join(thread, NULL); }
static __inline__ void cutDestroyThread(CUTThread thread) { pthread_cancel(thread); }
static __inline__ void cutWaitForThreads(const CUTThread *threads, int n)
{
    int i;
    for (i = 0; i < n; i++)
        cutEndThread(threads[i]);
}

/* Opens when it has been incremented `releaseCount` times. */
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t  conditionVariable;
    int             releaseCount, count;
} CUTBarrier;

static __inline__ CUTBarrier cutCreateBarrier(int releaseCount)
{
    CUTBarrier b;
    pthread_mutex_init(&b.mutex, NULL);
    pthread_cond_init(&b.conditionVariable, NULL);
    b.releaseCount = releaseCount;
    b.count = 0;
    return b;
}
static __inline__ void cutIncrementBarrier(CUTBarrier *b)
{
    pthread_mutex_lock(&b->mutex);
    if (++b->count >= b->releaseCount)
        pthread_cond_broadcast(&b->conditionVariable);
    pthread_mutex_unlock(&b->mutex);
}
static __inline__ void cutWaitForBarrier(CUTBarrier *b)
{
    pthread_mutex_lock(&b->mutex);
    while (b->count < b->releaseCount)
        pthread_cond_wait(&b->conditionVariable, &b->mutex);
    pthread_mutex_unlock(&b->mutex);
}
static __inline__ void cutDestroyBarrier(CUTBarrier *b)
{
    pthread_mutex_destroy(&b->mutex);
    pthread_cond_destroy(&b->conditionVariable);
}
#endif
#endif
