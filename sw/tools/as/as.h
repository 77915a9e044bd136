/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 as: assembly to text cubin.
 */
#ifndef GT200_AS_H
#define GT200_AS_H

#include "options.h"

extern const struct cli_command gt_command_as;
/* argv[0] is the subcommand's name. Returns the exit status: 0, 1 failure, 2 wrong usage. */
int gt_cmd_as(int argc, char **argv);

#endif
