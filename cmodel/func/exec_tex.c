/* SPDX-License-Identifier: Apache-2.0
 *
 * Texture fetches: texfetch with one to three texel numbers, texauto with one to three f32 coordinates through the
 * sampler. The first coordinate is in the first result register, the others in the next ones; results go to
 * consecutive registers from there on, one per bit of the mask.
 *
 * Normalised types: v / (2^n - 1) rounded to nearest, signed ones max(v / (2^(n-1) - 1), -1). A texture that is not
 * bound has no texels: all components are 0.
 */
#include <string.h>

#include "common/texel.h"
#include "f32.h"
#include "micro.h"
#include "tex.h"

/* One component of a texel. */
static uint32_t component(const struct gt_texture *t, const uint8_t *p)
{
    const uint32_t v = gt_texel_component(t, p);
    return gt_texel_half(t) ? f16_to_f32(v) : v;
}

/* Components of a texel at p as register values; what is outside is 0. */
static void texel(const struct gt_texture *t, const uint8_t *p, bool inside, uint32_t v[4])
{
    v[0] = v[1] = v[2] = v[3] = 0;
    if (!inside)
        return;
    uint32_t bytes = t->bits / 8u;
    v[3] = t->type == GT_TEX_UINT || t->type == GT_TEX_SINT ? 1 : F32_ONE;
    for (unsigned k = 0; k < t->comps; k++)
        v[k] = component(t, p + k * bytes);
}

void gt_tex_value(const struct gt_texture *t, const struct gt_tex_op *op, const struct gt_tex_taps *taps,
                  const uint8_t *const at[GT_TAPS], uint32_t v[4])
{
    uint32_t tap[GT_TAPS][4], of[GT_TAPS];
    if (!op->sample || !t->linear) {
        texel(t, at[0], taps->inside & 1, v);
        return;
    }
    for (unsigned k = 0; k < GT_TAPS; k++)
        if (taps->need >> k & 1)
            texel(t, at[k], taps->inside >> k & 1, tap[k]);
    for (unsigned c = 0; c < 4; c++) {
        for (unsigned k = 0; k < GT_TAPS; k++)
            of[k] = taps->need >> k & 1 ? tap[k][c] : 0;
        v[c] = gt_tex_mean(of, taps);
    }
}

/* Where the taps lie in memory. */
static void find_taps(const struct gt_gpu *g, const struct gt_tex_taps *taps, const uint8_t *at[GT_TAPS])
{
    for (unsigned k = 0; k < GT_TAPS; k++)
        at[k] = taps->inside >> k & 1 ? g->mem + (taps->addr[k] - GT_G_BASE) : NULL;
}

/* Lane by lane: coordinates to texel addresses, texels to a value, and its components that the mask selects. */
static void fetch_lanes(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, uint32_t exec,
                        const uint32_t *const row[3], struct gt_effect *eff)
{
    const struct gt_tex_op op = gt_tex_op_of(in);
    const struct gt_texture *t = gt_tex_bound(c->gpu, &op);
    unsigned reg = in->src[0].idx;
    for (; exec; exec &= exec - 1) {
        unsigned i = (unsigned)__builtin_ctz(exec), n = 0;
        const uint32_t coord[3] = {row[0][i], row[1][i], row[2][i]};
        const struct gt_tex_taps taps = gt_tex_taps_of(t, &op, coord);
        const uint8_t *at[GT_TAPS];
        uint32_t v[4];
        find_taps(c->gpu, &taps, at);
        gt_tex_value(t, &op, &taps, at, v);
        for (unsigned k = 0; k < 4; k++) {
            if (!(op.mask >> k & 1))
                continue;
            if (reg + n < w->nregs)
                w->regs[(reg + n) * 32 + i] = v[k];
            if (eff)
                eff->result[n][i] = v[k];
            n++;
        }
    }
}

/* Coordinates come from up to three rows; while memory is deferred only they are recorded, and no texel is read. */
bool gt_body_tex(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    const struct gt_insn *in = u->in;
    const struct gt_src *rest = &in->src[1];
    const uint32_t *const row[3] = {gt_row(w, in->src[0].idx),
                                    rest->kind != GT_K_NONE ? gt_row(w, rest->idx) : gt_zero_row,
                                    rest->kind == GT_K_T2 ? gt_row(w, rest->idx + 1u) : gt_zero_row};
    if (eff) {
        memcpy(eff->addr, row[0], sizeof eff->addr);
        memcpy(eff->data[0], row[1], sizeof eff->data[0]);
        memcpy(eff->data[1], row[2], sizeof eff->data[1]);
    }
    if (!c->deferred)
        fetch_lanes(c, w, in, exec, row, eff);
    return true;
}
