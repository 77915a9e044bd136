// SPDX-License-Identifier: Apache-2.0
// The verilated bench of the double-precision unit, one clock at a time.
#ifndef RTL_DPU_SIM_H
#define RTL_DPU_SIM_H

#include <cstdint>
#include <memory>

#include "Vdpu_bench.h"
#include "verilated.h"

constexpr int DPU_STAGES = 7;

struct Lane {
    uint32_t w0, w1;
    uint64_t s[3];      // $r4d, $r6d, $r8d
};

class DpuSim {
public:
    explicit DpuSim(int fault)
    {
        ctx.commandArgs(0, static_cast<const char **>(nullptr));
        top.reset(new Vdpu_bench(&ctx));
        top->fault = (uint8_t)fault;
        top->rst = 1;
        present(nullptr);
        edge();
        edge();
        top->rst = 0;
    }

    ~DpuSim() { top->final(); }

    // What enters at the next edge; null: nothing.
    void present(const Lane *l)
    {
        top->in_valid = l != nullptr;
        if (!l)
            return;
        top->w0 = l->w0;
        top->w1 = l->w1;
        top->r4 = l->s[0];
        top->r6 = l->s[1];
        top->r8 = l->s[2];
        top->eval();
    }

    void __attribute__((noinline)) edge()
    {
        top->clk = 1;
        top->eval();
        top->clk = 0;
        top->eval();
    }

    VerilatedContext ctx;
    std::unique_ptr<Vdpu_bench> top;
};

#endif
