// SPDX-License-Identifier: Apache-2.0
//
// RtlModel<V>: drives the ports of one verilated tpc_top. V is the verilated class, Trace its wave writer (or
// NoTrace), NSM its number of SMs, whose ports are slices of tpc_top's vectors. Memory port NSM is the texture unit's.
// FOLD is that of tpc_top: so many edges of clk make a cycle, of which the one that ends it stands for all below.
//
// A cycle: inputs are set from what is due, clk = 1 takes them into their registers (HOST_REGS) together with the
// state of the new cycle and settles its outputs, which are read; clk = 0 evaluates no logic. Only valid bits are
// looked at in a cycle without events, so the harness costs little beside eval().
#ifndef GT200_RTL_MODEL_HPP
#define GT200_RTL_MODEL_HPP

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#include "gt_chip.h"
#include "ports.h"
#include "rtl_context.hpp"
#include "rtl_events.hpp"
#include "rtl_fields.hpp"
#include "rtl_inside.hpp"
#include "rtl_stall.hpp"
#include "verilated.h"
extern "C" {
#include "func.h"
#include "port/memory.h"
}

struct NoTrace {
    static constexpr bool available = false;
    void dump(uint64_t) {}
    int close() { return 0; }
};

// Of a machine whose logic may be called without Verilator's search for what has been triggered: static functions
// find(root), that search, and call(root), which evaluates what follows the edges found; Triggers<N>, what the edges of
// N clocks are kept in.
template <class Root> struct RtlEdge {};

// What SM s holds; its events in the present cycle (trace_t) and their values (tr_data_t). A build of several SMs has
// functions of its own.
template <class V> RtlState rtl_inside(const V &m, unsigned) { return RTL_STATE(m, 0); }
template <class V> const auto &rtl_events(const V &m, unsigned) { return RTL_AT(m, 0, events); }
template <class V> const auto &rtl_values(const V &m, unsigned) { return RTL_AT(m, 0, values); }
template <class V> RtlHeads rtl_heads(const V &m, unsigned) { return RTL_HEADS(m, 0); }

template <class V, class Trace = NoTrace, unsigned NSM = 1, unsigned FOLD = 1> class RtlModel : public RtlEvents {
public:
    // seat: as a TPC of a chip of several, whose memory steps by itself. NULL: alone.
    RtlModel(gt_gpu *gpu, const gt_launch *l, const gt_config *c, uint32_t start_seed, const RtlSeat *seat = nullptr)
        : RtlEvents(NSM, seat ? seat->tpc * NSM : 0, seat ? seat->port : nullptr), g(gpu),
          m(start(context, start_seed)),
          memory(seat ? seat->memory : memory_new(gpu, l, 1, NSM), seat ? leave_memory : memory_free),
          tpc(seat ? seat->tpc : 0), tpcs(seat ? seat->tpcs : 1),
          next_memory_step(seat ? UINT64_MAX : 0), stall(gpu->stall)
    {
        for (unsigned s = 0; s < NSM; s++)
            way[s] = memory_port(memory.get(), tpc * NSM + s);
        way[NSM] = memory_port(memory.get(), tpcs * NSM + tpc);
        lines = memory_lines(memory.get(), tpc);
        if (Trace::available)
            context.traceEverOn(true);
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
        if (stall.on())
            stand_still(stall.clocks());
        drive();
        rise(m.rootp);
        phases();
        if (wave)
            wave->dump(2 * cycle);
        quiet = true;
        for (unsigned s = 0; s < NSM; s++)
            sample(s);
        ask(NSM);
        if (m.l3_req_valid && m.l3_req_ready)
            line_port_ask(lines, cycle, m.l3_req_addr << 6);
        look_for_fault();
        memory_tpc(memory.get(), tpc);
        quiet &= !port[0].nev;
        if (cycle + 1 >= next_memory_step) {
            memory_step(memory.get(), cycle + 1);
            next_memory_step = cycle + 1 + memory_way(memory.get());
        }
        fall(m.rootp);
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
    bool moving() const override { return memory_moves(memory.get()); }
    void settle_memory() override { memory_end(memory.get(), cycle); }

// What tpc_top has of SM s: bits of a vector.
#define F(port, width) get(m.port, {(width) * s, width})

private:
    static constexpr unsigned CLOCKS = 3;       // clk, clk_seldom, clk_g (HOST_CLOCKS)

    template <class Root>
    static constexpr bool direct = FOLD == 1 && !Trace::available && requires(Root *r) {
        RtlEdge<Root>::call(r);
        r->__Vtrigrprev__TOP__clk;
        requires std::is_same_v<std::remove_cvref_t<decltype(r->__VnbaTriggered)>,
                                typename RtlEdge<Root>::template Triggers<CLOCKS>>;
        requires !requires { r->__VicoTriggered; };
    };

    void clock(bool level) { m.clk = m.clk_seldom = m.clk_g = level; }

    // Which of Verilator's triggers is the edge of each clock.
    template <class Root> void find_edges(Root *root)
    {
        if constexpr (direct<Root>) {
            CData *const clocks[CLOCKS] = {&m.clk, &m.clk_seldom, &m.clk_g};
            for (unsigned c = 0; c < CLOCKS; c++) {
                *clocks[c] = 1;
                RtlEdge<Root>::find(root);
                for (unsigned i = 0; i < CLOCKS; i++)
                    if (root->__VactTriggered.at(i))
                        edge[c] = i;
                *clocks[c] = 0;
                RtlEdge<Root>::find(root);
            }
            root->__VactTriggered.clear();
        }
    }

    // clk rises. A machine whose triggers are the edges of its clocks, without logic behind inputs (RtlEdge), needs not
    // be asked what there is to do, nor whether more is left: what follows the edges is called at once, and the clocks
    // stay low. A unit that is not awake gets none.
    template <class Root> void rise(Root *root)
    {
        if constexpr (direct<Root>) {
            root->__VnbaTriggered.at(edge[0]) = true;
            root->__VnbaTriggered.at(edge[1]) = m.awake & 1;
            root->__VnbaTriggered.at(edge[2]) = m.awake >> 1;
            RtlEdge<Root>::call(root);
        } else {
            clock(1);
            m.eval();
        }
    }

    // clk falls. Nothing looks at that but a clock gate, so without waves it is enough that Verilator takes the clock
    // for fallen; behind a gate there is no such variable.
    template <class Root> void fall(Root *root)
    {
        if constexpr (direct<Root>) {
            (void)root;
        } else if constexpr (FOLD == 1 && !Trace::available && requires { root->__Vtrigrprev__TOP__clk; }) {
            root->__Vtrigrprev__TOP__clk = 0;
            if constexpr (requires { root->__Vtrigrprev__TOP__clk_g; })
                root->__Vtrigrprev__TOP__clk_seldom = root->__Vtrigrprev__TOP__clk_g = 0;
        } else {
            clock(0);
            m.eval();
            if (wave)
                wave->dump(2 * cycle + 1);
        }
    }

    // The phases behind the first of a cycle; each may have to wait. Outputs count from the last one on.
    void phases()
    {
        for (unsigned p = 1; p < FOLD; p++) {
            if (stall.on())
                wait(stall.clocks());
            clock(0);
            m.eval();
            clock(1);
            m.eval();
        }
    }

    // A whole cycle, for which all inputs stand.
    void whole_cycle()
    {
        for (unsigned p = 0; p < FOLD; p++) {
            clock(1);
            m.eval();
            clock(0);
            m.eval();
        }
    }

    static void leave_memory(struct memory *) {}

    // Before the model is made: what its registers and memories hold at power-up.
    static VerilatedContext *start(VerilatedContext &context, uint32_t seed)
    {
        context.randReset(seed ? 2 : 0);
        context.randSeed(int(seed * 0x9e3779b9u >> 1));
        return &context;
    }

    void configure(const gt_launch *l, const gt_config *c)
    {
        uint32_t w[PORTS_CFG_WORDS];
        ports_cfg(w, l, c);
        std::copy(w, w + PORTS_CFG_WORDS, m.cfg.data());
        for (unsigned i = 0; i < 64; i++)
            m.cfg_params[i] = i < l->param_words ? l->params[i] : 0;
        for (unsigned s = 0; s < NSM; s++) {
            place(s, rtl::sm_place::local_base,
                  c->local_base + (tpc * NSM + s) * GT_WARPS * GT_LANES * 4 * c->local_words);
            place(s, rtl::sm_place::physid, s | tpc << 4);
        }
    }

    // In the first cycle the reset has passed its register.
    void reset()
    {
        Verilated::threadContextp(&context);
        m.clk_en = 1;
        clock(0);
        m.eval();
        m.rst = 1;
        // the clocks that programs read; one SM: from 0
        m.cyc_start = NSM > 1 ? uint32_t(g->clock + (tpcs - 1 - tpc) * GT_TPC_CLOCK_SKEW) : 0;
        m.start = 0;
        m.blk_valid = 0;
        m.mem_rsp_valid = 0;
        m.mem_req_ready = low_bits(NSM + 1);
        m.l3_req_ready = 1;
        m.l3_rsp = 0;
        for (int i = 0; i < GT_TEXTURES; i++) {
            texture(i);
            whole_cycle();
        }
        set(m.cfg_tex, rtl::tex_write::we, 0);
        m.rst = 0;
        while (!m.clk_last) {       // the next edge ends a cycle
            clock(1);
            m.eval();
            clock(0);
            m.eval();
        }
        find_edges(m.rootp);
        context.failed.clear();     // of registers that hold anything until the reset has come
    }

    void texture(unsigned i)
    {
        uint32_t w[PORTS_TEXTURE_WORDS];
        ports_texture(w, &g->tex[i]);
        for (unsigned k = 0; k < PORTS_TEXTURE_WORDS; k++)
            set_word(m.cfg_tex, rtl::tex_write::data, k, w[k]);         // the last one reaches beyond
        set(m.cfg_tex, rtl::tex_write::idx, i);
        set(m.cfg_tex, rtl::tex_write::we, 1);
    }

    // Clocks that do not count, before the next one that does: all that asks for something changes, and no output does
    // (CLOCK-1 to CLOCK-3).
    __attribute__((noinline)) void stand_still(unsigned clocks)
    {
        CData *const inputs[] = {&m.rst, &m.start, &m.blk_valid, &m.mem_req_ready, &m.mem_rsp_valid, &m.l3_req_ready};
        auto turn = [&] {
            for (CData *i : inputs)
                *i ^= 1;
            set(m.cfg_tex, rtl::tex_write::we, !get(m.cfg_tex, rtl::tex_write::we));
            set(m.l3_rsp, rtl::l3_rsp::valid, !get(m.l3_rsp, rtl::l3_rsp::valid));
        };
        if (!clocks)
            return;
        const std::string before = outputs();
        turn();
        for (; clocks; clocks--) {
            wait(1);
            if (outputs() != before && failed.empty())
                failed = "cycle " + std::to_string(cycle) + ": the clock is stopped, and outputs change";
        }
        clock(0);
        m.eval();
        turn();
    }

    // Clocks that do not count; clk stays high after them.
    void wait(unsigned clocks)
    {
        for (m.clk_en = 0; clocks; clocks--) {
            clock(0);
            m.eval();               // the gate looks at clk_en
            clock(1);
            m.eval();
        }
        m.clk_en = 1;
    }

    std::string outputs() const
    {
        std::string all;
        auto add = [&](const auto &port) { all.append(reinterpret_cast<const char *>(&port), sizeof port); };
        add(m.blk_ready), add(m.blk_done), add(m.blk_done_slot), add(m.mem_req_valid), add(m.mem_req);
        add(m.mem_rsp_ready), add(m.idle), add(m.cyc), add(m.fault);
        add(m.l3_req_valid), add(m.l3_req_addr);
        for (unsigned s = 0; s < NSM; s++)
            add(rtl_events(m, s)), add(rtl_values(m, s));
        return all;
    }

    void drive()
    {
        m.start = cycle == 0;
        if (closed != was_closed)
            m.mem_req_ready = closed ? 0 : low_bits(NSM + 1);
        was_closed = closed;
        for (unsigned s = 0; s < NSM; s++) {
            RtlPort &p = port[s];
            if (p.offer_new) {
                p.offer_new = false;
                set(m.blk_valid, {s, 1}, p.offer_x >= 0);
                set(m.blk, rtl_element(rtl::block::BITS, s, rtl::block::x), p.offer_x >= 0 ? p.offer_x : 0);
                set(m.blk, rtl_element(rtl::block::BITS, s, rtl::block::y), p.offer_x >= 0 ? p.offer_y : 0);
            }
        }
        uint32_t answers = 0;
        if ((g->jitter || g->chip->partitions) && !closed)
            for (unsigned s = 0; s <= NSM; s++)
                set(m.mem_req_ready, {s, 1}, mem_port_ready(way[s], cycle));
        for (unsigned s = 0; s <= NSM; s++) {
            if (const mem_rsp *a = mem_port_answer(way[s], cycle)) {
                answers |= 1u << s;
                answer(s, *a);
            }
        }
        m.mem_rsp_valid = answers;
        m.l3_req_ready = line_port_ready(lines);
        const bool due = line_port_due(lines, cycle);
        set(m.l3_rsp, rtl::l3_rsp::valid, due);
        if (due) {
            set(m.l3_rsp, rtl::l3_rsp::data, line_port_word(lines));
            line_port_take(lines);
        }
    }

    void sample(unsigned s)
    {
        const auto &tr = rtl_events(m, s);
        sample_trace(s, tr, rtl_values(m, s), [&] { return state(s); });
        ask(s);
        sample_blocks(s, tr, m.blk, m.blk_done, m.blk_done_slot, m.fault, m.idle);
        if (g->waits && waits_due(s, tr))
            sample_waits(s, rtl_heads(m, s));
    }

    RTL_INLINE void answer(unsigned s, const mem_rsp &a)
    {
        auto field = [&](RtlField f) { return rtl_element(rtl::mem_rsp::BITS, s, f); };
        for (unsigned i = 0; i < 8; i++)
            set_word(m.mem_rsp, field(rtl::mem_rsp::data), i, a.data[i]);
        set(m.mem_rsp, field(rtl::mem_rsp::id), a.id);
        set(m.mem_rsp, field(rtl::mem_rsp::word), 0);
        set(m.mem_rsp, field(rtl::mem_rsp::more), 0);
    }

    // Port s: one answer and one request in a cycle (MEM-1, MEM-3), with its space (MEM-8); a request that waits stays
    // as it is (MEM-2).
    RTL_INLINE void ask(unsigned s)
    {
        if (m.mem_rsp_valid | m.mem_req_valid | waiters)    // in most cycles nothing
            talk(s);
    }

    void talk(unsigned s)
    {
        if (F(mem_rsp_valid, 1) && F(mem_rsp_ready, 1))
            mem_port_take(way[s]);
        const bool valid = F(mem_req_valid, 1), waited = waiters >> s & 1, waits = valid && !F(mem_req_ready, 1);
        set(waiters, {s, 1}, waits);
        if (!valid && !waited)
            return;
        const mem_req r = request(m.mem_req, s);
        if (waited && (!valid || memcmp(&r, &waiting[s], sizeof r)) && failed.empty())
            failed = "cycle " + std::to_string(cycle) + ", memory port " + std::to_string(s) +
                     ": a request changes while it waits";
        waiting[s] = r;
        if (!waits && valid)
            accept(s, r);
    }

    // The first SM tells of the texture unit.
    void accept(unsigned s, const mem_req &r)
    {
        mem_port_offer(way[s], cycle, &r);
        requested(s < NSM ? s : 0, r);
    }

    // TLB-6: an access that is not mapped stops one of the SMs in this cycle.
    void look_for_fault()
    {
        const tlb_fault *f = memory_fault(memory.get(), tpc);
        if (!f || port[memory_fault_sm(f)].faulted)
            return;
        unmapped(memory_fault_sm(f), memory_fault_code(f), f->addr);
    }

#undef F

    gt_gpu *g;
    RtlContext context;
protected:
    void place(unsigned s, RtlField f, uint32_t value)
    {
        set(m.place, rtl_element(rtl::sm_place::BITS, s, f), value);
    }
    V m;
    std::unique_ptr<struct memory, void (*)(struct memory *)> memory;
    uint32_t waiters = 0;               // ports, a bit each: a request was offered and not accepted in the cycle before
    mem_req waiting[NSM + 1];           //  this one
private:
    const unsigned tpc, tpcs;
    mem_port *way[NSM + 1];
    line_port *lines;
    uint64_t next_memory_step;          // cycle
    bool was_closed = false;
    unsigned char edge[CLOCKS] = {};
    RtlStall stall;
    std::unique_ptr<Trace> wave;
};

#endif
