// SPDX-License-Identifier: Apache-2.0
//
// RtlModel<V>: drives the ports of one verilated tpc_top. V is the verilated class, Trace its wave writer (or
// NoTrace), NSM its number of SMs, whose ports are slices of tpc_top's vectors.
//
// A cycle: inputs are set from what is due, clk = 1 takes them into their registers (HOST_REGS) together with the
// state of the new cycle and settles its outputs, which are read; clk = 0 then evaluates no logic. Only valid bits
// are looked at in a cycle without events, so the harness costs little beside eval().
#ifndef GT200_RTL_MODEL_HPP
#define GT200_RTL_MODEL_HPP

#include <algorithm>
#include <cstring>
#include <vector>

#include "gt_chip.h"
#include "gt_tic.h"
#include "rtl_context.hpp"
#include "rtl_inside.hpp"
#include "rtl_port.hpp"
#include "verilated.h"
extern "C" {
#include "func.h"
#include "timing/memory.h"
}

// Words on their way: N at a time, in order, each with the first cycle in which it may be given.
template <unsigned N> class Delay {
public:
    struct Item { uint64_t due; uint32_t w[N]; };
    explicit Delay(unsigned room) : items(room) {}
    bool ready(uint64_t cycle) const { return count && items[head].due <= cycle; }
    const Item &front() const { return items[head]; }
    void pop() { head = (head + 1) % items.size(); count--; }
    Item &push(uint64_t due)
    {
        if (count == items.size()) {        // rare: rotate to the front, then make room
            std::rotate(items.begin(), items.begin() + head, items.end());
            head = 0;
            items.resize(items.size() * 2);
        }
        Item &i = items[(head + count++) % items.size()];
        i.due = due;
        return i;
    }

private:
    std::vector<Item> items;
    size_t head = 0, count = 0;
};

// Bits lo to lo+n-1 of a port, whatever Verilator makes of its width; n is at most 32.
constexpr uint32_t low_bits(unsigned n) { return n < 32 ? (1u << n) - 1 : ~0u; }
template <class T> uint32_t bits(const T &v, unsigned lo, unsigned n)
{
    return uint32_t(uint64_t(v) >> lo) & low_bits(n);
}
template <std::size_t W> uint32_t bits(const VlWide<W> &v, unsigned lo, unsigned n)
{
    uint64_t x = v[lo / 32];
    if (lo / 32 + 1 < W)
        x |= uint64_t(v[lo / 32 + 1]) << 32;
    return uint32_t(x >> lo % 32) & low_bits(n);
}
template <class T> void set_bits(T &v, unsigned lo, unsigned n, uint32_t x)
{
    v = T((uint64_t(v) & ~(uint64_t(low_bits(n)) << lo)) | uint64_t(x & low_bits(n)) << lo);
}
template <std::size_t W> void set_bits(VlWide<W> &v, unsigned lo, unsigned n, uint32_t x)
{
    const uint64_t mask = uint64_t(low_bits(n)) << lo % 32, bits = uint64_t(x) << lo % 32 & mask;
    v[lo / 32] = (v[lo / 32] & ~uint32_t(mask)) | uint32_t(bits);
    if (mask >> 32)
        v[lo / 32 + 1] = (v[lo / 32 + 1] & ~uint32_t(mask >> 32)) | uint32_t(bits >> 32);
}

// Where the fields of rtl/mem_types.svh lie.
struct MemReq {
    static constexpr unsigned DATA = 0, MASK = 256, ADDR = 288, MTYPE = 320, AOP = 323, SPACE = 327, ID = 329,
                              KIND = 335, BITS = 337;
};
struct MemRsp {
    static constexpr unsigned DATA = 0, ID = 256, BITS = 262;
};

struct NoTrace {
    static constexpr bool available = false;
    void dump(uint64_t) {}
    int close() { return 0; }
};

// What SM s holds. A build of several SMs has a function of its own.
template <class V> RtlState rtl_inside(const V &m, unsigned) { return RTL_STATE(m, 0); }

// In the first cycle: the clocks that programs read count from here. One SM: from 0.
template <class V> void start_clock(V &, uint64_t) {}

template <class V, class Trace = NoTrace, unsigned NSM = 1> class RtlModel : public RtlMachine {
public:
    RtlModel(gt_gpu *gpu, const gt_launch *l, const gt_config *c, uint32_t start_seed)
        : RtlMachine(NSM), g(gpu), m(start(context, start_seed)), memory(memory_new(gpu, NSM), memory_free), words(256)
    {
        if (Trace::available)
            context.traceEverOn(true);
        code.assign(l->code, l->code + l->code_words);
        configure(l, c);
        reset();
    }
    ~RtlModel() override
    {
        wave_close();
        Verilated::threadContextp(&context);    // the model takes itself out of the thread's context: it must be its
                                                // own
    }

    void step() override
    {
        Verilated::threadContextp(&context);    // for gt_rtl_assert
        drive();
        m.clk = 1;
        m.eval();
        if (!cycle)
            start_clock(m, g->clock);
        if (wave)
            wave->dump(2 * cycle);
        quiet = true;
        for (unsigned s = 0; s < NSM; s++)
            sample(s);
        memory_step(memory.get(), cycle + 1);
        if (m.l3_req_valid)
            line(m.l3_req_addr);
        m.clk = 0;
        m.eval();
        if (wave)
            wave->dump(2 * cycle + 1);
        if (!context.failed.empty() && failed.empty())      // the clock edge has looked at the cycle before
            failed = "cycle " + std::to_string(int64_t(cycle) - 1) + ", " + context.failed;
        cycle++;
    }

    bool wave_open(const char *path) override
    {
        if constexpr (Trace::available) {
            wave = std::make_unique<Trace>();
            return wave->open(m, path);
        }
        (void)path;
        return false;
    }
    int wave_close() override
    {
        int error = wave ? wave->close() : 0;
        wave.reset();
        return error;
    }
    RtlState state(unsigned s) const override { return rtl_inside(m, s); }
    void settle_memory() override { memory_end(memory.get(), cycle); }

// A field of SM s in a vector of tpc_top.
#define F(port, width) bits(m.port, width * s, width)

private:
    // Before the model is made: what its registers and memories hold at power-up.
    static VerilatedContext *start(VerilatedContext &context, uint32_t seed)
    {
        context.randReset(seed ? 2 : 0);
        context.randSeed(int(seed * 0x9e3779b9u >> 1));
        return &context;
    }

    void configure(const gt_launch *l, const gt_config *c)
    {
        m.cfg_entry = l->entry;
        m.cfg_nthreads = c->nthreads;
        m.cfg_nwarps = c->nwarps;
        m.cfg_nregs = c->nregs;
        m.cfg_smem_bytes = c->smem_bytes;
        m.cfg_nparam = l->param_words;
        for (unsigned i = 0; i < 64; i++)
            m.cfg_params[i] = i < l->param_words ? l->params[i] : 0;
        m.cfg_ntid_x = l->block_x;
        m.cfg_ntid_y = l->block_y;
        m.cfg_ntid_z = l->block_z;
        m.cfg_nctaid_x = l->grid_x;
        m.cfg_nctaid_y = l->grid_y;
        m.cfg_gridid = l->grid_id;
        m.cfg_max_blocks = c->max_blocks;
        m.cfg_slot_warps = c->slot_warps;
        m.cfg_slot_rows = c->slot_rows;
        m.cfg_slot_smem = c->slot_smem;
        m.cfg_local_words = c->local_words;
        m.cfg_g_base = c->g_base;
        m.cfg_g_limit = c->g_limit;
        for (unsigned s = 0; s < NSM; s++) {
            set_bits(m.cfg_local_base, 32 * s, 32, c->local_base + s * GT_WARPS * GT_LANES * 4 * c->local_words);
            set_bits(m.cfg_physid_sm, 8 * s, 8, s);
        }
        m.cfg_pm_sel = c->pm[0] | c->pm[1] << 5 | c->pm[2] << 10 | c->pm[3] << 15;
    }

    // In the first cycle the reset has passed its register.
    void reset()
    {
        Verilated::threadContextp(&context);
        m.clk = 0;
        m.eval();
        m.rst = 1;
        m.start = 0;
        m.blk_valid = 0;
        m.mem_rsp_valid = 0;
        m.mem_req_ready = low_bits(NSM);
        m.l3_req_ready = 1;
        m.l3_rsp_valid = 0;
        m.cfg_tex_we = 1;
        for (int i = 0; i < GT_TEXTURES; i++) {
            texture(i);
            m.clk = 1;
            m.eval();
            m.clk = 0;
            m.eval();
        }
        m.cfg_tex_we = 0;
        m.rst = 0;
        context.failed.clear();     // of registers that hold anything until the reset has come
    }

    // Bits at, at+1, ... of a port of 32-bit words.
    template <class Port> static void put(Port &port, unsigned at, unsigned bits, uint64_t value)
    {
        for (unsigned i = 0; i < bits; i++, value >>= 1) {
            const uint32_t bit = 1u << (at + i) % 32;
            port[(at + i) / 32] = (port[(at + i) / 32] & ~bit) | (value & 1 ? bit : 0);
        }
    }

    // Descriptor of texture i: tic_t, from isa/tic.def.
    void texture(unsigned i)
    {
        const gt_texture &t = g->tex[i];
        const struct { unsigned at, bits; uint32_t value; } fields[] = {
            {GT_TIC_PITCH_AT, GT_TIC_PITCH_BITS, t.pitch / GT_TEX_PITCH},
            {GT_TIC_ROWS_AT, GT_TIC_ROWS_BITS, t.height ? t.height : 1},
            {GT_TIC_MODE_Y_AT, GT_TIC_MODE_Y_BITS, t.mode[1]},
            {GT_TIC_MODE_X_AT, GT_TIC_MODE_X_BITS, t.mode[0]},
            {GT_TIC_LINEAR_AT, GT_TIC_LINEAR_BITS, t.linear},
            {GT_TIC_NORM_AT, GT_TIC_NORM_BITS, t.normalized},
            {GT_TIC_ADDR_AT, GT_TIC_ADDR_BITS, t.addr},
            {GT_TIC_WIDTH_AT, GT_TIC_WIDTH_BITS, t.width},
            {GT_TIC_KIND_AT, GT_TIC_KIND_BITS, t.type},
            {GT_TIC_BYTES_AT, GT_TIC_BYTES_BITS, t.bits == 32 ? 2u : t.bits / 16u},
            {GT_TIC_COMPS_AT, GT_TIC_COMPS_BITS, t.comps / 2u},
        };
        m.cfg_tex_idx = i;
        for (const auto &f : fields)
            put(m.cfg_tex_data, f.at, f.bits, f.value);
    }

    void drive()
    {
        m.start = cycle == 0;
        if (closed != was_closed)
            m.mem_req_ready = closed ? 0 : low_bits(NSM);
        was_closed = closed;
        for (unsigned s = 0; s < NSM; s++) {
            RtlPort &p = port[s];
            if (p.offer_new) {
                p.offer_new = false;
                set_bits(m.blk_valid, s, 1, p.offer_x >= 0);
                set_bits(m.blk_x, 16 * s, 16, p.offer_x >= 0 ? p.offer_x : 0);
                set_bits(m.blk_y, 16 * s, 16, p.offer_x >= 0 ? p.offer_y : 0);
            }
            const mem_port *mp = memory_port(memory.get(), s);
            if (g->jitter && !closed)
                set_bits(m.mem_req_ready, s, 1, mem_port_ready(mp, cycle));
            const mem_rsp *a = mem_port_answer(mp, cycle);
            set_bits(m.mem_rsp_valid, s, 1, a != nullptr);
            if (a)
                answer(MemRsp::BITS * s, *a);
        }
        m.l3_rsp_valid = words.ready(cycle);
        if (m.l3_rsp_valid) {
            m.l3_rsp_data = words.front().w[0];
            words.pop();
        }
    }

    void sample(unsigned s)
    {
        RtlPort &p = port[s];
        p.nev = 0;
        if (F(mem_rsp_valid, 1) && F(mem_rsp_ready, 1))
            mem_port_take(memory_port(memory.get(), s));
        if (F(tr_is_valid, 1)) {
            gt_event &e = event(s, GT_EV_ISSUE, F(tr_is_warp, 5), F(tr_is_pc, 24));
            e.uop = F(tr_is_uop, 2);
            e.mask = F(tr_is_mask, 32);
        }
        if (values)
            results(s);
        if (F(tr_br_valid, 1)) {
            gt_event &e = event(s, GT_EV_BRU, F(tr_br_warp, 5), F(tr_br_pc, 24));
            e.mask = F(tr_br_mask, 32);
            e.n = F(tr_br_depth, 7) | uint32_t(F(tr_br_finished, 1)) << 16;
        }
        if (F(tr_ba_valid, 1)) {
            gt_event &e = event(s, GT_EV_BRU, F(tr_ba_warp, 5), F(tr_ba_pc, 24));
            e.mask = F(tr_ba_mask, 32);
            e.n = F(tr_ba_depth, 7);
        }
        ask(s);
        p.accepted = F(blk_valid, 1) && F(blk_ready, 1);
        if (p.accepted) {
            gt_event &e = event(s, GT_EV_BLOCK, F(tr_blk_slot, 3), 0);
            e.addr = uint32_t(F(blk_y, 16)) << 16 | F(blk_x, 16);
        }
        p.ended = F(blk_done, 1);
        if (p.ended)
            event(s, GT_EV_BLOCK, F(blk_done_slot, 3), 0).n = 1;
        if (F(fault_valid, 1) && !p.faulted)
            stop(s);
        p.idle = F(idle, 1);
        quiet &= !p.nev && !p.faulted;      // a block taken or ended is an event
    }

    // Results and addresses: most events of most cycles.
    void results(unsigned s)
    {
        if (F(tr_sp_valid, 1)) {
            gt_event &e = event(s, GT_EV_SPWB, F(tr_sp_warp, 5), F(tr_sp_pc, 24));
            e.part = F(tr_sp_q, 2);
            e.mask = F(tr_sp_mask, 8);
            e.n = F(tr_sp_n, 3);
            const RtlState st = state(s);
            e.addr = st.sp_row | uint32_t(st.sp_reg) << 8 | uint32_t(st.sp_enables) << 16;
            for (unsigned i = 0; i < 8; i++) {
                e.data[i] = m.tr_sp_data[8 * s + i];
                e.data[8 + i] = F(tr_sp_cc, 32) >> (4 * i) & 15;
            }
        }
        if (F(tr_ls_valid, 1)) {
            gt_event &e = event(s, GT_EV_LSADDR, F(tr_ls_warp, 5), F(tr_ls_pc, 24));
            e.part = F(tr_ls_half, 1);
            e.mask = F(tr_ls_mask, 16);
            for (unsigned i = 0; i < 16; i++)
                e.lane_addr[i] = m.tr_ls_addr[16 * s + i];
        }
        if (F(tr_lw_valid, 1)) {
            gt_event &e = event(s, GT_EV_LDWB, F(tr_lw_warp, 5), F(tr_lw_pc, 24));
            e.part = F(tr_lw_half, 1);
            e.mask = F(tr_lw_mask, 16);
            e.n = F(tr_lw_reg, 8);
            for (unsigned i = 0; i < 16; i++)
                e.data[i] = m.tr_lw_data[16 * s + i];
        }
        if (F(tr_xw_valid, 1)) {
            gt_event &e = event(s, GT_EV_XWB, F(tr_xw_warp, 5), F(tr_xw_pc, 24));
            e.part = F(tr_xw_q, 2);
            e.mask = F(tr_xw_mask, 8);
            e.n = F(tr_xw_n, 16);
            for (unsigned i = 0; i < 8; i++) {
                e.data[i] = m.tr_xw_data[8 * s + i];
                e.data[8 + i] = F(tr_xw_cc, 32) >> (4 * i) & 15;
            }
        }
    }

    gt_event &event(unsigned s, gt_event_type type, uint32_t warp, uint32_t pc)
    {
        gt_event &e = port[s].ev[port[s].nev++];
        e.cycle = cycle;
        e.type = type;
        e.uop = 0;
        e.warp = warp;
        e.sm = s;
        e.part = 0;
        e.pc = pc;
        e.mask = 0;
        e.n = 0;
        e.addr = 0;
        return e;
    }

    // The line of the block `at` (address bits 24:6), that block first, then the others, wrapping: 64 words, one per
    // cycle.
    void line(uint32_t at)
    {
        for (unsigned i = 0; i < 64; i++) {
            uint32_t block = (at & ~3u) | ((at + i / 16) & 3);
            words.push(cycle + GT_L3_LATENCY + i).w[0] = l3_word(block << 6 | (i % 16) << 2);
        }
    }

    uint32_t l3_word(uint32_t addr) const
    {
        uint32_t w = 0;
        if (addr >> 24) {               // constants
            if (const uint8_t *seg = g->cseg[addr >> 16 & 15])
                std::memcpy(&w, seg + (addr & 0xfffc), 4);
        } else if (addr / 4 < code.size()) {
            w = code[addr / 4];
        }
        return w;
    }

    // mem_rsp_t from bit `lo` of the vector on.
    void answer(unsigned lo, const mem_rsp &a)
    {
        for (unsigned i = 0; i < 8; i++)
            set_bits(m.mem_rsp, lo + MemRsp::DATA + 32 * i, 32, a.data[i]);
        set_bits(m.mem_rsp, lo + MemRsp::ID, 6, a.id);
    }

    mem_req request(unsigned s) const
    {
        const unsigned lo = MemReq::BITS * s;
        auto field = [&](unsigned at, unsigned width) { return bits(m.mem_req, lo + at, width); };
        mem_req r{};
        r.kind = field(MemReq::KIND, 2);
        r.id = field(MemReq::ID, 6);
        r.space = field(MemReq::SPACE, 2);
        r.aop = field(MemReq::AOP, 4);
        r.mtype = field(MemReq::MTYPE, 3);
        r.addr = field(MemReq::ADDR, 32);
        r.mask = field(MemReq::MASK, 32);
        for (unsigned i = 0; i < 8 && r.kind != MEM_LOAD; i++)
            r.data[i] = field(MemReq::DATA + 32 * i, 32);
        return r;
    }

    // One request in a cycle (MEM-1, MEM-3), with its space (MEM-8); while it waits it stays as it is (MEM-2).
    void ask(unsigned s)
    {
        const bool valid = F(mem_req_valid, 1), waited = waits[s];
        waits[s] = valid && !F(mem_req_ready, 1);
        if (!valid && !waited)
            return;
        const mem_req r = request(s);
        if (waited && (!valid || memcmp(&r, &waiting[s], sizeof r)) && failed.empty())
            failed = "cycle " + std::to_string(cycle) + ", SM " + std::to_string(s) +
                     ": a request changes while it waits";
        waiting[s] = r;
        if (!waits[s] && valid)
            accept(s, r);
    }

    void accept(unsigned s, const mem_req &r)
    {
        mem_port_offer(memory_port(memory.get(), s), cycle, &r);
        gt_event &e = event(s, GT_EV_MEMREQ, 0, 0);
        e.part = r.id | r.space << 6;
        e.addr = r.addr;
        e.n = r.kind | (r.kind & 2 ? uint32_t(r.mtype) << 4 | uint32_t(r.aop) << 8 : 0);
        e.mask = r.mask;
        std::copy(r.data, r.data + 8, e.data);
    }

    void stop(unsigned s)
    {
        RtlPort &p = port[s];
        p.faulted = true;
        p.fault.code = F(fault_code, 8);
        p.fault.decode_err = F(fault_derr, 4);
        p.fault.warp = F(fault_warp, 5);
        p.fault.pc = F(fault_pc, 24);
        // only a memory access has a faulting lane
        p.fault.lane = gt_fault_has_lane(F(fault_code, 8)) ? F(fault_lane, 5) : ~0u;
        p.fault.addr = F(fault_addr, 32);
        gt_event &e = event(s, GT_EV_FAULT, F(fault_warp, 5), F(fault_pc, 24));
        e.n = F(fault_code, 8);
        e.addr = F(fault_addr, 32);
    }

#undef F

    gt_gpu *g;
    RtlContext context;
protected:
    V m;
    std::unique_ptr<struct memory, void (*)(struct memory *)> memory;
private:
    std::vector<uint32_t> code;
    Delay<1> words;
    bool waits[NSM] = {};               // a request was offered and not accepted in the cycle before: this one
    mem_req waiting[NSM];
    bool was_closed = false;
    std::unique_ptr<Trace> wave;
};

#endif
