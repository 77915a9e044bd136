/* SPDX-License-Identifier: Apache-2.0
 *
 * The texture unit of a TPC without SMs (docs/units/tex.md), on the fixed latency and with jitter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "port/memory.h"
#include "tpc/tex.h"

#define BASE (GT_G_BASE + 0x1000)
#define TEXELS 4096                 /* of four components: texel i is 4i, 4i + 1, ... */

/* A sector asked for by its quad to the quad's first component: a hit of the cache; a miss MEM_LATENCY more. */
#define HIT (1 + 3 + GT_TEX_FILTER_CYCLES + GT_TEX_HOLD_CYCLES)
#define MISS (HIT + GT_MEM_LATENCY)

struct bed {
    struct gt_gpu *gpu;
    struct memory *memory;
    struct tex *tex;
    uint64_t cycle;
    unsigned requests;              /* of the unit so far */
    uint64_t requested[256];        /* when */
};

static struct bed bed_new(uint32_t jitter)
{
    struct bed b = {.gpu = gt_gpu_new(1 << 20)};
    assert_non_null(b.gpu);
    b.gpu->jitter = jitter;
    for (uint32_t i = 0; i < TEXELS / 2; i++) {
        uint32_t sector[8];
        for (unsigned k = 0; k < 8; k++)
            sector[k] = 8 * i + k;
        gt_sector_write(b.gpu, BASE + 32 * i, (const uint8_t *)sector, ~0u);
    }
    const struct gt_texture t = {.addr = BASE, .width = TEXELS, .comps = 4, .bits = 32, .type = GT_TEX_UINT};
    assert_true(gt_texture_bind(b.gpu, 0, &t));
    assert_true(gt_texture_bind(b.gpu, 127, &t));
    b.memory = memory_new(b.gpu, NULL, 1, 0);
    assert_non_null(b.memory);
    b.tex = tex_new(b.gpu, 3, memory_port(b.memory, 0));
    assert_non_null(b.tex);
    return b;
}

static void bed_free(struct bed *b)
{
    free(b->tex);
    memory_free(b->memory);
    gt_gpu_free(b->gpu);
}

static void step_unit(struct bed *b)
{
    struct mem_req r;
    if (tex_step(b->tex, b->cycle, &r)) {
        assert_int_equal(r.kind, MEM_LOAD);
        assert_int_equal(r.space, MEM_TEXTURE);
        b->requested[b->requests++ % 256] = b->cycle;
    }
    memory_step(b->memory, ++b->cycle);
}

/* Texels first, first + stride, ... of texture `unit`, components by mask. MEM-22. */
static struct mem_req quad_request(unsigned unit, unsigned id, unsigned mask, uint32_t first, uint32_t stride)
{
    struct gt_tex_op op = {.unit = (uint8_t)unit, .coords = 1, .mask = (uint8_t)mask};
    struct mem_req r = {
        .kind = MEM_QUAD, .id = (uint8_t)id, .space = MEM_TEXTURE, .addr = tex_op_pack(&op), .mask = 15};
    for (unsigned i = 0; i < 4; i++)
        r.data[i] = first + i * stride;
    return r;
}

/* The next answer, to this SM, in this cycle; it is taken. */
static struct mem_rsp expect_answer(struct bed *b, unsigned sm, uint64_t cycle)
{
    for (; b->cycle < cycle; step_unit(b))
        for (unsigned i = 0; i < 3; i++)
            assert_null(tex_answer(b->tex, i, b->cycle));
    const struct mem_rsp *a = tex_answer(b->tex, sm, cycle);
    assert_non_null(a);
    struct mem_rsp copy = *a;
    tex_take(b->tex);
    step_unit(b);
    return copy;
}

static void expect_word(const struct mem_rsp *a, unsigned id, unsigned word, bool more, uint32_t first, uint32_t stride)
{
    assert_int_equal(a->id, id);
    assert_int_equal(a->word, word);
    assert_int_equal(a->more, more);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(a->data[i], first + i * stride);
}

/* TEX-12, TEX-13: two of each SM wait; the SMs take turns, a quad in four cycles. MEM-23: components by id. */
static void test_turns(void **s)
{
    (void)s;
    struct bed b = bed_new(0);
    b.cycle = 100;
    for (unsigned k = 0; k < 2; k++, step_unit(&b))
        for (unsigned sm = 0; sm < 3; sm++) {
            struct mem_req r = quad_request(0, 10 * sm + k, 1u << sm, 2 * (3 * k + sm), 0);
            assert_true(tex_ready(b.tex, sm));
            tex_offer(b.tex, sm, b.cycle, &r);
        }
    /* SM 0 was picked in 101 */
    assert_true(tex_ready(b.tex, 0));
    assert_false(tex_ready(b.tex, 1));
    assert_false(tex_ready(b.tex, 2));
    for (unsigned k = 0; k < 6; k++) {
        unsigned sm = k % 3;
        uint64_t asked = 101 + GT_TEX_ADDR_CYCLES + 4 * k;
        struct mem_rsp a = expect_answer(&b, sm, asked + MISS);
        assert_int_equal(b.requested[k], asked + 1);
        expect_word(&a, 10 * sm + k / 3, 0, false, 4 * 2 * k + sm, 0);
    }
    assert_int_equal(b.requests, 6);
    bed_free(&b);
}

/* TEX-3, TEX-5, TEX-6: four sectors, one per cycle, four components, one in four cycles; TEX-15: texture 128 is not
 * bound, whatever is at 0; the last one is. */
static void test_components(void **s)
{
    (void)s;
    struct bed b = bed_new(0);
    struct mem_req r = quad_request(127, 7, 15, 1, 2);
    tex_offer(b.tex, 1, 0, &r);
    for (unsigned k = 0; k < 4; k++) {
        struct mem_rsp a = expect_answer(&b, 1, 1 + GT_TEX_ADDR_CYCLES + 3 + MISS + 4 * k);
        expect_word(&a, 7, k, k < 3, 4 + k, 8);
    }
    assert_int_equal(b.requests, 4);
    assert_int_equal(b.requested[3], b.requested[0] + 3);
    r = quad_request(128, 8, 2, 1, 2);
    tex_offer(b.tex, 1, b.cycle, &r);
    struct mem_rsp a = expect_answer(&b, 1, b.cycle + 1 + GT_TEX_ADDR_CYCLES + MISS);
    expect_word(&a, 8, 0, false, 0, 0);
    assert_int_equal(b.requests, 5);
    bed_free(&b);
}

/* TEX-16: pairs of a texture of four slices of eight texels, filtered between two of them: each lane asks for both
 * slices, two components in four cycles each. MEM-22, MEM-23: words of the request, words 1 and 3 of the answer. */
static void test_pairs(void **s)
{
    (void)s;
    struct bed b = bed_new(0);
    const struct gt_texture t = {.addr = BASE, .width = 4, .height = 1, .pitch = 32, .depth = 4, .slice = 64,
                                 .comps = 2, .bits = 16, .type = GT_TEX_UNORM, .linear = true};
    assert_true(gt_texture_bind(b.gpu, 5, &t));
    for (uint32_t z = 0; z < 4; z++) {
        uint32_t sector[8] = {0};
        for (unsigned x = 0; x < 4; x++)
            sector[x] = z * 0x3333 | 0x33330000 * (x % 2);     /* z / 5; 1 / 5 or 0 */
        gt_sector_write(b.gpu, BASE + 64 * z, (const uint8_t *)sector, ~0u);
    }
    struct gt_tex_op op = {.unit = 5, .coords = 3, .mask = 3, .sample = true};
    struct mem_req r = {.kind = MEM_QUAD, .id = 9, .space = MEM_TEXTURE, .addr = tex_op_pack(&op), .mask = 3,
                        .data = {0x3fc00000, 0x40200000, ~0u, ~0u, 0x3f000000, 0x3f000000,        /* 1.5, 2.5; 0.5 */
                                 0x3f800000, 0x40400000}};                                          /* 1, 3 */
    tex_offer(b.tex, 1, 0, &r);
    uint64_t last = 1 + GT_TEX_ADDR_CYCLES + 3;
    struct mem_rsp a = expect_answer(&b, 1, last + MISS);
    assert_int_equal(b.requests, 4);                            /* slices 0, 1, 2, 3 */
    assert_int_equal(a.data[1], 0x3dcccccd);                    /* 0.1, 0.5 */
    assert_int_equal(a.data[3], 0x3f000000);
    assert_int_equal(a.id, 9);
    assert_int_equal(a.more, true);
    a = expect_answer(&b, 1, last + MISS + 4);
    assert_int_equal(a.data[1], 0x3e4ccccd);                    /* 0.2, 0 */
    assert_int_equal(a.data[3], 0);
    assert_int_equal(a.more, false);
    bed_free(&b);
}

/* TEX-6: as many answers as there are places, which nobody takes, hold up the next one; no sector is lost. */
static void test_held(void **s)
{
    (void)s;
    struct bed b = bed_new(0);
    for (unsigned n = 0; b.cycle < 3000; step_unit(&b))
        if (n < TEX_ANSWERS / 4 + 1 && tex_ready(b.tex, 2)) {
            struct mem_req r = quad_request(0, n++, 15, 0, 1);
            tex_offer(b.tex, 2, b.cycle, &r);
        }
    assert_int_equal(b.tex->answers, TEX_ANSWERS);
    for (unsigned k = 0; k < TEX_ANSWERS + 4; k++) {
        /* the last quad's begin in the cycle after the first is taken, each next one four later */
        uint64_t late = 3001 + GT_TEX_FILTER_CYCLES + GT_TEX_HOLD_CYCLES + 4 * (k - TEX_ANSWERS);
        struct mem_rsp a = expect_answer(&b, 2, k < TEX_ANSWERS ? 3000 + k : late);
        expect_word(&a, k / 4, k % 4, k % 4 < 3, k % 4, 4);
    }
    bed_free(&b);
}

/* TEX-7, TL1-3, TL1-4: what is there, or on its way, is not asked for again. */
static void test_cached(void **s)
{
    (void)s;
    struct bed b = bed_new(0);
    struct mem_req r = quad_request(0, 0, 1, 8, 0);
    tex_offer(b.tex, 0, 0, &r);
    step_unit(&b);
    r.id = 1;
    tex_offer(b.tex, 0, 1, &r);
    const uint64_t first = 1 + GT_TEX_ADDR_CYCLES + MISS;
    for (unsigned k = 0; k < 2; k++) {
        struct mem_rsp a = expect_answer(&b, 0, first + 4 * k);
        expect_word(&a, k, 0, false, 32, 0);
    }
    assert_int_equal(b.requests, 1);
    tex_offer(b.tex, 1, b.cycle, &r);
    struct mem_rsp a = expect_answer(&b, 1, b.cycle + 1 + GT_TEX_ADDR_CYCLES + HIT);
    expect_word(&a, 1, 0, false, 32, 0);
    assert_int_equal(b.requests, 1);
    bed_free(&b);
}

/* TEX-14: quads in the order of their picks, whatever the order of the memory's answers; never more than 64 sectors. */
static void test_jitter(void **s)
{
    (void)s;
    for (uint32_t seed = 1; seed <= 10; seed++) {
        struct bed b = bed_new(seed);
        unsigned sent[3] = {0, 0, 0}, got[3] = {0, 0, 0}, most = 0;
        uint32_t x = seed, first[3][64];
        while (got[0] + got[1] + got[2] < 600) {
            for (unsigned sm = 0; sm < 3; sm++) {
                x = x * 1664525u + 1013904223u;
                if (tex_ready(b.tex, sm) && sent[sm] - got[sm] < 64) {
                    uint32_t at = x >> 8 & 2047, stride = x >> 20 & 15;
                    struct mem_req r = quad_request(0, sent[sm] % 64, 1, at, stride);
                    first[sm][sent[sm]++ % 64] = at | stride << 16;
                    tex_offer(b.tex, sm, b.cycle, &r);
                }
                const struct mem_rsp *a = tex_answer(b.tex, sm, b.cycle);
                if (a && x >> 28 & 1) {
                    uint32_t want = first[sm][got[sm] % 64];
                    expect_word(a, got[sm]++ % 64, 0, false, 4 * (want & 0xffff), 4 * (want >> 16));
                    tex_take(b.tex);
                }
            }
            step_unit(&b);
            assert_true(b.tex->used <= GT_PENDING_SECTORS);
            most = b.tex->used > most ? b.tex->used : most;
        }
        assert_true(most > 20);
        for (unsigned sm = 0; sm < 3; sm++)
            assert_true(got[sm] > 150);
        bed_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns), cmocka_unit_test(test_components), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_held), cmocka_unit_test(test_cached), cmocka_unit_test(test_jitter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
