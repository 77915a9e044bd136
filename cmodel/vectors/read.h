/* SPDX-License-Identifier: Apache-2.0
 * Lines of vector files (tests/vectors/README.md). Both cut the line in pieces; false: err says what is wrong with
 * which column. */
#ifndef GT200_VECTORS_READ_H
#define GT200_VECTORS_READ_H

#include <stddef.h>

#include "vectors.h"

/* The line of column names, which begins with #. */
bool gt_vector_header(char *line, char *err, size_t errn);
/* Any other line. cls: what its columns say. */
bool gt_vector_line(char *line, struct gt_vector_row *r, enum gt_vector_class *cls, char *err, size_t errn);

#endif
