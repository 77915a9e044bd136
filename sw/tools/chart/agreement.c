/* SPDX-License-Identifier: Apache-2.0
 *
 * The picture of ours against silicon, logarithmic, with the error bars of both.
 */
#include "agreement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "xml.h"

const char agreement_style[] =
    "svg.agree{display:block;width:100%;height:auto}svg.agree text{font-size:12.5px;fill:var(--fg)}"
    "svg.agree .name{fill:var(--note)}svg.agree .grid{stroke:var(--line)}"
    "svg.agree .axis{stroke:var(--note);stroke-width:1.2;fill:none}"
    "svg.agree .same{stroke:var(--note);stroke-width:1.2;stroke-dasharray:6 4}"
    "svg.agree .lead{stroke:var(--note);stroke-width:.7;fill:none;opacity:.7}"
    "svg.agree .bar{stroke:var(--c);stroke-width:1.6;fill:none}svg.agree .dot{fill:var(--c)}"
    "svg.agree .off .dot{fill:var(--bg);stroke:var(--bad);stroke-width:2.6}svg.agree .off text{fill:var(--bad);"
    "font-weight:600}svg.agree a{text-decoration:none}svg.agree a:hover text{text-decoration:underline}\n"
    "svg.agree.small{display:none}svg.agree.small text{font-size:22px}\n"
    "@media(max-width:40rem){svg.agree{display:none}svg.agree.small{display:block}}\n";

enum { PLACES = 400 };              /* names at most */

struct frame {
    double left, right, top, bottom;        /* of the upper picture */
    double low, high;                       /* log10, of both its axes */
    double under, depth, most;              /* the lower one: middle, half its height, percent there */
    double width, height, text, line;       /* text: width of a letter; line: height of one */
    bool   small;
};

static double x_of(const struct frame *f, double v)
{
    return f->left + (log10(v) - f->low) / (f->high - f->low) * (f->right - f->left);
}

static double y_of(const struct frame *f, double v)
{
    return f->bottom - (log10(v) - f->low) / (f->high - f->low) * (f->bottom - f->top);
}

static double error_y(const struct frame *f, double percent)
{
    return f->under - percent / f->most * f->depth;
}

static double error_of(const struct agreement_point *p, double v)
{
    return 100 * (v / p->expected - 1);
}

/* Ranges of both axes, so that all points and error bars lie inside. */
static struct frame fit_frame(const struct agreement_point *p, size_t n, bool small)
{
    static const double nice[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000 };
    double low = INFINITY, high = 0, most = 1;
    struct frame f = small ? (struct frame){ .left = 84, .right = 628, .top = 44, .bottom = 520, .under = 690,
                                             .depth = 80, .width = 640, .height = 840, .text = 12, .line = 26 }
                           : (struct frame){ .left = 62, .right = 1010, .top = 30, .bottom = 590, .under = 700,
                                             .depth = 58, .width = 1020, .height = 800, .text = 6.5, .line = 15 };

    f.small = small;
    for (size_t i = 0; i < n; i++) {
        low = fmin(low, fmin(p[i].low, p[i].ours));
        high = fmax(high, fmax(p[i].high, p[i].ours));
        most = fmax(most, fabs(error_of(&p[i], p[i].ours)));
    }
    f.low = log10(low) - 0.15;
    f.high = log10(high) + 0.15;
    f.most = most;
    for (size_t i = sizeof nice / sizeof *nice; i--;)
        if (nice[i] >= most)
            f.most = nice[i];
    return f;
}

/* 1, 10, ... 1000, 10k, ... 1M */
static const char *decade_label(int power, char text[16])
{
    static const char *const units[] = { "", "k", "M", "G" };
    int thousands = power >= 4 ? power / 3 : 0;

    snprintf(text, 16, "%g%s", pow(10, power - 3 * thousands), units[thousands < 4 ? thousands : 3]);
    return text;
}

/* Grids and labels of both pictures: ours against measured, and below that the error. */
static void put_axes(FILE *f, const struct frame *a)
{
    char text[16];
    double below = a->under + a->depth;

    for (int d = (int)ceil(a->low); d <= (int)floor(a->high); d++) {
        double x = x_of(a, pow(10, d)), y = y_of(a, pow(10, d));
        fprintf(f, "<path class=\"grid\" d=\"M%.1f %.0fV%.0fM%.1f %.1fV%.1fM%.0f %.1fH%.0f\"/>", x, a->top,
                a->bottom, x,
                a->under - a->depth, below, a->left, y, a->right);
        fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>", a->left - 7, y + 0.3 * a->line,
                decade_label(d, text));
        fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x, below + 1.3 * a->line, text);
    }
    for (int k = -1; k <= 1; k++) {
        double y = error_y(a, k * a->most);
        fprintf(f, "<path class=\"%s\" d=\"M%.0f %.1fH%.0f\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s%g %%"
                   "</text>\n", k ? "grid" : "same", a->left, y, a->right, a->left - 7, y + 0.3 * a->line,
                k < 0 ? "&#8722;" : k ? "+" : "", fabs(k * a->most));
    }
    fprintf(f, "<path class=\"axis\" d=\"M%.0f %.0fV%.0fH%.0fM%.0f %.1fV%.1fH%.0f\"/>"
               "<path class=\"same\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
            a->left, a->top, a->bottom, a->right, a->left, a->under - a->depth, below, a->right, a->left, a->bottom,
            a->right, a->top);
    fprintf(f, "<text class=\"name\" x=\"4\" y=\"%.1f\">ours</text><text class=\"name\" x=\"%.0f\" y=\"%.1f\" "
               "text-anchor=\"end\">GTX 280, measured%s</text><text class=\"name\" x=\"4\" y=\"%.1f\">error of ours; "
               "bars: what %s open</text>\n",
            a->line, a->right, below + 2.5 * a->line, a->small ? "" : ", in the unit of each number",
            a->under - a->depth - 0.6 * a->line, a->small ? "is left" : "the measurement leaves");
}

/* A point: round where it agrees, else a diamond; its tip says the numbers. */
static void put_mark(FILE *f, const struct agreement_point *p, double x, double y, double size)
{
    if (p->match)
        fprintf(f, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"%g\">", x, y, size);
    else
        fprintf(f, "<path class=\"dot\" d=\"M%.1f %.1fl%g %gl%g %gl%g %gz\">", x, y - 1.8 * size, 1.8 * size,
                1.8 * size,
                -1.8 * size, 1.8 * size, -1.8 * size, -1.8 * size);
    fprintf(f, "<title>");
    xml_text(f, p->name);
    fprintf(f, ": ours %.6g, GTX 280 %.6g", p->ours, p->expected);
    if (p->low < p->expected || p->high > p->expected)
        fprintf(f, " (%.6g to %.6g)", p->low, p->high);
    fprintf(f, ", error %+.2f %%</title></%s>", error_of(p, p->ours), p->match ? "circle" : "path");
}

/* A point in both pictures, with error bars. */
static void put_point(FILE *f, const struct frame *a, const struct agreement_point *p)
{
    double x = x_of(a, p->expected), y = y_of(a, p->ours), size = a->small ? 5.5 : 4;
    double low = fmax(error_of(p, p->low), -a->most), high = fmin(error_of(p, p->high), a->most);

    fprintf(f, "<g class=\"c%d%s\">", p->colour, p->match ? "" : " off");
    if (p->low < p->high)
        fprintf(f, "<path class=\"bar\" d=\"M%.1f %.1fH%.1f\"/><path class=\"bar\" d=\"M%.1f %.1fV%.1f\"/>",
                x_of(a, p->low), y, x_of(a, p->high), x, error_y(a, low), error_y(a, high));
    put_mark(f, p, x, y, size);
    put_mark(f, p, x, error_y(a, error_of(p, p->ours)), size);
    fprintf(f, "</g>\n");
}

/* ---- names beside the points ---- */

void agreement_spread(double *at, size_t n, double apart, double from, double to)
{
    double *sum = malloc((n + 1) * sizeof *sum);
    size_t *count = malloc((n + 1) * sizeof *count), blocks = 0, k = 0;

    if (n > 1 && apart * (double)(n - 1) > to - from)
        apart = (to - from) / (double)(n - 1);
    /* Places less i * apart must not fall: neighbours that do share their mean. */
    for (size_t i = 0; sum && count && i < n; i++) {
        sum[blocks] = at[i] - (double)i * apart;
        count[blocks++] = 1;
        while (blocks > 1 &&
               sum[blocks - 2] / (double)count[blocks - 2] > sum[blocks - 1] / (double)count[blocks - 1]) {
            sum[blocks - 2] += sum[blocks - 1];
            count[blocks - 2] += count[blocks - 1];
            blocks--;
        }
    }
    for (size_t b = 0; b < blocks; b++)
        for (size_t i = 0; i < count[b]; i++, k++)
            at[k] = fmin(fmax(sum[b] / (double)count[b], from), to - (double)(n - 1) * apart) + (double)k * apart;
    free(sum);
    free(count);
}

struct name {
    const struct agreement_point *p;
    size_t more;                /* points at the same place */
    bool   right;
    double y;
};

static int from_above(const void *a, const void *b)
{
    double x = ((const struct name *)a)->p->ours, y = ((const struct name *)b)->p->ours;

    return (x < y) - (x > y);
}

static double width_of(const struct frame *a, const struct name *l)
{
    return a->text * ((double)strlen(l->p->name) + (l->more ? 4 : 0));
}

/* Would the marks of two points cover each other? */
static bool same_place(const struct frame *a, const struct agreement_point *p, const struct agreement_point *q)
{
    return p->match == q->match && fabs(x_of(a, p->expected) - x_of(a, q->expected)) < 0.3 * a->line &&
           fabs(y_of(a, p->ours) - y_of(a, q->ours)) < 0.3 * a->line;
}

/* The name of a point beside it, with a line that leads there. */
static void put_name(FILE *f, const struct frame *a, const struct name *l)
{
    const struct agreement_point *p = l->p;
    double x = x_of(a, p->expected), y = y_of(a, p->ours), sign = l->right ? 1 : -1;
    /* the line of equal numbers at this height, which the name keeps off, too */
    double line = a->left + (a->bottom - l->y) / (a->bottom - a->top) * (a->right - a->left);
    double at = (l->right ? fmax(x, line) : fmin(x, line)) + sign * a->line;

    at = l->right ? fmin(at, a->width - width_of(a, l)) : fmax(at, a->left + 4 + width_of(a, l));

    fprintf(f, "<g class=\"c%d%s\"><path class=\"lead\" d=\"M%.1f %.1fL%.1f %.1f\"/>", p->colour,
            p->match ? "" : " off",
            x, y, at - sign * 2, l->y);
    if (p->href) {
        fprintf(f, "<a href=\"");
        xml_text(f, p->href);
        fprintf(f, "\">");
    }
    fprintf(f, "<text x=\"%.1f\" y=\"%.1f\"%s>", at, l->y + 0.3 * a->line, l->right ? "" : " text-anchor=\"end\"");
    xml_text(f, p->name);
    if (l->more)
        fprintf(f, " +%zu", l->more);
    fprintf(f, "</text>%s</g>\n", p->href ? "</a>" : "");
}

/* Of points at one place one name stands for all. Returns how many are left. */
static size_t merge_names(const struct frame *a, struct name *all, size_t count)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++) {
        size_t k = n;
        while (k > 0 && !same_place(a, all[k - 1].p, all[i].p))
            k--;
        if (k > 0)
            all[k - 1].more++;
        else
            all[n++] = all[i];
    }
    return n;
}

/* Names left and right of the line in turn, where there is room for them. */
static void put_names(FILE *f, const struct frame *a, const struct agreement_point *p, size_t n)
{
    struct name all[PLACES];
    size_t count = 0, on[2] = { 0, 0 };
    double at[PLACES];

    for (size_t i = 0; i < n && count < PLACES; i++)
        if (!a->small || !p[i].match)
            all[count++] = (struct name){ &p[i], 0, false, 0 };
    qsort(all, count, sizeof *all, from_above);
    count = merge_names(a, all, count);
    for (size_t i = 0; i < count; i++) {
        const double x = x_of(a, all[i].p->expected), most = width_of(a, &all[i]) + 5 * a->line;
        bool left = x - most > a->left, right = x + most < a->right;
        all[i].right = !left || (right && on[1] < on[0]);
        on[all[i].right]++;
    }
    for (int side = 0; side < 2; side++) {
        size_t k = 0;
        for (size_t i = 0; i < count; i++)
            if (all[i].right == (side == 1))
                at[k++] = y_of(a, all[i].p->ours) + (side ? 0.4 : -0.4) * a->line;
        agreement_spread(at, k, a->line, a->top + 4, a->bottom - 8);
        k = 0;
        for (size_t i = 0; i < count; i++)
            if (all[i].right == (side == 1)) {
                all[i].y = at[k++];
                put_name(f, a, &all[i]);
            }
    }
}

void agreement_draw(FILE *f, const struct agreement_point *p, size_t n, bool small, const char *alt)
{
    struct frame a = fit_frame(p, n, small);

    if (!n)
        return;
    fprintf(f, "<svg class=\"agree%s\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"", small ? " small" : "",
            a.width, a.height);
    xml_text(f, alt);
    fprintf(f, "\">\n");
    put_axes(f, &a);
    put_names(f, &a, p, n);
    for (int off = 0; off < 2; off++)           /* those that do not match lie on top */
        for (size_t i = 0; i < n; i++)
            if (p[i].match == !off)
                put_point(f, &a, &p[i]);
    fprintf(f, "</svg>\n");
}

void agreement_key(FILE *f, const struct agreement_point *p, size_t n, const char *const *colours, size_t ncolours)
{
    bool off = false;

    fprintf(f, "<ul class=\"key\">\n");
    for (size_t c = 0; c < ncolours; c++) {
        bool any = false;
        for (size_t i = 0; i < n; i++)
            any |= p[i].colour == (int)c;
        if (any)
            fprintf(f, "<li><svg class=\"c%zu\" viewBox=\"0 0 34 14\" aria-hidden=\"true\"><circle class=\"dot\" "
                       "cx=\"17\" cy=\"7\" r=\"4\"/></svg>%s</li>\n", c, colours[c]);
    }
    for (size_t i = 0; i < n; i++)
        off |= !p[i].match;
    if (off)
        fprintf(f, "<li><svg viewBox=\"0 0 34 14\" aria-hidden=\"true\"><path d=\"M17 1l6 6l-6 6l-6-6z\" fill=\"none\" "
                   "stroke=\"var(--bad)\" stroke-width=\"2.4\"/></svg>does not match</li>\n");
    fprintf(f, "<li><svg viewBox=\"0 0 34 14\" aria-hidden=\"true\"><path d=\"M2 7h30\" stroke=\"var(--note)\" "
               "stroke-width=\"1.2\" stroke-dasharray=\"6 4\"/></svg>equal</li>\n</ul>\n");
}
