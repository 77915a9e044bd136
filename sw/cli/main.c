/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200: one program, one subcommand per job. Each command gets argv from its own name on and returns the exit status.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

/* The commands, each with its table in its own file; those without a library in this build are left out. */
extern const struct cli_command gt_command_ptxas, gt_command_as, gt_command_dis, gt_command_run, gt_command_trace,
    gt_command_occupancy, gt_command_launch, gt_command_infer, gt_command_fuzz;

/* Those that take their options apart themselves. */
#define PLAIN(id, what_) \
    int gt_cmd_##id(int argc, char **argv); \
    static const struct cli_command gt_command_##id = { .name = #id, .what = what_, .run = gt_cmd_##id };
#ifdef HAVE_CC
PLAIN(cc, "CUDA C to native code")
#endif
#ifdef HAVE_BENCH
PLAIN(bench, "the paper's measurements")
#endif
#ifdef HAVE_ORACLE
PLAIN(oracle, "random PTX programs, a real GPU against func")
#endif
#ifdef HAVE_FORMS
PLAIN(forms, "PTX instructions, the table against NVIDIA's ptxas")
#endif
#ifdef HAVE_VECTORS
PLAIN(vectors, "arithmetic conformance vectors")
#endif
static const struct cli_command completion, man, help;

static const struct cli_command *const commands[] = {
#ifdef HAVE_CC
    &gt_command_cc,
#endif
#ifdef HAVE_PTXAS
    &gt_command_ptxas,
#endif
#ifdef HAVE_AS
    &gt_command_as,
#endif
#ifdef HAVE_DIS
    &gt_command_dis,
#endif
#ifdef HAVE_MACHINE
    &gt_command_run, &gt_command_trace, &gt_command_occupancy, &gt_command_launch, &gt_command_infer,
#endif
#ifdef HAVE_BENCH
    &gt_command_bench,
#endif
#ifdef HAVE_FUZZ
    &gt_command_fuzz,
#endif
#ifdef HAVE_ORACLE
    &gt_command_oracle,
#endif
#ifdef HAVE_FORMS
    &gt_command_forms,
#endif
#ifdef HAVE_VECTORS
    &gt_command_vectors,
#endif
    &help, &completion, &man,
};
#define COMMANDS (sizeof commands / sizeof *commands)

static const struct cli_command *find(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (!strcmp(name, commands[i]->name))
            return commands[i];
    fprintf(stderr, "gt200: unknown command '%s'; there are", name);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(stderr, "%s %s", i ? "," : "", commands[i]->name);
    fprintf(stderr, "\n");
    return NULL;
}

/* The one argument that these commands take. */
struct one { const char *value; };

static int one_operand(void *ctx, const char *value)
{
    struct one *one = ctx;

    if (one->value)
        return cli_usage("help", "one argument expected, got '%s' and '%s'", one->value, value);
    one->value = value;
    return CLI_GO_ON;
}

static int run_help(int argc, char **argv)
{
    struct one one = { NULL };
    int rc = cli_options(&help, &one, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (!one.value) {
        cli_help_all(stdout, commands, COMMANDS);
        return CLI_OK;
    }
    const struct cli_command *c = find(one.value);
    if (!c)
        return CLI_USAGE;
    if (!c->usage)
        return c->run(2, (char *[]){ (char *)c->name, "--help", NULL });
    cli_help(stdout, c);
    return CLI_OK;
}

static int run_completion(int argc, char **argv)
{
    struct one one = { NULL };
    int rc = cli_options(&completion, &one, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (!one.value || !cli_complete(stdout, one.value, commands, COMMANDS))
        return cli_usage("completion", "'%s' is no shell it is written for (expected bash or zsh)",
                         one.value ? one.value : "");
    return CLI_OK;
}

static int run_man(int argc, char **argv)
{
    struct one one = { NULL };
    const struct cli_command *c = NULL;
    int rc = cli_options(&man, &one, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (one.value && !(c = find(one.value)))
        return CLI_USAGE;
    cli_man(stdout, c, commands, COMMANDS, GT200_VERSION);
    return CLI_OK;
}

static const struct cli_command help = {
    .name = "help", .what = "explain a command", .usage = "[COMMAND]", .operand = one_operand, .run = run_help,
};
static const struct cli_command completion = {
    .name = "completion", .what = "completion of the command line, for bash or zsh", .usage = "bash|zsh",
    .about = "Writes what the shell needs to complete commands, options and their values:\n"
             "  bash: source <(gt200 completion bash)\n"
             "  zsh: gt200 completion zsh >_gt200 in a folder of $fpath",
    .operand = one_operand, .operands = "bash zsh", .run = run_completion,
};
static const struct cli_command man = {
    .name = "man", .what = "manual pages", .usage = "[COMMAND]",
    .about = "Writes the manual page of a command, or of the program: gt200 man run | man -l -",
    .operand = one_operand, .run = run_man,
};

/* What stands in a buffer still has to be written; a status that is not 0 stays. */
static int finish(int status)
{
    if (!fflush(stdout) || status != CLI_OK)
        return status;
    fprintf(stderr, "gt200: standard output: %s\n", strerror(errno));
    return CLI_FAILURE;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        cli_help_all(stderr, commands, COMMANDS);
        return CLI_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        cli_help_all(stdout, commands, COMMANDS);
        return finish(CLI_OK);
    }
    if (!strcmp(argv[1], "--version")) {
        printf("gt200 %s\n", GT200_VERSION);
        return finish(CLI_OK);
    }
    const struct cli_command *c = find(argv[1]);
    return c ? finish(c->run(argc - 1, argv + 1)) : CLI_USAGE;
}
