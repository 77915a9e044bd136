// SPDX-License-Identifier: Apache-2.0
#include "lockstep_event.hpp"

#include <cstdio>
#include <vector>

namespace {

// One field that means something for its event.
struct Field { std::string name; uint32_t value; };

std::string indexed(const char *name, unsigned i)
{
    return std::string(name) + "[" + std::to_string(i) + "]";
}

// The bytes of a store that are written; the others are undefined.
uint32_t byte_mask(uint32_t mask, unsigned word)
{
    uint32_t m = 0;
    for (unsigned b = 0; b < 4; b++)
        if (mask >> (4 * word + b) & 1)
            m |= 0xffu << (8 * b);
    return m;
}

// Calls take for the scalar fields, in printing order.
template <class F> void scalars(const gt_event &e, F take)
{
    switch (e.type) {
    case GT_EV_ISSUE:
        take("warp", e.warp), take("pc", e.pc), take("micro-op", e.uop), take("active", e.mask);
        break;
    case GT_EV_SPWB:
        take("warp", e.warp), take("pc", e.pc), take("quarter", e.part), take("lanes", e.mask), take("writes", e.n);
        break;
    case GT_EV_XWB:
        take("warp", e.warp), take("pc", e.pc), take("quarter", e.part), take("lanes", e.mask), take("writes", e.n & 7),
            take("register", e.n >> 8);
        break;
    case GT_EV_LSADDR:
        take("warp", e.warp), take("pc", e.pc), take("half", e.part), take("lanes", e.mask);
        break;
    case GT_EV_LDWB:
        take("warp", e.warp), take("pc", e.pc), take("half", e.part), take("lanes", e.mask), take("register", e.n);
        break;
    case GT_EV_BRU:
        take("warp", e.warp), take("next pc", e.pc), take("active", e.mask), take("depth", e.n & 0xffff),
            take("finished", e.n >> 16);
        break;
    case GT_EV_MEMREQ:
        take(e.n & 2 ? "atomic" : "write", e.n), take("address", e.addr);
        if (e.n == 1)
            take("byte mask", e.mask);
        break;
    case GT_EV_BLOCK:
        take("done", e.n), take("slot", e.warp);
        if (!e.n)
            take("block y:x", e.addr);
        break;
    default:
        break;
    }
}

// Calls take for the values of lanes, words or bytes that mean something.
template <class F> void vectors(const gt_event &e, F take)
{
    switch (e.type) {
    case GT_EV_SPWB:
    case GT_EV_XWB:
        for (unsigned i = 0; i < 8; i++)
            if (e.mask >> i & 1) {
                if (e.n & 5)
                    take("result", i, e.data[i]);
                if (e.n & 2)
                    take("$c", i, e.data[8 + i]);
            }
        break;
    case GT_EV_LSADDR:
        for (unsigned i = 0; i < 16; i++)
            if (e.mask >> i & 1)
                take("address", i, e.lane_addr[i]);
        break;
    case GT_EV_LDWB:
        for (unsigned i = 0; i < 16; i++)
            if (e.mask >> i & 1)
                take("data", i, e.data[i]);
        break;
    case GT_EV_MEMREQ:
        for (unsigned i = 0; e.n & 2 && i < 4; i++)
            take("operand", i, e.data[i]);
        for (unsigned i = 0; e.n == 1 && i < 8; i++)
            if (e.mask >> (4 * i) & 15)
                take("data", i, e.data[i] & byte_mask(e.mask, i));
        break;
    default:
        break;
    }
}

std::vector<Field> fields(const gt_event &e)
{
    std::vector<Field> out;
    scalars(e, [&](const char *n, uint32_t v) { out.push_back({n, v}); });
    vectors(e, [&](const char *n, unsigned i, uint32_t v) { out.push_back({indexed(n, i), v}); });
    return out;
}

// Collects the values only, into a fixed array: the comparison of every event must not allocate.
struct Values {
    uint32_t v[40];
    unsigned n = 0;
    explicit Values(const gt_event &e)
    {
        scalars(e, [&](const char *, uint32_t x) { v[n++] = x; });
        vectors(e, [&](const char *, unsigned, uint32_t x) { v[n++] = x; });
    }
};

const Field *find(const std::vector<Field> &f, const std::string &name)
{
    for (auto &x : f)
        if (x.name == name)
            return &x;
    return nullptr;
}

void row(std::string &out, const std::string &name, const Field *a, const Field *b)
{
    char va[16] = "-", vb[16] = "-", line[96];
    if (a)
        snprintf(va, sizeof va, "0x%x", a->value);
    if (b)
        snprintf(vb, sizeof vb, "0x%x", b->value);
    bool differs = !a || !b || a->value != b->value;
    snprintf(line, sizeof line, "  %c %-12s %-12s %-12s\n", differs ? '*' : ' ', name.c_str(), va, vb);
    out += line;
}

}

const char *event_name(unsigned type)
{
    static const char *const names[] = {"ISSUE", "SPWB", "LSADDR", "LDWB", "XWB", "BRU", "MEMREQ", "BLOCK", "FAULT"};
    return type < sizeof names / sizeof *names ? names[type] : "?";
}

bool event_pairs(const gt_event &a, const gt_event &b)
{
    if (a.type != b.type)
        return false;
    return a.type != GT_EV_BLOCK || a.n == b.n;
}

bool event_equal(const gt_event &a, const gt_event &b)
{
    if (a.type != b.type || a.cycle != b.cycle)
        return false;
    Values x(a), y(b);
    if (x.n != y.n)
        return false;
    for (unsigned i = 0; i < x.n; i++)
        if (x.v[i] != y.v[i])
            return false;
    return true;
}

std::string event_table(const gt_event *rtl, const gt_event *model)
{
    std::vector<Field> a, b;
    std::string out;
    char line[96];

    if (rtl)
        a = fields(*rtl);
    if (model)
        b = fields(*model);
    snprintf(line, sizeof line, "    %-12s %-12s %-12s\n", "", "RTL", "model");
    out += line;
    snprintf(line, sizeof line, "  %c %-12s %-12s %-12s\n", rtl && model ? ' ' : '*', "event", rtl ? event_name(rtl->type) : "none",
             model ? event_name(model->type) : "none");
    out += line;
    for (auto &f : a)
        row(out, f.name, &f, find(b, f.name));
    for (auto &f : b)
        if (!find(a, f.name))
            row(out, f.name, nullptr, &f);
    return out;
}
