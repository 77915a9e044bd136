/* SPDX-License-Identifier: Apache-2.0
 * gt200 run and gt200 trace: one kernel of a cubin on a target. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args.h"
#include "board.h"
#include "cli.h"
#include "engine.h"
#include "file_kind.h"
#include "files.h"
#include "kernel_name.h"
#include "module.h"
#include "output.h"
#include "printable.h"
#include "progress.h"
#include "run_cuda.h"
#include "run_peers.h"
#include "settings.h"
#include "target.h"
#include "trace_out.h"

static int gt_cmd_run(int argc, char **argv);
static int gt_cmd_trace(int argc, char **argv);

struct run_options {
    const char    *cmd;             /* "run" or "trace" */
    const char    *cubin, *kernel;
    enum gt_target target;
    const char    *device;          /* of target fpga */
    uint64_t       check;
    struct gt_board *board;
    const struct gt_peers *peers;   /* NULL: this process is alone */
    uint64_t       grid[2], block[3], smem, max_cycles, memory_mb, jitter, stall, fold;
    bool           have_grid, have_block, wide, cuda, listed;
    const char    *args[64];
    size_t         nargs;
    const char    *textures[128];
    size_t         ntextures;
    const char    *fst;
    uint64_t       from, to;
    const struct gt_chip *chip;     /* NULL: one SM */
    const struct gt_engine *engine; /* of the chip */
    uint64_t       threads;         /* of the host; 0: one per core */
    uint8_t        pm[4];
    struct gt_checks checks;
    struct trace_out trace;
    struct cmd_asked asked;
};

static int grid(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    o->have_grid = true;
    if (cli_sizes(value, o->grid, 2))
        return CLI_GO_ON;
    return cli_usage(o->cmd, "%s: '%s' is not a grid size (expected X or X,Y)", name, value);
}

static int block(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    o->have_block = true;
    if (cli_sizes(value, o->block, 3))
        return CLI_GO_ON;
    return cli_usage(o->cmd, "%s: '%s' is not a block size (expected X, X,Y or X,Y,Z)", name, value);
}

static int argument(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    (void)name;
    if (o->nargs == sizeof o->args / sizeof *o->args)
        return cli_usage(o->cmd, "more than 64 arguments");
    o->args[o->nargs++] = value;
    return CLI_GO_ON;
}

static int texture(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    (void)name;
    if (o->ntextures == sizeof o->textures / sizeof *o->textures)
        return cli_usage(o->cmd, "more than 128 textures");
    o->textures[o->ntextures++] = value;
    return CLI_GO_ON;
}

static int counters(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;
    char err[1024];

    return gt_pm_parse(value, o->pm, err, sizeof err) ? CLI_GO_ON : cli_usage(o->cmd, "%s: %s", name, err);
}

static int chip(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;
    char err[256];

    if (!strcmp(o->cmd, "run") && gt_engine_has(value)) {
        o->engine = gt_engine_find(value, err, sizeof err);
        return o->engine ? CLI_GO_ON : cli_failure(o->cmd, "%s", err);
    }
    o->engine = &gt_engine_gt200;
    o->chip = gt_chip_find(value, err, sizeof err);
    return o->chip ? CLI_GO_ON : cli_usage(o->cmd, "%s: %s", name, err);
}

static int target(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    (void)name;
    o->cuda = !strcmp(value, "cuda") && strcmp(o->cmd, "trace");
    if (!o->cuda && !gt_target_parse(value, &o->target))
        return cli_usage(o->cmd, "unknown target '%s'; there are " GT_TARGET_LIST ", and cuda (run)", value);
    o->device = gt_target_device(value);
    return CLI_GO_ON;
}

static int interleave(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    if (!cli_number(value, UINT64_MAX, &o->checks.seed) || !o->checks.seed)
        return cli_usage(o->cmd, "%s: '%s' is not a positive number", name, value);
    o->checks.interleave = true;
    return CLI_GO_ON;
}

static int races(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    if (gt_races_parse(value, &o->checks.races))
        return CLI_GO_ON;
    return cli_usage(o->cmd, "%s: '%s' is none of " GT_RACES_LIST, name, value);
}

static int operand(void *ctx, const char *value)
{
    struct run_options *o = ctx;

    if (o->cubin)
        return cli_usage(o->cmd, "one cubin expected, got '%s' and '%s'", o->cubin, value);
    o->cubin = value;
    return CLI_GO_ON;
}

/* What run and trace share. */
#define LAUNCH_OPTIONS \
    { .name = "-k", \
      .arg = "NAME", \
      .kind = CLI_TEXT, \
      .at = offsetof(struct run_options, kernel), \
      .section = "the launch", \
      .ask = "run FILE --list", \
      .help = "the kernel, by its name in the cubin or in the source" }, \
        OPT_CALL("-g", "X[,Y]", grid, "blocks of the grid"), \
        OPT_CALL("-b", "X[,Y[,Z]]", block, "threads of a block"), \
        OPT_CALL("-a", "ARG", argument, "next kernel parameter, in order:\n" RUN_ARGS_HELP), \
        OPT_FLAG("--ptr64", struct run_options, wide, \
                 "pointers take 8 bytes of parameter space (code from 64-bit PTX)"), \
        OPT_CALL("--tex", "N:FORMAT:WHERE", texture, RUN_TEXTURES_HELP), \
        OPT_NUMBER("--smem", "N", struct run_options, smem, 0, UINT32_MAX, "bytes of dynamic shared memory"), \
        OPT_CALL("--pm", "A[,B[,C[,D]]]", counters, \
                 "what $pm0 to $pm3 count (default prof_trigger_00 to _03); a name that " \
                 "is none lists them")

#define MACHINE_OPTIONS \
    { .name = "--chip", .arg = "C", .kind = CLI_CALL, .take = chip, .words = GT_CHIP_WORDS " " GT_ENGINE_CHIPS, \
      .help = "sm is the default, tpc has 3 SMs, gtx280 10 TPCs of 3 SMs; gpu1, gpu2: small ones with its memory; " \
              "g80: 8 TPCs of 2 SMs, g80tpc one of them, with code of sm_10; " \
              "run with target func: h100 takes a native cubin of sm_90, and l40, a6000, a100, t4, v100 of theirs" }, \
    OPT_NUMBER("--threads", "N", struct run_options, threads, 0, 1024, "host threads (default one per core): " \
               "model, rtl: step the TPCs, changes nothing but the speed; " \
               "func: blocks side by side, 1: in row order"), \
    OPT_NUMBER("--jitter", "SEED", struct run_options, jitter, 0, UINT32_MAX, \
               "not func: a memory that takes requests and answers at random times, the same on all targets"), \
    OPT_NUMBER("--stall", "SEED", struct run_options, stall, 0, UINT32_MAX, \
               "rtl, lockstep: stop the clock of the machine at random, for random times; it must not notice"), \
    OPT_NUMBER("--fold", "4", struct run_options, fold, 1, 8, \
               "rtl, lockstep: the machine whose datapath is folded, 4 phases a cycle (docs/units/fold.md)"), \
    OPT_NUMBER("--max-cycles", "N", struct run_options, max_cycles, 0, UINT64_MAX, \
               "a run longer than N cycles (func: warp instructions) is a hang"), \
    OPT_NUMBER("--memory", "N", struct run_options, memory_mb, 0, 4095, \
               "device memory in MB (default 64, or what a board has room for)")

static const struct cli_option run_table[] = {
    LAUNCH_OPTIONS,
    { .name = "--target",
      .arg = "T", .kind = CLI_CALL, .take = target, .section = "the machine", .words = "func model rtl lockstep cuda",
      .help =
         "func is the default; fpga:DEVICE[@BAUD]: a board at that serial line; cuda: a real GPU, which takes K.ptx of "
         "gt200 cc --ptx instead of a cubin and pointers of 8 bytes" },
    MACHINE_OPTIONS,
    OPT_FLAG("--list", struct run_options, listed, "the names of the cubin's kernels, one a line, and nothing else"),
    OPT_TEXT("--fst", "FILE", struct run_options, fst,
             "rtl: write a wave; lockstep: where the wave around a difference "
             "goes"),
    OPT_NUMBER("--check", "N", struct run_options, check, 1, UINT32_MAX,
               "fpga: the model beside it; instructions, blocks and signature are compared every N cycles, and of a "
               "difference the first cycle is told"),
    { .name = "--interleave",
      .arg = "SEED", .kind = CLI_CALL, .take = interleave, .section = "checks of target func",
      .help = "warps and blocks take turns in an order of that number" },
    { .name = "--races",
      .arg = "WHERE", .kind = CLI_CALL, .take = races, .words = "all shared off",
      .help =
         "accesses of different warps to the same bytes that nothing orders, one a write, are errors: in shared and "
         "device memory, or in shared memory only" },
    OPT_FLAG("--memcheck", struct run_options, checks.memcheck,
             "accesses outside the buffers are faults, also where they hit another buffer"),
    { 0 } };

static const struct cli_option trace_table[] = {
    LAUNCH_OPTIONS,
    { .name = "--target",
      .arg = "T", .kind = CLI_CALL, .take = target, .section = "the machine", .words = "rtl model",
      .help = "rtl is the default; the events are the same" },
    MACHINE_OPTIONS,
    { .name = "--konata",
      .arg = "FILE", .kind = CLI_TEXT, .at = offsetof(struct run_options, trace.konata),
      .section =
         "outputs, any number of them; - is standard output (text), and what was run is then printed on standard "
         "error",
      .help = "log for Konata: a row per warp instruction, its stages" },
    OPT_TEXT("--perfetto", "FILE", struct run_options, trace.perfetto,
             "JSON for Perfetto and Chrome's tracing: warps and units as tracks"),
    OPT_TEXT("--lanes", "FILE", struct run_options, trace.lanes,
             "SVG: what each thread executed when, divergence to look at"),
    OPT_TEXT("--events", "FILE", struct run_options, trace.events,
             "every event as a line of text, the same from model and RTL"),
#ifdef HAVE_TRACE_FST
    OPT_TEXT("--fst", "FILE", struct run_options, trace.fst,
             "waves: pc, mask and issue of each warp, what each unit works on"),
#endif
    OPT_TEXT("--wave", "FILE", struct run_options, fst,
             "rtl: every signal of the Verilog (FST, open it with gtkwave); time is 2 * cycle"),
    OPT_NUMBER("--from", "C", struct run_options, from, 0, UINT64_MAX, "only from this cycle on"),
    OPT_NUMBER("--to", "C", struct run_options, to, 0, UINT64_MAX, "only up to this cycle"),
    { 0 } };

const struct cli_command gt_command_run = {
    .name = "run", .what = "run a kernel of a cubin, on any target", .group = CLI_RUN,
    .usage = "K.cubin -k NAME -g X[,Y] -b X[,Y[,Z]] [-a ARG]... [options]\nK.cubin --list",
    .about = "Runs a kernel and prints cycles and instructions.",
    .options = run_table, .operand = operand, .asked = offsetof(struct run_options, asked), .run = gt_cmd_run,
};

const struct cli_command gt_command_trace = {
    .name = "trace", .what = "run a kernel and write what each warp did, cycle by cycle", .group = CLI_LOOK,
    .usage = "K.cubin -k NAME -g X[,Y] -b X[,Y[,Z]] [-a ARG]... OUTPUT... [options]\n--diff A B",
    .about = "Runs a kernel and writes what each warp did, cycle by cycle; or tells the first differing event of two "
             "event logs (exit 1 when there is one).",
    .options = trace_table, .operand = operand, .asked = offsetof(struct run_options, asked), .run = gt_cmd_trace,
    .notes = "One launch of a program: GT200_TRACE=KERNEL[:N] and GT200_TRACE_FILES=FILE[,FILE]..., by name .svg, "
             ".json, .log, .events or .fst (docs/trace.md).",
};

/* The kernel or the sizes are missing: says first what the file is, if it is no cubin, else what it has. */
static int incomplete(const struct run_options *o)
{
    const enum file_kind kind = file_kind(o->cubin), right = o->cuda ? FILE_PTX : FILE_CUBIN;
    struct gt_cubin c;
    char err[4096] = "", list[2048] = "";

    if (access(o->cubin, R_OK))
        return cli_failure(o->cmd, "%s: %s", o->cubin, strerror(errno));
    if (!o->engine->chip)
        file_kind_advice(kind == right ? FILE_OTHER : kind, o->cubin, o->kernel, err, sizeof err);
    if (*err)
        return cli_failure(o->cmd, "%s", err);
    if (o->kernel)
        return cli_usage(o->cmd, "grid and block sizes are needed (-g X,Y -b X,Y,Z)");
    if (kind == FILE_PTX)
        kernels_of_ptx(&c, o->cubin);
    else if (kind != FILE_CUBIN || !cubin_read(o->cubin, &c, err, sizeof err))
        return cli_usage(o->cmd, "which kernel? (-k NAME)");
    kernel_names(&c, list, sizeof list);
    cubin_free(&c);
    return cli_usage(o->cmd, "which kernel? (-k NAME) %s has %s", o->cubin, *list ? list : "none");
}

/* Is it a run that can be? Returns CLI_GO_ON, or the exit status. */
static int possible(struct run_options *o)
{
    const char *target = o->cuda ? "cuda" : gt_target_name(o->target);

    if (!o->cubin)
        return cli_usage(o->cmd, "which cubin?");
    if (!o->kernel || !o->have_grid || !o->have_block)
        return incomplete(o);
    if (!strcmp(o->cmd, "trace")) {
        if (!o->fst && !trace_out_any(&o->trace))
            return cli_usage(o->cmd,
                             "no output (expected one of --konata, --perfetto, --lanes, --events, --fst, --wave)");
        if (o->target != GT_TARGET_RTL && o->target != GT_TARGET_MODEL)
            return cli_usage(o->cmd, "--target %s has no trace (expected rtl or model)", gt_target_name(o->target));
        if (o->to && o->to < o->from)
            return cli_usage(o->cmd, "--from %llu is behind --to %llu", (unsigned long long)o->from,
                             (unsigned long long)o->to);
        char err[4200];
        if (trace_out_clash(&o->trace, err, sizeof err))
            return cli_usage(o->cmd, "%s", err);
        o->trace.from = o->from;
        o->trace.to = o->to;
    }
    char why[512];
    const char *on = o->device ? NULL : o->engine->chip ? o->engine->chip : o->chip ? o->chip->name : "sm";
    if (!cmd_asked_honoured(&o->asked, target, on, why, sizeof why))
        return cli_usage(o->cmd, "%s", why);
    if (o->engine->chip && (o->target != GT_TARGET_FUNC || o->cuda))
        return cli_usage(o->cmd, "--chip %s: target %s has no such chip (expected --target func)", o->engine->chip,
                         target);
    if (o->engine->chip && (o->checks.seed || o->checks.races || o->checks.memcheck || o->threads > 1))
        return cli_usage(o->cmd, "--chip %s has no checks and threads of the host", o->engine->chip);
    if (o->fold > 1 && o->fold != 4)
        return cli_usage(o->cmd, "--fold %u: there are 1 phase and 4", (unsigned)o->fold);
    if (!gt_target_counts(o->target, o->pm))
        return cli_usage(o->cmd, "--pm: target func counts prof_trigger_00 to _07 alone (expected model, rtl, "
                                 "lockstep or fpga:DEVICE)");
    const char *waves[] = { o->fst, o->trace.fst };
    for (size_t i = 0; i < sizeof waves / sizeof *waves; i++)
        if (waves[i] && gt_special_file(waves[i]))     /* it would be replaced */
            return cli_failure(o->cmd, "%s: waves need a regular file", waves[i]);
    if (o->peers && ((o->target != GT_TARGET_MODEL && o->target != GT_TARGET_RTL) || o->cuda))
        return cli_usage(o->cmd, "--target %s: only model and rtl run in several processes",
                         target);
    if (o->chip && !gt_target_runs(o->target, o->chip))
        return cli_usage(o->cmd, "--chip %s: target %s has %s (expected --target model)", o->chip->name,
                         gt_target_name(o->target), gt_target_chips(o->target));
    if (!gt_target_available(o->target))
        return cli_failure(o->cmd, "target %s is not in this build (it needs Verilator: ./setup)",
                           gt_target_name(o->target));
    return CLI_GO_ON;
}

/* A word as a shell takes it. */
static void quoted(FILE *f, const char *word)
{
    const bool plain = *word && !word[strcspn(word, " \t\n'\"$&;|<>()*?[]{}\\`!#~")];

    fputs(plain ? "" : "'", f);
    for (const char *c = word; *c; c++)
        if (*c == '\'')
            fputs("'\\''", f);
        else
            fputc(*c, f);
    fputs(plain ? "" : "'", f);
}

/* The command line as one would type it again, with the variables that had a say. NULL: out of memory. */
static char *command_line(const struct cmd_asked *asked, int argc, char **argv)
{
    char *s = NULL;
    size_t n;
    FILE *f = open_memstream(&s, &n);

    if (!f)
        return NULL;
    for (size_t i = 0; i < cmd_setting_count; i++)
        if (asked->any & asked->by_variable & UINT64_C(1) << i) {
            fprintf(f, "GT200_%s=", cmd_settings[i].variable);
            quoted(f, cmd_setting_value(i));
            fputc(' ', f);
        }
    fputs("gt200", f);
    for (int i = 0; i < argc; i++) {
        fputc(' ', f);
        quoted(f, argv[i]);
    }
    return fclose(f) ? NULL : s;
}

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

static int arguments(const struct run_options *o, struct run_args *args, struct gt_gpu *g)
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

static int launch(const struct run_options *o, const struct gt_module *m, struct gt_gpu *g, const char *again)
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
    int rc = arguments(o, &args, g);
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
        const uint32_t ring = gt_alloc(g, GT_OUTPUT_BYTES);
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
    int rc = arguments(o, &args, g);
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
static void machine(const struct run_options *o, struct gt_gpu *g)
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

#define MEMORY_DEFAULT UINT64_MAX       /* of memory_mb: not given */
#define MEMORY_MB      64               /* then */
#define STAGING_MB     2047             /* buffers on their way to a GPU; the host gives pages as they are written */

/* Bytes of device memory, and the board of target fpga; false: *rc says why not. */
static bool device(struct run_options *o, uint32_t *bytes, int *rc)
{
    char err[1024];

    *bytes = (uint32_t)((o->memory_mb != MEMORY_DEFAULT ? o->memory_mb : o->cuda ? STAGING_MB : MEMORY_MB) << 20);
    if (!o->device)
        return true;
    if (!(o->board = gt_board_open(o->device, err, sizeof err))) {
        *rc = cli_failure(o->cmd, "%s", err);
        return false;
    }
    if (o->memory_mb == MEMORY_DEFAULT && gt_board_memory(o->board) < *bytes)
        *bytes = gt_board_memory(o->board);
    return true;
}

/* gt200 run K.cubin --list */
static int list_kernels(const struct run_options *o)
{
    struct gt_cubin c;
    char err[4096], name[512];

    if (!o->cubin)
        return cli_usage(o->cmd, "which cubin?");
    if (o->kernel || o->have_grid || o->have_block || o->nargs || o->asked.any & ~o->asked.by_variable)
        return cli_usage(o->cmd, "--list: expected the cubin and nothing else");
    if (file_kind(o->cubin) == FILE_PTX)
        kernels_of_ptx(&c, o->cubin);
    else if (!cubin_read(o->cubin, &c, err, sizeof err))
        return cli_failure(o->cmd, "%s", err);
    for (size_t i = 0; i < c.nkernels; i++) {
        kernel_short_name(&c, i, name, sizeof name);
        printf("%s\n", name);
    }
    cubin_free(&c);
    return CLI_OK;
}

static int run(const struct cli_command *c, struct run_options *o, int argc, char **argv)
{
    int rc = cli_options(c, o, argc, argv);
    if (rc == CLI_GO_ON && o->listed)
        return list_kernels(o);
    char *again = command_line(&o->asked, argc, argv);
    struct gt_module m;
    uint32_t bytes;
    char err[4096], advice[4096];

    if (rc == CLI_GO_ON)
        rc = possible(o);
    if (rc == CLI_GO_ON && device(o, &bytes, &rc)) {
        struct gt_gpu *g = gt_gpu_new(bytes);
        if (!g) {
            rc = cli_failure(o->cmd, "out of memory");
        } else if (o->cuda) {
            rc = launch_cuda(o, g);
        } else {
            machine(o, g);
            if (load_code(o, &m, g, err, sizeof err)) {
                rc = launch(o, &m, g, again);
                gt_module_free(&m);
            } else {
                enum file_kind kind = o->engine->chip ? FILE_OTHER : file_kind(o->cubin);
                file_kind_advice(kind == FILE_CUBIN ? FILE_OTHER : kind, o->cubin, o->kernel, advice, sizeof advice);
                rc = cli_failure(o->cmd, "%s", *advice ? advice : err);
            }
        }
        gt_gpu_free(g);
    }
    gt_board_close(o->board);
    free(again);
    return rc;
}

static int run_with(const struct gt_peers *p, int argc, char **argv)
{
    struct run_options o = {
        .cmd = "run", .engine = &gt_engine_gt200, .target = GT_TARGET_FUNC, .grid = { 1, 1 }, .block = { 1, 1, 1 },
        .memory_mb = MEMORY_DEFAULT, .peers = p };
    return run(&gt_command_run, &o, argc, argv);
}

static int trace_with(const struct gt_peers *p, int argc, char **argv)
{
    struct run_options o = {
        .cmd = "trace", .engine = &gt_engine_gt200, .target = GT_TARGET_RTL, .grid = { 1, 1 }, .block = { 1, 1, 1 },
        .memory_mb = MEMORY_DEFAULT, .peers = p };
    char err[512];

    if (argc > 1 && !strcmp(argv[1], "--diff")) {
        if (argc != 4)
            return cli_usage("trace", "--diff: two logs expected");
        int rc = trace_diff(argv[2], argv[3], stdout, err, sizeof err);
        return rc == 2 ? cli_failure("trace", "%s", err) : rc ? CLI_FAILURE : CLI_OK;
    }
    return run(&gt_command_trace, &o, argc, argv);
}

static int gt_cmd_run(int argc, char **argv) { return run_with(NULL, argc, argv); }

static int gt_cmd_trace(int argc, char **argv) { return trace_with(NULL, argc, argv); }

int gt_cmd_peers(const struct gt_peers *p, int argc, char **argv)
{
    const struct gt_peers *others = p->n > 1 ? p : NULL;
    return !strcmp(argv[0], "trace") ? trace_with(others, argc, argv) : run_with(others, argc, argv);
}
