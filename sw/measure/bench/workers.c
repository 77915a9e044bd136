/* SPDX-License-Identifier: Apache-2.0
 * Experiments in several processes. */
#define _DEFAULT_SOURCE
#include "workers.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum note_kind { NOTE_VALUE, NOTE_POINT, NOTE_END, NOTE_ERROR };

/* What a process writes into its file: a note, and behind it its text, if it has one. */
struct note {
    enum note_kind kind;
    bool     missing;           /* the text says why there is no number */
    char     id[48], figure[8], series[80];
    double   x, y;              /* y: the number; NOTE_END: seconds */
    size_t   length;
};

struct shared {
    atomic_size_t next, done, latest;
    atomic_ullong begun;            /* effort of those that have begun, in milliseconds */
    atomic_ullong effort, took;     /* of those that are done */
    atomic_bool   stop;
};

#define PAUSE 40                /* milliseconds between two looks at the processes */

/* A process; file: what it has written. */
struct worker {
    pid_t pid;
    FILE *file;
    bool  written;
};

static void note_write(struct worker *w, struct note *n, const char *text)
{
    n->length = text ? strlen(text) : 0;
    w->written = w->written && fwrite(n, sizeof *n, 1, w->file) == 1 &&
                 (!n->length || fwrite(text, n->length, 1, w->file) == 1);
}

static void put_value(void *ctx, const struct bench_value *v)
{
    struct note n = { .kind = NOTE_VALUE, .missing = v->missing != NULL, .y = v->value };

    snprintf(n.id, sizeof n.id, "%s", v->id);
    note_write(ctx, &n, v->missing);
}

static void put_point(void *ctx, const struct bench_point *p)
{
    struct note n = { .kind = NOTE_POINT, .missing = p->missing != NULL, .x = p->x, .y = p->y };

    snprintf(n.figure, sizeof n.figure, "%s", p->figure);
    snprintf(n.series, sizeof n.series, "%s", p->series);
    note_write(ctx, &n, p->missing);
}

static double seconds_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double processor_seconds(void)
{
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}

/* Where the notes of a unit begin, in shared memory. */
struct unit_place {
    long   at;
    size_t worker;          /* from 1; 0: not begun */
};

/* One process: takes units until there are none. */
static bool work_on(const struct work *what, void *ctx, const struct work_unit *units, const size_t *order, size_t n,
                    struct shared *s, struct unit_place *places, struct worker *w, size_t number)
{
    struct bench_sink sink = { put_value, put_point, w };
    char err[4608];
    size_t k;

    w->written = true;
    while (!atomic_load(&s->stop) && (k = atomic_fetch_add(&s->next, 1)) < n) {
        const size_t unit = order[k];
        struct note end = { .kind = NOTE_END };
        double before = processor_seconds(), start = seconds_now();
        places[unit] = (struct unit_place){ ftell(w->file), number };
        *err = 0;
        atomic_store(&s->latest, unit);
        atomic_fetch_add(&s->begun, (unsigned long long)(1e3 * units[unit].effort));
        bool ok = what->run(ctx, &units[unit], &sink, err, sizeof err);
        end.y = processor_seconds() - before;
        atomic_fetch_add(&s->effort, (unsigned long long)(1e3 * units[unit].effort));
        atomic_fetch_add(&s->took, (unsigned long long)(1e3 * (seconds_now() - start)));
        atomic_fetch_add(&s->done, 1);
        if (!ok) {
            end.kind = NOTE_ERROR;
            atomic_store(&s->stop, true);
        }
        note_write(w, &end, ok ? NULL : err);
    }
    return !fflush(w->file) && w->written;
}

static struct work_state state_of(struct shared *s, size_t n)
{
    size_t begun = atomic_load(&s->next);

    return (struct work_state){ begun < n ? begun : n, atomic_load(&s->done), atomic_load(&s->latest),
                                (double)atomic_load(&s->begun) / 1e3, (double)atomic_load(&s->effort) / 1e3,
                                (double)atomic_load(&s->took) / 1e3 };
}

/* Has the process ended? *ok: false if it has in another way than it should. */
static bool worker_ended(struct worker *w, bool *ok, char *err, size_t errn)
{
    int how;
    pid_t pid = waitpid(w->pid, &how, WNOHANG);

    if (!pid || (pid < 0 && errno == EINTR))
        return false;
    if (pid != w->pid || !WIFEXITED(how) || WEXITSTATUS(how)) {
        if (*ok)
            snprintf(err, errn, "a process that measures ended with %s %d", WIFEXITED(how) ? "status" : "signal",
                     WIFEXITED(how) ? WEXITSTATUS(how) : WTERMSIG(how));
        *ok = false;
    }
    return true;
}

/* Waits for the processes and shows how far they are. false: one has ended in another way than it should. */
static bool all_ended(const struct work *what, void *ctx, const struct work_unit *units, size_t n, struct shared *s,
                      struct worker *w, unsigned jobs, char *err, size_t errn)
{
    const struct timespec pause = { 0, PAUSE * 1000000 };
    bool ok = true, left = true;

    while (left) {
        left = false;
        for (unsigned i = 0; i < jobs; i++) {
            if (w[i].pid > 0 && worker_ended(&w[i], &ok, err, errn))
                w[i].pid = 0;
            left |= w[i].pid > 0;
        }
        struct work_state state = state_of(s, n);
        if (left) {
            if (state.begun)
                what->show(ctx, units, &state);
            nanosleep(&pause, NULL);
        }
    }
    return ok;
}

/* Hands what a unit yielded to the sink. */
static bool replay_notes(FILE *f, long at, struct work_unit *u, const struct bench_sink *sink, char *err, size_t errn)
{
    struct note n;
    char text[4608];

    if (fseek(f, at, SEEK_SET)) {
        snprintf(err, errn, "what a process measured cannot be read");
        return false;
    }
    while (fread(&n, sizeof n, 1, f) == 1 && n.length < sizeof text && fread(text, 1, n.length, f) == n.length) {
        text[n.length] = 0;
        const char *missing = n.missing ? text : NULL;
        if (n.kind == NOTE_VALUE) {
            sink->value(sink->ctx, &(struct bench_value){ n.id, n.y, missing });
        } else if (n.kind == NOTE_POINT) {
            sink->point(sink->ctx, &(struct bench_point){ n.figure, n.series, n.x, n.y, missing });
        } else {
            u->seconds = n.y;
            if (n.kind == NOTE_ERROR)
                snprintf(err, errn, "%s", text);
            return n.kind == NOTE_END;
        }
    }
    snprintf(err, errn, "what a process measured is not whole");
    return false;
}

/* Starts the processes and waits for them. */
static bool run_all(const struct work *what, void *ctx, const struct work_unit *units, const size_t *order, size_t n,
                    struct shared *s, struct unit_place *places, struct worker *w, unsigned jobs, char *err,
                    size_t errn)
{
    bool started = true;

    fflush(NULL);
    for (unsigned i = 0; started && i < jobs; i++) {
        started = (w[i].file = tmpfile()) && (w[i].pid = fork()) >= 0;
        if (started && w[i].pid == 0) {
            bool ok = work_on(what, ctx, units, order, n, s, places, &w[i], i + 1);
            fflush(NULL);
            _exit(!ok);
        }
    }
    if (!started) {
        atomic_store(&s->stop, true);
        snprintf(err, errn, "%u processes cannot be started", jobs);
    }
    return all_ended(what, ctx, units, n, s, w, jobs, err, errn) && started;
}

bool workers_run(const struct work *w, void *ctx, struct work_unit *units, const size_t *order, size_t n, unsigned jobs,
                 const struct bench_sink *sink, char *err, size_t errn)
{
    const size_t size = sizeof(struct shared) + n * sizeof(struct unit_place);
    struct worker *workers = calloc(jobs, sizeof *workers);
    struct shared *s = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (!workers || s == MAP_FAILED) {
        snprintf(err, errn, "out of memory");
        free(workers);
        return false;
    }
    struct unit_place *places = (struct unit_place *)(s + 1);
    bool ok = run_all(w, ctx, units, order, n, s, places, workers, jobs, err, errn);
    for (size_t i = 0; ok && i < n; i++)
        ok = !places[i].worker || replay_notes(workers[places[i].worker - 1].file, places[i].at, &units[i], sink, err,
                                               errn);
    for (unsigned i = 0; i < jobs; i++)
        if (workers[i].file)
            fclose(workers[i].file);
    free(workers);
    munmap(s, size);
    return ok;
}
