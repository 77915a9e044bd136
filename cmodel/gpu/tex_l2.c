/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookup, fill and replacement of one slice.
 */
#include "tex_l2.h"

#include <string.h>

void tex_l2_reset(struct tex_l2 *l) { memset(l, 0, sizeof *l); }

/* true: the line is there, and its set's youngest now; *entry is its place, else that of the oldest line of its set. */
static bool look(struct tex_l2 *l, uint32_t line, unsigned *entry)
{
    unsigned first = (line % TL2_SETS) * GT_TL2_WAYS;
    *entry = first;
    for (unsigned e = first; e < first + GT_TL2_WAYS; e++) {
        if (l->line[e] == line + 1) {
            *entry = e;
            l->used[e] = ++l->uses;
            return true;
        }
        if (l->used[e] < l->used[*entry])
            *entry = e;
    }
    return false;
}

struct tex_l2_look tex_l2_load(struct tex_l2 *l, uint32_t sector, unsigned place)
{
    unsigned entry, bit = sector & 7, at = GT_TL2_MISSES;
    bool there = look(l, sector >> 3, &entry);
    unsigned way = entry % GT_TL2_WAYS;
    if (there && l->there[entry] >> bit & 1)
        return (struct tex_l2_look){ .found = TL2_HIT, .way = way, .data = l->data[entry * 8 + bit] };
    for (unsigned i = 0; l->misses && i < GT_TL2_MISSES; i++)
        if (l->miss[i].live && l->miss[i].sector == sector) {
            unsigned after = l->miss[i].last;
            l->miss[i].last = (uint8_t)place;
            return (struct tex_l2_look){ .found = TL2_JOINS, .after = after, .way = way };
        }
    if (!there) {
        for (unsigned i = 0; l->misses && i < GT_TL2_MISSES; i++)
            if (l->miss[i].entry == entry)
                l->miss[i].live = false;
        l->line[entry] = (sector >> 3) + 1;
        l->used[entry] = ++l->uses;
        l->there[entry] = 0;
    }
    for (at = 0; l->miss[at].used; at++)
        ;
    l->miss[at].used = l->miss[at].live = true;
    l->miss[at].last = (uint8_t)place;
    l->miss[at].entry = (uint16_t)entry;
    l->miss[at].sector = sector;
    l->misses++;
    return (struct tex_l2_look){ .found = TL2_MISS, .after = at, .way = way };
}

void tex_l2_take(struct tex_l2 *l, uint32_t sector)
{
    unsigned entry;
    if (look(l, sector >> 3, &entry))
        l->there[entry] &= (uint8_t)~(1u << (sector & 7));
    for (unsigned i = 0; l->misses && i < GT_TL2_MISSES; i++)
        if (l->miss[i].sector == sector)
            l->miss[i].live = false;
}

void tex_l2_fill(struct tex_l2 *l, unsigned index, const uint32_t data[8])
{
    unsigned bit = l->miss[index].sector & 7;
    if (l->miss[index].live) {
        l->there[l->miss[index].entry] |= (uint8_t)(1u << bit);
        memcpy(l->data[l->miss[index].entry * 8u + bit], data, 32);
    }
    l->miss[index].used = l->miss[index].live = false;
    l->misses--;
}
