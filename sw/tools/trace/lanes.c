/* SPDX-License-Identifier: Apache-2.0
 *
 * A picture of divergence: time across, threads down. A bar covers the time in which a thread's warp issued for it;
 * instructions of one warp with the same active mask make one bar, and each path keeps its colour.
 */
#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>

#define LEFT 104
#define RIGHT 30
#define TOP 84          /* title, key, cycles */
#define BOTTOM 44
#define WIDTH 900.0
#define HEIGHT 5        /* of a thread */
#define BETWEEN 14      /* two warps */
#define GAP 40          /* cycles without an issue that end a bar */
#define TICKS 9         /* at most about so many */

struct bar { uint64_t from, to; uint32_t mask; bool open; };

struct picture {
    FILE    *f;
    uint64_t first, last;
    double   scale;
    int      rows;
    int     *row;       /* of each warp, -1: never ran */
};

static int row_top(int row)
{
    return TOP + row * (32 * HEIGHT + BETWEEN);
}

/* One hue a path: the lowest lane says which. */
static unsigned path_hue(uint32_t mask)
{
    unsigned low = 0;

    while (low < 31 && !(mask >> low & 1))
        low++;
    return (low * 137 + (mask == 0xffffffffu ? 210 : 0)) % 360;
}

/* Draws the open bar of a warp, a rectangle for each run of active lanes. */
static void flush_bar(const struct picture *pic, unsigned warp, const struct bar *b)
{
    if (!b->open)
        return;
    double x = LEFT + (double)(b->from - pic->first) * pic->scale, w = (double)(b->to - b->from) * pic->scale;
    for (unsigned lane = 0; lane < 32;) {
        unsigned n = 0;
        while (lane + n < 32 && b->mask >> (lane + n) & 1)
            n++;
        if (n)
            fprintf(pic->f,
                    "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%u\" fill=\"hsl(%u,60%%,50%%)\"><title>cycles "
                    "%" PRIu64 " to %" PRIu64 ", active %08x</title></rect>\n",
                    x, row_top(pic->row[warp]) + (int)lane * HEIGHT, w < 0.5 ? 0.5 : w,
                    n * HEIGHT - 1, path_hue(b->mask), b->from, b->to, b->mask);
        lane += n ? n : 1;
    }
}

static const char style[] =
    "<style>.page{fill:#fff}text{fill:#222}.note{fill:#666}.idle{fill:#eef0f2}.tick{stroke:#0002}\n"
    "@media(prefers-color-scheme:dark){.page{fill:#17191c}text{fill:#e6e6e6}.note{fill:#aaa}.idle{fill:#2a2e33}"
    ".tick{stroke:#fff3}}</style>\n";

/* What the colours are. */
static void put_key(FILE *f)
{
    const int y = 42;

    fprintf(f, "<g class=\"key\">\n<rect x=\"%d\" y=\"%d\" width=\"26\" height=\"11\" "
               "fill=\"hsl(%u,60%%,50%%)\"/><text x=\"%d\" y=\"%d\">all 32 lanes</text>\n",
            LEFT, y - 10, path_hue(0xffffffffu), LEFT + 32, y);
    for (unsigned i = 0; i < 3; i++)
        fprintf(f, "<rect x=\"%u\" y=\"%d\" width=\"9\" height=\"11\" fill=\"hsl(%u,60%%,50%%)\"/>",
                LEFT + 130 + 9 * i, y - 10, path_hue(1u << (i + 1)));
    fprintf(f, "<text x=\"%d\" y=\"%d\">some of them: a colour for each path, by its lowest lane</text>\n"
               "<rect class=\"idle\" x=\"%d\" y=\"%d\" width=\"26\" height=\"11\"/><text x=\"%d\" "
               "y=\"%d\">no instruction for this lane</text>\n</g>\n",
            LEFT + 163, y, LEFT + 520, y - 10, LEFT + 552, y);
}

/* 1, 2 or 5 times a power of ten, so that there are about TICKS of them. */
static uint64_t tick_step(uint64_t cycles)
{
    static const uint64_t steps[] = { 1, 2, 5, 10 };
    uint64_t unit = 1;

    while (10 * unit * TICKS < cycles)
        unit *= 10;
    for (int i = 0; i < 3; i++)
        if (steps[i] * unit * TICKS >= cycles)
            return steps[i] * unit;
    return 10 * unit;
}

/* Lines through all warps, their cycles above and below. */
static void put_ticks(const struct picture *pic)
{
    const uint64_t step = tick_step(pic->last - pic->first);
    const int bottom = row_top(pic->rows) - BETWEEN;

    fprintf(pic->f, "<g class=\"ticks\">\n");
    for (uint64_t at = (pic->first + step - 1) / step * step; at <= pic->last; at += step) {
        double x = LEFT + (double)(at - pic->first) * pic->scale;
        fprintf(pic->f, "<path class=\"tick\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" "
                        "text-anchor=\"middle\">%" PRIu64 "</text><text x=\"%.1f\" y=\"%d\" "
                        "text-anchor=\"middle\">%" PRIu64 "</text>\n",
                x, TOP - 5, bottom + 5, x, TOP - 9, at, x, bottom + 19, at);
    }
    fprintf(pic->f, "<text class=\"note\" x=\"%.0f\" y=\"%d\" text-anchor=\"end\">shader clocks</text>\n</g>\n",
            LEFT + WIDTH, bottom + 36);
}

/* Name, lane numbers and background of a warp. */
static void put_warp(const struct picture *pic, const struct trace *t, int warp)
{
    const int y = row_top(pic->row[warp]);
    char sm[16];

    fprintf(pic->f,
            "<text x=\"4\" y=\"%d\">%swarp %d</text><text class=\"note\" x=\"%d\" y=\"%d\" "
            "text-anchor=\"end\">0</text><text class=\"note\" x=\"%d\" y=\"%d\" text-anchor=\"end\">31</text>\n"
            "<rect class=\"idle\" x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"%d\"/>\n",
            y + 16 * HEIGHT + 4, trace_sm_name(t, (unsigned)warp / 32, sm), warp % 32, LEFT - 5, y + 9, LEFT - 5,
            y + 32 * HEIGHT, LEFT, y, WIDTH, 32 * HEIGHT);
}

/* Bars of all that was issued; bar has 32 entries for each SM. */
static void put_bars(const struct picture *pic, const struct trace *t, struct bar *bar)
{
    for (size_t i = 0; i < t->count; i++) {
        const struct trace_insn *p = &t->insn[i];
        struct bar *b = &bar[p->warp];
        if (p->uop == GT_UOP_CFETCH)
            continue;
        if (b->open && (b->mask != p->mask || p->issue > b->to + GAP)) {
            flush_bar(pic, p->warp, b);
            b->open = false;
        }
        if (!b->open)
            *b = (struct bar){ p->issue, p->issue, p->mask, true };
        b->to = p->issue + 4;
    }
    for (unsigned w = 0; w < 32 * t->sms; w++)
        if (bar[w].open)
            flush_bar(pic, w, &bar[w]);
}

/* All of the picture; bar and pic.row have 32 entries for each SM. */
static bool draw_picture(const struct trace *t, FILE *f, struct picture pic, struct bar *bar)
{
    const int warps = 32 * (int)t->sms;

    for (int w = 0; w < warps; w++)
        pic.row[w] = -1;
    pic.first = pic.last = t->count ? t->insn[0].issue : 0;
    for (size_t i = 0; i < t->count; i++) {
        pic.last = t->insn[i].issue + 4;
        pic.row[t->insn[i].warp] = 0;
    }
    for (int w = 0; w < warps; w++)
        if (pic.row[w] == 0)
            pic.row[w] = pic.rows++;
    pic.scale = pic.last > pic.first ? WIDTH / (double)(pic.last - pic.first) : 1;
    int height = row_top(pic.rows) - BETWEEN + BOTTOM;
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n%s"
            "<rect class=\"page\" width=\"100%%\" height=\"100%%\"/>\n"
            "<text x=\"%d\" y=\"18\" font-size=\"14\">%s: what each lane executed when (shader clocks %" PRIu64
            " to %" PRIu64 ")</text>\n",
            (int)(LEFT + WIDTH + RIGHT), height, (int)(LEFT + WIDTH + RIGHT), height, style, LEFT,
            t->launch->name ? t->launch->name : "kernel", pic.first, pic.last);
    put_key(f);
    for (int w = 0; w < warps; w++)
        if (pic.row[w] >= 0)
            put_warp(&pic, t, w);
    put_bars(&pic, t, bar);
    put_ticks(&pic);
    fprintf(f, "</svg>\n");
    return !ferror(f);
}

bool trace_lanes(const struct trace *t, FILE *f)
{
    struct picture pic = { .f = f, .row = calloc(32 * t->sms, sizeof *pic.row) };
    struct bar *bar = calloc(32 * t->sms, sizeof *bar);
    bool ok = pic.row && bar && draw_picture(t, f, pic, bar);

    free(pic.row);
    free(bar);
    return ok;
}
