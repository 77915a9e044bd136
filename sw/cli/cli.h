/* SPDX-License-Identifier: Apache-2.0
 * The gt200 program: what its commands share. */
#ifndef GT200_CLI_H
#define GT200_CLI_H

#include <stdbool.h>
#include <stdint.h>

#include "gsim.h"

/* Exit statuses of every command. */
enum { CLI_OK = 0, CLI_FAILURE = 1, CLI_USAGE = 2 };

/* One line on stderr: "gt200 CMD: ...". Return CLI_USAGE and CLI_FAILURE. */
int cli_usage(const char *cmd, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int cli_failure(const char *cmd, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A number, decimal or 0x…, up to max; false when it is none. */
bool cli_number(const char *text, uint64_t max, uint64_t *value);

int gt_cmd_run(int argc, char **argv);
int gt_cmd_trace(int argc, char **argv);
int gt_cmd_occupancy(int argc, char **argv);
int gt_cmd_launch(int argc, char **argv);
int gt_cmd_infer(int argc, char **argv);

#endif
