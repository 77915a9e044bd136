/* SPDX-License-Identifier: Apache-2.0
 *
 * rtl COUNTS.dat PART PARTS MIXED,ROWS,MEMORY,CONTROL,DAMAGED PROGRAM.s...: runs part PART (0 to PARTS - 1) of the
 * directed programs and of so many random programs of each kind in lockstep on the RTL that counts its lines and
 * toggles, and writes the counts.
 */
#include <stdio.h>
#include <stdlib.h>

#include "rtl_cover.h"
#include "runs.h"

/* One block of few warps for straight lines, where the instructions matter and not the traffic: this RTL is slow. */
#define FEW_THREADS 64

static void lockstep(void *ctx, struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res)
{
    static const struct gt_rtl_opts o = {.build = &gt_rtl_cover, .fst = ""};
    struct gt_launch few = *l;
    if (*(const bool *)ctx) {
        few.grid_x = 1;
        few.block_x = l->block_x < FEW_THREADS ? l->block_x : FEW_THREADS;
    }
    gt_lockstep_run(g, &few, res, &o);
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: rtl COUNTS.dat PART PARTS N,N,N,N,N,N PROGRAM.s...\n");
        return 2;
    }
    uint32_t part = (uint32_t)strtoul(argv[2], NULL, 0), parts = (uint32_t)strtoul(argv[3], NULL, 0);
    char *number = argv[4];
    unsigned failed = 0;
    bool small = false;
    char cubin[1024];
    snprintf(cubin, sizeof cubin, "%s.cubin", argv[1]);
    for (uint32_t i = part; i + 5 < (uint32_t)argc; i += parts)
        failed += !coverage_directed(argv[i + 5], cubin, lockstep, &small);
    if (part == 0)
        failed += coverage_errors(lockstep, &small);
    for (unsigned k = 0; k < FUZZ_KINDS; k++) {
        small = fuzz_kinds[k].make == fuzz_rows;
        failed += coverage_fuzz(&fuzz_kinds[k], 1 + part, (uint32_t)strtoul(number, &number, 0), parts, lockstep,
                                &small);
        number += *number == ',';
    }
    gt_rtl_cover_write(argv[1]);
    return failed != 0;
}
