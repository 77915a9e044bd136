/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200-mpi: gt200 run and gt200 trace on a chip whose TPCs are in several processes (docs/mpi.md). Process 0 does what
 * gt200 does, the others step TPCs.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "commit.h"
#include "mpi_peers.h"
#include "printable.h"
#include "run_peers.h"
#include "variables.h"

static const char usage[] =
    "usage: mpirun [--oversubscribe] -n N gt200-mpi run|trace ... --target model|rtl --chip gtx280|gpu2\n"
    "\n"
    "gt200 run and gt200 trace (gt200 help run) with the TPCs of the chip in N processes, at most one more "
    "than it has\n"
    "TPCs: process 0 has what is behind the crossbar. Values, cycles and events are those of gt200 for any N.\n"
    "--threads is of each process (default one per core that it may use). More processes than cores need mpirun's\n"
    "--oversubscribe, as root --allow-run-as-root. docs/mpi.md says more.\n";

/* What stands in a buffer still has to be written; a status that is not 0 stays. */
static int finish(int status)
{
    if (!fflush(stdout) || status != CLI_OK)
        return status;
    fprintf(stderr, "gt200-mpi: standard output: %s\n", strerror(errno));
    return CLI_FAILURE;
}

/* Process 0: the command line. */
static int host(const struct gt_peers *p, int argc, char **argv)
{
    if (argc < 2) {
        fputs(usage, stderr);
        return CLI_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        fputs(usage, stdout);
        return CLI_OK;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("gt200-mpi %s%s\n", GT200_VERSION, gt200_commit);
        return CLI_OK;
    }
    if (strcmp(argv[1], "run") && strcmp(argv[1], "trace")) {
        gt_tell("gt200-mpi: unknown command '%s'; there are run, trace\n", argv[1]);
        return CLI_USAGE;
    }
    int rc = cmd_begin_command();
    return rc == CLI_GO_ON ? gt_cmd_peers(p, argc - 1, argv + 1) : rc;
}

int main(int argc, char **argv)
{
    bool same;
    const struct gt_peers p = gt_mpi_begin(&argc, &argv, &same);
    int status = same ? CLI_OK : CLI_FAILURE;

    if (same && p.self) {
        gt_mpi_serve(&p);
    } else if (same) {
        status = finish(host(&p, argc, argv));
        gt_peers_end(&p);
    }
    gt_mpi_end();
    return status;
}
