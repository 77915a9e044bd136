/* SPDX-License-Identifier: Apache-2.0
 *
 * partition_numbers [PAGE]: what a partition of the model does alone (the Verilog does the same, partition_random):
 * latencies from the transfer of a request to that of its answer, in shader clocks, and rates of traffic that always
 * waits at its port. With PAGE: each line printed stands in that file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "func.h"
#include "gpu/partition.h"

enum { CYCLES = 1 << 19, SECTORS = 1 << 22 };

static uint8_t scratch[32];
static uint8_t *scratch_sector(void *arg, uint32_t n, bool write) { (void)arg; (void)n; (void)write; return scratch; }

static struct partition part;
static struct dram_chip chip;
static const char *page;
static int status;

static void print_line(const char *what, const char *value)
{
    char text[160];
    snprintf(text, sizeof text, "| %s | %s |", what, value);
    printf("%s\n", text);
    if (page && !strstr(page, text)) {
        printf("FAIL: the page has no such line\n");
        status = 1;
    }
}

/* A cycle; the answer that is taken in it. */
static const struct gpu_rsp *step_cycle(uint64_t c, const struct gpu_req *req)
{
    static struct gpu_rsp taken;
    bool step = c % 2 == 0, mstep = gpu_mstep(c);
    const struct gpu_rsp *a = step ? partition_answer(&part) : NULL;
    const struct dram_pins pins = part.dram.pins;
    if (a)
        taken = *a;
    partition_cycle(&part, step, mstep, req, step, chip.out);
    if (mstep)
        dram_chip_clock(&chip, &pins);
    return a ? &taken : NULL;
}

static uint64_t now;

static void reset_parts(void)
{
    partition_reset(&part, 0);
    dram_chip_reset(&chip, scratch_sector, NULL);
    for (now = 0; now < 96; now++)
        step_cycle(now, NULL);
}

static unsigned ask_request(const struct gpu_req *r)
{
    uint64_t from = now;
    step_cycle(now++, r);
    while (!step_cycle(now++, NULL))
        ;
    return (unsigned)(now - 1 - from);
}

/* before: asked once before, so that its sector is there. */
static void print_latency(const char *what, const struct gpu_req *r, bool before)
{
    unsigned least = ~0u, most = 0;
    char value[40];
    for (unsigned phase = 0; phase < 96; phase += 2) {
        reset_parts();
        if (before)
            ask_request(r);
        for (now += now & 1; now % 96 != phase; now++)
            step_cycle(now, NULL);
        unsigned took = ask_request(r);
        least = took < least ? took : least;
        most = took > most ? took : most;
    }
    snprintf(value, sizeof value, least == most ? "%u shader clocks" : "%u to %u shader clocks", least, most);
    print_line(what, value);
}

typedef void traffic(struct gpu_req *r, uint32_t n);

static uint32_t sector_address(uint32_t s) { return s >> 3 << 11 | (s & 7) << 5; }
static void plain_load(struct gpu_req *r, uint32_t n) { r->addr = sector_address(n % SECTORS); r->space = MEM_GLOBAL; }
static void texture_load(struct gpu_req *r, uint32_t n)
{
    r->addr = sector_address(n % SECTORS); r->space = MEM_TEXTURE;
}
static void tex_hits(struct gpu_req *r, uint32_t n) { r->addr = sector_address(n % 512); r->space = MEM_TEXTURE; }
static void tex_big(struct gpu_req *r, uint32_t n) { r->addr = sector_address(n % 1152); r->space = MEM_TEXTURE; }
static void sector_store(struct gpu_req *r, uint32_t n) { plain_load(r, n); r->kind = MEM_STORE; r->mask = ~0u; }
static void one_word(struct gpu_req *r, uint32_t n) { (void)n; r->kind = MEM_ATOM; r->mtype = GT_MT_B32; r->addr = 64; }
static void word_atomic(struct gpu_req *r, uint32_t n)
{
    r->kind = MEM_ATOM;
    r->mtype = GT_MT_B32;
    r->addr = sector_address(n % SECTORS);
}

/* Requests a second of a pattern, that follow as fast as the partition takes them. */
static void print_rate(const char *what, traffic *next, bool bytes)
{
    uint64_t served = 0;
    uint32_t n = 0;
    struct gpu_req req;
    char value[64];
    reset_parts();
    memset(&req, 0, sizeof req);
    next(&req, n++);
    for (uint64_t end = now + CYCLES; now < end; now++) {
        bool take = now % 2 == 0 && partition_ready(&part);
        const struct gpu_req r = req;
        if (take) {
            served++;
            memset(&req, 0, sizeof req);
            next(&req, n++);
        }
        step_cycle(now, take ? &r : NULL);
    }
    double per_second = (double)served * GT_CLOCK_KHZ / CYCLES * 1e3;
    if (bytes)
        snprintf(value, sizeof value, "%.2f GB/s, %.1f of eight", per_second * 32 / 1e9, per_second * 256 / 1e9);
    else
        snprintf(value, sizeof value, "%.1f million a second", per_second / 1e6);
    print_line(what, value);
    if (chip.broken) {
        printf("FAIL: the chips: %s\n", chip.why);
        status = 1;
    }
}

int main(int argc, char **argv)
{
    static char text[1 << 16];
    if (argc > 1) {
        FILE *f = fopen(argv[1], "r");
        if (!f || !fread(text, 1, sizeof text - 1, f)) {
            fprintf(stderr, "partition_numbers: cannot read %s\n", argv[1]);
            return 2;
        }
        fclose(f);
        page = text;
    }
    const struct gpu_req load = { .space = MEM_GLOBAL }, texture = { .space = MEM_TEXTURE };
    const struct gpu_req atom = { .kind = MEM_ATOM, .mtype = GT_MT_B32 };
    print_latency("a texture load that hits", &texture, true);
    print_latency("a texture load that misses", &texture, false);
    print_latency("another load", &load, false);
    print_latency("an atom", &atom, false);
    print_rate("texture loads that hit, 16 KB of the slice", tex_hits, true);
    print_rate("texture loads of 36 KB again and again", tex_big, true);
    print_rate("texture loads of a stream", texture_load, true);
    print_rate("other loads of a stream", plain_load, true);
    print_rate("stores of a stream", sector_store, true);
    print_rate("atoms on one word", one_word, false);
    print_rate("atoms on words of a stream of sectors", word_atomic, false);
    return status;
}
