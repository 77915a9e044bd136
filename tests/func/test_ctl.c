/* SPDX-License-Identifier: Apache-2.0
 *
 * Control flow one instruction at a time: the two examples of ISA sections 8.4 and 8.5 against their tables,
 * nesting, calls, quads, and every error of the stack.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "enc.h"

struct box {
    struct gt_gpu *gpu;
    struct gt_launch launch;
    struct gt_config cfg;
    struct gt_core core;
    struct gt_block block;
    struct gt_warp warp;
    uint8_t smem[64];
    uint32_t regs[16 * 32];
};

static struct box *new_box(const struct prog *p, uint32_t threads)
{
    struct box *b = calloc(1, sizeof *b);
    struct gt_result res;
    assert_non_null(b);
    b->gpu = gt_gpu_new(4096);
    b->launch = launch_of(p, 1, threads);
    assert_true(gt_launch_config(b->gpu, &b->launch, &b->cfg, &res));
    assert_true(gt_core_init(&b->core, b->gpu, &b->launch, &b->cfg));
    b->block.smem = b->smem;
    b->block.smem_bytes = sizeof b->smem;
    b->warp.regs = b->regs;
    b->warp.nregs = 16;
    gt_warp_start(&b->core, &b->warp, &b->block, 0);
    return b;
}

static void free_box(struct box *b)
{
    gt_core_done(&b->core);
    gt_gpu_free(b->gpu);
    free(b);
}

/* One instruction with its markers, as the algorithm of 8.2 says. False: fault. */
static bool step_warp(struct box *b, int *pops)
{
    struct gt_warp *w = &b->warp;
    const struct gt_insn *in = gt_core_insn(&b->core, w->pc);
    bool redirected = false;
    *pops = 0;
    if (in->join && !gt_ctl_join(&b->core, w, &redirected, pops))
        return false;
    if (redirected)
        return true;
    if (in->unit == GT_UNIT_BRU)
        return gt_ctl_exec(&b->core, w, in, pops);
    if (!gt_exec_body(&b->core, w, in, NULL))
        return false;
    if (in->exit)
        return gt_ctl_exit(&b->core, w, pops);
    w->pc += in->len;
    return true;
}

static void expect_step(struct box *b, uint32_t pc, uint32_t active, int depth, int pops)
{
    int got = -1;
    assert_true(step_warp(b, &got));
    assert_int_equal(b->warp.active, active);
    if (!b->warp.finished)
        assert_int_equal(b->warp.pc, pc);
    assert_int_equal(b->warp.depth, depth);
    assert_int_equal(got, pops);
}

static void expect_fault(struct box *b, uint32_t code)
{
    int pops;
    assert_false(step_warp(b, &pops));
    assert_int_equal(b->core.fault.code, code);
}

/* 8.4: lanes 0,1 take the branch; lane 0 returns early. (BRU-5, BRU-6) */
static void example_if_else(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    joinat(&p, 0x30);
    set(&p, 0, 0, 5, 1, ALWAYS);
    bra_if(&p, 0x28, PRED(0, P_LG));
    addi(&p, 1, 1, 1);
    bra(&p, 0x30);
    ret(&p, PRED(1, P_LG));
    mov(&p, 2, 1, ALWAYS | JOIN);
    nop(&p, EXIT);
    struct box *b = new_box(&p, 4);
    for (int i = 0; i < 4; i++) {
        b->regs[0 * 32 + i] = (uint32_t)i;
        b->regs[1 * 32 + i] = 10 + (uint32_t)i;
        b->regs[5 * 32 + i] = 2;
        b->warp.creg[1][i] = i == 0 ? 2 : 1;
    }
    expect_step(b, 0x08, 0xf, 1, 0);
    expect_step(b, 0x10, 0xf, 1, 0);
    expect_step(b, 0x28, 0x3, 2, 0);
    assert_int_equal(b->warp.stack[1].type, GT_E_BRANCH);
    assert_int_equal(b->warp.stack[1].mask, 0xc);
    assert_int_equal(b->warp.stack[1].pc, 0x18);
    expect_step(b, 0x30, 0x2, 2, 0);
    expect_step(b, 0x18, 0xc, 1, 1);            /* join redirects: mov not executed */
    assert_int_equal(b->regs[2 * 32 + 1], 0);
    expect_step(b, 0x20, 0xc, 1, 0);
    expect_step(b, 0x30, 0xc, 1, 0);
    expect_step(b, 0x38, 0xe, 0, 1);
    assert_int_equal(b->regs[2 * 32 + 0], 0);
    assert_int_equal(b->regs[2 * 32 + 1], 11);
    assert_int_equal(b->regs[2 * 32 + 3], 14);
    expect_step(b, 0, 0, 0, 0);
    assert_true(b->warp.finished);
    free_box(b);
}

/* 8.5: loop with break, lane 3 exits inside. (BRU-6) */
static void example_loop(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    prebrk(&p, 0x38);
    sub(&p, 1, 1, 6, ALWAYS | CDST(0));
    brk(&p, PRED(0, P_E));
    set(&p, 1, 1, 7, 2, ALWAYS);
    bra_if(&p, 0x30, PRED(1, P_LG));
    bra(&p, 0x08);
    nop(&p, EXIT);
    mov(&p, 2, 0, ALWAYS);
    nop(&p, EXIT);
    struct box *b = new_box(&p, 4);
    for (int i = 0; i < 4; i++) {
        b->regs[1 * 32 + i] = (uint32_t)i + 1;
        b->regs[6 * 32 + i] = 1;
        b->regs[7 * 32 + i] = i == 3 ? 2 : 0xffffffff;
    }
    expect_step(b, 0x08, 0xf, 1, 0);
    expect_step(b, 0x10, 0xf, 1, 0);
    expect_step(b, 0x18, 0xe, 1, 0);            /* lane 0 leaves */
    expect_step(b, 0x20, 0xe, 1, 0);
    expect_step(b, 0x28, 0xe, 1, 0);
    expect_step(b, 0x08, 0xe, 1, 0);
    expect_step(b, 0x10, 0xe, 1, 0);
    expect_step(b, 0x18, 0xc, 1, 0);            /* lane 1 leaves */
    expect_step(b, 0x20, 0xc, 1, 0);
    expect_step(b, 0x30, 0x8, 2, 0);            /* lane 3 takes the branch */
    expect_step(b, 0x28, 0x4, 1, 1);            /* and exits: unwind to lane 2 */
    expect_step(b, 0x08, 0x4, 1, 0);
    expect_step(b, 0x10, 0x4, 1, 0);
    expect_step(b, 0x38, 0x7, 0, 1);            /* last break: PREBRK restores 0, 1, 2 */
    expect_step(b, 0x40, 0x7, 0, 0);
    expect_step(b, 0, 0, 0, 0);
    assert_true(b->warp.finished);
    free_box(b);
}

/* A diverging branch inside one side of another; the inner join must not end the outer one. */
static void test_nested(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    joinat(&p, 0x40);                           /* 00 */
    bra_if(&p, 0x18, PRED(0, P_LG));            /* 08: lanes 0-7 */
    bra(&p, 0x40);                              /* 10 */
    joinat(&p, 0x38);                           /* 18 */
    bra_if(&p, 0x30, PRED(1, P_LG));            /* 20: even lanes */
    addi(&p, 3, 3, 1);                          /* 28: odd lanes of 0-7 */
    addi(&p, 3, 3, 16);                         /* 30: all of 0-7, odd ones by falling through */
    nop(&p, JOIN);                              /* 38 */
    nop(&p, JOIN);                              /* 40 */
    nop(&p, EXIT);                              /* 48 */
    struct box *b = new_box(&p, 32);
    for (int i = 0; i < 32; i++) {
        b->warp.creg[0][i] = i < 8 ? 2 : 1;
        b->warp.creg[1][i] = i % 2 ? 1 : 2;
    }
    int steps = 0, pops;
    while (!b->warp.finished && steps++ < 100)
        assert_true(step_warp(b, &pops));
    assert_true(b->warp.finished);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(b->regs[3 * 32 + i], i >= 8 ? 0 : i % 2 ? 17 : 16);
    free_box(b);
}

static void exit_on_both_sides(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    joinat(&p, 0x18);
    bra_if(&p, 0x18, PRED(0, P_LG));
    nop(&p, EXIT);
    nop(&p, EXIT | 0);                          /* 18: no join here: the JOINAT is found empty on unwinding */
    struct box *b = new_box(&p, 32);
    for (int i = 0; i < 32; i++)
        b->warp.creg[0][i] = i < 5 ? 2 : 1;
    expect_step(b, 0x08, 0xffffffff, 1, 0);
    expect_step(b, 0x18, 0x1f, 2, 0);
    expect_step(b, 0x10, ~0x1fu, 1, 1);
    expect_step(b, 0, 0, 0, 1);
    assert_true(b->warp.finished);
    free_box(b);
}

/* Lanes return at different places of a function; the caller continues when the last one has. */
static void call_and_return(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    call(&p, 0x18);                             /* 00 */
    addi(&p, 1, 1, 1);                          /* 08 */
    nop(&p, EXIT);                              /* 10 */
    ret(&p, PRED(0, P_LG));                     /* 18: lanes 0-3 */
    call(&p, 0x30);                             /* 20: nested, the others */
    ret(&p, ALWAYS);                            /* 28 */
    addi(&p, 2, 2, 7);                          /* 30 */
    ret(&p, ALWAYS);                            /* 38 */
    struct box *b = new_box(&p, 32);
    for (int i = 0; i < 32; i++)
        b->warp.creg[0][i] = i < 4 ? 2 : 1;
    expect_step(b, 0x18, 0xffffffff, 1, 0);
    expect_step(b, 0x20, 0xfffffff0, 1, 0);
    expect_step(b, 0x30, 0xfffffff0, 2, 0);
    expect_step(b, 0x38, 0xfffffff0, 2, 0);
    expect_step(b, 0x28, 0xfffffff0, 1, 1);
    expect_step(b, 0x08, 0xffffffff, 0, 1);
    expect_step(b, 0x10, 0xffffffff, 0, 0);
    expect_step(b, 0, 0, 0, 0);
    assert_int_equal(b->regs[1 * 32 + 2], 1);
    assert_int_equal(b->regs[2 * 32 + 2], 0);
    assert_int_equal(b->regs[2 * 32 + 4], 7);
    free_box(b);
}

/* BRU-6. */
static void test_quads(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    quadon(&p);
    quadpop(&p);
    nop(&p, EXIT);
    struct box *b = new_box(&p, 32);
    b->warp.active = 0x00080021;
    b->warp.exited = ~b->warp.active;
    expect_step(b, 0x08, 0x000f00ff, 1, 0);
    expect_step(b, 0x10, 0x00080021, 0, 1);
    free_box(b);
}

/* BRU-8. */
static void test_errors(void **state)
{
    (void)state;
    struct prog p = {.n = 0};
    nop(&p, JOIN);                              /* 00: empty stack */
    prebrk(&p, 0);                              /* 08 */
    nop(&p, JOIN);                              /* 10: join on a PREBRK */
    quadpop(&p);                                /* 18 */
    quadon(&p);                                 /* 20 */
    ret(&p, ALWAYS);                            /* 28: unwinds into QUADON */
    call(&p, 0x38);                             /* 30 */
    brk(&p, ALWAYS);                            /* 38 */
    trap(&p);                                   /* 40 */
    call(&p, 0x48);                             /* 48: recursion without end */
    const struct { uint32_t pc, code; int before; } c[] = {
        {0x00, GT_F_STACK_UNDERFLOW, 0}, {0x08, GT_F_STACK_MISMATCH, 1}, {0x18, GT_F_STACK_UNDERFLOW, 0},
        {0x20, GT_F_QUADON_ACTIVE, 1}, {0x38, GT_F_STACK_UNDERFLOW, 0}, {0x30, GT_F_STACK_MISMATCH, 1},
        {0x40, GT_F_TRAP, 0}, {0x48, GT_F_STACK_LIMIT, 64}, {0x400, GT_F_DECODE, 0},
    };
    for (size_t i = 0; i < sizeof c / sizeof c[0]; i++) {
        struct box *b = new_box(&p, 32);
        int pops;
        b->warp.pc = c[i].pc;
        for (int k = 0; k < c[i].before; k++)
            assert_true(step_warp(b, &pops));
        expect_fault(b, c[i].code);
        free_box(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_if_else), cmocka_unit_test(example_loop), cmocka_unit_test(test_nested),
        cmocka_unit_test(exit_on_both_sides), cmocka_unit_test(call_and_return), cmocka_unit_test(test_quads),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
