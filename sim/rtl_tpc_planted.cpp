// SPDX-License-Identifier: Apache-2.0
// Chip tpc with one of its SMs connected wrongly: lockstep must find it and say which (tests/lockstep).
#include "rtl_tpc.hpp"

namespace {

// $physid of SM 1 is not its own.
class WrongValue : public RtlTpc {
public:
  WrongValue(gt_gpu *g, const gt_launch *l, const gt_config *c, uint32_t seed) : RtlTpc(g, l, c, seed)
  {
      place(1, rtl::sm_place::physid, 5);
  }
};

// The memory of SM 2 takes no request in one cycle of eight.
class WrongCycle : public RtlTpc {
public:
    using RtlTpc::RtlTpc;
    void step() override
    {
        set(m.mem_req_ready, {2, 1}, cycle % 8 != 0);
        RtlTpc::step();
    }
};

// A chip in which one TPC takes itself for another.
class WrongPlace : public RtlTpc {
public:
    WrongPlace(gt_gpu *g, const gt_launch *l, const gt_config *c, uint32_t seed, const RtlSeat *seat)
        : RtlTpc(g, l, c, seed, seat)
    {
        if (seat->tpc == 1)
            place(0, rtl::sm_place::physid, 2 << 4);
    }
};

// The end of a block of SM 1 does not reach the distributor of the RTL.
class Deaf : public RtlTpc {
public:
    using RtlTpc::RtlTpc;
    void step() override
    {
        RtlTpc::step();
        port[1].ended = false;
    }
};

}

const gt_rtl_build gt_rtl_chip_wrong_value = {nullptr, nullptr, rtl_make_tpc<WrongPlace>};
const gt_rtl_build gt_rtl_tpc_deaf = {rtl_make<Deaf>, nullptr};
const gt_rtl_build gt_rtl_tpc_wrong_value = {rtl_make<WrongValue>, nullptr};
const gt_rtl_build gt_rtl_tpc_wrong_cycle = {rtl_make<WrongCycle>, nullptr};
