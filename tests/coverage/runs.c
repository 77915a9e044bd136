/* SPDX-License-Identifier: Apache-2.0 */
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

unsigned coverage_errors(coverage_run *run, void *ctx)
{
    struct fuzz_prog *p = malloc(sizeof *p);
    struct gt_result *res = malloc(sizeof *res);
    unsigned failed = 0;
    uint32_t s = 1;
    fuzz_must(p && res);
    for (unsigned r = 0; r < isa_rows(); r++)
        for (unsigned i = 0; i < WORDS; i++) {
            const struct isa_row *t = &isa_table[r];
            struct gt_insn in;
            uint32_t w0 = (fuzz_random(&s, 0) & ~t->m0) | t->k0, w1 = (fuzz_random(&s, 0) & ~t->m1) | t->k1;
            isa_decode(w0, w1, 0, &in);
            if (in.row != r ||
                (in.op != GT_OP_ILLEGAL && in.op != GT_OP_TRAP && (in.unit != GT_UNIT_TEX || gt_tex_supported(&in))))
                continue;
            fuzz_init(p, 32);
            p->code[0] = w0;
            p->code[1] = w1;
            p->n = p->launch.code_words = 2;
            run(ctx, p->gpu, &p->launch, res);
            if (res->status != GT_FAULT) {
                fprintf(stderr, "%s, words 0x%08x 0x%08x: no fault\n", isa_row_name(r), (unsigned)w0, (unsigned)w1);
                failed++;
            }
            fuzz_free(p);
        }
    free(p);
    free(res);
    return failed;
}
