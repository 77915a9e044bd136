/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTXAS_DEBUG_H
#define PTXAS_DEBUG_H

#include "cubin.h"
#include "emit.h"
#include "lines.h"

/* Has the kernel places for the variables of its source? */
bool debug_has_variables(const struct pentry *e);
/* What clang has left for a debugger in the PTX (gt200 cc -g), into the words of the cubin; nothing if there is none.
 * Of the module:
 *
 *   abbrev HEX...  info HEX...  the sections of that name (DWARF 2)
 *   label OFFSET LINE           the address at this offset of info is that of the code of a PTX line
 *   symbol OFFSET NAME          it is that of a variable
 *   file NUMBER SOURCE          a file of info is this source of the cubin
 */
void debug_module(struct cx *cx, const char *source, const struct line_map *lines, struct gt_cubin *c);
/* Of a kernel:
 *
 *   at PC LINE                  from there on the code is of this PTX line
 *   shared NAME ADDRESS         where a variable of shared memory lies
 *   var KEY ADDRESS BYTES value|address     a variable of the source in l[] (cc/ir/variables.cpp), or its address there
 *   in FROM TO MASK             the variable above may be printed from this pc to that one: a character for each of its
 *                               words, 1 where that is known
 */
void debug_kernel(struct cx *cx, const char *source, const struct fn *f, const struct emitter *e, struct gt_cubin *c,
                  struct gt_cubin_kernel *k);

#endif
