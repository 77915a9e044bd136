/* SPDX-License-Identifier: Apache-2.0 */
#include "diagram.h"

#include <string.h>

/* The words of a diagram: events whose member has that value. */
#define ANY DIAGRAM_ANY
static const struct kind {
    const char *word;
    int type, uop, quarter, half, done;
} kinds[] = {
    {"issue", GT_EV_ISSUE, GT_UOP_BODY, ANY, ANY, ANY},
    {"join", GT_EV_ISSUE, GT_UOP_JOIN, ANY, ANY, ANY},
    {"exit", GT_EV_ISSUE, GT_UOP_EXIT, ANY, ANY, ANY},
    {"cfetch", GT_EV_ISSUE, GT_UOP_CFETCH, ANY, ANY, ANY},
    {"w0", GT_EV_SPWB, ANY, 0, ANY, ANY},
    {"w1", GT_EV_SPWB, ANY, 1, ANY, ANY},
    {"w2", GT_EV_SPWB, ANY, 2, ANY, ANY},
    {"w3", GT_EV_SPWB, ANY, 3, ANY, ANY},
    {"x0", GT_EV_XWB, ANY, 0, ANY, ANY},
    {"x1", GT_EV_XWB, ANY, 1, ANY, ANY},
    {"x2", GT_EV_XWB, ANY, 2, ANY, ANY},
    {"x3", GT_EV_XWB, ANY, 3, ANY, ANY},
    {"h0", GT_EV_LSADDR, ANY, ANY, 0, ANY},
    {"h1", GT_EV_LSADDR, ANY, ANY, 1, ANY},
    {"b0", GT_EV_LDWB, ANY, ANY, 0, ANY},
    {"b1", GT_EV_LDWB, ANY, ANY, 1, ANY},
    {"done", GT_EV_BRU, ANY, ANY, ANY, ANY},
    {"req", GT_EV_MEMREQ, ANY, ANY, ANY, ANY},
    {"fault", GT_EV_FAULT, ANY, ANY, ANY, ANY},
    {"accept", GT_EV_BLOCK, ANY, ANY, ANY, 0},
    {"end", GT_EV_BLOCK, ANY, ANY, ANY, 1},
};

int diagram_kind(const char *word)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].word, word))
            return (int)i;
    return -1;
}

static bool is_kind(const struct gt_event *e, const struct kind *k)
{
    return e->type == k->type && (k->uop == ANY || e->uop == k->uop) &&
           (k->quarter == ANY || e->quarter == k->quarter) && (k->half == ANY || e->half == k->half) &&
           (k->done == ANY || e->done == k->done);
}

/* The event of the instruction that event i belongs to: itself, but of a finished control operation, which tells
 * where the warp goes on, the warp's last issue; of a memory request the last half that the load/store unit began,
 * earlier. */
static const struct gt_event *event_origin(const struct gt_event *ev, size_t i)
{
    for (size_t k = i; k-- > 0;)
        if ((ev[i].type == GT_EV_BRU && ev[k].type == GT_EV_ISSUE && ev[k].warp == ev[i].warp) ||
            (ev[i].type == GT_EV_MEMREQ && ev[k].type == GT_EV_LSADDR && ev[k].cycle < ev[i].cycle))
            return &ev[k];
        else if (ev[i].type != GT_EV_BRU && ev[i].type != GT_EV_MEMREQ)
            break;
    return &ev[i];
}

static bool in_row(const struct diagram *d, const struct diagram_row *r, const struct gt_event *ev, size_t i)
{
    if (r->blocks)
        return ev[i].type == GT_EV_BLOCK;
    const struct gt_event *o = event_origin(ev, i);
    return (r->warp == DIAGRAM_ANY || o->warp == r->warp) &&
           (r->label == DIAGRAM_ANY || o->pc == d->label[r->label].pc);
}

/* The cycle that the diagram counts from; false: what it begins with does not happen. */
static bool base_cycle(const struct diagram *d, const struct gt_event *ev, size_t n, int64_t *base)
{
    unsigned nth = d->base_nth;
    *base = 0;
    if (d->base == DIAGRAM_ANY)
        return true;
    for (size_t i = 0; i < n; i++)
        if (ev[i].type == GT_EV_ISSUE && ev[i].uop == GT_UOP_BODY && ev[i].pc == d->label[d->base].pc &&
            (d->base_warp == DIAGRAM_ANY || ev[i].warp == d->base_warp) && nth-- == 0) {
            *base = (int64_t)ev[i].cycle;
            return true;
        }
    return false;
}

static bool is_shown(const struct diagram *d, unsigned row, const struct gt_event *e, int64_t cycle)
{
    for (unsigned m = 0; m < d->marks; m++)
        if (d->mark[m].row == row && d->mark[m].cycle == cycle && is_kind(e, &kinds[d->mark[m].kind]))
            return true;
    return false;
}

static const char *word_of(const struct gt_event *e)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (is_kind(e, &kinds[k]))
            return kinds[k].word;
    return gt_event_name(e->type);
}

/* A row that shows an event of a type shows all of that type from the first cycle of the diagram to its last. */
static bool row_complete(const struct diagram *d, unsigned row, int64_t base, const struct gt_event *ev, size_t n,
                         FILE *err)
{
    bool ok = true;
    uint32_t types = 0;
    for (unsigned m = 0; m < d->marks; m++)
        if (d->mark[m].row == row)
            types |= 1u << kinds[d->mark[m].kind].type;
    for (size_t i = 0; i < n; i++) {
        int64_t at = (int64_t)ev[i].cycle - base;
        if ((types >> ev[i].type & 1) && at >= d->first && at <= d->last &&
            in_row(d, &d->row[row], ev, i) && !is_shown(d, row, &ev[i], at)) {
            fprintf(err, "%s:%u: diagram %s: '%s' also happens in cycle %lld\n", d->file, d->row[row].line, d->name,
                    word_of(&ev[i]), (long long)at);
            ok = false;
        }
    }
    return ok;
}

bool diagram_check(const struct diagram *d, const struct gt_event *ev, size_t n, FILE *err)
{
    int64_t base;
    if (!base_cycle(d, ev, n, &base)) {
        fprintf(err, "%s:%u: diagram %s: %s does not issue\n", d->file, d->line, d->name, d->label[d->base].name);
        return false;
    }
    bool ok = true;
    for (unsigned m = 0; m < d->marks; m++) {
        const struct diagram_mark *k = &d->mark[m];
        bool there = false;
        int64_t nearest = 0, distance = INT64_MAX;
        for (size_t i = 0; i < n && !there; i++)
            if (is_kind(&ev[i], &kinds[k->kind]) && in_row(d, &d->row[k->row], ev, i)) {
                int64_t at = (int64_t)ev[i].cycle - base, off = at > k->cycle ? at - k->cycle : k->cycle - at;
                there = !off;
                if (off < distance) {
                    distance = off;
                    nearest = at;
                }
            }
        if (!there) {
            fprintf(err, "%s:%u: diagram %s: '%s' is not in cycle %lld", d->file, d->row[k->row].line, d->name,
                    kinds[k->kind].word, (long long)k->cycle);
            if (distance < INT64_MAX)
                fprintf(err, "; the nearest is in cycle %lld", (long long)nearest);
            fputc('\n', err);
            ok = false;
        }
    }
    for (unsigned r = 0; r < d->rows; r++)
        ok = row_complete(d, r, base, ev, n, err) && ok;
    return ok;
}
