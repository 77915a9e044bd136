/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API on top of target.h: what every call needs: the thread's state, messages, entering a
 * context, which handles it has.
 */
#define _POSIX_C_SOURCE 200809L
#include "driver.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "printable.h"
#include "variables.h"

static _Thread_local struct drv_thread the_thread;
static bool initialised;                    /* under the lock of the process */
static pthread_mutex_t process_lock;
static pthread_once_t process_once = PTHREAD_ONCE_INIT;

static void make_lock(void)
{
    pthread_mutexattr_t a;

    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&process_lock, &a);
    pthread_mutexattr_destroy(&a);
}

void drv_lock(void)
{
    pthread_once(&process_once, make_lock);
    pthread_mutex_lock(&process_lock);
}

void drv_unlock(void)
{
    pthread_mutex_unlock(&process_lock);
}

struct drv_thread *drv_thread(void)
{
    return &the_thread;
}

CUresult drv_fail(CUresult rc, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(the_thread.message, sizeof the_thread.message, fmt, ap);
    va_end(ap);
    gt_printable(the_thread.message);
    the_thread.last = rc;
    the_thread.told = false;
    return rc;
}

CUresult drv_fail_broken(const struct CUctx_st *c)
{
    drv_fail(c->broken, "%s", c->message);
    the_thread.told = c->told;
    return c->broken;
}

static void tell_message(void)
{
    gt_tell("gt200: %s\n", the_thread.message);
}

/* Is what the program itself may not print told on standard error? A command of gt200 prints it. */
static bool is_heard(void)
{
    const char *quiet = getenv("GT200_QUIET");

    return !cmd_is_command() && (!quiet || strcmp(quiet, "1"));
}

CUresult drv_no_start(CUresult rc)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    if (rc != CUDA_SUCCESS && is_heard()) {
        pthread_once(&once, tell_message);
        the_thread.told = true;
    }
    return rc;
}

/* What has been compared in this process, under its lock. */
static struct { unsigned long long insns, cycles, differences; } checked;

void drv_checked(const struct gt_result *res)
{
    drv_lock();
    checked.insns += res->warp_insns;
    checked.cycles += res->cycles;
    checked.differences += res->status == GT_DIFFERENT;
    drv_unlock();
}

__attribute__((destructor)) static void tell_checked(void)
{
    if (checked.cycles && is_heard())
        gt_tell("gt200: lockstep: %llu instructions, %llu cycles checked, %llu differences\n", checked.insns,
                checked.cycles, checked.differences);
}

/* <<<>>> drops what a launch returns. A program that never asks computes with what was there before. */
__attribute__((destructor)) static void tell_unasked(void)
{
    if (the_thread.unasked && !the_thread.told && is_heard())
        gt_tell("gt200: a launch was refused, and the program asks for no error: %s\n", the_thread.message);
}

CUresult drv_out_of_memory(void)
{
    return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "out of host memory");
}

static struct CUctx_st *all;            /* under the lock of the process */

struct CUctx_st **drv_contexts(void)
{
    return &all;
}

/* Handles of destroyed contexts are refused, not followed. */
bool drv_alive(const struct CUctx_st *c)
{
    drv_lock();
    const struct CUctx_st *x = all;
    while (x && x != c)
        x = x->next;
    drv_unlock();
    return x != NULL;
}

CUresult drv_enter_broken(struct CUctx_st **ctx)
{
    if (!drv_initialised())
        return drv_fail(CUDA_ERROR_NOT_INITIALIZED, "cuInit has not been called");
    if (!the_thread.depth || !the_thread.stack[the_thread.depth - 1])
        return drv_fail(CUDA_ERROR_INVALID_CONTEXT, "there is no current context (cuCtxCreate)");
    if (!drv_alive(the_thread.stack[the_thread.depth - 1]))
        return drv_fail(CUDA_ERROR_INVALID_CONTEXT, "the current context has been destroyed");
    *ctx = the_thread.stack[the_thread.depth - 1];
    pthread_mutex_lock(&(*ctx)->lock);
    return CUDA_SUCCESS;
}

CUresult drv_enter(struct CUctx_st **ctx)
{
    CUresult rc = drv_enter_broken(ctx);

    if (rc != CUDA_SUCCESS || (*ctx)->broken == CUDA_SUCCESS)
        return rc;
    (*ctx)->reported = true;
    return drv_leave(*ctx, drv_fail_broken(*ctx));
}

CUresult drv_leave(struct CUctx_st *ctx, CUresult rc)
{
    pthread_mutex_unlock(&ctx->lock);
    return rc;
}

const char *gt200LastMessage(void)
{
    return the_thread.message;
}

void drv_initialise(void)
{
    drv_lock();
    initialised = true;
    drv_unlock();
}

bool drv_initialised(void)
{
    drv_lock();
    bool yes = initialised;
    drv_unlock();
    return yes;
}

/* ---- handles ---- */

bool drv_array_alive(const struct CUctx_st *c, const struct CUarray_st *array)
{
    const struct CUarray_st *a = c->arrays;

    while (a && a != array)
        a = a->next;
    return a != NULL;
}

CUresult drv_enter_function(struct CUctx_st **ctx, CUfunction f, const char *call)
{
    CUresult rc = drv_enter(ctx);

    if (rc != CUDA_SUCCESS)
        return rc;
    for (const struct CUmod_st *m = (*ctx)->modules; m; m = m->next)
        for (const struct CUfunc_st *x = m->functions; x; x = x->next)
            if (x == f)
                return CUDA_SUCCESS;
    return drv_leave(*ctx, drv_fail(f ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE,
                                    "%s: not a function of the current context", call));
}
