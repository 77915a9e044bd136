/* SPDX-License-Identifier: Apache-2.0
 *
 * GPU-1 to GPU-3: what the chips of a launch hold, by physical address and by sector of each partition.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/packet.h"
#include "gpu/page_table.h"
#include "gpu/physical.h"

enum { PAGE = 1 << PT_BIG, MEMORY = (1 << 20) + 4096 * 3 + 100, CODE_WORDS = 21 };

struct bed {
    struct gt_gpu *g;
    struct physical *p;
    uint32_t code[CODE_WORDS];
    struct gt_launch l;
};

static struct bed make_bed(const char *chip, uint32_t bytes)
{
    struct bed b = {.g = gt_gpu_new(bytes)};
    char err[200];
    assert_non_null(b.g);
    b.g->chip = gt_chip_find(chip, err, sizeof err);
    assert_non_null(b.g->chip);
    return b;
}

static void launch_kernel(struct bed *b)
{
    for (unsigned i = 0; i < CODE_WORDS; i++)
        b->code[i] = 0xc0de0000 + i;
    b->l = (struct gt_launch){.code = b->code, .code_words = CODE_WORDS};
    b->p = physical_new(b->g, &b->l);
    assert_non_null(b->p);
}

static void free_bed(struct bed *b)
{
    physical_free(b->p);
    gt_gpu_free(b->g);
}

/* As the memory system divides an address (MSYS-3). */
static const uint8_t *through_partition(struct bed *b, uint32_t addr, bool write)
{
    const unsigned n = b->g->chip->partitions;
    const uint32_t block = addr >> 8, sector = block / n << 3 | (addr >> 5 & 7);
    assert_true(sector < 1u << 22);
    return physical_sector(&b->p->chips[block % n], sector, write);
}

static uint32_t read_word(void *ctx, uint32_t addr)
{
    uint32_t w;
    memcpy(&w, through_partition(ctx, addr & ~31u, false) + (addr & 31), 4);
    return w;
}

static const char *const chips[] = {"gpu1", "gpu2", "gtx280", "g80"};

/* GPU-2, GPU-3: the walk of every page of the arena ends at its bytes, that of those before it at zeros; none behind it
 * is mapped. */
static void arena_is_mapped(void **state)
{
    (void)state;
    for (unsigned c = 0; c < sizeof chips / sizeof *chips; c++) {
        struct bed b = make_bed(chips[c], MEMORY);
        uint32_t pages = (MEMORY + PAGE - 1) / PAGE * (PAGE / 4096), at;
        for (uint32_t i = 0; i < MEMORY; i += 4)
            gt_write(b.g, GT_G_BASE + i, &i, i + 4 <= MEMORY ? 4 : MEMORY - i);
        launch_kernel(&b);
        for (uint32_t i = 0; i < pages; i++) {
            uint32_t x = i * 4096 + (i * 52 & 0xffc);
            assert_true(page_table_find(GT_GPU_DIR_BASE, GT_G_BASE + x, read_word, &b, &at));
            assert_int_equal(at, GT_GPU_MEMORY_BASE + x);
            assert_int_equal(read_word(&b, at), x + 4 <= MEMORY ? x : 0);
        }
        for (uint32_t i = 0; i < 18; i++)       /* of 64 KB: the largest blocks are 16 and 2 */
            assert_int_equal(read_word(&b, GT_GPU_TABLES_BASE + 8 * i) >> 7 & 7, i < 16 ? 4 : 1);
        for (uint32_t v = 0; v < GT_G_BASE; v += 4096)
            assert_true(page_table_find(GT_GPU_DIR_BASE, v, read_word, &b, &at) && !read_word(&b, at));
        assert_false(page_table_find(GT_GPU_DIR_BASE, GT_G_BASE + pages * 4096, read_word, &b, &at));
        assert_false(page_table_find(GT_GPU_DIR_BASE, 0xfffff000, read_word, &b, &at));
        free_bed(&b);
    }
}

/* GPU-3: the table follows the size of the arena; two regions of 512 MB. */
static void table_grows(void **state)
{
    uint32_t at, top = 0x20000000u - GT_G_BASE;
    (void)state;
    struct bed b = make_bed("gtx280", 4096);
    launch_kernel(&b);
    assert_false(page_table_find(GT_GPU_DIR_BASE, GT_G_BASE + PAGE, read_word, &b, &at));
    physical_free(b.p);
    assert_true(gt_gpu_grow(b.g, top + 4096));
    launch_kernel(&b);
    assert_true(page_table_find(GT_GPU_DIR_BASE, GT_G_BASE + top - 4096, read_word, &b, &at));
    assert_int_equal(at, GT_GPU_MEMORY_BASE + top - 4096);
    assert_true(page_table_find(GT_GPU_DIR_BASE, GT_G_BASE + top, read_word, &b, &at));
    assert_int_equal(at, GT_GPU_MEMORY_BASE + top);
    assert_false(page_table_find(GT_GPU_DIR_BASE, GT_G_BASE + top + PAGE, read_word, &b, &at));
    free_bed(&b);
}

/* GPU-1: code, constants, zeros. */
static void code_and_constants(void **state)
{
    (void)state;
    struct bed b = make_bed("gpu2", MEMORY);
    const uint32_t v = 0x12345678, base = GT_GPU_L3_BASE + 0x1000000;
    assert_true(gt_const_write(b.g, 0, 0, &v, 4));
    assert_true(gt_const_write(b.g, 15, 65532, &v, 4));
    launch_kernel(&b);
    for (uint32_t i = 0; i < CODE_WORDS + 50; i++)
        assert_int_equal(read_word(&b, GT_GPU_L3_BASE + 4 * i), i < CODE_WORDS ? 0xc0de0000 + i : 0);
    assert_int_equal(read_word(&b, base), v);
    assert_int_equal(read_word(&b, base + 4), 0);
    assert_int_equal(read_word(&b, base + 15 * 65536 + 65532), v);
    assert_int_equal(read_word(&b, base + 14 * 65536 + 65532), 0);  /* not bound */
    assert_int_equal(read_word(&b, base + 16 * 65536), 0);
    assert_int_equal(read_word(&b, GT_GPU_L3_BASE + 0xfffffc), 0);
    assert_int_equal(read_word(&b, GT_GPU_MEMORY_BASE - 4), 0);
    assert_int_equal(read_word(&b, b.g->page_table_end), 0);
    assert_int_equal(read_word(&b, GT_GPU_MEMORY_BASE + ((MEMORY + 31) & ~31u)), 0);
    free_bed(&b);
}

/* Device memory that is written is g->mem, and its page is known as written; elsewhere nothing can be changed. */
static void test_writes(void **state)
{
    (void)state;
    struct bed b = make_bed("gpu2", MEMORY);
    launch_kernel(&b);
    gt_pages_fresh(b.g);
    uint32_t x = 5 * 4096 + 32 * 9;
    uint8_t *to = (uint8_t *)through_partition(&b, GT_GPU_MEMORY_BASE + x, true);
    assert_ptr_equal(to, b.g->mem + x);
    for (uint32_t i = 0; i < MEMORY / 4096; i++)
        assert_int_equal(b.g->pages[i] & GT_PAGE_WRITTEN, i == 5 ? GT_PAGE_WRITTEN : 0);
    static const uint32_t other[] = {GT_GPU_DIR_BASE, GT_GPU_TABLES_BASE + 128, GT_GPU_L3_BASE, GT_GPU_L3_BASE + 128,
                                     GT_GPU_MEMORY_BASE - 32, GT_GPU_MEMORY_BASE + 2 * MEMORY / 32 * 32};
    for (unsigned i = 0; i < sizeof other / sizeof *other; i++) {
        uint32_t before = read_word(&b, other[i]);
        memset((uint8_t *)through_partition(&b, other[i], true), 0x5a, 32);
        assert_int_equal(read_word(&b, other[i]), before);
    }
    free_bed(&b);
}

/* GPU-2 */
static void too_large(void **state)
{
    static const struct { const char *chip; uint32_t room; } all[] = {
        {"gpu1", (72 << 20) - PAGE}, {"gpu2", (200 << 20) - PAGE}, {"gtx280", (968 << 20) - PAGE},
        {"g80", (712 << 20) - PAGE}};
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        for (unsigned over = 0; over < 2; over++) {
            struct bed b = make_bed(all[i].chip, all[i].room + over);
            struct gt_config cfg;
            struct gt_result res;
            char want[200];
            launch_kernel(&b);
            b.l.regs = b.l.block_x = b.l.block_y = b.l.block_z = b.l.grid_x = b.l.grid_y = 1;
            b.l.smem = 16;
            b.l.name = "k";
            assert_int_equal(gt_chip_memory(b.g->chip), all[i].room);
            assert_int_equal(gt_launch_config(b.g, &b.l, &cfg, &res), !over);
            snprintf(want, sizeof want, "kernel k: %u bytes of device memory, chip %s has room for %u", all[i].room + 1,
                     all[i].chip, all[i].room);
            assert_string_equal(res.message, over ? want : "");
            free_bed(&b);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_is_mapped), cmocka_unit_test(table_grows), cmocka_unit_test(code_and_constants),
        cmocka_unit_test(test_writes), cmocka_unit_test(too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
