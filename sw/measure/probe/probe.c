/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 probe: runs a plan on a GPU and writes what came back as CSV.
 */
#define _DEFAULT_SOURCE
#include "probe.h"

#include "files.h"
#include "gpu.h"
#include "options.h"
#include "plan.h"
#include "printable.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ONE_LESS "one less"     /* its words are those of the line above it */

enum { LANE_WORDS = 4 };        /* two values, first and last clock */

struct job {
    const char *plan, *out, *only, *cubins;
    uint64_t    runs;
    bool        list, all, lost;
    struct plan p;
    struct gpu *gpu;
    FILE       *f;
    unsigned    cases;
    struct { unsigned cases, errors; } *shared;      /* by the processes that use the GPU one after the other */
    unsigned    skip;
};

/* Results of one case with a number of warps: runs of count kernels of warps of lanes. */
struct results { const struct plan_case *c; unsigned warps, runs, kernels; const uint32_t *words; };

static const uint32_t *lane_words(const struct results *r, unsigned run, unsigned kernel, unsigned l)
{
    return r->words + LANE_WORDS * (((size_t)run * r->kernels + kernel) * 32 * r->warps + l);
}

static uint32_t warp_clocks(const struct results *r, unsigned run, unsigned kernel, unsigned warp)
{
    const uint32_t *w = lane_words(r, run, kernel, 32 * warp);

    return w[3] - w[2];
}

/* From the first warp's first clock to the last one's last. */
static uint32_t kernel_span(const struct results *r, unsigned run, unsigned kernel)
{
    uint32_t from = lane_words(r, run, kernel, 0)[2], most = 0;

    for (unsigned w = 1; w < r->warps; w++)
        if ((int32_t)(lane_words(r, run, kernel, 32 * w)[2] - from) < 0)
            from = lane_words(r, run, kernel, 32 * w)[2];
    for (unsigned w = 0; w < r->warps; w++) {
        uint32_t n = lane_words(r, run, kernel, 32 * w)[3] - from;
        most = n > most ? n : most;
    }
    return most;
}

/* Lanes of warp 0 whose values are those of `want`, a lane of another kernel. */
static uint32_t lanes_same(const struct results *r, unsigned run, unsigned kernel, unsigned of, bool each_its_own)
{
    uint32_t mask = 0;

    for (unsigned l = 0; l < 32; l++)
        if (!memcmp(lane_words(r, run, kernel, l), lane_words(r, 0, of, each_its_own ? l : 0), 8))
            mask |= 1u << l;
    return mask;
}

/* Are the values of all lanes of all warps and runs those of the kernel `of` in the first run? */
static bool values_right(const struct results *r, unsigned kernel, unsigned of)
{
    for (unsigned run = 0; run < r->runs; run++)
        for (unsigned l = 0; l < 32 * r->warps; l++)
            if (memcmp(lane_words(r, run, kernel, l), lane_words(r, 0, of, l), 8))
                return false;
    return true;
}

/* A row of the record: clocks and values of the first run, and whether the others were equal. */
static void print_row(struct job *j, const struct results *r, unsigned kernel, unsigned of, const char *what)
{
    const uint32_t *v = lane_words(r, 0, kernel, 0);
    bool equal = true, values = true;

    fprintf(j->f, "%s,", r->c->title);
    if (r->c->e->from)
        fprintf(j->f, "%u", r->c->from + kernel);
    fprintf(j->f, ",%u,%s,%s,", r->warps, strcmp(what, ONE_LESS) ? r->c->marked : "", what);
    for (unsigned w = 0; w < r->warps; w++)
        fprintf(j->f, "%s%u", w ? " " : "", warp_clocks(r, 0, kernel, w));
    if (r->warps > 1)
        fprintf(j->f, " span %u", kernel_span(r, 0, kernel));
    fprintf(j->f, ",%08x %08x,%08x,", v[0], v[1], lanes_same(r, 0, kernel, of, of != kernel));
    for (unsigned run = 1; run < r->runs; run++) {
        equal = equal && kernel_span(r, run, kernel) == kernel_span(r, 0, kernel);
        for (unsigned w = 0; w < r->warps; w++)
            equal = equal && warp_clocks(r, run, kernel, w) == warp_clocks(r, 0, kernel, w);
        for (unsigned l = 0; l < 32 * r->warps; l++)
            values = values && !memcmp(lane_words(r, run, kernel, l), lane_words(r, 0, kernel, l), 8);
    }
    if (equal && values) {
        fprintf(j->f, "%u equal\n", r->runs);
        return;
    }
    fprintf(j->f, "%s", values ? "clocks" : "values differ; clocks");
    for (unsigned run = 0; run < r->runs; run++)
        fprintf(j->f, " %u", kernel_span(r, run, kernel));
    fputc('\n', j->f);
}

/* The least d from which on everything is right, and one less. What is right is what the last three agree on and what
 * comes of it without the writer is not. */
static void print_least(struct job *j, const struct results *r)
{
    unsigned last = r->c->count - 1, n = last;

    if (last < 3 || !values_right(r, last, last) || !values_right(r, last - 1, last) ||
        !values_right(r, last - 2, last)) {
        print_row(j, r, last, last, "unsettled");
        return;
    }
    if (values_right(r, r->c->count, last)) {   /* the reader does not tell the two values apart */
        print_row(j, r, last, last, "blind");
        return;
    }
    while (n && values_right(r, n - 1, last))
        n--;
    print_row(j, r, n, last, n ? "least" : "least; the first");
    if (n)
        print_row(j, r, n - 1, last, ONE_LESS);
}

/* A case with so many warps, on the GPU. False: the GPU is lost; a case that fails is a row that says so. */
static bool run_warps(struct job *j, const struct plan_case *c, const void *cubin, unsigned warps)
{
    struct gpu_grid grid = { c->e->blocks, warps, c->e->constants };
    size_t bytes = (size_t)grid.blocks * warps * 32 * LANE_WORDS * 4;
    unsigned kernels = c->count + c->e->least;
    uint32_t *words = malloc(bytes * kernels * j->runs);
    struct results r = { c, grid.blocks * warps, (unsigned)j->runs, kernels, words };
    char err[512];

    if (!words)
        abort();
    bool ok = gpu_run(j->gpu, cubin, kernels, &grid, bytes, (unsigned)j->runs, words, &j->lost, err, sizeof err);
    if (!ok) {
        for (char *s = err; *s; s++)
            if (*s == ',' || *s == '\n')
                *s = ';';
        fprintf(j->f, "%s,,%u,%s,error: %s,,,,\n", c->title, r.warps, c->marked, err);
        j->shared->errors++;
    } else if (c->e->least && !j->all) {
        print_least(j, &r);
    } else {
        for (unsigned k = 0; k < c->count; k++)
            print_row(j, &r, k, k, "");
    }
    fflush(j->f);
    free(words);
    if (!ok)
        gt_tell("%s: %s\n", c->title, err);
    return !j->lost;
}

/* CASE.cubin in the folder that was asked for. */
static bool write_cubin(const struct job *j, const void *image, size_t size)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%u.cubin", j->cubins, j->cases);
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(image, 1, size, f) == size;
    ok = (!f || !fclose(f)) && ok;
    if (!ok)
        gt_tell("%s: %s\n", path, strerror(errno));
    return ok;
}

/* Writes, lists or runs a case; those before `skip` were done by an earlier process. */
static bool one_case(void *ctx, const struct plan_case *c)
{
    struct job *j = ctx;
    size_t size;

    if (j->cases < j->skip) {
        j->cases++;
        return true;
    }
    char err[512];
    void *image = sm70_cubin_write(&c->module, &size, err, sizeof err);
    bool ok = image != NULL;

    if (!ok)
        gt_tell("%s: %s\n", c->title, err);
    if (ok && j->cubins)
        ok = write_cubin(j, image, size);
    if (ok && j->list)
        fprintf(j->f, "%s,%u,%s\n", c->title, c->count, c->marked);
    for (unsigned i = 0; ok && j->gpu && i < c->e->nwarps; i++)
        ok = run_warps(j, c, image, c->e->warps[i]);
    free(image);
    j->cases++;
    if (j->shared)
        j->shared->cases = j->cases;
    return ok;
}

/* The head of the record, once. */
static void print_head(struct job *j)
{
    char date[32];
    time_t now = time(NULL);
    struct tm tm;
    const char *slash = strrchr(j->plan, '/');

    if (j->list) {
        fprintf(j->f, "experiment,kernels,words\n");
    } else if (j->gpu) {
        strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &tm));
        fprintf(j->f, "# %s; %s; %s; %u runs\n", gpu_about(j->gpu), date, slash ? slash + 1 : j->plan,
                (unsigned)j->runs);
        fprintf(j->f, "experiment,d,warps,words,what,clocks,values,lanes,runs\n");
    }
}

/* All cases; false: the message has been printed. */
static bool run_plan(struct job *j)
{
    char err[512];

    if (!j->skip)
        print_head(j);
    bool ok = plan_each(&j->p, j->only, one_case, j, err, sizeof err);
    if (!ok && *err)
        gt_tell("%s\n", err);
    if (ok && !j->cases) {
        gt_tell("%s: no experiment's name contains '%s'\n", j->plan, j->only);
        ok = false;
    }
    return ok;
}

/* Opens the GPU, which must be of the plan's chip. */
static bool open_gpu(struct job *j)
{
    char err[2600];

    j->gpu = gpu_open(err, sizeof err);
    if (!j->gpu) {
        gt_tell("gt200 probe: %s\n", err);
        return false;
    }
    if (gpu_capability(j->gpu) == sm70_chip_name(j->p.chip))
        return true;
    gt_tell("%s: expected a GPU of sm_%u, found %s\n", j->plan, sm70_chip_name(j->p.chip), gpu_about(j->gpu));
    return false;
}

enum { GPU_LOST = 3 };

/* In a process of its own, as a driver gives a process up whose kernel faulted. Its status. */
static int run_child(struct job *j)
{
    pid_t pid;
    int status;

    fflush(j->f);
    pid = fork();
    if (!pid) {
        bool ok = open_gpu(j) && run_plan(j);
        fflush(j->f);
        _exit(j->lost ? GPU_LOST : ok ? CLI_OK : CLI_FAILURE);
    }
    if (pid < 0 || waitpid(pid, &status, 0) < 0) {
        gt_tell("gt200 probe: %s\n", strerror(errno));
        return CLI_FAILURE;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : CLI_FAILURE;
}

/* In a child, since a GPU that is lost is lost for its process: the next child goes on behind the case. */
static bool run_on_gpu(struct job *j)
{
    int status;

    j->shared = mmap(NULL, sizeof *j->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (j->shared == MAP_FAILED) {
        gt_tell("gt200 probe: %s\n", strerror(errno));
        return false;
    }
    while ((status = run_child(j)) == GPU_LOST)
        j->skip = j->shared->cases;
    if (j->shared->errors)
        gt_tell("%s: %u experiments failed\n", j->plan, j->shared->errors);
    bool ok = status == CLI_OK && !j->shared->errors;
    munmap(j->shared, sizeof *j->shared);
    return ok;
}

/* Reads the plan, runs it, closes the record; an empty one is removed. */
static int probe_plan(struct job *j)
{
    char err[512], *text = gt_read_file(j->plan, NULL);

    if (!text) {
        gt_tell("%s: %s\n", j->plan, strerror(errno));
        return CLI_FAILURE;
    }
    bool ok = plan_read(text, j->plan, &j->p, err, sizeof err);
    free(text);
    if (!ok) {
        gt_tell("%s\n", err);
        return CLI_FAILURE;
    }
    bool file = strcmp(j->out, "-") != 0;
    j->f = file ? fopen(j->out, "w") : stdout;
    if (!j->f) {
        gt_tell("%s: %s\n", j->out, strerror(errno));
        ok = false;
    } else {
        ok = j->list || j->cubins ? run_plan(j) : run_on_gpu(j);
        bool nothing = file && !fseek(j->f, 0, SEEK_END) && !ftell(j->f);
        ok = (file ? !fclose(j->f) : !fflush(j->f)) && ok;
        if (nothing && !gt_special_file(j->out))
            remove(j->out);
    }
    plan_free(&j->p);
    return ok ? CLI_OK : CLI_FAILURE;
}

static int take_operand(void *ctx, const char *value)
{
    struct job *j = ctx;

    if (j->plan)
        return cli_usage("probe", "one plan expected, got '%s' and '%s'", j->plan, value);
    j->plan = value;
    return CLI_GO_ON;
}

static const struct cli_option options[] = {
    OPT_TEXT("-o", "FILE", struct job, out, "the CSV; default and -: standard output"),
    OPT_NUMBER("--runs", "N", struct job, runs, 1, 100, "how often each kernel runs; default 3"),
    OPT_TEXT("--only", "TEXT", struct job, only, "only experiments whose name contains it"),
    OPT_FLAG("--all", struct job, all, "a line for each d of experiments that ask for the least one, too"),
    OPT_FLAG("--list", struct job, list, "the experiments, their kernels and words; no GPU is used"),
    OPT_TEXT("--cubins", "FOLDER", struct job, cubins, "write the cubins there, 0.cubin, 1.cubin, ...; no GPU is used"),
    { 0 }
};

const struct cli_command gt_command_probe = {
    .name = "probe", .what = "measure an NVIDIA GPU with programs of its own instructions", .group = CLI_MEASURE,
    .usage = "PLAN [-o FILE] [--runs N] [--only TEXT] [--all]\nPLAN --list|--cubins FOLDER",
    .about = "Assembles the experiments of a plan, runs them through the GPU's driver and writes values and clocks as "
             "CSV. docs/sm70.md describes plans and columns; sw/measure/probe/plans has those of the records.",
    .options = options, .operand = take_operand, .run = gt_cmd_probe,
};

int gt_cmd_probe(int argc, char **argv)
{
    struct job j = { .out = "-", .runs = 3 };
    int rc = cli_options(&gt_command_probe, &j, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    return j.plan ? probe_plan(&j) : cli_usage("probe", "no plan");
}
