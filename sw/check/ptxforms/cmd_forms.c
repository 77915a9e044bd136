/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 forms: which instructions our table of PTX takes, and which NVIDIA's ptxas.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "judge.h"
#include "ptx_table.h"

struct options { struct judge judge; bool list; };

/* X.Y, one digit behind the dot: ten times that. */
static bool read_version(const char *text, unsigned *v)
{
    char *end;
    unsigned long major = strtoul(text, &end, 10);
    if (end == text || major > 20 || end[0] != '.' || end[1] < '0' || end[1] > '9' || end[2])
        return false;
    *v = (unsigned)(10 * major) + (unsigned)(end[1] - '0');
    return true;
}

static int take_version(void *ctx, const char *name, const char *value)
{
    struct options *o = ctx;

    return read_version(value, &o->judge.chip.version)
               ? CLI_GO_ON : cli_usage("forms", "%s: '%s' is no version, such as 3.2", name, value);
}

static int take_target(void *ctx, const char *name, const char *value)
{
    struct options *o = ctx;
    uint64_t sm;

    if (strncmp(value, "sm_", 3) || !cli_number(value + 3, 999, &sm))
        return cli_usage("forms", "%s: '%s' is no target, such as sm_20", name, value);
    o->judge.chip.sm = (unsigned)sm;
    return CLI_GO_ON;
}

static const struct cli_option options[] = {
    OPT_TEXT("--ptxas", "PROGRAM", struct options, judge.program,
             "ask NVIDIA's ptxas, and list where it decides otherwise than the table"),
    OPT_TEXT("--gpu", "NAME", struct options, judge.gpu, "what it compiles for (its --gpu-name; default sm_75)"),
    OPT_CALL("--ptx", "X.Y", take_version, ".version of the files (default 3.2)"),
    OPT_CALL("--target", "sm_N", take_target, ".target of the files (default sm_20)"),
    OPT_FLAG("--list", struct options, list, "each such instruction below its reason"),
    { 0 }
};

/* ---- what differs ----------------------------------------------------------------------------------------- */

/* A form on which the two decide otherwise, and why. */
struct difference { const struct form *form; const char *why; bool ours; };

static const char *form_name(const struct difference *d) { return ptx_op_name[ptx_rows[d->form->row].op]; }

static int by_reason(const void *a, const void *b)
{
    const struct difference *x = a, *y = b;
    int c = x->ours - y->ours;
    c = c ? c : strcmp(x->why, y->why);
    return c ? c : strcmp(x->form->opcode, y->form->opcode);
}

/* The names of the instructions in d[0 .. n), each once; they are sorted. */
static void say_names(const struct difference *d, size_t n)
{
    const char *last = NULL;
    for (size_t i = 0; i < n; i++)
        if (!last || strcmp(last, form_name(&d[i]))) {
            printf("%s%s", last ? ", " : "", form_name(&d[i]));
            last = form_name(&d[i]);
        }
}

/* Prints the differences, those with one reason together. */
static void print_differences(struct difference *d, size_t n, bool list)
{
    qsort(d, n, sizeof *d, by_reason);
    for (size_t i = 0, same = 1; i < n; i += same) {
        if (!i || d[i].ours != d[i - 1].ours)
            printf("%s\n", d[i].ours ? "taken by ptxas, refused by the table (how many, why, the first, of which):"
                                     : "taken by the table, refused by ptxas (how many, why, the first, of which):");
        for (same = 1; i + same < n && d[i + same].ours == d[i].ours && !strcmp(d[i].why, d[i + same].why); same++)
            ;
        printf("  %6zu  %s: %s (", same, d[i].why, d[i].form->opcode);
        say_names(d + i, same);
        printf(")\n");
        for (size_t k = 0; list && k < same; k++)
            printf("          %s\n", d[i + k].form->opcode);
    }
}

static void list_all(const struct forms *f, const struct forms_chip *chip)
{
    for (size_t i = 0; i < f->n; i++) {
        char why[FORMS_WHY];
        bool taken = forms_taken(f, i, chip, why);
        printf("%-40s %s\n", f->form[i].opcode, taken ? "taken" : why);
    }
}

/* Our table against a ptxas, form by form; a difference is no failure. */
static int compare_table(const struct options *o, struct judge *j, const struct forms *f)
{
    struct verdict *theirs = calloc(f->n, sizeof *theirs);
    bool *taken = calloc(f->n, sizeof *taken);
    char (*why)[FORMS_WHY] = calloc(f->n, sizeof *why), err[400];
    struct difference *d = calloc(f->n, sizeof *d);
    size_t n = 0, both = 0;
    bool ok = theirs && taken && why && d;
    if (!ok)
        snprintf(err, sizeof err, "out of memory");
    for (size_t i = 0; ok && i < f->n; i++)
        taken[i] = forms_taken(f, i, &j->chip, why[i]);
    ok = ok && judge_open(j, err, sizeof err) && judge_all(j, f, taken, theirs, err, sizeof err);
    judge_close(j);
    for (size_t i = 0; ok && i < f->n; i++) {
        both += taken[i] && !theirs[i].refused;
        if (taken[i] == theirs[i].refused)
            d[n++] = (struct difference){ &f->form[i], taken[i] ? theirs[i].why : why[i], !taken[i] };
    }
    if (ok) {
        print_differences(d, n, o->list);
        printf("%zu instructions, %zu taken by both, %zu refused by both, %zu differ\n", f->n, both, f->n - both - n,
               n);
    }
    free(theirs);
    free(taken);
    free(why);
    free(d);
    return ok ? CLI_OK : cli_failure("forms", "%s: %s", j->program, err);
}

static int run_forms(int argc, char **argv);

const struct cli_command gt_command_forms = {
    .name = "forms", .what = "PTX instructions, the table against NVIDIA's ptxas", .group = CLI_VERIFY,
    .usage = "[options]",
    .about = "Every PTX instruction of the table (sw/compiler/ptx/ptx.table) with every combination of modifiers and "
             "types, and neighbours that the table refuses: each modifier and type put in or exchanged, each part left out, "
             "parts in another order. Without --ptxas: lists them with the table's verdict.",
    .options = options, .run = run_forms,
    .notes = "The last line is \"N instructions, N taken by both, N refused by both, N differ\".",
};

static int run_forms(int argc, char **argv)
{
    struct options o = { .judge = { .gpu = "sm_75", .chip = { .version = 32, .sm = 20 } } };
    int rc = cli_options(&gt_command_forms, &o, argc, argv);
    if (rc != CLI_GO_ON)
        return rc;
    rc = CLI_OK;
    struct forms f = forms_make();
    if (o.judge.program)
        rc = compare_table(&o, &o.judge, &f);
    else
        list_all(&f, &o.judge.chip);
    forms_free(&f);
    return rc;
}
