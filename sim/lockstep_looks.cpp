// SPDX-License-Identifier: Apache-2.0
#include "lockstep_looks.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace {

struct Place {
    const char *of;                     // what `at` counts; "": there is one
    const char *name;
    const char *value[LOOK_VALUES];     // NULL behind the last one
    const char *what[5];                // what the first value says, if it is no number
};

#define LOOK_DATA "data 0", "data 1", "data 2", "data 3", "data 4", "data 5", "data 6", "data 7"
#define LOOK_TLB {"what", "way", "address", "page"}, {"-", "passes", "asks", "puts", "is not mapped"}
#define LOOK_REQ {"to", "from", "id", "kind", "space", "address", "mask", LOOK_DATA}, {}
#define LOOK_RSP {"to", "from", "id", LOOK_DATA}, {}
constexpr Place places[] = {
    {"TPC ", "texture L1", {"found", "way", "sector", "id"}, {"misses", "hits"}},
    {"TPC ", "L1 TLB of g[] and l[]", LOOK_TLB},
    {"TPC ", "L1 TLB of textures", LOOK_TLB},
    {"", "MMU", {"what", "L1 TLB", "page", "entry or where"}, {"-", "finds", "walks", "fills", "has no page"}},
    {"", "L3", {"found", "way", "address", "source", "id"}, {"misses", "hits"}},
    {"partition ", "texture L2", {"what", "sector", "place", "way", "behind"}, {"hits", "joins", "misses", "passes"}},
    {"partition ", "fill of the texture L2", {"miss"}, {}},
    {"client ", "request into the crossbar", LOOK_REQ},
    {"client ", "answer out of the crossbar", LOOK_RSP},
    {"server ", "request out of the crossbar", LOOK_REQ},
    {"server ", "answer into the crossbar", LOOK_RSP},
};
static_assert(sizeof places / sizeof *places == LOOK_PLACES, "a name for each");

bool before(const gpu_look &a, const gpu_look &b) { return a.place != b.place ? a.place < b.place : a.at < b.at; }

bool equal(const gpu_look &a, const gpu_look &b)
{
    return a.place == b.place && a.at == b.at && !memcmp(a.value, b.value, sizeof a.value);
}

std::string value(const Place &p, unsigned i, const gpu_look *k)
{
    char text[32] = "nothing";
    if (k && i == 0 && p.what[0] && k->value[0] < 5 && p.what[k->value[0]])
        return p.what[k->value[0]];
    if (k)
        snprintf(text, sizeof text, "0x%" PRIx32, k->value[i]);
    return text;
}

}

std::string LookDifference::where() const
{
    const gpu_look &k = rtl ? *rtl : *model;
    const Place &p = places[k.place];
    return std::string(p.of) + (*p.of ? std::to_string(k.at) + ", " : "") + p.name;
}

// The values of one place, RTL beside model; a star marks those that differ.
std::string LookDifference::table() const
{
    const Place &p = places[(rtl ? rtl : model)->place];
    char line[128];
    snprintf(line, sizeof line, "    %-16s %-16s %s\n", "", "RTL", "model");
    std::string text = line;
    for (unsigned i = 0; i < LOOK_VALUES && p.value[i]; i++) {
        const bool same = rtl && model && rtl->value[i] == model->value[i];
        snprintf(line, sizeof line, "  %c %-16s %-16s %s\n", same ? ' ' : '*', p.value[i], value(p, i, rtl).c_str(),
                 value(p, i, model).c_str());
        text += line;
    }
    return text;
}

LookDifference look_difference(gpu_looks &rtl, gpu_looks &model)
{
    std::sort(rtl.look, rtl.look + rtl.n, before);
    std::sort(model.look, model.look + model.n, before);
    unsigned n = std::min(rtl.n, model.n), i = 0;
    while (i < n && equal(rtl.look[i], model.look[i]))
        i++;
    LookDifference d;
    if (i < rtl.n)
        d.rtl = &rtl.look[i];
    if (i < model.n)
        d.model = &model.look[i];
    if (d.rtl && d.model && before(*d.rtl, *d.model))
        d.model = nullptr;
    else if (d.rtl && d.model && before(*d.model, *d.rtl))
        d.rtl = nullptr;
    return d;
}
