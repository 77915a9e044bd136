/* SPDX-License-Identifier: Apache-2.0
 *
 * fp64: the integer reference of f64.h against the host's IEEE arithmetic in all four rounding modes, and the model's
 * body against that reference. SFU: special values, and the kernel sets against each other. Argument: operands per
 * case (default 20000).
 */
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "decode.h"
#include "f64.h"
#include "micro.h"

static unsigned count = 20000;
static uint64_t seed = 0x9e3779b97f4a7c15ull;

static uint64_t rnd64(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * 0x2545f4914f6cdd1dull ^ seed >> 29;
}

/* Operands that meet where it matters: special values, denormals, near exponents, near cancellation, runs of zeros. */
static uint64_t draw_operand(uint64_t other)
{
    static const uint64_t corner[] = {
        0, 1, 0xfffffffffffffull, 0x10000000000000ull, 0x10000000000001ull, 0x7fefffffffffffffull, F64_INF, F64_ONE,
        0x3ff0000000000001ull, 0x3fefffffffffffffull, 0x7ff8000000000000ull, 0x7ff0000000000001ull,
        0x4330000000000000ull, 0x43e0000000000000ull, 0x41dfffffffc00000ull, 0x41efffffffe00000ull,
        0x47efffffe0000000ull, 0x380fffffffffffffull, 0x3690000000000000ull, 0x3ff8000000000000ull,
        0x3fe0000000000000ull, 0x0020000000000000ull, 0x3ca0000000000000ull,
    };
    uint64_t r = rnd64();
    switch (rnd64() & 7) {
    case 0: return corner[r % (sizeof corner / sizeof corner[0])] | (r & F64_SIGN);
    case 1: return ((other & F64_INF) + ((r % 240 - 120) << 52)) ^ (r & 0x800fffffffffffffull);
    case 2: return other ^ F64_SIGN ^ (r & 3);
    case 3: return r & 0x801fffffffffffffull;                               /* denormals and the smallest normals */
    case 4: return (r & F64_SIGN) | 0x7fc0000000000000ull | (r & 0x3fffffffffffffull);
    case 5: return r & 0xfff0000000000003ull;
    case 6: return (r & 0x800fffffffffffffull) | (0x7feull - (other >> 52 & 0x7ff)) << 52;
    default: return r;
    }
}

static double as_double(uint64_t x)
{
    double d;
    memcpy(&d, &x, sizeof d);
    return d;
}

static uint64_t bits_of(double d)
{
    uint64_t x;
    memcpy(&x, &d, sizeof x);
    return x;
}

static uint32_t float_bits(float f)
{
    uint32_t x;
    memcpy(&x, &f, sizeof x);
    return x;
}

static const int host_mode[] = {
    [F32_RN] = FE_TONEAREST, [F32_RM] = FE_DOWNWARD, [F32_RP] = FE_UPWARD, [F32_RZ] = FE_TOWARDZERO};

static void assert_same(const char *what, unsigned rm, uint64_t a, uint64_t b, uint64_t c, uint64_t got, uint64_t want)
{
    if (got != want)
        fail_msg("%s rm %u: %016llx %016llx %016llx gives %016llx, expected %016llx", what, rm, (unsigned long long)a,
                 (unsigned long long)b, (unsigned long long)c, (unsigned long long)got, (unsigned long long)want);
}

static void reference_is_ieee(void **state)
{
    (void)state;
    for (unsigned rm = 0; rm < 4; rm++)
        for (unsigned i = 0; i < count; i++) {
            uint64_t a = draw_operand(rnd64()), b = draw_operand(a),
                     c = draw_operand(i & 1 ? f64_mul(a, b, F32_RN) : a);
            volatile double x = as_double(a), y = as_double(b), z = as_double(c), add, mul, mad, rint_;
            volatile float narrow;
            fesetround(host_mode[rm]);
            add = x + z;
            mul = x * y;
            mad = fma(x, y, z);
            narrow = (float)x;
            rint_ = nearbyint(x);
            volatile long long whole = fabs(x) < 0x1p62 ? llrint(x) : 0;
            volatile double from = (double)(int64_t)a;
            volatile float from32 = (float)(int64_t)a;
            fesetround(FE_TONEAREST);
            bool nan = f64_isnan(a) || f64_isnan(b) || f64_isnan(c);
            struct cvt64_mode m = {.s64 = true, .rnd = (uint8_t)rm, .ssigned = true, .dsigned = true};
            bool over;
            if (!nan) {
                assert_same("add", rm, a, c, 0, f64_add(a, c, rm), isnan(add) ? F64_DNAN : bits_of(add));
                assert_same("mul", rm, a, b, 0, f64_mul(a, b, rm), isnan(mul) ? F64_DNAN : bits_of(mul));
                assert_same("fma", rm, a, b, c, f64_fma(a, b, c, rm), isnan(mad) ? F64_DNAN : bits_of(mad));
                assert_same("f32.f64", rm, a, 0, 0, cvt64_f2f(a, m), float_bits(narrow));
                m.d64 = m.rint = true;
                assert_same("rint", rm, a, 0, 0, cvt64_f2f(a, m), bits_of(rint_));
                if (fabs(x) < 0x1p62)
                    assert_same("s64.f64", rm, a, 0, 0, cvt64_f2i(a, m, &over), (uint64_t)whole);
            }
            m.d64 = true;
            assert_same("f64.s64", rm, a, 0, 0, cvt64_i2f(a, m), bits_of(from));
            m.d64 = false;
            assert_same("f32.s64", rm, a, 0, 0, cvt64_i2f(a, m), float_bits(from32));
            if (!f32_isnan((uint32_t)a)) {
                uint32_t w = (uint32_t)a;
                float f;
                memcpy(&f, &w, sizeof f);
                assert_same("f64.f32", rm, a, 0, 0, f64_from_f32(w), bits_of((double)f));
            }
        }
}

/* ---- the bodies --------------------------------------------------------------------------------- */

struct machine {
    struct gt_gpu *gpu;
    struct gt_launch launch;
    struct gt_config cfg;
    struct gt_core core;
    struct gt_block block;
    struct gt_warp warp;
    uint32_t regs[12 * 32], code[2];
};

static void start_machine(struct machine *m)
{
    struct gt_result res;
    memset(m, 0, sizeof *m);
    m->gpu = gt_gpu_new(4096);
    assert_non_null(m->gpu);
    m->launch = (struct gt_launch){.name = "units",
                                   .code = m->code, .code_words = 2, .regs = 12, .smem = 16, .grid_x = 1, .grid_y = 1,
                                   .block_x = 32, .block_y = 1, .block_z = 1};
    m->warp.regs = m->regs;
    m->warp.nregs = 12;
    m->warp.block = &m->block;
    m->warp.active = 0xffffffff;
    assert_true(gt_launch_config(m->gpu, &m->launch, &m->cfg, &res));
    assert_true(gt_core_init(&m->core, m->gpu, &m->launch, &m->cfg));
}

static void stop_machine(struct machine *m)
{
    gt_core_done(&m->core);
    gt_gpu_free(m->gpu);
}

/* OP $r10d|$c0, $r4d, $r6d, $r8d with every modifier of rounding and sign. */
static void body_is_reference(void **state)
{
    (void)state;
    static const struct { uint8_t op; uint32_t w0, w1; } ops[] = {
        { GT_OP_DFMA, 0xe0060829, 0x400207c0 },
        { GT_OP_DADD, 0xe0000829, 0x600207c0 },
        { GT_OP_DMUL, 0xe0060829, 0x800007c0 },
    };
    struct machine m;
    start_machine(&m);
    for (unsigned k = 0; k < 3 * 16; k++) {
        unsigned rm = k / 12, neg = k / 3 % 4;
        struct gt_insn in;
        uint32_t w0 = ops[k % 3].w0, w1 = ops[k % 3].w1 | neg << 26;
        if (k % 3 == 0) w1 |= rm << 22;
        if (k % 3 == 1) w0 |= rm << 16;
        if (k % 3 == 2) w1 |= rm << 17;
        isa_decode(w0, w1, 0, &in);
        assert_int_equal(in.op, ops[k % 3].op);
        assert_int_equal(in.err, 0);
        for (unsigned n = 0; n < count / 32; n++) {
            uint64_t s[3][32];
            for (int i = 0; i < 32; i++) {
                s[0][i] = draw_operand(rnd64());
                s[1][i] = draw_operand(s[0][i]);
                s[2][i] = draw_operand(n & 1 ? f64_mul(s[0][i], s[1][i], F32_RN) : s[0][i]);
                for (int j = 0; j < 3; j++) {
                    m.regs[(4 + 2 * j) * 32 + i] = (uint32_t)s[j][i];
                    m.regs[(5 + 2 * j) * 32 + i] = (uint32_t)(s[j][i] >> 32);
                }
            }
            assert_true(gt_exec_body(&m.core, &m.warp, &in, NULL));
            for (int i = 0; i < 32; i++) {
                uint64_t a = f64_prep(s[0][i], false, neg & 1), c = f64_prep(s[2][i], false, neg >> 1);
                uint64_t b = s[1][i], want = k % 3 == 0 ? f64_fma(a, b, c, rm) : k % 3 == 1 ? f64_add(a, c, rm)
                                                       : f64_mul(a, b, rm);
                assert_same(isa_row_name(in.row), rm, a, b, c, m.regs[10 * 32 + i] |
                            (uint64_t)m.regs[11 * 32 + i] << 32, want);
                assert_int_equal(m.warp.creg[0][i], cc_f64(want));
            }
        }
    }
    stop_machine(&m);
}

/* ---- SFU ---------------------------------------------------------------------------------------- */

static uint32_t run_sfu(const struct gt_kernels *kn, unsigned op, uint32_t x, bool neg, bool abs, bool sat)
{
    struct gt_insn in = {.op = (uint8_t)op, .cond = 15, .len = 8, .dst_kind = GT_K_R32, .sat = sat,
                         .src[0] = {.kind = GT_K_R32, .neg = neg, .abs = abs}};
    struct gt_micro u;
    _Alignas(32) uint32_t a[32], r[32];
    gt_micro_make(&u, &in, kn, gt_chip_find("sm", NULL, 0)->values);
    for (int i = 0; i < 32; i++)
        a[i] = x;
    u.kern(&u, a, a, a, r, NULL, NULL);
    return r[31];
}

static void special_values(void **state)
{
    (void)state;
    static const struct { uint8_t op; bool neg, abs, sat; uint32_t x, r; } t[] = {
        {GT_OP_RCP, 0, 0, 0, 0x3f800000, 0x3f800000}, {GT_OP_RCP, 0, 0, 0, 0x00400000, 0x7f800000},
        {GT_OP_RCP, 0, 0, 0, 0xff800000, 0x80000000}, {GT_OP_RCP, 0, 0, 0, 0x7e800000, 0x00800000},
        {GT_OP_RCP, 0, 0, 0, 0x7e800001, 0x00000000}, {GT_OP_RCP, 1, 1, 0, 0xc0000000, 0xbf000000},
        {GT_OP_RSQRT, 0, 0, 0, 0x80000000, 0xff800000}, {GT_OP_RSQRT, 0, 0, 0, 0xbf800000, 0x7fffffff},
        {GT_OP_RSQRT, 0, 0, 0, 0x40800000, 0x3f000000}, {GT_OP_RSQRT, 0, 0, 0, 0x7f800000, 0},
        {GT_OP_LG2, 0, 0, 0, 0x3f800000, 0}, {GT_OP_LG2, 0, 0, 0, 0x3f000000, 0xbf7ffffe},
        {GT_OP_LG2, 0, 0, 0, 0x41000000, 0x40400000}, {GT_OP_LG2, 0, 0, 0, 0x80000001, 0xff800000},
        {GT_OP_LG2, 0, 0, 0, 0x7f800000, 0x7f800000}, {GT_OP_LG2, 0, 0, 0, 0xffc00000, 0x7fffffff},
        {GT_OP_SIN, 0, 0, 0, 0, 0}, {GT_OP_COS, 0, 0, 0, 0, 0x3f800000}, {GT_OP_SIN, 0, 0, 0, 0x007fffff, 0x3f800000},
        {GT_OP_COS, 0, 0, 0, 0x007fffff, 0}, {GT_OP_SIN, 0, 0, 0, 0x40000000, 0x7fffffff},
        {GT_OP_PRESIN, 0, 0, 0, 0x3fc90fdb, 0x007fffff}, {GT_OP_PRESIN, 1, 0, 0, 0x7fc00000, 0xc0000000},
        {GT_OP_PREEX2, 0, 0, 0, 0xff800000, 0xc0800000}, {GT_OP_PREEX2, 0, 0, 0, 0x43000000, 0x40800000},
        {GT_OP_EX2, 0, 0, 0, 0xc0800000, 0}, {GT_OP_EX2, 0, 0, 0, 0x40800000, 0x7f800000},
        {GT_OP_EX2, 0, 0, 0, 0x00800000, 0x40000000}, {GT_OP_EX2, 0, 0, 1, 0x00800000, 0x3f800000},
        {GT_OP_EX2, 0, 0, 0, 0x80800000, 0x3f000000},
    };
    for (size_t i = 0; i < sizeof t / sizeof t[0]; i++)
        assert_int_equal(run_sfu(&gt_kernels_base, t[i].op, t[i].x, t[i].neg, t[i].abs, t[i].sat), t[i].r);
}

static void kernel_sets_agree(void **state)
{
    (void)state;
#ifdef GT_HAVE_AVX2
    if (!__builtin_cpu_supports("avx2"))
        return;
    for (unsigned op = GT_OP_RCP; op <= GT_OP_PREEX2; op++)
        for (unsigned i = 0; i < count; i++) {
            uint64_t r = rnd64();
            uint32_t x = (uint32_t)r;
            bool n = r >> 32 & 1, a = r >> 33 & 1, s = r >> 34 & 1;
            assert_int_equal(run_sfu(&gt_kernels_base, op, x, n, a, s), run_sfu(&gt_kernels_avx2, op, x, n, a, s));
        }
#endif
}

int main(int argc, char **argv)
{
    if (argc > 1)
        count = (unsigned)strtoul(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_is_ieee), cmocka_unit_test(body_is_reference), cmocka_unit_test(special_values),
        cmocka_unit_test(kernel_sets_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
