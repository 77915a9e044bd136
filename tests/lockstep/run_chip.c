/* SPDX-License-Identifier: Apache-2.0
 *
 * run_chip CHIP STALL FOLD (PROGRAM.s PROGRAM.cubin)...: the test programs on a chip, on the targets model, rtl and
 * lockstep: each must come to what the program expects, all three with the same cycles and instruction counts, twice in
 * a row on the same device. STALL: seed of stops of the RTL's clock, 0: none. FOLD: phases of its cycle,
 * gt_gpu.fold. Rules: CLOCK-1, CLOCK-2, CLOCK-3, CLOCK-4, FOLD-4, FOLD-5, FOLD-9, FOLD-12.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "program.h"
#include "target.h"

#define LAUNCHES 2              /* the clock runs on */

struct outcome {
    enum gt_status status;
    uint64_t cycles, warp_insns, thread_insns, clock;
};

/* What the RTL is run on. */
struct machine { const char *chip; uint32_t stall, fold; };

/* LAUNCHES times on a new device of the chip. */
static bool run(const struct machine *on, enum gt_target t, const char *source, const char *cubin,
                struct outcome o[LAUNCHES])
{
    struct program p;
    struct gt_module m;
    struct gt_launch l;
    struct gt_result res;
    char err[512];
    bool ok = true;
    struct gt_gpu *g = gt_gpu_new(16 << 20);

    if (!g || !program_read(&p, source) || !gt_module_load_file(&m, g, cubin, err, sizeof err) ||
        !gt_module_bind(&m, 0, err, sizeof err))
        return false;
    g->chip = gt_chip_find(on->chip, err, sizeof err);
    g->stall = on->stall;
    g->fold = on->fold;
    g->waits = true;                    /* PROF-2 in lockstep */
    for (int i = 0; i < LAUNCHES && ok; i++) {
        ok = g->chip && program_place(&p, g);
        if (!ok)
            break;
        program_launch(&p, &m, &l);
        const struct gt_run_opts opts = {.reproduce = source, .fst = t == GT_TARGET_LOCKSTEP ? "" : NULL};
        gt_target_run(t, g, &l, &res, &opts);
        ok = program_check(&p, g, &res);
        o[i] = (struct outcome){res.status, res.cycles, res.warp_insns, res.thread_insns, g->clock};
        if (res.status != GT_OK)        /* when a hang is noticed, and what other SMs do meanwhile, is the target's */
            o[i] = (struct outcome){.status = res.status};
    }
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok;
}

/* Model, RTL and lockstep: the same cycles and memory, launch after launch. */
static bool same(const struct machine *on, const char *source, const char *cubin)
{
    static const enum gt_target target[] = {GT_TARGET_MODEL, GT_TARGET_RTL, GT_TARGET_LOCKSTEP};
    struct outcome o[3][LAUNCHES];

    memset(o, 0, sizeof o);
    for (int t = 0; t < 3; t++) {
        if (!run(on, target[t], source, cubin, o[t])) {
            fprintf(stderr, "%s: chip %s, target %s\n", source, on->chip, gt_target_name(target[t]));
            return false;
        }
        if (memcmp(o[0], o[t], sizeof o[0])) {
            fprintf(stderr, "%s: target %s: %llu and %llu cycles, model %llu and %llu\n", source,
                    gt_target_name(target[t]), (unsigned long long)o[t][0].cycles, (unsigned long long)o[t][1].cycles,
                    (unsigned long long)o[0][0].cycles, (unsigned long long)o[0][1].cycles);
            return false;
        }
    }
    printf("%s: %llu, %llu cycles\n", source, (unsigned long long)o[0][0].cycles, (unsigned long long)o[0][1].cycles);
    return true;
}

int main(int argc, char **argv)
{
    bool ok = true;

    if (argc < 6 || argc % 2) {
        fprintf(stderr, "usage: run_chip CHIP STALL FOLD (PROGRAM.s PROGRAM.cubin)...\n");
        return 2;
    }
    const struct machine on = {argv[1], (uint32_t)strtoul(argv[2], NULL, 0), (uint32_t)strtoul(argv[3], NULL, 0)};
    for (int i = 4; i < argc; i += 2)
        ok = same(&on, argv[i], argv[i + 1]) && ok;
    return ok ? 0 : 1;
}
