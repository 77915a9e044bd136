/* SPDX-License-Identifier: Apache-2.0
 *
 * The pipeline, and the text cubin.
 */
#define _POSIX_C_SOURCE 200809L
#include "emit.h"
#include "occupancy.h"

#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "check.h"
#include "compute.h"
#include "cubin.h"
#include "decode.h"
#include "gt_chip.h"
#include "handle.h"
#include "debug.h"
#include "arrays.h"
#include "lines.h"
#include "smem.h"
#include "text.h"

/* Data for the cubin, from memory that cubin_free can free. */
static uint32_t *words_of(struct cx *cx, const void *bytes, size_t n)
{
    uint32_t *w = calloc((n + 3) / 4 + 1, 4);
    if (!w)
        cx_error(cx, 0, "out of memory");
    for (size_t i = 0; i < n; i++)
        w[i / 4] |= (uint32_t)((const uint8_t *)bytes)[i] << 8 * (i % 4);
    return w;
}

static void run_pass(struct fn *f, const char *name, void (*pass)(struct fn *))
{
    pass(f);
    pass_done(f, name);
}

void compile_body(struct fn *f)
{
    pass_done(f, "lower");
    run_pass(f, "cleanup", cfg_cleanup);
    if (f->cx->opt->no_opt) {
        cfg_analyse(f);
        opt_none(f);
    } else {
        run_pass(f, "canonical", cfg_canonical);
        run_pass(f, "ssa", ssa_build);
        opt_run(f);
        run_pass(f, "leave", ssa_leave);
        run_pass(f, "ifconvert", div_ifconvert);
        run_pass(f, "dce", opt_dce);
        run_pass(f, "textures", texture_results);
    }
    if (isa_needs_compute(GT_NEEDS_LD_SHARED) > f->cx->arch)
        run_pass(f, "ldshared", smem_operands);
    run_pass(f, "joins", div_joins);
    run_pass(f, "layout", layout_run);
    run_pass(f, "literals", literals_run);
    if (!f->cx->opt->no_opt && !f->in_order)
        run_pass(f, "sched", sched_run);
    areg_run(f);
    f->stage = STAGE_ADDRESSED;
    pass_done(f, "areg");
    ra_run(f);
    f->stage = STAGE_ALLOCATED;
    pass_done(f, "regalloc");
}

/* What PTX names was refused when it was read; this is of the compiler's own library. */
static void check_native(struct cx *cx, const struct emitter *e)
{
    for (size_t i = 0; i < e->code.n; i++) {
        const struct code *c = &e->code.v[i];
        struct gt_insn in;
        isa_decode(c->w[0], c->w[1], c->addr, &in);
        enum gt_needs needs = isa_needs(&in);
        if (isa_needs_compute(needs) > cx->arch)
            cx_error(cx, 0, "what this takes is computed with %s, from sm_%u on; the target is sm_%u",
                     isa_needs_name(needs), isa_needs_compute(needs), cx->arch);
    }
}

/* A kernel, from parsed PTX to words. */
static struct fn *compile_entry(struct cx *cx, struct pmodule *mod, struct pentry *pe, struct emitter *em)
{
    cx->kernel = pe->name;
    inline_run(cx, mod, pe);
    handles_resolve(cx, pe);
    struct fn *f = lower_entry(cx, mod, pe);
    f->in_order = debug_has_variables(pe);
    compile_body(f);
    emit_run(f, em);
    check_native(cx, em);
    cx->kernel = NULL;
    return f;
}

static bool has_fence(const struct pentry *e)
{
    for (size_t i = 0; i < e->insts.n; i++)
        if (e->insts.v[i].code.op == PTX_MEMBAR && strcmp(e->insts.v[i].part[1], "cta"))
            return true;
    return false;
}

/* The variable that fences beyond the block read: a word in each partition of the largest chip. */
static void add_fence(struct cx *cx, struct pmodule *mod)
{
    bool has = false;

    for (size_t i = 0; i < mod->entries.n; i++)
        has = has || has_fence(mod->entries.v[i]);
    for (size_t i = 0; i < mod->funcs.n; i++)
        has = has || has_fence(mod->funcs.v[i]);
    if (!has)
        return;
    mod->fence = cx_alloc(cx, sizeof *mod->fence);
    *mod->fence = (struct psym){ .name = "__gt200_fence", .kind = SYM_VAR, .type = T_B8, .space = SP_GLOBAL,
                                 .size = GT_CHIP_PARTITIONS * PARTITION_SPAN, .align = PARTITION_SPAN };
    vec_push(cx, &mod->vars, mod->fence);
}

/* Constants get their offset in c0[], global variables a word in c14[] for their address. */
static void place_module_variables(struct cx *cx, struct pmodule *mod)
{
    uint32_t c0 = 0, c14 = 0;
    for (size_t i = 0; i < mod->vars.n; i++) {
        struct psym *y = mod->vars.v[i];
        if (y->space == SP_CONST) {
            c0 = (c0 + y->align - 1) & ~(y->align - 1);
            y->offset = c0;
            c0 += y->size;
            if (c0 > 65536)
                cx_error(cx, y->line, "'%s' does not fit in 64 KB of constant memory", y->name);
        } else if (y->space == SP_GLOBAL) {
            y->offset = c14;            /* where the loader puts its address */
            c14 += 4;
        }
    }
}

/* A constant's address is known now, a global variable's when the module is loaded. */
static void add_address(struct cx *cx, const struct psym *y, const struct paddress *a, struct gt_cubin_data *d)
{
    if (a->generic && a->to->space == SP_CONST)
        cx_error(cx, a->line, "'%.400s': initial value: the address of constant '%.400s': pointers in memory point to "
                 "global memory on this chip", y->name, a->to->name);
    if (a->to->space == SP_GLOBAL) {
        cubin_add_address(d, a->at, a->to->name, a->add);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        y->init[a->at + i] = (uint8_t)((a->to->offset + a->add) >> 8 * i);
}

/* The module's variables as blocks of the cubin. */
static void add_variables(struct cx *cx, struct gt_cubin *c, struct pmodule *mod)
{
    for (size_t i = 0; i < mod->vars.n; i++) {
        struct psym *y = mod->vars.v[i];
        if (y->space != SP_CONST && y->space != SP_GLOBAL)
            continue;
        bool constant = y->space == SP_CONST;
        struct gt_cubin_data *d = constant ? cubin_add_const(c, y->name) : cubin_add_reloc(c, y->name);
        d->seg = constant ? 0 : 14;
        d->offset = y->offset;
        d->bytes = y->size;
        for (size_t k = 0; k < y->addresses.n; k++)
            add_address(cx, y, &y->addresses.v[k], d);
        if (y->init)
            d->words = words_of(cx, y->init, y->size);
    }
}

static void add_textures(struct gt_cubin *c, const struct pmodule *mod)
{
    for (size_t i = 0; i < mod->textures.n; i++)
        cubin_add_sampler(c, mod->textures.v[i]->name)->texunit = mod->textures.v[i]->offset;
}

/* A compiled kernel into the cubin: sizes, parameters, code, lines. */
static void add_kernel(struct cx *cx, struct gt_cubin *c, struct fn *f, struct emitter *e)
{
    if (f->lmem > GT_LMEM_BYTES)
        cx_error(cx, f->entry->line, "kernel %s uses %u bytes of local memory a thread; at most %u fit",
                 cx_plain(cx, f->entry->name), f->lmem, GT_LMEM_BYTES);
    struct gt_cubin_kernel *k = cubin_add_kernel(c, f->entry->name);
    k->lmem = f->lmem;
    k->smem = f->smem;
    k->reg = f->regs;
    k->bar = f->bars;
    k->param = f->param_bytes;
    k->has_param = true;
    k->has_params = true;
    k->max_threads = f->entry->max_threads;
    memcpy(k->block, f->entry->block, sizeof k->block);
    for (size_t i = 0; i < f->entry->params.n; i++)
        cubin_add_param(k, f->entry->params.v[i]->offset - 16, f->entry->params.v[i]->size);
    k->code = words_of(cx, f->words.v, f->words.n * 4);
    k->code_words = f->words.n;
    if (e->nlit) {
        struct gt_cubin_data *d = cubin_add_kernel_const(k);
        d->seg = 1;
        d->bytes = (uint32_t)e->nlit * 4;
        d->words = words_of(cx, e->lit, e->nlit * 4);
    }
}

/* What -v and --asm print of a kernel. */
static void report_kernel(struct cx *cx, struct fn *f, struct emitter *e, uint32_t constants)
{
    const struct ptxas_options *opt = cx->opt;
    if (opt->verbose) {
        fprintf(opt->verbose,
                "%s: %u registers, %u bytes shared (16 header, %u parameters), %u bytes local, %u bytes constant, "
                "%zu bytes code, %zu instructions; occupancy",
                f->entry->name, f->regs, f->smem, f->param_bytes, f->lmem, constants + (unsigned)e->nlit * 4,
                f->words.n * 4, e->code.n);
        for (unsigned threads = 64; threads <= 512; threads *= 2) {
            struct gt_occupancy o;
            gt_occupancy(cx->chip, threads, f->regs, f->smem, &o);
            fprintf(opt->verbose, " %.0f %% (%u threads)%s", 100 * o.occupancy, threads, threads < 512 ? "," : "\n");
        }
    }
    if (opt->verbose && (f->entry->max_threads || f->entry->block[0]))
        fprintf(opt->verbose, "%s: launch bounds leave each thread %u registers\n", f->entry->name, f->max_regs);
    if (!opt->asm_out)
        return;
    fprintf(opt->asm_out, "// %s\n", f->entry->name);
    for (size_t i = 0; i < e->code.n; i++) {
        const struct code *c = &e->code.v[i];
        char text[ISA_TEXT_MAX];
        struct gt_insn in;
        isa_decode(c->w[0], c->w[1], c->addr, &in);
        isa_disasm(&in, text, sizeof text);
        fprintf(opt->asm_out, "%04x  %s\n", c->addr, text);
    }
}

/* From PTX to the kernels and variables of a cubin. */
static void compile_module(struct cx *cx, const char *source, struct gt_cubin *c)
{
    struct line_map *lines = cx_alloc(cx, sizeof *lines);
    line_map_make(cx, source, lines);
    cx->lines = lines;
    struct pmodule *mod = ptx_parse(cx, source, false);
    mod->library = &builtin_library;
    if (!mod->entries.n)
        cx_error(cx, 0, "expected at least one .entry");
    add_fence(cx, mod);
    place_module_variables(cx, mod);
    uint32_t constants = 0;
    for (size_t i = 0; i < mod->vars.n; i++)
        if (mod->vars.v[i]->space == SP_CONST)
            constants += mod->vars.v[i]->size;
    add_variables(cx, c, mod);
    add_textures(c, mod);
    debug_module(cx, source, lines, c);
    for (size_t i = 0; i < mod->entries.n; i++) {
        struct emitter *e = cx_alloc(cx, sizeof *e);
        struct fn *f = compile_entry(cx, mod, mod->entries.v[i], e);
        add_kernel(cx, c, f, e);
        line_map_kernel(lines, e, c, &c->kernels[c->nkernels - 1]);
        if (lines->lines.n)
            arrays_kernel(cx, f, e, &c->kernels[c->nkernels - 1]);
        debug_kernel(cx, source, f, e, c, &c->kernels[c->nkernels - 1]);
        report_kernel(cx, f, e, constants);
    }
}

bool ptxas_compile(const char *source, const char *name, const struct ptxas_options *opt, struct ptxas_result *res)
{
    struct gt_cubin c;
    struct cx *cx = calloc(1, sizeof *cx);
    memset(res, 0, sizeof *res);
    if (!cx) {
        snprintf(res->error, sizeof res->error, "out of memory");
        return false;
    }
    cubin_init(&c);
    cx->file = name;
    cx->source = source;
    cx->error = res->error;
    cx_options(cx, opt);
    c.arch = cx->arch;
    const char *verify = getenv("GT200_VERIFY");
    cx->verify = cx->opt->verify || (verify && *verify && strcmp(verify, "0"));
    volatile bool ok = false;
    if (!setjmp(cx->fail)) {
        compile_module(cx, source, &c);
        ok = true;
    }
    if (ok) {
        FILE *f = open_memstream(&res->text, &res->length);
        bool written = f && cubin_write(f, &c);
        if (f && fclose(f))
            written = false;
        if (!written) {
            free(res->text);
            res->text = NULL;
            snprintf(res->error, sizeof res->error, "out of memory");
            ok = false;
        }
    }
    cubin_free(&c);
    cx_free(cx);
    free(cx);
    return ok;
}
