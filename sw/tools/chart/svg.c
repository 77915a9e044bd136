/* SPDX-License-Identifier: Apache-2.0 */
#include "svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "xml.h"

/* Units of the picture: it is scaled to the width that the page has for it. Text is 14 units high, on a phone 22. */
enum { WIDTH = 640, USUAL_HEIGHT = 350, LEFT = 84, RIGHT = 18, TOP = 42, BOTTOM = 62 };

/* The hues of Okabe and Ito, darker on white: told apart with any colour vision; markers and dashes say the same as
 * colours. */
#define COLOURS                                                                                                     \
    ":root{--c0:#0072b2;--c1:#d55e00;--c2:#8a2a78;--c3:#009e73;--c4:#333}\n"                                        \
    "@media(prefers-color-scheme:dark){:root{--c0:#56b4e9;--c1:#ff8040;--c2:#f0e442;--c3:#e08fc8;--c4:#ddd}}\n"     \
    ".c0{--c:var(--c0)}.c1{--c:var(--c1)}.c2{--c:var(--c2)}.c3{--c:var(--c3)}.c4{--c:var(--c4)}\n"
#define SHAPES                                                                                                      \
    "svg.chart text{font-size:14px;fill:var(--fg)}"                                                                 \
    "svg.chart .name{fill:var(--note)}svg.chart .grid{stroke:var(--line);stroke-width:1}"                           \
    "svg.chart .axis{stroke:var(--note);stroke-width:1.2;fill:none}\n"                                              \
    ".curve{fill:none;stroke:var(--c);stroke-width:2.4;stroke-linejoin:round}"                                      \
    ".m1 .curve{stroke-dasharray:7 4}.m2 .curve{stroke-dasharray:2 3}.m3 .curve{stroke-dasharray:10 3 2 3}"         \
    ".dot{fill:var(--c)}.m1 .dot,.m2 .dot,.m3 .dot{fill:var(--bg);stroke:var(--c);stroke-width:1.4}"                \
    ".span{stroke:var(--c);stroke-width:4}\n"                                                                       \
    ".measured{fill:var(--c);stroke:var(--fg);stroke-width:1.4}.recalled{fill:none;stroke:var(--c);stroke-width:1.8}" \
    ".limit{stroke:var(--note);stroke-width:1.2;fill:none}"                                                         \
    ".plateau{fill:none;stroke:var(--c);stroke-width:9;stroke-opacity:.45}"                                         \
    "svg.chart .tag{font-weight:700;fill:var(--c)}"                                                                 \
    ".rule{fill:none;stroke:var(--fg);stroke-width:1}.knee{stroke:var(--fg);stroke-width:1.4;stroke-dasharray:2 4}\n"

const char chart_style[] =
    COLOURS "svg.chart{display:block;width:100%;height:auto}" SHAPES
    "ul.key{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;list-style:none;margin:.2rem 0 0;padding:0;font-size:.86rem}"
    "ul.key svg{width:34px;height:14px;vertical-align:-2px;margin-right:.4rem}\n"
    "@media(max-width:40rem){svg.chart text{font-size:22px}svg.chart .odd{display:none}}\n";

struct axis {
    double low, high, step;     /* step: of the ticks; of log2 x if log */
    double from, to;            /* units of the picture */
    bool   log, bytes;
};

struct chart_series *chart_add(struct chart *c, enum chart_kind kind, int colour, int machine, const char *name)
{
    if (c->n == CHART_SERIES)
        return NULL;
    struct chart_series *s = &c->s[c->n++];
    *s = (struct chart_series){ .kind = kind, .colour = colour % CHART_COLOURS, .machine = machine % CHART_MACHINES };
    snprintf(s->name, sizeof s->name, "%s", name);
    return s;
}

void chart_point(struct chart *c, struct chart_series *s, double x, double y, double end)
{
    struct chart_point *p = realloc(s->p, (s->n + 1) * sizeof *p);

    if (!p) {
        c->failed = true;
        return;
    }
    s->p = p;
    size_t i = s->n++;
    for (; i && p[i - 1].x > x; i--)
        p[i] = p[i - 1];
    p[i] = (struct chart_point){ x, y, end };
}

void chart_free(struct chart *c)
{
    for (int k = 0; k < c->n; k++)
        free(c->s[k].p);
    c->n = 0;
}

/* 1, 2 or 5 times a power of ten, at least least; of bytes a power of two. */
static double nice_step(double least, bool bytes)
{
    static const double steps[] = { 1, 2, 5 };
    double unit = bytes ? exp2(floor(log2(least))) : pow(10, floor(log10(least)));

    for (int i = 0; !bytes && i < 3; i++)
        if (steps[i] * unit >= least * (1 - 1e-9))
            return steps[i] * unit;
    return bytes ? unit < least ? 2 * unit : unit : 10 * unit;
}

static int height_of(const struct chart *c)
{
    return c->height ? c->height : USUAL_HEIGHT;
}

static void widen_axis(struct axis *a, double v)
{
    a->low = fmin(a->low, v);
    a->high = fmax(a->high, v);
}

static double place_on_axis(const struct axis *a, double v)
{
    double low = a->low, high = a->high;

    if (a->log) {
        v = log2(v);
        low = log2(low);
        high = log2(high);
    }
    return a->from + (a->to - a->from) * (v - low) / (high - low);
}

/* y begins at 0 if the points come near it or hardly differ; x is logarithmic if it spans a factor of 100 or more.
 * Whole numbers are counted in whole steps. false: there is no point. */
static bool fit_axes(const struct chart *c, struct axis *x, struct axis *y)
{
    double least = INFINITY;
    bool whole = true;

    *x = (struct axis){ .low = INFINITY, .high = -INFINITY, .from = LEFT, .to = WIDTH - RIGHT };
    *y = (struct axis){ .low = INFINITY, .high = -INFINITY, .from = height_of(c) - BOTTOM, .to = TOP };
    x->bytes = c->x && strstr(c->x, "bytes");
    for (int k = 0; k < c->n; k++)
        for (size_t i = 0; i < c->s[k].n; i++) {
            const struct chart_point *p = &c->s[k].p[i];
            widen_axis(x, p->x);
            widen_axis(y, p->y);
            if (c->s[k].kind == CHART_SPANS || c->s[k].kind == CHART_LIMIT)
                widen_axis(y, p->end);
            least = fmin(least, p->x);
            whole = whole && p->x == floor(p->x);
        }
    if (x->low > x->high)
        return false;
    if (c->to > c->from) {
        widen_axis(x, c->from);
        widen_axis(x, c->to);
        least = fmin(least, c->from);
    }
    x->log = least > 0 && (x->high / least >= 100 || (c->log_x && x->high > least));
    if (x->log) {
        double margin = pow(x->high / x->low, 0.03);
        x->step = ceil(log2(x->high / x->low) / 8);
        x->low /= margin;
        x->high *= margin;
    } else {
        double margin = x->high > x->low ? 0.03 * (x->high - x->low) : 1;
        double wide = x->high > x->low ? x->high - x->low : 2 * margin;
        x->step = nice_step(fmax(wide / (x->bytes ? 5 : 8), whole ? 1 : 0), x->bytes);
        x->low -= margin;
        x->high += margin;
    }
    if (y->low >= 0 && (y->low < 0.5 * y->high || y->high - y->low < 0.05 * y->high))
        y->low = 0;
    else
        y->low -= 0.04 * (y->high - y->low);
    if (y->high <= y->low)
        y->high = y->low + 1;
    y->step = nice_step((y->high - y->low) / 6, false);
    y->low = floor(y->low / y->step + 1e-9) * y->step;
    y->high += 0.04 * (y->high - y->low);
    return true;
}

bool chart_span(const struct chart *c, double *from, double *to)
{
    struct axis x = { .low = INFINITY, .high = -INFINITY };

    for (int k = 0; k < c->n; k++)
        for (size_t i = 0; i < c->s[k].n; i++)
            widen_axis(&x, c->s[k].p[i].x);
    *from = x.low;
    *to = x.high;
    return x.low <= x.high;
}

/* "4096" bytes are "4 KB". */
static const char *axis_label(const struct axis *a, double v, char text[32])
{
    static const char *const units[] = { "", " KB", " MB", " GB" };
    int u = 0;

    while (a->bytes && u < 3 && fabs(v) >= 1024) {
        v /= 1024;
        u++;
    }
    snprintf(text, 32, "%.6g%s", v, units[u]);
    return text;
}

static void put_x_tick(FILE *f, const struct axis *x, int bottom, double v, int number)
{
    char text[32];
    double at = place_on_axis(x, v), half = 6.2 * (double)strlen(axis_label(x, v, text));  /* of its width on a phone */
    bool outside = at + half > WIDTH;

    fprintf(f, "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text%s x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>\n",
            at, TOP, bottom, number % 2 ? " class=\"odd\"" : "", outside ? WIDTH : at, bottom + 23,
            outside ? "end" : "middle", text);
}

/* Grid, ticks and names of the axes. */
static void put_axes(FILE *f, const struct chart *c, const struct axis *x, const struct axis *y)
{
    char text[32];
    const int bottom = height_of(c) - BOTTOM;
    int number = 0;

    if (x->log)
        for (double e = ceil(log2(x->low) - 1e-9); e <= log2(x->high) + 1e-9; e += x->step)
            put_x_tick(f, x, bottom, exp2(e), number++);
    else
        for (double v = ceil(x->low / x->step) * x->step; v <= x->high; v += x->step)
            if (v >= 0)
                put_x_tick(f, x, bottom, fabs(v) < 1e-9 * x->step ? 0 : v, number++);
    for (double v = y->low; v <= y->high; v += y->step) {
        double at = place_on_axis(y, v);
        fprintf(f, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                LEFT, at, WIDTH - RIGHT, LEFT - 7, at + 5, axis_label(y, fabs(v) < 1e-9 * y->step ? 0 : v, text));
    }
    fprintf(f, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n<text class=\"name\" x=\"4\" y=\"19\">", LEFT, TOP,
            bottom, WIDTH - RIGHT);
    xml_text(f, c->y ? c->y : "");
    fprintf(f, "</text><text class=\"name\" x=\"%d\" y=\"%d\" text-anchor=\"end\">", WIDTH - RIGHT, height_of(c) - 10);
    xml_text(f, c->x ? c->x : "");
    fprintf(f, "</text>\n");
}

/* What a point says under the mouse. */
static void put_tip(FILE *f, const struct chart_series *s, const struct chart_point *p)
{
    fprintf(f, "<title>");
    xml_text(f, s->name);
    if (s->kind == CHART_SPANS || s->kind == CHART_LIMIT)
        fprintf(f, ": %.10g: %.10g to %.10g</title>", p->x, p->y, p->end);
    else
        fprintf(f, ": %.10g: %.6g</title>", p->x, p->y);
}

/* A diamond for what is measured, a ring for what is recalled, a circle, square or triangle by the series' colour. Left
 * open; returns the element's name. */
static const char *put_shape(FILE *f, const struct chart_series *s, double x, double y, double size)
{
    bool machine = s->kind == CHART_LINE || s->kind == CHART_DOTS;

    if (s->kind == CHART_MEASURED) {
        fprintf(f, "<path class=\"measured\" d=\"M%.1f %.1fl%g %gl%g %gl%g %gz\">", x, y - size, size, size, -size,
                size, -size, -size);
    } else if (machine && s->colour % 3 == 1) {
        fprintf(f, "<path class=\"dot\" d=\"M%.1f %.1fh%gv%gh%gz\">", x - size, y - size, 2 * size, 2 * size,
                -2 * size);
    } else if (machine && s->colour % 3 == 2) {
        fprintf(f, "<path class=\"dot\" d=\"M%.1f %.1fl%g %gh%gz\">", x, y - 1.3 * size, 1.3 * size, 2.2 * size,
                -2.6 * size);
    } else {
        fprintf(f, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%g\">", machine ? "dot" : "recalled", x, y, size);
        return "circle";
    }
    return "path";
}

/* A series as a line; a single point as a dash. */
static void put_line(FILE *f, const struct chart_series *s, const struct axis *x, const struct axis *y)
{
    const char *class = s->kind == CHART_RULE ? "rule" : s->kind == CHART_PLATEAU ? "plateau" : "curve";

    if (s->n == 1)
        fprintf(f, "<path class=\"%s\" d=\"M%.1f %.1fh16\"/>\n", class, place_on_axis(x, s->p->x) - 8,
                place_on_axis(y, s->p->y));
    if (s->n < 2)
        return;
    fprintf(f, "<polyline class=\"%s\" points=\"", class);
    for (size_t i = 0; i < s->n; i++)
        fprintf(f, "%s%.1f,%.1f", i ? " " : "", place_on_axis(x, s->p[i].x), place_on_axis(y, s->p[i].y));
    fprintf(f, "\">");
    if (s->kind == CHART_RULE) {
        fprintf(f, "<title>");
        xml_text(f, s->name);
        fprintf(f, "</title>");
    }
    fprintf(f, "</polyline>\n");
}

static void put_tag(FILE *f, const struct chart_series *s, const struct axis *x, const struct axis *y)
{
    if (s->n)
        fprintf(f, "<text class=\"tag\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
                (place_on_axis(x, s->p[0].x) + place_on_axis(x, s->p[s->n - 1].x)) / 2,
                place_on_axis(y, s->p[0].y) - 11, s->tag);
}

/* The points of a series, each with a tip. */
static void put_points(FILE *f, const struct chart_series *s, const struct axis *x, const struct axis *y)
{
    double size = s->kind == CHART_MEASURED ? 7 : s->kind == CHART_RECALLED ? 5.5 :
                  s->kind == CHART_DOTS ? s->n > 100 ? 2.2 : 3.6 : s->n > 40 ? 1.8 : 2.6;

    for (size_t i = 0; i < s->n; i++) {
        const struct chart_point *p = &s->p[i];
        double at = place_on_axis(x, p->x);
        const char *element = "path";
        if (s->kind == CHART_LIMIT)
            fprintf(f, "<path class=\"limit\" d=\"M%.1f %.1fh6m-3 0V%.1fm-3 0h6\">", at - 3, place_on_axis(y, p->y),
                    place_on_axis(y, p->end));
        else if (s->kind == CHART_SPANS)     /* at least a line of two units */
            fprintf(f, "<path class=\"span\" d=\"M%.1f %.1fV%.1f\">", at,
                    fmax(place_on_axis(y, p->y), place_on_axis(y, p->end) + 2), place_on_axis(y, p->end));
        else
            element = put_shape(f, s, at, place_on_axis(y, p->y), size);
        put_tip(f, s, p);
        fprintf(f, "</%s>\n", element);
    }
}

/* Curves lie lowest, then rules, then what sources say. */
void chart_draw(FILE *f, const struct chart *c, const char *alt)
{
    static const enum chart_kind order[] = { CHART_PLATEAU, CHART_LIMIT, CHART_SPANS, CHART_LINE, CHART_DOTS,
                                             CHART_RULE, CHART_RECALLED, CHART_MEASURED };
    struct axis x, y;

    if (!fit_axes(c, &x, &y))
        return;
    fprintf(f, "<svg class=\"chart\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
            WIDTH, height_of(c), WIDTH, height_of(c));
    xml_text(f, alt);
    fprintf(f, "\">\n");
    put_axes(f, c, &x, &y);
    for (int i = 0; i < c->nmarks; i++)
        if (c->mark[i] >= x.low && c->mark[i] <= x.high)
            fprintf(f, "<path class=\"knee\" d=\"M%.1f %dV%d\"/>\n", place_on_axis(&x, c->mark[i]), TOP,
                    height_of(c) - BOTTOM);
    for (size_t o = 0; o < sizeof order / sizeof *order; o++)
        for (int k = 0; k < c->n; k++) {
            const struct chart_series *s = &c->s[k];
            if (s->kind != order[o])
                continue;
            fprintf(f, "<g class=\"c%d m%d\">\n", s->colour, s->machine);
            if (s->kind == CHART_LINE || s->kind == CHART_RULE || s->kind == CHART_PLATEAU)
                put_line(f, s, &x, &y);
            if (s->kind == CHART_PLATEAU)
                put_tag(f, s, &x, &y);
            else if (s->kind != CHART_RULE)
                put_points(f, s, &x, &y);
            fprintf(f, "</g>\n");
        }
    fprintf(f, "</svg>\n");
}

/* at: attributes of its place, or "". */
static void put_sample(FILE *f, const struct chart_series *s, const char *at)
{
    fprintf(f, "<svg class=\"c%d m%d\"%s viewBox=\"0 0 34 14\" aria-hidden=\"true\">", s->colour, s->machine, at);
    if (s->kind == CHART_LINE || s->kind == CHART_RULE)
        fprintf(f, "<path class=\"%s\" d=\"M0 7h34\"/>", s->kind == CHART_RULE ? "rule" : "curve");
    if (s->kind == CHART_PLATEAU) {
        fprintf(f, "<path class=\"plateau\" d=\"M0 7h34\"/>");
    } else if (s->kind == CHART_LIMIT) {
        fprintf(f, "<path class=\"limit\" d=\"M14 1h6m-3 0v12m-3 0h6\"/>");
    } else if (s->kind == CHART_SPANS) {
        fprintf(f, "<path class=\"span\" d=\"M11 2v10M17 2v10M23 2v10\"/>");
    } else if (s->kind != CHART_RULE) {
        const char *element = put_shape(f, s, 17, 7, s->kind == CHART_MEASURED ? 6 : s->kind == CHART_RECALLED ? 5 : 3);
        fprintf(f, "</%s>", element);
    }
    fprintf(f, "</svg>");
}

/* Has the key an entry for series k? Not if an earlier one has it; rules and limits have one colour. */
static bool in_key(const struct chart *c, int k)
{
    enum chart_kind kind = c->s[k].kind;
    bool coloured = kind != CHART_RULE && kind != CHART_LIMIT;

    for (int j = 0; j < k; j++)
        if (c->s[j].kind == kind && (c->s[j].colour == c->s[k].colour || !coloured) &&
            !strcmp(c->s[j].name, c->s[k].name))
            return false;
    return true;
}

/* Is one of the marks drawn? */
static bool has_marks(const struct chart *c)
{
    struct axis x, y;
    bool marks = false;

    for (int i = 0; fit_axes(c, &x, &y) && i < c->nmarks; i++)
        marks |= c->mark[i] >= x.low && c->mark[i] <= x.high;
    return marks;
}

#define MARK "viewBox=\"0 0 34 14\" aria-hidden=\"true\"><path class=\"knee\" d=\"M17 0v14\"/></svg>"

void chart_key(FILE *f, const struct chart *c)
{
    fprintf(f, "<ul class=\"key\">\n");
    for (int k = 0; k < c->n; k++) {
        if (!in_key(c, k))
            continue;
        fprintf(f, "<li>");
        put_sample(f, &c->s[k], "");
        xml_text(f, c->s[k].name);
        fprintf(f, "</li>\n");
    }
    if (has_marks(c)) {
        fprintf(f, "<li><svg " MARK);
        xml_text(f, c->mark_name);
        fprintf(f, "</li>\n");
    }
    fprintf(f, "</ul>\n");
}

/* ---- a picture of its own ---- */

enum { EDGE = 10, TITLE = 30, ENTRY = 21 };     /* units: around the picture; height of a title, of a line of a key */

static const char document_style[] =
    COLOURS SHAPES
    ":root{--fg:#1a1a1a;--bg:#fff;--line:#e4e4e4;--note:#555;font-family:sans-serif}\n"
    "@media(prefers-color-scheme:dark){:root{--fg:#eee;--bg:#1b1b1b;--line:#3c3c3c;--note:#aaa}}\n"
    "text.title{font-size:17px;fill:var(--fg)}"
    "text.entry{font-size:13px;fill:var(--fg)}rect.page{fill:var(--bg)}\n";

static int part_height(const struct chart_part *p)
{
    int entries = has_marks(p->chart);

    for (int k = 0; k < p->chart->n; k++)
        entries += in_key(p->chart, k);
    return (*p->title ? TITLE : 0) + height_of(p->chart) + entries * ENTRY + EDGE;
}

static void put_entry(FILE *f, int y, const char *text)
{
    fprintf(f, "<text class=\"entry\" x=\"%d\" y=\"%d\">", LEFT + 44, y + 12);
    xml_text(f, text);
    fprintf(f, "</text>\n");
}

/* One chart of a page, with its title and key. */
static void put_part(FILE *f, const struct chart_part *p, int y)
{
    const struct chart *c = p->chart;
    char at[64];

    if (*p->title) {
        fprintf(f, "<text class=\"title\" x=\"%d\" y=\"%d\">", EDGE, y + TITLE - 9);
        xml_text(f, p->title);
        fprintf(f, "</text>\n");
        y += TITLE;
    }
    fprintf(f, "<g transform=\"translate(0 %d)\">\n", y);
    chart_draw(f, c, p->title);
    fprintf(f, "</g>\n");
    y += height_of(c);
    for (int k = 0; k < c->n; k++) {
        if (!in_key(c, k))
            continue;
        snprintf(at, sizeof at, " x=\"%d\" y=\"%d\" width=\"34\" height=\"14\"", LEFT, y);
        put_sample(f, &c->s[k], at);
        put_entry(f, y, c->s[k].name);
        y += ENTRY;
    }
    if (has_marks(c)) {
        fprintf(f, "<svg x=\"%d\" y=\"%d\" width=\"34\" height=\"14\" " MARK, LEFT, y);
        put_entry(f, y, c->mark_name);
    }
}

void chart_document(FILE *f, const struct chart_part *part, size_t n)
{
    int height = 2 * EDGE, y = EDGE;

    for (size_t i = 0; i < n; i++)
        height += part_height(&part[i]);
    fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n<style>\n",
            WIDTH + EDGE, height, WIDTH + EDGE, height);
    fputs(document_style, f);
    fprintf(f, "</style>\n<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n", WIDTH + EDGE, height);
    for (size_t i = 0; i < n; i++) {
        put_part(f, &part[i], y);
        y += part_height(&part[i]);
    }
    fprintf(f, "</svg>\n");
}

bool chart_name(const char *path, char *err, size_t errn)
{
    size_t n = strlen(path);
    bool ok = n > 4 && !strcmp(path + n - 4, ".svg");

    if (!ok)
        snprintf(err, errn, "%s: expected a name that ends in .svg", path);
    return ok;
}
