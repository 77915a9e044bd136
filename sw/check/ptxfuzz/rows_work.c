/* SPDX-License-Identifier: Apache-2.0
 *
 * Every instruction of the table on both machines.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"
#include "values.h"
#include "work.h"

enum { THREADS = 64 * ROW_BLOCK };      /* more than pairs of special values */

struct rows_data { uint64_t in[THREADS * ROW_SLOTS]; uint8_t out[THREADS * ROW_RECORD]; };
struct rows { struct rows_data before, want, found; char text[ROW_TEXT]; };

static bool named(const struct row_form *f, const char *only)
{
    return !only || !strncmp(f->opcode, only, strlen(only));
}

/* Number k of those whose opcode begins so; false: there are fewer. */
static bool find(const char *only, uint64_t k, struct row_form *f)
{
    for (unsigned i = only ? 0 : (unsigned)k; row_form(i, f); i++)
        if (!only || (named(f, only) && !k--))
            return true;
    return false;
}

uint64_t oracle_rows(const char *only)
{
    struct row_form f;
    unsigned n = 0;
    for (unsigned k = 0; row_form(k, &f); k++)
        n += named(&f, only);
    return 2 * (uint64_t)n;
}

static size_t params(const void *ctx, uint64_t memory, uint8_t to[WORK_PARAMS])
{
    const uint64_t out = memory + offsetof(struct rows_data, out), in = memory + offsetof(struct rows_data, in);
    (void)ctx;
    memcpy(to, &out, 8);
    memcpy(to + 8, &in, 8);
    row_par(to + 16);
    return 16 + ROW_PAR;
}

static bool differ(const void *ctx, const void *want, const void *found, char *what, size_t room)
{
    const struct rows_data *a = want, *b = found;
    return row_differ(ctx, ROW_GPU, THREADS, a->in, a->out, b->out, what, room);
}

static void left_out(struct work *w, const char *why, const char *opcode)
{
    oracle_note(&w->s->left, why, opcode);
    w->s->left_out++;
}

/* Prints and notes a row that is not the same. */
static void report(struct work *w, const struct row_form *f, uint64_t i, enum verdict v)
{
    char line[ROW_TEXT];
    row_print(f, line);
    line[strcspn(line, "\n")] = 0;
    if (v == CONTRADICTS)
        oracle_note(&w->s->contradict, f->opcode, line);
    else
        oracle_note(&w->s->differ, f->opcode, line);
    printf("row %" PRIu64 ", %s: %s: %s\n", i, line, verdict_name[v], w->what);
    fflush(stdout);
}

/* Number i: the forms with registers, those with constants, then both with other values. */
static void one(struct work *w, void *state, uint64_t i)
{
    struct rows *g = state;
    struct row_form f;
    const uint64_t half = w->s->rows / 2, round = i / w->s->rows;
    uint64_t s = (w->o->seed + i + 1) * 0x9e3779b97f4a7c15u;
    find(w->o->only, i % half, &f);
    const char *chip = row_of_a_chip(&f);
    if (chip || !row_runs(&f)) {
        left_out(w, chip ? chip : "for the arguments of calls", f.opcode);
        return;
    }
    if (i / half % 2 && !row_constant(&f, &s)) {
        left_out(w, "no operand can be a constant", f.opcode);
        return;
    }
    row_kernel(&f, g->text);
    row_draw(&f, w->o->seed + round, true, THREADS, g->before.in, g->before.out);
    const struct trial t = { .text = g->text, .way = i % 4 == 3 ? WAY_NO_OPT : WAY_USUAL,
                             .grid = { THREADS / ROW_BLOCK, 1 }, .block = { ROW_BLOCK, 1, 1 }, .before = &g->before,
                             .want = &g->want, .found = &g->found, .bytes = sizeof g->before, .params = params,
                             .differ = differ, .ctx = &f, .planted = offsetof(struct rows_data, out) + ROW_CELL };
    enum verdict v = work_judge(w, &t);
    if (v == GPU_REFUSES) {
        char message[160];
        const char *at = strstr(w->what, "error");
        at = at ? at : w->what;
        snprintf(message, sizeof message, "%.*s", (int)strcspn(at, "\n"), at);
        oracle_note(&w->s->refused, f.opcode, message);
        w->s->left_out++;
        return;
    }
    work_count(w, v);
    if (v != SAME)
        report(w, &f, i, v);
}

static void *make(const struct oracle_options *o)
{
    (void)o;
    return calloc(1, sizeof(struct rows));
}

static size_t memory(const void *state)
{
    (void)state;
    return sizeof(struct rows_data);
}

const struct work_kind work_rows = { make, one, memory };
