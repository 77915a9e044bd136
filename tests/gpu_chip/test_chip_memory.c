/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs on chips whose memory is the memory system (docs/units/gpu.md): what an access costs, what camping costs,
 * faults, the end of a launch, and that the number of host threads changes nothing.
 */
#include "rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/page_table.h"
#include "gpu/tpc_port.h"
#include "gt_chip.h"

static void start_rig(struct rig *r, const char *chip, uint32_t threads, uint32_t blocks, uint32_t megabytes)
{
    char err[256];
    rig_init(r, threads);
    r->gpu->chip = gt_chip_find(chip, err, sizeof err);
    assert_non_null(r->gpu->chip);
    r->gpu->threads = 2;
    r->launch.grid_x = blocks;
    r->launch.max_cycles = 3000000;
    assert_true(gt_gpu_grow(r->gpu, megabytes << 20));
}

/* ---- what a load costs: a chase of one thread on TPC 0 ------------------------------------------- */

#define LOADS 64u

/* `count` words `stride` apart from `base` on, each the address of the next one, the last one of the first; clocks of a
 * load of that chase when it goes round for the second time. */
static double chase_clocks(const char *chip, uint32_t megabytes, uint32_t stride, uint32_t count)
{
    struct rig r;
    char text[64];
    start_rig(&r, chip, 1, 1, megabytes);
    uint32_t base = gt_alloc(r.gpu, stride * count);
    assert_int_not_equal(base, 0);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = base + (i + 1) % count * stride;
        gt_write(r.gpu, base + i * stride, &next, 4);
    }
    snprintf(text, sizeof text, "mov.b32 $r4, 0x%x\n", base);
    rig_asm(&r, text);
    rig_clock_start(&r);
    rig_repeat(&r, LOADS, "ld.b32 $r4, g14[$r4]\n");
    rig_clock_stop(&r);
    rig_run(&r);
    double clocks = (double)(rig_word(&r, 1) - rig_word(&r, 0)) / LOADS;
    rig_free(&r);
    return clocks;
}

static void assert_within(double value, double wanted, double by, const char *what)
{
    if (value < wanted - by || value > wanted + by)
        fail_msg("%s: %.1f clocks, wanted %.1f +- %.1f", what, value, wanted, by);
}

/* MSYS-5 with the 10 clocks in the SM: 440 on average over the TPCs. TPC 0 is two steps nearer to the crossbar than
 * their average, there and back: 8 clocks. */
static void test_chases(void **state)
{
    (void)state;
    const double hit = chase_clocks("gtx280", 16, 256, 64);
    assert_within(hit, 440 - 8, 6, "TLBs hit");
    /* a question to the MMU: 47, of TPC 0 8 less; 20 pages in four sets of the L2 TLB */
    assert_within(chase_clocks("gtx280", 40, 1 << 20, 20) - hit, 47 - 8, 6, "L1 TLB miss");
    /* pages 4 MB apart are all of one set, of 8 ways */
    assert_within(chase_clocks("gtx280", 100, 4 << 20, 20) - hit, 47 - 8 + 211, 10, "L2 TLB miss");
}

/* ---- camping -------------------------------------------------------------------------------------- */

/* Cycles in which 90 blocks of 32 threads load 16 sectors a thread, of sectors `stride` bytes apart. */
static uint64_t sweep_cycles(const char *stride)
{
    struct rig r;
    char text[128];
    start_rig(&r, "gtx280", 32, 90, 60);
    rig_asm(&r, "cvt.u32.u16 $r4, s[0xc].u16\n"
                "shl.b32 $r4, $r4, 0x5\n"
                "add.b32 $r4, $r4, $r0\n");             /* number of the thread */
    snprintf(text, sizeof text, "shl.b32 $r4, $r4, %s\nadd.b32 $r4, s[0x10].b32, $r4\nmov.b32 $r6, 0x200000\n", stride);
    rig_asm(&r, text);
    rig_repeat(&r, 16, "ld.b32 $r5, g14[$r4]\nadd.b32 $r4, $r4, $r6\n");
    rig_asm(&r, "add.b32 $r5, $r5, $r5\nnop.exit\n");
    rig_run(&r);
    uint64_t cycles = r.res.cycles;
    rig_free(&r);
    return cycles;
}

/* Strides of 2 KB are one partition of eight. */
static void test_camping(void **state)
{
    (void)state;
    uint64_t one = sweep_cycles("0xb"), all = sweep_cycles("0x8");
    if (one < 4 * all)
        fail_msg("stride 2048: %llu cycles, stride 256: %llu", (unsigned long long)one, (unsigned long long)all);
}

/* ---- the number of threads ------------------------------------------------------------------------ */

struct digest { uint64_t events, hash; };

static void digest_events(void *ctx, const struct gt_event *e, size_t n)
{
    struct digest *d = ctx;
    for (size_t i = 0; i < n; i++) {
        struct gt_event_field f[GT_EVENT_FIELDS];
        unsigned k = gt_event_fields(&e[i], f);
        d->events++;
        d->hash = (d->hash ^ (e[i].cycle << 8 | e[i].sm)) * 0x100000001b3;
        while (k--)
            d->hash = (d->hash ^ f[k].value) * 0x100000001b3;
    }
}

/* Random programs on gtx280: all that is told is the same with any number of threads, and by quanta as cycle by cycle,
 * device memory too (GPU-6, GPU-8). */
static void test_threads(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 6; seed++) {
        uint8_t *memory = NULL;
        struct digest first = {0};
        uint64_t cycles = 0;
        for (uint32_t n = 1; n <= 3; n++) {
            struct rig r;
            struct digest d = {0};
            char err[200];
            rig_random(&r, seed);
            r.gpu->chip = gt_chip_find(seed & 1 ? "gtx280" : "gpu2", err, sizeof err);
            assert_true(gt_gpu_grow(r.gpu, 16 << 20));          /* room for local memory */
            r.gpu->threads = n;
            r.launch.grid_x *= 3;
            r.launch.max_cycles = 60000;
            gt_model_run_events(r.gpu, &r.launch, &r.res, NULL, NULL, digest_events, &d);
            if (n == 1) {
                memory = malloc(r.gpu->mem_bytes);
                assert_non_null(memory);
                memcpy(memory, r.gpu->mem, r.gpu->mem_bytes);
                first = d;
                cycles = r.res.cycles;
                assert_true(d.events > 0);
            }
            assert_int_equal(d.events, first.events);
            assert_true(d.hash == first.hash);
            assert_int_equal(r.res.cycles, cycles);
            assert_memory_equal(memory, r.gpu->mem, r.gpu->mem_bytes);
            rig_free(&r);
        }
        free(memory);
    }
}

/* GPU-4: a launch finds the TLBs as the one before has left them, in the same step of the memory; the third finds what
 * the second found. */
static void test_launches(void **state)
{
    struct rig r;
    uint64_t cycles[3];
    (void)state;
    start_rig(&r, "gpu1", 64, 7, 1);
    rig_asm(&r, "shl.b32 $r4, $r0, 0x2\n"
                "add.b32 $r4, s[0x10].b32, $r4\n"
                "ld.b32 $r5, g14[$r4]\n"
                "add.b32 $r5, $r5, $r0\n"
                "st.b32 g14[$r4], $r5\n"
                "nop.exit\n");
    r.launch.grid_x = 1;
    for (unsigned i = 0; i < 3; i++) {
        rig_run(&r);
        cycles[i] = r.res.cycles;
    }
    assert_true(cycles[1] < cycles[0]);
    assert_int_equal(cycles[2], cycles[1]);
    for (unsigned i = 0; i < 64; i++)               /* and saw the stores of those before (GPU-6) */
        assert_int_equal(rig_word(&r, i), 3 * i);
    rig_free(&r);
}

/* ---- faults --------------------------------------------------------------------------------------- */

/* SM 0 loads from an odd address after some time; all others store what they count, one word after the other. */
static void start_counting(struct rig *r, uint32_t turns, uint32_t threads)
{
    char text[80];
    start_rig(r, "gpu2", threads, 6, 1);
    rig_asm(r, "cvt.u32.u16 $r4, s[0xc].u16\n"
               "mov.b32 $r7, $r4\n"
               "shl.b32 $r4, $r4, 0xb\n"
               "add.b32 $r4, s[0x10].b32, $r4\n"        /* 2 KB for each block */
               "mov.b32 $r6, 0x0\n"
               "mov.b32 $r8, 0x1\n");
    snprintf(text, sizeof text, "mov.b32 $r9, 0x%x\n", turns);
    rig_asm(r, text);
    uint32_t loop = 4 * r->n;
    rig_repeat(r, 4, "add.b32 $r6, $r6, $r8\nst.b32 g14[$r4], $r6\n");
    rig_asm(r, "set.l.u32 _|$c0, $r6, $r9\n");
    snprintf(text, sizeof text, "@$c0.lg bra 0x%x\n", loop);
    rig_asm(r, text);
    rig_asm(r, "add.b32 $r4, $r4, $r8\n"
               "set.l.u32 _|$c1, $r7, $r8\n"
               "@$c1.lg ld.b32 $r5, g14[$r4]\n");       /* block 0 */
    snprintf(text, sizeof text, "mov.b32 $r9, 0x%x\nsub.b32 $r4, $r4, $r8\nbra 0x%x\n", turns + 100000, loop);
    rig_asm(r, text);
}

/* GPU-7: memory after the fault is the same by quanta of 12 cycles and cycle by cycle. */
static void stopped_by_fault(void **state)
{
    (void)state;
    for (uint32_t turns = 20; turns < 32; turns++)
        for (uint32_t threads = 32; threads <= 128; threads += 96) {
            struct rig a, b;
            struct gt_config cfg;
            start_counting(&a, turns, threads);
            assert_int_equal(gt_model_run(a.gpu, &a.launch, &a.res, NULL, NULL), GT_FAULT);
            assert_int_equal(a.res.fault.code, GT_F_MISALIGNED);
            start_counting(&b, turns, threads);
            assert_true(gt_launch_config(b.gpu, &b.launch, &cfg, &b.res));
            struct gt_machine *m = gt_machine_new(b.gpu, &b.launch, &cfg);
            assert_non_null(m);
            uint64_t cycles = 1;
            while (gt_machine_step(m))
                cycles++;
            gt_machine_settle(m);
            gt_machine_free(m);
            assert_int_equal(a.res.cycles, cycles);
            /* A warp stores in order; of four, one behind may have stored last. */
            uint32_t last = (turns + 3) / 4 * 4;
            assert_in_range(rig_word(&b, 0), threads == 32 ? last : last - 1, last);
            assert_true(rig_word(&b, 512) > 1);
            assert_memory_equal(a.gpu->mem, b.gpu->mem, a.gpu->mem_bytes);
            rig_free(&a);
            rig_free(&b);
        }
}

/* The requests of the last 12 cycles wherever they are in a port: of one SM alone, and of two, in each cycle or now and
 * then, each of other 128 bytes, so that the SMs take turns (TPORT-2). Those before them leave as they are. */
static void test_withdrawn(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 6; k++) {
        unsigned sms = k % 2 + 1, gap = k / 2 + 1;
        struct tpc_port p;
        unsigned late = 0, early = 0, loads = 0, stores = 0;
        tpc_port_init(&p, 2, 0);
        for (uint64_t c = 0; c < 40; c++) {
            struct mem_req r = {.kind = MEM_STORE, .addr = (uint32_t)c << 7};
            bool offered = c % gap == 0, ready = offered && tpc_port_ready(&p, 0);
            const struct mem_req *req[TPC_PORTS] = {offered ? &r : NULL, sms == 2 ? &r : NULL};
            early += ready && c < 28;
            late += ready && c >= 28;
            tpc_port_cycle(&p, !(c & 1), req, 0, false, false, NULL);
        }
        assert_true(late >= 3);
        tpc_port_withdraw(&p, 0, late);
        for (uint64_t c = 40; c < 800; c++) {
            const struct mem_req *none[TPC_PORTS] = {NULL};
            const struct gpu_req *q = tpc_port_global(&p);
            if (!(c & 1) && q && q->id >> 6 == 0) {
                assert_int_equal(q->kind, q->addr < 28 << 7 ? MEM_STORE : MEM_LOAD);
                stores += q->kind == MEM_STORE;
                loads += q->kind == MEM_LOAD;
            } else if (!(c & 1) && q) {
                assert_int_equal(q->kind, MEM_STORE);
            }
            tpc_port_cycle(&p, !(c & 1), none, 0, true, false, NULL);
        }
        assert_int_equal(stores, early);
        assert_int_equal(loads, late);
    }
}

/* The page of the arena around this byte of it is mapped no longer. */
static void unmap_page(struct gt_gpu *g, uint32_t x)
{
    g->page_table[GT_GPU_TABLES_BASE + ((GT_G_BASE + x) >> PT_BIG) * 8] &= 0xfe;
}

/* TLB-6: an access to a page that is not mapped is a fault of its SM, by its kind. */
static void not_mapped(void **state)
{
    static const struct { const char *text; uint32_t code; } all[] = {
        {"ld.b32 $r5, g14[$r4]\nadd.b32 $r5, $r5, $r5\n", GT_F_GLOBAL_LIMIT_READ},
        {"st.b32 g14[$r4], $r5\nld.b32 $r5, g14[$r6]\nadd.b32 $r5, $r5, $r5\n", GT_F_GLOBAL_LIMIT_WRITE},
        {"atom.add.u32 $r5, g14[$r4], $r5\nadd.b32 $r5, $r5, $r5\n", GT_F_GLOBAL_LIMIT_ATOM},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        struct rig r;
        start_rig(&r, "gpu2", 1, 1, 1);
        rig_asm(&r, "nop.exit\n");
        rig_run(&r);                                    /* writes the table */
        r.n = 0;
        rig_asm(&r, "mov.b32 $r6, s[0x10].b32\n"
                    "mov.b32 $r4, 0x18008\n"
                    "add.b32 $r4, $r6, $r4\n"
                    "mov.b32 $r5, 0x1\n");
        rig_asm(&r, all[i].text);
        rig_asm(&r, "nop.exit\n");
        unmap_page(r.gpu, r.out - GT_G_BASE + 0x18008);
        assert_int_equal(gt_model_run(r.gpu, &r.launch, &r.res, NULL, NULL), GT_FAULT);
        assert_int_equal(r.res.fault.code, all[i].code);
        assert_int_equal(r.res.fault.addr & ~31u, (r.out + 0x18008) & ~31u);
        assert_int_equal(rig_word(&r, 0x18008 / 4), 0);
        rig_free(&r);
    }
}

/* GPU-5 */
static void test_jitter(void **state)
{
    struct rig r;
    (void)state;
    start_rig(&r, "gpu1", 1, 1, 1);
    rig_asm(&r, "nop.exit\n");
    r.gpu->jitter = 1;
    assert_int_equal(gt_model_run(r.gpu, &r.launch, &r.res, NULL, NULL), GT_BAD_LAUNCH);
    assert_string_equal(r.res.message,
                        "kernel test: jitter is of the memory of fixed latency, chip gpu1 has partitions");
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chases), cmocka_unit_test(test_camping), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_launches), cmocka_unit_test(stopped_by_fault), cmocka_unit_test(test_withdrawn),
        cmocka_unit_test(not_mapped), cmocka_unit_test(test_jitter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
