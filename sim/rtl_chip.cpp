// SPDX-License-Identifier: Apache-2.0
#include "rtl_chip.hpp"

#include <algorithm>

extern "C" {
#include "port/memory.h"
}

// The chip in Verilog has a memory system of its own beside the model's.
template <class F> static auto on_own_memory(gt_gpu *g, F what)
{
    std::swap(g->kept_model, g->kept_rtl);
    auto result = what();
    std::swap(g->kept_model, g->kept_rtl);
    return result;
}

static auto new_memory(gt_gpu *g, const gt_launch *l, const gt_rtl_build *middle)
{
    const mem_middle_maker maker{middle ? middle->make_middle : nullptr, nullptr};
    return on_own_memory(g, [&] {
        return memory_new_on(g, l, g->chip->tpcs, g->chip->sms, middle ? &maker : nullptr);
    });
}

// TPCs first_tpc to end_tpc of a chip are this process's; threads 0: as many as there are cores.
RtlChip::RtlChip(const gt_rtl_build &build, const gt_rtl_build *middle, gt_gpu *g, const gt_launch *l,
                 const gt_config *c, unsigned threads, unsigned first_tpc, unsigned end_tpc)
    : RtlMachine(g->chip->tpcs * g->chip->sms), log(port.size()), tpcs(g->chip->tpcs), first(first_tpc), end(end_tpc),
      memory(new_memory(g, l, middle), memory_free),
      sms(g->chip->sms),
      crew(crew_new(std::clamp(threads ? threads : crew_cores(), 1u, std::max(end - first, 1u))), crew_free), tpc(tpcs),
      peers(g->peers && !g->peers->self ? new RtlPeers(g->peers, g->chip) : nullptr),
      host(!g->peers || !g->peers->self), own_middle(middle)
{
    if (!memory)
        throw std::bad_alloc();
    for (unsigned t = first; t < end; t++)
        tpc[t] = build.make_tpc(g, l, c, {t, tpcs, &port[t * sms], memory.get()});
}

void RtlChip::note_failure(unsigned t)
{
    if (failed.empty() && !tpc[t]->failed.empty())
        failed = "TPC " + std::to_string(t) + ", " + tpc[t]->failed;
}

void RtlChip::note_memory_failure()
{
    const char *why = memory_failed(memory.get());
    if (failed.empty() && why)
        failed = std::string("memory system, its ") + why;
}

// One cycle of all TPCs and, when one is due, a step of the memory system.
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
    closed_cycles += closed;
    if (cycle >= next_memory_step) {
        memory_step(memory.get(), cycle);
        next_memory_step = cycle + (own_middle ? 1 : memory_way(memory.get()));     // for pins()
        note_memory_failure();
    }
}

const struct dram_pins *RtlChip::pins(unsigned partition) const
{
    return own_middle ? memory_pins(memory.get(), partition) : nullptr;
}

bool RtlChip::moving() const { return memory_moves(memory.get()); }

void RtlChip::settle_memory()
{
    if (peers)
        peers->settle(memory.get());
    memory_end(memory.get(), cycle - closed_cycles);
    note_memory_failure();
}

uint64_t RtlChip::fenced() const { return memory_fence(memory.get()); }

uint64_t RtlChip::took(uint64_t cycles) const { return memory_took(memory.get(), cycles); }

void RtlChip::keep(gt_gpu *g)
{
    on_own_memory(g, [&] { memory_keep(memory.get(), g); return 0; });
}

// A quantum may have gone beyond the launch's end.
bool RtlChip::late_fault(gt_fault *f) const
{
    const int s = faulted();
    const tlb_fault *late = memory_late_fault(memory.get());
    if (s >= 0)
        *f = port[unsigned(s)].fault;
    else if (late)
        f->code = memory_fault_code(late), f->addr = late->addr;
    return s >= 0 || late;
}

// One TPC to the end of the quantum: offers blocks, notes those taken or done, logs events.
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

// All behind the crossbar, or one of the TPCs.
void RtlChip::task(unsigned i)
{
    if (i)
        run_tpc(first + i - 1);
    else if (host)
        memory_middle(memory.get(), until);
}

// A quantum of this process's TPCs, and of the memory system beside them, on the crew's threads.
void RtlChip::step_here(RtlBlocks &b, uint64_t to)
{
    const unsigned tasks = end - first + 1;
    blocks = &b;
    until = to;
    for (auto &e : log)
        e.clear();
    auto one = [](void *ctx, unsigned i) { static_cast<RtlChip *>(ctx)->task(i); };
    for (unsigned i = 0; !crew && i < tasks; i++)
        task(i);
    if (crew)
        crew_run(crew.get(), tasks, one, this);
    for (unsigned t = first; t < end; t++)
        note_failure(t);
    note_memory_failure();
    cycle = until;
}

void RtlChip::run(RtlBlocks &b, uint64_t to)
{
    const uint64_t quantum = b.decide(cycle, std::min(to, cycle + memory_way(memory.get())));
    if (peers)
        peers->begin(*this, b, quantum);
    step_here(b, quantum);
    if (peers)
        peers->finish(*this, b);
}

void RtlChip::step_memory()
{
    if (peers)
        peers->middle(memory.get());
    memory_step(memory.get(), cycle);
}
