/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands behind the memory ports, without an SM (docs/units/mem-port.md): when requests take effect and are
 * answered, on the fixed latency and with jitter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "insn.h"
#include "port/memory.h"

#define BASE (GT_G_BASE + 0x1000)

struct bed {
    struct gt_gpu *gpu;
    struct memory *memory;
    uint64_t cycle;
};

static struct bed bed_new(unsigned ports, uint32_t jitter)
{
    struct bed b = {.gpu = gt_gpu_new(1 << 20)};
    assert_non_null(b.gpu);
    b.gpu->jitter = jitter;
    b.memory = memory_new(b.gpu, NULL, 1, ports - 1);
    assert_non_null(b.memory);
    return b;
}

static void bed_free(struct bed *b)
{
    memory_free(b->memory);
    gt_gpu_free(b->gpu);
}

static void step_memory(struct bed *b, uint64_t to)
{
    while (b->cycle < to)
        memory_step(b->memory, ++b->cycle);
}

static void offer_request(struct bed *b, unsigned port, struct mem_req r)
{
    mem_port_offer(memory_port(b->memory, port), b->cycle, &r);
}

static uint32_t read_word(const struct bed *b, uint32_t addr)
{
    uint32_t sector[8];
    gt_sector_read(b->gpu, addr & ~31u, (uint8_t *)sector);
    return sector[addr / 4 % 8];
}

static struct mem_req load_request(unsigned id, uint32_t addr)
{
    return (struct mem_req){.kind = MEM_LOAD, .id = (uint8_t)id, .space = MEM_GLOBAL, .addr = addr};
}

/* A word. */
static struct mem_req store_request(uint32_t addr, uint32_t value)
{
    struct mem_req r = {.kind = MEM_STORE, .space = MEM_GLOBAL, .addr = addr & ~31u, .mask = 15u << (addr & 28)};
    r.data[addr / 4 % 8] = value;
    return r;
}

/* The answer comes in this cycle, not before; it is taken. */
static struct mem_rsp expect_answer(struct bed *b, unsigned port, uint64_t cycle)
{
    struct mem_port *p = memory_port(b->memory, port);
    step_memory(b, cycle - 1);
    assert_null(mem_port_answer(p, cycle - 1));
    step_memory(b, cycle);
    const struct mem_rsp *a = mem_port_answer(p, cycle);
    assert_non_null(a);
    struct mem_rsp copy = *a;
    mem_port_take(p);
    return copy;
}

/* MEM-12, MEM-13, MEM-20: answers after MEM_LATENCY in order; each sees the stores accepted before it, no later one. */
static void fixed_order(void **s)
{
    (void)s;
    struct bed b = bed_new(1, 0);
    assert_int_equal(memory_way(b.memory), GT_MEM_WAY_CYCLES);
    step_memory(&b, 10);
    assert_true(mem_port_ready(memory_port(b.memory, 0), 10));
    offer_request(&b, 0, load_request(5, BASE));
    step_memory(&b, 11);
    offer_request(&b, 0, store_request(BASE + 4, 7));
    step_memory(&b, 12);
    offer_request(&b, 0, load_request(6, BASE));
    step_memory(&b, 13);
    offer_request(&b, 0, store_request(BASE + 4, 8));
    struct mem_rsp a = expect_answer(&b, 0, 10 + GT_MEM_LATENCY);
    assert_int_equal(a.id, 5);
    assert_int_equal(a.data[1], 0);
    a = expect_answer(&b, 0, 12 + GT_MEM_LATENCY);
    assert_int_equal(a.id, 6);
    assert_int_equal(a.data[1], 7);
    assert_int_equal(read_word(&b, BASE + 4), 8);
    bed_free(&b);
}

/* MEM-12: values are those of the arrival, not of the acceptance. */
static void at_arrival(void **s)
{
    (void)s;
    struct bed b = bed_new(2, 0);
    step_memory(&b, 10);
    offer_request(&b, 0, store_request(BASE, 1));
    offer_request(&b, 1, load_request(0, BASE + 32));
    assert_int_equal(read_word(&b, BASE), 0);
    const uint32_t poke[8] = {9};
    gt_sector_write(b.gpu, BASE + 32, (const uint8_t *)poke, ~0u);
    step_memory(&b, 11 + GT_MEM_WAY_CYCLES);
    assert_int_equal(read_word(&b, BASE), 1);
    assert_int_equal(expect_answer(&b, 1, 10 + GT_MEM_LATENCY).data[0], 9);
    bed_free(&b);
}

/* MEM-14: in one cycle the lower port is first. */
static void port_order(void **s)
{
    (void)s;
    struct bed b = bed_new(3, 0);
    step_memory(&b, 20);
    offer_request(&b, 2, load_request(1, BASE));
    offer_request(&b, 1, store_request(BASE, 3));
    offer_request(&b, 0, load_request(2, BASE));
    assert_int_equal(expect_answer(&b, 0, 20 + GT_MEM_LATENCY).data[0], 0);
    const struct mem_rsp *a = mem_port_answer(memory_port(b.memory, 2), b.cycle);
    assert_non_null(a);
    assert_int_equal(a->data[0], 3);
    bed_free(&b);
}

/* MEM-4, MEM-5, MEM-6, MEM-7: bytes of a store, sector of an atom as it was, no answer of a red, 64 bits. */
static void test_kinds(void **s)
{
    (void)s;
    struct bed b = bed_new(1, 0);
    struct mem_req r = store_request(BASE, 0x44332211);
    r.mask = 5;
    offer_request(&b, 0, r);
    struct mem_req add = {
        .kind = MEM_ATOM, .id = 9, .space = MEM_GLOBAL, .aop = 0, .mtype = GT_MT_B32, .addr = BASE + 4, .data = {5}};
    step_memory(&b, 1);
    offer_request(&b, 0, add);
    step_memory(&b, 2);
    add.kind = MEM_RED;
    offer_request(&b, 0, add);
    step_memory(&b, 3);
    add = (struct mem_req){.kind = MEM_ATOM,
                           .id = 10, .space = MEM_GLOBAL, .aop = 2, .mtype = GT_MT_B64, .addr = BASE + 8,
                           .data = {0, 0, 0x11, 0x22}};
    offer_request(&b, 0, add);
    struct mem_rsp a = expect_answer(&b, 0, 1 + GT_MEM_LATENCY);
    assert_int_equal(a.id, 9);
    assert_int_equal(a.data[0], 0x00330011);
    assert_int_equal(a.data[1], 0);
    a = expect_answer(&b, 0, 3 + GT_MEM_LATENCY);
    assert_int_equal(a.id, 10);
    assert_int_equal(a.data[1], 10);
    assert_int_equal(a.data[2], 0);
    assert_int_equal(read_word(&b, BASE + 8), 0x11);
    assert_int_equal(read_word(&b, BASE + 12), 0x22);
    bed_free(&b);
}

/* MEM-20: the answer that could be given first; of several since the same cycle that of the request accepted first. */
static void offered_first(void **s)
{
    (void)s;
    struct bed b = bed_new(1, 0);
    const uint64_t due[4] = {500, 490, 500, 490};
    for (unsigned i = 0; i < 4; i++) {
        step_memory(&b, 10 + i);
        struct mem_port *p = memory_port(b.memory, 0);
        offer_request(&b, 0, load_request(i, BASE));
        p->sent[p->end - 1].due = due[i];
    }
    assert_int_equal(expect_answer(&b, 0, 490).id, 1);
    step_memory(&b, 600);
    for (unsigned i = 0; i < 3; i++) {
        const struct mem_rsp *a = mem_port_answer(memory_port(b.memory, 0), 600);
        assert_non_null(a);
        assert_int_equal(a->id, i == 0 ? 3 : i == 1 ? 0 : 2);
        mem_port_take(memory_port(b.memory, 0));
    }
    bed_free(&b);
}

/* MEM-16: what was accepted before the end takes effect, nothing later. */
static void test_ends(void **s)
{
    (void)s;
    for (uint32_t seed = 0; seed < 3; seed++) {
        struct bed b = bed_new(2, seed);
        step_memory(&b, 30);
        offer_request(&b, 0, store_request(BASE, 1));
        offer_request(&b, 1, store_request(BASE + 32, 1));
        b.cycle = 31;
        offer_request(&b, 0, store_request(BASE, 2));
        offer_request(&b, 1, store_request(BASE + 64, 2));
        memory_end(b.memory, 31);
        assert_int_equal(read_word(&b, BASE), 1);
        assert_int_equal(read_word(&b, BASE + 32), 1);
        assert_int_equal(read_word(&b, BASE + 64), 0);
        bed_free(&b);
    }
}

/* ---- jitter --------------------------------------------------------------------------------------- */

struct out {
    bool     taken;
    uint64_t accepted;
    uint32_t want, order;           /* what it must find; number of the request */
};

/* A port under random requests: what it has done so far. */
struct client {
    struct out out[GT_PENDING_SECTORS];
    uint32_t mem[64];               /* what the port has stored, in order of acceptance */
    unsigned next;
    uint32_t requests;              /* so far */
    bool     offered;               /* and not taken in the cycle before: this id */
    uint8_t  id;
    uint64_t overtaken, answers, refused;
};

static uint32_t draw_number(uint32_t *x)
{
    *x = *x * 1664525u + 1013904223u;
    return *x >> 8;
}

static void take_answer(struct client *c, struct mem_port *p, unsigned number, uint64_t cycle, bool ready)
{
    const struct mem_rsp *a = mem_port_answer(p, cycle);
    if (c->offered) {               /* MEM-2 */
        assert_non_null(a);
        assert_int_equal(a->id, c->id);
    }
    c->offered = a && !ready;
    if (!a)
        return;
    struct out *o = &c->out[a->id];
    assert_true(o->taken);          /* MEM-9 */
    assert_true(cycle >= o->accepted + JITTER_MIN_LATENCY);
    assert_int_equal(a->data[number], o->want);
    c->id = a->id;
    if (!ready)
        return;
    for (unsigned i = 0; i < GT_PENDING_SECTORS; i++)
        c->overtaken += c->out[i].taken && c->out[i].order < o->order;
    o->taken = false;
    c->answers++;
    mem_port_take(p);
}

static void ask_some(struct client *c, struct mem_port *p, unsigned number, uint64_t cycle, uint32_t *x)
{
    unsigned at = draw_number(x) % 64, kind = draw_number(x) % 4;
    uint32_t addr = BASE + 32 * at + 4 * number;
    if (!mem_port_ready(p, cycle)) {
        c->refused++;
        return;
    }
    struct mem_req r = kind ? load_request(c->next, addr & ~31u) : store_request(addr, draw_number(x));
    if (kind == 3)
        r.space = MEM_TEXTURE;
    if (!kind) {
        c->mem[at] = r.data[number];
    } else {
        if (c->out[c->next].taken)
            return;
        c->out[c->next] = (struct out){true, cycle, c->mem[at], ++c->requests};
        c->next = (c->next + 1) % GT_PENDING_SECTORS;
    }
    mem_port_offer(p, cycle, &r);
}

/* MEM-2, MEM-13, MEM-15, MEM-21: whatever the order of the answers, each finds what its port has stored before it. Two
 * ports share the sectors, not the words. */
static void test_jitter(void **s)
{
    (void)s;
    uint64_t overtaken = 0, answers = 0, refused = 0;
    for (uint32_t seed = 1; seed <= 20; seed++) {
        struct bed b = bed_new(2, seed);
        struct client c[2] = {{.next = 0}};
        uint32_t x = seed;
        for (; b.cycle < 20000; step_memory(&b, b.cycle + 1))
            for (unsigned i = 0; i < 2; i++) {
                struct mem_port *p = memory_port(b.memory, i);
                take_answer(&c[i], p, i, b.cycle, draw_number(&x) % 4);
                ask_some(&c[i], p, i, b.cycle, &x);
            }
        for (unsigned i = 0; i < 2; i++) {
            overtaken += c[i].overtaken;
            answers += c[i].answers;
            refused += c[i].refused;
        }
        bed_free(&b);
    }
    assert_true(answers > 50000);
    assert_true(overtaken > answers);
    assert_true(refused > 100000);
}

/* MEM-21: the same seed, the same answers in the same cycles, however the memory is stepped; another seed, others. */
static uint64_t answer_signature(uint32_t seed, unsigned quantum)
{
    struct bed b = bed_new(1, seed);
    struct mem_port *p = memory_port(b.memory, 0);
    uint64_t sum = 0;
    uint8_t sent = 0;
    for (uint64_t cycle = 0; cycle < 4000; cycle++) {
        b.cycle = cycle;
        if (cycle % quantum == 0)
            memory_step(b.memory, cycle);
        if (sent < GT_PENDING_SECTORS && mem_port_ready(p, cycle)) {
            offer_request(&b, 0, load_request(sent, BASE + 32 * sent));
            sent++;
        }
        if (mem_port_answer(p, cycle)) {
            sum = sum * 31 + cycle * 64 + mem_port_answer(p, cycle)->id;
            mem_port_take(p);
        }
    }
    bed_free(&b);
    return sum;
}

static void same_times(void **s)
{
    (void)s;
    for (uint32_t seed = 1; seed < 20; seed++) {
        assert_int_equal(answer_signature(seed, 1), answer_signature(seed, JITTER_WAY));
        assert_int_not_equal(answer_signature(seed, 1), answer_signature(seed + 1, 1));
    }
    assert_int_equal(answer_signature(0, 1), answer_signature(0, GT_MEM_WAY_CYCLES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_order), cmocka_unit_test(at_arrival), cmocka_unit_test(port_order),
        cmocka_unit_test(test_kinds),  cmocka_unit_test(test_ends),  cmocka_unit_test(test_jitter),
        cmocka_unit_test(same_times),  cmocka_unit_test(offered_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
