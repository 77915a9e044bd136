/* SPDX-License-Identifier: Apache-2.0
 *
 * Value kernels: one operation for the 32 lanes of a warp. kern*.c are compiled twice, for the baseline
 * instruction set and for AVX2; gt_kernels() picks the set that the host can run. Both give the same bits.
 */
#ifndef GT200_KERN_H
#define GT200_KERN_H

#include <stdbool.h>
#include <stdint.h>

struct gt_micro;
struct gt_bound;

/* Operands are rows of 32 words; out may be the same row as an operand (not for quadop), otherwise it does
 * not overlap one. cc: 32 flag bytes, written by the kernels of the table's "flags" column only; cin: the
 * flag bytes of the carry-in register. */
typedef void gt_kern(const struct gt_micro *u, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                     uint32_t *out, uint8_t *cc, const uint8_t *cin);

/* Families are indexed by adding modifier bits; the comment gives them, lowest first. */
enum gt_kid {
    KN_MOV,
    KN_AND, KN_OR, KN_XOR, KN_MOV2,
    KN_ADD,                             /* +k (2 bits), +4 w16, +8 sat, +16 flags */
    KN_ADD_LAST = KN_ADD + 31,
    KN_MUL16,                           /* +1 sgn, +2 sgn2 */
    KN_MUL16_LAST = KN_MUL16 + 3,
    KN_MUL24,                           /* +1 sgn, +2 hi */
    KN_MUL24_LAST = KN_MUL24 + 3,
    KN_DIFF,                            /* |a - b|: +1 w16, +2 sgn */
    KN_DIFF_LAST = KN_DIFF + 3,
    KN_IMIN,                            /* +1 w16, +2 sgn */
    KN_IMIN_LAST = KN_IMIN + 3,
    KN_IMAX,
    KN_IMAX_LAST = KN_IMAX + 3,
    KN_ISET,                            /* +1 w16, +2 sgn */
    KN_ISET_LAST = KN_ISET + 3,
    KN_SHL,                             /* +1 w16, +2 flags */
    KN_SHL_LAST = KN_SHL + 3,
    KN_SHR,                             /* +1 w16, +2 sgn, +4 flags */
    KN_SHR_LAST = KN_SHR + 7,
    KN_SHL_A, KN_ADD_A,                 /* address registers: low 16 bits */
    KN_EXT_S, KN_EXT_U,                 /* sign or zero extension of the low u->ext bits, & u->wmask */
    KN_I2I, KN_I2F, KN_F2I, KN_F2F,     /* any modifiers, lane by lane */
    KN_I2F_S32, KN_I2F_U32,             /* to f32, nearest, no modifiers */
    KN_F2I_FAST,                        /* f32 to 32-bit integers, any rounding */
    KN_F2F_FAST,                        /* f32 to f32 without rounding to integers */
    KN_FADD, KN_FADD_SAT, KN_FADD_RND,  /* _RND: any rounding, sat from the instruction */
    KN_FMUL, KN_FMUL_SAT, KN_FMUL_RND,
    KN_FMAD, KN_FMAD_SAT, KN_FMAD_NEG, KN_FMAD_NEG_SAT,     /* _NEG: a source is negated */
    KN_FMIN, KN_FMAX, KN_FSET, KN_SLCT, KN_QUADOP,
    KN_RCP, KN_RSQRT, KN_LG2, KN_SIN, KN_COS, KN_EX2, KN_EX2_SAT, KN_PRESIN, KN_PREEX2,
    KN_COUNT
};

/* Flags of a result row, for the operations whose flags depend on the result only. */
enum gt_ccid { CC_NONE, CC_INT32, CC_INT16, CC_F32, CC_F16, CC_KERNEL, CC_SLCT, CC_NIBBLE, CC_COUNT };

struct gt_kernels {
    const char *name;
    const struct gt_bound *bound;       /* the commonest bodies (micro.h) */
    gt_kern *k[KN_COUNT];
    void (*cc[CC_COUNT])(const uint32_t *r, uint8_t *cc);
    /* Lanes whose flags select a 1 in the 16-entry truth table. */
    uint32_t (*pred)(const uint8_t *flags, uint32_t truth);
    void (*blend32)(uint32_t *dst, const uint32_t *src, uint32_t mask);
    void (*blend16)(uint32_t *dst, const uint32_t *src, uint32_t mask, unsigned high);
    void (*blend8)(uint8_t *dst, const uint8_t *src, uint32_t mask);
    void (*half)(uint32_t *dst, const uint32_t *src, unsigned high);
    void (*splat)(uint32_t *dst, uint32_t v);
    /* Addresses of all lanes in mask are multiples of align and a - base <= span. */
    bool (*check)(const uint32_t *addr, uint32_t mask, uint32_t base, uint32_t span, uint32_t align);
    /* dst[i] = ((areg[i] + off) & 0xffff) */
    void (*addr16)(uint32_t *dst, const uint16_t *areg, uint32_t off);
    /* dst[i] = word at mem + (addr[i] - base) for lanes in mask, others 0 */
    void (*gather)(uint32_t *dst, const uint8_t *mem, const uint32_t *addr, uint32_t base, uint32_t mask);
    /* Checked word accesses of the lanes in mask. false: some address is not a multiple of 4 or a - base > span;
     * nothing is changed then. Other lanes of dst get any value. */
    bool (*load32)(uint32_t *dst, const uint8_t *mem, const uint32_t *addr, uint32_t mask, uint32_t base,
                   uint32_t span);
    /* The same with 16-bit addresses areg + off. */
    bool (*load_a32)(uint32_t *dst, const uint8_t *mem, const uint16_t *areg, uint32_t off, uint32_t mask,
                     uint32_t span);
    bool (*store32)(uint8_t *mem, const uint32_t *addr, const uint32_t *src, uint32_t mask, uint32_t base,
                    uint32_t span);
};

extern const struct gt_kernels gt_kernels_base;
#ifdef GT_HAVE_AVX2
extern const struct gt_kernels gt_kernels_avx2;
#endif

/* The fastest set this host can run. */
const struct gt_kernels *gt_kernels(void);

#endif
