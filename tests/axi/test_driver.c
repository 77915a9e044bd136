/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver for firmware (sw/driver) on registers that are an array: what it refuses, what it writes. Its variant for
 * Linux on a file of registers.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "gt200_axi_regs.h"
#include "gt200_linux.h"

static gt200_axi_t regs;

static void set_machine(uint32_t sms)
{
    memset(&regs, 0, sizeof regs);
    regs.magic      = GT200_AXI__MAGIC__VALUE_reset;
    regs.version    = 1u << 8;
    regs.capability = sms | 1u << 5 | 32u << 8 | 16u << 16;
}

static struct gt200 open_machine(uint32_t sms)
{
    struct gt200 g;

    set_machine(sms);
    assert_int_equal(gt200_open(&g, gt200_mmio_bus(&regs)), GT200_OK);
    return g;
}

static struct gt200_launch good_launch(void)
{
    static const uint32_t params[3] = { 7, 8, 9 };
    return (struct gt200_launch){
        .code = 0x1000, .code_bytes = 0x40, .entry = 8, .constants = 0x100000, .segments = 5, .offset = 0x20000,
        .mem_base = 0x10000, .mem_limit = 0x20000, .g_base = 0x10000, .g_limit = 0x18000, .local = 0x18000,
        .local_bytes = 16, .regs = 5, .shared = 28, .dynamic = 100, .grid = { 3, 2 }, .block = { 33, 2, 1 },
        .params = params, .nparams = 3, .pm = { 1, 2, 3, 4 }, .max_cycles = 1ull << 32 | 5
    };
}

static void finds_a_machine(void **state)
{
    (void)state;
    struct gt200 g = open_machine(3);
    assert_int_equal(g.sms, 3);
    assert_false(g.dpu);
    assert_true(g.tex);
    assert_int_equal(g.addr_bits, 32);
    regs.version = 2u << 8 | 1;
    assert_int_equal(gt200_open(&g, gt200_mmio_bus(&regs)), GT200_OTHER_VERSION);
    regs.magic = 0;
    assert_int_equal(gt200_open(&g, gt200_mmio_bus(&regs)), GT200_NO_MACHINE);
    assert_string_equal(gt200_error_name(GT200_BAD_BLOCK), "block");
    assert_string_equal(gt200_error_name((enum gt200_error)99), "unknown error");
}

/* 66 threads: 3 warps, slots of 4; 8 registers, rows 16; 128 bytes of shared memory. */
static void writes_a_launch(void **state)
{
    (void)state;
    struct gt200 g = open_machine(2);
    const struct gt200_launch l = good_launch();
    assert_int_equal(gt200_start(&g, &l), GT200_OK);
    assert_int_equal(regs.grid, 2u << 16 | 3);
    assert_int_equal(regs.block, 3u << 16 | 66);
    assert_int_equal(regs.block_xy, 2u << 16 | 33);
    assert_int_equal(regs.slots, 16u << 16 | 4u << 8 | 8);
    assert_int_equal(regs.shared, 128u << 16 | 128);
    assert_int_equal(regs.thread, 4u << 16 | 3u << 8 | 8);
    assert_int_equal(regs.entry, 8);
    assert_int_equal(regs.pm_select, 1 | 2 << 5 | 3 << 10 | 4 << 15);
    assert_int_equal(regs.local_base[0], 0x18000);
    assert_int_equal(regs.local_base[1], 0x18000 + 4096 * 4);
    assert_int_equal(gt200_local_bytes(&g, 16), 2 * 4096 * 4);
    assert_int_equal(regs.max_cycles[0], 5);
    assert_int_equal(regs.max_cycles[1], 1);
    assert_int_equal(regs.code_base[0], 0x1000);
    assert_int_equal(regs.const_bound, 5);
    assert_int_equal(regs.mem_offset[0], 0x20000);
    assert_int_equal(regs.param[2], 9);
    assert_int_equal(regs.param[3], 0);
    assert_int_equal(regs.control, 1);
}

static void test_refuses(void **state)
{
    (void)state;
    struct gt200 g = open_machine(1);
    struct gt200_launch l;
#define REFUSED(error, change) \
    (l = good_launch(), change, assert_int_equal(gt200_start(&g, &l), error), assert_int_equal(regs.control, 0))
    REFUSED(GT200_BAD_CODE, l.code += 128);
    REFUSED(GT200_BAD_CODE, l.entry = 0x40);
    REFUSED(GT200_BAD_CODE, l.code = 1ull << 32);
    REFUSED(GT200_BAD_CODE, l.code_bytes = 0);
    REFUSED(GT200_BAD_MEMORY, l.mem_limit = 0x8000);
    REFUSED(GT200_BAD_MEMORY, l.local += 32);
    REFUSED(GT200_BAD_MEMORY, l.constants += 4);
    REFUSED(GT200_BAD_GRID, l.grid[0] = 65536);
    REFUSED(GT200_BAD_GRID, l.grid[1] = 0);
    REFUSED(GT200_BAD_BLOCK, l.block[0] = 513);
    REFUSED(GT200_BAD_BLOCK, l.block[2] = 8);
    REFUSED(GT200_BAD_BLOCK, l.block[1] = 0);
    REFUSED(GT200_BAD_REGISTERS, l.regs = 129);
    REFUSED(GT200_BAD_REGISTERS, (l.regs = 64, l.block[0] = 256));
    REFUSED(GT200_BAD_SHARED, l.shared = 27);
    REFUSED(GT200_BAD_SHARED, l.dynamic = 16384);
    REFUSED(GT200_BAD_PARAMETERS, l.nparams = 65);
    REFUSED(GT200_RUNNING, regs.status = 1);
    const uint32_t texture[5] = { 1, 2, 3, 4, 5 };
    assert_int_equal(gt200_texture(&g, 3, texture), GT200_RUNNING);
    assert_int_equal(gt200_texture(&g, 128, texture), GT200_BAD_TEXTURE);
    regs.status = 0;
    assert_int_equal(gt200_texture(&g, 3, texture), GT200_OK);
    assert_int_equal(regs.tex_data[4], 5);
    assert_int_equal(regs.tex_index, 3);
}

static void tells_of_the_end(void **state)
{
    (void)state;
    struct gt200 g = open_machine(1);
    const struct gt200_launch l = good_launch();
    struct gt200_status s;
    struct gt200_fault f;
    assert_int_equal(gt200_start(&g, &l), GT200_OK);
    regs.status       = 2;
    regs.cycles[0]    = 99;
    regs.end_cycle[0] = 90;
    regs.end_cycle[1] = 1;
    gt200_wait(&g, &s);
    assert_true(s.ended && !s.fault && !s.running);
    assert_true(s.cycles == (1ull << 32 | 90));
    assert_false(gt200_get_fault(&g, &f));
    /* warp slot 13 is warp 1 of block slot 3 */
    regs.status        = 6;
    regs.fault         = 1u << 31 | 7u << 17 | 13u << 12 | 5;
    regs.fault_pc      = 0x48;
    regs.slot_block[3] = 2u << 16 | 9;
    gt200_look(&g, &s);
    assert_true(s.fault && s.cycles == 99);
    assert_true(gt200_get_fault(&g, &f));
    assert_int_equal(f.code, 5);
    assert_int_equal(f.warp, 1);
    assert_int_equal(f.lane, 7);
    assert_int_equal(f.pc, 0x48);
    assert_int_equal(f.block_x, 9);
    assert_int_equal(f.block_y, 2);
    regs.irq_status = 3;
    assert_int_equal(gt200_irq_take(&g), 3);
}

static void on_linux(void **state)
{
    (void)state;
    struct gt200_linux l;
    struct gt200_status s;
    char path[] = "/tmp/gt200_registers_XXXXXX";
    const int fd = mkstemp(path);
    char page[8192] = { 0 };
    set_machine(1);
    regs.status = 2;
    memcpy(page + 4096, &regs, sizeof regs);
    assert_true(fd >= 0 && write(fd, page, sizeof page) == sizeof page);
    assert_int_equal(gt200_linux_open(&l, path, 100), EINVAL);
    assert_int_equal(gt200_linux_open(&l, path, 0), ENODEV);
    assert_int_equal(gt200_linux_open(&l, "/tmp/gt200_registers/none", 0), ENOENT);
    assert_int_equal(gt200_linux_open(&l, path, 4096), 0);
    assert_int_equal(gt200_linux_wait(&l, &s, 100), 0);
    assert_true(s.ended);
    struct gt200_mapping m;
    assert_int_equal(gt200_linux_map(&m, path, 4096 + offsetof(gt200_axi_t, status), 4), 0);
    *(volatile uint32_t *)m.at = 1;                 /* it runs */
    assert_int_equal(gt200_linux_wait(&l, &s, 5), ETIMEDOUT);
    gt200_linux_unmap(&m);
    gt200_linux_close(&l);
    close(fd);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_a_machine), cmocka_unit_test(writes_a_launch), cmocka_unit_test(test_refuses),
        cmocka_unit_test(tells_of_the_end), cmocka_unit_test(on_linux),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
