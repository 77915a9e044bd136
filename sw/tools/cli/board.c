/* SPDX-License-Identifier: Apache-2.0
 * gt200 board: what a board says of itself. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "board_trace.h"
#include "cli.h"

#define MOST 65536                      /* cycles of a trace; no board has as many */

struct arguments { const char *device, *csv; uint64_t trace; };

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
    { 0 } };

const struct cli_command gt_command_board = {
    .name = "board", .what = "an FPGA board: its name, configuration, memory, last cycles", .group = CLI_BOARD,
    .usage = "[options] DEVICE[@BAUD]",
    .about = "Asks a board at a serial line (/dev/ttyUSB0; 3000000 baud unless said otherwise) for its name, its "
             "configuration and the sources of its bitstream, and says whether target fpga can use it. It changes "
             "nothing on the board. With --trace, what its last launch did at the end, a fault or a hang, say.",
    .options = options, .operand = operand, .run = run,
    .notes = "Exit status: 0 the board can be used, 1 it cannot, or there is none; 2 usage.",
};

static const char *yes(bool it)
{
    return it ? "yes" : "no";
}

static void print(const struct gt_board *b)
{
    const struct gt_board_info *i = &b->info;

    printf("device: %s, %u baud\n", b->link.serial.device, b->link.serial.baud);
    printf("board: %s\n", i->name);
    printf("protocol: version %u\n", i->version);
    printf("digest of its sources: %016llx\n", (unsigned long long)i->digest);
    printf("SMs: %u\n", i->sms);
    printf("double precision: %s\n", yes(i->dpu));
    printf("textures: %s\n", yes(i->tex));
    printf("signature: %s\n", yes(i->signature));
    printf("trace: %u cycles\n", i->trace_depth);
    printf("clock: %.3f MHz, %u for a cycle of the SM\n", i->clock_hz / 1e6, i->fold);
    printf("memory: %u KB, %u KB of it for programs\n", i->mem_bytes >> 10, gt_board_memory(b) >> 10);
    printf("bad frames since power-up: %u\n", i->frames_bad);
}

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
    struct gt_board *b = gt_board_connect(a.device, err, sizeof err);
    if (!b)
        return cli_failure("board", "%s", err);
    if (a.trace) {
        rc = trace(b, &a);
        gt_board_close(b);
        return rc;
    }
    bool fits = gt_board_fits(b, err, sizeof err);
    print(b);
    gt_board_close(b);
    fflush(stdout);
    return fits ? CLI_OK : cli_failure("board", "%s", err);
}
