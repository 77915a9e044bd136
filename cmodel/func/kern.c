/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernel set of one host instruction set. Compiled twice (CMakeLists.txt): GT_KERNELS is the name of the
 * table that this compilation defines. The kernels themselves are in the .inc files.
 */
#include "kern.h"

#include <float.h>
#include <string.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "f32.h"
#include "micro.h"
#include "sfu_rom.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the model keeps device memory in host byte order: little-endian hosts only"
#endif
_Static_assert(FLT_EVAL_METHOD == 0, "float expressions must be evaluated in float");

#define INLINE static inline __attribute__((always_inline))
#define KERN(name) static void name(const struct gt_micro *u, const uint32_t *a, const uint32_t *b, \
    const uint32_t *c, uint32_t *out, uint8_t *cc, const uint8_t *cin)
#define UNUSED ((void)u, (void)a, (void)b, (void)c, (void)cc, (void)cin)
/* out may be the row of an operand, never a shifted one. */
#define LANES GT_EACH_LANE

#include "kern_int.inc"
#include "kern_fp.inc"
#include "kern_sfu.inc"
#include "exec_bound.inc"

/* ---- flags of results ----------------------------------------------------------------------- */

static void cc_int32(const uint32_t *r, uint8_t *cc)
{
    LANES cc[i] = (uint8_t)((r[i] == 0) | r[i] >> 31 << 1);
}
static void cc_int16(const uint32_t *r, uint8_t *cc)
{
    LANES cc[i] = (uint8_t)((r[i] == 0) | (r[i] >> 15 & 1) << 1);
}
static void cc_fp32(const uint32_t *r, uint8_t *cc)
{
    LANES {
        uint32_t mag = r[i] & 0x7fffffff;
        uint32_t f = mag == 0 ? 1 : r[i] >> 31 << 1;
        cc[i] = (uint8_t)((int32_t)mag > (int32_t)F32_INF ? 3 : f);
    }
}
static void cc_fp16(const uint32_t *r, uint8_t *cc)
{
    LANES cc[i] = cc_f16(r[i]);
}
static void cc_slct(const uint32_t *r, uint8_t *cc)
{
    LANES cc[i] = (uint8_t)((r[i] & 0x7fffffff) == 0 ? 1 : r[i] >> 31 << 1);
}
static void cc_nibble(const uint32_t *r, uint8_t *cc)
{
    LANES cc[i] = r[i] & 15;
}

/* ---- masks and rows ------------------------------------------------------------------------- */

/* Mask of the lanes whose flags (4 bits) select a set bit of the 16-bit truth table. */
static uint32_t select_lanes(const uint8_t *flags, uint32_t truth)
{
#ifdef __AVX2__
    /* A table of 16 bytes, looked up by the flags. */
    const __m128i bit = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
    __m128i t = _mm_shuffle_epi8(_mm_cvtsi32_si128((int)truth),
                                 _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
    t = _mm_cmpeq_epi8(_mm_and_si128(t, bit), bit);
    __m256i f = _mm256_loadu_si256((const __m256i *)(const void *)flags);
    return (uint32_t)_mm256_movemask_epi8(_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(t), f));
#else
    uint32_t m = 0;
    for (int i = 0; i < 32; i++)
        m |= (truth >> flags[i] & 1) << i;
    return m;
#endif
}

static void blend_rows32(uint32_t *dst, const uint32_t *src, uint32_t mask)
{
    LANES {
        uint32_t m = mask & 1u << i ? ~0u : 0;
        dst[i] = (src[i] & m) | (dst[i] & ~m);
    }
}

static void blend_rows16(uint32_t *dst, const uint32_t *src, uint32_t mask, unsigned high)
{
    uint32_t field = high ? 0xffff0000 : 0xffff, sh = high ? 16 : 0;
    LANES {
        uint32_t m = mask & 1u << i ? field : 0;
        dst[i] = (src[i] << sh & m) | (dst[i] & ~m);
    }
}

/* dst[i] = src[i] in the 32 lanes of mask, bytes. */
static void blend_rows8(uint8_t *dst, const uint8_t *src, uint32_t mask)
{
#ifdef __AVX2__
    const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201ull);
    const __m256i sel = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    __m256i m = _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(_mm256_set1_epi32((int)mask), sel), bit), bit);
    __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)dst);
    __m256i s = _mm256_loadu_si256((const __m256i *)(const void *)src);
    _mm256_storeu_si256((__m256i *)(void *)dst, _mm256_blendv_epi8(d, s, m));
#else
    for (int i = 0; i < 32; i++)
        if (mask >> i & 1)
            dst[i] = src[i];
#endif
}

static void extract_half(uint32_t *dst, const uint32_t *src, unsigned high)
{
    uint32_t sh = high ? 16 : 0;
    LANES dst[i] = src[i] >> sh & 0xffff;
}

static void splat_word(uint32_t *dst, uint32_t v)
{
    LANES dst[i] = v;
}

/* Are the addresses of the lanes in mask aligned, and at most span beyond base? Wraps below base count as beyond. */
static bool check_addresses(const uint32_t *addr, uint32_t mask, uint32_t base, uint32_t span, uint32_t align)
{
    uint32_t bad = 0;
    if (mask == 0xffffffff) {
        for (int i = 0; i < 32; i++)
            bad |= (addr[i] & (align - 1)) | (addr[i] - base > span ? 1u : 0);
        return !bad;
    }
    for (int i = 0; i < 32; i++) {
        uint32_t b = (addr[i] & (align - 1)) | (addr[i] - base > span ? 1u : 0);
        bad |= mask & 1u << i ? b : 0;
    }
    return !bad;
}

static inline void add_offset16(uint32_t *dst, const uint16_t *areg, uint32_t off)
{
    LANES dst[i] = (areg[i] + off) & 0xffff;
}

typedef uint32_t v8u __attribute__((vector_size(32), aligned(4), may_alias));

static inline __attribute__((always_inline)) bool all_zero(const v8u *v)
{
#ifdef __AVX2__
    return _mm256_testz_si256((__m256i)*v, (__m256i)*v);
#else
    uint64_t q[4];
    memcpy(q, v, sizeof q);
    return !(q[0] | q[1] | q[2] | q[3]);
#endif
}

enum half_pattern { HP_NONE, HP_SAME, HP_LINE };

/* Half-warps that access one word or sixteen consecutive ones are the rule. */
static inline __attribute__((always_inline)) enum half_pattern half_pattern(const uint32_t *addr)
{
    const v8u ramp0 = {0, 4, 8, 12, 16, 20, 24, 28}, ramp1 = ramp0 + 32;
    const v8u *a = (const v8u *)addr;
    v8u d0 = a[0] - addr[0], d1 = a[1] - addr[0];
    v8u line = (d0 ^ ramp0) | (d1 ^ ramp1), same = d0 | d1;
    if (all_zero(&line))
        return HP_LINE;
    return all_zero(&same) ? HP_SAME : HP_NONE;
}

static void gather_words(uint32_t *dst, const uint8_t *mem, const uint32_t *addr, uint32_t base, uint32_t mask)
{
    for (int i = 0; i < 32; i++) {
        uint32_t v = 0;
        if (mask >> i & 1)
            memcpy(&v, mem + (addr[i] - base), 4);
        dst[i] = v;
    }
}

/* Room for one word at off, or for sixteen in line. */
static inline __attribute__((always_inline)) bool half_fits(enum half_pattern p, uint32_t off, uint32_t span)
{
    if (p == HP_NONE || (off & 3) || off > span)
        return false;
    return p == HP_SAME || span - off >= 60;
}

static inline __attribute__((always_inline)) void load_half(uint32_t *dst, const uint8_t *p, enum half_pattern hp)
{
    if (hp == HP_LINE) {
        memcpy(dst, p, 64);
    } else {
        uint32_t v;
        memcpy(&v, p, 4);
        *(v8u *)dst = *(v8u *)(dst + 8) = v - (v8u){0};
    }
}

/* No pattern: lane by lane. Apart, so that the common path needs no stack frame. */
static __attribute__((noinline)) bool load32_lanes(uint32_t *dst, const uint8_t *mem, const uint32_t *addr,
                                                   uint32_t mask, uint32_t base, uint32_t span)
{
    if (!check_addresses(addr, mask, base, span, 4))
        return false;
    gather_words(dst, mem, addr, base, mask);
    return true;
}

/* A word a lane; false: one is misaligned or out of range, nothing is said of dst. Half-warps in a row are one copy. */
static bool load_words(uint32_t *dst, const uint8_t *mem, const uint32_t *addr, uint32_t mask, uint32_t base,
                       uint32_t span)
{
    if (mask == 0xffffffff && base % 4 == 0) {
        uint32_t off0 = addr[0] - base, off1 = addr[16] - base;
        enum half_pattern p0 = half_pattern(addr), p1 = half_pattern(addr + 16);
        if (half_fits(p0, off0, span) && half_fits(p1, off1, span)) {
            load_half(dst, mem + off0, p0);
            load_half(dst + 16, mem + off1, p1);
            return true;
        }
    }
    return load32_lanes(dst, mem, addr, mask, base, span);
}

#ifdef __AVX2__
/* Address registers of a half-warp are one vector. */
static inline __attribute__((always_inline)) enum half_pattern areg_pattern(const uint16_t *areg)
{
    const __m256i ramp = _mm256_setr_epi16(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60);
    __m256i d = _mm256_sub_epi16(_mm256_loadu_si256((const __m256i *)(const void *)areg),
                                 _mm256_set1_epi16((short)areg[0]));
    __m256i line = _mm256_xor_si256(d, ramp);
    if (_mm256_testz_si256(line, line))
        return HP_LINE;
    return _mm256_testz_si256(d, d) ? HP_SAME : HP_NONE;
}
#endif

static __attribute__((noinline)) bool load_a32_lanes(uint32_t *dst, const uint8_t *mem, const uint16_t *areg,
                                                     uint32_t off, uint32_t mask, uint32_t span)
{
    _Alignas(32) uint32_t addr[32];
    add_offset16(addr, areg, off);
    return load_words(dst, mem, addr, mask, 0, span);
}

/* The same at 16-bit addresses $a + off, which wrap. */
static bool load_a32(uint32_t *dst, const uint8_t *mem, const uint16_t *areg, uint32_t off, uint32_t mask,
                     uint32_t span)
{
#ifdef __AVX2__
    if (mask == 0xffffffff) {
        uint32_t off0 = (areg[0] + off) & 0xffff, off1 = (areg[16] + off) & 0xffff;
        enum half_pattern p0 = areg_pattern(areg), p1 = areg_pattern(areg + 16);
        if (half_fits(p0, off0, span) && half_fits(p1, off1, span)) {
            load_half(dst, mem + off0, p0);
            load_half(dst + 16, mem + off1, p1);
            return true;
        }
    }
#endif
    return load_a32_lanes(dst, mem, areg, off, mask, span);
}

/* A word a lane, ascending, so that the highest lane wins at equal addresses; false: refused, nothing is stored. */
static bool store_words(uint8_t *mem, const uint32_t *addr, const uint32_t *src, uint32_t mask, uint32_t base,
                        uint32_t span)
{
    if (!check_addresses(addr, mask, base, span, 4))
        return false;
    for (int h = 0; h < 32; h += 16) {
        if ((mask >> h & 0xffff) == 0xffff && half_pattern(addr + h) == HP_LINE) {
            memcpy(mem + (addr[h] - base), src + h, 64);
            continue;
        }
        for (int i = h; i < h + 16; i++)
            if (mask >> i & 1)
                memcpy(mem + (addr[i] - base), src + i, 4);
    }
    return true;
}

#define ADD4(w, s, f) k_add_0_##w##_##s##_##f, k_add_1_##w##_##s##_##f, k_add_2_##w##_##s##_##f, k_add_3_##w##_##s##_##f

const struct gt_kernels GT_KERNELS = {
#ifdef __AVX2__
    .name = "avx2", .bound = &gt_bound_avx2,
#else
    .name = "base", .bound = &gt_bound_base,
#endif
    .k = {
        [KN_MOV] = k_mov, [KN_AND] = k_and, k_or, k_xor, k_mov2,
        [KN_ADD] = ADD4(32, 0, 0), ADD4(16, 0, 0), ADD4(32, 1, 0), ADD4(16, 1, 0),
                   ADD4(32, 0, 1), ADD4(16, 0, 1), ADD4(32, 1, 1), ADD4(16, 1, 1),
        [KN_MUL16] = k_mul16_0, k_mul16_1, k_mul16_2, k_mul16_3,
        [KN_MUL24] = k_mul24_0, k_mul24_1, k_mul24_2, k_mul24_3,
        [KN_DIFF] = k_diff_0, k_diff_1, k_diff_2, k_diff_3,
        [KN_IMIN] = k_imin_0, k_imin_1, k_imin_2, k_imin_3,
        [KN_IMAX] = k_imax_0, k_imax_1, k_imax_2, k_imax_3,
        [KN_ISET] = k_iset_0, k_iset_1, k_iset_2, k_iset_3,
        [KN_SHL] = k_shl_0, k_shl_1, k_shl_2, k_shl_3,
        [KN_SHR] = k_shr_0, k_shr_1, k_shr_2, k_shr_3, k_shr_4, k_shr_5, k_shr_6, k_shr_7,
        [KN_SHL_A] = k_shl_a, [KN_ADD_A] = k_add_a, [KN_EXT_S] = k_ext_s, [KN_EXT_U] = k_ext_u,
        [KN_I2I] = k_i2i, [KN_I2F] = k_i2f, [KN_F2I] = k_f2i, [KN_F2F] = k_f2f,
        [KN_I2F_S32] = k_i2f_s32, [KN_I2F_U32] = k_i2f_u32, [KN_F2I_FAST] = k_f2i_fast, [KN_F2F_FAST] = k_f2f_fast,
        [KN_FADD] = k_fadd, k_fadd_sat, k_fadd_rnd,
        [KN_FMUL] = k_fmul, k_fmul_sat, k_fmul_rnd,
        [KN_FMAD] = k_fmad, k_fmad_sat, k_fmad_neg, k_fmad_neg_sat,
        [KN_FMIN] = k_fmin, [KN_FMAX] = k_fmax,
        [KN_FSET] = k_fset, [KN_SLCT] = k_slct, [KN_QUADOP] = k_quadop,
        [KN_RCP] = k_rcp, [KN_RSQRT] = k_rsqrt, [KN_LG2] = k_lg2, [KN_SIN] = k_sin, [KN_COS] = k_cos,
        [KN_EX2] = k_ex2, k_ex2_sat, [KN_PRESIN] = k_presin, [KN_PREEX2] = k_preex2,
    },
    .cc = {[CC_INT32] = cc_int32, [CC_INT16] = cc_int16, [CC_F32] = cc_fp32, [CC_F16] = cc_fp16,
           [CC_SLCT] = cc_slct, [CC_NIBBLE] = cc_nibble},
    .pred = select_lanes, .blend32 = blend_rows32, .blend16 = blend_rows16, .blend8 = blend_rows8, .half = extract_half,
    .splat = splat_word, .check = check_addresses, .addr16 = add_offset16, .gather = gather_words,
    .load32 = load_words, .load_a32 = load_a32, .store32 = store_words,
};
