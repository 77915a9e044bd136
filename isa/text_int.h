/* SPDX-License-Identifier: Apache-2.0
 *
 * Names that disassembler and assembler share.
 */
#ifndef GT200_TEXT_INT_H
#define GT200_TEXT_INT_H

#include "isa_table.h"

extern const char *const isa_cond_names[32];
extern const char *const isa_smode_names[4];
extern const char *const isa_sreg_names[16];

/* Constant or field of a slot of a row; NULL if the row does not use the slot. */
const struct isa_slot *isa_row_slot(const struct isa_row *r, enum isa_slot_id slot);

#endif
