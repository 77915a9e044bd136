// SPDX-License-Identifier: Apache-2.0
//
// The pins of the memory chips, of both sides of a lockstep (lockstep.cpp).
#ifndef GT200_LOCKSTEP_PINS_HPP
#define GT200_LOCKSTEP_PINS_HPP

#include <string>

extern "C" {
#include "gpu/dram_chip.h"
}

// Whether command and data are the same; of data only the bytes that are written mean something.
bool pins_equal(const dram_pins &a, const dram_pins &b);
// "read bank 3 place 17, closes; drives mask 0xffff 00000001 ...".
std::string pins_text(const dram_pins &p);

#endif
