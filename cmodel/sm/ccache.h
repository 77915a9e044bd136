/* SPDX-License-Identifier: Apache-2.0
 *
 * The constant L1 (docs/units/ccache.md; RTL: sm_ccache).
 */
#ifndef GT200_CCACHE_H
#define GT200_CCACHE_H

#include "common/cache_tags.h"
#include "tpc/l2.h"

struct ccache {
    struct cache_tags tags;
    bool     fill;                  /* `line` is on its way */
    uint32_t line;
};

void ccache_init(struct ccache *c, const struct gt_values *v);
/* Asks for the constant at addr (segment << 16 | offset). false: not now; *starts: because of this the fetch of its
 * line begins. */
bool ccache_look(struct ccache *c, struct l2 *l2, unsigned port, uint32_t addr, bool *starts);
/* The line under way is complete at the end of this cycle. */
bool ccache_arrives(struct ccache *c, const struct l2 *l2, unsigned port);

#endif
