// SPDX-License-Identifier: Apache-2.0
#include "rtl_chip.hpp"

#include <algorithm>

extern "C" {
#include "timing/memory.h"
}

RtlChip::RtlChip(const gt_rtl_build &build, gt_gpu *g, const gt_launch *l, const gt_config *c, unsigned threads)
    : RtlMachine(g->chip->tpcs * g->chip->sms), log(port.size()), sms(g->chip->sms),
      memory(memory_new(g, l, g->chip->tpcs, g->chip->sms), memory_free),
      crew(crew_new(std::min(threads ? threads : crew_cores(), g->chip->tpcs)), crew_free)
{
    if (!memory)
        throw std::bad_alloc();
    for (unsigned t = 0; t < g->chip->tpcs; t++)
        tpc.push_back(build.make_tpc(g, l, c, {t, g->chip->tpcs, &port[t * sms], memory.get()}));
}

void RtlChip::note_failure(unsigned t)
{
    if (failed.empty() && !tpc[t]->failed.empty())
        failed = "TPC " + std::to_string(t) + ", " + tpc[t]->failed;
}

void RtlChip::step()
{
    quiet = true;
    for (unsigned t = 0; t < tpc.size(); t++) {
        tpc[t]->closed = closed;
        tpc[t]->values = values;
        tpc[t]->step();
        quiet &= tpc[t]->quiet;
        note_failure(t);
    }
    cycle++;
    if (cycle >= next_memory_step) {
        memory_step(memory.get(), cycle);
        next_memory_step = cycle + memory_way(memory.get());
    }
}

bool RtlChip::moving() const { return memory_moves(memory.get()); }

void RtlChip::settle_memory() { memory_end(memory.get(), cycle); }

void RtlChip::run_tpc(unsigned t)
{
    RtlMachine &m = *tpc[t];
    const unsigned first = t * sms;
    m.values = values;
    while (m.cycle < until && m.failed.empty()) {
        for (unsigned s = 0; s < sms; s++)
            blocks->offer_one(m.port[s], first + s, m.cycle);
        m.step();
        if (m.quiet)
            continue;
        for (unsigned s = 0; s < sms; s++) {
            const RtlPort &p = m.port[s];
            blocks->take_one(p, first + s, m.cycle - 1);
            log[first + s].insert(log[first + s].end(), p.ev, p.ev + p.nev);
        }
    }
}

void RtlChip::run(RtlBlocks &b, uint64_t to)
{
    blocks = &b;
    until = b.decide(cycle, std::min(to, cycle + memory_way(memory.get())));
    for (auto &e : log)
        e.clear();
    auto task = [](void *ctx, unsigned t) { static_cast<RtlChip *>(ctx)->run_tpc(t); };
    for (unsigned t = 0; !crew && t < tpc.size(); t++)
        run_tpc(t);
    if (crew)
        crew_run(crew.get(), unsigned(tpc.size()), task, this);
    for (unsigned t = 0; t < tpc.size(); t++)
        note_failure(t);
    cycle = until;
}

void RtlChip::step_memory() { memory_step(memory.get(), cycle); }
