// SPDX-License-Identifier: Apache-2.0
//
// RtlEvents: what the SMs of a verilated machine report in a cycle (EVENT-1) as struct gt_event. Vectors of ports are
// those of tpc_top and gpu_top: a slice for each SM of the machine.
#ifndef GT200_RTL_EVENTS_HPP
#define GT200_RTL_EVENTS_HPP

#include <algorithm>

#include "rtl_fields.hpp"
#include "rtl_port.hpp"
extern "C" {
#include "port/memport.h"
}

class RtlEvents : public RtlMachine {
protected:
    // first: number of the machine's first SM in its chip.
    RtlEvents(unsigned sms, unsigned first, RtlPort *at = nullptr) : RtlMachine(sms, at), first_sm(first) {}

    // SM s: what its trace_t tr and its tr_data_t data say. inside(): its RtlState.
    template <class T, class D, class Inside>
    RTL_INLINE void sample_trace(unsigned s, const T &tr, const D &data, Inside inside)
    {
        port[s].nev = 0;
        if (const uint32_t head = happens(tr, rtl::trace::issue / rtl::tr_warp::head)) {
            gt_event &e = event(s, GT_EV_ISSUE, head);
            e.uop = e.part;
            e.part = 0;
            e.mask = get(tr, rtl::trace::issue / rtl::tr_warp::mask);
        }
        if (values)
            results(s, data, inside);
        control(s, tr, rtl::trace::control);
        control(s, tr, rtl::trace::bar);
    }

    // Its block taken or ended, its fault. blk, done, slot, fault, idle: the ports.
    template <class T, class B, class D, class L, class F, class I>
    RTL_INLINE void sample_blocks(unsigned s, const T &tr, const B &blk, const D &done, const L &slot, const F &fault,
                                  const I &idle)
    {
        RtlPort &p = port[s];
        const uint32_t accepted = happens(tr, rtl::trace::block);
        p.accepted = accepted != 0;
        if (accepted)
            event(s, GT_EV_BLOCK, accepted).addr = get(blk, rtl_element(rtl::block::BITS, s, {0, rtl::block::BITS}));
        p.ended = get(done, {s, 1});
        if (p.ended)
            event(s, GT_EV_BLOCK, get(slot, {3 * s, 3}), 0).n = 1;
        if (get(fault, rtl_element(rtl::fault::BITS, s, rtl::fault::valid)) && !p.faulted)
            stop(s, fault);
        p.idle = get(idle, {s, 1});
        quiet &= !p.nev && !p.faulted;      // a block taken or ended is an event
    }

    // A request of SM s that is accepted.
    void requested(unsigned s, const mem_req &r)
    {
        gt_event &e = event(s, GT_EV_MEMREQ, 0, 0);
        e.part = r.id | r.space << 6;
        e.addr = r.addr;
        e.n = r.kind | (r.kind & 2 ? uint32_t(r.mtype) << 4 | uint32_t(r.aop) << 8 : 0);
        e.mask = r.mask;
        std::copy(r.data, r.data + 8, e.data);
    }

    // SM s stops with a fault.
    void stopped(unsigned s, const gt_fault &f)
    {
        port[s].faulted = true;
        port[s].fault = f;
        gt_event &e = event(s, GT_EV_FAULT, f.warp, f.pc);
        e.n = f.code;
        e.addr = f.addr;
    }

    // TLB-6: an access of SM s, nobody knows which, to an address that is not mapped.
    void unmapped(unsigned s, uint32_t code, uint32_t addr)
    {
        gt_fault f{};
        f.code = code;
        f.addr = addr;
        port[s].unmapped = true;
        stopped(s, f);
        quiet = false;
    }

    // What is offered at port p of the vector.
    template <class T> static mem_req request(const T &reqs, unsigned p)
    {
        auto field = [&](RtlField f) { return rtl_element(rtl::mem_req::BITS, p, f); };
        mem_req r{};
        r.kind = get(reqs, field(rtl::mem_req::kind));
        r.id = get(reqs, field(rtl::mem_req::id));
        r.space = get(reqs, field(rtl::mem_req::space));
        r.aop = get(reqs, field(rtl::mem_req::aop));
        r.mtype = get(reqs, field(rtl::mem_req::mtype));
        r.addr = get(reqs, field(rtl::mem_req::addr));
        r.mask = get(reqs, field(rtl::mem_req::mask));
        for (unsigned i = 0; i < 8 && r.kind != MEM_LOAD; i++)
            r.data[i] = get_word(reqs, field(rtl::mem_req::data), i);
        return r;
    }

private:
    template <class T> RTL_INLINE void control(unsigned s, const T &tr, RtlField what)
    {
        if (const uint32_t head = happens(tr, what / rtl::tr_warp::head)) {
            gt_event &e = event(s, GT_EV_BRU, head);
            e.mask = get(tr, what / rtl::tr_warp::mask);
            e.n = get(tr, what / rtl::tr_warp::n);
        }
    }

    // Results and addresses: most events of most cycles.
    template <class T, class Inside> void results(unsigned s, const T &tr, Inside inside)
    {
        if (const uint32_t head = happens(tr, rtl::tr_data::sp / rtl::tr_quarter::head)) {
            gt_event &e = quarter(s, GT_EV_SPWB, head, tr, rtl::tr_data::sp);
            const RtlState st = inside();
            e.addr = st.sp_row | uint32_t(st.sp_reg) << 8 | uint32_t(st.sp_enables) << 16;
        }
        if (const uint32_t head = happens(tr, rtl::tr_data::ls / rtl::tr_half::head)) {
            gt_event &e = half(s, GT_EV_LSADDR, head, tr, rtl::tr_data::ls);
            for (unsigned i = 0; i < 16; i++)
                e.lane_addr[i] = get_word(tr, rtl::tr_data::ls / rtl::tr_half::data, i);
        }
        if (const uint32_t head = happens(tr, rtl::tr_data::lw / rtl::tr_half::head)) {
            gt_event &e = half(s, GT_EV_LDWB, head, tr, rtl::tr_data::lw);
            for (unsigned i = 0; i < 16; i++)
                e.data[i] = get_word(tr, rtl::tr_data::lw / rtl::tr_half::data, i);
        }
        if (const uint32_t head = happens(tr, rtl::tr_data::x / rtl::tr_quarter::head))
            quarter(s, GT_EV_XWB, head, tr, rtl::tr_data::x);
    }

    template <class T>
    RTL_INLINE gt_event &quarter(unsigned s, gt_event_type type, uint32_t head, const T &tr, RtlField what)
    {
        gt_event &e = event(s, type, head);
        const uint32_t cc = get(tr, what / rtl::tr_quarter::cc);
        e.mask = get(tr, what / rtl::tr_quarter::mask);
        e.n = get(tr, what / rtl::tr_quarter::n);
        for (unsigned i = 0; i < 8; i++) {
            e.data[i] = get_word(tr, what / rtl::tr_quarter::data, i);
            e.data[8 + i] = cc >> (4 * i) & 15;
        }
        return e;
    }

    template <class T>
    RTL_INLINE gt_event &half(unsigned s, gt_event_type type, uint32_t head, const T &tr, RtlField what)
    {
        gt_event &e = event(s, type, head);
        e.mask = get(tr, what / rtl::tr_half::mask);
        e.n = get(tr, what / rtl::tr_half::n);
        return e;
    }

    // The head (tr_head_t) of an event of the trace; 0: it does not happen in this cycle.
    template <class T> static RTL_INLINE uint32_t happens(const T &tr, RtlField head)
    {
        const uint32_t h = get(tr, head);
        return get(h, rtl::tr_head::valid) ? h : 0;
    }

    gt_event &event(unsigned s, gt_event_type type, uint32_t head)
    {
        gt_event &e = event(s, type, get(head, rtl::tr_head::warp), get(head, rtl::tr_head::pc));
        e.part = get(head, rtl::tr_head::part);
        return e;
    }

    gt_event &event(unsigned s, gt_event_type type, uint32_t warp, uint32_t pc)
    {
        gt_event &e = port[s].ev[port[s].nev++];
        e.cycle = cycle;
        e.type = type;
        e.uop = 0;
        e.warp = warp;
        e.sm = first_sm + s;
        e.part = 0;
        e.pc = pc;
        e.mask = 0;
        e.n = 0;
        e.addr = 0;
        return e;
    }

    template <class F> void stop(unsigned s, const F &fault)
    {
        auto field = [&](RtlField f) { return get(fault, rtl_element(rtl::fault::BITS, s, f)); };
        gt_fault f = port[s].fault;
        f.code = field(rtl::fault::code);
        f.decode_err = field(rtl::fault::derr);
        f.warp = field(rtl::fault::warp);
        f.pc = field(rtl::fault::pc);
        // only a memory access has a faulting lane
        f.lane = gt_fault_has_lane(f.code) ? field(rtl::fault::lane) : ~0u;
        f.addr = field(rtl::fault::addr);
        stopped(s, f);
    }

    const unsigned first_sm;
};

#endif
