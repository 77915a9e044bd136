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
        bound = gt_texture{};           // as tex_quads clears it
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

// A quad of four lanes, one per cycle, with four f32 texels each (weights 0 need less), filtered or not.
bool means(Bench &b, Rng &r, bool wrong)
{
    static const unsigned spreads[] = {1, 3, 24, 60, 120};
    unsigned spread = spreads[r() % 5];
    uint32_t v[16], fmt = 0;
    gt_tex_taps lane[4] = {};
    const bool linear = r() % 4 != 0;
    put(&fmt, 0, 1, linear);
    put(&fmt, 3, 2, 2);                 // 32 bits
    put(&fmt, 5, 3, GT_TEX_FLOAT);
    put(&fmt, 8, 4, 1);                 // x wanted
    b.v.in_fmt = fmt;
    b.v.in_word = 0;
    bool ok = true;
    for (unsigned l = 0; l < 4 + 3; l++) {
        b.v.in_valid = l < 4;
        if (l < 4) {
            uint32_t off = 0, at = 0, outside = 0;
            lane[l].a = r() % 4 ? uint8_t(r()) : 0;
            lane[l].b = r() % 4 ? uint8_t(r()) : 0;
            for (unsigned k = 0; k < 4; k++) {
                unsigned word = r() % 8, i = 4 * l + k;
                put(&off, 5 * k, 5, 4 * word);
                put(&at, 3 * k, 3, word);
                b.v.in_full[k] = v[i] = texel(r, spread);
                if ((k & 1 && !lane[l].a) || (k & 2 && !lane[l].b))
                    continue;
                lane[l].need |= uint8_t(1u << k);
                if (r() % 16 == 0) {
                    outside |= 1u << k;
                    v[i] = 0;
                }
            }
            b.v.in_off = off;
            b.v.in_outside = outside;
            b.v.in_weight = uint16_t(lane[l].a | lane[l].b << 8);
            b.v.eval();
            if (b.v.in_at != at) {
                printf("words %x of the sectors, expected %x\n", b.v.in_at, at);
                ok = false;
            }
        }
        if (b.v.out_valid != (l >= 3)) {
            printf("a value in cycle %u: %d, expected %d\n", l, b.v.out_valid, l >= 3);
            ok = false;
        }
        if (l >= 3) {
            gt_tex_taps &taps = lane[l - 3];
            const uint32_t *t = v + 4 * (l - 3);
            if (wrong && taps.a)
                taps.a--;
            uint32_t want = linear ? gt_tex_mean(t, &taps) : t[0];
            if (b.v.out_value != want) {
                printf("mean of %08x %08x %08x %08x, weights %u %u, need %x, linear %d: %08x, expected %08x\n", t[0],
                       t[1], t[2], t[3], taps.a, taps.b, taps.need, linear, b.v.out_value, want);
                ok = false;
            }
        }
        b.cycle();
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
