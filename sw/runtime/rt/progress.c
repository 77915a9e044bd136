/* SPDX-License-Identifier: Apache-2.0
 *
 * Prints the line and the word, by the time since the last.
 */
#include "now.h"
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void progress_start(struct progress *p, const char *what)
{
    p->what = what;
    const char *quiet = getenv("GT200_QUIET");      /* 0, as without it */
    p->quiet = quiet && strtoul(quiet, NULL, 0);
    p->on = isatty(2) && !p->quiet;
    p->shown = false;
    p->start = p->last = now();
    p->travel = p->away = 0;
    p->notice = NULL;
    p->ctx = NULL;
    p->done = p->seen = 0;
    p->since = p->start;
    p->patience = PROGRESS_PATIENCE;
}

static void add(char *text, size_t size, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

static void add(char *text, size_t size, const char *fmt, ...)
{
    const size_t n = strlen(text);
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text + n, size - n, fmt, ap);
    va_end(ap);
}

/* A kernel that counts for ever cannot be told from one that takes long: that it runs, how fast and where it is says
 * more than silence. */
static void notice(struct progress *p, double t, uint64_t blocks, uint64_t cycles, const struct gt_where *at)
{
    char text[1024] = "";
    const uint64_t insns = at ? at->insns : 0, count = cycles ? cycles : insns;
    const double spent = t - p->start - p->away;

    add(text, sizeof text, "kernel %s: it ", p->what);
    if (count == p->seen)
        add(text, sizeof text, "stands still");
    else
        add(text, sizeof text, "runs");
    if (insns)
        add(text, sizeof text, ", %llu warp instructions", (unsigned long long)insns);
    if (cycles)
        add(text, sizeof text, "%s%llu cycles", insns ? " and " : ", ", (unsigned long long)cycles);
    if (count)
        add(text, sizeof text, " so far, %.0f %sa second", (double)count / spent, insns && cycles ? "cycles " : "");
    if (blocks == 1)
        add(text, sizeof text, "; its only block has not ended after %.0f s", t - p->since);
    else
        add(text, sizeof text, "; no block has ended for %.0f s, %llu of %llu have", t - p->since,
            (unsigned long long)p->done, (unsigned long long)blocks);
    if (at)
        add(text, sizeof text, "; block (%u,%u) warp %u is at pc 0x%x", (unsigned)at->ctaid_x, (unsigned)at->ctaid_y,
            (unsigned)at->warp, (unsigned)at->pc);
    p->seen = count;
    progress_end(p);
    p->notice(p->ctx, text);
}

void progress_step(void *ctx, uint64_t done, uint64_t blocks, uint64_t cycles, const struct gt_where *at)
{
    struct progress *p = ctx;
    const bool tells = p->notice && !p->quiet;
    double t = p->on || tells ? now() : 0;

    if (done != p->done) {
        p->done = done;
        p->since = t;
        p->patience = PROGRESS_PATIENCE;
    } else if (tells && t - p->since >= p->patience) {
        notice(p, t, blocks, cycles, at);
        p->patience *= 2;
    }
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
    if (p->quiet)
        return;
    double t = now();
    if (t - p->last < (p->on ? 0.25 : PROGRESS_LINE))
        return;
    fprintf(stderr, "%s%s: %3.0f%%, %s", p->on ? "\r\033[K" : "", p->what, 100 * part, text);
    if (part > 0 && part < 1)
        fprintf(stderr, ", %.0f s left", (t - p->start) * (1 - part) / part);
    if (!p->on)
        putc('\n', stderr);
    fflush(stderr);
    p->last = t;
    p->shown = p->on;
}

void progress_end(struct progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r\033[K");
    p->shown = false;
}
