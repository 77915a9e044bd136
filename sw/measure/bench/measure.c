/* SPDX-License-Identifier: Apache-2.0
 * Running the experiments on a target and collecting what they measure. */
#define _GNU_SOURCE         /* FNM_CASEFOLD */
#include <ctype.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "crew.h"
#include "gsim.h"
#include "harness.h"
#include "measured.h"
#include "printable.h"
#include "pace.h"
#include "settings.h"
#include "workers.h"

#define WITH_PARTITIONS "--chip gpu1, gpu2 or gtx280"

/* NaN, the x of a number of a whole figure, equals NaN. */
static bool same_x(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

struct measured *table_row(struct table *t, const char *id, const char *figure, const char *series, double x)
{
    for (size_t i = 0; i < t->n; i++) {
        struct measured *m = &t->m[i];
        if (!strcmp(m->id, id) && !strcmp(m->figure, figure) && !strcmp(m->series, series) && same_x(m->x, x))
            return m;
    }
    struct measured *grown = realloc(t->m, (t->n + 1) * sizeof *grown);
    if (!grown) {
        t->failed = true;
        return NULL;
    }
    t->m = grown;
    struct measured *m = &grown[t->n++];
    memset(m, 0, sizeof *m);
    snprintf(m->id, sizeof m->id, "%s", id);
    snprintf(m->figure, sizeof m->figure, "%s", figure);
    snprintf(m->series, sizeof m->series, "%s", series);
    m->x = x;
    for (int k = 0; k < MAX_TARGETS; k++)
        m->v[k] = NAN;
    return m;
}

void table_missing(struct table *t, struct measured *m, int target, const char *why)
{
    m->v[target] = NAN;
    free(m->missing[target]);
    m->missing[target] = strdup(why);
    t->failed = t->failed || !m->missing[target];
}

void table_free(struct table *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (int k = 0; k < MAX_TARGETS; k++)
            free(t->m[i].missing[k]);
    free(t->m);
    free(t->whole);
    t->m = NULL;
    t->n = 0;
}

static void take_value(void *ctx, const struct bench_value *v)
{
    struct table *t = ctx;
    struct measured *m = table_row(t, v->id, "", "", 0);

    if (m && v->missing)
        table_missing(t, m, t->target, v->missing);
    else if (m)
        m->v[t->target] = v->value;
}

static void take_point(void *ctx, const struct bench_point *p)
{
    struct table *t = ctx;
    struct measured *m = table_row(t, "", p->figure, p->series, p->x);

    if (m && p->missing)
        table_missing(t, m, t->target, p->missing);
    else if (m)
        m->v[t->target] = p->y;
}

static bool is_id(const char *pattern)
{
    for (size_t i = 0; i < bench_experiment_count; i++)
        for (const char *p = bench_experiments[i].ids; *p; p += strspn(p, " ")) {
            const size_t n = strcspn(p, " ");
            if (n == strlen(pattern) && !strncasecmp(p, pattern, n))
                return true;
            p += n;
        }
    return false;
}

#define SPELLED 128
/* The pattern with "figure" for "fig" in front of a number. */
static const char *spell_out(const char *pattern, char whole[SPELLED])
{
    if (strncasecmp(pattern, "fig", 3) || !isdigit((unsigned char)pattern[3]))
        return pattern;
    snprintf(whole, SPELLED, "figure%.100s", pattern + 3);
    return whole;
}

bool measure_matches(const char *pattern, const char *id)
{
    char whole[SPELLED];

    if (strpbrk(pattern, "*?["))
        return !fnmatch(pattern, id, FNM_CASEFOLD);
    pattern = spell_out(pattern, whole);
    const size_t n = strlen(pattern);
    if (!n || strncasecmp(pattern, id, n))
        return false;
    if (!id[n])
        return true;
    return !is_id(pattern) && !(isdigit((unsigned char)id[n - 1]) && isdigit((unsigned char)id[n]));
}

/* Those of the experiment's ids that match one of the patterns, separated by commas. */
static void list_matching(const struct bench_experiment *e, char **patterns, int n, char *out, size_t outn)
{
    char ids[512], *save = NULL;
    size_t used = 0;

    *out = 0;
    snprintf(ids, sizeof ids, "%s", e->ids);
    for (char *id = strtok_r(ids, " ", &save); id && used < outn; id = strtok_r(NULL, " ", &save)) {
        bool wanted = n == 0;
        for (int i = 0; i < n; i++)
            wanted |= measure_matches(patterns[i], id);
        if (wanted)
            used += (size_t)snprintf(out + used, outn - used, "%s%s", used ? ", " : "", id);
    }
}

bool measure_wanted(const struct bench_experiment *e, char **patterns, int n)
{
    char ids[512];

    list_matching(e, patterns, n, ids, sizeof ids);
    return n == 0 || *ids;
}

/* Is the experiment one of those asked for, and not only by a pattern or the beginning of an id? */
static bool by_name(const struct bench_experiment *e, char **patterns, int n)
{
    char whole[SPELLED];

    for (int i = 0; i < n; i++)
        if (is_id(spell_out(patterns[i], whole)) && measure_wanted(e, &patterns[i], 1))
            return true;
    return false;
}

/* One run through the experiments, each in a context of its own, so that an error of a kernel ends with its
 * experiment. */
struct pass {
    const struct measure *m;
    struct bench_job job;
    struct pace pace;
    bool   hung;            /* a kernel of a GPU has not ended */
};

static void say_on_line(const struct pass *p, const char *text)
{
    if (p->pace.tty)
        fputs("\r\033[K", stderr);
    gt_tell("gt200 bench: target %s: %s\n", p->m->target, text);
}

/* The chip that is chosen for an experiment, or NULL: the one that was asked for. Of all experiments those that tell
 * more on the whole chip run there, of some only those that are named and need it; on the RTL it would take hours. */
static const struct gt_chip *chosen_chip(const struct pass *p, const struct bench_experiment *e)
{
    const struct measure *m = p->m;

    if (!m->choose || strcmp(m->target, "model"))
        return NULL;
    bool whole = m->npatterns ? e->where == BENCH_HIERARCHY && by_name(e, m->patterns, m->npatterns)
                              : e->where == BENCH_HIERARCHY || bench_effort(e).deeper;
    return whole ? bench_chip_of(BENCH_WHOLE) : NULL;
}

/* Is it one of those that another kind of machine makes? */
static bool made_elsewhere(const struct pass *p, const struct bench_experiment *e)
{
    if (e->where == BENCH_HIERARCHY)
        return !p->job.partitions && !chosen_chip(p, e);
    return e->where == (p->job.gpu ? BENCH_GT200_ONLY : BENCH_GPU_ONLY);
}

/* How many of those that are wanted can be made here. */
static size_t count_possible(const struct pass *p)
{
    size_t n = 0;

    for (size_t i = 0; i < bench_experiment_count; i++)
        n += !made_elsewhere(p, &bench_experiments[i]) &&
             measure_wanted(&bench_experiments[i], p->m->patterns, p->m->npatterns);
    return n;
}

/* Can the experiment be made here? *ok: false when it cannot and was asked for by its name, or nothing else was. */
static bool can_measure(const struct pass *p, const struct bench_experiment *e, bool *ok)
{
    char text[1024], ids[512];

    if (!made_elsewhere(p, e))
        return true;
    bool named = by_name(e, p->m->patterns, p->m->npatterns) || !count_possible(p);
    list_matching(e, p->m->patterns, p->m->npatterns, ids, sizeof ids);
    const char *need = strchr(ids, ',') ? "need" : "needs";
    if (p->job.gpu)
        snprintf(text, sizeof text, "%s %s a GT200: %s", ids, need, e->why);
    else if (e->where == BENCH_HIERARCHY)
        snprintf(text, sizeof text, "%s %s a chip with a memory hierarchy: %s", ids, need, WITH_PARTITIONS);
    else
        snprintf(text, sizeof text, "%s %s a real GPU: --target cuda", ids, need);
    if (named || p->job.gpu)
        say_on_line(p, text);
    if (named)
        *ok = false;
    return false;
}

/* The first device's context; false: err has the driver's words. */
static bool make_context(const struct cuda_api *cu, CUcontext *context, char *err, size_t errn)
{
    CUdevice device;
    CUresult rc = cu->cuInit(0);

    *context = NULL;
    if (rc == CUDA_SUCCESS && (rc = cu->cuDeviceGet(&device, 0)) == CUDA_SUCCESS)
        rc = cu->cuCtxCreate(context, 0, device);
    if (rc == CUDA_SUCCESS)
        return true;
    const char *why = NULL;
    cu->cuGetErrorString(rc, &why);
    snprintf(err, errn, "%s", why ? why : "unknown error");
    return false;
}

/* On a GPU. */
static bool run_one(struct pass *p, const struct bench_experiment *e)
{
    CUcontext context;

    p->job.e = e;
    const bool made = make_context(p->job.cu, &context, p->job.err, p->job.errn);
    const bool ok = made && e->run(&p->job);
    if (!ok)
        say_on_line(p, p->job.err);
    if (made && !p->hung)
        p->job.cu->cuCtxDestroy(context);
    return ok;
}

/* All that are wanted, on a GPU. */
static bool run_wanted(struct pass *p)
{
    const struct measure *m = p->m;
    bool ok = true;

    struct work_state state = { 0 };
    pace_begin(&p->pace, NULL, 0, 1);
    p->pace.all = count_possible(p);
    for (size_t i = 0; i < bench_experiment_count; i++) {
        const struct bench_experiment *e = &bench_experiments[i];
        if (!measure_wanted(e, m->patterns, m->npatterns) || !can_measure(p, e, &ok))
            continue;
        if (p->hung) {
            char text[160];
            snprintf(text, sizeof text, "%.100s is not run, nor what follows: a kernel hangs", e->ids);
            say_on_line(p, text);
            ok = false;
            break;
        }
        state.begun++;
        pace_show(&p->pace, &state, e->ids);
        if (!run_one(p, e))
            ok = false;
        state.done++;
        if (m->csv && !csv_write(m->csv, m->t, m->s, m->targets, m->ntargets))    /* the next may hang */
            return false;
    }
    pace_end(&p->pace);
    if (m->t->failed)
        fprintf(stderr, "gt200 bench: out of memory\n");
    return ok && !m->t->failed;
}

/* On our own machines: a pass for each target, the experiments of it in several processes. */
struct own_pass {
    struct pass p;
    CUcontext board;        /* a board has one line and one context for all; else NULL */
};

static bool tell_error(const struct pass *p, const char *err)
{
    say_on_line(p, err);
    return false;
}

static void show_units(void *ctx, const struct work_unit *units, const struct work_state *state)
{
    pace_show(&((struct own_pass *)ctx)->p.pace, state, units[state->latest].e->ids);
}

/* The chip of a unit becomes the one that is asked for; none: what was asked for before stays. */
static bool take_unit_chip(const struct work_unit *u, struct bench_job *job)
{
    if (!u->chip)
        return true;
    job->tpcs = u->chip->tpcs;
    job->partitions = u->chip->partitions;
    return !setenv("GT200_CHIP", u->chip->name, 1);
}

/* An experiment on the chip that it needs, in the board's context or one of its own. */
static bool run_unit(void *ctx, const struct work_unit *u, const struct bench_sink *sink, char *err, size_t errn)
{
    struct own_pass *own = ctx;
    struct bench_job job = own->p.job;
    CUcontext context = own->board;

    job.e = u->e;
    job.sink = sink;
    job.err = err;
    job.errn = errn;
    bool ok = (take_unit_chip(u, &job) || bench_fail(&job, "out of memory")) &&
              (context || make_context(job.cu, &context, err, errn));
    ok = ok && u->e->run(&job);
    if (!own->board && context)
        job.cu->cuCtxDestroy(context);
    if (u->chip)                /* none was asked for */
        unsetenv("GT200_CHIP");
    return ok;
}

static double unit_seconds(const struct work_unit *u, const double *seconds)
{
    const double before = seconds[u->e - bench_experiments];

    return before > 0 ? before : u->effort;
}

/* The experiment that took longest on the target before, or is expected to, comes first. */
static void longest_first(size_t *order, const struct work_unit *units, size_t n, const double *seconds)
{
    for (size_t i = 0; i < n; i++) {
        size_t k = i;
        for (; k > 0 && unit_seconds(&units[order[k - 1]], seconds) < unit_seconds(&units[i], seconds); k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

/* All of them: in this process, or the longest first in several. */
static bool run_units(struct own_pass *own, struct work_unit *units, size_t n)
{
    static const struct work work = { run_unit, show_units };
    struct pass *p = &own->p;
    const struct bench_sink sink = { take_value, take_point, p->m->t };
    size_t *order = malloc((n + 1) * sizeof *order);
    unsigned jobs = p->m->jobs < n ? p->m->jobs : (unsigned)n;
    bool ok = order != NULL;

    if (!ok)
        return tell_error(p, "out of memory");
    pace_begin(&p->pace, units, n, own->board ? 1 : jobs);
    longest_first(order, units, n, p->m->seconds);
    if (own->board || jobs <= 1) {
        struct work_state state = { 0 };
        for (size_t i = 0; ok && i < n; i++) {
            state.latest = i;
            state.begun++;
            state.begun_effort += units[i].effort;
            show_units(own, units, &state);
            time_t start = time(NULL);
            ok = run_unit(own, &units[i], &sink, p->job.err, p->job.errn);
            state.done++;
            state.effort += units[i].effort;
            state.seconds += (double)(time(NULL) - start);
        }
    } else {
        char why[256], threads[16];     /* of gtx280, each: the other cores are taken */
        unsigned share = crew_cores() / jobs;
        snprintf(threads, sizeof threads, "%u", share ? share : 1);
        const size_t row = cmd_setting_of("bench", "--threads");
        const bool set = !cmd_setting_value(row) && cmd_setting_honoured(row, p->m->target, NULL, why, sizeof why);
        if (set)
            setenv("GT200_THREADS", threads, 1);
        ok = workers_run(&work, own, units, order, n, jobs, &sink, p->job.err, p->job.errn);
        if (set)
            unsetenv("GT200_THREADS");
        for (size_t i = 0; ok && i < n; i++)
            p->m->seconds[units[i].e - bench_experiments] = units[i].seconds;
    }
    free(order);
    if (ok || p->pace.tty)
        pace_end(&p->pace);
    return ok || tell_error(p, p->job.err);
}

bool measure_own(const struct measure *m)
{
    struct cuda_api cu;
    char err[4608] = "";
    struct own_pass own = { .p = { .m = m, .pace = { .target = m->target, .tty = isatty(2), .lines = m->report,
                                                         .estimate = !strcmp(m->target, "model") } } };
    struct work_unit *units = calloc(bench_experiment_count, sizeof *units);
    size_t n = 0;
    bool possible_all = true;

    cuda_api_own(&cu);
    if (!units || setenv("GT200_TARGET", m->target, 1))
        return free(units), tell_error(&own.p, "out of memory");
    const char *name = getenv("GT200_CHIP");
    const struct gt_chip *chip = gt_chip_find(name && *name ? name : "sm", err, sizeof err);
    if (chip && chip->values->coalesce_strict)
        return free(units), tell_error(&own.p, "GT200_CHIP: the chip " BENCH_NOT_OF);
    own.p.job = (struct bench_job){ .kernel_dir = m->kernel_dir, .cu = &cu, .full = m->full,
                                    .tpcs = chip ? chip->tpcs : 1,
                                    .partitions = chip && strcmp(m->target, "func") ? chip->partitions : 0,
                                    .named = m->npatterns > 0, .err = err, .errn = sizeof err };
    for (size_t i = 0; i < bench_experiment_count; i++)
        if (measure_wanted(&bench_experiments[i], m->patterns, m->npatterns) &&
            can_measure(&own.p, &bench_experiments[i], &possible_all)) {
            struct work_unit *u = &units[n++];
            const struct bench_effort effort = bench_effort(&bench_experiments[i]);
            *u = (struct work_unit){ .e = &bench_experiments[i], .chip = chosen_chip(&own.p, &bench_experiments[i]) };
            u->effort = u->chip ? effort.whole : effort.seconds;
            m->t->whole[i] = m->t->whole[i] || u->chip;
        }
    bool ok = strncmp(m->target, "fpga:", 5) || make_context(&cu, &own.board, err, sizeof err) ||
              tell_error(&own.p, err);
    ok = ok && run_units(&own, units, n) && possible_all;
    if (own.board)
        cu.cuCtxDestroy(own.board);
    free(units);
    if (m->t->failed)
        fprintf(stderr, "gt200 bench: out of memory\n");
    return ok && !m->t->failed;
}

bool measure_gpu(const struct measure *m, struct cuda_device *d)
{
    struct bench_sink sink = { take_value, take_point, m->t };
    struct cuda_api cu;
    char err[4608];

    if (!cuda_api_open(&cu, false, err, sizeof err)) {
        gt_tell("gt200 bench: target cuda: %s\n", err);
        return false;
    }
    struct pass p = { .m = m, .pace = { .target = m->target, .tty = isatty(2), .lines = m->report } };
    say_on_line(&p, cu.path);
    p.job = (struct bench_job){ .kernel_dir = m->kernel_dir, .sink = &sink, .cu = &cu, .gpu = true, .full = m->full,
                                .tpcs = 1,
                                .patience = m->patience, .hung = &p.hung,
                                .named = m->npatterns > 0, .err = err, .errn = sizeof err };
    bool ok = cuda_api_device(&cu, d, err, sizeof err);
    if (!ok)
        say_on_line(&p, err);
    ok = ok && run_wanted(&p);
    m->t->hung = p.hung;
    if (!p.hung)
        cuda_api_close(&cu);
    return ok;
}
