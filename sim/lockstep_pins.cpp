// SPDX-License-Identifier: Apache-2.0
#include "lockstep_pins.hpp"

#include <cinttypes>
#include <cstdio>

bool pins_equal(const dram_pins &a, const dram_pins &b)
{
    if (a.op != b.op || a.bank != b.bank || a.row != b.row || a.col != b.col || a.close != b.close ||
        a.drive != b.drive)
        return false;
    const auto *x = reinterpret_cast<const uint8_t *>(a.data), *y = reinterpret_cast<const uint8_t *>(b.data);
    bool same = !a.drive || a.mask == b.mask;
    for (unsigned i = 0; i < 16; i++)
        same = same && (!a.drive || !(a.mask >> i & 1) || x[i] == y[i]);
    return same;
}

std::string pins_text(const dram_pins &p)
{
    static const char *const name[] = {"no command", "open", "read", "write", "close", "refresh", "6", "7"};
    char text[160];
    int n = snprintf(text, sizeof text, "%s", name[p.op & 7]);
    if (p.op != DRAM_OP_NOP && p.op != DRAM_OP_REF)
        n += snprintf(text + n, sizeof text - n, " bank %u", p.bank);
    if (p.op == DRAM_OP_OPEN)
        n += snprintf(text + n, sizeof text - n, " row 0x%x", p.row);
    if (p.op == DRAM_OP_READ || p.op == DRAM_OP_WRITE)
        n += snprintf(text + n, sizeof text - n, " sector %u%s", p.col, p.close ? ", closed behind it" : "");
    if (p.drive)
        snprintf(text + n, sizeof text - n, "; data %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32
                 ", bytes 0x%x", p.data[0], p.data[1], p.data[2], p.data[3], p.mask);
    return text;
}
