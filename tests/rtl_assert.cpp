// SPDX-License-Identifier: Apache-2.0
// For unit benches under Verilator: an assertion of the unit (rtl/assert.svh) that fails ends the bench with exit
// status 1.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "verilated.h"

extern "C" void gt_rtl_assert(const char *unit, const char *why, const char *condition)
{
    fflush(stdout);
    fprintf(stderr, "RTL assertion failed: %s, time %" PRIu64 ": %s: %s\n", unit, Verilated::threadContextp()->time(),
            why, condition);
    exit(1);
}
