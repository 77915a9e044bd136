// SPDX-License-Identifier: Apache-2.0
// Machine sm_fold4: one SM whose datapath works in four phases of the clock (docs/units/fold.md).
#define RTL_FOLDED
#include "Vsm_fold4.h"
#include "Vsm_fold4___024root.h"
#include "rtl_build.hpp"

using Folded = RtlModel<Vsm_fold4, NoTrace, 1, 4>;
RTL_MODULE(Folded, nullptr)
