/* SPDX-License-Identifier: Apache-2.0
 *
 * rtl COUNTS.dat PART PARTS MIXED,ROWS,MEMORY,CONTROL,DAMAGED PROGRAM.s...: runs part PART (0 to PARTS - 1) of the directed programs and
 * of so many random programs of each kind in lockstep on the RTL that counts its lines and toggles, and writes the counts.
 */
#include <stdio.h>
#include <stdlib.h>

#include "rtl_cover.h"
#include "runs.h"

static void lockstep(void *ctx, struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res)
{
    static const struct gt_rtl_opts o = {.build = &gt_rtl_cover, .fst = ""};
    (void)ctx;
    gt_lockstep_run(g, l, res, &o);
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: rtl COUNTS.dat PART PARTS N,N,N,N,N PROGRAM.s...\n");
        return 2;
    }
    uint32_t part = (uint32_t)strtoul(argv[2], NULL, 0), parts = (uint32_t)strtoul(argv[3], NULL, 0);
    char *number = argv[4];
    unsigned failed = 0;
    char cubin[1024];
    snprintf(cubin, sizeof cubin, "%s.cubin", argv[1]);
    for (uint32_t i = part; i + 5 < (uint32_t)argc; i += parts)
        failed += !coverage_directed(argv[i + 5], cubin, lockstep, NULL);
    for (unsigned k = 0; k < FUZZ_KINDS; k++) {
        failed += coverage_fuzz(&fuzz_kinds[k], 1 + part, (uint32_t)strtoul(number, &number, 0), parts, lockstep, NULL);
        number += *number == ',';
    }
    gt_rtl_cover_write(argv[1]);
    return failed != 0;
}
