/* SPDX-License-Identifier: Apache-2.0
 *
 * Host threads that share a list of tasks, again and again. A thread without work looks for more for some
 * microseconds, then sleeps: the quanta of a chip follow each other closely, but the machine may be shared.
 */
#define _GNU_SOURCE
#include "crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define LOOKS 2000

struct crew {
    unsigned  workers;                  /* threads beside the caller */
    pthread_t *thread;
    pthread_mutex_t lock;
    pthread_cond_t wake, finished;
    atomic_uint round;                  /* of crew_run; changed under the lock */
    atomic_uint next, busy;             /* next task; workers that have not finished the round */
    bool      stop;
    unsigned  n;
    void    (*task)(void *ctx, unsigned i);
    void     *ctx;
};

static inline void relax(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

static void take_tasks(struct crew *c)
{
    for (unsigned i; (i = atomic_fetch_add(&c->next, 1)) < c->n;)
        c->task(c->ctx, i);
}

/* Waits for a round after `seen`; returns it. */
static unsigned next_round(struct crew *c, unsigned seen)
{
    for (unsigned i = 0; i < LOOKS; i++) {
        if (atomic_load(&c->round) != seen)
            return atomic_load(&c->round);
        relax();
    }
    pthread_mutex_lock(&c->lock);
    while (atomic_load(&c->round) == seen)
        pthread_cond_wait(&c->wake, &c->lock);
    pthread_mutex_unlock(&c->lock);
    return atomic_load(&c->round);
}

/* A thread of the crew: take tasks of a round, report when the last one is done, wait for the next round. */
static void *work(void *ctx)
{
    struct crew *c = ctx;
    unsigned round = 0;
    for (;;) {
        round = next_round(c, round);
        if (c->stop)
            return NULL;
        take_tasks(c);
        if (atomic_fetch_sub(&c->busy, 1) == 1) {
            pthread_mutex_lock(&c->lock);
            pthread_cond_signal(&c->finished);
            pthread_mutex_unlock(&c->lock);
        }
    }
}

static void start_round(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    atomic_fetch_add(&c->round, 1);
    pthread_cond_broadcast(&c->wake);
    pthread_mutex_unlock(&c->lock);
}

void crew_run(struct crew *c, unsigned n, void (*task)(void *ctx, unsigned i), void *ctx)
{
    c->n = n;
    c->task = task;
    c->ctx = ctx;
    atomic_store(&c->next, 0);
    if (!c->workers) {
        take_tasks(c);
        return;
    }
    atomic_store(&c->busy, c->workers);
    start_round(c);
    take_tasks(c);
    for (unsigned i = 0; i < LOOKS && atomic_load(&c->busy); i++)
        relax();
    pthread_mutex_lock(&c->lock);
    while (atomic_load(&c->busy))
        pthread_cond_wait(&c->finished, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

struct crew *crew_new(unsigned threads)
{
    struct crew *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->thread = calloc(threads, sizeof *c->thread);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->wake, NULL);
    pthread_cond_init(&c->finished, NULL);
    while (c->thread && c->workers + 1 < threads && !pthread_create(&c->thread[c->workers], NULL, work, c))
        c->workers++;
    if (!c->thread || c->workers + 1 < threads) {
        crew_free(c);
        return NULL;
    }
    return c;
}

void crew_free(struct crew *c)
{
    if (!c)
        return;
    c->stop = true;                     /* seen with the round that follows */
    start_round(c);
    for (unsigned i = 0; i < c->workers; i++)
        pthread_join(c->thread[i], NULL);
    pthread_cond_destroy(&c->finished);
    pthread_cond_destroy(&c->wake);
    pthread_mutex_destroy(&c->lock);
    free(c->thread);
    free(c);
}

unsigned crew_cores(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set))
        return 1;
    return (unsigned)CPU_COUNT(&set);
}
