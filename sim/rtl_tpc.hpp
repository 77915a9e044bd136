// SPDX-License-Identifier: Apache-2.0
// What RtlModel (rtl_model.hpp) needs to know of the inside of the build of chip tpc.
#ifndef GT200_RTL_TPC_HPP
#define GT200_RTL_TPC_HPP

#include "Vtpc_fast.h"
#include "Vtpc_fast___024root.h"
#include "rtl_build.hpp"

inline RtlState rtl_inside(const Vtpc_fast &m, unsigned s)
{
    return s == 0 ? RTL_STATE(m, 0) : s == 1 ? RTL_STATE(m, 1) : RTL_STATE(m, 2);
}
inline const auto &rtl_events(const Vtpc_fast &m, unsigned s)
{
    return s == 0 ? RTL_AT(m, 0, events) : s == 1 ? RTL_AT(m, 1, events) : RTL_AT(m, 2, events);
}
inline const auto &rtl_values(const Vtpc_fast &m, unsigned s)
{
    return s == 0 ? RTL_AT(m, 0, values) : s == 1 ? RTL_AT(m, 1, values) : RTL_AT(m, 2, values);
}
inline RtlHeads rtl_heads(const Vtpc_fast &m, unsigned s)
{
    return s == 0 ? RTL_HEADS(m, 0) : s == 1 ? RTL_HEADS(m, 1) : RTL_HEADS(m, 2);
}

using RtlTpc = RtlModel<Vtpc_fast, NoTrace, 3>;

#endif
