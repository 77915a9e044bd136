// SPDX-License-Identifier: Apache-2.0
// The memory system in Verilog and in the model, cycle by cycle at every port and on the pins of the chips, with random
// loads, stores, atomics, texture sectors and lines of the L2 (MSYS-1, MSYS-2, MSYS-3); every value that comes is
// compared with a plain memory (MSYS-4). Each port has sectors of its own, so it is known what a load must give; a few
// words are shared by all, for atomic additions without an answer, whose sum is looked at in the end.
//
//   mem_random [--cycles n] [--seed n]
//
//! around mem_bench.sv
//! test seed1: rtl;long -O0 TPCS=1 NSM=1 --cycles 8000 --seed 1
//! test seed1_more: rtl;long -O0 --cycles 300000 --seed 1
//! test seed2: rtl;long -O0 --cycles 300000 --seed 2
//! model
//! planted rtl;long: --cycles 100000
//! says differ$|differ:
//! timeout 600
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "Vmem_bench.h"
#include "verilated.h"

extern "C" {
#include "gpu/mem_system.h"
#include "gpu/page_table.h"
#include "func.h"
}

double sc_time_stamp() { return 0; }

namespace {

// Physical: directory, lines of the L3, pages of 64 KB, page tables. The last pages are read by textures only.
constexpr uint32_t DIR = 0, L3 = 0x10000, L3_END = 0x20000, PAGES = 0x20000, PAGE = 0x10000;
constexpr unsigned WRITTEN = 8, READ = 4, ALIASES = 4;

struct Bench {
    std::mt19937_64 rng;
    VerilatedContext ctx;
    Vmem_bench top;
    mem_system *model;
    unsigned  tpcs, sms;
    uint64_t  cycle = 0;
    std::vector<uint32_t> plain;                // by physical address / 4
    bool      offered[8] = {}, busy[8][64] = {};
    mem_req   req[8];
    uint32_t  want[8][64][8];
    uint64_t  sums[4] = {}, loads = 0, writes = 0, lines = 0;
    unsigned  pages = WRITTEN, aliases = ALIASES;      // that are used now
    bool      asked[2] = {};
    uint32_t  line[2];
    unsigned  under_way[2] = {}, got[2] = {};
    std::deque<uint32_t> word[2];

    unsigned pick(unsigned n) { return (unsigned)(rng() % n); }
    unsigned port_of(unsigned t, unsigned p) { return 4 * t + p; }

    [[noreturn]] void differ(const char *what, unsigned port, const std::string &have, const std::string &expected)
    {
        printf("cycle %llu, %s %u: %s, expected %s: they differ\n", (unsigned long long)cycle, what, port,
               have.c_str(), expected.c_str());
        exit(1);
    }

    void edge()
    {
        top.clk = 0;
        top.eval();
        top.clk = 1;
        top.eval();
    }

    explicit Bench(uint64_t seed) : rng(seed)
    {
        top.rst = 1;
        top.dir_base = DIR;
        top.l3_base = L3;
        top.q_valid = top.a_ready = top.l_asked = top.bd_write = 0;
        edge();
        tpcs = top.tpcs;
        sms = top.sms;
        model = mem_system_new(tpcs, sms, top.partitions, top.row_bits, DIR, L3);
        uint32_t bytes = (uint32_t)top.partitions << (top.row_bits + 15);
        plain.resize(bytes / 4);
        for (uint32_t a = 0; a < bytes; a += 4)
            put(a, (uint32_t)rng());
        tables(bytes);
        for (uint32_t a = 0; a < bytes; a += 32) {      // the chips of the Verilog
            memcpy(&top.bd_data[0], &plain[a / 4], 32);
            where(a);
            top.bd_write = 1;
            edge();
        }
        top.bd_write = 0;
        edge();
        top.rst = 0;
    }
    ~Bench() { mem_system_free(model); }

    void where(uint32_t a)
    {
        unsigned bits = __builtin_ctz(model->partitions);
        top.bd_part = a >> 8 & (model->partitions - 1);
        top.bd_sector = a >> (8 + bits) << 3 | (a >> 5 & 7);
    }

    void put(uint32_t addr, uint32_t w)
    {
        plain[addr / 4] = w;
        memcpy(mem_system_byte(model, addr), &w, 4);
    }
    static void put_word(void *bench, uint32_t addr, uint32_t w) { ((Bench *)bench)->put(addr, w); }

    // Each page lies at several virtual addresses, a line of an L1 TLB apart: there are more lines than it has.
    uint32_t virt(unsigned page, unsigned alias) { return (alias & 1) << 29 | (alias * 32 + page) << 20; }
    void tables(uint32_t bytes)
    {
        page_table t;
        page_table_begin(&t, DIR, PAGES + (WRITTEN + READ) * PAGE, bytes, put_word, this);
        for (unsigned p = 0; p < WRITTEN + READ; p++)
            for (unsigned k = 0; k < ALIASES; k++)
                if (!page_table_map(&t, virt(p, k), PAGES + p * PAGE, PAGE, (k & 1) != 0)) {
                    printf("page table: %s: they differ\n", t.error);
                    exit(1);
                }
    }

    void offer(unsigned port, unsigned reach)
    {
        mem_req &r = req[port];
        unsigned t = port / 4, p = port % 4;
        if (offered[port])
            return;
        memset(&r, 0, sizeof r);
        bool texture = p == sms;
        r.kind = texture ? (int)MEM_LOAD : pick(4);
        r.id = pick(64);
        if (mem_answered(r.kind) && busy[port][r.id])
            return;
        r.space = texture ? MEM_TEXTURE : pick(2) ? MEM_LOCAL : MEM_GLOBAL;
        r.mtype = GT_MT_B32;
        unsigned owner = t * sms + p, page = texture ? WRITTEN + pick(READ) : pick(pages);
        uint32_t sector = pick(reach) * 8 + (texture ? pick(8) : owner);     // of 32 bytes; in 256 bytes one for each
        uint32_t offset = sector * 32 % PAGE;
        for (uint32_t &d : r.data)
            d = (uint32_t)rng();
        uint32_t phys = PAGES + page * PAGE + offset;
        if (r.kind == MEM_STORE)
            r.mask = (uint32_t)rng() | (pick(4) ? 0 : ~0u);
        if (r.kind >= MEM_ATOM) {
            static const uint8_t AOP[] = {GT_AOP_ADD, GT_AOP_EXCH, GT_AOP_CAS, GT_AOP_MAX, GT_AOP_XOR};
            r.aop = AOP[pick(5)];
            r.data[1] = r.data[3] = 0;
            for (int i = 4; i < 8; i++)
                r.data[i] = 0;
            unsigned w = pick(8);
            if (r.kind == MEM_RED && pick(4) == 0) {    // a word that all add to
                unsigned k = pick(4);
                r.aop = GT_AOP_ADD;
                r.data[0] &= 0xff;
                sums[k] += r.data[0];
                page = 0;
                offset = (k << 8) + 7 * 32;
                r.addr = virt(page, pick(aliases)) + offset;
                offered[port] = true;
                return;
            }
            if (r.aop == GT_AOP_CAS && pick(2))
                r.data[0] = plain[phys / 4 + w];
            offset += 4 * w;
        }
        r.addr = virt(page, pick(aliases)) + offset;
        offered[port] = true;
        uint32_t *m = &plain[phys / 4];
        if (mem_answered(r.kind)) {
            memcpy(want[port][r.id], m, 32);
            busy[port][r.id] = true;
        }
        if (r.kind == MEM_STORE)
            for (unsigned b = 0; b < 32; b++)
                if (r.mask >> b & 1)
                    ((uint8_t *)m)[b] = ((uint8_t *)r.data)[b];
        if (r.kind >= MEM_ATOM) {
            uint32_t &w = plain[(phys & ~31u) / 4 + (offset >> 2 & 7)];
            w = (uint32_t)gt_atomic_value(r.aop, r.mtype, w, r.data[0], r.data[2]);
        }
    }

    void ports(const tpc_mem_in in[])
    {
        for (unsigned t = 0; t < tpcs; t++)
            for (unsigned p = 0; p <= sms; p++) {
                unsigned n = port_of(t, p);
                bool ready = tpc_port_ready(&model->tpc[t].port, p);
                if ((top.q_ready >> n & 1) != ready)
                    differ("ready of port", n, ready ? "no" : "yes", ready ? "yes" : "no");
                const mem_rsp *a = tpc_port_answer(&model->tpc[t].port, p);
                if ((top.a_valid >> n & 1) != (a != nullptr))
                    differ("answer at port", n, a ? "none" : "one", a ? "one" : "none");
                if (a && (memcmp(a->data, &top.a[9 * n], 32) != 0 || (top.a[9 * n + 8] & 0x1ff) != a->id))
                    differ("answer at port", n, "another", "id " + std::to_string(a->id));
                if (a && top.a_ready >> n & 1) {
                    if (!busy[n][a->id] || memcmp(a->data, want[n][a->id], 32) != 0)
                        differ("value at port", n, "id " + std::to_string(a->id) + " another", "that of memory");
                    busy[n][a->id] = false;
                    loads++;
                }
                if (ready && offered[n]) {
                    offered[n] = false;
                    writes += !mem_answered(req[n].kind);
                }
            }
        (void)in;
    }

    void lines_of(unsigned t)
    {
        bool ready = l2_port_ready(&model->tpc[t].l2);
        if ((top.l_ready >> t & 1) != ready)
            differ("ready of lines of", t, ready ? "no" : "yes", ready ? "yes" : "no");
        const uint32_t *w = l2_port_word(&model->tpc[t].l2);
        if ((top.l_valid >> t & 1) != (w != nullptr) || (w && ((&top.l_word)[0] >> 32 * t & 0xffffffffu) != *w))
            differ("word of a line of", t, "another", w ? std::to_string(*w) : "none");
        if (w) {
            if (word[t].empty() || *w != word[t].front())
                differ("word of a line of", t, std::to_string(*w), "that of memory");
            word[t].pop_front();
            under_way[t] -= ++got[t] % 64 == 0;
            lines += got[t] % 64 == 0;
        }
        if (asked[t] && ready) {
            for (unsigned i = 0; i < 64; i++)
                word[t].push_back(plain[(L3 + (line[t] & ~0xffu)) / 4 + (line[t] / 4 + i) % 64]);
            asked[t] = false;
        }
    }

    void pins()
    {
        for (unsigned p = 0; p < model->partitions; p++) {
            const dram_pins &d = model->partition[p].dram.pins;
            uint32_t cmd = (uint32_t)d.op << 23 | (uint32_t)d.bank << 20 | (uint32_t)d.row << 8 | d.col << 1 | d.close;
            uint32_t have = (uint32_t)((&top.cmd)[0] >> 32 * p);
            if (have != cmd || (top.drive >> p & 1) != d.drive)
                differ("command of partition", p, std::to_string(have), std::to_string(cmd));
            if (d.drive && memcmp(d.data, &top.out[4 * p], 16) != 0)
                differ("data written by partition", p, "other", "those of the model");
        }
        if (top.broken || top.fault)
            differ("rules of the chips, or faults,", top.fault, std::to_string(top.broken), "none");
    }

    void go(const unsigned rate[], const unsigned takes[], unsigned reach)
    {
        tpc_mem_in in[10] = {};
        top.q_valid = top.a_ready = top.l_asked = 0;
        for (unsigned t = 0; t < tpcs; t++) {
            for (unsigned p = 0; p <= sms; p++) {
                unsigned n = port_of(t, p);
                if (pick(256) < rate[p])
                    offer(n, reach);
                if (offered[n]) {
                    const mem_req &r = req[n];
                    memcpy(&top.q[11 * n], r.data, 32);
                    top.q[11 * n + 8] = r.mask;
                    top.q[11 * n + 9] = r.addr;
                    top.q[11 * n + 10] = r.mtype | r.aop << 3 | r.space << 7 | r.id << 9 | (uint32_t)r.kind << 15;
                    top.q_valid |= 1u << n;
                    in[t].req[p] = &r;
                }
                bool takes_it = p == sms || pick(256) < takes[p];
                in[t].answered |= (unsigned)takes_it << p;
                top.a_ready |= (unsigned)takes_it << n;
            }
            if (!asked[t] && under_way[t] < 4 && pick(256) < rate[4]) {
                asked[t] = true;
                under_way[t]++;
                line[t] = pick((L3_END - L3) / 64) * 64;
            }
            in[t].asked = asked[t];
            in[t].addr = line[t];
            top.l_asked |= asked[t] << t;
            top.l_addr &= ~(UINT64_C(0x7ffff) << 19 * t);
            top.l_addr |= (uint64_t)(line[t] >> 6) << 19 * t;
        }
        top.clk = 0;
        top.eval();
        pins();
        ports(in);
        for (unsigned t = 0; t < tpcs; t++)
            lines_of(t);
        mem_system_cycle(model, in);
        top.clk = 1;
        top.eval();
        cycle++;
    }

    void random_traffic(uint64_t cycles)
    {
        unsigned rate[5] = {}, takes[4] = {}, reach = 1;
        for (uint64_t end = 0; cycle < cycles;) {
            if (cycle >= end) {
                static const unsigned RATE[] = {0, 1, 8, 64, 256}, TAKES[] = {8, 64, 256, 256};
                end = cycle + 500 + pick(4000);
                for (unsigned &r : rate)
                    r = RATE[pick(5)];
                for (unsigned &k : takes)
                    k = TAKES[pick(4)];
                reach = 1u << pick(9);
                pages = 1 + pick(WRITTEN);
                aliases = 1 + pick(ALIASES);
            }
            go(rate, takes, reach);
        }
        unsigned none[5] = {}, all[4] = {256, 256, 256, 256};
        for (int i = 0; i < 60000; i++)
            go(none, all, 1);
    }

    // Nothing is left; the chips of both have what a plain memory has.
    void end()
    {
        for (unsigned n = 0; n < 8; n++)
            for (unsigned id = 0; id < 64; id++)
                if (busy[n][id])
                    differ("at the end, an answer at port", n, "none", "id " + std::to_string(id));
        for (unsigned t = 0; t < tpcs; t++)
            if (under_way[t])
                differ("at the end, lines of", t, std::to_string(under_way[t]), "none");
        for (unsigned k = 0; k < 4; k++)
            plain[(PAGES + (k << 8) + 7 * 32) / 4] += (uint32_t)sums[k];
        for (uint32_t a = 0; a < plain.size() * 4; a += 32) {
            where(a);
            top.eval();
            if (memcmp(&plain[a / 4], &top.bd_read[0], 32) != 0 ||
                memcmp(&plain[a / 4], mem_system_byte(model, a), 32) != 0)
                differ("at the end, the sector at", a, "another value", "that of a plain memory");
        }
    }
};

} // namespace

int main(int argc, char **argv)
{
    uint64_t cycles = 100000, seed = 1;
    for (int i = 1; i < argc; i++) {
        std::string a = argv[i];
        uint64_t v = i + 1 < argc ? strtoull(argv[++i], nullptr, 0) : 0;
        if (a == "--cycles")
            cycles = v;
        else if (a == "--seed")
            seed = v;
        else {
            fprintf(stderr, "mem_random: what is %s?\n", a.c_str());
            return 2;
        }
    }
    Bench b(seed);
    b.random_traffic(cycles);
    b.end();
    printf("%u TPCs, %u partitions: %llu cycles, %llu answers, %llu writes, %llu lines: RTL, model and memory are the "
           "same\n", b.tpcs, b.model->partitions, (unsigned long long)b.cycle, (unsigned long long)b.loads,
           (unsigned long long)b.writes, (unsigned long long)b.lines);
    return 0;
}
