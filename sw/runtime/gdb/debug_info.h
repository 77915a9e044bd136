/* SPDX-License-Identifier: Apache-2.0
 *
 * A cubin's debug information: lines, functions, and where its compiler has left it (gt200 cc -g) variables, types and
 * what was inlined.
 */
#ifndef GT200_GDB_DEBUG_INFO_H
#define GT200_GDB_DEBUG_INFO_H

#include "dwarf.h"
#include "image.h"

/* The unit of the kernels, all of one cubin. */
void debug_unit(struct dwarf *d, const struct gdb_kernel *k, size_t n, const struct gdb_variable *v, size_t nv);

#endif
