/* SPDX-License-Identifier: Apache-2.0
 *
 * Charts as SVG, inside a web page or files of their own. In a page colours and sizes of text come from its style
 * (chart_style), so that a chart follows a dark scheme and grows its text on a phone, and the key stands beside the
 * picture as a list.
 */
#ifndef GT200_SVG_H
#define GT200_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define CHART_SERIES 32
#define CHART_COLOURS 5
#define CHART_MACHINES 4
#define CHART_MARKS 8

enum chart_kind {
    CHART_LINE, CHART_DOTS,     /* of a machine: points with or without lines between them */
    CHART_SPANS,                /* of a machine: from y to `end` at each x */
    CHART_MEASURED,             /* filled markers */
    CHART_RECALLED,             /* hollow markers */
    CHART_RULE,                 /* a thin line */
    CHART_PLATEAU,              /* a broad line under all others, its tag above it */
    CHART_LIMIT,                /* a thin bar from y to `end` at each x */
};

struct chart_point {
    double x, y, end;
};

struct chart_series {
    char            name[200];  /* in the key, once if several series look alike and have it */
    enum chart_kind kind;
    int             colour;     /* 0 to CHART_COLOURS - 1 */
    int             machine;    /* 0 to CHART_MACHINES - 1: solid, dashed, ... */
    char            tag[8];     /* of a plateau */
    struct chart_point *p;
    size_t          n;
};

struct chart {
    const char *x, *y;          /* names of the axes with units; an x axis of "bytes" counts in KB, MB, GB */
    struct chart_series s[CHART_SERIES];
    int         n;
    double      mark[CHART_MARKS];      /* lines from bottom to top; those beside the points are not drawn */
    int         nmarks;
    const char *mark_name;      /* in the key */
    int         height;         /* in units, the width being 640; 0: 350 */
    double      from, to;       /* what x spans at least, as another chart does; equal: what the points do */
    bool        log_x;          /* logarithmic at any width; without it, from a factor of 100 on */
    bool        failed;         /* out of memory */
};

/* One more series, without points; NULL: there are CHART_SERIES of them. */
struct chart_series *chart_add(struct chart *c, enum chart_kind kind, int colour, int machine, const char *name);
/* One more point; end is that of a span. A series is kept in order of x. */
void chart_point(struct chart *c, struct chart_series *s, double x, double y, double end);
void chart_free(struct chart *c);

/* The least and the greatest x of the points; false: there is none. */
bool chart_span(const struct chart *c, double *from, double *to);

/* The picture; alt says in words what it shows. A chart without points has none. */
void chart_draw(FILE *f, const struct chart *c, const char *alt);
/* What its lines and markers are, as a list. */
void chart_key(FILE *f, const struct chart *c);
/* A chart of a picture, with a title above it ("": none). */
struct chart_part {
    const struct chart *chart;
    const char *title;
};
/* The charts one below the other, each with its key, as an SVG file of its own; light or dark as its reader's screen
 * is. */
void chart_document(FILE *f, const struct chart_part *part, size_t n);
/* Does the name end in .svg? Puts the reason in err when not. */
bool chart_name(const char *path, char *err, size_t errn);
/* CSS for pages with charts: expects the custom properties --fg, --bg, --line and --note. */
extern const char chart_style[];

#endif
