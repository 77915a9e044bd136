// SPDX-License-Identifier: Apache-2.0
// Machines that hold something wrong: lockstep must find each and say what it is (tests/lockstep/planted.c).
#include "Vsm_fast.h"
#include "Vsm_fast___024root.h"
#include "rtl_build.hpp"

namespace {

constexpr uint64_t QUIET = 2000;        // a cycle in which the warps of planted_hang.s wait

class Planted : public RtlModel<Vsm_fast> {
public:
    Planted(gt_gpu *gpu, const gt_launch *l, const gt_config *c, uint32_t seed) : RtlModel(gpu, l, c, seed), g(gpu) {}
    void step() override
    {
        RtlModel::step();
        RtlPort &p = port[0];
        if (p.ended)
            at_end();
        if (p.faulted && !was_faulted)
            at_fault();
        was_faulted = p.faulted;
        if (cycle == QUIET)
            at_rest();
    }

protected:
    template <class T> static void flip(const T *memory, unsigned at, T bits) { const_cast<T *>(memory)[at] ^= bits; }
    // In the cycle of blk_done; of a fault; in cycle QUIET.
    virtual void at_end() {}
    virtual void at_fault() {}
    virtual void at_rest() {}
    gt_gpu *g;

private:
    bool was_faulted = false;
};

// What warp 0 of the first block slot holds when its block has ended.
struct EndRegister : Planted {
    using Planted::Planted;
    void at_end() override { flip(state(0).reg[0], 8 * 1 + 5, 0x10u); }             // $r1 of lane 5
};
struct EndCondition : Planted {
    using Planted::Planted;
    void at_end() override { flip(state(0).cc[1], 0, 2u << 4 * 1); }                // $c0 of lane 9
};
struct EndAddress : Planted {
    using Planted::Planted;
    void at_end() override { flip(state(0).areg[3], 4 * 1 + 3, 0x10000u); }         // $a2 of lane 31
};
struct EndLanes : Planted {
    using Planted::Planted;
    void at_end() override { flip(state(0).warp, 0, 8u); }
};
struct EndShared : Planted {
    using Planted::Planted;
    void at_end() override { flip(state(0).smem[4], 0, 1u); }
};
struct EndBarrier : Planted {
    using Planted::Planted;
    void at_end() override
    {
        flip(state(0).barriers, 0, 1u << 7 * 3);
        m.rootp->tpc_top__DOT__g_sm__BRA__0__KET____DOT__u_sm__DOT__u_barrier__DOT__used_q |= 1;
    }
};
struct EndMemory : Planted {
    using Planted::Planted;
    void at_end() override
    {
        g->mem[0x1000] ^= 1;
        gt_touch(g, GT_G_BASE + 0x1000, 1);
    }
};

// The same when a fault has stopped the machine, and the stack.
struct FaultRegister : Planted {
    using Planted::Planted;
    void at_fault() override { flip(state(0).reg[0], 8 * 0 + 5, 0x10u); }           // $r0 of lane 5
};
struct FaultStack : Planted {
    using Planted::Planted;
    void at_fault() override { flip(state(0).stack, 0, uint64_t(4)); }
};
struct FaultMemory : EndMemory {
    using EndMemory::EndMemory;
    void at_fault() override { at_end(); }
};

// The same while all warps wait at barriers.
struct HangRegister : Planted {
    using Planted::Planted;
    void at_rest() override { flip(state(0).reg[7], 8 * 0 + 7, 0x10u); }            // $r0 of lane 31 of warp 1
};
struct HangDepth : Planted {
    using Planted::Planted;
    void at_rest() override { flip(state(0).warp, 3, 2u); }
};
struct HangStack : Planted {
    using Planted::Planted;
    void at_rest() override { flip(state(0).stack, 64, uint64_t(1) << 24); }
};
struct HangCount : Planted {
    using Planted::Planted;
    void at_rest() override { flip(state(0).barriers, 0, 2u << 7 * 1); }
};
struct HangNeed : Planted {
    using Planted::Planted;
    void at_rest() override { flip(state(0).barriers, (112 + 6 * 2 + 5) / 32, 1u << (112 + 6 * 2 + 5) % 32); }
};
struct HangWaits : Planted {
    using Planted::Planted;
    void at_rest() override { flip(state(0).barrier_id, 1, uint8_t(4)); }
};
struct HangMemory : EndMemory {
    using EndMemory::EndMemory;
    void at_rest() override { at_end(); }
};
struct HangShared : Planted {
    using Planted::Planted;
    void at_rest() override { flip(state(0).smem[5], 0, 1u); }
};

// Where SP results go: register 2, from the harness's view.
template <int WHAT> struct Destination : Planted {
    using Planted::Planted;
    RtlState state(unsigned s) const override
    {
        RtlState st = Planted::state(s);
        if (st.sp_reg == 2 && WHAT == 0)
            st.sp_row ^= 1;
        else if (st.sp_reg == 2 && WHAT == 1)
            st.sp_reg = 3;
        else if (st.sp_reg == 2)
            st.sp_enables ^= 2;
        return st;
    }
};

// The memory's jitter is that of another seed.
struct OtherJitter : Planted {
    using Planted::Planted;
    void step() override
    {
        g->jitter++;
        Planted::step();
        g->jitter--;
    }
};

// A request of the SM that waits is another one in the next cycle, or is not there any more.
struct RequestChanges : Planted {
    using Planted::Planted;
    void step() override
    {
        Planted::step();
        waiting[0].addr ^= waiters & 1 ? 32 : 0;
    }
};
struct RequestGoes : Planted {
    using Planted::Planted;
    void step() override
    {
        Planted::step();
        if (!m.mem_req_valid)
            waiters |= uint32_t(cycle == QUIET / 4);
    }
};

}

#define BUILD(name) {#name, {rtl_make<name>, nullptr}}
static const struct { const char *name; gt_rtl_build build; } builds[] = {
    BUILD(EndRegister), BUILD(EndCondition), BUILD(EndAddress), BUILD(EndLanes), BUILD(EndShared), BUILD(EndBarrier),
    BUILD(EndMemory), BUILD(FaultRegister), BUILD(FaultStack), BUILD(FaultMemory), BUILD(HangRegister),
    BUILD(HangDepth), BUILD(HangStack), BUILD(HangCount),
    BUILD(HangNeed), BUILD(HangWaits), BUILD(HangMemory), BUILD(HangShared),
    BUILD(OtherJitter), BUILD(RequestChanges), BUILD(RequestGoes),
    {"DestinationRow", {rtl_make<Destination<0>>, nullptr}},
    {"DestinationRegister", {rtl_make<Destination<1>>, nullptr}},
    {"DestinationEnables", {rtl_make<Destination<2>>, nullptr}},
};

const gt_rtl_build *gt_rtl_planted_state(const char *name)
{
    for (auto &b : builds)
        if (!strcmp(b.name, name))
            return &b.build;
    return nullptr;
}
