/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_func_run with several host threads: the same values, counts, faults and hangs as with one, and which kernels run
 * on one whatever is asked for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "enc.h"
#include "grid.h"

#define BLOCKS 64
#define THREADS 96
#define ROUNDS 400
static const unsigned threads[] = {1, 2, 3, 8, 100};
#define COUNT(a) (sizeof(a) / sizeof *(a))

struct bench {
    struct gt_gpu *gpu;
    uint32_t par[2];                    /* out: a word of each thread; table: of each block */
    struct { uint32_t offset, rounds; } table[BLOCKS];
    struct prog p;
    struct gt_launch l;
    uint64_t told, calls;               /* of the progress */
    uint32_t out[BLOCKS * THREADS];
    struct gt_result res;
};

/* Each block loops table[block].rounds times; by the last instruction each thread stores what it has counted, at
 * out + 4 * (its number in the grid) + table[block].offset. */
static void write_kernel(struct prog *p)
{
    movi(p, 5, 0);
    movi(p, 6, 1);
    emit(p, 0x10000001u | 1u << 14 | 6 << 9 | 3 << 2, 0x0423c780u);    /* mov $r3 = ctaid.x, s[0xc].u16 */
    shli(p, 8, 3, 3, ALWAYS);
    ld_s(p, 4, 0x14, 0, ALWAYS);
    add(p, 8, 8, 4, ALWAYS);
    ld_g(p, 8, 8, GT_MT_B64, ALWAYS);                                   /* $r8 offset, $r9 rounds */
    mov(p, 7, 9, ALWAYS);
    uint32_t loop = p->n * 4;
    add(p, 5, 5, 7, ALWAYS);
    sub(p, 7, 7, 6, ALWAYS | CDST(0));
    bra_if(p, loop, PRED(0, P_LG));
    bar(p, 0, 3, 0xfff);
    andi(p, 2, 0, 0xffff);
    movi(p, 4, THREADS);
    mul24(p, 4, 3, 4);
    add(p, 2, 2, 4, ALWAYS);
    shli(p, 2, 2, 2, ALWAYS);
    ld_s(p, 1, 0x10, 0, ALWAYS);
    add(p, 1, 1, 2, ALWAYS);
    add(p, 1, 1, 8, ALWAYS);
    st_g(p, 1, 5, GT_MT_B32, ALWAYS | EXIT);
}

static int set_up(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    *state = b;
    if (!b || !(b->gpu = gt_gpu_new(1 << 20)))
        return -1;
    b->par[0] = gt_alloc(b->gpu, sizeof b->out);
    b->par[1] = gt_alloc(b->gpu, sizeof b->table);
    for (uint32_t i = 0; i < BLOCKS; i++)
        b->table[i].rounds = ROUNDS + i;
    write_kernel(&b->p);
    b->l = launch_of(&b->p, BLOCKS, THREADS);
    b->l.params = b->par;
    b->l.param_words = 2;
    b->l.smem = 24;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    gt_gpu_free(b->gpu);
    free(b);
    return 0;
}

static void take_progress(void *ctx, uint64_t done, uint64_t blocks, uint64_t cycles, const struct gt_where *at)
{
    struct bench *b = ctx;
    assert_int_equal(blocks, BLOCKS);
    assert_int_equal(cycles, 0);
    assert_null(at);
    assert_true(done >= b->told && done <= blocks);
    b->told = done;
    b->calls++;
}

static void run_team(struct bench *b, unsigned host_threads)
{
    static const uint32_t zero[BLOCKS * THREADS];
    assert_true(gt_write(b->gpu, b->par[0], zero, sizeof b->out));
    assert_true(gt_write(b->gpu, b->par[1], b->table, sizeof b->table));
    b->gpu->threads = host_threads;
    b->told = b->calls = 0;
    gt_func_run(b->gpu, &b->l, &b->res, take_progress, b);
    assert_true(gt_read(b->gpu, b->par[0], b->out, sizeof b->out));
}

static uint32_t expected_count(uint32_t block)
{
    uint32_t n = ROUNDS + block;
    return n * (n + 1) / 2;
}

static void same_values_and_counts(void **state)
{
    struct bench *b = *state;
    uint64_t insns = 0;
    for (uint32_t i = 0; i < BLOCKS; i++)               /* 8 in front of the loop, 3 in each round, 10 behind it */
        insns += (THREADS / 32) * (8 + 3 * (ROUNDS + i) + 10);
    for (size_t t = 0; t < COUNT(threads); t++) {
        run_team(b, threads[t]);
        if (b->res.status != GT_OK)
            fail_msg("%s", b->res.message);
        for (uint32_t i = 0; i < BLOCKS * THREADS; i++)
            assert_int_equal(b->out[i], expected_count(i / THREADS));
        assert_int_equal(b->res.warp_insns, insns);
        assert_int_equal(b->res.thread_insns, 32 * insns);
        assert_int_equal(b->told, BLOCKS);
    }
}

/* Blocks 20 and up fault, 20 later than the next ones: it is 20 that is told, and all in front of it have stored. */
static void the_first_fault_is_told(void **state)
{
    struct bench *b = *state;
    for (uint32_t i = 20; i < BLOCKS; i++)
        b->table[i].offset = 0x1000000 * i;
    b->table[20].rounds *= 20;
    for (size_t t = 0; t < COUNT(threads); t++)
        for (unsigned again = 0; again < 10; again++) {
            run_team(b, threads[t]);
            assert_int_equal(b->res.status, GT_FAULT);
            assert_int_equal(b->res.fault.code, GT_F_GLOBAL_LIMIT_WRITE);
            assert_int_equal(b->res.fault.ctaid_x, 20);
            assert_int_equal(b->res.fault.warp, 2);     /* the last one at the barrier goes on first */
            assert_int_equal(b->res.fault.addr, b->par[0] + 4 * (20 * THREADS + 64) + 0x1000000 * 20);
            assert_int_equal(b->res.fault.pc, 4 * b->p.n - 8);
            for (uint32_t i = 0; i < 20 * THREADS; i++)
                assert_int_equal(b->out[i], expected_count(i / THREADS));
        }
}

/* The launch's limit holds for all together, and is the number that the message has. */
static void the_limit_is_for_all(void **state)
{
    struct bench *b = *state;
    b->l.max_cycles = 150000;
    for (size_t t = 0; t < COUNT(threads); t++) {
        run_team(b, threads[t]);
        assert_int_equal(b->res.status, GT_HANG);
        assert_non_null(strstr(b->res.message, "hang, stopped after 150000 warp instructions"));
        assert_in_range(b->res.warp_insns, 150000, 150000 + BLOCKS * 8192);
    }
}

/* Warp 0 of block 30 waits at another barrier than the rest: that block is told, also when later ones go on. */
static void a_deadlock_is_told(void **state)
{
    struct bench *b = *state;
    struct prog q = {.n = 0}, *p = &b->p;
    emit(&q, 0x10000001u | 1u << 14 | 6 << 9 | 3 << 2, 0x0423c780u);   /* mov $r3 = ctaid.x */
    movi(&q, 4, 30);
    set(&q, 0, 3, 4, 2, ALWAYS);                        /* equal */
    andi(&q, 2, 0, 0x60);
    movi(&q, 4, 0);
    set(&q, 1, 2, 4, 2, ALWAYS);
    bra_if(&q, 8 * 9, PRED(0, P_E));                    /* not block 30 */
    bra_if(&q, 8 * 9, PRED(1, P_E));                    /* not warp 0 */
    bar(&q, 3, 3, 0xfff);
    uint32_t shift = 4 * q.n;
    for (uint32_t i = 0; i < p->n; i++)
        q.w[q.n + i] = p->w[i];
    q.w[q.n + 20] = ctl(1, 4 * 16 + shift);             /* the loop's branch */
    q.n += p->n;
    b->p = q;
    b->l.code_words = q.n;
    for (size_t t = 0; t < COUNT(threads); t++) {
        run_team(b, threads[t]);
        assert_int_equal(b->res.status, GT_HANG);
        assert_non_null(strstr(b->res.message, "block (30,0)"));
        assert_non_null(strstr(b->res.message, "waiting at barrier 3"));
    }
}

static bool may_use_team(const struct prog *p)
{
    struct gt_gpu *gpu = gt_gpu_new(1 << 20);
    struct gt_launch l = launch_of(p, 1, 32);
    struct gt_config cfg;
    struct gt_result res;
    struct gt_core c;
    assert_non_null(gpu);
    l.lmem = 64;
    assert_true(gt_launch_config(gpu, &l, &cfg, &res));
    assert_true(gt_core_init(&c, gpu, &l, &cfg));
    bool yes = gt_team_may(&c);
    gt_core_done(&c);
    gt_gpu_free(gpu);
    return yes;
}

static void order_that_can_be_seen(void **state)
{
    (void)state;
    struct prog p = {.n = 0}, q;
    write_kernel(&p);
    assert_true(may_use_team(&p));
    for (int k = 0; k < 7; k++) {
        q = p;
        switch (k) {
        case 0: ld_l(&q, 1, 0, 0, GT_MT_B32); break;
        case 1: st_l(&q, 0, 0, 1, GT_MT_B32); break;
        case 2: mov_sr(&q, 1, 0); break;                                /* $physid */
        case 3: mov_sr(&q, 1, 1); break;                                /* $clock */
        case 4: mov_sr(&q, 1, 4); break;                                /* $pm0 */
        case 5: emit(&q, 0xd00e0001u | 1 << 9 | 2 << 2, 0xe0c00000u | ALWAYS); break;       /* atom.add.u32 */
        default: emit(&q, 0xd00e0001u | 1 << 9 | 2 << 2, 0xc0c00000u | ALWAYS); break;      /* red.add.u32 */
        }
        if (may_use_team(&q))
            fail_msg("instruction %d", k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(same_values_and_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_first_fault_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_limit_is_for_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_deadlock_is_told, set_up, tear_down),
        cmocka_unit_test(order_that_can_be_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
