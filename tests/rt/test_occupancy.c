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
        gt_occupancy(gt_occupancy_values(13), v[i].threads, v[i].regs, v[i].smem, &o);
        assert_int_equal(o.blocks, v[i].blocks);
        assert_int_equal(o.warps, v[i].warps);
        assert_int_equal(o.limit, v[i].limit);
        assert_true(o.occupancy == v[i].warps / 32.0);
    }
    gt_occupancy(gt_occupancy_values(13), 96, 17, 600, &o);
    assert_int_equal(o.block_warps, 3);
    assert_int_equal(o.block_registers, 2560);      /* 4 warps * 32 * 17 = 2176 */
    assert_int_equal(o.block_shared, 1024);
}

static void test_threads(void **state)
{
    (void)state;
    assert_int_equal(gt_occupancy_threads(gt_occupancy_values(13), 10), 512);
    assert_int_equal(gt_occupancy_threads(gt_occupancy_values(13), 32), 512);
    assert_int_equal(gt_occupancy_threads(gt_occupancy_values(13), 33), 448);
    assert_int_equal(gt_occupancy_threads(gt_occupancy_values(13), 124), 128);
}

/* The smallest multiple of unit that holds n, found by counting. */
static unsigned units(unsigned n, unsigned unit)
{
    unsigned have = 0;

    while (have < n)
        have += unit;
    return have;
}

/* The rules said another way: blocks move into a multiprocessor one after the other until something is used up. */
static unsigned move_in(unsigned threads, unsigned regs, unsigned smem)
{
    unsigned warps = units(threads, 32) / 32, blocks = 0, used_warps = 0, used_regs = 0, used_smem = 0;
    unsigned block_regs = units(units(warps, 2) * 32 * regs, 512), block_smem = units(smem, 512);

    while (blocks < 8 && used_warps + warps <= 32 && used_regs + block_regs <= 16384 &&
           used_smem + block_smem <= 16384) {
        blocks++;
        used_warps += warps;
        used_regs += block_regs;
        used_smem += block_smem;
    }
    return blocks;
}

/* Every register count and block size, shared memory at and around every unit of allocation. */
static void test_whole_table(void **state)
{
    static const int around[] = { -1, 0, 1 };
    struct gt_occupancy o;
    (void)state;

    for (unsigned regs = 1; regs <= 124; regs++)
        for (unsigned threads = 1; threads <= 512; threads++) {
            if (threads % 32 > 1 && threads % 32 < 31)
                continue;
            for (int smem = 0; smem <= 16384; smem += 512)
                for (unsigned k = 0; k < 3; k++) {
                    int bytes = smem + around[k];
                    if (bytes < 0 || bytes > 16384)
                        continue;
                    gt_occupancy(gt_occupancy_values(13), threads, regs, (unsigned)bytes, &o);
                    unsigned blocks = move_in(threads, regs, (unsigned)bytes);
                    if (o.blocks != blocks || o.warps != blocks * ((threads + 31) / 32) ||
                        o.threads != blocks * threads)
                        fail_msg("%u threads, %u registers, %d bytes: %u blocks, expected %u", threads, regs, bytes,
                                 o.blocks, blocks);
                }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_values), cmocka_unit_test(test_threads),
                                        cmocka_unit_test(test_whole_table) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
