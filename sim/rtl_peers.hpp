// SPDX-License-Identifier: Apache-2.0
//
// RtlPeers: a RtlChip whose TPCs are in several processes (docs/mpi.md), at the host: what it says to the others, and
// hears of them, in each quantum; as cmodel/run/chip_peers.c.
#ifndef GT200_RTL_PEERS_HPP
#define GT200_RTL_PEERS_HPP

#include "rtl_port.hpp"
extern "C" {
#include "port/memory.h"
}
#include "peers.h"

class RtlChip;

// What the host says, and values in a message.
enum class Say : uint32_t { QUANTUM, END };
template <class T> void put(gt_message &m, const T &value) { message_put(&m, &value, sizeof value); }
template <class T> void get(gt_message &m, T &value) { message_get(&m, &value, sizeof value); }

class RtlPeers {
public:
    RtlPeers(const gt_peers *p, const gt_chip *c) : peers(p), chip(c), next(p->n) {}
    ~RtlPeers();
    RtlPeers(const RtlPeers &) = delete;
    void begin(const RtlChip &m, const RtlBlocks &blocks, uint64_t until);
    void finish(RtlChip &m, RtlBlocks &blocks);
    // What all behind the crossbar has done in the quantum, before memory_step.
    void middle(const struct memory *m);
    // No further quantum: what is in front of the TPCs comes to the host.
    void settle(struct memory *m);

private:
    unsigned first(unsigned process) const { return gt_peers_first(peers->n, chip, process); }

    const gt_peers *peers;
    const gt_chip *chip;
    std::vector<gt_message> next;       // of each process: what its next quantum begins with
};

#endif
