/* SPDX-License-Identifier: Apache-2.0
 *
 * Commands that run a program of the user's and then tell about it (prof, check).
 */
#ifndef GT200_CHILD_H
#define GT200_CHILD_H

#include "cli.h"

/* Where PROGRAM stands, behind the options of the command and perhaps a "--"; argc: it is missing. */
int child_at(const struct cli_command *c, int argc, char **argv);
/* Runs it; its exit status. CHILD_FAILED: something kept it from starting, or a signal ended it, and that was said. */
enum { CHILD_FAILED = -1 };
int child_run(const char *command, char **argv);
/* A temporary file for what it writes: open, and named in file[0..n) with this end. -1 after cli_failure, the status
 * of which is in *rc. */
int child_file(const char *command, const char *end, char *file, size_t n, int *rc);
/* Writes the text to the file, or with NULL or "-" to standard output. */
int child_text(const char *command, const char *file, const char *text);

#endif
