/* SPDX-License-Identifier: Apache-2.0
 *
 * One miss outstanding, hits under it.
 */
#include "ccache.h"

#include "gt_chip.h"

void ccache_init(struct ccache *c, const struct gt_values *v)
{
    cache_init(&c->tags, v->cl1_bytes / (64 * v->cl1_ways), v->cl1_ways);
    c->fill = false;
}

bool ccache_look(struct ccache *c, struct l2 *l2, unsigned port, uint32_t addr, bool *starts)
{
    uint32_t line = addr >> 6;
    unsigned entry;
    *starts = false;
    if (cache_look(&c->tags, line, &entry))             /* CCACHE-1, CCACHE-2 */
        return !(c->fill && c->line == line);
    if (!c->fill) {                                     /* CCACHE-3 */
        *starts = true;
        c->fill = true;
        c->line = line;
        cache_put(&c->tags, line, entry);
        l2_fetch(l2, port, L2_CONST, L2_CONST_BASE + addr, 1);
    }
    return false;
}

/* CCACHE-4 */
bool ccache_arrives(struct ccache *c, const struct l2 *l2, unsigned port)
{
    enum l2_kind kind;
    unsigned block;
    if (!c->fill || !l2_arrival(l2, port, &kind, &block) || kind != L2_CONST)
        return false;
    c->fill = false;
    return true;
}
