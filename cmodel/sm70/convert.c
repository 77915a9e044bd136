/* SPDX-License-Identifier: Apache-2.0
 *
 * Conversions between formats. Operands of 64 bits are pairs of registers, those of fewer bits are low in one.
 */
#include "core.h"
#include "real.h"

static const struct real_format *const formats[4] = { NULL, &real_f16, &real_f32, &real_f64 };

/* Bits below the part of n bits of its register that the operand is. */
static unsigned below_part(const struct sm70_op *op, unsigned n)
{
    return n < 32 && op->s[0].kind == OPERAND_R ? n * bits(op, 60, 2) : 0;
}

/* The operand as a number of a format, in all lanes. */
static void read_reals(struct sm70_warp *w, const struct sm70_op *op, unsigned format, bool ftz, struct real *out)
{
    const struct sm70_operand *o = &op->s[0];
    uint64_t v[LANES];
    uint32_t buf[LANES];
    unsigned sign = formats[format]->fraction + formats[format]->exponent;

    if (format == 3) {
        sm70_wide(w, op, 0, v);
    } else {
        const uint32_t *x = sm70_raw(w, op, o, buf);
        const unsigned below = format == 1 ? below_part(op, 16) : 0;
        EACH(l)
            v[l] = format == 1 ? x[l] >> below & 0xffff : x[l];
    }
    EACH(l) {
        uint64_t x = o->abs ? v[l] & ~(1ull << sign) : v[l];
        x ^= (uint64_t)o->neg << sign;
        if (ftz && real_tiny(formats[format], x))
            x &= 1ull << sign;
        out[l] = real_of(formats[format], x);
    }
}

/* Writes 64-bit values to a pair of registers or their low half to one. */
static void put_value(struct sm70_warp *w, const struct sm70_op *op, const uint64_t *v, bool pair, uint32_t mask)
{
    uint32_t out[LANES];

    if (pair) {
        sm70_put_wide(w, op, v, mask);
        return;
    }
    EACH(l)
        out[l] = (uint32_t)v[l];
    sm70_put(w, op, out, mask);
}

/* F2F. NaNs are converted by their bits, since they keep what fits of the payload. */
static void exec_f2f(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    unsigned from = bits(op, 84, 2), to = bits(op, 75, 2);
    bool ftz = bits(op, 80, 1);
    enum real_round round = (enum real_round)bits(op, 78, 2);
    struct real v[LANES];
    uint64_t out[LANES];

    if (from == to) {
        sm70_fail(w, op, "illegal on a GPU: from a format to itself");
        return;
    }
    read_reals(w, op, from, ftz, v);
    bool late = from == 3 && to == 2;       /* it flushes what is subnormal when it has been rounded */
    EACH(l) {
        out[l] = real_to(formats[to], v[l], round, ftz && to != 3 && !late);
        if (late && ftz && real_tiny(formats[to], out[l]))
            out[l] &= 1u << 31;
    }
    if (from == 3 && to != 3) {     /* a NaN keeps what fits of its bits */
        uint64_t raw[LANES];
        sm70_wide(w, op, 0, raw);
        EACH(l)
            if (v[l].is == REAL_NAN)
                out[l] = to == 1 ? (raw[l] >> 48 & 0x8000) | 0x7e00 | (raw[l] >> 42 & 0x3ff)
                                 : (raw[l] >> 32 & 0x80000000) | 0x7fc00000 | (raw[l] >> 29 & 0x7fffff);
    }
    if (to == 3) {
        unsigned fraction = formats[from]->fraction, top = from == 1 ? 15 : 31;
        uint32_t buf[LANES];
        const uint32_t *raw = sm70_raw(w, op, &op->s[0], buf);
        const unsigned below = from == 1 ? below_part(op, 16) : 0;
        EACH(l)
            if (v[l].is == REAL_NAN)
                out[l] = (uint64_t)(raw[l] >> below >> top & 1) << 63 | 0x7ff8ull << 48 |
                         (uint64_t)(raw[l] >> below & ((1u << fraction) - 1)) << (52 - fraction);
    }
    put_value(w, op, out, to == 3, mask);
}

/* F2F.BF16.F32. */
static void exec_f2f_bf16(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    struct real v[LANES];
    uint32_t out[LANES];

    read_reals(w, op, 2, false, v);
    EACH(l)
        out[l] = (uint32_t)real_to(&real_bf16, v[l], (enum real_round)bits(op, 78, 2), false);
    sm70_put(w, op, out, mask);
}

/* F2FP.PACK_AB: two f32 to a pair of f16 or bf16, the first in the upper half; with .RELU negative ones are 0. */
static void exec_f2fp(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t buf[2][LANES], out[LANES];
    const uint32_t *from[2] = { sm70_raw(w, op, &op->s[1], buf[1]), sm70_raw(w, op, &op->s[0], buf[0]) };
    const struct real_format *format = bits(op, 76, 1) ? &real_bf16 : &real_f16;
    const uint32_t infinity = 0x7fffu >> format->fraction << format->fraction;
    enum real_round round = (enum real_round)bits(op, 79, 2);

    if (round == DOWN || round == UP) {     /* the GPU does something else */
        sm70_fail(w, op, "rounding to infinities is not known");
        return;
    }
    EACH(l) {
        out[l] = 0;
        for (unsigned h = 0; h < 2; h++) {
            uint32_t x = (uint32_t)real_to(format, real_of(&real_f32, from[h][l]), round, false);
            if (bits(op, 75, 1) && x >> 15 && (x & 0x7fff) <= infinity)
                x = 0;
            out[l] |= x << 16 * h;
        }
    }
    sm70_put(w, op, out, mask);
}

/* Whole, and not beyond what n bits hold; NaN is the highest bit, or zero with ntz. */
static uint64_t to_integer(struct real v, unsigned n, bool is_signed, bool ntz)
{
    unsigned __int128 most = is_signed ? ((unsigned __int128)1 << (n - 1)) - 1 : ((unsigned __int128)1 << n) - 1;

    if (v.is == REAL_NAN)
        return ntz ? 0 : 1ull << (n - 1);
    if (v.is == REAL_ZERO)
        return 0;
    if (v.sign && !is_signed)
        return 0;
    most += v.sign;
    unsigned __int128 x = v.is == REAL_INF || v.exp > 64 ? most : v.sig << v.exp;
    x = x > most ? most : x;
    return (uint64_t)(v.sign ? -x : x);
}

/* F2I, to 8 to 64 bits: rounded by the mode, clamped to the range. */
static void exec_f2i(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    unsigned n = 8u << bits(op, 75, 2);
    bool is_signed = bits(op, 72, 1), ftz = bits(op, 80, 1);
    struct real v[LANES];
    uint64_t out[LANES];

    read_reals(w, op, bits(op, 84, 2), ftz, v);
    EACH(l)
        out[l] = to_integer(real_whole(v[l], (enum real_round)bits(op, 78, 2)), n, is_signed, bits(op, 77, 1));
    put_value(w, op, out, n == 64, mask);
}

/* The lowest n bits of v as a number. */
static struct real real_integer(uint64_t v, unsigned n, bool is_signed)
{
    struct real r = { .is = REAL_FINITE };

    if (n < 64)
        v &= (1ull << n) - 1;
    if (is_signed && v >> (n - 1) & 1) {
        r.sign = true;
        v = -(v | (n < 64 ? ~0ull << n : 0));
    }
    r.sig = v;
    if (!v)
        r.is = REAL_ZERO;
    return r;
}

/* I2F, from 8 to 64 bits. */
static void exec_i2f(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    unsigned n = 8u << bits(op, 84, 2), to = bits(op, 75, 2);
    bool is_signed = bits(op, 74, 1);
    uint64_t v[LANES];
    uint32_t buf[LANES];

    if (n == 64) {
        sm70_wide(w, op, 0, v);
    } else {
        const uint32_t *x = sm70_raw(w, op, &op->s[0], buf);
        const unsigned below = below_part(op, n);
        EACH(l)
            v[l] = x[l] >> below;
    }
    EACH(l)
        v[l] = real_to(formats[to], real_integer(v[l], n, is_signed), (enum real_round)bits(op, 78, 2), false);
    put_value(w, op, v, to == 3, mask);
}

static void exec_i2fp(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t buf[LANES], out[LANES];
    const uint32_t *x = sm70_raw(w, op, &op->s[0], buf);
    bool is_signed = strstr(op->row->name, ".S32") != NULL;
    enum real_round round = (enum real_round)bits(op, 78, 2);

    EACH(l)
        out[l] = (uint32_t)real_to(&real_f32, real_integer(x[l], 32, is_signed), round, false);
    sm70_put(w, op, out, mask);
}

/* FRND: to a whole number of the same format. */
static void exec_frnd(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    unsigned format = bits(op, 84, 2);
    bool ftz = bits(op, 80, 1);
    struct real v[LANES];
    uint64_t out[LANES], nan[LANES];

    read_reals(w, op, format, ftz, v);
    if (format == 3) {              /* a NaN stays, made quiet */
        sm70_wide(w, op, 0, nan);
        EACH(l)
            nan[l] |= 1ull << 51;
    }
    EACH(l) {
        struct real whole = real_whole(v[l], (enum real_round)bits(op, 78, 2));
        out[l] = format == 3 && v[l].is == REAL_NAN ? nan[l] : real_to(formats[format], whole, TO_NEAREST, false);
    }
    put_value(w, op, out, format == 3, mask);
}

const struct sm70_bodies sm70_convert_bodies[] = {
    { "F2F", exec_f2f }, { "F2F.F64.F16", exec_f2f },
    { "F2F.BF16.F32", exec_f2f_bf16 }, { "F2FP.F16.F32.PACK_AB", exec_f2fp }, { "F2FP.PACK_AB", exec_f2fp },
    { "F2FP.RELU.F16.F32.PACK_AB", exec_f2fp }, { "F2FP.BF16.F32.PACK_AB", exec_f2fp },
    { "F2FP.RELU.BF16.F32.PACK_AB", exec_f2fp }, { "F2FP.RELU.PACK_AB", exec_f2fp },
    { "F2FP.BF16.PACK_AB", exec_f2fp }, { "F2FP.RELU.BF16.PACK_AB", exec_f2fp }, { "F2I", exec_f2i },
    { "I2F", exec_i2f }, { "I2FP.F32.S32", exec_i2fp }, { "I2FP.F32.U32", exec_i2fp }, { "FRND", exec_frnd },
    { "FRND.F64", exec_frnd }, { NULL, NULL }
};
