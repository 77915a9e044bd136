/* SPDX-License-Identifier: Apache-2.0
 *
 * Decoder of GT200 instruction words. All functions work on static const tables only.
 */
#ifndef GT200_DECODE_H
#define GT200_DECODE_H

#include "insn.h"

#include <stddef.h>

/* Decodes the instruction whose first word is w0. w1 is the word after it; it is ignored when the
 * instruction is one word long. pc is the byte address (only its bit 2 matters: a long instruction must
 * be 8-byte aligned). Fills every field of *out; a word without meaning gives err != GT_DE_NONE and
 * op = GT_OP_ILLEGAL. len is right in every case. */
void isa_decode(uint32_t w0, uint32_t w1, uint32_t pc, struct gt_insn *out);

/* Length in bytes (4 or 8) of the instruction that starts with w0. */
static inline unsigned isa_len(uint32_t w0) { return (w0 & 1) ? 8 : 4; }

/* Name of the first row of an operation (enum gt_op): "rcp.f32"; "illegal" if it has none. */
const char *isa_op_name(unsigned op);

/* Number of rows of the table; name ("add.b32") and form of a row; name of a decode error. */
unsigned    isa_rows(void);
const char *isa_row_name(unsigned row);
const char *isa_err_name(unsigned err);

/* The bits of ctl_t (rtl/gen/ctl_types.svh), bit 0 of the struct in bit 0 of bits[0]. */
void isa_ctl_pack(const struct gt_insn *in, uint32_t bits[(ISA_CTL_BITS + 31) / 32]);

#endif
