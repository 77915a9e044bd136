/* SPDX-License-Identifier: Apache-2.0
 *
 * The constant L1 (docs/units/ccache.md): one miss outstanding, hits under it.
 */
#include "timing.h"

void ccache_init(struct ccache *c)
{
    cache_init(&c->tags, GT_CL1_BYTES / (64 * GT_CL1_WAYS), GT_CL1_WAYS);
    c->fill = false;
}

bool ccache_look(struct gt_sm *sm, uint32_t addr, bool *starts)
{
    struct ccache *c = &sm->ccache;
    uint32_t line = addr >> 6;
    unsigned entry;
    *starts = false;
    if (cache_look(&c->tags, line, &entry))
        return !(c->fill && c->line == line);
    if (!c->fill) {
        *starts = true;
        c->fill = true;
        c->line = line;
        cache_put(&c->tags, line, entry);
        l2_fetch(sm->l2, sm->port, L2_CONST, L2_CONST_BASE + addr, 1);
    }
    return false;
}

bool ccache_filled(const struct gt_sm *sm)
{
    enum l2_kind kind;
    unsigned block;
    return sm->ccache.fill && l2_arrival(sm->l2, sm->port, &kind, &block) && kind == L2_CONST;
}
