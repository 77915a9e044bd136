/* SPDX-License-Identifier: Apache-2.0
 * gt200 bench: chooses experiments, runs them on each target, prints table, CSV and pictures. */
#include "bench.h"
#include "arguments.h"
#include "crew.h"
#include "gsim.h"
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cuda.h>

#include "evidence.h"
#include "files.h"
#include "home.h"
#include "target.h"
#include "measured.h"
#include "printable.h"
#include "report.h"
#include "report_charts.h"
#include "settings.h"
#include "svg.h"

static bool measures_figure6(char **patterns, int n)
{
    char figure6[] = "figure6", *just[] = { figure6 };

    for (size_t i = 0; i < bench_experiment_count; i++)
        if (measure_wanted(&bench_experiments[i], just, 1))
            return measure_wanted(&bench_experiments[i], patterns, n);
    return false;
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
            struct verdict v = bench_judge(t, s, m, k);
            if (!silicon_acceptable(r, &v) && !(*m->figure && silicon_figure_known(s, m->figure)))
                ok = false;
            *different += bench_differs(t, m, k);
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
            const struct silicon_point *p = silicon_find_point(s, m->figure, m->series, m->x);
            if (p && s->known[i].recalled && p->kind != SILICON_RECALLED)
                continue;
            struct verdict v = silicon_judge_point(p, own_value(t, m));
            judged += v.have;
            outside += v.have && !v.pass;
        }
        if (judged && !outside) {
            gt_tell("gt200 bench: figure %s holds: take it out of known.csv\n", s->known[i].figure);
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

/* Figure 6, of all machines. */
static bool plot_figure6(const char *path, const struct table *t, const struct silicon *s, char **targets, int ntargets)
{
    const struct report r = { .t = t, .s = s, .targets = targets, .ntargets = ntargets };
    size_t i = 0;

    while (strcmp(bench_figures[i].id, "6"))
        i++;
    return charts_file(path, &r, &bench_figures[i]);
}

/* --report: the folder, and counts of what it says; false: the message has been printed. */
static bool write_report(const char *dir, const struct table *t, const struct silicon *s, char **targets,
                         int ntargets, const struct arguments *a, const char *kernel_dir,
                         struct report_counts *counts)
{
    char source_dir[1024], err[1600];

    snprintf(source_dir, sizeof source_dir, "%.1000s/kernels", kernel_dir);
    struct report r = { .dir = dir, .t = t, .s = s, .targets = targets, .ntargets = ntargets,
                        .full = a->full, .quick = a->quick,
                        .patterns = a->patterns, .npatterns = a->npatterns,
                        .kernel_dir = kernel_dir, .source_dir = source_dir };
    bool ok = report_write(&r, err, sizeof err);
    if (!ok)
        gt_tell("gt200 bench: %s\n", err);
    *counts = report_count(&r);
    return ok;
}

/* What is met, and where the page is. */
static void print_report(FILE *f, const struct report_counts *c, const char *dir, long seconds)
{
    static const char *const what[] = { "measurements of the GTX 280 match", "points of a rule hold",
                                        "recalled numbers agree" };

    fprintf(f, "\n");
    for (int k = SILICON_MEASURED; k <= SILICON_RECALLED; k++)
        if (c->judged[k])
            fprintf(f, "%5zu of %5zu %s\n", c->held[k], c->judged[k], what[k]);
    fprintf(f, "%s/index.html: the report, after %ld s\n", dir, seconds);
}

/* The ids, or those of them that match a pattern. */
static void list_ids(char **patterns, int n)
{
    for (size_t i = 0; i < bench_experiment_count; i++) {
        char ids[512], *save = NULL;
        snprintf(ids, sizeof ids, "%s", bench_experiments[i].ids);
        for (char *id = strtok_r(ids, " ", &save); id; id = strtok_r(NULL, " ", &save))
            for (int k = 0; k == 0 || k < n; k++)
                if (!n || measure_matches(patterns[k], id)) {
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
        gt_tell("gt200 bench: %s\n", err);
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
        if (!ok && (!*t->gpu.name || !t->n))
            return false;
        t->incomplete = !ok;
        ok = true;
        t->target++;
    }
    return ok;
}

static int run_bench(int argc, char **argv);

const struct cli_command gt_command_bench = {
    .name = "bench", .what = "the paper's measurements, beside silicon", .group = CLI_MEASURE,
    .usage = "[ID|BEGINNING|GLOB]... [options]\n--list [ID|BEGINNING|GLOB]... | --unmeasured",
    .about = "Measures what the ISPASS 2010 paper measured, all of it or what matches, and prints it beside the "
             "numbers of the real GT200, each with its kind (measured, rule, recalled) and limit.",
    .options = bench_options, .operand = bench_pattern, .ask = "bench --list", .run = run_bench,
    .asked = offsetof(struct arguments, asked),
    .runtime = true,
    .notes = "On a terminal a line shows which experiment runs and, of a report, how long all of them may take; "
             "elsewhere a report says so every quarter of a minute. Exit status: 0 all inside their limits and equal on "
             "all targets, 1 otherwise, 2 usage.",
};

/* Everything that can be refused is looked at before minutes of measuring. Exit status 1: something differs. */
static int run_bench(int argc, char **argv)
{
    struct arguments a;
    int rc = arguments_take(&a, &gt_command_bench, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (a.listed) {
        list_ids(a.patterns, a.npatterns);
        return CLI_OK;
    }
    if (a.picture && !measures_figure6(a.patterns, a.npatterns)) {
        fprintf(stderr, "gt200 bench: --plot draws figure6, which is not among the measurements asked for\n");
        return 2;
    }
    const char *home = getenv("GT200_BENCH_DIR");
    char kernel_dir[1024], silicon_dir[1024], err[1200];
    if (home)
        snprintf(kernel_dir, sizeof kernel_dir, "%s", home);
    else if (!cmd_home("bench", "share/gt200/bench", kernel_dir, sizeof kernel_dir))
        return CLI_FAILURE;
    snprintf(silicon_dir, sizeof silicon_dir, "%.1000s/silicon", kernel_dir);

    if (a.unmeasured)
        return list_unmeasured(silicon_dir);
    /* before minutes of measuring */
    if ((a.report && !report_possible(a.report, err, sizeof err)) ||
        (a.csv && !output_possible(a.csv, err, sizeof err)) ||
        (a.evidence && !output_possible(a.evidence, err, sizeof err)) ||
        (a.picture &&
         (!chart_name(a.picture, err, sizeof err) || !output_possible(a.picture, err, sizeof err)))) {
        gt_tell("gt200 bench: %s\n", err);
        return 1;
    }
    struct silicon s;
    if (!silicon_load(&s, silicon_dir, err, sizeof err)) {
        gt_tell("gt200 bench: %s\n", err);
        return 1;
    }
    struct table t = { .whole = calloc(bench_experiment_count, sizeof *t.whole) };
    if (!gpu_last(a.targets, a.ntargets, &t.nown)) {
        fprintf(stderr, "gt200 bench: --target: cuda twice\n");
        return 2;
    }
    t.nrun = t.ntargets = a.ntargets;
    double *seconds = calloc(bench_experiment_count, sizeof *seconds);
    const time_t start = time(NULL);
    if (a.report && setenv("GT200_QUIET", "1", 0))      /* a line for all kernels, and none for each that is long */
        return cli_failure("bench", "out of memory");
    struct measure m = { .report = a.report != NULL, .choose = arguments_choose_chips(&a),
                         .patterns = a.patterns, .npatterns = a.npatterns, .full = a.full,
                         .jobs = a.jobs ? (unsigned)a.jobs : crew_cores(), .seconds = seconds,
                         .patience = (unsigned)a.patience, .kernel_dir = kernel_dir,
                         .csv = a.csv && strcmp(a.csv, "-") ? a.csv : NULL, .s = &s, .targets = a.targets,
                         .ntargets = a.ntargets };
    bool ok = seconds && t.whole && measure_all(&t, a.targets, &m);
    if (!seconds || !t.whole)
        fprintf(stderr, "gt200 bench: out of memory\n");
    free(seconds);
    for (int i = 0; ok && i < a.nrecords; i++)
        if (!(ok = record_take(&t, a.targets, a.records[i], err, sizeof err)))
            gt_tell("gt200 bench: --beside: %s\n", err);
    a.ntargets = t.ntargets;
    if (ok) {
        int different = 0;
        bool to_stdout = (a.csv && !strcmp(a.csv, "-")) || (a.evidence && !strcmp(a.evidence, "-"));
        if (!to_stdout) {
            print_values(&t, &s, a.targets, a.ntargets);
            print_points(&t, &s, a.targets, a.ntargets);
            print_evidence(&t, &s);
        }
        if (a.csv)
            ok = csv_write(a.csv, &t, &s, a.targets, a.ntargets);
        if (ok && a.evidence)
            ok = write_evidence(a.evidence, &t, &s);
        if (ok && a.picture)
            ok = plot_figure6(a.picture, &t, &s, a.targets, a.ntargets);
        struct report_counts counts = { 0 };
        bool written = ok && a.report &&
                       write_report(a.report, &t, &s, a.targets, a.ntargets, &a, kernel_dir, &counts);
        if (a.report && !written)
            ok = false;
        if (!judge_all(&t, &s, a.ntargets, &different) || !known_figures_differ(&t, &s))
            ok = false;
        if (t.incomplete)
            ok = false;
        if (t.nown > 1 && !to_stdout)
            printf("\n%d of %zu measurements differ between the targets\n", different, t.n);
        if (different)
            ok = false;
        if (written)
            print_report(to_stdout ? stderr : stdout, &counts, a.report, (long)(time(NULL) - start));
    }
    table_free(&t);
    silicon_free(&s);
    if (t.hung) {               /* what runs when a process ends would wait for the kernel */
        fflush(NULL);
        _Exit(ok ? 0 : 1);
    }
    return ok ? 0 : 1;
}
