/* SPDX-License-Identifier: Apache-2.0
 *
 * The arena, and the two ways out: an error that ends the compilation, a warning.
 */
#include "util.h"

#include "gt_chip.h"
#include "lines.h"
#include "occupancy.h"
#include "printable.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct chunk {
    struct chunk *older;
    max_align_t   data[];
};

static void *chunk_new(struct cx *cx, size_t size)
{
    struct chunk *c = calloc(1, sizeof *c + size);
    if (!c) {
        snprintf(cx->error, PTXAS_ERROR, "out of memory");
        longjmp(cx->fail, 1);
    }
    c->older = cx->chunks;
    cx->chunks = c;
    return c->data;
}

void cx_options(struct cx *cx, const struct ptxas_options *opt)
{
    static const struct ptxas_options dflt;

    cx->opt = opt ? opt : &dflt;
    cx->arch = cx->opt->arch ? cx->opt->arch : GT_COMPUTE;
    cx->chip = gt_occupancy_values(cx->arch);
}

void *cx_alloc(struct cx *cx, size_t bytes)
{
    enum { CHUNK = 65536 };
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > CHUNK / 4)              /* on its own; what is left of the newest chunk stays in use */
        return chunk_new(cx, bytes);
    if (bytes > cx->left) {
        cx->next = chunk_new(cx, CHUNK);
        cx->left = CHUNK;
    }
    void *p = cx->next;
    cx->next += bytes;
    cx->left -= bytes;
    return p;
}

char *cx_strdup(struct cx *cx, const char *s, size_t n)
{
    char *p = cx_alloc(cx, n + 1);
    memcpy(p, s, n);
    return p;
}

char *cx_printf(struct cx *cx, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    size_t room = n < 0 ? 1 : (size_t)n + 1;
    char *s = cx_alloc(cx, room);
    va_start(ap, fmt);
    vsnprintf(s, room, fmt, ap);
    va_end(ap);
    return s;
}

void cx_free(struct cx *cx)
{
    for (struct chunk *c = cx->chunks, *older; c; c = older) {
        older = c->older;
        free(c);
    }
    cx->chunks = NULL;
    cx->left = 0;
}

/* The C++ library's, which gt200 and programs are linked with. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *n, int *status) __attribute__((weak));

const char *cx_plain(struct cx *cx, const char *name)
{
    int status = -1;
    char *plain = !strncmp(name, "_Z", 2) && __cxa_demangle ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
    const size_t n = plain ? strlen(plain) + 1 : 0;
    char *copy = plain ? memcpy(cx_alloc(cx, n), plain, n) : NULL;

    free(plain);
    return copy ? copy : name;
}

/* "FILE:LINE: " of the source when it is known, else of the PTX. Returns its length. */
static int put_place(const struct cx *cx, unsigned line, char *to, size_t room)
{
    unsigned at;
    const char *source = line_map_source(cx->lines, line, &at);
    int n = source ? snprintf(to, room, "%.200s:%u: ", source, at)
            : line ? snprintf(to, room, "%.200s:%u: ", cx->file, line)
                   : snprintf(to, room, "%.200s: ", cx->file);
    return n < (int)room ? n : (int)room - 1;
}

#define LONGEST_LINE (PTXAS_ERROR / 2)

/* The first name of C++ in quotation marks, as the source has it. */
static void name_plainly(struct cx *cx, char *text, size_t room)
{
    char *from = strstr(text, "'_Z"), *to = from ? strchr(from + 1, '\'') : NULL;

    if (!to)
        return;
    const char *name = cx_printf(cx, "%.*s", (int)(to - from - 1), from + 1),
               *rest = cx_printf(cx, "%s", to);
    snprintf(from + 1, room - (size_t)(from + 1 - text), "%.400s%s", cx_plain(cx, name), rest);
}

void cx_error(struct cx *cx, unsigned line, const char *fmt, ...)
{
    va_list ap;
    int n = put_place(cx, line, cx->error, PTXAS_ERROR);
    va_start(ap, fmt);
    vsnprintf(cx->error + n, PTXAS_ERROR - (size_t)n, fmt, ap);
    va_end(ap);
    name_plainly(cx, cx->error + n, PTXAS_ERROR - (size_t)n);
    if (cx->kernel && !strstr(cx->error, "kernel ")) {
        n = (int)strlen(cx->error);
        snprintf(cx->error + n, PTXAS_ERROR - (size_t)n, ", in kernel %.400s", cx_plain(cx, cx->kernel));
    }
    const char *p = cx->source;
    for (unsigned k = 1; p && k < line; k++)
        p = (p = strchr(p, '\n')) ? p + 1 : NULL;
    if (line && p) {            /* quote the line */
        p += strspn(p, " \t");
        int len = (int)strcspn(p, "\r\n");
        n = (int)strlen(cx->error);
        unsigned at;
        /* whole; of one that is longer than a message, that it goes on */
        const bool cut = len > LONGEST_LINE;
        len = cut ? LONGEST_LINE : len;
        if (line_map_source(cx->lines, line, &at))
            snprintf(cx->error + n, PTXAS_ERROR - (size_t)n, " (%.200s:%u: %.*s%s)", cx->file, line, len, p,
                     cut ? " ..." : "");
        else
            snprintf(cx->error + n, PTXAS_ERROR - (size_t)n, ": %.*s%s", len, p, cut ? " ..." : "");
    }
    gt_printable(cx->error);
    longjmp(cx->fail, 1);
}

void cx_warn(struct cx *cx, unsigned line, const char *fmt, ...)
{
    if (!cx->opt || !cx->opt->warnings)
        return;
    va_list ap;
    char where[256], text[512];
    put_place(cx, line, where, sizeof where);
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    fprintf(cx->opt->warnings, "%swarning: %s\n", gt_printable(where), gt_printable(text));
}

void *cx_grow(struct cx *cx, void *p, size_t elem, size_t n, size_t *cap)
{
    if (n < *cap)
        return p;
    size_t cap2 = *cap ? *cap * 2 : 8;
    void *q = cx_alloc(cx, cap2 * elem);
    if (n)
        memcpy(q, p, n * elem);
    *cap = cap2;
    return q;
}
