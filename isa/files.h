/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole files.
 */
#ifndef GT_FILES_H
#define GT_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* All that is left of a stream, NUL-terminated; *len, unless NULL: how long it is. NULL with errno set. Free with
 * free(). */
char *gt_slurp(FILE *f, size_t *len);

/* A whole file, as gt_slurp. */
char *gt_read_file(const char *path, size_t *len);

/* Writes a file through a temporary beside it, so that nothing half-written is left. path "-" is standard
 * output. On failure returns false and prints "what: reason" to standard error. */
bool gt_write_file(const char *path, bool (*write)(FILE *f, const void *data), const void *data);

#endif
