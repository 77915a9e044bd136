/* SPDX-License-Identifier: Apache-2.0
 *
 * What whole warps run most of the time, with as few steps as there can be (bound.h). For AVX2 and FMA. Eight lanes are
 * a vector, a row is four of them.
 */
#include "bound.h"
#include "memory.h"

#include <immintrin.h>

typedef __m256i v8;
typedef __m256 v8f;

enum { NV = LANES / 8 };
#define EACH_VECTOR(v) _Pragma("GCC unroll 4") for (unsigned v = 0; v < NV; v++)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define BODY(name) static void name(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)

static inline uint32_t *row_at(const struct sm70_warp *w, uint32_t at)
{
    return (uint32_t *)((uint8_t *)w->r + at);
}

#define IN(k) const uint32_t *in##k = row_at(w, op->at[k])
#define OUT() uint32_t *out = row_at(w, op->to[0]); (void)mask

static inline v8 load_eight(const uint32_t *row, unsigned v) { return _mm256_loadu_si256((const v8 *)(row + 8 * v)); }
static inline v8f load_floats(const uint32_t *row, unsigned v) { return _mm256_castsi256_ps(load_eight(row, v)); }
static inline void store_eight(uint32_t *row, unsigned v, v8 x) { _mm256_storeu_si256((v8 *)(row + 8 * v), x); }
static inline v8 words_of(uint32_t x) { return _mm256_set1_epi32((int)x); }
static inline bool all_zero(v8 x) { return _mm256_testz_si256(x, x); }
static inline v8 select_words(v8 where, v8 yes, v8 no) { return _mm256_blendv_epi8(no, yes, where); }
/* The sign bits of a row's words, vector v's. */
static inline uint32_t signs_of(v8 x, unsigned v)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(x)) << 8 * v;
}

/* All ones in the lanes whose bit is set. */
static inline v8 lanes_of(uint32_t bits, unsigned v)
{
    const v8 bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(_mm256_and_si256(words_of(bits >> 8 * v), bit), bit);
}

BODY(bound_mov)
{
    IN(0);
    OUT();
    EACH_VECTOR(v)
        store_eight(out, v, load_eight(in0, v));
}

BODY(bound_sel)
{
    IN(0);
    IN(1);
    OUT();
    const uint32_t p = sm70_pred(w, op->ps[0]);

    EACH_VECTOR(v)
        store_eight(out, v, select_words(lanes_of(p, v), load_eight(in0, v), load_eight(in1, v)));
}

/* ---- integers */

BODY(bound_add2)
{
    IN(0);
    IN(1);
    OUT();
    EACH_VECTOR(v)
        store_eight(out, v, _mm256_add_epi32(load_eight(in0, v), load_eight(in1, v)));
}

BODY(bound_add3)
{
    IN(0);
    IN(1);
    IN(2);
    OUT();
    EACH_VECTOR(v) {
        const v8 sum = _mm256_add_epi32(load_eight(in0, v), load_eight(in1, v));
        store_eight(out, v, _mm256_add_epi32(sum, load_eight(in2, v)));
    }
}

/* A negated operand is its complement plus 1: flip and sum. */
BODY(bound_add3_changed)
{
    IN(0);
    IN(1);
    IN(2);
    OUT();
    const v8 a = words_of(op->flip[0]), b = words_of(op->flip[1]), c = words_of(op->flip[2]);
    const v8 sum = words_of(op->sum);

    EACH_VECTOR(v) {
        const v8 x = _mm256_xor_si256(load_eight(in0, v), a), y = _mm256_xor_si256(load_eight(in1, v), b);
        const v8 z = _mm256_xor_si256(load_eight(in2, v), c);
        store_eight(out, v, _mm256_add_epi32(_mm256_add_epi32(x, y), _mm256_add_epi32(z, sum)));
    }
}

/* The third operand may be negated or inverted. */
BODY(bound_mad)
{
    IN(0);
    IN(1);
    IN(2);
    OUT();
    const v8 flip = words_of(op->flip[2]), sum = words_of(op->sum);

    EACH_VECTOR(v) {
        const v8 product = _mm256_mullo_epi32(load_eight(in0, v), load_eight(in1, v));
        const v8 c = _mm256_add_epi32(_mm256_xor_si256(load_eight(in2, v), flip), sum);
        store_eight(out, v, _mm256_add_epi32(product, c));
    }
}

/* 64 bits of product and a pair: words of even lanes, then of odd ones. */
static inline void mad_wide(struct sm70_warp *w, const struct sm70_op *op, bool is_signed)
{
    IN(0);
    IN(1);
    IN(2);
    IN(3);
    uint32_t *low = row_at(w, op->to[0]), *high = row_at(w, op->to[1]);

    EACH_VECTOR(v) {
        const v8 a = load_eight(in0, v), b = load_eight(in1, v), l = load_eight(in2, v), h = load_eight(in3, v);
        const v8 a_odd = _mm256_srli_epi64(a, 32), b_odd = _mm256_srli_epi64(b, 32);
        v8 even = is_signed ? _mm256_mul_epi32(a, b) : _mm256_mul_epu32(a, b);
        v8 odd = is_signed ? _mm256_mul_epi32(a_odd, b_odd) : _mm256_mul_epu32(a_odd, b_odd);
        even = _mm256_add_epi64(even, _mm256_blend_epi32(l, _mm256_slli_epi64(h, 32), 0xaa));
        odd = _mm256_add_epi64(odd, _mm256_blend_epi32(_mm256_srli_epi64(l, 32), h, 0xaa));
        store_eight(low, v, _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa));
        store_eight(high, v, _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa));
    }
}

BODY(bound_mad_wide)
{
    (void)mask;
    mad_wide(w, op, true);
}

BODY(bound_mad_wide_u32)
{
    (void)mask;
    mad_wide(w, op, false);
}

/* a << sum, plus b. */
BODY(bound_lea)
{
    IN(0);
    IN(1);
    OUT();
    const __m128i shift = _mm_cvtsi32_si128((int)op->sum);

    EACH_VECTOR(v)
        store_eight(out, v, _mm256_add_epi32(_mm256_sll_epi32(load_eight(in0, v), shift), load_eight(in1, v)));
}

/* Of bit a: the one of two bits of the table. */
static inline v8 choose_bits(v8 a, uint32_t table, unsigned clear, unsigned set)
{
    const v8 no = words_of(table >> clear & 1 ? ALL : 0);
    const v8 differ = words_of((table >> clear ^ table >> set) & 1 ? ALL : 0);
    return _mm256_xor_si256(no, _mm256_and_si256(a, differ));
}

static inline v8 choose_words(v8 where, v8 yes, v8 no)
{
    return _mm256_xor_si256(no, _mm256_and_si256(where, _mm256_xor_si256(yes, no)));
}

static inline v8 look_up(v8 a, v8 b, v8 c, uint32_t table)
{
    switch (table) {
    case 0xc0: return _mm256_and_si256(a, b);
    case 0xfc: return _mm256_or_si256(a, b);
    case 0x3c: return _mm256_xor_si256(a, b);
    case 0x0c: return _mm256_andnot_si256(a, b);
    case 0x30: return _mm256_andnot_si256(b, a);
    case 0x96: return _mm256_xor_si256(_mm256_xor_si256(a, b), c);
    default: break;
    }
    const v8 none = choose_bits(a, table, 0, 4), c_only = choose_bits(a, table, 1, 5);
    const v8 b_only = choose_bits(a, table, 2, 6), both = choose_bits(a, table, 3, 7);
    return choose_words(b, choose_words(c, both, b_only), choose_words(c, c_only, none));
}

/* LOP3 with the table in sum; the predicate: any bit is set, or the one read is true. RZ may be the destination. */
BODY(bound_lop3)
{
    IN(0);
    IN(1);
    IN(2);
    OUT();
    const bool kept = op->to[0] != RZ * sizeof *w->r;
    uint32_t zero = 0;

    EACH_VECTOR(v) {
        const v8 x = look_up(load_eight(in0, v), load_eight(in1, v), load_eight(in2, v), op->sum);
        zero |= signs_of(_mm256_cmpeq_epi32(x, _mm256_setzero_si256()), v);
        if (kept)
            store_eight(out, v, x);
    }
    sm70_put_pred(w, op->pd[0], ~zero | sm70_pred(w, op->ps[0]), ALL);
}

enum { SHF_RIGHT = 1, SHF_HIGH = 2, SHF_SIGNED = 4 };
/* SHF: of the pair in2:in0 shifted by in1, of which sum says what counts; code as above. The counts that a vector's
 * instruction does not know (32 and more) give 0 there, as they should. */
BODY(bound_shf)
{
    IN(0);
    IN(1);
    IN(2);
    OUT();
    const v8 word = words_of(32), counts = words_of(op->sum), most = words_of(op->keep[1]);

    EACH_VECTOR(v) {
        const v8 a = load_eight(in0, v), c = load_eight(in2, v);
        const v8 s = _mm256_min_epu32(_mm256_and_si256(load_eight(in1, v), counts), most);
        const v8 rest = _mm256_sub_epi32(word, s), over = _mm256_sub_epi32(s, word);
        v8 x;
        switch (op->code) {
        case 0:
            x = _mm256_sllv_epi32(a, s);
            break;
        case SHF_HIGH:
            x = _mm256_or_si256(_mm256_or_si256(_mm256_sllv_epi32(c, s), _mm256_srlv_epi32(a, rest)),
                                _mm256_sllv_epi32(a, over));
            break;
        case SHF_RIGHT | SHF_HIGH:
            x = _mm256_srlv_epi32(c, s);
            break;
        case SHF_RIGHT | SHF_HIGH | SHF_SIGNED:
            x = _mm256_srav_epi32(c, s);
            break;
        case SHF_RIGHT:
            x = _mm256_or_si256(_mm256_or_si256(_mm256_srlv_epi32(a, s), _mm256_sllv_epi32(c, rest)),
                                _mm256_srlv_epi32(c, over));
            break;
        default:
            x = _mm256_or_si256(_mm256_srlv_epi32(a, s), _mm256_sllv_epi32(c, rest));
            x = select_words(_mm256_cmpgt_epi32(s, words_of(31)), _mm256_srav_epi32(c, over), x);
        }
        store_eight(out, v, x);
    }
}

/* Two predicates of a comparison; sum says how it is joined with the one read. */
static inline void put_comparison(struct sm70_warp *w, const struct sm70_op *op, uint32_t r)
{
    const uint32_t in = sm70_pred(w, op->ps[0]);
    sm70_put_pred(w, op->pd[1], sm70_join(~r, in, op->sum), ALL);
    sm70_put_pred(w, op->pd[0], sm70_join(r, in, op->sum), ALL);
}

/* Unsigned numbers are compared as signed ones, their signs flipped. */
BODY(bound_isetp)
{
    IN(0);
    IN(1);
    const v8 flip = words_of(op->flip[0]);
    uint32_t less = 0, equal = 0;

    (void)mask;
    EACH_VECTOR(v) {
        const v8 a = _mm256_xor_si256(load_eight(in0, v), flip), b = _mm256_xor_si256(load_eight(in1, v), flip);
        less |= signs_of(_mm256_cmpgt_epi32(b, a), v);
        equal |= signs_of(_mm256_cmpeq_epi32(a, b), v);
    }
    put_comparison(w, op, (op->code & 1 ? less : 0) | (op->code & 2 ? equal : 0) |
                          (op->code & 4 ? ~(less | equal) : 0));
}

BODY(bound_min_max)
{
    IN(0);
    IN(1);
    OUT();
    const v8 flip = words_of(op->flip[0]);
    const uint32_t least = sm70_pred(w, op->ps[0]);

    EACH_VECTOR(v) {
        const v8 a = load_eight(in0, v), b = load_eight(in1, v);
        const v8 less = _mm256_cmpgt_epi32(_mm256_xor_si256(b, flip), _mm256_xor_si256(a, flip));
        store_eight(out, v, select_words(_mm256_xor_si256(less, lanes_of(~least, v)), a, b));
    }
}

/* ---- f32 */

/* Every NaN is the one that this chip makes. */
static inline v8 make_numbers(v8f x)
{
    const v8f nan = _mm256_castsi256_ps(words_of(0x7fffffff));
    return _mm256_castps_si256(_mm256_blendv_ps(x, nan, _mm256_cmp_ps(x, x, _CMP_UNORD_Q)));
}

/* Without sign, negated, as keep and flip say. */
static inline v8f change_signs(const struct sm70_op *op, const uint32_t *row, unsigned k, unsigned v)
{
    const v8 x = _mm256_and_si256(load_eight(row, v), words_of(op->keep[k]));
    return _mm256_castsi256_ps(_mm256_xor_si256(x, words_of(op->flip[k])));
}

BODY(bound_fadd)
{
    IN(0);
    IN(1);
    OUT();
    EACH_VECTOR(v)
        store_eight(out, v, make_numbers(_mm256_add_ps(load_floats(in0, v), load_floats(in1, v))));
}

BODY(bound_fmul)
{
    IN(0);
    IN(1);
    OUT();
    EACH_VECTOR(v)
        store_eight(out, v, make_numbers(_mm256_mul_ps(load_floats(in0, v), load_floats(in1, v))));
}

BODY(bound_ffma)
{
    IN(0);
    IN(1);
    IN(2);
    OUT();
    EACH_VECTOR(v) {
        const v8f a = load_floats(in0, v), b = load_floats(in1, v), c = load_floats(in2, v);
        store_eight(out, v, make_numbers(_mm256_fmadd_ps(a, b, c)));
    }
}

BODY(bound_fadd_changed)
{
    IN(0);
    IN(1);
    OUT();
    EACH_VECTOR(v)
        store_eight(out, v, make_numbers(_mm256_add_ps(change_signs(op, in0, 0, v), change_signs(op, in1, 1, v))));
}

BODY(bound_fmul_changed)
{
    IN(0);
    IN(1);
    OUT();
    EACH_VECTOR(v)
        store_eight(out, v, make_numbers(_mm256_mul_ps(change_signs(op, in0, 0, v), change_signs(op, in1, 1, v))));
}

BODY(bound_ffma_changed)
{
    IN(0);
    IN(1);
    IN(2);
    OUT();
    EACH_VECTOR(v) {
        const v8f a = change_signs(op, in0, 0, v), b = change_signs(op, in1, 1, v), c = change_signs(op, in2, 2, v);
        store_eight(out, v, make_numbers(_mm256_fmadd_ps(a, b, c)));
    }
}

/* As a signed integer in the order of the numbers, -0 below +0. */
static inline v8 order_of(v8f x)
{
    const v8 i = _mm256_castps_si256(x);
    return _mm256_xor_si256(i, _mm256_srli_epi32(_mm256_srai_epi32(i, 31), 1));
}

/* A NaN loses to a number. */
BODY(bound_fmnmx)
{
    IN(0);
    IN(1);
    OUT();
    const uint32_t least = sm70_pred(w, op->ps[0]);

    EACH_VECTOR(v) {
        const v8f a = change_signs(op, in0, 0, v), b = change_signs(op, in1, 1, v);
        const v8 less = _mm256_cmpgt_epi32(order_of(b), order_of(a));
        const v8 no_a = _mm256_castps_si256(_mm256_cmp_ps(a, a, _CMP_UNORD_Q));
        const v8 no_b = _mm256_castps_si256(_mm256_cmp_ps(b, b, _CMP_UNORD_Q));
        v8 first = _mm256_xor_si256(less, lanes_of(~least, v));
        first = _mm256_andnot_si256(no_a, _mm256_or_si256(first, no_b));
        const v8 x = select_words(first, _mm256_castps_si256(a), _mm256_castps_si256(b));
        store_eight(out, v, make_numbers(_mm256_castsi256_ps(x)));
    }
}

BODY(bound_fsetp)
{
    IN(0);
    IN(1);
    uint32_t less = 0, equal = 0, more = 0;

    (void)mask;
    EACH_VECTOR(v) {
        const v8f a = change_signs(op, in0, 0, v), b = change_signs(op, in1, 1, v);
        less |= (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ)) << 8 * v;
        equal |= (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_EQ_OQ)) << 8 * v;
        more |= (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ)) << 8 * v;
    }
    put_comparison(w, op, (op->code & 1 ? less : 0) | (op->code & 2 ? equal : 0) | (op->code & 4 ? more : 0) |
                          (op->code & 8 ? ~(less | equal | more) : 0));
}

/* ---- memory */

/* Where the lanes' bytes are, counted from *memory on, if that is inside memory and aligned, and if 31 bits count all
 * of memory. The upper words of global addresses are alike then: what is added to the lower ones carries in all
 * lanes or in none. */
static ALWAYS_INLINE bool find_all(const struct sm70_warp *w, const struct sm70_op *op, enum space space,
                                   unsigned bytes, v8 at[NV], uint8_t **memory)
{
    const struct sm70_block *b = w->block;
    const bool global = space == SPACE_GLOBAL;
    const uint64_t size = global ? b->device->bytes : b->nshared;
    const uint32_t *low = row_at(w, op->at[0]), *high = row_at(w, op->at[1]);
    uint64_t offset = op->offset;
    v8 apart = _mm256_setzero_si256(), wrong = apart;

    *memory = global ? b->device->memory : b->shared;
    if (size < bytes || size > INT32_MAX || (global && b->device->base % 16))
        return false;
    if (op->at[2])
        offset += row_at(w, op->at[2])[0] | (uint64_t)row_at(w, op->at[3])[0] << 32;
    if (global)
        offset += ((uint64_t)high[0] << 32) - b->device->base;
    const v8 add = words_of((uint32_t)offset), last = words_of((uint32_t)(size - bytes));
    const v8 rest = words_of(bytes - 1);
    const bool carries = global && offset >> 32;
    if (carries && (offset >> 32 != ALL || !(uint32_t)offset))
        return false;
    EACH_VECTOR(v) {
        const v8 l = load_eight(low, v);
        at[v] = _mm256_add_epi32(l, add);
        wrong = _mm256_or_si256(wrong, _mm256_and_si256(at[v], rest));
        apart = _mm256_or_si256(apart, _mm256_xor_si256(_mm256_max_epu32(at[v], last), last));
        if (global) {
            const v8 lesser = _mm256_min_epu32(at[v], l);
            apart = _mm256_or_si256(apart, _mm256_xor_si256(lesser, carries ? at[v] : l));
            apart = _mm256_or_si256(apart, _mm256_xor_si256(load_eight(high, v), words_of(high[0])));
        }
    }
    return all_zero(_mm256_or_si256(wrong, apart));
}

/* `bytes` of each lane, to as many registers as that takes. */
static ALWAYS_INLINE void load_words(struct sm70_warp *w, const struct sm70_op *op, enum space space, unsigned bytes)
{
    uint32_t *out = row_at(w, op->to[0]);
    uint8_t *memory;
    v8 at[NV];

    if (!find_all(w, op, space, bytes, at, &memory)) {
        op->body(w, op, ALL);
        return;
    }
    for (unsigned i = 0; 4 * i < bytes; i++)
        EACH_VECTOR(v)
            store_eight(out + LANES * i, v, _mm256_i32gather_epi32((const int *)(memory + 4 * i), at[v], 1));
}

/* In the order of sm70_store_lane(). */
static ALWAYS_INLINE void store_words(struct sm70_warp *w, const struct sm70_op *op, enum space space, unsigned bytes)
{
    const v8 ramp = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
    const uint32_t *from = row_at(w, op->to[0]);
    uint8_t *memory;
    v8 at[NV];
    uint32_t place[8];

    if (!find_all(w, op, space, bytes, at, &memory)) {
        op->body(w, op, ALL);
        return;
    }
    EACH_VECTOR(k) {
        const unsigned v = sm70_store_lane(8 * k, bytes) / 8;
        const uint32_t first = (uint32_t)_mm256_cvtsi256_si32(at[v]);
        const v8 apart = _mm256_xor_si256(_mm256_sub_epi32(at[v], words_of(first)), ramp);
        if (bytes == 4 && all_zero(apart)) {
            _mm256_storeu_si256((v8 *)(memory + first), load_eight(from, v));
            continue;
        }
        store_eight(place, 0, at[v]);
        for (unsigned l = 8; l--;)
            for (unsigned i = 0; 4 * i < bytes; i++)
                memcpy(memory + place[l] + 4 * i, &from[LANES * i + 8 * v + l], 4);
    }
}

#define MEMORY_BODY(name, does, space, bytes) \
    BODY(name) \
    { \
        (void)mask; \
        does(w, op, space, bytes); \
    }
MEMORY_BODY(ldg_4, load_words, SPACE_GLOBAL, 4)
MEMORY_BODY(ldg_8, load_words, SPACE_GLOBAL, 8)
MEMORY_BODY(ldg_16, load_words, SPACE_GLOBAL, 16)
MEMORY_BODY(lds_4, load_words, SPACE_SHARED, 4)
MEMORY_BODY(lds_8, load_words, SPACE_SHARED, 8)
MEMORY_BODY(lds_16, load_words, SPACE_SHARED, 16)
MEMORY_BODY(stg_4, store_words, SPACE_GLOBAL, 4)
MEMORY_BODY(stg_8, store_words, SPACE_GLOBAL, 8)
MEMORY_BODY(stg_16, store_words, SPACE_GLOBAL, 16)
MEMORY_BODY(sts_4, store_words, SPACE_SHARED, 4)
MEMORY_BODY(sts_8, store_words, SPACE_SHARED, 8)
MEMORY_BODY(sts_16, store_words, SPACE_SHARED, 16)

const struct sm70_bound sm70_bound_avx2 = {
    .mov = bound_mov, .sel = bound_sel, .add3 = bound_add3, .add3_changed = bound_add3_changed, .add2 = bound_add2,
    .mad = bound_mad, .mad_wide = bound_mad_wide, .mad_wide_u32 = bound_mad_wide_u32, .lea = bound_lea,
    .lop3 = bound_lop3, .shf = bound_shf, .isetp = bound_isetp, .min_max = bound_min_max, .fadd = bound_fadd,
    .fmul = bound_fmul, .ffma = bound_ffma, .fadd_changed = bound_fadd_changed, .fmul_changed = bound_fmul_changed,
    .ffma_changed = bound_ffma_changed, .fmnmx = bound_fmnmx, .fsetp = bound_fsetp, .ldg = { ldg_4, ldg_8, ldg_16 },
    .lds = { lds_4, lds_8, lds_16 }, .stg = { stg_4, stg_8, stg_16 }, .sts = { sts_4, sts_8, sts_16 },
};
