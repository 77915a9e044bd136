// SPDX-License-Identifier: Apache-2.0
// The pins of a gt200_axi with a bus of 256 bits, between the module that has Verilator's model of it (core.cpp) and
// the program that has one of a SoC around it (soc.cpp): each has a Verilator runtime of its own.
#ifndef LITEX_CORE_HPP
#define LITEX_CORE_HPP

#include <cstdint>

#define CORE_INPUTS(P) \
    P(rst) P(s_awvalid) P(s_awaddr) P(s_wvalid) P(s_wdata) P(s_wstrb) P(s_bready) P(s_arvalid) P(s_araddr) P(s_rready) \
    P(m_arready) P(m_rvalid) P(m_rid) P(m_rresp) P(m_rlast) P(m_awready) P(m_wready) P(m_bvalid) P(m_bid) P(m_bresp)
#define CORE_OUTPUTS(P) \
    P(irq) P(s_awready) P(s_wready) P(s_bvalid) P(s_bresp) P(s_arready) P(s_rvalid) P(s_rdata) P(s_rresp) \
    P(m_arvalid) P(m_arid) P(m_araddr) P(m_arlen) P(m_arsize) P(m_arburst) P(m_arcache) P(m_arprot) P(m_rready) \
    P(m_awvalid) P(m_awid) P(m_awaddr) P(m_awlen) P(m_awsize) P(m_awburst) P(m_awcache) P(m_awprot) \
    P(m_wvalid) P(m_wstrb) P(m_wlast) P(m_bready)

#define CORE_PIN(name) uint32_t name;
struct CoreInputs { CORE_INPUTS(CORE_PIN) uint32_t m_rdata[8]; };
struct CoreOutputs { CORE_OUTPUTS(CORE_PIN) uint32_t m_wdata[8]; };
#undef CORE_PIN

struct Core {
    void *self;
    void (*look)(void *self, const CoreInputs *in, CoreOutputs *out);      // before the edge
    const char *(*clock)(void *self);       // the edge, with what look was given; an assertion that failed, or null
};

#endif
