// SPDX-License-Identifier: Apache-2.0
#include "lockstep_event.hpp"

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

using Field = gt_event_field;

std::vector<Field> fields(const gt_event &e)
{
    std::vector<Field> out(GT_EVENT_FIELDS);
    out.resize(gt_event_fields(&e, out.data()));
    return out;
}

std::string label(const Field &f)
{
    return f.index < 0 ? f.name : std::string(f.name) + "[" + std::to_string(f.index) + "]";
}

const Field *find(const std::vector<Field> &f, const Field &like)
{
    for (auto &x : f)
        if (x.index == like.index && !strcmp(x.name, like.name))
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

bool event_pairs(const gt_event &a, const gt_event &b)
{
    if (a.type != b.type)
        return false;
    return a.type != GT_EV_BLOCK || a.done == b.done;
}

bool event_equal(const gt_event &a, const gt_event &b)
{
    if (a.type != b.type || a.cycle != b.cycle)
        return false;
    Field x[GT_EVENT_FIELDS], y[GT_EVENT_FIELDS];
    unsigned n = gt_event_fields(&a, x);
    if (n != gt_event_fields(&b, y))
        return false;
    for (unsigned i = 0; i < n; i++)
        if (x[i].value != y[i].value || x[i].index != y[i].index)
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
    snprintf(line, sizeof line, "  %c %-12s %-12s %-12s\n", rtl && model ? ' ' : '*', "event",
             rtl ? gt_event_name(rtl->type) : "none", model ? gt_event_name(model->type) : "none");
    out += line;
    for (auto &f : a)
        row(out, label(f), &f, find(b, f));
    for (auto &f : b)
        if (!find(a, f))
            row(out, label(f), nullptr, &f);
    return out;
}
