/* SPDX-License-Identifier: Apache-2.0
 *
 * Conditions of breakpoints as GDB sends them: agent expressions (Debugging with GDB, appendix F), a stack machine of
 * 64-bit words.
 */
#ifndef GT200_GDB_AGENT_H
#define GT200_GDB_AGENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "threads.h"

/* base: of the running kernel's code. false: the expression is damaged, or asks for what is not there. */
bool gdb_agent_value(const struct gdb_thread *t, uint64_t base, const uint8_t *code, size_t n, uint64_t *value);

#endif
