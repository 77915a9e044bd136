// SPDX-License-Identifier: Apache-2.0
// The host interface in Verilog and that of the model, cycle by cycle at every port: random commands in front of a chip
// that runs, moves and takes requests at random (HOST-1, HOST-3, HOST-5). Beside them what was sent, done and answered
// by the list of commands alone: words of uploads at their addresses, once (HOST-2); launches that begin in the right
// cycles, while nothing moves (HOST-4, HOST-7); answers in order with the cycles counted here (HOST-6, HOST-8); nothing
// behind a word that is no command (HOST-9).
//
//   host_random [--cycles n] [--seed n]
//
//! around host_bench.sv
//! test rtl
//! model
//! planted rtl;long: --cycles 400000
//! says differ$|differ:
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "random_options.hpp"
#include "Vhost_bench.h"
#include "verilated.h"

extern "C" {
#include "gpu/host_if.h"
}

double sc_time_stamp() { return 0; }

namespace {

constexpr unsigned FAULT_BITS = 79, REQ_ADDR = 288, REQ_MASK = 256;

struct Bench {
    VerilatedContext ctx;
    Vhost_bench top{&ctx};
    host_if model{};
    host_if_in in{};
    std::mt19937_64 rng;
    uint64_t cycle = 0;                 // since the reset
    bool ok = true;
    unsigned resets = 0, launches = 0, stores = 0, fences = 0;

    // the chip
    unsigned runs = 0, moves = 0;       // cycles left; of a launch, of its memory
    uint64_t idle_since = 0, began = 0; // first cycle in which no launch runs; cycle 0 of the launch
    bool faults = false;

    // what was sent and is not done yet
    std::deque<uint32_t> words;         // not taken
    struct Answer {
        uint32_t first;                 // its first word, as far as the command tells it
        uint64_t uploaded;              // words that were sent before it
        bool launch, known;             // known: what a launch came to
        std::vector<uint32_t> more;     // its other words; of a fault's 0
    };
    std::deque<Answer> answers;         // expected, in order
    size_t launched = 0, word = 0;      // of them, launches that have begun; words of the first one that have come
    std::map<uint32_t, std::deque<uint32_t>> memory;        // words to come, by address, in order
    uint64_t sent = 0, stored = 0;      // words of uploads
    bool dead = false;                  // a bad command has been sent

    unsigned below(unsigned n) { return unsigned(rng() % n); }

    __attribute__((format(printf, 2, 3))) void wrong(const char *fmt, ...)
    {
        if (!ok)
            return;
        va_list ap;
        fprintf(stderr, "cycle %llu: ", (unsigned long long)cycle);
        va_start(ap, fmt);
        vfprintf(stderr, fmt, ap);
        va_end(ap);
        fprintf(stderr, "; they differ\n");
        ok = false;
    }

    void upload()
    {
        unsigned n = below(4) ? below(12) : below(40);
        uint32_t at = below(1 << 12) * 4;
        words.push_back(1u << 28 | n);
        words.push_back(at | below(4));         // the lowest bits do not count
        for (unsigned i = 0; i < n; i++, at += 4) {
            words.push_back(uint32_t(rng()));
            if (!dead)
                memory[at].push_back(words.back()), sent++;
        }
    }
    void expect(uint32_t first, bool launch)
    {
        if (!dead)
            answers.push_back({first, sent, launch, !launch, {}});
    }
    void command()
    {
        uint32_t tag = uint32_t(rng()) & 0xffff;
        switch (below(16)) {
        case 0: case 1: case 2: case 3: case 4: upload(); break;
        case 5: case 6: case 7: {
            static const unsigned first[] = {0, 5, 16, 24, 27, 31, 31, 64, 90, 2000};
            unsigned n = below(12);
            words.push_back(2u << 28 | first[below(10)] << 16 | n);
            for (; n; n--)
                words.push_back(uint32_t(rng()));
            break;
        }
        case 8: case 9: words.push_back(3u << 28 | below(8)); break;
        case 10: case 11: case 12:
            words.push_back(4u << 28 | below(1 << 12) << 16 | tag);
            expect(words.back(), false);
            break;
        case 13: case 14:
            words.push_back(5u << 28 | tag);
            expect(words.back(), true);
            break;
        default:
            if (below(40) || dead)
                break;
            uint32_t op = below(11);
            words.push_back((op ? op + 5 : 0) << 28 | (uint32_t(rng()) & 0xfffffff));
            expect(15u << 28 | (words.back() & 0xfffffff), false);
            dead = true;
        }
    }

    void reset()
    {
        top.rst = 1;
        top.clk = 0, top.eval();
        top.clk = 1, top.eval();
        top.rst = 0;
        host_if_reset(&model);
        words.clear(), answers.clear(), memory.clear();
        runs = moves = 0;
        launched = word = 0;
        sent = stored = 0;
        idle_since = 0;
        cycle = 0;
        dead = false;
        in = {};
        resets++;
    }

    // What the chip and the host show in this cycle.
    void inputs()
    {
        while (words.size() < 4 && below(3))
            command();
        in.valid = !words.empty() && below(8);
        in.word = in.valid ? words.front() : uint32_t(rng());
        in.answer_taken = false;
        in.step = !(cycle & 1);
        in.running = runs != 0;
        in.moving = moves != 0;
        in.launch_ready = in.step && !runs && !moves && cycle % 16 == 0;
        in.request_ready = below(3) != 0;
        in.next_tpc = uint8_t(below(10));
        in.fault_sm = uint8_t(below(30));
        in.fault_page = below(2);
        for (uint32_t &w : in.fault)
            w = uint32_t(rng());
        in.fault[2] &= (1u << (FAULT_BITS - 64)) - 1;
        in.fault_valid = faults && !runs;
        in.fault[2] = (in.fault[2] & ~(1u << (FAULT_BITS - 65))) | uint32_t(in.fault_valid) << (FAULT_BITS - 65);

        top.in_valid = in.valid;
        top.in_data = in.word;
        top.step = in.step;
        top.running = in.running;
        top.moving = in.moving;
        top.launch_ready = in.launch_ready;
        top.mem_req_ready = in.request_ready;
        top.next_tpc = in.next_tpc;
        top.fault_sm = in.fault_sm;
        top.fault_page = in.fault_page;
        for (unsigned i = 0; i < 3; i++)
            top.fault[i] = in.fault[i];
        top.out_ready = below(4) != 0;
        top.eval();
    }

    void compare_ports()
    {
        const uint32_t *answer = host_if_answer(&model);
        if (top.in_ready != host_if_ready(&model))
            wrong("in_ready %u, model %u", top.in_ready, host_if_ready(&model));
        if (top.out_valid != (answer != nullptr) || (answer && top.out_data != *answer))
            wrong("answer %u 0x%x, model %u 0x%x", top.out_valid, top.out_data, answer != nullptr,
                  answer ? *answer : 0);
        if (top.launch_valid != host_if_launches(&model))
            wrong("launch_valid %u, model %u", top.launch_valid, host_if_launches(&model));
        if (top.inv != host_if_inv(&model, &in))
            wrong("inv %u, model %u", top.inv, host_if_inv(&model, &in));
        int texture = host_if_texture(&model);
        if (top.tex_we != (texture >= 0) || (texture >= 0 && top.tex_idx != texture))
            wrong("descriptor %u of %u, model %d", top.tex_we, top.tex_idx, texture);
        const uint32_t *s = model.set;
        bool same = top.local_base == s[HOST_REG_LOCAL_BASE] && top.dir_base == s[HOST_REG_DIR_BASE] >> 6 &&
                    top.l3_base == s[HOST_REG_L3_BASE] >> 8;
        for (unsigned i = 0; i < 64; i++)
            same = same && top.params[i] == s[HOST_REG_PARAM + i];
        for (unsigned i = 0; i < HOST_CFG_WORDS; i++)
            same = same && top.cfg[i] == (i == 9 ? s[i] & 0x7ff : s[i]);            // 299 bits
        for (unsigned i = 0; i < HOST_TEX_WORDS; i++)
            same = same && top.tex_data[i] == (i == 4 ? s[24 + i] & 0x3ffff : s[24 + i]);   // 146
        if (!same)
            wrong("registers are not those of the model");
        compare_request();
    }

    uint32_t field(unsigned at, unsigned n) const
    {
        uint64_t x = top.mem_req[at / 32] | (at / 32 + 1 < 11 ? uint64_t(top.mem_req[at / 32 + 1]) << 32 : 0);
        return uint32_t(x >> at % 32 & ((uint64_t(1) << n) - 1));
    }

    void compare_request()
    {
        const gpu_req *r = host_if_request(&model);
        if (top.mem_req_valid != (r != nullptr)) {
            wrong("request %u, model %u", top.mem_req_valid, r != nullptr);
            return;
        }
        if (!r)
            return;
        bool same = field(344, 4) == r->dst && field(340, 4) == r->src && field(329, 3) == r->kind &&
                    field(327, 2) == r->space && field(REQ_ADDR, 32) == r->addr && field(REQ_MASK, 32) == r->mask;
        for (unsigned i = 0; i < 8; i++)
            same = same && (!(r->mask >> 4 * i & 1) || top.mem_req[i] == r->data[i]);
        if (!same)
            wrong("request to 0x%x, mask 0x%x, model 0x%x, 0x%x", field(REQ_ADDR, 32), field(REQ_MASK, 32), r->addr,
                  r->mask);
    }

    // By the list of commands.
    void store()
    {
        stores++;
        for (unsigned i = 0; i < 8; i++) {
            if (!(field(REQ_MASK, 32) >> 4 * i & 0xf))
                continue;
            auto &expected = memory[field(REQ_ADDR, 32) + 4 * i];
            if (expected.empty() || expected.front() != top.mem_req[i]) {
                wrong("0x%x is stored at 0x%x, expected %s", top.mem_req[i], field(REQ_ADDR, 32) + 4 * i,
                      expected.empty() ? "nothing" : "another word");
                return;
            }
            expected.pop_front();
            stored++;
        }
        moves += 1 + below(30);
    }

    void begins()
    {
        launches++;
        if (runs || moves || (idle_since && cycle < idle_since + GT_GPU_FENCE_CYCLES))
            wrong("a launch begins while something moves");
        if ((cycle - GT_GPU_RESET_CYCLES) % GT_GPU_PREPARE_CYCLES)
            wrong("a launch begins in another phase");
        while (launched < answers.size() && !answers[launched].launch)
            launched++;
        if (launched == answers.size() || stored != answers[launched].uploaded)
            wrong("a launch begins after %llu words", (unsigned long long)stored);
        runs = 1 + below(300);
        began = cycle + 1;
        faults = !below(4);
    }

    // The launch's last cycle is this one.
    void ends()
    {
        const uint64_t n = cycle - began + 2;
        if (launched < answers.size()) {
            Answer &a = answers[launched];
            a.first |= uint32_t(faults) << 26;
            a.more = {uint32_t(n), uint32_t(n >> 32)};
            a.more.resize(faults ? 5 : 2);
            a.known = true;
            launched++;
        }
        moves += below(3) ? below(60) : 0;
        idle_since = cycle + 1;
    }

    void answered()
    {
        if (answers.empty() || !answers.front().known) {
            wrong("an answer 0x%x to nothing", top.out_data);
            return;
        }
        const Answer &a = answers.front();
        const uint32_t mask = word == 0 ? (a.launch ? 0xfc00ffffu : ~0u) : word < 3 ? ~0u : 0;
        const uint32_t expected = word ? a.more[word - 1] : a.first;
        if ((top.out_data ^ expected) & mask)
            wrong("answer 0x%x, expected 0x%x", top.out_data, expected);
        if (stored < a.uploaded)
            wrong("an answer before the uploads of before are stored");
        fences += a.first >> 28 == 4;
        if (word++ < a.more.size())
            return;
        word = 0;
        answers.pop_front();
        launched -= launched != 0;
    }

    void one()
    {
        inputs();
        compare_ports();
        in.answer_taken = top.out_valid && top.out_ready;
        if (in.valid && top.in_ready)
            words.pop_front();
        const bool stores_now = top.mem_req_valid && in.request_ready && in.step, ended = runs == 1;
        const bool launch = top.launch_valid && in.launch_ready;
        if (in.answer_taken)
            answered();
        if (runs)
            runs--;
        if (ended)
            ends();
        if (moves)
            moves--;
        if (stores_now)
            store();
        if (launch)
            begins();
        host_if_cycle(&model, &in);
        top.clk = 0, top.eval();
        top.clk = 1, top.eval();
        cycle++;
    }
};

}

int main(int argc, char **argv)
{
    uint64_t cycles = 2000000, seed = 1;
    if (!random_options("host_random", argc, argv, cycles, seed))
        return 2;
    Bench b;
    b.rng.seed(seed);
    b.reset();
    for (uint64_t i = 0; i < cycles && b.ok; i++) {
        b.one();
        if (b.cycle > 4000 && (b.below(200000) == 0 || (b.dead && b.words.size() > 0 && b.below(3000) == 0)))
            b.reset();
    }
    printf("%u resets, %u launches, %u fences, %u stores\n", b.resets, b.launches, b.fences, b.stores);
    if (b.ok && (!b.launches || !b.fences || !b.stores)) {
        fprintf(stderr, "not everything has happened\n");
        return 2;
    }
    return b.ok ? 0 : 1;
}
