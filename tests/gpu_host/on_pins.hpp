// SPDX-License-Identifier: Apache-2.0
//
// gpu_host_top with one partition, its two queues driven at random, with a GDDR3 chip at its pins.
#ifndef GT200_ON_PINS_HPP
#define GT200_ON_PINS_HPP

#include <string>
#include <vector>

#include "around.hpp"
#include "rtl_dram.hpp"
#include "verilated.h"

class Around {
public:
    enum { TPCS = 1, SMS = 1, PARTS = 1 };
    std::vector<uint32_t> words;                // commands
    size_t at = 0;                              // so many have been taken
    std::string wrong;

    void start()
    {
        dram_chip_reset(&chip, sector, this);
        top.clk_en = 1, top.in_valid = 0, top.out_ready = 1, top.cyc_start = 0, top.first_tpc = 0;
        top.clk = 0, top.rst = 1, top.eval();
        for (unsigned i = 0; i < 4; i++) {
            top.clk = 1, top.eval();
            top.clk = 0, top.eval();
        }
        top.clk = 1, top.eval();
        top.rst = 0;
    }

    // The next cycle, up to its end.
    void cycle(Seen &s)
    {
        s.in_valid = at < words.size() && (cycles * 2654435761u >> 9) % 16 != 0;
        s.in_word = s.in_valid ? words[at] : 0;
        s.out_ready = (cycles * 2246822519u >> 7) % 4 != 0;
        top.in_valid = s.in_valid, top.in_data = s.in_word, top.out_ready = s.out_ready;
        for (unsigned i = 0; i < 4; i++)
            top.dram_in[i] = chip.out[i];
        top.clk = 0, top.eval();
        s.in_ready = top.in_ready, s.out_valid = top.out_valid, s.out_word = top.out_data, s.mstep = top.mstep;
        if (s.mstep) {
            rtl_dram_pins(s.pins[0], 0, top.dram_cmd, top.dram_drive, top.dram_mask, top.dram_out);
            dram_chip_clock(&chip, &s.pins[0]);
            if (chip.broken)
                wrong = chip.why;
        }
        if (s.in_valid && s.in_ready)
            at++;
    }
    void edge()
    {
        top.clk = 1, top.eval();
        cycles++;
    }
    // Nothing is left to compare behind the last answer.
    void finish(const std::vector<uint32_t> &) {}

    // Physical memory: of one partition a sector's number is that of its address (MSYS-3).
    const uint8_t *memory() const { return bytes.data(); }
    size_t size() const { return bytes.size(); }

private:
    VerilatedContext ctx;
    RTL_CLASS top{&ctx};
    dram_chip chip{};
    std::vector<uint8_t> bytes = std::vector<uint8_t>(1 << 27);
    uint64_t cycles = 0;
    static uint8_t *sector(void *arg, uint32_t s, bool) { return &static_cast<Around *>(arg)->bytes[size_t(s) * 32]; }
};

#endif
