// SPDX-License-Identifier: Apache-2.0
//
//   run_axi SEED [-abort ENDLESS.s ENDLESS.cubin] PROGRAM.s PROGRAM.cubin ...
//
// Test programs (tests/lockstep/program.h) on the model and on gt200_axi behind the driver for firmware (sw/driver) and
// a bus whose memory answers in any order, at random, and makes all channels wait. Memory, fault and message must be
// equal and the program's results right; with TIMED = 1 the cycles are the model's, too (AXI-9, AXI-11). The end comes
// as an interrupt (AXI-14); ENDLESS is given up before, behind some thousand clocks (AXI-13). Registers that are not
// there, or cannot be written now, say so (AXI-12). RTL_CHIP: the chip whose SM it is, else GT200's; what the model's
// chip refuses is counted, and refused by the driver, too, where the machine's limits tell it.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "bus_bench.hpp"
#include "gt200_driver.h"
extern "C" {
#include "fault.h"
#include "gt_chip.h"
#include "module.h"
#include "ports.h"
#include "../lockstep/program.h"
}
double sc_time_stamp() { return 0; }

#ifndef RTL_CHIP
#define RTL_CHIP "sm"
#endif

namespace {
constexpr uint64_t CODE = 0x08000000, CONSTANTS = 0x0a000000, DEVICE = 0x40000000;     // bus addresses
constexpr uint64_t CLOCKS = 40000000;           // of a launch, at most
constexpr int LINE = RTL_LINE_ID;          // the id of lines: all ones (AXI-2)

const char *source;
const gt_chip *chip;

// What is behind the bus: the arena of g, its code and constants.
struct Space {
    gt_gpu *g = nullptr;
    std::vector<uint8_t> code, constants = std::vector<uint8_t>(GT_CONST_SEGS * GT_CONST_BYTES);
    uint8_t *at(uint64_t bus, bool write)
    {
        if (bus >= DEVICE + GT_G_BASE && bus + 32 <= DEVICE + GT_G_BASE + g->mem_bytes)
            return g->mem + (bus - DEVICE - GT_G_BASE);
        if (!write && bus >= CODE && bus + 32 <= CODE + code.size())
            return &code[bus - CODE];
        if (!write && bus >= CONSTANTS && bus + 32 <= CONSTANTS + constants.size())
            return &constants[bus - CONSTANTS];
        return nullptr;
    }
};

struct Bench : BusBench {
    Space space;

    explicit Bench(unsigned seed) : BusBench(seed)
    {
        bus.at  = [this](uint64_t address, bool write) { return space.at(address, write); };
        bus.two = LINE;
    }
};

gt200_launch asked(const gt_gpu *g, const gt_launch &l, const gt_config &c, uint16_t segments)
{
    gt200_launch a{};
    a.code = CODE, a.code_bytes = l.code_words * 4, a.entry = l.entry;
    a.constants = CONSTANTS, a.segments = segments;
    a.offset = DEVICE, a.mem_base = GT_G_BASE, a.mem_limit = GT_G_BASE + g->mem_bytes;
    a.g_base = c.g_base, a.g_limit = c.g_limit;
    a.local = c.local_base, a.local_bytes = 4 * c.local_words;
    a.regs = l.regs, a.shared = l.smem, a.dynamic = l.dyn_smem;
    a.grid[0] = l.grid_x, a.grid[1] = l.grid_y;
    a.block[0] = l.block_x, a.block[1] = l.block_y, a.block[2] = l.block_z, a.grid_id = l.grid_id;
    a.params = l.params, a.nparams = l.param_words;
    memcpy(a.pm, c.pm, 4);
    a.max_cycles = l.max_cycles;
    return a;
}

// A launch that the chip refuses: the driver, too, unless it is for an instruction of the code.
void refused(Bench &b, gt200 *d, const gt200_launch &a, const char *why)
{
    const gt200_error e = strstr(why, "block size in x") ? GT200_BAD_BLOCK : strstr(why, "block needs")
                              ? GT200_BAD_REGISTERS : GT200_OK;
    if (e != GT200_OK && gt200_start(d, &a) != e)
        b.fail("the driver does not refuse what the chip does");
}

// On the model (bench NULL) or on the bus.
gt_gpu *run(Bench *bench, gt200 *d, const char *cubin, program *p, gt_result *res, bool give_up = false)
{
    gt_gpu *g = gt_gpu_new(16u << 20);
    if (g)
        g->chip = chip;
    gt_module m;
    gt_launch l;
    gt_config c;
    char err[512] = "out of memory";
    if (!g || !program_read(p, source) || !gt_module_load_file(&m, g, cubin, err, sizeof err) ||
        !gt_module_bind(&m, 0, err, sizeof err) || !program_place(p, g)) {
        fprintf(stderr, "%s: cannot be run: %s\n", source, err);
        return nullptr;
    }
    program_launch(p, &m, &l);
    if (!bench) {
        gt_model_run(g, &l, res, nullptr, nullptr);
        gt_module_free(&m);
        return g;
    }
    if (!gt_launch_config(g, &l, &c, res)) {
        refused(*bench, d, asked(g, l, c, 0), res->message);
        gt_module_free(&m);
        return g;
    }
    Bench &b = *bench;
    b.space.g = g;
    b.space.code.assign((l.code_words * 4 + 63) / 64 * 64, 0xee);       // what lies behind the code is none
    memcpy(b.space.code.data(), l.code, l.code_words * 4);
    uint16_t segments = 0;
    for (unsigned i = 0; i < GT_CONST_SEGS; i++) {
        memset(&b.space.constants[i * GT_CONST_BYTES], 0xdd, GT_CONST_BYTES);
        if (g->cseg[i]) {
            segments |= uint16_t(1u << i);
            memcpy(&b.space.constants[i * GT_CONST_BYTES], g->cseg[i], GT_CONST_BYTES);
        }
    }
    for (unsigned i = 0; i < GT_TEXTURES; i++) {
        uint32_t w[PORTS_TEXTURE_WORDS < 5 ? 5 : PORTS_TEXTURE_WORDS] = {};
        ports_texture(w, &g->tex[i]);
        if (g->tex[i].width || i < 16)
            gt200_texture(d, i, w);
    }
    const gt200_launch a = asked(g, l, c, segments);
    memset(res, 0, sizeof *res);
    gt200_irq_take(d);
    gt200_irq_enable(d, GT200_IRQ_ENDED);
    const gt200_error e = gt200_start(d, &a);
    if (e != GT200_OK)
        b.fail(gt200_error_name(e));
    const uint64_t from = b.clocks;
    // while it runs only control and interrupts can be written
    b.expects_error = true;
    if (gt200_start(d, &a) != GT200_RUNNING || b.write(0x9c, 4) != 2)
        b.fail("a launch that runs can be changed");
    b.expects_error = false;
    if (give_up) {
        while (b.clocks - from < 5000)
            b.clock();
        gt200_abort(d);
        gt200_status s;
        gt200_wait(d, &s);
        if (s.ended || s.running || b.top.irq || !b.bus.rests() || !s.clocks)
            b.fail("it is not given up");
        gt_module_free(&m);
        return g;
    }
    while (!b.top.irq && b.clocks - from < CLOCKS && b.wrong.empty())
        b.clock();
    if (!b.top.irq) {
        b.fail("it does not end");
        gt200_abort(d);
    }
    gt200_status s;
    gt200_wait(d, &s);
    gt200_fault f;
    const bool fault = gt200_get_fault(d, &f);
    if (gt200_irq_take(d) != (GT200_IRQ_ENDED | (fault ? unsigned(GT200_IRQ_FAULT) : 0u)) || b.top.irq ||
        s.fault != fault || !s.ended || s.running || s.bus_error)
        b.fail("interrupts or status of the end");
    res->status = fault ? GT_FAULT : s.timeout ? GT_HANG : GT_OK;
    res->cycles = s.cycles;
    if (fault) {
        gt_fault &x = res->fault;
        x.code = f.code, x.decode_err = f.decode_error, x.pc = f.pc, x.warp = f.warp, x.lane = f.lane, x.addr = f.addr;
        x.ctaid_x = f.block_x, x.ctaid_y = f.block_y;
        if (!gt_fault_has_lane(x.code))
            x.lane = GT_FAULT_NO_LANE, x.addr = 0;
        x.w0 = f.pc / 4 < l.code_words ? l.code[f.pc / 4] : 0;
        x.w1 = f.pc / 4 + 1 < l.code_words ? l.code[f.pc / 4 + 1] : 0;
        gt_fault_message(&l, &x, res->message, sizeof res->message);
    }
    gt_module_free(&m);
    return g;
}

// A program on model and bus; what the bus cannot tell (of hangs, of other warps at a fault) is not compared.
bool one(Bench &b, gt200 *d, const char *cubin, int *refusals)
{
    static program p, q;
    static gt_result m, r;
    gt_gpu *g = run(nullptr, nullptr, cubin, &p, &m), *h = run(&b, d, cubin, &q, &r);
    if (!g || !h)
        return false;
    bool ok = true;
    auto differ = [&](const char *what, uint64_t model, uint64_t bus) {
        fprintf(stderr, "%s: %s: %" PRIu64 " on the model, %" PRIu64 " on the bus\n", source, what, model, bus);
        ok = false;
    };
    if (!b.wrong.empty())
        fprintf(stderr, "%s: %s\n", source, b.wrong.c_str()), ok = false;
    b.wrong.clear();
    if (m.status != r.status)
        differ("status", m.status, r.status);
    *refusals += m.status == GT_BAD_LAUNCH;
    if (m.status == GT_HANG || m.status == GT_BAD_LAUNCH) {     // a bus does not tell of warps
        gt_gpu_free(g), gt_gpu_free(h);
        return ok;
    }
    if (d->timed && m.cycles != r.cycles)
        differ("cycles", m.cycles, r.cycles);
    if (ok && strcmp(m.message, r.message) && (d->timed || m.status == GT_OK))
        fprintf(stderr, "%s: model: %s\n%s: bus: %s\n", source, m.message, source, r.message), ok = false;
    // what other warps have done by the time of a fault depends on time
    for (uint32_t i = 0; i < g->mem_bytes && ok && (d->timed || m.status == GT_OK); i++)
        if (g->mem[i] != h->mem[i]) {
            fprintf(stderr, "%s: address 0x%x: %02x on the model, %02x on the bus\n", source, GT_G_BASE + i,
                    g->mem[i], h->mem[i]);
            ok = false;
        }
    ok = ok && program_check(&q, h, &r);
    gt_gpu_free(g);
    gt_gpu_free(h);
    return ok;
}
} // namespace

int main(int argc, char **argv)
{
    if (argc < 4 || (argc % 2 == 1) != !strcmp(argv[2], "-abort")) {
        fprintf(stderr, "usage: run_axi SEED [-abort ENDLESS.s ENDLESS.cubin] PROGRAM.s PROGRAM.cubin ...\n");
        return 2;
    }
    static Bench b(unsigned(atoi(argv[1])));
    char err[256];
    chip = gt_chip_find(RTL_CHIP, err, sizeof err);
    gt200 d;
    b.reset();
    const gt200_error e = gt200_open(&d, gt200_bus{Bench::read, Bench::write, &b});
    if (e != GT200_OK) {
        fprintf(stderr, "run_axi: %s\n", gt200_error_name(e));
        return 1;
    }
    const gt_values &v = *chip->values;
    if (d.warps != v.warps_per_sm || d.blocks != v.blocks || d.rows != v.regs_per_sm / GT_REG_BANKS ||
        d.block_threads != v.threads_per_block) {
        fprintf(stderr, "run_axi: the driver's limits are not those of chip " RTL_CHIP "\n");
        return 1;
    }
    // a register that is not there, one that cannot be written, a part of one
    b.expects_error = true;
    if (b.write(0xffc, 0) != 2 || b.write(0x000, 0) != 2 || b.write(0x09c, 4, 1) != 2 || b.read(0x09c) != 0) {
        fprintf(stderr, "run_axi: a wrong write is not refused\n");
        return 1;
    }
    b.expects_error = false;
    int bad = 0, n = 0, first = 2, refusals = 0;
    if (!strcmp(argv[2], "-abort") && argc > 5) {
        static program p;
        static gt_result r;
        source = argv[3];
        gt_gpu *g = run(&b, &d, argv[4], &p, &r, true);
        if (!g || !b.wrong.empty()) {
            fprintf(stderr, "%s: %s\n", source, b.wrong.c_str());
            return 1;
        }
        gt_gpu_free(g);
        first = 5;
    }
    for (int i = first; i < argc; i += 2, n++) {
        source = argv[i];
        const uint64_t from = b.clocks;
        bad += !one(b, &d, argv[i + 1], &refusals);
        if (getenv("RUN_AXI_CLOCKS"))
            printf("%s: %" PRIu64 " clocks\n", source, b.clocks - from);
    }
    printf("%d programs, %d of them not as on the model, %d refused; %" PRIu64 " reads, %" PRIu64
           " writes, at most %" PRIu64 " under way, %" PRIu64 " clocks\n", n, bad, refusals, b.bus.reads,
           b.bus.writes, b.bus.most, b.clocks);
    return bad != 0;
}
