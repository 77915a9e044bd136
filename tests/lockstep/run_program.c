/* SPDX-License-Identifier: Apache-2.0
 * run_program PROGRAM.s PROGRAM.cubin TARGET [CHIP]: runs a test program and checks what it says about itself. */
#include <stdio.h>

#include "module.h"
#include "program.h"
#include "target.h"

int main(int argc, char **argv)
{
    struct program p;
    struct gt_module m;
    struct gt_launch l;
    struct gt_result res;
    enum gt_target t;
    char err[512];

    if (argc < 4 || argc > 5 || !gt_target_parse(argv[3], &t)) {
        fprintf(stderr, "usage: run_program PROGRAM.s PROGRAM.cubin TARGET [CHIP]\n");
        return 2;
    }
    struct gt_gpu *g = gt_gpu_new(16 << 20);
    if (!g || !program_read(&p, argv[1]))
        return 1;
    if (!gt_module_load_file(&m, g, argv[2], err, sizeof err) || !gt_module_bind(&m, 0, err, sizeof err)) {
        fprintf(stderr, "%s\n", err);
        return 1;
    }
    if (argc == 5 && !(g->chip = gt_chip_find(argv[4], err, sizeof err))) {
        fprintf(stderr, "%s\n", err);
        return 1;
    }
    if (!program_place(&p, g)) {
        fprintf(stderr, "no room for buffers\n");
        return 1;
    }
    program_launch(&p, &m, &l);
    g->waits = true;                    /* PROF-2 in lockstep */
    struct gt_run_opts opts = { .reproduce = argv[1] };
    gt_target_run(t, g, &l, &res, &opts);
    bool ok = program_check(&p, g, &res);
    if (ok)
        printf("%s: ok, %llu cycles, %llu warp instructions\n", gt_target_name(t), (unsigned long long)res.cycles,
               (unsigned long long)res.warp_insns);
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok ? 0 : 1;
}
