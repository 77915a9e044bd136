// SPDX-License-Identifier: Apache-2.0
// The special functions and fp32 mul on bit patterns, with integers wide enough for anything, for comparison with
// the RTL. The coefficients are the signed decimals of isa/sfu_rom, not the stored words that the RTL has.
#ifndef SFU_REF_H
#define SFU_REF_H

#include <cstdint>
#include <string>

namespace ref {

enum Fn { RCP, RSQRT, LG2, SIN, COS, EX2, FNS };

// Reads the five tables; ends the program when one is missing.
void load_tables(const std::string &dir);
// Result of fn; neg and abs act on the source (not sin, cos, ex2), sat on the result of ex2.
uint32_t eval(Fn fn, uint32_t x, bool neg, bool abs, bool sat);
// a * b in rounding mode rm (0 nearest, 1 down, 2 up, 3 to zero), then saturated; *cc: condition code.
uint32_t fmul(uint32_t a, uint32_t b, int rm, bool sat, int *cc);

} // namespace ref

#endif
