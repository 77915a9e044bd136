/* SPDX-License-Identifier: Apache-2.0
 * gt200 board: what a board says of itself. */
#include <stdio.h>

#include "board.h"
#include "cli.h"

struct arguments { const char *device; };

static int operand(void *ctx, const char *value)
{
    struct arguments *a = ctx;

    if (a->device)
        return cli_usage("board", "one device expected, got '%s' and '%s'", a->device, value);
    a->device = value;
    return CLI_GO_ON;
}

static int run(int argc, char **argv);
static const struct cli_option options[] = { { 0 } };

const struct cli_command gt_command_board = {
    .name = "board", .what = "what a board says of itself", .usage = "DEVICE[@BAUD]",
    .about = "Asks a board at a serial line (/dev/ttyUSB0; 3000000 baud unless said otherwise) for its name, its "
             "configuration and the sources of its bitstream, and says whether target fpga can use it. It changes "
             "nothing on the board.",
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

static int run(int argc, char **argv)
{
    struct arguments a = { NULL };
    char err[1024];
    int rc = cli_options(&gt_command_board, &a, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (!a.device)
        return cli_usage("board", "which device? (/dev/ttyUSB0)");
    struct gt_board *b = gt_board_connect(a.device, err, sizeof err);
    if (!b)
        return cli_failure("board", "%s", err);
    bool fits = gt_board_fits(b, err, sizeof err);
    print(b);
    gt_board_close(b);
    fflush(stdout);
    return fits ? CLI_OK : cli_failure("board", "%s", err);
}
