/* SPDX-License-Identifier: Apache-2.0
 *
 * The line that says how far the experiments are.
 */
#include "pace.h"

#include <math.h>
#include <stdio.h>

#include "printable.h"

#define PERIOD 15               /* seconds between two lines */

void pace_begin(struct pace *p, const struct work_unit *units, size_t n, unsigned jobs)
{
    p->all = n;
    p->jobs = jobs ? jobs : 1;
    p->effort = p->longest = 0;
    for (size_t i = 0; i < n; i++) {
        p->effort += units[i].effort;
        p->longest = fmax(p->longest, units[i].effort);
    }
    p->start = p->said = time(NULL);
    if (!p->tty && p->lines) {
        long about = pace_estimate(p, &(struct work_state){ 0 }, 0);
        gt_tell("gt200 bench: %s: %zu experiments, %u at a time", p->target, n, p->jobs);
        gt_tell(about ? ", about %ld s\n" : "\n", about);
    }
}

long pace_estimate(const struct pace *p, const struct work_state *s, long elapsed)
{
    const double prior = 5;     /* seconds as foretold that weigh like those of experiments that are done */
    double slower = (s->seconds + prior) / (s->effort + prior);
    /* those that run take at least as long as they have */
    if (s->begun_effort > 0)
        slower = fmax(slower, (double)elapsed * fmin(p->jobs, (double)s->begun) / s->begun_effort);
    double about = slower * fmax(p->effort / p->jobs, p->longest);

    if (!p->estimate)
        return 0;
    return lround(fmax(about, (double)elapsed));
}

void pace_show(struct pace *p, const struct work_state *s, const char *ids)
{
    time_t now = time(NULL);
    long elapsed = (long)(now - p->start), about = pace_estimate(p, s, elapsed);
    char text[32] = "";

    if (about)
        snprintf(text, sizeof text, " of about %ld", about);
    if (p->tty)
        fprintf(stderr, "\r\033[K%s, %zu of %zu, %ld%s s: %.50s", p->target, s->begun, p->all, elapsed, text, ids);
    else if (p->lines && now - p->said >= PERIOD) {
        p->said = now;
        gt_tell("gt200 bench: %s: %zu of %zu, %ld%s s\n", p->target, s->done, p->all, elapsed, text);
    }
}

void pace_end(struct pace *p)
{
    if (p->tty)
        fprintf(stderr, "\r\033[K");
    if (p->lines)
        gt_tell("gt200 bench: %s: %zu experiments in %ld s\n", p->target, p->all, (long)(time(NULL) - p->start));
}
