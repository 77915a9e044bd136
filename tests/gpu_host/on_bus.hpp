// SPDX-License-Identifier: Apache-2.0
//
// gpu_axi_top: commands are written into its registers and answers read there, behind an interrupt (BUS-7); its memory
// is behind a bus of random latency (../axi/random_bus.hpp). Before, some commands are begun and given up by a reset
// (BUS-8).
#ifndef GT200_ON_BUS_HPP
#define GT200_ON_BUS_HPP

#include <deque>
#include <string>
#include <vector>

#include "../axi/random_bus.hpp"
#include "around.hpp"
#include "gpu_axi_regs.h"
#include "rtl_context.hpp"
#include "rtl_dram.hpp"
#include RTL_HEADER(RTL_CAT(RTL_CLASS, ___024root))

// A net of gpu_axi_top.
#define inside(net) (top.rootp->gpu_axi_top__DOT__##net)

class Around {
public:
    enum { TPCS = RTL_TPCS, SMS = 1, PARTS = RTL_PARTS };
    static constexpr uint64_t OFFSET = 0x480000000;                 // bus address of physical address 0
    std::vector<uint32_t> words;
    size_t at = 0;
    std::string wrong;

    Around()
    {
        bus.at = [this](uint64_t a, bool) {
            return a >= OFFSET && a + 32 <= OFFSET + bytes.size() ? &bytes[a - OFFSET] : nullptr;
        };
        bus.fail = [this](const char *what) { fail(what); };
    }

    void start()
    {
        top.rst = 1;
        top.clk = 0, top.eval();
        for (unsigned i = 0; i < 8; i++)
            clock();
        top.rst = 0;
        context.failed.clear();                 // of registers that hold anything until the reset has come
        wrong.clear();
        if (access(false, offsetof(gpu_axi_t, magic)) != GPU_AXI__MAGIC__VALUE_reset ||
            (access(false, offsetof(gpu_axi_t, capability)) & 0xfff) != (PARTS << 8 | SMS << 4 | TPCS))
            fail("another chip");
        access(true, offsetof(gpu_axi_t, mem_bytes), uint32_t(bytes.size()));
        access(true, offsetof(gpu_axi_t, mem_offset), uint32_t(OFFSET));
        access(true, offsetof(gpu_axi_t, mem_offset) + 4, OFFSET >> 32);
        // given up: an upload, most words of which do not come
        for (uint32_t w : {1u << 28 | 500u, 0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 10u, 11u, 12u, 13u, 14u, 15u, 16u})
            while (access(true, offsetof(gpu_axi_t, command), w), refused)
                ;
        while (!bus.writes && wrong.empty())
            clock();
        access(true, offsetof(gpu_axi_t, irq_status), 3);
        access(true, offsetof(gpu_axi_t, irq_enable), GPU_AXI__IRQ_ENABLE__ANSWER_bm);
        access(true, offsetof(gpu_axi_t, control), GPU_AXI__CONTROL__RESET_bm);
        while (!inside(chip_rst) && wrong.empty())
            clock();
        if (!bus.rests())
            fail("a reset while the bus is not at rest");
        std::fill(bytes.begin(), bytes.begin() + 64, uint8_t(0));
        serves = true;
    }

    // The next cycle of the chip, up to its end.
    void cycle(Seen &s)
    {
        while (before(), !inside(tick) && wrong.empty())
            after();
        s.in_valid = inside(in_valid), s.in_word = inside(in_data), s.in_ready = inside(in_ready);
        s.out_valid = inside(out_valid), s.out_word = inside(out_data), s.out_ready = inside(out_ready);
        s.mstep = inside(mstep);
        for (unsigned p = 0; p < PARTS && s.mstep; p++)
            rtl_dram_pins(s.pins[p], p, inside(cmd), inside(drive), inside(mask), inside(to_pins));
        at += s.in_valid && s.in_ready;
    }
    void edge() { after(); }

    // These are the answers that are read in the end.
    void finish(const std::vector<uint32_t> &answers)
    {
        for (unsigned i = 0; i < 4000 && (read_.size() < answers.size() || !bus.rests()); i++)
            clock();
        if (read_ != answers)
            fail("the answers that were read are others");
        if (!refusals)
            fail("the queue of commands was never full");
    }

    const uint8_t *memory() const { return bytes.data(); }
    size_t size() const { return bytes.size(); }

private:
    RtlContext context;
    RTL_CLASS top{&context};
    RandomBus<RTL_CLASS> bus{top, 1};
    std::vector<uint8_t> bytes = std::vector<uint8_t>(size_t(PARTS) << 27);

    // --- an access of a register -----------------------------------------------------------------------------------
    bool active = false, writes = false, first = false, second = false;    // address, data have been taken
    uint32_t addr = 0, value = 0;
    bool refused = false;                       // the last one was answered SLVERR
    unsigned pause = 0;

    // --- who serves both queues ------------------------------------------------------------------------------------
    bool serves = false;
    enum { IDLE, COMMAND, CLEAR, STATUS, ANSWER, TAKE } doing = IDLE;
    size_t sent = 0, refusals = 0;
    std::vector<uint32_t> read_;

    void fail(const char *what)
    {
        if (wrong.empty())
            wrong = std::string(what) + ", clock " + std::to_string(bus.clocks);
    }
    template <class T> T begin(T what, bool write, size_t offset, uint32_t v = 0)
    {
        active = true, writes = write, first = second = false;
        addr = uint32_t(offset), value = v;
        pause = bus.random() % 8 ? bus.random() % 4 : bus.random() % 200;
        return what;
    }
    uint32_t access(bool write, size_t offset, uint32_t v = 0)
    {
        begin(0, write, offset, v);
        for (unsigned i = 0; active && i < 1000; i++)
            clock();
        if (active || (refused && offset != offsetof(gpu_axi_t, command)))
            fail("a register does not answer");
        return value;
    }

    void serve()
    {
        if (!serves || active)
            return;
        switch (doing) {
        case COMMAND:
            sent += !refused, refusals += refused;
            doing = IDLE;
            break;
        case CLEAR:
        case TAKE:
            doing = begin(STATUS, false, offsetof(gpu_axi_t, status));
            return;
        case STATUS:
            if (value & GPU_AXI__STATUS__BUS_ERROR_bm)
                fail("an error of the bus");
            if (value & GPU_AXI__STATUS__ANSWER_bm) {
                doing = begin(ANSWER, false, offsetof(gpu_axi_t, answer));
                return;
            }
            doing = IDLE;
            break;
        case ANSWER:
            read_.push_back(value);
            doing = begin(TAKE, true, offsetof(gpu_axi_t, control), GPU_AXI__CONTROL__TAKE_bm);
            return;
        case IDLE:
            break;
        }
        if (top.irq)
            doing = begin(CLEAR, true, offsetof(gpu_axi_t, irq_status), GPU_AXI__IRQ_STATUS__ANSWER_bm);
        else if (sent < words.size())
            doing = begin(COMMAND, true, offsetof(gpu_axi_t, command), words[sent]);
    }

    void before()
    {
        bus.before();
        serve();
        const bool go = active && !pause;
        top.s_awaddr = top.s_araddr = addr, top.s_wdata = value, top.s_wstrb = 15;
        top.s_awvalid = go && writes && !first;
        top.s_wvalid  = go && writes && !second;
        top.s_arvalid = go && !writes && !first;
        top.s_bready = top.s_rready = bus.random() % 2;
        top.eval();
    }
    void after()
    {
        bus.after();
        first |= (top.s_awvalid && top.s_awready) || (top.s_arvalid && top.s_arready);
        second |= top.s_wvalid && top.s_wready;
        const bool b = top.s_bvalid && top.s_bready, r = top.s_rvalid && top.s_rready;
        if (b || r) {
            refused = (b ? top.s_bresp : top.s_rresp) != 0;
            if (r)
                value = top.s_rdata;
            active = false;
        }
        pause -= pause != 0;
        top.clk = 1, top.eval();
        top.clk = 0, top.eval();
        if (!context.failed.empty())
            fail(context.failed.c_str());
    }
    void clock()
    {
        before();
        after();
    }
};

#endif
