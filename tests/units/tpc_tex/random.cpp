// SPDX-License-Identifier: Apache-2.0
// The texture unit's arithmetic alone, with random input, against the functions that define it
// (cmodel/func/tex_taps.c): addresses and weights of every address mode and coordinate; weighted means of converted
// texels, of four and of eight.
//
//   tex_random [--cases n] [--wrong]     --wrong: the reference is off by one weight, which must be found
//
//! around tex_bench.sv
//! test rtl --cases 200000
//! test wrong_weight: rtl --cases 1000 --wrong => , expected 
//! model
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
    if (r() % 2) {
        t.depth = r() % 2 ? 1 + r() % 8 : 1 + r() % 2048;
        t.slice = t.height * t.pitch + 32 * (r() % 4);
    }
    for (auto &m : t.mode)
        m = uint8_t(t.normalized ? r() % 4 : r() % 2 * GT_TEX_BORDER);
    return t;
}

// A random texture and coordinate: the unit's taps and weights against the model's.
bool addresses(Bench &b, Rng &r)
{
    gt_texture t = texture(r);
    gt_tex_op op = {};
    op.sample = r() % 4 != 0;
    op.coords = uint8_t(1 + r() % 3);
    const uint32_t extent[3] = {t.width, t.height, t.depth};
    uint32_t at[3];
    for (unsigned k = 0; k < 3; k++) {
        op.d[k] = op.sample ? 0 : int8_t(r() % 16) - 8;
        at[k] = coordinate(r, t, op.sample, extent[k] ? extent[k] : 1);
    }
    const bool odd = r() % 2;           // slot of a pair
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
    put(w, 105, 2, bound.mode[2]);
    put(w, 107, 12, !bound.width ? 0 : bound.depth ? bound.depth : 1);
    put(w, 119, 27, bound.slice / 32);
    b.v.op = uint32_t(op.coords - 1) | uint32_t(op.sample) << 2 | uint32_t(op.d[2] & 15) << 3 |
             uint32_t(op.d[1] & 15) << 7 | uint32_t(op.d[0] & 15) << 11;
    b.v.x = at[0];
    b.v.y = at[1];
    b.v.z = at[2];
    b.v.odd = odd;
    for (int i = 0; i < 4; i++)
        b.cycle();
    b.v.x = b.v.y = b.v.z = 0;
    b.v.eval();
    gt_tex_taps p = gt_tex_taps_of(&bound, &op, at);
    const unsigned first = odd && op.coords == 3 ? 4 : 0;       // tap of the slot
    const unsigned need = p.need >> first & 15, inside = p.inside >> first & 15;
    bool ok = b.v.need == need && b.v.a == p.weight[0] && b.v.b == p.weight[1] && b.v.c == p.weight[2];
    for (unsigned k = 0; k < 4; k++)
        if (need >> k & 1)
            ok = ok && b.v.addr[k] == p.addr[first + k] && (b.v.valid >> k & 1) == (inside >> k & 1);
    if (!ok) {
        printf("%s, %u coordinates 0x%08x 0x%08x 0x%08x, offsets %d %d %d, odd %d: texture 0x%x, %u x %u x %u, pitch "
               "%u, slice %u, texel %u, normalized %d linear %d modes %u %u %u\n",
               op.sample ? "texauto" : "texfetch", op.coords, at[0], at[1], at[2], op.d[0], op.d[1], op.d[2], odd,
               bound.addr, bound.width, bound.height, bound.depth, bound.pitch, bound.slice,
               bound.comps * bound.bits / 8, bound.normalized, bound.linear, bound.mode[0], bound.mode[1],
               bound.mode[2]);
        printf("  need %x, expected %x; weights %u %u %u, expected %u %u %u; inside %x, expected %x\n", b.v.need, need,
               b.v.a, b.v.b, b.v.c, p.weight[0], p.weight[1], p.weight[2], b.v.valid, inside);
        for (unsigned k = 0; k < 4; k++)
            printf("  tap %u: 0x%x, expected 0x%x\n", k, uint32_t(b.v.addr[k]), p.addr[first + k]);
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

constexpr unsigned kStages = 10;        // registers that a lane passes

// A quad of four lanes, one per cycle, with four f32 texels each, or a pair of two lanes, each twice in a row with
// eight texels together (weights 0 need less), filtered or not.
bool means(Bench &b, Rng &r, bool wrong)
{
    static const unsigned spreads[] = {1, 3, 24, 60, 120};
    unsigned spread = spreads[r() % 5];
    uint32_t v[16], fmt = 0;
    gt_tex_taps lane[4] = {};
    const bool linear = r() % 4 != 0, pair = r() % 2;
    const unsigned n = pair ? 8 : 4;    // texels of a lane
    put(&fmt, 0, 1, pair);
    put(&fmt, 1, 1, linear);
    put(&fmt, 4, 2, 2);                 // 32 bits
    put(&fmt, 6, 3, GT_TEX_FLOAT);
    put(&fmt, 9, 4, 1);                 // x wanted
    b.v.in_fmt = fmt;
    b.v.in_word = 0;
    for (unsigned l = 0; l < 16 / n; l++) {
        for (unsigned d = 0; d < (pair ? 3 : 2); d++)
            lane[l].weight[d] = r() % 4 ? uint8_t(r()) : 0;
        for (unsigned k = 0; k < n; k++)
            lane[l].need |= uint8_t(unsigned((!(k & 1) || lane[l].weight[0]) && (!(k & 2) || lane[l].weight[1]) &&
                                             (!(k & 4) || lane[l].weight[2])) << k);
    }
    bool ok = true;
    for (unsigned c = 0; c < 4 + kStages; c++) {
        b.v.in_valid = c < 4;
        b.v.in_odd = c & 1;
        if (c >= 1 && c <= 4) {
            const unsigned l = c - 1;
            uint32_t off = 0, at = 0, outside = 0;
            const gt_tex_taps &taps = lane[4 * l / n];
            for (unsigned k = 0; k < 4; k++) {
                unsigned word = r() % 8, i = 4 * l + k;
                put(&off, 5 * k, 5, 4 * word);
                put(&at, 3 * k, 3, word);
                b.v.tap_full[k] = v[i] = texel(r, spread);
                if (taps.need >> i % n & 1 && r() % 16 == 0) {
                    outside |= 1u << k;
                    v[i] = 0;
                }
            }
            b.v.tap_off = off;
            b.v.tap_outside = outside;
            b.v.tap_weight = taps.weight[0] | uint32_t(taps.weight[1]) << 8 | uint32_t(taps.weight[2]) << 16;
            b.v.eval();
            if (b.v.tap_at != at) {
                printf("words %x of the sectors, expected %x\n", b.v.tap_at, at);
                ok = false;
            }
        }
        if (b.v.out_valid != (c >= kStages)) {
            printf("a value in cycle %u: %d, expected %d\n", c, b.v.out_valid, c >= kStages);
            ok = false;
        }
        if (c >= kStages && (!pair || (c - kStages) & 1)) {
            const unsigned which = 4 * (c - kStages) / n;
            gt_tex_taps &taps = lane[which];
            const uint32_t *t = v + n * which;
            if (wrong && taps.weight[pair ? 2 : 0])
                taps.weight[pair ? 2 : 0]--;
            uint32_t want = linear ? gt_tex_mean(t, &taps) : t[0];
            if (b.v.out_value != want) {
                printf("mean of");
                for (unsigned k = 0; k < n; k++)
                    printf(" %08x", t[k]);
                printf(", weights %u %u %u, need %x, linear %d: %08x, expected %08x\n", taps.weight[0], taps.weight[1],
                       taps.weight[2], taps.need, linear, b.v.out_value, want);
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
