/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions of a kernel put together by source line.
 */
#define _POSIX_C_SOURCE 200809L
#include "prof.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"

static bool any(const struct prof_counts *c)
{
    return prof_cycles(c) || c->issues || c->micro || c->accesses || c->shared;
}

static int order(const void *a, const void *b)
{
    const struct prof_row *x = a, *y = b;
    int sources = x->source && y->source ? strcmp(x->source, y->source) : !x->source - !y->source;
    if (sources)
        return sources;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x->pc < y->pc ? -1 : x->pc > y->pc;
}

struct prof_row *prof_rows(const struct prof_kernel *k, size_t *n)
{
    struct prof_row *row = calloc(k->code_words + 1, sizeof *row);
    size_t count = 0, kept = 0;
    *n = 0;
    if (!row)
        return NULL;
    for (uint32_t i = 0; i < k->code_words; i++)
        if (any(&k->insn[i].c))
            row[count++] = (struct prof_row){ k->insn[i].source, k->insn[i].line, 4 * i, k->insn[i].c };
    qsort(row, count, sizeof *row, order);
    for (size_t i = 0; i < count; i++) {
        struct prof_row *last = kept ? &row[kept - 1] : NULL;
        if (last && row[i].source && last->source == row[i].source && last->line == row[i].line)
            prof_add(&last->c, &row[i].c);
        else
            row[kept++] = row[i];
    }
    *n = kept;
    return row;
}

/* The line of a text that begins with number 1. */
static const char *line_of(const char *text, uint32_t line)
{
    while (text && line > 1) {
        text = strchr(text, '\n');
        text += text != NULL;
        line--;
    }
    return text;
}

void prof_row_text(const struct prof_kernel *k, const struct prof_row *r, char *text, size_t n)
{
    char *file = r->source ? gt_read_file(r->source, NULL) : NULL;
    const char *at = file ? line_of(file, r->line) : NULL;

    *text = '\0';
    if (at) {
        at += strspn(at, " \t");
        snprintf(text, n, "%.*s", (int)strcspn(at, "\r\n"), at);
    } else if (!r->source) {
        prof_insn_text(k, r->pc, text, n);
    }
    free(file);
}
