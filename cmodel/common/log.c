/* SPDX-License-Identifier: Apache-2.0
 *
 * The list grows as events come.
 */
#include "log.h"

#include <stdlib.h>
#include <string.h>

void log_room(struct event_log *log, size_t n)
{
    if (n <= log->cap)
        return;
    size_t cap = log->cap ? 2 * log->cap : 16;
    cap = cap < n ? n : cap;
    struct gt_event *ev = realloc(log->ev, cap * sizeof *ev);
    if (!ev)
        abort();
    log->ev = ev;
    log->cap = cap;
}

struct gt_event *log_event(struct event_log *log, uint64_t cycle, unsigned type, unsigned warp)
{
    log_room(log, log->n + 1);
    struct gt_event *e = &log->ev[log->n++];
    memset(e, 0, sizeof *e);
    e->cycle = cycle;
    e->type = (uint8_t)type;
    e->sm = log->sm;
    e->warp = (uint8_t)warp;
    return e;
}
