/* SPDX-License-Identifier: Apache-2.0
 *
 * Profiles of small programs on the cycle model: which reason each lost slot has (docs/units/profile.md).
 */
#include "rig.h"

#include <string.h>

#include "prof.h"

struct scene {
    struct rig rig;
    struct prof *prof;
    const struct prof_kernel *k;
    uint64_t cycles;
};

static void run_profile(struct scene *s, uint32_t threads, const char *text)
{
    rig_init(&s->rig, threads);
    s->rig.launch.smem = 4096;
    rig_asm(&s->rig, text);
    s->rig.gpu->waits = true;
    s->prof = prof_new();
    assert_non_null(s->prof);
    assert_true(prof_begin(s->prof, s->rig.gpu, &s->rig.launch, "kernel", NULL, NULL));
    s->cycles = rig_trace(&s->rig);
    prof_events(s->prof, s->rig.ev, s->rig.nev);
    struct gt_result res = {.cycles = s->cycles};
    prof_end(s->prof, &res, NULL);
    s->k = s->prof->kernels;
}

static void free_scene(struct scene *s)
{
    prof_free(s->prof);
    rig_free(&s->rig);
}

/* Those of the instruction at pc, which has no others. */
static void expect_counts(const struct scene *s, uint32_t pc, unsigned n, const unsigned (*want)[2])
{
    uint64_t left = prof_cycles(&s->k->insn[pc / 4].c);
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(s->k->insn[pc / 4].c.cycles[want[i][0]], want[i][1]);
        left -= want[i][1];
    }
    assert_int_equal(left, 0);
}
#define EXPECT(s, pc, ...) \
    do { \
        static const unsigned want[][2] = {__VA_ARGS__}; \
        expect_counts(s, pc, sizeof want / sizeof *want, want); \
    } while (0)

/* PROF-6 */
static void all_cycles(const struct scene *s)
{
    struct prof_counts sum;
    prof_total(s->k, &sum);
    assert_int_equal(prof_cycles(&sum), s->cycles);
    assert_int_equal(sum.cycles[PROF_OTHER], 0);
    assert_int_equal(sum.cycles[PROF_ISSUE], 2 * (sum.issues + sum.micro));
}

/* PROF-2, PROF-4: an instruction waits for the one before it, 24 cycles from issue to issue. */
static void test_operand(void **state)
{
    struct scene s;
    (void)state;
    run_profile(&s, 32, "add.b32 $r4, $r0, $r0\nadd.b32 $r5, $r4, $r0\nnop.exit\n");
    EXPECT(&s, 8, {PROF_ISSUE, 2}, {PROF_DECODE, 2}, {PROF_SP, 20});
    all_cycles(&s);
    free_scene(&s);
}

/* PROF-2: ready warps while the SP is at work (ISSUE-7): four instructions of four warps that depend on nothing. */
static void test_busy(void **state)
{
    struct scene s;
    (void)state;
    run_profile(&s, 128, "nop\nnop\nnop\nnop\nadd.b32 $r4, $r0, $r0\nadd.b32 $r5, $r0, $r0\nadd.b32 $r6, $r0, $r0\n"
                "add.b32 $r7, $r0, $r0\nnop.exit\n");
    uint64_t sp = 0;
    for (uint32_t pc = 0x20; pc < 0x40; pc += 8) {
        sp += s.k->insn[pc / 4].c.cycles[PROF_SP_BUSY];
        assert_int_equal(s.k->insn[pc / 4].c.cycles[PROF_ISSUE], 8);
    }
    assert_true(sp >= 24);
    all_cycles(&s);
    free_scene(&s);
}

/* PROF-2, PROF-6: a wide store keeps its parity for 8 cycles (ISSUE-9). */
static void test_bank(void **state)
{
    struct scene s;
    (void)state;
    run_profile(&s, 32, "mov.b32 $r4, s[0x10].b32\nst.b128 g14[$r4], $r8q\nnop\nnop.exit\n");
    EXPECT(&s, 0x10, {PROF_ISSUE, 2}, {PROF_DECODE, 2}, {PROF_BANK, 4});
    all_cycles(&s);
    free_scene(&s);
}

/* PROF-3: the next instruction of a lone warp issues 20 cycles behind its barrier, 18 of them lost; of a branch, 8. */
static void test_control(void **state)
{
    struct scene s;
    (void)state;
    run_profile(&s, 32, "bar.inc.wait.all 0x0\nnop\nbra 0x18\nnop.exit\n");
    EXPECT(&s, 8, {PROF_ISSUE, 2}, {PROF_DECODE, 2}, {PROF_BARRIER, 16});
    assert_int_equal(s.k->insn[0x18 / 4].c.cycles[PROF_BARRIER], 0);
    assert_true(s.k->insn[0x18 / 4].c.cycles[PROF_BRANCH] >= 2);
    assert_int_equal(s.k->insn[0x10 / 4].c.branches, 1);
    assert_int_equal(s.k->insn[0x10 / 4].c.divergent, 0);
    all_cycles(&s);
    free_scene(&s);
}

/* PROF-7: a branch that half of the lanes take. */
static void test_divergent(void **state)
{
    struct scene s;
    (void)state;
    run_profile(&s, 32, "mov.b32 $r1, 0xf\nset.l.u32 _|$c0, $r0, $r1\n@$c0.lg bra 0x20\nnop\nnop.exit\n");
    assert_int_equal(s.k->insn[0x10 / 4].c.divergent + s.k->insn[0x14 / 4].c.divergent, 1);
    all_cycles(&s);
    free_scene(&s);
}

/* PROF-7, PROF-2: a column of a matrix, in device and in shared memory: 16 transactions of 32 bytes, 16 passes. */
static void test_column(void **state)
{
    struct scene s;
    (void)state;
    run_profile(&s, 32, "mov.b32 $r4, s[0x10].b32\nshl.b32 $r1, $r0, 0x7\nadd.b32 $r4, $r4, $r1\n"
                "ld.b32 $r5, g14[$r4]\nadd.b32 $r6, $r5, $r5\nst.b32 g14[$r4], $r6\nshl $a1, $r0, 0x6\n"
                "st.b32 s[$a1+0x20], $r6\nmov.b32 $r7, s[$a1+0x20].b32\nadd.b32 $r7, $r7, $r7\nnop.exit\n");
    const struct prof_insn *in = s.k->insn;
    unsigned loads = 0, stores = 0, waits = 0, passes = 0;
    for (uint32_t i = 0; i < s.k->code_words; i++) {
        loads += in[i].c.gld[0];
        stores += in[i].c.gst[0];
        waits += in[i].c.cycles[PROF_MEMORY] > 0;
        passes += in[i].c.passes > 30 ? in[i].c.passes : 0;
        assert_int_equal(in[i].c.useful, in[i].c.accesses * 64);
    }
    assert_int_equal(loads, 32);
    assert_int_equal(stores, 32);
    assert_int_equal(waits, 1);
    assert_int_equal(passes, 64);       /* a store and a load */
    all_cycles(&s);
    free_scene(&s);
}

/* PROF-1: no two events in a row have the same sets; PROF-2: each warp is in one. */
static void test_sets(void **state)
{
    struct scene s;
    (void)state;
    run_profile(&s, 64, "mov.b32 $r4, s[0x10].b32\nld.b32 $r5, g14[$r4]\nbar.inc.wait.all 0x0\n"
                "add.b32 $r6, $r5, $r5\nnop.exit\n");
    const struct gt_event *last = NULL;
    unsigned n = 0;
    for (size_t i = 0; i < s.rig.nev; i++) {
        const struct gt_event *e = &s.rig.ev[i];
        if (e->type != GT_EV_WAITS)
            continue;
        uint32_t all = 0;
        assert_false(e->cycle & 1);
        assert_true(!last || memcmp(last->waits, e->waits, sizeof e->waits));
        for (unsigned k = 0; k < GT_WAITS; k++) {
            assert_int_equal(all & e->waits[k], 0);
            all |= e->waits[k];
        }
        last = e;
        n++;
    }
    assert_true(n > 4);
    free_scene(&s);
}

/* Cycles of all SMs of a long program: their products have more than 64 bits. */
static void long_program(void **state)
{
    (void)state;
    const uint64_t cycles = 10000000000u;
    struct prof_insn insn = {.c.cycles[PROF_MEMORY] = cycles};
    uint32_t code = 0;
    const struct prof_kernel k = {.name = "kernel", .code = &code, .code_words = 1, .insn = &insn};
    struct prof_finding f[PROF_FINDINGS];
    assert_int_equal(prof_findings(&k, f), 1);
    assert_int_equal(f[0].cycles, cycles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operand), cmocka_unit_test(test_busy), cmocka_unit_test(test_bank),
        cmocka_unit_test(test_control), cmocka_unit_test(test_divergent), cmocka_unit_test(test_column),
        cmocka_unit_test(test_sets), cmocka_unit_test(long_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
