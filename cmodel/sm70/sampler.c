/* SPDX-License-Identifier: Apache-2.0
 *
 * What the texture units make of f32 coordinates, as measured on an H200 (docs/records/h200/textures.txt). Coordinates
 * are fixed point; the texels about one are summed by whole weights of 1/256, in slices of four texels.
 */
#include "common/texel.h"
#include "sm70_sampler.h"

#include <string.h>

enum { NAN_BITS = 0x7fffffff, HALF_NAN = 0x7fffe000, INFINITE = 0x7f800000 };

static uint32_t half_to_float(uint32_t h)
{
    const uint32_t sign = (h & 0x8000) << 16, e = h >> 10 & 31;
    uint32_t m = h & 0x3ff;

    if (e == 31)
        return m ? NAN_BITS : sign | INFINITE;
    if (e)
        return sign | (e + 112) << 23 | m << 13;
    return sign | gt_texel_bits((float)m * 0x1p-24f);
}

/* ---- coordinates ----------------------------------------------------------------------------------------------- */

/* Two neighbouring texels, which of them are inside, the weight of the second in 1/256. */
struct axis { uint32_t i[2]; unsigned inside, weight; };

static void place_tap(struct axis *a, unsigned k, int64_t i, uint32_t n, unsigned mode)
{
    if (mode == GT_TEX_WRAP)
        i = i < 0 ? i + n : i >= n ? i - n : i;
    else if (mode == GT_TEX_MIRROR)
        i = i < 0 ? -1 - i : i >= 2 * (int64_t)n ? i - 2 * (int64_t)n : i >= n ? 2 * (int64_t)n - 1 - i : i;
    else if (mode != GT_TEX_BORDER)
        i = gt_texel_limit(i, 0, (int64_t)n - 1);
    if (i >= 0 && i < n) {
        a->i[k] = (uint32_t)i;
        a->inside |= 1u << k;
    }
}

/* Fractional bits of a normalised coordinate: as many as the number of a texel and its 256 parts need, 21 at least. */
static int unit_bits(uint32_t n)
{
    const int of_number = n > 1 ? 32 - __builtin_clz(n - 1) : 0;

    return of_number > 13 ? of_number + 8 : 21;
}

static struct axis place_axis(const struct gt_texture *t, unsigned mode, uint32_t n, uint32_t x)
{
    const int bits = unit_bits(n);
    const int64_t one = 1 << bits;
    struct axis a = { { 0, 0 }, 0, 0 };
    int64_t c;                  /* in texels, 9 fractional bits */

    if (t->normalized) {
        int64_t u = gt_texel_fixed(x, bits);
        if (mode == GT_TEX_WRAP)
            u &= one - 1;
        else if (mode == GT_TEX_MIRROR)
            u &= 2 * one - 1;
        else
            u = gt_texel_limit(u, -2 * one, 2 * one - 1);
        c = u * n >> (bits - 9);
    } else {
        c = gt_texel_limit(gt_texel_fixed(x, 9), -(1 << 26), (1 << 26) - 1);
    }
    if (!t->linear) {
        place_tap(&a, 0, c >> 9, n, mode);
        return a;
    }
    int64_t w = ((c + 1) >> 1) - 128;
    if (mode == GT_TEX_CLAMP)
        w = gt_texel_limit(w, 0, ((int64_t)n - 1) * 256);
    a.weight = w & 255;
    place_tap(&a, 0, w >> 8, n, mode);
    place_tap(&a, 1, (w >> 8) + 1, n, mode);
    return a;
}

/* ---- texels ---------------------------------------------------------------------------------------------------- */

static uint32_t read_component(const struct gt_texture *t, const uint8_t *p)
{
    const uint32_t v = gt_texel_component(t, p);

    return gt_texel_half(t) ? half_to_float(v) : v;
}

/* ---- the mean -------------------------------------------------------------------------------------------------- */

enum { TAPS = 8, SLICE = 4, GUARD = 4 };

/* Weights that sum up to 256: the sides of z and x are multiplied first, each rounded; then y. Halves are rounded so
 * that a plane's are those of its two sides. */
static void weigh_taps(const struct axis a[3], unsigned w[TAPS])
{
    const unsigned z[2] = { 256 - a[2].weight, a[2].weight };

    for (unsigned s = 0; s < 2; s++) {
        const unsigned right = (a[0].weight * z[s] + 128) >> 8, side[2] = { z[s] - right, right };
        for (unsigned k = 0; k < 2; k++) {
            const unsigned lower = (side[k] * a[1].weight + 127 + k) >> 8;
            w[SLICE * s + k] = side[k] - lower;
            w[SLICE * s + k + 2] = lower;
        }
    }
}

/* No number, or infinities of both signs: NaN; an infinity: itself. */
static bool special_mean(const uint32_t v[TAPS], unsigned need, uint32_t *out)
{
    bool plus = false, minus = false;

    for (unsigned k = 0; k < TAPS; k++) {
        const bool no_number = (v[k] & 0x7fffffff) > INFINITE, infinite = (v[k] & 0x7fffffff) == INFINITE;
        if (!(need >> k & 1))
            continue;
        plus |= no_number || (infinite && !(v[k] >> 31));
        minus |= no_number || (infinite && v[k] >> 31);
    }
    *out = plus && minus ? NAN_BITS : plus ? INFINITE : 0xff800000;
    return plus || minus;
}

/* A slice: its largest exponent, and the sum in 2^(exp - 126 - bits - GUARD - 8). Texels, of `bits` bits, lose what is
 * below GUARD bits more. */
struct sum { int exp; int64_t v; };

static struct sum sum_slice(const uint32_t v[SLICE], const unsigned w[SLICE], int bits)
{
    struct sum s = { 0, 0 };

    for (unsigned k = 0; k < SLICE; k++) {
        const int e = (int)(v[k] >> 23 & 255);
        s.exp = w[k] && e > s.exp ? e : s.exp;
    }
    for (unsigned k = 0; k < SLICE; k++) {
        const int e = (int)(v[k] >> 23 & 255), down = s.exp - e;
        if (!w[k] || !e || down > 30)
            continue;
        const int64_t m = (int64_t)((v[k] & 0x7fffff) | 0x800000) >> (24 - bits) << GUARD >> down;
        s.v += (v[k] >> 31 ? -m : m) * w[k];
    }
    return s;
}

/* sum * 2^exp to `bits` bits, halves away from 0. Flushed below 2^-126; of f16 to whole numbers of 2^-24. */
static uint32_t round_sum(int64_t sum, int exp, int bits)
{
    const uint32_t sign = sum < 0 ? 0x80000000 : 0;
    uint64_t m = (uint64_t)(sum < 0 ? -sum : sum);
    int drop = 64 - bits - __builtin_clzll(m);

    if (bits < 24 && drop + exp < -24)
        drop = -24 - exp < 62 ? -24 - exp : 62;
    m = drop > 0 ? (m + (1ull << (drop - 1))) >> drop : m << -drop;
    if (!m)
        return sign;
    const int up = __builtin_clzll(m) - 40;         /* to 24 bits */
    m = up > 0 ? m << up : m >> -up;
    exp += drop - up + 150;
    if (exp >= 255)
        return sign | INFINITE;
    return exp <= 0 ? sign : sign | (uint32_t)exp << 23 | ((uint32_t)m & 0x7fffff);
}

/* The slice of the smaller exponent loses what is below half of the last place of the other's sum; that half tells how
 * to round, no more. */
static uint32_t weighted_mean(const uint32_t v[TAPS], const unsigned w[TAPS], unsigned need, int bits)
{
    struct sum s[2];
    uint32_t out;
    bool positive = false;

    if (special_mean(v, need, &out))
        return bits < 24 && out == NAN_BITS ? HALF_NAN : out;
    for (unsigned k = 0; k < TAPS; k++)
        positive |= w[k] && !(v[k] >> 31);
    for (unsigned k = 0; k < 2; k++)
        s[k] = sum_slice(v + SLICE * k, w + SLICE * k, bits);
    const unsigned low = s[0].exp < s[1].exp ? 0 : 1;
    const int down = s[1 - low].exp - s[low].exp;
    int64_t sum = 2 * s[1 - low].v + (2 * s[low].v >> (down > 63 ? 63 : down));
    if (sum > -(1ll << bits) && sum < 1ll << bits)
        sum &= ~1ll;
    return sum ? round_sum(sum, s[1 - low].exp - 126 - bits - GUARD - 9, bits) : positive ? 0 : 0x80000000;
}

/* A component of a normalised type as a whole number. */
static int32_t whole_component(const struct gt_texture *t, const uint8_t *p)
{
    uint32_t v = 0;

    memcpy(&v, p, t->bits / 8u);
    return t->type == GT_TEX_UNORM ? (int32_t)v : t->bits == 8 ? (int8_t)v : (int16_t)v;
}

/* The mean of 8 bits becomes one of 16, of which halves are rounded up: times 257, or 32767 / 127 as 258, 1/128 and
 * what the topmost bits give. */
static uint32_t whole_mean(const struct gt_texture *t, const int32_t v[TAPS], const unsigned w[TAPS])
{
    int64_t sum = 0;

    for (unsigned k = 0; k < TAPS; k++)
        sum += v[k] * (int32_t)w[k];
    if (t->bits == 8)
        sum = t->type == GT_TEX_UNORM ? 257 * sum : (258 * 128 * sum + (sum & ~4095ll)) >> 7;
    sum = (sum + 128) >> 8;
    if (sum < -32767)
        sum = -32767;
    return gt_texel_bits((float)sum / (t->type == GT_TEX_UNORM ? 65535.0f : 32767.0f));
}

static const uint8_t *texel_at(const struct gt_texture *t, const uint8_t *texels, uint32_t x, uint32_t y, uint32_t z)
{
    return texels + (size_t)z * t->slice + (size_t)y * t->pitch + (size_t)x * (t->comps * t->bits / 8u);
}

/* The texels about a place, their weights, and which of them count although a product of weights may be rounded to 0.
 * at[k]: NULL: it is outside. */
struct taps { const uint8_t *at[TAPS]; unsigned w[TAPS], need; };

static struct taps find_taps(const struct gt_texture *t, const uint8_t *texels, const struct axis a[3])
{
    struct taps p = { .need = 0 };

    weigh_taps(a, p.w);
    for (unsigned k = 0; k < TAPS; k++) {
        const unsigned h = k & 1, l = k >> 1 & 1, s = k >> 2;
        if ((!h || a[0].weight) && (!l || a[1].weight) && (!s || a[2].weight))
            p.need |= 1u << k;
        if (a[0].inside >> h & a[1].inside >> l & a[2].inside >> s & 1)
            p.at[k] = texel_at(t, texels, a[0].i[h], a[1].i[l], a[2].i[s]);
    }
    return p;
}

static uint32_t filter_component(const struct gt_texture *t, const struct taps *p, unsigned c)
{
    const size_t at = c * t->bits / 8u;
    const bool number = t->type == GT_TEX_UNORM || t->type == GT_TEX_SNORM;
    uint32_t v[TAPS];
    int32_t n[TAPS];

    for (unsigned k = 0; k < TAPS; k++) {
        v[k] = p->at[k] && !number ? read_component(t, p->at[k] + at) : 0;
        n[k] = p->at[k] && number ? whole_component(t, p->at[k] + at) : 0;
    }
    return number ? whole_mean(t, n, p->w) : weighted_mean(v, p->w, p->need, t->bits == 16 ? 11 : 24);
}

void sm70_sample(const struct gt_texture *t, const uint8_t *texels, unsigned dims, const uint32_t at[3],
                 uint32_t out[4])
{
    static const struct axis none = { { 0, 0 }, 3, 0 };
    const uint32_t size[3] = { t->width, t->height ? t->height : 1, t->depth ? t->depth : 1 };
    struct axis a[3] = { none, none, none };

    for (unsigned k = 0; k < dims; k++)
        a[k] = place_axis(t, t->mode[k], size[k], at[k]);
    if (dims == 1)
        a[1] = place_axis(t, t->mode[1], 1, 0);
    const struct taps p = find_taps(t, texels, a);
    memset(out, 0, 4 * sizeof *out);
    for (unsigned c = 0; c < t->comps; c++)
        out[c] = t->linear ? filter_component(t, &p, c) : p.at[0] ? read_component(t, p.at[0] + c * t->bits / 8u) : 0;
}

void sm70_texel(const struct gt_texture *t, const uint8_t *texels, unsigned dims, const uint32_t at[3],
                uint32_t out[4])
{
    const uint32_t size[3] = { t->width, t->height ? t->height : 1, t->depth ? t->depth : 1 };
    const uint32_t x = at[0], y = dims > 1 ? at[1] : 0, z = dims > 2 ? at[2] : 0;

    memset(out, 0, 4 * sizeof *out);
    if (x >= size[0] || y >= size[1] || z >= size[2])
        return;
    for (unsigned c = 0; c < t->comps; c++)
        out[c] = read_component(t, texel_at(t, texels, x, y, z) + c * t->bits / 8u);
}
