/* SPDX-License-Identifier: Apache-2.0
 *
 * GPU-4, GPU-7, GPU-9: launch after launch on one chip: what stays in the memory system, what is stale without which
 * invalidation, what a fault in between does. On every target the same cycles, clocks, values and faults.
 */
#include "rig.h"

#include <stdio.h>

#include "gpu/page_table.h"
#include "gt_chip.h"
#ifdef WITH_RTL
#include "rtl_sm.h"
#endif

typedef enum gt_status run_fn(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res);

static enum gt_status on_model(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res)
{
    return gt_model_run(g, l, res, NULL, NULL);
}

#ifdef WITH_RTL
static enum gt_status on_rtl(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res)
{
    return gt_rtl_run(g, l, res, NULL);
}

static enum gt_status on_both(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res)
{
    static const struct gt_rtl_opts opts = {.fst = ""};
    return gt_lockstep_run(g, l, res, &opts);
}
#endif

/* Word n of the output of block b: what the kernel read. */
enum { CONSTANT, TEXTURE, GLOBAL, CODE, KINDS };
enum { BLOCKS = 7, TEXELS = 0x4000, UNMAPPED = 0x28000 };

static void write_kernel(struct rig *r, uint32_t version)
{
    char text[64];
    r->n = 0;
    rig_asm(r, "ld.b32 $r4, c0[0x40]\n"
               "mov.b32 $r5, 0x3\n"
               "texfetch.live {$r5,_,_,_}, $t0, $s0, {$r5}, 0x0, 0x0, 0x0\n"
               "mov.b32 $r8, s[0x10].b32\n"
               "add.b32 $r10, $r8, 0x1000\n"
               "ld.b32 $r6, g14[$r10]\n");
    snprintf(text, sizeof text, "mov.b32 $r7, 0x%x\n", version);
    rig_asm(r, text);
    rig_asm(r, "cvt.u32.u16 $r9, s[0xc].u16\n"
               "shl.b32 $r9, $r9, 0x4\n"
               "add.b32 $r8, $r8, $r9\n"
               "st.b32 g14[$r8], $r4\n"
               "add.b32 $r8, $r8, 0x4\n"
               "st.b32 g14[$r8], $r5\n"
               "add.b32 $r8, $r8, 0x4\n"
               "st.b32 g14[$r8], $r6\n"
               "add.b32 $r8, $r8, 0x4\n"
               "st.b32 g14[$r8], $r7\n"
               "nop.exit\n");
}

/* The host changes what the kernel reads: a texture and g[]; code and constants. */
static void change_data(struct rig *r, uint32_t version)
{
    uint32_t texel[8];
    for (unsigned i = 0; i < 8; i++)
        texel[i] = version;
    assert_true(gt_write(r->gpu, r->out + TEXELS, texel, sizeof texel));
    assert_true(gt_write(r->gpu, r->out + 0x1000, &version, 4));
}

static void change_code(struct rig *r, uint32_t version)
{
    write_kernel(r, version);
    assert_true(gt_const_write(r->gpu, 0, 0x40, &version, 4));
}

static void change_all(struct rig *r, uint32_t version)
{
    change_data(r, version);
    change_code(r, version);
}

static void begin_rig(struct rig *r, const char *chip)
{
    char err[256];
    rig_init(r, 1);
    r->gpu->chip = gt_chip_find(chip, err, sizeof err);
    assert_non_null(r->gpu->chip);
    r->gpu->threads = 2;
    r->launch.grid_x = BLOCKS;
    r->launch.max_cycles = 100000;
    assert_true(gt_gpu_grow(r->gpu, 1 << 20));
    const struct gt_texture t = {.addr = r->out + TEXELS, .width = 8, .comps = 1, .bits = 32, .type = GT_TEX_UINT};
    assert_true(gt_texture_bind(r->gpu, 0, &t));
}

/* All blocks have read these versions. */
static void expect_reads(const struct rig *r, uint32_t constant, uint32_t texture, uint32_t global, uint32_t code)
{
    const uint32_t want[KINDS] = {constant, texture, global, code};
    assert_string_equal(r->res.message, "");
    for (uint32_t b = 0; b < BLOCKS; b++)
        for (uint32_t i = 0; i < KINDS; i++)
            assert_int_equal(rig_word(r, b * KINDS + i), want[i]);
}

static uint8_t *table_entry(struct rig *r, uint32_t x)
{
    return r->gpu->page_table + GT_GPU_TABLES_BASE + ((r->out + x) >> PT_BIG) * 8;
}

enum { STEPS = 16 };
struct outcome { enum gt_status status; uint32_t code, addr; uint64_t cycles, clock; uint32_t next_tpc; };

static void step_launch(struct rig *r, run_fn *run, unsigned inv, struct outcome **o)
{
    r->gpu->inv = (uint8_t)inv;
    run(r->gpu, &r->launch, &r->res);
    *(*o)++ = (struct outcome){r->res.status, r->res.fault.code, r->res.fault.addr, r->res.cycles, r->gpu->clock,
                               r->gpu->next_tpc};
}

/* Returns how many launches; o: what each came to. */
static size_t run_sequence(const char *chip, run_fn *run, struct outcome o[STEPS])
{
    struct rig r;
    struct outcome *at = o;
    begin_rig(&r, chip);
    unsigned usual = r.gpu->inv;
    assert_int_equal(usual, GT_INV_CODE | GT_INV_TEXTURES);
    change_all(&r, 1);
    step_launch(&r, run, usual, &at);
    expect_reads(&r, 1, 1, 1, 1);
    step_launch(&r, run, 0, &at);               /* everything is known */
    expect_reads(&r, 1, 1, 1, 1);
    assert_true(at[-1].cycles < at[-2].cycles);
    change_all(&r, 2);
    step_launch(&r, run, usual, &at);
    expect_reads(&r, 2, 2, 2, 2);
    assert_true(at[-1].cycles < at[-3].cycles && at[-1].cycles > at[-2].cycles);    /* TLBs stay */
    change_data(&r, 3);
    step_launch(&r, run, 0, &at);               /* the texture is stale */
    expect_reads(&r, 2, 2, 3, 2);
    step_launch(&r, run, GT_INV_TEXTURES, &at);
    expect_reads(&r, 2, 3, 3, 2);
    change_code(&r, 3);
    step_launch(&r, run, GT_INV_CODE, &at);
    expect_reads(&r, 3, 3, 3, 3);
    *table_entry(&r, 0) &= 0xfe;                /* a page of the arena is mapped no longer */
    step_launch(&r, run, usual, &at);
    expect_reads(&r, 3, 3, 3, 3);
    step_launch(&r, run, GT_INV_PAGES, &at);
    assert_int_equal(r.res.status, GT_FAULT);
    *table_entry(&r, 0) |= 1;
    change_all(&r, 4);
    step_launch(&r, run, 0, &at);               /* behind a fault all is empty */
    expect_reads(&r, 4, 4, 4, 4);
    if (r.gpu->chip->tpcs == 1)                 /* else another TPC is first */
        assert_int_equal(at[-1].cycles, o[0].cycles);

    /* stores, and the thread has ended when they are found not to be mapped */
    r.n = 0;
    rig_asm(&r, "mov.b32 $r8, s[0x10].b32\n"
                "mov.b32 $r9, 0x28000\n"
                "add.b32 $r8, $r8, $r9\n"
                "st.b32 g14[$r8], $r9\n"
                "nop.exit\n");
    step_launch(&r, run, usual, &at);
    assert_string_equal(r.res.message, "");
    assert_int_equal(rig_word(&r, UNMAPPED / 4), 0x28000);
    *table_entry(&r, UNMAPPED) &= 0xfe;
    step_launch(&r, run, usual | GT_INV_PAGES, &at);
    assert_int_equal(r.res.status, GT_FAULT);
    assert_int_equal(r.res.fault.code, GT_F_GLOBAL_LIMIT_WRITE);
    assert_int_equal(r.res.fault.addr & ~31u, r.out + UNMAPPED);
    /* blocks end as ever: hot TLBs do not hurry a store */
    assert_int_equal(at[-1].cycles, at[-2].cycles);
    *table_entry(&r, UNMAPPED) |= 1;
    change_all(&r, 5);
    step_launch(&r, run, usual, &at);
    expect_reads(&r, 5, 5, 5, 5);
    rig_free(&r);
    return (size_t)(at - o);
}

static void expect_same(const char *chip, run_fn *other)
{
    struct outcome a[STEPS], b[STEPS];
    size_t n = run_sequence(chip, on_model, a);
    assert_int_equal(run_sequence(chip, other, b), n);
    for (size_t i = 0; i < n; i++) {
        if (a[i].status != b[i].status || a[i].cycles != b[i].cycles || a[i].clock != b[i].clock)
            print_message("launch %zu on %s\n", i, chip);
        assert_int_equal(a[i].status, b[i].status);
        assert_int_equal(a[i].code, b[i].code);
        assert_int_equal(a[i].addr, b[i].addr);
        assert_int_equal(a[i].cycles, b[i].cycles);
        assert_int_equal(a[i].clock, b[i].clock);
        assert_int_equal(a[i].next_tpc, b[i].next_tpc);
    }
}

static void test_model(void **state)
{
    (void)state;
    expect_same("gpu1", on_model);
    expect_same("gpu2", on_model);
    expect_same("gtx280", on_model);
}

/* Targets in turn on one device: each begins behind a reset of its own chip. */
static void in_turn(void **state)
{
    struct rig r;
    struct outcome o[STEPS], *at = o;
    (void)state;
    begin_rig(&r, "gpu1");
    change_all(&r, 1);
    step_launch(&r, on_model, 0, &at);
    step_launch(&r, on_model, 0, &at);
#ifdef WITH_RTL
    change_all(&r, 2);
    step_launch(&r, on_rtl, 0, &at);
    expect_reads(&r, 2, 2, 2, 2);
    step_launch(&r, on_rtl, 0, &at);
    change_all(&r, 3);
    step_launch(&r, on_both, 0, &at);
    expect_reads(&r, 3, 3, 3, 3);
    step_launch(&r, on_both, 0, &at);
    for (unsigned i = 2; i < 6; i++)
        assert_int_equal(o[i].cycles, o[i % 2].cycles);
#endif
    change_all(&r, 4);
    assert_true(gt_gpu_grow(r.gpu, 2 << 20));   /* a new page table */
    step_launch(&r, on_model, GT_INV_CODE | GT_INV_TEXTURES, &at);
    expect_reads(&r, 4, 4, 4, 4);
    rig_free(&r);
}

/* Random programs, each three times on the same chip: by quanta, and where there is Verilog cycle by cycle, too. */
static void random_programs(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 4; seed++) {
        uint64_t cycles[3], clock[3];
#ifdef WITH_RTL
        run_fn *const all[] = {on_model, on_both};
        const char *const chip = "gpu1";
#else
        run_fn *const all[] = {on_model, on_model};
        const char *const chip = "gpu2";
#endif
        for (unsigned t = 0; t < 2; t++) {
            struct rig r;
            char err[200];
            rig_random(&r, seed);
            r.gpu->chip = gt_chip_find(chip, err, sizeof err);
            assert_true(gt_gpu_grow(r.gpu, 4 << 20));
            r.gpu->threads = t + 1;
            r.launch.max_cycles = 60000;
            r.gpu->inv = (uint8_t)(seed & 7);
            for (unsigned i = 0; i < 3; i++) {
                all[t](r.gpu, &r.launch, &r.res);
                assert_in_range(r.res.status, GT_OK, GT_HANG);
                if (t && r.res.status == GT_OK) {
                    assert_int_equal(r.res.cycles, cycles[i]);
                    assert_int_equal(r.gpu->clock, clock[i]);
                }
                cycles[i] = r.res.cycles;
                clock[i] = r.gpu->clock;
            }
            rig_free(&r);
        }
    }
}

#ifdef WITH_RTL
/* What GT_INV_CODE is for: the L3 has code and constants as they were. (The model reads them as they are.) */
static void test_stale(void **state)
{
    struct rig r;
    struct outcome o[STEPS], *at = o;
    (void)state;
    begin_rig(&r, "gpu1");
    change_all(&r, 1);
    step_launch(&r, on_rtl, 0, &at);
    change_all(&r, 2);
    step_launch(&r, on_rtl, 0, &at);
    expect_reads(&r, 1, 1, 2, 1);
    step_launch(&r, on_rtl, GT_INV_CODE | GT_INV_TEXTURES, &at);
    expect_reads(&r, 2, 2, 2, 2);
    rig_free(&r);
}

static void test_verilog(void **state)
{
    (void)state;
    expect_same("gpu1", on_rtl);
    expect_same("gpu1", on_both);
}

static void tpcs_in_verilog(void **state)
{
    (void)state;
    expect_same("gtx280", on_rtl);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model), cmocka_unit_test(in_turn), cmocka_unit_test(random_programs),
#ifdef WITH_RTL
        cmocka_unit_test(test_stale), cmocka_unit_test(test_verilog), cmocka_unit_test(tpcs_in_verilog),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
