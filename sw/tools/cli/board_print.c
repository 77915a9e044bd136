/* SPDX-License-Identifier: Apache-2.0
 *
 * A board's identity as text.
 */
#include "board_print.h"

static const char *yes(bool it)
{
    return it ? "yes" : "no";
}

void board_print(const struct gt_board *b, FILE *f)
{
    const struct gt_board_info *i = &b->info;

    fprintf(f, "device: %s, %u baud\n", b->link.serial.device, b->link.serial.baud);
    fprintf(f, "board: %s\n", i->name);
    fprintf(f, "protocol: version %u\n", i->version);
    fprintf(f, "digest of its sources: %016llx\n", (unsigned long long)i->digest);
    fprintf(f, "SMs: %u, of %u warps\n", i->sms, i->warps);
    fprintf(f, "double precision: %s\n", yes(i->dpu));
    fprintf(f, "textures: %s\n", yes(i->tex));
    fprintf(f, "signature: %s\n", yes(i->signature));
    fprintf(f, "trace: %u cycles\n", i->trace_depth);
    fprintf(f, "clock: %.3f MHz, %u for a cycle of the SM\n", i->clock_hz / 1e6, i->fold);
    fprintf(f, "memory: %u KB, %u KB of it for programs\n", i->mem_bytes >> 10, gt_board_memory(b) >> 10);
    fprintf(f, "bad frames since power-up: %u\n", i->frames_bad);
}
