// SPDX-License-Identifier: Apache-2.0
// The whole chip behind its queue of commands, in Verilog and the C model: gpu_host_top (on_pins.hpp), or gpu_axi_top
// with registers and memory on buses of random latency (on_bus.hpp). Words of commands bring page table, code,
// constants, arguments and data into memory that was zeros, launch, change some of it, launch again. Compared in every
// cycle: both queues' ports, and the pins of the memory chips (but in a fence, whose last cycle is). At the end: both
// memories, what the kernels have written. HOST-10: each store of the host comes to the chips in its cycle; HOST-11:
// assertions of mem_centre and host_if; HOST-12: nothing but the two queues is driven. BUS-1 to BUS-4: cycles and
// values of the chip on the bus are these.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "rtl_names.hpp"
#include RTL_HEADER(RTL_CLASS)
#include RTL_AROUND
#include "chip_model.hpp"
#include "lockstep_pins.hpp"
extern "C" {
#include "rig.h"
#include "gpu/physical.h"
#include "gt_chip.h"
#include "ports.h"
}
double sc_time_stamp() { return 0; }

namespace {
enum { BLOCKS = 7, TEXELS = 0x4000, NEAR = 0x1000, STRIDE = 0x200, LAUNCHES = 3, CROWD = 200, ROW = 0x8000 };

struct Bench {
    Around around;
    rig r{};
    gt_chip chip_kind{};
    ChipModel model;
    std::vector<uint32_t> &words = around.words;
    std::vector<uint32_t> answers;
    std::vector<uint32_t> code[LAUNCHES];
    uint32_t constant[LAUNCHES] = {1, 2, 2}, texture[LAUNCHES] = {1, 2, 3}, global[LAUNCHES] = {1, 2, 3},
             version[LAUNCHES] = {1, 2, 2};
    gt_launch launch[LAUNCHES] = {};
    uint32_t param[LAUNCHES] = {};
    unsigned launched = 0;
    uint64_t compared = 0;
    bool ok = true;

    void wrong(const char *what, uint64_t rtl, uint64_t expected)
    {
        if (ok)
            fprintf(stderr, "cycle %" PRIu64 ": %s: Verilog 0x%" PRIx64 ", model 0x%" PRIx64 "\n", model.cycle, what,
                    rtl, expected);
        ok = false;
    }

    static uint32_t physical(uint32_t virt) { return virt - GT_G_BASE + GT_GPU_MEMORY_BASE; }
    void upload(uint32_t addr, const void *src, uint32_t n)
    {
        const uint32_t *w = static_cast<const uint32_t *>(src);
        while (n) {
            uint32_t k = n < 1000 ? n : 1000;
            words.push_back(HOST_UPLOAD << 28 | k);
            words.push_back(addr);
            words.insert(words.end(), w, w + k);
            w += k, addr += 4 * k, n -= k;
        }
    }
    void set(uint32_t first, const uint32_t *w, uint32_t n)
    {
        words.push_back(HOST_SET << 28 | first << 16 | n);
        words.insert(words.end(), w, w + n);
    }
    void put(uint32_t op, uint32_t arg) { words.push_back(op << 28 | arg); }

    void kernel(uint32_t v)
    {
        char text[64];
        r.n = 0;
        rig_asm(&r, "ld.b32 $r4, c0[0x40]\n"
                    "mov.b32 $r5, 0x3\n"
                    "texfetch.live {$r5,_,_,_}, $t0, $s0, {$r5}, 0x0, 0x0, 0x0\n"
                    "mov.b32 $r8, s[0x10].b32\n"
                    "add.b32 $r10, $r8, 0x1000\n"
                    "ld.b32 $r6, g14[$r10]\n");
        snprintf(text, sizeof text, "mov.b32 $r7, 0x%x\n", v);
        rig_asm(&r, text);
        rig_asm(&r, "cvt.u32.u16 $r9, s[0xc].u16\n"
                    "shl.b32 $r9, $r9, 0x4\n"
                    "add.b32 $r8, $r8, $r9\n"
                    "st.b32 g14[$r8], $r4\n"
                    "add.b32 $r8, $r8, 0x4\n"
                    "st.b32 g14[$r8], $r5\n"
                    "add.b32 $r8, $r8, 0x4\n"
                    "st.b32 g14[$r8], $r6\n"
                    "add.b32 $r8, $r8, 0x4\n"
                    "st.b32 g14[$r8], $r7\n"
                    "nop.exit\n");
    }

    void commands()
    {
        char err[256];
        rig_init(&r, 1);
        chip_kind = *gt_chip_find("gpu1", err, sizeof err);
        chip_kind.tpcs = Around::TPCS, chip_kind.sms = Around::SMS, chip_kind.partitions = Around::PARTS;
        r.gpu->chip = &chip_kind;
        r.gpu->threads = 1;
        r.launch.grid_x = BLOCKS;
        gt_gpu_grow(r.gpu, 1 << 20);
        gt_texture t{};
        t.addr = r.out + TEXELS, t.width = 8, t.comps = 1, t.bits = 32, t.type = GT_TEX_UINT;
        if (!gt_texture_bind(r.gpu, 0, &t))
            fprintf(stderr, "no texture\n"), exit(2);
        ::physical *p = nullptr;
        for (unsigned k = 0; k < LAUNCHES; k++) {
            kernel(version[k]);
            launch[k] = r.launch;
            code[k].assign(r.code, r.code + r.n);
            launch[k].code_words = r.n;
            launch[k].code = code[k].data();
            param[k] = r.out + STRIDE * k;
            launch[k].params = &param[k];
            launch[k].param_words = 1;
        }
        p = physical_new(r.gpu, &launch[0]);
        uint32_t w[32];
        const uint32_t base[3] = {0, GT_GPU_DIR_BASE, GT_GPU_L3_BASE};
        gt_config cfg{};
        for (unsigned k = 0; k < LAUNCHES; k++) {
            if (!gt_launch_config(r.gpu, &launch[k], &cfg, &r.res))
                fprintf(stderr, "%s\n", r.res.message), exit(2);
            if (!k) {
                upload(0, r.gpu->page_table, r.gpu->page_table_end / 4 < 4096 ? r.gpu->page_table_end / 4 : 4096);
                set(HOST_REG_LOCAL_BASE, base, 3);
                ports_texture(w, &r.gpu->tex[0]);
                set(HOST_REG_TEX_DATA, w, HOST_TEX_WORDS);
                w[0] = 0;
                set(HOST_REG_TEX_INDEX, w, 1);
            }
            ports_cfg(w, &launch[k], &cfg);
            set(HOST_REG_CFG, w, HOST_CFG_WORDS);
            set(HOST_REG_LOCAL_BASE, &cfg.local_base, 1);
            set(HOST_REG_PARAM, &param[k], 1);
            if (!k || version[k] != version[k - 1])
                upload(GT_GPU_L3_BASE, code[k].data(), uint32_t(code[k].size()));
            upload(GT_GPU_L3_BASE + 0x1000000 + 0x40, &constant[k], 1);
            uint32_t texels[8];
            for (uint32_t &x : texels)
                x = texture[k];
            upload(physical(r.out + TEXELS), texels, 8);
            upload(physical(param[k] + NEAR), &global[k], 1);
            // each in another row of one bank: more than the queues hold, so that the host waits (HOST-10)
            for (uint32_t i = 0; i < CROWD && !k; i++)
                upload(GT_GPU_MEMORY_BASE + 0x200000 + i * ROW, &i, 1);
            if (k < 2)
                put(HOST_INVALIDATE, 7);
            put(HOST_FENCE, 0x100 + k);
            put(HOST_LAUNCH, 0x200 + k);
        }
        put(HOST_FENCE, 0x300);
        physical_free(p);
    }

    void start()
    {
        around.start();
        model.reset(r.gpu);
        model.begin = [this] { return begin_launch(); };
    }

    gt_machine *begin_launch()
    {
        const unsigned k = launched++;
        gt_config cfg{};
        gt_const_write(r.gpu, 0, 0x40, &constant[k], 4);
        gt_launch_config(r.gpu, &launch[k], &cfg, &r.res);
        r.gpu->new_pages = false;
        return gt_machine_new(r.gpu, &launch[k], &cfg);
    }

    void one()
    {
        Seen s{};
        around.cycle(s);
        host_if_in in{};
        in.valid = s.in_valid, in.word = s.in_word;
        const uint32_t *answer = host_if_answer(&model.host);
        if (s.in_ready != host_if_ready(&model.host))
            wrong("in_ready", s.in_ready, host_if_ready(&model.host));
        if (s.out_valid != (answer != nullptr))
            wrong("out_valid", s.out_valid, answer != nullptr);
        else if (answer && s.out_word != *answer)
            wrong("answer", s.out_word, *answer);
        in.answer_taken = answer && s.out_ready;
        if (in.answer_taken)
            answers.push_back(*answer);
        for (unsigned p = 0; p < Around::PARTS && s.mstep; p++) {
            const dram_pins *m = model.pins(p);
            if (ok && m && !pins_equal(s.pins[p], *m)) {
                fprintf(stderr, "cycle %" PRIu64 ": pins of partition %u: Verilog %s; model %s\n", model.cycle, p,
                        pins_text(s.pins[p]).c_str(), pins_text(*m).c_str());
                ok = false;
            }
            compared += m != nullptr;
        }
        model.step(in);
        around.edge();
        noticed();
    }

    void noticed()
    {
        if (ok && !around.wrong.empty())
            fprintf(stderr, "cycle %" PRIu64 ": %s\n", model.cycle, around.wrong.c_str()), ok = false;
    }

    uint32_t rtl_word(uint32_t addr)
    {
        uint32_t w;
        memcpy(&w, around.memory() + addr, 4);
        return w;
    }

    void end()
    {
        for (unsigned k = 0; k < LAUNCHES; k++) {
            // the third launch's texels came without an invalidation: stores pass the texture L2 (PART-10)
            const uint32_t want[4] = {constant[k], texture[k], global[k], version[k]};
            for (uint32_t b = 0; b < BLOCKS; b++)
                for (unsigned i = 0; i < 4; i++) {
                    uint32_t a = physical(param[k] + 16 * b + 4 * i), w = rtl_word(a);
                    if (w != want[i])
                        wrong("result", w, want[i]);
                }
        }
        const size_t piece = 256;               // a partition's (MSYS-3)
        for (size_t a = 0; a < around.size() && ok; a += piece)
            if (memcmp(around.memory() + a, mem_system_byte(model.system, uint32_t(a)), piece))
                wrong("memory at the end, address", a, a);
    }
};
}

int main()
{
    Bench b;
    b.commands();
    b.start();
    const size_t expected = LAUNCHES * (1 + 3) + 1;     // a fence and a launch, without a fault, each; a fence
    while (b.ok && b.answers.size() < expected && b.model.cycle < 400000)
        b.one();
    if (b.ok && b.answers.size() < expected)
        b.wrong("answers", b.answers.size(), expected);
    if (b.ok)
        b.around.finish(b.answers), b.noticed();
    if (b.ok)
        b.end();
    printf("%zu words of commands, %zu of answers; %" PRIu64 " cycles, in %" PRIu64 " memory clocks the pins: %s\n",
           b.around.at, b.answers.size(), b.model.cycle, b.compared, b.ok ? "the same" : "they differ");
    return !b.ok;
}
