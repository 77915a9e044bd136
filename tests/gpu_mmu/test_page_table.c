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
    refusals(m);
    free(m);
    printf(bad ? "%d checks failed\n" : "ok\n", bad);
    return bad != 0;
}
