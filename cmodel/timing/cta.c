/* SPDX-License-Identifier: Apache-2.0
 *
 * Block slots, the launcher and the end of blocks (docs/units/cta.md).
 */
#include "timing.h"

#include <string.h>

static void block_event(struct gt_sm *sm, unsigned b, unsigned n)
{
    if (!sm->events_on)
        return;
    struct gt_event *e = sm_event(sm, GT_EV_BLOCK, b, 0);
    e->n = n;
    e->addr = (uint32_t)sm->cta.y[b] << 16 | sm->cta.x[b];
}

void cta_accept(struct gt_sm *sm)
{
    struct cta *c = &sm->cta;
    sm->accepted = false;
    if (sm->offer_x < 0 || sm->cyc <= GT_INIT_CYCLES || c->state != L_IDLE)
        return;
    unsigned b = (unsigned)__builtin_ctz(~(uint32_t)c->resident);
    if (b >= sm->cfg.max_blocks)
        return;
    sm->accepted = true;
    c->resident |= (uint8_t)(1u << b);
    c->x[b] = (uint16_t)sm->offer_x;
    c->y[b] = (uint16_t)sm->offer_y;
    c->slot = (uint8_t)b;
    c->rows = (uint8_t)((16 + 4 * sm->launch->param_words + 63) / 64);
    c->pair = 0;
    c->state = L_ROWS;

    struct gt_block *blk = &c->blk[b];
    *blk = (struct gt_block){.smem = sm->smem + b * sm->cfg.slot_smem, .smem_bytes = sm->cfg.smem_bytes,
                             .ctaid_x = c->x[b], .ctaid_y = c->y[b]};
    memset(blk->smem, 0, c->rows * 64u);
    gt_block_start(&sm->core, blk);
    block_event(sm, b, 0);
}

void cta_done(struct gt_sm *sm)
{
    struct cta *c = &sm->cta;
    for (unsigned m = c->committed & c->ending; m; m &= m - 1) {
        unsigned b = (unsigned)__builtin_ctz(m);
        if (c->inflight[b])
            continue;
        c->committed &= (uint8_t)~(1u << b);
        c->resident &= (uint8_t)~(1u << b);
        sm->blocks_done++;
        block_event(sm, b, 1);
        return;
    }
}

static void commit(struct gt_sm *sm)
{
    struct cta *c = &sm->cta;
    unsigned b = c->slot;
    c->warps[b] = 0;
    for (unsigned i = 0; i < sm->cfg.nwarps; i++) {
        unsigned n = b * sm->cfg.slot_warps + i;
        struct twarp *tw = &sm->warp[n];
        c->warps[b] |= 1u << n;
        gt_warp_start(&sm->core, &tw->w, &c->blk[b], i);
        tw->blk = (uint8_t)b;
        tw->last_issue = 0;
        tw->sb[0] = tw->sb[1] = 0;
        tw->sb_ca = 0;
    }
    pm_event(sm, GT_PM_CTA_LAUNCHED);
    sm->alive |= c->warps[b];
    sm->fetch.known |= c->warps[b];
    for (unsigned i = 0; i < sm->cfg.nwarps; i++)
        fetch_update(sm, b * sm->cfg.slot_warps + i);
    bar_reset(sm, b);
    c->committed |= (uint8_t)(1u << b);
    c->ending &= (uint8_t)~(1u << b);
    c->state = L_IDLE;
}

/* RAMs that hold $r0 of the pair. */
static uint8_t pair_rams(const struct gt_sm *sm, unsigned pair)
{
    return 2 * pair + 1 < sm->cfg.nwarps ? 0xff : 0x0f;
}

/* The lock bits left by the last block of the slot go before the thread ids come. */
static void after_rows(struct gt_sm *sm)
{
    struct cta *c = &sm->cta;
    if (c->locks) {
        c->state = L_LOCKS;
        return;
    }
    c->locked &= (uint8_t)~(1u << c->slot);
    c->state = L_PAIRS;
    c->ram_pend = pair_rams(sm, 0);
}

void cta_launch(struct gt_sm *sm)
{
    struct cta *c = &sm->cta;
    if (c->state == L_IDLE || sm->accepted)
        return;
    if (c->state == L_ROWS) {
        if (!(sm->lsu.picks >> 2 & 1) && --c->rows == 0) {      /* BANK is two cycles after PICK */
            c->locks = c->locked >> c->slot & 1 ? (uint16_t)(sm->cfg.slot_smem / 32) : 0;
            after_rows(sm);
        }
    } else if (c->state == L_LOCKS) {
        if (!(sm->lsu.lock_picks >> 2 & 3)) {                   /* the locks of a pass are written in BANK and XBAR */
            c->locks--;
            after_rows(sm);
        }
    } else if (c->state == L_PAIRS) {
        c->ram_pend &= sm->rf.busy;
        if (c->ram_pend) {
            c->wait += c->wait < GT_STARVE_CYCLES;
            return;
        }
        c->wait = 0;
        if (2u * ++c->pair < sm->cfg.nwarps)
            c->ram_pend = pair_rams(sm, c->pair);
        else
            c->state = L_COMMIT;
    } else {
        commit(sm);
    }
}
