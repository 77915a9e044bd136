/* SPDX-License-Identifier: Apache-2.0
 *
 * The line table of a cubin: .loc directives say which source line the PTX that follows was made from, and every
 * machine instruction knows the PTX line it was made from. Only the text is looked at here; the parser skips these
 * directives.
 */
#define _GNU_SOURCE
#include "lines.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FILE 100000

/* .file NUMBER "PATH" or .file NUMBER "FOLDER" "PATH" */
static void take_file(struct cx *cx, struct line_map *m, const char *p, const char *end)
{
    char path[1024] = "", *after;
    unsigned long n = strtoul(p, &after, 10);

    if (n > MAX_FILE)
        return;
    while (m->files.n <= n)
        vec_push(cx, &m->files, NULL);
    for (const char *q = memchr(p, '"', (size_t)(end - p)); q; q = memchr(q, '"', (size_t)(end - q))) {
        const char *close = memchr(q + 1, '"', (size_t)(end - q - 1));
        size_t have = strlen(path);
        if (!close)
            break;
        if (q[1] == '/')
            have = 0;
        snprintf(path + have, sizeof path - have, "%s%.*s", have ? "/" : "", (int)(close - q - 1), q + 1);
        q = close + 1;
        if (q >= end)
            break;
    }
    if (!*path)
        return;
    char *copy = cx_alloc(cx, strlen(path) + 1);
    strcpy(copy, path);
    m->files.v[n] = copy;
}

/* .loc FILE LINE: sscanf would look for the end of the whole text. */
static bool is_loc(const char *q, struct line_at *at)
{
    char *after;

    if (strncmp(q, ".loc", 4) || (q[4] != ' ' && q[4] != '\t'))
        return false;
    at->file = (unsigned)strtoul(q + 4, &after, 10);
    at->line = (unsigned)strtoul(after, NULL, 10);
    return at->line;
}

const char *line_map_source(const struct line_map *m, unsigned line, unsigned *source_line)
{
    if (!m || line >= m->lines.n)
        return NULL;
    struct line_at at = m->lines.v[line];
    *source_line = at.line;
    return at.line && at.file < m->files.n ? m->files.v[at.file] : NULL;
}

void line_map_make(struct cx *cx, const char *source, struct line_map *m)
{
    struct line_at now = { 0, 0 }, at;
    size_t entry = 0;           /* a kernel's first line, which gets the place of its first instruction */

    memset(m, 0, sizeof *m);
    if (!strstr(source, ".loc"))
        return;
    vec_push(cx, &m->lines, now);       /* lines count from 1 */
    for (const char *p = source; *p;) {
        const char *end = p + strcspn(p, "\n"), *q = p + strspn(p, " \t");
        if (is_loc(q, &at)) {
            now = at;
            if (entry)
                m->lines.v[entry] = at;
            entry = 0;
        }
        if (!strncmp(q, ".file", 5) && q + 5 < end)
            take_file(cx, m, q + 5, end);
        else if (q < end && memmem(q, (size_t)(end - q), ".entry", 6)) {
            now = (struct line_at){ 0, 0 };
            entry = m->lines.n;
        }
        vec_push(cx, &m->lines, now);
        p = end + (*end == '\n');
    }
}

void line_map_kernel(const struct line_map *m, const struct emitter *e, struct gt_cubin *c, struct gt_cubin_kernel *k)
{
    struct line_at last = { 0, 0 };

    for (size_t i = 0; i < e->code.n; i++) {
        const struct code *in = &e->code.v[i];
        if (in->line >= m->lines.n)
            continue;
        struct line_at at = m->lines.v[in->line];
        if (!at.line || at.file >= m->files.n || !m->files.v[at.file] || (at.line == last.line && at.file == last.file))
            continue;
        cubin_add_line(k, in->addr, cubin_source(c, m->files.v[at.file]), at.line);
        last = at;
    }
}
