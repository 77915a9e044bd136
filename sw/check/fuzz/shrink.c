/* SPDX-License-Identifier: Apache-2.0
 *
 * Delta debugging on units of 8 bytes (one long instruction or two short ones), so that alignment is never an issue.
 * Branch targets follow: to the next unit that is still there.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "text.h"

#define MAX_RUNS 3000

struct unit {
    uint32_t w[2];
    uint32_t target;            /* unit number, NO_TARGET */
};
#define NO_TARGET 0xffffffffu

struct shape { uint32_t grid_x, threads, words, entry; };

struct shrink {
    const struct fuzz_kind *kind;
    uint32_t seed;
    fuzz_run *run;
    void *ctx;
    struct gt_result want;
    struct fuzz_prog *trial;
    struct shape shape;
    uint64_t max_cycles;
    uint32_t jitter, stall, fold;
    unsigned runs;
};

static bool has_target(const struct gt_insn *in)
{
    return in->err == GT_DE_NONE && in->form == GT_FORM_CTL &&
           (in->op == GT_OP_BRA || in->op == GT_OP_CALL || in->op == GT_OP_PREBRK || in->op == GT_OP_JOINAT);
}

static uint32_t split_program(const struct fuzz_prog *p, struct unit *u)
{
    uint32_t n = (p->n + 1) / 2;         /* the word after the program is 0 */
    for (uint32_t i = 0; i < n; i++) {
        struct gt_insn in;
        memcpy(u[i].w, &p->code[2 * i], 8);
        isa_decode(u[i].w[0], u[i].w[1], 8 * i, &in);
        u[i].target = has_target(&in) && in.target % 8 == 0 && in.target / 8 <= n ? in.target / 8 : NO_TARGET;
    }
    return n;
}

/* The same instruction with another target, by way of its text. */
static bool retarget_unit(struct unit *u, uint32_t target)
{
    char text[ISA_TEXT_MAX], line[ISA_TEXT_MAX + 16], old[16], err[128];
    struct gt_insn in;
    int len;
    isa_decode(u->w[0], u->w[1], 0, &in);
    isa_disasm(&in, text, sizeof text);
    snprintf(old, sizeof old, " 0x%x", (unsigned)in.target);
    char *at = strstr(text, old);
    if (!at)
        return false;
    snprintf(line, sizeof line, "%.*s 0x%x%s", (int)(at - text), text, (unsigned)target, at + strlen(old));
    return isa_asm_line(line, &u->w[0], &u->w[1], &len, err, sizeof err) && len == 8;
}

/* Code of the units marked in keep into s->trial, which is made afresh. */
static bool build_trial(struct shrink *s, const struct unit *u, uint32_t n, const uint8_t *keep)
{
    uint32_t *at = malloc((n + 1) * sizeof *at), out = 0;
    bool ok = true;
    fuzz_must(at != NULL);
    for (uint32_t i = 0; i < n; i++) {
        at[i] = out;
        out += keep[i];
    }
    at[n] = out;
    s->kind->make(s->trial, s->seed);
    for (uint32_t i = 0; i < n; i++) {
        struct unit x = u[i];
        if (!keep[i])
            continue;
        if (x.target != NO_TARGET && at[x.target] != x.target)
            ok = retarget_unit(&x, 8 * at[x.target]) && ok;
        memcpy(&s->trial->code[2 * at[i]], x.w, 8);
    }
    free(at);
    struct gt_launch *l = &s->trial->launch;
    s->trial->n = l->code_words = 2 * out;
    l->grid_x = s->shape.grid_x;
    l->block_x = s->shape.threads;
    l->max_cycles = s->max_cycles;
    s->trial->gpu->jitter = s->jitter;
    s->trial->gpu->stall = s->stall;
    s->trial->gpu->fold = s->fold;
    return ok && out != 0;
}

/* Does the program of the kept units fail in the same manner? */
static bool still_fails(struct shrink *s, const struct unit *u, uint32_t n, const uint8_t *keep)
{
    struct gt_result *r = malloc(sizeof *r);
    fuzz_must(r != NULL);
    bool same = false;
    if (s->runs < MAX_RUNS && build_trial(s, u, n, keep)) {
        s->runs++;
        s->run(s->ctx, s->trial, r, NULL);
        same = fuzz_failed(s->kind, r) && r->status == s->want.status &&
               (r->status != GT_FAULT ||
                (r->fault.code == s->want.fault.code && r->fault.decode_err == s->want.fault.decode_err));
    }
    fuzz_free(s->trial);
    free(r);
    return same;
}

/* The smallest grid, then the smallest block, with which it still fails. */
static void smaller_launch(struct shrink *s, const struct unit *u, uint32_t n, const uint8_t *keep)
{
    static const uint32_t threads[] = {1, 16, 32, 64, 96, 128, 192, 256};
    struct shape best = s->shape;
    for (uint32_t g = 1; g < best.grid_x; g++) {
        s->shape.grid_x = g;
        if (still_fails(s, u, n, keep)) {
            best = s->shape;
            break;
        }
    }
    s->shape = best;
    for (size_t i = 0; i < sizeof threads / sizeof threads[0] && threads[i] < best.threads; i++) {
        s->shape.threads = threads[i];
        if (still_fails(s, u, n, keep)) {
            best = s->shape;
            break;
        }
    }
    s->shape = best;
}

/* Takes out runs of `chunk` units wherever the rest still fails. The last unit, the end of the program, stays. */
static bool remove_chunks(struct shrink *s, const struct unit *u, uint32_t n, uint8_t *keep, uint32_t chunk)
{
    bool any = false;
    uint8_t *trial = malloc(n);
    fuzz_must(trial != NULL);
    for (uint32_t from = n - 1; from > 0;) {            /* backwards: later instructions depend on earlier ones */
        uint32_t left = chunk, to = from;
        memcpy(trial, keep, n);
        while (to > 0 && left) {
            to--;
            left -= trial[to];
            trial[to] = 0;
        }
        if (left < chunk && still_fails(s, u, n, trial)) {
            memcpy(keep, trial, n);
            any = true;
        }
        from = to;
    }
    free(trial);
    return any;
}

unsigned fuzz_shrink(const struct fuzz_kind *k, uint32_t seed, struct fuzz_prog *p, const struct gt_result *res,
                     fuzz_run *run, void *ctx)
{
    struct shrink s = {.kind = k, .seed = seed, .run = run, .ctx = ctx, .want = *res,
                       .shape = {.grid_x = p->launch.grid_x, .threads = p->launch.block_x},
                       .max_cycles = 4 * res->cycles + 20000, .jitter = p->gpu->jitter,
                       .stall = p->gpu->stall, .fold = p->gpu->fold};
    struct unit *u = malloc(sizeof *u * (FUZZ_WORDS / 2));
    uint8_t *keep = malloc(FUZZ_WORDS / 2);
    s.trial = malloc(sizeof *s.trial);
    fuzz_must(u && keep && s.trial);
    uint32_t n = split_program(p, u);
    memset(keep, 1, n);
    if (n && still_fails(&s, u, n, keep)) {     /* else it depends on something outside, or ran out of cycles */
        smaller_launch(&s, u, n, keep);
        for (uint32_t chunk = n / 2 ? n / 2 : 1; chunk; chunk /= 2)
            remove_chunks(&s, u, n, keep, chunk);
        while (remove_chunks(&s, u, n, keep, 1))
            smaller_launch(&s, u, n, keep);
        fuzz_free(p);
        struct fuzz_prog *trial = s.trial;
        s.trial = p;                            /* built in place: a program must not be copied */
        build_trial(&s, u, n, keep);
        s.trial = trial;
    }
    free(s.trial);
    free(keep);
    free(u);
    return s.runs;
}

unsigned fuzz_insns(const struct fuzz_prog *p)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < p->n; i += isa_len(p->code[i]) / 4)
        n++;
    return n;
}
