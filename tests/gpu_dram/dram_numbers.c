/* SPDX-License-Identifier: Apache-2.0
 *
 * dram_numbers [PAGE]: what controller and chips of the model do alone (the Verilog does the same, dram_random): the
 * latency of a read of a closed row in shader clocks, and GB/s of one partition of traffic that always waits at its
 * port. With PAGE: each line printed stands in that file. The latency is DRAM-4's: 36 memory clocks and up to a step.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/dram_ctrl.h"

enum { CYCLES = 1 << 20, SECTORS = 1 << 22 };

static uint8_t scratch[32];
static uint8_t *sector(void *arg, uint32_t n, bool write) { (void)arg; (void)n; (void)write; return scratch; }

static struct dram_ctrl ctrl;
static struct dram_chip chip;
static const char *page;
static int status;

static void line(const char *what, const char *value)
{
    char text[160];
    snprintf(text, sizeof text, "| %s | %s |", what, value);
    printf("%s\n", text);
    if (page && !strstr(page, text)) {
        printf("FAIL: the page has no such line\n");
        status = 1;
    }
}

static void start(void)
{
    dram_ctrl_reset(&ctrl);
    dram_chip_reset(&chip, sector, NULL);
}

/* Cycles from the offer in an even cycle to the one in which the answer is taken, over all phases of the clocks. */
static void latency(void)
{
    unsigned least = ~0u, most = 0;
    for (unsigned phase = 0; phase < 96; phase += 2) {
        start();
        const struct dram_req req = { .sector = 5 };
        for (uint64_t c = 0;; c++) {
            bool step = c % 2 == 0;
            if (step && dram_ctrl_answer(&ctrl)) {
                unsigned took = (unsigned)(c - phase);
                least = took < least ? took : least;
                most = took > most ? took : most;
                break;
            }
            dram_cycle(&ctrl, &chip, step, gpu_mstep(c), c == phase ? &req : NULL);
        }
    }
    char value[40];
    snprintf(value, sizeof value, "%u to %u shader clocks", least, most);
    line("a read, its bank closed, nothing else to do", value);
}

/* n: requests so far; what comes next */
typedef void traffic(struct dram_req *r, uint32_t n);

static uint32_t hash(uint32_t n)
{
    n = (n ^ n >> 16) * 0x7feb352du;
    n = (n ^ n >> 15) * 0x846ca68bu;
    return n ^ n >> 16;
}
static void stream(struct dram_req *r, uint32_t n) { r->sector = n % SECTORS; }
static void writes(struct dram_req *r, uint32_t n) { r->sector = n % SECTORS; r->write = true; }
static void copy(struct dram_req *r, uint32_t n)
{
    /* 64 bytes read, 64 written elsewhere */
    r->write = n & 2;
    r->sector = (n >> 2 << 1 | (n & 1)) % (SECTORS / 2) + (r->write ? SECTORS / 2 + 4 * 128 : 0);
}
static void in_turn(struct dram_req *r, uint32_t n) { r->write = n & 1; r->sector = n / 2 % SECTORS; }
static void anywhere(struct dram_req *r, uint32_t n) { r->sector = hash(n) % SECTORS; }
static void pairs(struct dram_req *r, uint32_t n) { r->sector = ((hash(n / 2) & ~1u) | (n & 1)) % SECTORS; }
static void lines(struct dram_req *r, uint32_t n) { r->sector = ((hash(n / 8) & ~7u) | (n & 7)) % SECTORS; }
static void one_bank(struct dram_req *r, uint32_t n) { r->sector = n % (SECTORS >> 10) << 10; }
static void one_bank_writes(struct dram_req *r, uint32_t n) { one_bank(r, n); r->write = true; }

/* Bandwidth of a pattern of requests, that follow as fast as the controller takes them. */
static void rate(const char *what, traffic *next)
{
    uint64_t served = 0;
    uint32_t n = 0;
    struct dram_req req = { .mask = ~0u };
    start();
    next(&req, n++);
    for (uint64_t c = 0; c < CYCLES; c++) {
        bool step = c % 2 == 0, take = step && dram_ctrl_ready(&ctrl);
        const struct dram_req now = req;
        if (take) {
            served++;
            req.id = n & 63;
            next(&req, n++);
        }
        dram_cycle(&ctrl, &chip, step, gpu_mstep(c), take ? &now : NULL);
    }
    char value[64];
    double gb = (double)served * 32 * GT_CLOCK_KHZ / CYCLES / 1e6;
    snprintf(value, sizeof value, "%.2f of one, %.1f of eight", gb, 8 * gb);
    line(what, value);
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
            fprintf(stderr, "dram_numbers: cannot read %s\n", argv[1]);
            return 2;
        }
        fclose(f);
        page = text;
    }
    latency();
    rate("reads of a stream", stream);
    rate("writes of a stream", writes);
    rate("a copy: 64 bytes read, 64 written, in turn", copy);
    rate("a sector read, a sector written, in turn, the same stream", in_turn);
    rate("reads of random sectors", anywhere);
    rate("reads of random 64 bytes", pairs);
    rate("reads of random 256 bytes", lines);
    rate("reads of one bank, always another row", one_bank);
    rate("writes of one bank, always another row", one_bank_writes);
    return status;
}
