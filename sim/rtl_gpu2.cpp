// SPDX-License-Identifier: Apache-2.0
// Machine gpu2: gpu_top with two TPCs of three SMs and two partitions, optimised, no waves.
#include "Vgpu2_fast.h"
#include "Vgpu2_fast___024root.h"
#include "rtl_gpu.hpp"
#include "rtl_build.hpp"

inline RtlState rtl_inside(const Vgpu2_fast &m, unsigned s) { RTL_GPU_2X3(RTL_STATE, m, s) }
inline const auto &rtl_events(const Vgpu2_fast &m, unsigned s) { RTL_GPU_2X3(RTL_EVENTS, m, s) }
inline const auto &rtl_values(const Vgpu2_fast &m, unsigned s) { RTL_GPU_2X3(RTL_VALUES, m, s) }

using Gpu2 = RtlGpu<Vgpu2_fast, 2, 3, 2>;

RTL_MODULE(Gpu2, nullptr, nullptr, true)
