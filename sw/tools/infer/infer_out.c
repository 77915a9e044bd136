/* SPDX-License-Identifier: Apache-2.0
 *
 * What was inferred as text, CSV and a picture.
 */
#include "infer_out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "svg.h"

#define DRAWN 1000              /* points of the fitted staircase */

typedef unsigned long long ull;

static const char *const relation[] = { "?", "=", "<=", ">=" };

/* 2048 -> "2 KB"; what is no round number stays bytes. */
static void bytes_text(char *to, size_t n, uint64_t v)
{
    if (v >= 1 << 20 && v % (1 << 20) == 0)
        snprintf(to, n, "%llu MB", (ull)(v >> 20));
    else if (v >= 1 << 10 && v % (1 << 10) == 0)
        snprintf(to, n, "%llu KB", (ull)(v >> 10));
    else
        snprintf(to, n, "%llu B", (ull)v);
}

void infer_value_text(char *to, size_t n, const struct infer_value *v, const char *unit)
{
    char value[32];

    if (v->kind == INFER_UNKNOWN) {
        snprintf(to, n, "cannot tell");
        return;
    }
    if (*unit)
        bytes_text(value, sizeof value, v->value);
    else
        snprintf(value, sizeof value, "%llu", (ull)v->value);
    snprintf(to, n, "%s%s%s", v->kind == INFER_EXACT ? "" : relation[v->kind], v->kind == INFER_EXACT ? "" : " ",
             value);
}

static void print_value(FILE *f, const char *name, const struct infer_value *v, const char *unit)
{
    char text[48];

    infer_value_text(text, sizeof text, v, unit);
    fprintf(f, "  %-8s %-12s %s\n", name, text, v->why);
}

void infer_print(FILE *f, const struct inference *r)
{
    char text[32];

    if (*r->refused) {
        fprintf(f, "cannot tell: %s\n", r->refused);
        return;
    }
    bytes_text(text, sizeof text, r->stride);
    fprintf(f, "stride %s%s, noise %.2g clocks\n", text,
            r->stride_guessed ? " (taken from the distance of the points)" : "", r->noise);
    for (size_t i = 0; i < r->levels; i++) {
        const struct infer_level *l = &r->level[i];
        char clocks[32];
        snprintf(clocks, sizeof clocks, "%s%.2f", l->latency_least ? ">= " : "", l->latency);
        fprintf(f, "\nlevel %zu\n  latency  %-12s %s\n", i + 1, clocks, l->latency_why);
        if (l->cache) {
            print_value(f, "size", &l->size, "bytes");
            print_value(f, "ways", &l->ways, "");
            print_value(f, "line", &l->line, "bytes");
            print_value(f, "sets", &l->sets, "");
            fprintf(f, "  fit      %-12.2f clocks rms on the ramp, %.1f %% of its height\n", l->rms,
                    100 * l->rms / l->rise);
        } else if (l->bare) {
            print_value(f, "size", &l->size, "bytes");
        } else if (l->unexplained) {
            fprintf(f,
                    "  size     cannot tell  the rise above %llu bytes is not that of an LRU cache with lines of 2^n "
                    "bytes\n",
                    (ull)l->to);
            if (l->shape.steps)
                fprintf(f,
                        "  steps    %-12u of %llu bytes each: what a cache of %u sets with lines of %llu bytes "
                        "shows, %.1f ways by the end of the plateau\n",
                        l->shape.steps, (ull)l->shape.bytes, l->shape.steps, (ull)l->shape.bytes,
                        (double)l->to / (double)(l->shape.steps * l->shape.bytes));
        } else
            fprintf(f, "  size     >= %llu B: flat to the end of the curve\n", (ull)l->to);
    }
    if (r->cut)
        fprintf(f, "\nthe search was cut short: caches are left that were not tried; fewer points, or a part of the "
                   "curve, take less\n");
}

static void csv_text(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        if (*s == '"')
            fputc('"', f);
        fputc(*s, f);
    }
    fputc('"', f);
}

static void csv_value(FILE *f, size_t level, const char *name, const struct infer_value *v, const char *unit)
{
    fprintf(f, "%zu,%s,%s,", level, name, relation[v->kind]);
    if (v->kind != INFER_UNKNOWN)
        fprintf(f, "%llu", (ull)v->value);
    fprintf(f, ",%s,", unit);
    csv_text(f, v->why);
    fputc('\n', f);
}

void infer_csv(FILE *f, const struct inference *r)
{
    fprintf(f, "level,property,relation,value,unit,reason\n");
    if (*r->refused) {
        fprintf(f, "0,all,?,,,");
        csv_text(f, r->refused);
        fputc('\n', f);
    }
    for (size_t i = 0; i < r->levels; i++) {
        const struct infer_level *l = &r->level[i];
        fprintf(f, "%zu,latency,%s,%.3f,clocks,", i + 1, l->latency_least ? ">=" : "=", l->latency);
        csv_text(f, l->latency_why);
        fprintf(f, "\n%zu,plateau,=,%.3f,clocks,\"from %llu to %llu bytes\"\n", i + 1, l->plateau, (ull)l->from,
                (ull)l->to);
        if (l->cache) {
            csv_value(f, i + 1, "size", &l->size, "bytes");
            csv_value(f, i + 1, "ways", &l->ways, "");
            csv_value(f, i + 1, "line", &l->line, "bytes");
            csv_value(f, i + 1, "sets", &l->sets, "");
        } else if (l->bare) {
            csv_value(f, i + 1, "size", &l->size, "bytes");
        } else if (l->unexplained) {
            fprintf(f, "%zu,size,?,,bytes,\"no LRU cache explains the rise above %llu bytes\"\n", i + 1, (ull)l->to);
            if (l->shape.steps)
                fprintf(f, "%zu,steps,=,%u,,\"of %llu bytes each\"\n", i + 1, l->shape.steps, (ull)l->shape.bytes);
        } else
            fprintf(f, "%zu,size,>=,%llu,bytes,\"flat to the end of the curve\"\n", i + 1, (ull)l->to);
    }
    if (r->cut)
        fprintf(f, "0,search,?,,,\"cut short: caches are left that were not tried\"\n");
}

/* The fitted staircase between the first and the last point, in a piece between each two places where it says
 * nothing. */
static bool add_fit(struct chart *k, const struct curve *c, const struct inference *r)
{
    uint64_t first = c->x[0], last = c->x[c->n - 1], *x = malloc(DRAWN * sizeof *x);
    double *y = malloc(DRAWN * sizeof *y);
    struct chart_series *s = NULL;
    size_t n = 0;

    for (size_t i = 0; x && i < DRAWN; i++) {
        uint64_t at = (uint64_t)((double)first * pow((double)last / (double)first, (double)i / (DRAWN - 1)) + 0.5);
        at = (at + r->stride - 1) / r->stride * r->stride;
        if ((!n || at > x[n - 1]) && at <= last)
            x[n++] = at;
    }
    bool ok = x && y && infer_predict(r, x, n, y);
    for (size_t i = 0; ok && i < n; i++) {
        if (isnan(y[i])) {
            s = NULL;
            continue;
        }
        s = s ? s : chart_add(k, CHART_RULE, 0, 0, "inferred");
        if (s)
            chart_point(k, s, (double)x[i], y[i] - r->offset, NAN);
    }
    free(x);
    free(y);
    return ok;
}

/* A plateau, with what is known of the cache that ends it, and lines where the ramp behind it begins and ends. */
static void add_level(struct chart *k, size_t i, const struct infer_level *l)
{
    char size[48], ways[48], line[48], label[256];
    const double mark[] = { (double)l->ramp_from, (double)l->ramp_to };

    snprintf(label, sizeof label, "level %zu: %.4g clocks", i + 1, l->latency);
    if (l->cache) {
        infer_value_text(size, sizeof size, &l->size, "bytes");
        infer_value_text(ways, sizeof ways, &l->ways, "");
        infer_value_text(line, sizeof line, &l->line, "bytes");
        snprintf(label, sizeof label, "level %zu: %.4g clocks, size %s, ways %s, line %s", i + 1, l->latency, size,
                 ways, line);
    }
    struct chart_series *s = chart_add(k, CHART_PLATEAU, 1 + (int)(i % 4), 0, label);
    if (s) {
        snprintf(s->tag, sizeof s->tag, "%u", (unsigned)(i + 1) % 1000);
        chart_point(k, s, (double)l->from, l->plateau, NAN);
        chart_point(k, s, (double)l->to, l->plateau, NAN);
    }
    for (int m = 0; l->cache && m < 2 && k->nmarks < CHART_MARKS; m++)
        k->mark[k->nmarks++] = mark[m];
}

static bool put_picture(FILE *f, const void *data)
{
    chart_document(f, data, 1);
    return !fflush(f) && !ferror(f);
}

bool infer_plot(const char *path, const struct curve *c, const struct inference *r, char *err, size_t errn)
{
    struct chart *k = chart_name(path, err, errn) ? calloc(1, sizeof *k) : NULL;
    struct chart_part part = { k, *c->title ? c->title : "latency against size" };

    if (!k)
        return false;
    k->x = "bytes";
    k->y = "clocks per access";
    k->mark_name = "a ramp of a cache";
    k->log_x = true;
    struct chart_series *s = chart_add(k, CHART_DOTS, 0, 1, "measured");       /* rings: the fit is seen through them */
    for (size_t i = 0; s && i < c->n; i++)
        chart_point(k, s, (double)c->x[i], c->y[i] - r->offset, NAN);
    for (size_t i = 0; i < r->levels; i++)
        add_level(k, i, &r->level[i]);
    bool ok = (!r->levels || add_fit(k, c, r)) && !k->failed;
    snprintf(err, errn, "%s", ok ? "" : "out of memory");
    ok = ok && gt_write_file(path, put_picture, &part);
    chart_free(k);
    free(k);
    return ok;
}
