/* SPDX-License-Identifier: Apache-2.0
 *
 * One process of gt200 oracle: programs on both machines, compared; a difference made small.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "oracle.h"

enum { LOG = 8192, RETRIES = 50 };

enum verdict { SAME, DIFFERENT, GPU_REFUSES, GPU_FAULTS, OURS_FAILS };

struct work {
    const struct oracle_options *o;
    struct oracle_shared *s;
    struct oracle_worker *me;
    struct machine        gpu, ours;
    enum verdict          looked_for;
    struct data           want, found;
    char                  text[GEN_TEXT], what[LOG];
};

static bool lists(struct oracle_list *l, const char *opcode, struct oracle_kind **kind)
{
    for (unsigned i = 0; i < l->n; i++)
        if (!strcmp(l->kind[i].opcode, opcode)) {
            *kind = &l->kind[i];
            return true;
        }
    return false;
}

bool oracle_note(struct oracle_list *l, const char *opcode, const char *example)
{
    struct oracle_kind *k;
    while (atomic_flag_test_and_set(&l->busy))
        ;
    bool there = lists(l, opcode, &k), room = there || l->n < ORACLE_KINDS;
    if (!there && room) {
        k = &l->kind[l->n++];
        snprintf(k->opcode, sizeof k->opcode, "%s", opcode);
        snprintf(k->example, sizeof k->example, "%s", example);
    }
    if (room)
        k->count++;
    atomic_flag_clear(&l->busy);
    return room;
}

bool oracle_listed(struct oracle_list *l, const char *opcode)
{
    struct oracle_kind *k;
    while (atomic_flag_test_and_set(&l->busy))
        ;
    bool there = lists(l, opcode, &k);
    atomic_flag_clear(&l->busy);
    return there;
}

/* ---- statements that the GPU's compiler refuses ----------------------------------------------------------- */

/* The statement that stands in this line of the text; NULL: none. */
static struct node *statement(const struct program *p, const char *text, unsigned line)
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
static bool leave_out(struct work *w, struct program *p)
{
    bool any = false;
    for (const char *at = w->what; (at = strstr(at, "line ")); at++) {
        char opcode[ORACLE_OPCODE], message[160];
        struct node *n = statement(p, w->text, (unsigned)strtoul(at + 5, NULL, 10));
        if (!n)
            continue;
        n->off = any = true;
        gen_opcode(n, opcode, sizeof opcode);
        snprintf(message, sizeof message, "%.*s", (int)strcspn(at, "\n"), at);
        oracle_note(&w->s->refused, opcode, message);
    }
    return any;
}

/* ---- one program ------------------------------------------------------------------------------------------ */

static enum verdict judge(struct work *w, const struct program *p)
{
    static const enum machine_way ways[] = { WAY_USUAL, WAY_USUAL, WAY_FEW_REGISTERS, WAY_NO_OPT };
    data_fresh(p, &w->want);
    w->found = w->want;
    gen_print(p, w->text);
    w->me->runs++;
    enum machine_result r = machine_run(&w->gpu, p, w->text, WAY_USUAL, &w->want, w->what, sizeof w->what);
    w->me->runs++;
    if (r != RAN)
        return r == REFUSED ? GPU_REFUSES : GPU_FAULTS;
    if (w->o->plant && gen_count(p))
        w->want.out[9] ^= 4;
    if (machine_run(&w->ours, p, w->text, ways[p->seed % 4], &w->found, w->what, sizeof w->what) != RAN)
        return OURS_FAILS;
    return data_differ(p, &w->want, &w->found, w->what, sizeof w->what) ? DIFFERENT : SAME;
}

static bool still(void *ctx, const struct program *p)
{
    struct work *w = ctx;
    return judge(w, p) == w->looked_for;
}

/* Leaves out what is known to differ alone. */
static bool leave_out_known(struct work *w, struct program *p, char *names, size_t room)
{
    struct node *n;
    *names = 0;
    for (unsigned k = 0; (n = gen_node(p, k)); k++) {
        char opcode[ORACLE_OPCODE];
        gen_opcode(n, opcode, sizeof opcode);
        if (n->off || n->kind != NODE_TEXT || !oracle_listed(&w->s->differ, opcode))
            continue;
        n->off = true;
        size_t len = strlen(names);
        snprintf(names + len, room - len, " %s", opcode);
    }
    return *names;
}

/* If it is one statement alone: notes its opcode. */
static void note_alone(struct work *w, const struct program *p)
{
    struct node *n;
    for (unsigned k = 0; gen_count(p) == 1 && (n = gen_node(p, k)); k++) {
        char opcode[ORACLE_OPCODE];
        gen_opcode(n, opcode, sizeof opcode);
        if (!n->off && n->kind == NODE_TEXT)
            oracle_note(&w->s->differ, opcode, n->text);
    }
}

static void report(struct work *w, struct program *p, enum verdict v)
{
    static const char *const names[] = { "same", "difference", "the GPU's compiler refuses it", "fault on the GPU",
                                         "our machine fails" };
    char *report = NULL, known[400];
    size_t bytes = 0;
    FILE *f = open_memstream(&report, &bytes);
    if (!f)
        return;
    unsigned before = gen_count(p);
    fprintf(f, "seed %" PRIu64 ", block %u,%u,%u, grid %u,%u: %s: %s\n", p->seed, p->block[0], p->block[1],
            p->block[2], p->grid[0], p->grid[1], names[v], w->what);
    bool small = v == DIFFERENT || v == OURS_FAILS;
    if (small && leave_out_known(w, p, known, sizeof known)) {
        v = judge(w, p);
        small = v == DIFFERENT || v == OURS_FAILS;
        fprintf(f, "  without%s: %s\n", known, names[v]);
    }
    if (small && w->s->shrunk++ < w->o->shrink) {
        w->looked_for = v;
        gen_shrink(p, still, w);
        judge(w, p);
        note_alone(w, p);
        fprintf(f, "%u of %u statements are left: %s\n%s\n", gen_count(p), before, w->what, w->text);
    }
    fclose(f);
    fwrite(report, 1, bytes, stdout);
    fflush(stdout);
    free(report);
}

static void one(struct work *w, uint64_t seed)
{
    struct program *p = gen_new(seed, (unsigned)w->o->size, true);
    enum verdict v;
    unsigned tries = 0;
    w->me->seed = seed;
    do
        v = judge(w, p);
    while (v == GPU_REFUSES && tries++ < RETRIES && leave_out(w, p));
    if (v == GPU_FAULTS)
        w->s->faulted++;
    if (v == SAME)
        w->s->passed++;
    else
        w->s->failed++;
    if (v != SAME)
        report(w, p, v);
    gen_free(p);
}

int oracle_work(const struct oracle_options *o, struct oracle_shared *s, unsigned number)
{
    static struct cuda_api real, own;
    char err[4096];
    struct work *w = calloc(1, sizeof *w);
    if (!w)
        return 1;
    w->o = o;
    w->s = s;
    w->me = &s->worker[number];
    cuda_api_own(&own);
    bool ok = cuda_api_open(&real, err, sizeof err) && machine_open(&w->gpu, &real, err, sizeof err) &&
              machine_open(&w->ours, &own, err, sizeof err);
    if (!ok)
        fprintf(stderr, "gt200 oracle: %s\n", err);
    bool lost = false;
    while (ok && !lost && !s->stop) {
        uint64_t i = s->next++;
        if (i >= o->programs)
            break;
        one(w, o->seed + i);
        lost = !w->gpu.memory || !w->ours.memory;
    }
    w->me->seed = ORACLE_NOWHERE;
    machine_close(&w->gpu);
    machine_close(&w->ours);
    cuda_api_close(&real);
    free(w);
    return lost ? ORACLE_AGAIN : !ok;
}
