// SPDX-License-Identifier: Apache-2.0
// What RtlModel (rtl_model.hpp) needs to know of the inside of the build of chip tpc.
#ifndef GT200_RTL_TPC_HPP
#define GT200_RTL_TPC_HPP

#include "Vtpc_fast.h"
#include "Vtpc_fast___024root.h"
#include "rtl_build.hpp"

#define SM(s, name) m.rootp->tpc_top__DOT__g_sm__BRA__##s##__KET____DOT__u_sm__DOT__##name

inline void shared_banks(const Vtpc_fast &m, unsigned s, const IData *bank[16])
{
#define BANK(s, b, half) \
    &SM(s, u_datapath__DOT__u_lsu__DOT__u_smem__DOT__g_bank__BRA__##b##__KET____DOT__u_##half##__DOT__mem)[0]
#define BANKS(s, half) BANK(s, 0, half), BANK(s, 1, half), BANK(s, 2, half), BANK(s, 3, half), \
                       BANK(s, 4, half), BANK(s, 5, half), BANK(s, 6, half), BANK(s, 7, half)
    const IData *const all[3][16] = {{BANKS(0, lo), BANKS(0, hi)}, {BANKS(1, lo), BANKS(1, hi)}, {BANKS(2, lo), BANKS(2, hi)}};
#undef BANKS
#undef BANK
    std::copy(all[s], all[s] + 16, bank);
}

inline void start_clock(Vtpc_fast &m, uint64_t clock)
{
    SM(0, cyc) = SM(1, cyc) = SM(2, cyc) = uint32_t(clock);
}
#undef SM

using RtlTpc = RtlModel<Vtpc_fast, NoTrace, 3>;

#endif
