// SPDX-License-Identifier: Apache-2.0
//
// What the units of a gpu_top look up and hand on in the present cycle (gpu_access.vlt, cmodel/gpu/look.h), with a name
// for each of its TPCs and partitions.
#ifndef GT200_RTL_LOOKS_HPP
#define GT200_RTL_LOOKS_HPP

#include "rtl_field.hpp"
#include "rtl_fields.hpp"
extern "C" {
#include "gpu/look.h"
#include "gpu/packet.h"
}

#define RTL_LOOK_MEM(m, name) m.rootp->gpu_top__DOT__u_mem__DOT__##name
#define RTL_LOOK_CENTRE(m, name) RTL_LOOK_MEM(m, u_centre__DOT__##name)
#define RTL_LOOK_TLB(m, t, i, name) \
    RTL_LOOK_MEM(m, g_tpc__BRA__##t##__KET____DOT__u_tpc__DOT__g_tlb__BRA__##i##__KET____DOT__u_tlb__DOT__##name)
#define RTL_LOOK_PART(m, p, name) RTL_LOOK_MEM(m, g_partition__BRA__##p##__KET____DOT__u_partition__DOT__##name)
#define RTL_LOOK_TEX(m, t, name) \
    m.rootp->gpu_top__DOT__g_tpc__BRA__##t##__KET____DOT__u_tpc__DOT__g_tex__DOT__u_tex__DOT__u_l1__DOT__##name

template <class V, unsigned TPCS, unsigned PARTITIONS> class RtlLooks {
    const V &m;
    gpu_looks &out;

    void add(gpu_place place, unsigned at, uint32_t a, uint32_t b = 0, uint32_t c = 0, uint32_t d = 0, uint32_t e = 0)
    {
        gpu_look_add(&out, place, at, a, b, c, d, e);
    }

#define RTL_LOOK_TEXTURE(t) \
    if (RTL_LOOK_TEX(m, t, pass)) \
        add(LOOK_TEX_L1, t, RTL_LOOK_TEX(m, t, hit), RTL_LOOK_TEX(m, t, way), RTL_LOOK_TEX(m, t, sector_q), \
            RTL_LOOK_TEX(m, t, next_q));

    // pass and ask are of a lookup, back of an answer of the MMU, whose bit 0 is whether there is a page.
#define RTL_LOOK_A_TLB(t, i) { \
        const bool pass = RTL_LOOK_TLB(m, t, i, pass), back = RTL_LOOK_TLB(m, t, i, back); \
        if (pass || back || RTL_LOOK_TLB(m, t, i, ask)) { \
            const uint32_t page = back ? RTL_LOOK_TLB(m, t, i, page) : 0; \
            const bool none = back && !(page & MMU_PAGE_VALID); \
            add(i ? LOOK_TLB_T : LOOK_TLB_G, t, \
                pass ? LOOK_TLB_PASS : none ? LOOK_TLB_FAULT : back ? LOOK_TLB_PUT : LOOK_TLB_ASK, \
                none ? 0 : RTL_LOOK_TLB(m, t, i, way), RTL_LOOK_TLB(m, t, i, addr), page); \
        } }

#define RTL_LOOK_PARTITION(p) { \
        if (RTL_LOOK_PART(m, p, go)) { \
            const bool tex = RTL_LOOK_PART(m, p, tex), hit = RTL_LOOK_PART(m, p, hit), \
                       joins = RTL_LOOK_PART(m, p, joins); \
            add(LOOK_PARTITION, p, !tex ? LOOK_PAST : hit ? LOOK_HIT : joins ? LOOK_JOINS : LOOK_MISS, \
                RTL_LOOK_PART(m, p, sector), RTL_LOOK_PART(m, p, place), \
                tex ? RTL_LOOK_PART(m, p, u_l2__DOT__way) : 0, \
                !tex || hit ? 0 : joins ? RTL_LOOK_PART(m, p, join_after) : RTL_LOOK_PART(m, p, miss_index)); \
        } \
        if (RTL_LOOK_PART(m, p, fill_valid)) \
            add(LOOK_FILL, p, RTL_LOOK_PART(m, p, fill_index)); }

    void mmu()
    {
        const bool found = RTL_LOOK_CENTRE(m, u_mmu__DOT__found), fill = RTL_LOOK_CENTRE(m, u_mmu__DOT__fill),
                   walk = RTL_LOOK_CENTRE(m, u_mmu__DOT__walk), none = RTL_LOOK_CENTRE(m, u_mmu__DOT__none);
        if (!(found || fill || walk || none))
            return;
        const uint32_t entry = RTL_LOOK_CENTRE(m, u_mmu__DOT__entry), at = RTL_LOOK_CENTRE(m, u_mmu__DOT__walk_at);
        const uint32_t known = entry << 12 | (entry >> 21 & 1 ? MMU_PAGE_BLOCK : 0) |
                               (entry >> 20 & 1 ? MMU_PAGE_BIG : 0) | MMU_PAGE_VALID;
        add(LOOK_MMU, 0, found ? LOOK_MMU_FOUND : walk ? LOOK_MMU_WALK : fill ? LOOK_MMU_FILL : LOOK_MMU_NONE,
            RTL_LOOK_CENTRE(m, u_mmu__DOT__tlb), RTL_LOOK_CENTRE(m, u_mmu__DOT__page),
            walk ? at << 3 & ~31u : none ? 0 : known);
    }

    void l3()
    {
        if (RTL_LOOK_CENTRE(m, u_l3__DOT__state_q) == 1)       // ST_LOOK
            add(LOOK_L3, 0, RTL_LOOK_CENTRE(m, u_l3__DOT__hit), RTL_LOOK_CENTRE(m, u_l3__DOT__way),
                RTL_LOOK_CENTRE(m, u_l3__DOT__addr_q) << 6, RTL_LOOK_CENTRE(m, u_l3__DOT__src_q),
                RTL_LOOK_CENTRE(m, u_l3__DOT__id_q));
    }

    // Packets that are taken at port i; of a request's data the bytes that mean something.
    template <class T> void request(gpu_place place, unsigned i, const T &all)
    {
        auto field = [&](RtlField f) { return get(all, rtl_element(rtl::gpu_req::BITS, i, f)); };
        const uint32_t kind = field(rtl::gpu_req::kind), mask = kind == MEM_STORE ? field(rtl::gpu_req::mask) : 0;
        gpu_look *k = gpu_look_add(&out, place, i, field(rtl::gpu_req::dst), field(rtl::gpu_req::src),
                                   kind & 1 ? 0 : field(rtl::gpu_req::id), kind, field(rtl::gpu_req::space));
        k->value[LOOK_REQ_MASK - 1] = field(rtl::gpu_req::addr);
        k->value[LOOK_REQ_MASK] = mask;
        const RtlField data = rtl_element(rtl::gpu_req::BITS, i, rtl::gpu_req::data);
        for (unsigned w = 0; w < 8; w++) {
            uint32_t bytes = kind & 2 && w < 4 ? ~0u : 0;      // an atomic's operands
            for (unsigned b = 0; b < 4; b++)
                bytes |= mask >> (4 * w + b) & 1 ? 0xffu << 8 * b : 0;
            k->value[LOOK_REQ_DATA + w] = bytes ? get_word(all, data, w) & bytes : 0;
        }
    }
    template <class T> void answer(gpu_place place, unsigned i, const T &all)
    {
        auto field = [&](RtlField f) { return get(all, rtl_element(rtl::gpu_rsp::BITS, i, f)); };
        gpu_look *k = gpu_look_add(&out, place, i, field(rtl::gpu_rsp::dst), field(rtl::gpu_rsp::src),
                                   field(rtl::gpu_rsp::id), 0, 0);
        const RtlField data = rtl_element(rtl::gpu_rsp::BITS, i, rtl::gpu_rsp::data);
        for (unsigned w = 0; w < 8; w++)
            k->value[LOOK_RSP_DATA + w] = get_word(all, data, w);
    }

    void packets()
    {
        for (unsigned i = 0; i < TPCS + 2; i++) {
            if (RTL_LOOK_CENTRE(m, ask_valid) & RTL_LOOK_CENTRE(m, ask_ready) & 1u << i)
                request(LOOK_REQ_IN, i, RTL_LOOK_CENTRE(m, ask));
            if (RTL_LOOK_CENTRE(m, told_valid) & RTL_LOOK_CENTRE(m, told_ready) & 1u << i)
                answer(LOOK_RSP_OUT, i, RTL_LOOK_CENTRE(m, told));
        }
        for (unsigned i = 0; i < PARTITIONS + 2; i++) {
            if (RTL_LOOK_CENTRE(m, s_req_valid) & RTL_LOOK_CENTRE(m, s_req_ready) & 1u << i)
                request(LOOK_REQ_OUT, i, RTL_LOOK_CENTRE(m, s_req));
            if (RTL_LOOK_CENTRE(m, s_rsp_valid) & RTL_LOOK_CENTRE(m, s_rsp_ready) & 1u << i)
                answer(LOOK_RSP_IN, i, RTL_LOOK_CENTRE(m, s_rsp));
        }
    }

public:
    RtlLooks(const V &model, gpu_looks &looks) : m(model), out(looks) {}

    void take()
    {
        static_assert(TPCS <= 2 && PARTITIONS <= 2, "names for two of each");
        out.n = 0;
        RTL_LOOK_TEXTURE(0)
        if constexpr (TPCS > 1)
            RTL_LOOK_TEXTURE(1)
        if (!m.rootp->gpu_top__DOT__step)
            return;
        RTL_LOOK_A_TLB(0, 0)
        RTL_LOOK_A_TLB(0, 1)
        RTL_LOOK_PARTITION(0)
        if constexpr (TPCS > 1) {
            RTL_LOOK_A_TLB(1, 0)
            RTL_LOOK_A_TLB(1, 1)
        }
        if constexpr (PARTITIONS > 1)
            RTL_LOOK_PARTITION(1)
        mmu();
        l3();
        packets();
    }
};

#undef RTL_LOOK_TEXTURE
#undef RTL_LOOK_A_TLB
#undef RTL_LOOK_PARTITION

#endif
