/* SPDX-License-Identifier: Apache-2.0
 *
 * Counting. What the data pins wait for is found behind each read and write: from when on the chips' times allowed its
 * command, and which of them was the last.
 */
#include "mem_count.h"

#include <string.h>

#include "common/memreq.h"
#include "gt_chip.h"

enum {
    RCDWR = GT_DRAM_RCD - (GT_DRAM_WL + 1),
    RTW = GT_DRAM_CL + GT_DRAM_BURST + 2 - GT_DRAM_WL,
    WTR = GT_DRAM_WL + GT_DRAM_BURST + GT_DRAM_WTR,
    WR_CLOSE = GT_DRAM_WL + GT_DRAM_BURST + GT_DRAM_WR,
    PORT_TEXTURE = 3,
};

/* Memory clocks in the cycles before this one. */
static uint64_t mem_clocks(uint64_t cycle) { return cycle * GT_MEM_CLOCK_KHZ / GT_CLOCK_KHZ; }

static uint64_t later_of(uint64_t a, uint64_t b) { return a > b ? a : b; }

void mem_count_begin(struct mem_count *c, struct gt_memory_counts *out, unsigned tpcs, unsigned partitions,
                     uint64_t cycle)
{
    memset(c, 0, sizeof *c);
    memset(out, 0, sizeof *out);
    c->out = out;
    c->begins = cycle;
    out->tpcs = tpcs;
    out->partitions = partitions;
    for (unsigned p = 0; p < partitions; p++)
        c->partition[p].busy = mem_clocks(cycle);
}

static uint64_t sum_counts(const uint64_t *of, unsigned n)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < n; i++)
        all += of[i];
    return all;
}

void mem_count_end(struct mem_count *c, uint64_t cycle)
{
    struct gt_memory_counts *out = c->out;
    out->cycles = cycle - c->begins;
    out->steps = (cycle + 1) / 2 - (c->begins + 1) / 2;
    out->clocks = mem_clocks(cycle) - mem_clocks(c->begins);
    for (unsigned p = 0; p < out->partitions; p++) {
        out->partition[p].bus[GT_BUS_REQUEST] += out->clocks - sum_counts(out->partition[p].bus, GT_BUSES);
        out->partition[p].steps[GT_PARTITION_EMPTY] +=
            out->steps - sum_counts(out->partition[p].steps, GT_PARTITION_STEPS);
    }
    for (unsigned t = 0; t < out->tpcs; t++)
        for (unsigned i = 0; i < 2; i++)
            out->tpc[t].steps[i][GT_TLB_EMPTY] += out->steps - sum_counts(out->tpc[t].steps[i], GT_TLB_STEPS);
}

/* --- a TPC -------------------------------------------------------------------------------------------------------- */

static enum gt_tlb_step step_of(const struct count_tpc *t, unsigned i, enum look_tlb what, bool held)
{
    if (t->asked[i] || what == LOOK_TLB_ASK)
        return t->before[i] > 1 ? GT_TLB_OTHERS : GT_TLB_PAGE;
    if (what == LOOK_TLB_PASS)
        return GT_TLB_PASS;
    return t->before[i] <= 0 ? GT_TLB_EMPTY : held ? GT_TLB_CROSSBAR : GT_TLB_WAY;
}

void mem_count_tpc(struct mem_count *c, unsigned tpc, const enum look_tlb what[2], bool held)
{
    struct count_tpc *t = &c->tpc[tpc];
    for (unsigned i = 0; i < 2; i++) {
        c->out->tpc[tpc].steps[i][step_of(t, i, what[i], held)]++;
        t->asked[i] = what[i] == LOOK_TLB_ASK || (t->asked[i] && what[i] == LOOK_TLB_NONE);
        t->before[i] -= what[i] == LOOK_TLB_PASS || what[i] == LOOK_TLB_FAULT;
    }
}

/* So many more, or less, sectors that an SM waits for. */
static void change_flight(struct mem_count *c, unsigned tpc, unsigned sm, uint64_t cycle, int more)
{
    struct count_tpc *t = &c->tpc[tpc];
    uint64_t since = cycle - t->since[sm];
    c->out->tpc[tpc].flight[sm] += t->flight[sm] * since;
    c->out->tpc[tpc].full[sm] += t->flight[sm] == GT_PENDING_SECTORS ? since : 0;
    t->flight[sm] += (unsigned)more;
    t->since[sm] = cycle;
}

void mem_count_answer(struct mem_count *c, unsigned tpc, uint64_t cycle, const struct gpu_rsp *r)
{
    if (r->src < XBAR_TO_L3 && r->id >> 6 < GT_MEMORY_SMS)
        change_flight(c, tpc, r->id >> 6, cycle, -1);
}

void mem_count_accept(struct mem_count *c, unsigned tpc, uint64_t cycle, unsigned port, unsigned kind)
{
    c->tpc[tpc].before[port == PORT_TEXTURE]++;
    if (port < GT_MEMORY_SMS && mem_answered(kind))
        change_flight(c, tpc, port, cycle, 1);
}

/* --- a partition -------------------------------------------------------------------------------------------------- */

void mem_count_partition(struct mem_count *c, unsigned partition, int offered, bool taken, bool answers, bool sent)
{
    struct count_partition *p = &c->partition[partition];
    enum gt_partition_step s = p->inside > 0 ? GT_PARTITION_WORKS : GT_PARTITION_EMPTY;
    if (offered >= 0)
        s = taken ? GT_PARTITION_TAKES : GT_PARTITION_FULL;
    c->out->partition[partition].steps[s]++;
    c->out->partition[partition].inside += p->inside > 0 ? (uint64_t)p->inside : 0;
    c->out->partition[partition].held += answers && !sent;
    p->inside -= sent;
    if (offered >= 0 && taken)
        p->inside += offered == MEM_ATOM ? 2 : 1;       /* an atom is answered, and written */
}

/* --- the pins (PROF-11) ------------------------------------------------------------------------------------------- */

/* Whether a command at `at` came as soon as something that was over at `over` allowed: then, or behind other commands
 * in each clock since. */
static bool held_by(const struct count_partition *p, uint64_t at, uint64_t over)
{
    uint64_t first = p->last == at ? p->run : at;       /* `last` is plus one */
    return over && over <= at && over >= first;
}

static void charge_bus(uint64_t *bus, uint64_t *left, enum gt_bus why, uint64_t clocks)
{
    uint64_t n = *left < clocks ? *left : clocks;
    bus[why] += n;
    *left -= n;
}

/* Clocks that the pins had waited when the command at `at` opened a row: for what that waited, and the ones before
 * it. */
static void charge_opening(const struct count_partition *p, uint64_t at, uint64_t *bus, uint64_t *left)
{
    unsigned i = p->opens;
    for (unsigned n = 0; *left && n < COUNT_OPENS && n < p->opens; n++) {
        const struct count_open *o = &p->open[--i % COUNT_OPENS];
        if (o->at > at)
            continue;
        if (o->why != GT_BUS_OPENS) {
            charge_bus(bus, left, o->why, *left);
            return;
        }
        charge_bus(bus, left, GT_BUS_OPENS, GT_DRAM_RRD);
        at = o->at - 1;
    }
    charge_bus(bus, left, GT_BUS_REQUEST, *left);
}

static enum gt_bus why_open(const struct count_partition *p, uint64_t at, unsigned bank)
{
    if (p->refreshed && held_by(p, at, p->refreshed - 1 + GT_DRAM_RFC))
        return GT_BUS_REFRESH;
    if (held_by(p, at, p->bank[bank].to_open))
        return GT_BUS_PRECHARGE;
    if (p->opens && held_by(p, at, p->open[(p->opens - 1) % COUNT_OPENS].at + GT_DRAM_RRD))
        return GT_BUS_OPENS;
    return GT_BUS_REQUEST;
}

/* A read or write at `at` puts data on the pins from `from` on. */
static void count_data(struct count_partition *p, uint64_t *bus, uint64_t at, uint64_t from, unsigned bank, bool write)
{
    uint64_t left = from - p->busy, opened = p->bank[bank].opened;
    if (write && p->read && held_by(p, at, p->read - 1 + RTW))
        charge_bus(bus, &left, GT_BUS_READ_WRITE, left);
    else if (!write && p->write && held_by(p, at, p->write - 1 + WTR))
        charge_bus(bus, &left, GT_BUS_WRITE_READ, left);
    if (left && held_by(p, at, opened + (write ? RCDWR : GT_DRAM_RCD))) {
        charge_bus(bus, &left, GT_BUS_ACTIVATE, write ? RCDWR : GT_DRAM_RCD);
        charge_opening(p, opened, bus, &left);
    }
    charge_bus(bus, &left, GT_BUS_REQUEST, left);
    bus[GT_BUS_DATA] += GT_DRAM_BURST;
    p->busy = from + GT_DRAM_BURST;
}

static void bank_closed(struct count_bank *b, uint64_t at)
{
    b->to_open = later_of(b->to_open, at + GT_DRAM_RP);
}

void mem_count_pins(struct mem_count *c, unsigned partition, uint64_t cycle, const struct dram_pins *pins)
{
    struct count_partition *p = &c->partition[partition];
    struct count_bank *b = &p->bank[pins->bank];
    const uint64_t at = mem_clocks(cycle);
    bool write = pins->op == DRAM_OP_WRITE;
    if (p->last != at)
        p->run = at;
    switch ((enum dram_op)pins->op) {
    case DRAM_OP_OPEN:
        p->open[p->opens % COUNT_OPENS] = (struct count_open){at, why_open(p, at, pins->bank)};
        p->opens++;
        c->out->partition[partition].opens++;
        *b = (struct count_bank){at, at + GT_DRAM_RAS, at + GT_DRAM_RC};
        break;
    case DRAM_OP_READ:
    case DRAM_OP_WRITE:
        count_data(p, c->out->partition[partition].bus, at, at + (write ? GT_DRAM_WL : GT_DRAM_CL), pins->bank, write);
        *(write ? &p->write : &p->read) = at + 1;
        *(write ? &c->out->partition[partition].writes : &c->out->partition[partition].reads) += 1;
        p->inside -= write;
        b->to_close = later_of(b->to_close, at + (write ? WR_CLOSE : GT_DRAM_BURST));
        if (pins->close)
            bank_closed(b, b->to_close);
        break;
    case DRAM_OP_CLOSE: bank_closed(b, at); break;
    case DRAM_OP_REF: p->refreshed = at + 1; break;
    case DRAM_OP_NOP: return;
    }
    p->last = at + 1;
}
