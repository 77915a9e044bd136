/* SPDX-License-Identifier: Apache-2.0
 *
 * Code of the compiler's own routines, from their assembly text.
 */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

#define MAX_LABELS 32
#define MAX_LINE 160

struct label { char name[24]; uint32_t addr; };

struct assembly {
    struct emitter *e;
    const struct routine *rt;
    struct label label[MAX_LABELS];
    size_t n;
};

/* Copies the next line without blanks around it and moves on; false at the end. */
static bool next_line(const char **p, char out[MAX_LINE])
{
    while (**p == ' ' || **p == '\n')
        ++*p;
    if (!**p)
        return false;
    const char *end = strchr(*p, '\n');
    size_t n = end ? (size_t)(end - *p) : strlen(*p);
    size_t len = n < MAX_LINE ? n : MAX_LINE - 1;
    memcpy(out, *p, len);
    while (len && out[len - 1] == ' ')
        len--;
    out[len] = 0;
    *p += n;
    return true;
}

static bool is_label(const char *line) { return line[0] && line[strlen(line) - 1] == ':'; }

/* Replaces #0x... by a c1[] operand. */
static void literals(struct emitter *e, char *line)
{
    char *at = strchr(line, '#');
    if (!at)
        return;
    char *end, tail[MAX_LINE];
    uint32_t v = (uint32_t)strtoul(at + 1, &end, 0);
    snprintf(tail, sizeof tail, "%s", end);
    snprintf(at, MAX_LINE - (size_t)(at - line), "c1[0x%x]%.60s", emit_literal(e, v), tail);
}

static bool halved(const char *line, struct code *c)
{
    char text[MAX_LINE + 8], err[200];
    const char *sp = strchr(line, ' ');
    if (line[0] == '@' || !sp || strstr(line, "c1["))
        return false;
    snprintf(text, sizeof text, "%.*s.half%s", (int)(sp - line), line, sp);
    if (!isa_asm_line(text, &c->w[0], &c->w[1], &c->len, err, sizeof err) || c->len != 4)
        return false;
    snprintf(c->text, sizeof c->text, "%s", text);
    return true;
}

static void put(struct emitter *e, struct code *c)
{
    c->addr = e->addr;
    e->addr += (uint32_t)c->len;
    vec_push(e->f->cx, &e->code, *c);
}

static bool is_control(const char *line) { return strstr(line, " >") != NULL; }

static void put_long(struct assembly *a, const char *line)
{
    struct code c = { .len = 8 };
    char err[200] = "";
    snprintf(c.text, sizeof c.text, "%s", line);
    if (!is_control(line) && (!isa_asm_line(line, &c.w[0], &c.w[1], &c.len, err, sizeof err) || c.len != 8))
        cx_error(a->e->f->cx, 0, "internal error: routine %s: cannot encode '%.120s': %.200s", a->rt->name, line, err);
    put(a->e, &c);
}

/* Targets are written "bra >NAME". */
static void resolve(struct assembly *a, size_t first)
{
    for (size_t i = first; i < a->e->code.n; i++) {
        struct code *c = &a->e->code.v[i];
        char *gt = strstr(c->text, " >"), err[200];
        if (!gt)
            continue;
        size_t k = 0;
        while (k < a->n && strcmp(a->label[k].name, gt + 2))
            k++;
        if (k == a->n)
            cx_error(a->e->f->cx, 0, "internal error: routine %s: no label '%s'", a->rt->name, gt + 2);
        snprintf(gt, 16, " 0x%x", a->label[k].addr);
        if (!isa_asm_line(c->text, &c->w[0], &c->w[1], &c->len, err, sizeof err))
            cx_error(a->e->f->cx, 0, "internal error: routine %s: cannot encode '%.120s': %.200s", a->rt->name, c->text, err);
    }
}

void routine_emit(struct emitter *e, struct emitted *r)
{
    struct assembly a = { .e = e, .rt = r->rt };
    const char *p = r->rt->text;
    char line[MAX_LINE], after[MAX_LINE];
    size_t first = e->code.n;
    r->addr = e->addr;
    while (next_line(&p, line)) {
        struct code x = { 0 }, y = { 0 };
        if (is_label(line)) {
            if (a.n == MAX_LABELS)
                cx_error(e->f->cx, 0, "internal error: routine %s has too many labels", r->rt->name);
            struct label *l = &a.label[a.n++];
            snprintf(l->name, sizeof l->name, "%.*s", (int)(strlen(line) - 1), line);
            l->addr = e->addr;
            continue;
        }
        literals(e, line);
        const char *q = p;
        if (halved(line, &x) && next_line(&q, after) && !is_label(after) && halved(after, &y)) {
            put(e, &x);
            put(e, &y);
            p = q;
            continue;
        }
        put_long(&a, line);
    }
    resolve(&a, first);
}

uint32_t routine_address(const struct emitter *e, const struct routine *rt)
{
    size_t i = 0;
    while (e->routines.v[i].rt != rt)
        i++;
    return e->routines.v[i].addr;
}
