/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 hazards: a verifier of control codes.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "hazards.h"
#include "options.h"
#include "printable.h"

struct arguments { const char *in, *kernel; bool csv, assume; };

struct job {
    const struct arguments *a;
    const struct sm70_module *m;
    const struct sm70_kernel *k;
};

/* The instruction without its control code. */
static void text_of(const struct job *j, uint32_t at, char text[SM70_TEXT_MAX])
{
    char whole[SM70_TEXT_MAX], err[SM70_TEXT_MAX];

    if (!sm70_dis(j->m->chip, j->k->code[at], 16ull * at, NULL, whole, err))
        whole[0] = 0;
    const char *behind = strstr(whole, "] ");
    snprintf(text, SM70_TEXT_MAX, "%s", behind ? behind + 2 : whole);
}

static const char *ground_name(enum hz_ground g)
{
    static const char *const names[] = { "measured", "another operand", "longest of its unit", "longest of all",
                                         "published", "not measured" };

    return names[g];
}

static void print_way(const struct hz_hazard *h, const char *between)
{
    for (size_t i = 0; i < h->njumps; i++)
        printf("%s0x%04x to 0x%04x", i ? between : "", 16 * h->jumps[2 * i], 16 * h->jumps[2 * i + 1]);
}

/* A hazard as a line of text. */
static void print_hazard(const struct job *j, const struct hz_hazard *h)
{
    char text[SM70_TEXT_MAX], first[SM70_TEXT_MAX];

    text_of(j, h->at, text);
    text_of(j, h->from, first);
    printf("%s: 0x%04x: %s: ", gt_printable(j->k->name), 16 * h->at, text);
    if (h->what == HZ_IDLE) {
        printf("no hazard: waits for %s, which nothing before it sets\n", h->name);
        return;
    }
    if (h->what == HZ_BARRIER) {
        printf("%s is not set by BSSY on every path here\n", h->name);
        return;
    }
    if (h->what == HZ_KEPT) {
        printf("%s is kept at 0x%04x (.reuse) and written before its place is read\n", h->name, 16 * h->from);
        return;
    }
    if (h->what == HZ_ACCESS)
        printf("too early behind %s at 0x%04x, ", first, 16 * h->from);
    else
        printf("%s of %s at 0x%04x, ", h->name, first, 16 * h->from);
    if (h->what != HZ_ACCESS)
        printf("%s, ", h->what == HZ_READ ? "read before it is there" : h->what == HZ_WRITE ?
           "written again before it is there" : "written before it is read");
    if (h->wanted) {
        printf("%u clock%s%s, %u wanted", h->clocks, h->clocks == 1 ? "" : "s", h->depbar ? " behind DEPBAR" : "",
               h->wanted);
        if (h->ground != HZ_MEASURED)
            printf(" (%s)", ground_name(h->ground));
    } else if (h->counter > 5) {
        printf("no counter");
    } else if (h->early) {
        printf("SB%u is waited for %u clock behind, and seen after %u", h->counter, h->clocks, hz_seen);
    } else {
        printf("SB%u is not waited for", h->counter);
    }
    if (h->njumps) {
        printf(", by jumps ");
        print_way(h, ", ");
    }
    printf("\n");
}

/* A hazard as a row of CSV. */
static void print_csv_row(const struct job *j, const struct hz_hazard *h)
{
    static const char *const names[] = { "read", "write", "operand", "barrier", "access", "kept", "idle" };
    char text[SM70_TEXT_MAX], first[SM70_TEXT_MAX] = "";
    bool pair = h->what < HZ_BARRIER || h->what == HZ_ACCESS;

    text_of(j, h->at, text);
    if (pair)
        text_of(j, h->from, first);
    printf("%s,%s,0x%04x,\"%s\",%s,", gt_printable(j->k->name), names[h->what], 16 * h->at, text, h->name);
    if (!pair) {
        printf(",,,,,\n");
        return;
    }
    printf("0x%04x,\"%s\",%u,", 16 * h->from, first, h->clocks);
    if (h->wanted)
        printf("%u,%s,", h->wanted, ground_name(h->ground));
    else
        printf("counter,%s,", h->counter > 5 ? "none set" : h->early ? "too early" : "not waited for");
    print_way(h, " ");
    printf("\n");
}

static void print_found(void *ctx, const struct hz_hazard *h)
{
    const struct job *j = ctx;

    (j->a->csv ? print_csv_row : print_hazard)(j, h);
}

/* The distances that were used and are not of the record. */
static void print_assumed(const struct hz_result *r)
{
    static const char *const files[HZ_FILES] = { "register", "predicate", "uniform register", "uniform predicate" };

    for (size_t i = 0; i < r->nassumed; i++) {
        const struct hz_assumed *a = &r->assumed[i];
        printf("assumed: %s to %s: %s", hz_families[a->writer].name, hz_families[a->reader].name, files[a->file]);
        if (a->wpart || a->rpart)
            printf(", part %u as part %u", a->wpart, a->rpart);
        if (a->slot == HZ_GUARD)
            printf(", guard");
        else
            printf(", bit %u", a->slot);
        printf(": %u (%s), %lu times\n", a->figure.clocks, ground_name(a->figure.ground), a->used);
    }
}

static int take_operand(void *ctx, const char *value)
{
    struct arguments *a = ctx;

    if (a->in)
        return cli_usage("hazards", "one file expected, got '%s' and '%s'", a->in, value);
    a->in = value;
    return CLI_GO_ON;
}

static const struct cli_option options[] = {
    OPT_TEXT("-k", "KERNEL", struct arguments, kernel, "this kernel; default: all"),
    OPT_FLAG("--csv", struct arguments, csv, "kernel,hazard,address,instruction,register,from,producer,clocks,wanted,"
             "ground,jumps on standard output"),
    OPT_FLAG("--assume", struct arguments, assume, "at the end, the pairs of instructions that have not been measured "
             "and the clocks that are taken for them"),
    { 0 }
};

static int hazards_run(int argc, char **argv);

const struct cli_command gt_command_hazards = {
    .name = "hazards", .what = "are the control codes of sm_70 to sm_90 right?", .group = CLI_VERIFY,
    .usage = "FILE [-k KERNEL] [--csv] [--assume]",
    .about = "Holds native code of sm_70 to sm_90, a cubin or assembly text, against the record of a GPU "
             "(docs/records/h100): on every path through a kernel each register is written long enough before it is "
             "read or written again, by stall counts or by a dependence counter. The figures are an H100's for all "
             "chips, but that guards of sm_70 and sm_75 come 12 clocks behind.",
    .options = options, .operand = take_operand, .run = hazards_run,
    .notes = "The last line is \"N kernels, N instructions, N hazards\", and how many waits are for a counter that "
             "nothing sets, if there are any; these are no hazards. Exit status: 0 without hazards, 1 with, 2 "
             "when the file can't be read.",
};

/* A cubin or an assembly file; false: the message has been printed. */
static bool load_module(const char *path, struct sm70_module *m)
{
    char err[512];
    size_t size;
    char *image = gt_read_file(path, &size);

    if (!image) {
        gt_tell("%s: %s\n", path, strerror(errno));
        return false;
    }
    bool ok = sm70_is_cubin(image, size) ? sm70_cubin_read(image, size, m, err, sizeof err)
                                         : sm70_text_read(image, path, m, err, sizeof err);
    if (!ok && sm70_is_cubin(image, size))
        gt_tell("%s: %s\n", path, err);
    else if (!ok)
        gt_tell("%s\n", err);
    free(image);
    return ok;
}

/* The command: exit status 1 for hazards, 2 for what it cannot judge. */
static int hazards_run(int argc, char **argv)
{
    struct arguments a = { 0 };
    struct sm70_module m;
    struct hz_result result = { 0 };
    unsigned long kernels = 0;
    bool ok = true;
    int rc = cli_options(&gt_command_hazards, &a, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (!a.in)
        return cli_usage("hazards", "no input file");
    if (!load_module(a.in, &m))
        return CLI_USAGE;
    if (a.csv)
        puts("kernel,hazard,address,instruction,register,from,producer,clocks,wanted,ground,jumps");
    else if (m.chip != SM70_90)
        printf("sm_%u by the record of sm_90: untested\n", sm70_chip_name(m.chip));
    for (size_t i = 0; i < m.nkernels; i++) {
        struct job j = { &a, &m, &m.kernels[i] };
        char err[512];
        if (a.kernel && strcmp(a.kernel, m.kernels[i].name))
            continue;
        kernels++;
        if (!hz_check(m.chip, j.k, print_found, &j, &result, err, sizeof err)) {
            gt_tell("%s: %s: %s\n", a.in, m.kernels[i].name, err);
            ok = false;
        }
    }
    if (a.kernel && !kernels) {
        gt_tell("%s: no kernel '%s'\n", a.in, a.kernel);
        ok = false;
    }
    if (a.assume)
        print_assumed(&result);
    if (!a.csv) {
        printf("%lu kernels, %lu instructions, %lu hazards", kernels, result.instructions, result.hazards);
        printf(result.idle ? ", %lu idle waits\n" : "\n", result.idle);
    }
    free(result.assumed);
    sm70_module_free(&m);
    return !ok ? CLI_USAGE : result.hazards ? CLI_FAILURE : CLI_OK;
}
