/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GT200_VARIABLES_H
#define GT200_VARIABLES_H

#include <stdbool.h>
#include <stdio.h>

/* A line for each variable GT200_... of the environment that no row of settings.h has, with the nearest name that one
 * has. */
void cmd_variables(void);

/* In main of a command of gt200, which says itself what of its environment is wrong: cmd_is_command then is true, and
 * the runtime in it is silent. CLI_GO_ON, or the exit status after a message. */
int cmd_begin_command(void);
bool cmd_is_command(void);

#endif
