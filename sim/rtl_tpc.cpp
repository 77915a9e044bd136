// SPDX-License-Identifier: Apache-2.0
// The build of chip tpc: three SMs and the L2 they share, optimised, no waves.
#include "rtl_tpc.hpp"

const gt_rtl_build gt_rtl_tpc = {rtl_make<RtlTpc>, nullptr};
