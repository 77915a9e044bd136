/* SPDX-License-Identifier: Apache-2.0
 *
 * What clang has said about variables, types and inlined functions (gt200 cc -g), from the words of a cubin
 * (compiler/ptxas/back/debug.h) to a tree of DWARF with addresses of today's kernels.
 */
#ifndef GT200_GDB_IMPORT_H
#define GT200_GDB_IMPORT_H

#include "dwarf.h"
#include "image.h"

/* The unit with all below it; NULL: the cubin has none, or it cannot be read. */
struct dwarf_die *import_unit(struct dwarf *d, const struct gdb_kernel *k, size_t n, const struct gdb_variable *v,
                              size_t nv);
/* The number that clang gives a source of the cubin; 0: none. */
unsigned import_file(const struct gt_cubin *c, size_t source);

#endif
