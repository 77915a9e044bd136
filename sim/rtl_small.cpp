// SPDX-License-Identifier: Apache-2.0
// The SM of chip small, whose record is rtl/gen/gpu_cfg_small.sv: machine small_sm, small_fold4 in four phases of the
// clock (RTL_FOLDED; docs/units/fold.md), small_planted with a deliberate fault. RTL_CLASS: the verilated build.
#include "rtl_names.hpp"
#include RTL_HEADER(RTL_CLASS)
#include RTL_HEADER(RTL_CAT(RTL_CLASS, ___024root))
#include "rtl_build.hpp"

#ifdef RTL_FOLDED
using Small = RtlModel<RTL_CLASS, NoTrace, 1, 4>;
#else
using Small = RtlModel<RTL_CLASS>;
#endif

RTL_MODULE(Small, nullptr)
