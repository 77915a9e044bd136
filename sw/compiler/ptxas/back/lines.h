/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTXAS_LINES_H
#define PTXAS_LINES_H

#include "cubin.h"
#include "emit.h"

struct line_at { unsigned file, line; };

/* Source file and line of every line of the PTX; empty when it has no .loc. */
struct line_map {
    VEC(const char *) files;            /* by number, NULL: none */
    VEC(struct line_at) lines;          /* line 0: unknown */
};

/* The source file that a line of the PTX was made from, and its line there; NULL: not known, or no map. */
const char *line_map_source(const struct line_map *m, unsigned line, unsigned *source_line);
void line_map_make(struct cx *cx, const char *source, struct line_map *m);
/* The line table of a kernel from the PTX lines of its instructions. */
void line_map_kernel(const struct line_map *m, const struct emitter *e, struct gt_cubin *c, struct gt_cubin_kernel *k);

#endif
