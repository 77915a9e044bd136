/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws integers and floats with a liking for limits, and writes them as PTX does.
 */
#include "values.h"

#include <stdio.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define PICK(list, r) (list)[(r) % COUNT(list)]

/* What is special: limits of ranges and of roundings, powers of two and their neighbours. */
static const uint64_t integers[] = {
    0, 1, 2, 3, 5, 10, 31, 32, 63, 64, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 70000, 98304, 0x7fffff, 0x800000,
    0xffffff, 0x1000000, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
    0x8000000000000000, 0xffffffff00000000, 0xffffffff80000000, 0xffffffffffffff80, 0xffffffffffff8000,
};
static const uint32_t reals32[] = {
    0, 0x3f800000, 0x7f800000, 0x7fffffff, 0x7fc00000, 0x7f7fffff, 0x00800000, 0x00800001, 0x007fffff, 0x00000001,
    0x40000000, 0x3f000000, 0x3f7fffff, 0x3f800001, 0x4b800000, 0x4b7fffff, 0x4effffff, 0x4f000000, 0x4f7fffff,
    0x4f800000, 0x5effffff, 0x5f000000, 0x5f800000, 0x477fe000, 0x477ff000, 0x33800000, 0x38800000, 0x387fc000,
    0x3fc00000, 0x40200000, 0x7e800000, 0x7e800001, 0x7f000000,
};
static const uint64_t reals64[] = {
    0, 0x3ff0000000000000, 0x7ff0000000000000, 0x7ff8000000000000, 0x7fefffffffffffff, 0x0010000000000000,
    0x000fffffffffffff, 1, 0x4000000000000000, 0x3fe0000000000000, 0x3fefffffffffffff, 0x3ff0000000000001,
    0x4340000000000000, 0x41dfffffffe00000, 0x41e0000000000000, 0x41efffffffe00000, 0x41f0000000000000,
    0x43e0000000000000, 0x43efffffffffffff, 0x43f0000000000000, 0x47efffffe0000000, 0x47effffff0000000,
    0x3810000000000000, 0x380fffffffffffff, 0x36a0000000000000, 0x3690000000000000, 0x3f10000000000000,
    0x40effc0000000000, 0x40effe0000000000, 0x3e70000000000000, 0x4004000000000000, 0x3ff8000000000000,
};
static const uint16_t reals16[] = {
    0, 0x3c00, 0x7c00, 0x7fff, 0x7e00, 0x7bff, 0x0400, 0x03ff, 1, 0x4000, 0x3800, 0x3bff, 0x3c01,
};

uint64_t values_next(uint64_t *s)
{
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return *s * 0x2545f4914f6cdd1du;
}

static uint64_t integer(uint64_t *s)
{
    uint64_t r = values_next(s), x = values_next(s), v = PICK(integers, r >> 8);
    switch (r & 3) {
    case 0: return r & 4 ? -v : v;
    case 1: return x >> (r >> 8 & 63);
    case 2: return -(x >> (r >> 8 & 63));
    default: return x;
    }
}

static uint64_t real32(uint64_t *s)
{
    uint64_t r = values_next(s), x = values_next(s);
    uint32_t sign = (uint32_t)(x >> 63) << 31;
    if ((r & 7) < 2)
        return PICK(reals32, r >> 8) | sign;
    if ((r & 7) < 6)            /* near one, few or many bits */
        return sign | (uint32_t)(127 - 8 + (r >> 20) % 16) << 23 | ((uint32_t)x & 0x7fffff & ~0u << ((r >> 8) % 24));
    return (uint32_t)x;
}

static uint64_t real64(uint64_t *s)
{
    uint64_t r = values_next(s), x = values_next(s), sign = x >> 63 << 63;
    if ((r & 7) < 2)
        return PICK(reals64, r >> 8) | sign;
    if ((r & 7) < 6)
        return sign | (1023 - 30 + (r >> 20) % 70) << 52 | (x & 0xfffffffffffff & ~(uint64_t)0 << ((r >> 8) % 53));
    return x;
}

static uint64_t real16(uint64_t *s)
{
    uint64_t r = values_next(s), x = values_next(s);
    return (r & 7) < 2 ? PICK(reals16, r >> 8) | (x >> 63) << 15 : x;
}

uint64_t values_draw(uint64_t *s, enum ptype t)
{
    uint64_t high = values_next(s) << 32;
    if (t == T_F16)
        return real16(s);
    if (t == T_F32)
        return real32(s) | high;
    if (t == T_F64)
        return real64(s);
    if (ptx_types[t].is_float || ptx_types[t].is_signed || ptx_types[t].name[0] == 'u' || values_next(s) & 1)
        return integer(s);
    return ptx_types[t].bits == 64 ? real64(s) : real32(s) | high;
}

unsigned values_specials(enum ptype t)
{
    size_t n = t == T_F16 ? COUNT(reals16) : t == T_F32 ? COUNT(reals32) : t == T_F64 ? COUNT(reals64)
                                                                          : COUNT(integers);
    return 2 * (unsigned)n;
}

uint64_t values_special(enum ptype t, unsigned k)
{
    const uint64_t negative = k & 1;
    if (t == T_F16)
        return reals16[k / 2] | negative << 15;
    if (t == T_F32)
        return reals32[k / 2] | negative << 31;
    if (t == T_F64)
        return reals64[k / 2] | negative << 63;
    return negative ? -integers[k / 2] : integers[k / 2];
}

uint64_t values_small(uint64_t *s)
{
    uint64_t r = values_next(s);
    return (r & 7) == 0 ? integer(s) : (r & 7) == 1 ? (r >> 8) % 300 : (r >> 8) % 70;
}

char value_letter(enum ptype t)
{
    if (t == T_PRED)
        return 'p';
    if (t == T_F32 || t == T_F64)
        return t == T_F32 ? 'f' : 'd';
    return ptx_types[t].bits == 64 ? 'l' : ptx_types[t].bits == 32 ? 'r' : 'h';
}

const char *value_text(enum ptype t, uint64_t v, char to[VALUE_TEXT])
{
    unsigned bits = ptx_types[t].bits;
    if (bits < 64)
        v &= ((uint64_t)1 << bits) - 1;
    snprintf(to, VALUE_TEXT, t == T_F32 ? "0f%08llx" : t == T_F64 ? "0d%016llx" : "0x%llx", (unsigned long long)v);
    return to;
}
