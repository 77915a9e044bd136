/* SPDX-License-Identifier: Apache-2.0
 *
 * From texture coordinates to texels, and their weighted mean: docs/units/tex.md. The rules are those of the CUDA
 * Programming Guide (appendix Texture Fetching: clamping and wrapping, nearest-point sampling, linear filtering with
 * weights of 8 fractional bits); where it leaves open what is rounded how, they are this machine's.
 */
#include "common/texel.h"
#include "tex.h"

/* TEX-8 */
bool gt_tex_supported(const struct gt_insn *in)
{
    unsigned coords = (in->quad >> 8 & 3) + 1u;
    bool moved = in->aop || (coords > 1 && in->cmp) || (coords > 2 && in->gseg);
    /* hi: .cube */
    return coords <= 3 && (in->op == GT_OP_TEXFETCH || (in->op == GT_OP_TEXAUTO && !in->hi && !moved));
}

static int8_t texel_offset(uint8_t nibble)
{
    return (int8_t)((nibble ^ 8) - 8);
}

struct gt_tex_op gt_tex_op_of(const struct gt_insn *in)
{
    return (struct gt_tex_op){.unit = in->quad & 0xff, .coords = (uint8_t)((in->quad >> 8 & 3) + 1), .mask = in->lmask,
                              .sample = in->op == GT_OP_TEXAUTO,
                              .d = {texel_offset(in->aop), texel_offset(in->cmp), texel_offset(in->gseg)}};
}

/* TEX-15 */
const struct gt_texture *gt_tex_bound(const struct gt_gpu *g, const struct gt_tex_op *op)
{
    static const struct gt_texture none = {.comps = 1, .bits = 8};
    return op->unit < GT_TEXTURES && g->tex[op->unit].width ? &g->tex[op->unit] : &none;
}

/* One coordinate: two neighbouring texel numbers, whether they are inside, and the weight of the second. */
struct axis { uint32_t i[2]; uint8_t inside, weight; };

static const struct axis none = {.inside = 3};

static void place_tap(struct axis *a, unsigned k, int64_t i, uint32_t n, unsigned mode)
{
    if (mode == GT_TEX_WRAP)
        i = i < 0 ? i + n : i >= n ? i - n : i;
    else if (mode != GT_TEX_BORDER)
        i = gt_texel_limit(i, 0, (int64_t)n - 1);
    bool inside = i >= 0 && i < n;
    a->i[k] = inside ? (uint32_t)i : 0;
    a->inside |= (uint8_t)(inside << k);
}

/* TEX-9: texels of dimension k */
static uint32_t axis_size(const struct gt_texture *t, unsigned k)
{
    uint32_t n = k == 0 ? t->width : k == 1 ? t->height : t->depth;
    return n ? n : 1;
}

/* TEX-10 */
static struct axis sampled_axis(const struct gt_texture *t, unsigned k, uint32_t x)
{
    const int64_t one = 1 << 28;
    struct axis a = {.inside = 0};
    uint32_t n = axis_size(t, k);
    int64_t c;                          /* in texels, 9 fractional bits */
    if (t->normalized) {
        int64_t u = gt_texel_fixed(x, 28);
        if (t->mode[k] == GT_TEX_WRAP)
            u &= one - 1;
        else if (t->mode[k] == GT_TEX_MIRROR)
            u = (u & one ? ~u : u) & (one - 1);
        else
            u = gt_texel_limit(u, -2 * one, 2 * one - 1);
        c = u * n >> 19;
    } else {
        c = gt_texel_limit(gt_texel_fixed(x, 9), -(1 << 26), (1 << 26) - 1);
    }
    if (t->linear) {
        int64_t w = ((c + 1) >> 1) - 128;
        a.weight = (uint8_t)(w & 255);
        c = w >> 8;
    } else {
        c >>= 9;
    }
    place_tap(&a, 0, c, n, t->mode[k]);
    place_tap(&a, 1, c + 1, n, t->mode[k]);
    return a;
}

/* TEX-10; TEX-4: outside, texel 0 */
static struct axis numbered_axis(uint32_t i, uint32_t n)
{
    return (struct axis){.i = {i < n ? i : 0}, .inside = i < n};
}

struct gt_tex_taps gt_tex_taps_of(const struct gt_texture *t, const struct gt_tex_op *op, const uint32_t at[3])
{
    struct gt_tex_taps p = {.need = 0};
    struct axis a[3] = {none, none, none};
    if (!t->width)
        return (struct gt_tex_taps){.need = 1};
    for (unsigned k = 0; k < op->coords; k++) {
        a[k] = op->sample ? sampled_axis(t, k, at[k]) : numbered_axis(at[k] + (uint32_t)op->d[k], axis_size(t, k));
        p.weight[k] = a[k].weight;
    }
    uint32_t texel = t->comps * t->bits / 8u;
    unsigned weigh = (p.weight[0] != 0) | (p.weight[1] != 0) << 1 | (p.weight[2] != 0) << 2;     /* second ones */
    for (unsigned k = 0; k < GT_TAPS; k++) {
        unsigned h = k & 1, v = k >> 1 & 1, s = k >> 2;
        bool inside = a[0].inside >> h & a[1].inside >> v & a[2].inside >> s & 1;
        if (k & ~weigh)
            continue;
        p.need |= (uint8_t)(1u << k);
        p.inside |= (uint8_t)(inside << k);
        p.addr[k] = t->addr + (inside ? a[2].i[s] * t->slice + a[1].i[v] * t->pitch + a[0].i[h] * texel : 0);
    }
    return p;
}

/* ---- the weighted mean ------------------------------------------------------------------------------ */

#define FRACTION 16                     /* bits of the sum below those of the largest texel */
#define WEIGHT   24                     /* bits of a product of three weights */

static bool is_infinite(uint32_t v) { return (v & 0x7fffffff) == 0x7f800000; }
static bool no_number(uint32_t v) { return (v & 0x7fffffff) > 0x7f800000; }

/* NaN or infinity among the values: the mean is one too. */
static bool special_mean(const uint32_t v[GT_TAPS], unsigned need, uint32_t *out)
{
    bool plus = false, minus = false;
    for (unsigned k = 0; k < GT_TAPS; k++) {
        if (!(need >> k & 1))
            continue;
        plus |= no_number(v[k]) || v[k] == 0x7f800000;
        minus |= no_number(v[k]) || (is_infinite(v[k]) && v[k] >> 31);
    }
    *out = plus && minus ? 0x7fffffff : plus ? 0x7f800000 : 0xff800000;
    return plus || minus;
}

/* sum * 2^(exp - 150 - FRACTION), rounded to nearest, ties to even. Denormal results are 0. */
static uint32_t round_sum(int64_t sum, int exp)
{
    uint64_t m = (uint64_t)(sum < 0 ? -sum : sum);
    if (!m)
        return 0;
    int drop = 40 - __builtin_clzll(m);         /* leaves 24 bits; at least 0 after the next line */
    if (drop < 0) {
        m <<= -drop;
        exp += drop;
        drop = 0;
    }
    uint64_t keep = m >> drop, half = drop ? 1ull << (drop - 1) : 0, rest = m - (keep << drop);
    keep += drop && (rest > half || (rest == half && (keep & 1)));
    exp += drop - FRACTION;
    if (keep >> 24) {
        keep >>= 1;
        exp++;
    }
    return exp <= 0 ? 0 : (sum < 0 ? 0x80000000 : 0) | (uint32_t)exp << 23 | ((uint32_t)keep & 0x7fffff);
}

/* In 2^-WEIGHT */
static int64_t tap_weight(const struct gt_tex_taps *taps, unsigned k)
{
    int64_t w = 1;
    for (unsigned d = 0; d < 3; d++)
        w *= k >> d & 1 ? taps->weight[d] : 256 - taps->weight[d];
    return w;
}

/* TEX-11 */
uint32_t gt_tex_mean(const uint32_t v[GT_TAPS], const struct gt_tex_taps *taps)
{
    uint32_t out;
    int most = 0;
    int64_t sum = 0;
    if (special_mean(v, taps->need, &out))
        return out;
    for (unsigned k = 0; k < GT_TAPS; k++) {
        int e = (int)(v[k] >> 23 & 255);
        if (taps->need >> k & 1 && e > most)
            most = e;
    }
    for (unsigned k = 0; k < GT_TAPS; k++) {
        int e = (int)(v[k] >> 23 & 255), down = most - e;
        if (!(taps->need >> k & 1) || !e || down > 40)
            continue;
        int64_t product = (int64_t)((v[k] & 0x7fffff) | 0x800000) * tap_weight(taps, k) >> (WEIGHT - FRACTION + down);
        sum += v[k] >> 31 ? -product : product;
    }
    return round_sum(sum, most);
}
