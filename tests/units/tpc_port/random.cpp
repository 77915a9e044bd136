// SPDX-License-Identifier: Apache-2.0
// tpc_port and l2_port in Verilog and in the model, cycle by cycle at every port, with random requests, answers and
// readiness, steps in every second cycle or at any time (TPORT-1, TPORT-2, TPORT-3, LPORT-1, LPORT-4). Order, fields
// and answers are compared with lists kept here (TPORT-4, TPORT-5, LPORT-2, LPORT-3).
//
//   tpc_random [--cycles n] [--seed n] [--sms 1|3]
//
//! around tpc_bench.sv
//! test sms1: rtl --sms 1 --cycles 500000
//! test sms3: rtl --sms 3 --cycles 500000
//! model
//! planted rtl;long: --cycles 50000
//! says differ$|differ:
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "Vtpc_bench.h"
#include "verilated.h"

extern "C" {
#include "gpu/l2_port.h"
#include "gpu/tpc_port.h"
}

double sc_time_stamp() { return 0; }

namespace {

constexpr unsigned TPC = 7;

uint64_t cycle;

[[noreturn]] void differ(const char *what, unsigned port, const std::string &rtl, const std::string &want)
{
    printf("cycle %llu, %s %u: %s, expected %s: they differ\n", (unsigned long long)cycle, what, port, rtl.c_str(),
           want.c_str());
    exit(1);
}

void words(const mem_req &r, uint32_t *w)
{
    memcpy(w, r.data, 32);
    w[8] = r.mask;
    w[9] = r.addr;
    w[10] = r.mtype | r.aop << 3 | r.space << 7 | r.id << 9 | (uint32_t)r.kind << 15;
}

void words(const gpu_req &r, uint32_t *w)
{
    memcpy(w, r.data, 32);
    w[8] = r.mask;
    w[9] = r.addr;
    w[10] = r.mtype | r.aop << 3 | r.space << 7 | r.kind << 9 | r.id << 12 | r.src << 20 | (uint32_t)r.dst << 24;
}

void words(const mem_rsp &r, uint32_t *w)
{
    memcpy(w, r.data, 32);
    w[8] = r.id | r.word << 6 | r.more << 8;
}

void words(const gpu_rsp &r, uint32_t *w)
{
    memcpy(w, r.data, 32);
    w[8] = r.id | r.src << 8 | r.dst << 12;
}

template <int N, class P, class W> void compare(const char *what, unsigned port, bool valid, const W &flat, const P *p)
{
    uint32_t w[N];
    if (valid != (p != nullptr))
        differ(what, port, valid ? "something" : "nothing", p ? "id " + std::to_string(p->id) : "nothing");
    if (!p)
        return;
    words(*p, w);
    if (memcmp(w, &flat[N * port], sizeof w) != 0)
        differ(what, port, "something else", "id " + std::to_string(p->id));
}

struct Bench {
    unsigned  sms;
    std::mt19937_64 rng;
    VerilatedContext ctx;
    Vtpc_bench top;
    tpc_port  port;
    l2_port   l2;
    // ports: what is offered, accepted and not yet in a stream, ids out, their answers
    bool      offered[4] = {};
    mem_req   req[4];
    std::deque<mem_req> accepted[4];
    bool      busy[4][64] = {};
    uint32_t  answer[4][64];
    std::vector<gpu_rsp> due;
    bool      coming = false;
    gpu_rsp   rsp;
    uint64_t  requests = 0, answers = 0, lines = 0;
    // lines: asked for, to be answered, words to come
    bool      asked = false;
    uint32_t  addr = 0;
    std::deque<uint32_t> waiting, sent, word;
    unsigned  under_way = 0, sector = 0, got = 0, count = 0;

    Bench(unsigned sms, uint64_t seed) : sms(sms), rng(seed)
    {
        tpc_port_init(&port, sms, TPC);
        l2_port_init(&l2, TPC);
        top.rst = 1;
        top.three = sms == 3;
        top.step = top.q_valid = top.a_ready = top.s_ready = top.r_valid = 0;
        top.l_asked = top.l_req_ready = top.l_rsp_valid = 0;
        for (int i = 0; i < 8; i++) {
            top.clk = i & 1;
            top.eval();
        }
        top.rst = 0;
    }

    unsigned pick(unsigned n) { return (unsigned)(rng() % n); }

    void offer(unsigned p)
    {
        mem_req &r = req[p];
        uint64_t a = rng(), b = rng();
        if (offered[p])
            return;
        r.kind = p == sms ? (int)MEM_LOAD : (int)(a & 3);
        r.id = a >> 8 & 63;
        if (mem_answered(r.kind) && busy[p][r.id])
            return;
        r.space = a >> 16 & 3;
        r.aop = a >> 18 & 15;
        r.mtype = a >> 22 & 7;
        r.addr = pick(4) ? (r.addr & ~127u) | (a >> 32 & 127) : a >> 32;      // for the same 128 bytes or not
        r.mask = b;
        for (int i = 0; i < 8; i++)
            r.data[i] = (uint32_t)(b >> 32) * (i + 1);
        if (mem_answered(r.kind))
            busy[p][r.id] = true;
        offered[p] = true;
    }

    // TPORT-4: what a stream gives is the first of what its port accepted
    void streamed(const gpu_req *g)
    {
        unsigned p = g->id >> 6 == 3 ? sms : g->id >> 6;
        if (p > sms || accepted[p].empty())
            differ("stream", p, "a request", "none");
        const mem_req &r = accepted[p].front();
        if (g->src != TPC || g->dst != 0 || (g->id & 63) != r.id || g->kind != r.kind || g->space != r.space ||
            g->aop != r.aop || g->mtype != r.mtype || g->addr != r.addr || g->mask != r.mask ||
            memcmp(g->data, r.data, 32) != 0)
            differ("stream", p, "another request", "the first accepted");
        if (mem_answered(r.kind)) {
            gpu_rsp a = {};
            a.dst = TPC;
            a.src = pick(8);
            a.id = g->id;
            for (int i = 0; i < 8; i++)
                a.data[i] = (uint32_t)rng();
            answer[p][r.id] = a.data[3];
            due.push_back(a);
        }
        accepted[p].pop_front();
        requests++;
    }

    void words_of_lines(bool step)
    {
        const uint32_t *w = l2_port_word(&l2);
        if (top.l_word_valid != (w != nullptr) || (w && top.l_word != *w))
            differ("word of a line", 0, top.l_word_valid ? std::to_string(top.l_word) : "none",
                   w ? std::to_string(*w) : "none");
        if (w) {
            if (word.empty() || *w != word.front())
                differ("word of a line", 0, "another", "the next");
            word.pop_front();
            under_way -= ++got % 64 == 0;
        }
        const gpu_req *q = l2_port_req(&l2);
        compare<11>("line for the L3", 0, top.l_req_valid, top.l_req, q);
        if (q && step && top.l_req_ready) {         // LPORT-2
            if (waiting.empty() || q->addr != waiting.front() || q->id != (count & 3) || q->dst != XBAR_TO_L3 ||
                q->src != TPC || q->kind != MEM_LOAD || q->space || q->mask)
                differ("line for the L3", 0, "another", "the next one asked for");
            waiting.pop_front();
            sent.push_back(count++ & 3);
        }
    }

    void go(bool step, const unsigned rate[], const unsigned takes[])
    {
        for (unsigned p = 0; p <= sms; p++)
            if (pick(256) < rate[p])
                offer(p);
        if (!coming && !due.empty() && pick(256) < rate[4]) {
            size_t n = pick((unsigned)due.size());
            rsp = due[n];
            due[n] = due.back();
            due.pop_back();
            coming = true;
        }
        if (!asked && under_way < 4 && pick(256) < rate[5]) {
            asked = true;
            addr = pick(1 << 19) << 6;
            under_way++;
        }
        gpu_rsp part = {};
        bool part_comes = step && !sent.empty() && pick(256) < rate[6];
        if (part_comes) {
            part.dst = TPC;
            part.src = XBAR_TO_L3;
            part.id = (uint8_t)sent.front();
            for (uint32_t &d : part.data)
                word.push_back(d = (uint32_t)rng());
            words(part, &top.l_rsp[0]);
            if (++sector == 8) {
                sector = 0;
                sent.pop_front();
                lines++;
            }
        }

        top.step = step;
        top.q_valid = top.a_ready = top.s_ready = 0;
        for (unsigned p = 0; p <= sms; p++) {
            top.q_valid |= offered[p] << p;
            top.a_ready |= (pick(256) < takes[p]) << p;
            if (offered[p])
                words(req[p], &top.q[11 * p]);
        }
        for (unsigned n = 0; n < 2; n++)
            top.s_ready |= (pick(256) < takes[4 + n]) << n;
        top.r_valid = coming;
        if (coming)
            words(rsp, &top.r[0]);
        top.l_asked = asked;
        top.l_addr = addr >> 6;
        top.l_req_ready = pick(256) < takes[6];
        top.l_rsp_valid = part_comes;
        top.clk = 0;
        top.eval();

        const mem_req *q[TPC_PORTS] = {};
        for (unsigned p = 0; p <= sms; p++) {
            bool ready = tpc_port_ready(&port, p);
            if ((top.q_ready >> p & 1) != ready)
                differ("ready of port", p, ready ? "no" : "yes", ready ? "yes" : "no");
            if (offered[p])
                q[p] = &req[p];
            const mem_rsp *a = tpc_port_answer(&port, p);
            compare<9>("answer at port", p, top.a_valid >> p & 1, top.a, a);
            if (a && top.a_ready >> p & 1) {        // TPORT-5
                if (!busy[p][a->id] || a->data[3] != answer[p][a->id])
                    differ("answer at port", p, "another", "that of its id");
                busy[p][a->id] = false;
                answers++;
            }
        }
        const gpu_req *g = tpc_port_global(&port), *t = tpc_port_texture(&port);
        compare<11>("stream", 0, top.s_valid & 1, top.s, g);
        compare<11>("stream", 1, top.s_valid >> 1, top.s, t);
        bool g_taken = step && g && top.s_ready & 1, t_taken = step && t && top.s_ready & 2;
        bool r_ready = coming && tpc_port_rsp_ready(&port, &rsp);
        if (coming && (bool)top.r_ready != r_ready)
            differ("ready of answers", 0, r_ready ? "no" : "yes", r_ready ? "yes" : "no");
        bool l_ready = l2_port_ready(&l2);
        if ((bool)top.l_ready != l_ready || !top.l_rsp_ready)
            differ("ready of lines", 0, l_ready ? "no" : "yes", l_ready ? "yes" : "no");
        words_of_lines(step);
        if (g_taken)
            streamed(g);
        if (t_taken)
            streamed(t);
        for (unsigned p = 0; p <= sms; p++)
            if (q[p] && tpc_port_ready(&port, p)) {
                accepted[p].push_back(req[p]);
                offered[p] = false;
            }
        tpc_port_cycle(&port, step, q, top.a_ready, g_taken, t_taken, coming ? &rsp : nullptr);
        l2_port_cycle(&l2, step, asked, addr, top.l_req_ready, part_comes ? &part : nullptr);
        if (step && r_ready)
            coming = false;
        if (asked && l_ready) {
            waiting.push_back(addr);
            asked = false;
        }
        top.clk = 1;
        top.eval();
        cycle++;
    }
};

// TPORT-3, TPORT-5, LPORT-4: a lone request and its answer.
void lone(Bench &b)
{
    static const unsigned NONE[7] = {}, ALL[7] = {256, 256, 256, 256, 256, 256, 256};
    for (unsigned p = 0; p <= b.sms; p++) {
        while (!b.offered[p])
            b.offer(p);
        uint64_t from = cycle;
        unsigned want = p == b.sms ? 2 : 4 + 2 * GT_TPC_PORT_STAGES;
        for (uint64_t done = b.requests; b.requests == done;)
            b.go(cycle % 2 == 0, NONE, ALL);
        if (cycle - 1 - from != want)
            differ("a lone request of", p, std::to_string(cycle - 1 - from), std::to_string(want));
        while (!b.due.empty() || b.coming) {
            static const unsigned ANSWER[7] = {0, 0, 0, 0, 256, 0, 0};
            b.go(cycle % 2 == 0, ANSWER, ALL);
        }
        b.go(false, NONE, ALL);
        b.go(true, NONE, ALL);
        b.go(false, NONE, ALL);
    }
}

// Phases of random rates on all sides; at the end everything that was asked for has been answered.
void random_traffic(Bench &b, uint64_t cycles)
{
    unsigned rate[7], takes[7];
    bool regular = true;
    for (uint64_t end = 0, until = cycle + cycles; cycle < until;) {
        if (cycle >= end) {
            static const unsigned RATE[] = {0, 4, 64, 200, 256}, TAKES[] = {0, 16, 128, 256, 256, 256};
            end = cycle + 100 + b.pick(2000);
            regular = b.pick(4) != 0;
            for (int i = 0; i < 7; i++) {
                rate[i] = RATE[b.pick(5)];
                takes[i] = TAKES[b.pick(6)];
            }
        }
        b.go(regular ? cycle % 2 == 0 : b.pick(3) == 0, rate, takes);
    }
    unsigned none[7] = {0, 0, 0, 0, 256, 0, 256}, all[7] = {256, 256, 256, 256, 256, 256, 256};
    for (int i = 0; i < 5000; i++)
        b.go(cycle % 2 == 0, none, all);
    for (unsigned p = 0; p <= b.sms; p++)
        for (unsigned id = 0; id < 64; id++)
            if (b.busy[p][id])
                differ("at the end, an answer of", p, "none", "id " + std::to_string(id));
    if (b.under_way || !b.word.empty())
        differ("at the end, lines", b.under_way, "under way", "none");
}

} // namespace

int main(int argc, char **argv)
{
    uint64_t cycles = 200000, seed = 1;
    unsigned sms = 3;
    for (int i = 1; i < argc; i++) {
        std::string a = argv[i];
        uint64_t v = i + 1 < argc ? strtoull(argv[++i], nullptr, 0) : 0;
        if (a == "--cycles")
            cycles = v;
        else if (a == "--seed")
            seed = v;
        else if (a == "--sms" && (v == 1 || v == 3))
            sms = (unsigned)v;
        else {
            fprintf(stderr, "tpc_random: what is %s?\n", a.c_str());
            return 2;
        }
    }
    Bench b(sms, seed);
    lone(b);
    random_traffic(b, cycles);
    printf("%u SMs: %llu cycles, %llu requests, %llu answers, %llu lines: RTL and model are the same\n", sms,
           (unsigned long long)cycle, (unsigned long long)b.requests, (unsigned long long)b.answers,
           (unsigned long long)b.lines);
    return 0;
}
