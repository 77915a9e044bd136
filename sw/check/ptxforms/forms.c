/* SPDX-License-Identifier: Apache-2.0
 *
 * Which instructions there are: the rows' own, and their neighbours.
 */
#include "forms.h"

#include <stdlib.h>
#include <string.h>

#include "ptx_table.h"

enum { PARTS = 12 };

/* An opcode: its parts behind the name, each a member of a group. */
struct parts {
    unsigned n;
    struct part { uint8_t group, member; } at[PARTS];
};

struct maker {
    struct forms out;
    size_t       room;
    unsigned     row;
    bool         around;            /* neighbours too */
};

static bool is_type(unsigned group) { return group == PTX_GROUP_TYPE || group == PTX_GROUP_DTYPE; }

/* Appends a form, its opcode spelled out. */
static void add_form(struct maker *k, const struct parts *p)
{
    if (k->out.n == k->room) {
        k->room = k->room ? 2 * k->room : 4096;
        k->out.form = realloc(k->out.form, k->room * sizeof *k->out.form);
        if (!k->out.form)
            abort();
    }
    struct form *f = &k->out.form[k->out.n++];
    *f = (struct form){ .row = (uint16_t)k->row };
    int n = snprintf(f->opcode, sizeof f->opcode, "%s", ptx_op_name[ptx_rows[k->row].op]);
    for (unsigned i = 0; i < p->n; i++)
        n += snprintf(f->opcode + n, sizeof f->opcode - (size_t)n, ".%s",
                      ptx_groups[p->at[i].group].name[p->at[i].member]);
    if (n >= (int)sizeof f->opcode)
        abort();
}

/* Where a part of the group stands in the opcode: behind those that stand before it in the row, before the types. */
static unsigned place_of(const struct maker *k, const struct parts *p, unsigned group)
{
    const struct ptx_row *r = &ptx_rows[k->row];
    bool behind[PTX_GROUPS] = { false }, seen = false;
    for (unsigned i = 0; i < r->nplaces; i++) {
        seen |= r->place[i].group == group;
        behind[r->place[i].group] = seen;
    }
    unsigned at = 0;
    while (at < p->n && !(seen ? behind[p->at[at].group] : is_type(p->at[at].group)))
        at++;
    return at;
}

/* The opcode with a member of the group: in the place of the one that it has, or put in. */
static struct parts with_member(const struct maker *k, const struct parts *p, unsigned group, unsigned member)
{
    struct parts q = *p;
    unsigned at = 0;
    while (at < q.n && q.at[at].group != group)
        at++;
    if (at == q.n) {
        at = place_of(k, p, group);
        memmove(q.at + at + 1, q.at + at, (q.n - at) * sizeof *q.at);
        q.n++;
    }
    q.at[at] = (struct part){ (uint8_t)group, (uint8_t)member };
    return q;
}

/* Forms that differ in one part: another one, one fewer, two exchanged. */
static void add_neighbours(struct maker *k, const struct parts *p)
{
    struct parts q;
    for (unsigned g = 0; g < PTX_GROUPS; g++)
        for (unsigned m = 1; m <= ptx_groups[g].members; m++) {
            q = with_member(k, p, g, m);
            add_form(k, &q);
        }
    for (unsigned i = 0; i < p->n; i++) {
        q = *p;
        memmove(q.at + i, q.at + i + 1, (--q.n - i) * sizeof *q.at);
        add_form(k, &q);
        if (i + 1 < p->n) {
            q = *p;
            q.at[i] = p->at[i + 1];
            q.at[i + 1] = p->at[i];
            add_form(k, &q);
        }
    }
}

/* All that the row has from its place `i` on. */
static void spell_row(struct maker *k, struct parts *p, unsigned i)
{
    const struct ptx_row *r = &ptx_rows[k->row];
    if (i == r->nplaces) {
        add_form(k, p);
        if (k->around)
            add_neighbours(k, p);
        return;
    }
    const struct ptx_place *at = &r->place[i];
    if (at->optional)
        spell_row(k, p, i + 1);
    if (at->optional && k->around)
        return;
    for (unsigned m = 1; m <= ptx_groups[at->group].members; m++)
        if (at->members >> m & 1) {
            p->at[p->n++] = (struct part){ at->group, (uint8_t)m };
            spell_row(k, p, i + 1);
            p->n--;
        }
}

/* ---- the verdict of the table ----------------------------------------------------------------------------- */

/* The parts of an opcode; they point into copy. */
static unsigned split_opcode(const char *opcode, char copy[FORMS_OPCODE], const char *part[PARTS + 2])
{
    char *save = NULL;
    unsigned n = 0;
    snprintf(copy, FORMS_OPCODE, "%s", opcode);
    for (char *s = strtok_r(copy, ".", &save); s && n < PARTS + 2; s = strtok_r(NULL, ".", &save))
        part[n++] = s;
    return n;
}

static bool is_recognised(const char *opcode, struct ptx_code *code, char *why, size_t room)
{
    char copy[FORMS_OPCODE];
    const char *part[PARTS + 2];
    unsigned n = split_opcode(opcode, copy, part);
    return ptx_recognise(part, n, false, code, why, room);
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }
static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* The opcode without part `without` (0: with all), its parts in alphabetical order. */
static void sort_parts(const char *opcode, unsigned without, char to[FORMS_OPCODE])
{
    char copy[FORMS_OPCODE];
    const char *part[PARTS + 2];
    unsigned n = split_opcode(opcode, copy, part);
    if (without)
        memmove(part + without, part + without + 1, (--n - without) * sizeof *part);
    qsort(part + 1, n - 1, sizeof *part, by_name);
    int at = 0;
    for (unsigned i = 0; i < n; i++)
        at += snprintf(to + at, FORMS_OPCODE - (size_t)at, i ? ".%s" : "%s", part[i]);
}

static bool known_in_some_order(const struct forms *f, const char *opcode, unsigned without)
{
    char key[FORMS_OPCODE];
    sort_parts(opcode, without, key);
    return bsearch(key, f->parts, f->nparts, sizeof *f->parts, by_text) != NULL;
}

/* What makes an unknown form of a known one. */
static void compare_known(const struct forms *f, const char *opcode, char why[FORMS_WHY])
{
    char copy[FORMS_OPCODE];
    const char *part[PARTS + 2];
    unsigned n = split_opcode(opcode, copy, part);
    snprintf(why, FORMS_WHY, "no such form");
    if (known_in_some_order(f, opcode, 0)) {
        snprintf(why, FORMS_WHY, "its parts in another order");
        return;
    }
    for (unsigned k = 1; k < n; k++)
        if (known_in_some_order(f, opcode, k)) {
            snprintf(why, FORMS_WHY, "'.%s' more than a known form", part[k]);
            return;
        }
}

bool forms_taken(const struct forms *f, size_t i, const struct forms_chip *chip, char why[FORMS_WHY])
{
    const struct form *form = &f->form[i];
    struct ptx_code code;
    char text[1200] = "";
    *why = 0;
    if (!form->known) {
        is_recognised(form->opcode, &code, text, sizeof text);
        if (strstr(text, "not supported"))
            snprintf(why, FORMS_WHY, "%.100s", text + 1);
        else
            compare_known(f, form->opcode, why);
    } else if (form->version > chip->version || form->sm > chip->sm) {
        snprintf(why, FORMS_WHY, "from PTX %u.%u and sm_%u on", form->version / 10, form->version % 10, form->sm);
    } else if (form->until && chip->version > form->until) {
        snprintf(why, FORMS_WHY, "up to PTX %u.%u", form->until / 10, form->until % 10);
    }
    return !*why;
}

/* ---- all of them ------------------------------------------------------------------------------------------ */

static int by_opcode(const void *a, const void *b)
{
    const struct form *x = a, *y = b;
    int c = strcmp(x->opcode, y->opcode);
    return c ? c : (x->row > y->row) - (x->row < y->row);
}

/* Sorted, each opcode once, with what the table says of it. */
static void settle_forms(struct forms *f)
{
    size_t n = 0;
    qsort(f->form, f->n, sizeof *f->form, by_opcode);
    for (size_t i = 0; i < f->n; i++) {
        struct ptx_code code;
        char why[400];
        if (n && !strcmp(f->form[i].opcode, f->form[n - 1].opcode))
            continue;
        struct form *to = &f->form[n++];
        *to = f->form[i];
        to->known = is_recognised(to->opcode, &code, why, sizeof why);
        if (to->known) {
            unsigned version, sm;
            ptx_since(&code, &version, &sm);
            to->row = code.row;
            to->version = (uint8_t)version;
            to->sm = (uint8_t)sm;
            const struct ptx_place *lacks = ptx_must(&code, UINT8_MAX);
            to->until = lacks ? lacks->until : 0;
        }
        f->nparts += to->known;
    }
    f->n = n;
    f->parts = calloc(f->nparts, sizeof *f->parts);
    if (!f->parts)
        abort();
    for (size_t i = 0, k = 0; i < n; i++)
        if (f->form[i].known)
            sort_parts(f->form[i].opcode, 0, f->parts[k++]);
    qsort(f->parts, f->nparts, sizeof *f->parts, by_text);
}

struct forms forms_make(void)
{
    struct maker k = { .room = 0 };
    struct parts p = { .n = 0 };
    for (k.row = 0; k.row < ptx_nrows; k.row++)
        for (int around = 0; around < 2 && !ptx_rows[k.row].lib && !ptx_rows[k.row].later; around++) {
            k.around = around;
            spell_row(&k, &p, 0);
        }
    settle_forms(&k.out);
    return k.out;
}

void forms_free(struct forms *f)
{
    free(f->form);
    free(f->parts);
    *f = (struct forms){ .n = 0 };
}
