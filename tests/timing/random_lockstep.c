/* SPDX-License-Identifier: Apache-2.0
 *
 * Random programs FIRST to LAST on the RTL with the cycle model beside it:  timing-random-lockstep FIRST LAST
 * Prints every program in which they differ; exit status 1 when one did.
 */
#include "random.h"
#include "rtl_sm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s FIRST LAST\n", argv[0]);
        return 2;
    }
    uint32_t first = (uint32_t)strtoul(argv[1], NULL, 0), last = (uint32_t)strtoul(argv[2], NULL, 0);
    unsigned failed = 0, n = 0;
    uint64_t cycles = 0;
    struct rig *r = malloc(sizeof *r);
    if (!r)
        return 1;
    for (uint32_t seed = first; seed <= last; seed++, n++) {
        char again[128];
        snprintf(again, sizeof again, "%s %u %u", argv[0], seed, seed);
        random_program(r, seed);
        struct gt_rtl_opts o = {.fst = "", .reproduce = again, .report = stdout};
        if (gt_lockstep_run(r->gpu, &r->launch, &r->res, &o) != GT_OK) {
            printf("program %u: %s\n", seed, r->res.message);
            failed++;
        }
        cycles += r->res.cycles;
        rig_free(r);
    }
    free(r);
    printf("%u passed, %u failed, %" PRIu64 " cycles\n", n - failed, failed, cycles);
    return failed != 0;
}
