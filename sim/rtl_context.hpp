// SPDX-License-Identifier: Apache-2.0
// The Verilator context of one machine, which keeps what its first failed assertion says.
#ifndef GT200_RTL_CONTEXT_HPP
#define GT200_RTL_CONTEXT_HPP

#include <string>

#include "verilated.h"

class RtlContext : public VerilatedContext {
public:
    std::string failed;         // "tpc_top.g_sm[0].u_sm...: why: condition"; empty: none has failed
};

#endif
