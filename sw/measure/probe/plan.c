/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "plan.h"

#include "files.h"
#include "gpu.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Above 11 a stall count is kept only together with the yield bit: docs/sm70.md. */
enum { STALL_MAX = 11, SWEEP_MAX = 400, DEPTH_MAX = 4, REPEAT_MAX = 4096, BLOCKS_MAX = 4096 };

struct text { char *s; size_t n, room; };

/* Appends n characters; the text stays terminated. */
static void add_text(struct text *t, const char *s, size_t n)
{
    if (t->n + n + 1 > t->room) {
        t->room = 2 * (t->n + n + 64);
        t->s = realloc(t->s, t->room);
        if (!t->s)
            abort();
    }
    memcpy(t->s + t->n, s, n);
    t->n += n;
    t->s[t->n] = 0;
}

static char *copy_text(const char *s, size_t n)
{
    char *c = malloc(n + 1);

    if (!c)
        abort();
    memcpy(c, s, n);
    c[n] = 0;
    return c;
}

static void *grow_list(void *list, size_t n, size_t size)
{
    list = realloc(list, (n + 1) * size);
    if (!list)
        abort();
    memset((char *)list + n * size, 0, size);
    return list;
}

/* ---- reading ---- */

struct reader { struct plan *p; const char *name, *s; unsigned line; char *err; size_t errn; unsigned depth; };

static bool set_error(struct reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool set_error(struct reader *r, const char *fmt, ...)
{
    va_list ap;
    int n = snprintf(r->err, r->errn, "%s:%u: ", r->name, r->line);

    va_start(ap, fmt);
    if (n > 0 && (size_t)n < r->errn)
        vsnprintf(r->err + n, r->errn - (size_t)n, fmt, ap);
    va_end(ap);
    return false;
}

/* The next line without its comment and blanks around; false: there is none. */
static bool next_line(struct reader *r, const char **s, size_t *n)
{
    if (!*r->s)
        return false;
    const char *end = r->s + strcspn(r->s, "\n"), *hash = memchr(r->s, '#', (size_t)(end - r->s));
    *s = r->s;
    r->s = *end ? end + 1 : end;
    r->line++;
    if (hash)
        end = hash;
    while (*s < end && isspace((unsigned char)**s))
        ++*s;
    while (end > *s && isspace((unsigned char)end[-1]))
        end--;
    *n = (size_t)(end - *s);
    return true;
}

static bool word_is(const char *s, size_t n, const char *word)
{
    return strlen(word) == n && !memcmp(s, word, n);
}

/* Lines up to one that says end. */
static bool read_block(struct reader *r, struct text *t)
{
    const char *s;
    size_t n;
    unsigned from = r->line;

    add_text(t, "", 0);
    while (next_line(r, &s, &n)) {
        if (word_is(s, n, "end"))
            return true;
        add_text(t, s, n);
        add_text(t, "\n", 1);
    }
    r->line = from;
    return set_error(r, "expected a line 'end' for what begins here");
}

/* table NAME up to end: rows of fields, which ';' separates. */
static bool read_table(struct reader *r, const char *name, size_t length)
{
    struct plan *p = r->p;
    const char *s;
    size_t n;
    unsigned from = r->line;

    p->tables = grow_list(p->tables, p->ntables, sizeof *p->tables);
    struct plan_table *t = &p->tables[p->ntables++];
    t->name = copy_text(name, length);
    while (next_line(r, &s, &n)) {
        if (word_is(s, n, "end"))
            return t->nrows || set_error(r, "expected a row");
        if (!n)
            continue;
        t->rows = grow_list(t->rows, t->nrows, sizeof *t->rows);
        char **row = NULL;
        size_t fields = 0;
        for (const char *end = s + n; s <= end;) {
            const char *semi = memchr(s, ';', (size_t)(end - s)), *stop = semi ? semi : end;
            const char *a = s, *b = stop;
            while (a < b && isspace((unsigned char)*a))
                a++;
            while (b > a && isspace((unsigned char)b[-1]))
                b--;
            row = grow_list(row, fields, sizeof *row);
            row[fields++] = copy_text(a, (size_t)(b - a));
            s = stop + 1;
        }
        row = grow_list(row, fields, sizeof *row);
        t->rows[t->nrows++] = row;
    }
    r->line = from;
    return set_error(r, "expected a line 'end' for what begins here");
}

/* Words of a line behind its first one. */
static size_t split_words(const char *s, size_t n, const char *w[], size_t length[], size_t max)
{
    size_t k = 0;

    for (size_t i = 0; i < n && k < max;) {
        while (i < n && isspace((unsigned char)s[i]))
            i++;
        size_t from = i;
        while (i < n && !isspace((unsigned char)s[i]))
            i++;
        if (i > from) {
            w[k] = s + from;
            length[k++] = i - from;
        }
    }
    return k;
}

static bool read_foreach(struct reader *r, struct plan_experiment *e, const char *w[], const size_t l[], size_t k)
{
    if (k != 3 || e->nloops == PLAN_LOOPS)
        return set_error(r, "expected foreach NAME TABLE, at most twice");
    for (size_t t = 0; t < r->p->ntables; t++)
        if (word_is(w[2], l[2], r->p->tables[t].name)) {
            e->loop[e->nloops] = copy_text(w[1], l[1]);
            e->table[e->nloops++] = t;
            return true;
        }
    return set_error(r, "expected a table, found '%.*s'", (int)l[2], w[2]);
}

/* A number from 1 to max. */
static bool read_number(struct reader *r, const char *s, size_t n, unsigned max, unsigned *v)
{
    char *end;
    unsigned long value = isdigit((unsigned char)*s) ? strtoul(s, &end, 10) : 0;

    if (!value || value > max || end != s + n)
        return set_error(r, "expected a number from 1 to %u, found '%.*s'", max, (int)n, s);
    *v = (unsigned)value;
    return true;
}

/* experiment TITLE up to the end of its code. */
static bool read_experiment(struct reader *r, const char *title, size_t length)
{
    struct plan *p = r->p;
    const char *s, *w[PLAN_WARPS + 2];
    size_t n, l[PLAN_WARPS + 2];

    p->experiments = grow_list(p->experiments, p->nexperiments, sizeof *p->experiments);
    struct plan_experiment *e = &p->experiments[p->nexperiments++];
    struct text header = { 0 }, code = { 0 };
    e->title = copy_text(title, length);
    e->blocks = 1;
    add_text(&header, "", 0);
    while (next_line(r, &s, &n)) {
        size_t k = split_words(s, n, w, l, PLAN_WARPS + 2);
        e->header = header.s;
        if (!k)
            continue;
        if (word_is(w[0], l[0], "code") && k == 1) {
            e->line = r->line;
            bool ok = read_block(r, &code);
            e->code = code.s;
            if (!e->nwarps)
                e->warps[e->nwarps++] = 1;
            if (ok && e->least && !e->from)
                return set_error(r, "least: expected a sweep");
            return ok;
        } else if (word_is(w[0], l[0], "foreach")) {
            if (!read_foreach(r, e, w, l, k))
                return false;
        } else if (word_is(w[0], l[0], "sweep") && k == 4 && word_is(w[1], l[1], "d") && !e->from) {
            e->from = copy_text(w[2], l[2]);
            e->to = copy_text(w[3], l[3]);
        } else if (word_is(w[0], l[0], "least") && k == 1) {
            e->least = true;
        } else if (word_is(w[0], l[0], "blocks") && k == 2) {
            if (!read_number(r, w[1], l[1], BLOCKS_MAX, &e->blocks))
                return false;
        } else if (word_is(w[0], l[0], "constants") && k == 2) {
            if (!read_number(r, w[1], l[1], GPU_CONSTANTS_MAX, &e->constants))
                return false;
        } else if (word_is(w[0], l[0], "warps") && k > 1 && !e->nwarps) {
            if (k > PLAN_WARPS + 1)
                return set_error(r, "expected at most %d numbers of warps", PLAN_WARPS);
            for (size_t i = 1; i < k; i++)
                if (!read_number(r, w[i], l[i], 32, &e->warps[e->nwarps++]))
                    return false;
        } else if (*s == '.') {
            add_text(&header, s, n);
            add_text(&header, "\n", 1);
        } else {
            return set_error(r,
                             "expected foreach, sweep d FROM TO, least, warps, blocks, constants, a directive or code, "
                             "found '%.*s'", (int)n, s);
        }
    }
    e->header = header.s;
    return set_error(r, "experiment %s: expected code", e->title);
}

static bool read_all(struct reader *r);

/* Another file, beside this one. */
static bool include_file(struct reader *r, const char *name, size_t length)
{
    char path[4096];
    const char *slash = strrchr(r->name, '/');

    snprintf(path, sizeof path, "%.*s%.*s", slash ? (int)(slash - r->name + 1) : 0, r->name, (int)length, name);
    char *text = r->depth < DEPTH_MAX ? gt_read_file(path, NULL) : NULL;
    if (!text)
        return set_error(r, "expected a file to include, found %s: %s", path,
                         r->depth < DEPTH_MAX ? strerror(errno) : "more than four deep");
    struct reader inner = { r->p, path, text, 0, r->err, r->errn, r->depth + 1 };
    bool ok = read_all(&inner);
    free(text);
    return ok;
}

static bool read_all(struct reader *r)
{
    const char *s, *w[3];
    size_t n, l[3];

    while (next_line(r, &s, &n)) {
        size_t k = split_words(s, n, w, l, 3);
        if (!k)
            continue;
        if (word_is(w[0], l[0], "chip") && k == 2 && l[1] == 5 && !memcmp(w[1], "sm_", 3)) {
            r->p->chip = sm70_chip_of((unsigned)atoi(w[1] + 3));
            if (r->p->chip == SM70_CHIPS)
                return set_error(r, "expected sm_70, 75, 80, 86, 89 or 90, found '%.*s'", (int)l[1], w[1]);
        } else if (word_is(w[0], l[0], "include") && k == 2) {
            if (!include_file(r, w[1], l[1]))
                return false;
        } else if (word_is(w[0], l[0], "macro") && k == 2) {
            struct text t = { 0 };
            r->p->macros = grow_list(r->p->macros, r->p->nmacros, sizeof *r->p->macros);
            struct plan_macro *m = &r->p->macros[r->p->nmacros++];
            m->name = copy_text(w[1], l[1]);
            bool ok = read_block(r, &t);
            m->text = t.s;
            if (!ok)
                return false;
        } else if (word_is(w[0], l[0], "table") && k == 2) {
            if (!read_table(r, w[1], l[1]))
                return false;
        } else if (word_is(w[0], l[0], "experiment") && k == 2) {
            if (!read_experiment(r, w[1], l[1]))
                return false;
        } else {
            return set_error(r, "expected chip, macro, table or experiment, found '%.*s'", (int)n, s);
        }
    }
    return true;
}

bool plan_read(const char *text, const char *name, struct plan *p, char *err, size_t errn)
{
    struct reader r = { p, name, text, 0, err, errn, 0 };

    *p = (struct plan){ .chip = SM70_CHIPS, .name = copy_text(name, strlen(name)) };
    bool ok = read_all(&r);
    if (ok && p->chip == SM70_CHIPS)
        ok = set_error(&r, "expected a line chip sm_NN");
    if (ok && !p->nexperiments)
        ok = set_error(&r, "expected an experiment");
    if (ok)
        return true;
    plan_free(p);
    return false;
}

void plan_free(struct plan *p)
{
    for (size_t i = 0; i < p->nmacros; i++) {
        free(p->macros[i].name);
        free(p->macros[i].text);
    }
    for (size_t i = 0; i < p->ntables; i++) {
        for (size_t k = 0; k < p->tables[i].nrows; k++) {
            for (char **f = p->tables[i].rows[k]; *f; f++)
                free(*f);
            free(p->tables[i].rows[k]);
        }
        free(p->tables[i].rows);
        free(p->tables[i].name);
    }
    for (size_t i = 0; i < p->nexperiments; i++) {
        struct plan_experiment *e = &p->experiments[i];
        for (size_t k = 0; k < e->nloops; k++)
            free(e->loop[k]);
        free(e->title);
        free(e->code);
        free(e->header);
        free(e->from);
        free(e->to);
    }
    free(p->macros);
    free(p->tables);
    free(p->experiments);
    free(p->name);
    *p = (struct plan){ .chip = SM70_CHIPS };
}

/* ---- expanding ---- */

struct choice {
    const struct plan *p;
    const struct plan_experiment *e;
    size_t   row[PLAN_LOOPS];
    unsigned d;
    char    *err;
    size_t   errn;
    unsigned instructions;      /* so far, of the kernel */
    unsigned repeats;           /* likewise, lines of %repeat */
    unsigned marked[16], nmarked;
    char     last[512];         /* the one marked last: a repeated one is marked once */
};

static bool set_choice_error(const struct choice *c, const char *what, const char *found, size_t n)
{
    snprintf(c->err, c->errn, "%s:%u: experiment %s: expected %s, found '%.*s'", c->p->name, c->e->line, c->e->title,
             what, (int)n, found);
    return false;
}

/* i, the number of lines that %repeat has begun, then *N, +N, -N from left to right. */
static bool index_of(const struct choice *c, const char *s, size_t n, unsigned *v)
{
    const char *end = s + n;
    char *stop;

    if (!n || *s++ != 'i')
        return false;
    *v = c->repeats;
    while (s < end) {
        char op = *s++;
        if (!strchr("*+-", op) || !isdigit((unsigned char)*s))
            return false;
        unsigned by = (unsigned)strtoul(s, &stop, 10);
        *v = op == '*' ? *v * by : op == '+' ? *v + by : *v - by;
        s = stop;
    }
    return s == end;
}

/* {d}, {S}: d as a stall count of two digits, at most 11; {i}; {NAME.FIELD}. */
static bool substitute_fields(struct choice *c, const char *s, size_t n, struct text *out)
{
    for (size_t i = 0; i < n;) {
        const char *close = s[i] == '{' ? memchr(s + i, '}', n - i) : NULL;
        if (!close) {
            add_text(out, s + i, 1);
            i++;
            continue;
        }
        const char *name = s + i + 1;
        size_t length = (size_t)(close - name);
        char number[16];
        i += length + 2;
        if (c->e->from && (word_is(name, length, "d") || word_is(name, length, "S"))) {
            unsigned v = *name == 'S' && c->d > STALL_MAX ? STALL_MAX : c->d;
            snprintf(number, sizeof number, *name == 'S' ? "%02u" : "%u", v);
            add_text(out, number, strlen(number));
            continue;
        }
        unsigned index;
        if (index_of(c, name, length, &index)) {
            snprintf(number, sizeof number, "0x%x", index);
            add_text(out, number, strlen(number));
            continue;
        }
        const char *dot = memchr(name, '.', length);
        bool found = false;
        for (size_t k = 0; dot && k < c->e->nloops; k++) {
            if (!word_is(name, (size_t)(dot - name), c->e->loop[k]))
                continue;
            char **row = c->p->tables[c->e->table[k]].rows[c->row[k]];
            unsigned field = (unsigned)atoi(dot + 1), has = 0;
            while (row[has])
                has++;
            if (field >= has)
                return set_choice_error(c, "a field that the row has", name, length);
            if (!substitute_fields(c, row[field], strlen(row[field]), out))
                return false;
            found = true;
        }
        if (!found)
            return set_choice_error(c, "{d}, {S}, {i} or {NAME.FIELD}", name, length);
    }
    return true;
}

static bool expand_text(struct choice *c, const char *text, struct text *out, unsigned depth);

/* %NAME: a macro. %rest: NOPs that wait what of d is above 11. %wait N: NOPs for N clocks. %repeat N LINE. */
static bool run_command(struct choice *c, const char *s, size_t n, struct text *out, unsigned depth)
{
    const char *w[2];
    size_t l[2], k = split_words(s + 1, n - 1, w, l, 2);
    char line[64];

    if (k && (word_is(w[0], l[0], "rest") || (word_is(w[0], l[0], "wait") && k == 2))) {
        unsigned left = *w[0] == 'w' ? (unsigned)atoi(w[1]) : c->d > STALL_MAX ? c->d - STALL_MAX : 0;
        while (left) {
            unsigned stall = left > STALL_MAX ? STALL_MAX : left;
            snprintf(line, sizeof line, "[B------:R-:W-:-:S%02u] NOP\n", stall);
            add_text(out, line, strlen(line));
            c->instructions++;
            left -= stall;
        }
        return true;
    }
    if (k == 2 && word_is(w[0], l[0], "repeat")) {
        char *end;
        unsigned times = (unsigned)strtoul(w[1], &end, 10);
        size_t used = (size_t)(end - s);
        if (!times || times > REPEAT_MAX || used >= n)
            return set_choice_error(c, "%repeat N LINE", s, n);
        char *one = copy_text(end + 1, n - used - 1);
        bool ok = true;
        while (ok && times--) {
            c->repeats++;
            ok = expand_text(c, one, out, depth + 1);
        }
        free(one);
        return ok;
    }
    for (size_t i = 0; k && i < c->p->nmacros; i++)
        if (word_is(w[0], l[0], c->p->macros[i].name))
            return depth < DEPTH_MAX ? expand_text(c, c->p->macros[i].text, out, depth + 1) :
                                       set_choice_error(c, "macros at most four deep", s, n);
    return set_choice_error(c, "%rest, %wait N, %repeat N LINE or a macro", s, n);
}

/* Expands names, fields and commands of a text, line by line. */
static bool expand_text(struct choice *c, const char *text, struct text *out, unsigned depth)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        struct text line = { 0 };
        add_text(&line, "", 0);
        if (!substitute_fields(c, text, n, &line)) {
            free(line.s);
            return false;
        }
        /* a field of a table may hold several lines, | between */
        bool ok = true;
        for (char *s = line.s, *save; ok && (s = strtok_r(s, "|", &save)); s = NULL) {
            while (isspace((unsigned char)*s))
                s++;
            size_t m = strlen(s);
            if (*s == '%') {
                ok = run_command(c, s, m, out, depth);
            } else if (m) {
                bool mark = *s == '!';
                if (mark && c->nmarked < 16 && strcmp(c->last, s)) {
                    snprintf(c->last, sizeof c->last, "%s", s);
                    c->marked[c->nmarked++] = c->instructions;
                }
                add_text(out, s + mark, m - mark);
                add_text(out, "\n", 1);
                c->instructions += s[m - 1] != ':' && s[mark] != '.';
            }
        }
        free(line.s);
        if (!ok)
            return false;
        text += n + (text[n] == '\n');
    }
    return true;
}

/* A bound of a sweep. */
static bool sweep_bound(struct choice *c, const char *s, unsigned *v)
{
    struct text t = { 0 };
    char *end;

    add_text(&t, "", 0);
    bool ok = substitute_fields(c, s, strlen(s), &t);
    if (ok) {
        *v = (unsigned)strtoul(t.s, &end, 10);
        ok = (end != t.s && !*end && *v <= SWEEP_MAX) || set_choice_error(c, "a number up to 400", t.s, t.n);
    }
    free(t.s);
    return ok;
}

/* The instruction becomes a NOP that takes as long. */
static void replace_by_nop(enum sm70_chip chip, struct sm70_word *w)
{
    struct sm70_control control = sm70_control_of(*w);
    char err[SM70_TEXT_MAX];

    control.wbar = control.rbar = 7;
    control.reuse = 0;
    if (!sm70_as(chip, "[B------:R-:W-:-:S01] NOP", 0, NULL, NULL, w, err))
        abort();
    sm70_control_set(w, control);
}

/* The kernels of a case, a d each, and with `least` one more without the writer. */
static bool assemble_kernels(struct choice *c, struct plan_case *k)
{
    struct text all = { 0 }, marked = { 0 };
    char line[96];
    char third[32] = "";
    bool ok = true;
    unsigned first[16], nfirst = 0, left_out = 0;

    if (c->e->constants)
        snprintf(third, sizeof third, ", 16 %u", c->e->constants);
    snprintf(line, sizeof line, ".arch sm_%u\n", sm70_chip_name(c->p->chip));
    add_text(&all, line, strlen(line));
    /* One more where the least d is asked for: without the writer. */
    for (unsigned i = 0; ok && i < k->count + c->e->least; i++) {
        c->d = i < k->count ? k->from + i : k->from + k->count - 1;
        c->instructions = c->nmarked = c->repeats = 0;
        *c->last = 0;
        snprintf(line, sizeof line, ".kernel v%u\n.params 0 8, 8 8%s\n", i, third);
        add_text(&all, line, strlen(line));
        ok = expand_text(c, c->e->header, &all, 0);
        c->instructions = c->nmarked = c->repeats = 0;
        *c->last = 0;
        ok = ok && expand_text(c, c->e->code, &all, 0);
        if (!i) {
            memcpy(first, c->marked, sizeof first);
            nfirst = c->nmarked;
        }
        left_out = c->marked[0];        /* in the last kernel, where %rest is longest */
    }
    if (ok) {
        char why[512];
        ok = sm70_text_read(all.s, "code", &k->module, why, sizeof why);
        if (!ok)
            snprintf(c->err, c->errn, "%s:%u: experiment %s: %s", c->p->name, c->e->line, k->title, why);
    }
    if (ok && c->e->least) {
        ok = nfirst > 0 || set_choice_error(c, "an instruction marked with !", "", 0);
        if (ok)
            replace_by_nop(k->module.chip, &k->module.kernels[k->count].code[left_out]);
    }
    add_text(&marked, "", 0);
    for (unsigned i = 0; ok && i < nfirst; i++) {
        struct sm70_word w = k->module.kernels[0].code[first[i]];
        snprintf(line, sizeof line, "%s%016" PRIx64 "%016" PRIx64, i ? " " : "", w.hi, w.lo);
        add_text(&marked, line, strlen(line));
    }
    k->marked = marked.s;
    free(all.s);
    return ok;
}

/* A case of an experiment, if its title contains `only`. */
static bool one_case(struct choice *c, const char *only, bool (*each)(void *ctx, const struct plan_case *c), void *ctx)
{
    struct plan_case k = { .e = c->e, .count = 1 };
    struct text title = { 0 };
    unsigned to = 0;

    add_text(&title, "", 0);
    bool ok = substitute_fields(c, c->e->title, strlen(c->e->title), &title);
    k.title = title.s;
    if (ok && only && !strstr(k.title, only)) {
        free(k.title);
        return true;
    }
    if (ok && c->e->from) {
        ok = sweep_bound(c, c->e->from, &k.from) && sweep_bound(c, c->e->to, &to) &&
             (to >= k.from || set_choice_error(c, "a sweep that goes up", c->e->to, strlen(c->e->to)));
        k.count = to - k.from + 1;
    }
    ok = ok && assemble_kernels(c, &k) && each(ctx, &k);
    sm70_module_free(&k.module);
    free(k.marked);
    free(k.title);
    return ok;
}

bool plan_each(const struct plan *p, const char *only, bool (*each)(void *ctx, const struct plan_case *c), void *ctx,
               char *err, size_t errn)
{
    *err = 0;
    for (size_t i = 0; i < p->nexperiments; i++) {
        const struct plan_experiment *e = &p->experiments[i];
        size_t na = e->nloops > 0 ? p->tables[e->table[0]].nrows : 1;
        size_t nb = e->nloops > 1 ? p->tables[e->table[1]].nrows : 1;
        for (size_t a = 0; a < na; a++)
            for (size_t b = 0; b < nb; b++) {
                struct choice c = { .p = p, .e = e, .row = { a, b }, .err = err, .errn = errn };
                if (!one_case(&c, only, each, ctx))
                    return false;
            }
    }
    return true;
}
