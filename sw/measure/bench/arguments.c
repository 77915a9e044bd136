/* SPDX-License-Identifier: Apache-2.0
 * The command line of gt200 bench, and what of it does not go together. */
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gsim.h"
#include "target.h"

/* --chip, --threads and --jitter, as the runtime takes them. */
static int set_variable(const char *name, const char *value)
{
    return setenv(name, value, 1) ? cli_failure("bench", "out of memory") : CLI_GO_ON;
}

static int set_number(const char *option, const char *value, uint64_t most, const char *name)
{
    uint64_t n;

    if (!cli_number(value, most, &n) || !n)
        return cli_usage("bench", "%s: '%s' is not a number from 1 to %llu", option, value, (unsigned long long)most);
    return set_variable(name, value);
}

static int take_chip(void *ctx, const char *name, const char *value)
{
    char err[256];
    const struct gt_chip *chip = gt_chip_find(value, err, sizeof err);

    (void)ctx;
    if (chip && chip->values->coalesce_strict)
        return cli_usage("bench", "%s: chip %s " BENCH_NOT_OF, name, value);
    return chip ? set_variable("GT200_CHIP", value) : cli_usage("bench", "%s: %s", name, err);
}

static int take_threads(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    return set_number(name, value, 1024, "GT200_THREADS");
}

static int take_jitter(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    return set_number(name, value, 999999999, "GT200_JITTER");
}

static int take_record(void *ctx, const char *name, const char *value)
{
    struct arguments *a = ctx;

    if (a->nrecords == MAX_TARGETS)
        return cli_usage("bench", "%s: more than %d records", name, MAX_TARGETS);
    a->records[a->nrecords++] = value;
    return CLI_GO_ON;
}

/* The folder of the report; a name that is a measurement's was meant as one. */
static int take_report(void *ctx, const char *name, const char *value)
{
    struct arguments *a = ctx;
    struct stat st;

    a->report = value ? value : "report";
    if (bench_measures(a->report) && stat(a->report, &st))
        return cli_usage("bench", "%s: '%s' is a measurement; name the folder, too: %s report %s", name, value, name,
                         value);
    return CLI_GO_ON;
}

int bench_pattern(void *ctx, const char *value)
{
    struct arguments *a = ctx;
    char *pattern[] = { (char *)value };        /* of argv */
    bool known = false;

    for (size_t k = 0; k < bench_experiment_count; k++)
        known |= measure_wanted(&bench_experiments[k], pattern, 1);
    if (!known)
        return cli_usage("bench", "no measurement matches '%s'; gt200 bench --list shows them", value);
    if (a->npatterns == sizeof a->patterns / sizeof *a->patterns)
        return cli_usage("bench", "more than %d patterns", a->npatterns);
    a->patterns[a->npatterns++] = pattern[0];
    return CLI_GO_ON;
}

#define TARGETS "func model rtl lockstep cuda"
const struct cli_option bench_options[] = {
    { .name = "--target", .arg = "T[,T]...", .kind = CLI_TEXT, .at = offsetof(struct arguments, target_list),
      .words = TARGETS,
      .help = "one column each, default model; fpga:DEVICE: a board; cuda: a real NVIDIA GPU through its driver, with "
              "the experiments that do not need a GT200, shown beside and not judged" },
    { .name = "--chip", .arg = "C", .kind = CLI_CALL, .take = take_chip, .words = "sm tpc gpu1 gpu2 gtx280",
      .help = "default sm; on a board sm and tpc" },
    OPT_CALL("--threads", "N", take_threads, "model, rtl: host threads for gtx280 (default one per core)"),
    OPT_NUMBER("--jobs", "N", struct arguments, jobs, 1, 1024,
               "model, rtl, lockstep: experiments at a time (default one per core), each in a process of its own; a "
               "board and a GPU make one at a time"),
    OPT_NUMBER("--patience", "S", struct arguments, patience, 1, 9999,
               "cuda: seconds that a kernel may take (default 60); one that takes longer ends the run, and what was "
               "measured before it is written"),
    OPT_FLAG("--full", struct arguments, full,
             "every point of the paper's sweeps, not only those that show a curve's shape; and Figures 20, 21 and 23 "
             "on rtl and lockstep, where they take minutes and else run only if an id or pattern asks for them"),
    OPT_CALL("--jitter", "SEED", take_jitter,
             "a memory with random ready and latency, the same on all targets: for comparing them with each other, "
             "not with the real GT200"),
    OPT_TEXT("--csv", "FILE", struct arguments, csv,
             "one row per measurement and target (RFC 4180, lines end in a line feed; of a real GPU with a line of "
             "remarks, #, on top); -: standard output"),
    { .name = "--report", .arg = "[DIR]", .kind = CLI_CALL, .take = take_report, .how = CLI_MAYBE,
      .help = "DIR/index.html (default report), one web page with every table and figure, sources and native code; "
              "works offline; replaces an earlier report in DIR. Without --chip each experiment is made on the chip "
              "that it needs: what lies behind the SMs on the model's gtx280, the rest on sm" },
    OPT_FLAG("--quick", struct arguments, quick,
             "with --report: only what one SM and its TPC show, a quarter of a minute"),
    OPT_TEXT("--plot", "FILE", struct arguments, picture,
             "Figure 6 as SVG"),
    OPT_TEXT("--evidence", "FILE", struct arguments, evidence,
             "independent measurements, predictions and what each constant was set from, as Markdown; -: standard "
             "output"),
    OPT_CALL("--beside", "FILE", take_record,
             "the machines of a record, a file of --csv made elsewhere or earlier, as further columns and curves"),
    OPT_FLAG("--list", struct arguments, listed, "the ids (that match) and nothing else"),
    OPT_FLAG("--unmeasured", struct arguments, unmeasured,
             "the numbers of the real GT200 that no experiment yields, and why"),
    { 0 }
};
static bool known_target(const char *name)
{
    enum gt_target target;

    return gt_target_parse(name, &target) || !strcmp(name, "cuda");
}

/* Fills targets from the list. */
static int take_targets(struct arguments *a)
{
    char *save = NULL;

    for (char *p = strtok_r(a->list, ",", &save); p; p = strtok_r(NULL, ",", &save)) {
        if (!known_target(p))
            return cli_usage("bench", "unknown target '%s' (" TARGETS ")", p);
        if (a->ntargets == MAX_TARGETS)
            return cli_usage("bench", "at most %d targets", MAX_TARGETS);
        a->targets[a->ntargets++] = p;
    }
    return a->ntargets ? CLI_GO_ON : cli_usage("bench", "--target: no target in '%s' (" TARGETS ")", a->target_list);
}

/* Is there a target for everything that was asked for? Of each of our own the runtime refuses what it has not. */
static int check_targets(const struct arguments *a)
{
    char err[512];
    bool ours = false, gpu = false;

    for (int i = 0; i < a->ntargets; i++)
        *(strcmp(a->targets[i], "cuda") ? &ours : &gpu) = true;
    if (gpu && !ours && !cmd_asked_honoured(&a->asked, "cuda", NULL, err, sizeof err))
        return cli_usage("bench", "%s", err);
    for (size_t i = 0; i < cmd_setting_count && !gpu; i++) {
        const char *targets = cmd_settings[i].targets;
        struct cmd_asked one = a->asked;
        one.any &= UINT64_C(1) << i;
        if (targets && !strcmp(targets, "cuda") && !cmd_asked_honoured(&one, a->targets[0], NULL, err, sizeof err))
            return cli_usage("bench", "%s", err);
    }
    return CLI_GO_ON;
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);

    return value && *value;
}

bool arguments_choose_chips(const struct arguments *a)
{
    return a->report && !a->quick && !is_set("GT200_CHIP");
}

/* Does what is asked of a report make one? */
static int check_report_options(const struct arguments *a)
{
    const char *only = a->listed ? "--list" : a->unmeasured ? "--unmeasured" : NULL;

    if (only && (a->report || a->csv || a->picture || a->evidence))
        return cli_usage("bench", "%s prints a list and measures nothing that could be written to a file", only);
    if (a->quick && !a->report)
        return cli_usage("bench", "--quick is a part of a report: it needs --report");
    if (a->quick && a->npatterns)
        return cli_usage("bench", "--quick names a part of all measurements; '%s' names another", a->patterns[0]);
    if (a->quick && a->full)
        return cli_usage("bench", "--quick and --full: which one?");
    if (a->quick && is_set("GT200_CHIP"))
        return cli_usage("bench", "--quick is what sm and tpc show; no --chip beside it");
    if (a->report && is_set("GT200_JITTER"))
        return cli_usage("bench", "--jitter: its memory is no chip's; a report compares with silicon");
    for (int i = 0; a->report && i < a->ntargets; i++)
        if (!strcmp(a->targets[i], "func"))
            return cli_usage("bench", "--report: func has no clock, so it measures nothing");
    return CLI_GO_ON;
}

int arguments_take(struct arguments *a, const struct cli_command *c, int argc, char **argv)
{
    *a = (struct arguments){ .patience = 60 };
    int rc = cli_options(c, a, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    /* a->target_list may be of the environment, which changes with each target */
    if (snprintf(a->list, sizeof a->list, "%s", a->target_list ? a->target_list : "model") >= (int)sizeof a->list)
        return cli_usage("bench", "--target: too long");
    rc = take_targets(a);
    if (rc == CLI_GO_ON)
        rc = check_targets(a);
    return rc == CLI_GO_ON ? check_report_options(a) : rc;
}
