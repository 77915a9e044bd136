/* SPDX-License-Identifier: Apache-2.0
 *
 * The commands that this program has.
 */
#ifndef GT200_COMMANDS_H
#define GT200_COMMANDS_H

#include "options.h"

extern const struct cli_command *const commands[];
extern const size_t command_count;

/* NULL after a message: there is none of this name. */
const struct cli_command *find_command(const char *name);

#endif
