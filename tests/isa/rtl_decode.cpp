// SPDX-License-Identifier: Apache-2.0
//
// rtl/gen/isa_decode.sv against isa/decode.c: every row of the table with random operands, then random
// words. Prints the first difference field by field of the packed control word and fails.
#include "Visa_decode.h"
#include "verilated.h"

extern "C" {
#include "decode.h"
#include "isa_table.h"
}

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static uint64_t rng_state = 0x9e3779b97f4a7c15ull;

static uint32_t rnd()
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return static_cast<uint32_t>(rng_state >> 16);
}

// Do RTL and C decode these words to the same control word?
static bool check(Visa_decode &dut, uint32_t w0, uint32_t w1, uint32_t pc)
{
    uint32_t want[(ISA_CTL_BITS + 31) / 32];
    gt_insn in;

    isa_decode(w0, w1, pc, &in);
    isa_ctl_pack(&in, want);
    dut.valid = 1;
    dut.w0 = w0;
    dut.w1 = w1;
    dut.odd = pc >> 2 & 1;
    dut.eval();
    for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++) {
        if (dut.ctl[i] == want[i])
            continue;
        std::printf("%08x %08x at pc %" PRIx32 " (%s): ctl word %u: rtl %08x, C %08x\n", w0, w1, pc,
                    isa_row_name(in.row), i, dut.ctl[i], want[i]);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    unsigned long random_words = argc > 1 ? std::strtoul(argv[1], nullptr, 0) : 1000000;
    Visa_decode dut;
    unsigned long legal = 0;

    if (sizeof dut.ctl / sizeof(uint32_t) != (ISA_CTL_BITS + 31) / 32) {
        std::printf("ctl_t has another width\n");
        return 1;
    }
    for (unsigned r = 0; r < isa_rows(); r++) {
        const isa_row &row = isa_table[r];

        for (int i = 0; i < 400; i++) {
            uint32_t w0 = (rnd() & ~row.m0) | row.k0;
            uint32_t w1 = (rnd() & ~row.m1) | row.k1;

            if (!check(dut, w0, w1, 0))
                return 1;
        }
    }
    for (unsigned long i = 0; i < random_words; i++) {
        uint32_t w0 = rnd(), w1 = rnd();
        gt_insn in;

        isa_decode(w0, w1, 0, &in);
        legal += in.err == GT_DE_NONE;
        if (!check(dut, w0, w1, (rnd() & 15) == 0 ? 4 : 0))
            return 1;
    }
    std::printf("isa_decode: %u rows, %lu random words (%lu legal): RTL = C\n", isa_rows(), random_words,
                legal);
    return 0;
}
