/* SPDX-License-Identifier: Apache-2.0
 *
 * Ours against expected numbers, on logarithmic axes, each point with its name; below, the same points by their error
 * in percent, which the upper picture is too coarse for. Part of a web page (chart_style of svg.h).
 */
#ifndef GT200_AGREEMENT_H
#define GT200_AGREEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct agreement_point {
    const char *name, *href;    /* href: what the name leads to; NULL: nothing */
    double expected, low, high; /* > 0; low and high: what the expected number leaves open */
    double ours;                /* > 0 */
    int    colour;              /* 0 to CHART_COLOURS - 1 */
    bool   match;
};

/* The picture; small: for a phone, where only points that do not match have their names written beside them. */
void agreement_draw(FILE *f, const struct agreement_point *p, size_t n, bool small, const char *alt);
/* The names of the colours, of those that there are. */
void agreement_key(FILE *f, const struct agreement_point *p, size_t n, const char *const *colours, size_t ncolours);
/* Moves places, in order, so that each is at least `apart` behind the one before and all lie from `from` to `to`, as
 * little as possible in the sum of squares; closer if there is no room. */
void agreement_spread(double *at, size_t n, double apart, double from, double to);

extern const char agreement_style[];

#endif
