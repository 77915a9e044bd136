// SPDX-License-Identifier: Apache-2.0
#include "rtl_peers.hpp"

#include "rtl_chip.hpp"

// What the host says.
enum class Say : uint32_t { QUANTUM, END };

template <class T> static void put(gt_message &m, const T &value) { message_put(&m, &value, sizeof value); }
template <class T> static void get(gt_message &m, T &value) { message_get(&m, &value, sizeof value); }

// ---- the host -------------------------------------------------------------------------------------

RtlPeers::~RtlPeers()
{
    for (auto &m : next)
        message_free(&m);
}

void RtlPeers::begin(const RtlChip &m, const RtlBlocks &blocks, uint64_t until)
{
    gt_message whole{};
    for (unsigned p = 1; p < peers->n; p++) {
        const bool met = next[p].n;
        message_clear(&whole);
        put(whole, Say::QUANTUM);
        put(whole, until);
        put(whole, m.values);
        put(whole, met);
        message_put(&whole, next[p].bytes, next[p].n);
        for (unsigned t = first(p); !met && t < first(p + 1); t++)
            memory_give_tpc(m.memory.get(), t, &whole);
        message_clear(&next[p]);
        for (unsigned s = first(p) * chip->sms; s < first(p + 1) * chip->sms; s++)
            put(whole, blocks.door(s));
        peers->send(peers->ctx, p, &whole);
    }
    message_free(&whole);
}

static void hear_sm(RtlChip &m, RtlBlocks &blocks, unsigned s, gt_message &from)
{
    RtlPort &p = m.port[s];
    uint64_t n;
    get(from, blocks.door(s));
    get(from, p.faulted);
    get(from, p.unmapped);
    get(from, p.fault);
    get(from, n);
    m.log[s].resize(n);
    message_get(&from, m.log[s].data(), n * sizeof(gt_event));
}

void RtlPeers::finish(RtlChip &m, RtlBlocks &blocks)
{
    gt_message from{};
    char failed[512];
    for (unsigned p = 1; p < peers->n; p++) {
        peers->receive(peers->ctx, p, &from);
        message_get_text(&from, failed, sizeof failed);
        if (m.failed.empty())
            m.failed = failed;
        for (unsigned t = first(p); t < first(p + 1); t++) {
            memory_hear_tpc(m.memory.get(), t, &from);
            for (unsigned s = t * chip->sms; s < (t + 1) * chip->sms; s++)
                hear_sm(m, blocks, s, from);
        }
    }
    message_free(&from);
}

void RtlPeers::middle(const struct memory *m)
{
    for (unsigned p = 1; p < peers->n; p++)
        for (unsigned t = first(p); t < first(p + 1); t++)
            memory_tell_middle(m, t, &next[p]);
}

void RtlPeers::settle(struct memory *m)
{
    gt_message both{};
    for (unsigned p = 1; p < peers->n; p++) {
        message_clear(&both);
        put(both, Say::END);
        peers->send(peers->ctx, p, &both);
        peers->receive(peers->ctx, p, &both);
        for (unsigned t = first(p); t < first(p + 1); t++)
            memory_take_tpc(m, t, &both);
    }
    message_free(&both);
}

// ---- the others -----------------------------------------------------------------------------------

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
