/* SPDX-License-Identifier: Apache-2.0
 *
 * The commands of gt200 and those that tell about commands.
 */
#include "commands.h"
#include "printable.h"

#include <errno.h>
#include <string.h>

/* The commands, each with its table in its own file; those without a library in this build are left out. */
extern const struct cli_command gt_command_cc, gt_command_nvcc, gt_command_ptxas, gt_command_as, gt_command_dis,
    gt_command_cuobjdump, gt_command_run, gt_command_trace, gt_command_prof, gt_command_check, gt_command_occupancy,
    gt_command_launch, gt_command_infer, gt_command_bench, gt_command_fuzz, gt_command_oracle, gt_command_forms,
    gt_command_vectors, gt_command_board, gt_command_probe, gt_command_config, gt_command_hazards;

static const struct cli_command completion, man, help;

const struct cli_command *const commands[] = {
#ifdef HAVE_CC
    &gt_command_cc, &gt_command_nvcc,
#endif
#ifdef HAVE_PTXAS
    &gt_command_ptxas,
#endif
#ifdef HAVE_AS
    &gt_command_as,
#endif
#ifdef HAVE_DIS
    &gt_command_dis, &gt_command_cuobjdump,
#endif
#ifdef HAVE_MACHINE
    &gt_command_run, &gt_command_trace, &gt_command_prof, &gt_command_check, &gt_command_board, &gt_command_occupancy,
    &gt_command_config, &gt_command_launch, &gt_command_infer,
#endif
#ifdef HAVE_PROBE
    &gt_command_probe,
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
#ifdef HAVE_HAZARDS
    &gt_command_hazards,
#endif
#ifdef HAVE_VECTORS
    &gt_command_vectors,
#endif
    &help, &completion, &man,
};
#define COMMANDS (sizeof commands / sizeof *commands)
const size_t command_count = COMMANDS;

const struct cli_command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (!strcmp(name, commands[i]->name))
            return commands[i];
    gt_tell("gt200: unknown command '%.63s'; there are", name);
    for (size_t i = 0; i < COMMANDS; i++)
        gt_tell("%s %s", i ? "," : "", commands[i]->name);
    fprintf(stderr, "\n");
    return NULL;
}

/* The one argument that these commands take, and the folder of man. */
struct one { const char *value, *folder; };

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
    struct one one = { 0 };
    int rc = cli_options(&help, &one, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (!one.value) {
        cli_help_all(stdout, commands, COMMANDS);
        return CLI_OK;
    }
    const struct cli_command *c = find_command(one.value);
    if (!c)
        return CLI_USAGE;
    cli_help(stdout, c);
    return CLI_OK;
}

static int run_completion(int argc, char **argv)
{
    struct one one = { 0 };
    int rc = cli_options(&completion, &one, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (!one.value || !cli_complete(stdout, one.value, commands, COMMANDS))
        return cli_usage("completion", "'%s' is no shell it is written for (expected one of " CLI_SHELLS ")",
                         one.value ? one.value : "");
    return CLI_OK;
}

static int run_man(int argc, char **argv)
{
    struct one one = { 0 };
    const struct cli_command *c = NULL;
    int rc = cli_options(&man, &one, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (one.value && !(c = find_command(one.value)))
        return CLI_USAGE;
    if (one.folder) {
        char path[CLI_MAN_PATH];
        if (one.value)
            return cli_usage("man", "-o takes all pages, not that of '%s' alone", one.value);
        if (!cli_man_all(one.folder, commands, COMMANDS, GT200_VERSION, path))
            return cli_failure("man", "%s: %s", path, strerror(errno));
        return CLI_OK;
    }
    cli_man(stdout, c, commands, COMMANDS, GT200_VERSION);
    return CLI_OK;
}

static const struct cli_command help = {
    .name = "help", .what = "explain a command", .group = CLI_HELP,
    .usage = "[COMMAND]", .operand = one_operand, .operands = cli_every_command, .run = run_help,
};
static const struct cli_command completion = {
    .name = "completion", .what = "completion of the command line, for bash, zsh or fish", .group = CLI_HELP,
    .usage = "bash|zsh|fish",
    .about = "Writes what the shell needs to complete commands, options, their values, ids of measurements and names "
             "of kernels:\n"
             "  bash: source <(gt200 completion bash)\n"
             "  zsh: gt200 completion zsh >_gt200 in a folder of $fpath\n"
             "  fish: gt200 completion fish | source",
    .operand = one_operand, .operands = CLI_SHELLS, .run = run_completion,
};
static const struct cli_option man_options[] = {
    OPT_TEXT("-o", "DIR", struct one, folder, "all pages as files of DIR: gt200.1, gt200-run.1"),
    { 0 }
};
static const struct cli_command man = {
    .name = "man", .what = "manual pages", .group = CLI_HELP, .usage = "[COMMAND]\n-o DIR",
    .about = "Writes the manual page of a command, or of the program: gt200 man run | man -l -",
    .options = man_options, .operand = one_operand, .operands = cli_every_command, .run = run_man,
};
