/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GT200_VARIABLES_H
#define GT200_VARIABLES_H

#include <stdio.h>

/* A line for each variable GT200_... of the environment that nothing here reads, with the nearest name that something
 * does. */
void cmd_variables(FILE *to);

#endif
