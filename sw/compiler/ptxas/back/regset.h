/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of virtual registers whose members can be listed: what lives at one point is a few of very many.
 */
#ifndef PTXAS_REGSET_H
#define PTXAS_REGSET_H

#include "util.h"

/* at[v] is the place of v in the list, if list[at[v]] is v. */
struct regset { int *list, *at; int n; };

/* An empty set for registers below n. */
static inline struct regset regset_new(struct cx *cx, size_t n)
{
    return (struct regset){ .list = cx_alloc(cx, n * sizeof(int) + 8), .at = cx_alloc(cx, n * sizeof(int) + 8) };
}

static inline bool regset_has(const struct regset *s, int v) { return s->at[v] < s->n && s->list[s->at[v]] == v; }

static inline void regset_add(struct regset *s, int v)
{
    if (regset_has(s, v))
        return;
    s->at[v] = s->n;
    s->list[s->n++] = v;
}

static inline void regset_remove(struct regset *s, int v)
{
    if (!regset_has(s, v))
        return;
    int last = s->list[--s->n];
    s->list[s->at[v]] = last;
    s->at[last] = s->at[v];
}

static inline void regset_copy(struct regset *to, const struct regset *from)
{
    to->n = 0;
    for (int i = 0; i < from->n; i++)
        regset_add(to, from->list[i]);
}

#endif
