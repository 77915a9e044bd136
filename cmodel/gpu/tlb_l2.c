/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookup and replacement, the least recently used place of a set first.
 */
#include "tlb_l2.h"

#include <stdlib.h>
#include <string.h>

bool tlb_l2_init(struct tlb_l2 *t, unsigned sets, unsigned ways)
{
    *t = (struct tlb_l2){sets, ways, malloc((size_t)sets * ways * sizeof *t->place)};
    if (t->place)
        tlb_l2_clear(t);
    return t->place;
}

void tlb_l2_free(struct tlb_l2 *t)
{
    free(t->place);
}

void tlb_l2_clear(struct tlb_l2 *t)
{
    memset(t->place, 0xff, (size_t)t->sets * t->ways * sizeof *t->place);
}

/* The place of the page in its set, which is *set; if it is not there, the last one. */
static unsigned find(struct tlb_l2 *t, uint32_t page, struct tlb_l2_place **set)
{
    *set = t->place + (size_t)(page & (t->sets - 1)) * t->ways;
    unsigned at = 0;
    while (at < t->ways - 1 && (*set)[at].page != page)
        at++;
    return at;
}

static struct tlb_l2_place *first(struct tlb_l2_place *set, unsigned at)
{
    struct tlb_l2_place p = set[at];
    memmove(set + 1, set, at * sizeof *set);
    set[0] = p;
    return set;
}

const uint32_t *tlb_l2_look(struct tlb_l2 *t, uint32_t page)
{
    struct tlb_l2_place *set;
    unsigned at = find(t, page, &set);
    return set[at].page == page ? &first(set, at)->entry : NULL;
}

void tlb_l2_put(struct tlb_l2 *t, uint32_t page, uint32_t entry)
{
    struct tlb_l2_place *set;
    unsigned at = find(t, page, &set);
    *first(set, at) = (struct tlb_l2_place){page, entry};
}
