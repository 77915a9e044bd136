// SPDX-License-Identifier: Apache-2.0
// The structures as the figures see them: chases through an L1 TLB and the MMU behind it, and through the L3, with
// memory that answers at once. Misses of a round are those of an LRU written here, at the knees the figures' numbers;
// what a hit and a miss cost is a number of steps. Rules: TLB-2 to TLB-5, MMU-2, MMU-3, MMU-5, MMU-6, L3-2, L3-3.
//
//! around gpu_mmu_bench.sv
//! test rtl;unit
//! model
//! planted rtl;long:
//! says ^step .*: |numbers differ
//! timeout 600
#include <algorithm>
#include <list>
#include <set>
#include <vector>

#include "rig.hpp"

double sc_time_stamp() { return 0; }

namespace {

int bad;

void check(const char *what, uint64_t got, uint64_t want)
{
    if (got == want)
        return;
    printf("%s: %" PRIu64 ", expected %" PRIu64 "\n", what, got, want);
    bad++;
}

// The reference: sets of lines in order of use.
class Lru {
public:
    Lru(unsigned sets, unsigned ways) : ways(ways), set(sets) {}
    bool look(uint64_t line)
    {
        std::list<uint64_t> &s = set[line % set.size()];
        auto it = std::find(s.begin(), s.end(), line);
        bool hit = it != s.end();
        if (hit)
            s.erase(it);
        else if (s.size() == ways)
            s.pop_back();
        s.push_front(line);
        return hit;
    }

private:
    unsigned ways;
    std::vector<std::list<uint64_t>> set;
};

// The reference of an L1 TLB: 16 lines in order of use, with the pages that are known of each.
class Sectored {
public:
    bool look(uint32_t addr)
    {
        auto it = std::find_if(line.begin(), line.end(), [&](const Line &l) { return l.number == addr >> 19; });
        if (it != line.end())
            line.splice(line.begin(), line, it);
        else
            line.push_front({addr >> 19, {}});
        if (line.size() > 16)
            line.pop_back();
        return !line.front().known.insert(addr >> 12).second;
    }

private:
    struct Line {
        uint32_t number;
        std::set<uint32_t> known;
    };
    std::list<Line> line;
};

struct Cost {
    unsigned steps, questions, reads;       // reads of the page table
};

// An L1 TLB with the MMU behind it, one request at a time; every way takes no step.
class Translation {
public:
    uint32_t physical = 0;                  // of the last access

    Translation() : rig(Tables::DIR, 0, 1)
    {
        tables.table.largest = 0;       // of 4 KB each
        for (uint32_t r = 0; r < 2; r++)
            tables.map(r << 29, r << 29, PT_REGION_BYTES, false);
        tables.map(2u << 29, 0, PT_REGION_BYTES / 2, true);
        tables.table.largest = PT_BLOCK_PAGES;
        for (uint32_t n = 0; n <= PT_BLOCK_PAGES; n++)  // a block of 2^n pages, each in lines of its own
            tables.map((5u << 28) + (n << 24), (n << 24) + (1u << 28), 65536u << n, true);
        for (uint32_t n = 0; n <= PT_BLOCK_PAGES; n++)
            tables.map((3u << 29) + (n << 20), (n << 20) + (1u << 28), 4096u << n, false);
        while (!mmu_ready(rig.m.get()))
            rig.step({});
    }

    void forget()
    {
        Inputs in{};
        in.inv = true;
        rig.step(in);
        while (!mmu_ready(rig.m.get()))
            rig.step({});
    }

    // From the step in which the request is taken to that in which its translation is offered.
    Cost access(unsigned texture, uint32_t addr)
    {
        Cost c{};
        Inputs in{};
        TlbIn &t = in.tlb[texture];
        t.offers = true;
        t.req.space = texture ? 3 : 2;
        t.req.addr = addr;
        for (;;) {
            const gpu_req *out = rig.tlb_out(texture), *read = mmu_read(rig.m.get());
            const gpu_rsp *answer = mmu_answer(rig.m.get());
            t.out_ready = in.mmu.rsp_ready = in.mmu.read_ready = true;
            in.mmu.offers = out && out->dst == XBAR_TO_MMU;
            if (in.mmu.offers) {
                in.mmu.req = *out;
                c.questions++;
            }
            in.mmu.comes = read;
            if (read) {
                in.mmu.sector = tables.sector(*read);
                c.reads++;
            }
            t.answers = answer;
            if (answer)
                t.page = answer->data[0];
            bool there = out && out->dst != XBAR_TO_MMU;
            if (there)
                physical = out->addr;
            rig.step(in);
            if (there)
                return c;
            t.offers = false;
            c.steps++;
        }
    }

    // Questions and reads of the third round through these addresses, pages of 4 KB, against the reference.
    Cost chase(const char *what, unsigned texture, const std::vector<uint32_t> &a)
    {
        forget();
        Sectored l1;
        Lru l2(texture ? 512 : 1024, 8);
        Cost got{}, want{};
        for (unsigned round = 0; round < 3; round++)
            for (uint32_t addr : a) {
                Cost c = access(texture, addr);
                bool miss = !l1.look(addr), walk = miss && !l2.look(addr >> 12);
                if (round < 2)
                    continue;
                got.questions += c.questions;
                got.reads += c.reads;
                got.steps += c.steps;
                want.questions += miss;
                want.reads += walk;
                want.steps += 2 + (miss ? 4u : 0) + (walk ? 3u : 0);
            }
        check(what, got.questions, want.questions);
        check(what, got.reads, want.reads);
        check(what, got.steps, want.steps);
        return got;
    }

private:
    Tables tables;
    Rig rig;
};

std::vector<uint32_t> stride(unsigned n, uint32_t bytes, uint32_t from = 0)
{
    std::vector<uint32_t> a;
    for (unsigned i = 0; i < n; i++)
        a.push_back(from + i * bytes);
    return a;
}

// Steps and reads of single accesses, from an empty TLB on.
void latencies(Translation &t)
{
    t.forget();
    Cost c = t.access(0, 0x1000);
    check("first access: steps", c.steps, 2 + 4 + 3 + 3);       // directory, page, and again (TLB-5)
    check("first access: reads", c.reads, 2);
    c = t.access(0, 0x1ffc);
    check("hit: steps", c.steps, 2);
    check("hit: questions", c.questions, 0);
    c = t.access(0, 0x2000);
    check("next page of the line: steps", c.steps, 2 + 4 + 3);
    check("next page of the line: reads", c.reads, 1);
    c = t.access(1, 0x2000);
    check("the same page as a texture: reads", c.reads, 1);
    c = t.access(0, 0x40000000);
    check("region of 64 KB pages: reads", c.reads, 2);
    c = t.access(0, 0x4000f000);
    check("last 4 KB of 64: questions", c.questions, 0);
    c = t.access(0, 0x40010000);
    check("next 64 KB: reads", c.reads, 1);
}

// MMU-7, TLB-5: of a block of so many bytes an answer tells 4, 64 or 256 KB, and no address behind it.
void blocks(Translation &t)
{
    for (uint32_t n = 0; n <= PT_BLOCK_PAGES; n++)
        for (unsigned big = 0; big < 2; big++) {
            uint32_t bytes = (big ? 65536u : 4096u) << n;
            uint32_t tells = bytes >= 1 << 18 ? 1 << 18 : bytes >= 65536 ? 65536 : 4096;
            uint32_t virt = big ? (5u << 28) + (n << 24) : (3u << 29) + (n << 20);
            uint32_t phys = (1u << 28) + (n << (big ? 24 : 20));
            t.forget();
            t.access(0, virt + bytes - 4);
            check("block: address of its last word", t.physical, phys + bytes - 4);
            for (uint32_t from = 4096; from <= bytes; from *= 2) {
                Cost c = t.access(0, virt + bytes - from);
                check("block: questions", c.questions, from > tells);
                check("block: address", t.physical, phys + bytes - from);
            }
        }
}

// MMU-2 by hand: pages 4 MB apart are of one set of eight ways. Between two of them sixteen pages of other sets take
// all lines of the L1 TLB. The first page is found, so it is no longer the oldest when a ninth one comes: that takes
// the place of the second. (First in, first out would give 1, 0 for the last two.)
void replaced(Translation &t)
{
    auto reads = [&](uint32_t line) {
        for (uint32_t i = 0; i < 16; i++)
            t.access(0, (100 + i) << 19 | 0x5000);
        return t.access(0, line << 22).reads;
    };
    t.forget();
    for (uint32_t i = 0; i < 8; i++)
        reads(i);
    check("MMU-2: the first of eight", reads(0), 0);
    check("MMU-2: a ninth", reads(8), 1);
    check("MMU-2: the first again", reads(0), 0);
    check("MMU-2: the second", reads(1), 1);
}

void figure13(Translation &t)
{
    for (unsigned n = 1; n <= 80; n += n < 14 || n > 18 ? 3 : 1) {
        Cost c = t.chase("Figure 13", 0, stride(n, 512 << 10));
        check("Figure 13: L1 misses", c.questions, n <= 16 ? 0 : n);
        check("Figure 13: L2 misses", c.reads, n <= 64 ? 0 : n < 72 ? 9 * (n - 64) : n);
    }
}

void figure14(Translation &t)
{
    for (uint32_t s = 4; s <= 16 << 20; s *= 2) {
        check("Figure 14: 16 elements", t.chase("Figure 14", 0, stride(16, s)).questions, 0);
        Cost c = t.chase("Figure 14", 0, stride(17, s));
        check("Figure 14: 17 elements", c.questions, s < 512 << 10 ? 0 : 17);
        check("Figure 14: 17 elements in the L2", c.reads, s <= 1 << 20 ? 0 : s == 2 << 20 ? 9 : 17);
    }
}

void figure15(Translation &t)
{
    for (int offset = -2048; offset <= 6144; offset += 512) {
        std::vector<uint32_t> a = stride(10, 2 << 20), b = stride(10, 2 << 20, (uint32_t)((22 << 20) + offset));
        a.insert(a.end(), b.begin(), b.end());
        Cost c = t.chase("Figure 15", 0, a);
        check("Figure 15: L1 misses", c.questions, 20);
        check("Figure 15: L2 misses", c.reads, offset >= 0 && offset < 4096 ? 20 : 0);
    }
}

void figure16(Translation &t)
{
    for (unsigned n = 30; n <= 80; n += n < 34 || n > 60 ? 1 : 6) {
        Cost c = t.chase("Figure 16", 1, stride(n, 256 << 10));
        check("Figure 16: L1 misses", c.questions, n <= 32 ? 0 : n);
        check("Figure 16: L2 misses", c.reads, n <= 64 ? 0 : n < 72 ? 9 * (n - 64) : n);
    }
}

// A round of lines of 256 bytes through the L3, one request after the other.
struct Round {
    uint64_t reads, steps;
};

// Sectors that n lines take from memory in the third of three rounds, against an LRU of the L3's size.
Round lines(Rig &rig, unsigned n)
{
    Round r{};
    Lru lru(16, 8);
    for (unsigned round = 0; round < 3; round++) {
        uint64_t sectors = 0, want = 0, start = rig.steps;
        unsigned asked = 0, answered = 0;
        int sector = -1;                    // comes in the next step
        while (answered < 8 * n) {
            Inputs in{};
            in.l3.offers = asked < n;
            in.l3.req.addr = asked * 256;
            in.l3.rsp_ready = in.l3.read_ready = true;
            in.l3.comes = sector >= 0;
            in.l3.sector.id = (uint8_t)sector;
            const gpu_req *read = l3_read(rig.l.get());
            sector = read ? read->id : -1;
            sectors += read != nullptr;
            if (in.l3.offers && l3_ready(rig.l.get()))
                want += lru.look(asked++) ? 0 : 8;
            answered += l3_answer(rig.l.get()) != nullptr;
            rig.step(in);
        }
        check("L3: sectors", sectors, want);
        r = {sectors, rig.steps - start};
    }
    return r;
}

void figure17()
{
    for (unsigned n = 120; n <= 150; n++) {
        Rig rig(0, 0, 1);
        Round r = lines(rig, n);
        check("Figure 17: lines missed", r.reads / 8, n <= 128 ? 0 : n < 144 ? 9 * (n - 128) : n);
        // Figure 19: 13 steps a line; the first is taken up a step after it came
        if (n <= 128)
            check("Figure 19: steps", r.steps, 13 * n + 1);
    }
}

} // namespace

int main()
{
    Translation t;
    latencies(t);
    blocks(t);
    replaced(t);
    figure13(t);
    figure14(t);
    figure15(t);
    figure16(t);
    figure17();
    printf(bad ? "%d numbers differ\n" : "ok\n", bad);
    return bad != 0;
}
