/* SPDX-License-Identifier: Apache-2.0
 *
 * What the texture units of all chips share: coordinates as fixed point, components as they lie in memory.
 */
#ifndef GT_TEXEL_H
#define GT_TEXEL_H

#include "gsim.h"

#include <string.h>

/* floor(x * 2^frac) of an f32. NaN and denormals count as 0; from 2^37 on only the sign is right (2^62 or -2^62, or
 * all low bits 0). */
static inline int64_t gt_texel_fixed(uint32_t x, int frac)
{
    const int e = (int)(x >> 23 & 255), shift = e - 150 + frac;
    const int64_t m = (x & 0x7fffff) | 0x800000;
    const bool neg = x >> 31;

    if (e == 0 || (e == 255 && (x & 0x7fffff)))
        return 0;
    if (e == 255 || shift > 37)
        return neg ? -(1ll << 62) : 1ll << 62;
    if (shift >= 0)
        return neg ? -(m << shift) : m << shift;
    return (neg ? -m : m) >> (shift < -63 ? 63 : -shift);
}

static inline int64_t gt_texel_limit(int64_t v, int64_t low, int64_t high)
{
    return v < low ? low : v > high ? high : v;
}

static inline uint32_t gt_texel_bits(float f)
{
    uint32_t x;

    memcpy(&x, &f, sizeof x);
    return x;
}

/* The component at p of a texel as a register's value; one of f16 as it lies there, since chips convert NaNs apart. */
static inline uint32_t gt_texel_component(const struct gt_texture *t, const uint8_t *p)
{
    const unsigned n = t->bits;
    const uint32_t one = (t->type == GT_TEX_SNORM ? 1u << (n - 1) : n == 32 ? 0 : 1u << n) - 1;
    uint32_t v = 0;

    memcpy(&v, p, n / 8);
    const int32_t s = (int32_t)(v << (32 - n)) >> (32 - n);
    switch (t->type) {
    case GT_TEX_UNORM: return gt_texel_bits((float)v / (float)one);
    case GT_TEX_SNORM: return s < -(int32_t)one ? 0xbf800000 : gt_texel_bits((float)s / (float)one);
    case GT_TEX_SINT:  return (uint32_t)s;
    default:           return v;
    }
}

static inline bool gt_texel_half(const struct gt_texture *t) { return t->type == GT_TEX_FLOAT && t->bits == 16; }

#endif
