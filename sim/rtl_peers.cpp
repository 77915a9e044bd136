// SPDX-License-Identifier: Apache-2.0
// The host of a RtlChip whose TPCs are in several processes. The others: rtl_serve.cpp.
#include "rtl_peers.hpp"

#include "rtl_chip.hpp"

RtlPeers::~RtlPeers()
{
    for (auto &m : next)
        message_free(&m);
}

// Sends each process the end of the quantum and what its TPCs get from memory and distributor.
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

// Reads what RtlServe's tell_sm wrote of one SM.
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

// Waits for each process's quantum, and takes its requests, events and first failure.
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

// The launch has ended: takes back the ports' state of the other processes.
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
