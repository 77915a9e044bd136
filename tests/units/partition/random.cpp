// SPDX-License-Identifier: Apache-2.0
// A partition in Verilog and in the model, the same random requests, ports, events and pins compared in every cycle
// (PART-1, PART-4, PART-7, PART-8, PART-9, PART-11); every answer against an array (PART-2, PART-3, PART-10, PART-12,
// PART-13), once (PART-5, PART-6), and no rule of the chips broken.
//
//   partition_random [--cycles n] [--seed n]
//
//! around partition_bench.sv
//! test rtl -O0 --cycles 60000
//! test more: rtl;long --cycles 1000000
//! planted rtl: --cycles 1000000
//! model
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "random_options.hpp"
#include "Vpartition_bench.h"
#include "verilated.h"

extern "C" {
#include "gpu/partition.h"
#include "stimulus.h"
}

double sc_time_stamp() { return 0; }

namespace {

constexpr uint64_t LONGEST = 20000;         // cycles that an answer may take

std::vector<uint8_t> bytes(32 * STIM_SECTORS);
uint8_t *sector(void *, uint32_t n, bool) { return &bytes[32 * n]; }

} // namespace

int main(int argc, char **argv)
{
    uint64_t cycles = 1000000, seed = 1;
    if (!random_options("partition_random", argc, argv, cycles, seed))
        return 2;
    auto top = std::make_unique<Vpartition_bench>();
    auto stim = std::make_unique<stimulus>();
    auto part = std::make_unique<partition>();
    auto chip = std::make_unique<dram_chip>();
    stim_init(stim.get(), seed, 2000);
    memcpy(bytes.data(), stim->memory, bytes.size());
    partition_reset(part.get(), STIM_NUMBER);
    dram_chip_reset(chip.get(), sector, nullptr);
    top->rst = 1;
    for (int i = 0; i < 4; i++) {
        top->clk = i & 1;
        top->eval();
    }
    top->rst = 0;
    top->clk = 0;

    uint64_t answers = 0, longest = 0, wrong = 0, found[4] = {}, fills = 0;
    for (uint64_t c = 0; c < cycles && wrong < 10; c++) {
        const bool step = c % 2 == 0, mstep = gpu_mstep(c);
        const bool offer = step ? stim_step(stim.get()) : stim->offers;
        const gpu_req r = stim->req;
        top->req_valid = offer;
        top->req_src = r.src;
        top->req_id = r.id;
        top->req_kind = r.kind;
        top->req_space = r.space;
        top->req_aop = r.aop;
        top->req_mtype = r.mtype;
        top->req_addr = r.addr;
        top->req_mask = r.mask;
        for (int k = 0; k < 8; k++)
            top->req_data[k] = r.data[k];
        top->rsp_ready = stim->ready;
        top->eval();
        auto differ = [&](const char *what, uint64_t rtl, uint64_t model) {
            if (rtl == model)
                return;
            printf("FAIL partition_random: cycle %llu, profile %u: %s is %llx, model %llx\n", (unsigned long long)c,
                   stim->profile, what, (unsigned long long)rtl, (unsigned long long)model);
            wrong++;
        };
        auto fail = [&](const char *what) {
            printf("FAIL partition_random: cycle %llu, profile %u: %s\n", (unsigned long long)c, stim->profile, what);
            wrong++;
        };
        const dram_pins p = part->dram.pins;
        const bool ready = partition_ready(part.get());
        differ("step", top->step, step);
        differ("mstep", top->mstep, mstep);
        if (step)
            differ("req_ready", top->req_ready, ready);
        differ("command", top->cmd,
               (uint64_t)p.op << 23 | (uint64_t)p.bank << 20 | (uint64_t)p.row << 8 | (uint64_t)p.col << 1 | p.close);
        differ("dq_drive", top->drive, p.drive);
        differ("dq_mask", top->mask, p.mask);
        for (int k = 0; k < 4; k++)
            differ("dq_out", top->data[k], p.data[k]);
        const gpu_rsp *a = partition_answer(part.get());
        differ("rsp_valid", top->rsp_valid, a != nullptr);
        if (a && top->rsp_valid) {
            differ("rsp dst, src, id", (uint64_t)top->rsp_dst << 12 | top->rsp_src << 8 | top->rsp_id,
                   (uint64_t)a->dst << 12 | a->src << 8 | a->id);
            for (int k = 0; k < 8; k++)
                differ("rsp data", top->rsp_data[k], a->data[k]);
        }
        if (top->broken)
            fail("the Verilog's chip saw a rule broken");
        if (chip->broken)
            fail(chip->why);
        // --- what happens -----------------------------------------------------------------------------------------
        const bool answered = step && a && stim->ready, take = step && offer && ready;
        if (answered) {
            uint64_t wait = c - stim->since[a->id];
            if (const char *why = stim_answer(stim.get(), a))
                fail(why);
            longest = wait > longest ? wait : longest;
            answers++;
        }
        for (int i = 0; i < STIM_IDS; i++)
            if (stim->taken[i] && c - stim->since[i] > LONGEST) {
                fail("an answer does not come");
                break;
            }
        if (take)
            stim_taken(stim.get(), c);
        partition_cycle(part.get(), step, mstep, take ? &r : nullptr, step && stim->ready, chip->out);
        if (mstep)
            dram_chip_clock(chip.get(), &p);
        differ("lookup", top->look, part->event.look);
        if (part->event.look) {
            differ("lookup's result", top->found, part->event.found);
            differ("lookup's sector", top->sector, part->event.sector);
            found[part->event.found]++;
        }
        differ("fill", top->fill, part->event.fill);
        fills += part->event.fill;
        top->clk = 1;
        top->eval();
        top->clk = 0;
        top->eval();
    }
    printf("%llu cycles: %llu answers, the longest in %llu cycles; texture hits %llu, joined %llu, misses %llu, "
           "fills %llu; others %llu\n",
           (unsigned long long)cycles, (unsigned long long)answers, (unsigned long long)longest,
           (unsigned long long)found[0], (unsigned long long)found[1], (unsigned long long)found[2],
           (unsigned long long)fills, (unsigned long long)found[3]);
    for (int i = 0; i < STIM_PROFILES; i++)
        printf("profile %d: %u requests\n", i, stim->seen[i]);
    for (int i = 0; i < 4; i++)
        if (!wrong && !found[i]) {
            printf("FAIL partition_random: no lookup of result %d\n", i);
            wrong++;
        }
    printf("%s partition_random\n", wrong ? "FAIL" : "PASS");
    return wrong ? 1 : 0;
}
