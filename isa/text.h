/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions as text, one line each (docs: isa/README.md). The two functions are inverse: for every
 * word pair, isa_asm_line(isa_disasm(words)) gives the same words, unused bits included.
 */
#ifndef GT200_TEXT_H
#define GT200_TEXT_H

#include "insn.h"

#include <stdbool.h>
#include <stddef.h>

#define ISA_TEXT_MAX 192

/* Text of a decoded instruction, without newline. Words whose unused bits differ from what the text
 * assembles to get the suffix ^W0:W1 (exclusive or, hex). Words that do not decode are printed as .word.
 * Returns the length; the text is cut if it does not fit n, ISA_TEXT_MAX is always enough. */
int isa_disasm(const struct gt_insn *in, char *buf, size_t n);

/* Assembles one instruction or .word. Branch targets are hex byte addresses. *len becomes 4 or 8; *w1 is
 * 0 if len is 4. On failure returns false with a message "expected ..., found '...'" in err. Alignment is
 * the caller's business. */
bool isa_asm_line(const char *text, uint32_t *w0, uint32_t *w1, int *len, char *err, size_t errn);

#endif
