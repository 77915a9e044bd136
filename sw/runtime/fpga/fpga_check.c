/* SPDX-License-Identifier: Apache-2.0
 *
 * Every so many cycles the counts of the board are held against the model's; of a difference the first cycle is
 * searched.
 */
#include "fpga_check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "board_trace.h"
#include "course.h"
#include "marks.h"
#include "ports.h"
#include "setup.h"

#define AROUND 16               /* cycles of the model, entries of the board's trace that are told */

struct check {
    struct gt_board *b;
    struct gt_gpu *g;
    const struct gt_launch *l;
    struct gt_config c;
    struct gt_result *res;
    struct look k;              /* of the board, when it was looked at last */
    struct mark board;
    bool stuck;
};

/* Waits until the board stands or has ended, and asks how far it has come. false: it has failed. */
static bool wait_for_mark(struct check *x)
{
    uint32_t w[2] = { 0 };

    if (!course_wait(x->b, x->l, &x->k, &x->stuck, x->res) ||
        (x->b->info.signature && !board_read(x->b, LINK_REG_SIGNATURE, w, 2, x->res->message, sizeof x->res->message)))
        return false;
    x->board = (struct mark){ x->k.warp_insns, x->k.thread_insns, x->k.blocks, w[0] | (uint64_t)w[1] << 32 };
    return true;
}

/* A new launch up to that cycle. */
static bool run_to(struct check *x, uint64_t cycle)
{
    return setup_launch(x->b, x->g, x->l, &x->c, x->res->message, sizeof x->res->message) &&
           course_begin(x->b, cycle, x->res) && wait_for_mark(x);
}

/* Ends it; what it has written is sent anew before the next one. */
static bool give_up(struct check *x)
{
    return course_end(x->b, x->res) && course_bring_back(x->b, NULL, x->res);
}

/* At the end of a launch with a fault other SMs may have come further (DIST-7). */
static bool equal_end(const struct check *x, const struct mark *m, bool faults)
{
    const struct mark *b = &x->board;

    return (faults || (b->warp_insns == m->warp_insns && b->thread_insns == m->thread_insns &&
                       b->blocks == m->blocks)) && (!x->b->info.signature || b->signature == m->signature);
}

static bool marks_equal(const struct check *x, const struct mark *m)
{
    return equal_end(x, m, false);
}

/* ---- a difference ---- */

static void tell_mark(const char *who, const struct mark *m, bool signature, FILE *f)
{
    fprintf(f, "  %s: %" PRIu64 " warp instructions, %" PRIu64 " thread instructions, %" PRIu64 " blocks", who,
            m->warp_insns, m->thread_insns, m->blocks);
    if (signature)
        fprintf(f, ", signature %016" PRIx64, m->signature);
    fprintf(f, "\n");
}

/* The latest cycles of the board's trace. */
static bool tell_trace(struct check *x, FILE *f)
{
    struct board_cycle c[AROUND];
    uint32_t n = AROUND;

    if (!board_trace(x->b, c, &n, x->res->message, sizeof x->res->message))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        fprintf(f, "  board: ");
        board_cycle_tell(&c[i], f);
    }
    return true;
}

/* Board and model are not equal after so many cycles. */
static bool report_difference(struct check *x, uint64_t cycles)
{
    if (!give_up(x))
        return false;
    snprintf(x->res->message, sizeof x->res->message, "kernel %s: the board differs from the model in the first %"
             PRIu64 " cycles", x->l->name ? x->l->name : "?", cycles);
    x->res->cycles = x->k.cycles;
    x->res->warp_insns = x->board.warp_insns;
    x->res->thread_insns = x->board.thread_insns;
    x->res->status = GT_DIFFERENT;
    return true;
}

/* Board and model are equal after `low` cycles and not after `high`: repeats the launch with half the distance until
 * the cycle is known, and tells it. The board stands at `high`, or has ended. */
static bool locate_difference(struct check *x, uint64_t low, uint64_t high, FILE *f)
{
    struct marks k = { .from = low, .every = 1, .most = high - low + 1 };
    struct gt_launch until = *x->l;
    bool ok = true;

    if (!f)
        return report_difference(x, high);
    until.max_cycles = high + 1;
    if (marks_run(&k, x->g, &until, NULL, x->res) == GT_BAD_LAUNCH)
        return false;
    while (ok && high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        ok = give_up(x) && run_to(x, middle);
        if (ok && marks_equal(x, marks_at(&k, middle)))
            low = middle;
        else
            high = middle;
    }
    ok = ok && give_up(x) && run_to(x, high);
    if (ok) {
        snprintf(x->res->message, sizeof x->res->message, "kernel %s: the board differs from the model in cycle %"
                 PRIu64, x->l->name ? x->l->name : "?", high - 1);
        fprintf(f, "%s: %s\n", x->b->device, x->res->message);
        tell_mark("model", marks_at(&k, high), x->b->info.signature, f);
        tell_mark("board", &x->board, x->b->info.signature, f);
        marks_tell(x->g, x->l, high < AROUND ? 0 : high - AROUND, high - 1, f);
        char line[sizeof x->res->message];
        memcpy(line, x->res->message, sizeof line);
        ok = tell_trace(x, f) && give_up(x);
        if (ok)
            memcpy(x->res->message, line, sizeof line);
    }
    marks_free(&k);
    if (ok)
        x->res->status = GT_DIFFERENT;
    return ok;
}

/* ---- a launch ---- */

static const char *how_it_ends(const struct gt_result *r)
{
    return r->status == GT_OK ? "it ends" : r->message;
}

/* How it has ended, in which cycle, and its memory. All requests have been equal, so memory is: or it is the board's
 * memory that has failed. */
static bool same_end(struct check *x, const struct gt_gpu *model, const struct gt_result *m, FILE *f)
{
    struct gt_result *r = x->res;
    const char *name = x->l->name ? x->l->name : "?";

    if (r->status != m->status || (r->status == GT_FAULT && strcmp(r->message, m->message))) {
        char board[sizeof r->message];
        memcpy(board, how_it_ends(r), strlen(how_it_ends(r)) + 1);
        snprintf(r->message, sizeof r->message, "kernel %s: it ends otherwise on the board\nmodel: %.1500s\n"
                 "board: %.1500s", name, how_it_ends(m), board);
    } else if (r->status != GT_HANG && r->cycles != m->cycles) {
        snprintf(r->message, sizeof r->message, "kernel %s: %" PRIu64 " cycles on the board, %" PRIu64 " on the model",
                 name, r->cycles, m->cycles);
    } else {
        uint32_t i = 0;
        while (i < x->g->mem_bytes && x->g->mem[i] == model->mem[i])
            i++;
        if (r->status == GT_HANG || i == x->g->mem_bytes)
            return true;
        snprintf(r->message, sizeof r->message, "kernel %s: all requests are equal, but address 0x%x holds 0x%02x on "
                 "the board and 0x%02x on the model", name, GT_G_BASE + i, x->g->mem[i], model->mem[i]);
    }
    r->status = GT_DIFFERENT;
    if (f)
        fprintf(f, "%s: %s\n", x->b->device, r->message);
    return false;
}

/* false: the board has failed. */
static bool run_checked(struct check *x, const struct marks *k, const struct gt_gpu *model, const struct gt_result *m,
                        FILE *f)
{
    uint64_t at = k->every, before = 0;

    if (!run_to(x, at))
        return false;
    while (LOOK(&x->k, STOPPED) && !x->stuck && (m->status != GT_HANG || at < m->cycles)) {
        if (!marks_equal(x, marks_at(k, at)))
            return locate_difference(x, before, at, f);
        before = at;
        at += k->every;
        if (!course_go_on(x->b, at, x->res) || !wait_for_mark(x))
            return false;
    }
    if (LOOK(&x->k, STOPPED) && (!course_go_on(x->b, COURSE_NEVER, x->res) || !wait_for_mark(x)))
        return false;
    if (LOOK(&x->k, ENDED) && m->status != GT_HANG && !equal_end(x, &k->last, m->status == GT_FAULT))
        return locate_difference(x, before, x->k.cycles > m->cycles ? x->k.cycles : m->cycles, f);
    if ((x->stuck && !course_end(x->b, x->res)) || !course_bring_back(x->b, x->g, x->res) ||
        !course_conclude(x->b, x->g, x->l, &x->c, &x->k, x->stuck, x->res))
        return false;
    same_end(x, model, m, f);
    return true;
}

enum gt_status gt_fpga_check(struct gt_board *b, struct gt_gpu *g, const struct gt_launch *l, uint64_t every,
                             FILE *report, struct gt_result *res, const struct gt_board_watch *watch)
{
    struct check x = { .b = b, .g = g, .l = l, .res = res };
    struct marks k = { .every = every };
    struct gt_result *model = malloc(sizeof *model);
    struct gt_gpu *after = NULL;

    memset(res, 0, sizeof *res);
    if (!model || !gt_launch_config(g, l, &x.c, res) || !setup_possible(b, g, l, res)) {
        free(model);
        return res->status = GT_BAD_LAUNCH;
    }
    pthread_mutex_lock(&b->lock);
    b->watch = watch;
    if (marks_run(&k, g, l, &after, model) == GT_BAD_LAUNCH)
        *res = *model;
    else if (!run_checked(&x, &k, after, model, report))
        res->status = GT_LOST;
    b->watch = NULL;
    pthread_mutex_unlock(&b->lock);
    marks_free(&k);
    gt_gpu_free(after);
    free(model);
    return res->status;
}
