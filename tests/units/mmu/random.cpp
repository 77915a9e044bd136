// SPDX-License-Identifier: Apache-2.0
// L1 TLBs, MMU and L3 with random requests, answers and back-pressure: Verilog and model agree at every port in every
// step (rig.hpp), and what comes out is right by the page table, by the memory behind, and by an LRU that is written
// here. Rules: TLB-1, TLB-2, TLB-3, TLB-4, TLB-5, TLB-6, TLB-7; MMU-1, MMU-2, MMU-3, MMU-4, MMU-5, MMU-6, MMU-7, MMU-8,
// MMU-9; L3-1, L3-2, L3-3, L3-4, L3-5, L3-6.
//
//   mmu_random [--steps n] [--seed n] [--gaps n]      gaps: of 256 cycles so many are no steps, one after another
//
//! around gpu_mmu_bench.sv
//! test rtl;unit --steps 400000
//! test more: rtl;unit;long --steps 1000000
//! test gaps: rtl;unit --steps 100000 --gaps 100 --seed 2
//! model
//! planted rtl;long:
//! says ^step .*: |numbers differ
//! timeout 600
#include <algorithm>
#include <deque>
#include <list>
#include <string>
#include <vector>

#include "rig.hpp"

double sc_time_stamp() { return 0; }

namespace {

[[noreturn]] void wrong(const Rig &r, const char *what, uint64_t got, uint64_t want)
{
    printf("step %" PRIu64 ": %s: %" PRIx64 ", expected %" PRIx64 "\n", r.steps, what, got, want);
    exit(1);
}

// Addresses as programs make them: for some hundred requests one pattern, then another.
class Stream {
public:
    Stream(Rng &rng, unsigned bits, unsigned line, unsigned way) : rng(rng), bits(bits), line(line), way(way) {}

    uint32_t next()
    {
        if (!left--)
            draw();
        uint64_t a = 0;
        switch (kind) {
        case 0: a = rng(); break;
        case 1: a = base + (rng() % count << line) + rng() % 4096; break;       // some neighbours
        case 2: a = base + n++ % count * stride; break;                         // a chase
        case 3: a = base + (rng() % count << way) + (rng() % 2 << line); break; // into two sets
        case 4: a = base + n++ * 64; break;                                     // a stream
        default: a = base; break;
        }
        return (uint32_t)(a & ((UINT64_C(1) << bits) - 1));
    }

private:
    Rng &rng;
    unsigned bits, line, way, kind = 0;
    uint64_t left = 0, n = 0, base = 0, count = 0, stride = 0;

    void draw()
    {
        static const unsigned COUNT[] = {2, 7, 8, 9, 12, 15, 16, 17, 18, 24, 40};
        left = 50 + rng() % 400;
        kind = (unsigned)(rng() % 6);
        n = 0;
        // mostly where pages are mapped
        base = (rng() % 4 ? rng() % (UINT64_C(1) << (bits - 2)) : rng()) & ~UINT64_C(63);
        count = COUNT[rng() % (sizeof COUNT / sizeof *COUNT)];
        stride = UINT64_C(64) << rng() % 19;
    }
};

struct Mood {
    unsigned percent = 100;
    void draw(Rng &rng)
    {
        static const unsigned P[] = {3, 30, 70, 100, 100};
        percent = P[rng() % 5];
    }
    bool now(Rng &rng) const { return percent == 100 || rng() % 100 < percent; }
};

// Answers on their way, each with the step in which it comes.
template <class T> class Way {
public:
    unsigned least = 1, more = 1;
    void draw(Rng &rng)
    {
        least = 1 + (unsigned)(rng() % 30);
        more = 1 + (unsigned)(rng() % 2 * rng() % 100);
    }
    void send(Rng &rng, uint64_t now, const T &t) { on.push_back({now + least + rng() % more, t}); }
    // One that is due, of several any.
    bool come(Rng &rng, uint64_t now, T *t)
    {
        for (size_t i = 0, from = on.empty() ? 0 : rng() % on.size(); i < on.size(); i++) {
            auto it = on.begin() + (long)((i + from) % on.size());
            if (it->due <= now) {
                *t = it->t;
                on.erase(it);
                return true;
            }
        }
        return false;
    }
    bool empty() const { return on.empty(); }

private:
    struct Item { uint64_t due; T t; };
    std::vector<Item> on;
};

void fill(Rng &rng, gpu_req *r)
{
    r->aop = rng() & 15;
    r->mtype = rng() & 7;
    r->mask = (uint32_t)rng();
    for (uint32_t &w : r->data)
        w = (uint32_t)rng();
}

// One L1 TLB: requests in, translated ones out in order; the MMU's part is played.
class TlbTest {
public:
    uint64_t passed = 0, faults = 0, questions = 0;
    TlbTest(Rng &rng, unsigned i) : rng(rng), i(i), addresses(rng, 32, 12, 19) {}

    void mood() { offer.draw(rng); room.draw(rng); way.draw(rng); }
    bool idle() const { return !have && expected.empty() && !asked; }

    // What happens in this step.
    void inputs(const Rig &r, const Tables &t, bool drain, TlbIn *in)
    {
        if (!have && !drain && offer.now(rng)) {
            req = {};
            req.src = 7;
            req.id = (uint8_t)(i ? TPC_PORT_TEX << 6 | rng() % 64 : rng() % 192);
            req.kind = (uint8_t)(i ? 0 : rng() % 4);
            req.space = (uint8_t)(i ? 3 : 1 + rng() % 2);
            req.addr = addresses.next();
            fill(rng, &req);
            have = true;
        }
        in->offers = have;
        in->req = req;
        in->out_ready = room.now(rng);
        in->answers = asked && way.come(rng, r.steps, &in->page);
        if (in->answers) {
            asked = false;
            refused = !(in->page & MMU_PAGE_VALID);
        }
        if (have && r.tlb_ready(i)) {
            have = false;
            expected.push_back(req);
        }
        const gpu_req *out = r.tlb_out(i);
        if (!out || !in->out_ready)
            return;
        if (expected.empty())
            wrong(r, "a request that nobody made", out->addr, 0);
        uint32_t physical = 0;
        const gpu_req &e = expected.front();
        bool mapped = t.find(e.addr, &physical);
        if (out->dst == XBAR_TO_MMU) {                                          // TLB-4
            if (out->addr != e.addr || out->id != (i ? 0xc0 : 0) || out->kind != MEM_LOAD || out->src != 7)
                wrong(r, "question", out->addr, e.addr);
            way.send(rng, r.steps, mapped ? (physical & MMU_PAGE_MASK) | t.tells(e.addr) : 0);
            asked = true;
            questions++;
            return;
        }
        if (!mapped || out->addr != physical || out->dst != gpu_partition(physical) || out->id != e.id ||
            out->kind != e.kind || out->space != e.space || out->mask != e.mask || out->mtype != e.mtype ||
            memcmp(out->data, e.data, sizeof e.data) != 0)
            wrong(r, "translated", out->addr, physical);
        expected.pop_front();
        passed++;
    }

    // Behind the step.
    void after(const Rig &r, const Tables &t)
    {
        const tlb_fault *f = tlb_l1_fault(&r.tlb[i]);
        if ((f != nullptr) != refused)
            wrong(r, "fault", f != nullptr, refused);
        refused = false;
        if (!f)
            return;
        const gpu_req &e = expected.front();
        uint32_t physical;
        if (t.find(e.addr, &physical) || f->addr != e.addr || f->port != e.id >> 6 || f->kind != e.kind ||
            f->space != e.space)
            wrong(r, "fault of", f->addr, e.addr);
        expected.pop_front();
        faults++;
    }

private:
    Rng &rng;
    unsigned i;
    Stream addresses;
    Mood offer, room;
    Way<uint32_t> way;
    gpu_req req{};
    bool have = false, asked = false, refused = false;
    std::deque<gpu_req> expected;
};

// The MMU, with an L1 TLB of each kind in all ten TPCs that asks for one page at a time.
class MmuTest {
public:
    uint64_t answers = 0, reads = 0, unmapped = 0;
    explicit MmuTest(Rng &rng) : rng(rng)
    {
        for (unsigned n = 0; n < 20; n++)
            addresses.emplace_back(rng, 32, 12, n < 10 ? 22 : 21);
    }

    void mood() { offer.draw(rng); room.draw(rng); reading.draw(rng); way.draw(rng); }
    bool idle() const { return !have && !under_way; }

    void inputs(const Rig &r, const Tables &t, bool drain, UnitIn *in)
    {
        unsigned n = (unsigned)(rng() % 20);
        if (!have && !drain && !busy[n] && offer.now(rng)) {
            req = {};
            req.dst = XBAR_TO_MMU;
            req.src = (uint8_t)(n % 10);
            req.id = n < 10 ? 0 : 0xc0;
            req.space = (uint8_t)(n < 10 ? 1 + rng() % 2 : 3);
            // sometimes the page of somebody else
            req.addr = rng() % 8 ? addresses[n].next() : addr[rng() % 20];
            fill(rng, &req);
            have = true;
            from = n;
        }
        in->offers = have;
        in->req = req;
        in->rsp_ready = room.now(rng);
        in->read_ready = reading.now(rng);
        in->comes = way.come(rng, r.steps, &in->sector);
        if (have && mmu_ready(r.m.get())) {
            have = false;
            busy[from] = true;
            addr[from] = req.addr;
            under_way++;
        }
        const gpu_req *read = mmu_read(r.m.get());
        if (read && in->read_ready) {
            if (read->src != XBAR_MMU || read->dst != gpu_partition(read->addr) || read->addr >= Tables::BYTES)
                wrong(r, "read at", read->addr, 0);
            way.send(rng, r.steps, t.sector(*read));
            reads++;
        }
        const gpu_rsp *a = mmu_answer(r.m.get());
        if (a && in->rsp_ready)
            answered(r, t, *a);
    }

private:
    Rng &rng;
    std::deque<Stream> addresses;
    Mood offer, room, reading;
    Way<gpu_rsp> way;
    gpu_req req{};
    bool have = false, busy[20] = {};
    unsigned from = 0, under_way = 0;
    uint32_t addr[20] = {};

    void answered(const Rig &r, const Tables &t, const gpu_rsp &a)
    {
        unsigned n = a.dst + (a.id == 0xc0 ? 10u : 0);
        if (a.src != XBAR_TO_MMU || n >= 20 || !busy[n])
            wrong(r, "answer to", n, 0);
        uint32_t physical = 0, want = 0;
        if (t.find(addr[n], &physical))
            want = (physical & MMU_PAGE_MASK) | t.tells(addr[n]);
        else
            unmapped++;
        if (a.data[0] != want)
            wrong(r, "answer", a.data[0], want);
        busy[n] = false;
        under_way--;
        answers++;
    }
};

// What lies at an address of device memory, for the L3.
uint32_t content(uint32_t addr)
{
    uint32_t x = addr * 0x9e3779b1u + 0x7f4a7c15u;
    return x ^ x >> 15;
}

// The L3, with L2s in ten TPCs that have four lines under way each.
class L3Test {
public:
    uint64_t lines = 0, reads = 0;
    L3Test(Rng &rng, uint32_t base) : rng(rng), base(base), addresses(rng, 25, 8, 12) {}

    void mood() { offer.draw(rng); room.draw(rng); reading.draw(rng); way.draw(rng); }
    bool idle() const { return !have && expected.empty(); }
    void reset()
    {
        for (auto &s : lru)
            s.clear();
    }

    void inputs(const Rig &r, bool drain, UnitIn *in)
    {
        if (!have && !drain && expected.size() < 40 && offer.now(rng)) {
            req = {};
            req.dst = XBAR_TO_L3;
            req.src = (uint8_t)(rng() % 10);
            req.id = rng() & 3;
            req.addr = addresses.next() & ~63u;
            fill(rng, &req);
            have = true;
        }
        in->offers = have;
        in->req = req;
        in->rsp_ready = room.now(rng);
        in->read_ready = reading.now(rng);
        in->comes = way.come(rng, r.steps, &in->sector);
        if (have && l3_ready(r.l.get())) {
            have = false;
            expected.push_back(req);
            wanted += look(req.addr >> 8) ? 0 : 8;
        }
        const gpu_req *read = l3_read(r.l.get());
        if (read && in->read_ready) {
            if (read->src != XBAR_L3 || read->dst != gpu_partition(read->addr))
                wrong(r, "read of the L3", read->addr, 0);
            gpu_rsp s{};
            s.dst = XBAR_L3;
            s.src = read->dst;
            s.id = read->id;
            for (unsigned k = 0; k < 8; k++)
                s.data[k] = content(read->addr + 4 * k);
            way.send(rng, r.steps, s);
            reads++;
        }
        const gpu_rsp *a = l3_answer(r.l.get());
        if (a && in->rsp_ready)
            answered(r, *a);
        if (idle() && reads != wanted)                                          // L3-3, L3-4
            wrong(r, "sectors read", reads, wanted);
    }

private:
    Rng &rng;
    uint32_t base;
    Stream addresses;
    Mood offer, room, reading;
    Way<gpu_rsp> way;
    gpu_req req{};
    bool have = false;
    unsigned sector = 0;
    uint64_t wanted = 0;
    std::deque<gpu_req> expected;
    std::list<uint32_t> lru[16];                    // youngest first

    bool look(uint32_t line)
    {
        std::list<uint32_t> &s = lru[line % 16];
        auto it = std::find(s.begin(), s.end(), line);
        bool hit = it != s.end();
        if (hit)
            s.erase(it);
        else if (s.size() == 8)
            s.pop_back();
        s.push_front(line);
        return hit;
    }

    void answered(const Rig &r, const gpu_rsp &a)
    {
        if (expected.empty())
            wrong(r, "a line that nobody wants", a.id, 0);
        const gpu_req &e = expected.front();
        uint32_t at = base + (e.addr & ~255u) + (((e.addr >> 5) + sector) & 7) * 32;    // L3-5
        if (a.dst != e.src || a.src != XBAR_TO_L3 || a.id != e.id)
            wrong(r, "line of", a.id, e.id);
        for (unsigned k = 0; k < 8; k++)
            if (a.data[k] != content(at + 4 * k))
                wrong(r, "word of a line", a.data[k], content(at + 4 * k));
        if (++sector == 8) {
            sector = 0;
            expected.pop_front();
            lines++;
        }
    }
};

// 4 KB pages all over the place, 64 KB pages, both with holes and without, in blocks of 1 to 128, which in some tables
// all entries name by its first page, as nouveau does; two regions without a table.
void make_tables(Rng &rng, Tables &t)
{
    uint32_t turn = (uint32_t)rng();
    t.begin();
    t.name_first = turn >> 31;
    for (uint32_t r = 0; r < 8; r++) {
        bool big = r % 2, holes = r == 2 || r == 3;
        if (r == 4 || r == 7)
            continue;
        uint32_t page = big ? 65536 : 4096, pages = PT_REGION_BYTES / page, odd = (turn | 1) & (pages - 1);
        for (uint32_t p = 0, n; p < pages; p += 1u << n) {
            n = r < 2 ? 0 : (uint32_t)(rng() % (PT_BLOCK_PAGES + 1));
            while (p & ((1u << n) - 1))
                n--;
            uint32_t first = ((p * odd + r * 77) & (pages - 1)) >> n << n;
            if (!holes || (p * 2654435761u ^ turn) >> 30)
                t.map((r << 29) + p * page, first * page + ((r & 1) << 29), (uint64_t)page << n, big);
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    uint64_t steps = 200000, seed = 1, gaps = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        std::string a = argv[i];
        uint64_t v = strtoull(argv[i + 1], nullptr, 0);
        if (a == "--steps")
            steps = v;
        else if (a == "--seed")
            seed = v;
        else if (a == "--gaps")
            gaps = v;
    }
    Rng rng(seed);
    Tables tables;
    make_tables(rng, tables);
    uint32_t base = (uint32_t)(rng() % 0xe00000) << 8;
    Rig rig(Tables::DIR, base, (unsigned)seed, (unsigned)gaps);
    TlbTest tlb[2] = {{rng, 0}, {rng, 1}};
    MmuTest mmu(rng);
    L3Test l3(rng, base);
    uint64_t remaps = 0;
    bool drain = false;
    while (rig.steps < steps) {
        if (rig.steps % 512 == 0) {
            tlb[0].mood();
            tlb[1].mood();
            mmu.mood();
            l3.mood();
        }
        // now and then all becomes quiet, and the host writes another page table, and a launch begins
        drain = drain || rng() % 30000 == 0;
        Inputs in{};
        bool quiet = drain && tlb[0].idle() && tlb[1].idle() && mmu.idle() && l3.idle() && tlb_l1_idle(&rig.tlb[0]) &&
                     tlb_l1_idle(&rig.tlb[1]) && mmu_idle(rig.m.get()) && l3_idle(rig.l.get());
        for (unsigned i = 0; i < 2; i++)
            tlb[i].inputs(rig, tables, drain, &in.tlb[i]);
        mmu.inputs(rig, tables, drain, &in.mmu);
        l3.inputs(rig, drain, &in.l3);
        if (quiet) {
            make_tables(rng, tables);
            l3.reset();
            in.inv = in.l3_reset = true;
            drain = false;
            remaps++;
        }
        rig.step(in);
        tlb[0].after(rig, tables);
        tlb[1].after(rig, tables);
    }
    for (unsigned i = 0; i < 2; i++)
        printf("TLB of %s: %" PRIu64 " requests, %" PRIu64 " questions, %" PRIu64 " faults\n",
               i ? "textures" : "g[]", tlb[i].passed, tlb[i].questions, tlb[i].faults);
    printf("MMU: %" PRIu64 " answers, %" PRIu64 " reads, %" PRIu64 " not mapped, %" PRIu64 " page tables\n",
           mmu.answers, mmu.reads, mmu.unmapped, remaps);
    printf("L3: %" PRIu64 " lines, %" PRIu64 " sectors read\n", l3.lines, l3.reads);
    printf("%" PRIu64 " steps: no difference\n", rig.steps);
    return 0;
}
