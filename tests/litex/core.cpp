// SPDX-License-Identifier: Apache-2.0
// A module with Vaxi_timed, gt200_axi with TIMED = 1 (core.hpp).
#include <cstring>

#include "core.hpp"
#include "rtl_context.hpp"
#include "Vaxi_timed.h"

double sc_time_stamp() { return 0; }

namespace {
struct Model {
    RtlContext context;
    Vaxi_timed top{&context};
    bool was_reset = false;
};

void look(void *self, const CoreInputs *in, CoreOutputs *out)
{
    Model &m = *static_cast<Model *>(self);
    Verilated::threadContextp(&m.context);
#define SET(name) m.top.name = in->name;
    CORE_INPUTS(SET)
#undef SET
    memcpy(&m.top.m_rdata[0], in->m_rdata, sizeof in->m_rdata);
    m.was_reset = in->rst;
    m.top.clk = 0;
    m.top.eval();
#define GET(name) out->name = m.top.name;
    CORE_OUTPUTS(GET)
#undef GET
    memcpy(out->m_wdata, &m.top.m_wdata[0], sizeof out->m_wdata);
}

const char *clock(void *self)
{
    Model &m = *static_cast<Model *>(self);
    Verilated::threadContextp(&m.context);
    m.top.clk = 1;
    m.top.eval();
    if (m.was_reset)
        m.context.failed.clear();           // of registers that hold anything until the reset has come
    return m.context.failed.empty() ? nullptr : m.context.failed.c_str();
}
} // namespace

extern "C" __attribute__((visibility("default"))) Core litex_core()
{
    return Core{new Model, look, clock};
}
