/* SPDX-License-Identifier: Apache-2.0
 * Deadlocks, told from events. */
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "gt_chip.h"

#define FIRST 8192u                     /* cycles: shortest window, start of the first */
#define SLOTS 16384u                    /* a power of two; more different results than three quarters of it are no spin loop */
#define SETTLED 2048                    /* cycles: what a store, a barrier or the end of a warp brings about has happened by then */
#define IN_FLIGHT 64                    /* more instructions than a warp can have under way */

/* What was last seen at a place: the key says which warp, instruction and part of its results. */
struct seen {
    uint64_t key, value;
    bool     effect;                    /* an instruction that others can notice, or whose state events do not show */
};

struct spin {
    uint32_t distinct, issues;          /* places where it issued; issues since the last new thing */
    uint32_t from, to;                  /* addresses of those */
    uint32_t last_pc;
};

struct gt_watch {
    const struct gt_launch *l;
    struct spin warp[GT_WARPS];
    uint64_t now, effect;               /* cycle of the last event, of the last that others could notice */
    uint32_t used;
    struct seen seen[SLOTS];
};

struct gt_watch *gt_watch_new(const struct gt_launch *l)
{
    struct gt_watch *w = malloc(sizeof *w);

    if (w) {
        w->l = l;
        gt_watch_open(w);
    }
    return w;
}

void gt_watch_free(struct gt_watch *w)
{
    free(w);
}

void gt_watch_window(uint64_t cycle, uint64_t *from, uint64_t *to)
{
    uint64_t start = FIRST, length = FIRST;

    for (;; start *= 2) {
        length = start / 64 > FIRST ? start / 64 : FIRST;
        if (cycle < start + length)
            break;
    }
    *from = start;
    *to = start + length;
}

void gt_watch_open(struct gt_watch *w)
{
    memset(w->warp, 0, sizeof w->warp);
    memset(w->seen, 0, sizeof w->seen);
    w->now = w->effect = 0;
    w->used = 0;
}

/* Something new: no warp, or this one, has been going in a circle until now. */
static void news(struct spin *s)
{
    s->issues = 0;
}

static void news_for_all(struct gt_watch *w)
{
    for (unsigned i = 0; i < GT_WARPS; i++)
        news(&w->warp[i]);
    w->effect = w->now;
}

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

/* Stores, atomics, locks, barriers; an address register that counts by itself. */
static bool has_effect(const struct gt_launch *l, uint32_t pc)
{
    uint32_t at = pc / 4;
    struct gt_insn in;

    if (at >= l->code_words)
        return true;
    isa_decode(l->code[at], at + 1 < l->code_words ? l->code[at + 1] : 0, pc, &in);
    switch (in.op) {
    case GT_OP_ST_S: case GT_OP_ST_L: case GT_OP_ST_G: case GT_OP_RED: case GT_OP_ATOM: case GT_OP_LD_LOCK: case GT_OP_ST_UNLOCK:
    case GT_OP_BAR: case GT_OP_PMEVENT:
        return true;
    default:
        return in.ainc;
    }
}

static uint64_t key_of(const struct gt_event *e, uint32_t pc)
{
    bool beats = e->type == GT_EV_LDWB;         /* one instruction may have many, told apart by register and lanes */
    uint64_t part = e->type == GT_EV_ISSUE ? e->uop : e->part, n = beats || e->type == GT_EV_XWB ? e->n : 0;

    return mix(mix(1, e->warp | (uint64_t)e->type << 8 | part << 16 | (uint64_t)pc << 32), n << 32 | (beats ? e->mask : 0)) | 1;
}

static uint64_t value_of(const struct gt_event *e)
{
    uint64_t h = mix(e->mask, e->n);

    if (e->type == GT_EV_ISSUE)
        return h;
    if (e->type == GT_EV_BRU)
        return mix(h, e->pc);
    bool load = e->type == GT_EV_LDWB, flags = !load && (e->n & 2), words = load || (e->n & 5);
    for (unsigned i = 0; i < (load ? 16 : 8); i++)
        if (e->mask >> i & 1)
            h = mix(h, (flags ? (uint64_t)e->data[8 + i] << 32 : 0) | (words ? e->data[i] : 0));
    return h;
}

/* The slot of a key: its own, or a free one. */
static struct seen *find(struct gt_watch *w, uint64_t key)
{
    uint64_t at = mix(key, 1);

    while (w->seen[at % SLOTS].key && w->seen[at % SLOTS].key != key)
        at++;
    return &w->seen[at % SLOTS];
}

static void look(struct gt_watch *w, const struct gt_event *e, uint32_t pc)
{
    struct spin *s = &w->warp[e->warp];
    uint64_t key = key_of(e, pc), value = value_of(e);
    struct seen *p = find(w, key);
    bool same = p->key && p->value == value;

    if (!p->key) {
        if (w->used >= SLOTS / 4 * 3) {
            news_for_all(w);
            return;
        }
        w->used++;
        p->key = key;
        if (e->type == GT_EV_ISSUE) {
            p->effect = e->uop == GT_UOP_BODY && has_effect(w->l, pc);
            s->distinct++;
        }
    }
    p->value = value;
    if (p->effect)
        news_for_all(w);
    else if (!same)
        news(s);
}

void gt_watch_take(struct gt_watch *w, const struct gt_event *e, size_t n)
{
    for (; n; n--, e++) {
        struct spin *s = &w->warp[e->warp % GT_WARPS];
        w->now = e->cycle;
        switch (e->type) {
        case GT_EV_ISSUE:
            s->last_pc = e->pc;
            if (!s->issues++ || e->pc < s->from)
                s->from = e->pc;
            if (s->issues == 1 || e->pc > s->to)
                s->to = e->pc;
            look(w, e, e->pc);
            break;
        case GT_EV_BRU:                 /* of the last instruction the warp issued */
            look(w, e, s->last_pc);
            if (e->n >> 16)
                news_for_all(w);
            break;
        case GT_EV_SPWB: case GT_EV_LDWB: case GT_EV_XWB:
            look(w, e, e->pc);
            break;
        case GT_EV_BLOCK: case GT_EV_FAULT:
            news_for_all(w);
            break;
        default:
            break;
        }
    }
}

/* With more issues than places three times over: some way to the circle, then two rounds. */
uint32_t gt_watch_spinning(const struct gt_watch *w)
{
    uint32_t warps = 0;

    if (w->now < w->effect + SETTLED)
        return 0;
    for (unsigned i = 0; i < GT_WARPS; i++)
        if (w->warp[i].distinct && w->warp[i].issues > 3 * w->warp[i].distinct + IN_FLIGHT)
            warps |= 1u << i;
    return warps;
}

void gt_watch_loop(const struct gt_watch *w, unsigned warp, uint32_t *from, uint32_t *to)
{
    *from = w->warp[warp].from;
    *to = w->warp[warp].to;
}

int gt_hang_title(const struct gt_launch *l, enum gt_hang why, uint64_t cycle, char *out, size_t n)
{
    const char *name = l->name ? l->name : "?";
    unsigned long long c = cycle;

    switch (why) {
    case GT_HANG_BARRIERS:
        return snprintf(out, n, "kernel %s: deadlock, every running warp waits at a barrier (cycle %llu)", name, c);
    case GT_HANG_SPINS:
        return snprintf(out, n, "kernel %s: deadlock, every running warp waits at a barrier or spins, and none of them writes (cycle %llu)",
                        name, c);
    default:
        return snprintf(out, n, "kernel %s: hang, not finished after %llu cycles", name, c);
    }
}
