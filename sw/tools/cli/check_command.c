/* SPDX-License-Identifier: Apache-2.0
 * gt200 check: a program, and what it does wrong on the device. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "files.h"
#include "gt_chips.h"

struct arguments { const char *target, *chip, *interleave, *text; };

/* Behind "--". */
static int program(void *ctx, const char *value)
{
    (void)ctx, (void)value;
    return CLI_GO_ON;
}

static const struct cli_option options[] = {
    { .name = "--target", .arg = "T", .kind = CLI_TEXT, .at = offsetof(struct arguments, target),
      .words = "func model", .help = "the machine, or GT200_TARGET; default func. model: for small programs" },
    { .name = "--chip", .arg = "C", .kind = CLI_TEXT, .at = offsetof(struct arguments, chip), .words = GT_CHIP_WORDS,
      .help = "or GT200_CHIP; of target model sm alone" },
    OPT_TEXT("--interleave", "SEED", struct arguments, interleave, "func: warps switch at any instruction, blocks come "
             "in any order; or GT200_INTERLEAVE"),
    OPT_TEXT("-o", "FILE", struct arguments, text, "the findings; default standard output, behind that of the program"),
    { 0 }
};

static int check_run(int argc, char **argv);

const struct cli_command gt_command_check = {
    .name = "check", .what = "what a program's kernels do wrong: memory, races, barriers", .group = CLI_LOOK,
    .usage = "[--target T] [--chip C] [--interleave SEED] [-o FILE] PROGRAM [ARG]...",
    .about = "Runs a program that gt200 cc has made, and tells of accesses outside what is allocated, freed or "
             "misaligned, of data races, of barriers that not all threads reach, and of memory that is read before it "
             "is written: with kernel, source line, address, block and thread. Exit status 1: something was found; "
             "else that of the program.",
    .notes = "The same from any program: GT200_INSPECT=FILE, or - for standard error (docs/check.md).",
    .options = options, .operand = program, .run = check_run,
};

/* Is a line of the text a finding? */
static bool has_finding(const char *text)
{
    static const char *const words[] = { "memory: ", "race: ", "synchronization: ", "uninitialized: ", "fault: " };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (const char *at = text; (at = strstr(at, words[i])); at++)
            if (at == text || at[-1] == '\n')
                return true;
    return false;
}

/* Runs the program with the checker's variables set; exit status 1: it has findings. */
static int checked(const struct arguments *a, char **argv, const char *file)
{
    char variable[4100];
    size_t n;

    snprintf(variable, sizeof variable, "+%s", file);           /* of all processes that the program starts */
    if (setenv("GT200_INSPECT", variable, 1) || (a->target && setenv("GT200_TARGET", a->target, 1)) ||
        (a->chip && setenv("GT200_CHIP", a->chip, 1)) ||
        (a->interleave && setenv("GT200_INTERLEAVE", a->interleave, 1)))
        return cli_failure("check", "out of memory");
    const int rc = child_run("check", argv);
    char *text = gt_read_file(file, &n);
    if (!text || !n) {
        free(text);
        if (rc == CHILD_FAILED)
            return CLI_FAILURE;
        const int failed = cli_failure("check", "%s has launched no kernel with this runtime (gt200 cc makes programs "
                                       "that do), or has ended without exit handlers (_exit, a signal)", argv[0]);
        return rc ? rc : failed;
    }
    const int wrote = child_text("check", a->text, text);
    const bool found = has_finding(text);
    free(text);
    return wrote ? wrote : found || rc == CHILD_FAILED ? CLI_FAILURE : rc;
}

static int check_run(int argc, char **argv)
{
    struct arguments a = { NULL, NULL, NULL, NULL };
    const int at = child_at(&gt_command_check, argc, argv);
    int rc = cli_options(&gt_command_check, &a, at < argc ? at : argc, argv);
    char file[4096];

    if (rc != CLI_GO_ON)
        return rc;
    if (at >= argc)
        return cli_usage("check", "a program is missing");
    if (a.target && strcmp(a.target, "func") && strcmp(a.target, "model"))
        return cli_usage("check", "target %s checks no programs (expected func or model)", a.target);
    const int fd = child_file("check", ".txt", file, sizeof file, &rc);
    if (fd < 0)
        return rc;
    close(fd);
    rc = checked(&a, argv + at, file);
    unlink(file);
    return rc;
}
