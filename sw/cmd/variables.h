/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GT200_VARIABLES_H
#define GT200_VARIABLES_H

#include <stdbool.h>
#include <stdio.h>

/* A line for each variable GT200_... of the environment that nothing here reads, with the nearest name that something
 * does. */
void cmd_variables(void);

/* In main of a command of gt200, which says itself what of its environment is wrong: cmd_is_command then is true, and
 * the runtime in it is silent. */
void cmd_begin_command(void);
bool cmd_is_command(void);

#endif
