/* SPDX-License-Identifier: Apache-2.0
 *
 * Encoder: the inverse of isa_decode(), from the same table.
 */
#ifndef GT200_ENCODE_H
#define GT200_ENCODE_H

#include "insn.h"

/* Words of the first row of the table that decodes to `in`, in->len bytes long (4 or 8); bits without a meaning get
 * the row's canonical value, as the assembler gives them. Every field of *in is taken, modifiers and operands with the
 * values that isa_decode() gives (isa/README.md), except w0, w1, row, form and unit, which follow from the rest. w[1]
 * is 0 when in->len is 4. Returns false when the machine has no such instruction. */
bool isa_encode(const struct gt_insn *in, uint32_t w[2]);

#endif
