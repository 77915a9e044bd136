// SPDX-License-Identifier: Apache-2.0
//
// RtlModel<V>: drives the ports of one verilated tpc_top with one SM. V is the verilated class, Trace its wave writer (or NoTrace).
//
// A cycle: inputs are set from what is due, clk = 0 settles the combinational outputs, outputs are read, clk = 1 moves to
// the next cycle. Only valid bits are looked at in a cycle without events, so the harness costs little beside eval().
#ifndef GT200_RTL_MODEL_HPP
#define GT200_RTL_MODEL_HPP

#include <algorithm>
#include <cstring>
#include <vector>

#include "gt_chip.h"
#include "rtl_port.hpp"
#include "verilated.h"
extern "C" {
#include "func.h"
}

// Responses on their way: N words each, in order, each with the first cycle in which it may be given.
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

struct NoTrace {
    static constexpr bool available = false;
    void dump(uint64_t) {}
    void close() {}
};

template <class V, class Trace = NoTrace> class RtlModel : public RtlSm {
public:
    RtlModel(gt_gpu *gpu, const gt_launch *l, const gt_config *c, uint32_t start_seed)
        : g(gpu), m(start(context, start_seed)), sectors(128), words(256)
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
        Verilated::threadContextp(&context);    // the model takes itself out of the thread's context: it must be its own
    }

    void step() override
    {
        nev = 0;
        drive();
        m.clk = 0;
        m.eval();
        if (wave)
            wave->dump(2 * cycle);
        sample();
        m.clk = 1;
        m.eval();
        if (wave)
            wave->dump(2 * cycle + 1);
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
    void wave_close() override
    {
        if (wave)
            wave->close();
        wave.reset();
    }
    void shared(uint8_t out[16384]) const override
    {
        // word w of shared memory: bank w mod 16, row w / 16; banks 8 to 15 are the upper memories
#define BANK(b, half) &m.rootp->tpc_top__DOT__g_sm__BRA__0__KET____DOT__u_sm__DOT__u_datapath__DOT__u_lsu__DOT__u_smem__DOT__g_bank__BRA__##b##__KET____DOT__u_##half##__DOT__mem[0]
        const IData *const bank[16] = {
            BANK(0, lo), BANK(1, lo), BANK(2, lo), BANK(3, lo), BANK(4, lo), BANK(5, lo), BANK(6, lo), BANK(7, lo),
            BANK(0, hi), BANK(1, hi), BANK(2, hi), BANK(3, hi), BANK(4, hi), BANK(5, hi), BANK(6, hi), BANK(7, hi),
        };
#undef BANK
        for (unsigned w = 0; w < 4096; w++)
            std::memcpy(out + 4 * w, &bank[w % 16][w / 16], 4);
    }

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
        m.cfg_local_base = c->local_base;
        m.cfg_local_words = c->local_words;
        m.cfg_g_base = c->g_base;
        m.cfg_g_limit = c->g_limit;
        m.cfg_physid_sm = 0;
        m.cfg_pm_sel = c->pm[0] | c->pm[1] << 5 | c->pm[2] << 10 | c->pm[3] << 15;
    }

    void reset()
    {
        m.rst = 1;
        m.start = 0;
        m.blk_valid = 0;
        m.mem_rsp_valid = 0;
        m.mem_req_ready = 1;
        m.l3_req_ready = 1;
        m.l3_rsp_valid = 0;
        m.cfg_tex_we = 1;
        for (int i = 0; i < GT_TEXTURES; i++) {
            texture(i);
            m.clk = 0;
            m.eval();
            m.clk = 1;
            m.eval();
        }
        m.cfg_tex_we = 0;
        m.rst = 0;
    }

    // Descriptor of texture i: tic_t in rtl/dp_types.svh.
    void texture(unsigned i)
    {
        const gt_texture &t = g->tex[i];
        uint32_t sampler = t.normalized | t.linear << 1 | t.mode[0] << 2 | t.mode[1] << 4 | (t.height ? t.height : 1) << 6;
        uint64_t low = uint64_t(t.width) << 7 | t.type << 4 | (t.bits == 32 ? 2 : t.bits / 16) << 2 | t.comps / 2;
        m.cfg_tex_idx = i;
        m.cfg_tex_data[0] = uint32_t(low);
        m.cfg_tex_data[1] = uint32_t(low >> 32) | t.addr << 3;
        m.cfg_tex_data[2] = t.addr >> 29 | sampler << 3 | (t.pitch / GT_TEX_PITCH) << 25;
        m.cfg_tex_data[3] = (t.pitch / GT_TEX_PITCH) >> 7;
    }

    void drive()
    {
        m.start = cycle == 0;
        m.blk_valid = offer_x >= 0;
        m.blk_x = offer_x >= 0 ? offer_x : 0;
        m.blk_y = offer_x >= 0 ? offer_y : 0;
        m.mem_rsp_valid = sectors.ready(cycle);
        if (m.mem_rsp_valid)
            for (unsigned i = 0; i < 8; i++)
                m.mem_rsp_data[i] = sectors.front().w[i];
        m.l3_rsp_valid = words.ready(cycle);
        if (m.l3_rsp_valid) {
            m.l3_rsp_data = words.front().w[0];
            words.pop();
        }
    }

    void sample()
    {
        if (m.mem_rsp_valid && m.mem_rsp_ready)
            sectors.pop();
        if (m.l3_req_valid)
            line(m.l3_req_addr);
        if (m.tr_is_valid) {
            gt_event &e = event(GT_EV_ISSUE, m.tr_is_warp, m.tr_is_pc);
            e.uop = m.tr_is_uop;
            e.mask = m.tr_is_mask;
        }
        if (m.tr_sp_valid) {
            gt_event &e = event(GT_EV_SPWB, m.tr_sp_warp, m.tr_sp_pc);
            e.part = m.tr_sp_q;
            e.mask = m.tr_sp_mask;
            e.n = m.tr_sp_n;
            for (unsigned i = 0; i < 8; i++) {
                e.data[i] = m.tr_sp_data[i];
                e.data[8 + i] = m.tr_sp_cc >> (4 * i) & 15;
            }
        }
        if (m.tr_ls_valid) {
            gt_event &e = event(GT_EV_LSADDR, m.tr_ls_warp, m.tr_ls_pc);
            e.part = m.tr_ls_half;
            e.mask = m.tr_ls_mask;
            for (unsigned i = 0; i < 16; i++)
                e.lane_addr[i] = m.tr_ls_addr[i];
        }
        if (m.tr_lw_valid) {
            gt_event &e = event(GT_EV_LDWB, m.tr_lw_warp, m.tr_lw_pc);
            e.part = m.tr_lw_half;
            e.mask = m.tr_lw_mask;
            e.n = m.tr_lw_reg;
            for (unsigned i = 0; i < 16; i++)
                e.data[i] = m.tr_lw_data[i];
        }
        if (m.tr_xw_valid) {
            gt_event &e = event(GT_EV_XWB, m.tr_xw_warp, m.tr_xw_pc);
            e.part = m.tr_xw_q;
            e.mask = m.tr_xw_mask;
            e.n = m.tr_xw_n;
            for (unsigned i = 0; i < 8; i++) {
                e.data[i] = m.tr_xw_data[i];
                e.data[8 + i] = m.tr_xw_cc >> (4 * i) & 15;
            }
        }
        if (m.tr_br_valid) {
            gt_event &e = event(GT_EV_BRU, m.tr_br_warp, m.tr_br_pc);
            e.mask = m.tr_br_mask;
            e.n = m.tr_br_depth | uint32_t(m.tr_br_finished) << 16;
        }
        if (m.tr_ba_valid) {
            gt_event &e = event(GT_EV_BRU, m.tr_ba_warp, m.tr_ba_pc);
            e.mask = m.tr_ba_mask;
            e.n = m.tr_ba_depth;
        }
        if (m.mem_req_valid && m.mem_req_ready)
            request();
        accepted = m.blk_valid && m.blk_ready;
        if (accepted) {
            gt_event &e = event(GT_EV_BLOCK, m.tr_blk_slot, 0);
            e.addr = uint32_t(m.blk_y) << 16 | m.blk_x;
        }
        if (m.blk_done)
            event(GT_EV_BLOCK, m.blk_done_slot, 0).n = 1;
        if (m.fault_valid && !faulted)
            stop();
        idle = m.idle;
    }

    gt_event &event(gt_event_type type, uint32_t warp, uint32_t pc)
    {
        gt_event &e = ev[nev++];
        e.cycle = cycle;
        e.type = type;
        e.uop = 0;
        e.warp = warp;
        e.sm = 0;
        e.part = 0;
        e.pc = pc;
        e.mask = 0;
        e.n = 0;
        e.addr = 0;
        return e;
    }

    // The line of the block `at` (address bits 24:6), that block first, then the others, wrapping: 64 words, one per cycle.
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

    void request()
    {
        gt_event &e = event(GT_EV_MEMREQ, 0, 0);
        uint32_t addr = m.mem_req_addr & ~31u;
        e.addr = addr;
        e.n = m.mem_req_we;
        if (m.mem_req_atom) {
            e.n |= 2 | uint32_t(m.mem_req_mtype) << 4 | uint32_t(m.mem_req_aop) << 8;
            e.addr = m.mem_req_addr;
            for (unsigned i = 0; i < 4; i++)
                e.data[i] = m.mem_req_wdata[i];
            uint32_t old[2];
            if (!m.mem_req_we)
                gt_sector_read(g, addr, reinterpret_cast<uint8_t *>(sectors.push(cycle + GT_MEM_LATENCY).w));
            gt_atomic(g, m.mem_req_aop, m.mem_req_mtype, e.addr, e.data, old);
        } else if (m.mem_req_we) {
            e.mask = m.mem_req_wmask;
            for (unsigned i = 0; i < 8; i++)
                e.data[i] = m.mem_req_wdata[i];
            gt_sector_write(g, addr, reinterpret_cast<const uint8_t *>(e.data), e.mask);
        } else {
            gt_sector_read(g, addr, reinterpret_cast<uint8_t *>(sectors.push(cycle + GT_MEM_LATENCY).w));
        }
    }

    void stop()
    {
        faulted = true;
        fault.code = m.fault_code;
        fault.decode_err = m.fault_derr;
        fault.warp = m.fault_warp;
        fault.pc = m.fault_pc;
        // only a memory access has a faulting lane
        fault.lane = gt_fault_has_lane(m.fault_code) ? m.fault_lane : ~0u;
        fault.addr = m.fault_addr;
        gt_event &e = event(GT_EV_FAULT, m.fault_warp, m.fault_pc);
        e.n = m.fault_code;
        e.addr = m.fault_addr;
    }

    gt_gpu *g;
    VerilatedContext context;
protected:
    V m;
private:
    std::vector<uint32_t> code;
    Delay<8> sectors;
    Delay<1> words;
    std::unique_ptr<Trace> wave;
};

#endif
