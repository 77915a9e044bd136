/* SPDX-License-Identifier: Apache-2.0
 * Files that appear whole or not at all. */
#ifndef GT200_OUT_FILE_H
#define GT200_OUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes through a temporary beside `path` that gets its name when all is written. What is there and is no regular
 * file (/dev/null, a pipe) is written to directly and never replaced or removed. false: err says which file and why.
 */
bool out_file(const char *path, bool (*write)(const void *data, FILE *f), const void *data, char *err, size_t errn);
/* Something is at `path` that is neither a regular file nor a link. */
bool out_file_special(const char *path);

#endif
