/* SPDX-License-Identifier: Apache-2.0
 *
 * The multiply-add of whole warps against its definition, lane by lane: from registers and with a word of s[]. What the
 * lanes of a warp hold is drawn together, so that the fast way is taken and left for each of its reasons: zeros,
 * products near the smallest and the largest number, zero addends, NaNs and infinities in one lane.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "enc.h"
#include "f32.h"
#include "micro.h"

#define WARPS 60000

static uint64_t seed = 1;

static uint32_t draw_number(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 32);
}

/* A number with the exponent near `exponent`, of few bits now and then. */
static uint32_t draw_near(int exponent, int spread)
{
    int e = exponent + (int)(draw_number() % (2 * (unsigned)spread + 1)) - spread;
    uint32_t fraction = draw_number() & 0x7fffff;
    switch (draw_number() % 4) {
    case 0: fraction &= 0x700000; break;
    case 1: fraction |= 0x7ffff0; break;
    default: break;
    }
    e = e < 0 ? 0 : e > 254 ? 254 : e;
    return (draw_number() & 1) << 31 | (uint32_t)e << 23 | fraction;
}

static const uint32_t special[] = {0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff, 0x7f800001,
                                   0x00000001, 0x007fffff, 0x80400000, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff};

/* One row of each operand. Moods: ordinary; many zeros; products near 2^-126; near 2^128; sums that cancel. */
static void draw_rows(unsigned w, uint32_t a[32], uint32_t b[32], uint32_t c[32])
{
    unsigned mood = w % 5;
    int sum = mood == 2 ? 127 + 1 : mood == 3 ? 127 + 254 : 254, first = 127 + (int)(draw_number() % 40) - 20;
    for (int i = 0; i < 32; i++) {
        a[i] = draw_near(first, 3);
        b[i] = draw_near(sum - first, 1);
        c[i] = draw_near(mood == 2 ? (int)(draw_number() % 30) : mood == 3 ? 250 : 127, 3);
        if (mood == 1 && draw_number() % 3 == 0)
            (draw_number() & 1 ? a : b)[i] = draw_number() & 0x80000000;
        if (mood == 4)
            c[i] = f32_mul(a[i], b[i], F32_RN) ^ 0x80000000 ^ (draw_number() & 1);
        if (w / 5 % 3 == 1 && draw_number() & 1)
            c[i] = draw_number() & 0x80000000;
    }
    if (w / 15 % 4 == 2) {              /* 2^-126 less half a unit, which gradual underflow rounds up */
        unsigned i = draw_number() % 32;
        a[i] = 0x3f7fffff, b[i] = 0x00800000, c[i] = 0x00800001 + draw_number() % 4;
    }
    if (w / 15 % 4 == 1) {
        uint32_t *row = w / 60 % 3 == 0 ? a : w / 60 % 3 == 1 ? b : c;
        row[draw_number() % 32] = special[draw_number() % (sizeof special / sizeof *special)];
    }
}

static void check_lanes(const char *what, unsigned w, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                        const uint32_t *got)
{
    for (int i = 0; i < 32; i++) {
        uint32_t want = f32_mad(a[i], b[i], c[i]);
        if (got[i] != want)
            fail_msg("%s, warp %u lane %d: %08x * %08x + %08x gives %08x, expected %08x", what, w, i, a[i], b[i], c[i],
                     got[i], want);
    }
}

/* mad.f32 $r1, s[$a1], $r2, $r3 of whole warps: halves at one address or at words in line. */
static void shared_operand(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    fmad_s(&p, 1, 0, 1, 2, 3);
    nop(&p, EXIT);
    struct gt_gpu *gpu = gt_gpu_new(4096);
    struct gt_launch l = launch_of(&p, 1, 32);
    struct gt_config cfg;
    struct gt_result res;
    struct gt_core core;
    l.smem = 1024;
    assert_true(gpu && gt_launch_config(gpu, &l, &cfg, &res) && gt_core_init(&core, gpu, &l, &cfg));
    const struct gt_micro *u = gt_core_micro(&core, 0);
    assert_true(u->run != gt_run_body);

    _Alignas(128) uint32_t regs[16 * 32], smem[256];
    uint32_t a[32], b[32], c[32];
    struct gt_block block = {.smem = (uint8_t *)smem, .smem_bytes = sizeof smem,
                             .last_line = sizeof smem - 64};
    struct gt_warp warp = {.regs = regs, .nregs = 16, .active = 0xffffffff, .block = &block};
    for (unsigned w = 0; w < WARPS; w++) {
        draw_rows(w, a, b, c);
        for (unsigned h = 0; h < 2; h++) {
            bool line = draw_number() & 1;
            uint32_t at = 4 * (draw_number() % 100) + 512 * h;
            for (unsigned i = 16 * h; i < 16 * h + 16; i++) {
                warp.areg[1][i] = (uint16_t)(at + (line ? 4 * (i % 16) : 0));
                a[i] = line ? a[i] : a[16 * h];
                smem[warp.areg[1][i] / 4] = a[i];
            }
        }
        memcpy(regs + 2 * 32, b, sizeof b);
        memcpy(regs + 3 * 32, c, sizeof c);
        gt_areg_written(&warp, 1);
        for (int again = 0; again < 2; again++) {       /* the second time the pattern is known */
            memset(regs + 32, 0x55, 128);
            assert_true(u->run(&core, &warp, u));
            check_lanes(again ? "s[], pattern known" : "s[]", w, a, b, c, regs + 32);
        }
        assert_true(warp.areg_pattern[1] >= GT_AP_REGULAR);
    }
    gt_core_done(&core);
    gt_gpu_free(gpu);
}

/* From registers, with the result in the place of an operand, too. */
static void test_registers(void **state)
{
    (void)state;
    uint32_t a[32], b[32], c[32], out[32];
    const struct gt_kernels *sets[] = {&gt_kernels_base, gt_kernels()};
    struct gt_micro u = {.in = NULL};
    for (unsigned w = 0; w < WARPS; w++) {
        draw_rows(w, a, b, c);
        for (unsigned k = 0; k < 2; k++) {
            sets[k]->k[KN_FMAD](&u, a, b, c, out, NULL, NULL);
            check_lanes(sets[k]->name, w, a, b, c, out);
            const uint32_t *from[3] = {a, b, c};
            memcpy(out, from[w % 3], sizeof out);
            sets[k]->k[KN_FMAD](&u, w % 3 == 0 ? out : a, w % 3 == 1 ? out : b, w % 3 == 2 ? out : c, out, NULL, NULL);
            check_lanes("in place", w, a, b, c, out);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shared_operand), cmocka_unit_test(test_registers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
