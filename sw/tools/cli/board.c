/* SPDX-License-Identifier: Apache-2.0
 * gt200 board: what a board says of itself. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "board_print.h"
#include "board_selftest.h"
#include "board_trace.h"
#include "cli.h"

#define MOST 65536                      /* cycles of a trace; no board has as many */
#define PROGRAMS 10                     /* of each kind, of a self-test */

struct arguments { const char *device, *csv, *selftest; uint64_t trace, programs; };

static int operand(void *ctx, const char *value)
{
    struct arguments *a = ctx;

    if (a->device)
        return cli_usage("board", "one device expected, got '%s' and '%s'", a->device, value);
    a->device = value;
    return CLI_GO_ON;
}

static int run(int argc, char **argv);
static const struct cli_option options[] = {
    OPT_NUMBER("--trace", "N", struct arguments, trace, 1, MOST,
               "instead: the last N cycles of the last launch in which an instruction issued, a result or a request "
               "came or a block began (docs/units/signature.md), as far as the board remembers them"),
    OPT_TEXT("--csv", "FILE", struct arguments, csv, "the trace as a table; -: standard output"),
    OPT_TEXT("--selftest", "FILE", struct arguments, selftest,
             "instead: try line, memory and machine, the model beside it, and write all that is known of the board "
             "and of each step to FILE; what the board's memory held is lost"),
    OPT_NUMBER("--programs", "N", struct arguments, programs, 1, 100000,
               "--selftest: random programs of each kind (default 10)"),
    { 0 } };

const struct cli_command gt_command_board = {
    .name = "board", .what = "an FPGA board: its name, configuration, memory, last cycles", .group = CLI_BOARD,
    .usage = "[options] DEVICE[@BAUD]",
    .about = "Asks a board at a serial line (/dev/ttyUSB0; 3000000 baud unless said otherwise) for its name, its "
             "configuration and the sources of its bitstream, and says whether target fpga can use it. It changes "
             "nothing on the board. With --trace, what its last launch did at the end, a fault or a hang, say. With "
             "--selftest, whether all of it is right.",
    .options = options, .operand = operand, .run = run,
    .notes = "Exit status: 0 the board can be used, 1 it cannot, or there is none; 2 usage.",
};

/* The trace of the board as CSV, to a file or standard output. */
static int write_csv(const char *name, const struct board_cycle *c, uint32_t n)
{
    FILE *f = strcmp(name, "-") ? fopen(name, "w") : stdout;

    if (!f)
        return cli_failure("board", "%s: %s", name, strerror(errno));
    board_cycle_csv(NULL, f);
    for (uint32_t i = 0; i < n; i++)
        board_cycle_csv(&c[i], f);
    if (fflush(f) || (f != stdout && fclose(f)))
        return cli_failure("board", "%s: %s", name, strerror(errno));
    return CLI_OK;
}

/* Reads the trace that the board keeps, and writes it. */
static int trace(struct gt_board *b, const struct arguments *a)
{
    char err[1024];
    uint32_t n = (uint32_t)a->trace;
    struct board_cycle *c = malloc(n * sizeof *c);
    int rc = CLI_OK;

    if (!c)
        rc = cli_failure("board", "out of memory");
    else if (!b->info.trace_depth)
        rc = cli_failure("board", "%s: the board has no trace", b->link.serial.device);
    else if (!board_trace(b, c, &n, err, sizeof err))
        rc = cli_failure("board", "%s", err);
    else if (a->csv)
        rc = write_csv(a->csv, c, n);
    else
        for (uint32_t i = 0; i < n; i++)
            board_cycle_tell(&c[i], stdout);
    free(c);
    return rc;
}

static int run(int argc, char **argv)
{
    struct arguments a = { NULL };
    char err[1024];
    int rc = cli_options(&gt_command_board, &a, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (!a.device)
        return cli_usage("board", "which device? (/dev/ttyUSB0)");
    if (a.csv && !a.trace)
        return cli_usage("board", "--csv needs --trace");
    if (a.selftest && a.trace)
        return cli_usage("board", "--selftest and --trace: one of them");
    if (a.programs && !a.selftest)
        return cli_usage("board", "--programs needs --selftest");
    if (a.selftest)
        return board_selftest(a.device, a.selftest, a.programs ? (uint32_t)a.programs : PROGRAMS);
    struct gt_board *b = gt_board_connect(a.device, err, sizeof err);
    if (!b)
        return cli_failure("board", "%s", err);
    if (a.trace) {
        rc = trace(b, &a);
        gt_board_close(b);
        return rc;
    }
    bool fits = gt_board_fits(b, err, sizeof err);
    board_print(b, stdout);
    gt_board_close(b);
    fflush(stdout);
    return fits ? CLI_OK : cli_failure("board", "%s", err);
}
