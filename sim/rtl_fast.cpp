// SPDX-License-Identifier: Apache-2.0
// The build of targets rtl and lockstep: optimised, no waves.
#include "Vsm_fast.h"
#include "Vsm_fast___024root.h"
#include "rtl_build.hpp"

const gt_rtl_build gt_rtl_fast = {rtl_make<RtlModel<Vsm_fast>>, &gt_rtl_traced};
