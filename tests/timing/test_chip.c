/* SPDX-License-Identifier: Apache-2.0
 *
 * Chips of several SMs (docs/units/distributor.md): where blocks go, what is common to SMs and what is not, and that
 * the number of host threads changes nothing.
 */
#include "rig.h"
#include "common/memreq.h"

#include <stdlib.h>
#include <string.h>

#include "gt_chip.h"

static void start_rig(struct rig *r, const char *chip, uint32_t threads, uint32_t blocks, const char *text)
{
    char err[256];
    rig_init(r, threads);
    r->gpu->chip = gt_chip_find(chip, err, sizeof err);
    assert_non_null(r->gpu->chip);
    r->gpu->threads = 2;
    r->launch.grid_x = blocks;
    rig_asm(r, text);
}

/* out[2 * block], out[2 * block + 1] = $physid, $clock */
static const char where[] =
    "mov.b32 $r3, $clock\n"
    "mov.b32 $r2, $physid\n"
    "cvt.u32.u16 $r4, s[0xc].u16\n"
    "shl.b32 $r4, $r4, 0x3\n"
    "add.b32 $r4, s[0x10].b32, $r4\n"
    "st.b64 g14[$r4], $r2d\n"
    "nop.exit\n";

static unsigned tpc_of(const struct rig *r, unsigned block) { return rig_word(r, 2 * block) >> 20; }
static unsigned sm_of(const struct rig *r, unsigned block) { return rig_word(r, 2 * block) >> 16 & 15; }

/* DIST-1. */
static void test_names(void **s)
{
    char err[256];
    (void)s;
    assert_int_equal(gt_chip_find("gtx280", err, sizeof err)->tpcs, 10);
    assert_int_equal(gt_chip_find("gtx280", err, sizeof err)->sms, 3);
    assert_int_equal(gt_chip_find("tpc", err, sizeof err)->sms, 3);
    assert_int_equal(gt_chip_find("sm", err, sizeof err)->sms, 1);
    assert_int_equal(gt_chip_find("g80", err, sizeof err)->tpcs, 8);
    assert_int_equal(gt_chip_find("g80", err, sizeof err)->sms, 2);
    assert_int_equal(gt_chip_find("g80", err, sizeof err)->partitions, 6);
    assert_null(gt_chip_find("gt300", err, sizeof err));
    assert_string_equal(err, "unknown chip 'gt300' (there are sm, tpc, gpu1, gpu2, gtx280, g80tpc, g80, small)");
}

/* figures.md, block placement: block b on TPC b mod 10, SM (b div 10) mod 3; block 30 is the second of TPC 0, SM 0.
 * (DIST-2) */
static void test_placement(void **s)
{
    struct rig r;
    (void)s;
    for (uint32_t n = 1; n <= 61; n++) {
        start_rig(&r, "gtx280", 1, n, where);
        rig_run(&r);
        for (unsigned b = 0; b < n; b++) {
            assert_int_equal(tpc_of(&r, b), b % 10);
            assert_int_equal(sm_of(&r, b), b / 10 % 3);
        }
        assert_int_equal(r.res.warp_insns, 7 * n);
        rig_free(&r);
    }
    start_rig(&r, "tpc", 1, 7, where);
    rig_run(&r);
    for (unsigned b = 0; b < 7; b++)
        assert_int_equal(rig_word(&r, 2 * b) >> 16, b % 3);
    rig_free(&r);
}

/* figures.md, TPC rotation: a launch starts on the TPC after the one on which the one before ended. (DIST-4) */
static void test_rotation(void **s)
{
    struct rig r;
    (void)s;
    start_rig(&r, "gtx280", 1, 1, where);
    for (unsigned i = 0; i < 20; i++) {
        rig_run(&r);
        assert_int_equal(tpc_of(&r, 0), i % 10);
        assert_int_equal(sm_of(&r, 0), 0);
    }
    r.launch.grid_x = 13;
    rig_run(&r);
    assert_int_equal(tpc_of(&r, 12), 2);
    rig_run(&r);
    for (unsigned b = 0; b < 13; b++) {
        assert_int_equal(tpc_of(&r, b), (3 + b) % 10);
        assert_int_equal(sm_of(&r, b), b / 10);
    }
    rig_free(&r);
}

/* Figure 5: 10 blocks, then 30, body of 256 dependent additions. One counter per TPC, all of launch 1 before launch 2.
 * (DIST-5) */
static void figure_5(void **s)
{
    struct rig r;
    uint32_t first[10];
    (void)s;
    start_rig(&r, "gtx280", 1, 10, "mov.b32 $r2, $clock\n");
    rig_repeat(&r, 256, "add.b32 $r5, $r5, $r6\n");
    rig_asm(&r,
            "mov.b32 $r3, $clock\ncvt.u32.u16 $r4, s[0xc].u16\nshl.b32 $r4, $r4, 0x3\nadd.b32 $r4, s[0x10].b32, $r4\n"
            "st.b64 g14[$r4], $r2d\nnop.exit\n");
    rig_run(&r);
    for (unsigned b = 0; b < 10; b++) {
        first[b] = rig_word(&r, 2 * b + 1);
    }
    r.launch.grid_x = 30;
    rig_run(&r);
    for (unsigned b = 0; b < 10; b++) {
        assert_true(rig_word(&r, 2 * b) > first[b]);                            /* the same TPC: launch 1 ended on
                                                                                   TPC 9 */
        for (unsigned k = 1; k < 3; k++)                                        /* together inside the TPC, but for
                                                                                   its caches */
            assert_true(rig_word(&r, 2 * b) + 200 > rig_word(&r, 2 * (b + 10 * k)) &&
                        rig_word(&r, 2 * b) < 200 + rig_word(&r, 2 * (b + 10 * k)));
        for (unsigned c = 0; c < b; c++)
            assert_true(rig_word(&r, 2 * b) != rig_word(&r, 2 * c));
        if (b) {                                                                /* but for the L3, which serves ten
                                                                                   TPCs in turn, and their places */
            int apart = (int)(2 * (rig_word(&r, 2 * (b - 1)) - rig_word(&r, 2 * b))) - GT_TPC_CLOCK_SKEW;
            assert_in_range(apart + 9 * 26 + 32, 0, 2 * (9 * 26 + 32));
        }
    }
    rig_free(&r);
}

/* $clock of the issue of the first instruction of `where` in every block, from the event. */
struct clocks { uint64_t clock0[10]; uint32_t at[30]; };

static void note_clocks(void *ctx, const struct gt_event *e, size_t n)
{
    struct clocks *t = ctx;
    for (size_t i = 0; i < n; i++)
        if (e[i].type == GT_EV_ISSUE && e[i].pc == 0)
            t->at[e[i].sm] = (uint32_t)((t->clock0[e[i].sm / 3] + e[i].cycle) / 2);
}

/* One counter per TPC, exactly: what the SMs of a TPC read differs by the cycles between their reads. (DIST-6) */
static void one_counter(void **s)
{
    struct rig r;
    struct clocks t;
    (void)s;
    start_rig(&r, "gtx280", 1, 30, where);
    for (unsigned run = 0; run < 2; run++) {
        for (unsigned i = 0; i < 10; i++)
            t.clock0[i] = r.gpu->clock + (9 - i) * GT_TPC_CLOCK_SKEW;
        assert_int_equal(gt_model_run_events(r.gpu, &r.launch, &r.res, NULL, NULL, note_clocks, &t), GT_OK);
        for (unsigned b = 0; b < 30; b++)
            assert_int_equal(rig_word(&r, 2 * b + 1), t.at[tpc_of(&r, b) * 3 + sm_of(&r, b)]);
    }
    assert_int_equal(r.gpu->clock % 2, 0);
    rig_free(&r);
}

struct seen {
    uint64_t ended[30], cycle;
    unsigned blocks, order, refilled;
    uint8_t  at[256];
};

static void watch_events(void *ctx, const struct gt_event *e, size_t n)
{
    struct seen *t = ctx;
    for (size_t i = 0; i < n; i++) {
        assert_true(e[i].cycle >= t->cycle && e[i].sm < 30);
        t->cycle = e[i].cycle;
        if (e[i].type == GT_EV_BLOCK && !e[i].done) {
            t->at[e[i].ctaid] = e[i].sm;
            t->blocks++;
            if (!t->ended[e[i].sm])
                continue;
            t->refilled++;
            assert_int_equal(e[i].cycle, t->ended[e[i].sm] + GT_BLOCK_DONE_CYCLES + GT_BLOCK_SEND_CYCLES);
        } else if (e[i].type == GT_EV_BLOCK) {
            t->ended[e[i].sm] = e[i].cycle;
        }
    }
}

/* One place per SM; blocks of different length: the next block goes to the place that becomes free first. (DIST-3) */
static void test_places(void **s)
{
    struct rig r;
    struct seen *t = calloc(1, sizeof *t);
    assert_non_null(t);
    (void)s;
    start_rig(&r, "tpc", 32, 9,
              "cvt.u32.u16 $r4, s[0xc].u16\n"
              "mov.b32 $r5, 0x1\n"
              "mov.b32 $r6, 0x3\n"
              "sub.b32 $r6, $r6, $r4\n"             /* block 0 runs longest */
              "max.s32 $r6, $r6, $r5\n"
              "shl.b32 $r6, $r6, 0x6\n"
              "sub.b32 $r6|$c0, $r6, $r5\n"
              "@$c0.lg bra 0x30\n"
              "nop.exit\n");
    r.launch.dyn_smem = 8192;
    assert_int_equal(gt_model_run_events(r.gpu, &r.launch, &r.res, NULL, NULL, watch_events, t), GT_OK);
    assert_int_equal(t->blocks, 9);
    assert_int_equal(t->refilled, 6);
    assert_int_equal(t->at[0], 0);
    assert_int_equal(t->at[1], 1);
    assert_int_equal(t->at[2], 2);
    assert_int_equal(t->at[3], 2);              /* the shortest of the first three */
    assert_int_equal(t->at[4], 1);
    assert_int_equal(t->at[5], 2);
    assert_int_equal(t->at[6], 0);
    rig_free(&r);
    free(t);
}

/* Atomics on one word by one thread of each SM: on the memory of fixed latency performed in order of the cycle of their
 * request and, in one cycle, of the SMs; on a chip with partitions one after the other. */
struct requests { unsigned n; uint64_t cycle; uint8_t sm[30]; };

static void note_requests(void *ctx, const struct gt_event *e, size_t n)
{
    struct requests *q = ctx;
    for (size_t i = 0; i < n; i++)
        if (e[i].type == GT_EV_MEMREQ && (e[i].kind == MEM_ATOM || e[i].kind == MEM_RED)) {
            assert_true(q->n < 30);
            assert_true(!q->n || e[i].cycle > q->cycle || e[i].sm > q->sm[q->n - 1]);
            q->cycle = e[i].cycle;
            q->sm[q->n++] = e[i].sm;
        }
}

static void atomics_of(const char *chip, unsigned sms)
{
    struct rig r;
    struct requests q = {0};
    uint32_t seen = 0;
    start_rig(&r, chip, 1, sms,
              "cvt.u32.u16 $r4, s[0xc].u16\n"
              "shl.b32 $r4, $r4, 0x2\n"
              "add.b32 $r4, s[0x10].b32, $r4\n"
              "mov.b32 $r5, s[0x10].b32\n"
              "mov.b32 $r6, 0x1000\n"
              "add.b32 $r5, $r5, $r6\n"
              "mov.b32 $r6, 0x1\n"
              "atom.add.u32 $r7, g14[$r5], $r6\n"
              "st.b32 g14[$r4], $r7\n"
              "nop.exit\n");
    assert_int_equal(gt_model_run_events(r.gpu, &r.launch, &r.res, NULL, NULL, note_requests, &q), GT_OK);
    assert_int_equal(q.n, sms);
    for (unsigned k = 0; k < sms; k++) {                /* of gtx280 SM s has block s / 3 + 10 * (s mod 3) */
        unsigned block = sms == 3 ? q.sm[k] : q.sm[k] / 3 + q.sm[k] % 3 * 10;
        seen |= 1u << (rig_word(&r, block) & 31);
        if (!r.gpu->chip->partitions)
            assert_int_equal(rig_word(&r, block), k);
    }
    assert_int_equal(seen, (1u << sms) - 1);
    assert_int_equal(rig_word(&r, 0x400), sms);
    rig_free(&r);
}

static void test_atomics(void **s)
{
    (void)s;
    atomics_of("tpc", 3);
    atomics_of("gtx280", 30);
}

/* l[] is private to each thread of all SMs: every thread of 60 blocks keeps its own word. (DIST-6) */
static void local_memory(void **s)
{
    struct rig r;
    (void)s;
    start_rig(&r, "gtx280", 64, 60,
              "cvt.u32.u16 $r0, $r0l\n"
              "cvt.u32.u16 $r4, s[0xc].u16\n"
              "shl.b32 $r4, $r4, 0x6\n"
              "add.b32 $r4, $r4, $r0\n"
              "st.b32 l[0x4], $r4\n"
              "shl.b32 $r5, $r4, 0x2\n"
              "add.b32 $r5, s[0x10].b32, $r5\n"
              "bar.inc.wait 0x0, 0xfff\n"
              "ld.b32 $r6, l[0x4]\n"
              "st.b32.exit g14[$r5], $r6\n");
    r.launch.lmem = 16;
    rig_run(&r);
    for (unsigned i = 0; i < 60 * 64; i++)
        assert_int_equal(rig_word(&r, i), i);
    rig_free(&r);
}

/* Block 0 waits for a word that the last block writes, and adds to it: communication through memory while both run. */
static const char spin[] =
    "cvt.u32.u16 $r4, s[0xc].u16\n"             /* 00 */
    "mov.b32 $r5, s[0x10].b32\n"                /* 08 */
    "mov.b32 $r6, 0x1d\n"                       /* 10 */
    "mov.b32 $r8, 0x1\n"                        /* 18 */
    "set.lg.s32 _|$c1, $r4, $r6\n"              /* 20 */
    "@$c1.e bra 0x60\n"                        /* 28: the last of 30 */
    "ld.b32 $r7, g14[$r5]\n"                    /* 30 */
    "set.lg.s32 _|$c0, $r7, $r6\n"              /* 38 */
    "@$c0.lg bra 0x30\n"                        /* 40 */
    "mov.b32 $r9, 0x4\n"                        /* 48 */
    "add.b32 $r5, $r5, $r9\n"                   /* 50 */
    "red.add.u32.exit g14[$r5], $r8\n"          /* 58 */
    "st.b32.exit g14[$r5], $r6\n";              /* 60 */

static void between_blocks(void **s)
{
    struct rig r;
    (void)s;
    start_rig(&r, "gtx280", 1, 30, spin);
    r.launch.max_cycles = 100000;
    rig_run(&r);
    assert_int_equal(rig_word(&r, 1), 29);
    rig_free(&r);
}

/* ---- the same at any number of host threads --------------------------------------------------- */

struct sum { uint64_t events, n; };

static void mix_hash(uint64_t *h, uint64_t v)
{
    *h = (*h ^ v) * 0x100000001b3u;
    *h ^= *h >> 29;
}

static void sum_events(void *ctx, const struct gt_event *e, size_t n)
{
    struct sum *t = ctx;
    for (size_t i = 0; i < n; i++) {
        const uint32_t *w = (const uint32_t *)(const void *)&e[i];
        for (size_t k = 0; k < sizeof *e / 4; k++)
            mix_hash(&t->events, w[k]);
        t->n++;
    }
}

static uint64_t memory_sum(const struct gt_gpu *g)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i + 8 <= g->mem_bytes; i += 8) {
        uint64_t v;
        memcpy(&v, g->mem + i, 8);
        if (v)
            mix_hash(&h, v + i);
    }
    return h;
}

struct outcome {
    uint64_t cycles, warp_insns, thread_insns, memory;
    struct sum sum;
    unsigned status;
    char message[4096];
};

/* Two launches, the second without a listener. */
static void run_outcome(struct outcome *o, struct rig *r, unsigned threads)
{
    r->gpu->threads = threads;
    memset(o, 0, sizeof *o);
    o->status = gt_model_run_events(r->gpu, &r->launch, &r->res, NULL, NULL, sum_events, &o->sum);
    o->cycles = r->res.cycles;
    strcpy(o->message, r->res.message);
    if (o->status == GT_OK)
        o->status = gt_model_run(r->gpu, &r->launch, &r->res, NULL, NULL);
    o->cycles = o->cycles << 32 | r->res.cycles;
    o->warp_insns = r->res.warp_insns;
    o->thread_insns = r->res.thread_insns;
    o->memory = memory_sum(r->gpu);
}

static const unsigned counts[] = {1, 2, 3, 7};

static void assert_equal(const struct outcome *a, const struct outcome *b)
{
    assert_int_equal(a->status, b->status);
    assert_string_equal(a->message, b->message);
    assert_int_equal(a->cycles, b->cycles);
    assert_int_equal(a->warp_insns, b->warp_insns);
    assert_int_equal(a->thread_insns, b->thread_insns);
    assert_int_equal(a->memory, b->memory);
    assert_int_equal(a->sum.n, b->sum.n);
    assert_int_equal(a->sum.events, b->sum.events);
}

/* DIST-9. */
static void threads_programs(void **s)
{
    static const char *const text[] = {where, spin};
    struct outcome *o = calloc(2, sizeof *o);
    assert_non_null(o);
    (void)s;
    for (unsigned p = 0; p < sizeof text / sizeof text[0]; p++)
        for (unsigned k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            struct rig r;
            start_rig(&r, "gtx280", 1, p ? 30 : 500, text[p]);
            run_outcome(&o[k != 0], &r, counts[k]);
            assert_int_equal(o[k != 0].status, GT_OK);
            assert_equal(&o[0], &o[k != 0]);
            rig_free(&r);
        }
    free(o);
}

/* Random programs with atomics, stores and loads of shared words, on more blocks than they were made for. (DIST-9) */
static void threads_random(void **s)
{
    struct outcome *o = calloc(2, sizeof *o);
    char err[256];
    assert_non_null(o);
    (void)s;
    for (uint32_t seed = 1; seed <= 12; seed++)
        for (unsigned k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            struct rig r;
            rig_random(&r, seed);
            r.gpu->chip = gt_chip_find(seed % 4 ? "gtx280" : "tpc", err, sizeof err);
            r.launch.grid_x *= 8;
            r.launch.max_cycles = 60000;
            run_outcome(&o[k != 0], &r, counts[k]);
            assert_equal(&o[0], &o[k != 0]);
            rig_free(&r);
        }
    free(o);
}

/* gt_machine_*: the same events in the same cycles, by hand. */
static void by_hand(void **s)
{
    static const char *const chips[] = {"sm", "tpc", "gtx280"};
    (void)s;
    for (unsigned k = 0; k < sizeof chips / sizeof chips[0]; k++) {
        struct rig r;
        struct sum run = {0}, hand = {0};
        struct gt_config cfg;
        start_rig(&r, chips[k], 64, 100, where);
        assert_int_equal(gt_model_run_events(r.gpu, &r.launch, &r.res, NULL, NULL, sum_events, &run), GT_OK);
        uint64_t cycles = r.res.cycles, clock = r.gpu->clock, blocks = 0, last = 0;
        unsigned next = r.gpu->next_tpc, sms = r.gpu->chip->tpcs * r.gpu->chip->sms;

        r.gpu->clock = r.gpu->next_tpc = 0;
        assert_true(gt_launch_config(r.gpu, &r.launch, &cfg, &r.res));
        struct gt_machine *m = gt_machine_new(r.gpu, &r.launch, &cfg);
        assert_non_null(m);
        for (unsigned i = 0; i < sms; i++)
            gt_sm_set_events(gt_machine_sm(m, i), true);
        for (uint64_t cycle = 0; blocks < 100; cycle++) {
            assert_true(gt_machine_step(m));
            for (unsigned i = 0; i < sms; i++) {
                size_t n;
                const struct gt_event *e = gt_sm_events(gt_machine_sm(m, i), &n);
                sum_events(&hand, e, n);
                for (; n; n--, e++)
                    blocks += e->type == GT_EV_BLOCK && e->done;
            }
            last = cycle;
        }
        assert_int_equal(last + 1, cycles);
        assert_int_equal(hand.n, run.n);
        assert_int_equal(hand.events, run.events);
        gt_machine_settle(m);
        r.res.cycles = cycles;
        gt_machine_end(m, r.gpu, &r.res);
        assert_int_equal(r.gpu->clock, clock);
        assert_int_equal(r.gpu->next_tpc, next);
        gt_machine_free(m);
        rig_free(&r);
    }
}

/* ---- what goes wrong ---------------------------------------------------------------------------- */

/* DIST-8. */
static void test_deadlock(void **s)
{
    struct rig r;
    (void)s;
    /* warps 0 wait at barrier 0, warps 1 at barrier 1 */
    start_rig(&r, "tpc", 64, 4, "shr.u32 $r4, $r0, 0x5\nset.lg.s32 _|$c0, $r4, $r6\n@$c0.lg bra 0x28\n"
                                "bar.inc.wait 0x0, 0xfff\nnop.exit\nbar.inc.wait 0x1, 0xfff\nnop.exit\n");
    assert_int_equal(gt_model_run(r.gpu, &r.launch, &r.res, NULL, NULL), GT_HANG);
    assert_non_null(strstr(r.res.message, "every running warp waits at a barrier"));
    assert_non_null(
        strstr(r.res.message,
               "TPC 0 SM 0:\nwarp 0 (block 0,0 warp 0): pc 0x20 active ffffffff depth 0 waiting at barrier 0"));
    assert_non_null(strstr(r.res.message, "warp 3 (block 3,0 warp 1)"));
    assert_non_null(strstr(r.res.message, "TPC 0 SM 2:\nwarp 0 (block 2,0 warp 0)"));
    assert_true(r.res.cycles < 3000);
    rig_free(&r);
}

static void test_endless(void **s)
{
    struct rig r;
    (void)s;
    start_rig(&r, "gtx280", 512, 30, "nop\nbra 0x0\n");
    r.launch.max_cycles = 5001;
    assert_int_equal(gt_model_run(r.gpu, &r.launch, &r.res, NULL, NULL), GT_HANG);
    assert_non_null(strstr(r.res.message, "not finished after 5001 cycles\nTPC 0 SM 0:\nwarp 0 (block 0,0 warp 0)"));
    assert_non_null(strstr(r.res.message, "\nand the warps of "));
    rig_free(&r);
}

/* The blocks with an odd number read address 4, those of all odd TPCs in the same cycles: the lowest SM is reported.
 * (DIST-7) */
static void test_fault(void **s)
{
    struct rig r;
    (void)s;
    start_rig(&r, "gtx280", 1, 30,
              "cvt.u32.u16 $r4, s[0xc].u16\n"
              "mov.b32 $r5, 0x1\n"
              "and.b32 $r4|$c0, $r4, $r5\n"
              "mov.b32 $r6, 0x4\n"
              "@$c0.lg ld.b32 $r5, g14[$r6]\n"
              "nop.exit\n");
    assert_int_equal(gt_model_run(r.gpu, &r.launch, &r.res, NULL, NULL), GT_FAULT);
    assert_int_equal(r.res.fault.code, GT_F_GLOBAL_LIMIT_READ);
    assert_int_equal(r.res.fault.ctaid_x % 10, 1);      /* on TPC 1 */
    assert_int_equal(r.res.fault.pc, 0x20);
    rig_free(&r);
}

static void too_much_local(void **s)
{
    struct rig r;
    (void)s;
    start_rig(&r, "gtx280", 1, 1, "nop.exit\n");
    r.launch.lmem = 64;                         /* fits one SM, not thirty: 1 MB of memory */
    assert_int_equal(gt_model_run(r.gpu, &r.launch, &r.res, NULL, NULL), GT_BAD_LAUNCH);
    assert_non_null(strstr(r.res.message, "local memory needs 1966080 bytes"));
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),     cmocka_unit_test(test_placement),
        cmocka_unit_test(test_rotation),  cmocka_unit_test(figure_5),
        cmocka_unit_test(one_counter),    cmocka_unit_test(test_places),
        cmocka_unit_test(test_atomics),   cmocka_unit_test(local_memory),
        cmocka_unit_test(between_blocks), cmocka_unit_test(threads_programs),
        cmocka_unit_test(threads_random), cmocka_unit_test(by_hand),
        cmocka_unit_test(test_deadlock),  cmocka_unit_test(test_endless),
        cmocka_unit_test(test_fault),     cmocka_unit_test(too_much_local),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
