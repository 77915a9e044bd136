/* SPDX-License-Identifier: Apache-2.0
 *
 * The processes share a few counters. Each takes the next program when it has finished one, so the programs that were
 * run are the first ones without a gap, however many processes there are.
 */
#include "campaign.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK_NS 200000000

struct shared {
    _Atomic uint64_t next, done, failed, refused, insns, threads, cycles, jittered, jittered_insns, of_kind[FUZZ_KINDS];
};

static void totals(struct shared *s, struct fuzz_totals *t)
{
    *t = (struct fuzz_totals){.programs = s->done, .failed = s->failed, .refused = s->refused, .insns = s->insns,
                              .threads = s->threads, .cycles = s->cycles, .jittered = s->jittered,
                              .jittered_insns = s->jittered_insns};
    for (unsigned k = 0; k < FUZZ_KINDS; k++)
        t->of_kind[k] = s->of_kind[k];
}

/* Program i on its machines, counted and, if it failed, reported. */
static void run_one(const struct fuzz_campaign *c, struct shared *s, uint64_t i, struct fuzz_prog *p,
                    struct gt_result *res)
{
    const struct fuzz_kind *k = c->kind[i % c->kinds];
    uint32_t seed = c->seed + (uint32_t)(i / c->kinds);
    k->make(p, seed);
    p->launch.grid_x *= c->times ? c->times : 1;
    p->gpu->jitter = fuzz_jitter(c->jitter, seed);
    p->gpu->stall = fuzz_stall(c->stall, seed);
    p->gpu->fold = c->fold;
    c->run(c->ctx, p, res, NULL);
    s->insns += res->warp_insns;
    s->threads += res->thread_insns;
    s->cycles += res->cycles;
    if (p->gpu->jitter) {
        s->jittered++;
        s->jittered_insns += res->warp_insns;
    }
    s->of_kind[i % c->kinds]++;
    if (res->status == GT_LOST)
        s->next = c->programs;
    if (res->status == GT_BAD_LAUNCH && c->refused) {
        s->refused++;
        c->refused(c->report, res);
    } else if (fuzz_failed(k, res)) {
        c->failed(c->report, k, seed, p, res, (unsigned)s->failed++);
    }
    fuzz_free(p);
    s->done++;
}

/* One process: programs until there are no more. */
static bool work(const struct fuzz_campaign *c, struct shared *s, bool alone)
{
    struct fuzz_prog *p = malloc(sizeof *p);
    struct gt_result *res = malloc(sizeof *res);
    bool ok = p && res;
    while (ok && (!c->instructions || s->insns < c->instructions)) {
        uint64_t i = s->next++;
        if (i >= c->programs)
            break;
        run_one(c, s, i, p, res);
        if (alone) {
            struct fuzz_totals t;
            totals(s, &t);
            c->tick(c->report, &t);
        }
    }
    free(p);
    free(res);
    return ok;
}

/* Waits for all; a process that did not end well is a failure. */
static void wait_all(const struct fuzz_campaign *c, struct shared *s, const pid_t *pid, unsigned n)
{
    const struct timespec pause = {.tv_nsec = TICK_NS};
    for (unsigned left = n; left;) {
        for (unsigned j = 0; j < n; j++) {
            int how;
            if (waitpid(pid[j], &how, WNOHANG) != pid[j])
                continue;
            left--;
            if (!WIFEXITED(how) || WEXITSTATUS(how)) {
                s->failed++;
                fprintf(stderr, "fuzz: a process ended with %s %d\n", WIFEXITED(how) ? "status" : "signal",
                        WIFEXITED(how) ? WEXITSTATUS(how) : WTERMSIG(how));
            }
        }
        struct fuzz_totals t;
        totals(s, &t);
        c->tick(c->report, &t);
        if (left)
            nanosleep(&pause, NULL);
    }
}

/* A process for each job; false: not all could be started, and errno says why. */
static bool start_all(const struct fuzz_campaign *c, struct shared *s)
{
    pid_t *pid = malloc(c->jobs * sizeof *pid);
    unsigned n = 0;
    int e = errno;
    fflush(NULL);
    while (pid && n < c->jobs) {
        pid[n] = fork();
        if (pid[n] == 0) {
            bool ok = work(c, s, false);
            fflush(NULL);
            _exit(!ok);
        }
        if (pid[n] < 0) {
            e = errno;
            s->next = c->programs;              /* the others stop after their program */
            break;
        }
        n++;
    }
    bool ok = pid && n == c->jobs;
    if (pid)
        wait_all(c, s, pid, n);
    free(pid);
    errno = e;
    return ok;
}

bool fuzz_campaign(const struct fuzz_campaign *c, struct fuzz_totals *t)
{
    struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s == MAP_FAILED)
        return false;
    bool ok = c->jobs > 1 ? start_all(c, s) : work(c, s, true);
    totals(s, t);
    munmap(s, sizeof *s);
    return ok;
}
