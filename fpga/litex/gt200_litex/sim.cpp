// SPDX-License-Identifier: Apache-2.0
//
//   Vsim [CLOCKS]: the SoC until it ends itself or so many clocks have passed; what its serial port says goes to
//   stdout. Exit status 1: it has not ended itself.
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "Vsim.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

int main(int argc, char **argv)
{
    char *end = nullptr;
    const uint64_t most = argc == 2 ? strtoull(argv[1], &end, 10) : UINT64_MAX;
    if (argc > 2 || (argc == 2 && (*end || !most))) {
        fprintf(stderr, "usage: Vsim [CLOCKS]\n");
        return 2;
    }
    VerilatedContext context;
    Vsim top{&context};
    uint64_t clocks = 0;
    top.serial_source_ready = 1;
    top.serial_sink_valid   = 0;
    for (; !context.gotFinish() && clocks < most; clocks++) {
        top.sys_clk = 0;
        top.eval();
        if (top.serial_source_valid) {
            putchar(top.serial_source_data);
            fflush(stdout);
        }
        top.sys_clk = 1;
        top.eval();
    }
    top.final();
    printf("Vsim: %" PRIu64 " clocks\n", clocks);
    return context.gotFinish() ? 0 : 1;
}
