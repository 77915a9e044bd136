// SPDX-License-Identifier: Apache-2.0
//
// RtlGpu<V>: drives a verilated gpu_top, a whole chip with its own distributor and memory system: the host at its
// ports, and the memory chips behind its pins, which are the C model's (cmodel/gpu/dram_chip.c) and hold what the
// launch has in memory (cmodel/gpu/physical.c). TPCS, NSM, PARTITIONS are gpu_top's.
//
// A cycle: clk = 1 ends the one before with what stands at the inputs, and settles the new one, which is looked at;
// then the chips give the inputs that its end takes. Cycle 0 of a launch is GPU_RESET_CYCLES behind the reset or the
// fence of the launch before (GPU-4).
#ifndef GT200_RTL_GPU_HPP
#define GT200_RTL_GPU_HPP

#include <new>

#include "gt_chip.h"
#include "ports.h"
#include "rtl_context.hpp"
#include "rtl_dram.hpp"
#include "rtl_events.hpp"
#include "rtl_looks.hpp"
#include "verilated.h"
extern "C" {
#include "gpu/mem_count.h"
#include "gpu/physical.h"
}

// The SM with the number S, "TPC_SM" (0_2), of a gpu_top, for rtl_inside.hpp.
#define RTL_AT(m, S, name) m.rootp->RTL_GPU_NAME(RTL_GPU_SM_##S, __DOT__##name)
#define RTL_GPU_NAME(a, b) RTL_GPU_NAME_(a, b)
#define RTL_GPU_NAME_(a, b) gpu_top__DOT__g_tpc__BRA__##a##b
#define RTL_GPU_SM_0_0 0__KET____DOT__u_tpc__DOT__g_sm__BRA__0__KET____DOT__u_sm
#define RTL_GPU_SM_0_1 0__KET____DOT__u_tpc__DOT__g_sm__BRA__1__KET____DOT__u_sm
#define RTL_GPU_SM_0_2 0__KET____DOT__u_tpc__DOT__g_sm__BRA__2__KET____DOT__u_sm
#define RTL_GPU_SM_1_0 1__KET____DOT__u_tpc__DOT__g_sm__BRA__0__KET____DOT__u_sm
#define RTL_GPU_SM_1_1 1__KET____DOT__u_tpc__DOT__g_sm__BRA__1__KET____DOT__u_sm
#define RTL_GPU_SM_1_2 1__KET____DOT__u_tpc__DOT__g_sm__BRA__2__KET____DOT__u_sm
#include "rtl_inside.hpp"

// Bodies of rtl_inside, rtl_events, rtl_values for a chip of RTL_TPCS TPCs.
#define RTL_EVENTS(m, S) RTL_AT(m, S, events)
#define RTL_VALUES(m, S) RTL_AT(m, S, values)
#if RTL_TPCS == 1
#define RTL_GPU_SM(what, m, s) \
    switch (s) { case 0: return what(m, 0_0); case 1: return what(m, 0_1); default: return what(m, 0_2); }
#else
#define RTL_GPU_SM(what, m, s) \
    switch (s) { case 0: return what(m, 0_0); case 1: return what(m, 0_1); case 2: return what(m, 0_2); \
                 case 3: return what(m, 1_0); case 4: return what(m, 1_1); default: return what(m, 1_2); }
#endif

template <class V, unsigned TPCS, unsigned NSM, unsigned PARTITIONS> class RtlGpu : public RtlEvents {
public:
    RtlGpu(gt_gpu *gpu, const gt_launch *l, const gt_config *c, uint32_t)
        : RtlEvents(TPCS * NSM, 0), g(gpu), memory(physical_new(gpu, l), physical_free), m(&context)
    {
        if (!memory)
            throw std::bad_alloc();
        for (unsigned p = 0; p < PARTITIONS; p++)
            dram_chip_reset(&chip[p], physical_sector, &memory->chips[p]);
        distributes = true;
        gpu->new_pages = false;
        configure(l, c);
        reset();
        prepare(0);
        begin_counts();
    }
    ~RtlGpu() override { Verilated::threadContextp(&context); }     // as that of RtlModel

    // Behind the fence of a launch that ended well (GPU-4, GPU-9).
    bool again(gt_gpu *gpu, const gt_launch *l, const gt_config *c) override
    {
        g = gpu;
        memory.reset(physical_new(gpu, l));
        if (!memory)
            throw std::bad_alloc();
        for (unsigned p = 0; p < PARTITIONS; p++)
            chip[p].arg = &memory->chips[p];
        const unsigned what = gpu->inv | (gpu->new_pages ? GT_INV_PAGES : 0);
        gpu->new_pages = false;
        for (RtlPort &p : port)
            p = RtlPort{};
        cycle = fence = 0;
        m.stop = 0;
        configure(l, c);
        prepare(what);
        begin_counts();
        return true;
    }

    void step() override
    {
        Verilated::threadContextp(&context);
        m.launch_valid = cycle < 2;         // taken in cycle 0
        if (closed)
            m.stop = 1;
        clock();
        if (cycle == 0 && !m.launch_ready && failed.empty())
            failed = "cycle 0: the chip is not ready for a launch";
        quiet = true;
        sample();
        cycle++;
    }

    bool wave_open(const char *) override { return false; }
    int wave_close() override { return 0; }
    RtlState state(unsigned s) const override { return rtl_inside(m, s); }
    bool moving() const override { return m.moving; }
    unsigned next_tpc() const override { return m.next_tpc; }
    const struct dram_pins *pins(unsigned partition) const override
    {
        return partition < PARTITIONS && sampled ? &pin[partition] : nullptr;
    }

    bool looks(gpu_looks *out) const override
    {
        RtlLooks<V, TPCS, PARTITIONS>(m, *out).take();
        return true;
    }

    // The fence: of a launch that has not ended nothing more is accepted. Then up to where the next one is prepared.
    void settle_memory() override
    {
        Verilated::threadContextp(&context);
        m.stop = 1;
        if (fence)
            return;
        for (unsigned n = 0; n == 0 || m.moving || cycles < ended + GT_GPU_FENCE_CYCLES; n++) {
            if (n == FENCE_CYCLES && failed.empty()) {
                failed = "cycle " + std::to_string(cycle) + ": the memory system does not come to rest";
                return;
            }
            clock();
        }
        fence = cycles - begins;
        if (counted)
            mem_count_end(&counts, cycles);
        counted = false;
        while (cycles < gpu_fence_end(begins + fence))
            clock();
    }
    uint64_t fenced() const override { return fence; }
    uint64_t took(uint64_t) const override { return cycles + GT_GPU_RESET_CYCLES - begins; }
    bool late_fault(gt_fault *f) const override
    {
        auto field = [&](RtlField at) { return get(m.fault, rtl_element(rtl::fault::BITS, 0, at)); };
        *f = gt_fault{};
        f->code = field(rtl::fault::code);
        f->addr = field(rtl::fault::addr);
        return field(rtl::fault::valid);
    }

private:
    static constexpr unsigned P = NSM + 1, FENCE_CYCLES = 1000000;

    // A clock; what the chips do in the new cycle.
    void clock()
    {
        m.clk = 1;
        m.eval();
        cycles++;
        if (m.running)
            ended = cycles + 1;
        sampled = m.mstep;
        for (unsigned p = 0; p < PARTITIONS; p++) {
            for (unsigned i = 0; i < 4; i++)
                set_word(m.dram_in, {128 * p, 128}, i, chip[p].out[i]);
            if (sampled)
                chips(p);
        }
        if (counted)
            count();
        if constexpr (requires { m.rootp->__Vtrigrprev__TOP__clk; }) {
            m.rootp->__Vtrigrprev__TOP__clk = 0;        // as in RtlModel
        } else {
            m.clk = 0;
            m.eval();
        }
        if (!context.failed.empty() && failed.empty())
            failed = "cycle " + std::to_string(int64_t(cycle) - 1) + ", " + context.failed;
    }

    void chips(unsigned p)
    {
        rtl_dram_pins(pin[p], p, m.dram_cmd, m.dram_drive, m.dram_mask, m.dram_out);
        dram_chip_clock(&chip[p], &pin[p]);
        if (chip[p].broken && failed.empty())
            failed = "cycle " + std::to_string(cycle) + ", partition " + std::to_string(p) + ": " + chip[p].why;
    }

    void begin_counts()
    {
        counted = g->memory_counts != nullptr;
        if (counted)
            mem_count_begin(&counts, g->memory_counts, TPCS, PARTITIONS, begins);
    }

    // What the memory system does in the present cycle.
    void count()
    {
        if (m.rootp->gpu_top__DOT__step)
            count_step();
        for (unsigned p = 0; sampled && p < PARTITIONS; p++)
            if (pin[p].op != DRAM_OP_NOP)
                mem_count_pins(&counts, p, cycles, &pin[p]);
        for (unsigned p = 0; p < TPCS * P; p++)
            if (get(m.rootp->gpu_top__DOT__req_valid, {p, 1}) & get(m.rootp->gpu_top__DOT__req_ready, {p, 1}))
                mem_count_accept(&counts, p / P, cycles, p % P == NSM ? unsigned(TPC_PORT_TEX) : p % P,
                                 request(m.rootp->gpu_top__DOT__req, p).kind);
    }

    void count_step()
    {
        gpu_looks all;
        look_tlb what[TPCS][2] = {};
        int kind[PARTITIONS];
        const unsigned asks = RTL_LOOK_CENTRE(m, s_req_valid), answers = RTL_LOOK_CENTRE(m, s_rsp_valid);
        std::fill(kind, kind + PARTITIONS, int(MEM_LOAD));
        RtlLooks<V, TPCS, PARTITIONS>(m, all).take();
        for (unsigned i = 0; i < all.n; i++) {
            const gpu_look &k = all.look[i];
            if (k.place == LOOK_TLB_G || k.place == LOOK_TLB_T)
                what[k.at][k.place == LOOK_TLB_T] = look_tlb(k.value[0]);
            else if (k.place == LOOK_REQ_OUT && k.at < PARTITIONS)
                kind[k.at] = int(k.value[3]);
            else if (k.place == LOOK_RSP_OUT && k.at < TPCS) {
                const gpu_rsp r{uint8_t(k.value[0]), uint8_t(k.value[1]), uint8_t(k.value[2]), {}};
                mem_count_answer(&counts, k.at, cycles, &r);
            }
        }
        for (unsigned t = 0; t < TPCS; t++)
            mem_count_tpc(&counts, t, what[t],
                          RTL_LOOK_CENTRE(m, ask_valid) & ~RTL_LOOK_CENTRE(m, ask_ready) & 1u << t);
        for (unsigned p = 0; p < PARTITIONS; p++)
            mem_count_partition(&counts, p, asks >> p & 1 ? kind[p] : -1, RTL_LOOK_CENTRE(m, s_req_ready) >> p & 1,
                                answers >> p & 1, answers & RTL_LOOK_CENTRE(m, s_rsp_ready) & 1u << p);
    }

    void configure(const gt_launch *l, const gt_config *c)
    {
        uint32_t w[PORTS_CFG_WORDS];
        ports_cfg(w, l, c);
        std::copy(w, w + PORTS_CFG_WORDS, m.cfg.data());
        for (unsigned i = 0; i < 64; i++)
            m.cfg_params[i] = i < l->param_words ? l->params[i] : 0;
        m.local_base = c->local_base;
        m.dir_base = GT_GPU_DIR_BASE >> 6;
        m.l3_base = GT_GPU_L3_BASE >> 8;
        m.cyc_start = uint32_t(g->clock - GT_GPU_RESET_CYCLES);
        m.first_tpc = g->next_tpc;
    }

    void reset()
    {
        Verilated::threadContextp(&context);
        m.clk_en = 1;
        m.inv = m.stop = m.cfg_tex_we = m.host_req_valid = 0;
        m.launch_valid = 0;
        m.clk = 0;
        m.eval();
        m.rst = 1;
        for (unsigned i = 0; i < 4; i++)
            clock();
        context.failed.clear();     // of registers that hold anything until the reset has come
        failed.clear();
        for (unsigned p = 0; p < PARTITIONS; p++)
            dram_chip_reset(&chip[p], physical_sector, &memory->chips[p]);
        m.rst = 0;
        cycles = 0;
    }

    // Up to the last cycle before the launch's; what: GT_INV_*.
    void prepare(unsigned what)
    {
        Verilated::threadContextp(&context);
        begins = cycles + GT_GPU_RESET_CYCLES;
        for (unsigned i = 0; cycles + 1 != begins; i++) {
            m.inv = i < 2 ? what : 0;
            m.cfg_tex_we = i < GT_TEXTURES;
            if (m.cfg_tex_we)
                texture(i);
            clock();
        }
    }

    void texture(unsigned i)
    {
        uint32_t w[PORTS_TEXTURE_WORDS];
        ports_texture(w, &g->tex[i]);
        m.cfg_tex_idx = i;
        std::copy(w, w + PORTS_TEXTURE_WORDS, m.cfg_tex_data.data());
    }

    void sample()
    {
        const auto &top = *m.rootp;
        for (unsigned s = 0; s < TPCS * NSM; s++) {
            const auto &tr = rtl_events(m, s);
            sample_trace(s, tr, rtl_values(m, s), [&] { return rtl_inside(m, s); });
            ask(s, s / NSM * P + s % NSM);
            port[s].unmapped = get(top.gpu_top__DOT__of_page, {s, 1});
            sample_blocks(s, tr, top.gpu_top__DOT__blk, top.gpu_top__DOT__blk_done, top.gpu_top__DOT__done_slot,
                          top.gpu_top__DOT__faults, top.gpu_top__DOT__idle);
            if (g->waits && waits_due(s, tr))
                sample_waits(s, rtl_heads(m, s));
        }
        for (unsigned t = 0; t < TPCS; t++) {
            ask(t * NSM, t * P + NSM);          // the first SM tells of the texture unit
            quiet &= !port[t * NSM].nev;
        }
    }

    // Memory port p, of SM s.
    void ask(unsigned s, unsigned p)
    {
        if (get(m.rootp->gpu_top__DOT__req_valid, {p, 1}) & get(m.rootp->gpu_top__DOT__req_ready, {p, 1}))
            requested(s, request(m.rootp->gpu_top__DOT__req, p));
    }

    gt_gpu *g;
    RtlContext context;
    std::unique_ptr<struct physical, void (*)(struct physical *)> memory;
    dram_chip chip[PARTITIONS];
    dram_pins pin[PARTITIONS] = {};         // when they were sampled last
    bool sampled = false;                   //  in this cycle
    uint64_t cycles = 0;                    // of the chip since its reset: the present one
    uint64_t begins = 0, ended = 0;         // of the launch: its cycle 0; that behind its last one
    mem_count counts;
    bool counted = false;
    uint64_t fence = 0;                     // cycle of the launch in which the fence has ended; 0: not yet
protected:
    V m;
};

#endif
