/* SPDX-License-Identifier: Apache-2.0
 *
 * The engine of sm_70 to sm_90 on their functional model (docs/sm70.md), a module of its own: lib/func70.so.
 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sm70_func.h"
#include "sm70_sampler.h"
#include "sm70cc.h"

struct code {
    struct sm70_module    module;
    struct sm70_program **program;      /* of each kernel */
    uint32_t              data[SM70_PLACES];    /* device addresses; constant bank 4 is the module's own bytes */
};

/* Is the module for this product, and is there nothing in it that the model lacks? */
static bool module_fits(const struct sm70_module *m, const struct sm70_product *p, const char *name, char *err,
                        size_t errn)
{
    const char *section = m->nleft ? m->left_out[0] : NULL;
    size_t most = 0;            /* handles of a kernel */

    for (size_t i = 0; i < m->nkernels; i++)
        most = m->kernels[i].nhandles > most ? m->kernels[i].nhandles : most;

    if (m->chip != p->chip)
        snprintf(err, errn, "%s is made for sm_%u, %s is sm_%u", name, sm70_chip_name(m->chip), p->name,
                 sm70_chip_name(p->chip));
    else if (section)
        snprintf(err, errn, "%s has a section %s, which this model does not have", name, section);
    else if (m->ntextures > GT_TEXTURES || most > GT_TEXTURES)
        snprintf(err, errn, "%s has %zu textures; at most %d fit", name, m->ntextures, GT_TEXTURES);
    return m->chip == p->chip && !section && m->ntextures <= GT_TEXTURES && most <= GT_TEXTURES;
}

/* What is known of a kernel, as a cubin has it; but shared memory without the first KB of sm_90, which is the driver's
 * and in the cubin's size only where the kernel has some. */
static void describe_kernel(struct gt_cubin *c, const struct sm70_module *m, const struct sm70_kernel *k)
{
    const uint32_t drivers = m->chip == SM70_90 && k->shared >= 1024 ? 1024 : 0;
    struct gt_cubin_kernel *to = cubin_add_kernel(c, k->name);

    to->reg = k->regs;
    to->smem = k->shared - drivers;
    to->bar = k->barriers;
    to->has_param = to->has_params = true;
    for (size_t i = 0; i < k->nparams; i++) {
        const uint32_t end = k->params[i].offset + k->params[i].bytes;
        cubin_add_param(to, k->params[i].offset, k->params[i].bytes);
        if (to->param < end)
            to->param = end;
    }
    for (size_t i = 0; i < k->nlines; i++)
        cubin_add_line(to, k->lines[i].pc, cubin_source(c, m->files[k->lines[i].file]), k->lines[i].line);
}

static void fetch_texel(void *ctx, uint32_t handle, unsigned dims, bool real, const uint32_t at[3], uint32_t out[4])
{
    const struct gt_module *m = ctx;
    const struct gt_texture *t = handle < GT_TEXTURES ? &m->gpu->tex[handle] : NULL;

    memset(out, 0, 4 * sizeof *out);
    if (t && t->width)
        (real ? sm70_sample : sm70_texel)(t, m->gpu->mem + (t->addr - GT_G_BASE), dims, at, out);
}

static bool compile_ptx(const struct gt_engine *e, const char *ptx, const char *name, const struct ptxas_options *opt,
                        struct ptxas_result *res)
{
    static const struct ptxas_options none;

    return sm70cc_compile(10 * e->limits.major + e->limits.minor, ptx, name, opt ? opt : &none, res);
}

/* Frees what load_module() made, also when that stopped half-way. */
static void unload_module(struct gt_module *m)
{
    struct code *c = m->code;

    if (!c)
        return;
    for (size_t i = 0; c->program && i < c->module.nkernels; i++)
        sm70_program_free(c->program[i]);
    for (unsigned p = 0; p < SM70_PLACES; p++)
        if (c->data[p])
            m->release(m->gpu, c->data[p]);
    free(m->variables);
    m->variables = NULL;
    free(c->program);
    sm70_module_free(&c->module);
    free(c);
    m->code = NULL;
}

/* Constant bank 3 lies in device memory, too: its variables have addresses there. */
static bool place_data(struct gt_module *m, struct code *c, char *err, size_t errn)
{
    struct sm70_module *from = &c->module;

    for (unsigned p = 0; p < SM70_PLACES; p++)
        if (p != SM70_ADDRESSES && from->data[p].n &&
            (from->data[p].n > UINT32_MAX || !(c->data[p] = m->alloc(m->gpu, (uint32_t)from->data[p].n)))) {
            snprintf(err, errn, "%llu bytes of variables do not fit in device memory",
                     (unsigned long long)from->data[p].n);
            return false;
        }
    for (size_t i = 0; i < from->naddresses; i++) {
        const struct sm70_address *a = &from->addresses[i];
        const uint64_t value = m->base + c->data[a->to] + a->offset;
        memcpy(from->data[a->place].bytes + a->at, &value, sizeof value);
    }
    for (unsigned p = 0; p < SM70_PLACES; p++) {
        uint8_t *to = c->data[p] ? m->gpu->mem + (c->data[p] - GT_G_BASE) : NULL;
        if (to && from->data[p].bytes)
            memcpy(to, from->data[p].bytes, from->data[p].n);
        else if (to)
            memset(to, 0, from->data[p].n);
    }
    m->variables = calloc(from->nvariables + 1, sizeof *m->variables);
    for (size_t i = 0; m->variables && i < from->nvariables; i++) {
        const struct sm70_variable *v = &from->variables[i];
        if (!c->data[v->place])
            continue;
        m->variables[m->cubin.nrelocs] = c->data[v->place] + (uint32_t)v->offset;
        cubin_add_reloc(&m->cubin, v->name)->bytes = (uint32_t)v->bytes;
    }
    if (!m->variables)
        snprintf(err, errn, "out of memory");
    return m->variables;
}

/* A cubin or assembly text: kernels made ready, data placed, textures as samplers. */
static bool load_module(struct gt_module *m, const char *image, size_t n, const char *name, char *err, size_t errn)
{
    struct code *c = calloc(1, sizeof *c);
    bool ok = c && (sm70_is_text(image) ? sm70_text_read(image, name, &c->module, err, errn)
                                        : sm70_cubin_read(image, n, &c->module, err, errn));

    if (!ok) {
        if (!c)
            snprintf(err, errn, "out of memory");
        free(c);
        return false;
    }
    m->code = c;
    cubin_init(&m->cubin);
    ok = module_fits(&c->module, sm70_product_find(m->engine->chip), name, err, errn);
    m->cubin.arch = sm70_chip_name(c->module.chip);
    c->program = calloc(c->module.nkernels + 1, sizeof *c->program);
    for (size_t i = 0; ok && i < c->module.nkernels; i++) {
        describe_kernel(&m->cubin, &c->module, &c->module.kernels[i]);
        ok = c->program && (c->program[i] = sm70_program_new(c->module.chip, &c->module.kernels[i]));
        if (!ok)
            snprintf(err, errn, "out of memory");
    }
    for (size_t i = 0; ok && i < c->module.ntextures; i++)
        cubin_add_sampler(&m->cubin, c->module.textures[i])->texunit = (uint32_t)i;
    ok = ok && place_data(m, c, err, errn);
    if (!ok) {
        unload_module(m);
        cubin_free(&m->cubin);
    }
    return ok;
}

/* Who watches a launch, in terms of GT200's engine. */
static void tell_watcher(void *ctx, uint64_t done, uint64_t blocks, const struct sm70_where *at)
{
    const struct gt_run_opts *opts = ctx;
    const struct gt_where where = { .ctaid_x = at->ctaid[0], .ctaid_y = at->ctaid[1], .warp = at->warp,
                                    .pc = (uint32_t)at->pc, .insns = at->instructions };
    if (opts->progress)
        opts->progress(opts->ctx, done, blocks, 0, &where);
}

/* Blocks of the whole chip at once. */
static uint64_t resident_blocks(const struct gt_engine *e, const struct gt_launch *l, const struct sm70_kernel *k)
{
    const unsigned threads = l->block_x * l->block_y * l->block_z;
    return (uint64_t)e->size.sms * gt_engine_blocks(e, threads, k->regs, (size_t)l->smem + l->dyn_smem);
}

/* A launch on the functional model. */
static enum gt_status run_launch(const struct gt_module *m, int kernel, enum gt_target t, const struct gt_launch *l,
                                 struct gt_result *res, const struct gt_run_opts *opts)
{
    const struct code *c = m->code;
    const struct sm70_kernel *k = &c->module.kernels[kernel];
    uint32_t handles[GT_TEXTURES] = { 0 };
    for (size_t i = 0; i < k->nhandles; i++)
        handles[i] = (uint32_t)k->handles[i].texture;
    const struct sm70_device d = { .chip = c->module.chip, .base = m->base + GT_G_BASE, .bytes = m->gpu->mem_bytes,
                                   .memory = m->gpu->mem,
                                   .limit = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES };
    const struct sm70_launch what = {
        .grid = { l->grid_x, l->grid_y, opts->grid_z ? opts->grid_z : 1 },
        .block = { l->block_x, l->block_y, l->block_z }, .shared = l->dyn_smem, .stack = opts->stack,
        .params = l->params,
        .nparams = 4 * l->param_words,
        .constants = c->data[SM70_CONSTANTS] ? m->gpu->mem + (c->data[SM70_CONSTANTS] - GT_G_BASE) : NULL,
        .nconstants = (uint32_t)c->module.data[SM70_CONSTANTS].n,
        .addresses = c->module.data[SM70_ADDRESSES].bytes,
        .naddresses = (uint32_t)c->module.data[SM70_ADDRESSES].n,
        .together = opts->together, .resident = resident_blocks(m->engine, l, k), .told = tell_watcher,
        .told_ctx = (void *)(uintptr_t)opts, .handles = handles, .fetch = fetch_texel, .ctx = (void *)(uintptr_t)m,
        .sms = m->engine->size.sms,
        .stale = opts->checks.stale ? m->engine->size.sms : 0,
    };
    struct sm70_counts counts = { 0 };
    char message[SM70_MESSAGE];

    memset(res, 0, sizeof *res);
    if (t != GT_TARGET_FUNC) {
        snprintf(res->message, sizeof res->message, "chip %s: expected target func", m->engine->chip);
        return res->status = GT_BAD_LAUNCH;
    }
    m->gpu->untracked = true;
    const bool ok = sm70_launch_run(&d, c->program[kernel], &what, &counts, message);
    res->warp_insns = counts.warp_instructions;
    res->thread_insns = counts.thread_instructions;
    res->fault.pc = (uint32_t)counts.fault_pc;
    if (!ok)
        snprintf(res->message, sizeof res->message, "%s", message);
    return res->status = ok ? GT_OK : counts.stale ? GT_RACE : counts.hangs ? GT_HANG : GT_FAULT;
}

/* Registers and shared memory of a block, without what a kernel must ask for; CUDA C Programming Guide, compute
 * capabilities. */
#define ENGINE(name, text, capability, ...) \
    { .chip = name, .note = text, .load = load_module, .compile = compile_ptx, \
      .unload = unload_module, .run = run_launch, \
      .limits = { .major = (capability) / 10, .minor = (capability) % 10, .threads = 1024, \
                  .block = { 1024, 1024, 64 }, .grid = { 2147483647, 65535, 65535 }, .regs = 65536, \
                  .shared = 49152, .params = 4096, .textures = (capability) > 70 }, .size = { __VA_ARGS__ } }
#define MEASURED "values compared with one"
#define UNTESTED "untested"

/* Multiprocessors, threads of one, clocks of the chip (boost) and of its memory in kHz, bits of its bus, bytes of
 * shared memory of a multiprocessor, of the second cache; blocks of a multiprocessor. H100 and H200 say so by
 * cuDeviceGetAttribute. The others are by NVIDIA's architecture papers and data sheets (L40, RTX A6000, A100 40 GB, T4,
 * V100 SXM2) and the CUDA C Programming Guide, and were held against what was printed in public (2026-11-29):
 *   a100: deviceQuery: clocks, bus, cache, shared memory, threads (github bottlerocket-os/bottlerocket pull 3873)
 *   t4: deviceQuery: all but blocks and shared memory of a multiprocessor (chiemon.github.io/2024/12/25)
 *   v100: nvidia-smi, both clocks (github NVIDIA/nvidia-docker issue 914)
 *   a6000: nvidia-smi, both clocks as those of applications, the chip's largest is 2100 MHz (github mrirecon/bart
 *   issue 323); 768 GB/s
 *   l40: 142 multiprocessors, 2490 MHz, 864 GB/s (pcpartdb.com); 24 blocks, 1536 threads and 100 KB by a GPU of the
 *   same capability (github NVIDIA/nvbench pull 207); the second cache was not seen: another page has 48 MB for L40S */
static const struct gt_engine engines[] = {
    ENGINE("h100", MEASURED, 90, 132, 2048, 1980000, 2619000, 5120, 233472, 52428800, 32),
    ENGINE("h200", MEASURED, 90, 132, 2048, 1980000, 3201000, 6016, 233472, 62914560, 32),
    ENGINE("l40", UNTESTED, 89, 142, 1536, 2490000, 9001000, 384, 102400, 100663296, 24),
    ENGINE("a6000", UNTESTED, 86, 84, 1536, 1800000, 8001000, 384, 102400, 6291456, 16),
    ENGINE("a100", UNTESTED, 80, 108, 2048, 1410000, 1215000, 5120, 167936, 41943040, 32),
    ENGINE("t4", UNTESTED, 75, 40, 1024, 1590000, 5001000, 256, 65536, 4194304, 16),
    ENGINE("v100", UNTESTED, 70, 80, 2048, 1530000, 877000, 4096, 98304, 6291456, 32),
};

/* By GT_ENGINE_OPENER. */
gt_engine_opener gt_engine_sm70;
const struct gt_engine *gt_engine_sm70(const char *chip)
{
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (!strcmp(engines[i].chip, chip))
            return &engines[i];
    return NULL;
}
