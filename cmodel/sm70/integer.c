/* SPDX-License-Identifier: Apache-2.0
 *
 * Integers, logic, shifts, permutations, moves: the vector and the uniform instructions.
 */
#include "core.h"

#define SOURCES(n) uint32_t buf_[n][LANES], out[LANES]
#define INT(k) sm70_int(w, op, k, buf_[k])
#define RAW(k) sm70_raw(w, op, &op->s[k], buf_[k])

/* Carries of a sum of up to three operands and two carries: its bits 32 and 33 as a count. */
BY_VECTORS static void put_carries(struct sm70_warp *w, const struct sm70_op *op, const uint64_t *sum, uint32_t mask)
{
    uint32_t one = 0, two = 0;

    EACH(l) {
        one |= (uint32_t)(sum[l] >> 32 >= 1) << l;
        two |= (uint32_t)(sum[l] >> 32 >= 2) << l;
    }
    sm70_put_pred(w, op->pd[1], two, mask);
    sm70_put_pred(w, op->pd[0], one, mask);
}

/* IADD3 without carries. */
BY_VECTORS static void add_words(struct sm70_warp *w, const struct sm70_op *op, uint32_t *out)
{
    uint32_t buf_[3][LANES];
    const uint32_t *a = sm70_int(w, op, 0, buf_[0]), *b = sm70_int(w, op, 1, buf_[1]);
    const uint32_t *c = op->s[2].kind == OPERAND_NONE ? w->r[RZ] : sm70_int(w, op, 2, buf_[2]);

    EACH(l)
        out[l] = a[l] + b[l] + c[l];
}

/* IADD3 and .X. A negated operand is its complement plus 1, whose carry counts; so sums are kept in 64 bits. */
BY_VECTORS static void exec_iadd3(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    uint64_t sum[LANES];
    bool x = bits(op, 74, 1);
    uint32_t carry[2] = { 0, 0 };

    if ((op->s[0].neg && op->s[1].neg) || (op->s[0].inv && op->s[1].inv)) {
        sm70_fail(w, op, "illegal on a GPU: the first two operands negated");
        return;
    }
    if (!x && !sm70_has_pred(op->pd[0]) && !sm70_has_pred(op->pd[1])) {
        add_words(w, op, out);
        sm70_put(w, op, out, mask);
        return;
    }
    memset(sum, 0, sizeof sum);
    for (unsigned k = 0; k < 3; k++) {
        const struct sm70_operand *o = &op->s[k];
        if (o->kind == OPERAND_NONE)
            continue;
        const uint32_t *v = RAW(k), flip = o->inv || o->neg ? ALL : 0, one = o->neg && !o->inv;
        EACH(l)
            sum[l] += (uint64_t)(v[l] ^ flip) + one;
    }
    if (x) {
        carry[0] = sm70_pred(w, op->ps[0]);
        carry[1] = op->ps[1].kind ? sm70_pred(w, op->ps[1]) : 0;
    }
    EACH(l) {
        sum[l] += (carry[0] >> l & 1) + (carry[1] >> l & 1);
        out[l] = (uint32_t)sum[l];
    }
    sm70_put(w, op, out, mask);
    put_carries(w, op, sum, mask);
}

/* The GPU takes no notice of the bit that negates the first operand. */
BY_VECTORS static void exec_viadd(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(2);
    const uint32_t *a = RAW(0), *b = INT(1);

    EACH(l)
        out[l] = a[l] + b[l];
    sm70_put(w, op, out, mask);
}

/* Nor of that of the second factor. */
BY_VECTORS static void exec_imad(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    const uint32_t *a = RAW(0), *b = RAW(1), *c = INT(2);
    uint32_t carry = bits(op, 74, 1) ? sm70_pred(w, op->ps[0]) : 0;

    EACH(l)
        out[l] = a[l] * b[l] + c[l] + (carry >> l & 1);
    sm70_put(w, op, out, mask);
}

/* 64 bits of product and third operand; the carry out of them. */
BY_VECTORS static void multiply_wide(struct sm70_warp *w, const struct sm70_op *op, uint64_t *out, uint32_t *carries)
{
    uint32_t buf_[3][LANES];
    uint64_t c[LANES];
    const uint32_t *a = RAW(0), *b = RAW(1);
    bool is_signed = bits(op, 73, 1);
    uint32_t in = bits(op, 74, 1) ? sm70_pred(w, op->ps[0]) : 0;
    const uint64_t flip = op->s[2].inv || op->s[2].neg ? ~0ull : 0, one = op->s[2].neg;

    sm70_wide(w, op, 2, c);
    *carries = 0;
    if (is_signed)
        EACH(l)
            out[l] = (uint64_t)((int64_t)(int32_t)a[l] * (int32_t)b[l]);
    else
        EACH(l)
            out[l] = (uint64_t)a[l] * b[l];
    if (!in && !sm70_has_pred(op->pd[0])) {
        EACH(l)
            out[l] += (c[l] ^ flip) + one;
        return;
    }
    EACH(l) {
        unsigned __int128 sum = (unsigned __int128)out[l] + (c[l] ^ flip) + one + (in >> l & 1);
        out[l] = (uint64_t)sum;
        *carries |= (uint32_t)(sum >> 64) << l;
    }
}

static void exec_imad_wide(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint64_t out[LANES];
    uint32_t carries;

    multiply_wide(w, op, out, &carries);
    sm70_put_wide(w, op, out, mask);
    sm70_put_pred(w, op->pd[0], carries, mask);
}

static void exec_imad_hi(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint64_t wide[LANES];
    uint32_t carries, out[LANES];

    multiply_wide(w, op, wide, &carries);
    EACH(l)
        out[l] = (uint32_t)(wide[l] >> 32);
    sm70_put(w, op, out, mask);
    sm70_put_pred(w, op->pd[0], carries, mask);
}

/* Part i of n bits of v, extended. */
static int32_t part_of(uint32_t v, unsigned i, unsigned n, bool is_signed)
{
    uint32_t x = v >> (i * n) << (32 - n);

    return is_signed ? (int32_t)x >> (32 - n) : (int32_t)(x >> (32 - n));
}

/* IDP.4A: four products of bytes, added to c. */
static void exec_idp4a(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    const uint32_t *a = INT(0), *b = INT(1), *c = INT(2);

    EACH(l) {
        out[l] = c[l];
        for (unsigned i = 0; i < 4; i++)
            out[l] += (uint32_t)(part_of(a[l], i, 8, bits(op, 73, 1)) * part_of(b[l], i, 8, bits(op, 74, 1)));
    }
    sm70_put(w, op, out, mask);
}

/* IDP.2A: two products of a 16-bit half and a byte, the lower two or with .HI the upper two, added to c. */
static void exec_idp2a(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    const uint32_t *a = INT(0), *b = INT(1), *c = INT(2);
    unsigned first = bits(op, 77, 1) ? 2 : 0;

    EACH(l) {
        out[l] = c[l];
        for (unsigned i = 0; i < 2; i++)
            out[l] += (uint32_t)part_of(a[l], i, 16, bits(op, 73, 1)) *
                      (uint32_t)part_of(b[l], first + i, 8, bits(op, 74, 1));
    }
    sm70_put(w, op, out, mask);
}

static void exec_iabs(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(1);
    const uint32_t *a = INT(0);

    EACH(l)
        out[l] = (int32_t)a[l] < 0 ? -a[l] : a[l];
    sm70_put(w, op, out, mask);
}

static uint32_t lesser_of(uint32_t a, uint32_t b, bool is_signed)
{
    return (is_signed ? (int32_t)a < (int32_t)b : a < b) ? a : b;
}

/* The lesser where the predicate is set, else the greater; relu: negative ones are 0. */
static void min_max(struct sm70_warp *w, const struct sm70_op *op, const uint32_t *a, const uint32_t *b, unsigned type,
                    bool relu, uint32_t mask)
{
    uint32_t least = sm70_pred(w, op->ps[0]), out[LANES];
    bool is_signed = type & 1;

    EACH(l)
        if (type < 2) {
            uint32_t m = lesser_of(a[l], b[l], is_signed);
            out[l] = least >> l & 1 ? m : m ^ a[l] ^ b[l];
            out[l] = relu && out[l] >> 31 ? 0 : out[l];
        } else {
            out[l] = 0;
            for (unsigned i = 0; i < 2; i++) {
                uint32_t x = (uint32_t)part_of(a[l], i, 16, is_signed), y = (uint32_t)part_of(b[l], i, 16, is_signed);
                uint32_t m = lesser_of(x, y, is_signed);
                m = least >> l & 1 ? m : m ^ x ^ y;
                m = relu && m >> 15 & 1 ? 0 : m;
                out[l] |= (m & 0xffff) << 16 * i;
            }
        }
    sm70_put(w, op, out, mask);
}

static void exec_imnmx(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t buf_[2][LANES];

    min_max(w, op, INT(0), INT(1), bits(op, 73, 1), false, mask);
}

static void exec_vimnmx(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t buf_[2][LANES];
    unsigned type = bits(op, 72, 2);
    bool relu = bits(op, 76, 1);

    if (relu && !(type & 1)) {
        sm70_fail(w, op, "illegal on a GPU: .RELU of unsigned numbers");
        return;
    }
    min_max(w, op, INT(0), INT(1), type, relu, mask);
}

static void exec_viaddmnmx(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    const uint32_t *a = INT(0), *b = INT(1), *c = RAW(2);

    EACH(l)
        out[l] = a[l] + b[l];
    min_max(w, op, out, c, bits(op, 72, 1), false, mask);
}

static void exec_vabsdiff(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    const uint32_t *a = INT(0), *b = INT(1), *c = INT(2);

    EACH(l) {
        uint32_t m = lesser_of(a[l], b[l], bits(op, 73, 1));
        out[l] = (m ^ a[l] ^ b[l]) - m + c[l];
    }
    sm70_put(w, op, out, mask);
}

/* LEA: a << shift, or the upper word of (c:a) << shift, plus b. */
BY_VECTORS static void exec_lea(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    const struct sm70_operand *o = &op->s[0];
    const uint32_t *a = RAW(0), *b = RAW(1), *c = op->s[2].kind ? RAW(2) : w->r[RZ];
    bool high = bits(op, 80, 1), x = bits(op, 74, 1), sx = high && !op->s[2].kind;
    unsigned shift = bits(op, 75, 5);
    uint32_t in = x ? sm70_pred(w, op->ps[0]) : 0, carry = 0;

    if ((o->neg || o->inv) && (op->s[1].neg || op->s[1].inv)) {
        sm70_fail(w, op, "illegal on a GPU: both operands negated");
        return;
    }
    EACH(l) {
        uint64_t v = a[l] | (uint64_t)(sx ? (uint32_t)((int32_t)a[l] >> 31) : high ? c[l] : 0) << 32;
        v = (high ? v << shift >> 32 : v << shift) & ALL;
        v = o->inv ? ~v & ALL : o->neg ? (~v & ALL) + 1 : v;
        uint64_t y = op->s[1].inv || op->s[1].neg ? (uint64_t)(uint32_t)~b[l] + op->s[1].neg : b[l];
        uint64_t sum = v + y + (in >> l & 1);
        out[l] = (uint32_t)sum;
        carry |= (uint32_t)(sum >> 32 != 0) << l;
    }
    sm70_put(w, op, out, mask);
    sm70_put_pred(w, op->pd[0], carry, mask);
}

/* A function of three bits for each bit. */
static uint32_t lookup_bits(uint32_t a, uint32_t b, uint32_t c, unsigned lut)
{
    uint32_t out = 0;

    for (unsigned i = 0; i < 8; i++)
        if (lut >> i & 1)
            out |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return out;
}

/* LOP3.LUT; the predicate: any bit of the result is set, or the one read is true. */
BY_VECTORS static void exec_lop3(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    const uint32_t *a = INT(0), *b = INT(1), *c = INT(2);
    uint32_t some = 0;

    EACH(l) {
        out[l] = lookup_bits(a[l], b[l], c[l], bits(op, 72, 8));
        some |= (uint32_t)(out[l] != 0) << l;
    }
    uint32_t in = sm70_pred(w, op->ps[0]);
    sm70_put(w, op, out, mask);
    sm70_put_pred(w, op->pd[0], some | in, mask);
}

/* The signs of operand k as a predicate. */
static uint32_t signs_of(struct sm70_warp *w, const struct sm70_op *op, unsigned k)
{
    uint32_t buf[LANES], out = 0;
    const uint32_t *v = sm70_raw(w, op, &op->s[k], buf);

    EACH(l)
        out |= v[l] >> 31 << l;
    return out;
}

/* PLOP3.LUT of predicates, or of the signs of three words. */
static void exec_plop3(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    bool signs = op->s[0].kind != OPERAND_NONE;
    uint32_t a = signs ? signs_of(w, op, 0) : sm70_pred(w, op->ps[0]);
    uint32_t b = signs ? signs_of(w, op, 1) : sm70_pred(w, op->ps[1]);
    uint32_t c = signs ? signs_of(w, op, 2) : sm70_pred(w, op->ps[2]);
    unsigned lut = signs ? bits(op, 72, 8) : bits(op, 64, 3) | bits(op, 72, 5) << 3;

    sm70_put_pred(w, op->pd[1], lookup_bits(a, b, c, bits(op, 16, 8)), mask);
    sm70_put_pred(w, op->pd[0], lookup_bits(a, b, c, lut), mask);
}

/* SHF: shifts the pair c:a and gives its lower or upper word. Counts clamp at 32 or 64, or wrap with .W. */
BY_VECTORS static void exec_shf(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    const uint32_t *a = INT(0), *b = INT(1), *c = INT(2);
    bool right = bits(op, 76, 1), wrap = bits(op, 75, 1), high = bits(op, 80, 1);
    unsigned type = bits(op, 73, 2), limit = type < 2 ? 64 : 32;       /* .S64 .U64 .S32 .U32 */
    bool is_signed = !(type & 1);

    EACH(l) {
        uint64_t v = a[l] | (uint64_t)c[l] << 32;
        uint32_t s = wrap ? b[l] & (limit - 1) : b[l] > limit ? limit : b[l];
        if (!right)
            v = s > 63 ? 0 : v << s;
        else if (is_signed)
            v = (uint64_t)((int64_t)v >> (s > 63 ? 63 : s));
        else
            v = s > 63 ? 0 : v >> s;
        out[l] = (uint32_t)(high ? v >> 32 : v);
    }
    sm70_put(w, op, out, mask);
}

/* BMSK: b ones from bit a on. */
static void exec_bmsk(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(2);
    const uint32_t *a = INT(0), *b = INT(1);
    bool wrap = bits(op, 75, 1);

    EACH(l) {
        uint32_t s = wrap ? a[l] & 31 : a[l], n = wrap ? b[l] & 31 : b[l];
        uint64_t ones = n > 31 ? ALL : (1ull << n) - 1;
        out[l] = s > 31 ? 0 : (uint32_t)(ones << s);
    }
    sm70_put(w, op, out, mask);
}

/* SGXT: extends the lowest b bits. */
static void exec_sgxt(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(2);
    const uint32_t *a = INT(0), *b = INT(1);
    bool wrap = bits(op, 75, 1), is_signed = bits(op, 73, 1);

    EACH(l) {
        uint32_t n = wrap ? b[l] & 31 : b[l] > 32 ? 32 : b[l];
        uint32_t x = n ? a[l] << (32 - n) : 0;
        out[l] = !n ? 0 : is_signed ? (uint32_t)((int32_t)x >> (32 - n)) : x >> (32 - n);
    }
    sm70_put(w, op, out, mask);
}

/* PRMT: four bytes out of c:a, by selectors or by one of the modes. */
static uint32_t permute_bytes(uint32_t a, uint32_t b, uint32_t c, unsigned mode)
{
    uint64_t v = a | (uint64_t)c << 32;
    uint32_t out = 0, k = b & 3;
    unsigned select[4];

    for (unsigned i = 0; i < 4; i++) {
        bool sign = false;
        switch (mode) {
        case 0:
            select[i] = b >> 4 * i & 7;
            sign = b >> 4 * i & 8;
            break;
        case 1: select[i] = (k + i) & 7; break;                         /* .F4E */
        case 2: select[i] = (k - i) & 7; break;                         /* .B4E */
        case 3: select[i] = k; break;                                   /* .RC8 */
        case 4: select[i] = i < k ? k : i; break;                       /* .ECL */
        case 5: select[i] = i < k ? i : k; break;                       /* .ECR */
        default: select[i] = (k & 1) * 2 + (i & 1); break;              /* .RC16 */
        }
        uint32_t byte = (uint32_t)(v >> 8 * select[i]) & 0xff;
        byte = sign ? (byte & 0x80 ? 0xff : 0) : byte;
        out |= byte << 8 * i;
    }
    return out;
}

static void exec_prmt(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    const uint32_t *a = INT(0), *b = INT(1), *c = INT(2);

    EACH(l)
        out[l] = permute_bytes(a[l], b[l], c[l], bits(op, 72, 3));
    sm70_put(w, op, out, mask);
}

static void exec_sel(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(2);
    const uint32_t *a = INT(0), *b = INT(1);
    uint32_t p = sm70_pred(w, op->ps[0]);

    EACH(l)
        out[l] = p >> l & 1 ? a[l] : b[l];
    sm70_put(w, op, out, mask);
}

static void exec_mov(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t buf_[1][LANES];

    sm70_put(w, op, RAW(0), mask);
}

/* ISETP; .EX continues a comparison of lower words, whose result is the third predicate. */
BY_VECTORS static void exec_isetp(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t buf_[2][LANES];
    const uint32_t *a = INT(0), *b = INT(1);
    unsigned cmp = bits(op, 76, 3), join = bits(op, 74, 2);
    bool is_signed = bits(op, 73, 1), ex = bits(op, 72, 1);
    uint32_t in = sm70_pred(w, op->ps[0]), low = ex ? sm70_pred(w, op->ps[2]) : 0, r = 0;

    EACH(l) {
        bool less = is_signed ? (int32_t)a[l] < (int32_t)b[l] : a[l] < b[l];
        bool equal = a[l] == b[l];
        bool v = (less ? cmp : equal ? cmp >> 1 : cmp >> 2) & 1;
        if (ex && equal)
            v = cmp && (cmp == 7 || low >> l & 1);
        r |= (uint32_t)v << l;
    }
    const uint32_t not = ~r;
    sm70_put_pred(w, op->pd[1], sm70_join(not, in, join), mask);
    sm70_put_pred(w, op->pd[0], sm70_join(r, in, join), mask);
}

static uint32_t reverse_bits(uint32_t v)
{
    uint32_t out = 0;

    for (unsigned i = 0; i < 32; i++)
        out |= (v >> i & 1) << (31 - i);
    return out;
}

static void exec_brev(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(1);
    const uint32_t *a = INT(0);

    EACH(l)
        out[l] = reverse_bits(a[l]);
    sm70_put(w, op, out, mask);
}

/* FLO: number of the highest bit that differs from the sign, or with .SH the shift that brings it to bit 31. */
static void exec_flo(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(1);
    const uint32_t *a = INT(0);
    bool is_signed = bits(op, 73, 1), shift = bits(op, 74, 1);
    uint32_t found = 0;

    EACH(l) {
        uint32_t v = is_signed && (int32_t)a[l] < 0 ? ~a[l] : a[l];
        out[l] = v ? (uint32_t)__builtin_clz(v) : ALL;
        if (v && !shift)
            out[l] = 31 - out[l];
        found |= (uint32_t)(v != 0) << l;
    }
    sm70_put(w, op, out, mask);
    sm70_put_pred(w, op->pd[0], found, mask);
}

static void exec_popc(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(1);
    const uint32_t *a = INT(0);

    EACH(l)
        out[l] = (uint32_t)__builtin_popcount(a[l]);
    sm70_put(w, op, out, mask);
}

/* P2R: a byte of the register becomes the predicates that the mask names; the others' bits stay. */
static void exec_p2r(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(1);
    const uint32_t *a = INT(0), *p = op->d.kind == OPERAND_U ? w->up : w->p;
    uint32_t named = op->s[1].v & 0xff;
    unsigned at = 8 * bits(op, 76, 2);

    EACH(l) {
        uint32_t v = 0;
        for (unsigned i = 0; i < 7; i++)
            v |= (p[i] >> l & 1) << i;
        out[l] = (a[l] & ~(named << at)) | (v & named) << at;
    }
    sm70_put(w, op, out, mask);
}

/* R2P: the predicates that the mask names get the bits of a byte of the register. */
static void exec_r2p(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t buf_[1][LANES];
    const uint32_t *a = INT(0);
    bool uniform = op->row->name[0] == 'U';
    uint32_t named = uniform && op->s[1].kind == OPERAND_NONE ? 0xff : op->s[1].v;
    unsigned at = 8 * bits(op, 76, 2);

    for (uint8_t i = 0; i < 7; i++) {
        uint32_t v = 0;
        EACH(l)
            v |= (a[l] >> (at + i) & 1) << l;
        if (named >> i & 1)
            sm70_put_pred(w, (struct sm70_pred){ .kind = uniform ? PRED_U : PRED_P, .n = i }, v, mask);
    }
}

/* I2I: a signed word, clamped to what 8 or 16 bits hold. */
static void exec_i2i(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(1);
    const uint32_t *a = INT(0);
    bool is_signed = bits(op, 76, 1);
    int32_t most = (1 << ((bits(op, 77, 1) ? 16 : 8) - is_signed)) - 1, least = is_signed ? -most - 1 : 0;

    EACH(l) {
        int32_t v = (int32_t)a[l];
        out[l] = (uint32_t)(v < least ? least : v > most ? most : v);
    }
    sm70_put(w, op, out, mask);
}

/* VABSDIFF4: distances of the bytes; with .ACC their sum and c. Without it they stay bytes, and c is left out. */
static void exec_vabsdiff4(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    const uint32_t *a = INT(0), *b = INT(1), *c = INT(2);
    bool is_signed = bits(op, 73, 1);

    if (!bits(op, 75, 1) || is_signed) {
        sm70_fail(w, op, "only .U8.ACC is known");
        return;
    }
    EACH(l) {
        out[l] = c[l];
        for (unsigned i = 0; i < 4; i++) {
            int32_t d = part_of(a[l], i, 8, false) - part_of(b[l], i, 8, false);
            out[l] += (uint32_t)(d < 0 ? -d : d);
        }
    }
    sm70_put(w, op, out, mask);
}

const struct sm70_bodies sm70_integer_bodies[] = {
    { "IADD3", exec_iadd3 }, { "IADD3.X", exec_iadd3 }, { "UIADD3", exec_iadd3 }, { "UIADD3.X", exec_iadd3 },
    { "VIADD", exec_viadd }, { "IMAD", exec_imad }, { "IMAD.MOV", exec_imad }, { "IMAD.SHL", exec_imad },
    { "IMAD.IADD", exec_imad }, { "UIMAD", exec_imad }, { "IMAD.WIDE", exec_imad_wide },
    { "UIMAD.WIDE", exec_imad_wide }, { "IMAD.HI", exec_imad_hi },
    { "IDP.4A", exec_idp4a }, { "IDP.2A", exec_idp2a }, { "IABS", exec_iabs }, { "IMNMX", exec_imnmx },
    { "VIMNMX", exec_vimnmx }, { "VIADDMNMX", exec_viaddmnmx }, { "VABSDIFF", exec_vabsdiff }, { "LEA", exec_lea },
    { "LEA.X", exec_lea }, { "LEA.HI", exec_lea }, { "LEA.HI.X", exec_lea }, { "LEA.HI.SX32", exec_lea },
    { "LEA.HI.X.SX32", exec_lea }, { "ULEA", exec_lea }, { "ULEA.HI", exec_lea },
    { "ULEA.HI.X", exec_lea }, { "P2R", exec_p2r }, { "UP2UR", exec_p2r }, { "R2P", exec_r2p }, { "UR2UP", exec_r2p },
    { "I2I", exec_i2i }, { "VABSDIFF4", exec_vabsdiff4 }, { "LOP3.LUT", exec_lop3 },
    { "ULOP3.LUT", exec_lop3 }, { "PLOP3.LUT", exec_plop3 }, { "UPLOP3.LUT", exec_plop3 }, { "SHF", exec_shf },
    { "USHF", exec_shf }, { "BMSK", exec_bmsk }, { "UBMSK", exec_bmsk }, { "SGXT", exec_sgxt }, { "USGXT", exec_sgxt },
    { "PRMT", exec_prmt }, { "UPRMT", exec_prmt }, { "SEL", exec_sel }, { "USEL", exec_sel }, { "MOV", exec_mov },
    { "UMOV", exec_mov }, { "ISETP", exec_isetp }, { "UISETP", exec_isetp }, { "BREV", exec_brev },
    { "UBREV", exec_brev }, { "FLO", exec_flo }, { "UFLO", exec_flo }, { "POPC", exec_popc }, { "UPOPC", exec_popc },
    { NULL, NULL }
};
