// SPDX-License-Identifier: Apache-2.0
// Machine tpc_fast, chip tpc: three SMs and the L2 they share, optimised, no waves.
#include "rtl_tpc.hpp"

RTL_MODULE(RtlTpc, nullptr, rtl_make_tpc<RtlTpc>)
