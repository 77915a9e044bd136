/* SPDX-License-Identifier: Apache-2.0
 *
 * One bit per register, $c and $a of a warp (docs/units/scoreboard.md; RTL: sm_scoreboard). The head's flags are not
 * stored one by one: the head blocks while anything it needs is set.
 */
#ifndef GT200_SCOREBOARD_H
#define GT200_SCOREBOARD_H

#include "common/opdec.h"

/* Of one warp. $c0-3 in bits 0-3, $a1-4 in bits 4-7. */
struct scoreboard {
    uint64_t regs[2], need[2];      /* on their way; what the head waits for */
    uint8_t  ca, need_ca;
};

/* What micro-operation `uop` of the head waits for (ISSUE-3). */
static inline void sb_need(struct scoreboard *sb, const struct tinfo *ti, unsigned uop)
{
    bool all = uop == GT_UOP_JOIN || uop == GT_UOP_BODY;
    sb->need[0] = all ? ti->need[0] : 0;
    sb->need[1] = all ? ti->need[1] : 0;
    sb->need_ca = all ? ti->need_ca : uop == GT_UOP_CFETCH ? ti->need_cf : 0;
}

/* SCORE-2, SCORE-4 */
static inline bool sb_blocked(const struct scoreboard *sb)
{
    return (sb->need[0] & sb->regs[0]) || (sb->need[1] & sb->regs[1]) || (sb->need_ca & sb->ca);
}

/* SCORE-1 */
static inline void sb_set(struct scoreboard *sb, const struct tinfo *ti)
{
    sb->regs[0] |= ti->set[0];
    sb->regs[1] |= ti->set[1];
    sb->ca |= ti->set_ca;
}

static inline void sb_clear(struct scoreboard *sb, const struct tinfo *ti)
{
    sb->regs[0] &= ~ti->set[0];
    sb->regs[1] &= ~ti->set[1];
    sb->ca &= (uint8_t)~ti->set_ca;
}

#endif
