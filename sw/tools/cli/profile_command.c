/* SPDX-License-Identifier: Apache-2.0
 * gt200 prof: a program, and where the cycles of its kernels went. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "files.h"
#include "gt_chips.h"

struct arguments { const char *target, *text, *csv, *memory, *html, *program; };

static int variable(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    return setenv("GT200_CHIP", value, 1) ? cli_failure("prof", "%s: out of memory", name) : CLI_GO_ON;
}

/* Behind "--". */
static int program(void *ctx, const char *value)
{
    (void)ctx, (void)value;
    return CLI_GO_ON;
}

static const struct cli_option options[] = {
    { .name = "--target", .arg = "T", .kind = CLI_TEXT, .at = offsetof(struct arguments, target),
      .words = "model rtl lockstep", .help = "the machine, or GT200_TARGET; default model. All give the same profile" },
    { .name = "--chip", .arg = "C", .kind = CLI_CALL, .take = variable, .words = GT_CHIP_WORDS,
      .help = "or GT200_CHIP; default sm" },
    OPT_TEXT("-o", "FILE", struct arguments, text, "the text; default standard output, behind that of the program"),
    OPT_TEXT("--csv", "FILE", struct arguments, csv, "a row for each instruction"),
    OPT_TEXT("--memory", "FILE", struct arguments, memory, "what each unit of the memory side did (a chip "
             "with partitions)"),
    OPT_TEXT("--html", "FILE", struct arguments, html, "a page with the source beside what it cost"),
    { 0 }
};

static int prof_run(int argc, char **argv);

const struct cli_command gt_command_prof = {
    .name = "prof", .what = "where the cycles of a program's kernels go", .group = CLI_LOOK,
    .usage = "[--target T] [--chip C] [-o FILE] [--csv FILE] [--memory FILE] [--html FILE] PROGRAM [ARG]...",
    .about = "Runs a program that gt200 cc has made, and tells for each kernel what makes it slow, what the cycles of "
             "its SMs went for, and which source lines they belong to (gt200 cc -lineinfo or -g; else which "
             "instructions). Each cycle of an SM has one reason.",
    .notes = "The same from any program: GT200_PROFILE=FILE[,FILE]..., by name .txt, .csv, .memory.csv or .html. "
             "CUDA_PROFILE=1: the log of CUDA's profiler (docs/profile.md).",
    .options = options, .operand = program, .run = prof_run,
};

/* Runs the program with the profiler's variables set, and prints the text of the profile. */
static int with_text(const struct arguments *a, char **argv, const char *file)
{
    char files[4096];
    size_t n;

    const int length = snprintf(files, sizeof files, "%s%s%s%s%s%s%s", file, a->csv ? "," : "", a->csv ? a->csv : "",
                                a->memory ? "," : "", a->memory ? a->memory : "", a->html ? "," : "",
                                a->html ? a->html : "");
    if (length >= (int)sizeof files || setenv("GT200_PROFILE", files, 1) ||
        (a->target ? setenv("GT200_TARGET", a->target, 1) : setenv("GT200_TARGET", "model", 0)))
        return cli_failure("prof", "names of files are too long, or out of memory");
    int rc = child_run("prof", argv);
    char *text = gt_read_file(file, &n);
    if (!text || !n) {
        free(text);
        if (rc == CHILD_FAILED)
            return CLI_FAILURE;
        const int failed = cli_failure("prof", "%s has launched no kernel on a target with cycles of this runtime "
                                       "(gt200 cc makes programs that do), or has ended without exit handlers (_exit, "
                                       "a signal)", argv[0]);
        return rc ? rc : failed;
    }
    const int wrote = child_text("prof", a->text, text);
    free(text);
    return wrote ? wrote : rc == CHILD_FAILED ? CLI_FAILURE : rc;
}

static const char *bad_name(const char *name, const char *end)
{
    const size_t n = name ? strlen(name) : 0, m = strlen(end);
    return !name || (n > m && !strcmp(name + n - m, end) && !strchr(name, ',')) ? NULL : end;
}

static int prof_run(int argc, char **argv)
{
    struct arguments a = { .target = NULL };
    const int at = child_at(&gt_command_prof, argc, argv);
    int rc = cli_options(&gt_command_prof, &a, at < argc ? at : argc, argv);
    char file[4096];

    if (rc != CLI_GO_ON)
        return rc;
    if (at >= argc)
        return cli_usage("prof", "a program is missing");
    if (a.target && strcmp(a.target, "model") && strcmp(a.target, "rtl") && strcmp(a.target, "lockstep"))
        return cli_usage("prof", "target %s has no cycles to profile (expected model, rtl or lockstep)", a.target);
    if (bad_name(a.memory, ".memory.csv"))
        return cli_usage("prof", "%s: its name must end in .memory.csv and have no comma", a.memory);
    if (bad_name(a.csv, ".csv") || bad_name(a.html, ".html"))
        return cli_usage("prof", "%s: its name must end in %s and have no comma", bad_name(a.csv, ".csv") ? a.csv
                         : a.html, bad_name(a.csv, ".csv") ? ".csv" : ".html");
    const int fd = child_file("prof", ".txt", file, sizeof file, &rc);
    if (fd < 0)
        return rc;
    close(fd);
    rc = with_text(&a, argv + at, file);
    unlink(file);
    return rc;
}
