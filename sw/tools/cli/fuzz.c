/* SPDX-License-Identifier: Apache-2.0
 * gt200 fuzz: random programs on two machines that must agree. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "campaign.h"
#include "cli.h"
#include "fpga_check.h"
#include "fuzz.h"
#include "progress.h"
#include "settings.h"
#include "target.h"

#define SHRUNK 3                /* failing programs that are shrunk and saved; more are only listed */
#define MAX_JOBS 256

struct options {
    uint64_t programs, seed, instructions, jobs, jitter, stall, fold, blocks, check;
    bool programs_given;
    enum gt_target target;
    const struct fuzz_kind *kind[FUZZ_KINDS];
    unsigned kinds;
    const char *save, *record, *commit, *csv;
    const struct gt_chip *chip;         /* NULL: one SM */
    const char *device;                 /* of target fpga */
    char machine[320];                  /* the target with its device, and --chip if there is one */
    char again[128];                    /* --jitter, --stall, --fold, --blocks and --check if there are */
    struct cmd_asked asked;
};

struct report {
    const struct options *o;
    FILE *says;                         /* what is for people */
    fuzz_run *run;
    void *ctx;                          /* of run */
    struct gt_result refused;           /* the first one, if there was one */
    struct progress bar;
};

/* --kind: a list of names, or all. */
static int take_kinds(void *ctx, const char *name, const char *list)
{
    struct options *o = ctx;

    (void)name;
    o->kinds = 0;
    for (const char *at = list; ; at++) {
        size_t n = strcspn(at, ",");
        bool all = n == 3 && !strncmp(at, "all", n), found = false;
        for (unsigned k = 0; k < FUZZ_KINDS; k++) {
            if (!all && (strlen(fuzz_kinds[k].name) != n || strncmp(at, fuzz_kinds[k].name, n)))
                continue;
            if (o->kinds == FUZZ_KINDS)
                return cli_usage("fuzz", "--kind %s: more kinds than there are", list);
            o->kind[o->kinds++] = &fuzz_kinds[k];
            found = true;
        }
        if (!found)
            return cli_usage("fuzz", "unknown kind '%.*s'; there are mixed, rows, memory, control, damaged, dense, all",
                             (int)n, at);
        at += n;
        if (!*at)
            return CLI_GO_ON;
    }
}

static int take_programs(void *ctx, const char *name, const char *value)
{
    struct options *o = ctx;

    if (!cli_number(value, UINT32_MAX, &o->programs))
        return cli_usage("fuzz", "%s: '%s' is not a number from 0 to %u", name, value, UINT32_MAX);
    o->programs_given = true;
    return CLI_GO_ON;
}

static int take_chip(void *ctx, const char *name, const char *value)
{
    struct options *o = ctx;
    char err[256];

    o->chip = gt_chip_find(value, err, sizeof err);
    return o->chip ? CLI_GO_ON : cli_usage("fuzz", "%s: %s", name, err);
}

static int take_target(void *ctx, const char *name, const char *value)
{
    struct options *o = ctx;

    (void)name;
    o->device = gt_target_device(value);
    if (gt_target_parse(value, &o->target) && (o->target == GT_TARGET_MODEL || o->target == GT_TARGET_LOCKSTEP ||
                                               o->target == GT_TARGET_FPGA))
        return CLI_GO_ON;
    return cli_usage("fuzz", "unknown target '%s'; there are lockstep, model, fpga:DEVICE", value);
}

static const struct cli_option options[] = {
    OPT_CALL("--programs", "N", take_programs, "how many (default 200)"),
    OPT_NUMBER("--seed", "S", struct options, seed, 0, UINT32_MAX,
               "numbers S, S+1, ... (default 1); a number always gives the same program"),
    { .name = "--kind",
      .arg = "K[,K...]", .kind = CLI_CALL, .take = take_kinds, .words = "mixed rows memory control damaged dense all",
      .help = "one kind (default mixed), several with commas between, or all: taken in turn, each from number S on\n"
             "mixed: straight code, loops, branches, calls, all memories\n"
             "rows: every row of the instruction table\n"
             "memory: accesses of all widths and patterns, whose result depends on time\n"
             "control: divergence and the stack\n"
             "damaged: instruction words with flipped bits\n"
             "dense: as mixed, but long, and most of it computes: many instructions a cycle on a chip whose memory "
             "the others fill" },
    OPT_NUMBER("--instructions", "N", struct options, instructions, 1, UINT64_MAX,
               "stop when N warp instructions have executed; without --programs as many programs as it takes"),
    OPT_NUMBER("--jobs", "N", struct options, jobs, 1, MAX_JOBS, "processes (default 1)"),
    OPT_NUMBER(
        "--jitter", "S", struct options, jitter, 1, UINT32_MAX,
        "every second program (those with an odd number) on a memory with random ready and latency, by seed S and "
        "the number, the same on both machines"),
    OPT_NUMBER("--stall", "S", struct options, stall, 1, UINT32_MAX,
               "the clock of the RTL is stopped at random, by seed S and the program's number; no event may change"),
    OPT_NUMBER("--fold", "4", struct options, fold, 1, 8,
               "the machine whose datapath is folded: 4 phases a cycle"),
    { .name = "--target",
      .arg = "T", .kind = CLI_CALL, .take = take_target, .words = "lockstep model",
      .help = "lockstep (default): RTL beside the cycle model, every event of every cycle compared; model: the cycle "
             "model's results against the functional model's; fpga:DEVICE: a board with the cycle model beside it, "
             "signature, counts, cycles and memory compared at the end of each program; instructions of units that it "
             "lacks are taken out" },
    OPT_NUMBER("--check", "N", struct options, check, 1, UINT32_MAX,
               "fpga: also compared every N cycles (docs/board.md)"),
    { .name = "--chip",
      .arg = "C", .kind = CLI_CALL, .take = take_chip, .words = GT_CHIP_WORDS,
      .help = "sm is the default" },
    OPT_NUMBER("--blocks", "N", struct options, blocks, 1, FUZZ_MOST_TIMES,
               "grids are N times as wide as they were drawn (default 1; 3 on a chip of more than one SM)"),
    OPT_TEXT("--save", "DIR", struct options, save, "where failing programs go (default: the current directory)"),
    OPT_TEXT("--record", "FILE", struct options, record,
             "append a paragraph that says what was run and what came of it"),
    OPT_TEXT("--commit", "ID", struct options, commit, "the version that --record or --csv names"),
    OPT_TEXT("--csv", "FILE", struct options, csv, "the totals as one row below their names; -: standard output"),
    { 0 } };

static int gt_cmd_fuzz(int argc, char **argv);

const struct cli_command gt_command_fuzz = {
    .name = "fuzz", .what = "random native programs, RTL against model; shrinks one that differs", .group = CLI_VERIFY,
    .usage = "[options]",
    .about = "Runs random programs on two machines that must agree. A failing program is shrunk to a small one that "
             "fails in the same way and saved as an assembly file.",
    .options = options, .asked = offsetof(struct options, asked), .run = gt_cmd_fuzz,
};

/* Could a line be added to the file? It is not made by asking. errno: why not. */
static bool can_append(const char *path)
{
    struct stat st;
    bool there = lstat(path, &st) == 0;
    FILE *f = fopen(path, "a");
    if (f)
        fclose(f);
    if (f && !there)
        remove(path);
    return f != NULL;
}

/* Is it a campaign that can be? */
static int check_options(struct options *o)
{
    snprintf(o->machine, sizeof o->machine, "%s%s%.256s%s%s", gt_target_name(o->target), o->device ? ":" : "",
             o->device ? o->device : "", o->chip ? " --chip " : "", o->chip ? o->chip->name : "");
    const struct { const char *name; uint64_t value; } given[] = {
        {"jitter", o->jitter}, {"stall", o->stall}, {"fold", o->fold}, {"blocks", o->blocks},
        {"check", o->check}};
    for (size_t i = 0, n = 0; i < sizeof given / sizeof *given; i++)
        if (given[i].value)
            n += (size_t)snprintf(o->again + n, sizeof o->again - n, " --%s %" PRIu64, given[i].name, given[i].value);
    char why[1024];
    if (!cmd_asked_honoured(&o->asked, gt_target_name(o->target), o->device ? NULL : o->chip ? o->chip->name : "sm",
                            why, sizeof why))
        return cli_usage("fuzz", "%s", why);
    if (o->fold > 1 && o->fold != 4)
        return cli_usage("fuzz", "--fold %" PRIu64 ": there are 1 phase and 4", o->fold);
    if (o->device && (o->chip || o->jobs > 1))
        return cli_usage("fuzz", "%s: a board has its own %s (expected target lockstep)", o->chip ? "--chip" : "--jobs",
                         o->chip ? "chip" : "line, for one process");
    for (unsigned k = 0; k < o->kinds; k++)
        if (o->target == GT_TARGET_MODEL && !o->kind[k]->func)
            return cli_usage("fuzz", "the result of %s programs depends on time, they need --target lockstep",
                             o->kind[k]->name);
    if (o->commit && !o->record && !o->csv)
        return cli_usage("fuzz", "--commit needs --record or --csv");
    if (o->instructions && !o->programs_given)
        o->programs = UINT32_MAX;
    struct stat st;
    if (stat(o->save, &st) || !S_ISDIR(st.st_mode) || access(o->save, W_OK))        /* before hours of running */
        return cli_failure("fuzz", "--save %s: expected a folder that can be written to", o->save);
    if (o->record && !can_append(o->record))
        return cli_failure("fuzz", "%s: %s", o->record, strerror(errno));
    if (o->csv && strcmp(o->csv, "-") && !can_append(o->csv))
        return cli_failure("fuzz", "%s: %s", o->csv, strerror(errno));
    if (!gt_target_available(o->target))
        return cli_failure("fuzz", "target %s is not in this build (it needs Verilator: ./setup)",
                           gt_target_name(o->target));
    if (!gt_target_ready(o->target, o->chip ? o->chip : gt_chip_find("sm", why, sizeof why), o->stall,
                         (unsigned)o->fold, why, sizeof why))
        return cli_failure("fuzz", "%s", why);
    return CLI_GO_ON;
}

/* Shrinks the program that has just failed, says what is left of it and saves that. */
static void keep_program(const struct report *r, const struct fuzz_kind *k, uint32_t seed, struct fuzz_prog *p,
                         struct gt_result *res)
{
    char path[1024], *report = NULL;
    size_t size = 0;
    unsigned before = fuzz_insns(p), runs = fuzz_shrink(k, seed, p, res, r->run, r->ctx);
    FILE *f = open_memstream(&report, &size);
    if (f && runs > 1)
        r->run(r->ctx, p, res, f);
    if (f && (runs <= 1 || res->status != GT_DIFFERENT))
        fprintf(f, "%s\n", res->message);
    if (f)
        fclose(f);
    snprintf(path, sizeof path, "%s/fuzz-%s-%u.s", r->o->save, k->name, (unsigned)seed);
    fprintf(r->says, "  shrunk from %u to %u instructions, %u blocks of %u threads (%u runs)\n", before, fuzz_insns(p),
            (unsigned)p->launch.grid_x, (unsigned)p->launch.block_x, runs);
    if (fuzz_save(k, seed, p, r->o->machine, r->o->again, report ? report : res->message, path))
        fprintf(r->says, "  saved as %s\n", path);
    else
        cli_failure("fuzz", "%s: %s", path, strerror(errno));
    free(report);
}

static void report_failure(void *ctx, const struct fuzz_kind *k, uint32_t seed, struct fuzz_prog *p,
                           struct gt_result *res, unsigned before)
{
    struct report *r = ctx;
    progress_end(&r->bar);
    fprintf(r->says, "%s program %u: %s\n  again: gt200 fuzz --kind %s --programs 1 --seed %u --target %s%s\n", k->name,
           (unsigned)seed, res->message, k->name, (unsigned)seed, r->o->machine, r->o->again);
    if (before < SHRUNK && res->status != GT_LOST)
        keep_program(r, k, seed, p, res);
    fflush(r->says);
}

/* Not as many lines as programs: the first one says why. */
static void note_refusal(void *ctx, const struct gt_result *res)
{
    struct report *r = ctx;

    if (!r->refused.message[0])
        r->refused = *res;
}

/* The line of progress. */
static void show_progress(void *ctx, const struct fuzz_totals *t)
{
    struct report *r = ctx;
    const struct options *o = r->o;
    double part = o->programs ? (double)t->programs / (double)o->programs : 1, s = progress_seconds(&r->bar);
    char text[160];
    if (o->instructions && (double)t->insns / (double)o->instructions > part)
        part = (double)t->insns / (double)o->instructions;
    snprintf(text, sizeof text, "%" PRIu64 " programs, %.2f M warp instructions, %.1f M cycles, %.0f instructions/s",
             t->programs, 1e-6 * (double)t->insns, 1e-6 * (double)t->cycles, s > 0 ? (double)t->insns / s : 0);
    progress_text(&r->bar, part < 1 ? part : 1, text);
}

static double cpu_seconds(void)
{
    double s = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage u;
        if (getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &u) == 0)
            s += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
                 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    }
    return s;
}

/* A text as a paragraph of lines of at most 120 columns. */
static void print_paragraph(FILE *f, const char *text)
{
    size_t column = 0;
    for (size_t n; *text; text += n + (text[n] == ' ')) {
        n = strcspn(text, " ");
        if (column && column + 1 + n > 120) {
            fputc('\n', f);
            column = 0;
        }
        column += (size_t)fprintf(f, "%s%.*s", column ? " " : "", (int)n, text);
    }
    fputs("\n\n", f);
}

/* What was run and what came of it. */
static void print_summary(FILE *f, const struct options *o, const struct fuzz_totals *t)
{
    char date[32];
    const time_t now = time(NULL);
    struct tm tm;
    double cpu = cpu_seconds();
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &tm));
    fprintf(f, "%s%s%s: %" PRIu64 " random programs (", date, o->commit ? ", commit " : "",
            o->commit ? o->commit : "", t->programs);
    for (unsigned k = 0; k < o->kinds; k++)
        fprintf(f, "%s%" PRIu64 " %s", k ? ", " : "", t->of_kind[k], o->kind[k]->name);
    fprintf(f, "; numbers from %" PRIu64 " on of each kind) on target %s: %" PRIu64 " warp instructions, %" PRIu64
            " thread instructions, %" PRIu64 " cycles.",
            o->seed, o->machine, t->insns, t->threads, t->cycles);
    if (o->jitter)
        fprintf(f, " %" PRIu64 " of the programs, with %" PRIu64 " of the warp instructions, on a memory with jitter.",
                t->jittered, t->jittered_insns);
    if (o->stall)
        fprintf(f, " The clock of the RTL was stopped at random.");
    if (o->fold)
        fprintf(f, " Its datapath was folded, in %" PRIu64 " phases.", o->fold);
    if (t->failed)
        fprintf(f, " %" PRIu64 " programs FAILED.", t->failed);
    else
        fprintf(f, " No difference in %s.",
                o->target == GT_TARGET_MODEL ? "memory or instruction counts" : "any value or cycle");
    if (t->refused)
        fprintf(f, " %" PRIu64 " of the programs did not fit the board, and were not run.", t->refused);
    fprintf(f,
            " %.0f CPU seconds in %" PRIu64
            " process%s, %.0f warp instructions per CPU second. Again: `gt200 fuzz --kind ",
            cpu, o->jobs, o->jobs > 1 ? "es" : "", cpu > 0 ? (double)t->insns / cpu : 0);
    for (unsigned k = 0; k < o->kinds; k++)
        fprintf(f, "%s%s", k ? "," : "", o->kind[k]->name);
    fprintf(f, " --seed %" PRIu64 " --programs %" PRIu64 " --target %s%s`.", o->seed, t->programs, o->machine,
            o->again);
}

/* The same, in one paragraph, to the end of the file of the option --record. */
static int append_record(const struct options *o, const struct fuzz_totals *t)
{
    char *text = NULL;
    size_t n;
    FILE *whole = open_memstream(&text, &n);
    if (whole) {
        print_summary(whole, o, t);
        fclose(whole);
    }
    FILE *f = text ? fopen(o->record, "a") : NULL;
    if (f)
        print_paragraph(f, text);
    free(text);
    if (!f || fclose(f) != 0)
        return cli_failure("fuzz", "%s: %s", o->record, strerror(errno));
    return CLI_OK;
}

/* The file of the option --csv. Nothing in a row needs quotes: a list of kinds has spaces between. */
static int write_csv(const struct options *o, const struct fuzz_totals *t)
{
    bool out = !strcmp(o->csv, "-");
    FILE *f = out ? stdout : fopen(o->csv, "w");
    if (!f)
        return cli_failure("fuzz", "%s: %s", o->csv, strerror(errno));
    fprintf(f, "commit,target,chip,kinds,seed,jitter,stall,programs,failed,warp_instructions,thread_instructions,"
               "cycles,jitter_programs,jitter_warp_instructions,cpu_seconds\n%s,%s,%s,",
            o->commit ? o->commit : "", gt_target_name(o->target), o->chip ? o->chip->name : "sm");
    for (unsigned k = 0; k < o->kinds; k++)
        fprintf(f, "%s%s", k ? " " : "", o->kind[k]->name);
    const uint64_t numbers[] = {o->seed, o->jitter, o->stall, t->programs, t->failed, t->insns, t->threads, t->cycles,
                                t->jittered, t->jittered_insns};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        fprintf(f, ",%" PRIu64, numbers[i]);
    fprintf(f, ",%.0f\n", cpu_seconds());
    if (!out && fclose(f) != 0)
        return cli_failure("fuzz", "%s: %s", o->csv, strerror(errno));
    return CLI_OK;
}

/* One SM is busy with the blocks that were drawn; several get more than one each. */
static uint64_t blocks_of(const struct options *o, const struct gt_chip *chip)
{
    return o->blocks ? o->blocks : chip && chip->tpcs * chip->sms > 1 ? 3 : 1;
}

/* What has been run, on one line, and why not all of it. */
static void tell_totals(const struct report *r, const struct fuzz_totals *t)
{
    const struct options *o = r->o;
    uint64_t failed = t->failed < t->programs ? t->failed : t->programs;
    fprintf(r->says, "%" PRIu64 " passed, %" PRIu64 " failed; %" PRIu64 " warp instructions, %" PRIu64
            " thread instructions, %" PRIu64 " cycles",
            t->programs - t->refused - failed, t->failed, t->insns, t->threads, t->cycles);
    if (o->jitter)
        fprintf(r->says, "; with jitter %" PRIu64 " programs, %" PRIu64 " warp instructions", t->jittered,
                t->jittered_insns);
    if (o->stall)
        fprintf(r->says, "; the clock stopped at random");
    if (o->fold)
        fprintf(r->says, "; folded, %" PRIu64 " phases", o->fold);
    if (t->refused)
        fprintf(r->says, "; %" PRIu64 " not run", t->refused);
    fprintf(r->says, "\n");
    if (t->refused)
        fprintf(r->says, "not run, the first of them: %s\n", r->refused.message);
}

/* The command: a campaign, its report, its records. */
static int gt_cmd_fuzz(int argc, char **argv)
{
    struct options o = {.programs = 200,
                        .seed = 1, .jobs = 1, .target = GT_TARGET_LOCKSTEP,
                        .kind = {&fuzz_kinds[0]},
                        .kinds = 1,
                        .save = "."};
    struct fuzz_totals t;
    int rc = cli_options(&gt_command_fuzz, &o, argc, argv);
    if (rc == CLI_GO_ON)
        rc = check_options(&o);
    if (rc != CLI_GO_ON)
        return rc;
    struct gt_board *board = NULL;
    char err[1024];
    if (o.device && !(board = gt_board_open(o.device, err, sizeof err)))
        return cli_failure("fuzz", "%s", err);
    struct fuzz_on_board on = {board, o.check ? o.check : GT_FPGA_CHECK_END};
    struct report r = {.o = &o, .says = o.csv && !strcmp(o.csv, "-") ? stderr : stdout,
                       .run = board ? fuzz_board : o.target == GT_TARGET_MODEL ? fuzz_model : fuzz_lockstep,
                       .ctx = board ? (void *)&on : (void *)(uintptr_t)o.chip};
    struct fuzz_campaign c = {.kinds = o.kinds,
                              .seed = (uint32_t)o.seed, .jitter = (uint32_t)o.jitter, .stall = (uint32_t)o.stall,
                              .fold = (uint32_t)o.fold,
                              .programs = o.programs,
                              .instructions = o.instructions, .jobs = (unsigned)o.jobs,
                              .times = (unsigned)blocks_of(&o, board ? gt_board_chip(board) : o.chip), .run = r.run,
                              .ctx = r.ctx, .failed = report_failure, .refused = board ? note_refusal : NULL,
                              .tick = show_progress, .report = &r};
    memcpy(c.kind, o.kind, sizeof c.kind);
    progress_start(&r.bar, "fuzz");
    bool ok = fuzz_campaign(&c, &t);
    progress_end(&r.bar);
    gt_board_close(board);
    if (!ok)
        return cli_failure("fuzz", "%s", strerror(errno));
    tell_totals(&r, &t);
    if (o.record)
        rc = append_record(&o, &t);
    if (o.csv && (rc == CLI_GO_ON || rc == CLI_OK))
        rc = write_csv(&o, &t);
    if (rc != CLI_GO_ON && rc != CLI_OK)
        return rc;
    return t.failed || (t.refused && t.refused == t.programs) ? CLI_FAILURE : CLI_OK;
}
