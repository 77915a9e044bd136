// SPDX-License-Identifier: Apache-2.0
//
// The model's chip behind its queue of commands (docs/units/host-if.md), cycle by cycle: host_if, and a memory system
// whose launches the caller makes.
#ifndef GT200_CHIP_MODEL_HPP
#define GT200_CHIP_MODEL_HPP

#include <cstdint>
#include <functional>

extern "C" {
#include "gpu/host_if.h"
#include "gpu/mem_system.h"
#include "gsim.h"
#include "gt_chip.h"
}

struct ChipModel {
    enum { TPCS_MOST = 10 };
    gt_gpu *g = nullptr;
    host_if host{};
    mem_system *system = nullptr;
    gt_machine *machine = nullptr;              // the launch that runs, or whose fence does
    gt_result res{};
    uint64_t cycle = 0, fence = 0;
    bool asked = false, running = false;
    bool faulted = false;                       // a launch has: what comes behind is not told
    std::function<gt_machine *()> begin;        // in a launch's cycle 0: a machine of it, on g

    // A chip as it leaves reset, its memory zeros.
    void reset(gt_gpu *gpu)
    {
        drop();
        g = gpu;
        host_if_reset(&host);
        system = mem_system_new(g->chip->tpcs, g->chip->sms, g->chip->partitions, 12, GT_GPU_DIR_BASE, GT_GPU_L3_BASE);
        system->hosted = true;
        g->inv = 0;
        g->new_pages = false;
        cycle = fence = 0;
        asked = running = faulted = false;
    }
    // What a launch has not taken over is freed.
    void drop()
    {
        if (machine)
            gt_machine_free(machine);
        else if (system)
            mem_system_free(system);
        machine = nullptr;
        system = nullptr;
    }

    // A cycle; `in` has what the host does (valid, word, answer_taken).
    void step(host_if_in &in)
    {
        chip(in);
        host_if_cycle(&host, &in);
        cycle++;
    }
    // What is on a partition's pins in the coming cycle; null: not known.
    const dram_pins *pins(unsigned partition) const
    {
        return machine ? gt_machine_pins(machine, partition)
               : cycle < fence ? nullptr : mem_system_pins(system, partition);
    }

private:
    void launch()
    {
        g->new_pages = false;
        g->clock = cycle;                       // $clock runs from the reset on (DIST-6)
        g->kept_model = {system, [](void *) {}, g->clock};
        machine = begin();
        gt_machine_step(machine);
    }

    void run()
    {
        uint64_t n;
        if (!gt_machine_step(machine))
            faulted = true;
        else if (gt_machine_over(machine, &n)) {
            running = false;
            res.status = GT_OK, res.cycles = n;
            gt_machine_settle(machine);
            gt_machine_end(machine, g, &res);
            gt_machine_free(machine);
            machine = nullptr;
            system = static_cast<mem_system *>(gt_kept_take(&g->kept_model, g->clock));
            fence = system->cycle;
        }
    }

    void chip(host_if_in &in)
    {
        static const tpc_mem_in nothing[TPCS_MOST] = {};
        in.step = !(cycle & 1);
        in.next_tpc = uint8_t(g->next_tpc);
        in.running = running;
        in.moving = machine || cycle < fence || !mem_system_idle(system);
        if (running) {
            run();
            return;
        }
        if (cycle < fence)
            return;
        in.launch_ready = in.step && asked && !in.moving;
        if (host_if_launches(&host) && in.launch_ready) {
            launch();
            running = true;
            asked = false;
            return;
        }
        asked = host_if_launches(&host);
        if (in.step && host_if_inv(&host, &in))
            mem_system_invalidate(system, host_if_inv(&host, &in));
        system->host = host_if_request(&host);
        mem_system_cycle(system, nothing);
        in.request_ready = system->host_taken;
        system->host = nullptr;
    }
};

#endif
