/* SPDX-License-Identifier: Apache-2.0
 *
 * The event log, a text line per event with the fields that mean something. Events of one cycle are put in order of
 * SM, type and fields, so that logs of the model and of the RTL are the same file when the machines are.
 */
#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* By cycle, SM, type and fields. */
static int order(const void *a, const void *b)
{
    const struct gt_event *p = a, *q = b;

    if (p->cycle != q->cycle)
        return p->cycle < q->cycle ? -1 : 1;
    if (p->sm != q->sm)
        return p->sm < q->sm ? -1 : 1;
    if (p->type != q->type)
        return p->type < q->type ? -1 : 1;
    struct gt_event_field f[GT_EVENT_FIELDS], g[GT_EVENT_FIELDS];
    unsigned n = gt_event_fields(p, f), m = gt_event_fields(q, g);
    for (unsigned i = 0; i < n && i < m; i++)
        if (f[i].value != g[i].value)
            return f[i].value < g[i].value ? -1 : 1;
    return n < m ? -1 : n > m;
}

/* "cycle TYPE field value ..."; of several lanes or words "field i:value ...". Hexadecimal but for cycle and indices.
 */
static void line(const struct trace *t, FILE *f, const struct gt_event *e)
{
    char sm[16];
    struct gt_event_field field[GT_EVENT_FIELDS];
    unsigned n = gt_event_fields(e, field);

    fprintf(f, "%" PRIu64 " %s%s", e->cycle, trace_sm_name(t, e->sm, sm), gt_event_name(e->type));
    for (unsigned i = 0; i < n; i++) {
        if (i == 0 || field[i].name != field[i - 1].name)
            fprintf(f, " %s", field[i].name);
        if (field[i].index >= 0)
            fprintf(f, " %d:%" PRIx32, field[i].index, field[i].value);
        else
            fprintf(f, " %" PRIx32, field[i].value);
    }
    putc('\n', f);
}

struct gt_event *trace_sorted(const struct trace *t)
{
    struct gt_event *e = malloc((t->events + 1) * sizeof *e);

    if (e && t->events) {
        memcpy(e, t->event, t->events * sizeof *e);
        qsort(e, t->events, sizeof *e, order);
    }
    return e;
}

bool trace_log(const struct trace *t, FILE *f)
{
    struct gt_event *e = trace_sorted(t);

    if (!e)
        return false;
    for (size_t i = 0; i < t->events; i++)
        line(t, f, &e[i]);
    free(e);
    return !ferror(f);
}
