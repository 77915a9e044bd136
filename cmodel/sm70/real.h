/* SPDX-License-Identifier: Apache-2.0
 *
 * Binary floating point of any of three formats: taken apart, rounded, put together. Slow, and the definition of what
 * conversions, f16 and the rounding modes other than to nearest do.
 */
#ifndef GT200_SM70_REAL_H
#define GT200_SM70_REAL_H

#include <stdbool.h>
#include <stdint.h>

enum real_round { TO_NEAREST, DOWN, UP, TO_ZERO };     /* as in the words */
struct real_format { unsigned fraction, exponent; };    /* bits */
extern const struct real_format real_f16, real_bf16, real_f32, real_f64;

enum real_class { REAL_ZERO, REAL_FINITE, REAL_INF, REAL_NAN };
/* (-1)^sign * sig * 2^exp */
struct real { enum real_class is; bool sign; unsigned __int128 sig; int exp; };

struct real real_of(const struct real_format *f, uint64_t bits);
/* Rounded. flush: what is rounded, were all exponents allowed, to less than the normal numbers becomes zero. NaN:
 * quiet, all bits of the fraction set, positive. */
uint64_t real_to(const struct real_format *f, struct real v, enum real_round round, bool flush);
/* Rounded to a whole number. */
struct real real_whole(struct real v, enum real_round round);
/* a + b, a * b, exact or with the bits below those that matter joined in the lowest one. */
struct real real_add(struct real a, struct real b, enum real_round round);
struct real real_multiply(struct real a, struct real b);
/* Is it below the smallest normal number of the format, and not zero? */
bool real_tiny(const struct real_format *f, uint64_t bits);

/* Comparison by one of 16 codes: 1 less, 2 equal, 4 greater, 8 unordered. */
static inline bool real_compare(unsigned code, bool less, bool equal, bool greater)
{
    return (code >> (less ? 0 : equal ? 1 : greater ? 2 : 3)) & 1;
}

#endif
