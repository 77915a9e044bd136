/* SPDX-License-Identifier: Apache-2.0
 * The pictures of a figure: a chart per panel, and one more for a machine whose values lie elsewhere. */
#ifndef GT200_REPORT_CHARTS_H
#define GT200_REPORT_CHARTS_H

#include "report.h"

/* Does a picture show this point? */
bool charts_show(const struct measured *m);
/* Writes all pictures of a figure, with captions and keys. false: err says why. */
bool charts_put(FILE *f, const struct report *r, const struct bench_figure *g, char *err, size_t errn);
/* The same without the page, as a file of SVG, whole or not at all. Prints an error. */
bool charts_file(const char *path, const struct report *r, const struct bench_figure *g);

#endif
