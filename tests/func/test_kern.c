/* SPDX-License-Identifier: Apache-2.0
 *
 * Vector kernels against the scalar reference of f32.h, lane by lane, on corner and random operands, for every
 * kernel set that the host can run. Argument: number of warps per case (default 1000, a few seconds). The claim
 * "bit-identical" of kern_fp.inc was checked with 150000: 4.8 million lanes per case and set, 43 million for mad.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "f32.h"
#include "micro.h"

static unsigned warps = 1000;

static uint64_t next_random(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s * 0x2545f4914f6cdd1dull >> 16;
}

/* Operands that meet in the interesting places: special values, tiny and huge, equal and near exponents. */
static uint32_t draw_operand(uint64_t *s, uint32_t other)
{
    static const uint32_t corner[] = {
        0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x807fffff, 0x800000, 0x80800000, 0x800001, 0x7f800000, 0xff800000,
        0x7fffffff, 0xffffffff, 0x7f800001, 0xffc00000, 0x7f7fffff, 0xff7fffff, 0x3f800000, 0xbf800000, 0x3f7fffff,
        0x3f800001, 0x3f000000, 0x3effffff, 0x4b000000, 0x4b7fffff, 0x4effffff, 0x4f000000, 0x4f7fffff, 0x4f800000,
        0xcf000000, 0xcf000001, 0x3fffffff, 0x40000000, 0x33800000, 0x33ffffff, 0x01000000, 0x00ffffff, 0x1fffffff,
        0x20000000, 0x2f800000, 0x477fe000, 0x477fefff, 0x477ff000, 0x38800000, 0x387fffff, 0x33000000, 0x2e800000,
    };
    uint32_t r = (uint32_t)next_random(s), kind = (uint32_t)next_random(s) & 15;
    switch (kind) {
    case 0: case 1: return corner[r % (sizeof corner / sizeof corner[0])];
    case 2: return (other & 0xff800000) ^ (r & 0x807fffff);                         /* same exponent */
    case 3: return other ^ 0x80000000 ^ (r & 3);                                     /* near cancellation */
    case 4: return ((other + ((r % 56 - 28) << 23)) & 0x7f800000) | (r & 0x807fffff);   /* near exponent */
    case 5: return (r & 0x80ffffff);                                                 /* smallest normals */
    case 6: return (r & 0x80000000) | 0x7e800000 | (r & 0xffffff);                   /* largest */
    case 7: return (r & 0x80000fff) | (r & 0x7f800000) | 0x7ff000;                   /* runs of ones */
    case 8: return r & 0xff800007;                                                   /* few fraction bits */
    case 9: return (r & 0x807fffff) | ((253 - (other >> 23 & 0xff) - (r >> 24 & 255) % 128) & 0xff) << 23;
    case 10: return (r & 0x80ffffff) | (0x1f000000 + (r & 0x1000000));               /* products near 2^-126 */
    default: return r;
    }
}

struct kcase { const char *name; struct gt_insn in; };

/* What one lane must give. */
static uint32_t lane_reference(const struct gt_insn *in, uint32_t a, uint32_t b, uint32_t c)
{
    struct cvt_mode m = {in->src[0].neg, in->src[0].abs, in->sat, in->dsigned, in->d8, in->d32, in->rint, in->rnd};
    uint32_t fa = a, fb = b, fc = in->src[2].neg ? c ^ F32_SIGN : c, r;
    fa = in->src[0].abs ? fa & 0x7fffffff : fa;
    fb = in->src[1].abs ? fb & 0x7fffffff : fb;
    fa = in->src[0].neg ? fa ^ F32_SIGN : fa;
    fb = in->src[1].neg ? fb ^ F32_SIGN : fb;
    int64_t v = in->s8    ? (in->ssigned ? (int8_t)a : (uint8_t)a)
                : in->s32 ? (in->ssigned ? (int64_t)(int32_t)a : (int64_t)a)
                          : (in->ssigned ? (int16_t)a : (uint16_t)a);
    switch (in->op) {
    case GT_OP_FADD: r = f32_add(fa, fb, in->rnd); return in->sat ? f32_sat(r) : r;
    case GT_OP_FMUL: r = f32_mul(fa, fb, in->rnd); return in->sat ? f32_sat(r) : r;
    case GT_OP_FMAD: r = f32_mad(fa, fb, fc); return in->sat ? f32_sat(r) : r;
    case GT_OP_FMIN: return f32_minmax(fa, fb, false);
    case GT_OP_FMAX: return f32_minmax(fa, fb, true);
    case GT_OP_FSET: return in->cmp >> f32_relation(fa, fb) & 1 ? 0xffffffff : 0;
    case GT_OP_SLCT: return !f32_isnan(fc) && (f32_daz(fc) == F32_SIGN || f32_daz(fc) >> 31 == 0) ? a : b;
    case GT_OP_F2I: return cvt_f2i(in->s32 ? a : f16_to_f32(a & 0xffff), m);
    case GT_OP_F2F: return cvt_f2f(in->s32 ? a : f16_to_f32(a & 0xffff), m);
    case GT_OP_I2F: return cvt_i2f(v, m);
    case GT_OP_I2I: return cvt_i2i(v, m);
    default: return 0;
    }
}

static uint8_t reference_flags(const struct gt_insn *in, uint32_t r)
{
    switch (in->op) {
    case GT_OP_FSET: return cc_int(r, 32);
    case GT_OP_F2I: case GT_OP_I2I: return cc_int(r, in->d32 ? 32 : 16);
    case GT_OP_SLCT: return (r & 0x7fffffff) == 0 ? 1 : (uint8_t)(r >> 31 << 1);
    case GT_OP_F2F: case GT_OP_I2F: return in->d32 ? cc_f32(r) : cc_f16(r);
    default: return cc_f32(r);
    }
}

/* An instruction on random operands, against the scalar reference. */
static void run_case(const struct gt_insn *in, const struct gt_kernels *kn, unsigned n)
{
    struct gt_micro u;
    uint64_t seed = 0x9e3779b97f4a7c15ull + in->op * 1000u + in->rnd;
    uint32_t s[3][32], mid[32], out[32];
    uint8_t flags[32], cin[32] = {0};
    struct gt_insn with_flags = *in;
    with_flags.cdst_en = true;
    gt_micro_make(&u, &with_flags, kn, gt_chip_find("sm", NULL, 0)->values);
    assert_int_equal(u.cls, UC_BODY);
    for (unsigned w = 0; w < n; w++) {
        for (int i = 0; i < 32; i++) {
            s[0][i] = draw_operand(&seed, (uint32_t)next_random(&seed));
            s[1][i] = draw_operand(&seed, s[0][i]);
            s[2][i] = draw_operand(&seed, w & 1 ? f32_mul(s[0][i], s[1][i], F32_RN) : s[1][i]);
        }
        u.kern(&u, s[0], s[1], s[2], u.kern2 ? mid : out, flags, cin);
        if (u.kern2)
            u.kern2(&u, mid, s[2], gt_zero_row, out, flags, cin);
        kn->cc[u.ccid](out, flags);
        for (int i = 0; i < 32; i++) {
            uint32_t want = lane_reference(in, s[0][i], s[1][i], s[2][i]);
            if (out[i] == want && flags[i] == reference_flags(in, want))
                continue;
            print_error("%s: op %u rnd %u: %08x %08x %08x gives %08x flags %x, expected %08x flags %x\n", kn->name,
                        in->op, in->rnd, s[0][i], s[1][i], s[2][i], out[i], flags[i], want,
                        reference_flags(in, want));
            fail();
        }
    }
}

/* The same for each kernel set that the host can run. */
static void all_sets(struct gt_insn in)
{
    in.cond = 15;
    in.len = 8;
    for (int i = 0; i < 3; i++) {
        in.src[i].kind = GT_K_R32;
        in.src[i].idx = (uint8_t)i;
    }
    in.dst_kind = GT_K_R32;
    run_case(&in, &gt_kernels_base, warps);
#ifdef GT_HAVE_AVX2
    if (__builtin_cpu_supports("avx2"))
        run_case(&in, &gt_kernels_avx2, warps);
#endif
}

static void test_arithmetic(void **state)
{
    (void)state;
    static const uint8_t ops[] = {GT_OP_FADD, GT_OP_FMUL, GT_OP_FMAD};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned sat = 0; sat < 2; sat++)
            for (unsigned rnd = 0; rnd < (i == 2 ? 1 : 4); rnd++)
                all_sets((struct gt_insn){.op = ops[i], .sat = sat, .rnd = (uint8_t)rnd});
    for (unsigned neg = 1; neg < 8; neg++)
        all_sets(
            (struct gt_insn){.op = GT_OP_FMAD, .src = {{.neg = neg & 1}, {.neg = neg >> 1 & 1}, {.neg = neg >> 2}}});
}

static void test_comparison(void **state)
{
    (void)state;
    for (unsigned m = 0; m < 16; m++) {
        struct gt_insn in = {.src = {{.neg = m & 1, .abs = m >> 1 & 1}, {.neg = m >> 2 & 1, .abs = m >> 3 & 1}}};
        in.op = GT_OP_FMIN;
        all_sets(in);
        in.op = GT_OP_FMAX;
        all_sets(in);
        in.op = GT_OP_FSET;
        in.cmp = (uint8_t)m;
        all_sets(in);
    }
    all_sets((struct gt_insn){.op = GT_OP_SLCT});
    all_sets((struct gt_insn){.op = GT_OP_SLCT, .src[2].neg = true});
}

static void test_conversion(void **state)
{
    (void)state;
    unsigned keep = warps;
    warps = warps / 4 + 1;
    for (unsigned m = 0; m < 512; m++) {
        struct gt_insn in = {.src[0] = {.neg = m & 1, .abs = m >> 1 & 1}, .rnd = m >> 2 & 3, .d32 = m >> 4 & 1,
                             .s32 = m >> 5 & 1};
        if ((m & 0x1c0) == 0) {
            for (unsigned k = 0; k < 4; k++) {
                in.op = GT_OP_F2F;
                in.sat = k & 1;
                in.rint = k >> 1;
                all_sets(in);
                in.rint = false;
            }
            in.sat = false;
            for (unsigned k = 0; k < 2; k++) {
                in.op = GT_OP_F2I;
                in.dsigned = k;
                all_sets(in);
            }
        }
        in.ssigned = m >> 6 & 1;
        in.s8 = m >> 7 & 1;
        in.sat = m >> 8;
        in.dsigned = false;
        in.op = GT_OP_I2F;
        all_sets(in);
        in.sat = false;
        in.rnd = 0;
        in.dsigned = m >> 2 & 1;
        in.d8 = m >> 3 & 1;
        in.op = GT_OP_I2I;
        all_sets(in);
    }
    warps = keep;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        warps = (unsigned)strtoul(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_comparison), cmocka_unit_test(test_conversion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
