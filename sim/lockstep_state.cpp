// SPDX-License-Identifier: Apache-2.0
#include "lockstep_state.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstring>

extern "C" {
#include "sm/state.h"
}

namespace {

// Cycles behind its arrival at write-back in which an SP result may wait for its RAM (docs/units/writeback.md, WB-2).
constexpr uint64_t SKID = 3;
static_assert(SKID < RtlBooks::RESULTS);
// The last cycle, from the issue, in which the autoincrement of quarter q is written: behind an SP result
// (docs/units/rf.md, RF-5).
constexpr uint64_t autoincrement(unsigned q) { return 4 + q; }

__attribute__((format(printf, 1, 2))) std::string text(const char *fmt, ...)
{
    char s[160];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(s, sizeof s, fmt, ap);
    va_end(ap);
    return s;
}

std::string values(const std::string &what, uint64_t rtl, uint64_t model)
{
    return what + text(": RTL 0x%llx, model 0x%llx", (unsigned long long)rtl, (unsigned long long)model);
}

bool has(const uint64_t regs[2], unsigned r) { return regs[r / 64] >> (r % 64) & 1; }

// What is not compared: destinations, and of each quarter $a1-4 in bits 4-7.
struct LeaveOut {
    gt_dests dests;
    uint8_t  increments[4];
};

// One warp of the RTL beside the model's.
struct WarpPair {
    const RtlState &rtl;
    const gt_warp &model;
    const gt_config &c;
    unsigned slot, block;           // warp slot, block slot
    LeaveOut leave_out;

    std::string name(const std::string &what, int lane) const
    {
        return text("warp %u, %s", slot, what.c_str()) + (lane < 0 ? "" : text(" of lane %d", lane));
    }

    std::string registers() const
    {
        unsigned base = block * c.slot_rows + ((slot - block * c.slot_warps) >> 1) * c.nregs;
        for (unsigned r = 0; r < c.nregs; r++) {
            if (has(leave_out.dests.regs, r))
                continue;
            for (unsigned i = 0; i < 32; i++) {
                uint32_t a = rtl.reg[4 * (slot & 1) + i / 8][8 * (base + r) + i % 8], b = model.regs[32 * r + i];
                if (a != b)
                    return values(name(text("$r%u", r), int(i)), a, b);
            }
        }
        return "";
    }

    std::string conditions() const
    {
        for (unsigned n = 0; n < 4; n++)
            for (unsigned i = 0; i < 32 && !(leave_out.dests.ca >> n & 1); i++) {
                uint32_t a = rtl.cc[i / 8][4 * slot + n] >> 4 * (i % 8) & 15, b = model.creg[n][i];
                if (a != b)
                    return values(name(text("$c%u", n), int(i)), a, b);
            }
        return "";
    }

    std::string addresses() const
    {
        for (unsigned n = 1; n <= 4; n++)
            for (unsigned i = 0; i < 32; i++) {
                if ((leave_out.dests.ca | leave_out.increments[i / 8]) >> (3 + n) & 1)
                    continue;
                uint32_t a = rtl.areg[i / 8][4 * (4 * slot + n - 1) + i % 8 / 2] >> 16 * (i & 1) & 0xffff;
                uint32_t b = model.areg[n][i];
                if (a != b)
                    return values(name(text("$a%u", n), int(i)), a, b);
            }
        return "";
    }

    std::string files() const
    {
        std::string d = registers();
        if (d.empty())
            d = conditions();
        return d.empty() ? addresses() : d;
    }

    // Lanes and stack. A finished warp of the RTL is ready for its next block: lanes with a thread run.
    std::string control() const
    {
        const uint32_t *row = rtl.warp + 4 * slot;
        uint32_t threads = c.nthreads - 32 * model.warp_in_block, first = threads >= 32 ? ~0u : (1u << threads) - 1;
        const struct { const char *what; uint64_t a, b; } f[] = {
            {"active lanes", row[0], model.finished ? first : model.active},
            {"lanes broken out or ended", row[1], model.finished ? ~first : model.broke | model.exited},
            {"lanes returned or ended", row[2], model.finished ? ~first : model.returned | model.exited},
            {"depth of the stack", row[3] & 127, model.finished ? 0 : uint64_t(model.depth)},
        };
        for (auto &x : f)
            if (x.a != x.b)
                return values(name(x.what, -1), x.a, x.b);
        for (int k = 0; k < model.depth && !model.finished; k++) {
            const gt_entry &e = model.stack[k];
            uint64_t a = rtl.stack[64 * slot + unsigned(k)], b = uint64_t(e.type) << 56 | uint64_t(e.mask) << 24;
            if (e.type == GT_E_QUADON)
                a &= ~0xffffffull;          // has no pc
            else
                b |= e.pc & 0xffffff;
            if (a != b)
                return values(name(text("stack entry %d (type, mask, pc)", k), -1), a, b);
        }
        return "";
    }
};

// Count, need and waiting warps of the barriers of a block.
std::string barriers(const RtlState &rtl, const gt_sm *model, const gt_config &c, unsigned block)
{
    const uint32_t *row = rtl.barriers + 7 * block;
    auto bits = [row](unsigned at, unsigned n) {
        uint64_t x = row[at / 32] | (at / 32 < 6 ? uint64_t(row[at / 32 + 1]) << 32 : 0);
        return uint32_t(x >> at % 32) & ((1u << n) - 1);
    };
    uint32_t mine = uint32_t(((1ull << c.nwarps) - 1) << block * c.slot_warps);
    for (unsigned id = 0; id < 16; id++) {
        unsigned need;
        uint32_t waiting, waits = 0;
        unsigned count = gt_sm_barrier(model, block, id, &need, &waiting);
        unsigned counted = rtl.barriers_used >> block & 1 ? bits(7 * id, 7) : 0;
        std::string name = text("barrier %u of block slot %u, ", id, block);
        if (count != counted)
            return values(name + "arrivals", counted, count);
        uint32_t spec = bits(112 + 6 * id, 6);      // bit 5: all
        if (count && (spec & 32 ? need <= 31 : need != spec))
            return values(name + "need (0x20: all)", spec & 32 ? 32 : spec, need > 31 ? 32 : need);
        for (uint32_t m = rtl.barrier_waiting & mine; m; m &= m - 1) {
            unsigned w = unsigned(__builtin_ctz(m));
            waits |= rtl.barrier_id[w] == id ? 1u << w : 0;
        }
        if (waits != waiting)
            return values(name + "waiting warps", waits, waiting);
    }
    return "";
}

// What the warp's instructions still write after cycle `now` (docs/units/events.md, EVENT-2).
LeaveOut under_way(const gt_sm *model, const RtlBooks &books, unsigned w, uint64_t now)
{
    LeaveOut d = {gt_sm_pending(model, w), {}};
    for (const RtlBooks::Result &r : books.result)
        if (r.warp == w && r.cycle + SKID > now)
            d.dests.regs[r.reg / 64] |= 1ull << (r.reg % 64);
    uint32_t n = books.issues[w], k = n > RtlBooks::HISTORY ? n - RtlBooks::HISTORY : 0;
    for (; k < n; k++) {
        const RtlBooks::Issue &h = books.history[w][k % RtlBooks::HISTORY];
        // a constant fetch makes the autoincrement; the model makes it with the body, which may still wait
        bool waits = k == n - 1 && h.uop == GT_UOP_CFETCH;
        for (unsigned q = 0; q < 4; q++)
            if (waits || h.cycle + autoincrement(q) > now)
                d.increments[q] |= gt_sm_increments(model, h.pc, h.uop);
    }
    return d;
}

}

std::string ended_block_difference(const RtlState &rtl, const gt_sm *model, const gt_config &c, unsigned slot)
{
    for (unsigned i = 0; i < c.nwarps; i++) {
        unsigned w = slot * c.slot_warps + i;
        WarpPair p{rtl, *gt_sm_warp(model, w), c, w, slot, {}};
        std::string d = p.files();
        if (d.empty())
            d = p.control();
        if (!d.empty())
            return d;
    }
    return barriers(rtl, model, c, slot);
}

/* The first difference that `of_warp` finds in a warp that is there, or `of_block` in a block behind its warps. */
template <class OfWarp, class OfBlock>
static std::string first_difference(const gt_sm *model, const gt_config &c, OfWarp of_warp, OfBlock of_block)
{
    for (unsigned m = gt_sm_blocks(model); m; m &= m - 1) {
        unsigned slot = unsigned(__builtin_ctz(m));
        for (unsigned i = 0; i < c.nwarps; i++) {
            std::string d = of_warp(slot, slot * c.slot_warps + i);
            if (!d.empty())
                return d;
        }
        std::string d = of_block(slot);
        if (!d.empty())
            return d;
    }
    return "";
}

std::string stopped_files_difference(const RtlState &rtl, const gt_sm *model, const gt_config &c,
                                     const RtlBooks &books, uint64_t now)
{
    auto files = [&](unsigned slot, unsigned w) {
        return WarpPair{rtl, *gt_sm_warp(model, w), c, w, slot, under_way(model, books, w, now)}.files();
    };
    return first_difference(model, c, files, [](unsigned) { return std::string(); });
}

std::string stopped_control_difference(const RtlState &rtl, const gt_sm *model, const gt_config &c)
{
    auto control = [&](unsigned slot, unsigned w) {
        return gt_sm_in_control(model, w) ? "" : WarpPair{rtl, *gt_sm_warp(model, w), c, w, slot, {}}.control();
    };
    return first_difference(model, c, control, [&](unsigned slot) { return barriers(rtl, model, c, slot); });
}

std::string shared_difference(const RtlState &rtl, const gt_sm *model, uint32_t from, uint32_t bytes)
{
    const uint8_t *ms = gt_sm_shared(model);
    for (uint32_t at = from & ~3u; at < from + bytes; at += 4) {
        uint32_t a = rtl.smem[at / 4 % 16][at / 64], b;
        std::memcpy(&b, ms + at, 4);
        if (a != b)
            return values(text("shared memory, word at 0x%x", at), a, b);
    }
    return "";
}
