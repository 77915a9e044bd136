/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver for firmware (sw/driver) on registers that are an array: what it refuses, what it writes. Its variant for
 * Linux on a file of registers. A gpu_axi_top that is played: the words of commands it gets, answers in pieces.
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

#include "gpu_axi_regs.h"
#include "gt200_axi_regs.h"
#include "gt200_linux.h"
#include "rtl_fields.h"

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

/* The launch of the page's driver writes the registers of its example. */
static void writes_the_pages_example(void **state)
{
#define REG(name) { #name, offsetof(gt200_axi_t, name) }
    static const struct { const char *name; size_t at; } reg[] = {
        REG(grid), REG(block), REG(block_xy), REG(block_z), REG(slots), REG(shared), REG(thread), REG(g_base),
        REG(mem_base), REG(g_limit), REG(mem_limit), REG(mem_offset[0]), REG(code_base[0]), REG(code_bytes),
        REG(param[0]), REG(param[1]), REG(param[2]), REG(irq_enable), REG(control)
    };
    static const uint32_t params[3] = { 0x10000, 0x10400, 0x10800 };
    const struct gt200_launch l = {
        .code = 0x80000000, .code_bytes = 0x60, .offset = 0x80030000, .mem_base = 0x10000, .mem_limit = 0x20000,
        .g_base = 0x10000, .g_limit = 0x20000, .regs = 4, .shared = 28, .grid = { 4, 1 }, .block = { 64, 1, 1 },
        .params = params, .nparams = 3
    };
    (void)state;
    struct gt200 g = open_machine(1);
    gt200_irq_enable(&g, GT200_IRQ_ENDED);
    assert_int_equal(gt200_start(&g, &l), GT200_OK);
    FILE *f = fopen(BUS_PAGE, "r");
    assert_non_null(f);
    char line[256];
    unsigned found = 0;
    while (fgets(line, sizeof line, f)) {
        char *value = strstr(line, " | 0x"), *end;
        if (strncmp(line, "| `", 3) || !value)
            continue;
        const uint32_t expected = (uint32_t)strtoul(value + 3, &end, 16);
        *value = 0;
        for (char *name = strtok(line, "|`, "); name; name = strtok(NULL, "|`, "), found++) {
            size_t i = 0;
            while (i < sizeof reg / sizeof *reg && strcmp(reg[i].name, name))
                i++;
            assert_true(i < sizeof reg / sizeof *reg);
            uint32_t written;
            memcpy(&written, (const char *)&regs + reg[i].at, sizeof written);
            assert_int_equal(written, expected);
        }
    }
    fclose(f);
    assert_int_equal(found, sizeof reg / sizeof *reg);
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

/* The limits are those that the machine tells: of chip small, of one whose registers do not tell them yet. */
static void knows_small(void **state)
{
    (void)state;
    struct gt200 g;
    struct gt200_launch l = good_launch();
    set_machine(1);
    regs.version = 1u << 8 | 1;
    regs.limits  = 8u << 24 | 64u << 12 | 4u << 8 | 8;
    assert_int_equal(gt200_open(&g, gt200_mmio_bus(&regs)), GT200_OK);
    assert_int_equal(g.warps, 8);
    assert_int_equal(g.blocks, 4);
    assert_int_equal(g.rows, 64);
    assert_int_equal(g.block_threads, 256);
    /* 3 warps, slots of 4: two blocks are all 8 warps */
    assert_int_equal(gt200_start(&g, &l), GT200_OK);
    assert_int_equal(regs.slots, 16u << 16 | 4u << 8 | 2);
    regs.control = 0;
    REFUSED(GT200_BAD_BLOCK, (l.block[0] = 257, l.block[1] = 1));
    REFUSED(GT200_BAD_REGISTERS, (l.regs = 20, l.block[0] = 256, l.block[1] = 1));
    l.regs = 16;
    assert_int_equal(gt200_start(&g, &l), GT200_OK);
    assert_int_equal(regs.slots, 64u << 16 | 8u << 8 | 1);
    /* one-warp blocks: as many as there are slots */
    l.block[0] = 32, l.regs = 4;
    assert_int_equal(gt200_start(&g, &l), GT200_OK);
    assert_int_equal(regs.slots, 4u << 16 | 2u << 8 | 4);
    g = open_machine(1);
    assert_int_equal(g.warps, 32);
    assert_int_equal(g.rows, 256);
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

/* A chip that is played: its words of commands, the answers it will give, what it was told. */
static struct chip {
    uint32_t words[40000], n, answers[8], given, taken, resets, irq, enabled, bytes, offset[2];
    bool busy;                          /* no room in every other look */
} chip;

static uint32_t chip_read(void *ctx, uint32_t offset)
{
    struct chip *c = ctx;
    switch (offset) {
    case offsetof(gpu_axi_t, magic):      return GPU_AXI__MAGIC__VALUE_reset;
    case offsetof(gpu_axi_t, version):    return 1u << 8 | 1;
    case offsetof(gpu_axi_t, capability): return 40u << 16 | 1u << 13 | 4u << 8 | 3u << 4 | 2;
    case offsetof(gpu_axi_t, limits):     return 16u << 24 | 256u << 12 | 8u << 8 | 32;
    case offsetof(gpu_axi_t, irq_status): return c->irq;
    case offsetof(gpu_axi_t, status):
        c->busy = !c->busy;
        return (c->busy ? 0 : GPU_AXI__STATUS__ROOM_bm) |
               (c->taken < c->given ? GPU_AXI__STATUS__ANSWER_bm : 0);
    case offsetof(gpu_axi_t, answer):
        assert_true(c->taken < c->given);
        return c->answers[c->taken];
    default:
        fail_msg("register 0x%x is read", (unsigned)offset);
        return 0;
    }
}

static void give_answer(const uint32_t *words, uint32_t n)
{
    memcpy(chip.answers, words, n * sizeof *words);
    chip.given = n;
    chip.taken = 0;
    chip.irq |= GPU_AXI__IRQ_STATUS__ANSWER_bm;
}

static void chip_write(void *ctx, uint32_t offset, uint32_t value)
{
    struct chip *c = ctx;
    switch (offset) {
    case offsetof(gpu_axi_t, command):
        assert_false(c->busy);
        assert_true(c->n < sizeof c->words / sizeof *c->words);
        c->words[c->n++] = value;
        if (value == 4u << 28)                  /* a fence */
            give_answer(&value, 1);
        break;
    case offsetof(gpu_axi_t, control):
        c->resets += value & 1;
        c->taken += value >> 1 & 1;
        break;
    case offsetof(gpu_axi_t, irq_status):     c->irq &= ~value; break;
    case offsetof(gpu_axi_t, irq_enable):     c->enabled = value; break;
    case offsetof(gpu_axi_t, mem_bytes):      c->bytes = value; break;
    case offsetof(gpu_axi_t, mem_offset):     c->offset[0] = value; break;
    case offsetof(gpu_axi_t, mem_offset) + 4: c->offset[1] = value; break;
    default: fail_msg("register 0x%x is written", (unsigned)offset);
    }
}

static struct gt200 open_chip(void)
{
    struct gt200 g;
    memset(&chip, 0, sizeof chip);
    assert_int_equal(gt200_open(&g, (struct gt200_bus){ chip_read, chip_write, &chip }), GT200_OK);
    return g;
}

static struct gt200_launch chip_launch(const struct gt200 *g)
{
    struct gt200_launch l = good_launch();
    l.code = g->code, l.constants = g->constants, l.offset = g->offset;
    l.mem_base = g->mem_base, l.mem_limit = g->mem_limit, l.max_cycles = 0;
    return l;
}

/* 0x480000000 and 58 MB: 2 MB of device memory are 32 pages, and the one in front of them; blocks of 32 and of 1. */
static void gives_a_chip_memory(void **state)
{
    (void)state;
    struct gt200 g = open_chip();
    struct gt200_launch l = good_launch();
    assert_true(g.chip && g.tex && !g.dpu);
    assert_int_equal(g.sms, 6);
    assert_int_equal(g.partitions, 4);
    assert_int_equal(g.addr_bits, 40);
    assert_int_equal(g.warps, 32);
    assert_int_equal(gt200_start(&g, &l), GT200_NOT_HERE);
    assert_int_equal(gt200_chip_memory(&g, 0x480000000, 0x3810000), GT200_BAD_MEMORY);
    assert_int_equal(gt200_chip_memory(&g, 0x480000010, 0x3a10000), GT200_BAD_MEMORY);
    assert_int_equal(gt200_chip_memory(&g, 0x480000000, 0x20010000), GT200_BAD_MEMORY);
    assert_int_equal(gt200_chip_memory(&g, 0xffff000000, 0x3a10000), GT200_BAD_MEMORY);
    assert_int_equal(chip.n, 0);
    assert_int_equal(gt200_chip_memory(&g, 0x480000000, 0x3a10000), GT200_OK);
    assert_int_equal(chip.resets, 1);
    assert_int_equal(chip.bytes, 0x3a10000);
    assert_int_equal(chip.offset[0], 0x80000000);
    assert_int_equal(chip.offset[1], 4);
    assert_true(g.code == 0x481000000 && g.constants == 0x482000000 && g.offset == 0x483810000 - 0x10000);
    assert_int_equal(g.mem_base, 0x10000);
    assert_int_equal(g.mem_limit, 0x210000);
    /* directory and L3 (HOST-3), directory, table (MMU-7) */
    const uint32_t *w = chip.words;
    assert_int_equal(w[0], 2u << 28 | 17u << 16 | 2);
    assert_int_equal(w[1], 0);
    assert_int_equal(w[2], 0x1000000);
    assert_int_equal(w[3], 1u << 28 | 16);
    assert_int_equal(w[4], 0);
    assert_int_equal(w[5], 0x1001);
    assert_int_equal(w[7], 0);
    assert_int_equal(w[21], 1u << 28 | 16384);
    assert_int_equal(w[22], 0x1000);
    for (uint32_t i = 0; i < 8192; i++)
        assert_int_equal(w[23 + 2 * i], i < 33 ? (0x3800000 + (i << 16)) | (i < 32 ? 5 << 7 : 0) | 1 : 0);
    assert_int_equal(chip.n, 23 + 16384 + 1);
    assert_int_equal(w[chip.n - 1], 4u << 28);
    assert_int_equal(chip.taken, 1);
    struct gt200 tpc = open_machine(1);
    assert_int_equal(gt200_chip_memory(&tpc, 0, 0x3a10000), GT200_NOT_HERE);
}

static uint32_t take_field(const uint32_t *w, unsigned at, unsigned bits)
{
    uint64_t x = w[at / 32] | (at / 32 < 9 ? (uint64_t)w[at / 32 + 1] << 32 : 0);
    return (uint32_t)(x >> at % 32 & ((1ull << bits) - 1));
}
#define FIELD(w, name) take_field(w, RTL_LAUNCH_CFG_##name##_AT, RTL_LAUNCH_CFG_##name##_BITS)

static void launches_on_a_chip(void **state)
{
    (void)state;
    struct gt200 g = open_chip();
    struct gt200_status s;
    struct gt200_fault f;
    assert_int_equal(gt200_chip_memory(&g, 0x480000000, 0x3a10000), GT200_OK);
    struct gt200_launch l = chip_launch(&g);
    l.max_cycles = 5;
    assert_int_equal(gt200_start(&g, &l), GT200_NOT_HERE);
    l = chip_launch(&g), l.code += 256;
    assert_int_equal(gt200_start(&g, &l), GT200_BAD_CODE);
    l = chip_launch(&g), l.mem_limit -= 32;
    assert_int_equal(gt200_start(&g, &l), GT200_BAD_MEMORY);
    l = chip_launch(&g);
    chip.n = 0;
    const uint32_t texture[5] = { 1, 2, 3, 4, 5 };
    assert_int_equal(gt200_texture(&g, 3, texture), GT200_OK);
    const uint32_t of_texture[] = { 2u << 28 | 24u << 16 | 5, 1, 2, 3, 4, 5, 2u << 28 | 31u << 16 | 1, 3 };
    assert_memory_equal(chip.words, of_texture, sizeof of_texture);
    chip.n = 0;
    assert_int_equal(gt200_start(&g, &l), GT200_OK);
    const uint32_t *w = chip.words;
    assert_int_equal(w[0], 2u << 28 | 10);
    assert_int_equal(FIELD(w + 1, NTHREADS), 66);
    assert_int_equal(FIELD(w + 1, NWARPS), 3);
    assert_int_equal(FIELD(w + 1, NPARAM), 3);
    assert_int_equal(FIELD(w + 1, NTID_X), 33);
    assert_int_equal(FIELD(w + 1, NTID_Y), 2);
    assert_int_equal(FIELD(w + 1, NTID_Z), 1);
    assert_int_equal(FIELD(w + 1, NCTAID_X), 3);
    assert_int_equal(FIELD(w + 1, NCTAID_Y), 2);
    assert_int_equal(FIELD(w + 1, MAX_BLOCKS), 8);
    assert_int_equal(FIELD(w + 1, SLOT_WARPS), 4);
    assert_int_equal(FIELD(w + 1, SLOT_ROWS), 16);
    assert_int_equal(FIELD(w + 1, SLOT_SMEM), 128);
    assert_int_equal(FIELD(w + 1, PM_SEL), 1 | 2 << 5 | 3 << 10 | 4 << 15);
    assert_int_equal(FIELD(w + 1, SMEM_BYTES), 128);
    assert_int_equal(FIELD(w + 1, LOCAL_WORDS), 4);
    assert_int_equal(FIELD(w + 1, ENTRY), 8);
    assert_int_equal(FIELD(w + 1, NREGS), 8);
    assert_int_equal(FIELD(w + 1, G_BASE), 0x10000);
    assert_int_equal(FIELD(w + 1, G_LIMIT), 0x18000);
    assert_int_equal(w[11], 2u << 28 | 16u << 16 | 1);
    assert_int_equal(w[12], 0x18000);
    assert_int_equal(w[13], 2u << 28 | 64u << 16 | 64);
    assert_int_equal(w[16], 9);
    assert_int_equal(w[17], 0);
    assert_int_equal(w[78], 3u << 28 | 7);          /* the page table is new, too */
    assert_int_equal(w[79], 5u << 28 | 1);
    assert_int_equal(chip.n, 80);
    assert_int_equal(gt200_start(&g, &l), GT200_RUNNING);
    /* its answer comes in two pieces */
    gt200_irq_enable(&g, GT200_IRQ_ENDED);
    assert_int_equal(chip.enabled, GPU_AXI__IRQ_ENABLE__ANSWER_bm);
    const uint32_t end[3] = { 5u << 28 | 1, 90, 1 };
    give_answer(end, 1);
    assert_int_equal(gt200_irq_take(&g), 0);
    assert_int_equal(chip.irq, 0);
    gt200_look(&g, &s);
    assert_true(s.running && !s.ended);
    give_answer(end + 1, 2);
    assert_int_equal(gt200_irq_take(&g), GT200_IRQ_ENDED);
    assert_int_equal(gt200_irq_take(&g), 0);
    gt200_wait(&g, &s);
    assert_true(s.ended && !s.running && !s.fault && s.cycles == (1ull << 32 | 90));
    assert_false(gt200_get_fault(&g, &f));
    /* lane 7, PC 0x48, warp slot 13, which is warp 1 of its block; a reset comes before the next launch alone */
    assert_int_equal(gt200_start(&g, &l), GT200_OK);
    assert_int_equal(chip.words[chip.n - 2], 3u << 28 | 6);
    const uint32_t fault[6] = { 5u << 28 | 3u << 25 | 4u << 20 | 2, 99, 0, 0x12340, 7u | 0x48 << 5 | 13u << 29,
                                13u >> 3 | 2u << 2 | 5u << 6 | 1u << 14 };
    give_answer(fault, 6);
    assert_int_equal(gt200_irq_take(&g), GT200_IRQ_ENDED | GT200_IRQ_FAULT);
    gt200_look(&g, &s);
    assert_true(s.ended && s.fault && s.cycles == 99);
    assert_true(gt200_get_fault(&g, &f));
    assert_int_equal(f.code, 5);
    assert_int_equal(f.decode_error, 2);
    assert_int_equal(f.addr, 0x12340);
    assert_int_equal(f.pc, 0x48);
    assert_int_equal(f.lane, 7);
    assert_int_equal(f.warp, 1);
    assert_int_equal(f.sm, 4);
    assert_true(f.page);
    assert_int_equal(f.block_x, GT200_UNKNOWN);
    assert_int_equal(chip.resets, 1);
    assert_int_equal(gt200_start(&g, &l), GT200_OK);
    assert_int_equal(chip.resets, 2);
    gt200_abort(&g);
    assert_int_equal(chip.resets, 3);
    gt200_look(&g, &s);
    assert_false(s.running || s.ended);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_a_machine), cmocka_unit_test(writes_a_launch),
        cmocka_unit_test(writes_the_pages_example), cmocka_unit_test(test_refuses), cmocka_unit_test(knows_small),
        cmocka_unit_test(tells_of_the_end), cmocka_unit_test(on_linux), cmocka_unit_test(gives_a_chip_memory),
        cmocka_unit_test(launches_on_a_chip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
