/* SPDX-License-Identifier: Apache-2.0
 *
 * coverage PROGRAMS OUT.md VECTORS.tsv.gz... PROGRAM.s...: which rows of the instruction table were decoded, executed on the
 * functional core and on the RTL, by vectors and by random programs. Everything is counted while it runs here: vectors one
 * by one on the functional core and as kernels in lockstep, PROGRAMS random programs of each kind in lockstep (ISSUE events
 * of the RTL), and the directed programs of tests/lockstep. In lockstep every event of the model equals the RTL's, so what
 * the RTL issued, the functional core executed too. Exit status 1 when anything failed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "decode.h"
#include "fuzz.h"
#include "isa_table.h"
#include "program.h"
#include "rtl_sm.h"
#include "vectors_target.h"

#define MODS 8

struct row {
    bool legal;
    uint64_t vec_func, vec_rtl;         /* vector rows executed */
    uint64_t random, directed;          /* issued by the RTL */
    uint16_t seen[MODS];                /* values of the modifiers, in the order of the text, issued by the RTL */
};

struct coverage {
    struct row row[512];
    struct gt_vectors_engine inner;
    bool rtl;
    uint64_t failed, programs, issued;
};

static uint32_t bits(const struct isa_field *f, const uint32_t w[2])
{
    uint32_t v = 0;
    for (unsigned i = 0; i < f->parts; i++)
        v = v << f->part[i].width | (w[f->part[i].word] >> f->part[i].lsb & ((1u << f->part[i].width) - 1));
    return v;
}

static unsigned mods_of(unsigned row, const struct isa_mod *m[MODS])
{
    unsigned n = 0;
    for (const char *c = isa_table[row].text; *c && n < MODS; c++)
        if (isa_text_mod(*c))
            m[n++] = isa_text_mod(*c);
    return n;
}

static void saw(struct coverage *c, const struct gt_insn *in)
{
    const struct isa_mod *m[MODS];
    const uint32_t w[2] = {in->w0, in->w1};
    unsigned n = mods_of(in->row, m);
    for (unsigned i = 0; i < n; i++)
        c->row[in->row].seen[i] |= (uint16_t)(1u << (bits(&isa_fields[m[i]->field], w) & 15));
}

static void decode_all(struct coverage *c)
{
    uint64_t s = 0x2545f4914f6cdd1dull;
    for (unsigned r = 0; r < isa_rows(); r++)
        for (unsigned i = 0; i < 20000 && !c->row[r].legal; i++) {
            struct gt_insn in;
            s ^= s << 13, s ^= s >> 7, s ^= s << 17;
            isa_decode((isa_table[r].k0 & isa_table[r].m0) | ((uint32_t)s & ~isa_table[r].m0),
                       (isa_table[r].k1 & isa_table[r].m1) | ((uint32_t)(s >> 32) & ~isa_table[r].m1), 0, &in);
            c->row[r].legal = in.row == r && in.err == GT_DE_NONE;
        }
}

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
        *(c->rtl ? &c->row[in.row].vec_rtl : &c->row[in.row].vec_func) += g[i].n;
        if (!c->rtl)
            continue;
        saw(c, &in);
        if (in.len == 4) {                      /* the word beside it is executed, but nobody looks at its result */
            isa_decode(g[i].rows[0].op[1], 0, 4, &in);
            if (in.row != ISA_ROW_NONE && in.err == GT_DE_NONE)
                c->row[in.row].directed++;
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
static void lockstep(struct coverage *c, struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res, bool random)
{
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
        *(random ? &c->row[in.row].random : &c->row[in.row].directed) += issues[i];
        saw(c, &in);
    }
    c->issued += res->warp_insns;
    c->programs++;
    free(issues);
}

static void fuzz(struct coverage *c, const struct fuzz_kind *k, uint32_t n)
{
    struct fuzz_prog *p = malloc(sizeof *p);
    struct gt_result *res = malloc(sizeof *res);
    fuzz_must(p && res);
    for (uint32_t seed = 1; seed <= n; seed++) {
        k->make(p, seed);
        lockstep(c, p->gpu, &p->launch, res, true);
        if (fuzz_failed(k, res)) {
            fprintf(stderr, "%s program %u: %s\n", k->name, (unsigned)seed, res->message);
            c->failed++;
        }
        fuzz_free(p);
    }
    free(p);
    free(res);
}

static bool write_cubin(FILE *f, const void *c) { return cubin_write(f, c); }

static void directed(struct coverage *c, const char *path, const char *cubin)
{
    struct gt_gpu *g = gt_gpu_new(16 << 20);
    struct program *p = malloc(sizeof *p);
    struct gt_result *res = malloc(sizeof *res);
    struct gt_module m;
    struct gt_launch l;
    struct gt_cubin cb;
    char err[512];
    size_t len;
    char *text = gt_read_file(path, &len);
    fuzz_must(g && p && res && text);
    if (!isa_asm_file(text, path, &cb, stderr))
        exit(1);
    if (!gt_write_file(cubin, write_cubin, &cb) || !program_read(p, path) || !gt_module_load_file(&m, g, cubin, err, sizeof err) ||
        !gt_module_bind(&m, 0, err, sizeof err) || !program_place(p, g))
        exit(1);
    program_launch(p, &m, &l);
    lockstep(c, g, &l, res, false);
    c->failed += res->status == GT_DIFFERENT;
    gt_module_free(&m);
    gt_gpu_free(g);
    cubin_free(&cb);
    free(text);
    free(p);
    free(res);
}

/* ---- the table ----------------------------------------------------------------------------------- */

static unsigned popcount(uint32_t v) { return (unsigned)__builtin_popcount(v); }

static void mark(FILE *f, uint64_t n)
{
    if (n)
        fprintf(f, " %llu |", (unsigned long long)n);
    else
        fprintf(f, " – |");
}

static void print(const struct coverage *c, FILE *f, uint32_t programs)
{
    static const char *const forms[] = {"short", "short ctl", "long", "immediate", "control"};
    static const char *const heads[] = {"decoded", "executed on func", "executed on RTL", "vector-tested on func", "vector-tested on RTL", "random-tested (RTL)"};
    unsigned usable = 0, n[6] = {0}, mod_seen = 0, mod_all = 0;
    for (unsigned r = 0; r < isa_rows(); r++) {
        const struct row *x = &c->row[r];
        const uint64_t got[6] = {x->legal, x->vec_func + x->random + x->directed, x->vec_rtl + x->random + x->directed, x->vec_func,
                                 x->vec_rtl, x->random};
        usable += x->legal;
        for (unsigned i = 0; i < 6; i++)
            n[i] += got[i] != 0;
    }
    fprintf(f, "# Coverage of the instruction table\n\n"
               "Written by `make coverage` (`tests/coverage`); do not edit. Rows of `isa/gt200.isa` that decode to an instruction and not to an\n"
               "error: %u of %u. Counted while running: all conformance vectors on the functional core and as kernels in lockstep, %u random\n"
               "programs of each kind and the directed programs of `tests/lockstep` in lockstep; %llu programs, %llu warp instructions.\n\n"
               "| | rows | of %u |\n|---|---|---|\n", usable, isa_rows(), (unsigned)programs, (unsigned long long)c->programs,
            (unsigned long long)c->issued, usable);
    for (unsigned i = 0; i < 6; i++)
        fprintf(f, "| %s | %u | %u %% |\n", heads[i], n[i], usable ? 100 * n[i] / usable : 0);
    fprintf(f, "\nColumns: vector rows executed on the functional core and on the RTL; warp instructions issued by the RTL in random and in\n"
               "directed programs; values of the instruction's modifiers that the RTL has issued, of those that exist.\n\n"
               "| instruction | form | vectors func | vectors RTL | random | directed | modifiers |\n|---|---|---|---|---|---|---|\n");
    for (unsigned r = 0; r < isa_rows(); r++) {
        const struct row *x = &c->row[r];
        const struct isa_mod *m[MODS];
        unsigned nm = mods_of(r, m), seen = 0, all = 0;
        if (!x->legal)
            continue;
        for (unsigned i = 0; i < nm; i++) {
            uint16_t named = 0;
            for (unsigned v = 0; v < 16 && v < m[i]->names; v++)
                named |= (uint16_t)((m[i]->str[v] != NULL) << v);
            seen += popcount(x->seen[i] & named);
            all += popcount(named);
        }
        mod_seen += seen;
        mod_all += all;
        fprintf(f, "| `%s` | %s |", isa_row_name(r), forms[isa_table[r].form]);
        mark(f, x->vec_func);
        mark(f, x->vec_rtl);
        mark(f, x->random);
        mark(f, x->directed);
        if (all)
            fprintf(f, " %u of %u |\n", seen, all);
        else
            fprintf(f, " |\n");
    }
    fprintf(f, "\nModifier values issued by the RTL: %u of %u.\n", mod_seen, mod_all);
    printf("%u usable rows: %u on func, %u on RTL, %u by vectors, %u by random programs; modifier values %u of %u\n", usable, n[1], n[2],
           n[3], n[5], mod_seen, mod_all);
}

static bool ends(const char *s, const char *with)
{
    size_t a = strlen(s), b = strlen(with);
    return a >= b && !strcmp(s + a - b, with);
}

int main(int argc, char **argv)
{
    struct coverage *c = calloc(1, sizeof *c);
    if (argc < 3 || !c) {
        fprintf(stderr, "usage: coverage PROGRAMS OUT.md VECTORS.tsv.gz... PROGRAM.s...\n");
        return 2;
    }
    uint32_t programs = (uint32_t)strtoul(argv[1], NULL, 0);
    char cubin[1024];
    snprintf(cubin, sizeof cubin, "%s.cubin", argv[2]);
    decode_all(c);
    for (int i = 3; i < argc; i++)
        if (ends(argv[i], ".s"))
            directed(c, argv[i], cubin);
        else
            vectors(c, argv[i]);
    remove(cubin);
    for (unsigned k = 0; k < FUZZ_KINDS; k++)
        fuzz(c, &fuzz_kinds[k], programs);
    FILE *f = fopen(argv[2], "w");
    if (f)
        print(c, f, programs);
    bool ok = f && fclose(f) == 0 && c->failed == 0;
    if (!ok)
        fprintf(stderr, "%llu failed\n", (unsigned long long)c->failed);
    free(c);
    return !ok;
}
