/* SPDX-License-Identifier: Apache-2.0
 *
 * Where in a kernel's code the places of the source's variables (cc/ir/variables.cpp) hold what was assigned last: on
 * every way there it has been stored, and nothing has ended it since.
 */
#ifndef PTXAS_ASSIGNED_H
#define PTXAS_ASSIGNED_H

#include "cubin.h"
#include "emit.h"

/* The places are `bytes` of l[] from `vars` on; a store to byte N of l[] from `gone` on ends word N of them, one from
 * `lost` on the variable that begins there. */
struct assigned {
    const struct fn *f;
    const struct emitter *e;
    uint32_t vars, gone, lost, bytes;
    uint32_t *length;           /* of the variable that begins at this word, in words */
    uint64_t *in;               /* of each block: a bit for each word, set where it is assigned */
};

/* A variable's offset from `vars`. All of them come before assigned_run. */
void assigned_begin(struct cx *cx, struct assigned *a);
void assigned_variable(struct assigned *a, uint32_t offset, uint32_t bytes);
void assigned_run(struct cx *cx, struct assigned *a);
/* Adds a variable's ranges to the words: in FROM TO MASK, a character for each word of it, 1 where it is assigned. */
void assigned_ranges(struct cx *cx, const struct assigned *a, uint32_t offset, uint32_t bytes,
                     struct gt_cubin_words *w);

#endif
