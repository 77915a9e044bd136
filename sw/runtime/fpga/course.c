/* SPDX-License-Identifier: Apache-2.0
 *
 * Starts a launch, lets it go on, waits, and concludes: end, fault, or a hang.
 */
#define _POSIX_C_SOURCE 200809L
#include "course.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "fault.h"
#include "ports.h"
#include "watch.h"

#define STUCK       10000       /* target cycles without an instruction: beyond any latency of the memory */
#define POLL_MS     20          /* between two looks at a launch, at most */
#define FROZEN_MS   10000       /* target time that stands so long will not go on */
#define LOOK_WORDS  (LINK_REG_FAULT - LINK_REG_STATUS)

static uint64_t wide_register(const uint32_t *w, unsigned reg)
{
    return w[reg - LINK_REG_STATUS] | (uint64_t)w[reg - LINK_REG_STATUS + 1] << 32;
}

static bool look_at(struct gt_board *b, struct look *k, char *err, size_t errn)
{
    uint32_t w[LOOK_WORDS];

    if (!board_read(b, LINK_REG_STATUS, w, LOOK_WORDS, err, errn))
        return false;
    *k = (struct look){ .status = w[0], .cycles = wide_register(w, LINK_REG_CYCLES),
                        .end_cycle = wide_register(w, LINK_REG_END_CYCLE),
                        .blocks = wide_register(w, LINK_REG_BLOCKS_DONE),
                        .warp_insns = wide_register(w, LINK_REG_WARP_INSNS),
                        .thread_insns = wide_register(w, LINK_REG_THREAD_INSNS) };
    return true;
}

static uint32_t launch_number(uint32_t status)
{
    return status >> LINK_STATUS_LAUNCH_AT & ((1u << LINK_STATUS_LAUNCH_BITS) - 1);
}

static bool report_lost(struct gt_board *b, struct gt_result *res, const char *why)
{
    snprintf(res->message, sizeof res->message, "%s: %s", b->device, why);
    return false;
}

bool course_go_on(struct gt_board *b, uint64_t stop_at, struct gt_result *res)
{
    const uint32_t w[2] = { (uint32_t)stop_at, (uint32_t)(stop_at >> 32) };

    return board_write(b, LINK_REG_STOP_AT, w, 2, res->message, sizeof res->message);
}

bool course_begin(struct gt_board *b, uint64_t stop_at, struct gt_result *res)
{
    b->launch = b->launch % ((1u << LINK_STATUS_LAUNCH_BITS) - 1) + 1;
    return course_go_on(b, stop_at, res) &&
           board_write(b, LINK_REG_LAUNCH, &b->launch, 1, res->message, sizeof res->message);
}

bool course_end(struct gt_board *b, struct gt_result *res)
{
    const uint32_t none = 0;

    return board_write(b, LINK_REG_LAUNCH, &none, 1, res->message, sizeof res->message);
}

/* How far a launch has come, to tell whether it goes on. */
struct pace {
    uint64_t insns, issued;             /* instructions; cycle in which they were seen to become more */
    uint64_t cycles;
    int64_t  moved;                     /* when those were seen to become more */
    bool     still;                     /* no instruction for so long that none will come */
};

/* false: the board has failed. */
static bool goes_on(struct gt_board *b, const struct look *k, struct pace *p, struct gt_result *res)
{
    char why[160];

    if (launch_number(k->status) != b->launch) {
        snprintf(why, sizeof why, "the board runs launch %u, not %u: has it been reset?", launch_number(k->status),
                 b->launch);
        return report_lost(b, res, why);
    }
    if (k->warp_insns != p->insns) {
        p->insns = k->warp_insns;
        p->issued = k->cycles;
    }
    if (k->cycles != p->cycles) {
        p->cycles = k->cycles;
        p->moved = serial_now();
    }
    p->still = k->cycles > p->issued + STUCK;
    if (serial_now() <= p->moved + FROZEN_MS)
        return true;
    snprintf(why, sizeof why, "the board's target time stands at cycle %llu since %d s (status 0x%x)",
             (unsigned long long)k->cycles, FROZEN_MS / 1000, k->status);
    return report_lost(b, res, why);
}

bool course_wait(struct gt_board *b, const struct gt_launch *l, struct look *k, bool *stuck, struct gt_result *res)
{
    const struct gt_board_watch *w = b->watch;
    struct pace p = { .moved = serial_now() };
    int wait_ms = 0;

    for (*stuck = false; !*stuck;) {
        bool was_still = p.still;       /* twice: a number of two words may change while it is read */
        if (!look_at(b, k, res->message, sizeof res->message) || !goes_on(b, k, &p, res))
            return false;
        /* A part of a look that was lost on the line is read later than the rest: what stands now is read once more. */
        if (LOOK(k, ENDED) || LOOK(k, STOPPED))
            return look_at(b, k, res->message, sizeof res->message);
        *stuck = p.still && was_still;
        if (w && w->progress)
            w->progress(w->ctx, k->blocks, (uint64_t)l->grid_x * l->grid_y, k->cycles, NULL);
        const struct timespec t = { .tv_nsec = wait_ms * 1000000L };
        nanosleep(&t, NULL);
        wait_ms = wait_ms < POLL_MS / 2 ? 2 * wait_ms + 1 : POLL_MS;
    }
    return true;
}

bool course_bring_back(struct gt_board *b, struct gt_gpu *g, struct gt_result *res)
{
    uint32_t dirty[BOARD_PAGES / 32];

    if (!board_read(b, LINK_REG_DIRTY, dirty, BOARD_PAGES / 32, res->message, sizeof res->message))
        return false;
    if (!g) {
        board_forget(b, dirty);
        return true;
    }
    if (!board_pull(b, dirty, res->message, sizeof res->message))
        return false;
    for (uint32_t i = GT_G_BASE / BOARD_PAGE; i < b->pages && (i * BOARD_PAGE - GT_G_BASE) < g->mem_bytes; i++)
        if (dirty[i / 32] >> i % 32 & 1) {
            uint32_t n = g->mem_bytes - (i * BOARD_PAGE - GT_G_BASE);
            gt_write(g, i * BOARD_PAGE, b->image + (size_t)i * BOARD_PAGE, n < BOARD_PAGE ? n : BOARD_PAGE);
        }
    return true;
}

#define FAULT(words, name) PORTS_GET(words, RTL_FAULT_##name)

static uint32_t code_word(const struct gt_launch *l, uint32_t pc)
{
    return pc / 4 < l->code_words ? l->code[pc / 4] : 0;
}

/* As the Verilog's fault becomes one of a launch: warp slot to block and warp of the block. */
static bool take_fault(struct gt_board *b, const struct gt_launch *l, const struct gt_config *c, struct gt_result *res)
{
    uint32_t w[LINK_REG_CYCLES], slots[8];
    struct gt_fault *f = &res->fault;

    if (!board_read(b, LINK_REG_FAULT, w, 3, res->message, sizeof res->message) ||
        !board_read(b, LINK_REG_SLOTS, slots, 8, res->message, sizeof res->message))
        return false;
    *f = (struct gt_fault){ .code = FAULT(w, CODE), .decode_err = FAULT(w, DERR), .warp = FAULT(w, WARP),
                            .pc = FAULT(w, PC), .lane = FAULT(w, LANE), .addr = FAULT(w, ADDR) };
    const uint32_t block = slots[f->warp / c->slot_warps & 7];
    f->ctaid_x = block & 0xffff;
    f->ctaid_y = block >> 16;
    f->warp %= c->slot_warps;
    if (!gt_fault_has_lane(f->code)) {
        f->lane = GT_FAULT_NO_LANE;
        f->addr = 0;
    }
    f->w0 = code_word(l, f->pc);
    f->w1 = code_word(l, f->pc + 4);
    gt_fault_message(l, f, res->message, sizeof res->message);
    res->status = GT_FAULT;
    return true;
}

static void describe_hang(const struct gt_launch *l, const struct look *k, bool stuck, struct gt_result *res)
{
    int n = gt_hang_title(l, stuck ? GT_HANG_BARRIERS : GT_HANG_LIMIT, k->cycles, res->message, sizeof res->message);

    if (n > 0 && (size_t)n < sizeof res->message)
        snprintf(res->message + n, sizeof res->message - (size_t)n,
                 "\n%llu blocks of %llu have ended; target model tells where the warps of the others are",
                 (unsigned long long)k->blocks, (unsigned long long)l->grid_x * l->grid_y);
    res->status = GT_HANG;
}

/* The board has stopped: the result, or what went wrong; false: the link failed. */
static bool conclude_launch(struct gt_board *b, const struct gt_launch *l, const struct gt_config *c,
                            const struct look *k, bool stuck, struct gt_result *res)
{
    res->cycles = k->cycles;
    res->warp_insns = k->warp_insns;
    res->thread_insns = k->thread_insns;
    if (stuck || LOOK(k, TIMEOUT)) {
        describe_hang(l, k, stuck, res);
        return true;
    }
    if (LOOK(k, FAULT))
        return take_fault(b, l, c, res);
    if (k->blocks != (uint64_t)l->grid_x * l->grid_y)
        return report_lost(b, res, "the board says that the launch has ended, but not that all blocks have");
    res->cycles = k->end_cycle;
    res->status = GT_OK;
    return true;
}

bool course_conclude(struct gt_board *b, struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *c,
                     const struct look *k, bool stuck, struct gt_result *res)
{
    bool ok = conclude_launch(b, l, c, k, stuck, res);

    gt_chip_rest(g, res->cycles);
    return ok;
}

