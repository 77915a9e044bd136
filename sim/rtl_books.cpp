// SPDX-License-Identifier: Apache-2.0
//
// RtlBooks: what the targets rtl and lockstep remember of the events that passed, and the messages made of it.
#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "rtl_port.hpp"

extern "C" {
#include "decode.h"
#include "fault.h"
#include "text.h"
}

static uint32_t code_word(const gt_launch *l, uint32_t pc)
{
    return pc / 4 < l->code_words ? l->code[pc / 4] : 0;
}

// Keeps of the events what messages need later: pc, lanes and depth of each warp, blocks, counts.
void RtlBooks::take(const gt_event *e, unsigned n)
{
    for (; n; n--, e++) {
        if (e->type == GT_EV_ISSUE) {
            last_issue = e->cycle;
            // a control instruction says itself where it goes, in its BRU event
            state[e->warp] = {e->pc + (code_word(l, e->pc) & 1 ? 8 : 4), e->active, state[e->warp].depth, false};
            history[e->warp][issues[e->warp]++ % HISTORY] = {e->cycle, e->pc, e->active, e->uop};
            if (e->uop == GT_UOP_BODY) {
                warp_insns++;
                thread_insns += std::popcount(e->active);
                if (counts && e->pc / 4 < l->code_words)
                    counts[e->pc / 4]++;
            }
        } else if (e->type == GT_EV_SPWB && (e->writes & GT_WRITES_REG)) {
            result[results++ % RESULTS] = {e->cycle, e->warp, e->regno};
        } else if (e->type == GT_EV_BRU) {
            state[e->warp] = {e->next_pc, e->active, e->depth, e->finished != 0};
        } else if (e->type == GT_EV_BLOCK && !e->done) {
            slot[e->slot & 7] = {true, e->ctaid & 0xffff, e->ctaid >> 16};
        } else if (e->type == GT_EV_BLOCK) {
            slot[e->slot & 7].used = false;
            done++;
            end_cycle = e->cycle + 1;
        }
    }
}

void RtlBlocks::offer_all(RtlMachine &m)
{
    stale = false;
    dist_decide(&d, m.cycle + GT_BLOCK_DONE_CYCLES);
    for (unsigned s = 0; s < m.port.size(); s++)
        offer_one(m.port[s], s, m.cycle);
}

void RtlBlocks::offer_one(RtlPort &p, unsigned s, uint64_t cycle)
{
    uint64_t b;
    if (!dist_offer(&d, s, cycle, &b)) {
        p.offer(-1, 0);
        return;
    }
    if (b != next[s].block)             // a division costs
        next[s] = {b, int(b % l->grid_x), int(b / l->grid_x)};
    p.offer(next[s].x, next[s].y);
}

void RtlLibrary::share()
{
    gt_watch_share(watch.get());
    watching = gt_watch_open(watch.get());
}

// Does the run hang? GT_HANG_LIMIT: not that anybody could tell; next_look is when to ask again.
enum gt_hang RtlLibrary::judge(const RtlMachine &m)
{
    const uint64_t cycle = m.cycle;
    uint64_t last = 0;
    for (auto &b : sm)
        last = std::max(last, b.last_issue);
    // a memory system is at rest for moments, too: between two atomics of a warp on the same word
    still = cycle > last + RtlBooks::STUCK && !m.moving() ? still + 1 : 0;
    if (still > RtlBooks::STILL)
        return GT_HANG_BARRIERS;
    next_look = std::max(last + RtlBooks::STUCK, cycle) + 1;
    if (!watch)
        return GT_HANG_LIMIT;
    if (cycle >= gt_watch_next(watch.get()) && gt_watch_turn(watch.get(), cycle)) {
        bool all = true, any = false;
        for (unsigned s = 0; s < sm.size(); s++) {
            const gt_spins &spins = *gt_watch_spins(watch.get(), s);
            any |= spins.warps != 0;
            all &= sm[s].stuck(spins);
        }
        if (all && any)
            return GT_HANG_SPINS;
    }
    watching = gt_watch_open(watch.get());
    next_look = std::min(next_look, gt_watch_next(watch.get()));
    return GT_HANG_LIMIT;
}

std::string RtlLibrary::describe(enum gt_hang why) const
{
    std::string out;
    for (unsigned s = 0; s < sm.size(); s++) {
        std::string warps = sm[s].describe(why == GT_HANG_SPINS ? gt_watch_spins(watch.get(), s) : nullptr);
        if (sm.size() > 1 && !warps.empty())
            warps = "TPC " + std::to_string(s / sms) + " SM " + std::to_string(s % sms) + ":\n" + warps;
        out += (out.empty() || warps.empty() ? "" : "\n") + warps;
    }
    return out;
}

void RtlLibrary::counts(gt_result *res, uint64_t cycle) const
{
    res->cycles = 0;
    for (auto &b : sm)
        res->cycles = std::max(res->cycles, b.end_cycle);
    if (!finished())
        res->cycles = cycle;
    res->warp_insns = sum(&RtlBooks::warp_insns);
    res->thread_insns = sum(&RtlBooks::thread_insns);
}

// Fills in of a fault what the ports do not show: block, warp within it, instruction words.
void RtlBooks::place(gt_fault *f) const
{
    auto &s = slot[f->warp / c->slot_warps & 7];
    bool memory = gt_fault_has_lane(f->code);
    f->ctaid_x = s.x;
    f->ctaid_y = s.y;
    f->warp %= c->slot_warps;
    if (!memory) {              // no lane, no address: the ports show 0
        f->lane = GT_FAULT_NO_LANE;
        f->addr = 0;
    }
    f->w0 = code_word(l, f->pc);
    f->w1 = code_word(l, f->pc + 4);
}

// The barrier at which a warp waits, -1: it does not.
static int waits_at(const gt_launch *l, uint32_t issued_pc)
{
    gt_insn in;
    isa_decode(code_word(l, issued_pc), code_word(l, issued_pc + 4), issued_pc, &in);
    return in.op == GT_OP_BAR && in.bar_wait ? int(in.bar_id) : -1;
}

bool RtlBooks::stuck(const gt_spins &spins) const
{
    for (uint32_t w = 0; w < 32; w++) {
        if (!issues[w] || state[w].finished || (spins.warps >> w & 1))
            continue;
        if (spins.passes || waits_at(l, history[w][(issues[w] - 1) % HISTORY].pc) < 0)
            return false;
    }
    return true;
}

// What warp w does, for the message of a hang.
std::string RtlBooks::doing(uint32_t w, const gt_spins *spins) const
{
    char text[64];
    int id = waits_at(l, history[w][(issues[w] - 1) % HISTORY].pc);

    if (id >= 0)
        snprintf(text, sizeof text, "waiting at barrier %d", id);
    else if (spins && (spins->warps >> w & 1))
        snprintf(text, sizeof text, "spinning from 0x%x to 0x%x", spins->from[w], spins->to[w]);
    else
        snprintf(text, sizeof text, "running");
    return text;
}

// A line for each warp that runs.
std::string RtlBooks::describe(const gt_spins *spins) const
{
    std::string out;
    char line[256];

    for (uint32_t w = 0; w < 32; w++) {
        uint32_t b = w / c->slot_warps, i = w % c->slot_warps;
        if (b >= 8 || b >= c->max_blocks || !slot[b].used || i >= c->nwarps || state[w].finished)
            continue;
        if (!issues[w])
            snprintf(line, sizeof line, "warp %u (block %u,%u warp %u): nothing issued\n", w, slot[b].x, slot[b].y, i);
        else
            snprintf(line, sizeof line, "warp %u (block %u,%u warp %u): pc 0x%x active %08x depth %u %s\n", w,
                     slot[b].x, slot[b].y, i, state[w].pc, state[w].mask, state[w].depth, doing(w, spins).c_str());
        out += line;
    }
    if (!out.empty())
        out.pop_back();
    return out;
}

std::string rtl_insn_text(const gt_launch *l, uint32_t pc)
{
    gt_insn in;
    char text[ISA_TEXT_MAX];
    isa_decode(code_word(l, pc), code_word(l, pc + 4), pc, &in);
    isa_disasm(&in, text, sizeof text);
    return text;
}

void rtl_result_fault(const gt_launch *l, const gt_fault &f, gt_result *res)
{
    res->status = GT_FAULT;
    res->fault = f;
    gt_fault_message(l, &f, res->message, sizeof res->message);
}

void rtl_late_fault(const RtlMachine &sm, const gt_launch *l, gt_result *res)
{
    gt_fault f;
    if (res->status == GT_OK && sm.late_fault(&f))
        rtl_result_fault(l, f, res);
}

void RtlBooks::hang(gt_result *res, enum gt_hang why, uint64_t cycle, const std::string &warps) const
{
    res->status = GT_HANG;
    int n = gt_hang_title(l, why, cycle, res->message, sizeof res->message);
    if (!warps.empty() && n > 0 && size_t(n) < sizeof res->message)
        snprintf(res->message + n, sizeof res->message - size_t(n), "\n%s", warps.c_str());
}

bool rtl_started(const RtlMachine &sm, const gt_rtl_opts &o, gt_result *res)
{
    uint8_t bytes[16384], any = 0;      // shared memory is cleared by the launch, which is still to come

    sm.shared(0, bytes);
    for (uint8_t b : bytes)
        any |= b;
    if (!o.start_seed || any)
        return true;
    snprintf(res->message, sizeof res->message, "start_seed %u: this build of the RTL can only start with zeros",
             o.start_seed);
    res->status = GT_BAD_LAUNCH;
    return false;
}

bool rtl_failed(const RtlMachine &m, const gt_launch *l, FILE *report, gt_result *res)
{
    if (m.failed.empty())
        return false;
    res->status = GT_DIFFERENT;
    snprintf(res->message, sizeof res->message, "kernel %s: assertion of the RTL failed: %s",
             l->name ? l->name : "kernel", m.failed.c_str());
    fprintf(report ? report : stderr, "%s\n", res->message);
    return true;
}
