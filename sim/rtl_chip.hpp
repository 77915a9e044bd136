// SPDX-License-Identifier: Apache-2.0
//
// RtlChip: a chip of several TPCs in Verilog, each a verilated machine of its own, around one memory. Either all of
// them cycle by cycle, as any RtlMachine (lockstep); or for a quantum of cycles side by side on several host threads
// (gt_rtl_run), as the cycle model does (cmodel/run/chip.c): no longer than one TPC needs to feel what another does.
// The number of threads changes nothing (DIST-9), nor that of processes that have the TPCs (rtl_peers.hpp).
#ifndef GT200_RTL_CHIP_HPP
#define GT200_RTL_CHIP_HPP

#include "rtl_peers.hpp"
#include "rtl_port.hpp"
extern "C" {
#include "func/crew.h"
}

class RtlChip : public RtlMachine {
public:
    // tpc: the build of one TPC, with make_tpc. threads: at most so many, 0: as many as there are cores. The TPCs
    // [first, end) are here, with the first process what is behind the crossbar, too; step() and state() need all.
    // middle: the build of what they share, with make_middle; NULL: it is the cycle model's.
    RtlChip(const gt_rtl_build &tpc, const gt_rtl_build *middle, gt_gpu *g, const gt_launch *l, const gt_config *c,
            unsigned threads, unsigned first, unsigned end);
    void step() override;
    bool wave_open(const char *) override { return false; }
    int wave_close() override { return 0; }
    RtlState state(unsigned s) const override { return tpc[s / sms]->state(s % sms); }
    bool moving() const override;
    void settle_memory() override;
    uint64_t fenced() const override;
    uint64_t took(uint64_t cycles) const override;
    bool late_fault(gt_fault *f) const override;
    void keep(gt_gpu *g) override;
    const struct dram_pins *pins(unsigned partition) const override;

    // Cycles up to `to` at most, as far as nothing is known too late; cycle is where they end. What happened is in
    // log[s], in order of cycles. A machine whose assertion failed stops in its cycle, the others go on.
    void run(RtlBlocks &blocks, uint64_t to);
    // The same for the TPCs that are here, up to `until`.
    void step_here(RtlBlocks &blocks, uint64_t until);
    // The memory takes what has been asked of it before `cycle`. Behind run(), unless an SM has stopped.
    void step_memory();

    std::vector<std::vector<gt_event>> log;     // of each SM
    const unsigned tpcs, first, end;
    const std::unique_ptr<struct memory, void (*)(struct memory *)> memory;

private:
    void run_tpc(unsigned t);
    void task(unsigned i);
    void note_failure(unsigned t);
    void note_memory_failure();

    const unsigned sms;                         // of a TPC
    std::unique_ptr<struct crew, void (*)(struct crew *)> crew;         // none: there is memory for no thread
    std::vector<std::unique_ptr<RtlMachine>> tpc;                       // none: it is in another process
    std::unique_ptr<RtlPeers> peers;            // of the host; none: all is here
    const bool host, own_middle;                // own: in Verilog
    RtlBlocks *blocks = nullptr;                // of the quantum
    uint64_t until = 0;
    uint64_t next_memory_step = 0;              // of step()
    uint64_t closed_cycles = 0;                 // steps behind the end
};

#endif
