// SPDX-License-Identifier: Apache-2.0
// Fields of packed structs in the ports of a verilated model. Where they lie is in rtl_fields.hpp, which fields.awk
// makes of rtl/*.svh: rtl::NAME::FIELD of struct NAME_t.
#ifndef GT200_RTL_FIELD_HPP
#define GT200_RTL_FIELD_HPP

#include <cstddef>
#include <cstdint>

#include "verilated.h"

// Fields are constants where they are used: then a field is a load, a shift and a mask.
#define RTL_INLINE inline __attribute__((always_inline))

struct RtlField { unsigned at, bits; };
// A field of a struct that is a field itself.
constexpr RtlField operator/(RtlField outer, RtlField inner) { return {outer.at + inner.at, inner.bits}; }
// The same field in element i of a vector of structs of n bits.
constexpr RtlField rtl_element(unsigned n, unsigned i, RtlField f) { return {n * i + f.at, f.bits}; }

// A field of up to 32 bits of a port, whatever Verilator makes of the port's width.
constexpr uint32_t low_bits(unsigned n) { return n < 32 ? (1u << n) - 1 : ~0u; }
template <class T> RTL_INLINE uint32_t get(const T &v, RtlField f)
{
    return uint32_t(uint64_t(v) >> f.at) & low_bits(f.bits);
}
template <std::size_t W> RTL_INLINE uint32_t get(const VlWide<W> &v, RtlField f)
{
    uint64_t x = v[f.at / 32];
    if (f.at / 32 + 1 < W)
        x |= uint64_t(v[f.at / 32 + 1]) << 32;
    return uint32_t(x >> f.at % 32) & low_bits(f.bits);
}
template <class T> RTL_INLINE void set(T &v, RtlField f, uint32_t x)
{
    v = T((uint64_t(v) & ~(uint64_t(low_bits(f.bits)) << f.at)) | uint64_t(x & low_bits(f.bits)) << f.at);
}
template <std::size_t W> RTL_INLINE void set(VlWide<W> &v, RtlField f, uint32_t x)
{
    const uint64_t mask = uint64_t(low_bits(f.bits)) << f.at % 32, bits = uint64_t(x) << f.at % 32 & mask;
    v[f.at / 32] = (v[f.at / 32] & ~uint32_t(mask)) | uint32_t(bits);
    if (mask >> 32)
        v[f.at / 32 + 1] = (v[f.at / 32 + 1] & ~uint32_t(mask >> 32)) | uint32_t(bits >> 32);
}
// Word i of a field of many words.
template <class T> RTL_INLINE uint32_t get_word(const T &v, RtlField f, unsigned i)
{
    return get(v, {f.at + 32 * i, 32});
}
template <class T> RTL_INLINE void set_word(T &v, RtlField f, unsigned i, uint32_t x)
{
    set(v, {f.at + 32 * i, 32}, x);
}

#endif
