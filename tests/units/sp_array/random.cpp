// SPDX-License-Identifier: Apache-2.0
// SP array against the functional model: the instructions of the conformance vectors on random operands.
//
//   exec_random <vector folder> [--seed n] [--warps n] [--fault n] [--file name]
//
// --file name  only the instructions of one file
// Operands are drawn from corner values, small integers, random bits and values close to each other, so
// that cancellation, ties, overflow and underflow occur often. Quarter-warps follow each other without gaps.
//
//! around exec_bench.sv
//! test rtl {root}/tests/vectors --warps 40000
//! test presin: rtl {root}/tests/vectors --warps 20000 --file presin
//! test preex2: rtl {root}/tests/vectors --warps 20000 --file preex2
//! test planted: rtl;long {root}/tests/vectors --warps 2000 --fault 4 => fault 4 noticed
//! with model.c
//! model
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "Vexec_bench.h"
#include "model.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

namespace {

const char *const FILES[] = {
    "iadd_l", "iadd_s", "iadd_i", "imul_l", "imul_s", "imul_i", "imad_l", "imad_s", "imad_i",
    "isad_l", "isad_s", "iminmax", "iset", "logop_l", "logop_i", "ishift", "cvt_i2i", "cvt_i2f",
    "cvt_f2i", "cvt_f2f", "fadd_l", "fadd_s", "fadd_i", "fmul_l", "fmul_s", "fmul_i", "fmad_l",
    "fmad_s", "fmad_i", "fminmax", "fset", "fslct", "quadop", "presin", "preex2"};

constexpr int STAGES = 10;

struct Warp {
    uint32_t w0, w1;
    uint32_t src[3][32], result[32];
    uint8_t  c0[32], cc[32];
    bool     writes_cc;
};

// The different instructions of the vectors, with rounding modes that they leave out.
std::vector<std::pair<uint32_t, uint32_t>> instructions(const std::string &dir, const std::string &only)
{
    std::vector<std::pair<uint32_t, uint32_t>> all;
    for (const char *f : FILES) {
        if (!only.empty() && only != f)
            continue;
        std::set<std::pair<uint32_t, uint32_t>> seen;
        FILE *p = popen(("gzip -dc '" + dir + "/" + f + ".tsv.gz'").c_str(), "r");
        char line[512];
        unsigned w0, w1;
        while (p && fgets(line, sizeof line, p))
            if (sscanf(line, "%*u %*u %x %x", &w0, &w1) == 2) {
                seen.insert({w0, w1});
                // the two rounding modes of add and mul that the vectors leave out
                if (std::string(f) == "fadd_l")
                    seen.insert({(w0 & ~0x30000u) | 0x10000u << (w1 >> 26 & 1), w1});
                if (std::string(f) == "fmul_l")
                    seen.insert({w0, (w1 & ~0xc000u) | 0x4000u << (w1 >> 26 & 1)});
            }
        if (!p || pclose(p) != 0 || seen.empty()) {
            fprintf(stderr, "cannot read %s/%s.tsv.gz\n", dir.c_str(), f);
            exit(2);
        }
        all.insert(all.end(), seen.begin(), seen.end());
    }
    return all;
}

// A corner, a number close to `near`, or any.
uint32_t operand(std::mt19937 &rng, uint32_t near)
{
    static const uint32_t corner[] = {
        0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x8001, 0xffff, 0x10000, 0x7fffff, 0x800000, 0xffffff,
        0x1000000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x00007c00, 0x7c007c00, 0x3f800000,
        0xbf800000, 0x3fffffff, 0x40000000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0x00800000,
        0x00800001, 0x80800000, 0x007fffff, 0x33800000, 0x4b000000, 0x4b7fffff, 0x4f000000, 0x4effffff, 0xcf000000,
        0x477fe000, 0x477fefff, 0x477ff000, 0x38800000, 0x2f000000, 0x2effffff, 0x3fe00000, 0x40200000, 0x3f000000};
    uint32_t r = (uint32_t)rng();
    switch (rng() % 10) {
    case 0: return corner[rng() % (sizeof corner / sizeof *corner)];
    case 1: return near;
    case 2: return near ^ 0x80000000u;
    case 3: return near + (uint32_t)(rng() % 7) - 3;
    case 4: return (near & 0xff800000u) | (r & 0x7fffff);
    case 5: return (near ^ (r & 0x80000000u)) + ((rng() % 53 - 26) << 23);       // a near exponent
    case 6: return r >> (rng() % 32);
    case 7: return (r & 0x807fffffu) | ((rng() % 64 + 96) << 23);
    case 8: return (r & 0x80000000u) | (uint32_t)(0xffffffffull << (rng() % 32));
    default: return r;
    }
}

} // namespace

int main(int argc, char **argv)
{
    unsigned seed = 1, warps = 20000, fault = 0;
    std::string only;
    if (argc < 2) {
        fprintf(stderr, "usage: exec_random <vector folder> [--seed n] [--warps n] [--fault n] [--file name]\n");
        return 2;
    }
    for (int i = 2; i + 1 < argc; i += 2) {
        std::string a = argv[i];
        unsigned v = (unsigned)strtoul(argv[i + 1], nullptr, 0);
        if (a == "--seed")
            seed = v;
        else if (a == "--warps")
            warps = v;
        else if (a == "--fault")
            fault = v;
        else if (a == "--file")
            only = argv[i + 1];
    }
    auto insns = instructions(argv[1], only);
    if (insns.empty()) {
        fprintf(stderr, "exec_random: no file '%s'\n", only.c_str());
        return 2;
    }
    struct model *model = model_new();
    if (!model)
        return 2;
    std::mt19937 rng(seed);
    VerilatedContext ctx;
    Vexec_bench top(&ctx);
    auto edge = [&] {
        top.clk = 1;
        top.eval();
        top.clk = 0;
        top.eval();
    };
    top.fault = (uint8_t)fault;
    top.rst = 1;
    top.in_valid = 0;
    edge();
    edge();
    top.rst = 0;

    std::deque<std::shared_ptr<Warp>> flight;     // one entry per quarter in the pipe
    long bad = 0, lanes = 0, refused = 0;
    int shown = 20;
    for (uint64_t cycle = 0; cycle < 4ull * warps + STAGES; cycle++) {
        if (cycle >= STAGES) {
            std::shared_ptr<Warp> w = flight.front();
            flight.pop_front();
            unsigned quarter = (unsigned)(cycle - STAGES) & 3;
            for (unsigned l = 0; w && l < 8; l++) {
                unsigned i = 8 * quarter + l;
                uint32_t r = top.out_r[l], cc = (top.out_cc >> (4 * l)) & 0xf;
                lanes++;
                if (r == w->result[i] && (!w->writes_cc || cc == w->cc[i]))
                    continue;
                bad++;
                if (shown-- > 0)
                    printf("%08x %08x  %08x %08x %08x c%x: RTL %08x %x, model %08x %x\n", w->w0, w->w1, w->src[0][i],
                           w->src[1][i], w->src[2][i], w->c0[i], r, cc, w->result[i], w->cc[i]);
            }
        }
        std::shared_ptr<Warp> w;
        if (cycle % 4 == 0 && cycle < 4ull * warps) {
            w = std::make_shared<Warp>();
            auto in = insns[rng() % insns.size()];
            w->w0 = in.first;
            w->w1 = in.second;
            for (int i = 0; i < 32; i++) {
                uint32_t near = (uint32_t)rng();
                for (auto &s : w->src)
                    near = s[i] = operand(rng, near);
                w->c0[i] = rng() & 0xf;
            }
            if (!model_run(model, w->w0, w->w1, w->src, w->c0, w->result, w->cc, &w->writes_cc)) {
                refused++;
                w.reset();
            }
        } else if (cycle % 4 != 0)
            w = flight.back();
        unsigned quarter = cycle & 3;
        top.in_valid = w != nullptr;
        if (w) {
            top.w0 = w->w0;
            top.w1 = w->w1;
            uint32_t c = 0;
            for (unsigned l = 0; l < 8; l++) {
                top.r4[l] = w->src[0][8 * quarter + l];
                top.r5[l] = w->src[1][8 * quarter + l];
                top.r6[l] = w->src[2][8 * quarter + l];
                c |= (uint32_t)w->c0[8 * quarter + l] << (4 * l);
            }
            top.c0 = c;
        }
        flight.push_back(w);
        edge();
    }
    printf("%zu instructions, %ld lane results, %ld differences, %ld warps refused by the model\n", insns.size(), lanes,
           bad, refused);
    bool failed = bad || refused || lanes == 0;
    if (fault)
        printf("fault %u %s\n", fault, failed ? "noticed" : "NOT noticed");
    return failed != (fault != 0);
}
