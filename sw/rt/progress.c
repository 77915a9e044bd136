/* SPDX-License-Identifier: Apache-2.0 */
#include "now.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void progress_start(struct progress *p, const char *what)
{
    p->what = what;
    const char *quiet = getenv("GT200_QUIET");      /* 0, as without it */
    p->on = isatty(2) && !(quiet && strtoul(quiet, NULL, 0));
    p->shown = false;
    p->start = p->last = now();
    p->travel = p->away = 0;
}

void progress_step(void *ctx, uint64_t done, uint64_t blocks, uint64_t cycles)
{
    struct progress *p = ctx;
    double t = p->on ? now() : 0;

    if (!p->on || t - p->last < 0.25)
        return;
    double spent = t - p->start - p->away;
    fprintf(stderr, "\r\033[K%s: %3.0f%%", p->what, blocks ? 100.0 * (double)done / (double)blocks : 0.0);
    if (cycles)
        fprintf(stderr, ", %llu cycles, %.0f/s", (unsigned long long)cycles, (double)cycles / spent);
    if (done && done < blocks)
        fprintf(stderr, ", %.0f s left", spent * (double)(blocks - done) / (double)done);
    fflush(stderr);
    p->last = t;
    p->shown = true;
}

void progress_travel(void *ctx, bool to_board, uint64_t bytes, uint64_t of)
{
    struct progress *p = ctx;
    double t = p->on ? now() : 0;

    if (!bytes)
        p->travel = t;
    if (bytes == of)
        p->away += t - p->travel;
    if (!p->on || !bytes || t - p->last < 0.25)
        return;
    double rate = (double)bytes / (t - p->travel);
    fprintf(stderr, "\r\033[K%s: %s the board %3.0f%%, %llu of %llu KB, %.0f KB/s", p->what, to_board ? "to" : "from",
            100.0 * (double)bytes / (double)of, (unsigned long long)bytes >> 10, (unsigned long long)of >> 10,
            rate / 1024);
    if (bytes < of)
        fprintf(stderr, ", %.0f s left", (double)(of - bytes) / rate);
    fflush(stderr);
    p->last = t;
    p->shown = true;
}

double progress_seconds(const struct progress *p) { return now() - p->start; }

void progress_text(struct progress *p, double part, const char *text)
{
    double t = p->on ? now() : 0;

    if (!p->on || t - p->last < 0.25)
        return;
    fprintf(stderr, "\r\033[K%s: %3.0f%%, %s", p->what, 100 * part, text);
    if (part > 0 && part < 1)
        fprintf(stderr, ", %.0f s left", (t - p->start) * (1 - part) / part);
    fflush(stderr);
    p->last = t;
    p->shown = true;
}

void progress_end(struct progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r\033[K");
    p->shown = false;
}
