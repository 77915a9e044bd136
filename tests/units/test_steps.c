/* SPDX-License-Identifier: Apache-2.0
 *
 * What the pages of docs/units say of the memory system in numbers, on units of the model alone: latencies in steps and
 * cycles, sizes of queues, who is replaced and whose turn it is. Each expected number was worked out from the rule, as
 * its comment says; none was read off a machine. The constants in it are those that silicon.md lists. The Verilog does
 * what the model does (benches of tests/units), so a fault that both have shows
 * here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/dram_ctrl.h"
#include "gpu/l2_port.h"
#include "gpu/l3.h"
#include "gpu/mmu.h"
#include "gpu/partition.h"
#include "gpu/tex_l2.h"
#include "gpu/tlb_l1.h"
#include "gpu/tlb_l2.h"
#include "gpu/tpc_port.h"
#include "gpu/xbar.h"

/* ---- translation ------------------------------------------------------------------------------------------------ */

/* MMU-2: of eight pages of a set the first is used again; the ninth takes the place of the second, the tenth that of
 * the third, and a page put in again has its own place and is the youngest. First in, first out would lose the
 * first. */
static void l2_tlb_replaces(void **s)
{
    struct tlb_l2 t;
    (void)s;
    assert_true(tlb_l2_init(&t, 128, 8));
    for (uint32_t p = 0; p < 8; p++)
        tlb_l2_put(&t, 128 * p + 5, p);
    tlb_l2_put(&t, 6, 99);                                  /* another set */
    assert_non_null(tlb_l2_look(&t, 5));
    tlb_l2_put(&t, 128 * 8 + 5, 8);                         /* for page 1 */
    assert_null(tlb_l2_look(&t, 128 * 1 + 5));
    tlb_l2_put(&t, 128 * 2 + 5, 22);                        /* page 2 has its place */
    tlb_l2_put(&t, 128 * 9 + 5, 9);                         /* for page 3 */
    assert_null(tlb_l2_look(&t, 128 * 3 + 5));
    static const uint32_t there[][2] = {{0, 0}, {2, 22}, {4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}, {9, 9}};
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t *e = tlb_l2_look(&t, 128 * there[i][0] + 5);
        assert_non_null(e);
        assert_int_equal(*e, there[i][1]);
    }
    assert_int_equal(*tlb_l2_look(&t, 6), 99);
    tlb_l2_clear(&t);
    assert_null(tlb_l2_look(&t, 5));
    tlb_l2_free(&t);
}

/* MMU-1, MMU-8: 32 MB of 4 KB pages in 8 ways are 1024 sets' worth of clearing: 1024 steps in which no question is
 * taken, after a reset and after `inv`. */
static void mmu_clears(void **s)
{
    struct mmu *m = mmu_new(0);
    (void)s;
    assert_non_null(m);
    for (unsigned round = 0; round < 2; round++) {
        unsigned steps = 0;
        for (; !mmu_ready(m); steps++)
            mmu_step(m, NULL, false, false, NULL);
        assert_int_equal(steps, 1024);
        mmu_step(m, NULL, false, false, NULL);
        mmu_invalidate(m);
    }
    mmu_free(m);
}

/* The page table of mmu_walks: directory at 64 with an entry for each region of 512 MB, tables where they say. */
static struct gpu_rsp table_entry(const struct gpu_req *read)
{
    struct gpu_rsp r = {.id = read->id};
    if (read->addr == 64)                       /* regions 0 to 3: 4 KB pages; none; 64 KB pages; none */
        r.data[0] = 0x2000 | 3, r.data[4] = 0x9000 | 1;
    if (read->addr == 0x2000)                                   /* pages 0 to 3: the third is mapped */
        r.data[4] = 0x12345000 | 1;
    if (read->addr == 0x9000)                                   /* 64 KB: the first */
        r.data[0] = 0xabcd0000 | 1;
    return r;
}

/* Steps from the one in which the question is taken to the offer of its answer; each read is answered in the step
 * behind its offer: r = offer + 1. */
static unsigned ask_mmu(struct mmu *m, uint32_t addr, unsigned *reads, uint32_t *answer)
{
    struct gpu_req q = {.space = 2, .addr = addr, .src = 4};
    struct gpu_rsp sector;
    bool comes = false;
    *reads = 0;
    mmu_step(m, &q, false, false, NULL);
    for (unsigned steps = 1;; steps++) {
        const struct gpu_rsp *a = mmu_answer(m), now = sector;
        const struct gpu_req *read = mmu_read(m);
        bool came = comes;
        assert_true(steps < 100);
        comes = read != NULL;
        if (read) {
            sector = table_entry(read);
            ++*reads;
        }
        if (a) {
            assert_int_equal(a->dst, 4);
            *answer = a->data[0];
        }
        mmu_step(m, NULL, a != NULL, read != NULL, came ? &now : NULL);
        if (a)
            return steps;
    }
}

/* MMU-3, MMU-5, MMU-6: the read of the directory is offered in s+2, its sector comes in r = s+3; the read of the
 * table in r+3 = s+6, its sector in s+7, the answer in s+10. In a region that is known s+6; found s+2. MMU-4: the
 * page in bits 31:12, bit 1 of 64 KB, bit 0 mapped. MMU-9: not mapped is 0 and asked again. */
static void mmu_walks(void **s)
{
    struct mmu *m = mmu_new(64);
    unsigned reads;
    uint32_t page;
    (void)s;
    assert_non_null(m);
    while (!mmu_ready(m))
        mmu_step(m, NULL, false, false, NULL);
    assert_int_equal(ask_mmu(m, 0x2abc, &reads, &page), 10);
    assert_int_equal(reads, 2);
    assert_int_equal(page, 0x12345001);
    assert_int_equal(ask_mmu(m, 0x2000, &reads, &page), 2);
    assert_int_equal(reads, 0);
    assert_int_equal(page, 0x12345001);
    for (unsigned again = 0; again < 2; again++) {
        assert_int_equal(ask_mmu(m, 0x1000, &reads, &page), 6);
        assert_int_equal(reads, 1);
        assert_int_equal(page & 1, 0);
    }
    assert_int_equal(ask_mmu(m, 0x4000f123, &reads, &page), 10);
    assert_int_equal(page, 0xabcdf003);
    assert_int_equal(ask_mmu(m, 0x20000000, &reads, &page), 6);     /* no table */
    assert_int_equal(page & 1, 0);
    mmu_free(m);
}

static void tlb_step(struct tlb_l1 *t, const struct gpu_req *r, const uint32_t *page)
{
    tlb_l1_step(t, r, true, page);
}

/* One request of an L1 TLB: steps from the one in which it is taken to the one in which it is offered; asks: questions
 * on the way, each answered `after` steps behind its offer. */
static unsigned translate_block(struct tlb_l1 *t, uint32_t addr, uint32_t tells, unsigned *asks, uint32_t *physical)
{
    struct gpu_req r = {.space = 2, .addr = addr};
    unsigned steps = 0;
    *asks = 0;
    tlb_step(t, &r, NULL);
    for (steps = 1;; steps++) {
        const struct gpu_req *o = tlb_l1_out(t);
        assert_true(steps < 100);
        if (o && o->dst != XBAR_TO_MMU) {
            *physical = o->addr;
            tlb_step(t, NULL, NULL);
            return steps;
        }
        if (o) {
            uint32_t page = (addr & ~0xfffu) + 0x10000000 + tells;  /* 256 MB higher */
            assert_int_equal(o->kind, 0);
            assert_int_equal(o->id, 0);
            ++*asks;
            tlb_step(t, NULL, NULL);                                /* s+2: the question goes */
            tlb_step(t, NULL, NULL);
            tlb_step(t, NULL, &page);                               /* f = s+4 */
            steps += 2;
            continue;
        }
        tlb_step(t, NULL, NULL);
    }
}

/* Mapped by a page of 4 KB. */
static unsigned translate_address(struct tlb_l1 *t, uint32_t addr, unsigned *asks, uint32_t *physical)
{
    return translate_block(t, addr, MMU_PAGE_VALID, asks, physical);
}

/* TLB-3: taken in s, offered in s+2. TLB-4, TLB-5: unknown, the question is offered in s+2; the page comes in f,
 * here s+4; looked up again in f+1, offered in f+2 = s+6. TLB-2: 16 lines of 512 KB; the first is used again, so the
 * 17th takes the place of the second; a page of a line that is there is asked for alone. TLB-1: room for two. */
static void l1_tlb(void **s)
{
    struct tlb_l1 *t = calloc(1, sizeof *t);
    unsigned asks;
    uint32_t at;
    (void)s;
    assert_non_null(t);
    tlb_l1_init(t, false);
    assert_int_equal(translate_address(t, 0x00000040, &asks, &at), 6);
    assert_int_equal(asks, 1);
    assert_int_equal(at, 0x10000040);
    assert_int_equal(translate_address(t, 0x00000ffc, &asks, &at), 2);
    assert_int_equal(asks, 0);
    assert_int_equal(at, 0x10000ffc);
    assert_int_equal(translate_address(t, 0x00001000, &asks, &at), 6);      /* next page of the line */
    for (uint32_t i = 1; i < 16; i++)
        assert_int_equal(translate_address(t, i << 19, &asks, &at), 6);
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(translate_address(t, i << 19, &asks, &at), 2);
    assert_int_equal(translate_address(t, 0, &asks, &at), 2);
    assert_int_equal(translate_address(t, 16u << 19, &asks, &at), 6);
    assert_int_equal(translate_address(t, 0, &asks, &at), 2);
    assert_int_equal(translate_address(t, 0x1000, &asks, &at), 2);
    assert_int_equal(translate_address(t, 2u << 19, &asks, &at), 2);
    assert_int_equal(translate_address(t, 1u << 19, &asks, &at), 6);        /* for line 3, the oldest now */
    assert_int_equal(translate_address(t, 4u << 19, &asks, &at), 2);
    assert_int_equal(translate_address(t, 3u << 19, &asks, &at), 6);
    tlb_l1_invalidate(t);                                                   /* TLB-7 */
    assert_int_equal(translate_address(t, 0, &asks, &at), 6);
    /* TLB-5: 64 KB, then 256 KB of the other half, and what of a line is not told */
    const uint32_t big = MMU_PAGE_VALID | MMU_PAGE_BIG, block = big | MMU_PAGE_BLOCK;
    assert_int_equal(translate_block(t, 0x15000, big, &asks, &at), 6);
    assert_int_equal(translate_block(t, 0x1fffc, big, &asks, &at), 2);
    assert_int_equal(at, 0x1001fffc);
    assert_int_equal(translate_block(t, 0x20000, big, &asks, &at), 6);
    assert_int_equal(translate_block(t, 0x65000, block, &asks, &at), 6);
    for (uint32_t i = 0x40000; i < 0x80000; i += 0x1000) {
        assert_int_equal(translate_block(t, i + 8, block, &asks, &at), 2);
        assert_int_equal(at, 0x10000008 + i);
    }
    assert_int_equal(translate_block(t, 0x3f000, block, &asks, &at), 6);
    assert_int_equal(translate_block(t, 0x1fffc, block, &asks, &at), 2);
    assert_int_equal(translate_block(t, 0x80000, block, &asks, &at), 6);
    struct gpu_req r = {.space = 2};
    tlb_l1_init(t, false);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(tlb_l1_ready(t));
        tlb_l1_step(t, &r, false, NULL);
    }
    assert_false(tlb_l1_ready(t));
    free(t);
}

/* ---- ports of a TPC ---------------------------------------------------------------------------------------------- */

static void port_cycle(struct tpc_port *p, uint64_t c, unsigned asking, const struct mem_req r[], bool taken)
{
    const struct mem_req *req[TPC_PORTS] = {NULL};
    for (unsigned i = 0; i < TPC_PORTS; i++)
        req[i] = asking >> i & 1 ? &r[i] : NULL;
    tpc_port_cycle(p, c % 2 == 0, req, 0, taken, taken, NULL);
}

/* TPORT-3: 94 stages; accepted in the even cycle c, offered in c + 4 + 2 * 94. TPORT-1: while nothing leaves, 94
 * stages, the register in front of them and a queue of four of each SM take a request each. TPORT-2: SM 0, 1, 2, 0,
 * ...; TPORT-4: of each in its order. */
static void tpc_ports(void **s)
{
    struct tpc_port *p = calloc(1, sizeof *p);
    struct mem_req r[TPC_PORTS] = {{0}};
    uint64_t c = 0;
    (void)s;
    assert_non_null(p);
    tpc_port_init(p, 3, 7);
    r[1].id = 33;
    port_cycle(p, c++, 2, r, true);
    for (; c % 2 || !tpc_port_global(p); c++)
        port_cycle(p, c, 0, r, true);
    assert_int_equal(c, 4 + 2 * 94);
    assert_int_equal(tpc_port_global(p)->src, 7);
    assert_int_equal(tpc_port_global(p)->id, 1 << 6 | 33);      /* TPORT-4 */

    tpc_port_init(p, 3, 7);
    c = 0;
    r[3].id = 5;                                                 /* the texture unit's: from the next cycle on */
    port_cycle(p, c++, 8, r, false);
    assert_non_null(tpc_port_texture(p));
    assert_int_equal(tpc_port_texture(p)->id, 3 << 6 | 5);

    /* TPORT-2: each for another 128 bytes; four for the same */
    for (unsigned run = 1; run <= 4; run += 3) {
        tpc_port_init(p, 3, 7);
        unsigned taken[3] = {0};
        for (c = 0; c < 1000; c++) {
            unsigned asking = 0;
            for (unsigned i = 0; i < 3; i++)
                if (tpc_port_ready(p, i)) {
                    asking |= 1u << i;
                    r[i].addr = run == 1 ? taken[i] << 7 : taken[i] % 4 << 5;
                    r[i].id = (uint8_t)(taken[i]++ & 63);
                }
            port_cycle(p, c, asking, r, false);
        }
        assert_int_equal(taken[0] + taken[1] + taken[2], 94 + 1 + 3 * 4);
        for (unsigned n = 0; n < 3 * 20; n++) {
            for (; c % 2 || !tpc_port_global(p); c++)
                port_cycle(p, c, 0, r, false);
            assert_int_equal(tpc_port_global(p)->id >> 6, n / run % 3);
            assert_int_equal(tpc_port_global(p)->id & 63, n / run / 3 * run + n % run);
            port_cycle(p, c++, 0, r, true);
        }
    }
    free(p);
}

/* LPORT-2: 32 stages; asked for alone in the even cycle c, offered in c + 2 + 2 * 32. LPORT-1: while nothing leaves
 * the stages take 32 lines and four wait. LPORT-4: the words of a packet that comes in the step c go in c+1 to c+8,
 * those of one that comes two cycles later right behind them. LPORT-2: ids 0, 1, 2, 3, 0, ... */
static void l2_ports(void **s)
{
    struct l2_port *p = calloc(1, sizeof *p);
    struct gpu_rsp a = {0}, b = {0};
    uint64_t c;
    (void)s;
    assert_non_null(p);
    l2_port_init(p, 3);
    l2_port_cycle(p, true, true, 0x1040, false, NULL);
    for (c = 1; c % 2 || !l2_port_req(p); c++)
        l2_port_cycle(p, c % 2 == 0, false, 0, false, NULL);
    assert_int_equal(c, 2 + 2 * 32);
    assert_int_equal(l2_port_req(p)->addr, 0x1040);
    assert_int_equal(l2_port_req(p)->src, 3);

    l2_port_init(p, 3);
    unsigned lines = 0;
    for (c = 0; c < 400; c++) {
        bool ask = l2_port_ready(p);
        lines += ask;
        l2_port_cycle(p, c % 2 == 0, ask, lines << 8, false, NULL);
    }
    assert_int_equal(lines, 32 + 4);
    for (unsigned n = 0; n < 9; n++, c += 2) {
        assert_int_equal(l2_port_req(p)->id, n % 4);
        assert_int_equal(l2_port_req(p)->addr, (n + 1) << 8);
        l2_port_cycle(p, true, false, 0, true, NULL);
        l2_port_cycle(p, false, false, 0, false, NULL);
    }

    l2_port_init(p, 3);
    for (unsigned i = 0; i < 8; i++) {
        a.data[i] = 10 + i;
        b.data[i] = 20 + i;
    }
    assert_null(l2_port_word(p));
    l2_port_cycle(p, true, false, 0, false, &a);
    for (c = 1; c <= 16; c++) {
        assert_non_null(l2_port_word(p));
        assert_int_equal(*l2_port_word(p), c <= 8 ? 9 + c : 11 + c);
        l2_port_cycle(p, c % 2 == 0, false, 0, false, c == 2 ? &b : NULL);
    }
    assert_null(l2_port_word(p));
    free(p);
}

/* ---- crossbar ---------------------------------------------------------------------------------------------------- */

static void xbar_go(struct xbar *x, const struct gpu_req *const req[], unsigned taken)
{
    static const struct gpu_rsp *const none[XBAR_PORTS];
    xbar_step(x, req, none, taken, ~0u);
}

/* XBAR-4, XBAR-8, XBAR-11: links of 6, 7, 8, 9, 10, 10, 9, 8, 7, 6 steps for TPC 0 to 9, 10 of the L3, 1 of the MMU;
 * two more for the switch and the register. */
static void xbar_distances(void **s)
{
    static const unsigned steps[12] = {6, 7, 8, 9, 10, 10, 9, 8, 7, 6, 10, 1};
    struct xbar *x = xbar_new(10, 8);
    (void)s;
    assert_non_null(x);
    for (unsigned client = 0; client < 12; client++) {
        struct gpu_req r = {.dst = 3, .src = (uint8_t)client};
        const struct gpu_req *req[XBAR_PORTS] = {NULL};
        unsigned k = 1;
        req[client] = &r;
        xbar_go(x, req, ~0u);
        req[client] = NULL;
        for (; !xbar_req(x, 3); k++)
            xbar_go(x, req, ~0u);
        assert_int_equal(k, steps[client] + 2);
        xbar_go(x, req, ~0u);
    }
    xbar_free(x);
}

/* A partition that takes nothing: TPC 0 sends until its link has no credit. Its register takes one packet, its queue at
 * the switch four (XBAR-6), the link's queue 32 (XBAR-5, XBAR-12). Then TPC 2 finds its own four places: XBAR-7 serves
 * them in turn, one of TPC 0, one of TPC 2, so that TPC 2's first goes behind two of TPC 0. */
static void xbar_room(void **s)
{
    /* each for another 128 bytes; all for the same (XBAR-7) */
    static const unsigned order[2][8] = {{0, 2, 0, 2, 0, 2, 0, 0}, {0, 0, 0, 0, 2, 2, 2, 0}};
    (void)s;
    for (unsigned same = 0; same < 2; same++) {
        struct xbar *x = xbar_new(10, 8);
        const struct gpu_req *req[XBAR_PORTS] = {NULL};
        struct gpu_req r0 = {.dst = 5, .src = 0}, r2 = {.dst = 5, .src = 2};
        unsigned sent = 0;
        assert_non_null(x);
        for (unsigned k = 0; k < 300; k++) {
            req[0] = xbar_req_ready(x, 0) ? &r0 : NULL;
            sent += req[0] != NULL;
            r0.addr = same ? 0 : k << 7;
            xbar_go(x, req, 0);
        }
        assert_int_equal(sent, 1 + 4 + 32);
        req[0] = NULL;
        for (unsigned k = 0; k < 100; k++) {
            req[2] = k < 3 ? &r2 : NULL;
            r2.addr = same ? 0 : k << 7;
            xbar_go(x, req, 0);
        }
        for (unsigned n = 0; n < 8; n++) {
            assert_non_null(xbar_req(x, 5));
            assert_int_equal(xbar_req(x, 5)->src, order[same][n]);
            xbar_go(x, req, ~0u);
        }
        xbar_free(x);
    }
}

/* ---- L3 ---------------------------------------------------------------------------------------------------------- */

/* L3-2: taken up in t, sectors offered from t+5 on: the last in t+12, 13 steps a line; L3-4: missing, eight reads
 * from t+3 on, here answered in the step behind each, the last in f = t+11, sectors from f+3 on. L3-5: those of the
 * block wanted first. L3-1: four places. L3-3: eight lines of a set stay, the oldest goes. */
static void third_level(void **s)
{
    struct l3 *l = calloc(1, sizeof *l);
    struct gpu_req r = {.addr = 3 << 6};                    /* block 3 */
    struct gpu_rsp sector = {0};
    (void)s;
    assert_non_null(l);
    l3_init(l, 0x200000);
    for (unsigned round = 0; round < 2; round++) {
        unsigned reads = 0, answers = 0, first = 0;
        bool comes = false;
        l3_step(l, &r, false, false, NULL);                 /* t - 1: it waits from t on */
        for (unsigned t = 0; answers < 8; t++) {
            const struct gpu_req *read = l3_read(l);
            const struct gpu_rsp *a = l3_answer(l);
            const struct gpu_rsp now = sector, *in = comes ? &now : NULL;
            comes = read != NULL;
            if (read) {
                assert_int_equal(t, 3 + reads);
                assert_int_equal(read->addr, 0x200000 + 32 * reads);
                assert_int_equal(read->id, reads);
                sector = (struct gpu_rsp){.id = read->id, .data = {100 + read->id}};
                reads++;
            }
            if (a) {
                first = answers ? first : t;
                assert_int_equal(t, first + answers);
                assert_int_equal(a->data[0], 100 + (6 + answers) % 8);
                answers++;
            }
            l3_step(l, NULL, a != NULL, read != NULL, in);
            if (t >= 100)
                fail_msg("round %u: %u reads, %u answers", round, reads, answers);
        }
        assert_int_equal(reads, round ? 0 : 8);
        assert_int_equal(first, round ? 5 : 11 + 3);
    }
    l3_init(l, 0);
    unsigned taken = 0;
    for (unsigned k = 0; k < 20; k++) {
        bool ready = l3_ready(l);
        taken += ready;
        l3_step(l, ready ? &r : NULL, false, false, NULL);
    }
    assert_int_equal(taken, 1 + 4);                         /* one is worked on */
    free(l);
}

/* ---- partition --------------------------------------------------------------------------------------------------- */

static void load_sector(struct tex_l2 *l, uint32_t sector, enum tex_l2_found want)
{
    static const uint32_t data[8];
    struct tex_l2_look look = tex_l2_load(l, sector, 1);
    assert_int_equal(look.found, want);
    if (look.found == TL2_MISS)
        tex_l2_fill(l, look.after, data);
}

/* PART-7: 16 sets of 8 ways, a line is eight sectors, the set is bits 6 to 3 of the sector. A write makes its line
 * younger, too: the ninth line of the set takes the place of the second. PART-8: sectors come one by one. PART-9: a
 * load that finds its sector on its way joins it. PART-10: a written sector is not there. PART-11: one that has come
 * is. */
static void texture_l2(void **s)
{
    struct tex_l2 *l = calloc(1, sizeof *l);
    (void)s;
    assert_non_null(l);
    tex_l2_reset(l);
    for (uint32_t i = 0; i < 8; i++)
        load_sector(l, 128 * i + 16, TL2_MISS);             /* set 2 */
    load_sector(l, 17, TL2_MISS);                           /* the line is there, not the sector */
    load_sector(l, 17, TL2_HIT);
    for (uint32_t i = 1; i < 8; i++)
        load_sector(l, 128 * i + 16, TL2_HIT);
    tex_l2_take(l, 16);                                     /* line 0 becomes the youngest */
    load_sector(l, 128 * 8 + 16, TL2_MISS);                 /* for line 1 */
    load_sector(l, 17, TL2_HIT);
    load_sector(l, 16, TL2_MISS);
    for (uint32_t i = 2; i < 9; i++)
        load_sector(l, 128 * i + 16, TL2_HIT);
    load_sector(l, 128 + 16, TL2_MISS);
    tex_l2_reset(l);                                        /* a new line has none of the old one's sectors */
    load_sector(l, 17, TL2_MISS);
    for (uint32_t i = 1; i <= 8; i++)
        load_sector(l, 128 * i + 16, TL2_MISS);
    load_sector(l, 128 * 8 + 17, TL2_MISS);
    assert_int_equal(tex_l2_load(l, 3, 1).found, TL2_MISS);
    assert_int_equal(tex_l2_load(l, 3, 2).found, TL2_JOINS);
    tex_l2_take(l, 3);                                      /* no longer live */
    assert_int_equal(tex_l2_load(l, 3, 4).found, TL2_MISS);
    free(l);
}

static uint8_t scratch[32];
static uint8_t *any_sector(void *arg, uint32_t n, bool write) { (void)arg; (void)n; (void)write; return scratch; }

struct part { struct partition p; struct dram_chip chip; uint64_t c; };

static const struct gpu_rsp *part_cycle(struct part *r, const struct gpu_req *req)
{
    static struct gpu_rsp out;
    bool step = r->c % 2 == 0, mstep = gpu_mstep(r->c);
    const struct gpu_rsp *a = step ? partition_answer(&r->p) : NULL;
    const struct dram_pins pins = r->p.dram.pins;
    if (a)
        out = *a;
    partition_cycle(&r->p, step, mstep, req, step, r->chip.out);
    if (mstep)
        dram_chip_clock(&r->chip, &pins);
    r->c++;
    return a ? &out : NULL;
}

/* PART-1, PART-4, PART-6: a texture load whose sector is there: 28 steps to the queue, in its end in 56, lookup in
 * 58, leaves in 60, `rsp` in 62. PART-5: the sector comes 40 steps from the controller to its place; not there it
 * costs the read of a closed row, 42 to 44 (DRAM's page), a step to the controller, 80 on the way back, and the
 * rest: 188 to 190. */
static void partition_times(void **s)
{
    struct part *r = calloc(1, sizeof *r);
    struct gpu_req q = {.space = 3, .id = 9, .src = 4};
    (void)s;
    assert_non_null(r);
    partition_reset(&r->p, 0);
    dram_chip_reset(&r->chip, any_sector, NULL);
    while (r->c < 96)
        part_cycle(r, NULL);
    for (unsigned round = 0; round < 3; round++) {
        uint64_t from = r->c;
        const struct gpu_rsp *a;
        assert_int_equal(from % 2, 0);
        part_cycle(r, &q);
        while (!(a = part_cycle(r, NULL)))
            ;
        assert_int_equal(a->id, 9);
        assert_int_equal(a->dst, 4);
        if (round)
            assert_int_equal(r->c - 1 - from, 62);
        else
            assert_in_range(r->c - 1 - from, 188, 190);
        while (r->c % 2)
            part_cycle(r, NULL);
    }
    free(r);
}

/* ---- DRAM -------------------------------------------------------------------------------------------------------- */

/* DRAM-1: 1107 and 1296 MHz are 41 and 48. The first six cycles: 0.854 a cycle, so that the whole part does not grow
 * in the first, and then again after seven. DRAM-2: 16 requests wait. DRAM-9: from bit 0 on 7 bits of column, 3 of
 * bank, 12 of row. */
static void memory_clock(void **s)
{
    unsigned n = 0;
    (void)s;
    for (uint64_t c = 0; c < 48; c++)
        n += gpu_mstep(c);
    assert_int_equal(n, 41);
    static const unsigned still[7] = {0, 6, 13, 20, 27, 34, 41};        /* c = floor(48 k / 7) */
    for (unsigned k = 0; k < 7; k++)
        assert_false(gpu_mstep(still[k]));
    assert_int_equal(dram_col(0x155 << 10 | 5 << 7 | 0x61), 0x61);
    assert_int_equal(dram_bank(0x155 << 10 | 5 << 7 | 0x61), 5);
    assert_int_equal(dram_row(0x155 << 10 | 5 << 7 | 0x61), 0x155);
    struct dram_ctrl d;
    static const uint32_t none[4];
    unsigned taken = 0;
    dram_ctrl_reset(&d);
    for (uint64_t c = 0; c < 200; c++) {                    /* without a memory clock none leaves */
        struct dram_req r = {.sector = taken << 10};
        bool take = c % 2 == 0 && dram_ctrl_ready(&d) && c < 130;
        taken += take;
        dram_ctrl_cycle(&d, c % 2 == 0, false, take ? &r : NULL, none);
    }
    assert_int_equal(taken, 64);
}

/* DRAM-8: reads of an open row pass one that wants another row of the bank, 64 of them; then it alone is served. */
static void test_passed(void **s)
{
    struct dram_ctrl d;
    struct dram_chip chip;
    unsigned sent = 0, younger = 0;
    bool over = false;
    (void)s;
    dram_ctrl_reset(&d);
    dram_chip_reset(&chip, any_sector, NULL);
    for (uint64_t c = 0; !over; c++) {
        bool step = c % 2 == 0, take = step && dram_ctrl_ready(&d);
        const struct dram_rsp *a = step ? dram_ctrl_answer(&d) : NULL;
        /* the first opens row 0; the second wants row 1; all others row 0 */
        struct dram_req r = {.id = sent == 1, .sector = sent == 1 ? 1 << 10 : sent % 128};
        over = a && a->id == 1;
        younger += a && a->id == 0;
        sent += take;
        dram_cycle(&d, &chip, step, gpu_mstep(c), take ? &r : NULL);
        assert_true(c < 2000);
    }
    assert_int_equal(younger, 1 + 64);
    assert_int_equal(chip.broken, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(l2_tlb_replaces), cmocka_unit_test(mmu_clears), cmocka_unit_test(mmu_walks),
        cmocka_unit_test(l1_tlb), cmocka_unit_test(test_passed),
        cmocka_unit_test(tpc_ports), cmocka_unit_test(l2_ports), cmocka_unit_test(xbar_distances),
        cmocka_unit_test(xbar_room), cmocka_unit_test(third_level), cmocka_unit_test(texture_l2),
        cmocka_unit_test(partition_times), cmocka_unit_test(memory_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
