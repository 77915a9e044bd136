/* SPDX-License-Identifier: Apache-2.0
 *
 * Texture fetch (docs/units/tex.md): one quad of lanes per SELECT, then the distinct 32-byte sectors of its texels
 * through the memory port, one per cycle. A texel outside the texture asks for texel 0.
 */
#include "tex.h"
#include "timing.h"

#include <string.h>

static void do_select(struct gt_sm *sm, struct mop *m)
{
    struct lsu *l = &sm->lsu;
    if (!(m->lanes[0] | m->lanes[1])) {
        coalesce_none(sm, m);
        return;
    }
    unsigned h = m->half = m->rem[0] ? 0 : 1;
    if (sm->cyc < m->ready[h])
        return;
    lsu_started(sm, m, h);
    const struct gt_tex_op op = gt_tex_op_of(m->ti->in);
    const struct gt_texture *t = gt_tex_bound(sm->gpu, &op);
    unsigned quad = (unsigned)__builtin_ctz(m->rem[h]) & ~3u;
    l->quad_lanes = m->rem[h] & (uint16_t)(15u << quad);
    l->seg_lanes = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned lane = 16 * h + quad + i;
        struct gt_tex_taps taps = gt_tex_taps_of(t, &op, m->eff->addr[lane], m->eff->data[0][lane]);
        for (unsigned k = 0; k < 4; k++)
            l->texel[4 * i + k] = taps.addr[k];
        if (l->quad_lanes >> (quad + i) & 1)
            l->seg_lanes |= (uint16_t)(taps.need << 4 * i);
    }
    l->send_from = sm->cyc + (gt_tex_direct(&op) ? 1 : GT_TEX_ADDR_CYCLES);
    m->filtered = op.sample && t->linear;
}

/* The sector of the lowest texel left (by lane, then tap), for all that start in it. */
static void send(struct gt_sm *sm, struct mop *m)
{
    struct lsu *l = &sm->lsu;
    unsigned h = m->half, first = (unsigned)__builtin_ctz(l->seg_lanes);
    uint32_t sector = l->texel[first] & ~31u;
    uint16_t lanes = 0, texels = l->seg_lanes;
    if (sm->cyc < l->send_from || !pending_ready(sm, m))
        return;
    unsigned quad = (unsigned)__builtin_ctz(l->quad_lanes) & ~3u;
    for (uint32_t k = l->seg_lanes; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        if ((l->texel[i] & ~31u) != sector)
            continue;
        l->seg_lanes &= (uint16_t)~(1u << i);
        lanes |= (uint16_t)(1u << (quad + i / 4));
    }
    if (m->filtered)                    /* nothing can be written before the quad is complete */
        lanes = l->seg_lanes ? 0 : l->quad_lanes;
    if (!l->seg_lanes)
        m->rem[h] &= (uint16_t)~l->quad_lanes;
    bool last = !(m->rem[0] | m->rem[1]);
    struct beat b = {.mop = (uint16_t)(m - l->op), .lanes = lanes, .half = (uint8_t)h, .words = m->ti->words,
                     .texels = texels & ~l->seg_lanes};
    const struct beat *record = pending_request(sm, m, sector, &b, last);
    for (unsigned i = 0; i < 16; i++)
        sm->pending.at[record - sm->pending.sector][i] = l->texel[i] & 31;
    if (last)
        lsu_leave(sm);
}

/* The texels are kept: the answers of texture fetches come in order (MEM-15), so they are those of one quad. */
void tex_sector(struct gt_sm *sm, struct mop *m, const struct beat *b, const uint8_t *sector)
{
    struct pending *p = &sm->pending;
    const uint8_t *at = p->at[b - p->sector];
    for (uint32_t k = b->texels; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k), n = 32u - at[i];
        memcpy(p->texel[i], sector + at[i], n < GT_TEXEL_BYTES ? n : GT_TEXEL_BYTES);
    }
    gt_tex_part(&sm->core, &sm->warp[m->warp].w, m->ti->in, (uint32_t)b->lanes << 16 * b->half, p->texel, &m->own);
}

void tex_cycle(struct gt_sm *sm, struct mop *m)
{
    if (sm->lsu.seg_lanes)
        send(sm, m);
    else
        do_select(sm, m);
}
