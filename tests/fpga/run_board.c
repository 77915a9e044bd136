/* SPDX-License-Identifier: Apache-2.0
 *
 *   run_board DEVICE MEMORY[,CHECK] PROGRAM.s PROGRAM.cubin [PROGRAM.s PROGRAM.cubin]...
 *
 * Runs test programs (tests/lockstep/program.h) on the model and on the board, one after the other on one board with
 * MEMORY KB of device memory: status, message, cycles, counts, all of memory and, if the board has one, the signature
 * must be equal, and the program must say that its results are right. Of a hang only the status is compared: a board
 * does not tell of warps. CHECK: they are compared every so many cycles, too (gt_fpga_check).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "board_trace.h"
#include "fpga_check.h"
#include "fpga_run.h"
#include "link_def.h"
#include "module.h"
#include "signature.h"
#include "../lockstep/program.h"

static const char *source;
static uint64_t check;
static const struct gt_chip *chip;      /* the board's */

static bool report_failure(const char *what)
{
    fprintf(stderr, "%s: %s\n", source, what);
    return false;
}

static bool expect_equal(const char *what, uint64_t model, uint64_t board)
{
    if (model == board)
        return true;
    fprintf(stderr, "%s: %s: %llu on the model, %llu on the board\n", source, what, (unsigned long long)model,
            (unsigned long long)board);
    return false;
}

/* What a run has shown: its signature, and its last cycles that count there. */
#define ROWS 32
struct seen {
    uint64_t signature;
    uint32_t cycles;
    struct { uint64_t cycle, signature; bool issues; uint32_t pc, warp, part, mask; } last[ROWS];
};

/* Signs the events as the board does, and keeps the last of them for a message. */
static void see_events(void *ctx, const struct gt_event *e, size_t n)
{
    struct seen *s = ctx;
    uint64_t before = s->signature;

    if (e->sm)                          /* SIGN-1 */
        return;
    s->signature = signature_step(before, e, n);
    if (s->signature == before)
        return;
    unsigned i = s->cycles++ % ROWS;
    memset(&s->last[i], 0, sizeof s->last[i]);
    s->last[i].cycle = e->cycle;
    s->last[i].signature = s->signature;
    for (; n; n--, e++)
        if (e->type == GT_EV_ISSUE) {
            s->last[i].issues = true;
            s->last[i].pc = e->pc;
            s->last[i].warp = e->warp;
            s->last[i].part = e->uop;
            s->last[i].mask = e->active;
        }
}

/* What a watcher of the launch is told of memory on its way: each way begins at 0, grows, and ends with all of it. */
struct travel { uint64_t bytes, of; unsigned ways, wrong; bool to_board; };

/* Do the reports of a copy's progress go up to its end, to the board and back in turn? */
static void see_progress(void *ctx, bool to_board, uint64_t bytes, uint64_t of)
{
    struct travel *t = ctx;

    if (!bytes) {
        t->wrong += t->bytes != t->of || to_board == (t->ways % 2 == 1);
        t->ways++;
    } else {
        t->wrong += bytes <= t->bytes || bytes > of || of != t->of || to_board != t->to_board;
    }
    *t = (struct travel){ bytes, of, t->ways, t->wrong, to_board };
}

/* The program on the model (b NULL), which is seen, or on the board. */
static struct gt_gpu *run_program(struct gt_board *b, uint32_t memory, const char *cubin, struct program *p,
                                  struct gt_result *res, struct seen *seen)
{
    struct gt_gpu *g = gt_gpu_new(memory);
    struct gt_module m;
    struct gt_launch l;
    char err[512] = "out of memory, or its source asks for what there is no room for";

    if (g)
        g->chip = chip;
    if (!g || !program_read(p, source) || !gt_module_load_file(&m, g, cubin, err, sizeof err) ||
        !gt_module_bind(&m, 0, err, sizeof err) || !program_place(p, g)) {
        fprintf(stderr, "%s: cannot be run: %s\n", source, err);
        return NULL;
    }
    program_launch(p, &m, &l);
    struct travel t = { 0 };
    const struct gt_board_watch watch = { .travel = see_progress, .ctx = &t };
    if (b && check)
        gt_fpga_check(b, g, &l, check, stderr, res, NULL);
    else if (b)
        gt_fpga_run(b, g, &l, res, &watch);
    else
        gt_model_run_events(g, &l, res, NULL, NULL, see_events, seen);
    gt_module_free(&m);
    if (t.wrong || t.bytes != t.of || (b && !check && res->status != GT_LOST && t.ways != 2)) {
        fprintf(stderr, "%s: memory went %u ways, told wrongly %u times\n", source, t.ways, t.wrong);
        res->status = GT_LOST;
    }
    return g;
}

/* Status, cycles, counts, message and memory of model g and board h; of a hang the status alone. */
static bool compare_results(const struct gt_gpu *g, const struct gt_result *m, const struct gt_gpu *h,
                            const struct gt_result *b)
{
    if (b->status == GT_LOST || b->status == GT_BAD_LAUNCH)
        return report_failure(b->message);
    bool ok = expect_equal("status", m->status, b->status);
    if (m->status == GT_HANG)
        return ok;
    ok = expect_equal("cycles", m->cycles, b->cycles) && ok;
    if (m->status == GT_OK || chip->sms == 1) {     /* DIST-7 */
        ok = expect_equal("warp instructions", m->warp_insns, b->warp_insns) && ok;
        ok = expect_equal("thread instructions", m->thread_insns, b->thread_insns) && ok;
    }
    if (strcmp(m->message, b->message)) {
        fprintf(stderr, "%s: model: %s\n%s: board: %s\n", source, m->message, source, b->message);
        ok = false;
    }
    for (uint32_t i = 0; i < g->mem_bytes && ok; i++)
        if (g->mem[i] != h->mem[i]) {
            fprintf(stderr, "%s: address 0x%x: %02x on the model, %02x on the board\n", source, GT_G_BASE + i,
                    g->mem[i], h->mem[i]);
            ok = false;
        }
    return ok;
}

/* The board's trace, if it has one, is of the model's last cycles (BOARD-12). */
static bool traced_equal(struct gt_board *b, const struct seen *s)
{
    struct board_cycle c[ROWS];
    uint32_t count, n = s->cycles < ROWS ? s->cycles : ROWS;
    char err[512];

    if (!b->info.trace_depth)
        return true;
    if (!board_read(b, LINK_REG_TRACE_COUNT, &count, 1, err, sizeof err))
        return report_failure(err);
    bool ok = expect_equal("cycles of the trace", s->cycles, count);
    if (ok && !board_trace(b, c, &n, err, sizeof err))
        return report_failure(err);
    for (uint32_t i = 0; ok && i < n; i++) {
        unsigned k = (s->cycles - n + i) % ROWS;
        ok = expect_equal("trace: cycle", s->last[k].cycle, c[i].cycle) &&
             expect_equal("trace: signature", s->last[k].signature, c[i].signature) &&
             expect_equal("trace: issue", s->last[k].issues, c[i].issues) &&
             expect_equal("trace: pc", s->last[k].pc, c[i].pc) &&
             expect_equal("trace: warp", s->last[k].warp, c[i].warp) &&
             expect_equal("trace: micro-operation", s->last[k].part, c[i].part) &&
             expect_equal("trace: lanes", s->last[k].mask, c[i].active);
    }
    return ok;
}

/* The board's signature of the launch that has ended, if it has one (SIGN-1, SIGN-2, SIGN-3, SIGN-4). */
static bool signed_equal(struct gt_board *b, const struct seen *s)
{
    uint32_t config, w[2];
    char err[512];

    if (!board_read(b, LINK_REG_CONFIG, &config, 1, err, sizeof err) ||
        !board_read(b, LINK_REG_SIGNATURE, w, 2, err, sizeof err))
        return report_failure(err);
    if (!(config >> LINK_CONFIG_SIGNATURE_AT & 1))
        return true;
    return expect_equal("signature", s->signature, w[0] | (uint64_t)w[1] << 32) && traced_equal(b, s);
}

/* A program on model and board. */
static bool check_program(struct gt_board *b, uint32_t memory, const char *cubin)
{
    struct program p, q;
    static struct gt_result m, r;
    struct seen seen = { .signature = 0 };
    struct gt_gpu *g = run_program(NULL, memory, cubin, &p, &m, &seen),
                  *h = run_program(b, memory, cubin, &q, &r, NULL);

    if (!g || !h)
        return false;
    bool ok = compare_results(g, &m, h, &r) &&
              (r.status == GT_HANG || (signed_equal(b, &seen) && program_check(&q, h, &r)));
    gt_gpu_free(g);
    gt_gpu_free(h);
    return ok;
}

int main(int argc, char **argv)
{
    char err[1024];
    int bad = 0, n = 0;

    if (argc < 5 || argc % 2 == 0) {
        fprintf(stderr, "usage: run_board DEVICE MEMORY[,CHECK] PROGRAM.s PROGRAM.cubin ...\n");
        return 2;
    }
    struct gt_board *b = gt_board_open(argv[1], err, sizeof err);
    if (!b) {
        fprintf(stderr, "run_board: %s\n", err);
        return 1;
    }
    chip = gt_board_chip(b);
    const char *comma = strchr(argv[2], ',');
    check = comma ? strtoull(comma + 1, NULL, 10) : 0;
    for (int i = 3; i < argc; i += 2, n++) {
        source = argv[i];
        bad += !check_program(b, (uint32_t)atoi(argv[2]) << 10, argv[i + 1]);
    }
    printf("%d programs, %d of them not as on the model; %llu frames\n", n, bad, (unsigned long long)b->link.frames);
    gt_board_close(b);
    return bad != 0;
}
