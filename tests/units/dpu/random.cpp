// SPDX-License-Identifier: Apache-2.0
// Random operands through decoder and double-precision unit against the host's IEEE arithmetic in all
// four rounding modes. Operands lean towards what is hard: neighbours, cancellation, denormals, halfway
// cases, ends of the ranges.
//
//   dpu_random [--lanes n] [--seed n] [--fault n]
//
//! around dpu_bench.sv
//! test rtl --lanes 1000000
//! test planted: rtl;long --lanes 20000 --fault 1 => fault 1 noticed
//! flags -frounding-math -ffp-contract=off
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <random>
#include <string>

#include "dpu_sim.h"

double sc_time_stamp() { return 0; }

namespace {

using Rng = std::mt19937_64;

const int ROUND[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
constexpr uint64_t SIGN = 1ull << 63, QUIET = 1ull << 51, DNAN = 0xfff8000000000000;

struct Expect {
    uint64_t r;
    unsigned cc;
};

struct Case {
    Lane   lane;
    Expect want;
};

uint64_t bits(double x) { uint64_t u; memcpy(&u, &x, 8); return u; }
double num(uint64_t u) { double x; memcpy(&x, &u, 8); return x; }
uint32_t bits32(float x) { uint32_t u; memcpy(&u, &x, 4); return u; }
float num32(uint32_t u) { float x; memcpy(&x, &u, 4); return x; }
bool isnan64(uint64_t u) { return (u & ~SIGN) > 0x7ff0000000000000; }
bool isnan32(uint32_t u) { return (u & 0x7fffffff) > 0x7f800000; }

// Keeps the compiler from moving arithmetic across a change of the rounding mode.
template <class T> T opaque(T x)
{
    volatile T v = x;
    return v;
}

unsigned fcc(uint64_t r) { return isnan64(r) ? 3 : !(r << 1) ? 1 : r & SIGN ? 2 : 0; }
unsigned fcc32(uint32_t r) { return isnan32(r) ? 3 : !(r << 1) ? 1 : r >> 31 ? 2 : 0; }

uint64_t prep(uint64_t x, bool neg, bool abs)
{
    if (isnan64(x))
        return x | QUIET;
    return (abs ? x & ~SIGN : x) ^ (neg ? SIGN : 0);
}

// What fma.f64 has to give, by the host's fma; add and mul are it with 1 or 0.
Expect do_fma(uint64_t a, uint64_t b, uint64_t c, int rm)
{
    uint64_t r = isnan64(b) ? b : isnan64(c) ? c : a;
    if (!isnan64(r)) {
        fesetround(ROUND[rm]);
        r = bits(opaque(fma(opaque(num(a)), opaque(num(b)), opaque(num(c)))));
        fesetround(FE_TONEAREST);
        if (isnan64(r))
            r = DNAN;
    }
    return {r, fcc(r)};
}

// What the conversion from an integer has to give.
Expect do_i2f(uint64_t x, uint32_t w1, int rm)
{
    bool dst64 = w1 >> 26 & 1, src64 = w1 >> 14 & 1, sgn = w1 >> 16 & 1, abs = w1 >> 20 & 1, neg = w1 >> 29 & 1;
    if (!src64)
        x = sgn ? (uint64_t)(int64_t)(int32_t)x : (uint32_t)x;
    bool minus = sgn && (int64_t)x < 0;
    uint64_t mag = minus ? 0 - x : x;
    bool s = (minus && !abs) ^ neg;
    // the host rounds the magnitude: mirror the directed modes for a signed negative value
    int mode = sgn && s && rm == 1 ? 2 : sgn && s && rm == 2 ? 1 : rm;
    fesetround(ROUND[mode]);
    double d = (double)opaque(mag);
    float f = (float)opaque(mag);
    d = opaque(d);
    f = opaque(f);
    fesetround(FE_TONEAREST);
    if (dst64) {
        uint64_t r = bits(d) | (s ? SIGN : 0);
        return {r, fcc(r)};
    }
    uint32_t r = bits32(f) | (s ? 0x80000000u : 0);
    return {r, fcc32(r)};
}

// What the conversion to an integer has to give, clamped, with the flag of an overflow.
Expect do_f2i(uint64_t x, uint32_t w1, int rm)
{
    bool w64 = w1 >> 26 & 1, src64 = w1 >> 14 & 1, sgn = w1 >> 27 & 1, abs = w1 >> 20 & 1, neg = w1 >> 29 & 1;
    double d = src64 ? num(x) : (double)num32((uint32_t)x);
    unsigned o = 0;
    uint64_t r;
    if (src64 ? isnan64(x) : isnan32((uint32_t)x)) {
        o = 1;
        r = w64 ? SIGN : 0x80000000u;
    } else {
        d = num(prep(bits(d), neg, abs));
        fesetround(ROUND[rm]);
        d = opaque(nearbyint(opaque(d)));
        fesetround(FE_TONEAREST);
        double lo = sgn ? (w64 ? -0x1p63 : -0x1p31) : 0, hi = sgn ? (w64 ? 0x1p63 : 0x1p31) : w64 ? 0x1p64 : 0x1p32;
        if (d < lo) {
            o = 1;
            r = sgn ? (w64 ? SIGN : 0x80000000u) : 0;
        } else if (d >= hi) {
            o = sgn || !w64;
            r = sgn ? (w64 ? ~SIGN : 0x7fffffffu) : w64 ? ~0ull : 0xffffffffu;
        } else {
            r = d < 0 ? 0 - (uint64_t)-d : (uint64_t)d;
            if (!w64)
                r = (uint32_t)r;
        }
    }
    return {r, o << 3 | (unsigned)(r >> (w64 ? 63 : 31) & 1) << 1 | (r == 0)};
}

// What the conversion between formats has to give; NaNs keep their payload.
Expect do_f2f(uint64_t x, uint32_t w1, int rm)
{
    bool dst64 = w1 >> 26 & 1, src64 = w1 >> 14 & 1, rint = w1 >> 27 & 1, abs = w1 >> 20 & 1, neg = w1 >> 29 & 1;
    if (!src64) {
        uint32_t f = (uint32_t)x;
        x = isnan32(f) ? (uint64_t)(f & 0x80000000u) << 32 | 0x7ff8000000000000 | (uint64_t)(f & 0x7fffff) << 29
                       : bits((double)num32(f));
    }
    x = prep(x, neg, abs);
    fesetround(ROUND[rm]);
    uint64_t r = x;
    float f = 0;
    if (!isnan64(x)) {
        if (rint && dst64 && src64)
            r = bits(opaque(nearbyint(opaque(num(x)))));
        f = opaque((float)opaque(num(x)));
    }
    fesetround(FE_TONEAREST);
    if (dst64)
        return {r, fcc(r)};
    uint32_t n = isnan64(x) ? (uint32_t)(x >> 32 & 0x80000000u) | 0x7f800000 | (uint32_t)(x >> 29 & 0x7fffff)
                            : bits32(f);
    return {n, fcc32(n)};
}

Expect do_cmp(uint64_t a, uint64_t b, int q, unsigned mask)
{
    bool na = isnan64(a), nb = isnan64(b);
    if (q == 7) {
        unsigned rel = na || nb ? 8 : num(a) == num(b) ? 2 : num(a) < num(b) ? 1 : 4;
        return mask & rel ? Expect{0xffffffff, 2} : Expect{0, 1};
    }
    auto key = [](uint64_t x) { return x & SIGN ? -(__int128)(x & ~SIGN) - 1 : (__int128)x; };
    uint64_t r = nb ? (na ? b : a) : na ? b : (key(a) < key(b)) == (q == 5) ? a : b;
    return {r, fcc(r)};
}

// An operand that has something to do with an earlier one.
uint64_t operand(Rng &rng, uint64_t near)
{
    static const uint64_t EDGE[] = {0,
                                    1, 2, 0x000fffffffffffff, 0x0010000000000000, 0x001fffffffffffff,
                                    0x3ff0000000000000, 0x3fefffffffffffff, 0x3ff0000000000001, 0x3fe0000000000000,
                                    0x7fefffffffffffff, 0x7ff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001,
                                    0x7ff4000000000000, 0x43dfffffffffffff, 0x43e0000000000000, 0x43f0000000000000,
                                    0x43efffffffffffff, 0x41dfffffffc00000, 0x41e0000000000000, 0x41efffffffe00000,
                                    0x41f0000000000000, 0x47efffffe0000000, 0x47efffffefffffff, 0x47effffff0000000,
                                    0x36a0000000000000, 0x3690000000000000, 0x3690000000000001, 0x380fffffffffffff};
    uint64_t r = rng();
    uint64_t e = r >> 52 & 0x7ff, s = r & SIGN, f = rng() >> 12;
    int shift = (int)(rng() % 52);
    switch (rng() % 14) {
    case 0: return EDGE[rng() % (sizeof EDGE / sizeof *EDGE)] ^ s;
    case 1: return near ^ s;
    case 2: return (near + rng() % 5 - 2) ^ s;
    case 3: return (near & 0x7ff0000000000000) | f | s;                    // equal exponent
    case 4: return ((near >> 52 & 0x7ff) + rng() % 9 - 4) << 52 << 1 >> 1 | f | s;
    case 5: return s | f >> shift;                                         // denormal
    case 6: return s | (rng() % 60) << 52 | f;                             // close to it
    case 7: return s | (0x3ff + rng() % 140 - 70) << 52 | f;
    case 8: return s | (0x3ff + rng() % 70) << 52 | (f >> shift << shift); // trailing zeros
    case 9: return s | (0x3ff + rng() % 70) << 52 | (f | ((1ull << shift) - 1)); // trailing ones
    case 10: return s | (897 + rng() % 60 - 56) << 52 | (f >> shift << shift);   // around the f32 limits
    case 11: return s | (0x7fe - rng() % 60) << 52 | f;
    case 12: return rng() >> (rng() % 64);                                 // integers, f32 in the low word
    default: return s | e << 52 | f;
    }
}

// A random instruction and operands, and what it has to give.
Case make(Rng &rng)
{
    Case c{};
    Lane &l = c.lane;
    l.s[0] = operand(rng, rng());
    l.s[1] = operand(rng, l.s[0]);
    l.s[2] = operand(rng, rng() & 1 ? l.s[0] : l.s[1]);
    unsigned rm = rng() & 3, kind = rng() % 9;
    bool n1 = rng() & 1, n2 = rng() & 1, a1 = rng() & 1, a2 = rng() & 1;
    if (kind <= 2 && rng() % 4 == 0) {
        // an addend that nearly cancels the product, or makes a tie
        double p = num(l.s[0]) * num(kind == 1 ? l.s[2] : l.s[1]);
        l.s[2] = bits(rng() & 1 ? -p : p) + rng() % 3 - 1;
    }
    uint32_t dst = 10, w0 = 1 | dst << 2 | 4u << 9, w1 = 0x7c0;    // $c0 written, always
    if (kind <= 2) {               // fma, add, mul
        static const uint32_t Q[] = {2, 3, 4};
        w0 |= 0xe0000000u | 6u << 16;
        w1 |= Q[kind] << 29 | 8u << 14 | (uint32_t)n1 << 26;
        if (kind != 2)
            w1 |= (uint32_t)n2 << 27;
        if (kind == 0)
            w1 |= rm << 22;
        else if (kind == 1)
            w0 = (w0 & ~(3u << 16)) | rm << 16;
        else
            w1 = (w1 & ~(3u << 17)) | rm << 17;
        uint64_t a = prep(l.s[0], n1, false);
        if (kind == 2) {
            // the sign of a zero product: an addend of the product's sign
            uint64_t b = prep(l.s[1], false, false);
            c.want = do_fma(a, b, (a ^ b) & SIGN, (int)rm);
        } else
            c.want = do_fma(a, kind == 1 ? bits(1.0) : prep(l.s[1], false, false), prep(l.s[2], n2, false), (int)rm);
    } else if (kind <= 5) {        // min, max, set
        uint32_t q = 2 + kind, mask = rng() & 15;
        w0 |= 0xe0000000u | 6u << 16;
        w1 |= q << 29 | mask << 14 | (uint32_t)n1 << 26 | (uint32_t)a1 << 20 | (uint32_t)n2 << 27 | (uint32_t)a2 << 19;
        c.want = do_cmp(prep(l.s[0], n1, a1), prep(l.s[1], n2, a2), (int)q, mask);
    } else {                       // conversions
        uint32_t wide = 1 + rng() % 3;
        w0 |= 0xa0000000u;
        w1 |= (kind - 5) << 30 | 1u << 22 | (wide & 1) << 26 | (wide >> 1) << 14 | (uint32_t)n1 << 29 |
              (uint32_t)a1 << 20 | rm << 17;
        if (kind == 6)
            w1 |= (rng() & 1) << 16;
        else
            w1 |= (rng() & 1) << 27;
        if (kind == 6 && rng() & 1)
            l.s[0] = rng() >> (rng() % 64) << (rng() % 64);
        c.want = kind == 6 ? do_i2f(l.s[0], w1, (int)rm) : kind == 7 ? do_f2i(l.s[0], w1, (int)rm)
                                                                     : do_f2f(l.s[0], w1, (int)rm);
    }
    l.w0 = w0;
    l.w1 = w1;
    return c;
}

} // namespace

int main(int argc, char **argv)
{
    unsigned long lanes = 100000, seed = 1;
    int fault = 0, shown = 20;
    for (int i = 1; i + 1 < argc; i += 2) {
        std::string a = argv[i];
        unsigned long v = strtoul(argv[i + 1], nullptr, 0);
        if (a == "--lanes")
            lanes = v;
        else if (a == "--seed")
            seed = v;
        else if (a == "--fault")
            fault = (int)v;
    }
    Rng rng(seed);
    DpuSim sim(fault);
    std::deque<Case> flight;
    unsigned long bad = 0, undecoded = 0;
    for (unsigned long i = 0; i < lanes + DPU_STAGES; i++) {
        if (i >= DPU_STAGES) {
            const Case &c = flight.front();
            uint64_t r = sim.top->out_r;
            unsigned cc = sim.top->out_cc;
            if (!sim.top->out_valid || r != c.want.r || cc != c.want.cc) {
                bad++;
                if (shown-- > 0)
                    printf("%08x %08x  %016llx %016llx %016llx: RTL %016llx %x, host %016llx %x\n", c.lane.w0,
                           c.lane.w1, (unsigned long long)c.lane.s[0], (unsigned long long)c.lane.s[1],
                           (unsigned long long)c.lane.s[2], (unsigned long long)r, cc, (unsigned long long)c.want.r,
                           c.want.cc);
            }
            flight.pop_front();
        }
        if (i < lanes) {
            flight.push_back(make(rng));
            sim.present(&flight.back().lane);
            undecoded += sim.top->in_err || !sim.top->in_cdst_en;
        } else
            sim.present(nullptr);
        sim.edge();
    }
    printf("%lu lanes: %lu differences, %lu undecoded\n", lanes, bad, undecoded);
    bool failed = bad || undecoded;
    if (fault)
        printf("fault %d %s\n", fault, failed ? "noticed" : "NOT noticed");
    return failed != (fault != 0);
}
