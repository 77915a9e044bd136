/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads the text of a block diagram.
 */
#include "diagram.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "gt_chip.h"
#include "text.h"

#define LINE 256

struct column {
    size_t  at;
    int64_t cycle;
};

struct reader {
    FILE *page, *err;
    const char *file;
    unsigned *line;
    struct diagram *d;
    struct { char text[LINE]; unsigned line; } code[128];       /* assembled when all labels are known */
    unsigned codes;
    struct column column[DIAGRAM_COLUMNS];
    unsigned columns;
};

static int report_error(const struct reader *r, const char *fmt, ...)
{
    va_list ap;
    fprintf(r->err, "%s:%u: ", r->file, *r->line);
    va_start(ap, fmt);
    vfprintf(r->err, fmt, ap);
    va_end(ap);
    fputc('\n', r->err);
    return -1;
}

static bool next_line(struct reader *r, char text[LINE])
{
    if (!fgets(text, LINE, r->page))
        return false;
    ++*r->line;
    text[strcspn(text, "\n")] = '\0';
    return true;
}

static int find_label(const struct diagram *d, const char *name, size_t len)
{
    for (unsigned i = 0; i < d->labels; i++)
        if (strlen(d->label[i].name) == len && !memcmp(d->label[i].name, name, len))
            return (int)i;
    return -1;
}

/* "threads 64": true if the line is a setting. */
static bool read_setting(struct diagram *d, const char *text)
{
    char word[16];
    unsigned value;
    int end = 0;
    if (sscanf(text, "%15s %u %n", word, &value, &end) != 2 || text[end])
        return false;
    if (!strcmp(word, "threads"))
        d->threads = value;
    else if (!strcmp(word, "blocks"))
        d->blocks = value;
    else if (!strcmp(word, "regs"))
        d->regs = value;
    else if (!strcmp(word, "smem"))
        d->smem = value;
    else if (!strcmp(word, "texture"))
        d->texture = value;
    else
        return false;
    return true;
}

/* One line of code with its labels' addresses in place of "=NAME"; 0 bytes: it does not assemble. */
static int assemble_line(struct reader *r, const char *text, unsigned line, uint32_t w[2], bool known)
{
    char out[LINE + 32], err[256];
    size_t n = 0;
    for (const char *p = text; *p && n < LINE;)
        if (*p == '=') {
            size_t len = strspn(++p, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
            int label = find_label(r->d, p, len);
            if (known && label < 0) {
                *r->line = line;
                report_error(r, "no label %.*s", (int)len, p);
                return 0;
            }
            n += (size_t)snprintf(out + n, 16, "0x%x", label < 0 ? 0 : r->d->label[label].pc);
            p += len;
        } else {
            out[n++] = *p++;
        }
    out[n] = '\0';
    int bytes;
    if (!isa_asm_line(out, &w[0], &w[1], &bytes, err, sizeof err)) {
        *r->line = line;
        report_error(r, "'%s': %s", out, err);
        return 0;
    }
    return bytes;
}

/* "A: add ..." or " add ...": length and label now, the words when all labels are known. */
static int code_line(struct reader *r, char *text)
{
    struct diagram *d = r->d;
    char *colon = strchr(text, ':'), *start = text + strspn(text, " ");
    if (colon && colon - start < 16 &&
        strspn(start, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == (size_t)(colon - start)) {
        if (d->labels == DIAGRAM_LABELS || colon == start)
            return report_error(r, "too many labels, or one without a name");
        if (find_label(d, start, (size_t)(colon - start)) >= 0)
            return report_error(r, "label %.*s is there already", (int)(colon - start), start);
        memcpy(d->label[d->labels].name, start, (size_t)(colon - start));
        d->label[d->labels].name[colon - start] = '\0';
        d->label[d->labels++].pc = 4 * d->words;
        start = colon + 1 + strspn(colon + 1, " ");
    }
    if (r->codes == sizeof r->code / sizeof *r->code || d->words + 2 > DIAGRAM_WORDS)
        return report_error(r, "too much code");
    uint32_t w[2];
    int bytes = assemble_line(r, start, *r->line, w, false);
    if (!bytes)
        return -1;
    snprintf(r->code[r->codes].text, LINE, "%s", start);
    r->code[r->codes++].line = *r->line;
    d->words += (uint32_t)bytes / 4;
    return 1;
}

/* The program, now that all labels have addresses. */
static bool assemble_all(struct reader *r)
{
    struct diagram *d = r->d;
    d->words = 0;
    for (unsigned i = 0; i < r->codes; i++) {
        uint32_t w[2];
        int bytes = assemble_line(r, r->code[i].text, r->code[i].line, w, true);
        if (!bytes)
            return false;
        memcpy(d->code + d->words, w, (size_t)bytes);
        d->words += (uint32_t)bytes / 4;
    }
    return true;
}

/* Numbers and the names of latencies with + between. */
static bool read_value(const char *text, size_t len, int64_t *v)
{
    static const struct { const char *name; int64_t value; } names[] = {
        {"MEM", GT_MEM_LATENCY}, {"L3", GT_L3_LATENCY}, {"INIT", GT_INIT_CYCLES}, {"FETCH", GT_IFETCH_LATENCY}};
    *v = 0;
    for (const char *p = text, *end = text + len; p < end; p++) {
        size_t n = 0;
        if (isdigit((unsigned char)*p)) {
            char *after;
            *v += strtol(p, &after, 10);
            n = (size_t)(after - p);
        } else {
            for (size_t i = 0; i < sizeof names / sizeof *names && !n; i++)
                if (!strncmp(p, names[i].name, strlen(names[i].name))) {
                    n = strlen(names[i].name);
                    *v += names[i].value;
                }
        }
        p += n;
        if (!n || p > end || (p < end && *p != '+'))
            return false;
    }
    return len > 0;
}

/* A place in a line as a person sees it: bytes that continue a character do not count. */
static size_t columns_seen(const char *text, const char *p)
{
    size_t n = 0;
    for (; text < p; text++)
        n += (*text & 0xc0) != 0x80;
    return n;
}

/* "cycle A+  0  4" (first issue of A), "A/1+" (of warp 1), "A#2+" (its third), "0+" (of the launch). */
static int read_header(struct reader *r, char *text)
{
    struct diagram *d = r->d;
    char *p = text + strlen("cycle"), *base = p + strspn(p, " ");
    size_t len = strcspn(base, "+ ");
    if (base[len] != '+')
        return report_error(r, "expected 'cycle LABEL+' and cycles");
    p = base + len + 1;
    d->base = d->base_warp = DIAGRAM_ANY;
    size_t name = strcspn(base, "/#+");
    if (!(name == 1 && *base == '0')) {
        d->base = find_label(d, base, name);
        if (d->base < 0)
            return report_error(r, "no label %.*s", (int)name, base);
    }
    for (char *q = base + name; q < base + len;) {
        char what = *q;
        unsigned long v = strtoul(q + 1, &q, 10);
        if (what == '/')
            d->base_warp = (int)v;
        else if (what == '#')
            d->base_nth = (unsigned)v;
        else
            return report_error(r, "expected LABEL, LABEL/WARP or LABEL#NUMBER before '+'");
    }
    r->columns = 0;
    while (*(p += strspn(p, " "))) {
        len = strcspn(p, " ");
        if (strncmp(p, "..", 2)) {
            if (r->columns == DIAGRAM_COLUMNS)
                return report_error(r, "more than %d columns", DIAGRAM_COLUMNS);
            struct column *c = &r->column[r->columns];
            c->at = columns_seen(text, p);
            if (!read_value(p, len, &c->cycle))
                return report_error(r, "'%.*s' is not a cycle", (int)len, p);
            if (r->columns && c->cycle <= c[-1].cycle)
                return report_error(r, "cycles do not ascend at '%.*s'", (int)len, p);
            r->columns++;
        }
        p += len;
    }
    if (!r->columns)
        return report_error(r, "no cycles");
    d->first = r->column[0].cycle;
    d->last = r->column[r->columns - 1].cycle;
    return 1;
}

/* The events of a row, each below its cycle. */
static int read_cells(struct reader *r, const char *text, const char *p)
{
    struct diagram *d = r->d;
    while (*(p += strspn(p, " "))) {
        size_t len = strcspn(p, " ");
        const struct column *c = NULL;
        for (unsigned i = 0; i < r->columns; i++)
            if (r->column[i].at == columns_seen(text, p))
                c = &r->column[i];
        if (strncmp(p, "..", 2)) {
            if (!c)
                return report_error(r, "'%.*s' does not begin below a cycle", (int)len, p);
            for (const char *q = p; q < p + len; q += *q == ',') {
                char word[16];
                size_t n = strcspn(q, ", ");
                snprintf(word, sizeof word, "%.*s", (int)n, q);
                int kind = diagram_kind(word);
                if (kind < 0)
                    return report_error(r, "'%s' is no event (docs/units/README.md lists them)", word);
                if (d->marks == DIAGRAM_MARKS)
                    return report_error(r, "more than %d events", DIAGRAM_MARKS);
                d->mark[d->marks++] = (struct diagram_mark){d->rows, c->cycle, (unsigned)kind};
                q += n;
            }
        }
        p += len;
    }
    return 1;
}

/* "A ...", "A/1 ...", "warp 1 ...", "block ..."; a row in parentheses is a comment. */
static int read_row(struct reader *r, const char *text)
{
    struct diagram *d = r->d;
    if (*text == '(')
        return 1;
    if (d->rows == DIAGRAM_ROWS)
        return report_error(r, "more than %d rows", DIAGRAM_ROWS);
    struct diagram_row *w = &d->row[d->rows];
    *w = (struct diagram_row){.line = *r->line, .label = DIAGRAM_ANY, .warp = DIAGRAM_ANY};
    const char *p = text;
    size_t len = strcspn(p, " ");
    char *end;
    if (len == 5 && !strncmp(p, "block", 5)) {
        w->blocks = true;
        p += len;
    } else if (len == 4 && !strncmp(p, "warp", 4)) {
        w->warp = (int)strtoul(p + 4, &end, 10);
        if (end == p + 4)
            return report_error(r, "expected 'warp NUMBER'");
        p = end;
    } else {
        size_t name = strcspn(p, "/ ");
        w->label = find_label(d, p, name);
        if (w->label < 0)
            return report_error(r, "no label %.*s", (int)name, p);
        p += name;
        if (*p == '/') {
            w->warp = (int)strtoul(p + 1, &end, 10);
            p = end;
        }
    }
    int ok = read_cells(r, text, p);
    d->rows++;
    return ok;
}

/* A diagram up to its end. */
static int read_body(struct reader *r)
{
    char text[LINE];
    bool rows = false;
    while (next_line(r, text)) {
        int ok = 1;
        if (!strncmp(text, "```", 3))
            return !rows ? report_error(r, "diagram %s has no 'cycle' line", r->d->name)
                         : !r->d->marks ? report_error(r, "diagram %s shows nothing", r->d->name) : 1;
        if (!text[strspn(text, " ")])
            continue;
        if (!strncmp(text, "cycle ", 6)) {
            if (!rows && !assemble_all(r))
                return -1;
            if (rows)
                return report_error(r, "a second 'cycle' line");
            rows = true;
            ok = read_header(r, text);
        } else if (rows) {
            ok = read_row(r, text);
        } else if (strncmp(text, "shows ", 6) && !read_setting(r->d, text)) {
            ok = code_line(r, text);
        }
        if (ok < 0)
            return ok;
    }
    return report_error(r, "the page ends in diagram %s", r->d->name);
}

int diagram_read(FILE *page, const char *file, unsigned *line, struct diagram *d, FILE *err)
{
    struct reader *r = calloc(1, sizeof *r);
    if (!r) {
        fprintf(err, "%s: out of memory\n", file);
        return -1;
    }
    *r = (struct reader){.page = page, .err = err, .file = file, .line = line, .d = d};
    char text[LINE];
    int found = 0;
    while (!found && next_line(r, text))
        if (!strncmp(text, "```timing", 9)) {
            *d = (struct diagram){.file = file, .line = *line, .threads = 32, .blocks = 1, .regs = 16, .smem = 4096};
            found = sscanf(text + 9, " %63s", d->name) == 1 ? read_body(r)
                    : report_error(r, "a diagram without a name");
        }
    free(r);
    return found;
}
