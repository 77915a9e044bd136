/* SPDX-License-Identifier: Apache-2.0
 *
 * What gt200 cc and gt200 ptxas share.
 */
#ifndef PTXAS_CMD_H
#define PTXAS_CMD_H

#include "ptxas.h"

/* The number of an -arch that is a chip of GT200's SM, 10 to 13; of any other 0, which means sm_13. */
unsigned cmd_arch_1x(unsigned arch);
/* The value of -maxrregcount, 4 to 255; false after a message. */
bool cmd_max_registers(const char *value, unsigned *regs);
/* Does the chip have so many, GT200 124 and later chips 255? false after a message. */
bool cmd_registers_fit(unsigned regs, bool later);
/* Whole file, NUL-terminated, malloc'ed; "-" is standard input. NULL after printing an error. */
char *cmd_read(const char *path);
/* Writes a file under a temporary name and renames it; "-" is standard output. */
bool cmd_write(const char *path, const char *data, size_t n);
/* Compiles PTX and writes the cubin; `base` gives the default output name. Returns the exit status. */
int cmd_compile(const char *source, const char *name, const char *base, const char *out,
                const struct ptxas_options *opt);
/* The part of it that writes; frees the text. */
int cmd_write_cubin(const struct ptxas_result *res, const char *base, const char *out);

#endif
