/* SPDX-License-Identifier: Apache-2.0
 *
 * codequality [--limit R] [--except NAME,...] DIR: compiles every DIR/X.ptx that has an X.cubin of another compiler beside it and prints
 * native instructions, code bytes and registers of both, and the geometric means of the ratios. Kernels are matched by
 * name. Pairs in the list of --except are left out: it is for PTX that is not what its cubin was made from. Exit status 1 if the mean of the instruction counts is above R (default 1.10); 77
 * when the folder is not there.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cubin.h"
#include "ptxas.h"

struct cost { unsigned insns, bytes, regs; };

struct sums { double insns, bytes, regs; unsigned kernels, failed; };

static struct cost cost_of(const struct gt_cubin_kernel *k)
{
    struct cost c = { .regs = k->reg, .bytes = (unsigned)k->code_words * 4 };
    for (size_t i = 0; i < k->code_words; i += k->code[i] & 1 ? 2 : 1)
        c.insns++;
    return c;
}

static void compare(const char *stem, const struct gt_cubin *ours, const struct gt_cubin *theirs, struct sums *s)
{
    for (size_t i = 0; i < theirs->nkernels; i++) {
        const struct gt_cubin_kernel *t = &theirs->kernels[i], *o = cubin_kernel(ours, t->name);
        if (!o) {
            printf("%-16s %-14s   only in the cubin\n", stem, t->name);
            continue;
        }
        struct cost a = cost_of(o), b = cost_of(t);
        printf("%-16s %-14.14s %6u %6u  %5.2f %7u %7u  %5.2f %5u %5u\n", stem, t->name, a.insns, b.insns, (double)a.insns / b.insns,
               a.bytes, b.bytes, (double)a.bytes / b.bytes, a.regs, b.regs);
        s->insns += log((double)a.insns / b.insns);
        s->bytes += log((double)a.bytes / b.bytes);
        s->regs += log((double)(a.regs ? a.regs : 1) / (b.regs ? b.regs : 1));
        s->kernels++;
    }
}

static void pair(const char *dir, const char *stem, struct sums *s)
{
    char path[4096], err[256];
    struct gt_cubin theirs, ours;
    struct ptxas_result r;
    snprintf(path, sizeof path, "%s/%s.cubin", dir, stem);
    if (!cubin_read(path, &theirs, err, sizeof err))
        return;
    snprintf(path, sizeof path, "%s/%s.ptx", dir, stem);
    char *ptx = gt_read_file(path, &(size_t){ 0 });
    struct ptxas_options o = { .fma_as_mad = true };
    if (ptx && ptxas_compile(ptx, path, &o, &r)) {
        if (cubin_parse(r.text, r.length, stem, &ours, err, sizeof err))
            compare(stem, &ours, &theirs, s);
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
static bool listed(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (; *list; list += strcspn(list, ","), list += *list == ',')
        if (strcspn(list, ",") == n && !strncmp(list, name, n))
            return true;
    return false;
}

static int is_ptx(const struct dirent *d)
{
    size_t n = strlen(d->d_name);
    return n > 4 && !strcmp(d->d_name + n - 4, ".ptx");
}

int main(int argc, char **argv)
{
    double limit = 1.10;
    struct sums s = { 0 };
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
        printf("codequality: no folder %s, skipped: it holds PTX and cubins of NVIDIA's compiler, which are not part of this project\n", argv[at]);
        return 77;
    }
    printf("%-16s %-14s %6s %6s  %5s %7s %7s  %5s %5s %5s\n", "file", "kernel", "insns", "theirs", "ratio", "bytes", "theirs", "ratio", "regs", "theirs");
    for (int i = 0; i < n; i++) {
        name[i]->d_name[strlen(name[i]->d_name) - 4] = 0;
        if (listed(except, name[i]->d_name))
            printf("%-16s left out: the PTX is not what the cubin was made from\n", name[i]->d_name);
        else
            pair(argv[at], name[i]->d_name, &s);
        free(name[i]);
    }
    free(name);
    if (!s.kernels) {
        printf("no kernels compared\n");
        return 1;
    }
    double insns = exp(s.insns / s.kernels);
    printf("geometric mean of %u kernels: instructions %.3f, bytes %.3f, registers %.3f; %u files failed\n", s.kernels, insns,
           exp(s.bytes / s.kernels), exp(s.regs / s.kernels), s.failed);
    return insns > limit;
}
