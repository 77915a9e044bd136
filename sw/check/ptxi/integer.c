/* SPDX-License-Identifier: Apache-2.0
 *
 * Integer arithmetic, logic and shifts (PTX ISA, "Integer Arithmetic Instructions", "Extended-Precision Integer
 * Arithmetic Instructions", "Logic and Shift Instructions").
 */
#include "int.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

uint64_t pi_low(uint64_t x, unsigned bits) { return bits >= 64 ? x : x & (((uint64_t)1 << bits) - 1); }
int64_t pi_signed(uint64_t x, unsigned bits) { return (int64_t)(x << (64 - bits)) >> (64 - bits); }

/* The value of the low bits as the type says. */
static wide typed_value(struct type t, uint64_t x)
{
    return t.kind == K_SIGNED ? (wide)pi_signed(x, t.bits) : (wide)pi_low(x, t.bits);
}

static uint64_t clamp_to(wide x, struct type t)
{
    wide top = ((wide)1 << (t.bits - (t.kind == K_SIGNED))) - 1, least = t.kind == K_SIGNED ? -top - 1 : 0;
    return (uint64_t)(x > top ? top : x < least ? least : x);
}

static uint64_t add_carry(const struct inst *in, uint64_t a, uint64_t b, bool with, bool *carry)
{
    uwide s = (uwide)pi_low(a, in->t.bits) + pi_low(b, in->t.bits) + (with && *carry);
    if (has(in, W_cc))
        *carry = s >> in->t.bits & 1;
    return (uint64_t)s;
}

/* The condition code of a difference holds the borrow in PTX's words; here it is kept as its complement, the adder's
 * carry, which nothing can tell as long as sums and differences are not mixed. */
static uint64_t subtract_borrow(const struct inst *in, uint64_t a, uint64_t b, bool with, bool *carry)
{
    uwide s = (uwide)pi_low(a, in->t.bits) + pi_low(~b, in->t.bits) + (with ? *carry : 1);
    if (has(in, W_cc))
        *carry = s >> in->t.bits & 1;
    return (uint64_t)s;
}

/* A part of the product of two values of that many bits. */
static wide product_part(const struct inst *in, wide p, unsigned bits)
{
    return has(in, W_hi) ? p >> bits : p;
}

static uwide magnitude_of(wide x) { return x < 0 ? (uwide)-x : (uwide)x; }

/* hi of 64 bits does not fit 128 with a sign: by halves. */
static uint64_t high_product(struct type t, uint64_t a, uint64_t b)
{
    uwide p = (uwide)a * b;
    uint64_t h = (uint64_t)(p >> 64);
    if (t.kind == K_SIGNED)
        h -= (a >> 63 ? b : 0) + (b >> 63 ? a : 0);
    return h;
}

/* mul, mad and their 24-bit, wide, carry and saturating forms. */
static uint64_t multiply_add(const struct inst *in, const uint64_t a[4], bool add, bool *carry)
{
    wide c = 0, p;
    if (in->t.bits == 64) {
        uint64_t q = has(in, W_hi) ? high_product(in->t, a[0], a[1]) : a[0] * a[1];
        return q + (add ? a[2] : 0);
    }
    p = product_part(in, typed_value(in->t, a[0]) * typed_value(in->t, a[1]), in->t.bits);
    if (!add)
        return (uint64_t)p;
    if (in->op == OP_madc || has(in, W_cc))
        return add_carry(in, (uint64_t)p, a[2], in->op == OP_madc, carry);
    struct type w = { (uint8_t)(has(in, W_wide) ? 2 * in->t.bits : in->t.bits), in->t.kind };
    c = typed_value(w, a[2]);
    if (has(in, W_sat))
        return clamp_to(p + c, in->t);
    return (uint64_t)(p + c);
}

/* Bits 0 to 31, or 16 to 47, of the product of 24 bits. */
static uint64_t multiply_add24(const struct inst *in, const uint64_t a[4], bool add)
{
    struct type t24 = { 24, in->t.kind };
    wide p = typed_value(t24, a[0]) * typed_value(t24, a[1]);
    if (has(in, W_hi))
        p >>= 16;
    uint64_t part = pi_low((uint64_t)p, 32);
    if (!add)
        return part;
    if (has(in, W_sat))
        return clamp_to(typed_value(in->t, part) + typed_value(in->t, a[2]), in->t);
    return part + a[2];
}

/* By zero: what the manual leaves open; all ones, and the dividend. */
static uint64_t divide_or_rest(const struct inst *in, uint64_t a, uint64_t b)
{
    wide x = typed_value(in->t, a), y = typed_value(in->t, b);
    if (!y)
        return in->op == OP_div ? ~(uint64_t)0 : a;
    return (uint64_t)(in->op == OP_div ? x / y : x % y);
}

static uint64_t find_top_bit(const struct inst *in, uint64_t a)
{
    unsigned bits = in->t.bits;
    if (in->t.kind == K_SIGNED && pi_signed(a, bits) < 0)
        a = ~a;
    a = pi_low(a, bits);
    for (unsigned i = bits; i-- > 0;)
        if (a >> i & 1)
            return has(in, W_shiftamt) ? bits - 1 - i : i;
    return 0xffffffff;
}

/* bfe by the text of the manual. */
static uint64_t extract_field(const struct inst *in, const uint64_t a[4])
{
    unsigned bits = in->t.bits, pos = a[1] & 255, len = a[2] & 255, top = bits - 1;
    bool sign = in->t.kind == K_SIGNED && len;
    uint64_t r = 0, last = pos + len - 1 < top ? pos + len - 1 : top;
    bool fill = sign && pi_low(a[0], bits) >> last & 1;
    for (unsigned i = 0; i < bits; i++) {
        bool bit = i < len && pos + i <= top ? a[0] >> (pos + i) & 1 : fill;
        r |= (uint64_t)bit << i;
    }
    return r;
}

static uint64_t insert_field(const struct inst *in, const uint64_t a[4])
{
    unsigned pos = a[2] & 255, len = a[3] & 255;
    uint64_t r = a[1];
    for (unsigned i = 0; i < len && pos + i < in->t.bits; i++) {
        r &= ~((uint64_t)1 << (pos + i));
        r |= (a[0] >> i & 1) << (pos + i);
    }
    return r;
}

static uint64_t permute_bytes(const uint64_t a[4])
{
    uint64_t both = a[1] << 32 | pi_low(a[0], 32), r = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned sel = a[2] >> 4 * i & 15, byte = both >> 8 * (sel & 7) & 255;
        if (sel & 8)
            byte = byte & 128 ? 255 : 0;
        r |= (uint64_t)byte << 8 * i;
    }
    return r;
}

static uint64_t shift_value(const struct inst *in, uint64_t a, uint64_t n)
{
    unsigned bits = in->t.bits;
    bool sign = in->t.kind == K_SIGNED;
    n = pi_low(n, 32);
    if (in->op == OP_shl)
        return n >= bits ? 0 : a << n;
    if (n >= bits)
        return sign && pi_signed(a, bits) < 0 ? ~(uint64_t)0 : 0;
    return sign ? (uint64_t)(pi_signed(a, bits) >> n) : pi_low(a, bits) >> n;
}

static uint64_t funnel_shift(const struct inst *in, const uint64_t a[4])
{
    uint64_t both = a[1] << 32 | pi_low(a[0], 32);
    unsigned n = has(in, W_wrap) ? a[2] & 31 : pi_low(a[2], 32) > 32 ? 32 : (unsigned)pi_low(a[2], 32);
    return has(in, W_l) ? both << n >> 32 : both >> n;
}

static uint64_t count_bits(uint64_t a, unsigned bits, bool leading)
{
    uint64_t n = 0;
    for (unsigned i = bits; i-- > 0;) {
        if (leading && a >> i & 1)
            break;
        n += leading ? 1 : a >> i & 1;
    }
    return n;
}

static uint64_t reverse_bits(uint64_t a, unsigned bits)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < bits; i++)
        r |= (a >> i & 1) << (bits - 1 - i);
    return r;
}

uint64_t pi_integer(struct ptxi_module *m, const struct inst *in, const uint64_t a[4], bool *carry)
{
    wide x = typed_value(in->t, a[0]), y = typed_value(in->t, a[1]);
    switch (in->op) {
    case OP_add: return has(in, W_sat) ? clamp_to(x + y, in->t) : add_carry(in, a[0], a[1], false, carry);
    case OP_addc: return add_carry(in, a[0], a[1], true, carry);
    case OP_sub: return has(in, W_sat) ? clamp_to(x - y, in->t) : subtract_borrow(in, a[0], a[1], false, carry);
    case OP_subc: return subtract_borrow(in, a[0], a[1], true, carry);
    case OP_mul: return multiply_add(in, a, false, carry);
    case OP_mad: case OP_madc: return multiply_add(in, a, true, carry);
    case OP_mul24: return multiply_add24(in, a, false);
    case OP_mad24: return multiply_add24(in, a, true);
    case OP_sad: return (uint64_t)magnitude_of(x - y) + a[2];
    case OP_div: case OP_rem: return divide_or_rest(in, a[0], a[1]);
    case OP_abs: return (uint64_t)magnitude_of(x);
    case OP_neg: return (uint64_t)-x;
    case OP_min: return x < y ? a[0] : a[1];
    case OP_max: return x > y ? a[0] : a[1];
    case OP_popc: return count_bits(a[0], in->t.bits, false);
    case OP_clz: return count_bits(a[0], in->t.bits, true);
    case OP_bfind: return find_top_bit(in, a[0]);
    case OP_brev: return reverse_bits(a[0], in->t.bits);
    case OP_bfe: return extract_field(in, a);
    case OP_bfi: return insert_field(in, a);
    case OP_prmt: return permute_bytes(a);
    case OP_and: return a[0] & a[1];
    case OP_or: return a[0] | a[1];
    case OP_xor: return a[0] ^ a[1];
    case OP_not: return ~a[0];
    case OP_cnot: return !pi_low(a[0], in->t.bits);
    case OP_shl: case OP_shr: return shift_value(in, a[0], a[1]);
    case OP_shf: return funnel_shift(in, a);
    default: pi_fail(m, in->line, "an operation that the interpreter does not know");
    }
}
