/* SPDX-License-Identifier: Apache-2.0
 *
 * The reason of each warp, from its head, its scoreboard and the units' queues.
 */
#include "sm.h"

#include <stdlib.h>

/* Bits of the scoreboard by who writes them; what was reported last. */
struct sm_waits {
    struct scoreboard by[GT_WARPS][WAITS_WRITERS];
    uint32_t last[GT_WAITS];
};

bool sm_waits_on(struct gt_sm *sm)
{
    return sm->waits || (sm->waits = calloc(1, sizeof *sm->waits));
}

static unsigned writer(const struct tinfo *ti, bool sfu)
{
    if (ti->kind == TK_LSU)
        return ti->space == TS_SHARED ? WAITS_SHARED : WAITS_MEMORY;
    return ti->kind == TK_DPU ? WAITS_DPU : sfu ? WAITS_SFU : WAITS_SP;
}

void waits_set(struct sm_waits *s, unsigned w, const struct tinfo *ti, bool sfu)
{
    sb_set(&s->by[w][writer(ti, sfu)], ti);
}

void waits_clear(struct sm_waits *s, unsigned w, const struct tinfo *ti)
{
    for (unsigned k = 0; k < WAITS_WRITERS; k++)
        sb_clear(&s->by[w][k], ti);
}

static bool needs(const struct scoreboard *sb, const struct scoreboard *written)
{
    return (sb->need[0] & written->regs[0]) || (sb->need[1] & written->regs[1]) || (sb->need_ca & written->ca);
}

/* The heads that are held or wait for flags. */
static void look_at_heads(const struct gt_sm *sm, struct waits_seen *s)
{
    for (uint32_t m = s->heads & (sm->issue.wait | sm->issue.blocked); m; m &= m - 1) {
        unsigned w = (unsigned)__builtin_ctz(m);
        const struct twarp *tw = &sm->warp[w];
        uint32_t bit = 1u << w;
        if (!(sm->issue.wait & bit))
            for (unsigned k = 0; k < WAITS_WRITERS; k++)
                s->pending[k] |= needs(&tw->sb, &sm->waits->by[w][k]) ? bit : 0;
        else if (tw->uop == GT_UOP_BODY && tw->ti->indirect_c && sm->con.busy && sm->con.warp == w)
            s->fetching |= bit;
        else if (tw->uop == GT_UOP_EXIT)
            s->leaving |= bit;
        else
            s->control |= bit;
    }
}

void waits_now(const struct gt_sm *sm, const struct issue_room *room, uint32_t fresh, uint32_t now[GT_WAITS])
{
    const struct issue *is = &sm->issue;
    struct waits_seen s = {
        .alive = sm->alive, .known = sm->fetch.known, .lines = sm->fetch.lineok, .heads = sm->head.valid & sm->alive,
        .constant = is->body & sm->con.wait,
        .sp = is->sp, .sfu = is->sfu, .dpu = is->dpu, .lsu = is->lsu, .smem = is->smem, .bru = is->bru, .cf = is->cf,
        .mature = ~fresh, .starve = room->starve,
        .bank = (sm->cyc < is->row_next[0]) | (unsigned)(sm->cyc < is->row_next[1]) << 1,
        .sp_ok = sm->cyc >= is->sp_next && room->spq, .lsu_ok = sm->cyc >= is->lsu_next && room->lsu,
        .sfu_ok = room->sfu, .dpu_ok = room->dpu, .bru_ok = room->bru, .con_ok = room->con,
        .late = is->sp_even && sm->cyc < is->sp_next + GT_ODD_LATE_CYCLES,
    };
    look_at_heads(sm, &s);
    waits_of(&s, now);
}

void waits_look(struct gt_sm *sm, const struct issue_room *room, uint32_t fresh)
{
    uint32_t now[GT_WAITS];
    if (!sm->gpu->waits)
        return;
    waits_now(sm, room, fresh, now);
    if (!memcmp(now, sm->waits->last, sizeof now))
        return;
    memcpy(sm->waits->last, now, sizeof now);
    struct gt_event *e = sm_event(sm, GT_EV_WAITS, 0);
    memcpy(e->waits, now, sizeof now);
}

bool waits_for_loads(const struct gt_sm *sm, unsigned w)
{
    struct scoreboard left = sm->waits->by[w][WAITS_MEMORY];
    for (unsigned k = 0; k < sm->lsu.count; k++) {
        const struct mop *m = sm->lsu.q[(sm->lsu.head + k) % LSU_QUEUE];
        if (m->warp == w)
            sb_clear(&left, m->ti);
    }
    for (unsigned c = 0; c < sizeof sm->load_wb.ndone; c++)         /* COAL-3: without lanes nothing is sent */
        for (unsigned k = 0; k < sm->load_wb.ndone[c]; k++) {
            const struct mop *m = sm->load_wb.done[c][k];
            if (m->warp == w && !(m->lanes[0] | m->lanes[1]))
                sb_clear(&left, m->ti);
        }
    return needs(&sm->warp[w].sb, &left);
}
