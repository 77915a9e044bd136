/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GT200_PROBE_H
#define GT200_PROBE_H

#include "options.h"

extern const struct cli_command gt_command_probe;
int gt_cmd_probe(int argc, char **argv);

#endif
