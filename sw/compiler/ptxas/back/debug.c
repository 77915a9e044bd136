/* SPDX-License-Identifier: Apache-2.0
 *
 * Debug information goes from the text of the PTX to the cubin as it is: who reads it there knows where the code of
 * each PTX line has gone.
 */
#define _GNU_SOURCE
#include "debug.h"

#include "assigned.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define HEX 48                  /* bytes in a word */
#define MARK "//gt200.var "
#define VARS "__gt200_vars"

struct label { const char *name; size_t length; unsigned line; };
struct labels { VEC(struct label) all; };

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.' || c == '%'; }

static void add_word(struct gt_cubin_words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_word(struct gt_cubin_words *w, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cubin_add_word(w, n < (int)sizeof text ? text : "?");
}

/* ---- labels ------------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    const struct label *x = a, *y = b;
    const int d = memcmp(x->name, y->name, x->length < y->length ? x->length : y->length);
    return d ? d : (x->length > y->length) - (x->length < y->length);
}

/* The labels of the PTX text and their lines, sorted by name. */
static void find_labels(struct cx *cx, const char *source, struct labels *l)
{
    unsigned line = 1;
    for (const char *p = source; *p; line++) {
        const char *end = p + strcspn(p, "\n"), *q = p;
        while (q < end && is_name(*q))
            q++;
        if (*p == '$' && *q == ':') {
            const struct label new = { p, (size_t)(q - p), line };
            vec_push(cx, &l->all, new);
        }
        p = end + (*end == '\n');
    }
    if (l->all.n)
        qsort(l->all.v, l->all.n, sizeof *l->all.v, by_name);
}

/* ---- sections ------------------------------------------------------------------------------------------------ */

/* .b8 N, N ... of a section: the bytes, and what of info is not known yet. */
struct section { uint8_t *p; size_t n, room; };

/* Appends a value of that many bytes, the lowest first. */
static void put_value(struct cx *cx, struct section *s, uint64_t v, unsigned bytes)
{
    if (s->n + bytes > s->room) {
        const size_t room = 2 * s->room + 256;
        uint8_t *p = cx_alloc(cx, room);
        if (s->n)
            memcpy(p, s->p, s->n);
        s->p = p;
        s->room = room;
    }
    for (unsigned i = 0; i < bytes; i++)
        s->p[s->n++] = (uint8_t)(v >> 8 * i);
}

/* A value of a section: a number, a label or a symbol; for the last two a note says what belongs there. */
static void put_operand(struct cx *cx, struct section *s, const char *p, size_t length, unsigned bytes,
                        const struct labels *l, struct gt_cubin_words *w)
{
    const struct label key = { p, length, 0 }, *at;

    if (isdigit((unsigned char)*p) || *p == '-') {
        put_value(cx, s, strtoull(p, NULL, 0), bytes);
        return;
    }
    if (*p == '$' && l->all.n && (at = bsearch(&key, l->all.v, l->all.n, sizeof key, by_name))) {
        add_word(w, "label");
        add_word(w, "%zu", s->n);
        add_word(w, "%u", at->line);
    } else if (*p != '$' && *p != '.') {
        add_word(w, "symbol");
        add_word(w, "%zu", s->n);
        add_word(w, "%.*s", (int)length, p);
    }
    put_value(cx, s, 0, bytes);
}

/* A section of debug information, as words of the cubin. */
static void take_section(struct cx *cx, const char *source, const char *name, const struct labels *l,
                         struct gt_cubin_words *w)
{
    const char *p = strstr(source, name), *end = p ? strchr(p, '}') : NULL;
    struct section s = { NULL, 0, 0 };
    char hex[2 * HEX + 1];

    for (p = p ? strchr(p, '{') : NULL; p && p < end; p += strcspn(p, "\n"), p += *p == '\n') {
        const char *q = p + strspn(p, "{ \t"), *stop = q + strcspn(q, "\n");
        if (strncmp(q, ".b", 2))
            continue;
        const unsigned bytes = (unsigned)strtoul(q + 2, (char **)&q, 10) / 8;
        for (size_t n; q < stop; q += n) {
            q += strspn(q, " \t,");
            for (n = 0; is_name(q[n]) || q[n] == '-' || q[n] == '+'; n++)
                continue;
            if (!n)
                break;                          /* a comment */
            put_operand(cx, &s, q, n, bytes, l, w);
        }
    }
    add_word(w, "%s", strrchr(name, '_') + 1);
    for (size_t i = 0; i < s.n; i += HEX) {
        for (size_t k = 0; k < HEX && i + k < s.n; k++)
            snprintf(hex + 2 * k, 3, "%02x", s.p[i + k]);
        add_word(w, "%s", hex);
    }
}

void debug_module(struct cx *cx, const char *source, const struct line_map *lines, struct gt_cubin *c)
{
    struct labels l = { { 0 } };

    if (!strstr(source, ".debug_info"))
        return;
    find_labels(cx, source, &l);
    take_section(cx, source, ".debug_abbrev", &l, &c->debug);
    take_section(cx, source, ".debug_info", &l, &c->debug);
    for (size_t i = 0; i < lines->files.n; i++)
        if (lines->files.v[i]) {
            add_word(&c->debug, "file");
            add_word(&c->debug, "%zu", i);
            add_word(&c->debug, "%u", cubin_source(c, lines->files.v[i]));
        }
}

/* ---- kernels ---------------------------------------------------------------------------------------------------- */

bool debug_has_variables(const struct pentry *e)
{
    for (size_t i = 0; i < e->vars.n; i++)
        if (e->vars.v[i]->space == SP_LOCAL && !strcmp(e->vars.v[i]->name, VARS))
            return true;
    return false;
}

/* Variables of shared memory, and what the source's variables have of l[]. */
static void memory_of(const struct fn *f, struct assigned *a, struct gt_cubin_words *w)
{
    const struct pentry *e = f->entry;

    for (size_t i = 0; i < e->insts.n; i++)
        for (unsigned k = 0; k < e->insts.v[i].nops; k++) {
            const struct psym *y = e->insts.v[i].op[k].sym;
            if (!y || y->kind != SYM_VAR)
                continue;
            if (y->space == SP_LOCAL && !strcmp(y->name, VARS)) {
                a->vars = y->offset;
                a->bytes = y->size;
            }
            if (y->space == SP_LOCAL && !strcmp(y->name, "__gt200_gone"))
                a->gone = y->offset;
            if (y->space == SP_LOCAL && !strcmp(y->name, "__gt200_lost"))
                a->lost = y->offset;
            if (y->space != SP_SHARED)
                continue;
            bool known = false;
            for (size_t n = 0; n + 2 < w->n; n++)
                known |= !strcmp(w->word[n], "shared") && !strcmp(w->word[n + 1], y->name);
            if (known)
                continue;
            add_word(w, "shared");
            add_word(w, "%s", y->name);
            add_word(w, "%u", y->offset);
        }
}

struct variable { char key[512], kind[16]; unsigned offset, bytes; };

/* The comments of the kernel's text, one after the other. p: where to go on; false: there is none left. */
static bool next_variable(const char **p, struct variable *v)
{
    while (**p && **p != '}' && !memmem(*p, strcspn(*p, "\n"), ".entry", 6)) {
        const char *q = *p + strspn(*p, " \t");
        *p += strcspn(*p, "\n"), *p += **p == '\n';
        if (!strncmp(q, MARK, strlen(MARK)) &&
            sscanf(q + strlen(MARK), "%511s %u %u %15s", v->key, &v->offset, &v->bytes, v->kind) == 4)
            return true;
    }
    return false;
}

static void add_variables(struct cx *cx, const char *source, unsigned line, struct assigned *a,
                          struct gt_cubin_words *w)
{
    const char *text = source;
    struct variable v;

    for (unsigned at = 1; *text && at <= line; at++)
        text += strcspn(text, "\n"), text += *text == '\n';
    assigned_begin(cx, a);
    for (const char *p = text; next_variable(&p, &v);)
        assigned_variable(a, v.offset, v.bytes);
    assigned_run(cx, a);
    for (const char *p = text; next_variable(&p, &v);) {
        add_word(w, "var");
        add_word(w, "%s", v.key);
        add_word(w, "%u", a->vars + v.offset);
        add_word(w, "%u", v.bytes);
        add_word(w, "%s", v.kind);
        assigned_ranges(cx, a, v.offset, strcmp(v.kind, "address") ? v.bytes : 4, w);
    }
}

void debug_kernel(struct cx *cx, const char *source, const struct fn *f, const struct emitter *e, struct gt_cubin *c,
                  struct gt_cubin_kernel *k)
{
    struct assigned a = { .f = f, .e = e, .gone = UINT32_MAX / 2, .lost = UINT32_MAX / 2 };
    unsigned last = 0;

    if (!c->debug.n)
        return;
    memory_of(f, &a, &k->debug);
    add_variables(cx, source, f->entry->line, &a, &k->debug);
    for (size_t i = 0; i < e->code.n; i++) {
        if (e->code.v[i].line == last)
            continue;
        add_word(&k->debug, "at");
        add_word(&k->debug, "%u", e->code.v[i].addr);
        add_word(&k->debug, "%u", last = e->code.v[i].line);
    }
}
