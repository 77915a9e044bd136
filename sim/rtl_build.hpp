// SPDX-License-Identifier: Apache-2.0
// For the translation unit of each build: a maker of its model.
#ifndef GT200_RTL_BUILD_HPP
#define GT200_RTL_BUILD_HPP

#include "rtl_model.hpp"

template <class M>
std::unique_ptr<RtlMachine> rtl_make(gt_gpu *g, const gt_launch *l, const gt_config *c, uint32_t start_seed)
{
    return std::make_unique<M>(g, l, c, start_seed);
}

template <class M>
std::unique_ptr<RtlMachine> rtl_make_tpc(gt_gpu *g, const gt_launch *l, const gt_config *c, const RtlSeat &seat)
{
    return std::make_unique<M>(g, l, c, 0, &seat);
}

// The machine of a module (machine.map): its model, and gt_rtl_build.waves and .make_tpc.
#define RTL_MODULE(model, ...) \
    extern "C" __attribute__((visibility("default"))) const gt_rtl_build gt_rtl_module; \
    const gt_rtl_build gt_rtl_module = {rtl_make<model>, __VA_ARGS__};

#endif
