// SPDX-License-Identifier: Apache-2.0
//
// gt_lockstep_run: RTL and cycle model side by side, each with a block distributor of its own. In every cycle the SMs
// of both must report
// the same events with the same fields; a fault must be the same fault in the same cycle. When a block ends and when
// the machines stop,
// after the grid, a fault or a hang, what both hold must be equal.
#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "lockstep_event.hpp"
#include "lockstep_looks.hpp"
#include "lockstep_pins.hpp"
#include "lockstep_state.hpp"
#include "mem_image.hpp"
#include "rtl_chip.hpp"
extern "C" {
#include "sm/state.h"
}

namespace {

constexpr uint64_t WAVE_BEFORE = 300, WAVE_AFTER = 40;
constexpr uint64_t BLOCK_SHARED_CYCLES = 2, BLOCK_STATE_CYCLES = 3;     // after blk_done, when it is compared

struct Lockstep {
    gt_gpu *g;
    const gt_launch *l;
    gt_config c;
    const gt_rtl_opts &o;
    const gt_rtl_build *build;
    gt_result *res;
    RtlLibrary books;
    const MemImage &image;
    RtlBlocks blocks;
    struct Ended { unsigned sm, slot; uint64_t cycle; bool again; };         // again: a block has come since
    std::vector<Ended> ended{};     // blocks whose registers are still to be compared
    std::vector<dram_pins> pins{};  // of the model's partitions, in the present cycle
    gpu_looks rtl_looks{}, model_looks{};       // of the present cycle
    uint64_t stopped = 0;           // cycles of both before they stopped

    FILE *out() const { return o.report ? o.report : stderr; }
    const char *name() const { return l->name ? l->name : "kernel"; }

    // The first line of a difference: into res->message and the report.
    __attribute__((format(printf, 2, 3))) void headline(const char *fmt, ...)
    {
        va_list ap;
        int n = snprintf(res->message, sizeof res->message, "kernel %s: RTL and model differ: ", name());
        va_start(ap, fmt);
        vsnprintf(res->message + n, sizeof res->message - n, fmt, ap);
        va_end(ap);
        res->status = GT_DIFFERENT;
        fprintf(out(), "%s\n", res->message);
    }

    void history(unsigned s, uint32_t warp)
    {
        const RtlBooks &b = books.sm[s];
        uint32_t n = b.issues[warp], from = n > RtlBooks::HISTORY ? n - RtlBooks::HISTORY : 0;
        static const char *const uop[] = {"", " [join]", " [exit]", " [constant]"};

        fprintf(out(), "  last instructions of warp %u (RTL), latest last:\n    %10s %8s %8s\n", warp, "cycle", "pc",
                "active");
        for (uint32_t i = from; i < n; i++) {
            const RtlBooks::Issue &h = b.history[warp][i % RtlBooks::HISTORY];
            fprintf(out(), "    %10" PRIu64 " %8x %08x  %s%s\n", h.cycle, h.pc, h.mask,
                    rtl_insn_text(l, h.pc).c_str(), uop[h.uop & 3]);
        }
    }

    // A second machine runs the same program again up to the difference, now with a wave.
    void wave(uint64_t cycle)
    {
        std::string path = o.fst ? o.fst : std::string(name()) + ".lockstep.fst";
        if (path.empty() || !build->waves)
            return;
        char err[512];
        const gt_rtl_build *traced = *build->waves ? gt_rtl_machine(build->waves, err, sizeof err) : build;
        if (!traced) {
            fprintf(out(), "  no wave: %s\n", err);
            return;
        }
        GpuCopy copy(g, image);
        if (!copy.g)
            return;
        auto sm = traced->make(copy.g, l, &c, o.start_seed);
        RtlBlocks blocks(g, l, &c);
        uint64_t from = cycle > WAVE_BEFORE ? cycle - WAVE_BEFORE : 0;
        while (sm->cycle <= cycle + WAVE_AFTER) {
            if (sm->cycle == from && !sm->wave_open(path.c_str())) {
                fprintf(out(), "  wave: %s cannot be written\n", path.c_str());
                return;
            }
            blocks.offer(*sm);
            sm->step();
            blocks.take(*sm);
        }
        if (int error = sm->wave_close()) {
            fprintf(out(), "  wave: %s: %s\n", path.c_str(), strerror(error));
            return;
        }
        fprintf(out(), "  wave: %s, cycles %" PRIu64 " to %" PRIu64 " (time = 2 * cycle)\n", path.c_str(), from,
                cycle + WAVE_AFTER);
    }

    void tail(uint64_t cycle)
    {
        if (o.reproduce)
            fprintf(out(), "  reproduce: %s\n", o.reproduce);
        wave(cycle);
        fflush(out());
    }

    // "SM 2, " on a chip of several SMs.
    std::string where(unsigned s) const { return books.sm.size() > 1 ? "SM " + std::to_string(s) + ", " : ""; }

    void event_difference(unsigned s, const gt_event *rtl, const gt_event *model, const char *note)
    {
        const gt_event *e = rtl ? rtl : model;
        const RtlBooks &b = books.sm[s];
        bool has_warp = e->type != GT_EV_MEMREQ && e->type != GT_EV_BLOCK && e->type != GT_EV_WAITS;
        const uint32_t warp = has_warp ? e->warp & 31 : 0;
        uint32_t pc = e->type == GT_EV_BRU ? e->next_pc : e->pc;

        if (e->type == GT_EV_BRU && b.issues[warp])     // of the instruction
            pc = b.history[warp][(b.issues[warp] - 1) % RtlBooks::HISTORY].pc;
        if (has_warp) {
            headline("cycle %" PRIu64 ", %swarp %u, pc 0x%x, %s%s", e->cycle, where(s).c_str(), warp, pc,
                     gt_event_name(e->type), note);
            fprintf(out(), "  instruction: %s\n", rtl_insn_text(l, pc).c_str());
        } else {
            headline("cycle %" PRIu64 ", %s%s%s", e->cycle, where(s).c_str(), gt_event_name(e->type), note);
        }
        fputs(event_table(rtl, model).c_str(), out());
        if (has_warp) {
            history(s, warp);
        } else {        // whoever issued last is the likeliest cause
            uint32_t last = 0;
            uint64_t when = 0;
            for (uint32_t w = 0; w < 32; w++) {
                uint64_t t = b.issues[w] ? b.history[w][(b.issues[w] - 1) % RtlBooks::HISTORY].cycle : 0;
                if (t > when)
                    when = t, last = w;
            }
            history(s, last);
        }
        tail(e->cycle);
    }

    // The events of one cycle. Each RTL event looks for its partner; what is left over on either side is a difference.
    bool compare(unsigned s, const RtlPort &sm, const gt_event *m, size_t n)
    {
        uint64_t used = 0;
        const gt_event *alone = nullptr, *near = nullptr;

        for (unsigned i = 0; i < sm.nev; i++) {
            const gt_event &r = sm.ev[i];
            bool found = false;
            for (size_t k = 0; k < n && !found; k++)
                if (!(used >> k & 1) && event_equal(r, m[k])) {
                    used |= 1ull << k;
                    found = true;
                }
            if (!found && !alone)
                alone = &r;
        }
        for (size_t k = 0; k < n; k++)
            if (!(used >> k & 1)) {
                if (!alone) {
                    event_difference(s, nullptr, &m[k], " only in the model");
                    return false;
                }
                if (event_pairs(*alone, m[k])) {
                    near = &m[k];
                    break;
                }
            }
        if (alone)
            event_difference(s, alone, near, near ? "" : " only in the RTL");
        return !alone;
    }

    // What is on the pins of each partition in a memory clock.
    bool compare_pins(const RtlMachine &sm)
    {
        for (unsigned p = 0; p < pins.size(); p++) {
            const dram_pins *rtl = sm.pins(p);
            if (!rtl || pins_equal(*rtl, pins[p]))
                continue;
            headline("cycle %" PRIu64 ", partition %u, pins of the memory chips", sm.cycle - 1, p);
            fprintf(out(), "    RTL    %s\n    model  %s\n", pins_text(*rtl).c_str(), pins_text(pins[p]).c_str());
            tail(sm.cycle - 1);
            return false;
        }
        return true;
    }

    // What each memory system looks up and hands on in a cycle (GPU-10).
    bool compare_looks(const RtlMachine &sm, gt_machine *model)
    {
        const gpu_looks *m = gt_machine_looks(model);
        if (!m || !sm.looks(&rtl_looks) || !(m->n | rtl_looks.n))
            return true;
        model_looks.n = m->n;
        std::copy(m->look, m->look + m->n, model_looks.look);
        const LookDifference d = look_difference(rtl_looks, model_looks);
        if (!d)
            return true;
        headline("cycle %" PRIu64 ", %s%s", sm.cycle - 1, d.where().c_str(),
                 !d.rtl ? ", only in the model" : !d.model ? ", only in the RTL" : "");
        fputs(d.table().c_str(), out());
        tail(sm.cycle - 1);
        return false;
    }

    bool compare_fault(const RtlMachine &sm, unsigned s, const gt_sm *model)
    {
        gt_fault a = sm.port[s].fault, b = *gt_sm_fault(model);
        if (!sm.port[s].unmapped)
            books.sm[s].place(&a);
        const struct { const char *name; uint32_t a, b; } f[] = {
            {"code", a.code, b.code}, {"decode error", a.decode_err, b.decode_err}, {"pc", a.pc, b.pc},
            {"warp", a.warp, b.warp}, {"lane", a.lane, b.lane}, {"address", a.addr, b.addr},
            {"block x", a.ctaid_x, b.ctaid_x}, {"block y", a.ctaid_y, b.ctaid_y},
        };
        bool same = true;
        for (auto &x : f)
            same = same && x.a == x.b;
        if (same) {
            rtl_result_fault(l, a, res);
            return true;
        }
        headline("cycle %" PRIu64 ", %sfault at pc 0x%x", sm.cycle - 1, where(s).c_str(), a.pc);
        for (auto &x : f)
            fprintf(out(), "  %c %-12s 0x%-10x 0x%-10x\n", x.a == x.b ? ' ' : '*', x.name, x.a, x.b);
        tail(sm.cycle - 1);
        return false;
    }

    bool compare_memory(RtlMachine &sm, const gt_gpu *mg, gt_machine *model, const char *when)
    {
        sm.settle_memory();
        gt_machine_settle(model);
        if (res->status == GT_OK && sm.fenced() != gt_machine_fence(model)) {
            headline("the fence after %s: the memory is at rest in cycle %" PRIu64 " of the RTL, %" PRIu64
                     " of the model", when, sm.fenced(), gt_machine_fence(model));
            tail(sm.cycle);
            return false;
        }
        if (rtl_failed(sm, l, out(), res))
            return false;
        uint32_t at = first_difference(g, mg);
        if (at >= g->mem_bytes)
            return true;
        headline("device memory after %s, address 0x%x: RTL 0x%02x, model 0x%02x", when, GT_G_BASE + at, g->mem[at],
                 mg->mem[at]);
        tail(sm.cycle);
        return false;
    }

    // true: what was compared does not differ.
    bool same_state(unsigned s, const std::string &difference, const char *when, uint64_t cycle)
    {
        if (difference.empty())
            return true;
        headline("%s%s, %s", where(s).c_str(), when, difference.c_str());
        tail(cycle);
        return false;
    }

    bool compare_shared(const RtlMachine &sm, gt_machine *model, const char *when)
    {
        for (unsigned s = 0; s < sm.port.size(); s++) {
            const gt_sm *m = gt_machine_sm(model, s);
            if (gt_sm_shared_settled(m) &&
                !same_state(s, shared_difference(sm.state(s), m, 0, GT_SMEM_BYTES), when, sm.cycle))
                return false;
        }
        return true;
    }

    // Shared memory of a block that has ended, two cycles after blk_done: stores reach the upper banks two cycles
    // behind BANK. The model
    // clears the header's rows when a block comes, which may have happened.
    bool compare_block_shared(const RtlMachine &sm, gt_machine *model, const Ended &b)
    {
        uint32_t header = b.again ? (16 + 4 * l->param_words + 63) / 64 * 64 : 0;
        if (header >= c.smem_bytes)
            return true;
        std::string difference = shared_difference(sm.state(b.sm), gt_machine_sm(model, b.sm),
                                                   b.slot * c.slot_smem + header, c.smem_bytes - header);
        return same_state(b.sm, difference, "end of a block", sm.cycle);
    }

    // Blocks that ended: all but shared memory when the last result can have left the skid, before the next block of
    // the slot gets its first
    // registers (docs/microarchitecture.md sections 1 and 5).
    bool compare_ended(const RtlMachine &sm, gt_machine *model)
    {
        for (auto &b : ended) {
            b.again |= sm.port[b.sm].accepted;
            if (b.cycle + BLOCK_SHARED_CYCLES + 1 == sm.cycle && !compare_block_shared(sm, model, b))
                return false;
        }
        for (unsigned s = 0; s < sm.port.size(); s++)
            for (unsigned k = 0; k < sm.port[s].nev; k++)
                if (const gt_event &e = sm.port[s].ev[k]; e.type == GT_EV_BLOCK && e.done)
                    ended.push_back({s, e.slot, e.cycle, false});
        while (!ended.empty() && ended.front().cycle + BLOCK_STATE_CYCLES < sm.cycle) {
            Ended b = ended.front();
            ended.erase(ended.begin());
            std::string difference = ended_block_difference(sm.state(b.sm), gt_machine_sm(model, b.sm), c, b.slot);
            if (!same_state(b.sm, difference, "end of a block", sm.cycle))
                return false;
        }
        return true;
    }

    // The grid has ended.
    void compare_end(RtlMachine &sm, const gt_gpu *mg, gt_machine *model)
    {
        for (uint64_t i = 0; i < BLOCK_STATE_CYCLES; i++) {
            sm.settle();
            if (!compare_ended(sm, model))
                return;
        }
        if (compare_shared(sm, model, "after the run") && compare_memory(sm, mg, model, "the run"))
            compare_late_fault(sm, model);
    }

    // GPU-7: at the fence.
    void compare_late_fault(const RtlMachine &sm, const gt_machine *model)
    {
        gt_fault a{}, b{};
        bool rtl = sm.late_fault(&a), both = gt_machine_late_fault(model, &b) && rtl;
        if (rtl != both || a.code != b.code || a.addr != b.addr)
            headline("the fault at the fence: code %u, address 0x%x, model %u, 0x%x", a.code, a.addr, b.code, b.addr);
        else
            rtl_late_fault(sm, l, res);
    }

    // A fault or a hang has stopped both machines after the cycle last stepped. Where the datapath is folded the last
    // lanes of a row are written one cycle behind the first (FOLD-12); until then nothing else can be that the model
    // does not say is under way.
    void compare_stopped(RtlMachine &sm, const gt_gpu *mg, gt_machine *model, const char *after)
    {
        uint64_t now = sm.cycle - 1;
        std::string when = std::string("after ") + after;
        stopped = sm.cycle;
        sm.settle();
        for (unsigned s = 0; s < sm.port.size(); s++) {
            std::string difference = stopped_control_difference(sm.state(s), gt_machine_sm(model, s), c);
            if (!same_state(s, difference, when.c_str(), sm.cycle))
                return;
        }
        if (!compare_shared(sm, model, when.c_str()))
            return;
        if (g->fold > 1)
            sm.settle();
        for (unsigned s = 0; s < sm.port.size(); s++) {
            const gt_sm *m = gt_machine_sm(model, s);
            std::string difference = stopped_files_difference(sm.state(s), m, c, books.sm[s], now);
            if (!same_state(s, difference, when.c_str(), sm.cycle))
                return;
        }
        compare_memory(sm, mg, model, after);
    }

    // One cycle of both; false: the run has ended.
    bool cycle(RtlMachine &sm, const gt_gpu *mg, gt_machine *model)
    {
        blocks.offer(sm);
        sm.step();
        if (rtl_failed(sm, l, out(), res)) {
            tail(sm.cycle - 1);
            return false;
        }
        blocks.take(sm);
        for (unsigned p = 0; p < pins.size(); p++)
            pins[p] = *gt_machine_pins(model, p);
        bool alive = gt_machine_step(model);
        books.take(sm);
        bool both = sm.faulted() >= 0 && !alive;
        for (unsigned s = 0; s < sm.port.size(); s++) {
            const gt_sm *m = gt_machine_sm(model, s);
            size_t n;
            const gt_event *e = gt_sm_events(m, &n);
            // what else happens in the cycle of a fault is not defined
            if ((sm.port[s].nev | n) && !both && !compare(s, sm.port[s], e, n))
                return false;
            if (o.sink && sm.port[s].nev)
                o.sink(o.sink_ctx, sm.port[s].ev, sm.port[s].nev);
        }
        if ((!both && !compare_looks(sm, model)) || !compare_pins(sm))
            return false;
        if (!both)
            return compare_ended(sm, model);
        if (compare_fault(sm, unsigned(sm.faulted()), gt_machine_sm(model, unsigned(sm.faulted()))))
            compare_stopped(sm, mg, model, "the fault");
        return false;
    }

    void run(RtlMachine &sm, gt_machine *model, const gt_gpu *mg)
    {
        uint64_t limit = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES;

        for (unsigned p = 0; gt_machine_pins(model, p); p++)
            pins.push_back({});
        gt_machine_looks(model);        // keeps them from now on
        while (!books.finished()) {
            enum gt_hang stuck = books.stuck(sm);
            if (sm.cycle >= limit || stuck != GT_HANG_LIMIT) {
                char warps[3500];
                gt_machine_describe(model, stuck == GT_HANG_SPINS ? books.watch.get() : nullptr, warps, sizeof warps);
                books.sm[0].hang(res, stuck, sm.cycle, warps);
                if (sm.cycle)
                    compare_stopped(sm, mg, model, "the hang");
                return;
            }
            if (!cycle(sm, mg, model))
                return;
            if (o.progress && (sm.cycle & 0x3fff) == 0)
                o.progress(o.ctx, books.done(), uint64_t(l->grid_x) * l->grid_y, sm.cycle, nullptr);
        }
        compare_end(sm, mg, model);
    }
};

}

enum gt_status gt_lockstep_run(gt_gpu *g, const gt_launch *l, gt_result *res, const gt_rtl_opts *opts)
{
    static constexpr gt_rtl_opts none{};
    gt_config c;

    *res = gt_result{};
    const gt_rtl_opts &o = opts ? *opts : none;
    const gt_rtl_build *build = rtl_build(g, o, false, res), *middle = nullptr;
    if (!build || !rtl_middle(g, o, *build, middle, res) || !gt_launch_config(g, l, &c, res))
        return res->status = GT_BAD_LAUNCH;

    MemImage image(g);
    GpuCopy copy(g, image);
    if (!g->kept_model.machine || !g->kept_rtl.machine || g->kept_model.clock != g->kept_rtl.clock) {
        gt_kept_drop(&g->kept_model);       // both go on from a launch in lockstep, or neither does
        gt_kept_drop(&g->kept_rtl);
    }
    if (copy.g)
        std::swap(copy.g->kept_model, g->kept_model);
    gt_machine *model = copy.g ? gt_machine_new(copy.g, l, &c) : nullptr;
    if (!model) {
        snprintf(res->message, sizeof res->message, "out of memory for the model beside the RTL");
        return res->status = GT_BAD_LAUNCH;
    }
    for (unsigned s = 0; s < g->chip->tpcs * g->chip->sms; s++)
        gt_sm_set_events(gt_machine_sm(model, s), true);
    gt_pages_fresh(g);
    std::unique_ptr<RtlMachine> sm = g->chip->tpcs == 1 || build->whole
                                         ? rtl_whole(*build, g, l, &c, o)
                                         : std::make_unique<RtlChip>(*build, middle, g, l, &c, 1, 0, g->chip->tpcs);
    Lockstep run{g, l, c, o, build, res, RtlLibrary(g, l, &c, o.issues), image, RtlBlocks(g, l, &c)};
    if (rtl_started(*sm, o, res))
        run.run(*sm, model, copy.g);
    run.books.counts(res, run.stopped ? run.stopped : sm->cycle);
    gt_machine_end(model, g, res);
    gt_machine_free(model);
    rtl_keep(*build, g, std::move(sm), *res);
    return res->status;
}
