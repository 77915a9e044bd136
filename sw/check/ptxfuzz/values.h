/* SPDX-License-Identifier: Apache-2.0
 *
 * Special and random values of each type, the same for the same state.
 */
#ifndef PTXFUZZ_VALUES_H
#define PTXFUZZ_VALUES_H

#include <stdint.h>

#include "ptx_table.h"

/* xorshift64*, state never 0. */
uint64_t values_next(uint64_t *state);
/* A value of the type in the low bits; what is above them is arbitrary. Values of bits are those of integers or of
 * floats. */
uint64_t values_draw(uint64_t *state, enum ptype t);
/* Special values of the type: how many, and one of them. */
unsigned values_specials(enum ptype t);
uint64_t values_special(enum ptype t, unsigned k);
/* Shift amounts, positions, lengths: mostly small. */
uint64_t values_small(uint64_t *state);

/* The letter of the registers that hold a type: %h 16, %r 32, %l 64 bits, %f, %d, %p. */
char value_letter(enum ptype t);
/* The value as PTX writes a constant of the type: floats as their bits, of other types the low bits. */
enum { VALUE_TEXT = 24 };
const char *value_text(enum ptype t, uint64_t v, char to[VALUE_TEXT]);

#endif
