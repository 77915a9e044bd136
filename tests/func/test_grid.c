/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole launches through gt_func_run: launch ABI, memory spaces, barriers, faults, hangs, limits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "enc.h"

static struct gt_gpu *gpu;

static int set_up(void **state)
{
    (void)state;
    gpu = gt_gpu_new(1 << 20);
    return gpu ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    gt_gpu_free(gpu);
    return 0;
}

static enum gt_status run_launch(const struct gt_launch *l, struct gt_result *res)
{
    enum gt_status s = gt_func_run(gpu, l, res, NULL, NULL);
    assert_int_equal(s, res->status);
    return s;
}

static void expect_run(const struct gt_launch *l)
{
    struct gt_result res;
    if (run_launch(l, &res) != GT_OK)
        fail_msg("%s", res.message);
}

static void expect_fault(const struct gt_launch *l, uint32_t code, uint32_t pc, uint32_t warp, uint32_t lane,
                         uint32_t addr)
{
    struct gt_result res;
    assert_int_equal(run_launch(l, &res), GT_FAULT);
    assert_int_equal(res.fault.code, code);
    assert_int_equal(res.fault.pc, pc);
    assert_int_equal(res.fault.warp, warp);
    assert_int_equal(res.fault.lane, lane);
    assert_int_equal(res.fault.addr, addr);
    assert_non_null(strstr(res.message, gt_fault_name(code, 0)));
    assert_null(strchr(res.message, '\n'));
}

/* $r1 = s[0x10] + 4 * (linear thread number of the grid), block x only. Uses $r2, $r3; 8 instructions. */
static void thread_address(struct prog *p, uint32_t threads)
{
    andi(p, 2, 0, 0xffff);
    emit(p, 0x10000001u | 0u << 14 | 0xc << 9 | 3 << 2, 0x0423c780u);   /* mov.b32 $r3, s[0xc].u8 */
    movi(p, 4, threads);
    mul24(p, 3, 3, 4);
    add(p, 2, 2, 3, ALWAYS);
    shli(p, 2, 2, 2, ALWAYS);
    ld_s(p, 1, 0x10, 0, ALWAYS);
    add(p, 1, 1, 2, ALWAYS);
}

/* CTA-8. */
static void thread_ids(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    uint32_t out = gt_alloc(gpu, 4 * 80 * 3), v[240];
    thread_address(&p, 80);
    st_g(&p, 1, 0, GT_MT_B32, ALWAYS | EXIT);
    struct gt_launch l = launch_of(&p, 3, 80);
    l.block_x = 5;                              /* thread number is not x: every address differs by tid.x only */
    l.block_y = 4;
    l.block_z = 4;
    l.params = &out;
    l.param_words = 1;
    l.smem = 20;
    expect_run(&l);
    assert_true(gt_read(gpu, out, v, sizeof v));
    for (uint32_t b = 0; b < 3; b++)
        for (uint32_t x = 0; x < 5; x++)        /* the last warp's last lane wins: z = y = 3 */
            assert_int_equal(v[b * 80 + x], x | 3 << 16 | 3u << 26);
    gt_release(gpu, out);
}

/* CTA-6. */
static void test_header(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    uint32_t par[2], v[8] = {0};
    par[0] = gt_alloc(gpu, 64);
    par[1] = 0xcafe1234;
    for (uint32_t i = 0; i < 6; i++) {          /* words of s[] to memory */
        ld_s(&p, 1, 0x10, 0, ALWAYS);
        addi(&p, 1, 1, 4 * i);
        ld_s(&p, 2, 4 * i, 0, ALWAYS);
        st_g(&p, 1, 2, GT_MT_B32, ALWAYS);
    }
    nop(&p, EXIT);
    struct gt_launch l = launch_of(&p, 7, 33);
    l.grid_y = 2;
    l.block_y = 2;
    l.grid_id = 0x55aa;
    l.params = par;
    l.param_words = 2;
    l.smem = 24;
    expect_run(&l);
    assert_true(gt_read(gpu, par[0], v, 24));
    assert_int_equal(v[0], 33u << 16 | 0x55aa);
    assert_int_equal(v[1], 1u << 16 | 2);
    assert_int_equal(v[2], 2u << 16 | 7);
    assert_int_equal(v[3], 1u << 16 | 6);       /* the last block */
    assert_int_equal(v[4], par[0]);
    assert_int_equal(v[5], 0xcafe1234);
    gt_release(gpu, par[0]);
}

/* Bytes, halves, pairs, quads; local memory keeps threads apart; the highest lane wins a store. */
static void memory_sizes(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    uint32_t in = gt_alloc(gpu, 256), v[32];
    const uint32_t src[4] = {0x80f17f01, 0x11223344, 0x55667788, 0x99aabbcc};
    gt_write(gpu, in, src, sizeof src);
    movi(&p, 1, in);
    ld_g(&p, 2, 1, GT_MT_S8, ALWAYS);
    addi(&p, 5, 1, 2);
    ld_g(&p, 3, 5, GT_MT_S16, ALWAYS);
    ld_g(&p, 4, 5, GT_MT_U16, ALWAYS);
    ld_g(&p, 8, 1, GT_MT_B128, ALWAYS);
    st_l(&p, 0x10, 0, 8, GT_MT_B128);
    st_l(&p, 0x22, 0, 0, GT_MT_U16);            /* thread id */
    ld_l(&p, 6, 0x22, 0, GT_MT_S16);
    ld_l(&p, 12, 0x18, 0, GT_MT_B64);
    addi(&p, 1, 1, 64);
    st_g(&p, 1, 12, GT_MT_B64, ALWAYS);
    addi(&p, 1, 1, 8);
    st_g(&p, 1, 2, GT_MT_B32, ALWAYS);
    addi(&p, 1, 1, 4);
    st_g(&p, 1, 3, GT_MT_B32, ALWAYS);
    addi(&p, 1, 1, 4);
    st_g(&p, 1, 4, GT_MT_B32, ALWAYS);
    addi(&p, 1, 1, 4);
    st_g(&p, 1, 6, GT_MT_U8, ALWAYS | EXIT);
    struct gt_launch l = launch_of(&p, 1, 40);
    l.lmem = 40;                                /* becomes 64 */
    expect_run(&l);
    assert_true(gt_read(gpu, in + 64, v, 24));
    assert_int_equal(v[0], 0x55667788);
    assert_int_equal(v[1], 0x99aabbcc);
    assert_int_equal(v[2], 0x00000001);
    assert_int_equal(v[3], 0xffff80f1);
    assert_int_equal(v[4], 0x000080f1);
    assert_int_equal(v[5], 39);
    gt_release(gpu, in);
}

static void constants_and_address_registers(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    uint32_t out = gt_alloc(gpu, 128), v[32], tab[64];
    for (uint32_t i = 0; i < 64; i++)
        tab[i] = 1000 + i;
    assert_true(gt_const_write(gpu, 3, 0x100, tab, sizeof tab));
    shl_a(&p, 1, 0, 2);
    ld_c(&p, 1, 3, 0x110, 1);                   /* tab[4 + tid] */
    shl_a(&p, 2, 0, 2);
    st_s(&p, 0x40, 2, 1, ALWAYS);               /* s[0x40 + 4 tid] */
    movi(&p, 3, 31 * 4);
    shli(&p, 4, 0, 2, ALWAYS);
    sub(&p, 3, 3, 4, ALWAYS);
    shl_a(&p, 3, 3, 0);
    ld_s(&p, 5, 0x40, 3, ALWAYS);               /* of thread 31 - tid */
    movi(&p, 6, out);
    add(&p, 6, 6, 4, ALWAYS);
    st_g(&p, 6, 5, GT_MT_B32, ALWAYS | EXIT);
    struct gt_launch l = launch_of(&p, 1, 32);
    l.smem = 256;
    expect_run(&l);
    assert_true(gt_read(gpu, out, v, sizeof v));
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(v[i], 1004 + 31 - i);
    gt_release(gpu, out);
}

/* Warp w writes its number, barrier, warp w reads its neighbour's: wrong without the barrier. Early finished
 * warps are not waited for. */
static void test_barriers(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    uint32_t out = gt_alloc(gpu, 4 * 512), v[512];
    movi(&p, 7, 480);
    set(&p, 0, 0, 7, 6, ALWAYS);                /* tid >= 480: warp 15 leaves */
    ret(&p, PRED(0, P_LG));
    shl_a(&p, 1, 0, 2);
    shli(&p, 4, 0, 2, ALWAYS);
    st_s(&p, 0x10, 1, 0, ALWAYS);
    bar(&p, 3, 3, 0xfff);
    movi(&p, 5, 447);
    set(&p, 1, 0, 5, 4, ALWAYS);                /* tid > 447: warp 14 reads warp 0 */
    mov(&p, 2, 4, ALWAYS);
    addi(&p, 2, 2, 128);
    emit(&p, 0x10008001u | (0u & 63) << 16 | 6 << 2, 3);
    mov(&p, 6, 4, ALWAYS);
    addi(&p, 6, 6, (uint32_t)-14 * 128);
    mov(&p, 2, 6, PRED(1, P_LG));
    shl_a(&p, 2, 2, 0);
    ld_s(&p, 3, 0x10, 2, ALWAYS);
    movi(&p, 6, out);
    add(&p, 6, 6, 4, ALWAYS);
    st_g(&p, 6, 3, GT_MT_B32, ALWAYS | EXIT);
    struct gt_launch l = launch_of(&p, 1, 512);
    l.smem = 16 + 2048;
    expect_run(&l);
    assert_true(gt_read(gpu, out, v, sizeof v));
    for (uint32_t i = 0; i < 480; i++)
        assert_int_equal(v[i], (i + 32) % 480);
    gt_release(gpu, out);
}

static void test_hangs(void **state)
{
    (void)state;
    struct prog p = {.n = 0}, q = {.n = 0};
    struct gt_result res;
    bar(&p, 0, 2, 0xfff);                       /* wait only: count is 0, goes on */
    bar(&p, 1, 1, 0xfff);                       /* arrive */
    bar(&p, 1, 2, 0xfff);                       /* wait for both warps: fine */
    movi(&p, 1, 31);
    set(&p, 0, 0, 1, 4, ALWAYS);
    bra_if(&p, 0x38, PRED(0, P_LG));            /* warp 1 */
    bar(&p, 2, 3, 0xfff);                       /* 30 */
    bar(&p, 4, 3, 0xfff);                       /* 38: warp 0 is at barrier 2 */
    nop(&p, EXIT);
    struct gt_launch l = launch_of(&p, 1, 64);
    assert_int_equal(run_launch(&l, &res), GT_HANG);
    assert_non_null(strstr(res.message, "barrier"));
    assert_non_null(strstr(res.message, "warp 0: pc 0x38 active ffffffff depth 0 waiting at barrier 2"));
    assert_non_null(strstr(res.message, "warp 1: pc 0x40 active ffffffff depth 0 waiting at barrier 4"));
    bra(&q, 0);
    l = launch_of(&q, 1, 32);
    l.max_cycles = 100000;
    assert_int_equal(run_launch(&l, &res), GT_HANG);
    assert_int_equal(res.warp_insns, 100000);
    assert_non_null(strstr(res.message, "hang, stopped after 100000"));
    assert_non_null(strstr(res.message, "warp 0: pc 0x0 active ffffffff depth 0 spinning from 0x0 to 0x0"));
}

/* Told early: a loop in which nothing changes. Not told: one that counts. */
static void test_spins(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    struct gt_result res;
    bra(&p, 0);
    struct gt_launch l = launch_of(&p, 1, 64);
    assert_int_equal(run_launch(&l, &res), GT_HANG);
    assert_non_null(
        strstr(res.message, "deadlock, every running warp waits at a barrier or spins, and none of them changes "
                            "memory, block (0,0)"));
    assert_true(res.warp_insns < 1000000);
    for (int k = 0; k < 2; k++) {
        p.n = 0;
        if (k == 0)
            shli(&p, 1, 1, 1, ALWAYS);                  /* 0 stays 0: the same state */
        else
            add(&p, 1, 1, 0, ALWAYS);                   /* adds the thread number: another one */
        bra(&p, 0);
        l = launch_of(&p, 1, 64);
        l.max_cycles = 2000000;
        assert_int_equal(run_launch(&l, &res), GT_HANG);
        assert_true(k == 0 ? res.warp_insns < 1000000 : res.warp_insns == 2000000);
        assert_true(!strstr(res.message, "deadlock") == (k == 1));
    }
}

static void memory_faults(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    shli(&p, 1, 0, 2, ALWAYS);
    movi(&p, 2, GT_G_BASE + (1 << 20) - 4 * 39);    /* thread 39 is outside */
    add(&p, 1, 1, 2, ALWAYS);
    ld_g(&p, 3, 1, GT_MT_B32, ALWAYS | EXIT);       /* 18 */
    struct gt_launch l = launch_of(&p, 1, 64);
    expect_fault(&l, GT_F_GLOBAL_LIMIT_READ, 0x18, 1, 7, GT_G_BASE + (1 << 20));

    p.n = 6;
    st_g(&p, 0, 1, GT_MT_U8, ALWAYS | EXIT);        /* address = thread number: below the arena */
    l = launch_of(&p, 1, 64);
    expect_fault(&l, GT_F_GLOBAL_LIMIT_WRITE, 0x18, 0, 0, 0);

    p.n = 2;
    movi(&p, 2, GT_G_BASE + 0x1000);
    add(&p, 1, 0, 2, ALWAYS);
    ld_g(&p, 4, 1, GT_MT_B64, ALWAYS | EXIT);       /* 18: base + tid */
    l = launch_of(&p, 1, 64);
    expect_fault(&l, GT_F_MISALIGNED, 0x18, 0, 1, GT_G_BASE + 0x1001);

    p.n = 0;
    shl_a(&p, 1, 0, 2);
    st_s(&p, 0x20, 1, 0, ALWAYS | EXIT);
    l = launch_of(&p, 1, 64);
    l.smem = 256;                                   /* 0x20 + 4 * 56 = 256 */
    expect_fault(&l, GT_F_SHARED_LIMIT, 0x8, 1, 24, 256);

    p.n = 2;
    fmad_s(&p, 1, 4, 1, 0, 0);                      /* s[] operand at 4 + 4 tid */
    nop(&p, EXIT);
    l = launch_of(&p, 1, 64);
    expect_fault(&l, GT_F_SHARED_LIMIT, 0x8, 0, 15, 64);

    p.n = 0;
    shl_a(&p, 1, 0, 2);
    ld_l(&p, 2, 8, 1, GT_MT_B32);
    nop(&p, EXIT);
    l = launch_of(&p, 1, 32);
    l.lmem = 64;
    expect_fault(&l, GT_F_LOCAL_LIMIT_READ, 0x8, 0, 14, 64);
    p.n = 2;
    st_l(&p, 8, 1, 2, GT_MT_B32);
    nop(&p, EXIT);
    l.lmem = 0;
    expect_fault(&l, GT_F_LOCAL_LIMIT_WRITE, 0x8, 0, 0, 8);
}

/* $a1 is known to lead to consecutive words by the time of the third access to s[], whose last lane is outside. */
static void known_places_fault(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 4; kind++) {
        struct prog p = {.n = 0};
        shl_a(&p, 1, 0, 2);
        ld_s(&p, 2, 0, 1, ALWAYS);
        ld_s(&p, 3, 0x40, 1, ALWAYS);
        switch (kind) {
        case 0: ld_s(&p, 2, 0x44, 1, ALWAYS); break;
        case 1: st_s(&p, 0x44, 1, 2, ALWAYS); break;
        case 2: fmad_s(&p, 2, 0x44, 1, 2, 2); break;
        default: ld_s(&p, 2, 0x40, 1, ALWAYS); break;
        }
        nop(&p, EXIT);
        struct gt_launch l = launch_of(&p, 1, 32);
        struct gt_result res;
        l.smem = 192;
        if (kind < 3) {
            expect_fault(&l, GT_F_SHARED_LIMIT, 0x18, 0, 31, 192);
        } else {
            assert_int_equal(run_launch(&l, &res), GT_OK);
            assert_int_equal(res.warp_insns, 5);
        }
    }
}

/* A straight line that is longer than what is run at once, and than a limit that ends inside: counted to the
 * instruction, and all of it is done. */
static void long_straight_line(void **state)
{
    (void)state;
    enum { LINE = 2500 };
    static uint32_t code[2 * (LINE + 4)];
    struct prog p = {.n = 0};
    struct gt_result res;
    uint32_t n = 0, out = gt_alloc(gpu, 4), sum = 0;
    movi(&p, 1, 0);
    movi(&p, 2, 3);
    add(&p, 1, 1, 2, ALWAYS);
    movi(&p, 4, out);
    st_g(&p, 4, 1, GT_MT_B32, ALWAYS | EXIT);
    for (unsigned i = 0; i < 5; i++)
        for (unsigned k = 0; k < (i == 2 ? LINE : 1); k++) {
            code[n++] = p.w[2 * i];
            code[n++] = p.w[2 * i + 1];
        }
    struct gt_launch l = launch_of(&p, 1, 32);
    l.code = code;
    l.code_words = n;
    for (unsigned limit = 1; limit < LINE; limit += LINE / 7) {
        l.max_cycles = limit;
        assert_int_equal(run_launch(&l, &res), GT_HANG);
        assert_int_equal(res.warp_insns, limit);
        assert_int_equal(res.thread_insns, 32 * limit);
    }
    l.max_cycles = 0;
    assert_int_equal(run_launch(&l, &res), GT_OK);
    assert_int_equal(res.warp_insns, LINE + 4);
    assert_true(gt_read(gpu, out, &sum, sizeof sum));
    assert_int_equal(sum, 3 * LINE);
    gt_release(gpu, out);
}

static void inactive_lanes_do_not_fault(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    movi(&p, 1, 3);
    set(&p, 0, 0, 1, 2, ALWAYS);                    /* tid == 3 */
    movi(&p, 2, GT_G_BASE);
    mov(&p, 0, 2, PRED(0, P_LG));
    ld_g(&p, 3, 0, GT_MT_B32, PRED(0, P_LG));       /* the others hold small numbers */
    nop(&p, EXIT);
    struct gt_launch l = launch_of(&p, 1, 20);
    expect_run(&l);
}

static void not_implemented(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    struct gt_result res;
    nop(&p, 0);
    emit(&p, 0xf8800001, 0x00000780);               /* texture of a cube */
    struct gt_launch l = launch_of(&p, 2, 32);
    assert_int_equal(run_launch(&l, &res), GT_FAULT);
    assert_int_equal(res.fault.code, GT_F_UNIMPLEMENTED);
    assert_non_null(strstr(res.message, "kernel test: UNIMPLEMENTED at pc 0x8 (texauto.cube"));
    assert_non_null(strstr(res.message, "0xf8800001 0x00000780"));
    assert_non_null(strstr(res.message, "block (0,0) warp 0"));
    emit(&p, 0x00000000, 0);
    p.w[0] = 0;
    assert_int_equal(run_launch(&l, &res), GT_FAULT);
    assert_int_equal(res.fault.code, GT_F_DECODE);
    assert_non_null(strstr(res.message, "ILLEGAL_OPCODE at pc 0x0"));
}

static void expect_refusal(struct gt_launch l, const char *why)
{
    struct gt_result res;
    struct gt_config cfg;
    assert_false(gt_launch_config(gpu, &l, &cfg, &res));
    assert_int_equal(res.status, GT_BAD_LAUNCH);
    if (!strstr(res.message, why))
        fail_msg("\"%s\" does not mention \"%s\"", res.message, why);
    assert_null(strchr(res.message, '\n'));
}

/* CTA-3, CTA-4. */
static void test_limits(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    struct gt_config cfg;
    struct gt_result res;
    nop(&p, EXIT);
    struct gt_launch ok = launch_of(&p, 1, 512), l;
    ok.regs = 32;
    assert_true(gt_launch_config(gpu, &ok, &cfg, &res));
    assert_int_equal(cfg.slot_rows, 256);
    assert_int_equal(cfg.max_blocks, 1);
    l = ok; l.block_x = 513;                    expect_refusal(l, "513");
    l = ok; l.block_x = 32; l.block_y = 17;     expect_refusal(l, "544 threads, at most 512");
    l = ok; l.block_z = 65; l.block_x = 1;      expect_refusal(l, "65");
    l = ok; l.block_y = 0;                      expect_refusal(l, "block size in y is 0");
    l = ok; l.grid_x = 65536;                   expect_refusal(l, "65536");
    l = ok; l.regs = 33;                        expect_refusal(l, "18432 registers");
    l = ok; l.regs = 129; l.block_x = 32;       expect_refusal(l, "129 registers");
    l = ok; l.regs = 0;                         expect_refusal(l, "0 registers");
    l = ok; l.smem = 16385;                     expect_refusal(l, "16385 bytes of shared memory, at most 16384");
    l = ok; l.dyn_smem = 0xfffffff0;            expect_refusal(l, "shared memory");
    l = ok; l.param_words = 65;                 expect_refusal(l, "260 bytes of parameters");
    l = ok; l.param_words = 1;                  expect_refusal(l, "4 bytes of parameters");
    l = ok; l.lmem = 16385;                     expect_refusal(l, "16385");
    l = ok; l.lmem = 4096;                      expect_refusal(l, "local memory needs 4194304 bytes");
    l = ok; l.entry = 2;                        expect_refusal(l, "entry 0x2");
    l = ok; l.entry = 8;                        expect_refusal(l, "entry 0x8");

    l = ok; l.block_x = 96; l.regs = 10; l.smem = 1000;
    assert_true(gt_launch_config(gpu, &l, &cfg, &res));
    assert_int_equal(cfg.nregs, 12);
    assert_int_equal(cfg.slot_warps, 4);
    assert_int_equal(cfg.slot_rows, 24);
    assert_int_equal(cfg.smem_bytes, 1024);
    assert_int_equal(cfg.max_blocks, 8);
}

static void test_allocator(void **state)
{
    (void)state;
    struct gt_gpu *g = gt_gpu_new(4096);
    uint32_t a = gt_alloc(g, 1000), b = gt_alloc(g, 1), c = gt_alloc(g, 2000), d;
    assert_int_equal(a % 256, 0);
    assert_true(a && b && c);
    assert_int_equal(gt_alloc(g, 2000), 0);
    gt_release(g, a);
    d = gt_alloc(g, 1024);
    assert_int_equal(d, a);
    assert_false(gt_write(g, GT_G_BASE + 4090, &d, 8));
    assert_false(gt_read(g, 0, &d, 4));
    uint8_t in[32], out[32];
    memset(in, 0xa5, sizeof in);
    gt_sector_write(g, a + 32, in, 0x0f00000f);
    gt_sector_read(g, a + 32, out);
    for (int i = 0; i < 32; i++)
        assert_int_equal(out[i], 0x0f00000fu >> i & 1 ? 0xa5 : 0);
    gt_sector_write(g, GT_G_BASE + 4096, in, 0xffffffff);
    gt_sector_read(g, GT_G_BASE + 4096, out);
    assert_int_equal(out[0], 0);
    gt_gpu_free(g);
}

/* More device memory: what was there stays, what comes is zeros and can be allocated and written. */
static void test_growing(void **state)
{
    (void)state;
    struct gt_gpu *g = gt_gpu_new(4096);
    assert_non_null(g);
    uint32_t first = gt_alloc(g, 4096), word = 0xcafe1234, v = 1;
    assert_true(gt_write(g, first + 4092, &word, 4));
    assert_int_equal(gt_alloc(g, 256), 0);
    assert_true(gt_gpu_grow(g, 3 * 4096 + 256));
    assert_int_equal(g->mem_bytes, 3 * 4096 + 256);
    assert_true(gt_gpu_grow(g, 4096));          /* never smaller */
    assert_int_equal(g->mem_bytes, 3 * 4096 + 256);
    assert_false(gt_gpu_grow(g, UINT32_MAX));
    uint32_t second = gt_alloc(g, 2 * 4096 + 256);
    assert_int_equal(second, first + 4096);
    assert_true(gt_read(g, first + 4092, &v, 4));
    assert_int_equal(v, word);
    for (uint32_t at = 0; at < 2 * 4096 + 256; at += 4) {
        assert_true(gt_read(g, second + at, &v, 4));
        assert_int_equal(v, 0);
    }
    assert_true(gt_write(g, second + 2 * 4096 + 252, &word, 4));
    assert_false(gt_write(g, second + 2 * 4096 + 256, &word, 4));
    gt_gpu_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thread_ids), cmocka_unit_test(test_header), cmocka_unit_test(memory_sizes),
        cmocka_unit_test(constants_and_address_registers), cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_hangs), cmocka_unit_test(test_spins), cmocka_unit_test(memory_faults),
        cmocka_unit_test(known_places_fault), cmocka_unit_test(long_straight_line),
        cmocka_unit_test(inactive_lanes_do_not_fault),
        cmocka_unit_test(not_implemented), cmocka_unit_test(test_limits), cmocka_unit_test(test_allocator),
        cmocka_unit_test(test_growing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
