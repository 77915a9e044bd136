/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs one random program in lockstep, on the model alone, or on a board, on a chip that it draws.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "compute.h"
#include "decode.h"
#include "fpga_check.h"
#include "gt_chip.h"
#include "text.h"
#ifdef GT200_HAVE_RTL
#include "rtl_sm.h"
#endif

const struct fuzz_kind fuzz_kinds[FUZZ_KINDS] = {
    {"mixed", "well-formed programs over all instructions", fuzz_mixed, true, true},
    {"rows", "straight lines over all rows of the instruction table", fuzz_rows, true, false},
    {"memory", "bursts of loads and stores, threads meet", fuzz_memory, true, false},
    {"control", "ill-formed control flow and barriers", fuzz_control, false, false},
    {"damaged", "well-formed programs with some bits flipped", fuzz_damaged, false, false},
    {"dense", "long well-formed programs that mostly compute", fuzz_dense, true, true},
};

/* Never 0. */
static uint32_t mix_seed(uint32_t seed, uint32_t number)
{
    uint32_t x = (seed ^ number) * 0x9e3779b1u;
    x ^= x >> 15;
    return x ? x : 1;
}

uint32_t fuzz_jitter(uint32_t jitter, uint32_t seed)
{
    return jitter && (seed & 1) ? mix_seed(jitter, seed >> 1) : 0;
}

uint32_t fuzz_stall(uint32_t stall, uint32_t seed)
{
    return stall ? mix_seed(stall, seed) : 0;
}

bool fuzz_failed(const struct fuzz_kind *k, const struct gt_result *res)
{
    return res->status == GT_DIFFERENT || res->status == GT_LOST || (k->ends && res->status != GT_OK);
}

/* What a chip of these values has not becomes an instruction that changes nothing, under the same predicate and with
 * its join or exit, if it is a long one. */
static void leave_out(const struct gt_values *v, struct fuzz_prog *p)
{
    char err[256];
    uint32_t nop[2], half, unused;
    struct gt_insn in;
    int len;

    fuzz_must(isa_asm_line("nop", &nop[0], &nop[1], &len, err, sizeof err) &&
              isa_asm_line("mov.b32.half $r0, $r0", &half, &unused, &len, err, sizeof err));
    for (uint32_t i = 0; !gt_runs_all(v) && i < p->n; i += in.len / 4) {
        isa_decode(p->code[i], i + 1 < p->n ? p->code[i + 1] : 0, 4 * i, &in);
        if (gt_runs(v, &in))
            continue;
        p->code[i] = in.len == 8 ? nop[0] : half;
        if (in.len == 8)
            p->code[i + 1] = (nop[1] & ~0x3f83u) | (p->code[i + 1] & 0x3f83);
    }
}

/* Blocks of GT200 may have more threads and registers; registers that are not there read 0. */
static void fit_launch(const struct gt_values *v, struct gt_launch *l)
{
    for (;;) {
        const uint32_t threads = l->block_x * l->block_y * l->block_z,
                       regs = (threads + 63) / 64 * 64 * ((l->regs + 3) & ~3u);
        uint32_t *most = l->block_x > 1 ? &l->block_x : l->block_y > 1 ? &l->block_y : &l->block_z;

        if (threads <= v->threads_per_block && regs <= v->regs_per_sm)
            return;
        if (threads > v->threads_per_block || *most > 1)
            *most /= 2;
        else
            l->regs /= 2;
    }
}

/* A chip whose local memory (of 1024 threads on each SM) does not fit beside the program's buffer has more device
 * memory, in whole megabytes. */
static void choose_chip(const struct gt_chip *chip, struct fuzz_prog *p)
{
    if (!chip)
        return;
    leave_out(chip->values, p);
    fit_launch(chip->values, &p->launch);
    uint32_t bytes = 16, threads = 1024 * chip->tpcs * chip->sms;
    while (bytes < p->launch.lmem)
        bytes *= 2;
    p->gpu->chip = chip;
    fuzz_near(p, gt_chip_memory(chip));
    if (p->launch.lmem && bytes * threads > p->gpu->mem_bytes - FUZZ_OUT_BYTES)
        fuzz_must(gt_gpu_grow(p->gpu, (bytes * threads / FUZZ_MEM_BYTES + 2) * FUZZ_MEM_BYTES));
}

/* On the RTL beside the model; report NULL: the difference is not printed. */
void fuzz_lockstep(void *ctx, struct fuzz_prog *p, struct gt_result *res, FILE *report)
{
    choose_chip(ctx, p);
#ifdef GT200_HAVE_RTL
    FILE *none = report ? NULL : fopen("/dev/null", "w");
    struct gt_rtl_opts o = {.fst = "", .report = report ? report : none};
    p->gpu->waits = true;               /* what warps wait for is compared, too */
    gt_lockstep_run(p->gpu, &p->launch, res, &o);
    if (none)
        fclose(none);
#else
    (void)p, (void)report;
    memset(res, 0, sizeof *res);
    res->status = GT_BAD_LAUNCH;
    snprintf(res->message, sizeof res->message, "target lockstep is not in this build");
#endif
}

/* On the cycle model; the functional model must leave the same memory after as many instructions. */
void fuzz_model(void *ctx, struct fuzz_prog *p, struct gt_result *res, FILE *report)
{
    choose_chip(ctx, p);
    struct gt_result f;
    uint8_t *before = malloc(p->gpu->mem_bytes), *after = malloc(p->gpu->mem_bytes);
    fuzz_must(before && after);
    memcpy(before, p->gpu->mem, p->gpu->mem_bytes);
    gt_func_run(p->gpu, &p->launch, &f, NULL, NULL);
    memcpy(after, p->gpu->mem, p->gpu->mem_bytes);
    memcpy(p->gpu->mem, before, p->gpu->mem_bytes);
    gt_model_run(p->gpu, &p->launch, res, NULL, NULL);
    struct gt_config cfg;
    struct gt_result unused;
    uint32_t at = 0, end = p->gpu->mem_bytes;       /* local memory is left out: where a block's lies depends on time */
    if (gt_launch_config(p->gpu, &p->launch, &cfg, &unused) && cfg.local_words)
        end = cfg.local_base - GT_G_BASE;
    if (res->status == GT_OK && f.status == GT_OK) {
        while (at < end && after[at] == p->gpu->mem[at])
            at++;
        if (at < end)
            snprintf(res->message, sizeof res->message,
                     "memory address 0x%x: cycle model 0x%02x, functional model 0x%02x", (unsigned)(GT_G_BASE + at),
                     p->gpu->mem[at], after[at]);
        else if (res->warp_insns != f.warp_insns || res->thread_insns != f.thread_insns)
            snprintf(res->message, sizeof res->message,
                     "%llu warp instructions in the cycle model, %llu in the functional one",
                     (unsigned long long)res->warp_insns, (unsigned long long)f.warp_insns);
    } else if (res->status == GT_OK) {          /* only the functional model failed */
        snprintf(res->message, sizeof res->message, "functional model only: %.4000s", f.message);
    }
    if (res->message[0] && res->status == GT_OK)
        res->status = GT_DIFFERENT;
    if (report && res->status == GT_DIFFERENT)
        fprintf(report, "%s\n", res->message);
    free(before);
    free(after);
}

void fuzz_board(void *ctx, struct fuzz_prog *p, struct gt_result *res, FILE *report)
{
    const struct fuzz_on_board *on = ctx;
    fuzz_near(p, on->board->info.mem_bytes);
    choose_chip(gt_board_chip(on->board), p);
    struct gt_values units = *p->gpu->chip->values;
    units.dpu &= on->board->info.dpu;
    units.tex &= on->board->info.tex;
    leave_out(&units, p);
    gt_fpga_check(on->board, p->gpu, &p->launch, on->every, report, res, NULL);
}
