/* SPDX-License-Identifier: Apache-2.0
 *
 * cfuzz [--kernels N] [--seed S] [--first F] [--plain] [--rtl | --later] [--keep FILE] [--limit SECONDS]
 *       [--shrink SECONDS] [--every SECONDS]:
 * random C kernels, the N of seed S from number F (0) on, compiled by gt200 cc at -O0, -O2 and -O2 with few registers
 * and run on the functional model in order and interleaved, with races and stray accesses as errors, and on the cycle
 * model (--rtl: beside the RTL in lockstep), against the same source compiled by clang for this machine. --later: by
 * the other compiler, for sm_90, on its functional model, its control codes verified; no teams, whose warps count on
 * going in step. A failure is shrunk (for some time: --shrink) and its source is written to FILE (default cfuzz-
 * fail.cu). A step that takes longer than --limit (60) is one, too. Exit status 1 if any kernel differs. A kernel in
 * which clang chooses between pointers to different memories counts as passed: the chip has no generic addresses, and
 * the compiler must say so. Kernels have loops with several entries, by goto and by switch, too. How far it is stands
 * on standard error every --every seconds (60).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trial.h"

#define MAX_STMTS 400

struct run {
    long kernels, first, at, passed, failed;        /* at: the first one of the n that are compiled together */
    int n;
    unsigned long seed;
    bool plain, rtl, later;
    const char *keep;
    double limit, shrink, every;            /* seconds */
    time_t start, said;
    struct work *work;
};

static void print_progress(const struct run *r)
{
    double t = difftime(time(NULL), r->start);

    fprintf(stderr, "kernels %ld to %ld of %ld, seed %lu: %ld passed, %ld failed, %.1f kernels/s\n", r->at,
            r->at + r->n - 1, r->first + r->kernels, r->seed, r->passed, r->failed,
            t > 0 ? (double)(r->passed + r->failed) / t : 0);
}

static void show_progress(void *ctx)
{
    struct run *r = ctx;
    time_t now = time(NULL);

    if (difftime(now, r->said) < r->every)
        return;
    r->said = now;
    print_progress(r);
}

/* Does this one kernel still fail? Compiler errors count. */
static bool still_fails(const struct run *r, struct kernel *k, bool report)
{
    bool bad = false;
    enum trial_end end = trial_run(r->work, &k, 1, &bad, report);

    if (end == TRIAL_NO_SOURCES) {
        fprintf(stderr, "cfuzz: cannot compile the kernel for this machine\n");
        exit(1);
    }
    return end == TRIAL_FAILED || bad;
}

/* Switches off every statement without which the kernel still fails, as long as the time lasts. */
static void shrink_kernel(const struct run *r, struct kernel *k)
{
    const time_t start = time(NULL);
    struct stmt *s[MAX_STMTS];
    int n = kernel_stmts(k, s, MAX_STMTS);

    for (bool again = true; again;) {
        again = false;
        for (int i = 1; i < n; i++) {
            if (s[i]->off)
                continue;
            if (difftime(time(NULL), start) >= r->shrink)
                return;
            s[i]->off = true;
            if (still_fails(r, k, false))
                again = true;
            else
                s[i]->off = false;
        }
    }
}

/* The first one that failed: made small, and kept. */
static void keep_kernel(const struct run *r, struct kernel *k, long number)
{
    shrink_kernel(r, k);
    still_fails(r, k, true);
    FILE *f = fopen(r->keep, "w");
    bool ok = f != NULL;
    if (ok)
        trial_print(&k, 1, f);
    ok = (!f || !fclose(f)) && ok;
    if (ok)
        fprintf(stderr, "kernel %ld of seed %lu: %s\n", number, r->seed, r->keep);
    else
        fprintf(stderr, "cfuzz: %s: %s\n", r->keep, strerror(errno));
}

/* The one of this number; of later chips, whose lanes do not go in step by themselves, no team. */
static struct kernel *draw_kernel(const struct run *r, long number)
{
    const uint64_t seed = r->seed * 1000003u + (uint64_t)number;
    struct kernel *k = kernel_new(seed, r->plain);

    for (uint64_t i = 1; r->later && k->team; i++) {
        kernel_free(k);
        k = kernel_new(seed + (i << 40), r->plain);
    }
    return k;
}

/* Several kernels at once; when that tells nothing, or for those that failed, each again by itself. */
static void run_batch(struct run *r)
{
    const long left = r->first + r->kernels - r->at;
    const int n = r->n = left < TRIAL_KERNELS ? (int)left : TRIAL_KERNELS;
    struct kernel *k[TRIAL_KERNELS] = { NULL };
    bool bad[TRIAL_KERNELS] = { false };

    for (int i = 0; i < n; i++)
        k[i] = draw_kernel(r, r->at + i);
    bool told = trial_run(r->work, k, n, bad, false) == TRIAL_RAN;
    for (int i = 0; i < n; i++) {
        if (!told || bad[i])
            bad[i] = still_fails(r, k[i], true);
        r->passed += !bad[i];
        r->failed += bad[i];
        if (bad[i])
            fprintf(stderr, "again: cfuzz --seed %lu --first %ld --kernels 1%s%s\n", r->seed, r->at + i,
                    r->plain ? " --plain" : "", r->rtl ? " --rtl" : r->later ? " --later" : "");
        if (bad[i] && r->failed == 1)
            keep_kernel(r, k[i], r->at + i);
    }
    for (int i = 0; i < n; i++)
        kernel_free(k[i]);
}

static int usage(void)
{
    fprintf(stderr, "usage: cfuzz [--kernels N] [--seed S] [--first F] [--plain] [--rtl | --later] [--keep FILE] "
                    "[--limit SECONDS] [--shrink SECONDS] [--every SECONDS]\n");
    return 2;
}

static bool read_number(const char *text, double *to)
{
    char *end;

    *to = strtod(text, &end);
    return end != text && !*end && *to > 0;
}

/* An option with a value. */
static bool take_option(struct run *r, const char *name, const char *value)
{
    double n;

    if (!strcmp(name, "--keep")) {
        r->keep = value;
        return true;
    }
    if (!strcmp(name, "--seed")) {
        r->seed = strtoul(value, NULL, 10);
        return true;
    }
    if (!read_number(value, &n))
        return false;
    if (!strcmp(name, "--kernels"))
        r->kernels = (long)n;
    else if (!strcmp(name, "--first"))
        r->first = r->at = (long)n;
    else if (!strcmp(name, "--limit"))
        r->limit = n;
    else if (!strcmp(name, "--shrink"))
        r->shrink = n;
    else if (!strcmp(name, "--every"))
        r->every = n;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    struct run r = { .kernels = 300, .seed = 1, .keep = "cfuzz-fail.cu", .limit = 60, .shrink = 600, .every = 60 };

    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--plain"))
            r.plain = true;
        else if (!strcmp(argv[i], "--rtl"))
            r.rtl = true;
        else if (!strcmp(argv[i], "--later"))
            r.later = true;
        else if (i + 1 == argc || !take_option(&r, argv[i], argv[i + 1]))
            return usage();
        else
            i++;
    if (r.rtl && r.later)
        return usage();
    r.start = r.said = time(NULL);
    r.work = trial_new(r.limit, r.rtl, r.later, show_progress, &r);
    if (!r.work)
        return 1;
    for (; r.at < r.first + r.kernels && r.failed < 5; r.at += TRIAL_KERNELS)
        run_batch(&r);
    trial_free(r.work);
    printf("%ld passed, %ld failed\n", r.passed, r.failed);
    return r.failed != 0;
}
