/* SPDX-License-Identifier: Apache-2.0
 *
 * The comparison of two event logs.
 */
#define _POSIX_C_SOURCE 200809L
#include "trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define CONTEXT 8           /* lines shown before a difference */

struct reader {
    const char *name;
    FILE  *f;
    char  *line;
    size_t room;
    bool   end;
};

/* The next line; false, with a message, when the file cannot be read or the line is no event. Reading on behind the
 * end is no error. */
static bool next(struct reader *r, unsigned long number, char *err, size_t errn)
{
    errno = 0;
    r->end = r->end || getline(&r->line, &r->room, r->f) < 0;
    if (r->end) {
        if (ferror(r->f))
            snprintf(err, errn, "%s: %s", r->name, errno ? strerror(errno) : "cannot be read");
        return !ferror(r->f);
    }
    r->line[strcspn(r->line, "\n")] = 0;
    size_t digits = strspn(r->line, "0123456789");
    if (digits && r->line[digits] == ' ')
        return true;
    snprintf(err, errn, "%s:%lu: expected an event (cycle, kind and fields, as --events writes them)", r->name, number);
    return false;
}

/* Prints the first difference with the lines in front of it; returns 1. */
static int differ(struct reader *a, struct reader *b, char *const *past, unsigned long number, FILE *out)
{
    fprintf(out, "first difference: line %lu", number);
    const char *where = a->end ? b->line : a->line;
    uint64_t ca = a->end ? UINT64_MAX : strtoull(a->line, NULL, 10),
             cb = b->end ? UINT64_MAX : strtoull(b->line, NULL, 10);
    if (*where)
        fprintf(out, ", cycle %" PRIu64, ca < cb ? ca : cb);
    fprintf(out, "\n");
    for (unsigned i = 0; i < CONTEXT; i++) {
        const char *s = past[(number - 1 + i) % CONTEXT];
        if (s)
            fprintf(out, "  %s\n", s);
    }
    fprintf(out, "< %s\n> %s\n", a->end ? "(end)" : a->line, b->end ? "(end)" : b->line);
    return 1;
}

int trace_diff(const char *a, const char *b, FILE *out, char *err, size_t errn)
{
    struct reader r[2] = { { .name = a }, { .name = b } };
    char *past[CONTEXT] = { 0 };
    int rc = 0;

    for (int i = 0; i < 2 && !rc; i++)
        if (!(r[i].f = fopen(r[i].name, "r"))) {
            snprintf(err, errn, "%s: %s", r[i].name, strerror(errno));
            rc = 2;
        }
    for (unsigned long n = 1; !rc; n++) {
        if (!next(&r[0], n, err, errn) || !next(&r[1], n, err, errn)) {
            rc = 2;
            break;
        }
        if (r[0].end && r[1].end)
            break;
        if (r[0].end || r[1].end || strcmp(r[0].line, r[1].line)) {
            rc = differ(&r[0], &r[1], past, n, out);
            break;
        }
        free(past[(n - 1) % CONTEXT]);
        past[(n - 1) % CONTEXT] = strdup(r[0].line);
    }
    for (unsigned i = 0; i < CONTEXT; i++)
        free(past[i]);
    for (int i = 0; i < 2; i++) {
        if (r[i].f)
            fclose(r[i].f);
        free(r[i].line);
    }
    return rc;
}
