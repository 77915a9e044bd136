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

// The machine of a module (machine.map): its model, and gt_rtl_build.waves.
#define RTL_MODULE(model, waves) \
    extern "C" __attribute__((visibility("default"))) const gt_rtl_build gt_rtl_module; \
    const gt_rtl_build gt_rtl_module = {rtl_make<model>, waves};

#endif
