// SPDX-License-Identifier: Apache-2.0
// L1 TLBs, MMU and L3, in Verilog and in the model, side by side: driven alike in each step, and compared at every port
// behind it.
#ifndef GPU_MMU_RIG_HPP
#define GPU_MMU_RIG_HPP

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>

#include "Vgpu_mmu_bench.h"
#include "verilated.h"
extern "C" {
#include "gpu/l3.h"
#include "gpu/mmu.h"
#include "gpu/page_table.h"
#include "gpu/tlb_l1.h"
}

using Rng = std::mt19937_64;

// What the others do in a step. A request that is offered and not taken is to be offered again.
struct TlbIn {
    bool offers, out_ready, answers;
    gpu_req req;
    uint32_t page;
};
struct UnitIn {         // of the MMU or the L3
    bool offers, rsp_ready, read_ready, comes;
    gpu_req req;
    gpu_rsp sector;
};
struct Inputs {
    TlbIn tlb[2];
    UnitIn mmu, l3;
    bool inv, l3_reset;
};

class Rig {
public:
    uint64_t steps = 0;
    tlb_l1 tlb[2];
    std::unique_ptr<mmu, void (*)(mmu *)> m;
    std::unique_ptr<l3> l{new l3};

    // gaps: in so many of 256 steps the clock goes on without one, and nothing may change
    Rig(uint32_t dir, uint32_t base, unsigned seed, unsigned gaps = 0)
        : m(mmu_new(dir), mmu_free), v(&context), rng(seed), gaps(gaps)
    {
        context.commandArgs(0, static_cast<const char **>(nullptr));
        tlb_l1_init(&tlb[0], false);
        tlb_l1_init(&tlb[1], true);
        l3_init(l.get(), base);
        v.dir_base = dir;
        v.l_base = base;
        v.rst = 1;
        drive({});
        tick();
        tick();
        v.rst = 0;
        v.step = 0;
        for (int i = 0; i < 16; i++)    // L3-6
            tick();
        v.step = 1;
        compare();
    }
    ~Rig()
    {
        Verilated::threadContextp(&context);    // that of another rig may be gone
        v.final();
    }

    // Ready in this step, whatever is offered.
    bool tlb_ready(unsigned i) const { return tlb_l1_ready(&tlb[i]); }
    const gpu_req *tlb_out(unsigned i) const { return tlb_l1_out(&tlb[i]); }

    void step(const Inputs &in)
    {
        while (gaps && rng() % 256 < gaps) {
            Inputs any{};
            for (TlbIn &t : any.tlb)
                t.offers = t.out_ready = t.answers = true;
            any.mmu.offers = any.mmu.rsp_ready = any.mmu.read_ready = any.mmu.comes = any.inv = true;
            any.l3.offers = any.l3.rsp_ready = any.l3.read_ready = any.l3.comes = true;
            v.step = 0;
            drive(any);
            tick();
            compare();
            v.step = 1;
        }
        drive(in);
        tick();
        if (in.l3_reset) {
            v.l_rst = 0;
            v.step = 0;
            for (int i = 0; i < 16; i++)
                tick();
            v.step = 1;
        }
        model(in);
        steps++;
        compare();
    }

private:
    VerilatedContext context;
    Vgpu_mmu_bench v;
    Rng rng;
    unsigned gaps;

    void tick()
    {
        v.clk = 1;
        v.eval();
        v.clk = 0;
        v.eval();
    }

    template <class W> static void put(W &w, const gpu_req &r)
    {
        for (int i = 0; i < 8; i++)
            w[i] = r.data[i];
        w[8] = r.mask;
        w[9] = r.addr;
        w[10] = head(r);
    }
    template <class W> static void put(W &w, const gpu_rsp &r)
    {
        for (int i = 0; i < 8; i++)
            w[i] = r.data[i];
        w[8] = head(r);
    }
    static uint32_t head(const gpu_req &r)
    {
        return (uint32_t)r.dst << 24 | (uint32_t)r.src << 20 | (uint32_t)r.id << 12 | (uint32_t)r.kind << 9 |
               (uint32_t)r.space << 7 | (uint32_t)r.aop << 3 | r.mtype;
    }
    static uint32_t head(const gpu_rsp &r)
    {
        return (uint32_t)r.dst << 12 | (uint32_t)r.src << 8 | r.id;
    }

    void drive(const Inputs &in)
    {
#define TLB(i, p) \
        v.p##_req_valid = in.tlb[i].offers; \
        v.p##_out_ready = in.tlb[i].out_ready; \
        v.p##_page_valid = in.tlb[i].answers; \
        v.p##_page = in.tlb[i].page; \
        put(v.p##_req, in.tlb[i].req);
#define UNIT(u, p) \
        v.p##_req_valid = in.u.offers; \
        v.p##_rsp_ready = in.u.rsp_ready; \
        v.p##_mem_req_ready = in.u.read_ready; \
        v.p##_mem_rsp_valid = in.u.comes; \
        put(v.p##_req, in.u.req); \
        put(v.p##_mem_rsp, in.u.sector);
        TLB(0, g)
        TLB(1, t)
        UNIT(mmu, m)
        UNIT(l3, l)
        v.inv = in.inv;
        v.l_rst = in.l3_reset;
    }

    void model(const Inputs &in)
    {
        for (int i = 0; i < 2; i++) {
            const TlbIn &t = in.tlb[i];
            tlb_l1_step(&tlb[i], t.offers && tlb_l1_ready(&tlb[i]) ? &t.req : nullptr,
                        t.out_ready && tlb_l1_out(&tlb[i]), t.answers ? &t.page : nullptr);
            if (in.inv)
                tlb_l1_invalidate(&tlb[i]);
        }
        const UnitIn &u = in.mmu;
        mmu_step(m.get(), u.offers && mmu_ready(m.get()) ? &u.req : nullptr, u.rsp_ready && mmu_answer(m.get()),
                 u.read_ready && mmu_read(m.get()), u.comes ? &u.sector : nullptr);
        if (in.inv)
            mmu_invalidate(m.get());
        const UnitIn &c = in.l3;
        l3_step(l.get(), c.offers && l3_ready(l.get()) ? &c.req : nullptr, c.rsp_ready && l3_answer(l.get()),
                c.read_ready && l3_read(l.get()), c.comes ? &c.sector : nullptr);
        if (in.l3_reset)
            l3_init(l.get(), l->base);
    }

    [[noreturn]] void differ(const char *what, uint64_t rtl, uint64_t model) const
    {
        printf("step %" PRIu64 ": %s: RTL %" PRIx64 ", model %" PRIx64 "\n", steps, what, rtl, model);
        exit(1);
    }
    void same(const char *what, uint64_t rtl, uint64_t model) const
    {
        if (rtl != model)
            differ(what, rtl, model);
    }
    template <class W> void packet(const char *what, bool valid, const W &w, const gpu_req *r) const
    {
        same(what, valid, r != nullptr);
        if (!r)
            return;
        same(what, w[10], head(*r));
        same(what, w[9], r->addr);
        same(what, w[8], r->mask);
        for (int i = 0; i < 8; i++)
            same(what, w[i], r->data[i]);
    }
    template <class W> void packet(const char *what, bool valid, const W &w, const gpu_rsp *r) const
    {
        same(what, valid, r != nullptr);
        if (!r)
            return;
        same(what, w[8], head(*r));
        for (int i = 0; i < 8; i++)
            same(what, w[i], r->data[i]);
    }
    void fault(const char *what, uint64_t f, const tlb_fault *t) const
    {
        same(what, f >> 39 & 1, t != nullptr);
        if (t)
            same(what, f & ((UINT64_C(1) << 39) - 1),
                 (uint64_t)t->port << 37 | (uint64_t)t->kind << 34 | (uint64_t)t->space << 32 | t->addr);
    }

    void compare() const
    {
        same("ready of the TLB of g[]", v.g_req_ready, tlb_l1_ready(&tlb[0]));
        packet("TLB of g[]", v.g_out_valid, v.g_out, tlb_l1_out(&tlb[0]));
        fault("fault of g[]", v.g_fault, tlb_l1_fault(&tlb[0]));
        same("ready of the TLB of textures", v.t_req_ready, tlb_l1_ready(&tlb[1]));
        packet("TLB of textures", v.t_out_valid, v.t_out, tlb_l1_out(&tlb[1]));
        fault("fault of textures", v.t_fault, tlb_l1_fault(&tlb[1]));
        same("ready of the MMU", v.m_req_ready, mmu_ready(m.get()));
        packet("answer of the MMU", v.m_rsp_valid, v.m_rsp, mmu_answer(m.get()));
        packet("read of the MMU", v.m_mem_req_valid, v.m_mem_req, mmu_read(m.get()));
        same("ready of the L3", v.l_req_ready, l3_ready(l.get()));
        packet("answer of the L3", v.l_rsp_valid, v.l_rsp, l3_answer(l.get()));
        packet("read of the L3", v.l_mem_req_valid, v.l_mem_req, l3_read(l.get()));
    }
};

// Device memory with the page table in it.
struct Tables {
    static constexpr uint32_t BYTES = 16u << 20, DIR = 0x1c0;
    std::unique_ptr<uint32_t[]> word{new uint32_t[BYTES / 4]()};
    page_table table;
    bool name_first = false;    // all entries of a block name its first page

    Tables() { begin(); }
    void begin() { page_table_begin(&table, DIR, 0x1000, BYTES, write, this); }
    void map(uint32_t virt, uint32_t phys, uint64_t bytes, bool big)
    {
        mapping_big = big;
        if (!page_table_map(&table, virt, phys, bytes, big)) {
            printf("%s\n", table.error);
            exit(2);
        }
    }
    bool find(uint32_t addr, uint32_t *physical) const
    {
        return page_table_find(DIR, addr, read, const_cast<Tables *>(this), physical);
    }
    // What the answer for an address that is mapped says beside its page (MMU-4).
    uint32_t tells(uint32_t addr) const
    {
        uint32_t dir = word[pt_dir_at(DIR, pt_region(addr)) / 4];
        unsigned bits = (pt_big(dir) ? 16 : 12) + (word[pt_entry_at(dir, addr) / 4] >> 7 & 7);
        return MMU_PAGE_VALID | (bits >= 16 ? MMU_PAGE_BIG : 0) | (bits >= 18 ? MMU_PAGE_BLOCK : 0);
    }
    gpu_rsp sector(const gpu_req &r) const
    {
        gpu_rsp s{};
        s.dst = r.src;
        s.src = r.dst;
        s.id = r.id;
        memcpy(s.data, &word[r.addr / 4], 32);
        return s;
    }

private:
    bool mapping_big = false;

    static void write(void *ctx, uint32_t addr, uint32_t w)
    {
        Tables *t = static_cast<Tables *>(ctx);
        uint32_t within = (1u << ((t->mapping_big ? 16 : 12) + (w >> 7 & 7))) - 1;
        t->word[addr / 4] = t->name_first && addr >= 0x1000 ? w & ~(within & ~0xfffu) : w;
    }
    static uint32_t read(void *ctx, uint32_t addr) { return static_cast<Tables *>(ctx)->word[addr / 4]; }
};

#endif
