// SPDX-License-Identifier: Apache-2.0
// A process that has TPCs of a RtlChip whose distributor and memory are another's, the host (rtl_peers.cpp).
#include "rtl_chip.hpp"

static void tell_sm(const RtlChip &m, RtlBlocks &blocks, unsigned s, gt_message &to)
{
    const RtlPort &p = m.port[s];
    put(to, blocks.door(s));
    put(to, p.faulted);
    put(to, p.unmapped);
    put(to, p.fault);
    put(to, uint64_t(m.log[s].size()));
    message_put(&to, m.log[s].data(), m.log[s].size() * sizeof(gt_event));
}

// Steps this process's TPCs as the host says, and answers with what they ask for.
static void quantum(RtlChip &m, RtlBlocks &blocks, gt_message &both)
{
    const unsigned sms = unsigned(m.port.size()) / m.tpcs;
    uint64_t until;
    bool met;
    get(both, until);
    get(both, m.values);
    get(both, met);                     // but before the first one
    for (unsigned t = m.first; t < m.end; t++)
        if (met)
            memory_hear_middle(m.memory.get(), t, &both);
        else
            memory_take_tpc(m.memory.get(), t, &both);
    memory_meet(m.memory.get(), m.cycle);
    for (unsigned s = m.first * sms; s < m.end * sms; s++)
        get(both, blocks.door(s));
    m.step_here(blocks, until);
    message_clear(&both);
    message_put_text(&both, m.failed.c_str());
    for (unsigned t = m.first; t < m.end; t++) {
        memory_tell_tpc(m.memory.get(), t, &both);
        for (unsigned s = t * sms; s < (t + 1) * sms; s++)
            tell_sm(m, blocks, s, both);
    }
}

// Why the machine of this launch cannot be had here; empty: it is *build.
static std::string machine(const gt_peers_work *w, const gt_rtl_build *&build)
{
    gt_result res{};
    if (!w->params)
        return "out of memory";
    build = rtl_build(w->gpu, {}, false, &res);
    if (!build)
        return res.message;
    return rtl_peers_digest() == w->with ? "" : "machine tpc_fast is made from other Verilog than that of process 0";
}

void gt_rtl_serve(const gt_peers_work *w)
{
    const gt_peers *p = w->peers;
    const gt_rtl_build *build = nullptr;
    const std::string why = machine(w, build);
    if (!gt_peers_ready(w, why.empty() ? nullptr : why.c_str()))
        return;
    const unsigned first = gt_peers_first(p->n, w->gpu->chip, p->self);
    const unsigned end = gt_peers_first(p->n, w->gpu->chip, p->self + 1);
    RtlChip m(*build, nullptr, w->gpu, &w->launch, &w->config, w->gpu->threads, first, end);
    RtlBlocks blocks(w->gpu, &w->launch, &w->config);
    gt_message both{};
    Say say;
    for (;;) {
        p->receive(p->ctx, 0, &both);
        get(both, say);
        if (say == Say::END)
            break;
        quantum(m, blocks, both);
        p->send(p->ctx, 0, &both);
    }
    message_clear(&both);
    for (unsigned t = first; t < end; t++)
        memory_give_tpc(m.memory.get(), t, &both);
    p->send(p->ctx, 0, &both);
    message_free(&both);
}
