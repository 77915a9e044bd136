// SPDX-License-Identifier: Apache-2.0
//
//   run_chip SEED PROGRAM.s PROGRAM.cubin ...
//
// Test programs (tests/lockstep/program.h) on gpu_axi_top, one TPC, SM and partition, behind the driver for firmware
// (sw/driver): its memory is on a bus that answers in any order, at random, and makes all channels wait. The driver
// writes the page table; code, constants and data come by another master. Compared in every cycle: both queues' ports
// with the model's chip (chip_model.hpp), so programs take its cycles (BUS-1, BUS-2); at the end device memory, and the
// program's own expectations; of a fault what the cycle model of one SM says, but for the block (BUS-3, BUS-4, BUS-7 to
// BUS-9).
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../axi/bus_bench.hpp"
#include "chip_model.hpp"
#include "gt200_driver.h"
#include RTL_HEADER(RTL_CAT(RTL_CLASS, ___024root))
extern "C" {
#include "fault.h"
#include "gpu/physical.h"
#include "module.h"
#include "ports.h"
#include "../lockstep/program.h"
}
double sc_time_stamp() { return 0; }

// A net of gpu_axi_top.
#define inside(net) (top.rootp->gpu_axi_top__DOT__##net)

namespace {
constexpr uint64_t MEMORY = 0x480000000, CLOCKS = 40000000;     // of a launch, at most
constexpr uint32_t ARENA = 1 << 20;             // device memory
const char *source;

struct Bench : BusBench {
    std::vector<uint8_t> bytes = std::vector<uint8_t>(GT_GPU_MEMORY_BASE + ARENA);
    ChipModel model;
    bool waits = false, beside = false;         // the model begins at a reset; it goes along
    uint64_t compared = 0;

    explicit Bench(unsigned seed) : BusBench(seed)
    {
        bus.at = [this](uint64_t a, bool) {
            return a >= MEMORY && a + 32 <= MEMORY + bytes.size() ? &bytes[a - MEMORY] : nullptr;
        };
        at_edge = [this] {
            beside |= waits && inside(chip_rst);
            waits = waits && !beside;
            if (beside && inside(tick))
                cycle();
        };
    }

    // A cycle of the chip, which ends at this edge.
    void cycle()
    {
        host_if_in in{};
        const uint32_t *answer = host_if_answer(&model.host);
        const bool out_valid = inside(out_valid), out_ready = inside(out_ready);
        if (bool(inside(in_ready)) != host_if_ready(&model.host))
            fail("the queue of commands is not as the model's");
        if (out_valid != (answer != nullptr) || (answer && inside(out_data) != *answer))
            fail("the queue of answers is not as the model's");
        in.valid = inside(in_valid), in.word = inside(in_data);
        in.answer_taken = answer && out_ready;
        model.step(in);
        compared++;
        beside = !model.faulted;                // from then on a chip may do what it likes, until the reset
    }
};

// All that the model's memory has beside zeros.
void fill(ChipModel &model, const std::vector<uint8_t> &bytes)
{
    static const uint8_t zeros[256] = {};
    for (size_t a = 0; a < bytes.size(); a += sizeof zeros)
        if (memcmp(&bytes[a], zeros, sizeof zeros))
            memcpy(mem_system_byte(model.system, uint32_t(a)), &bytes[a], sizeof zeros);
}

struct Launch {
    gt_gpu *g = nullptr;
    program p;
    gt_module m;
    gt_launch l;
    gt_config c;
    gt_result res;
    ~Launch() { gt_gpu_free(g); }

    bool make(const gt_chip *chip, const char *cubin)
    {
        char err[512] = "out of memory";
        g = gt_gpu_new(ARENA);
        if (g && chip)
            g->chip = chip;
        if (!g || !program_read(&p, source) || !gt_module_load_file(&m, g, cubin, err, sizeof err) ||
            !gt_module_bind(&m, 0, err, sizeof err) || !program_place(&p, g)) {
            fprintf(stderr, "%s: cannot be run: %s\n", source, err);
            return false;
        }
        program_launch(&p, &m, &l);
        memset(&res, 0, sizeof res);
        if (gt_launch_config(g, &l, &c, &res))
            return true;
        fprintf(stderr, "%s: %s\n", source, res.message);
        return false;
    }
};

// What the program finds, into the chip's memory.
void place(Bench &b, const Launch &x)
{
    uint8_t *at = b.bytes.data();
    memset(at + GT_GPU_L3_BASE, 0, GT_GPU_MEMORY_BASE - GT_GPU_L3_BASE);
    memcpy(at + GT_GPU_L3_BASE, x.l.code, x.l.code_words * 4);
    for (unsigned i = 0; i < GT_CONST_SEGS; i++)
        if (x.g->cseg[i])
            memcpy(at + GT_GPU_L3_BASE + 0x1000000 + i * GT_CONST_BYTES, x.g->cseg[i], GT_CONST_BYTES);
    memcpy(at + GT_GPU_MEMORY_BASE, x.g->mem, ARENA);
}

gt200_launch asked(const gt200 &d, const Launch &x)
{
    gt200_launch a{};
    a.code = d.code, a.code_bytes = x.l.code_words * 4, a.entry = x.l.entry;
    a.constants = d.constants, a.offset = d.offset, a.mem_base = d.mem_base, a.mem_limit = d.mem_limit;
    a.g_base = x.c.g_base, a.g_limit = x.c.g_limit;
    a.local = x.c.local_base, a.local_bytes = 4 * x.c.local_words;
    a.regs = x.l.regs, a.shared = x.l.smem, a.dynamic = x.l.dyn_smem;
    a.grid[0] = x.l.grid_x, a.grid[1] = x.l.grid_y;
    a.block[0] = x.l.block_x, a.block[1] = x.l.block_y, a.block[2] = x.l.block_z, a.grid_id = x.l.grid_id;
    a.params = x.l.params, a.nparams = x.l.param_words;
    memcpy(a.pm, x.c.pm, 4);
    return a;
}

// Until it has ended, as an interrupt says.
void run(Bench &b, gt200 *d, Launch &x)
{
    gt200_irq_take(d);
    gt200_irq_enable(d, GT200_IRQ_ENDED | GT200_IRQ_BUS_ERROR);
    const gt200_launch a = asked(*d, x);
    const gt200_error e = gt200_start(d, &a);
    if (e != GT200_OK)
        b.fail(gt200_error_name(e));
    if (gt200_start(d, &a) != GT200_RUNNING)
        b.fail("a launch that runs can be changed");
    uint32_t came = 0;
    for (const uint64_t from = b.clocks; !came && b.clocks - from < CLOCKS && b.wrong.empty();)
        if (b.top.irq)
            came = gt200_irq_take(d);
        else
            b.clock();
    gt200_status s;
    gt200_look(d, &s);
    gt200_fault f;
    const bool fault = gt200_get_fault(d, &f);
    if (came != (GT200_IRQ_ENDED | (fault ? unsigned(GT200_IRQ_FAULT) : 0u)) || s.fault != fault || !s.ended ||
        s.running || s.bus_error)
        b.fail("interrupts or status of the end");
    x.res.status = fault ? GT_FAULT : GT_OK;
    x.res.cycles = s.cycles;
    if (fault) {
        gt_fault &y = x.res.fault;
        y.code = f.code, y.decode_err = f.decode_error, y.pc = f.pc, y.warp = f.warp, y.lane = f.lane, y.addr = f.addr;
        if (!gt_fault_has_lane(y.code))
            y.lane = GT_FAULT_NO_LANE, y.addr = 0;
        y.w0 = f.pc / 4 < x.l.code_words ? x.l.code[f.pc / 4] : 0;
        y.w1 = f.pc / 4 + 1 < x.l.code_words ? x.l.code[f.pc / 4 + 1] : 0;
    }
}

bool one(Bench &b, gt200 *d, const gt_chip *chip, const char *cubin)
{
    static Launch x, y, z;                      // on the bus, beside it, and on the model of one SM
    bool ok = true;
    auto differ = [&](const char *what, uint64_t model, uint64_t bus) {
        fprintf(stderr, "%s: %s: %" PRIu64 " on the model, %" PRIu64 " on the bus\n", source, what, model, bus);
        ok = false;
    };
    for (Launch *l : {&x, &y, &z})
        gt_gpu_free(l->g), l->g = nullptr;
    if (!x.make(chip, cubin) || !y.make(chip, cubin) || !z.make(nullptr, cubin))
        return false;
    // another master's writes; from a reset on the model goes along
    place(b, x);
    physical_free(physical_new(y.g, &y.l));     // makes its page table, which is not new then
    b.model.reset(y.g);
    fill(b.model, b.bytes);
    b.model.begin = [] { return gt_machine_new(y.g, &y.l, &y.c); };
    b.waits = true;
    gt200_abort(d);
    for (unsigned i = 0; i < GT_TEXTURES; i++) {
        uint32_t w[PORTS_TEXTURE_WORDS < 5 ? 5 : PORTS_TEXTURE_WORDS] = {};
        ports_texture(w, &x.g->tex[i]);
        if (x.g->tex[i].width || i < 16)
            gt200_texture(d, i, w);
    }
    run(b, d, x);
    b.beside = false;
    if (!b.wrong.empty())
        fprintf(stderr, "%s: %s\n", source, b.wrong.c_str()), ok = false;
    b.wrong.clear();
    gt_model_run(z.g, &z.l, &z.res, nullptr, nullptr);
    if (z.res.status != x.res.status)
        differ("status", z.res.status, x.res.status);
    gt_fault &f = x.res.fault;
    if (ok && x.res.status == GT_FAULT) {
        f.ctaid_x = z.res.fault.ctaid_x, f.ctaid_y = z.res.fault.ctaid_y;
        gt_fault_message(&x.l, &f, x.res.message, sizeof x.res.message);
        if (strcmp(z.res.message, x.res.message))
            fprintf(stderr, "%s: model: %s\n%s: bus: %s\n", source, z.res.message, source, x.res.message), ok = false;
    }
    if (x.res.status == GT_OK && b.model.res.cycles != x.res.cycles)
        differ("cycles", b.model.res.cycles, x.res.cycles);
    // what other warps have done by the time of a fault depends on time
    for (uint32_t i = 0; i < ARENA && ok && x.res.status == GT_OK; i++)
        if (b.bytes[GT_GPU_MEMORY_BASE + i] != *mem_system_byte(b.model.system, GT_GPU_MEMORY_BASE + i)) {
            fprintf(stderr, "%s: address 0x%x: %02x on the model, %02x on the bus\n", source, GT_G_BASE + i,
                    *mem_system_byte(b.model.system, GT_GPU_MEMORY_BASE + i), b.bytes[GT_GPU_MEMORY_BASE + i]);
            ok = false;
        }
    memcpy(x.g->mem, &b.bytes[GT_GPU_MEMORY_BASE], ARENA);
    ok = ok && program_check(&x.p, x.g, &x.res);
    return ok;
}
} // namespace

int main(int argc, char **argv)
{
    if (argc < 4 || argc % 2) {
        fprintf(stderr, "usage: run_chip SEED PROGRAM.s PROGRAM.cubin ...\n");
        return 2;
    }
    static Bench b(unsigned(atoi(argv[1])));
    char err[256];
    gt_chip chip = *gt_chip_find("gpu1", err, sizeof err);
    chip.tpcs = chip.sms = chip.partitions = 1;
    gt200 d;
    b.reset();
    gt200_error e = gt200_open(&d, gt200_bus{Bench::read, Bench::write, &b});
    if (e == GT200_OK && (!d.chip || d.sms != 1 || d.partitions != 1 || d.warps != GT_WARPS || d.rows != 256))
        e = GT200_NO_MACHINE;
    if (e == GT200_OK)
        e = gt200_chip_memory(&d, MEMORY, uint32_t(b.bytes.size()));
    if (e != GT200_OK || !b.wrong.empty()) {
        fprintf(stderr, "run_chip: %s %s\n", gt200_error_name(e), b.wrong.c_str());
        return 1;
    }
    int bad = 0, n = 0;
    for (int i = 2; i < argc; i += 2, n++) {
        source = argv[i];
        bad += !one(b, &d, &chip, argv[i + 1]);
    }
    printf("%d programs, %d of them not as on the model; %" PRIu64 " reads, %" PRIu64 " writes, at most %" PRIu64
           " under way, %" PRIu64 " clocks, %" PRIu64 " cycles compared\n", n, bad, b.bus.reads, b.bus.writes,
           b.bus.most, b.clocks, b.compared);
    return bad != 0;
}
