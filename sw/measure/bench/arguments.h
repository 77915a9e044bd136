/* SPDX-License-Identifier: Apache-2.0
 * What gt200 bench is asked for. */
#ifndef GT200_BENCH_ARGUMENTS_H
#define GT200_BENCH_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measured.h"
#include "options.h"
#include "settings.h"

struct arguments {
    char *patterns[64], *targets[MAX_TARGETS];
    const char *records[MAX_TARGETS], *target_list, *csv, *picture, *report, *evidence;
    int npatterns, nrecords, ntargets;
    uint64_t patience, jobs;
    bool full, quick, unmeasured, listed;
    struct cmd_asked asked;
    char list[1024];            /* of the targets, cut into them */
};

/* Takes the command line of the command. CLI_GO_ON, or the exit status after a message. */
int arguments_take(struct arguments *a, const struct cli_command *c, int argc, char **argv);
/* Is each experiment of a report made on the chip that it needs? Not where a chip was named, or with --quick. */
bool arguments_choose_chips(const struct arguments *a);

extern const struct cli_option bench_options[];
int bench_pattern(void *ctx, const char *value);        /* an id, its beginning or a glob */

#endif
