/* SPDX-License-Identifier: Apache-2.0
 * gt200 run and gt200 trace: one kernel of a cubin on a target. */
#define _POSIX_C_SOURCE 200809L
#include "run_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board.h"
#include "file_kind.h"
#include "files.h"
#include "kernel_name.h"
#include "printable.h"
#include "run_peers.h"
#include "sm70_module.h"

static int gt_cmd_run(int argc, char **argv);
static int gt_cmd_trace(int argc, char **argv);

static int take_grid(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    o->have_grid = true;
    if (cli_sizes(value, o->grid, 2))
        return CLI_GO_ON;
    return cli_usage(o->cmd, "%s: '%s' is not a grid size (expected X or X,Y)", name, value);
}

static int take_block(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    o->have_block = true;
    if (cli_sizes(value, o->block, 3))
        return CLI_GO_ON;
    return cli_usage(o->cmd, "%s: '%s' is not a block size (expected X, X,Y or X,Y,Z)", name, value);
}

static int take_argument(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    (void)name;
    if (o->nargs == sizeof o->args / sizeof *o->args)
        return cli_usage(o->cmd, "more than 64 arguments");
    o->args[o->nargs++] = value;
    return CLI_GO_ON;
}

static int take_texture(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    (void)name;
    if (o->ntextures == sizeof o->textures / sizeof *o->textures)
        return cli_usage(o->cmd, "more than 128 textures");
    o->textures[o->ntextures++] = value;
    return CLI_GO_ON;
}

static int take_counters(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;
    char err[1024];

    return gt_pm_parse(value, o->pm, err, sizeof err) ? CLI_GO_ON : cli_usage(o->cmd, "%s: %s", name, err);
}

/* --chip: one of GT200's machines, or for gt200 run that of another engine. */
static int take_chip(void *ctx, const char *name, const char *value)
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

static int take_target(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    (void)name;
    o->cuda = !strcmp(value, "cuda") && strcmp(o->cmd, "trace");
    if (!o->cuda && !gt_target_parse(value, &o->target))
        return cli_usage(o->cmd, "unknown target '%s'; there are " GT_TARGET_LIST ", and cuda (run)", value);
    o->device = gt_target_device(value);
    return CLI_GO_ON;
}

static int take_interleave(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    if (!cli_number(value, UINT64_MAX, &o->checks.seed) || !o->checks.seed)
        return cli_usage(o->cmd, "%s: '%s' is not a positive number", name, value);
    o->checks.interleave = true;
    return CLI_GO_ON;
}

static int take_races(void *ctx, const char *name, const char *value)
{
    struct run_options *o = ctx;

    if (gt_races_parse(value, &o->checks.races))
        return CLI_GO_ON;
    return cli_usage(o->cmd, "%s: '%s' is none of " GT_RACES_LIST, name, value);
}

static int take_operand(void *ctx, const char *value)
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
        OPT_CALL("-g", "X[,Y]", take_grid, "blocks of the grid"), \
        OPT_CALL("-b", "X[,Y[,Z]]", take_block, "threads of a block"), \
        OPT_CALL("-a", "ARG", take_argument, "next kernel parameter, in order:\n" RUN_ARGS_HELP), \
        OPT_FLAG("--ptr64", struct run_options, wide, \
                 "pointers take 8 bytes of parameter space (code from 64-bit PTX)"), \
        OPT_CALL("--tex", "N:FORMAT:WHERE", take_texture, RUN_TEXTURES_HELP), \
        OPT_NUMBER("--smem", "N", struct run_options, smem, 0, UINT32_MAX, "bytes of dynamic shared memory"), \
        OPT_CALL("--pm", "A[,B[,C[,D]]]", take_counters, \
                 "what $pm0 to $pm3 count (default prof_trigger_00 to _03); a name that " \
                 "is none lists them")

#define MACHINE_OPTIONS \
    { .name = "--chip", .arg = "C", .kind = CLI_CALL, .take = take_chip, .words = GT_CHIP_WORDS " " GT_ENGINE_CHIPS, \
      .help = "sm is the default, tpc has 3 SMs, gtx280 10 TPCs of 3 SMs; gpu1, gpu2: small ones with its memory; " \
              "g80: 8 TPCs of 2 SMs, g80tpc one of them, with code of sm_10; " \
              "small: an SM of 8 warps without double precision and textures, with code of sm_12 (docs/small.md); " \
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
      .arg = "T", .kind = CLI_CALL, .take = take_target, .section = "the machine",
      .words = "func model rtl lockstep cuda",
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
      .arg = "SEED", .kind = CLI_CALL, .take = take_interleave, .section = "checks of target func",
      .help = "warps and blocks take turns in an order of that number" },
    { .name = "--races",
      .arg = "WHERE", .kind = CLI_CALL, .take = take_races, .words = "all shared off",
      .help =
         "accesses of different warps to the same bytes that nothing orders, one a write, are errors: in shared and "
         "device memory, or in shared memory only" },
    OPT_FLAG("--memcheck", struct run_options, checks.memcheck,
             "accesses outside the buffers are faults, also where they hit another buffer"),
    OPT_FLAG("--stale", struct run_options, checks.stale,
             "h100 and its like: each SM has a first data cache, which keeps what other SMs overwrite, until a fence, an "
             "atomic or a volatile load; loads that get old bytes are errors"),
    { 0 } };

static const struct cli_option trace_table[] = {
    LAUNCH_OPTIONS,
    { .name = "--target",
      .arg = "T", .kind = CLI_CALL, .take = take_target, .section = "the machine", .words = "rtl model",
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
             "FST, open it with gtkwave: rtl: every signal of the Verilog; model: those of a warp's life, with the "
             "same names; time is 2 * cycle"),
    OPT_NUMBER("--from", "C", struct run_options, from, 0, UINT64_MAX, "only from this cycle on"),
    OPT_NUMBER("--to", "C", struct run_options, to, 0, UINT64_MAX, "only up to this cycle"),
    { 0 } };

const struct cli_command gt_command_run = {
    .name = "run", .what = "run a kernel of a cubin, on any target", .group = CLI_RUN,
    .usage = "K.cubin -k NAME -g X[,Y] -b X[,Y[,Z]] [-a ARG]... [options]\nK.cubin --list",
    .about = "Runs a kernel and prints cycles and instructions.",
    .options = run_table, .operand = take_operand, .asked = offsetof(struct run_options, asked), .run = gt_cmd_run,
};

const struct cli_command gt_command_trace = {
    .name = "trace", .what = "run a kernel and write what each warp did, cycle by cycle", .group = CLI_LOOK,
    .usage = "K.cubin -k NAME -g X[,Y] -b X[,Y[,Z]] [-a ARG]... OUTPUT... [options]\n--diff A B",
    .about = "Runs a kernel and writes what each warp did, cycle by cycle; or tells the first differing event of two "
             "event logs (exit 1 when there is one).",
    .options = trace_table, .operand = take_operand, .asked = offsetof(struct run_options, asked), .run = gt_cmd_trace,
    .notes = "One launch of a program: GT200_TRACE=KERNEL[:N] and GT200_TRACE_FILES=FILE[,FILE]..., by name .svg, "
             ".json, .log, .events or .fst (docs/trace.md).",
};

/* The kernel or the sizes are missing: says first what the file is, if it is no cubin, else what it has. */
static int report_incomplete(const struct run_options *o)
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
static int check_options(struct run_options *o)
{
    const char *target = o->cuda ? "cuda" : gt_target_name(o->target);

    if (!o->cubin)
        return cli_usage(o->cmd, "which cubin?");
    if (!o->kernel || !o->have_grid || !o->have_block)
        return report_incomplete(o);
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
        return cli_usage(o->cmd, "--chip %s has no checks but --stale, and no threads of the host", o->engine->chip);
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
static void print_quoted(FILE *f, const char *word)
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
            print_quoted(f, cmd_setting_value(i));
            fputc(' ', f);
        }
    fputs("gt200", f);
    for (int i = 0; i < argc; i++) {
        fputc(' ', f);
        print_quoted(f, argv[i]);
    }
    return fclose(f) ? NULL : s;
}

#define MEMORY_DEFAULT UINT64_MAX       /* of memory_mb: not given */
#define MEMORY_MB      64               /* then */
#define STAGING_MB     2047             /* buffers on their way to a GPU; the host gives pages as they are written */

/* Bytes of device memory, and the board of target fpga; false: *rc says why not. */
static bool open_device(struct run_options *o, uint32_t *bytes, int *rc)
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

/* The kernels of a cubin for sm_70 to sm_90, by name alone; false: it is another file, or err says what is wrong. */
static bool kernels_of_sm70(struct gt_cubin *c, const char *path, char *err, size_t errn)
{
    size_t size;
    char *image = gt_read_file(path, &size);
    struct sm70_module m;

    *err = 0;
    bool ok = image && sm70_is_cubin(image, size) && sm70_cubin_read(image, size, &m, err, errn);
    free(image);
    if (!ok)
        return false;
    memset(c, 0, sizeof *c);
    for (size_t i = 0; i < m.nkernels; i++)
        cubin_add_kernel(c, m.kernels[i].name);
    sm70_module_free(&m);
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
    else if (!kernels_of_sm70(&c, o->cubin, err, sizeof err) && (*err || !cubin_read(o->cubin, &c, err, sizeof err)))
        return cli_failure(o->cmd, "%s", err);
    for (size_t i = 0; i < c.nkernels; i++) {
        kernel_short_name(&c, i, name, sizeof name);
        printf("%s\n", name);
    }
    cubin_free(&c);
    return CLI_OK;
}

/* Options, what is possible, the launch: exit status. */
static int run_command(const struct cli_command *c, struct run_options *o, int argc, char **argv)
{
    int rc = cli_options(c, o, argc, argv);
    if (rc == CLI_GO_ON && o->listed)
        return list_kernels(o);
    char *again = command_line(&o->asked, argc, argv);
    uint32_t bytes;

    if (rc == CLI_GO_ON)
        rc = check_options(o);
    if (rc == CLI_GO_ON && open_device(o, &bytes, &rc))
        rc = run_launch(o, bytes, again);
    gt_board_close(o->board);
    free(again);
    return rc;
}

static int run_with(const struct gt_peers *p, int argc, char **argv)
{
    struct run_options o = {
        .cmd = "run", .engine = &gt_engine_gt200, .target = GT_TARGET_FUNC, .grid = { 1, 1 }, .block = { 1, 1, 1 },
        .memory_mb = MEMORY_DEFAULT, .peers = p };
    return run_command(&gt_command_run, &o, argc, argv);
}

/* gt200 trace; --diff compares logs and runs nothing. */
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
    return run_command(&gt_command_trace, &o, argc, argv);
}

static int gt_cmd_run(int argc, char **argv) { return run_with(NULL, argc, argv); }

static int gt_cmd_trace(int argc, char **argv) { return trace_with(NULL, argc, argv); }

int gt_cmd_peers(const struct gt_peers *p, int argc, char **argv)
{
    const struct gt_peers *others = p->n > 1 ? p : NULL;
    return !strcmp(argv[0], "trace") ? trace_with(others, argc, argv) : run_with(others, argc, argv);
}
