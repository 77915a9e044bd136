// SPDX-License-Identifier: Apache-2.0
// The crossbar in Verilog and the one of the model, step by step at every port, with random traffic: uniform, to one
// destination, one to one, in bursts, with destinations that do not take (XBAR-1 to XBAR-7). Each packet carries its
// number among those of its source and destination, so a lost, doubled or overtaken one is seen in both (XBAR-10).
// Also lone packets (XBAR-8, XBAR-11), turns (XBAR-7, XBAR-9), full links (XBAR-12).
//
//   xbar_random [--steps n] [--seed n] [--size 0|1|2]      10 TPCs and 8 partitions, 3 and 2, 1 and 1
//   xbar_random --throughput                               packets a step and partition, uniform requests
//
//! around xbar_bench.sv
//! test size2: rtl -O0 ONLY=2 --size 2 --steps 15000
//! test size0_more: rtl;long -O0 --size 0 --steps 200000
//! test size1_more: rtl;long -O0 --size 1 --steps 200000
//! test size2_more: rtl;long -O0 --size 2 --steps 200000
//! model
//! planted rtl;long: --size 1 --steps 20000
//! says differ$|differ:
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <random>
#include <string>

#include "Vxbar_bench.h"
#include "verilated.h"

extern "C" {
#include "gpu/xbar.h"
}

double sc_time_stamp() { return 0; }

namespace {

constexpr int REQ = 11, RSP = 9, TPCS[] = {10, 3, 1}, PARTITIONS[] = {8, 2, 1};

void words(const gpu_req &r, uint32_t *w)
{
    memcpy(w, r.data, 32);
    w[8] = r.mask;
    w[9] = r.addr;
    w[10] = r.mtype | r.aop << 3 | r.space << 7 | r.kind << 9 | r.id << 12 | r.src << 20 | (uint32_t)r.dst << 24;
}

void words(const gpu_rsp &r, uint32_t *w)
{
    memcpy(w, r.data, 32);
    w[8] = r.id | r.src << 8 | r.dst << 12;
}

template <class P> std::string text(const P *p)
{
    char s[80];
    if (!p)
        return "nothing";
    snprintf(s, sizeof s, "src %u dst %u id %u number %u", p->src, p->dst, p->id, p->data[0]);
    return s;
}

struct Bench {
    int       size, clients, servers;
    uint64_t  step = 0;
    std::mt19937_64 rng;
    VerilatedContext ctx;
    Vxbar_bench top;
    xbar     *model;
    // what is offered, and whether
    gpu_req   req[12] = {};
    gpu_rsp   rsp[10] = {};
    unsigned  req_valid = 0, rsp_valid = 0, req_taken = 0, rsp_taken = 0;
    // numbers of the next packet, by client and server
    uint32_t  sent_req[12][10] = {}, seen_req[12][10] = {}, sent_rsp[10][12] = {}, seen_rsp[10][12] = {};
    uint64_t  packets = 0;
    enum { ANY, SAME, OTHER } block = ANY;      // of 128 bytes, that a client's next request is for

    Bench(int size, uint64_t seed) : size(size), rng(seed)
    {
        model = xbar_new(TPCS[size], PARTITIONS[size]);
        clients = xbar_clients(model);
        servers = xbar_servers(model);
        top.rst = 1;
        top.step = 0;
        top.size = size;
        top.c_req_valid = top.c_rsp_ready = top.s_req_ready = top.s_rsp_valid = 0;
        for (int i = 0; i < 4; i++)
            edge();
        top.rst = 0;
    }
    ~Bench() { xbar_free(model); }

    unsigned pick(unsigned n) { return (unsigned)(rng() % n); }
    bool one_in(unsigned n) { return pick(n) == 0; }
    unsigned client_number(unsigned c) { return c < model->tpcs ? c : c - model->tpcs + XBAR_L3; }
    unsigned server_number(unsigned s) { return s < model->partitions ? s : s - model->partitions + XBAR_TO_L3; }

    void edge()
    {
        top.clk = 0;
        top.eval();
        top.clk = 1;
        top.eval();
    }

    [[noreturn]] void differ(const char *what, unsigned port, const std::string &rtl, const std::string &want)
    {
        printf("step %llu, %s %u: RTL %s, expected %s: they differ\n", (unsigned long long)step, what, port,
               rtl.c_str(), want.c_str());
        exit(1);
    }

    void offer_req(unsigned c, unsigned s)
    {
        gpu_req &r = req[c];
        if (req_valid >> c & 1)
            return;
        uint64_t a = rng(), b = rng();
        r.dst = server_number(s);
        r.src = client_number(c);
        r.id = a;
        r.kind = a >> 8 & 3;
        r.space = a >> 10 & 3;
        r.aop = a >> 12 & 15;
        r.mtype = a >> 16 & 7;
        r.addr = block == ANY ? (one_in(4) ? a >> 32 : (r.addr & ~127u) | (a >> 32 & 127))
                              : (block == SAME ? 0 : (uint32_t)sent_req[c][s] << 7);
        r.mask = b;
        for (int i = 1; i < 8; i++)
            r.data[i] = (uint32_t)(b >> 32) * (i + 2);
        r.data[0] = sent_req[c][s]++;
        req_valid |= 1u << c;
    }

    void offer_rsp(unsigned s, unsigned c)
    {
        gpu_rsp &r = rsp[s];
        if (rsp_valid >> s & 1)
            return;
        uint64_t a = rng();
        r.dst = client_number(c);
        r.src = server_number(s);
        r.id = a;
        for (int i = 1; i < 8; i++)
            r.data[i] = (uint32_t)(a >> 32) * (i + 2);
        r.data[0] = sent_rsp[s][c]++;
        rsp_valid |= 1u << s;
    }

    template <class P, int N, class W>
    void compare(const char *what, unsigned port, const P *want, bool valid, const W &flat)
    {
        uint32_t w[N];
        if (want)
            words(*want, w);
        if (valid != (want != nullptr))
            differ(what, port, valid ? "a packet" : "nothing", text(want));
        if (want && memcmp(w, &flat[N * port], sizeof w) != 0)
            differ(what, port, "another packet", text(want));
    }

    // One step with what is offered and taken now; req_valid and rsp_valid lose what has been taken.
    void go()
    {
        if (one_in(8)) {        // a cycle without step changes nothing
            top.step = 0;
            top.c_req_valid = top.c_rsp_ready = pick(1u << clients);
            top.s_req_ready = pick(1u << servers);
            top.s_rsp_valid = 0;
            edge();
        }
        top.step = 1;
        for (int c = 0; c < clients; c++)
            if (req_valid >> c & 1)
                words(req[c], &top.c_req[REQ * c]);
        for (int s = 0; s < servers; s++)
            if (rsp_valid >> s & 1)
                words(rsp[s], &top.s_rsp[RSP * s]);
        top.c_req_valid = req_valid;
        top.s_rsp_valid = rsp_valid;
        top.s_req_ready = req_taken;
        top.c_rsp_ready = rsp_taken;
        top.clk = 0;
        top.eval();

        const gpu_req *q[XBAR_PORTS] = {};
        const gpu_rsp *r[XBAR_PORTS] = {};
        unsigned q_gone = 0, r_gone = 0;
        for (int c = 0; c < clients; c++) {
            bool ready = xbar_req_ready(model, c);
            if ((top.c_req_ready >> c & 1) != ready)
                differ("ready of requests from", c, ready ? "no" : "yes", ready ? "yes" : "no");
            if (req_valid >> c & 1) {
                q[c] = &req[c];
                q_gone |= (unsigned)ready << c;
            }
            const gpu_rsp *o = xbar_rsp(model, c);
            compare<gpu_rsp, RSP>("answer to", c, o, top.c_rsp_valid >> c & 1, top.c_rsp);
            if (o && rsp_taken >> c & 1) {
                uint32_t want = seen_rsp[xbar_server(model, o->src)][c]++;
                if (o->data[0] != want || xbar_client(model, o->dst) != (unsigned)c)
                    differ("answer to", c, text(o), "number " + std::to_string(want));
                packets++;
            }
        }
        for (int s = 0; s < servers; s++) {
            bool ready = false;
            if (rsp_valid >> s & 1) {
                r[s] = &rsp[s];
                ready = xbar_rsp_ready(model, s, r[s]);
                r_gone |= (unsigned)ready << s;
            }
            if ((top.s_rsp_ready >> s & 1) != ready)
                differ("ready of answers from", s, ready ? "no" : "yes", ready ? "yes" : "no");
            const gpu_req *o = xbar_req(model, s);
            compare<gpu_req, REQ>("request to", s, o, top.s_req_valid >> s & 1, top.s_req);
            if (o && req_taken >> s & 1) {
                uint32_t want = seen_req[xbar_client(model, o->src)][s]++;
                if (o->data[0] != want || xbar_server(model, o->dst) != (unsigned)s)
                    differ("request to", s, text(o), "number " + std::to_string(want));
                packets++;
            }
        }
        xbar_step(model, q, r, req_taken, rsp_taken);
        top.clk = 1;
        top.eval();
        req_valid &= ~q_gone;
        rsp_valid &= ~r_gone;
        step++;
    }

    // Everything that was sent comes, within what XBAR-9 allows.
    void drain()
    {
        req_taken = rsp_taken = ~0u;
        for (int i = 0; i < 40 + 12 * 12 * (GT_XBAR_QUEUE + GT_XBAR_CROSS); i++)
            go();
        if (req_valid || rsp_valid)
            differ("at the end, offers", 0, "not taken", "none");
        for (int c = 0; c < clients; c++)
            for (int s = 0; s < servers; s++)
                if (sent_req[c][s] != seen_req[c][s] || sent_rsp[s][c] != seen_rsp[s][c])
                    differ("at the end, packets of", c, "fewer", "all that were sent");
    }
};

// XBAR-8, XBAR-11: a lone packet between each two, and back.
void lone(Bench &b)
{
    for (int c = 0; c < b.clients; c++)
        for (int s = 0; s < b.servers; s++) {
            unsigned want = xbar_steps(b.client_number(c)) + 2, there = 0, back = 0;
            b.req_taken = b.rsp_taken = ~0u;
            b.offer_req(c, s);
            for (; !xbar_req(b.model, s); there++)
                b.go();
            b.go();
            b.offer_rsp(s, c);
            for (; !xbar_rsp(b.model, c); back++)
                b.go();
            b.go();
            if (there != want || back != want)
                b.differ("a lone packet of", c, std::to_string(there) + " and " + std::to_string(back),
                         std::to_string(want));
        }
}

// XBAR-7, XBAR-9: everybody asks one, and it takes: each source has one in any so many turns, of one packet or, if all
// are for the same 128 bytes, of four. XBAR-12: no step without one.
void turns(Bench &b, bool same)
{
    std::deque<unsigned> last;
    unsigned run = 0, whole = same ? 4 : 1;
    b.block = same ? Bench::SAME : Bench::OTHER;
    b.req_taken = b.rsp_taken = ~0u;
    for (int i = 0; i < 1000; i++) {
        for (int c = 0; c < b.clients; c++)
            b.offer_req(c, 0);
        const gpu_req *o = xbar_req(b.model, 0);
        if (i >= 200) {
            if (!o)
                b.differ("a partition that takes,", 0, "nothing", "a packet in each step");
            bool begins = last.empty() || last.back() != o->src || run == whole;
            if (begins && last.size() > 1 && run != whole)
                b.differ("turn of", last.back(), std::to_string(run) + " packets", std::to_string(whole));
            run = begins ? 1 : run + 1;
            if (begins) {
                for (unsigned src : last)
                    if (src == o->src)
                        b.differ("turn of", o->src, "twice", "once in " + std::to_string(b.clients));
                last.push_back(o->src);
                if (last.size() == (size_t)b.clients)
                    last.pop_front();
            }
        }
        b.go();
    }
    b.block = Bench::ANY;
    // XBAR-5, XBAR-12: nobody takes; links and queues fill up
    b.req_taken = b.rsp_taken = 0;
    for (int i = 0; i < 200; i++) {
        for (int c = 0; c < b.clients; c++)
            b.offer_req(c, i % b.servers);
        for (int s = 0; s < b.servers; s++)
            b.offer_rsp(s, i % b.clients);
        b.go();
    }
    for (int c = 0; c < b.clients; c++)
        if (xbar_req_ready(b.model, c))
            b.differ("a link that nobody empties,", c, "ready", "not ready");
    b.drain();
}

// Phases of random patterns and rates in both directions, then until all is delivered.
void random_traffic(Bench &b, uint64_t steps)
{
    unsigned pattern[2] = {}, rate[2] = {}, takes[2] = {}, hot[2] = {}, burst[2] = {};
    unsigned blocked[2] = {};
    for (uint64_t end = 0, until = b.step + steps; b.step < until;) {
        if (b.step >= end) {
            end = b.step + 20 + b.pick(500);
            for (int k = 0; k < 2; k++) {
                static const unsigned RATE[] = {0, 8, 64, 160, 256}, TAKES[] = {0, 16, 128, 240, 256, 256};
                pattern[k] = b.pick(4);
                rate[k] = RATE[b.pick(5)];
                takes[k] = TAKES[b.pick(6)];
                hot[k] = b.pick(12);
                burst[k] = b.one_in(3) ? 1 + b.pick(40) : 0;
                blocked[k] = b.one_in(3) ? b.pick(4096) : 0;
            }
        }
        for (int k = 0; k < 2; k++) {
            unsigned from = k ? b.servers : b.clients, to = k ? b.clients : b.servers;
            bool quiet = burst[k] && b.step / burst[k] % 2;
            for (unsigned i = 0; i < from && !quiet; i++) {
                if (b.pick(256) >= rate[k])
                    continue;
                unsigned d = pattern[k] == 0 ? b.pick(to) : pattern[k] == 1 ? hot[k] % to :
                             pattern[k] == 2 ? (i + hot[k]) % to : b.one_in(4) ? b.pick(to) : hot[k] % to;
                k ? b.offer_rsp(i, d) : b.offer_req(i, d);
            }
            unsigned taken = 0;
            for (unsigned i = 0; i < to; i++)
                taken |= (unsigned)(b.pick(256) < takes[k] && !(blocked[k] >> i & 1)) << i;
            (k ? b.rsp_taken : b.req_taken) = taken;
        }
        b.go();
    }
    b.drain();
}

// Packets a step when every source always offers one to a random destination.
void throughput()
{
    Bench b(0, 1);
    b.req_taken = b.rsp_taken = ~0u;
    for (int i = 0; i < 21000; i++) {
        if (i == 1000)
            b.packets = 0;
        for (int c = 0; c < 10; c++)
            b.offer_req(c, b.pick(8));
        b.go();
    }
    printf("requests: %.3f a step and partition\n", (double)b.packets / 20000 / 8);
    for (int i = 0; i < 21000; i++) {
        if (i == 1000)
            b.packets = 0;
        for (int s = 0; s < 8; s++)
            b.offer_rsp(s, b.pick(10));
        b.go();
    }
    printf("answers: %.3f a step and partition\n", (double)b.packets / 20000 / 8);
}

} // namespace

int main(int argc, char **argv)
{
    uint64_t steps = 100000, seed = 1;
    int size = 0;
    for (int i = 1; i < argc; i++) {
        std::string a = argv[i];
        if (a == "--throughput") {
            throughput();
            return 0;
        }
        if (i + 1 == argc) {
            fprintf(stderr, "xbar_random: %s needs a number\n", argv[i]);
            return 2;
        }
        uint64_t v = strtoull(argv[++i], nullptr, 0);
        if (a == "--steps")
            steps = v;
        else if (a == "--seed")
            seed = v;
        else if (a == "--size" && v < 3)
            size = (int)v;
        else {
            fprintf(stderr, "xbar_random: what is %s %s?\n", a.c_str(), argv[i]);
            return 2;
        }
    }
    Bench b(size, seed);
    lone(b);
    turns(b, false);
    turns(b, true);
    random_traffic(b, steps);
    printf("%d TPCs, %d partitions: %llu steps, %llu packets: RTL and model are the same\n", TPCS[size],
           PARTITIONS[size], (unsigned long long)b.step, (unsigned long long)b.packets);
    return 0;
}
