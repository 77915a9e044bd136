/* SPDX-License-Identifier: Apache-2.0
 * Pictures drawn by gnuplot: the caller writes commands and data to a stream; the picture appears whole or not at
 * all. */
#ifndef GT200_GNUPLOT_H
#define GT200_GNUPLOT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct gnuplot {
    FILE *f;                    /* where the commands go */
    char  path[1024], tmp[1040];
    void (*sigpipe)(int);
};

/* Is there a gnuplot to run? Puts the reason in err when not. */
bool gnuplot_available(char *err, size_t errn);

/* Does the name end in .svg or .png? Puts the reason in err when not. */
bool gnuplot_name(const char *path, char *err, size_t errn);

/* Starts gnuplot with its terminal and output set: SVG, or PNG when the name ends in .png; width and height in
 * pixels. On failure err says why (gnuplot missing, name too long). */
bool gnuplot_open(struct gnuplot *g, const char *path, int width, int height, char *err, size_t errn);

/* Waits for the picture and gives it its name. On failure nothing stays behind and err says why. */
bool gnuplot_close(struct gnuplot *g, char *err, size_t errn);

#endif
