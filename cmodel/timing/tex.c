/* SPDX-License-Identifier: Apache-2.0
 *
 * Texture fetch (docs/microarchitecture.md section 9): one quad of lanes per SELECT, then its distinct
 * 32-byte sectors through the memory port, one per cycle. A lane outside the texture asks for texel 0.
 */
#include "timing.h"

/* Where the texel of a lane lies. */
static uint32_t texel_address(const struct gt_sm *sm, const struct mop *m, unsigned lane)
{
    const struct gt_insn *in = m->ti->in;
    unsigned unit = in->quad & 0xff;
    static const struct gt_texture none = {.comps = 1, .bits = 8};
    const struct gt_texture *t = unit < GT_TEXTURES && sm->gpu->tex[unit].width ? &sm->gpu->tex[unit] : &none;
    uint32_t x = m->eff->addr[lane] + (uint32_t)((in->aop ^ 8) - 8);
    return t->addr + (x < t->width ? x : 0) * (t->comps * t->bits / 8u);
}

static void do_select(struct gt_sm *sm, struct mop *m)
{
    if (!(m->lanes[0] | m->lanes[1])) {
        coalesce_none(sm, m);
        return;
    }
    unsigned h = m->half = m->rem[0] ? 0 : 1;
    if (sm->cyc < m->ready[h])
        return;
    lsu_started(sm, m, h);
    unsigned quad = (unsigned)__builtin_ctz(m->rem[h]) & ~3u;
    sm->lsu.seg_lanes = m->rem[h] & (uint16_t)(15u << quad);
}

/* The sector of the lowest lane left, for every lane whose texel starts in it. */
static void send(struct gt_sm *sm, struct mop *m)
{
    struct lsu *l = &sm->lsu;
    unsigned h = m->half;
    uint32_t sector = 0;
    uint16_t lanes = 0;
    if (!memport_ready(sm) || l->pending == GT_PENDING_SECTORS)
        return;
    for (uint32_t k = l->seg_lanes; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        uint32_t at = texel_address(sm, m, 16 * h + i) & ~31u;
        if (!lanes)
            sector = at;
        if (at == sector)
            lanes |= (uint16_t)(1u << i);
    }
    l->seg_lanes &= (uint16_t)~lanes;
    m->rem[h] &= (uint16_t)~lanes;
    bool last = !(m->rem[0] | m->rem[1]);
    struct beat b = {.mop = (uint16_t)(m - l->op), .lanes = lanes, .half = (uint8_t)h, .words = m->ti->words, .last = last};
    memport_request(sm, m, sector, &b);
    if (last)
        lsu_leave(sm);
}

void tex_cycle(struct gt_sm *sm, struct mop *m)
{
    if (sm->lsu.seg_lanes)
        send(sm, m);
    else
        do_select(sm, m);
}
