/* SPDX-License-Identifier: Apache-2.0
 *
 * Atomics, shared-memory locks, votes, events, texture fetches and the names of errors, in whole launches of
 * assembled code.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assemble.h"
#include "gsim.h"

static struct gt_gpu *gpu;
static uint32_t out;            /* g[] address of 1024 words */

static int set_up(void **state)
{
    (void)state;
    gpu = gt_gpu_new(1 << 16);
    out = gpu ? gt_alloc(gpu, 4096) : 0;
    return out ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    gt_gpu_free(gpu);
    return 0;
}

static enum gt_status run_code(const struct code *c, uint32_t threads, struct gt_result *res)
{
    struct gt_launch l = {.name = "test",
                          .code = c->w, .code_words = c->n, .regs = 16, .smem = 1024, .grid_x = 1, .grid_y = 1,
                          .block_x = threads, .block_y = 1, .block_z = 1, .params = &out, .param_words = 1};
    return gt_func_run(gpu, &l, res, NULL, NULL);
}

static void expect_good(const char *text, uint32_t threads)
{
    struct code c = assemble(text);
    struct gt_result res;
    if (run_code(&c, threads, &res) != GT_OK)
        fail_msg("%s", res.message);
}

static void expect_fault(const char *text, uint32_t threads, const char *message)
{
    struct code c = assemble(text);
    struct gt_result res;
    assert_int_equal(run_code(&c, threads, &res), GT_FAULT);
    if (!strstr(res.message, message))
        fail_msg("\"%s\" does not contain \"%s\"", res.message, message);
}

static const uint32_t *read_result(void)
{
    static uint32_t v[1024];
    assert_true(gt_read(gpu, out, v, sizeof v));
    return v;
}

static void clear_words(uint32_t v)
{
    uint32_t row[1024];
    for (int i = 0; i < 1024; i++)
        row[i] = v;
    assert_true(gt_write(gpu, out, row, sizeof row));
}

/* $r1 = out + 4 tid + 256, $r2 = out, $r0 = tid (one dimension). */
#define START "ld.b32 $r2, s[0x10]; shl.b32 $r1, $r0, 0x2; add.b32 $r1, $r1, $r2; add.b32 $r1, $r1, 0x100;"
#define STORE "st.b32 g14[$r1], $r4; nop.exit"

static void lanes_in_order(void **state)
{
    (void)state;
    clear_words(0);
    expect_good(START "mov.b32 $r5, 0x1; atom.add.u32 $r4, g14[$r2], $r5;" STORE, 48);
    const uint32_t *v = read_result();
    assert_int_equal(v[0], 48);
    for (uint32_t i = 0; i < 48; i++)
        assert_int_equal(v[64 + i], i);
    clear_words(5);                             /* the address register is the destination */
    expect_good(START "mov.b32 $r4, $r2; atom.exch.b32 $r4, g14[$r4], $r0;" STORE, 32);
    v = read_result();
    assert_int_equal(v[0], 31);
    assert_int_equal(v[64], 5);
    for (uint32_t i = 1; i < 32; i++)
        assert_int_equal(v[64 + i], i - 1);
    clear_words(3);                             /* one lane's compare succeeds: its value is then not found any more */
    expect_good(START "mov.b32 $r5, 0x3; atom.cas.b32 $r4, g14[$r2], $r5, $r0;" STORE, 32);
    v = read_result();
    assert_int_equal(v[0], 0);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(v[64 + i], i ? 0 : 3);
}

static void wrap_and_sign(void **state)
{
    (void)state;
    clear_words(0);
    expect_good(START "mov.b32 $r5, 0x4; atom.inc.u32 $r4, g14[$r2], $r5;" STORE, 32);
    const uint32_t *v = read_result();
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(v[64 + i], i % 5);
    clear_words(2);
    expect_good(START "mov.b32 $r5, 0x4; atom.dec.s32 $r4, g14[$r2], $r5;" STORE, 8);
    v = read_result();
    const uint32_t want[8] = {2, 1, 0, 4, 3, 2, 1, 0};
    assert_memory_equal(v + 64, want, sizeof want);
    assert_int_equal(v[0], 4);
    clear_words(0xffffffff);
    expect_good(START "red.max.s32 g14[$r2], $r0; nop.exit", 20);
    assert_int_equal(read_result()[0], 19);
    clear_words(0xffffffff);
    expect_good(START "red.max.u32 g14[$r2], $r0; nop.exit", 20);
    assert_int_equal(read_result()[0], 0xffffffff);
    clear_words(0xffffffff);
    expect_good(START "red.min.s32 g14[$r2], $r0; nop.exit", 20);
    assert_int_equal(read_result()[0], 0xffffffff);
    clear_words(0xffffffff);                    /* 64 bits: carry into the high word */
    expect_good(START
                "mov.b32 $r6, 0x1; mov.b32 $r7, 0x0; atom.add.u64 $r4d, g14[$r2], $r6d; st.b32 g14[$r1], $r5; nop.exit",
                2);
    v = read_result();
    assert_int_equal(v[0], 1);
    assert_int_equal(v[1], 0);
    assert_int_equal(v[64], 0xffffffff);
    assert_int_equal(v[65], 0);
}

static void test_limits(void **state)
{
    (void)state;
    expect_fault("mov.b32 $r2, 0x0; red.add.u32 g14[$r2], $r0; nop.exit", 4, "GLOBAL_LIMIT_RED at pc 0x8 (red.add.u32");
    expect_fault("mov.b32 $r2, 0x0; atom.add.u32 $r4, g14[$r2], $r0; nop.exit", 4,
                 "GLOBAL_LIMIT_ATOM at pc 0x8 (atom.add.u32");
    expect_fault(START "add.b32 $r2, $r2, 0x4; atom.exch.b64 $r4d, g14[$r2], $r6d; nop.exit", 4, "MISALIGNED");
    expect_fault("mov.b32 $r2, 0x20000; ld.b32 $r4, g14[$r2]; nop.exit", 4, "GLOBAL_LIMIT_READ at pc 0x8");
    expect_fault("mov.b32 $r2, 0x20000; st.b32 g14[$r2], $r4; nop.exit", 4, "GLOBAL_LIMIT_WRITE at pc 0x8");
    expect_fault("ld.b32 $r4, l[0x10]; nop.exit", 4, "LOCAL_LIMIT_READ at pc 0x0");
    expect_fault("st.b32 l[0x10], $r4; nop.exit", 4, "LOCAL_LIMIT_WRITE at pc 0x0");
    expect_fault("ld.lock.b32 $r4|$c0, s[0x400]; nop.exit", 4, "SHARED_LIMIT at pc 0x0 (ld.lock.s.b32");
    expect_fault("shl $a1, $r0, 0x0; st.unlock.b32 s[$a1+0x80], $r4; nop.exit", 4,
                 "MISALIGNED at pc 0x8 (st.unlock.s.b32");
}

/* The usual loop: every thread adds 1 + tid to one word of s[] under its lock, across three warps. */
static void test_locks(void **state)
{
    (void)state;
    clear_words(0);
    expect_good("ld.b32 $r2, s[0x10];"          /* 00 */
                "mov.b32 $r6, 0x1;"                    /* 08 */
                "add.b32 $r7, $r0, $r6;"               /* 10 */
                "prebrk 0x48;"                         /* 18 */
                "ld.lock.b32 $r4|$c0, s[0x80];"        /* 20 */
                "@$c0.lg add.b32 $r4, $r4, $r7;"       /* 28 */
                "@$c0.lg st.unlock.b32 s[0x80], $r4;"   /* 30 */
                "@$c0.lg brk;"                         /* 38 */
                "bra 0x20;"                            /* 40: the others try again */
                "bar.inc.wait 0x0, 0xfff;"              /* 48 */
                "ld.b32 $r4, s[0x80]; st.b32 g14[$r2], $r4; nop.exit", 96);
    assert_int_equal(read_result()[0], 96 * 97 / 2);
    /* One execution by a warp: the lowest lane gets the lock, the others keep their register and see failure. */
    clear_words(0);
    expect_good(START "mov.b32 $r4, 0x77; st.b32 s[0x80], $r0; ld.lock.b32 $r4|$c0, s[0x80]; mov.b32 $r5, $c0;"
                "st.b32 g14[$r1], $r4; add.b32 $r1, $r1, 0x200; st.b32 g14[$r1], $r5; nop.exit", 32);
    const uint32_t *v = read_result();
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(v[64 + i], i ? 0x77 : 31);
        assert_int_equal(v[192 + i], i ? 1 : 2);
    }
    /* Unlocking makes the word free again, also for another warp; another word is independent. */
    clear_words(0);
    expect_good(START "ld.lock.b32 $r4|$c0, s[0x80]; ld.lock.b32 $r4|$c1, s[0x84]; st.unlock.b32 s[0x80], $r0;"
                "ld.lock.b32 $r4|$c0, s[0x80]; mov.b32 $r4, $c0; st.b32 g14[$r1], $r4; add.b32 $r1, $r1, 0x200;"
                "mov.b32 $r4, $c1; st.b32 g14[$r1], $r4; st.unlock.b32 s[0x80], $r0; nop.exit", 64);
    v = read_result();
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(v[64 + i], i % 32 ? 1 : 2);
        assert_int_equal(v[192 + i], i ? 1 : 2);        /* never unlocked: warp 1 fails everywhere */
    }
}

static void votes_and_events(void **state)
{
    (void)state;
    clear_words(0);
    expect_good(START "set.e.u32 _|$c0, $r0, $r4; @$c0.lg vote.any $c1; @$c0.lg vote.all $c2; pmevent 0x0; "
                "pmevent 0x2; "
                      "pmevent 0x2;"
               "pmevent 0x9; mov.b32 $r4, $c1; st.b32 g14[$r1], $r4; add.b32 $r1, $r1, 0x200; mov.b32 $r4, $c2; "
               "st.b32 g14[$r1], $r4;"
               "add.b32 $r1, $r1, 0x200; mov.b32 $r4, $pm0; st.b32 g14[$r1], $r4;"
               "add.b32 $r1, $r1, 0x200; mov.b32 $r4, $pm2; st.b32 g14[$r1], $r4;"
               "add.b32 $r1, $r1, 0x200; mov.b32 $r4, $pm3; st.b32 g14[$r1], $r4; nop.exit",
                7);
    const uint32_t *v = read_result();
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(v[64 + i], 2);
        assert_int_equal(v[192 + i], 1);
        assert_int_equal(v[320 + i], 1);
        assert_int_equal(v[448 + i], 2);
        assert_int_equal(v[576 + i], 0);
    }
}

static void bind_texture(unsigned type, unsigned comps, unsigned bits, uint32_t width)
{
    struct gt_texture t = {
        .addr = out + 2048, .width = width, .comps = (uint8_t)comps, .bits = (uint8_t)bits, .type = (uint8_t)type};
    assert_true(gt_texture_bind(gpu, 5, &t));
}

/* Texels of lanes 0 to 3, index 2 - lane: lane 3 is outside. */
static void fetch_texels(uint32_t v[4][4], const void *texels, uint32_t bytes)
{
    clear_words(0);
    assert_true(gt_write(gpu, out + 2048, texels, bytes));
    expect_good("ld.b32 $r2, s[0x10]; shl.b32 $r1, $r0, 0x4; add.b32 $r1, $r1, $r2; mov.b32 $r3, 0x2; "
                "sub.b32 $r4, $r3, $r0;texfetch.live {$r4,$r5,$r6,$r7}, $t5, $s5, {$r4}, 0x0, 0x0, 0x0; "
                "st.b128 g14[$r1], $r4q; nop.exit", 4);
    memcpy(v, read_result(), 64);
}

static void test_textures(void **state)
{
    (void)state;
    uint32_t v[4][4];
    const uint8_t bytes[] = {0, 255, 128, 1, 127, 129, 254, 85, 51, 2, 3, 4};
    const uint16_t halves[] = {0x3c00, 0xc000, 0x0001, 0x7c01, 0x7c00, 0xfbff};
    const uint32_t words[] = {0x3f800000, 0x7fc12345, 0x80000001, 5, 6, 7};

    bind_texture(GT_TEX_UNORM, 4, 8, 3);
    fetch_texels(v, bytes, sizeof bytes);
    const uint32_t un[4] = {0, 0x3f800000, 0x3f008081, 0x3b808081};     /* 0, 1, 128/255, 1/255 */
    assert_memory_equal(v[2], un, sizeof un);
    assert_int_equal(v[3][0] | v[3][1] | v[3][2] | v[3][3], 0);         /* index -1 */
    bind_texture(GT_TEX_SNORM, 2, 8, 3);
    fetch_texels(v, bytes, sizeof bytes);
    const uint32_t sn[4] = {0xbf800000, 0x3c010204, 0, 0x3f800000};     /* -128 is -1, 1/127 */
    assert_memory_equal(v[1], sn, sizeof sn);
    bind_texture(GT_TEX_SINT, 1, 8, 3);
    fetch_texels(v, bytes, sizeof bytes);
    const uint32_t si[4] = {0xffffffff, 0, 0, 1};
    assert_memory_equal(v[1], si, sizeof si);
    bind_texture(GT_TEX_UINT, 2, 16, 2);                                /* index 2 is outside */
    fetch_texels(v, halves, sizeof halves);
    const uint32_t ui[4] = {0x0001, 0x7c01, 0, 1};
    assert_memory_equal(v[1], ui, sizeof ui);
    assert_int_equal(v[0][3], 0);
    bind_texture(GT_TEX_FLOAT, 2, 16, 3);
    fetch_texels(v, halves, sizeof halves);
    const uint32_t fh[4] = {0x33800000, 0x7fffffff, 0, 0x3f800000};     /* denormal, NaN */
    assert_memory_equal(v[1], fh, sizeof fh);
    bind_texture(GT_TEX_FLOAT, 1, 32, 3);
    fetch_texels(v, words, sizeof words);
    assert_int_equal(v[1][0], 0x7fc12345);                              /* untouched */
    bind_texture(GT_TEX_UINT, 2, 32, 3);
    fetch_texels(v, words, sizeof words);
    const uint32_t u2[4] = {0x80000001, 5, 0, 1};
    assert_memory_equal(v[1], u2, sizeof u2);

    assert_true(gt_texture_bind(gpu, 5, NULL));
    fetch_texels(v, words, sizeof words);
    for (int i = 0; i < 4; i++)
        assert_int_equal(v[i][0] | v[i][3], 0);
    struct gt_texture t = {.addr = out, .width = 1, .comps = 3, .bits = 8};
    assert_false(gt_texture_bind(gpu, 5, &t));
    t.comps = 4;
    assert_true(gt_texture_bind(gpu, 127, &t));
    assert_false(gt_texture_bind(gpu, 128, &t));
    t.width = 1 << 20;
    assert_false(gt_texture_bind(gpu, 5, &t));
    expect_fault("texfetch.live {$r4,$r5,$r6,$r7}, $t5, $s5, {$r4,$r5,$r6,$r7}, 0x0, 0x0, 0x0; nop.exit", 4,
                 "UNIMPLEMENTED at pc 0x0 (texfetch");
    expect_fault("texauto.cube.live {$r4,$r5,$r6,$r7}, $t5, $s5, {$r4,$r5,$r6}; nop.exit", 4,
                 "UNIMPLEMENTED at pc 0x0 (texauto.cube");
    expect_fault("texauto.live {$r4,$r5,$r6,$r7}, $t5, $s5, {$r4,$r5}, 0x0, 0x1, 0x0; nop.exit", 4,
                 "UNIMPLEMENTED at pc 0x0 (texauto");
}

static void error_names(void **state)
{
    (void)state;
    expect_good("brkpt; nop.exit", 4);          /* no debugger is attached */
    expect_fault("trap; nop.exit", 4, "TRAP_INSTRUCTION at pc 0x0 (trap");
    expect_fault(".word 0xd0000001, 0xe0c0000c; nop.exit", 4, "ILLEGAL_OPCODE at pc 0x0");      /* atom code 3 */
    expect_fault(".word 0xd0000405, 0xe0800784; nop.exit", 4, "ILLEGAL_OPCODE at pc 0x0");      /* pair at $r1 */
    expect_fault("mov.b32.half $r1, $r1; .word 0x10000001, 0x0403c780; nop.exit", 4,
                 "UNALIGNED_LONG_INSTRUCTION at pc 0x4");
    expect_fault(".word 0x12000001, 0x4400c780; nop.exit", 4, "ILLEGAL_POSTINCR at pc 0x0");    /* ld s[$a0++] */
    expect_fault(".word 0x00000001, 0x00000780; nop.exit", 4, "LD_A_ST_O_NON_VP_GP at pc 0x0");
    expect_fault(".word 0x80000001, 0x00000780; nop.exit", 4, "INTERP_NON_FP at pc 0x0");
    expect_fault(".word 0xa26b4ce9, 0x5bb887e4; nop.exit", 4, "ILLEGAL_MEMORY_BYTE at pc 0x0 (cvt.f16.u8");
    expect_fault(".word 0x796c2148, 0x796c2148; nop.exit", 4, "ILLEGAL_MEMORY_SIGN at pc 0x0 (maddc.s16");
    expect_fault(".word 0x2b1a665c, 0x2b1a665c; nop.exit", 4, "ILLEGAL_MEMORY_SIZE at pc 0x0 (add.b16");
    expect_fault(".word 0xf0000201, 0xc0000780; nop.exit", 4, "EMIT_NON_GP at pc 0x0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_in_order), cmocka_unit_test(wrap_and_sign),    cmocka_unit_test(test_limits),
        cmocka_unit_test(test_locks),     cmocka_unit_test(votes_and_events), cmocka_unit_test(test_textures),
        cmocka_unit_test(error_names),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
