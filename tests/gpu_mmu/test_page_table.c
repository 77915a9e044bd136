/* SPDX-License-Identifier: Apache-2.0
 *
 * MMU-7: what page_table_map writes is what page_table_find, and by hand the format, reads.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/page_table.h"

static int bad;

#define CHECK(cond) \
    do { \
        if (!(cond)) { \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #cond); \
            bad++; \
        } \
    } while (0)

#define BYTES (4u << 20)

struct memory {
    uint32_t word[BYTES / 4];
    unsigned writes;
};

static void write_word(void *ctx, uint32_t addr, uint32_t word)
{
    struct memory *m = ctx;
    m->writes++;
    if (addr < BYTES)
        m->word[addr / 4] = word;
    else
        bad++;
}

static uint32_t read_word(void *ctx, uint32_t addr)
{
    const struct memory *m = ctx;
    return addr < BYTES ? m->word[addr / 4] : 0;
}

static uint32_t at(struct memory *m, uint32_t addr)
{
    uint32_t physical;
    return page_table_find(64, addr, read_word, m, &physical) ? physical : UINT32_MAX;
}

static void formats(struct memory *m)
{
    struct page_table t;
    page_table_begin(&t, 64, 4096, BYTES, write_word, m);
    CHECK(at(m, 0) == UINT32_MAX && at(m, UINT32_MAX) == UINT32_MAX);
    /* 4 KB: a table of 1 MB at 4096, two words an entry */
    CHECK(page_table_map(&t, 0x00003000, 0x3ffff000, 0x1000, false));
    CHECK(m->word[64 / 4] == (4096 | 3) && m->word[64 / 4 + 1] == 0);
    CHECK(m->word[(4096 + 3 * 8) / 4] == 0x3ffff001 && m->word[(4096 + 2 * 8) / 4] == 0);
    CHECK(at(m, 0x3abc) == 0x3ffffabc && at(m, 0x2fff) == UINT32_MAX && at(m, 0x4000) == UINT32_MAX);
    /* 64 KB: a table of 64 KB behind it */
    CHECK(page_table_map(&t, 0xe0010000, 0x00020000, 0x20000, true));
    CHECK(m->word[(64 + 7 * 8) / 4] == (4096 + (1 << 20) + 1));
    CHECK(m->word[(4096 + (1 << 20) + 8) / 4] == 0x20001 && m->word[(4096 + (1 << 20) + 16) / 4] == 0x30001);
    CHECK(at(m, 0xe001f123) == 0x2f123 && at(m, 0xe0020000) == 0x30000 && at(m, 0xe0030000) == UINT32_MAX);
    CHECK(t.next == 4096 + (1 << 20) + (64 << 10));
    /* anew */
    CHECK(page_table_map(&t, 0x3000, 0x1000, 0x1000, false) && at(m, 0x3004) == 0x1004);
    CHECK(t.next == 4096 + (1 << 20) + (64 << 10));
}

static void across_regions(struct memory *m)
{
    struct page_table t;
    page_table_begin(&t, 64, 4096, BYTES, write_word, m);
    CHECK(page_table_map(&t, 0x1fff0000, 0x10000000, 0x20000, true));
    CHECK(at(m, 0x1fffffff) == 0x1000ffff && at(m, 0x20000000) == 0x10010000);
    CHECK(page_table_map(&t, 0xffff0000, 0, 0x10000, true) && at(m, UINT32_MAX) == 0xffff);
    CHECK(t.next == 4096 + 3 * (64 << 10));
}

/* Entries of a range: log2 of the pages of the block that each is of. */
static void expect_blocks(const struct memory *m, uint32_t entry, const char *want)
{
    for (; *want; want++, entry += 8)
        CHECK((m->word[entry / 4] >> 7 & 7) == (uint32_t)(*want - '0'));
}

static void blocks(struct memory *m)
{
    struct page_table t;
    page_table_begin(&t, 64, 4096, BYTES, write_word, m);
    /* from page 1 on, both addresses alike: 1, 2, 4 and 4 of 11 pages */
    CHECK(page_table_map(&t, 0x1000, 0x01001000, 0xb000, false));
    expect_blocks(m, 4096, "001122222222");
    CHECK(m->word[(4096 + 5 * 8) / 4] == (0x01005001 | 2 << 7) && at(m, 0x5abc) == 0x1005abc);
    /* physical addresses that are apart by one page */
    CHECK(page_table_map(&t, 0x10000, 0x01001000, 0x4000, false));
    expect_blocks(m, 4096 + 16 * 8, "0000");
    /* no more than 128 pages, or what the caller says */
    CHECK(page_table_map(&t, 0x100000, 0x01000000, 0x100000, false));
    expect_blocks(m, 4096 + 256 * 8, "77");
    t.largest = 2;
    CHECK(page_table_map(&t, 0x100000, 0x01000000, 0x100000, false));
    expect_blocks(m, 4096 + 256 * 8, "22");
    t.largest = PT_BLOCK_PAGES;
    /* 64 KB: one of 8 MB; entries that all name the first page say the same */
    CHECK(page_table_map(&t, 0x20000000, 0x02000000, 0x800000, true));
    uint32_t table = 4096 + (1 << 20);
    CHECK(m->word[(table + 8) / 4] == (0x02010001 | 7 << 7));
    for (uint32_t i = 0; i < 128; i++)
        m->word[(table + 8 * i) / 4] = 0x02000001 | 7 << 7;
    CHECK(at(m, 0x20000123) == 0x02000123 && at(m, 0x207ff004) == 0x027ff004 && at(m, 0x20431ffc) == 0x02431ffc);
    CHECK(pt_block(1 | 2 << 7, true) == 18 && pt_block(1 | 6 << 7, false) == 18);
}

static void refusals(struct memory *m)
{
    struct page_table t;
    page_table_begin(&t, 64, 4096, 4096 + (1 << 20), write_word, m);
    m->writes = 0;
    CHECK(!page_table_map(&t, 0x1800, 0, 0x1000, false) && strstr(t.error, "virtual 0x00001800"));
    CHECK(!page_table_map(&t, 0, 0x1000, 0x10000, true) && strstr(t.error, "64 KB"));
    CHECK(!page_table_map(&t, 0, 0, 0x1800, false) && strstr(t.error, "6144 bytes"));
    CHECK(!page_table_map(&t, 0xfffff000, 0, 0x2000, false) && strstr(t.error, "within 4 GB"));
    CHECK(!page_table_map(&t, 0, 0xfffff000, 0x2000, false));
    CHECK(!page_table_map(&t, 0x1ffff000, 0, 0x2000, false) && strstr(t.error, "2 tables of 1024 KB"));
    CHECK(m->writes == 0);
    CHECK(page_table_map(&t, 0, 0, 0x1000, false));
    m->writes = 0;
    CHECK(!page_table_map(&t, 0x10000, 0, 0x10000, true) && strstr(t.error, "pages of 4 KB, not of 64"));
    CHECK(page_table_map(&t, 0x10000, 0, 0, false) && m->writes == 0);
}

int main(void)
{
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return 2;
    formats(m);
    across_regions(m);
    blocks(m);
    refusals(m);
    free(m);
    printf(bad ? "%d checks failed\n" : "ok\n", bad);
    return bad != 0;
}
