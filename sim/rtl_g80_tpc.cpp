// SPDX-License-Identifier: Apache-2.0
// Machine g80_tpc: a TPC of G80, two SMs that coalesce by the strict rule and the L2 they share, optimised, no waves.
#include "Vg80_tpc_fast.h"
#include "Vg80_tpc_fast___024root.h"
#include "rtl_build.hpp"

using Tpc = Vg80_tpc_fast;

inline RtlState rtl_inside(const Tpc &m, unsigned s) { return s == 0 ? RTL_STATE(m, 0) : RTL_STATE(m, 1); }
inline const auto &rtl_events(const Tpc &m, unsigned s) { return s == 0 ? RTL_AT(m, 0, events) : RTL_AT(m, 1, events); }
inline const auto &rtl_values(const Tpc &m, unsigned s) { return s == 0 ? RTL_AT(m, 0, values) : RTL_AT(m, 1, values); }
inline RtlHeads rtl_heads(const Tpc &m, unsigned s) { return s == 0 ? RTL_HEADS(m, 0) : RTL_HEADS(m, 1); }

using RtlTpc = RtlModel<Tpc, NoTrace, 2>;

RTL_MODULE(RtlTpc, nullptr, rtl_make_tpc<RtlTpc>)
