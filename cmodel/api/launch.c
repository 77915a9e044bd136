/* SPDX-License-Identifier: Apache-2.0
 *
 * Launch limits of a chip and the derived configuration (docs/units/cta.md).
 */
#include "gsim.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "compute.h"
#include "cubin.h"
#include "decode.h"
#include "gt_chip.h"
#include "mem.h"
#include "text.h"

static bool refuse_launch(const struct gt_launch *l, struct gt_result *res, const char *fmt, ...)
{
    va_list ap;
    int n = snprintf(res->message, sizeof res->message, "kernel %.*s: ", (int)sizeof res->message / 2,
                     l->name ? l->name : "?");
    va_start(ap, fmt);
    vsnprintf(res->message + n, sizeof res->message - (size_t)n, fmt, ap);
    va_end(ap);
    res->status = GT_BAD_LAUNCH;
    return false;
}

/* Are block and grid within the limits of the chip? Otherwise the message names the first that is not. */
static bool dims_ok(const struct gt_values *v, const struct gt_launch *l, struct gt_result *res)
{
    const struct { const char *what; uint32_t v, max; } dim[] = {
        {"block size in x", l->block_x, v->threads_per_block}, {"block size in y", l->block_y, v->threads_per_block},
        {"block size in z", l->block_z, GT_BLOCK_DEPTH}, {"grid size in x", l->grid_x, GT_GRID_EXTENT},
        {"grid size in y", l->grid_y, GT_GRID_EXTENT},
    };
    for (size_t i = 0; i < sizeof dim / sizeof dim[0]; i++)
        if (dim[i].v < 1 || dim[i].v > dim[i].max)
            return refuse_launch(l, res, "%s is %u, allowed are 1 to %u", dim[i].what, dim[i].v, dim[i].max);
    return true;
}

/* Code for a later chip, or for one with textures: what its instructions would do on this one is not known, or it would
 * stop. */
static bool has_instructions(const struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res)
{
    const struct gt_values *v = g->chip->values;
    const unsigned has = v->compute;
    struct gt_insn in;

    for (uint32_t i = 0; !gt_runs_all(v) && i < l->code_words; i += in.len / 4) {
        char text[ISA_TEXT_MAX];
        isa_decode(l->code[i], i + 1 < l->code_words ? l->code[i + 1] : 0, i * 4, &in);
        enum gt_needs needs = isa_needs(&in);
        if (gt_runs(v, &in))
            continue;
        isa_disasm(&in, text, sizeof text);
        if (isa_needs_compute(needs) <= has)
            return refuse_launch(l, res, "%s at pc 0x%x: chip %s has no %s", text, i * 4, g->chip->name,
                                 in.unit == GT_UNIT_TEX ? "texture unit" : "unit for double precision");
        return refuse_launch(l, res, "%s at pc 0x%x: %s %s first in compute capability 1.%u, chip %s has 1.%u", text,
                             i * 4, isa_needs_name(needs), needs == GT_NEEDS_LD_SHARED ||
                             needs == GT_NEEDS_DOUBLE ? "is" : "are", isa_needs_compute(needs) % 10, g->chip->name,
                             has % 10);
    }
    return true;
}

static uint32_t min32(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* GPU-2 */
static bool room_for_memory(const struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res)
{
    uint32_t room = gt_chip_memory(g->chip);
    return g->mem_bytes <= room ||
           refuse_launch(l, res, "%u bytes of device memory, chip %s has room for %u", g->mem_bytes, g->chip->name,
                         room);
}

/* Local memory is at the top of the arena, room for the 32 warp slots of every SM. */
static bool place_local(const struct gt_gpu *g, const struct gt_launch *l, struct gt_config *cfg,
                        struct gt_result *res)
{
    uint32_t bytes = 0;
    if (l->lmem > GT_LMEM_BYTES)
        return refuse_launch(l, res, "%u bytes of local memory per thread, at most %u", l->lmem, GT_LMEM_BYTES);
    if (l->lmem)
        for (bytes = 16; bytes < l->lmem; bytes *= 2)
            ;
    uint64_t total = (uint64_t)bytes * GT_LANES * GT_WARPS * g->chip->tpcs * g->chip->sms;
    uint32_t end = (GT_G_BASE + g->mem_bytes) & ~255u;
    uint32_t top = gt_mem_top(g);
    if (total > end - min32(top, end))
        return refuse_launch(l, res, "local memory needs %llu bytes of device memory, %u are free",
                             (unsigned long long)total, end - min32(top, end));
    cfg->local_words = bytes / 4;
    cfg->local_base = end - (uint32_t)total;
    cfg->g_base = GT_G_BASE;
    cfg->g_limit = bytes ? cfg->local_base : GT_G_BASE + g->mem_bytes;
    return true;
}

bool gt_launch_config(const struct gt_gpu *g, const struct gt_launch *l, struct gt_config *cfg,
                      struct gt_result *res)
{
    memset(cfg, 0, sizeof *cfg);
    memset(res, 0, sizeof *res);
    if (!l->code || !l->code_words)
        return refuse_launch(l, res, "no code");
    if (l->entry % 4 || l->entry / 4 >= l->code_words)
        return refuse_launch(l, res, "entry 0x%x is not an instruction of the code (%u bytes)", l->entry,
                             l->code_words * 4);
    const struct gt_values *v = g->chip->values;
    if (!dims_ok(v, l, res) || !has_instructions(g, l, res))
        return false;
    uint32_t threads = l->block_x * l->block_y * l->block_z;
    if (threads > v->threads_per_block)
        return refuse_launch(l, res, "block of %u threads, at most %u", threads, v->threads_per_block);
    if (l->regs < 1 || l->regs > GT_REGS_PER_THREAD)
        return refuse_launch(l, res, "%u registers per thread, allowed are 1 to %u", l->regs, GT_REGS_PER_THREAD);
    if (l->param_words > GT_PARAM_BYTES / 4)
        return refuse_launch(l, res, "%u bytes of parameters, at most %d", l->param_words * 4, GT_PARAM_BYTES);
    if (l->smem < 16 + 4 * l->param_words)
        return refuse_launch(l, res, "shared memory of %u bytes cannot hold the header and %u bytes of parameters",
                             l->smem, 4 * l->param_words);

    cfg->nthreads = threads;
    cfg->nwarps = (threads + 31) / 32;          /* CTA-3 */
    cfg->nregs = (l->regs + 3) & ~3u;
    cfg->slot_warps = (cfg->nwarps + 1) & ~1u;
    cfg->slot_rows = cfg->nregs * cfg->slot_warps / 2;
    const uint32_t rows = v->regs_per_sm / GT_REG_BANKS;
    if (cfg->slot_rows > rows)
        return refuse_launch(l, res, "block needs %u registers (%u threads of %u), at most %u",
                             cfg->nregs * cfg->slot_warps * 32, cfg->slot_warps * 32, cfg->nregs, v->regs_per_sm);
    uint64_t smem = (uint64_t)l->smem + l->dyn_smem;
    if (smem > GT_SMEM_BYTES)
        return refuse_launch(l, res,
                             "%llu bytes of shared memory, at most %u (16 bytes header and parameters included)",
                             (unsigned long long)smem, GT_SMEM_BYTES);
    cfg->smem_bytes = ((uint32_t)smem + 63) & ~63u;
    cfg->slot_smem = cfg->smem_bytes;
    cfg->max_blocks = min32(v->blocks, v->warps_per_sm / cfg->slot_warps);
    cfg->max_blocks = min32(cfg->max_blocks, rows / cfg->slot_rows);
    cfg->max_blocks = min32(cfg->max_blocks, GT_SMEM_BYTES / cfg->slot_smem);
    cfg->max_blocks = min32(cfg->max_blocks, v->threads_per_sm / threads);
    for (uint32_t i = 0; i < 4; i++) {
        if (l->pm[i] >= GT_PM_EVENTS)
            return refuse_launch(l, res, "$pm%u: there is no event %u, at most %u", i, l->pm[i], GT_PM_EVENTS - 1);
        cfg->pm[i] = l->pm[i] == GT_PM_DEFAULT ? (uint8_t)(GT_PM_TRIGGER0 + i) : l->pm[i];
    }
    if (g->jitter && g->chip->partitions)
        return refuse_launch(l, res, "jitter is of the memory of fixed latency, chip %s has partitions", g->chip->name);
    if (!room_for_memory(g, l, res))
        return false;
    return place_local(g, l, cfg, res);
}
