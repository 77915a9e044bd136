/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 dis: text cubin to assembly.
 */
#ifndef GT200_DIS_H
#define GT200_DIS_H

#include "options.h"

extern const struct cli_command gt_command_dis;
/* argv[0] is the subcommand's name. Returns the exit status: 0, 1 failure, 2 wrong usage. */
int gt_cmd_dis(int argc, char **argv);

#endif
