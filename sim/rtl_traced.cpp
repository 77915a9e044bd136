// SPDX-License-Identifier: Apache-2.0
// The build that writes waves: gt200 trace, and the wave around a lockstep difference.
#include "Vsm_traced.h"
#include "Vsm_traced___024root.h"
#include "rtl_build.hpp"
#include "rtl_wave.hpp"

const gt_rtl_build gt_rtl_traced = {rtl_make<RtlModel<Vsm_traced, FstWave<Vsm_traced>>>, &gt_rtl_traced};
