/* SPDX-License-Identifier: Apache-2.0
 *
 * Every operation as whole numbers of sign, exponent and fraction, rounded once at the end.
 */
#include "real.h"

typedef unsigned __int128 wide;

const struct real_format real_f16 = { 10, 5 }, real_bf16 = { 7, 8 }, real_f32 = { 23, 8 }, real_f64 = { 52, 11 };

static int top_bit(wide v)
{
    uint64_t high = (uint64_t)(v >> 64);

    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)v);
}

/* The bits b of a format as sign, exponent and fraction. */
struct real real_of(const struct real_format *f, uint64_t b)
{
    uint64_t fraction = b & ((1ull << f->fraction) - 1), most = (1u << f->exponent) - 1;
    uint64_t e = b >> f->fraction & most;
    int bias = (int)(most >> 1);
    struct real v = { .sign = b >> (f->fraction + f->exponent) & 1, .exp = 1 - bias - (int)f->fraction };

    if (e == most) {
        v.is = fraction ? REAL_NAN : REAL_INF;
    } else if (!e && !fraction) {
        v.is = REAL_ZERO;
    } else {
        v.is = REAL_FINITE;
        v.sig = e ? fraction | 1ull << f->fraction : fraction;
        v.exp += e ? (int)e - 1 : 0;
    }
    return v;
}

bool real_tiny(const struct real_format *f, uint64_t b)
{
    return !(b >> f->fraction & ((1u << f->exponent) - 1)) && b & ((1ull << f->fraction) - 1);
}

/* v without its lowest n bits, rounded. */
static wide cut_bits(wide v, int n, bool sign, enum real_round round)
{
    if (n <= 0)
        return v << -n;
    wide rest = n > 127 ? v : v & (((wide)1 << n) - 1), q = n > 127 ? 0 : v >> n;
    bool up = false;

    switch (round) {
    case TO_NEAREST:
        if (n <= 127) {
            wide half = (wide)1 << (n - 1);
            up = rest > half || (rest == half && q & 1);
        }
        break;
    case DOWN:
        up = sign && rest;
        break;
    case UP:
        up = !sign && rest;
        break;
    case TO_ZERO:
        break;
    }
    return q + up;
}

uint64_t real_to(const struct real_format *f, struct real v, enum real_round round, bool flush)
{
    uint64_t most = (1u << f->exponent) - 1, inf = most << f->fraction;
    uint64_t sign = (uint64_t)v.sign << (f->fraction + f->exponent);
    int bias = (int)(most >> 1), least = 1 - bias;

    if (v.is == REAL_NAN)
        return (1ull << (f->fraction + f->exponent)) - 1;
    if (v.is == REAL_INF)
        return sign | inf;
    if (v.is == REAL_ZERO || !v.sig)
        return sign;
    int e = top_bit(v.sig) + v.exp;
    int low = (e < least ? least : e) - (int)f->fraction;      /* exponent of the lowest bit that is kept */
    wide q = cut_bits(v.sig, low - v.exp, v.sign, round);
    if (flush && e < least) {       /* unless it rounds to the smallest normal one */
        q = cut_bits(v.sig, e - (int)f->fraction - v.exp, v.sign, round);
        return q >> (f->fraction + 1) && e + 1 == least ? sign | 1ull << f->fraction : sign;
    }
    if (q >> (f->fraction + 1)) {
        q >>= 1;
        low++;
    }
    if (low + (int)f->fraction > bias) {
        bool largest = round == TO_ZERO || (round == DOWN && !v.sign) || (round == UP && v.sign);
        return sign | (largest ? inf - 1 : inf);
    }
    if (!(q >> f->fraction))
        return sign | (uint64_t)q;
    return sign + ((uint64_t)(low + (int)f->fraction + bias - 1) << f->fraction) + (uint64_t)q;
}

struct real real_whole(struct real v, enum real_round round)
{
    if (v.is != REAL_FINITE || v.exp >= 0)
        return v;
    v.sig = cut_bits(v.sig, -v.exp, v.sign, round);
    v.exp = 0;
    if (!v.sig)
        v.is = REAL_ZERO;
    return v;
}

struct real real_multiply(struct real a, struct real b)
{
    struct real v = { .sign = a.sign ^ b.sign };

    if (a.is == REAL_NAN || b.is == REAL_NAN || (a.is == REAL_INF && b.is == REAL_ZERO) ||
        (a.is == REAL_ZERO && b.is == REAL_INF)) {
        v.is = REAL_NAN;
    } else if (a.is == REAL_INF || b.is == REAL_INF) {
        v.is = REAL_INF;
    } else if (a.is == REAL_ZERO || b.is == REAL_ZERO) {
        v.is = REAL_ZERO;
    } else {
        v.is = REAL_FINITE;
        v.sig = a.sig * b.sig;
        v.exp = a.exp + b.exp;
    }
    return v;
}

struct real real_add(struct real a, struct real b, enum real_round round)
{
    if (a.is == REAL_NAN || b.is == REAL_NAN || (a.is == REAL_INF && b.is == REAL_INF && a.sign != b.sign))
        return (struct real){ .is = REAL_NAN };
    if (a.is == REAL_INF)
        return a;
    if (b.is == REAL_INF)
        return b;
    if (a.is == REAL_ZERO && b.is == REAL_ZERO)
        return (struct real){ .is = REAL_ZERO, .sign = a.sign == b.sign ? a.sign : round == DOWN };
    if (a.is == REAL_ZERO)
        return b;
    if (b.is == REAL_ZERO)
        return a;
    /* The one whose leading bit is higher keeps 126 bits; of the other what is below is joined in the lowest bit. */
    if (top_bit(a.sig) + a.exp < top_bit(b.sig) + b.exp) {
        struct real t = a;
        a = b;
        b = t;
    }
    int up = 125 - top_bit(a.sig);
    a.sig <<= up;
    a.exp -= up;
    int down = a.exp - b.exp;
    if (down > 0) {
        wide rest = down > 127 ? b.sig : b.sig & (((wide)1 << down) - 1);
        b.sig = down > 127 ? 0 : b.sig >> down;
        b.sig |= rest != 0;
    } else {
        b.sig <<= -down;
    }
    if (a.sign == b.sign) {
        a.sig += b.sig;
    } else if (a.sig >= b.sig) {
        a.sig -= b.sig;
    } else {
        a.sig = b.sig - a.sig;
        a.sign = b.sign;
    }
    if (!a.sig)
        return (struct real){ .is = REAL_ZERO, .sign = round == DOWN };
    return a;
}
