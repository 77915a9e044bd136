// SPDX-License-Identifier: Apache-2.0
//
// What is around a chip in chip_lockstep.cpp (on_pins.hpp, on_bus.hpp) shows of each cycle of it.
#ifndef GT200_AROUND_HPP
#define GT200_AROUND_HPP

#include <cstdint>

extern "C" {
#include "gpu/dram_chip.h"
}

enum { PARTS_MOST = 8 };

struct Seen {
    bool in_valid, in_ready, out_valid, out_ready, mstep;
    uint32_t in_word, out_word;
    dram_pins pins[PARTS_MOST];     // with mstep
};

#endif
