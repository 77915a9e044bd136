// SPDX-License-Identifier: Apache-2.0
// The texture cache in Verilog and in the model, asked for the same random sectors, on the same memory with random
// ready, latency and order: every lookup, request, fill and sector handed out in every cycle (TL1-1 to TL1-7); every
// sector against the memory, whose contents stand still (TL1-8).
//
//   tex_l1_random [--cycles n] [--seed n]
//
//! around tex_l1_bench.sv
//! test rtl
//! model
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <random>

#include "random_options.hpp"
#include "Vtex_l1_bench.h"
#include "verilated.h"

extern "C" {
#include "port/memory.h"
#include "tpc/tex_l1.h"
}

double sc_time_stamp() { return 0; }

namespace {

constexpr uint32_t FIRST = GT_G_BASE / 32, SECTORS = 4096;
constexpr unsigned UNDER_WAY = GT_PENDING_SECTORS;

using Rng = std::mt19937;

// Runs of neighbours; a few sectors again and again; more of a set than it has ways; anywhere.
uint32_t sector(Rng &r, uint32_t &at)
{
    static unsigned kind = 0;
    if (r() % 64 == 0)
        kind = r() % 4;
    switch (kind) {
    case 0: at += r() % 2; break;
    case 1: at = r() % 16; break;
    case 2: at = 8 * (r() % 24) + r() % 2; break;
    default: at = r(); break;
    }
    return FIRST + at % SECTORS;
}

bool agrees(const char *what, uint64_t cycle, uint64_t rtl, uint64_t model)
{
    if (rtl != model)
        printf("cycle %llu: %s: Verilog %llu, model %llu\n", (unsigned long long)cycle, what, (unsigned long long)rtl,
               (unsigned long long)model);
    return rtl == model;
}

} // namespace

int main(int argc, char **argv)
{
    uint64_t cycles = 2000000, seed = 1;
    if (!random_options("tex_l1_random", argc, argv, cycles, seed))
        return 2;
    gt_gpu *gpu = gt_gpu_new(1 << 20);
    gpu->jitter = uint32_t(seed);
    for (uint32_t i = 0; i < SECTORS; i++) {
        uint32_t words[8];
        for (uint32_t k = 0; k < 8; k++)
            words[k] = (8 * i + k) * 0x9e3779b1u;
        gt_sector_write(gpu, (FIRST + i) * 32, reinterpret_cast<const uint8_t *>(words), ~0u);
    }
    memory *mem = memory_new(gpu, nullptr, 1, 0);
    mem_port *port = memory_port(mem, 0);
    auto model = std::make_unique<tex_l1>();
    auto top = std::make_unique<Vtex_l1_bench>();
    tex_l1_reset(model.get(), port);
    top->in_valid = top->req_ready = top->rsp_valid = top->out_ready = 0;
    for (int i = 0; i < 24; i++) {              // TL1-1: the eight cycles behind a reset, too
        top->rst = i < 4;
        top->clk = i & 1;
        top->eval();
    }

    Rng r{uint32_t(seed)};
    std::deque<uint32_t> wanted;
    uint32_t at = 0, next = sector(r, at);
    unsigned asking = 8;                        // in eighths
    uint64_t hits = 0, misses = 0, full = 0;
    bool ok = true;
    for (uint64_t c = 0; ok && c < cycles; c++) {
        if (c % 512 == 0)
            asking = 1 + r() % 8;
        const bool asks = wanted.size() < UNDER_WAY && r() % 8 < asking;
        full += wanted.size() == UNDER_WAY;
        top->in_valid = asks;
        top->in_sector = next;
        const bool room = c / 1024 % 2 || r() % 3 == 0;       // behind the sector handed out in this cycle
        top->out_ready = room;
        top->req_ready = mem_port_ready(port, c);
        const mem_rsp *answer = mem_port_answer(port, c);
        top->rsp_valid = answer != nullptr;
        if (answer) {
            top->rsp_id = answer->id;
            for (int k = 0; k < 8; k++)
                top->rsp_data[k] = answer->data[k];
        }
        top->clk = 0;
        top->eval();

        const bool moves = model->moves, fills = moves && !model->way[model->walked].hit;
        const unsigned fill_place = model->way[model->walked].place, id = model->next;
        const uint32_t *out = tex_l1_out(model.get(), c, moves + room);
        ok = ok && agrees("a sector is out", c, top->out_valid, out != nullptr) &&
             agrees("a fill", c, top->fill, fills) && (!fills || agrees("its place", c, top->fill_place, fill_place));
        for (int k = 0; ok && out && k < 8; k++)
            ok = agrees("a word of the sector", c, top->out_data[k], out[k]) &&
                 agrees("a word of the sector and memory", c, out[k], (8 * (wanted.front() - FIRST) + k) * 0x9e3779b1u);
        if (out)
            wanted.pop_front();
        mem_req req;
        const bool sent = tex_l1_look(model.get(), c, &req), passed = model->next != id;
        ok = ok && agrees("a lookup", c, top->pass, passed) && agrees("a request", c, top->req_valid && top->req_ready,
                                                                      sent);
        if (ok && passed) {
            ok = agrees("a hit", c, top->hit, model->way[id].hit) && agrees("its place", c, top->place,
                                                                            model->way[id].place);
            (model->way[id].hit ? hits : misses)++;
        }
        if (ok && sent)
            ok = agrees("the id", c, top->req_id, req.id) && agrees("the address", c, top->req_sector, req.addr / 32);
        const bool taken = asks && tex_l1_ready(model.get());
        ok = ok && agrees("a sector is taken", c, asks && top->in_ready, taken);
        if (taken) {
            tex_l1_ask(model.get(), next);
            wanted.push_back(next);
            next = sector(r, at);
        }
        top->clk = 1;
        top->eval();
        memory_step(mem, c + 1);
    }
    if (hits < cycles / 40 || misses < cycles / 40 || full < cycles / 100) {
        printf("too few hits, misses or cycles in which no more can be under way\n");
        ok = false;
    }
    printf("%llu cycles, %llu hits, %llu misses, %llu cycles with as many under way as can be: %s\n",
           (unsigned long long)cycles, (unsigned long long)hits, (unsigned long long)misses, (unsigned long long)full,
           ok ? "equal" : "different");
    memory_free(mem);
    gt_gpu_free(gpu);
    return !ok;
}
