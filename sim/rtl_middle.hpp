// SPDX-License-Identifier: Apache-2.0
//
// RtlMiddle<C, P>: what the TPCs of a chip share of the memory system, in Verilog (cmodel/gpu/mem_middle.h): a
// verilated mem_centre C without the links of the TPCs, PARTITIONS verilated partitions P, and the C model's memory
// chips. Each partition is a model of its own, so one is compiled for all.
//
// What a centre and a partition offer each other follows from the clock edge before; whether it is taken, from that as
// well. So in a step each is shown what is offered and settles; then it is told what was taken, and the clock comes.
#ifndef GT200_RTL_MIDDLE_HPP
#define GT200_RTL_MIDDLE_HPP

#include <memory>
#include <string>

#include "gt_chip.h"
#include "rtl_context.hpp"
#include "rtl_dram.hpp"
extern "C" {
#include "gpu/mem_system.h"
#include "gpu/physical.h"
}

template <class C, class P, unsigned TPCS, unsigned PARTITIONS> class RtlMiddle : public mem_middle {
public:
    explicit RtlMiddle(struct physical *physical)
        : mem_middle(functions()), centre(&context), values(physical->gpu->chip->values)
    {
        Verilated::threadContextp(&context);
        for (unsigned p = 0; p < PARTITIONS; p++) {
            part[p] = std::make_unique<P>(&context);
            part[p]->number = p;
            dram_chip_reset(&chip[p], physical_sector, &physical->chips[p]);
        }
        centre.dir_base = GT_GPU_DIR_BASE >> 6;
        centre.l3_base = GT_GPU_L3_BASE >> 8;
        centre.host_req_valid = 0;
        reset(1);
        for (unsigned i = 0; i < 4; i++)
            clock(i == 0);
        context.failed.clear();         // of registers that hold anything until the reset has come
        reset(0);
    }
    ~RtlMiddle() { Verilated::threadContextp(&context); }

private:
    static mem_middle functions()
    {
        mem_middle f{};
        f.cycle = [](mem_middle *m, uint64_t now, mem_middle_step *s) { of(m)->one_cycle(now, s); };
        f.idle = [](const mem_middle *m) { return of(m)->at_rest(); };
        f.invalidate = [](mem_middle *m, unsigned what) {
            of(m)->invalid = what;
            of(m)->invalid_cycles = 2;
        };
        f.behind = [](mem_middle *m, struct physical *physical) {
            for (unsigned p = 0; p < PARTITIONS; p++)
                of(m)->chip[p].arg = &physical->chips[p];
        };
        f.pins = [](const mem_middle *m, unsigned p) {
            return of(m)->sampled ? &of(m)->pin[p] : static_cast<const dram_pins *>(nullptr);
        };
        f.count = [](mem_middle *m, mem_count *count) { of(m)->count = count; };
        f.failed = [](const mem_middle *m) {
            return of(m)->why.empty() ? nullptr : of(m)->why.c_str();
        };
        f.free = [](mem_middle *m) { delete of(m); };
        return f;
    }
    static RtlMiddle *of(mem_middle *m) { return static_cast<RtlMiddle *>(m); }
    static const RtlMiddle *of(const mem_middle *m) { return static_cast<const RtlMiddle *>(m); }

    bool at_rest() const
    {
        bool rests = centre.idle;
        for (auto &p : part)
            rests = rests && p->idle;
        return rests;
    }

    void one_cycle(uint64_t now, mem_middle_step *s)
    {
        Verilated::threadContextp(&context);
        centre.step = s != nullptr;
        centre.inv = invalid & (GT_INV_PAGES | GT_INV_CODE);
        sampled = gpu_mstep_of(now, values->clock_khz, values->mem_clock_khz);
        for (unsigned p = 0; p < PARTITIONS; p++) {
            P &m = *part[p];
            m.step = s != nullptr;
            m.mstep = sampled;
            m.inv = (invalid & GT_INV_TEXTURES) != 0;
            for (unsigned i = 0; i < 4; i++)
                set_word(m.dq_in, {0, 128}, i, chip[p].out[i]);
            if (sampled)
                clock_chips(now, p);
        }
        if (invalid_cycles && !--invalid_cycles)
            invalid = 0;
        if (s)
            meet(*s);
        for (unsigned p = 0; count && sampled && p < PARTITIONS; p++)
            if (pin[p].op != DRAM_OP_NOP)
                mem_count_pins(count, p, now, &pin[p]);
        clock(false);
        if (!context.failed.empty() && why.empty())
            why = "cycle " + std::to_string(now) + ", " + context.failed;
    }

    void clock_chips(uint64_t now, unsigned p)
    {
        const P &m = *part[p];
        rtl_dram_pins(pin[p], 0, m.cmd, m.dq_drive, m.dq_mask, m.dq_out);
        dram_chip_clock(&chip[p], &pin[p]);
        if (chip[p].broken && why.empty())
            why = "cycle " + std::to_string(now) + ", partition " + std::to_string(p) + ": " + chip[p].why;
    }

    // What is offered, and what of it is taken in this step.
    void meet(mem_middle_step &s)
    {
        bool asked = false, answers = false;
        for (unsigned t = 0; t < TPCS; t++) {
            set(centre.c_req_valid, {t, 1}, s.req[t] != nullptr);
            if (s.req[t])
                put(t, *s.req[t]);
            asked |= s.req[t] != nullptr;
        }
        centre.c_rsp_ready = s.rsp_ready;
        for (unsigned p = 0; p < PARTITIONS; p++) {
            P &m = *part[p];
            m.req_valid = get(centre.p_req_valid, {p, 1});
            if (m.req_valid)
                for (unsigned i = 0; i < (rtl::gpu_req::BITS + 31) / 32; i++)
                    copy(m.req, 0, centre.p_req, rtl::gpu_req::BITS * p, i, rtl::gpu_req::BITS);
            set(centre.p_rsp_valid, {p, 1}, m.rsp_valid);
            if (m.rsp_valid)
                for (unsigned i = 0; i < (rtl::gpu_rsp::BITS + 31) / 32; i++)
                    copy(centre.p_rsp, rtl::gpu_rsp::BITS * p, m.rsp, 0, i, rtl::gpu_rsp::BITS);
            answers |= m.rsp_valid;
        }
        if (asked || answers)
            centre.eval();
        for (unsigned p = 0; p < PARTITIONS; p++) {
            P &m = *part[p];
            if (m.req_valid)
                m.eval();
            set(centre.p_req_ready, {p, 1}, m.req_valid && m.req_ready);
            m.rsp_ready = m.rsp_valid && get(centre.p_rsp_ready, {p, 1});
            if (count)
                mem_count_partition(count, p, m.req_valid ? int(get(m.req, rtl::gpu_req::kind)) : -1, m.req_ready,
                                    m.rsp_valid, m.rsp_ready);
        }
        s.taken = asked ? unsigned(centre.c_req_valid & centre.c_req_ready) : 0;
        s.answered = centre.c_rsp_valid & s.rsp_ready;
        for (unsigned t = 0; t < TPCS; t++)
            if (s.answered >> t & 1)
                take(t, s.rsp[t]);
    }

    // Word i of a packet of so many bits.
    template <class T, class F>
    static void copy(T &to, unsigned at, const F &from, unsigned from_at, unsigned i, unsigned bits)
    {
        const unsigned n = bits - 32 * i < 32 ? bits - 32 * i : 32;
        set(to, {at + 32 * i, n}, get(from, {from_at + 32 * i, n}));
    }

    void put(unsigned t, const gpu_req &r)
    {
        auto field = [&](RtlField f, uint32_t x) { set(centre.c_req, rtl_element(rtl::gpu_req::BITS, t, f), x); };
        field(rtl::gpu_req::dst, r.dst);
        field(rtl::gpu_req::src, r.src);
        field(rtl::gpu_req::id, r.id);
        field(rtl::gpu_req::kind, r.kind);
        field(rtl::gpu_req::space, r.space);
        field(rtl::gpu_req::aop, r.aop);
        field(rtl::gpu_req::mtype, r.mtype);
        field(rtl::gpu_req::addr, r.addr);
        field(rtl::gpu_req::mask, r.mask);
        for (unsigned i = 0; i < 8; i++)
            set_word(centre.c_req, rtl_element(rtl::gpu_req::BITS, t, rtl::gpu_req::data), i, r.data[i]);
    }

    void take(unsigned t, gpu_rsp &r) const
    {
        auto field = [&](RtlField f) { return get(centre.c_rsp, rtl_element(rtl::gpu_rsp::BITS, t, f)); };
        r.dst = field(rtl::gpu_rsp::dst);
        r.src = field(rtl::gpu_rsp::src);
        r.id = field(rtl::gpu_rsp::id);
        for (unsigned i = 0; i < 8; i++)
            r.data[i] = get_word(centre.c_rsp, rtl_element(rtl::gpu_rsp::BITS, t, rtl::gpu_rsp::data), i);
    }

    void reset(bool rst)
    {
        centre.rst = rst;
        for (auto &p : part)
            p->rst = rst;
    }

    // Its edge. Between edges the clock stays high: what Verilator holds of it is set back, which saves an evaluation
    // (as in RtlModel).
    void clock(bool first)
    {
        edge(centre, first);
        for (auto &p : part)
            edge(*p, first);
    }
    template <class M> static void edge(M &m, bool first)
    {
        if (first) {
            m.clk = 0;
            m.eval();
        }
        m.clk = 1;
        m.rootp->__Vtrigrprev__TOP__clk = 0;
        m.eval();
    }

    RtlContext context;
    C centre;
    const gt_values *values;            // of the chip: its clocks
    std::unique_ptr<P> part[PARTITIONS];
    dram_chip chip[PARTITIONS];
    dram_pins pin[PARTITIONS] = {};     // when they were sampled last,
    bool sampled = false;               //  in the cycle last made
    mem_count *count = nullptr;
    unsigned invalid = 0, invalid_cycles = 0;
    std::string why;                    // the first thing that went wrong
};

#endif
