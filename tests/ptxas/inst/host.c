/* SPDX-License-Identifier: Apache-2.0
 *
 * What the host expects of the instructions, and the operands.
 */
#include "host.h"

static uint64_t next_random(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

/* A corner, a number of few bits, a negative one, or any. */
static uint64_t draw_integer(uint64_t *s)
{
    static const uint64_t corner[] = { 0,
                                       1, 2, 3, 7, 10, 31, 32, 63, 64, 127, 128, 255, 256, 32767, 32768, 65535, 65536,
                                       0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
                                       0x8000000000000000, 0xffffffffffffffff, 0xffffffff00000000 };
    uint64_t r = next_random(s), x = next_random(s);
    switch (r % 4) {
    case 0: return corner[(r >> 8) % (sizeof corner / sizeof *corner)];
    case 1: return x >> ((r >> 8) & 63);
    case 2: return -(x >> ((r >> 8) & 63));
    default: return x;
    }
}

static uint64_t draw_small(uint64_t *s)
{
    uint64_t r = next_random(s);
    return r % 8 == 0 ? draw_integer(s) : r % 8 == 1 ? (r >> 8) % 300 : (r >> 8) % 70;
}

/* A corner, a number near one of few bits, or any. */
static uint64_t draw_f32(uint64_t *s)
{
    static const uint32_t corner[] = { 0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                       0x7fc00000, 0x7f7fffff, 0x00800000, 0x80800000, 0x40000000, 0x3f000000,
                                       0x4b800000, 0x4f000000, 0xcf000000, 0x4f800000, 0x3f7fffff, 0x3f800001 };
    uint64_t r = next_random(s), x = next_random(s);
    if (r % 8 == 0)
        return corner[(r >> 8) % (sizeof corner / sizeof *corner)];
    if (r % 8 < 5) {            /* near one, few or many bits */
        uint32_t m = (uint32_t)x & 0x7fffff & ~0u << ((r >> 8) % 24);
        return (uint32_t)(x >> 63) << 31 | (uint32_t)(127 - 6 + (r >> 20) % 12) << 23 | m;
    }
    return (uint32_t)x;
}

static uint64_t draw_f64(uint64_t *s)
{
    static const double corner[] = { 0,
                                     -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0x1.fffffffffffffp1023, 0x1p-1022,
                                     -0x1p-1022, 0x1p-1074, 2, 0.5, 0x1p53, 2147483647.5, -2147483648.5, 4294967295.5,
                                     0x1p63, -0x1p63, 0x1p64, 0x1.fffffffffffffp-1 };
    uint64_t r = next_random(s), x = next_random(s), u;
    if (r % 8 == 0) {
        memcpy(&u, &corner[(r >> 8) % (sizeof corner / sizeof *corner)], 8);
        return u;
    }
    if (r % 8 < 5) {
        uint64_t m = x & 0xfffffffffffff & ~0ull << ((r >> 8) % 53);
        return x >> 63 << 63 | (1023 - 20 + (r >> 20) % 60) << 52 | m;
    }
    return x;
}

void host_inputs(enum input kind, uint64_t *x, int n)
{
    uint64_t s = 88172645463325252ull;
    for (int i = 0; i < 3 * n; i++)
        x[i] = kind == INT     ? draw_integer(&s)
               : kind == SMALL ? (i % 3 ? draw_small(&s) : draw_integer(&s))
               : kind == FLT   ? draw_f32(&s)
                               : draw_f64(&s);
}

uint32_t host_brev(uint32_t x)
{
    uint32_t r = 0;
    for (int k = 0; k < 32; k++)
        r |= (x >> k & 1) << (31 - k);
    return r;
}

uint32_t host_prmt(uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t both = (uint64_t)b << 32 | a;
    uint32_t r = 0;
    for (int k = 0; k < 4; k++) {
        uint32_t sel = c >> 4 * k & 15, byte = (uint32_t)(both >> 8 * (sel & 7)) & 255;
        r |= (sel & 8 ? (byte & 128 ? 255u : 0u) : byte) << 8 * k;
    }
    return r;
}

uint64_t host_shl(uint64_t x, uint32_t n, unsigned bits) { return n >= bits ? 0 : x << n; }
uint64_t host_shr(uint64_t x, uint32_t n, unsigned bits) { return n >= bits ? 0 : x >> n; }
int64_t host_sar(int64_t x, uint32_t n, unsigned bits) { return x >> (n >= bits ? bits - 1 : n); }

uint64_t host_bfe(uint64_t x, uint32_t pos, uint32_t len, unsigned bits)
{
    uint64_t v = host_shr(x, pos & 255, bits);
    return (len & 255) >= 64 ? v : v & ((1ull << (len & 255)) - 1);
}

int64_t host_bfes(int64_t x, uint32_t pos, uint32_t len, unsigned bits)
{
    pos &= 255;
    len &= 255;
    if (!len)
        return 0;
    uint64_t v = (uint64_t)host_sar(x, pos, bits);
    return len >= bits ? (int64_t)v : (int64_t)(v << (64 - len)) >> (64 - len);
}

uint64_t host_bfi(uint64_t a, uint64_t b, uint32_t pos, uint32_t len, unsigned bits)
{
    uint64_t m = (len & 255) >= 64 ? ~0ull : (1ull << (len & 255)) - 1;
    m = host_shl(m, pos & 255, bits);
    return (b & ~m) | (host_shl(a, pos & 255, bits) & m);
}

uint64_t host_mulhi(uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b >> 64); }
int64_t host_mulhis(int64_t a, int64_t b) { return (int64_t)((__int128)a * b >> 64); }
int64_t host_sat(int64_t x, int64_t lo, int64_t hi) { return x < lo ? lo : x > hi ? hi : x; }

int64_t host_toint(double x, int mode, double lo, double hi, int64_t nan)
{
    if (x != x)
        return nan;
    double r = mode == FE_TONEAREST ? rint(x) : mode == FE_DOWNWARD ? floor(x) : mode == FE_UPWARD ? ceil(x) : trunc(x);
    if (r <= lo)
        return lo < -9e18 ? INT64_MIN : (int64_t)lo;
    if (r >= hi)
        return hi > 1.8e19 ? -1 : hi > 9e18 ? INT64_MAX : (int64_t)hi;
    return r >= 0x1p63 ? (int64_t)(uint64_t)r : (int64_t)r;
}

float host_half(uint16_t h)
{
    int e = h >> 10 & 31, m = h & 1023;
    float x = e == 31 ? (m ? NAN : INFINITY) : e ? ldexpf((float)(m | 1024), e - 25) : ldexpf((float)m, -24);
    return h & 0x8000 ? -x : x;
}

float host_to_half(float x)
{
    int e;
    frexpf(x, &e);
    float unit = ldexpf(1, e > 11 ? e - 11 : 0), r = rintf(x / unit) * unit;
    return fabsf(r) >= 65536 ? copysignf(INFINITY, x) : r;
}

uint64_t host_fit(host_wide x, unsigned bits, bool sgn)
{
    host_wide top = ((host_wide)1 << (sgn ? bits - 1 : bits)) - 1, least = sgn ? -top - 1 : 0;
    return (uint64_t)(x > top ? top : x < least ? least : x);
}

double host_unit(double x) { return x >= 1 ? 1 : x > 0 ? x : 0; }

uint16_t host_half_of(double x)
{
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    double a = fabs(x);
    if (isnan(x))
        return 0x7fff;
    if (a >= 65520)
        return sign | 0x7c00;
    int e = a < 0x1p-14 ? -14 : ilogb(a);
    double units = nearbyint(ldexp(a, 10 - e));         /* in units of the last place, the leading bit included */
    return (uint16_t)(sign | (uint16_t)(((e + 14) << 10) + (int)units));
}
