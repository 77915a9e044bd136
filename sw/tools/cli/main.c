/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200: one program, one subcommand per job. Each command gets argv from its own name on and returns the exit status.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "commit.h"
#include "printable.h"
#include "variables.h"

/* What stands in a buffer still has to be written; a status that is not 0 stays. */
static int finish(int status)
{
    if (!fflush(stdout) || status != CLI_OK)
        return status;
    gt_tell("gt200: standard output: %s\n", strerror(errno));
    return CLI_FAILURE;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        cli_help_all(stderr, commands, command_count);
        return CLI_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        cli_help_all(stdout, commands, command_count);
        return finish(CLI_OK);
    }
    if (!strcmp(argv[1], "--version")) {
        printf("gt200 %s%s\n", GT200_VERSION, gt200_commit);
        return finish(CLI_OK);
    }
    int rc = cmd_begin_command();
    if (rc != CLI_GO_ON)
        return rc;
    const struct cli_command *c = find_command(argv[1]);
    return c ? finish(c->run(argc - 1, argv + 1)) : CLI_USAGE;
}
