/* SPDX-License-Identifier: Apache-2.0
 * What a file is that somebody gives gt200 run, and what to do with it. */
#ifndef GT200_FILE_KIND_H
#define GT200_FILE_KIND_H

#include <stddef.h>

enum file_kind { FILE_OTHER, FILE_CUBIN, FILE_PTX, FILE_SOURCE, FILE_PROGRAM, FILE_OBJECT, FILE_SCRIPT };

/* By its first bytes and the end of its name; FILE_OTHER, too, when it cannot be read. */
enum file_kind file_kind(const char *path);
/* "PATH is a program ...": of a kind other than the one that was expected; "" of FILE_OTHER. */
void file_kind_advice(enum file_kind kind, const char *path, const char *kernel, char *out, size_t n);

#endif
