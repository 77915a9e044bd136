/* SPDX-License-Identifier: Apache-2.0
 *
 * texfetch with one integer coordinate: texels of a texture bound to linear memory (ISA 7.9). The coordinate is in the first
 * result register; results go to consecutive registers from there on, one per bit of the mask. The texture fields are not part of
 * struct gt_insn and are taken from the words.
 *
 * Normalised types: v / (2^n - 1) rounded to nearest, signed ones max(v / (2^(n-1) - 1), -1). The x offset is added to the
 * coordinate. A texture that is not bound has no texels: all components are 0.
 */
#include <string.h>

#include "f32.h"
#include "micro.h"

struct tex_fields { unsigned unit, count, mask, reg; int offset; };

static struct tex_fields fields_of(const struct gt_insn *in)
{
    struct tex_fields f = {.unit = in->w0 >> 9 & 0xff, .count = (in->w0 >> 22 & 3) + 1, .mask = 15, .reg = in->w0 >> 2 & 0x3f};
    if (in->len == 8) {
        f.mask = (in->w0 >> 25 & 3) | (in->w1 >> 14 & 3) << 2;
        f.reg = in->w0 >> 2 & 0x7f;
        f.offset = (int)((in->w1 >> 24 & 15) ^ 8) - 8;
    }
    return f;
}

bool gt_tex_supported(const struct gt_insn *in)
{
    return in->op == GT_OP_TEXFETCH && fields_of(in).count == 1;
}

static uint32_t float_bits(float f)
{
    uint32_t x;
    memcpy(&x, &f, sizeof x);
    return x;
}

/* One component of a texel. */
static uint32_t component(const struct gt_texture *t, const uint8_t *p)
{
    unsigned n = t->bits;
    uint32_t v = 0, one = (t->type == GT_TEX_SNORM ? 1u << (n - 1) : n == 32 ? 0 : 1u << n) - 1;
    memcpy(&v, p, n / 8);
    int32_t s = (int32_t)(v << (32 - n)) >> (32 - n);
    switch (t->type) {
    case GT_TEX_UNORM: return float_bits((float)v / (float)one);
    case GT_TEX_SNORM: return s < -(int32_t)one ? 0xbf800000 : float_bits((float)s / (float)one);
    case GT_TEX_SINT:  return (uint32_t)s;
    case GT_TEX_FLOAT: return n == 16 ? f16_to_f32(v) : v;
    default:           return v;
    }
}

static void texel(const struct gt_gpu *g, const struct gt_texture *t, uint32_t i, uint32_t v[4])
{
    v[0] = v[1] = v[2] = v[3] = 0;
    if (i >= t->width)                      /* negative coordinates too */
        return;
    uint32_t bytes = t->bits / 8u;
    const uint8_t *p = g->mem + (t->addr - GT_G_BASE) + (size_t)i * bytes * t->comps;
    v[3] = t->type == GT_TEX_UINT || t->type == GT_TEX_SINT ? 1 : F32_ONE;
    for (unsigned k = 0; k < t->comps; k++)
        v[k] = component(t, p + k * bytes);
}

static void fetch_lanes(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, uint32_t exec, const uint32_t *x,
                        struct gt_effect *eff)
{
    static const struct gt_texture none;
    const struct tex_fields f = fields_of(in);
    const struct gt_texture *t = f.unit < GT_TEXTURES ? &c->gpu->tex[f.unit] : &none;
    for (; exec; exec &= exec - 1) {
        unsigned i = (unsigned)__builtin_ctz(exec), n = 0;
        uint32_t v[4];
        texel(c->gpu, t, x[i] + (uint32_t)f.offset, v);
        for (unsigned k = 0; k < 4; k++) {
            if (!(f.mask >> k & 1))
                continue;
            if (f.reg + n < w->nregs)
                w->regs[(f.reg + n) * 32 + i] = v[k];
            if (eff)
                eff->result[n][i] = v[k];
            n++;
        }
    }
}

bool gt_body_tex(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    const uint32_t *x = gt_row(w, fields_of(u->in).reg);
    if (eff)
        memcpy(eff->addr, x, sizeof eff->addr);
    if (!c->deferred)
        fetch_lanes(c, w, u->in, exec, x, eff);
    return true;
}

void gt_tex_part(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, uint32_t lanes, struct gt_effect *eff)
{
    fetch_lanes(c, w, in, lanes, eff->addr, eff);
}
