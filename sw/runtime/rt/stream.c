/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: streams and events. Work is done when its call returns, so a stream is only a name, and an
 * event only the clock of its context at the moment it was recorded.
 */
#include <stdlib.h>

#include "driver.h"

bool drv_has_stream(const struct CUctx_st *c, const struct CUstream_st *s)
{
    const struct CUstream_st *x = c->streams;

    while (x && x != s)
        x = x->next;
    return !s || x;
}

CUresult drv_stream_valid(const struct CUstream_st *s, const char *call)
{
    bool there = !s;

    if (there)
        return CUDA_SUCCESS;
    drv_lock();
    for (const struct CUctx_st *c = *drv_contexts(); c && !there; c = c->next)
        there = drv_has_stream(c, s);
    drv_unlock();
    return there ? CUDA_SUCCESS : drv_fail(CUDA_ERROR_INVALID_HANDLE, "%s: no such stream", call);
}

/* Enters the context for a call about a stream, 0 being the one every context has. */
static CUresult enter_stream(struct CUctx_st **c, const struct CUstream_st *s, const char *call)
{
    CUresult rc = drv_enter(c);

    if (rc == CUDA_SUCCESS && !drv_has_stream(*c, s))
        rc = drv_leave(*c, drv_fail(CUDA_ERROR_INVALID_HANDLE, "%s: not a stream of the current context", call));
    return rc;
}

/* Enters the context, if the event is one of it. */
static CUresult enter_event(struct CUctx_st **c, const struct CUevent_st *e, const char *call)
{
    CUresult rc = drv_enter(c);

    if (rc != CUDA_SUCCESS)
        return rc;
    const struct CUevent_st *x = (*c)->events;
    while (x && x != e)
        x = x->next;
    return x ? CUDA_SUCCESS
             : drv_leave(*c, drv_fail(CUDA_ERROR_INVALID_HANDLE, "%s: not an event of the current context", call));
}

CUresult cuStreamCreate(CUstream *out, unsigned flags)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!out || flags > CU_STREAM_NON_BLOCKING)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuStreamCreate: invalid argument"));
    struct CUstream_st *s = malloc(sizeof *s);
    if (!s)
        return drv_leave(c, drv_out_of_memory());
    drv_lock();
    *s = (struct CUstream_st){ c, c->streams };
    *out = c->streams = s;
    drv_unlock();
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuStreamDestroy(CUstream s)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!s || !drv_has_stream(c, s))
        return drv_leave(c,
                         drv_fail(CUDA_ERROR_INVALID_HANDLE, "cuStreamDestroy: not a stream of the current context"));
    struct CUstream_st **at = &c->streams;
    while (*at != s)
        at = &(*at)->next;
    drv_lock();
    *at = s->next;
    drv_unlock();
    free(s);
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuStreamSynchronize(CUstream s)
{
    struct CUctx_st *c;
    CUresult rc = enter_stream(&c, s, "cuStreamSynchronize");

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, rc);
}

CUresult cuStreamQuery(CUstream s)
{
    struct CUctx_st *c;
    CUresult rc = enter_stream(&c, s, "cuStreamQuery");

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, rc);
}

CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags)
{
    struct CUctx_st *c;
    CUresult rc;

    if (flags)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuStreamWaitEvent: flags must be 0");
    if ((rc = enter_stream(&c, s, "cuStreamWaitEvent")) != CUDA_SUCCESS)
        return rc;
    drv_leave(c, rc);
    rc = enter_event(&c, e, "cuStreamWaitEvent");
    return rc != CUDA_SUCCESS ? rc : drv_leave(c, rc);
}

CUresult cuEventCreate(CUevent *out, unsigned flags)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!out || flags > 7)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuEventCreate: invalid argument"));
    if (flags & CU_EVENT_INTERPROCESS)
        return drv_leave(c, drv_fail(CUDA_ERROR_NOT_SUPPORTED,
                                     "cuEventCreate: events of other processes need compute capability 2.0"));
    struct CUevent_st *e = calloc(1, sizeof *e);
    if (!e)
        return drv_leave(c, drv_out_of_memory());
    e->ctx = c;
    e->timing = !(flags & CU_EVENT_DISABLE_TIMING);
    e->next = c->events;
    *out = c->events = e;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuEventDestroy(CUevent e)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    struct CUevent_st **at = &c->events;
    while (*at && *at != e)
        at = &(*at)->next;
    if (!*at)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_HANDLE, "cuEventDestroy: not an event of the current context"));
    *at = e->next;
    free(e);
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuEventRecord(CUevent e, CUstream s)
{
    struct CUctx_st *c;
    CUresult rc = enter_event(&c, e, "cuEventRecord");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!drv_has_stream(c, s))
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_HANDLE, "cuEventRecord: not a stream of the current context"));
    e->recorded = true;
    e->clock = c->clock;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuEventQuery(CUevent e)
{
    struct CUctx_st *c;
    CUresult rc = enter_event(&c, e, "cuEventQuery");

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, rc);
}

CUresult cuEventSynchronize(CUevent e)
{
    struct CUctx_st *c;
    CUresult rc = enter_event(&c, e, "cuEventSynchronize");

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, rc);
}

CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end)
{
    struct CUctx_st *c;
    CUresult rc;

    if (!ms)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuEventElapsedTime: null pointer");
    if ((rc = enter_event(&c, end, "cuEventElapsedTime")) != CUDA_SUCCESS)
        return rc;
    drv_leave(c, rc);
    if ((rc = enter_event(&c, start, "cuEventElapsedTime")) != CUDA_SUCCESS)
        return rc;
    if (!start->recorded || !end->recorded || !start->timing || !end->timing)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_HANDLE,
                                     "cuEventElapsedTime: an event has not been recorded, or has no timing"));
    *ms = (float)(((double)end->clock - (double)start->clock) / c->gpu->chip->values->clock_khz);
    return drv_leave(c, CUDA_SUCCESS);
}

DRV_V2(cuStreamDestroy);
DRV_V2(cuEventDestroy);
