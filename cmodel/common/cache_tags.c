/* SPDX-License-Identifier: Apache-2.0
 *
 * Tags and ages of a set: a hit makes its line the youngest, a new line takes the place of the oldest.
 */
#include "cache_tags.h"

#include <string.h>

void cache_init(struct cache_tags *c, unsigned sets, unsigned ways)
{
    memset(c, 0, sizeof *c);
    c->sets = (uint8_t)sets;
    c->ways = (uint8_t)ways;
    memset(c->line, 0xff, sizeof c->line);
}

bool cache_look(struct cache_tags *c, uint32_t line, unsigned *entry)
{
    unsigned first = (line & (c->sets - 1u)) * c->ways;
    *entry = first;
    for (unsigned e = first; e < first + c->ways; e++) {
        if (c->line[e] == line) {
            *entry = e;
            c->used[e] = ++c->uses;
            return true;
        }
        if (c->used[e] < c->used[*entry])
            *entry = e;
    }
    return false;
}

void cache_put(struct cache_tags *c, uint32_t line, unsigned entry)
{
    c->line[entry] = line;
    c->used[entry] = ++c->uses;
}
