/* SPDX-License-Identifier: Apache-2.0
 *
 * One bit per register, $c and $a of every warp (docs/units/scoreboard.md). The head's flags
 * are not stored one by one: the head blocks while anything it needs is set.
 */
#include "timing.h"

void sb_update(struct gt_sm *sm, unsigned w)
{
    const struct twarp *tw = &sm->warp[w];
    bool blocked = (tw->need[0] & tw->sb[0]) || (tw->need[1] & tw->sb[1]) || (tw->need_ca & tw->sb_ca);
    sm->issue.blocked = (sm->issue.blocked & ~(1u << w)) | (uint32_t)blocked << w;
}

void sb_set(struct gt_sm *sm, unsigned w, const struct tinfo *ti)
{
    struct twarp *tw = &sm->warp[w];
    tw->sb[0] |= ti->set[0];
    tw->sb[1] |= ti->set[1];
    tw->sb_ca |= ti->set_ca;
}

void sb_clear(struct gt_sm *sm, unsigned w, const struct tinfo *ti)
{
    struct twarp *tw = &sm->warp[w];
    tw->sb[0] &= ~ti->set[0];
    tw->sb[1] &= ~ti->set[1];
    tw->sb_ca &= (uint8_t)~ti->set_ca;
    sb_update(sm, w);
}
