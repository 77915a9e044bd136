/* SPDX-License-Identifier: Apache-2.0
 *
 * The event log, a text line per event with the fields that mean something, and the comparison of two logs. Events of one cycle are put in
 * order of type, warp and part, so that logs of the model and of the RTL are the same file when the machines are.
 */
#define _POSIX_C_SOURCE 200809L
#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define CONTEXT 8           /* lines shown before a difference */

static const char *const type_name[] = { "ISSUE", "SPWB", "LSADDR", "LDWB", "XWB", "BRU", "MEMREQ", "BLOCK", "FAULT" };

static int order(const void *a, const void *b)
{
    const struct gt_event *p = a, *q = b;

    if (p->cycle != q->cycle)
        return p->cycle < q->cycle ? -1 : 1;
    if (p->type != q->type)
        return p->type < q->type ? -1 : 1;
    if (p->warp != q->warp)
        return p->warp < q->warp ? -1 : 1;
    if (p->part != q->part)
        return p->part < q->part ? -1 : 1;
    return p->n < q->n ? -1 : p->n > q->n;
}

static void words(FILE *f, const char *name, const uint32_t *v, unsigned n, uint32_t mask)
{
    fprintf(f, " %s", name);
    for (unsigned i = 0; i < n; i++)
        if (mask >> i & 1)
            fprintf(f, " %u:%x", i, v[i]);
}

static void line(FILE *f, const struct gt_event *e)
{
    uint32_t store[8];

    fprintf(f, "%" PRIu64 " %s", e->cycle, e->type < sizeof type_name / sizeof *type_name ? type_name[e->type] : "?");
    if (e->type == GT_EV_MEMREQ) {
        fprintf(f, " %s address %x", e->n & 2 ? "atomic" : e->n ? "store" : "load", e->addr);
        for (unsigned i = 0; i < 8; i++) {
            uint32_t m = 0;
            for (unsigned b = 0; b < 4; b++)
                m |= e->mask >> (4 * i + b) & 1 ? 0xffu << 8 * b : 0;
            store[i] = e->data[i] & m;
        }
        if (e->n & 2)
            words(f, "operand", e->data, 4, 15);
        else if (e->n)
            words(f, "data", store, 8, 255);
    } else if (e->type == GT_EV_BLOCK) {
        fprintf(f, " slot %u %s", e->warp, e->n ? "done" : "accepted");
        if (!e->n)
            fprintf(f, " block %u,%u", e->addr & 0xffff, e->addr >> 16);
    } else if (e->type != GT_EV_FAULT) {
        fprintf(f, " warp %u pc %x part %u mask %x n %x", e->warp, e->pc, e->part, e->mask, e->n);
        if (e->type == GT_EV_ISSUE)
            fprintf(f, " uop %u", e->uop);
        if (e->type == GT_EV_LSADDR)
            words(f, "address", e->lane_addr, 16, e->mask);
        if (e->type == GT_EV_LDWB)
            words(f, "data", e->data, 16, e->mask);
        if (e->type == GT_EV_SPWB || e->type == GT_EV_XWB) {
            if (e->n & 5)
                words(f, "result", e->data, 8, e->mask);
            if (e->n & 2)
                words(f, "cc", e->data + 8, 8, e->mask);
        }
    }
    putc('\n', f);
}

bool trace_log(const struct trace *t, FILE *f)
{
    struct gt_event *e = malloc((t->events + 1) * sizeof *e);

    if (!e)
        return false;
    if (t->events)
        memcpy(e, t->event, t->events * sizeof *e);
    qsort(e, t->events, sizeof *e, order);
    for (size_t i = 0; i < t->events; i++)
        line(f, &e[i]);
    free(e);
    return !ferror(f);
}

/* ---- comparison ---------------------------------------------------------------------------------- */

struct reader {
    const char *name;
    FILE  *f;
    char  *line;
    size_t room;
    bool   end;
};

static bool next(struct reader *r)
{
    r->end = getline(&r->line, &r->room, r->f) < 0;
    if (!r->end)
        r->line[strcspn(r->line, "\n")] = 0;
    return !r->end;
}

static int differ(struct reader *a, struct reader *b, char *const *past, unsigned long number, FILE *out)
{
    fprintf(out, "first difference: line %lu", number);
    const char *where = a->end ? b->line : a->line;
    uint64_t ca = a->end ? UINT64_MAX : strtoull(a->line, NULL, 10), cb = b->end ? UINT64_MAX : strtoull(b->line, NULL, 10);
    if (*where)
        fprintf(out, ", cycle %" PRIu64, ca < cb ? ca : cb);
    fprintf(out, "\n");
    for (unsigned i = 0; i < CONTEXT; i++) {
        const char *s = past[(number - 1 + i) % CONTEXT];
        if (s)
            fprintf(out, "  %s\n", s);
    }
    fprintf(out, "< %s\n> %s\n", a->end ? "(end)" : a->line, b->end ? "(end)" : b->line);
    return 1;
}

int trace_diff(const char *a, const char *b, FILE *out, char *err, size_t errn)
{
    struct reader r[2] = { { .name = a }, { .name = b } };
    char *past[CONTEXT] = { 0 };
    int rc = 0;

    for (int i = 0; i < 2 && !rc; i++)
        if (!(r[i].f = fopen(r[i].name, "r"))) {
            snprintf(err, errn, "%s: cannot be read", r[i].name);
            rc = 2;
        }
    for (unsigned long n = 1; !rc; n++) {
        bool more = next(&r[0]);
        more |= next(&r[1]);
        if (!more)
            break;
        if (r[0].end || r[1].end || strcmp(r[0].line, r[1].line)) {
            rc = differ(&r[0], &r[1], past, n, out);
            break;
        }
        free(past[(n - 1) % CONTEXT]);
        past[(n - 1) % CONTEXT] = strdup(r[0].line);
    }
    for (unsigned i = 0; i < CONTEXT; i++)
        free(past[i]);
    for (int i = 0; i < 2; i++) {
        if (r[i].f)
            fclose(r[i].f);
        free(r[i].line);
    }
    return rc;
}
