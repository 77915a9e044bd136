/* SPDX-License-Identifier: Apache-2.0
 *
 * codequality [--limit R] [--except NAME,...] DIR: compiles every DIR/X.ptx that has an X.cubin of another compiler
 * beside it and prints native instructions, code bytes and registers of both; then the kernels that exceed the other
 * compiler's most, the sums and their ratios, and the geometric means of the ratios. Kernels are matched by name. Pairs
 * in the list of --except are left out: it is for PTX that is not what its cubin was made from. Exit status 1 if the
 * mean of the instruction counts is above R (default 1.10); 77 when the folder is not there.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cubin.h"
#include "files.h"
#include "ptxas.h"

enum { WORST = 15 };        /* kernels shown again */

struct cost { unsigned insns, bytes, regs; };

struct kernel { char stem[64], name[64]; struct cost ours, theirs; };

struct set { struct kernel *kernel; size_t n, cap; unsigned failed; };

static struct cost cost_of(const struct gt_cubin_kernel *k)
{
    struct cost c = { .regs = k->reg, .bytes = (unsigned)k->code_words * 4 };
    for (size_t i = 0; i < k->code_words; i += k->code[i] & 1 ? 2 : 1)
        c.insns++;
    return c;
}

static void print_heading(void)
{
    printf("%-16s %-14s %6s %6s  %5s %7s %7s  %5s %5s %5s\n", "file", "kernel", "insns", "theirs", "ratio", "bytes",
           "theirs", "ratio", "regs", "theirs");
}

static void print_row(const struct kernel *k)
{
    const struct cost *a = &k->ours, *b = &k->theirs;
    printf("%-16s %-14.14s %6u %6u  %5.2f %7u %7u  %5.2f %5u %5u\n", k->stem, k->name, a->insns, b->insns,
           (double)a->insns / b->insns, a->bytes, b->bytes, (double)a->bytes / b->bytes, a->regs, b->regs);
}

static void add_kernel(struct set *s, const struct kernel *k)
{
    if (s->n == s->cap) {
        s->cap = 2 * s->cap + 64;
        s->kernel = realloc(s->kernel, s->cap * sizeof *s->kernel);
        if (!s->kernel) {
            fprintf(stderr, "codequality: out of memory\n");
            exit(2);
        }
    }
    s->kernel[s->n++] = *k;
}

/* Kernels of the same name in both cubins. */
static void compare_kernels(const char *stem, const struct gt_cubin *ours, const struct gt_cubin *theirs, struct set *s)
{
    for (size_t i = 0; i < theirs->nkernels; i++) {
        const struct gt_cubin_kernel *t = &theirs->kernels[i], *o = cubin_kernel(ours, t->name);
        if (!o) {
            printf("%-16s %-14s   only in the cubin\n", stem, t->name);
            continue;
        }
        struct kernel k = { .ours = cost_of(o), .theirs = cost_of(t) };
        snprintf(k.stem, sizeof k.stem, "%s", stem);
        snprintf(k.name, sizeof k.name, "%s", t->name);
        print_row(&k);
        add_kernel(s, &k);
    }
}

/* A PTX file and the cubin that another compiler made of it. */
static void compare_files(const char *dir, const char *stem, struct set *s)
{
    char path[4096], err[256];
    struct gt_cubin theirs, ours;
    struct ptxas_result r;
    snprintf(path, sizeof path, "%s/%s.cubin", dir, stem);
    if (!cubin_read(path, &theirs, err, sizeof err))
        return;
    snprintf(path, sizeof path, "%s/%s.ptx", dir, stem);
    char *ptx = gt_read_file(path, NULL);
    struct ptxas_options o = { .fma_as_mad = true };
    if (ptx && ptxas_compile(ptx, path, &o, &r)) {
        if (cubin_parse(r.text, r.length, stem, &ours, err, sizeof err))
            compare_kernels(stem, &ours, &theirs, s);
        cubin_free(&ours);
        free(r.text);
    } else if (ptx) {
        printf("%-16s %s\n", stem, r.error);
        s->failed++;
    }
    free(ptx);
    cubin_free(&theirs);
}

/* Is name one of the words of a list with commas? */
static bool is_listed(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (; *list; list += strcspn(list, ","), list += *list == ',')
        if (strcspn(list, ",") == n && !strncmp(list, name, n))
            return true;
    return false;
}

/* ---- all of them ----------------------------------------------------------------------------------------------- */

static int excess_insns(const struct kernel *k) { return (int)k->ours.insns - (int)k->theirs.insns; }

static int excess_regs(const struct kernel *k) { return (int)k->ours.regs - (int)k->theirs.regs; }

/* Most instructions too many first, then most registers too many. */
static int compare_excess(const void *p, const void *q)
{
    const struct kernel *a = p, *b = q;
    int d = excess_insns(b) - excess_insns(a);
    return d ? d : excess_regs(b) - excess_regs(a);
}

static void print_worst(struct set *s)
{
    qsort(s->kernel, s->n, sizeof *s->kernel, compare_excess);
    printf("\nmost beyond theirs:\n");
    print_heading();
    for (size_t i = 0; i < s->n && i < WORST; i++)
        if (excess_insns(&s->kernel[i]) > 0 || excess_regs(&s->kernel[i]) > 0)
            print_row(&s->kernel[i]);
}

/* Prints the sums and means; returns the geometric mean of the ratios of instructions. */
static double print_summary(const struct set *s)
{
    struct cost a = { 0 }, b = { 0 };
    double insns = 0, bytes = 0, regs = 0, n = (double)s->n;
    for (size_t i = 0; i < s->n; i++) {
        const struct cost *o = &s->kernel[i].ours, *t = &s->kernel[i].theirs;
        a.insns += o->insns, a.bytes += o->bytes, a.regs += o->regs;
        b.insns += t->insns, b.bytes += t->bytes, b.regs += t->regs;
        insns += log((double)o->insns / t->insns);
        bytes += log((double)o->bytes / t->bytes);
        regs += log((double)(o->regs ? o->regs : 1) / (t->regs ? t->regs : 1));
    }
    printf("\nsum of %zu kernels: instructions %u / %u = %.3f, bytes %u / %u = %.3f, registers %u / %u = %.3f\n", s->n,
           a.insns, b.insns, (double)a.insns / b.insns, a.bytes, b.bytes, (double)a.bytes / b.bytes, a.regs, b.regs,
           (double)a.regs / b.regs);
    insns = exp(insns / n);
    printf("geometric mean of %zu kernels: instructions %.3f, bytes %.3f, registers %.3f; %u files failed\n", s->n,
           insns, exp(bytes / n), exp(regs / n), s->failed);
    return insns;
}

static int is_ptx(const struct dirent *d)
{
    size_t n = strlen(d->d_name);
    return n > 4 && !strcmp(d->d_name + n - 4, ".ptx");
}

int main(int argc, char **argv)
{
    double limit = 1.10;
    struct set s = { 0 };
    int at = 1;
    const char *except = "";
    for (; at + 2 < argc; at += 2) {
        if (!strcmp(argv[at], "--limit"))
            limit = strtod(argv[at + 1], NULL);
        else if (!strcmp(argv[at], "--except"))
            except = argv[at + 1];
        else
            break;
    }
    if (argc != at + 1) {
        fprintf(stderr, "usage: codequality [--limit R] [--except NAME,...] DIR\n");
        return 2;
    }
    struct dirent **name;
    int n = scandir(argv[at], &name, is_ptx, alphasort);
    if (n < 0) {
        printf("codequality: no folder %s, skipped: it holds PTX and cubins of NVIDIA's compiler, which are not part "
               "of this project\n", argv[at]);
        return 77;
    }
    print_heading();
    for (int i = 0; i < n; i++) {
        name[i]->d_name[strlen(name[i]->d_name) - 4] = 0;
        if (is_listed(except, name[i]->d_name))
            printf("%-16s left out: the PTX is not what the cubin was made from\n", name[i]->d_name);
        else
            compare_files(argv[at], name[i]->d_name, &s);
        free(name[i]);
    }
    free(name);
    if (!s.n) {
        printf("no kernels compared\n");
        return 1;
    }
    print_worst(&s);
    bool above = print_summary(&s) > limit;
    free(s.kernel);
    return above;
}
