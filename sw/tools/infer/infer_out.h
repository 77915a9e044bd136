/* SPDX-License-Identifier: Apache-2.0
 * What infer found, as text, CSV and picture. */
#ifndef GT200_INFER_OUT_H
#define GT200_INFER_OUT_H

#include <stdio.h>

#include "infer.h"

/* Levels with values and reasons, for reading. */
void infer_print(FILE *f, const struct inference *r);

/* level,property,relation,value,unit,reason: relation is =, <=, >= or ? (cannot tell; value empty). */
void infer_csv(FILE *f, const struct inference *r);

/* The curve with the plateaus, capacities and the fitted staircase as SVG, whole or not at all. On failure err says
 * why; it is empty if that has been printed. */
bool infer_plot(const char *path, const struct curve *c, const struct inference *r, char *err, size_t errn);

/* One value as a reader expects it: "2048 bytes", "<= 256 bytes", "cannot tell". */
void infer_value_text(char *to, size_t n, const struct infer_value *v, const char *unit);

#endif
