/* SPDX-License-Identifier: Apache-2.0
 *
 * The watch for warps that spin, on events made here: a loop of two instructions, one warp on each of one or two SMs.
 */
#include "rig.h"
#include "watch.h"

#include <string.h>

#define STEP 8                          /* cycles between two instructions of a warp */

struct scene {
    struct rig rig;
    struct gt_watch *watch;
    unsigned sms;
    uint64_t cycle;
};

static void start_scene(struct scene *s, unsigned sms, const char *text)
{
    rig_init(&s->rig, 32);
    rig_asm(&s->rig, text);
    struct gt_config cfg;
    struct gt_result res;
    assert_true(gt_launch_config(s->rig.gpu, &s->rig.launch, &cfg, &res));
    s->watch = gt_watch_new(s->rig.gpu, &s->rig.launch, &cfg, sms);
    assert_non_null(s->watch);
    s->sms = sms;
    s->cycle = 0;
}

static void end_scene(struct scene *s)
{
    gt_watch_free(s->watch);
    rig_free(&s->rig);
}

static void give_event(struct scene *s, unsigned sm, enum gt_event_type type, uint32_t pc, uint32_t word)
{
    struct gt_event e = {.type = type, .cycle = s->cycle, .pc = pc, .active = ~0u, .warp = 3};
    if (type == GT_EV_SPWB) {
        e.lanes = 0xff;
        e.writes = GT_WRITES_REG;
        for (unsigned i = 0; i < 8; i++)
            e.result[i] = word;
    }
    if (gt_watch_open(s->watch))
        gt_watch_take(s->watch, sm, &e, 1);
}

/* The warps go round until `to`: two instructions from `pc` on, the first with a result of its own. true: the last
 * window closed. */
static bool go_round(struct scene *s, uint64_t to, uint32_t pc)
{
    bool closed = false;
    for (; s->cycle < to; s->cycle += STEP) {
        closed = s->cycle >= gt_watch_next(s->watch) && gt_watch_turn(s->watch, s->cycle);
        for (unsigned sm = 0; sm < s->sms; sm++) {
            bool second = s->cycle / STEP & 1;
            give_event(s, sm, GT_EV_ISSUE, pc + 8 * second, 0);
            if (!second)
                give_event(s, sm, GT_EV_SPWB, pc, 5);
        }
        gt_watch_share(s->watch);
    }
    return closed;
}

static void test_windows(void **state)
{
    (void)state;
    struct scene s;
    start_scene(&s, 1, "add.b32 $r1, $r1, $r0\nbra 0x0\n");
    static const uint64_t at[] = {8192, 16384, 24576, 32768, 40960, 65536, 73728};
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        assert_int_equal(gt_watch_next(s.watch), at[i]);
        bool was_open = gt_watch_open(s.watch);
        assert_int_equal(gt_watch_turn(s.watch, at[i]), was_open);
        assert_int_equal(gt_watch_open(s.watch), i == 0 || i == 1 || i == 3 || i == 5);
    }
    end_scene(&s);
    start_scene(&s, 3, "nop\n");
    assert_int_equal(gt_watch_next(s.watch), 65536);
    end_scene(&s);
}

static void a_circle_is_told(void **state)
{
    (void)state;
    struct scene s;
    start_scene(&s, 1, "add.b32 $r1, $r1, $r0\nbra 0x0\n");
    assert_true(go_round(&s, 16384 + STEP, 0));
    const struct gt_spins *spins = gt_watch_spins(s.watch, 0);
    assert_int_equal(spins->warps, 1 << 3);
    assert_int_equal(spins->from[3], 0);
    assert_int_equal(spins->to[3], 8);
    end_scene(&s);
}

/* Each window forgets what the one before it saw. */
static void the_second_window_tells(void **state)
{
    (void)state;
    struct scene s;
    start_scene(&s, 1, "add.b32 $r1, $r1, $r0\nbra 0x0\nadd.b32 $r1, $r1, $r0\nbra 0x10\n");
    for (; s.cycle < 16384; s.cycle += STEP) {
        if (s.cycle >= gt_watch_next(s.watch))
            assert_false(gt_watch_turn(s.watch, s.cycle));
        give_event(&s, 0, GT_EV_ISSUE, s.cycle / STEP & 1 ? 8 : 0, 0);
        give_event(&s, 0, GT_EV_SPWB, 0, (uint32_t)s.cycle);    /* it counts */
    }
    assert_false(gt_watch_open(s.watch));
    assert_false(go_round(&s, s.cycle + STEP, 0x10));
    assert_true(gt_watch_open(s.watch));
    assert_true(go_round(&s, 24576 + STEP, 0x10));
    assert_int_equal(gt_watch_spins(s.watch, 0)->warps, 1 << 3);
    assert_int_equal(gt_watch_spins(s.watch, 0)->from[3], 0x10);
    end_scene(&s);
}

/* A round of 440 cycles, as of a warp that waits for a word in memory. */
static void slow_circles_are_told(void **state)
{
    (void)state;
    struct scene s;
    start_scene(&s, 1, "ld.b32 $r1, g14[$r0]\nbra 0x0\n");
    gt_watch_turn(s.watch, 8192);
    for (s.cycle = 8192; s.cycle < 16384; s.cycle += 440) {
        give_event(&s, 0, GT_EV_ISSUE, 0, 0);
        give_event(&s, 0, GT_EV_SPWB, 0, 0);
        give_event(&s, 0, GT_EV_ISSUE, 8, 0);
    }
    assert_true(gt_watch_turn(s.watch, 16384));
    assert_int_equal(gt_watch_spins(s.watch, 0)->warps, 1 << 3);
    end_scene(&s);
}

/* Effects: of the warp itself, and of another SM, at the beginning of the window and later. */
static void what_is_no_circle(void **state)
{
    (void)state;
    struct scene s;
    start_scene(&s, 1, "st.unlock.b32 s[0x14], $r0\nbra 0x0\n");
    assert_false(go_round(&s, 16384 + STEP, 0));
    assert_int_equal(gt_watch_spins(s.watch, 0)->warps, 0);
    end_scene(&s);
    for (unsigned late = 0; late < 2; late++) {
        start_scene(&s, 2, "add.b32 $r1, $r1, $r0\nbra 0x0\n");
        go_round(&s, late ? 65536 + 4096 : 65536 + 1024, 0);
        give_event(&s, 1, GT_EV_BLOCK, 0, 0);
        assert_int_equal(gt_watch_open(s.watch), !late);
        assert_int_equal(go_round(&s, 73728 + STEP, 0), !late);
        assert_int_equal(gt_watch_spins(s.watch, 0)->warps, late ? 0 : 1 << 3);
        assert_int_equal(gt_watch_spins(s.watch, 1)->warps, late ? 0 : 1 << 3);
        end_scene(&s);
    }
}

/* The results of the last instructions are still to come. */
static void a_short_circle_is_not_told(void **state)
{
    (void)state;
    struct scene s;
    start_scene(&s, 1, "add.b32 $r1, $r1, $r0\nbra 0x0\n");
    go_round(&s, 8192 + STEP, 0);
    s.cycle = 16384 - 1024;             /* silence until then */
    assert_true(go_round(&s, 16384 + STEP, 0));
    assert_int_equal(gt_watch_spins(s.watch, 0)->warps, 0);
    end_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_windows),
        cmocka_unit_test(a_circle_is_told),
        cmocka_unit_test(the_second_window_tells),
        cmocka_unit_test(slow_circles_are_told),
        cmocka_unit_test(a_short_circle_is_not_told),
        cmocka_unit_test(what_is_no_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
