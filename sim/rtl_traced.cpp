// SPDX-License-Identifier: Apache-2.0
// Machine sm_traced, which writes waves: gt200 trace, and the wave around a lockstep difference.
#include "Vsm_traced.h"
#include "Vsm_traced___024root.h"
#include "rtl_build.hpp"
#include "rtl_wave.hpp"

using Traced = RtlModel<Vsm_traced, FstWave<Vsm_traced>>;
RTL_MODULE(Traced, "")
