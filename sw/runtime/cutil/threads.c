/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions of multithreading.h. Weak as those of cutil.c.
 */
#include <stddef.h>

#include "multithreading.h"

#define CUT_FN __attribute__((weak))

CUT_FN CUTThread cutStartThread(CUT_THREADROUTINE routine, void *data)
{
    pthread_t thread = 0;

    pthread_create(&thread, NULL, routine, data);
    return thread;
}

CUT_FN void cutEndThread(CUTThread thread)
{
    pthread_join(thread, NULL);
}

CUT_FN void cutDestroyThread(CUTThread thread)
{
    pthread_cancel(thread);
}

CUT_FN void cutWaitForThreads(const CUTThread *threads, int n)
{
    for (int i = 0; i < n; i++)
        cutEndThread(threads[i]);
}

CUT_FN CUTBarrier cutCreateBarrier(int releaseCount)
{
    CUTBarrier b = { .releaseCount = releaseCount };

    pthread_mutex_init(&b.mutex, NULL);
    pthread_cond_init(&b.conditionVariable, NULL);
    return b;
}

CUT_FN void cutIncrementBarrier(CUTBarrier *b)
{
    pthread_mutex_lock(&b->mutex);
    if (++b->count >= b->releaseCount)
        pthread_cond_broadcast(&b->conditionVariable);
    pthread_mutex_unlock(&b->mutex);
}

CUT_FN void cutWaitForBarrier(CUTBarrier *b)
{
    pthread_mutex_lock(&b->mutex);
    while (b->count < b->releaseCount)
        pthread_cond_wait(&b->conditionVariable, &b->mutex);
    pthread_mutex_unlock(&b->mutex);
}

CUT_FN void cutDestroyBarrier(CUTBarrier *b)
{
    pthread_mutex_destroy(&b->mutex);
    pthread_cond_destroy(&b->conditionVariable);
}
