/* SPDX-License-Identifier: Apache-2.0
 * gt200 run and gt200 trace: the launch, from arguments to results. */
#define _POSIX_C_SOURCE 200809L
#include "run_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "board.h"
#include "file_kind.h"
#include "files.h"
#include "kernel_name.h"
#include "module.h"
#include "output.h"
#include "printable.h"
#include "progress.h"
#include "run_cuda.h"

/* To standard error when a trace goes to standard output. */
static void print_result(const struct run_options *o, const struct gt_result *r)
{
    FILE *f = trace_out_stdout(&o->trace) ? stderr : stdout;

    fprintf(f, "kernel: %s\ntarget: %s\n", o->kernel, gt_target_name(o->target));
    if (o->target != GT_TARGET_FUNC)
        fprintf(f, "cycles: %llu\n", (unsigned long long)r->cycles);
    if (o->engine->chip)
        fprintf(f, "chip: %s (%s)\n", o->engine->chip, o->engine->note);
    else if (o->chip)
        fprintf(f, "chip: %s\n", o->chip->name);
    fprintf(f, "warp instructions: %llu\nthread instructions: %llu\n", (unsigned long long)r->warp_insns,
            (unsigned long long)r->thread_insns);
    if (o->target == GT_TARGET_LOCKSTEP)
        fprintf(f, "lockstep: %llu instructions, %llu cycles checked, 0 differences\n",
                (unsigned long long)r->warp_insns, (unsigned long long)r->cycles);
}

/* Of the trace: the source line of an instruction. */
struct line_table { const struct gt_module *m; int kernel; };

static bool source_line(const void *ctx, uint32_t pc, const char **source, uint32_t *line)
{
    const struct line_table *t = ctx;
    return cubin_line_at(&t->m->cubin, &t->m->cubin.kernels[t->kernel], pc, source, line);
}

static void takes_long(void *ctx, const char *text)
{
    const struct line_table *t = ctx;
    char lines[2048];

    gt_module_lines(t->m, t->kernel, text, lines, sizeof lines);
    gt_tell("gt200: %s (Ctrl-C ends it; --max-cycles N: after so many)\n", lines);
}

static int add_arguments(const struct run_options *o, struct run_args *args, struct gt_gpu *g)
{
    char err[4096];
    bool usage;

    for (size_t i = 0; i < o->nargs; i++)
        if (!run_args_add(args, g, o->args[i], err, sizeof err, &usage))
            return usage ? cli_usage(o->cmd, "argument %zu: %s", i + 1, err)
                         : cli_failure(o->cmd, "argument %zu: %s", i + 1, err);
    return CLI_GO_ON;
}

/* Device memory of other machines than GT200: addresses of 64 bits, none of them near 0. */
#define FAR_BASE UINT64_C(0x200000000)

/* From arguments to results: buffers, textures, rings of printf and malloc, trace, run. */
static int launch_kernel(const struct run_options *o, const struct gt_module *m, struct gt_gpu *g, const char *again)
{
    char err[4096];
    int k = kernel_by_name(&m->cubin, o->kernel, err, sizeof err);
    struct run_args args = { .wide_pointers = o->wide || o->engine->chip };
    struct gt_launch l;
    struct gt_result res;
    struct progress p;
    bool usage;

    if (k < 0)
        return cli_failure(o->cmd, "%s", err);
    kernel_params(&m->cubin.kernels[k], &args);
    int rc = add_arguments(o, &args, g);
    if (rc != CLI_GO_ON)
        return rc;
    if (args.next < args.nknown)
        return cli_usage(o->cmd, "%s has %zu parameters, %zu were given", args.kernel, args.nknown, args.next);
    for (size_t i = 0; i < o->ntextures; i++)
        if (!run_texture(g, &args, o->textures[i], err, sizeof err, &usage))
            return usage ? cli_usage(o->cmd, "--tex: %s", err) : cli_failure(o->cmd, "--tex: %s", err);
    if (!gt_module_params(m, k, args.bytes, err, sizeof err))
        return cli_usage(o->cmd, "%s", err);
    if (!gt_module_block(m, k, (unsigned)o->block[0], (unsigned)o->block[1], (unsigned)o->block[2], err, sizeof err))
        return cli_failure(o->cmd, "%s", err);
    for (size_t i = 0; m->base && i < args.nbuffers; i++) {
        const uint64_t address = m->base + args.buffers[i].addr;
        memcpy((char *)args.params + args.buffers[i].at, &address, sizeof address);
    }
    gt_module_launch(m, k, &l);
    l.grid_x = (uint32_t)o->grid[0];
    l.grid_y = (uint32_t)o->grid[1];
    l.block_x = (uint32_t)o->block[0];
    l.block_y = (uint32_t)o->block[1];
    l.block_z = (uint32_t)o->block[2];
    l.dyn_smem = (uint32_t)o->smem;
    l.params = args.params;
    l.param_words = (args.bytes + 3) / 4;
    l.max_cycles = o->max_cycles;
    memcpy(l.pm, o->pm, sizeof l.pm);
    if (!gt_module_bind(m, k, err, sizeof err))
        return cli_failure(o->cmd, "%s", err);

    if (m->base && (gt_output_has(m) || gt_heap_has(m)))
        return cli_failure(o->cmd, "chip %s: kernels that print, assert or take memory need a program (GT200_CHIP)",
                           o->engine->chip);
    if (gt_output_has(m)) {
        const uint32_t ring = gt_output_new(g, GT_OUTPUT_BYTES);
        if (!ring)
            return cli_failure(o->cmd, "%u bytes for what kernels print do not fit in device memory", GT_OUTPUT_BYTES);
        gt_output_begin(m, ring, GT_OUTPUT_BYTES);
    }

    if (gt_heap_has(m)) {
        const uint32_t bytes = gt_heap_default(g), heap = gt_heap_new(g, bytes);
        if (!heap)
            return cli_failure(o->cmd, "%u bytes that kernels take memory from do not fit in device memory", bytes);
        gt_heap_begin(m, heap, bytes);
    }

    struct trace *t = NULL;
    if (trace_out_any(&o->trace) && !(t = trace_out_begin(&o->trace, g, &l)))
        return cli_failure(o->cmd, "the launch is beyond the limits of the chip, or out of memory");
    struct line_table lines = { m, k };
    if (t) {
        t->line = source_line;
        t->line_ctx = &lines;
    }
    progress_start(&p, o->kernel);
    p.notice = takes_long;
    p.ctx = &lines;
    const struct gt_run_opts opts = {
        .progress = progress_step, .travel = progress_travel, .ctx = &p, .reproduce = again, .fst = o->fst,
        .fst_from = o->from, .fst_to = o->to,
        .sink = t ? trace_events : NULL, .sink_ctx = t, .checks = o->checks,
        .board = o->board, .check = o->check,
    };
    enum gt_status st = o->engine->run(m, k, o->target, &l, &res, &opts);
    progress_end(&p);
    const bool assertion = gt_output_end(m, stdout, NULL, err, sizeof err);
    if (assertion && st == GT_FAULT) {
        if (t)
            trace_out_end(&o->trace, t, (char[512]){ 0 }, 512);
        return cli_failure(o->cmd, "%s", err);
    }
    if (t && !trace_out_end(&o->trace, t, err, sizeof err))        /* also of a run that failed: that is when one
                                                                      looks */
        return cli_failure(o->cmd, "%s", err);
    if (st == GT_DIFFERENT)
        return CLI_FAILURE;         /* the difference has been printed */
    if (st != GT_OK) {
        char text[2 * sizeof res.message];
        gt_module_explain(m, k, &res, res.message, text, sizeof text);
        return cli_failure(o->cmd, "%s", text);
    }
    if (!run_args_write(&args, g, err, sizeof err))
        return cli_failure(o->cmd, "%s", err);
    print_result(o, &res);
    return CLI_OK;
}

/* On a real GPU: device memory of ours holds the buffers on their way there and back. */
static int launch_cuda(const struct run_options *o, struct gt_gpu *g)
{
    struct run_args args = { .wide_pointers = true };
    struct run_cuda r = {
        .cmd = o->cmd, .ptx = o->cubin, .kernel = o->kernel, .grid = { (uint32_t)o->grid[0], (uint32_t)o->grid[1] },
        .block = { (uint32_t)o->block[0], (uint32_t)o->block[1], (uint32_t)o->block[2] }, .smem = (uint32_t)o->smem,
    };
    char err[4096];

    const enum file_kind kind = file_kind(o->cubin);
    file_kind_advice(kind == FILE_PTX ? FILE_OTHER : kind, o->cubin, o->kernel, err, sizeof err);
    if (*err)
        return cli_failure(o->cmd, "target cuda: %s", err);
    struct gt_cubin names;      /* a name of the source's; of one that is none the driver says it */
    kernels_of_ptx(&names, o->cubin);
    const int k = kernel_by_name(&names, o->kernel, err, sizeof err);
    if (k >= 0)
        r.kernel = names.kernels[k].name;
    int rc = add_arguments(o, &args, g);
    if (rc == CLI_GO_ON)
        rc = run_on_gpu(&r, &args, g);
    cubin_free(&names);
    return rc;
}

/* What is to be run, on the machine of the chip. */
static bool load_code(const struct run_options *o, struct gt_module *m, struct gt_gpu *g, char *err, size_t errn)
{
    size_t n;
    char *image = gt_read_file(o->cubin, &n);

    if (!image)
        snprintf(err, errn, "%s: %s", o->cubin, strerror(errno));
    const bool ok = image && gt_module_load(m, o->engine, g, o->engine->chip ? FAR_BASE : 0, image, n, o->cubin,
                                            err, errn);
    free(image);
    return ok;
}

/* The chip and the host threads. */
static void set_machine(const struct run_options *o, struct gt_gpu *g)
{
    if (o->chip)
        g->chip = o->chip;
    else if (o->board)
        g->chip = gt_board_chip(o->board);
    else
        g->func_sms = GT_FUNC_SMS;
    g->threads = (uint32_t)o->threads;
    g->jitter = (uint32_t)o->jitter;
    g->stall = (uint32_t)o->stall;
    g->fold = (uint32_t)o->fold;
    g->peers = o->peers;
    if (o->checks.memcheck)
        g->guard = GT_MEMCHECK_GUARD;
}

int run_launch(const struct run_options *o, uint32_t bytes, const char *again)
{
    char err[4096], advice[4096];
    struct gt_module m;
    struct gt_gpu *g = gt_gpu_new(bytes);
    int rc;

    if (!g)
        return cli_failure(o->cmd, "out of memory");
    if (o->cuda) {
        rc = launch_cuda(o, g);
    } else {
        set_machine(o, g);
        if (load_code(o, &m, g, err, sizeof err)) {
            rc = launch_kernel(o, &m, g, again);
            gt_module_free(&m);
        } else {
            enum file_kind kind = o->engine->chip ? FILE_OTHER : file_kind(o->cubin);
            file_kind_advice(kind == FILE_CUBIN ? FILE_OTHER : kind, o->cubin, o->kernel, advice, sizeof advice);
            rc = cli_failure(o->cmd, "%s", *advice ? advice : err);
        }
    }
    gt_gpu_free(g);
    return rc;
}
