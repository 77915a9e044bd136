/* SPDX-License-Identifier: Apache-2.0
 *
 * The runs whose instructions count as covered.
 */
#include "runs.h"
#include "tex.h"

#include <stdio.h>
#include <stdlib.h>

#include "asm.h"
#include "decode.h"
#include "draw.h"
#include "files.h"
#include "isa_table.h"
#include "program.h"

#define WORDS 4                 /* per row that is an error */
#define TRIES 2000              /* random words of an opcode, until some are no instruction */

unsigned coverage_fuzz(const struct fuzz_kind *k, uint32_t first, uint32_t last, uint32_t step, coverage_run *run,
                       void *ctx)
{
    struct fuzz_prog *p = malloc(sizeof *p);
    struct gt_result *res = malloc(sizeof *res);
    unsigned failed = 0;
    fuzz_must(p && res);
    for (uint32_t seed = first; seed <= last; seed += step) {
        k->make(p, seed);
        run(ctx, p->gpu, &p->launch, res);
        if (fuzz_failed(k, res)) {
            fprintf(stderr, "%s program %u: %s\n", k->name, (unsigned)seed, res->message);
            failed++;
        }
        fuzz_free(p);
    }
    free(p);
    free(res);
    return failed;
}

static bool write_cubin(FILE *f, const void *c) { return cubin_write(f, c); }

bool coverage_directed(const char *path, const char *cubin, coverage_run *run, void *ctx)
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
    if (!gt_write_file(cubin, write_cubin, &cb) || !program_read(p, path) ||
        !gt_module_load_file(&m, g, cubin, err, sizeof err) || !gt_module_bind(&m, 0, err, sizeof err) ||
        !program_place(p, g))
        exit(1);
    remove(cubin);
    program_launch(p, &m, &l);
    run(ctx, g, &l, res);
    bool ok = res->status != GT_DIFFERENT;
    if (!ok)
        fprintf(stderr, "%s: %s\n", path, res->message);
    gt_module_free(&m);
    gt_gpu_free(g);
    cubin_free(&cb);
    free(text);
    free(p);
    free(res);
    return ok;
}

/* Runs a program of one instruction, which must fault. */
static bool faults(coverage_run *run, void *ctx, uint32_t w0, uint32_t w1)
{
    struct fuzz_prog *p = malloc(sizeof *p);
    struct gt_result *res = malloc(sizeof *res);

    fuzz_must(p && res);
    fuzz_init(p, 32);
    p->code[0] = w0;
    p->code[1] = w1;
    p->n = p->launch.code_words = 2;
    run(ctx, p->gpu, &p->launch, res);
    bool ok = res->status == GT_FAULT;
    if (!ok)
        fprintf(stderr, "words 0x%08x 0x%08x: no fault\n", (unsigned)w0, (unsigned)w1);
    fuzz_free(p);
    free(p);
    free(res);
    return ok;
}

/* Rows of the table that are an error. */
static unsigned error_rows(coverage_run *run, void *ctx)
{
    unsigned failed = 0;
    uint32_t s = 1;

    for (unsigned r = 0; r < isa_rows(); r++)
        for (unsigned i = 0; i < WORDS; i++) {
            const struct isa_row *t = &isa_table[r];
            struct gt_insn in;
            uint32_t w0 = (fuzz_random(&s, 0) & ~t->m0) | t->k0, w1 = (fuzz_random(&s, 0) & ~t->m1) | t->k1;
            isa_decode(w0, w1, 0, &in);
            if (in.row == r && (in.op == GT_OP_ILLEGAL || in.op == GT_OP_TRAP ||
                                (in.unit == GT_UNIT_TEX && !gt_tex_supported(&in))))
                failed += !faults(run, ctx, w0, w1);
        }
    return failed;
}

/* Of each form and opcode, words of no row, and words of a row for what is no instruction. */
static unsigned no_rows(coverage_run *run, void *ctx)
{
    static const struct { uint32_t m0, k0, m1, k1; unsigned subs; } forms[] = {
        {3, 0, 0, 0, 1}, {3, 2, 0, 0, 1}, {3, 1, 3, 0, 8}, {3, 1, 3, 1, 8}, {3, 1, 3, 3, 1}, {3, 3, 0, 0, 1},
    };
    unsigned failed = 0;
    uint32_t s = 1;

    for (unsigned f = 0; f < sizeof forms / sizeof *forms; f++)
        for (unsigned key = 0; key < 16 * forms[f].subs; key++) {
            bool none = false, no_instruction = false;
            for (unsigned i = 0; i < TRIES && !(none && no_instruction); i++) {
                struct gt_insn in;
                uint32_t w0 = (fuzz_random(&s, 0) & ~forms[f].m0) | forms[f].k0;
                uint32_t w1 = (fuzz_random(&s, 0) & ~forms[f].m1) | forms[f].k1;
                w0 = (w0 & 0x0fffffff) | (key & 15) << 28;
                if (forms[f].subs > 1)
                    w1 = (w1 & 0x1fffffff) | key >> 4 << 29;
                isa_decode(w0, w1, 0, &in);
                bool *seen = in.row == ISA_ROW_NONE ? &none : in.op == GT_OP_ILLEGAL ? &no_instruction : NULL;
                if (!seen || *seen)
                    continue;
                *seen = true;
                failed += !faults(run, ctx, w0, w1);
            }
        }
    return failed;
}

unsigned coverage_errors(coverage_run *run, void *ctx)
{
    return error_rows(run, ctx) + no_rows(run, ctx);
}
