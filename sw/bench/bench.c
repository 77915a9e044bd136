/* SPDX-License-Identifier: Apache-2.0
 * gt200 bench: chooses experiments, runs them on each target, prints table, CSV and pictures. */
#include "bench.h"
#include "gsim.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cuda.h>

#include "evidence.h"
#include "files.h"
#include "target.h"
#include "gnuplot.h"
#include "measured.h"
#include "plot.h"
#include "report.h"

static bool measures_figure6(char **patterns, int n)
{
    char figure6[] = "figure6", *just[] = { figure6 };

    for (size_t i = 0; i < bench_experiment_count; i++)
        if (measure_wanted(&bench_experiments[i], just, 1))
            return measure_wanted(&bench_experiments[i], patterns, n);
    return false;
}

double own_value(const struct table *t, const struct measured *m)
{
    return t->nown ? m->v[0] : NAN;
}

bool differs(const struct table *t, const struct measured *m, int target)
{
    return target < t->nown && !isnan(m->v[target]) && !isnan(m->v[0]) && m->v[target] != m->v[0];
}

struct verdict judge(const struct table *t, const struct silicon *s, const struct measured *m, int target)
{
    double value = target < t->nown ? m->v[target] : NAN;

    return *m->figure ? silicon_judge_point(silicon_find_point(s, m->figure, m->series, m->x), value)
                      : silicon_judge(silicon_find(s, m->id), value);
}

/* Is every measurement inside its tolerance, on every target? Also counts differences between targets. */
static bool judge_all(const struct table *t, const struct silicon *s, int ntargets, int *different)
{
    bool ok = true;

    *different = 0;
    for (size_t i = 0; i < t->n; i++) {
        const struct measured *m = &t->m[i];
        for (int k = 0; k < ntargets && k < t->nown; k++) {
            const struct silicon_row *r = *m->figure ? NULL : silicon_find(s, m->id);
            struct verdict v = judge(t, s, m, k);
            if (!silicon_acceptable(r, &v) && !(*m->figure && silicon_figure_known(s, m->figure)))
                ok = false;
            *different += differs(t, m, k);
        }
    }
    return ok;
}

/* A figure that is known to differ and was measured, but has no point outside its tolerance: known.csv is out of
 * date. */
static bool known_figures_differ(const struct table *t, const struct silicon *s)
{
    bool ok = true;

    for (size_t i = 0; i < s->nknown; i++) {
        size_t judged = 0, outside = 0;
        for (size_t k = 0; k < t->n; k++) {
            const struct measured *m = &t->m[k];
            if (strcmp(m->figure, s->known[i].figure))
                continue;
            struct verdict v = silicon_judge_point(silicon_find_point(s, m->figure, m->series, m->x), own_value(t, m));
            judged += v.have;
            outside += v.have && !v.pass;
        }
        if (judged && !outside) {
            fprintf(stderr, "gt200 bench: figure %s holds: take it out of known.csv\n", s->known[i].figure);
            ok = false;
        }
    }
    return ok;
}

/* What the comparison amounts to, and what is not compared. */
static void print_evidence(const struct table *t, const struct silicon *s)
{
    struct evidence e;
    size_t unmeasured = 0;

    if (evidence_of(t, s, &e) && e.all.n) {
        printf("\n");
        evidence_print(stdout, &e);
    }
    for (size_t i = 0; i < s->nrows; i++)
        unmeasured += silicon_unmeasured(s, s->rows[i].id) != NULL;
    printf("%zu numbers of the table have no measurement here: gt200 bench --unmeasured says why\n", unmeasured);
}

struct markdown {
    const struct evidence *e;
    const struct silicon *s;
};

static bool put_markdown(FILE *f, const void *data)
{
    const struct markdown *m = data;

    evidence_markdown(f, m->e, m->s);
    return !fflush(f) && !ferror(f);
}

/* The same as Markdown, whole or not at all. */
static bool write_evidence(const char *path, const struct table *t, const struct silicon *s)
{
    struct evidence e;

    return evidence_of(t, s, &e) && gt_write_file(path, put_markdown, &(struct markdown){ &e, s });
}

static bool plot(const char *path, const struct table *t, const struct silicon *s)
{
    struct plot_curve latency = { 0 }, throughput = { 0 };

    for (size_t i = 0; i < t->n; i++) {
        const struct measured *m = &t->m[i];
        if (strcmp(m->figure, "6"))
            continue;
        struct plot_curve *c = !strcmp(m->series, "latency") ? &latency : &throughput;
        if (c->n == PLOT_MAX)
            continue;
        c->x[c->n] = m->x;
        c->y[c->n++] = m->v[0];
    }
    char err[1200];
    bool ok = plot_figure6(path, s, &latency, &throughput, err, sizeof err);
    if (!ok)
        fprintf(stderr, "gt200 bench: %s\n", err);
    return ok;
}

static bool write_report(const char *dir, const struct table *t, const struct silicon *s, char **targets,
                         int ntargets, bool full, const char *kernel_dir, const char *home)
{
    char source_dir[1024], err[1600];

    if (home)
        snprintf(source_dir, sizeof source_dir, "%.1000s/kernels", home);
    else
        snprintf(source_dir, sizeof source_dir, "%s", BENCH_SOURCE_DIR);
    struct report r = { .dir = dir, .t = t, .s = s, .targets = targets, .ntargets = ntargets, .full = full,
                        .kernel_dir = kernel_dir, .source_dir = source_dir };
    bool ok = report_write(&r, err, sizeof err);
    if (!ok)
        fprintf(stderr, "gt200 bench: %s\n", err);
    return ok;
}

/* The ids, or those of them that match a pattern. */
static void list(char **patterns, int n)
{
    for (size_t i = 0; i < bench_experiment_count; i++) {
        char ids[256], *save = NULL;
        snprintf(ids, sizeof ids, "%s", bench_experiments[i].ids);
        for (char *id = strtok_r(ids, " ", &save); id; id = strtok_r(NULL, " ", &save))
            for (int k = 0; k == 0 || k < n; k++)
                if (!n || !fnmatch(patterns[k], id, 0)) {
                    printf("%s\n", id);
                    break;
                }
    }
}

/* The ids of tables.csv that no experiment yields, and why. */
static int list_unmeasured(const char *silicon_dir)
{
    struct silicon s;
    char err[1200];

    if (!silicon_load(&s, silicon_dir, err, sizeof err)) {
        fprintf(stderr, "gt200 bench: %s\n", err);
        return 1;
    }
    for (size_t i = 0; i < s.nrows; i++) {
        const char *why = silicon_unmeasured(&s, s.rows[i].id);
        if (why)
            printf("%-24s %-24s %s\n", s.rows[i].id, s.rows[i].value, why);
    }
    silicon_free(&s);
    return 0;
}

static void usage(FILE *f)
{
    fprintf(f,
            "usage: gt200 bench [ID|GLOB]... [--target T[,T]...] [--chip C] [--threads N] [--full]\n"
            "                   [--csv FILE] [--report DIR] [--plot FILE] [--evidence FILE] [--beside FILE]...\n"
            "       gt200 bench --list [ID|GLOB]... | --unmeasured\n"
            "\n"
            "Measures what the ISPASS 2010 paper measured, all of it or what matches, and prints it beside\n"
            "the numbers of the real GT200, each with its kind (measured, rule, recalled) and limit.\n"
            "\n"
            "  --target T[,T]...  func, model (default), rtl, lockstep, one column each; cuda: a real NVIDIA\n"
            "                     GPU through its driver, with the experiments that do not need a GT200,\n"
            "                     shown beside and not judged\n"
            "  --chip C           sm (default) or tpc; model also gtx280\n"
            "  --threads N        model: host threads for gtx280 (default one per core)\n"
            "  --full             every point of the paper's sweeps, not only those that show a curve's\n"
            "                     shape; and Figures 20, 21 and 23 on rtl and lockstep, where they take\n"
            "                     minutes and else run only if an id or pattern asks for them\n"
            "  --jitter SEED      a memory with random ready and latency, the same on all targets: for\n"
            "                     comparing them with each other, not with the real GT200\n"
            "  --csv FILE         one row per measurement and target (RFC 4180, lines end in a line feed;\n"
            "                     of a real GPU with a line of remarks, #, on top); -: standard output\n"
            "  --report DIR       DIR/index.html, one web page with every table and figure, sources and\n"
            "                     native code; works offline; replaces an earlier report in DIR\n"
            "  --plot FILE        Figure 6 as SVG or PNG (by the file name; needs gnuplot)\n"
            "  --evidence FILE    independent measurements, predictions and what each constant was set from,\n"
            "                     as Markdown; -: standard output\n"
            "  --beside FILE      the machines of a record, a file of --csv made elsewhere or earlier, as\n"
            "                     further columns and curves\n"
            "  --list             the ids (that match) and nothing else\n"
            "  --unmeasured       the numbers of the real GT200 that no experiment yields, and why\n"
            "\n"
            "On a terminal a line shows which experiment runs. Exit status: 0 all inside their limits and equal\n"
            "on all targets, 1 otherwise, 2 usage.\n");
}

/* --chip, --threads and --jitter, as the runtime takes them. */
static bool machine(const char *chip_name, const char *threads, const char *jitter)
{
    char err[256];

    if (chip_name && !gt_chip_find(chip_name, err, sizeof err)) {
        fprintf(stderr, "gt200 bench: --chip: %s\n", err);
        return false;
    }
    if (threads && (strspn(threads, "0123456789") != strlen(threads) || atoi(threads) < 1 || atoi(threads) > 1024)) {
        fprintf(stderr, "gt200 bench: --threads: '%s' is not a number from 1 to 1024\n", threads);
        return false;
    }
    if (jitter && (strspn(jitter, "0123456789") != strlen(jitter) || strlen(jitter) > 9 || atoi(jitter) < 1)) {
        fprintf(stderr, "gt200 bench: --jitter: '%s' is not a number from 1 to 999999999\n", jitter);
        return false;
    }
    if (jitter && setenv("GT200_JITTER", jitter, 1))
        return false;
    return (!chip_name || !setenv("GT200_CHIP", chip_name, 1)) && (!threads || !setenv("GT200_THREADS", threads, 1));
}

static bool known_target(const char *name)
{
    enum gt_target target;

    return gt_target_parse(name, &target) || !strcmp(name, "cuda");
}

/* A GPU comes behind our own machines, which are the ones that are judged. false: given twice. */
static bool gpu_last(char **targets, int n, int *nown)
{
    int gpus = 0;

    *nown = 0;
    for (int i = 0; i < n; i++) {
        char *target = targets[i];
        if (strcmp(target, "cuda")) {
            targets[i] = targets[*nown];
            targets[(*nown)++] = target;
        } else {
            gpus++;
        }
    }
    return gpus <= 1;
}

/* Measures on every target, then takes the records. */
static bool measure_all(struct table *t, char **targets, struct measure *m)
{
    bool ok = true;

    m->t = t;
    for (t->target = 0; ok && t->target < t->nown; t->target++) {
        m->target = targets[t->target];
        ok = measure_own(m);
    }
    if (ok && t->target < t->nrun && !strcmp(targets[t->target], "cuda")) {
        m->target = targets[t->target];
        ok = measure_gpu(m, &t->gpu);       /* what could be measured is written all the same */
        if (!ok && !*t->gpu.name)
            return false;
        t->incomplete = !ok;
        ok = true;
        t->target++;
    }
    return ok;
}

int gt_cmd_bench(int argc, char **argv)
{
    char *patterns[64], *targets[MAX_TARGETS], *target_list = NULL, *save = NULL;
    const char *csv = NULL, *picture = NULL, *report = NULL, *chip_name = NULL, *threads = NULL, *jitter = NULL;
    const char *evidence = NULL, *records[MAX_TARGETS];
    int nrecords = 0;
    int npatterns = 0, ntargets = 0;
    bool full = false, unmeasured = false, listed = false;

    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (!strcmp(arg, "--help") || !strcmp(arg, "-h")) {
            usage(stdout);
            return 0;
        }
        if (!strcmp(arg, "--list")) {
            listed = true;
            continue;
        }
        if (!strcmp(arg, "--full")) {
            full = true;
            continue;
        }
        if (!strcmp(arg, "--unmeasured")) {
            unmeasured = true;
            continue;
        }
        const char **value = !strcmp(arg, "--csv") ? &csv : !strcmp(arg, "--plot") ? &picture :
                             !strcmp(arg, "--report") ? &report : !strcmp(arg, "--chip") ? &chip_name :
                             !strcmp(arg, "--threads") ? &threads : !strcmp(arg, "--jitter") ? &jitter :
                             !strcmp(arg, "--evidence") ? &evidence : NULL;
        bool is_target = !strcmp(arg, "--target"), is_record = !strcmp(arg, "--beside");
        if (value || is_target || is_record) {
            if (i + 1 >= argc) {
                fprintf(stderr, "gt200 bench: %s needs a value\n", arg);
                return 2;
            }
            if (is_record && nrecords == MAX_TARGETS) {
                fprintf(stderr, "gt200 bench: --beside: more than %d records\n", MAX_TARGETS);
                return 2;
            }
            if (is_target)
                target_list = argv[++i];
            else if (is_record)
                records[nrecords++] = argv[++i];
            else
                *value = argv[++i];
            continue;
        }
        if (arg[0] == '-') {
            fprintf(stderr, "gt200 bench: unknown option '%s' (see gt200 bench --help)\n", arg);
            return 2;
        }
        bool known = false;
        for (size_t k = 0; k < bench_experiment_count; k++)
            known |= measure_wanted(&bench_experiments[k], &argv[i], 1);
        if (!known) {
            fprintf(stderr, "gt200 bench: no measurement matches '%s' (see gt200 bench --list)\n", arg);
            return 2;
        }
        if (npatterns < 64)
            patterns[npatterns++] = argv[i];
    }
    if (listed) {
        list(patterns, npatterns);
        return 0;
    }
    if (!machine(chip_name, threads, jitter))
        return 2;
    char default_target[] = "model";
    for (char *p = strtok_r(target_list ? target_list : default_target, ",", &save); p;
         p = strtok_r(NULL, ",", &save)) {
        if (!known_target(p)) {
            fprintf(stderr, "gt200 bench: unknown target '%s' (func, model, rtl, lockstep, cuda)\n", p);
            return 2;
        }
        if (ntargets == MAX_TARGETS) {
            fprintf(stderr, "gt200 bench: at most %d targets\n", MAX_TARGETS);
            return 2;
        }
        targets[ntargets++] = p;
    }

    if (!ntargets) {
        fprintf(stderr, "gt200 bench: --target: no target in '%s' (func, model, rtl, lockstep, cuda)\n", target_list);
        return 2;
    }
    if (picture && !measures_figure6(patterns, npatterns)) {
        fprintf(stderr, "gt200 bench: --plot draws figure6, which is not among the measurements asked for\n");
        return 2;
    }
    const char *home = getenv("GT200_BENCH_DIR");
    char kernel_dir[1024], silicon_dir[1024], err[1200];
    snprintf(kernel_dir, sizeof kernel_dir, "%s", home ? home : BENCH_KERNEL_DIR);
    if (home)
        snprintf(silicon_dir, sizeof silicon_dir, "%.1000s/silicon", home);
    else
        snprintf(silicon_dir, sizeof silicon_dir, "%s", BENCH_SILICON_DIR);

    if (unmeasured)
        return list_unmeasured(silicon_dir);
    /* before minutes of measuring */
    if ((report && !report_possible(report, err, sizeof err)) ||
        (csv && !output_possible(csv, false, err, sizeof err)) ||
        (evidence && !output_possible(evidence, false, err, sizeof err)) ||
        (picture && (!gnuplot_name(picture, err, sizeof err) || !output_possible(picture, true, err, sizeof err) ||
                     !gnuplot_available(err, sizeof err)))) {
        fprintf(stderr, "gt200 bench: %s\n", err);
        return 1;
    }
    struct silicon s;
    if (!silicon_load(&s, silicon_dir, err, sizeof err)) {
        fprintf(stderr, "gt200 bench: %s\n", err);
        return 1;
    }
    struct table t = { 0 };
    if (!gpu_last(targets, ntargets, &t.nown)) {
        fprintf(stderr, "gt200 bench: --target: cuda twice\n");
        return 2;
    }
    t.nrun = t.ntargets = ntargets;
    struct measure m = { .patterns = patterns, .npatterns = npatterns, .full = full, .kernel_dir = kernel_dir,
                         .csv = csv && strcmp(csv, "-") ? csv : NULL, .s = &s, .targets = targets,
                         .ntargets = ntargets };
    bool ok = measure_all(&t, targets, &m);
    for (int i = 0; ok && i < nrecords; i++)
        if (!(ok = record_take(&t, targets, records[i], err, sizeof err)))
            fprintf(stderr, "gt200 bench: --beside: %s\n", err);
    ntargets = t.ntargets;
    if (ok) {
        int different = 0;
        bool to_stdout = (csv && !strcmp(csv, "-")) || (evidence && !strcmp(evidence, "-"));
        if (!to_stdout) {
            print_values(&t, &s, targets, ntargets);
            print_points(&t, &s, targets, ntargets);
            print_evidence(&t, &s);
        }
        if (csv)
            ok = csv_write(csv, &t, &s, targets, ntargets);
        if (ok && evidence)
            ok = write_evidence(evidence, &t, &s);
        if (ok && picture)
            ok = plot(picture, &t, &s);
        if (ok && report)
            ok = write_report(report, &t, &s, targets, ntargets, full, kernel_dir, home);
        if (!judge_all(&t, &s, ntargets, &different) || !known_figures_differ(&t, &s))
            ok = false;
        if (t.incomplete)
            ok = false;
        if (t.nown > 1 && !to_stdout)
            printf("\n%d of %zu measurements differ between the targets\n", different, t.n);
        if (different)
            ok = false;
    }
    free(t.m);
    silicon_free(&s);
    return ok ? 0 : 1;
}
