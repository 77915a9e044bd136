// SPDX-License-Identifier: Apache-2.0
// Special-function units against integer arithmetic (sfu_ref): every function over its whole fraction, then random
// operands and modifiers of every operation, without gaps.
//
//   sfu_sweep <table folder> [--stride n] [--random n] [--seed n] [--fault n]
//
// --stride n   every n-th fraction only; 1 is the complete sweep (101 million results)
// --random n   random beats
//
//! around sfu_bench.sv
//! test rtl {root}/isa/sfu_rom --stride 61 --random 300000
//! test planted: rtl;long {root}/isa/sfu_rom --stride 6133 --random 1000 --fault 4 => fault 4 noticed
//! with sfu_ref.cpp
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

#include "Vsfu_bench.h"
#include "sfu_ref.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

namespace {

constexpr int STAGES = 7;

const char *const NAMES[] = {"rcp", "rsqrt", "lg2", "sin", "cos", "ex2", "fmul"};
// fn $r7, $r4
const uint32_t WORD0[] = {0x9000081d, 0x9000081d, 0x9000081d, 0x9000081d, 0x9000081d, 0x9000081d};
const uint32_t WORD1[] = {0x00000780, 0x40000780, 0x60000780, 0x80000780, 0xa0000780, 0xc0000780};
const uint32_t FMUL0 = 0xc005081d, FMUL1 = 0x00000780;       // mul $r7, $r4, $r5
constexpr uint32_t NEG = 1u << 26, ABS = 1u << 20, SAT_EX2 = 1u << 27, NEG_B = 1u << 27, SAT_MUL = 1u << 20;
constexpr int RM_MUL = 14;

struct Expect {
    bool valid = false, mul = false;
    int what = 0;
    std::array<uint32_t, 4> a{}, b{}, r{};
    std::array<int, 4> cc{};
    uint32_t w1 = 0;
};

class Sweep {
public:
    explicit Sweep(int fault)
    {
        ctx.commandArgs(0, static_cast<const char **>(nullptr));
        top.reset(new Vsfu_bench(&ctx));
        top->fault = (uint8_t)fault;
        top->rst = 1;
        clock();
        clock();
        top->rst = 0;
    }

    void function(int fn, uint32_t x0, uint32_t x1, uint32_t mods)
    {
        Expect e;
        e.valid = true;
        e.what = fn;
        e.a = {x0, x1, 0, 0};
        e.w1 = WORD1[fn] | mods;
        for (int l = 0; l < 2; l++)
            e.r[l] = ref::eval((ref::Fn)fn, e.a[l], mods & NEG, mods & ABS, fn == ref::EX2 && (mods & SAT_EX2));
        top->w0 = WORD0[fn];
        put(e);
    }

    void fmul(const std::array<uint32_t, 4> &a, const std::array<uint32_t, 4> &b, uint32_t mods)
    {
        Expect e;
        e.valid = e.mul = true;
        e.what = ref::FNS;
        e.a = a;
        e.b = b;
        e.w1 = FMUL1 | mods;
        for (int l = 0; l < 4; l++)
            e.r[l] = ref::fmul(a[l] ^ (mods & NEG ? 0x80000000u : 0), b[l] ^ (mods & NEG_B ? 0x80000000u : 0),
                               (int)(mods >> RM_MUL & 3), mods & SAT_MUL, &e.cc[l]);
        top->w0 = FMUL0;
        put(e);
    }

    void drain()
    {
        for (int i = 0; i < STAGES; i++)
            put(Expect{});
    }

    long results = 0, bad = 0;

private:
    void clock()
    {
        top->clk = 1;
        top->eval();
        top->clk = 0;
        top->eval();
    }

    void put(const Expect &e)
    {
        top->in_valid = e.valid;
        top->w1 = e.w1;
        for (int l = 0; l < 4; l++) {
            top->r4[l] = e.a[l];
            top->r5[l] = e.b[l];
        }
        clock();
        line[at] = e;
        at = (at + 1) % STAGES;
        check(line[at]);         // the oldest of seven: its result has just been registered
    }

    void check(const Expect &e)
    {
        if (e.valid != (bool)top->out_valid)
            bad++;
        for (int l = 0; e.valid && l < (e.mul ? 4 : 2); l++) {
            int cc = top->out_cc >> (4 * l) & 0xf;
            results++;
            if (top->out_r[l] == e.r[l] && (!e.mul || cc == e.cc[l]))
                continue;
            if (bad++ < 20)
                printf("%s %08x lane %d  %08x %08x: RTL %08x %x, expected %08x %x\n", NAMES[e.what], e.w1, l, e.a[l],
                       e.b[l], top->out_r[l], cc, e.r[l], e.cc[l]);
        }
    }

    VerilatedContext ctx;
    std::unique_ptr<Vsfu_bench> top;
    std::array<Expect, STAGES> line;
    int at = 0;
};

// A number near a corner, of a usual exponent, or any.
uint32_t operand(std::mt19937 &rng)
{
    static const uint32_t corner[] = {0,          1,          0x7fffff,   0x800000,   0x800001,   0x3f800000,
                                      0x3f7fffff, 0x3f800001, 0x7e800000, 0x7e800001, 0x7f7fffff, 0x7f800000,
                                      0x7f800001, 0x7fc00000, 0x7fffffff, 0x3fc90fdb, 0x40000000, 0x40800000,
                                      0x42fe0000, 0x43000000, 0x3f000000, 0x01800000, 0x20000000};
    uint32_t r = (uint32_t)rng(), s = r & 0x80000000;
    switch (rng() % 6) {
    case 0: return s | corner[rng() % (sizeof corner / sizeof *corner)];
    case 1: return s | (corner[rng() % (sizeof corner / sizeof *corner)] + (uint32_t)rng() % 9 - 4) % 0x80000000;
    case 2: return s | (r & 0x7fffff) | (uint32_t)(112 + rng() % 32) << 23;
    case 3: return s | (r & 0x3fffffff);
    case 4: return s | (uint32_t)(0xffffff00ull << (rng() % 24) & 0x7fffffff);
    default: return r;
    }
}

} // namespace

int main(int argc, char **argv)
{
    unsigned stride = 1, random = 1000000, seed = 1, fault = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: sfu_sweep <table folder> [--stride n] [--random n] [--seed n] [--fault n]\n");
        return 2;
    }
    for (int i = 2; i + 1 < argc; i += 2) {
        std::string a = argv[i];
        unsigned v = (unsigned)strtoul(argv[i + 1], nullptr, 0);
        if (a == "--stride")
            stride = v;
        else if (a == "--random")
            random = v;
        else if (a == "--seed")
            seed = v;
        else if (a == "--fault")
            fault = v;
    }
    ref::load_tables(argv[1]);
    Sweep sweep((int)fault);

    // [1,2) and [2,4); for sin, cos the first two quadrants; for ex2 [0,1) and (-1,0]
    for (uint32_t f = 0; f < 0x800000; f += stride) {
        sweep.function(ref::RCP, 0x3f800000 | f, 0xbf000000 | f, 0);
        sweep.function(ref::RSQRT, 0x3f800000 | f, 0x40000000 | f, 0);
        sweep.function(ref::LG2, 0x3f800000 | f, 0x3f000000 | f, 0);
        sweep.function(ref::SIN, f, 0x80800000 | f, 0);
        sweep.function(ref::COS, f, 0x01000000 | f, 0);
        sweep.function(ref::EX2, f, 0x80000000 | f, 0);
    }
    sweep.drain();
    printf("sweep: %ld results, %ld differences\n", sweep.results, sweep.bad);

    std::mt19937 rng(seed);
    for (unsigned i = 0; i < random; i++) {
        uint32_t fn = (uint32_t)rng() % (ref::FNS + 2), mods = 0;
        if (fn < ref::FNS) {
            if (fn == ref::EX2)
                mods = rng() & SAT_EX2;
            else if (fn != ref::SIN && fn != ref::COS)
                mods = rng() & (NEG | ABS);
            sweep.function((int)fn, operand(rng), operand(rng), mods);
        } else {
            std::array<uint32_t, 4> a, b;
            mods = rng() & (NEG | NEG_B | SAT_MUL);
            mods |= (mods & SAT_MUL ? 0 : rng() & 3) << RM_MUL;
            for (int l = 0; l < 4; l++) {
                a[l] = operand(rng);
                b[l] = operand(rng);
                // exponents whose sum is close to that of the smallest and the largest number
                if (rng() % 3 == 0)
                    b[l] = (b[l] & 0x807fffff) |
                           ((rng() & 1 ? 127u : 381u) + (uint32_t)rng() % 5 - 2 - (a[l] >> 23 & 0xff)) % 256 << 23;
            }
            sweep.fmul(a, b, mods);
        }
    }
    sweep.drain();
    printf("in all: %ld results, %ld differences\n", sweep.results, sweep.bad);
    if (fault) {
        printf("fault %u %s\n", fault, sweep.bad ? "noticed" : "NOT noticed");
        return sweep.bad ? 0 : 1;
    }
    return sweep.bad ? 1 : 0;
}
