// SPDX-License-Identifier: Apache-2.0
//
// RtlEvents: what the SMs of a verilated machine report in a cycle (EVENT-1) as struct gt_event. Vectors of ports are
// those of tpc_top and gpu_top: a slice for each SM of the machine.
#ifndef GT200_RTL_EVENTS_HPP
#define GT200_RTL_EVENTS_HPP

#include <algorithm>

#include "rtl_events_take.hpp"
#include "rtl_port.hpp"
#include "rtl_waits.hpp"
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
        if (happens(tr, rtl::trace::issue / rtl::tr_issue::valid))
            tr_issue_take(event(s), tr, rtl::trace::issue);
        if (values)
            results(s, data, inside);
        if (happens(tr, rtl::trace::control / rtl::tr_bru::valid))
            tr_bru_take(event(s), tr, rtl::trace::control);
        if (happens(tr, rtl::trace::bar / rtl::tr_bru::valid))
            tr_bru_take(event(s), tr, rtl::trace::bar);
    }

    // Its block taken or ended, its fault. blk, done, slot, fault, idle: the ports.
    template <class T, class B, class D, class L, class F, class I>
    RTL_INLINE void sample_blocks(unsigned s, const T &tr, const B &blk, const D &done, const L &slot, const F &fault,
                                  const I &idle)
    {
        RtlPort &p = port[s];
        p.accepted = happens(tr, rtl::trace::block / rtl::tr_block::valid);
        if (p.accepted) {
            gt_event &e = event(s);
            tr_block_take(e, tr, rtl::trace::block);
            e.done = 0;
            e.ctaid = get(blk, rtl_element(rtl::block::BITS, s, {0, rtl::block::BITS}));
        }
        p.ended = get(done, {s, 1});
        if (p.ended) {
            gt_event &e = event(s);
            e.type = GT_EV_BLOCK;
            e.done = 1;
            e.slot = get(slot, {3 * s, 3});
        }
        if (get(fault, rtl_element(rtl::fault::BITS, s, rtl::fault::valid)) && !p.faulted)
            stop(s, fault);
        p.idle = get(idle, {s, 1});
        quiet &= !p.nev && !p.faulted;      // a block taken or ended is an event
    }

    // PROF-1; behind all else of the cycle. heads: the SM's RtlHeads.
    void sample_waits(unsigned s, const RtlHeads &heads)
    {
        RtlPort &p = port[s];
        uint32_t now[GT_WAITS];
        const waits_seen seen = heads.seen();
        waits_of(&seen, now);
        if (std::equal(now, now + GT_WAITS, p.waits))
            return;
        std::copy(now, now + GT_WAITS, p.waits);
        gt_event &e = event(s);
        e.type = GT_EV_WAITS;
        std::copy(now, now + GT_WAITS, e.waits);
        quiet = false;
    }
    // Whether they are sampled in this cycle.
    template <class T> bool waits_due(unsigned s, const T &tr) const
    {
        return !(cycle & 1) && !port[s].faulted && !happens(tr, rtl::trace::issue / rtl::tr_issue::valid);
    }

    // A request of SM s that is accepted.
    void requested(unsigned s, const mem_req &r)
    {
        gt_event &e = event(s);
        e.type = GT_EV_MEMREQ;
        e.kind = r.kind;
        e.mtype = r.mtype;
        e.aop = r.aop;
        e.space = r.space;
        e.id = r.id;
        e.addr = r.addr;
        e.bytes = r.mask;
        std::copy(r.data, r.data + 8, e.sector);        // of an atomic the first four: its operand
    }

    // SM s stops with a fault.
    void stopped(unsigned s, const gt_fault &f)
    {
        port[s].faulted = true;
        port[s].fault = f;
        gt_event &e = event(s);
        e.type = GT_EV_FAULT;
        e.warp = f.warp;
        e.pc = f.pc;
        e.code = f.code;
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
    // Results and addresses: most events of most cycles.
    template <class T, class Inside> void results(unsigned s, const T &tr, Inside inside)
    {
        if (happens(tr, rtl::tr_data::sp / rtl::tr_spwb::valid)) {
            gt_event &e = event(s);
            tr_spwb_take(e, tr, rtl::tr_data::sp);
            const RtlState st = inside();
            e.regno = st.sp_reg;
            e.row = st.sp_row;
            e.enables = st.sp_enables;
        }
        if (happens(tr, rtl::tr_data::ls / rtl::tr_lsaddr::valid))
            tr_lsaddr_take(event(s), tr, rtl::tr_data::ls);
        if (happens(tr, rtl::tr_data::lw / rtl::tr_ldwb::valid))
            tr_ldwb_take(event(s), tr, rtl::tr_data::lw);
        if (happens(tr, rtl::tr_data::x / rtl::tr_xwb::valid))
            tr_xwb_take(event(s), tr, rtl::tr_data::x);
    }

    // valid: of an event of the trace.
    template <class T> static RTL_INLINE bool happens(const T &tr, RtlField valid) { return get(tr, valid); }

    gt_event &event(unsigned s)
    {
        gt_event &e = port[s].ev[port[s].nev++];
        e.cycle = cycle;
        e.sm = first_sm + s;
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
