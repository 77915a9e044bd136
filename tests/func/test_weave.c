/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_func_check: interleaving by a seed, races, accesses outside allocations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gsim.h"
#include "race_sync.h"
#include "text.h"

#define WORDS 1024              /* of the output */

struct run {
    struct gt_gpu *gpu;
    struct gt_launch launch;
    struct gt_result res;
    uint32_t code[256], out, words[WORDS];
};

static struct run *new_run(const char *text, uint32_t blocks, uint32_t threads)
{
    struct run *r = calloc(1, sizeof *r);
    uint32_t n = 0;
    assert_non_null(r);
    r->gpu = gt_gpu_new(1 << 20);
    r->out = gt_alloc(r->gpu, sizeof r->words);
    while (*text) {
        char line[96], err[256];
        size_t len = strcspn(text, "\n");
        int bytes;
        assert_true(len < sizeof line && n + 2 <= 256);
        memcpy(line, text, len);
        line[len] = 0;
        text += len + (text[len] == '\n');
        if (!isa_asm_line(line, &r->code[n], &r->code[n + 1], &bytes, err, sizeof err))
            fail_msg("'%s': %s", line, err);
        n += (uint32_t)bytes / 4;
    }
    r->launch = (struct gt_launch){.name = "test", .code = r->code, .code_words = n, .regs = 16, .smem = 4096,
                                   .grid_x = blocks, .grid_y = 1, .block_x = threads, .block_y = 1, .block_z = 1,
                                   .params = &r->out, .param_words = 1};
    return r;
}

static void free_run(struct run *r)
{
    gt_gpu_free(r->gpu);
    free(r);
}

static enum gt_status run_checked(struct run *r, struct gt_checks checks)
{
    memset(r->words, 0, sizeof r->words);
    assert_true(gt_write(r->gpu, r->out, r->words, sizeof r->words));
    enum gt_status st = gt_func_check(r->gpu, &r->launch, &checks, &r->res, NULL, NULL);
    assert_int_equal(st, r->res.status);
    gt_read(r->gpu, r->out, r->words, sizeof r->words);
    return st;
}

#define SEED(n) ((struct gt_checks){.interleave = true, .seed = (n)})
#define RACES ((struct gt_checks){.races = GT_RACES_ALL})

/* The program is run in order; the whole message must be `expected` ("": no race). */
static void expect_message(const char *text, uint32_t blocks, uint32_t threads, struct gt_checks checks,
                           const char *expected)
{
    struct run *r = new_run(text, blocks, threads);
    enum gt_status st = run_checked(r, checks);
    assert_string_equal(r->res.message, expected);
    assert_int_equal(st, *expected ? GT_RACE : GT_OK);
    free_run(r);
}

/* $r1: the output; $r2: thread of the block, $r3: block, $r4: warp of the block; $c0.e: in the first warp. 40 bytes. */
#define START "mov.b32 $r1, s[0x10].b32\ncvt.u32.u16 $r2, $r0l\ncvt.u32.u16 $r3, s[0xc].u16\nshr.u32 $r4, $r2, 0x5\n" \
              "and.b32 $r4|$c0, $r4, $r4\n"
#define FIRST "@$c0.e "         /* the first warp, the others */
#define OTHER "@$c0.lg "
#define END "nop.exit\n"

/* ---- interleaving -------------------------------------------------------------------------------------- */

/* Every thread takes a ticket and writes it at its place. */
static const char tickets[] = START
    "mov.b32 $r5, 0x1\natom.add.u32 $r6, g14[$r1], $r5\nmul.u24 $r7, $r3, 0x40\nadd.b32 $r7, $r7, $r2\n"
    "shl.b32 $r7, $r7, 0x2\n"
    "add.b32 $r7, $r7, $r1\nadd.b32 $r7, $r7, 0x4\nst.b32 g14[$r7], $r6\n" END;

static void test_seeds(void **state)
{
    (void)state;
    struct run *r = new_run(tickets, 10, 64);
    uint32_t first[WORDS];
    unsigned orders = 0, between = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        bool taken[640] = {false};
        assert_int_equal(run_checked(r, SEED(seed)), GT_OK);
        memcpy(first, r->words, sizeof first);
        assert_int_equal(run_checked(r, SEED(seed)), GT_OK);
        assert_memory_equal(first, r->words, sizeof first);     /* the same each time */
        assert_int_equal(r->words[0], 640);
        for (unsigned i = 0; i < 640; i++) {
            assert_true(r->words[1 + i] < 640 && !taken[r->words[1 + i]]);
            taken[r->words[1 + i]] = true;
        }
        orders += r->words[1] != 0;
        between += r->words[1 + 32] - r->words[1] != 32 && r->words[1] - r->words[1 + 32] != 32;
    }
    assert_true(orders > 10 && between > 10);   /* another warp is first; warps of other blocks run between two of one
                                                 * block */
    assert_int_equal(run_checked(r, (struct gt_checks){0}), GT_OK);
    for (unsigned i = 0; i < 640; i++)
        assert_int_equal(r->words[1 + i], i);                   /* without a seed: as gt_func_run */
    free_run(r);
}

/* A counter without an atomic: turns end between its load and its store, too. */
static void single_instructions(void **state)
{
    (void)state;
    struct run *r = new_run(START "ld.b32 $r5, g14[$r1]\nadd.b32 $r5, $r5, 0x1\nst.b32 g14[$r1], $r5\n" END, 40, 1);
    unsigned lost = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        assert_int_equal(run_checked(r, SEED(seed)), GT_OK);
        assert_in_range(r->words[0], 1, 40);
        lost += r->words[0] < 40;
    }
    assert_true(lost > 15);
    assert_int_equal(run_checked(r, (struct gt_checks){0}), GT_OK);
    assert_int_equal(r->words[0], 40);
    free_run(r);
}

/* Every thread reads what the thread at the other end of the block has stored, three times. */
#define STORE "st.b32 s[$a1+0x40], $r7\n"
#define MEET(n) "bar.inc.wait " #n ", 0xfff\n"
#define LOAD "ld.b32 $r7, s[$a2+0x40]\n"
static const char mirror[] = START
    "shl.b32 $r5, $r2, 0x2\nmov.b32 $r6, 0x1fc\nsub.b32 $r6, $r6, $r5\nshl $a1, $r5, 0x0\nshl $a2, $r6, 0x0\n"
    "mov.b32 $r7, $r2\n"
    STORE MEET(0x0) LOAD MEET(0x0) STORE MEET(0x1) LOAD MEET(0x1) STORE MEET(0x0) LOAD
    "add.b32 $r5, $r5, $r1\nst.b32 g14[$r5], $r7\n" END;

static void test_barriers(void **state)
{
    (void)state;
    struct run *r = new_run(mirror, 6, 128);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct gt_checks c = SEED(seed);
        c.races = GT_RACES_SHARED;
        if (run_checked(r, c) != GT_OK)
            fail_msg("%s", r->res.message);
        for (unsigned i = 0; i < 128; i++)
            assert_int_equal(r->words[i], 127 - i);
    }
    free_run(r);
}

/* Two warps at two barriers; a warp that has ended is not waited for. */
static void test_deadlock(void **state)
{
    (void)state;
    struct run *r = new_run(START OTHER "bra 0x38\n" MEET(0x0) END, 1, 64);
    assert_int_equal(run_checked(r, SEED(3)), GT_OK);
    free_run(r);
    r = new_run(START OTHER "bra 0x40\n" MEET(0x0) END MEET(0x1) END, 2, 64);
    assert_int_equal(run_checked(r, SEED(3)), GT_HANG);
    assert_non_null(strstr(r->res.message, "deadlock, every running warp waits at a barrier\nblock ("));
    assert_non_null(strstr(r->res.message, "warp 1: pc 0x48 active ffffffff depth 0 waiting at barrier 1"));
    free_run(r);
}

/* ---- races ------------------------------------------------------------------------------------------------ */

#define HEAD "kernel test: race, 1 pair of instructions that nothing orders access the same bytes\n"

static void shared_memory(void **state)
{
    (void)state;
    expect_message(START FIRST "st.b32 s[0x40], $r2\n" OTHER "ld.b32 $r5, s[0x40]\n" END, 1, 33, RACES,
                   HEAD "shared memory 0x40: write at pc 0x28, block (0,0) warp 0 lane 31; "
                   "then read at pc 0x30, block (0,0) "
               "warp 1 lane 0");
    expect_message(START FIRST "st.b32 s[0x40], $r2\n" MEET(0x0) OTHER "ld.b32 $r5, s[0x40]\n" END, 1, 64, RACES, "");
    expect_message(START "ld.b32 $r5, s[0x40]\nst.b32 s[0x40], $r2\n" END, 1, 32, RACES,
                   "");     /* one warp is in order */
    expect_message(START "ld.b32 $r5, s[0x10]\nld.b32 $r5, s[0x80]\n" END, 1, 64, RACES, "");
}

static void read_then_write(void **state)
{
    (void)state;
    expect_message(START FIRST "add.b32 $r5, s[0x40].b32, $r2\n" OTHER "st.b32 s[0x40], $r2\n" END, 1, 33, RACES,
                   HEAD "shared memory 0x40: read at pc 0x28, block (0,0) warp 0 lane 0; "
                   "then write at pc 0x30, block (0,0) "
               "warp 1 lane 0");
    expect_message(START "ld.b32 $r5, s[0x40]\n" MEET(0x0) OTHER "st.b32 s[0x40], $r2\n" END, 1, 64, RACES, "");
}

/* Two warps that write the same value do no harm. */
static void equal_values(void **state)
{
    (void)state;
    expect_message(START "mov.b32 $r5, 0x7\nst.b32 s[0x40], $r5\n" END, 1, 96, RACES, "");
    expect_message(START "st.b32 s[0x40], $r4\n" END, 1, 33, RACES,
                   HEAD "shared memory 0x40: write at pc 0x28, block (0,0) warp 0 lane 31; "
                   "then write at pc 0x28, block (0,0) "
               "warp 1 lane 0");
}

/* Bytes of one word: byte `warp` is the warp's own. */
static void test_bytes(void **state)
{
    (void)state;
#define BYTE START "shl $a1, $r4, 0x0\nst.b8 s[$a1+0x40], $r2l\n"
    expect_message(BYTE END, 1, 128, RACES, "");
    expect_message(BYTE "ld.u8 $r5, s[$a1+0x40]\n" END, 1, 128, RACES, "");
    expect_message(BYTE OTHER "ld.u8 $r5, s[0x40]\n" END, 1, 33, RACES,
                   HEAD "shared memory 0x40: write at pc 0x30, block (0,0) warp 0 lane 31; "
                   "then read at pc 0x38, block (0,0) "
               "warp 1 lane 0");
    expect_message(BYTE OTHER "ld.u16 $r5, s[0x40]\n" END, 1, 33, RACES,
                   HEAD "shared memory 0x40: write at pc 0x30, block (0,0) warp 0 lane 31; "
                   "then read at pc 0x38, block (0,0) "
               "warp 1 lane 0");
}

/* Blocks are ordered by nothing; one after the other is chance. */
static void device_memory(void **state)
{
    (void)state;
    static const char two[] = START "add.b32 $r5, $r1, 0x20\nst.b32 g14[$r5], $r3\n" END;
    expect_message(two, 2, 1, RACES,
                   HEAD "global memory 0x10020 (byte 32 of allocation 0x10000): write at pc 0x30, block "
                                          "(0,0) warp 0 lane 0; "
                   "then write at pc 0x30, block (1,0) warp 0 lane 0");
    expect_message(two, 2, 1, (struct gt_checks){.races = GT_RACES_SHARED}, "");
    expect_message(two, 1, 32, RACES, "");
    expect_message(START FIRST "st.b32 g14[$r1], $r2\n" MEET(0x0) "ld.b32 $r5, g14[$r1]\n" END, 1, 64, RACES, "");
    expect_message(START "red.add.u32 g14[$r1], $r2\n" END, 4, 64, RACES, "");
    expect_message(START FIRST "red.add.u32 g14[$r1], $r2\n" OTHER "ld.b32 $r5, g14[$r1]\n" END, 1, 33, RACES,
                   HEAD "global memory 0x10000 (byte 0 of allocation 0x10000): atomic at pc 0x28, block (0,0) warp 0 "
                   "lane 31; then read at pc 0x30, block (0,0) warp 1 lane 0");
}

/* Blocks follow each other in the same places; that they have barriers orders them no more than before. */
static void blocks_in_a_row(void **state)
{
    (void)state;
    expect_message(START MEET(0x0) FIRST "st.b32 g14[$r1], $r3\n" MEET(0x0) END, 2, 64, RACES,
                   HEAD "global memory 0x10000 (byte 0 of allocation 0x10000): write at pc 0x30, block (0,0) warp 0 "
                   "lane 31; then write at pc 0x30, block (1,0) warp 0 lane 0");
}

/* The last of the blocks, as an atomic tells, reads what all have written; without the atomic's answer nothing orders
 * them. */
static void order_by_atomics(void **state)
{
    (void)state;
#define OWN START "add.b32 $r6, $r1, 0x20\nshl.b32 $r5, $r3, 0x2\nadd.b32 $r5, $r5, $r6\nst.b32 g14[$r5], $r3\n" \
                  "mov.b32 $r7, 0x1\n"
#define LAST(end) "mov.b32 $r9, 0x3\nset.e.u32 _|$c1, $r8, $r9\n@$c1.e bra " end "\n"
    expect_message(OWN "atom.add.u32 $r8, g14[$r1], $r7\n" LAST("0x78") "ld.b32 $r9, g14[$r6]\n" END, 4, 1, RACES, "");
    expect_message(OWN "red.add.u32 g14[$r1], $r7\nmov.b32 $r8, $r3\n" LAST("0x80") "ld.b32 $r9, g14[$r6]\n" END, 4, 1,
                   RACES, HEAD "global memory 0x10020 (byte 32 of allocation 0x10000): write at pc 0x40, block (0,0) "
                   "warp 0 lane 0; then read at pc 0x78, block (3,0) warp 0 lane 0");
}

/* An arrival orders what was before it, a wait what is behind it. */
static void test_arrivals(void **state)
{
    (void)state;
    expect_message(START FIRST "st.b32 s[0x40], $r2\n" "bar.inc 0x2, 0xfff\n" "bar.wait 0x2, 0xfff\n" OTHER
                   "ld.b32 $r5, s[0x40]\n" END,
                   1, 33, RACES, "");
    expect_message(START "bar.inc 0x2, 0xfff\n" FIRST "st.b32 s[0x40], $r2\n" "bar.wait 0x2, 0xfff\n" OTHER
                   "ld.b32 $r5, s[0x40]\n" END,
                   1, 33, RACES, HEAD "shared memory 0x40: write at pc 0x30, block (0,0) warp 0 lane 31; "
                   "then read at pc 0x40, block (0,0) warp 1 lane 0");
}

/* ---- bounds ------------------------------------------------------------------------------------------------ */

static void expect_outside(const char *text, uint32_t code, uint32_t pc, uint32_t addr, const char *where)
{
    struct run *r = new_run(text, 1, 32);
    uint32_t word = 7;
    assert_true(gt_const_write(r->gpu, 0, 0, &word, 4));
    r->gpu->guard = GT_MEMCHECK_GUARD;
    uint32_t second = gt_alloc(r->gpu, 100);
    assert_int_equal(second, r->out + sizeof r->words + GT_MEMCHECK_GUARD);
    enum gt_status st = run_checked(r, (struct gt_checks){.memcheck = true});
    assert_int_equal(st, code ? GT_FAULT : GT_OK);
    assert_int_equal(r->res.fault.code, code);
    if (code) {
        assert_int_equal(r->res.fault.pc, pc);
        assert_int_equal(r->res.fault.addr, addr);
        const char *last = strstr(r->res.message, " address ");
        assert_non_null(last);
        assert_string_equal(strchr(last, ',') ? strchr(last, ',') : "", where);
    }
    free_run(r);
}

static void test_bounds(void **state)
{
    (void)state;
#define AT(n) START "mov.b32 $r5, " #n "\nadd.b32 $r5, $r5, $r1\n"
    expect_outside(AT(0xffc) "st.b32 g14[$r5], $r2\n" END, 0, 0, 0, "");
    expect_outside(AT(0x1000) "st.b32 g14[$r5], $r2\n" END, GT_F_OUTSIDE_ALLOCATION, 0x38, 0x11000,
                   ", 0 bytes behind the end of the allocation of 4096 bytes at 0x10000");
    expect_outside(AT(0x11060) "ld.b32 $r5, g14[$r5]\n" END, 0, 0, 0, "");
    expect_outside(AT(0x11064) "red.add.u32 g14[$r5], $r2\n" END, GT_F_OUTSIDE_ALLOCATION, 0x38, 0x21064,
                   ", 0 bytes behind the end of the allocation of 100 bytes at 0x21000");
    expect_outside(AT(0x11060) "ld.b64 $r6d, g14[$r5]\n" END, GT_F_OUTSIDE_ALLOCATION, 0x38, 0x21060,
                   ", across the end of the allocation of 100 bytes at 0x21000");
    expect_outside(AT(0x10ff0) "ld.b32 $r5, g14[$r5]\n" END, GT_F_OUTSIDE_ALLOCATION, 0x38, 0x20ff0,
                   ", 16 bytes before the allocation of 100 bytes at 0x21000");
    expect_outside(AT(0x200000) "ld.b32 $r5, g14[$r5]\n" END, GT_F_GLOBAL_LIMIT_READ, 0x38, 0x210000, "");
    expect_outside(START "shl $a1, $r2, 0x0\nld.u8 $r5, c0[$a1]\n" END, GT_F_OUTSIDE_CONSTANT, 0x30, 4,
                   ", no constant there");
    expect_outside(START "shl $a1, $r1, 0x0\nst.b32 s[0xffc], $r5\n" END, 0, 0, 0, "");
}

/* The window of the block is rounded up to 64 bytes; what it was launched with ends earlier. Lanes outside the lane
 * mask of a mov read nothing. */
static void shared_bounds(void **state)
{
    (void)state;
    struct run *r = new_run(START "st.b32 s[0x60], $r5\nst.b32 s[0x64], $r5\n" END, 1, 32);
    r->launch.smem = 0x44;
    r->launch.dyn_smem = 0x20;
    assert_int_equal(run_checked(r, (struct gt_checks){.races = GT_RACES_ALL}), GT_OK);
    assert_int_equal(run_checked(r, (struct gt_checks){.memcheck = true}), GT_FAULT);
    assert_int_equal(r->res.fault.code, GT_F_SHARED_LIMIT);
    assert_int_equal(r->res.fault.addr, 0x64);
    free_run(r);
    expect_outside(START "and.b32 $r5, $r2, 0x3\nshl $a1, $r5, 0xf\nmov.b32.lm1 $r5, s[$a1].b32\n" END, 0, 0, 0, "");
}

/* What warps know of each other stays when there is room for more blocks: at an atomic's address, at a barrier, and of
 * warps in the knower's slots before it. */
static void knowledge_grows(void **state)
{
    (void)state;
    enum { SLOTS = 2, SHARED = 7 };
    struct gt_order o;
    assert_true(gt_order_init(&o, SLOTS) && gt_order_grow(&o, 1));
    for (unsigned slot = 0; slot < SLOTS; slot++)
        gt_order_start(&o, slot);
    uint32_t early = gt_order_clock(&o, 1);
    assert_true(gt_order_atomic(&o, 1, SHARED, false, true));
    for (unsigned slot = 0; slot < SLOTS; slot++)
        gt_order_start(&o, slot);                       /* another block */
    assert_true(gt_order_atomic(&o, 0, SHARED, true, false) && gt_order_knows(&o, 0, 1, early, false));
    assert_true(gt_order_atomic(&o, 1, SHARED, false, true));
    uint32_t at_atomic = gt_order_clock(&o, 0);
    assert_true(gt_order_atomic(&o, 0, SHARED, false, true));
    uint32_t at_barrier = gt_order_clock(&o, 0);
    gt_order_arrive(&o, 0, 3);
    assert_true(gt_order_grow(&o, 9));
    assert_true(gt_order_knows(&o, 0, 1, early, false));
    assert_int_equal(o.slots, 18);
    for (unsigned slot = SLOTS; slot < o.slots; slot++)
        gt_order_start(&o, slot);
    assert_true(gt_order_atomic(&o, 1, SHARED, true, false) && gt_order_knows(&o, 1, 1, early, false));
    assert_false(gt_order_knows(&o, 17, 0, at_atomic, false));
    assert_true(gt_order_atomic(&o, 17, SHARED, true, true));
    assert_true(gt_order_knows(&o, 17, 0, at_atomic, false));
    assert_true(gt_order_knows(&o, 17, 1, early, false));
    assert_false(gt_order_knows(&o, 17, 0, at_barrier, false));
    assert_false(gt_order_knows(&o, 17, 3, 1, false));
    gt_order_pass(&o, 1, 3);
    assert_true(gt_order_knows(&o, 1, 0, at_barrier, true));
    assert_false(gt_order_knows(&o, 1, 17, 1, false));
    uint32_t late = gt_order_clock(&o, 17);
    assert_true(gt_order_atomic(&o, 17, SHARED, false, true) && gt_order_atomic(&o, 1, SHARED, true, false));
    assert_true(gt_order_knows(&o, 1, 17, late, false));
    assert_true(gt_order_knows(&o, 1, 1, early, false));
    gt_order_done(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seeds), cmocka_unit_test(single_instructions), cmocka_unit_test(test_barriers),
        cmocka_unit_test(knowledge_grows), cmocka_unit_test(test_deadlock), cmocka_unit_test(shared_memory),
        cmocka_unit_test(read_then_write), cmocka_unit_test(equal_values), cmocka_unit_test(test_bytes),
        cmocka_unit_test(device_memory),
        cmocka_unit_test(blocks_in_a_row), cmocka_unit_test(order_by_atomics), cmocka_unit_test(test_arrivals),
        cmocka_unit_test(test_bounds), cmocka_unit_test(shared_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
