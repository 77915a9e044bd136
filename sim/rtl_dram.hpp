// SPDX-License-Identifier: Apache-2.0
// What a verilated memory controller has on the pins of its chips, as the C model's chips take it.
#ifndef GT200_RTL_DRAM_HPP
#define GT200_RTL_DRAM_HPP

#include "rtl_fields.hpp"
extern "C" {
#include "gpu/dram_chip.h"
}

// Slice p of the ports.
template <class C, class D, class M, class O>
RTL_INLINE void rtl_dram_pins(dram_pins &d, unsigned p, const C &cmd, const D &drive, const M &mask, const O &out)
{
    auto field = [&](RtlField f) { return get(cmd, rtl_element(rtl::dram_cmd::BITS, p, f)); };
    d.op = field(rtl::dram_cmd::op);
    d.bank = field(rtl::dram_cmd::bank);
    d.row = field(rtl::dram_cmd::row);
    d.col = field(rtl::dram_cmd::col);
    d.close = field(rtl::dram_cmd::close);
    d.drive = get(drive, {p, 1});
    d.mask = get(mask, {16 * p, 16});
    for (unsigned i = 0; i < 4; i++)
        d.data[i] = get_word(out, {128 * p, 128}, i);
}

#endif
