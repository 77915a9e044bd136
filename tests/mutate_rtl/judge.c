/* SPDX-License-Identifier: Apache-2.0
 *
 * judge MUTANT.so RANDOM PROGRAM.s PROGRAM.cubin ...: does lockstep notice that the RTL in MUTANT.so is wrong? Runs
 * the programs, then RANDOM random ones of each kind, every second one with stops of the clock, then these again on a
 * memory with jitter, up to the first that does. One line on the output: "found by NAME, program N: what it said", exit
 * status 0; or "survives", exit status 1. Anything else that goes wrong: exit status 2.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "module.h"
#include "program.h"
#include "rtl_sm.h"

struct judge {
    const struct gt_rtl_build *mutant;
    FILE *none;
    unsigned programs;          /* run so far */
};

static void found(const struct judge *j, const char *by, const struct gt_result *res)
{
    const char *what = strstr(res->message, "differ: ");

    printf("found by %s, program %u: %.110s\n", by, j->programs, what ? what + strlen("differ: ") : res->message);
}

/* The last part of a path without its extension. */
static const char *base(const char *path, char out[64])
{
    const char *slash = strrchr(path, '/');

    snprintf(out, 64, "%s", slash ? slash + 1 : path);
    out[strcspn(out, ".")] = 0;
    return out;
}

/* Does this program notice the mutant? */
static bool program_finds(struct judge *j, const char *source, const char *cubin)
{
    struct program p;
    struct gt_module m;
    struct gt_launch l;
    struct gt_result res;
    char err[512] = "out of memory, or its source asks for what there is no room for";
    char name[64];
    struct gt_gpu *g = gt_gpu_new(16 << 20);

    if (!g || !program_read(&p, source) || !gt_module_load_file(&m, g, cubin, err, sizeof err) ||
        !gt_module_bind(&m, 0, err, sizeof err) || !program_place(&p, g)) {
        fprintf(stderr, "%s: cannot be run: %s\n", source, err);
        exit(2);
    }
    program_launch(&p, &m, &l);
    if (!p.nhangs)          /* a mutant that stands still is known by silence, not by its last cycle */
        l.max_cycles = 300000;
    const struct gt_rtl_opts o = { .build = j->mutant, .fst = "", .report = j->none };
    j->programs++;
    bool differs = gt_lockstep_run(g, &l, &res, &o) == GT_DIFFERENT;
    if (differs)
        found(j, base(source, name), &res);
    gt_module_free(&m);
    gt_gpu_free(g);
    return differs;
}

static void run_mutant(void *ctx, struct fuzz_prog *p, struct gt_result *res, FILE *report)
{
    const struct judge *j = ctx;
    const struct gt_rtl_opts o = { .build = j->mutant, .fst = "", .report = report ? report : j->none };

    gt_lockstep_run(p->gpu, &p->launch, res, &o);
}

/* Does this random program notice the mutant? */
static bool random_finds(struct judge *j, const struct fuzz_kind *k, uint32_t seed, uint32_t jitter)
{
    struct gt_result res;
    char name[64];
    struct fuzz_prog *p = malloc(sizeof *p);

    if (!p)
        exit(2);
    k->make(p, seed);
    p->gpu->jitter = jitter;
    p->gpu->stall = seed % 2 ? 0 : seed;
    j->programs++;
    run_mutant(j, p, &res, NULL);
    bool differs = res.status == GT_DIFFERENT;
    if (differs) {
        snprintf(name, sizeof name, "random %s %u%s", k->name, seed, jitter ? " with jitter" : "");
        found(j, name, &res);
    }
    fuzz_free(p);
    free(p);
    return differs;
}

int main(int argc, char **argv)
{
    struct judge j = { .none = fopen("/dev/null", "w") };

    if (argc < 3 || argc % 2 == 0 || !j.none) {
        fprintf(stderr, "usage: judge MUTANT.so RANDOM PROGRAM.s PROGRAM.cubin ...\n");
        return 2;
    }
    void *so = dlopen(argv[1], RTLD_NOW);
    if (!so || !(j.mutant = dlsym(so, "gt_rtl_module"))) {
        fprintf(stderr, "judge: %s\n", dlerror());
        return 2;
    }
    for (int i = 3; i < argc; i += 2)
        if (program_finds(&j, argv[i], argv[i + 1]))
            return 0;
    for (uint32_t jitter = 0; jitter < 2; jitter++)
        for (uint32_t seed = 1; seed <= (uint32_t)strtoul(argv[2], NULL, 0); seed++)
            for (int k = 0; k < FUZZ_KINDS; k++)
                if (random_finds(&j, &fuzz_kinds[k], seed, jitter * seed))
                    return 0;
    puts("survives");
    return 1;
}
