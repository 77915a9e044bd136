/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTXAS_LINE_MAP_H
#define PTXAS_LINE_MAP_H

#include "util.h"

struct line_at { unsigned file, line; };

/* Source file and line of every line of the PTX; empty when it has no .loc. */
struct line_map {
    VEC(const char *) files;            /* by number, NULL: none */
    VEC(struct line_at) lines;          /* line 0: unknown */
};

/* The source file that a line of the PTX was made from, and its line there; NULL: not known, or no map. */
const char *line_map_source(const struct line_map *m, unsigned line, unsigned *source_line);
void line_map_make(struct cx *cx, const char *source, struct line_map *m);

#endif
