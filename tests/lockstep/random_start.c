/* SPDX-License-Identifier: Apache-2.0
 *
 * random_start SEED PROGRAM.s PROGRAM.cubin ...: runs each program in lockstep on a machine whose registers and
 * memories start with random values: same results, same events in the same cycles as the model, which starts with
 * zeros. Rules (docs/units): CTA-1, CTA-2.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "program.h"
#include "rtl_sm.h"

/* A build that cannot start at random must say so, or this test would show nothing. */
static bool refused(struct gt_gpu *g, const struct gt_launch *l, uint32_t seed)
{
    struct gt_result res;
    char err[512];
    const struct gt_rtl_opts opts = { .build = gt_rtl_machine("sm_fast", err, sizeof err), .start_seed = seed };

    return opts.build && gt_lockstep_run(g, l, &res, &opts) == GT_BAD_LAUNCH &&
           strstr(res.message, "can only start with zeros");
}

/* A program in lockstep whose registers of RTL and model start with random contents. */
static bool run(const char *source, const char *cubin, uint32_t seed)
{
    struct program p;
    struct gt_module m;
    struct gt_launch l;
    struct gt_result res;
    char err[512];
    struct gt_gpu *g = gt_gpu_new(16 << 20);

    if (!g || !program_read(&p, source))
        return false;
    if (!gt_module_load_file(&m, g, cubin, err, sizeof err) || !gt_module_bind(&m, 0, err, sizeof err)) {
        fprintf(stderr, "%s\n", err);
        return false;
    }
    if (!program_place(&p, g))
        return false;
    program_launch(&p, &m, &l);
    const struct gt_rtl_opts opts = { .start_seed = seed, .reproduce = source };
    bool ok = refused(g, &l, seed);
    gt_lockstep_run(g, &l, &res, &opts);
    ok = program_check(&p, g, &res) && ok;
    printf("%s: %s, %llu cycles\n", source, ok ? "ok" : "FAILED", (unsigned long long)res.cycles);
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok;
}

int main(int argc, char **argv)
{
    uint32_t seed = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 0;
    bool ok = true;

    if (argc < 4 || argc % 2 || !seed) {
        fprintf(stderr, "usage: random_start SEED PROGRAM.s PROGRAM.cubin ...; SEED not 0\n");
        return 2;
    }
    for (int i = 2; i < argc; i += 2)
        ok = run(argv[i], argv[i + 1], seed) && ok;
    return ok ? 0 : 1;
}
