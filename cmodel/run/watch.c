/* SPDX-License-Identifier: Apache-2.0
 * Deadlocks, told from events. */
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "gt_chip.h"
#include "common/memreq.h"
#include "writes.h"

#define SHORTEST 8192u                  /* cycles: the first windows */
#define FIRST(sms) ((sms) > 1 ? 65536u : 8192u) /* where the first one begins: looking at many SMs takes time, and
                                                   most kernels end before */
#define SLOTS 16384u                    /* a power of two; more different results than three quarters of it are no
                                           spin loop */
#define SETTLED 2048                    /* cycles: what a store, a barrier or the end of a warp brings about has
                                           happened by then */
#define ROUNDS 3u                       /* some way to the circle, then two rounds */
#define QUEUE 4u                        /* a store has left the queue when so many later ones have issued (LSU-1) */
#define LONGEST 32u                     /* windows, one after another, while all may go in slow circles */

/* What was last seen at a place: the key says which warp, instruction and part of its results. */
struct seen {
    uint64_t key, value;
    uint32_t window;                    /* of that number; all places of an earlier one are free again */
    uint8_t  effect;                    /* of the instruction: enum effect */
};

/* What others can notice of the instruction at a code word: not looked at yet, nothing, something or its state is not
 * in the events; what its MEMREQ or LSADDR events say; a barrier. */
enum effect { UNKNOWN, NONE, SOME, ATOMIC, STORE, SHARED, BARRIER };

struct spin {
    uint32_t distinct, issues;          /* places where it issued; issues since the last new thing */
    uint32_t epoch;                     /* in which those were counted; none since if it is over */
    uint32_t from, to;                  /* addresses of those */
    uint32_t at_mark, settled;          /* how many of them there were at the mark, at the one before: their results
                                           have come */
    uint32_t stores_at_mark, stores_settled;    /* of the SM then */
    bool     stores;                    /* there are stores or atomics among them */
    uint64_t mark;                      /* cycle, every SETTLED cycles or later */
    uint32_t last_pc;
};

/* What is known of one SM. */
struct part {
    struct spin warp[GT_WARPS];
    uint64_t now, effect;               /* cycle of the last event, of the last that others could notice */
    uint32_t epoch;                     /* a new one begins with such an event */
    bool     moving;                    /* this window will tell nothing: see note_moving() */
    bool     passes;                    /* a barrier was issued */
    uint32_t stores;                    /* issued in this window */
    uint32_t used;
    struct writes *writes;              /* of this window */
};

struct gt_watch {
    const struct gt_gpu *g;
    const struct gt_launch *l;
    uint32_t slot_warps, slot_smem;
    uint64_t opened, next;              /* cycle in which the last window opened, in which one opens or closes */
    uint64_t length, until;             /* of that window; it closes no later */
    bool     open;
    uint32_t windows;                   /* that have opened */
    unsigned sms;
    /* of each SM: what the last window told; places; an enum effect for each code word */
    struct gt_spins *spins;
    struct seen (*seen)[SLOTS];
    uint8_t *effects;
    struct part part[];
};

struct gt_watch *gt_watch_new(const struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg,
                              unsigned sms)
{
    struct gt_watch *w = calloc(1, sizeof *w + sms * sizeof *w->part);

    if (!w)
        return NULL;
    w->g = g;
    w->l = l;
    w->slot_warps = cfg->slot_warps ? cfg->slot_warps : GT_WARPS;
    w->slot_smem = cfg->slot_smem;
    w->next = FIRST(sms);
    w->sms = sms;
    w->spins = calloc(sms, sizeof *w->spins);
    w->seen = calloc(sms, sizeof *w->seen);
    w->effects = calloc(sms, l->code_words);
    if (w->spins && w->seen && w->effects)
        return w;
    gt_watch_free(w);
    return NULL;
}

void gt_watch_free(struct gt_watch *w)
{
    if (!w)
        return;
    for (unsigned i = 0; i < w->sms; i++)
        writes_free(w->part[i].writes);
    free(w->spins);
    free(w->seen);
    free(w->effects);
    free(w);
}

uint64_t gt_watch_next(const struct gt_watch *w)
{
    return w->next;
}

bool gt_watch_open(const struct gt_watch *w)
{
    bool open = w->open;

    for (unsigned i = 0; open && i < w->sms; i++)
        open = !w->part[i].moving;
    return open;
}

/* The window that is open in this cycle or opens next: its first cycle and the one after its last. */
static void window_at(const struct gt_watch *w, uint64_t cycle, uint64_t *from, uint64_t *to)
{
    uint64_t start = FIRST(w->sms), length = SHORTEST;

    for (;; start *= 2) {
        length = start / 64 > SHORTEST ? start / 64 : SHORTEST;
        if (cycle < start + length)
            break;
    }
    *from = start;
    *to = start + length;
}

/* What goes in circles since before the window has done so for long: with anything else the rest of the window can be
 * spared. */
static void note_moving(const struct gt_watch *w, struct part *p)
{
    p->moving |= p->now >= w->opened + SETTLED;
}

static void news_for_all(const struct gt_watch *w, struct part *p)
{
    p->epoch++;
    p->effect = p->now;
    note_moving(w, p);
}

static void start_over(struct spin *s)
{
    s->issues = s->at_mark = s->settled = 0;
}

static uint64_t mix_hash(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

/* Locks, and an address register that counts by itself, are more than can be followed. */
static enum effect decoded_effect(const struct gt_insn *in)
{
    switch (in->op) {
    case GT_OP_ST_S:
        return in->ainc ? SOME : SHARED;
    case GT_OP_ST_L: case GT_OP_ST_G:
        return in->ainc ? SOME : STORE;
    case GT_OP_RED: case GT_OP_ATOM:
        return in->ainc ? SOME : ATOMIC;
    case GT_OP_BAR:
        return BARRIER;
    case GT_OP_LD_LOCK: case GT_OP_ST_UNLOCK: case GT_OP_PMEVENT:
        return SOME;
    default:
        return in->ainc ? SOME : NONE;
    }
}

static void decode_at(const struct gt_launch *l, uint32_t pc, struct gt_insn *in)
{
    uint32_t at = pc / 4;

    isa_decode(l->code[at], at + 1 < l->code_words ? l->code[at + 1] : 0, pc, in);
}

/* Of the instruction at pc, which issues on an SM; it is decoded once. */
static enum effect effect_of(const struct gt_watch *w, unsigned sm, uint32_t pc)
{
    uint32_t at = pc / 4, words = w->l->code_words;
    struct gt_insn in;

    if (at >= words)
        return SOME;
    uint8_t *e = &w->effects[(size_t)sm * words + at];
    if (*e == UNKNOWN) {
        decode_at(w->l, pc, &in);
        *e = (uint8_t)decoded_effect(&in);
    }
    return (enum effect)*e;
}

/* It goes into the load/store queue and may leave something behind. */
static bool goes_queued(unsigned effect)
{
    return effect == ATOMIC || effect == STORE || effect == SHARED;
}

/* Which event it is within a circle: the same one next time round has the same key. */
static uint64_t key_of(const struct gt_event *e, uint32_t pc)
{
    uint64_t part = 0, more = 0;

    switch (e->type) {
    case GT_EV_ISSUE:
        part = e->uop;
        break;
    case GT_EV_LDWB:                    /* one instruction may have many, told apart by register and lanes */
        part = e->half;
        more = (uint64_t)e->regno << 32 | e->lanes;
        break;
    case GT_EV_SPWB:
        part = e->quarter;
        break;
    case GT_EV_XWB:
        part = e->quarter;
        more = e->regno << 8 | e->writes;
        break;
    default:
        break;
    }
    return mix_hash(mix_hash(1, e->warp | (uint64_t)e->type << 8 | part << 16 | (uint64_t)pc << 32), more);
}

/* Words v of those lanes. */
static uint64_t mix_lanes(uint64_t h, const uint32_t *v, uint32_t lanes)
{
    for (; lanes; lanes >>= 2, v += 2)
        h = mix_hash(h, (lanes & 2 ? (uint64_t)v[1] << 32 : 0) | (lanes & 1 ? v[0] : 0));
    return h;
}

/* What it did, as a hash: a circle has the same values each time round. */
static uint64_t value_of(const struct gt_event *e)
{
    if (e->type == GT_EV_ISSUE)
        return mix_hash(e->active, 0);
    if (e->type == GT_EV_BRU)
        return mix_hash(mix_hash(e->active, e->depth | (uint64_t)e->finished << 16), e->next_pc);
    if (e->type == GT_EV_LDWB)
        return mix_lanes(mix_hash(e->lanes, e->regno), e->data, e->lanes);
    uint64_t h = mix_hash(e->lanes, e->writes);
    if (e->writes & (GT_WRITES_REG | GT_WRITES_AREG))
        h = mix_lanes(h, e->result, e->lanes);
    if (e->writes & GT_WRITES_CC) {
        uint64_t cc = 0;
        for (uint32_t k = e->lanes; k; k &= k - 1)
            cc |= (uint64_t)e->cc[__builtin_ctz(k)] << 8 * __builtin_ctz(k);
        h = mix_hash(h, cc);
    }
    return h;
}

/* The slot of a key: its own, or a free one. */
static struct seen *find_seen(const struct gt_watch *w, unsigned sm, uint64_t key)
{
    struct seen *seen = w->seen[sm];
    uint64_t at = key;

    while (seen[at % SLOTS].window == w->windows && seen[at % SLOTS].key != key)
        at++;
    return &seen[at % SLOTS];
}

/* Compares an event with what the window remembers under its key; anything new means progress. */
static void look_event(const struct gt_watch *w, unsigned sm, struct part *p, const struct gt_event *e, uint32_t pc)
{
    struct spin *s = &p->warp[e->warp];
    uint64_t key = key_of(e, pc), value = value_of(e);
    struct seen *seen = find_seen(w, sm, key);
    bool again = seen->window == w->windows, same = again && seen->value == value;

    if (!again) {
        if (p->used >= SLOTS / 4 * 3) {
            news_for_all(w, p);
            return;
        }
        p->used++;
        seen->key = key;
        seen->window = w->windows;
        seen->effect = NONE;
        if (e->type == GT_EV_ISSUE) {
            seen->effect = e->uop == GT_UOP_BODY ? effect_of(w, sm, pc) : NONE;
            s->stores |= goes_queued(seen->effect);
            p->passes |= seen->effect == BARRIER;
            s->distinct++;
            if (seen->effect >= STORE)  /* a round without it, or the end of a circle, would have come by now */
                note_moving(w, p);
        }
    }
    p->stores += goes_queued(seen->effect);
    seen->value = value;
    if (seen->effect == SOME)
        news_for_all(w, p);
    if (same)
        return;
    start_over(s);                      /* it has not been going in a circle until now */
    if (again)
        note_moving(w, p);
}

/* What was stored for the first time in this window may have changed memory. */
static void note_write(const struct gt_watch *w, struct part *p, enum writes_news news)
{
    if (news == WRITES_OTHER)
        news_for_all(w, p);
    else if (news == WRITES_NEW) {
        p->epoch++;
        p->effect = p->now;
    }
}

/* Follows stores to shared and device memory; note_write() says which of them are progress. */
static void follow_store(const struct gt_watch *w, unsigned sm, struct part *p, const struct gt_event *e)
{
    bool shared = e->type == GT_EV_LSADDR;
    struct gt_insn in;

    if (shared ? effect_of(w, sm, e->pc) != SHARED : e->kind == MEM_LOAD)
        return;
    if (!p->writes && !(p->writes = writes_new())) {
        news_for_all(w, p);
        return;
    }
    if (!shared) {
        note_write(w, p, writes_memory(p->writes, e));
        return;
    }
    decode_at(w->l, e->pc, &in);
    note_write(w, p, writes_shared(p->writes, e, e->warp / w->slot_warps * w->slot_smem,
                                   in.mtype <= GT_MT_S8 ? 1 : in.mtype <= GT_MT_S16 ? 2 : 4));
}

/* Counts issues, in steps of SETTLED cycles, and keeps the range of pcs since the last progress. */
static void count_issue(struct part *p, const struct gt_event *e)
{
    struct spin *s = &p->warp[e->warp];

    if (s->epoch != p->epoch) {
        s->epoch = p->epoch;
        start_over(s);
    }
    if (e->cycle >= s->mark + SETTLED) {
        s->mark = e->cycle;
        s->settled = s->at_mark;
        s->at_mark = s->issues;
        s->stores_settled = s->stores_at_mark;
        s->stores_at_mark = p->stores;
    }
    s->last_pc = e->pc;
    if (!s->issues++ || e->pc < s->from)
        s->from = e->pc;
    if (s->issues == 1 || e->pc > s->to)
        s->to = e->pc;
}

void gt_watch_take(struct gt_watch *w, unsigned sm, const struct gt_event *e, size_t n)
{
    struct part *p = &w->part[sm];

    for (; n; n--, e++) {
        p->now = e->cycle;
        switch (e->type) {
        case GT_EV_ISSUE:
            count_issue(p, e);
            look_event(w, sm, p, e, e->pc);
            break;
        case GT_EV_BRU:                 /* of the last instruction the warp issued */
            look_event(w, sm, p, e, p->warp[e->warp].last_pc);
            if (e->finished)
                news_for_all(w, p);
            break;
        case GT_EV_SPWB: case GT_EV_LDWB: case GT_EV_XWB:
            look_event(w, sm, p, e, e->pc);
            break;
        case GT_EV_MEMREQ: case GT_EV_LSADDR:
            follow_store(w, sm, p, e);
            break;
        case GT_EV_BLOCK: case GT_EV_FAULT:
            news_for_all(w, p);
            break;
        default:
            break;
        }
    }
}

void gt_watch_share(struct gt_watch *w)
{
    uint64_t effect = 0;

    if (!w->open || w->sms == 1)
        return;
    for (unsigned i = 0; i < w->sms; i++)
        effect = w->part[i].effect > effect ? w->part[i].effect : effect;
    for (unsigned i = 0; i < w->sms; i++)
        if (w->part[i].effect < effect) {
            w->part[i].effect = effect;
            w->part[i].epoch++;
        }
}

/* All that the warp stored in a first round has left: so many stores have issued since, its own or of the SM. */
static bool stores_left(const struct part *p, const struct spin *s)
{
    return !s->stores || s->issues > (ROUNDS + QUEUE) * s->distinct || p->stores >= s->stores_settled + QUEUE;
}

/* With more issues than places three times over, and all results of them. */
static void tell_spins(const struct part *p, struct gt_spins *out)
{
    memset(out, 0, sizeof *out);
    if (p->now < p->effect + SETTLED)
        return;
    out->passes = p->passes;
    for (unsigned i = 0; i < GT_WARPS; i++) {
        const struct spin *s = &p->warp[i];
        if (s->epoch != p->epoch || !s->distinct || s->settled <= ROUNDS * s->distinct || !stores_left(p, s))
            continue;
        out->warps |= 1u << i;
        out->from[i] = s->from;
        out->to[i] = s->to;
    }
}

/* Nothing that an SM wrote in this window would change memory. */
static bool writes_kept(const struct gt_watch *w)
{
    for (unsigned i = 0; i < w->sms; i++)
        if (w->part[i].writes && !writes_keep(w->part[i].writes, w->g))
            return false;
    return true;
}

/* Some warp has issued in this window and is not known to go in a circle, but may. */
static bool any_undecided(struct gt_watch *w)
{
    struct gt_spins told;

    for (unsigned i = 0; i < w->sms; i++) {
        tell_spins(&w->part[i], &told);
        for (unsigned k = 0; k < GT_WARPS; k++)
            if (w->part[i].warp[k].distinct && !(told.warps >> k & 1))
                return true;
    }
    return false;
}

static void tell_all(struct gt_watch *w)
{
    for (unsigned i = 0; i < w->sms; i++)
        tell_spins(&w->part[i], &w->spins[i]);
    if (!writes_kept(w))
        memset(w->spins, 0, w->sms * sizeof *w->spins);
}

/* Opens a window from the cycle `from`; its length is to - from, and it stays open a multiple of that at most. */
static void open_window(struct gt_watch *w, uint64_t from, uint64_t to)
{
    for (unsigned i = 0; i < w->sms; i++) {
        struct writes *writes = w->part[i].writes;
        if (writes)
            writes_clear(writes);
        w->part[i] = (struct part){.writes = writes};
    }
    w->opened = from;
    w->length = to - from;
    w->until = from + (LONGEST * w->length < from ? LONGEST * w->length : from);
    w->windows++;
}

bool gt_watch_turn(struct gt_watch *w, uint64_t cycle)
{
    bool closed = gt_watch_open(w);
    uint64_t from, to;

    if (closed) {
        gt_watch_share(w);
        if (cycle + w->length <= w->until && any_undecided(w)) {
            w->next = cycle + w->length;
            return false;
        }
        tell_all(w);
    }
    window_at(w, cycle, &from, &to);
    w->open = cycle >= from;
    w->next = w->open ? to : from;
    if (w->open)
        open_window(w, cycle, to);
    return closed;
}

const struct gt_spins *gt_watch_spins(const struct gt_watch *w, unsigned sm)
{
    return &w->spins[sm];
}

int gt_hang_title(const struct gt_launch *l, enum gt_hang why, uint64_t cycle, char *out, size_t n)
{
    const char *name = l->name ? l->name : "?";
    unsigned long long c = cycle;

    switch (why) {
    case GT_HANG_BARRIERS:
        return snprintf(out, n, "kernel %s: deadlock, every running warp waits at a barrier (cycle %llu)", name, c);
    case GT_HANG_SPINS:
        return snprintf(out, n,
                        "kernel %s: deadlock, every running warp waits at a barrier or spins, and none of them "
                        "changes memory (cycle %llu)",
                        name, c);
    default:
        return snprintf(out, n, "kernel %s: hang, not finished after %llu cycles", name, c);
    }
}
