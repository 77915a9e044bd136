/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of words: what text.c and line.c share.
 */
#ifndef GT200_SM70_FIELDS_H
#define GT200_SM70_FIELDS_H

#include "table.h"

uint64_t sm70_bits(struct sm70_word w, unsigned pos, unsigned width);
void sm70_set(struct sm70_word *w, unsigned pos, unsigned width, uint64_t v);
/* The value of a field, with its sign. */
int64_t sm70_field_signed(const struct sm70_field *f, struct sm70_word w);
void sm70_field_put(const struct sm70_field *f, struct sm70_word *w, uint64_t v);
/* Do the fixed bits and lists of the row allow the word? extra: its bits that the row has not. */
bool sm70_row_fits(const struct sm70_row *row, struct sm70_word w, struct sm70_word *extra);
/* Is its guard printed as a uniform predicate? Is it one? */
bool sm70_uniform(const struct sm70_row *row);
bool sm70_uniform_guard(const struct sm70_row *row);

#endif
