/* SPDX-License-Identifier: Apache-2.0
 *
 * Endless loops with stores on the cycle model, as on gt_func_run (tests/func/test_spin.c): those that leave memory as
 * it is are found early (WATCH-1, WATCH-2, WATCH-3, WATCH-4, WATCH-5, WATCH-6), and no others; what looks endless but
 * ends is never found.
 */
#include "rig.h"

#include "../func/loops.h"

#include <stdio.h>
#include <string.h>

/* `text` has one instruction per line or semicolon. */
static void start_rig(struct rig *r, const char *chip, uint32_t threads, uint32_t blocks, const char *text)
{
    char err[256], lines[2048];
    snprintf(lines, sizeof lines, "%s", text);
    for (char *c = lines; *c; c++)
        if (*c == ';')
            *c = '\n';
    rig_init(r, threads);
    rig_asm(r, lines);
    r->gpu->chip = gt_chip_find(chip, err, sizeof err);
    assert_non_null(r->gpu->chip);
    r->launch.grid_x = blocks;
    r->launch.lmem = strstr(text, "l[") ? 64 : 0;
    r->launch.smem = 1024;
}

static void expect_circle(const char *chip, uint32_t blocks, const struct loop *loop, uint32_t limit)
{
    char text[2048];
    struct rig r;
    uint32_t v[64];
    snprintf(text, sizeof text, START "%s; bra 0x40", loop->text);
    start_rig(&r, chip, 64, blocks, text);
    r.launch.max_cycles = limit;
    for (unsigned i = 0; i < 64; i++)
        v[i] = 5;
    assert_true(gt_write(r.gpu, r.out, v, sizeof v));
    assert_int_equal(gt_model_run(r.gpu, &r.launch, &r.res, NULL, NULL), GT_HANG);
    const bool early = loop->early == TOLD;
    if (!strstr(r.res.message, "deadlock") == early || (r.res.cycles < limit) != early)
        fail_msg("%s, %u blocks: %s: %s", chip, (unsigned)blocks, loop->text, r.res.message);
    for (unsigned i = 0; loop->is != ANY && i < 64; i++)
        if (rig_word(&r, i) != loop->is)
            fail_msg("%s: %s: word %u is %u", chip, loop->text, i, (unsigned)rig_word(&r, i));
    rig_free(&r);
}

static void test_circles(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        expect_circle("sm", 1 + i % 3, &loops[i], 100000);
}

static void circles_of_several(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        expect_circle("tpc", 5, &loops[i], loops[i].early == TOLD ? 300000 : 80000);
    expect_circle("gtx280", 60, &loops[0], 300000);
    expect_circle("gtx280", 3, &loops[8], 1000000);
}

/* WATCH-6: two stores with so many loads before each, every one of which waits for the one before: beyond 2048 cycles
 * from one store to the other it is not told. */
static void slow_rounds(void **state)
{
    (void)state;
    for (unsigned loads = 2; loads <= 8; loads += 6) {
        char text[2048] = "mov.b32 $r5, s[0x10].b32; add.b32 $r7, $r5, 0x20; add.b32 $r8, $r5, 0x40;"
                          "mov.b32 $r6, $r5; mov.b32 $r3, 0x9";
        struct rig r;
        for (unsigned i = 0; i < 2 * loads; i++) {
            strcat(text, "; ld.b32 $r4, g14[$r6]; add.b32 $r6, $r5, $r4");
            if (i % loads == loads - 1)
                strcat(text, i < loads ? "; st.b32 g14[$r7], $r3" : "; st.b32 g14[$r8], $r3; bra 0x28");
        }
        start_rig(&r, "sm", 32, 1, text);
        r.launch.max_cycles = 1000000;
        assert_int_equal(gt_model_run(r.gpu, &r.launch, &r.res, NULL, NULL), GT_HANG);
        if (!strstr(r.res.message, loads == 2 ? "deadlock" : "hang, not finished after 1000000 cycles"))
            fail_msg("%u loads: %s", loads, r.res.message);
        rig_free(&r);
    }
}

/* Each of two blocks stores its number into one word: neither changes what it stored itself. */
static void not_alone(void **state)
{
    (void)state;
    struct rig r;
    start_rig(&r, "tpc", 32, 2,
              "cvt.u32.u16 $r4, s[0xc].u16; mov.b32 $r5, s[0x10].b32; st.b32 g14[$r5], $r4; bra 0x10");
    r.launch.max_cycles = 150000;
    assert_int_equal(gt_model_run(r.gpu, &r.launch, &r.res, NULL, NULL), GT_HANG);
    if (strstr(r.res.message, "deadlock"))
        fail_msg("%s", r.res.message);
    rig_free(&r);
}

/* $r5: address of three words; warp 0 goes to 0x38, $r3 1, $r6 0, $a0 is 0. */
#define TWO                                                                                                           \
    "cvt.u32.u16 $r0, $r0l; mov.b32 $r5, s[0x10].b32; mov.b32 $r3, 0x1; mov.b32 $r6, 0x0; mov.b32 $r4, 0x20;"          \
    "set.l.u32 _|$c0, $r0, $r4; @$c0.e bra "

static void expect_end(const char *chip, uint32_t threads, uint32_t blocks, const char *text)
{
    struct rig r;
    start_rig(&r, chip, threads, blocks, text);
    r.launch.max_cycles = 20000000;
    if (gt_model_run(r.gpu, &r.launch, &r.res, NULL, NULL) != GT_OK)
        fail_msg("%s: %s", text, r.res.message);
    if (r.res.cycles < 40000)
        fail_msg("%s: only %u cycles", text, (unsigned)r.res.cycles);
    rig_free(&r);
}

/* Loops in which no register changes, or the same is stored all the time, until something comes about. */
static void they_end(void **state)
{
    (void)state;
    /* one warp adds to a word and goes on for ever as far as one sees; the other looks at its third byte only, and
     * ends the first with another word */
    expect_end("sm", 64, 1, TWO "0x68;"
               "red.add.u32 g14[$r5], $r3; add.b32 $r7, $r5, 0x4; ld.b32 $r8, g14[$r7];"
               "set.e.u32 _|$c0, $r8, $r6; @$c0.lg bra 0x38; nop.exit;"
               "add.b32 $r7, $r5, 0x2; ld.u8 $r8, g14[$r7]; set.e.u32 _|$c0, $r8, $r6; @$c0.lg bra 0x70;"
               "add.b32 $r7, $r5, 0x4; st.b32.exit g14[$r7], $r3");
    /* a count that is stored */
    expect_end("sm", 32, 1, "mov.b32 $r5, s[0x10].b32; mov.b32 $r3, 0x1; mov.b32 $r6, 0x80;"
               "ld.b32 $r4, g14[$r5]; add.b32 $r4, $r4, $r3; st.b32 g14[$r5], $r4; set.l.u32 _|$c0, $r4, $r6;"
               "@$c0.lg bra 0x18; nop.exit");
    /* an atomic count, and waiting blocks that store what is there until the last block, which counts for long, stores
     * a flag */
    expect_end("tpc", 32, 6,
               "mov.b32 $r5, s[0x10].b32; cvt.u32.u16 $r4, s[0xc].u16; mov.b32 $r3, 0x1; mov.b32 $r6, 0x0;"
               "mov.b32 $r7, 0x5; add.b32 $r8, $r5, 0x8; set.e.u32 _|$c0, $r4, $r7; @$c0.lg bra 0x70;"
               "st.b32 g14[$r8], $r3; atom.add.u32 $r9, g14[$r8], $r6; ld.b32 $r9, g14[$r5]; set.e.u32 _|$c0, $r9, $r6;"
               "@$c0.lg bra 0x40; nop.exit;"
               "mov.b32 $r7, 0x800; sub.b32 $r7|$c0, $r7, $r3; @$c0.lg bra 0x78; st.b32.exit g14[$r5], $r3");
    /* WATCH-4: one warp arrives at a barrier in each round of a circle, which waits for a flag; another waits there for
     * fifteen rounds, longer than a window, and stores the flag after the fourth time. Fourteen wait for both. */
    expect_end("sm", 512, 1, TWO "0x78;"
               "mov.b32 $r10, 0x4; add.b32 $r9, $r5, 0x4;"
               "bar.inc.wait 0x1, 0x10; sub.b32 $r10|$c0, $r10, $r3; @$c0.lg bra 0x48; st.b32 g14[$r9], $r3;"
               "bar.inc.wait 0x2, 0xfff; nop.exit;"
               "mov.b32 $r4, 0x40; set.l.u32 _|$c0, $r0, $r4; @$c0.e bra 0x68; add.b32 $r9, $r5, 0x4;"
               "bar.inc 0x1, 0x10; ld.b32 $r7, g14[$r5]; add.b32 $r7, $r5, $r7; ld.b32 $r7, g14[$r7];"
               "add.b32 $r7, $r9, $r7; ld.b32 $r8, g14[$r7]; set.e.u32 _|$c0, $r8, $r6; @$c0.lg bra 0x98; bra 0x68");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circles), cmocka_unit_test(circles_of_several), cmocka_unit_test(not_alone),
        cmocka_unit_test(slow_rounds), cmocka_unit_test(they_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
