// SPDX-License-Identifier: Apache-2.0
//
// A verilated top RTL_CLASS with registers s_* and memory m_* on buses that wait at random (random_bus.hpp): its clock,
// its reset, and accesses of registers, as the driver for firmware wants them (sw/driver).
#ifndef GT200_BUS_BENCH_HPP
#define GT200_BUS_BENCH_HPP

#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include "random_bus.hpp"
#include "rtl_context.hpp"
#include "rtl_names.hpp"
#include RTL_HEADER(RTL_CLASS)

struct BusBench {
    RtlContext context;
    RTL_CLASS top{&context};
    RandomBus<RTL_CLASS> bus;
    std::mt19937 &random = bus.random;
    uint64_t clocks = 0;
    std::string wrong;
    std::function<void()> at_edge = [] {};      // before each edge, with the outputs of the clock

    explicit BusBench(unsigned seed) : bus(top, seed)
    {
        bus.fail = [this](const char *what) { fail(what); };
    }

    void fail(const char *what)
    {
        if (wrong.empty())
            wrong = std::string(what) + ", clock " + std::to_string(clocks);
    }

    // An edge of clk; registers of the slave's side are set by the caller.
    void clock()
    {
        bus.before();
        top.eval();                             // outputs of this clock
        bus.after();
        at_edge();
        top.clk = 1;
        top.eval();
        top.clk = 0;
        top.eval();
        clocks++;
        if (!context.failed.empty())
            fail(context.failed.c_str());
    }

    void reset()
    {
        Verilated::threadContextp(&context);
        top.rst = 1;
        top.s_awvalid = top.s_wvalid = top.s_arvalid = 0;
        top.s_bready = top.s_rready = 0;
        for (unsigned i = 0; i < 8; i++)
            clock();
        context.failed.clear();                 // of registers that hold anything until the reset has come
        wrong.clear();
        top.rst = 0;
    }

    // The driver's side.
    static uint32_t read(void *self, uint32_t offset) { return static_cast<BusBench *>(self)->read(offset); }
    static void write(void *self, uint32_t offset, uint32_t v) { static_cast<BusBench *>(self)->write(offset, v); }
    uint32_t read(uint32_t offset)
    {
        top.s_araddr = offset;
        bool asked = false;
        for (unsigned n = 0; n < 1000; n++) {
            top.s_arvalid = !asked;
            top.s_rready  = random() % 2;
            top.eval();
            const bool ar = top.s_arvalid && top.s_arready, r = top.s_rvalid && top.s_rready;
            const uint32_t value = top.s_rdata, resp = top.s_rresp;
            clock();
            asked |= ar;
            if (r) {
                top.s_arvalid = top.s_rready = 0;
                if (resp)
                    fail("a register cannot be read");
                return value;
            }
        }
        fail("a register does not answer");
        return 0;
    }
    uint32_t write(uint32_t offset, uint32_t v, uint32_t strobe = 15)
    {
        top.s_awaddr = offset;
        top.s_wdata  = v;
        top.s_wstrb  = strobe;
        bool addressed = false, given = false;
        const unsigned wait_aw = random() % 3, wait_w = random() % 3;
        for (unsigned n = 0; n < 1000; n++) {
            top.s_awvalid = !addressed && n >= wait_aw;
            top.s_wvalid  = !given && n >= wait_w;
            top.s_bready  = random() % 2;
            top.eval();
            const bool aw = top.s_awvalid && top.s_awready, w = top.s_wvalid && top.s_wready;
            const bool b = top.s_bvalid && top.s_bready;
            const uint32_t resp = top.s_bresp;
            clock();
            addressed |= aw, given |= w;
            if (b) {
                top.s_awvalid = top.s_wvalid = top.s_bready = 0;
                if (resp && strobe == 15 && !expects_error)
                    fail("a register cannot be written");
                return resp;
            }
        }
        fail("a register does not answer");
        return 3;
    }
    bool expects_error = false;
};

#endif
