/* SPDX-License-Identifier: Apache-2.0
 *
 * no_gate PROGRAM.s PROGRAM.cubin: stops the clock of a machine that has no gate for it (sm_fast). The first clock in
 * which it should stand still must end the run, in lockstep and alone, or runs with stops would show nothing (CLOCK-3).
 */
#include <stdio.h>
#include <string.h>

#include "module.h"
#include "program.h"
#include "rtl_sm.h"

int main(int argc, char **argv)
{
    struct program p;
    struct gt_module m;
    struct gt_launch l;
    struct gt_result res[2];
    char err[512];
    struct gt_gpu *g = gt_gpu_new(16 << 20);
    FILE *none = fopen("/dev/null", "w");

    if (argc != 3 || !g || !none) {
        fprintf(stderr, "usage: no_gate PROGRAM.s PROGRAM.cubin\n");
        return 2;
    }
    const struct gt_rtl_opts opts = {.build = gt_rtl_machine("sm_fast", err, sizeof err), .fst = "", .report = none};
    if (!opts.build || !program_read(&p, argv[1]) || !gt_module_load_file(&m, g, argv[2], err, sizeof err) ||
        !gt_module_bind(&m, 0, err, sizeof err) || !program_place(&p, g)) {
        fprintf(stderr, "no_gate: %s\n", err);
        return 1;
    }
    program_launch(&p, &m, &l);
    g->stall = 1;
    gt_lockstep_run(g, &l, &res[0], &opts);
    gt_rtl_run(g, &l, &res[1], &(struct gt_rtl_opts){.build = opts.build, .report = none});
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        printf("%s\n", res[i].message);
        ok = ok && res[i].status == GT_DIFFERENT && strstr(res[i].message, "the clock is stopped, and outputs change");
    }
    gt_module_free(&m);
    gt_gpu_free(g);
    fclose(none);
    return ok ? 0 : 1;
}
