// SPDX-License-Identifier: Apache-2.0
// The texture unit's arithmetic alone, with random input, against the functions that define it
// (cmodel/func/tex_taps.c): addresses and weights of every address mode and coordinate; weighted means of converted
// texels.
//
//   tex_random [--cases n] [--wrong]     --wrong: the reference is off by one weight, which must be found
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "Vtex_bench.h"
#include "gt_chip.h"
#include "verilated.h"
extern "C" {
#include "tex.h"
}

double sc_time_stamp() { return 0; }

namespace {

using Rng = std::mt19937;

struct Bench {
    Vtex_bench v;
    void cycle()
    {
        v.clk = 0;
        v.eval();
        v.clk = 1;
        v.eval();
    }
};

// A field of a packed struct in its words.
void put(uint32_t *words, unsigned lsb, unsigned bits, uint64_t value)
{
    for (unsigned i = 0; i < bits; i++)
        if (value >> i & 1)
            words[(lsb + i) / 32] |= 1u << (lsb + i) % 32;
}

// Coordinates that matter: around edges, of every size, special values.
uint32_t coordinate(Rng &r, const gt_texture &t, bool sample, uint32_t n)
{
    if (!sample)
        return r() % 4 ? r() % (n + 20) - 10 : r();
    switch (r() % 8) {
    case 0: return r();
    case 1: return (r() & 0x80000000) | 0x7f800000 | (r() % 3 == 0);
    case 2: return r() & 0x80ffffff;
    default: break;
    }
    float f = (float(r() % 65536) / 65536 * 3 - 1) * (t.normalized ? 1 : float(n));
    if (r() % 4 == 0)
        f = (float(int(r() % (2 * n + 4)) - int(n / 2)) / (r() % 2 ? 1 : 2) + float(int(r() % 5) - 2) / 512) /
            (t.normalized ? float(n) : 1);
    uint32_t x;
    memcpy(&x, &f, 4);
    return x;
}

gt_texture texture(Rng &r)
{
    static const uint32_t sizes[] = {1, 2, 3, 7, 16, 100, 255, 256, 1000, 8192, 32767, 32768, 65535, 65536};
    gt_texture t = {};
    t.comps = uint8_t(1 << r() % 3);
    t.bits = uint8_t(8 << r() % 3);
    t.type = GT_TEX_FLOAT;
    t.addr = 0x10000 + 256 * (r() % 1000);
    t.width = r() % 20 ? sizes[r() % 14] : 0;
    if (r() % 16 == 0) {
        t.width = r() % 2 ? 1u << 27 : 1 + r() % 100000;
        return t;                       // linear memory
    }
    t.height = r() % 2 ? 1 + r() % 20 : 1 + r() % 32768;
    t.pitch = (t.width * t.comps * t.bits / 8 + 31) / 32 * 32;
    t.normalized = r() % 2;
    t.linear = r() % 2;
    for (auto &m : t.mode)
        m = uint8_t(t.normalized ? r() % 4 : r() % 2 * GT_TEX_BORDER);
    return t;
}

bool addresses(Bench &b, Rng &r)
{
    gt_texture t = texture(r);
    gt_tex_op op = {};
    op.sample = r() % 4 != 0;
    op.coords = uint8_t(1 + r() % 2);
    op.dx = op.sample ? 0 : int8_t(r() % 16) - 8;
    op.dy = op.sample ? 0 : int8_t(r() % 16) - 8;
    uint32_t x = coordinate(r, t, op.sample, t.width ? t.width : 1),
             y = coordinate(r, t, op.sample, t.height ? t.height : 1);
    gt_texture bound = t;
    if (!t.width)
        bound = gt_texture{};           // as tex.sv clears it
    memset(&b.v.tic, 0, sizeof b.v.tic);
    uint32_t *w = &b.v.tic[0];
    put(w, 0, 2, bound.comps / 2);
    put(w, 2, 2, bound.bits == 32 ? 2 : bound.bits / 16);
    put(w, 4, 3, bound.type);
    put(w, 7, 28, bound.width);
    put(w, 35, 32, bound.addr);
    put(w, 67, 1, bound.normalized);
    put(w, 68, 1, bound.linear);
    put(w, 69, 2, bound.mode[0]);
    put(w, 71, 2, bound.mode[1]);
    put(w, 73, 16, !bound.width ? 0 : bound.height ? bound.height : 1);
    put(w, 89, 16, bound.pitch / 32);
    b.v.op = uint32_t(op.coords == 2) | uint32_t(op.sample) << 1 | uint32_t(op.dy & 15) << 2 |
             uint32_t(op.dx & 15) << 6;
    b.v.x = x;
    b.v.y = y;
    for (int i = 0; i < 4; i++)
        b.cycle();
    b.v.x = b.v.y = 0;
    b.v.eval();
    gt_tex_taps p = gt_tex_taps_of(&bound, &op, x, y);
    bool ok = b.v.need == p.need && b.v.a == p.a && b.v.b == p.b;
    for (unsigned k = 0; k < 4; k++)
        if (p.need >> k & 1)
            ok = ok && b.v.addr[k] == p.addr[k] && (b.v.valid >> k & 1) == (p.inside >> k & 1);
    if (!ok) {
        printf("%s, %u coordinates 0x%08x 0x%08x, offsets %d %d: texture 0x%x, %u x %u, pitch %u, texel %u, "
               "normalized %d linear %d modes %u %u\n",
               op.sample ? "texauto" : "texfetch", op.coords, x, y, op.dx, op.dy, bound.addr, bound.width,
               bound.height, bound.pitch, bound.comps * bound.bits / 8, bound.normalized, bound.linear, bound.mode[0],
               bound.mode[1]);
        printf("  need %x, expected %x; weights %u %u, expected %u %u; inside %x, expected %x\n", b.v.need, p.need,
               b.v.a, b.v.b, p.a, p.b, b.v.valid, p.inside);
        for (unsigned k = 0; k < 4; k++)
            printf("  tap %u: 0x%x, expected 0x%x\n", k, uint32_t(b.v.addr[k]), p.addr[k]);
    }
    return ok;
}

uint32_t texel(Rng &r, unsigned spread)
{
    switch (r() % 32) {
    case 0: return (r() & 0x80000000) | 0x7f800000 | (r() % 3 == 0);
    case 1: return r() & 0x807fffff;
    case 2: return 0;
    default: return (r() & 0x807fffff) | ((r() % 8 ? 127 - spread / 2 : 1) + r() % spread) << 23;
    }
}

// A quad of four lanes with four f32 texels each, from two sectors (or some from one, with weights 0 that need less).
bool means(Bench &b, Rng &r, bool wrong)
{
    static const unsigned spreads[] = {1, 3, 24, 60, 120};
    uint32_t sector[2][8], v[16];
    unsigned spread = spreads[r() % 5];
    gt_tex_taps lane[4] = {};
    for (auto &s : sector)
        for (auto &x : s)
            x = texel(r, spread);
    uint16_t hit[2] = {0, 0}, outside = 0;
    uint8_t at[16];
    uint32_t fmt[4] = {};
    for (unsigned l = 0; l < 4; l++) {
        lane[l].a = r() % 4 ? uint8_t(r()) : 0;
        lane[l].b = r() % 4 ? uint8_t(r()) : 0;
        for (unsigned k = 0; k < 4; k++) {
            unsigned i = 4 * l + k, s = r() % 2, word = r() % 8;
            at[i] = uint8_t(4 * word);
            v[i] = sector[s][word];
            if ((k & 1 && !lane[l].a) || (k & 2 && !lane[l].b))
                continue;
            lane[l].need |= uint8_t(1u << k);
            hit[s] |= uint16_t(1u << i);
            if (r() % 16 == 0) {
                outside |= uint16_t(1u << i);
                v[i] = 0;
            }
        }
        put(fmt, 16 * l, 8, lane[l].a);
        put(fmt, 16 * l + 8, 8, lane[l].b);
    }
    put(fmt, 66, 1, 1);                 // linear
    put(fmt, 69, 16, outside);
    put(fmt, 85, 4, 1);                 // x wanted
    put(fmt, 91, 2, 2);                 // 32 bits
    put(fmt, 93, 3, GT_TEX_FLOAT);
    put(fmt, 96, 1, 1);
    b.v.word = 0;
    for (unsigned s = 0; s < 2; s++) {
        uint32_t f[4], off[3] = {};
        memcpy(f, fmt, sizeof f);
        put(f, s ? 64 : 65, 1, 1);      // first, last
        for (unsigned i = 0; i < 16; i++)
            put(off, 5 * i, 5, at[i]);
        b.v.in_valid = 1;
        memcpy(&b.v.in_fmt[0], f, sizeof f);
        memcpy(&b.v.in_off[0], off, sizeof off);
        memcpy(&b.v.in_data[0], sector[s], sizeof sector[s]);
        b.v.in_hit = hit[s];
        b.cycle();
    }
    b.v.in_valid = 0;
    unsigned cycles = 1;
    for (b.v.eval(); !b.v.ready && cycles < 100; cycles++)
        b.cycle();
    bool ok = cycles == GT_TEX_FILTER_CYCLES;
    if (!ok)
        printf("a mean takes %u cycles, expected %d\n", cycles, GT_TEX_FILTER_CYCLES);
    for (unsigned l = 0; l < 4 && ok; l++) {
        if (wrong && lane[l].a)
            lane[l].a--;
        uint32_t want = gt_tex_mean(v + 4 * l, &lane[l]);
        ok = b.v.value[l] == want;
        if (!ok)
            printf("mean of %08x %08x %08x %08x, weights %u %u, need %x: %08x, expected %08x\n", v[4 * l],
                   v[4 * l + 1], v[4 * l + 2], v[4 * l + 3], lane[l].a, lane[l].b, lane[l].need,
                   uint32_t(b.v.value[l]), want);
    }
    return ok;
}

}

int main(int argc, char **argv)
{
    unsigned cases = 100000, failed = 0;
    bool wrong = false;

    for (int i = 1; i < argc; i++)
        if (std::string(argv[i]) == "--cases" && i + 1 < argc)
            cases = unsigned(atoi(argv[++i]));
        else if (std::string(argv[i]) == "--wrong")
            wrong = true;
        else
            return 2;
    Bench b;
    Rng r(1);
    b.v.rst = 1;
    b.cycle();
    b.v.rst = 0;
    for (unsigned i = 0; i < cases && failed < 5; i++) {
        failed += !addresses(b, r);
        failed += !means(b, r, wrong);
    }
    printf("%u cases, %u failed\n", cases, failed);
    return failed != 0;
}
