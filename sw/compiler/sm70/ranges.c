/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of ranges, in order of their places.
 */
#include "ranges.h"

#include <string.h>

/* The first range that ends behind `at`. */
static size_t first_after(const struct ranges *r, int at)
{
    size_t lo = 0, hi = r->r.n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (r->r.v[mid].to <= at)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

bool ranges_meet(const struct ranges *a, const struct ranges *b)
{
    if (a->r.n > b->r.n) {
        const struct ranges *t = a;
        a = b;
        b = t;
    }
    for (size_t i = 0; i < a->r.n; i++) {
        size_t k = first_after(b, a->r.v[i].from);
        if (k < b->r.n && b->r.v[k].from < a->r.v[i].to)
            return true;
    }
    return false;
}

void ranges_unite(struct cx *cx, struct ranges *to, const struct ranges *from)
{
    if (!from->r.n)
        return;
    struct ranges all = { 0 };
    size_t i = 0, k = 0;
    while (i < to->r.n || k < from->r.n) {
        bool first = k == from->r.n || (i < to->r.n && to->r.v[i].from < from->r.v[k].from);
        struct range r = first ? to->r.v[i++] : from->r.v[k++];
        if (all.r.n && all.r.v[all.r.n - 1].to == r.from)
            all.r.v[all.r.n - 1].to = r.to;
        else
            vec_push(cx, &all.r, r);
    }
    *to = all;
}

/* At the end of a list as a rule: lives are placed in the order in which they begin. */
void ranges_take(struct cx *cx, struct ranges *to, const struct ranges *from)
{
    for (size_t i = 0; i < from->r.n; i++) {
        size_t at = first_after(to, from->r.v[i].from);
        vec_push(cx, &to->r, from->r.v[i]);
        memmove(&to->r.v[at + 1], &to->r.v[at], (to->r.n - 1 - at) * sizeof *to->r.v);
        to->r.v[at] = from->r.v[i];
    }
}

void ranges_give(struct ranges *to, const struct ranges *from)
{
    for (size_t i = 0; i < from->r.n; i++) {
        size_t at = first_after(to, from->r.v[i].from);
        memmove(&to->r.v[at], &to->r.v[at + 1], (to->r.n - 1 - at) * sizeof *to->r.v);
        to->r.n--;
    }
}
