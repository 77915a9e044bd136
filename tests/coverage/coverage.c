/* SPDX-License-Identifier: Apache-2.0
 *
 * coverage [--partial] ROWS OTHERS OUT.md VECTORS.tsv.gz... PROGRAM.s...: which rows of the instruction table were
 * decoded, executed on the functional core and on the RTL, by vectors and by random programs. Everything is counted
 * while it runs here: vectors one by one on the functional core and as kernels in lockstep, ROWS random programs of
 * kind rows and OTHERS of each other kind in lockstep (ISSUE events of the RTL), and the directed programs of
 * tests/lockstep. In lockstep every event of the model equals the RTL's, so what the RTL issued, the functional core
 * executed too. Exit status 1 when anything failed or, without
 * --partial, when the RTL has not executed a row.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "isa_table.h"
#include "matrix.h"
#include "rtl_sm.h"
#include "runs.h"
#include "vectors_target.h"

struct coverage {
    struct matrix m;
    struct gt_vectors_engine inner;
    bool rtl, random;
    uint64_t failed;
};

/* Counts which rows a group of vectors has executed. */
static bool watch(void *ctx, enum gt_vector_class cls, struct gt_vector_group *g, unsigned n, FILE *log)
{
    struct coverage *c = ctx;
    if (!c->inner.run(c->inner.ctx, cls, g, n, log))
        return false;
    for (unsigned i = 0; i < n; i++) {
        struct gt_insn in;
        isa_decode(g[i].rows[0].op[0], g[i].rows[0].op[1], 0, &in);
        if (g[i].outcome != GT_VECTOR_DONE || in.row == ISA_ROW_NONE)
            continue;
        struct matrix_row *r = &c->m.row[in.row];
        *(c->rtl ? &r->vec_rtl : &r->vec_func) += g[i].n;
        if (!c->rtl)
            continue;
        matrix_saw(&c->m, &in);
        if (in.len == 4) {                      /* the word beside it is executed, but nobody looks at its result */
            isa_decode(g[i].rows[0].op[1], 0, 4, &in);
            if (in.row != ISA_ROW_NONE && in.err == GT_DE_NONE)
                c->m.row[in.row].directed++;
        }
    }
    return true;
}

static void vectors(struct coverage *c, const char *path)
{
    const struct gt_vectors_engine engine = {watch, c};
    struct gt_vectors_result r;
    c->rtl = false;
    c->inner = gt_vectors_func;
    c->failed += gt_vectors_file_on(&engine, path, &r, stderr) != 0 || r.failed;
    c->rtl = true;
    if (gt_vectors_on_target("lockstep", &c->inner))
        c->failed += gt_vectors_file_on(&engine, path, &r, stderr) != 0 || r.failed;
}

/* Runs it in lockstep and counts the rows of what was issued; a faulting instruction is not counted. */
static void lockstep(void *ctx, struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res)
{
    struct coverage *c = ctx;
    uint64_t *issues = calloc(l->code_words + 1, sizeof *issues);
    const struct gt_rtl_opts o = {.fst = "", .issues = issues};
    fuzz_must(issues != NULL);
    gt_lockstep_run(g, l, res, &o);
    if (res->status == GT_FAULT && res->fault.pc / 4 < l->code_words && issues[res->fault.pc / 4])
        issues[res->fault.pc / 4]--;
    for (uint32_t i = 0; i < l->code_words; i++) {
        struct gt_insn in;
        if (!issues[i])
            continue;
        isa_decode(l->code[i], i + 1 < l->code_words ? l->code[i + 1] : 0, 4 * i, &in);
        if (in.row == ISA_ROW_NONE || in.err != GT_DE_NONE)
            continue;
        *(c->random ? &c->m.row[in.row].random : &c->m.row[in.row].directed) += issues[i];
        matrix_saw(&c->m, &in);
    }
    c->m.issued += res->warp_insns;
    c->m.programs++;
    free(issues);
}

static bool ends(const char *s, const char *with)
{
    size_t a = strlen(s), b = strlen(with);
    return a >= b && !strcmp(s + a - b, with);
}

int main(int argc, char **argv)
{
    struct coverage *c = calloc(1, sizeof *c);
    bool partial = argc > 1 && !strcmp(argv[1], "--partial");
    argc -= partial;
    argv += partial;
    if (argc < 4 || !c) {
        fprintf(stderr, "usage: coverage [--partial] ROWS OTHERS OUT.md VECTORS.tsv.gz... PROGRAM.s...\n");
        return 2;
    }
    uint32_t rows = (uint32_t)strtoul(argv[1], NULL, 0), others = (uint32_t)strtoul(argv[2], NULL, 0);
    char cubin[1024], what[256];
    snprintf(cubin, sizeof cubin, "%s.cubin", argv[3]);
    snprintf(
        what, sizeof what,
        "%u random programs of kind rows and %u of each other kind, and the directed programs of `tests/lockstep`",
        (unsigned)rows, (unsigned)others);
    matrix_init(&c->m);
    for (int i = 4; i < argc; i++)
        if (ends(argv[i], ".s"))
            c->failed += !coverage_directed(argv[i], cubin, lockstep, c);
        else
            vectors(c, argv[i]);
    c->failed += coverage_errors(lockstep, c);
    c->random = true;
    for (unsigned k = 0; k < FUZZ_KINDS; k++)
        c->failed += coverage_fuzz(&fuzz_kinds[k], 1, fuzz_kinds[k].make == fuzz_rows ? rows : others, 1, lockstep, c);
    unsigned missing = 0;
    FILE *f = fopen(argv[3], "w");
    if (f)
        missing = matrix_print(&c->m, f, what);
    bool ok = f && fclose(f) == 0;
    if (!ok)
        perror(argv[3]);
    if (c->failed)
        fprintf(stderr, "%llu failed\n", (unsigned long long)c->failed);
    if (missing)
        fprintf(stderr, "%u usable rows of the instruction table have not been executed on the RTL, see %s\n",
                missing, argv[3]);
    ok = ok && !c->failed && (partial || !missing);
    free(c);
    return !ok;
}
