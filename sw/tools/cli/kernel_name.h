/* SPDX-License-Identifier: Apache-2.0
 * Kernels of a cubin by the name that the source has, and what their mangled names say of their parameters. */
#ifndef GT200_KERNEL_NAME_H
#define GT200_KERNEL_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "args.h"
#include "cubin.h"

/* The kernel by its name in the cubin or, if that is of C++, by the source's: k, space::k, k of a template. -1: err
 * says which kernels there are, or which of them it may be. */
int kernel_by_name(const struct gt_cubin *c, const char *name, char *err, size_t n);
/* The names of all, "a, space::k, c". */
void kernel_names(const struct gt_cubin *c, char *out, size_t n);
/* The name of a kernel that kernel_by_name() takes: the last word of the source's where that is enough. */
void kernel_short_name(const struct gt_cubin *c, size_t i, char *out, size_t n);
/* The names of the kernels of a file of PTX, as an otherwise empty module; cubin_free(). */
void kernels_of_ptx(struct gt_cubin *c, const char *path);
/* The parameters of a kernel for run_args: all places and sizes, and types where the name has them. false: the cubin
 * does not say, or a parameter is neither a number nor a pointer. */
bool kernel_params(const struct gt_cubin_kernel *k, struct run_args *a);

#endif
