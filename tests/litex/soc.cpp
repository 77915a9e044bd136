// SPDX-License-Identifier: Apache-2.0
//
//   Vsim CORE.so CLOCKS [deaf]: a SoC of LiteX (gt200_litex --outside) around the gt200_axi in CORE.so, until it ends
//   itself or so many clocks have passed; what its serial port says goes to stdout. deaf: the interrupt is not
//   connected. Exit status 1: it has not ended itself, or an assertion of the core has failed.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

#include "Vsim.h"
#include "core.hpp"
#include "verilated.h"

double sc_time_stamp() { return 0; }

namespace {
// What the SoC asks of the core and the core of the SoC, until neither changes.
bool settle(Vsim &soc, const Core &core, bool deaf)
{
    CoreInputs in, before;
    CoreOutputs out;

    memset(&before, 0, sizeof before);
    memset(&in, 0, sizeof in);
    for (unsigned n = 0; n < 8; n++) {
        soc.eval();
#define GET(name) in.name = soc.gt200_##name;
        CORE_INPUTS(GET)
#undef GET
        memcpy(in.m_rdata, &soc.gt200_m_rdata[0], sizeof in.m_rdata);
        if (n && !memcmp(&in, &before, sizeof in))
            return true;
        before = in;
        core.look(core.self, &in, &out);
        out.irq &= !deaf;
#define SET(name) soc.gt200_##name = out.name;
        CORE_OUTPUTS(SET)
#undef SET
        memcpy(&soc.gt200_m_wdata[0], out.m_wdata, sizeof out.m_wdata);
    }
    fprintf(stderr, "Vsim: core and SoC change each other without end\n");
    return false;
}
} // namespace

int main(int argc, char **argv)
{
    const uint64_t most = argc > 2 ? strtoull(argv[2], nullptr, 10) : 0;
    const bool deaf = argc == 4 && !strcmp(argv[3], "deaf");
    if (argc < 3 || argc > 4 || !most || (argc == 4 && !deaf)) {
        fprintf(stderr, "usage: Vsim CORE.so CLOCKS [deaf]\n");
        return 2;
    }
    void *module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    Core (*get)() = module ? reinterpret_cast<Core (*)()>(dlsym(module, "litex_core")) : nullptr;
    if (!get) {
        fprintf(stderr, "Vsim: %s\n", dlerror());
        return 2;
    }
    const Core core = get();
    VerilatedContext context;
    Vsim soc{&context};
    uint64_t clocks = 0;
    const char *wrong = nullptr;
    soc.serial_source_ready = 1;
    for (; !context.gotFinish() && !wrong && clocks < most; clocks++) {
        Verilated::threadContextp(&context);
        soc.sys_clk = 0;
        if (!settle(soc, core, deaf))
            return 1;
        if (soc.serial_source_valid)
            putchar(soc.serial_source_data);
        wrong = core.clock(core.self);
        Verilated::threadContextp(&context);
        soc.sys_clk = 1;
        soc.eval();
    }
    soc.final();
    if (wrong)
        printf("\nVsim: assertion: %s\n", wrong);
    printf("\nVsim: %" PRIu64 " clocks\n", clocks);
    return context.gotFinish() && !wrong ? 0 : 1;
}
