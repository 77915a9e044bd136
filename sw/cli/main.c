/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200: one program, one subcommand per job. Each command gets argv from its own name on and returns the exit status.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#ifdef HAVE_AS
int gt_cmd_as(int argc, char **argv);
#endif
#ifdef HAVE_DIS
int gt_cmd_dis(int argc, char **argv);
#endif
#ifdef HAVE_CC
int gt_cmd_cc(int argc, char **argv);
#endif
#ifdef HAVE_PTXAS
int gt_cmd_ptxas(int argc, char **argv);
#endif
#ifdef HAVE_BENCH
int gt_cmd_bench(int argc, char **argv);
#endif
#ifdef HAVE_FUZZ
int gt_cmd_fuzz(int argc, char **argv);
#endif
#ifdef HAVE_ORACLE
int gt_cmd_oracle(int argc, char **argv);
#endif
#ifdef HAVE_VECTORS
int gt_cmd_vectors(int argc, char **argv);
#endif

static const struct command {
    const char *name, *what;
    int (*run)(int argc, char **argv);
} commands[] = {
#ifdef HAVE_CC
    { "cc", "CUDA C to native code", gt_cmd_cc },
#endif
#ifdef HAVE_PTXAS
    { "ptxas", "PTX to native code", gt_cmd_ptxas },
#endif
#ifdef HAVE_AS
    { "as", "assembly text to a cubin", gt_cmd_as },
#endif
#ifdef HAVE_DIS
    { "dis", "cubin to assembly text", gt_cmd_dis },
#endif
#ifdef HAVE_MACHINE
    { "run", "run a kernel", gt_cmd_run },
    { "trace", "run a kernel and write what each warp did, cycle by cycle", gt_cmd_trace },
    { "occupancy", "blocks that share a multiprocessor", gt_cmd_occupancy },
    { "launch", "what a launch costs the host", gt_cmd_launch },
    { "infer", "caches from a measured latency curve", gt_cmd_infer },
#endif
#ifdef HAVE_BENCH
    { "bench", "the paper's measurements", gt_cmd_bench },
#endif
#ifdef HAVE_FUZZ
    { "fuzz", "random programs, RTL against model", gt_cmd_fuzz },
#endif
#ifdef HAVE_ORACLE
    { "oracle", "random PTX programs, a real GPU against func", gt_cmd_oracle },
#endif
#ifdef HAVE_VECTORS
    { "vectors", "arithmetic conformance vectors", gt_cmd_vectors },
#endif
};
#define COMMANDS (sizeof commands / sizeof *commands)

int cli_usage(const char *cmd, const char *fmt, ...)
{
    va_list ap;

    fprintf(stderr, "gt200 %s: ", cmd);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fprintf(stderr, " (see gt200 %s --help)\n", cmd);
    return CLI_USAGE;
}

int cli_failure(const char *cmd, const char *fmt, ...)
{
    va_list ap;

    fprintf(stderr, "gt200 %s: ", cmd);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    return CLI_FAILURE;
}

bool cli_number(const char *text, uint64_t max, uint64_t *value)
{
    char *end;

    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 0);
    if (errno || *end || v > max)
        return false;
    *value = v;
    return true;
}

/* What stands in a buffer still has to be written; a status that is not 0 stays. */
static int finish(int status)
{
    if (!fflush(stdout) || status != CLI_OK)
        return status;
    fprintf(stderr, "gt200: standard output: %s\n", strerror(errno));
    return CLI_FAILURE;
}

static void help(FILE *f)
{
    fprintf(f, "usage: gt200 COMMAND ...\n\n");
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(f, "  %-9s %s\n", commands[i].name, commands[i].what);
    fprintf(f, "\ngt200 COMMAND --help explains a command.\n");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        help(stderr);
        return CLI_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        help(stdout);
        return finish(CLI_OK);
    }
    if (!strcmp(argv[1], "--version")) {
        printf("gt200 %s\n", GT200_VERSION);
        return finish(CLI_OK);
    }
    for (size_t i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[1], commands[i].name))
            return finish(commands[i].run(argc - 1, argv + 1));
    fprintf(stderr, "gt200: unknown command '%s'; there are", argv[1]);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(stderr, "%s %s", i ? "," : "", commands[i].name);
    fprintf(stderr, "\n");
    return CLI_USAGE;
}
