// SPDX-License-Identifier: Apache-2.0
//
// gt_rtl_run: a whole grid on the SMs in Verilog.
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "rtl_chip.hpp"

// The wave is complete; false: it could not be written, and there is no file. A message that is there already stays.
static bool wave_end(RtlMachine &sm, const gt_rtl_opts &o, gt_result *res)
{
    int error = sm.wave_close();
    if (!error)
        return true;
    size_t n = strlen(res->message);
    snprintf(res->message + n, sizeof res->message - n, "%s%s: %s", n ? "\n" : "", o.fst, strerror(error));
    if (res->status == GT_OK)
        res->status = GT_BAD_LAUNCH;
    return false;
}

static bool wave_step(RtlMachine &sm, const gt_rtl_opts &o, gt_result *res)
{
    if (sm.cycle == o.fst_from && !sm.wave_open(o.fst)) {
        snprintf(res->message, sizeof res->message, "%s: cannot be written", o.fst);
        res->status = GT_BAD_LAUNCH;
        return false;
    }
    return !o.fst_to || sm.cycle != o.fst_to + 1 || wave_end(sm, o, res);
}

// What both kinds of machine need around them.
struct Run {
    gt_gpu *g;
    const gt_launch *l;
    const gt_rtl_opts &o;
    gt_result *res;
    RtlLibrary books;
    RtlBlocks blocks;
    uint64_t limit;

    Run(gt_gpu *gpu, const gt_launch *launch, const gt_config *c, const gt_rtl_opts &opts, gt_result *result)
        : g(gpu), l(launch), o(opts), res(result), books(g, l, c, o.issues), blocks(g, l, c),
          limit(l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES)
    {
    }

    // Whether the machine stands still in this cycle for good, or is at its limit.
    bool hangs(const RtlMachine &m)
    {
        const uint64_t cycle = m.cycle;
        enum gt_hang stuck = books.stuck(m);
        if (cycle < limit && stuck == GT_HANG_LIMIT)
            return false;
        books.sm[0].hang(res, stuck, cycle, books.describe(stuck));
        return true;
    }

    void fault(const RtlMachine &m, unsigned s)
    {
        gt_fault f = m.port[s].fault;
        if (!m.port[s].unmapped)
            books.sm[s].place(&f);
        rtl_result_fault(l, f, res);
    }

    void progress(uint64_t cycle) const
    {
        if (o.progress)
            o.progress(o.ctx, books.done(), uint64_t(l->grid_x) * l->grid_y, cycle, nullptr);
    }

    void one_tpc(RtlMachine &sm);
    void several(RtlChip &chip);
    int replay(RtlChip &chip, uint64_t from);
};

// Cycle by cycle.
void Run::one_tpc(RtlMachine &sm)
{
    for (bool finished = books.finished(); !finished;) {
        if (hangs(sm))
            break;
        if (o.fst && !wave_step(sm, o, res))
            return;
        blocks.offer(sm);
        sm.values = o.sink || books.watches();
        sm.step();
        if (!sm.failed.empty() && rtl_failed(sm, l, o.report, res))
            break;
        if (!sm.quiet) {            // else nothing has changed
            blocks.take(sm);
            books.take(sm);
            finished = books.finished();
            if (o.sink)
                for (auto &p : sm.port)
                    if (p.nev)
                        o.sink(o.sink_ctx, p.ev, p.nev);
            if (int s = sm.faulted(); s >= 0) {
                fault(sm, unsigned(s));
                break;
            }
        }
        if ((sm.cycle & 0xffff) == 0)
            progress(sm.cycle);
    }
    wave_end(sm, o, res);
}

// The events of a quantum, in the order of their cycles, into books and sink. Returns the SM with the first fault, the
// lowest number among equals (DIST-7), or -1. Nothing counts that came after its cycle; the chip's cycle is the next
// one.
int Run::replay(RtlChip &chip, uint64_t from)
{
    std::vector<size_t> at(chip.log.size());
    for (uint64_t cycle = from; cycle < chip.cycle; cycle++) {
        int faulted = -1;
        for (unsigned s = 0; s < chip.log.size(); s++) {
            const auto &log = chip.log[s];
            const size_t first = at[s];
            for (; at[s] < log.size() && log[at[s]].cycle == cycle; at[s]++)
                if (log[at[s]].type == GT_EV_FAULT && faulted < 0)
                    faulted = int(s);
            if (at[s] == first)
                continue;
            books.take(s, &log[first], unsigned(at[s] - first));
            if (o.sink)
                o.sink(o.sink_ctx, &log[first], at[s] - first);
        }
        if (books.watches())
            books.share();
        if (faulted >= 0 || books.finished()) {
            chip.cycle = cycle + 1;
            return faulted;
        }
    }
    return -1;
}

// By quanta.
void Run::several(RtlChip &chip)
{
    for (uint64_t reported = 0; !books.finished() && !hangs(chip);) {
        const uint64_t from = chip.cycle;
        chip.values = o.sink || books.watches();
        chip.run(blocks, limit);
        if (!chip.failed.empty() && rtl_failed(chip, l, o.report, res))
            return;
        if (int s = replay(chip, from); s >= 0) {
            fault(chip, unsigned(s));
            return;
        }
        if (!books.finished())
            chip.step_memory();
        if (books.done() != reported) {
            reported = books.done();
            progress(chip.cycle);
        }
    }
}

enum gt_status gt_rtl_run(gt_gpu *g, const gt_launch *l, gt_result *res, const gt_rtl_opts *opts)
{
    static constexpr gt_rtl_opts none{};
    const gt_rtl_opts &o = opts ? *opts : none;
    gt_config c;

    *res = gt_result{};
    const gt_rtl_build *build = rtl_build(g, o, o.fst, res), *middle = nullptr;
    if (!build || !rtl_middle(g, o, *build, middle, res) || !gt_launch_config(g, l, &c, res) ||
        !gt_peers_fit(g, l, res))
        return res->status = GT_BAD_LAUNCH;

    Run run(g, l, &c, o, res);
    std::unique_ptr<RtlMachine> sm;
    if (g->chip->tpcs == 1 || build->whole) {
        sm = rtl_whole(*build, g, l, &c, o);
        if (!rtl_started(*sm, o, res))
            return res->status;
        run.one_tpc(*sm);
    } else {
        const unsigned end = g->peers ? gt_peers_first(g->peers->n, g->chip, 1) : g->chip->tpcs;
        auto chip = std::make_unique<RtlChip>(*build, middle, g, l, &c, g->threads, 0, end);
        if (g->peers && !gt_peers_launch(g, l, &c, GT_PEERS_RTL, rtl_peers_digest().c_str(), res))
            return res->status;
        run.several(*chip);
        sm = std::move(chip);
    }
    sm->settle_memory();
    if (!sm->failed.empty() && res->status == GT_OK)
        rtl_failed(*sm, l, o.report, res);
    rtl_late_fault(*sm, l, res);
    run.books.counts(res, sm->cycle);
    run.blocks.end(g, *sm, *res);
    rtl_keep(*build, g, std::move(sm), *res);
    return res->status;
}
