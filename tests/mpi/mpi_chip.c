/* SPDX-License-Identifier: Apache-2.0
 *
 * mpirun -n N mpi_chip CHIP TARGET REFERENCE (PROGRAM.s PROGRAM.cubin)...: the test programs on target TARGET with the
 * TPCs of the chip in N processes: each must come to what it expects, and have the result, the clock, the device memory
 * and every event, in the same order, of target REFERENCE in one process. Twice in a row on the same device. Rules:
 * GPU-6, GPU-7, GPU-8, XBAR-11, DIST-7, DIST-8.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "mpi_peers.h"
#include "program.h"
#include "target.h"

#define LAUNCHES 2
#define MEMORY (16u << 20)

/* What can be seen of a run: of each event a hash of all that it says. */
struct seen {
    struct gt_result res[LAUNCHES];
    uint64_t clock, memory;
    uint64_t *event;
    size_t n, cap;
    bool any_order;                 /* targets differ in that of an SM's events of a cycle */
};

static uint64_t hash_bytes(uint64_t h, const void *bytes, size_t n)
{
    for (const uint8_t *p = bytes; n--; p++)
        h = (h ^ *p) * 0x100000001b3u;
    return h;
}

static uint64_t hash_event(const struct gt_event *e)
{
    struct gt_event_field f[GT_EVENT_FIELDS];
    unsigned n = gt_event_fields(e, f);
    uint64_t h = hash_bytes(0xcbf29ce484222325u, &e->cycle, sizeof e->cycle);
    h = hash_bytes(h, &e->type, sizeof e->type);
    h = hash_bytes(h, &e->sm, sizeof e->sm);
    for (unsigned i = 0; i < n; i++) {
        h = hash_bytes(h, &f[i].index, sizeof f[i].index);
        h = hash_bytes(h, &f[i].value, sizeof f[i].value);
    }
    return h;
}

static int by_value(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Events of one SM in one cycle. */
static void see_events(void *ctx, const struct gt_event *e, size_t n)
{
    struct seen *s = ctx;
    for (size_t i = 0; i < n; i++) {
        if (s->n == s->cap && !(s->event = realloc(s->event, (s->cap = 2 * s->cap + 1024) * sizeof *s->event)))
            abort();
        s->event[s->n++] = hash_event(&e[i]);
    }
    if (s->any_order)
        qsort(s->event + s->n - n, n, sizeof *s->event, by_value);
}

/* A program on a chip, in this process or in all of them, with a hash of its events and memory. */
static bool run_program(const char *chip, enum gt_target t, const struct gt_peers *peers, char **files, struct seen *s)
{
    struct program p;
    struct gt_module m;
    struct gt_launch l;
    char err[512] = "out of memory";
    struct gt_gpu *g = gt_gpu_new(MEMORY);
    bool ok = g && program_read(&p, files[0]) && gt_module_load_file(&m, g, files[1], err, sizeof err) &&
              gt_module_bind(&m, 0, err, sizeof err) && (g->chip = gt_chip_find(chip, err, sizeof err));
    if (!ok)
        fprintf(stderr, "%s: %s\n", files[0], err);
    else
        g->next_tpc = g->chip->tpcs - 1;        /* the first block is for the last process */
    for (int i = 0; i < LAUNCHES && ok; i++) {
        const struct gt_run_opts opts = {.sink = see_events, .sink_ctx = s};
        g->peers = peers;
        ok = program_place(&p, g);
        program_launch(&p, &m, &l);
        gt_target_run(t, g, &l, &s->res[i], &opts);
        ok = ok && program_check(&p, g, &s->res[i]);
    }
    s->clock = g->clock;
    s->memory = hash_bytes(0, g->mem, MEMORY);
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok;
}

static bool same_result(const struct gt_result *a, const struct gt_result *b)
{
    return a->status == b->status && a->cycles == b->cycles && a->warp_insns == b->warp_insns &&
           a->thread_insns == b->thread_insns && !strcmp(a->message, b->message) &&
           (a->status != GT_FAULT || !memcmp(&a->fault, &b->fault, sizeof a->fault));
}

/* The first thing that is not as in one process; NULL: all is. */
static const char *find_difference(const struct seen *a, const struct seen *b)
{
    static char text[10000];
    for (int i = 0; i < LAUNCHES; i++)
        if (!same_result(&a->res[i], &b->res[i])) {
            snprintf(text, sizeof text, "launch %d: %llu cycles, %llu warp instructions '%s', expected %llu, %llu '%s'",
                     i, (unsigned long long)a->res[i].cycles, (unsigned long long)a->res[i].warp_insns,
                     a->res[i].message, (unsigned long long)b->res[i].cycles,
                     (unsigned long long)b->res[i].warp_insns, b->res[i].message);
            return text;
        }
    for (size_t i = 0; i < a->n && i < b->n; i++)
        if (a->event[i] != b->event[i]) {
            snprintf(text, sizeof text, "event %zu is another one", i);
            return text;
        }
    snprintf(text, sizeof text, "%zu events, expected %zu", a->n, b->n);
    return a->n != b->n ? text : a->memory != b->memory ? "device memory" : a->clock != b->clock ? "the clock" : NULL;
}

/* Is it the same in several processes as in one? */
static bool is_same(const char *chip, enum gt_target t, enum gt_target reference, const struct gt_peers *peers,
                    char **files)
{
    struct seen spread = {.any_order = t != reference}, whole = spread;
    bool ok = run_program(chip, reference, NULL, files, &whole) && run_program(chip, t, peers, files, &spread);
    const char *what = ok ? find_difference(&spread, &whole) : NULL;
    if (what)
        fprintf(stderr, "%s: %u processes: %s\n", files[0], peers->n, what);
    else if (ok)
        printf("%s: %llu cycles, %zu events\n", files[0], (unsigned long long)spread.res[0].cycles, spread.n);
    free(spread.event);
    free(whole.event);
    return ok && !what;
}

int main(int argc, char **argv)
{
    enum gt_target t, reference;
    bool ok;
    const struct gt_peers p = gt_mpi_begin(&argc, &argv, &ok);

    if (ok && p.self) {
        gt_mpi_serve(&p);
    } else if (ok && (argc < 6 || argc % 2 || !gt_target_parse(argv[2], &t) || !gt_target_parse(argv[3], &reference))) {
        fprintf(stderr, "usage: mpi_chip CHIP TARGET REFERENCE (PROGRAM.s PROGRAM.cubin)...\n");
        gt_peers_end(&p);
        ok = false;
    } else if (ok) {
        for (int i = 4; i < argc; i += 2)
            ok = is_same(argv[1], t, reference, &p, argv + i) && ok;
        gt_peers_end(&p);
    }
    gt_mpi_end();
    return ok ? 0 : 1;
}
