/* SPDX-License-Identifier: Apache-2.0
 *
 * The texture cache of a TPC alone (docs/units/tex-l1.md), on the fixed latency and with jitter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "port/memory.h"
#include "tpc/tex_l1.h"

#define FIRST (GT_G_BASE / 32)      /* a sector of set 0 */
#define SECTORS 1024                /* of memory that hold their own number */
#define UNDER_WAY GT_PENDING_SECTORS

struct bed {
    struct gt_gpu *gpu;
    struct memory *memory;
    struct tex_l1 cache;
    uint64_t cycle;
    unsigned asked, out;            /* sectors so far */
    uint32_t want[UNDER_WAY];       /* those under way, by number of order */
    unsigned requests;
    uint64_t requested, came;       /* when: the last request, the last sector handed out */
    uint32_t value, number;         /* first word of that; number of the sector */
};

static void fill_sector(struct bed *b, uint32_t sector, uint32_t value)
{
    uint32_t words[8];
    for (unsigned i = 0; i < 8; i++)
        words[i] = value + i;
    gt_sector_write(b->gpu, sector * 32, (const uint8_t *)words, ~0u);
}

static struct bed *bed_new(uint32_t jitter)
{
    struct bed *b = calloc(1, sizeof *b);
    assert_non_null(b);
    assert_non_null(b->gpu = gt_gpu_new(1 << 20));
    b->gpu->jitter = jitter;
    for (uint32_t i = 0; i < SECTORS; i++)
        fill_sector(b, FIRST + i, 100 * i);
    assert_non_null(b->memory = memory_new(b->gpu, NULL, 1, 0));
    tex_l1_reset(&b->cache, memory_port(b->memory, 0));
    return b;
}

static void bed_free(struct bed *b)
{
    memory_free(b->memory);
    gt_gpu_free(b->gpu);
    free(b);
}

/* A cycle; sector: asked for in it, if one is taken; 0: none. Whether it was. TL1-2, TL1-7: handed out in order. */
static bool step_cache(struct bed *b, uint32_t sector)
{
    struct mem_req r;
    const uint32_t *out = tex_l1_out(&b->cache, b->cycle, UNDER_WAY);
    if (out) {
        assert_true(b->out < b->asked);
        b->number = b->want[b->out++ % UNDER_WAY];
        b->came = b->cycle;
        b->value = out[0];
        assert_int_equal(out[7], out[0] + 7);
    }
    if (tex_l1_look(&b->cache, b->cycle, &r)) {
        assert_int_equal(r.kind, MEM_LOAD);
        assert_int_equal(r.space, MEM_TEXTURE);
        b->requests++;
        b->requested = b->cycle;
    }
    bool taken = sector && b->asked - b->out < UNDER_WAY && tex_l1_ready(&b->cache);
    if (taken) {
        tex_l1_ask(&b->cache, sector);
        b->want[b->asked++ % UNDER_WAY] = sector;
    }
    memory_step(b->memory, ++b->cycle);
    return taken;
}

/* A sector alone, from its request to its data; cycles. */
static uint64_t get_sector(struct bed *b, uint32_t sector)
{
    uint64_t from = b->cycle;
    assert_true(step_cache(b, sector));
    while (b->out < b->asked)
        step_cache(b, 0);
    return b->came - from;
}

/* TL1-1, TL1-3, TL1-6, TL1-7: 20 lines of a set stay, of 21 asked for in turn none does; the cost of each. */
static void test_ways(void **s)
{
    (void)s;
    for (unsigned lines = GT_TL1_WAYS; lines <= GT_TL1_WAYS + 1; lines++) {
        struct bed *b = bed_new(0);
        for (unsigned round = 0; round < 3; round++)
            for (unsigned i = 0; i < lines; i++) {
                bool hit = round && lines == GT_TL1_WAYS;
                assert_int_equal(get_sector(b, FIRST + 8 * i + 5), hit ? 3 : 3 + GT_MEM_LATENCY);
                assert_int_equal(b->value, 100 * (8 * i + 5));
            }
        assert_int_equal(b->requests, lines == GT_TL1_WAYS ? lines : 3 * lines);
        for (unsigned i = 0; i < 7; i++)        /* another set */
            assert_int_equal(get_sector(b, FIRST + i % 5), i < 5 ? 3 + GT_MEM_LATENCY : 3);
        bed_free(b);
    }
    struct bed *b = bed_new(0);                 /* all of the cache */
    for (unsigned i = 0; i < 2 * GT_TL1_BYTES / 32; i++)
        assert_int_equal(get_sector(b, FIRST + i % (GT_TL1_BYTES / 32)),
                         i < GT_TL1_BYTES / 32 ? 3 + GT_MEM_LATENCY : 3);
    bed_free(b);
}

/* TL1-3: the line found becomes the youngest: the one behind it goes. */
static void test_youngest(void **s)
{
    (void)s;
    struct bed *b = bed_new(0);
    for (unsigned i = 0; i < GT_TL1_WAYS; i++)
        get_sector(b, FIRST + 8 * i);
    assert_int_equal(get_sector(b, FIRST), 3);
    assert_int_equal(get_sector(b, FIRST + 8 * GT_TL1_WAYS), 3 + GT_MEM_LATENCY);
    assert_int_equal(get_sector(b, FIRST), 3);
    assert_int_equal(get_sector(b, FIRST + 8), 3 + GT_MEM_LATENCY);
    bed_free(b);
}

/* The timing of the page: TL1-4, TL1-6. */
static void test_merged(void **s)
{
    (void)s;
    struct bed *b = bed_new(0);
    get_sector(b, FIRST + 1);
    uint64_t q = b->cycle;
    unsigned before = b->out;
    assert_true(step_cache(b, FIRST));
    assert_true(step_cache(b, FIRST));
    assert_true(step_cache(b, FIRST + 1));
    assert_int_equal(b->requested, q + 1);
    static const struct { unsigned at; uint32_t value; } out[] = { { 3, 0 }, { 5, 0 }, { 6, 100 } };
    for (unsigned i = 0; i < 3; i++) {
        while (b->out < before + i + 1)
            step_cache(b, 0);
        assert_int_equal(b->came, q + GT_MEM_LATENCY + out[i].at);
        assert_int_equal(b->value, out[i].value);
    }
    assert_int_equal(b->requests, 2);
    bed_free(b);
}

/* TL1-8: a write is seen by misses only; TL1-1: and by everything after `start`. */
static void test_written(void **s)
{
    (void)s;
    struct bed *b = bed_new(0);
    get_sector(b, FIRST + 3);
    fill_sector(b, FIRST + 3, 7);
    fill_sector(b, FIRST + 4, 8);
    assert_int_equal(get_sector(b, FIRST + 3), 3);
    assert_int_equal(b->value, 300);
    get_sector(b, FIRST + 4);
    assert_int_equal(b->value, 8);
    tex_l1_reset(&b->cache, memory_port(b->memory, 0));
    assert_int_equal(get_sector(b, FIRST + 3), 3 + GT_MEM_LATENCY);
    assert_int_equal(b->value, 7);
    bed_free(b);
}

/* TL1-2, TL1-5, TL1-8: many under way, answers in any order; each sector once, in order, with its data. */
static void random_order(void **s)
{
    (void)s;
    for (uint32_t seed = 1; seed <= 10; seed++) {
        struct bed *b = bed_new(seed);
        uint32_t x = seed, next = FIRST;
        unsigned most = 0;
        while (b->out < 5000) {
            unsigned was = b->out;
            if (step_cache(b, x >> 30 ? next : 0))
                next = FIRST + (x >> 8) % (x >> 27 & 1 ? 300 : 40);
            x = x * 1664525u + 1013904223u;
            if (b->out != was)
                assert_int_equal(b->value, 100 * (b->number - FIRST));
            unsigned now = b->asked - b->out;
            most = now > most ? now : most;
        }
        assert_int_equal(most, UNDER_WAY);
        assert_true(b->requests > 500 && b->requests < 4500);
        bed_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways), cmocka_unit_test(test_youngest), cmocka_unit_test(test_merged),
        cmocka_unit_test(test_written), cmocka_unit_test(random_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
