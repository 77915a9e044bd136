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

/* Something is at `path` that is neither a regular file nor a link. */
bool gt_special_file(const char *path);

/* Writes through a temporary beside `path` that gets its name when all is written. What is there and is no regular
 * file (/dev/null, a pipe, a link) is written to directly and never replaced or removed. false: err says which file and
 * why. */
bool gt_replace_file(const char *path, bool (*write)(FILE *f, const void *data), const void *data, char *err,
                     size_t errn);

/* The same, path "-" being standard output; what failed is printed to standard error. */
bool gt_write_file(const char *path, bool (*write)(FILE *f, const void *data), const void *data);

#endif
