/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of words: what text.c and line.c share.
 */
#ifndef GT200_SM70_FIELDS_H
#define GT200_SM70_FIELDS_H

#include "table.h"

uint64_t sm70_bits(struct sm70_word w, unsigned pos, unsigned width);
void sm70_set(struct sm70_word *w, unsigned pos, unsigned width, uint64_t v);
uint64_t sm70_field_get(const struct sm70_field *f, struct sm70_word w);
void sm70_field_put(const struct sm70_field *f, struct sm70_word *w, uint64_t v);
/* Sets the bits that the field is made of, but reuse, which is part of the control code. */
void sm70_field_cover(const struct sm70_field *f, struct sm70_word *w);
/* All bits that the row gives a meaning. */
struct sm70_word sm70_row_covered(const struct sm70_row *row);
/* Do the fixed bits and lists of the row allow the word? extra: its bits that the row has not. */
bool sm70_row_fits(const struct sm70_row *row, struct sm70_word w, struct sm70_word *extra);
bool sm70_pow2(const struct sm70_row *row, struct sm70_word w);
bool sm70_omitted(const struct sm70_field *f, struct sm70_word w);
/* Is its guard a uniform predicate? */
bool sm70_uniform(const struct sm70_row *row);

#endif
