// SPDX-License-Identifier: Apache-2.0
//
// A memory behind the AXI4 master m_* of a verilated top with 256 bits of data: it answers at random, in any order that
// the bus allows (that of requests with one id is kept), and makes all channels wait. What is asked of it is looked at.
#ifndef GT200_RANDOM_BUS_HPP
#define GT200_RANDOM_BUS_HPP

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <random>
#include <vector>

template <class Top> class RandomBus {
public:
    Top &top;
    std::mt19937 random;
    std::function<uint8_t *(uint64_t, bool)> at;    // the 32 bytes at a bus address, to be written or not; or null
    std::function<void(const char *)> fail;
    int two = -1;                                   // the id whose reads have two beats
    uint64_t clocks = 0, reads = 0, writes = 0, most = 0;

    RandomBus(Top &t, unsigned seed) : top(t), random(seed) {}
    bool rests() const { return reading.empty() && writing.empty(); }

    // How often something happens in a clock: in moods of 256 clocks, one for each channel.
    bool goes(unsigned channel)
    {
        static constexpr unsigned of[] = {100, 5, 50, 90, 30, 100};
        return random() % 100 < of[(clocks / 256 + channel * 5) % 6];
    }

    // The bus' signals in this clock.
    void before()
    {
        top.m_arready = ready_ar = goes(0);
        top.m_awready = ready_aw = goes(1);
        top.m_wready  = ready_w = goes(2);
        if (offered_r < 0 && !reading.empty() && goes(3)) {
            // any whose id has no older one before it; the second beat of a burst may have to wait for another read
            const size_t i = first_of_id(reading, random() % reading.size());
            offered_r = int(i);
            const Read &r = reading[i];
            const uint8_t *from = at(r.addr + 32 * r.next, false);
            if (!from)
                fail("a read where nothing is");
            for (unsigned k = 0; k < 8; k++) {
                uint32_t w = 0;
                if (from)
                    memcpy(&w, from + 4 * k, 4);
                top.m_rdata[k] = w;
            }
            top.m_rid   = r.id;
            top.m_rresp = from ? 0 : 3;
            top.m_rlast = r.next + 1 == r.beats;
        }
        top.m_rvalid = offered_r >= 0;
        // a write takes effect at any time behind its data
        for (size_t i = 0; i < writing.size(); i++) {
            Write &w = writing[i];
            const bool behind = std::any_of(writing.begin(), writing.begin() + long(i),
                                            [&](const Write &x) { return x.id == w.id && !x.done; });
            if (!w.full || w.done || behind || !goes(4))
                continue;
            uint8_t *to = at(w.addr, true);
            if (!to)
                fail("a write where nothing is");
            for (unsigned b = 0; to && b < 32; b++)
                if (w.strobe >> b & 1)
                    to[b] = uint8_t(w.data[b / 4] >> b % 4 * 8);
            w.done = true;
            if (random() % 4)
                break;
        }
        if (!offered_b && goes(5))
            for (size_t i = 0; i < writing.size() && !offered_b; i++)
                if (writing[i].done && first_of_id(writing, i) == i && random() % 2) {
                    offered_b = true;
                    b_id = writing[i].id;
                    writing.erase(writing.begin() + long(i));
                }
        top.m_bvalid = offered_b;
        top.m_bid    = b_id;
        top.m_bresp  = 0;
    }

    // With the master's signals of this clock: what is transferred at its end.
    void after()
    {
        const bool ar = top.m_arvalid && ready_ar, r = offered_r >= 0 && top.m_rready;
        const bool aw = top.m_awvalid && ready_aw, w = top.m_wvalid && ready_w, b = offered_b && top.m_bready;
        if (r) {
            Read &x = reading[size_t(offered_r)];
            if (++x.next == x.beats)
                reading.erase(reading.begin() + offered_r);
            offered_r = -1;
        }
        if (ar) {
            if (top.m_arlen > 1 || top.m_araddr % (32u * (top.m_arlen + 1u)) || top.m_arsize != 5 ||
                top.m_arburst != 1 || (top.m_arlen == 1) != (int(top.m_arid) == two))
                fail("a read of another kind");
            reading.push_back({top.m_arid, top.m_arlen + 1u, 0, top.m_araddr});
            reads++;
        }
        if (aw) {
            if (top.m_awlen || top.m_awaddr % 32 || top.m_awsize != 5 || top.m_awburst != 1)
                fail("a write of another kind");
            auto first = std::find_if(writing.begin(), writing.end(), [](auto &x) { return !x.addressed; });
            if (first == writing.end())
                first = writing.insert(writing.end(), Write());
            first->id = top.m_awid, first->addr = top.m_awaddr, first->addressed = true;
            first->full = first->given;
            writes++;
        }
        if (w) {
            auto first = std::find_if(writing.begin(), writing.end(), [](auto &x) { return !x.given; });
            if (first == writing.end())
                first = writing.insert(writing.end(), Write());
            first->given = true;
            first->full = first->addressed;
            first->strobe = top.m_wstrb;
            for (unsigned i = 0; i < 8; i++)
                first->data[i] = top.m_wdata[i];
            if (!top.m_wlast)
                fail("a beat that is not the last");
        }
        if (b)
            offered_b = false;
        most = std::max(most, uint64_t(reading.size() + writing.size()));
        clocks++;
    }

private:
    struct Read { unsigned id, beats, next; uint64_t addr; };
    struct Write {
        unsigned id = 0;
        uint64_t addr = 0;
        bool addressed = false, given = false, full = false, done = false;
        uint32_t strobe = 0, data[8] = {};
    };
    std::vector<Read> reading;                  // oldest first
    std::deque<Write> writing;
    bool ready_ar = false, ready_aw = false, ready_w = false;
    int offered_r = -1;
    bool offered_b = false;
    unsigned b_id = 0;

    // The oldest of those with the id of number i.
    template <class List> static size_t first_of_id(const List &list, size_t i)
    {
        size_t k = 0;
        while (k < i && list[k].id != list[i].id)
            k++;
        return k;
    }
};

#endif
