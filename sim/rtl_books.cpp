// SPDX-License-Identifier: Apache-2.0
//
// RtlBooks: what the targets rtl and lockstep remember of the events that passed, and the messages made of it.
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

void RtlBooks::take(const gt_event *e, unsigned n)
{
    for (; n; n--, e++) {
        if (e->type == GT_EV_ISSUE) {
            last_issue = e->cycle;
            history[e->warp][issues[e->warp]++ % HISTORY] = {e->cycle, e->pc, e->mask, e->uop};
            if (e->uop == GT_UOP_BODY) {
                warp_insns++;
                thread_insns += std::popcount(e->mask);
                if (counts && e->pc / 4 < l->code_words)
                    counts[e->pc / 4]++;
            }
        } else if (e->type == GT_EV_BLOCK && e->n == 0) {
            slot[e->warp & 7] = {true, e->addr & 0xffff, e->addr >> 16};
            accepted++;
        } else if (e->type == GT_EV_BLOCK) {
            slot[e->warp & 7].used = false;
            done++;
            end_cycle = e->cycle + 1;
        }
    }
}

bool RtlBooks::next_block(int *x, int *y) const
{
    if (accepted == blocks()) {
        *x = *y = -1;
        return false;
    }
    *x = int(accepted % l->grid_x);
    *y = int(accepted / l->grid_x);
    return true;
}

static uint32_t code_word(const gt_launch *l, uint32_t pc)
{
    return pc / 4 < l->code_words ? l->code[pc / 4] : 0;
}

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

std::string RtlBooks::describe() const
{
    std::string out;
    char line[256];

    for (uint32_t w = 0; w < 32; w++) {
        uint32_t b = w / c->slot_warps, i = w % c->slot_warps;
        if (b >= 8 || b >= c->max_blocks || !slot[b].used || i >= c->nwarps)
            continue;
        if (!issues[w]) {
            snprintf(line, sizeof line, "warp %u (block %u,%u warp %u): nothing issued\n", w, slot[b].x, slot[b].y, i);
        } else {
            const Issue &h = history[w][(issues[w] - 1) % HISTORY];
            snprintf(line, sizeof line, "warp %u (block %u,%u warp %u): last issued pc 0x%x active %08x in cycle %" PRIu64 "\n",
                     w, slot[b].x, slot[b].y, i, h.pc, h.mask, h.cycle);
        }
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

void rtl_result_hang(const gt_launch *l, uint64_t cycles, bool deadlock, const std::string &warps, gt_result *res)
{
    char what[128];

    if (deadlock)
        snprintf(what, sizeof what, "hang, every running warp waits at a barrier (cycle %" PRIu64 ")", cycles);
    else
        snprintf(what, sizeof what, "hang, not finished after %" PRIu64 " cycles", cycles);
    res->status = GT_HANG;
    snprintf(res->message, sizeof res->message, "kernel %s: %s%s%s", l->name ? l->name : "?", what, warps.empty() ? "" : "\n",
             warps.c_str());
}

bool rtl_started(const RtlSm &sm, const gt_rtl_opts &o, gt_result *res)
{
    uint8_t bytes[16384], any = 0;      // shared memory is cleared by the launch, which is still to come

    sm.shared(bytes);
    for (uint8_t b : bytes)
        any |= b;
    if (!o.start_seed || any)
        return true;
    snprintf(res->message, sizeof res->message, "start_seed %u: this build of the RTL can only start with zeros", o.start_seed);
    res->status = GT_BAD_LAUNCH;
    return false;
}
