/* SPDX-License-Identifier: Apache-2.0
 *
 * GPU-7, TLB-6 on a whole chip in Verilog: an access to a page that is not mapped ends the launch with the model's
 * fault, in its cycle.
 */
#include "rig.h"

#include "gpu/page_table.h"
#include "gt_chip.h"
#include "rtl_sm.h"

static void same_fault(const struct gt_result *a, const struct gt_result *b)
{
    assert_int_equal(a->status, GT_FAULT);
    assert_int_equal(a->fault.code, b->fault.code);
    assert_int_equal(a->fault.addr, b->fault.addr);
    assert_string_equal(a->message, b->message);
}

static void not_mapped(void **state)
{
    static const struct { const char *text; uint32_t code; } all[] = {
        {"ld.b32 $r5, g14[$r4]\nadd.b32 $r5, $r5, $r5\n", GT_F_GLOBAL_LIMIT_READ},
        {"st.b32 g14[$r4], $r5\nld.b32 $r5, g14[$r6]\nadd.b32 $r5, $r5, $r5\n", GT_F_GLOBAL_LIMIT_WRITE},
        {"atom.add.u32 $r5, g14[$r4], $r5\nadd.b32 $r5, $r5, $r5\n", GT_F_GLOBAL_LIMIT_ATOM},
        {"red.add.u32 g14[$r4], $r5\nld.b32 $r5, g14[$r6]\nadd.b32 $r5, $r5, $r5\n", GT_F_GLOBAL_LIMIT_RED},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        struct rig r;
        struct gt_result model, rtl, lockstep;
        char err[256];
        rig_init(&r, 1);
        r.gpu->chip = gt_chip_find("gpu1", err, sizeof err);
        assert_true(gt_gpu_grow(r.gpu, 1 << 20));
        r.launch.max_cycles = 100000;
        rig_asm(&r, "nop.exit\n");
        rig_run(&r);                                    /* writes the table */
        r.n = 0;
        rig_asm(&r, "mov.b32 $r6, s[0x10].b32\n"
                    "mov.b32 $r4, 0x18008\n"
                    "add.b32 $r4, $r6, $r4\n"
                    "mov.b32 $r5, 0x1\n");
        rig_asm(&r, all[i].text);
        rig_asm(&r, "nop.exit\n");
        r.gpu->page_table[GT_GPU_TABLES_BASE + ((r.out + 0x18008) >> PT_BIG) * 8] &= 0xfe;
        gt_model_run(r.gpu, &r.launch, &model, NULL, NULL);
        gt_rtl_run(r.gpu, &r.launch, &rtl, NULL);
        gt_lockstep_run(r.gpu, &r.launch, &lockstep, NULL);
        same_fault(&rtl, &model);
        assert_int_equal(rtl.cycles, model.cycles);
        same_fault(&lockstep, &model);
        assert_int_equal(lockstep.cycles, model.cycles);
        assert_int_equal(rtl.fault.code, all[i].code);
        assert_int_equal(rtl.fault.addr & ~31u, (r.out + 0x18008) & ~31u);
        assert_int_equal(rig_word(&r, 0x18008 / 4), 0);
        rig_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(not_mapped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
