// SPDX-License-Identifier: Apache-2.0
// A whole chip: a gpu_top RTL_CLASS with RTL_TPCS TPCs of three SMs and RTL_PARTITIONS partitions.
#ifndef GT200_RTL_GPU_CLASS_HPP
#define GT200_RTL_GPU_CLASS_HPP

#include "rtl_names.hpp"
#include RTL_HEADER(RTL_CLASS)
#include RTL_HEADER(RTL_CAT(RTL_CLASS, ___024root))
#include "rtl_gpu.hpp"
#include "rtl_build.hpp"

inline RtlState rtl_inside(const RTL_CLASS &m, unsigned s) { RTL_GPU_SM(RTL_STATE, m, s) }
inline const auto &rtl_events(const RTL_CLASS &m, unsigned s) { RTL_GPU_SM(RTL_EVENTS, m, s) }
inline const auto &rtl_values(const RTL_CLASS &m, unsigned s) { RTL_GPU_SM(RTL_VALUES, m, s) }
inline RtlHeads rtl_heads(const RTL_CLASS &m, unsigned s) { RTL_GPU_SM(RTL_HEADS, m, s) }

using Gpu = RtlGpu<RTL_CLASS, RTL_TPCS, 3, RTL_PARTITIONS>;

#endif
