/* SPDX-License-Identifier: Apache-2.0
 *
 * PROF-10 to PROF-13: what is counted of commands, steps and lookups whose times are worked out here from DRAM-12.
 */
#include <stdio.h>
#include <string.h>

#include "gpu/mem_count.h"
#include "gt_chip.h"
#include "common/memreq.h"

static int bad;

static void expect(const char *what, uint64_t got, uint64_t expected)
{
    if (got == expected)
        return;
    printf("%s: %llu, expected %llu\n", what, (unsigned long long)got, (unsigned long long)expected);
    bad++;
}

/* The cycle of a memory clock (DRAM-1). */
static uint64_t cycle_of(uint64_t clock)
{
    return ((clock + 1) * GT_CLOCK_KHZ + GT_MEM_CLOCK_KHZ - 1) / GT_MEM_CLOCK_KHZ - 1;
}

static void command(struct mem_count *c, uint64_t clock, enum dram_op op, unsigned bank, bool close)
{
    const struct dram_pins pins = {.op = (uint8_t)op, .bank = (uint8_t)bank, .close = close};
    mem_count_pins(c, 0, cycle_of(clock), &pins);
}

/* PROF-11 */
static void pins(void)
{
    struct mem_count c;
    struct gt_memory_counts out;
    mem_count_begin(&c, &out, 1, 1, 0);
    command(&c, 10, DRAM_OP_OPEN, 0, false);
    command(&c, 27, DRAM_OP_READ, 0, false);        /* tRCD 17; data from 43: 26 clocks for no request, 17 to open */
    command(&c, 29, DRAM_OP_READ, 0, false);        /* data from 45, at once */
    command(&c, 42, DRAM_OP_WRITE, 0, false);       /* tRTW 13; data from 49: 2 */
    command(&c, 60, DRAM_OP_READ, 0, false);        /* tWTR 18; data from 76: 25 */
    command(&c, 61, DRAM_OP_OPEN, 1, false);
    command(&c, 73, DRAM_OP_OPEN, 2, false);        /* tRRD 12 */
    command(&c, 90, DRAM_OP_READ, 2, false);        /* data from 106: 28, 17 of them to open */
    command(&c, 92, DRAM_OP_READ, 2, true);         /* tRAS 30 until 103, tRP 18 until 121 */
    command(&c, 121, DRAM_OP_OPEN, 2, false);
    command(&c, 138, DRAM_OP_READ, 2, false);       /* data from 154: 44, 17 of them to open */
    command(&c, 200, DRAM_OP_REF, 0, false);
    command(&c, 258, DRAM_OP_OPEN, 3, false);       /* tRFC 58 */
    command(&c, 275, DRAM_OP_READ, 3, false);       /* data from 291: 135, 17 of them to open */
    mem_count_end(&c, cycle_of(300));
    const uint64_t *bus = out.partition[0].bus;
    expect("clocks", out.clocks, 300);
    expect("data", bus[GT_BUS_DATA], 16);
    expect("activate", bus[GT_BUS_ACTIVATE], 4 * 17);
    expect("opens", bus[GT_BUS_OPENS], 11);
    expect("precharge", bus[GT_BUS_PRECHARGE], 27);
    expect("read to write", bus[GT_BUS_READ_WRITE], 2);
    expect("write to read", bus[GT_BUS_WRITE_READ], 25);
    expect("refresh", bus[GT_BUS_REFRESH], 118);
    expect("no request", bus[GT_BUS_REQUEST], 26 + 7);
    expect("reads", out.partition[0].reads, 7);
    expect("writes", out.partition[0].writes, 1);
    expect("opens", out.partition[0].opens, 5);
}

/* PROF-12: a load and a store come, a third waits; the load is answered in the step behind its answer's first. */
static void steps(void)
{
    struct mem_count c;
    struct gt_memory_counts out;
    mem_count_begin(&c, &out, 1, 1, 0);
    mem_count_partition(&c, 0, MEM_LOAD, true, false, false);
    mem_count_partition(&c, 0, MEM_STORE, true, false, false);
    mem_count_partition(&c, 0, MEM_LOAD, false, true, false);
    mem_count_partition(&c, 0, -1, false, true, true);
    command(&c, 9, DRAM_OP_WRITE, 0, false);
    mem_count_partition(&c, 0, -1, false, false, false);
    mem_count_end(&c, 40);
    const uint64_t *of = out.partition[0].steps;
    expect("steps", out.steps, 20);
    expect("takes", of[GT_PARTITION_TAKES], 2);
    expect("full", of[GT_PARTITION_FULL], 1);
    expect("works", of[GT_PARTITION_WORKS], 1);
    expect("empty", of[GT_PARTITION_EMPTY], 16);
    expect("inside", out.partition[0].inside, 0 + 1 + 2 + 2);
    expect("held", out.partition[0].held, 1);
}

static void step(struct mem_count *c, enum look_tlb what, bool held)
{
    const enum look_tlb both[2] = {what, LOOK_TLB_NONE};
    mem_count_tpc(c, 0, both, held);
}

/* PROF-13: the page of the first of two loads is asked for, then that of the second, which is not mapped. */
static void lookups(void)
{
    struct mem_count c;
    struct gt_memory_counts out;
    const struct gpu_rsp answer = {.src = 0, .id = 1 << 6};
    mem_count_begin(&c, &out, 1, 1, 0);
    step(&c, LOOK_TLB_NONE, false);
    mem_count_accept(&c, 0, 1, 1, MEM_LOAD);
    mem_count_accept(&c, 0, 1, 1, MEM_LOAD);
    step(&c, LOOK_TLB_NONE, false);
    step(&c, LOOK_TLB_ASK, false);
    step(&c, LOOK_TLB_NONE, true);
    step(&c, LOOK_TLB_PUT, false);
    step(&c, LOOK_TLB_PASS, false);
    step(&c, LOOK_TLB_NONE, true);
    step(&c, LOOK_TLB_ASK, false);
    step(&c, LOOK_TLB_FAULT, false);
    mem_count_answer(&c, 0, 11, &answer);
    mem_count_answer(&c, 0, 21, &answer);
    mem_count_end(&c, 40);
    const uint64_t *of = out.tpc[0].steps[0];
    expect("passes", of[GT_TLB_PASS], 1);
    expect("page", of[GT_TLB_PAGE], 2);
    expect("others wait", of[GT_TLB_OTHERS], 3);
    expect("crossbar", of[GT_TLB_CROSSBAR], 1);
    expect("way", of[GT_TLB_WAY], 1);
    expect("empty", of[GT_TLB_EMPTY], 12);
    expect("of textures: empty", out.tpc[0].steps[1][GT_TLB_EMPTY], 20);
    expect("sectors under way", out.tpc[0].flight[1], 2 * 10 + 10);
    expect("full", out.tpc[0].full[1], 0);
}

int main(void)
{
    pins();
    steps();
    lookups();
    return bad != 0;
}
