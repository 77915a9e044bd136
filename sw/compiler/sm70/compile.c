/* SPDX-License-Identifier: Apache-2.0
 *
 * The pipeline, and the cubin.
 */
#define _POSIX_C_SOURCE 200809L
#include "sm70cc.h"

#include "builtin.h"
#include "handle.h"
#include "line_map.h"
#include "mir.h"

#include <stdlib.h>
#include <string.h>

unsigned sm70cc_arch(const char *name)
{
    const char *number = !strncmp(name, "sm_", 3) ? name + 3 : !strncmp(name, "compute_", 8) ? name + 8 : "";
    unsigned n = (unsigned)strtoul(number, NULL, 10);
    bool two = strspn(number, "0123456789") == 2 && (!number[2] || !strcmp(number + 2, "a"));
    return two && sm70_chip_of(n) != SM70_CHIPS ? n : 0;
}

static void run_pass(struct fn *f, const char *name, void (*pass)(struct fn *))
{
    const struct ptxas_options *opt = f->cx->opt;
    pass(f);
    if (opt->print_after && (!strcmp(opt->print_after, name) || !strcmp(opt->print_after, "all")))
        nf_print(f, opt->print_out, name);
}

static void at_entry(struct fn *f, const char *op, const char *to, struct opd from)
{
    struct block *b = f->blocks.v[0];
    f->line = f->entry->line;
    struct inst *m = ni_new(f, op, (struct opd[]){ o_word(to), from }, 2);
    m->vol = true;
    if (b->first)
        ni_before(b->first, m);
    else
        ni_append(f, b, m);
}

/* UR4 and UR5: what loads and stores of global memory need beside their address. Pairs from UR6 on: handles. */
static void load_descriptors(struct fn *f)
{
    for (size_t i = 0; i < f->textures.n; i++) {
        at_entry(f, "UMOV", nl_name(f, "UR%zu", 7 + 2 * i), o_word("URZ"));
        at_entry(f, "ULDC", nl_name(f, "UR%zu", 6 + 2 * i), o_c(0, native_handle(f, i), 1));
    }
    if (f->descriptor && f->chip >= SM70_80)
        at_entry(f, "ULDC.64", "UR4", o_c(0, f->chip == SM70_90 ? 0x208 : 0x118, 2));
}

/* A kernel through all passes. */
static void compile_kernel(struct cx *cx, struct pmodule *mod, struct pentry *e, struct sm70_module *out)
{
    cx->kernel = e->name;
    inline_run(cx, mod, e);
    handles_resolve(cx, e);
    struct fn *f = native_lower(cx, mod, e, out->chip);
    if (cx->opt->print_after && !strcmp(cx->opt->print_after, "all"))
        nf_print(f, cx->opt->print_out, "lower");
    run_pass(f, "rename", native_rename);
    run_pass(f, "opt", native_opt);
    run_pass(f, "convert", native_convert_branches);
    run_pass(f, "unroll", native_unroll);
    run_pass(f, "merge", native_merge);
    run_pass(f, "expand", native_expand);
    run_pass(f, "converge", native_converge);
    run_pass(f, "uniform", native_uniform);
    run_pass(f, "legal", native_legal);
    run_pass(f, "descriptor", load_descriptors);
    run_pass(f, "sched", native_sched);
    run_pass(f, "alloc", native_alloc);
    run_pass(f, "balance", native_balance);
    run_pass(f, "layout", native_layout);
    run_pass(f, "control", native_control);
    native_emit(f, out);
    if (cx->opt->verbose)
        fprintf(cx->opt->verbose, "%s: %u registers, %u bytes shared, %u bytes parameters, %u bytes local, %zu "
                "instructions\n", e->name, f->regs, f->shared, f->params, f->local,
                out->kernels[out->nkernels - 1].ncode);
    cx->kernel = NULL;
}

static enum sm70_place place_of(const struct psym *y)
{
    return y->space == SP_CONST ? SM70_CONSTANTS : y->init ? SM70_GLOBALS : SM70_ZEROS;
}

/* An initial value that is an address: known now, if it is one of constant memory, else when the module is loaded. */
static void place_address(struct cx *cx, const struct psym *y, const struct paddress *a, struct sm70_module *out)
{
    uint8_t *to = out->data[place_of(y)].bytes + y->offset + a->at;
    uint64_t offset = a->to->offset + (uint64_t)(int32_t)a->add;

    if (a->to->space == SP_CONST && !a->generic) {
        for (unsigned i = 0; i < a->bytes; i++)
            to[i] = (uint8_t)(offset >> 8 * i);
        return;
    }
    if (a->bytes != 8 || (y->offset + a->at) % 8)
        cx_error(cx, a->line, "'%.400s': initial value: the address of '%.400s' has 8 bytes, aligned to 8", y->name,
                 a->to->name);
    sm70_add_address(out, (struct sm70_address){ .place = place_of(y), .to = place_of(a->to), .offset = offset,
                                                 .at = y->offset + a->at });
}

/* Variables of the module: in constant memory; in global memory, and where code finds their addresses. */
static void place_variables(struct cx *cx, struct pmodule *mod, struct sm70_module *out)
{
    VEC(struct psym *) all = { 0 };
    for (size_t i = 0; i < mod->vars.n; i++)
        if (mod->vars.v[i]->space == SP_CONST || mod->vars.v[i]->space == SP_GLOBAL)
            vec_push(cx, &all, mod->vars.v[i]);
    for (size_t i = 0; i < all.n; i++) {
        struct psym *y = all.v[i];
        if (y->is_extern)
            cx_error(cx, y->line, "'%.400s': variables of other modules are not supported", y->name);
        const uint64_t at = sm70_add_data(out, place_of(y), y->size, y->align);
        if (at + y->size > (y->space == SP_CONST ? 65536 : UINT32_MAX))
            cx_error(cx, y->line, "'%.400s' does not fit in %s memory", y->name,
                     y->space == SP_CONST ? "64 KB of constant" : "4 GB of global");
        y->offset = (uint32_t)at;
        if (y->init)
            memcpy(out->data[place_of(y)].bytes + at, y->init, y->size);
        sm70_add_variable(out, y->name, place_of(y), at, y->size);
        if (y->space == SP_CONST)
            continue;
        y->slot = (uint32_t)sm70_add_data(out, SM70_ADDRESSES, 8, 8);
        if (y->slot > 65528)
            cx_error(cx, y->line, "'%.400s': at most 8192 variables in global memory are supported", y->name);
        sm70_add_address(out, (struct sm70_address){ .place = SM70_ADDRESSES, .to = place_of(y), .at = y->slot,
                                                     .offset = at });
    }
    for (size_t i = 0; i < all.n; i++)
        for (size_t k = 0; k < all.v[i]->addresses.n; k++)
            place_address(cx, all.v[i], &all.v[i]->addresses.v[k], out);
}

/* All kernels of a PTX file. */
static void compile_module(struct cx *cx, const char *source, struct sm70_module *out)
{
    struct line_map *lines = cx_alloc(cx, sizeof *lines);
    line_map_make(cx, source, lines);
    cx->lines = lines;
    struct pmodule *mod = ptx_parse(cx, source, false);
    mod->library = &sm70_library;
    if (!mod->entries.n)
        cx_error(cx, 0, "expected at least one .entry");
    if (mod->address_size != 64)
        cx_error(cx, 0, "expected .address_size 64, which sm_%u needs, found %u", sm70_chip_name(out->chip),
                 mod->address_size);
    place_variables(cx, mod, out);
    for (size_t i = 0; i < mod->entries.n; i++)
        compile_kernel(cx, mod, mod->entries.v[i], out);
}

bool sm70cc_compile(unsigned arch, const char *source, const char *name, const struct ptxas_options *opt,
                    struct ptxas_result *res)
{
    struct sm70_module m = { .chip = sm70_chip_of(arch) };
    struct cx *cx = calloc(1, sizeof *cx);
    char err[512];
    volatile bool ok = false;
    memset(res, 0, sizeof *res);
    if (!cx || m.chip == SM70_CHIPS) {
        snprintf(res->error, sizeof res->error, cx ? "no chip sm_%u" : "out of memory", arch);
        free(cx);
        return false;
    }
    cx->file = name;
    cx->source = source;
    cx->error = res->error;
    cx_options(cx, opt);
    cx->later = true;
    if (!setjmp(cx->fail)) {
        compile_module(cx, source, &m);
        ok = true;
    }
    if (ok) {
        res->text = sm70_cubin_write(&m, &res->length, err, sizeof err);
        ok = res->text != NULL;
        if (!ok)
            snprintf(res->error, sizeof res->error, "%.200s: %.300s", name, err);
    }
    sm70_module_free(&m);
    cx_free(cx);
    free(cx);
    return ok;
}
