/* SPDX-License-Identifier: Apache-2.0
 * Occupancy against values of NVIDIA's rules for compute capability 1.3, worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "occupancy.h"

static void test_values(void **state)
{
    static const struct { unsigned threads, regs, smem, blocks, warps; enum gt_occupancy_limit limit; } v[] = {
        { 256, 10, 512, 4, 32, GT_LIMIT_WARPS },
        { 256, 16, 1024, 4, 32, GT_LIMIT_WARPS },           /* 4096 registers each: all 16384 */
        { 256, 17, 1024, 3, 24, GT_LIMIT_REGISTERS },       /* 4352, allocated 4608 */
        { 192, 20, 1024, 4, 24, GT_LIMIT_REGISTERS },       /* 3840, allocated 4096 */
        { 96, 32, 16, 4, 12, GT_LIMIT_REGISTERS },          /* three warps take the registers of four */
        { 64, 8, 16, 8, 16, GT_LIMIT_WARPS },               /* eight blocks at most */
        { 32, 10, 2560, 6, 6, GT_LIMIT_SHARED },
        { 32, 10, 2049, 6, 6, GT_LIMIT_SHARED },            /* 2560 allocated */
        { 32, 10, 2048, 8, 8, GT_LIMIT_WARPS },
        { 128, 10, 8193, 1, 4, GT_LIMIT_SHARED },
        { 512, 32, 16384, 1, 16, GT_LIMIT_REGISTERS },
        { 512, 33, 16, 0, 0, GT_LIMIT_REGISTERS },
        { 448, 10, 16, 2, 28, GT_LIMIT_WARPS },
        { 1, 1, 0, 8, 8, GT_LIMIT_WARPS },
        { 513, 10, 16, 0, 0, GT_LIMIT_WARPS },
        { 64, 125, 16, 0, 0, GT_LIMIT_REGISTERS },
        { 64, 10, 16385, 0, 0, GT_LIMIT_SHARED },
    };
    struct gt_occupancy o;
    (void)state;

    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        gt_occupancy(v[i].threads, v[i].regs, v[i].smem, &o);
        assert_int_equal(o.blocks, v[i].blocks);
        assert_int_equal(o.warps, v[i].warps);
        assert_int_equal(o.limit, v[i].limit);
        assert_true(o.occupancy == v[i].warps / 32.0);
    }
    gt_occupancy(96, 17, 600, &o);
    assert_int_equal(o.block_warps, 3);
    assert_int_equal(o.block_registers, 2560);      /* 4 warps * 32 * 17 = 2176 */
    assert_int_equal(o.block_shared, 1024);
}

static void test_threads(void **state)
{
    (void)state;
    assert_int_equal(gt_occupancy_threads(10), 512);
    assert_int_equal(gt_occupancy_threads(32), 512);
    assert_int_equal(gt_occupancy_threads(33), 448);
    assert_int_equal(gt_occupancy_threads(124), 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_values), cmocka_unit_test(test_threads) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
