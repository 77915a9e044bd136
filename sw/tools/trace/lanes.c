/* SPDX-License-Identifier: Apache-2.0
 *
 * A picture of divergence: time across, threads down. A bar covers the time in which a thread's warp issued for it;
 * instructions of one warp with the same active mask make one bar, and each path keeps its colour.
 */
#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>

#define LEFT 70
#define TOP 24
#define WIDTH 900.0
#define HEIGHT 5        /* of a thread */
#define GAP 40          /* cycles without an issue that end a bar */

struct bar { uint64_t from, to; uint32_t mask; bool open; };

struct picture {
    FILE    *f;
    uint64_t first;
    double   scale;
    int     *row;       /* of each warp, -1: never ran */
};

static void flush(const struct picture *pic, unsigned warp, const struct bar *b)
{
    if (!b->open)
        return;
    /* one hue a path: the lowest lane says which */
    unsigned low = 0;
    while (low < 31 && !(b->mask >> low & 1))
        low++;
    unsigned hue = (low * 137 + (b->mask == 0xffffffffu ? 210 : 0)) % 360;
    double x = LEFT + (double)(b->from - pic->first) * pic->scale, w = (double)(b->to - b->from) * pic->scale;
    for (unsigned lane = 0; lane < 32;) {
        unsigned n = 0;
        while (lane + n < 32 && b->mask >> (lane + n) & 1)
            n++;
        if (n)
            fprintf(pic->f,
                    "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%u\" fill=\"hsl(%u,60%%,50%%)\"><title>cycles "
                    "%" PRIu64 " to %" PRIu64 ", active %08x</title></rect>\n",
                    x, TOP + pic->row[warp] * (32 * HEIGHT + 12) + (int)lane * HEIGHT, w < 0.5 ? 0.5 : w,
                    n * HEIGHT - 1, hue, b->from, b->to, b->mask);
        lane += n ? n : 1;
    }
}

/* All of the picture; bar and pic.row have 32 entries for each SM. */
static bool draw(const struct trace *t, FILE *f, struct picture pic, struct bar *bar)
{
    const int warps = 32 * (int)t->sms;
    uint64_t last = 0;
    int rows = 0;
    char sm[16];

    for (int w = 0; w < warps; w++)
        pic.row[w] = -1;
    pic.first = t->count ? t->insn[0].issue : 0;
    for (size_t i = 0; i < t->count; i++) {
        last = t->insn[i].issue + 4;
        pic.row[t->insn[i].warp] = 0;
    }
    for (int w = 0; w < warps; w++)
        if (pic.row[w] == 0)
            pic.row[w] = rows++;
    pic.scale = last > pic.first ? WIDTH / (double)(last - pic.first) : 1;
    int height = TOP + rows * (32 * HEIGHT + 12) + 24;
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
            "font-size=\"11\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
            "<text x=\"%d\" y=\"14\">%s: what each thread executed when (shader clocks %" PRIu64 " to %" PRIu64
            ")</text>\n",
            (int)(LEFT + WIDTH + 20), height, LEFT, t->launch->name ? t->launch->name : "kernel", pic.first, last);
    for (int w = 0; w < warps; w++)
        if (pic.row[w] >= 0) {
            int y = TOP + pic.row[w] * (32 * HEIGHT + 12);
            fprintf(f,
                    "<text x=\"4\" y=\"%d\">%swarp %d</text>\n<rect x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"%d\" "
                    "fill=\"#f2f2f2\"/>\n",
                    y + 12, trace_sm_name(t, (unsigned)w / 32, sm), w % 32, LEFT, y, WIDTH, 32 * HEIGHT);
        }
    for (size_t i = 0; i < t->count; i++) {
        const struct trace_insn *p = &t->insn[i];
        struct bar *b = &bar[p->warp];
        if (p->uop == GT_UOP_CFETCH)
            continue;
        if (b->open && (b->mask != p->mask || p->issue > b->to + GAP)) {
            flush(&pic, p->warp, b);
            b->open = false;
        }
        if (!b->open)
            *b = (struct bar){ p->issue, p->issue, p->mask, true };
        b->to = p->issue + 4;
    }
    for (int w = 0; w < warps; w++)
        if (bar[w].open)
            flush(&pic, (unsigned)w, &bar[w]);
    fprintf(f,
            "<text x=\"%d\" y=\"%d\">%" PRIu64 "</text><text x=\"%.0f\" y=\"%d\" text-anchor=\"end\">%" PRIu64
            "</text>\n</svg>\n",
            LEFT, height - 8, pic.first, LEFT + WIDTH, height - 8, last);
    return !ferror(f);
}

bool trace_lanes(const struct trace *t, FILE *f)
{
    struct picture pic = { .f = f, .row = calloc(32 * t->sms, sizeof *pic.row) };
    struct bar *bar = calloc(32 * t->sms, sizeof *bar);
    bool ok = pic.row && bar && draw(t, f, pic, bar);

    free(pic.row);
    free(bar);
    return ok;
}
