/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 dis: text cubin to assembly; gt200 cuobjdump: what device code a file has.
 */
#ifndef GT200_DIS_H
#define GT200_DIS_H

#include "options.h"

extern const struct cli_command gt_command_dis, gt_command_cuobjdump;
/* argv[0] is the subcommand's name. Return the exit status: 0, 1 failure, 2 wrong usage. */
int gt_cmd_dis(int argc, char **argv);
int gt_cmd_cuobjdump(int argc, char **argv);

#endif
