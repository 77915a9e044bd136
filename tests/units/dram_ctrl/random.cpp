// SPDX-License-Identifier: Apache-2.0
// Controller and chips in Verilog and in the model, the same random requests, ports and pins compared in every cycle;
// every answer against an array (DRAM-3, DRAM-4, DRAM-5), nobody waits for ever (DRAM-8), and neither chip sees a rule
// broken (DRAM-12).
//
//   dram_random [--cycles n] [--seed n]
//
//! around dram_bench.sv
//! test rtl -O0 --cycles 100000
//! test more: rtl;long --cycles 3000000
//! planted rtl: --cycles 3000000
//! model
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "random_options.hpp"
#include "Vdram_bench.h"
#include "verilated.h"

extern "C" {
#include "gpu/dram_ctrl.h"
#include "stimulus.h"
}

double sc_time_stamp() { return 0; }

namespace {

constexpr uint64_t LONGEST = 4000;         // cycles that an answer may take

std::vector<uint8_t> bytes(32 * STIM_SECTORS);
uint8_t *sector(void *, uint32_t n, bool) { return &bytes[32 * n]; }

} // namespace

int main(int argc, char **argv)
{
    uint64_t cycles = 1000000, seed = 1;
    if (!random_options("dram_random", argc, argv, cycles, seed))
        return 2;
    auto top = std::make_unique<Vdram_bench>();
    auto stim = std::make_unique<stimulus>();
    dram_ctrl ctrl;
    dram_chip chip;
    stim_init(stim.get(), seed);
    memcpy(bytes.data(), stim->memory, bytes.size());
    dram_ctrl_reset(&ctrl);
    dram_chip_reset(&chip, sector, nullptr);

    top->rst = 1;
    for (int i = 0; i < 4; i++) {
        top->clk = i & 1;
        top->eval();
    }
    top->rst = 0;
    top->clk = 0;
    uint64_t answers = 0, longest = 0, wrong = 0, commands[8] = {}, closing = 0;
    for (uint64_t c = 0; c < cycles && wrong < 10; c++) {
        const bool step = c % 2 == 0, mstep = gpu_mstep(c);
        // --- what is offered --------------------------------------------------------------------------------
        bool offer = stim->offers;
        if (step)
            offer = stim_step(stim.get());
        const dram_req &r = stim->req;
        top->req_valid = offer;
        top->req_write = r.write;
        top->req_id = r.id;
        top->req_sector = r.sector;
        top->req_mask = r.mask;
        for (int k = 0; k < 8; k++)
            top->req_data[k] = r.data[k];
        top->eval();
        // --- both say the same: DRAM-1, DRAM-2, DRAM-6, DRAM-7, DRAM-9, DRAM-10, DRAM-11 ------------------------
        auto differ = [&](const char *what, uint64_t rtl, uint64_t model) {
            if (rtl == model)
                return;
            printf("FAIL dram_random: cycle %llu: %s is %llx, model %llx\n", (unsigned long long)c, what,
                   (unsigned long long)rtl, (unsigned long long)model);
            wrong++;
        };
        const dram_pins &p = ctrl.pins;
        differ("step", top->step, step);
        differ("mstep", top->mstep, mstep);
        differ("req_ready", top->req_ready, dram_ctrl_ready(&ctrl));
        differ("command", top->op, p.op);
        differ("bank", top->bank, p.bank);
        differ("row", top->row, p.row);
        differ("column", top->col, p.col);
        differ("closing", top->close, p.close);
        differ("dq_drive", top->drive, p.drive);
        differ("dq_mask", top->mask, p.mask);
        for (int k = 0; k < 4; k++)
            differ("dq_out", top->data[k], p.data[k]);
        const dram_rsp *rsp = dram_ctrl_answer(&ctrl);
        differ("rsp_valid", top->rsp_valid, rsp != nullptr);
        if (rsp && top->rsp_valid) {
            differ("rsp id", top->rsp_id, rsp->id);
            for (int k = 0; k < 8; k++)
                differ("rsp data", top->rsp_data[k], rsp->data[k]);
        }
        auto fail = [&](const char *what) {
            printf("FAIL dram_random: cycle %llu: %s\n", (unsigned long long)c, what);
            wrong++;
        };
        if (top->broken)
            fail("the Verilog's chip saw a rule broken");
        if (chip.broken)
            fail(chip.why);
        if (mstep) {
            commands[p.op & 7]++;
            closing += p.close;
        }
        // --- what happens -----------------------------------------------------------------------------------------
        if (step && rsp) {
            uint64_t wait = c - stim->since[rsp->id];
            if (const char *why = stim_answer(stim.get(), rsp->id, rsp->data))
                fail(why);
            longest = wait > longest ? wait : longest;
            answers++;
        }
        for (int i = 0; i < STIM_IDS; i++)
            if (stim->taken[i] && c - stim->since[i] > LONGEST) {
                fail("an answer does not come");
                break;
            }
        bool take = step && offer && dram_ctrl_ready(&ctrl);
        dram_req taken = r;
        if (take)
            stim_taken(stim.get(), c);
        dram_cycle(&ctrl, &chip, step, mstep, take ? &taken : nullptr);
        top->clk = 1;
        top->eval();
        top->clk = 0;
        top->eval();
    }
    printf("%llu cycles: %llu reads answered, the longest in %llu cycles; opened %llu, read %llu, written %llu, "
           "closed %llu and behind %llu, refreshed %llu\n",
           (unsigned long long)cycles, (unsigned long long)answers, (unsigned long long)longest,
           (unsigned long long)commands[DRAM_OP_OPEN], (unsigned long long)commands[DRAM_OP_READ],
           (unsigned long long)commands[DRAM_OP_WRITE], (unsigned long long)commands[DRAM_OP_CLOSE],
           (unsigned long long)closing, (unsigned long long)commands[DRAM_OP_REF]);
    for (int i = 0; i < STIM_PROFILES; i++)
        printf("profile %d: %u requests\n", i, stim->seen[i]);
    if (!wrong && cycles >= 1000000 && (!commands[DRAM_OP_CLOSE] || !answers)) {
        printf("FAIL dram_random: no bank was ever closed by a command\n");
        wrong++;
    }
    printf("%s dram_random\n", wrong ? "FAIL" : "PASS");
    return wrong ? 1 : 0;
}
