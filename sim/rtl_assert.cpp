// SPDX-License-Identifier: Apache-2.0
// What `ASSERT of rtl/assert.svh calls when its condition does not hold: the machine that is evaluating remembers it
// and ends the run after the cycle (RtlMachine::failed).
#include <cstring>

#include "rtl_context.hpp"

extern "C" void gt_rtl_assert(const char *unit, const char *why, const char *condition)
{
    auto *context = static_cast<RtlContext *>(Verilated::threadContextp());
    if (context->failed.empty())        // Verilator's own "TOP." in front of the name says nothing
        context->failed = std::string(unit + (strncmp(unit, "TOP.", 4) ? 0 : 4)) + ": " + why + ": " + condition;
}
