/* SPDX-License-Identifier: Apache-2.0
 * gt200 fuzz: random programs on two machines that must agree. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "fuzz.h"
#include "progress.h"
#include "target.h"

#define SHRUNK 3                /* failing programs that are shrunk and saved; more are only listed */

struct options {
    uint64_t programs, seed;
    enum gt_target target;
    const struct fuzz_kind *kind;
    const char *save;
};

struct totals { uint64_t passed, failed, insns, threads, cycles; };

static int help(void)
{
    printf("usage: gt200 fuzz [--programs N] [--seed S] [--kind K] [--target lockstep|model] [--save DIR]\n\n"
           "Runs N random programs (default 200), numbers S, S+1, ... (default 1). A number always gives the same program.\n"
           "A failing program is shrunk to a small one that fails in the same way and saved as an assembly file.\n\n"
           "  --target lockstep    RTL beside the cycle model, every event of every cycle compared (default)\n"
           "  --target model       the cycle model's results against the functional model's\n"
           "  --save DIR           where failing programs go (default: the current directory)\n"
           "  --kind K             ");
    for (unsigned i = 0; i < FUZZ_KINDS; i++)
        printf("%s%-20s %s%s\n", i ? "                       " : "", fuzz_kinds[i].name, fuzz_kinds[i].what, i ? "" : " (default)");
    return CLI_OK;
}

static int parse(struct options *o, int argc, char **argv, bool *done)
{
    for (int i = 1; i < argc; i++) {
        const char *opt = argv[i];
        if (!strcmp(opt, "--help") || !strcmp(opt, "-h")) {
            *done = true;
            return help();
        }
        if (strcmp(opt, "--programs") && strcmp(opt, "--seed") && strcmp(opt, "--kind") && strcmp(opt, "--target") && strcmp(opt, "--save"))
            return cli_usage("fuzz", "unknown option '%s'", opt);
        if (++i == argc)
            return cli_usage("fuzz", "%s: a value is missing", opt);
        if (!strcmp(opt, "--programs") || !strcmp(opt, "--seed")) {
            if (!cli_number(argv[i], UINT32_MAX, opt[2] == 'p' ? &o->programs : &o->seed))
                return cli_usage("fuzz", "%s: '%s' is not a number from 0 to %u", opt, argv[i], UINT32_MAX);
        } else if (!strcmp(opt, "--save")) {
            o->save = argv[i];
        } else if (!strcmp(opt, "--target")) {
            if (!gt_target_parse(argv[i], &o->target) || (o->target != GT_TARGET_MODEL && o->target != GT_TARGET_LOCKSTEP))
                return cli_usage("fuzz", "unknown target '%s'; there are lockstep, model", argv[i]);
        } else {
            o->kind = NULL;
            for (unsigned k = 0; k < FUZZ_KINDS; k++)
                if (!strcmp(argv[i], fuzz_kinds[k].name))
                    o->kind = &fuzz_kinds[k];
            if (!o->kind)
                return cli_usage("fuzz", "unknown kind '%s'; there are mixed, memory, control, damaged", argv[i]);
        }
    }
    if (o->target == GT_TARGET_MODEL && !o->kind->func)
        return cli_usage("fuzz", "the result of %s programs depends on time, they need --target lockstep", o->kind->name);
    if (!gt_target_available(o->target))
        return cli_failure("fuzz", "target %s is not in this build (it needs Verilator: ./setup)", gt_target_name(o->target));
    return CLI_OK;
}

/* Shrinks the program that has just failed, says what is left of it and saves that. */
static bool keep(const struct options *o, uint32_t seed, struct fuzz_prog *p, struct gt_result *res, fuzz_run *run)
{
    char path[1024], *report = NULL;
    size_t size = 0;
    unsigned before = fuzz_insns(p), runs = fuzz_shrink(o->kind, seed, p, res, run, NULL);
    FILE *f = open_memstream(&report, &size);
    if (f && runs > 1) {
        run(NULL, p, res, f);
        if (res->status != GT_DIFFERENT)
            fprintf(f, "%s\n", res->message);
        fclose(f);
    } else if (f) {
        fprintf(f, "%s\n", res->message);
        fclose(f);
    }
    snprintf(path, sizeof path, "%s/fuzz-%s-%u.s", o->save, o->kind->name, (unsigned)seed);
    printf("  shrunk from %u to %u instructions, %u blocks of %u threads (%u runs)\n", before, fuzz_insns(p),
           (unsigned)p->launch.grid_x, (unsigned)p->launch.block_x, runs);
    bool ok = fuzz_save(o->kind, seed, p, gt_target_name(o->target), report ? report : res->message, path);
    if (ok)
        printf("  saved as %s\n", path);
    free(report);
    return ok || cli_failure("fuzz", "%s: %s", path, strerror(errno)) == CLI_OK;
}

static bool run_all(const struct options *o, struct totals *t)
{
    fuzz_run *run = o->target == GT_TARGET_MODEL ? fuzz_model : fuzz_lockstep;
    struct fuzz_prog *p = malloc(sizeof *p);
    struct gt_result *res = malloc(sizeof *res);
    struct progress bar;
    bool ok = p && res;
    char what[64];
    snprintf(what, sizeof what, "fuzz %s", o->kind->name);
    progress_start(&bar, what);
    for (uint64_t i = 0; ok && i < o->programs; i++) {
        uint32_t seed = (uint32_t)(o->seed + i);
        o->kind->make(p, seed);
        run(NULL, p, res, NULL);
        t->insns += res->warp_insns;
        t->threads += res->thread_insns;
        t->cycles += res->cycles;
        if (fuzz_failed(o->kind, res)) {
            progress_end(&bar);
            printf("program %u: %s\n  again: gt200 fuzz --kind %s --programs 1 --seed %u --target %s\n", (unsigned)seed, res->message,
                   o->kind->name, (unsigned)seed, gt_target_name(o->target));
            if (t->failed++ < SHRUNK)
                ok = keep(o, seed, p, res, run);
            fflush(stdout);
        } else {
            t->passed++;
        }
        fuzz_free(p);
        progress_step(&bar, i + 1, o->programs, t->cycles);
    }
    progress_end(&bar);
    free(p);
    free(res);
    return ok;
}

int gt_cmd_fuzz(int argc, char **argv)
{
    struct options o = {.programs = 200, .seed = 1, .target = GT_TARGET_LOCKSTEP, .kind = &fuzz_kinds[0], .save = "."};
    struct totals t = {0};
    bool done = false;
    int rc = parse(&o, argc, argv, &done);
    if (rc != CLI_OK || done)
        return rc;
    bool ok = run_all(&o, &t);
    printf("%llu passed, %llu failed; %llu warp instructions, %llu thread instructions, %llu cycles\n", (unsigned long long)t.passed,
           (unsigned long long)t.failed, (unsigned long long)t.insns, (unsigned long long)t.threads, (unsigned long long)t.cycles);
    return ok && t.failed == 0 ? CLI_OK : CLI_FAILURE;
}
