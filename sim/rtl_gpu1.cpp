// SPDX-License-Identifier: Apache-2.0
// Machine gpu1: gpu_top with a TPC of three SMs and a partition, optimised, no waves.
#include "Vgpu1_fast.h"
#include "Vgpu1_fast___024root.h"
#include "rtl_gpu.hpp"
#include "rtl_build.hpp"

inline RtlState rtl_inside(const Vgpu1_fast &m, unsigned s) { RTL_GPU_1X3(RTL_STATE, m, s) }
inline const auto &rtl_events(const Vgpu1_fast &m, unsigned s) { RTL_GPU_1X3(RTL_EVENTS, m, s) }
inline const auto &rtl_values(const Vgpu1_fast &m, unsigned s) { RTL_GPU_1X3(RTL_VALUES, m, s) }

using Gpu1 = RtlGpu<Vgpu1_fast, 1, 3, 1>;

RTL_MODULE(Gpu1, nullptr, nullptr, true)
