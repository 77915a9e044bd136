/* SPDX-License-Identifier: Apache-2.0
 *
 * Random programs on both machines; a difference made small.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "work.h"

enum { RETRIES = 50 };

struct programs {
    struct data  before, want, found;
    char         text[GEN_TEXT];
    struct work *w;
    enum verdict looked_for;
};

/* ---- statements that the GPU's compiler refuses ----------------------------------------------------------- */

/* The statement that stands in this line of the text; NULL: none. */
static struct node *statement_at(const struct program *p, const char *text, unsigned line)
{
    for (; line > 1 && text; line--) {
        text = strchr(text, '\n');
        text += text != NULL;
    }
    struct node *n;
    for (unsigned k = 0; text && (n = gen_node(p, k)); k++) {
        size_t len = strlen(n->text);
        if (!n->off && n->kind == NODE_TEXT && !strncmp(text, "  ", 2) && !strncmp(text + 2, n->text, len) &&
            text[2 + len] == '\n')
            return n;
    }
    return NULL;
}

/* Leaves out the statements that the log complains of; false: there are none. */
static bool leave_out(struct programs *g, struct program *p)
{
    bool any = false;
    for (const char *at = g->w->what; (at = strstr(at, "line ")); at++) {
        char opcode[ORACLE_OPCODE], message[160];
        struct node *n = statement_at(p, g->text, (unsigned)strtoul(at + 5, NULL, 10));
        if (!n)
            continue;
        n->off = any = true;
        gen_opcode(n, opcode, sizeof opcode);
        snprintf(message, sizeof message, "%.*s", (int)strcspn(at, "\n"), at);
        oracle_note(&g->w->s->refused, opcode, message);
    }
    return any;
}

/* ---- one program ------------------------------------------------------------------------------------------ */

struct context { const struct program *p; const struct data *d; };

static size_t write_params(const void *ctx, uint64_t memory, uint8_t to[WORK_PARAMS])
{
    const struct context *c = ctx;
    const uint64_t address[3] = { memory + offsetof(struct data, out), memory + offsetof(struct data, in),
                                  memory + offsetof(struct data, counters) };
    _Static_assert((int)WORK_PARAMS == (int)DATA_PARAMS, "parameters of a program");
    return data_params(c->p, c->d, address, to);
}

static bool results_differ(const void *ctx, const void *want, const void *found, char *what, size_t room)
{
    return data_differ(((const struct context *)ctx)->p, want, found, what, room);
}

/* Runs the program on both machines; the seed says with which options of the compiler. */
static enum verdict judge_program(struct programs *g, const struct program *p)
{
    static const enum machine_way ways[] = { WAY_USUAL, WAY_USUAL, WAY_FEW_REGISTERS, WAY_NO_OPT };
    const struct context c = { p, &g->before };
    struct trial t = { .text = g->text, .way = ways[p->seed % 4], .before = &g->before, .want = &g->want,
                       .found = &g->found, .bytes = sizeof g->before, .params = write_params, .differ = results_differ,
                       .ctx = &c, .planted = gen_count(p) ? offsetof(struct data, out) + 9 : 0 };
    memcpy(t.grid, p->grid, sizeof t.grid);
    memcpy(t.block, p->block, sizeof t.block);
    data_fresh(p, &g->before);
    gen_print(p, g->text);
    return work_judge(g->w, &t);
}

static bool still_fails(void *ctx, const struct program *p)
{
    struct programs *g = ctx;
    return judge_program(g, p) == g->looked_for;
}

/* Leaves out what is known to be enough for this verdict; their names. */
static bool leave_out_known(struct oracle_list *l, struct program *p, char *names, size_t room)
{
    struct node *n;
    *names = 0;
    for (unsigned k = 0; (n = gen_node(p, k)); k++) {
        char opcode[ORACLE_OPCODE];
        gen_opcode(n, opcode, sizeof opcode);
        if (n->off || n->kind != NODE_TEXT || !oracle_listed(l, opcode))
            continue;
        n->off = true;
        size_t len = strlen(names);
        snprintf(names + len, room - len, " %s", opcode);
    }
    return *names;
}

/* As much as there is room for. */
static void append_text(char *to, size_t room, const char *between, const char *text)
{
    size_t n = strlen(to), add = strlen(between), len = strlen(text);
    if (!n)
        add = 0;
    if (n + add + 1 > room)
        return;
    memcpy(to + n, between, add);
    len = len < room - n - add - 1 ? len : room - n - add - 1;
    memcpy(to + n + add, text, len);
    to[n + add + len] = 0;
}

/* The opcodes of what is left, and its text. */
static void note_left(struct oracle_list *l, const struct program *p)
{
    char opcodes[ORACLE_OPCODE] = "", text[160] = "";
    struct node *n;
    for (unsigned k = 0; (n = gen_node(p, k)); k++) {
        char opcode[ORACLE_OPCODE];
        if (n->off)
            continue;
        gen_opcode(n, opcode, sizeof opcode);
        append_text(opcodes, sizeof opcodes, " + ", n->kind == NODE_TEXT ? opcode : n->kind == NODE_IF ? "if" : "loop");
        append_text(text, sizeof text, " ", n->text);
    }
    oracle_note(l, opcodes, text);
}

static bool can_shrink(enum verdict v) { return v == DIFFERENT || v == OURS_FAILS || v == CONTRADICTS; }

static struct oracle_list *list_of(const struct work *w, enum verdict v)
{
    return v == CONTRADICTS ? &w->s->contradict : &w->s->differ;
}

static _Atomic uint64_t *shrunk_of(const struct work *w, enum verdict v)
{
    return v == CONTRADICTS ? &w->s->shrunk_contradictions : &w->s->shrunk;
}

/* Prints a program that is not the same, made small. */
static void report_program(struct programs *g, struct program *p, enum verdict v)
{
    struct work *w = g->w;
    char *report = NULL, known[400];
    size_t bytes = 0;
    FILE *f = open_memstream(&report, &bytes);
    if (!f)
        return;
    unsigned before = gen_count(p);
    fprintf(f, "seed %" PRIu64 ", block %u,%u,%u, grid %u,%u: %s: %s\n", p->seed, p->block[0], p->block[1],
            p->block[2], p->grid[0], p->grid[1], verdict_name[v], w->what);
    if (can_shrink(v) && !w->plain && leave_out_known(list_of(w, v), p, known, sizeof known)) {
        v = judge_program(g, p);
        fprintf(f, "  without%s: %s\n", known, verdict_name[v]);
    }
    if (can_shrink(v) && !w->plain && (*shrunk_of(w, v))++ < w->o->shrink) {
        g->looked_for = v;
        gen_shrink(p, still_fails, g);
        judge_program(g, p);
        note_left(list_of(w, v), p);
        fprintf(f, "%u of %u statements are left: %s\n%s\n", gen_count(p), before, w->what, g->text);
    }
    fclose(f);
    fwrite(report, 1, bytes, stdout);
    fflush(stdout);
    free(report);
}

/* Program i; what the GPU's compiler refuses is taken out and tried again. */
static void try_program(struct work *w, void *state, uint64_t i)
{
    struct programs *g = state;
    struct program *p = gen_new(w->o->seed + i, (unsigned)w->o->size, true);
    enum verdict v;
    unsigned tries = 0;
    g->w = w;
    do
        v = judge_program(g, p);
    while (v == GPU_REFUSES && tries++ < RETRIES && leave_out(g, p));
    work_count(w, v);
    if (v != SAME)
        report_program(g, p, v);
    gen_free(p);
}

static void *new_state(const struct oracle_options *o)
{
    (void)o;
    return calloc(1, sizeof(struct programs));
}

static size_t memory_needed(const void *state)
{
    (void)state;
    return sizeof(struct data);
}

const struct work_kind work_programs = { new_state, try_program, memory_needed };
