/* SPDX-License-Identifier: Apache-2.0
 *
 * Collecting: events become micro-operations with the cycles of their stages.
 */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "gt_chip.h"
#include "text.h"

struct trace *trace_new(const struct gt_gpu *g, const struct gt_launch *l, uint64_t from, uint64_t to, bool keep_events)
{
    struct trace *t = calloc(1, sizeof *t);
    struct gt_result *res = malloc(sizeof *res);

    if (!t || !res || !gt_launch_config(g, l, &t->config, res)) {
        free(res);
        free(t);
        return NULL;
    }
    free(res);
    t->sms = g->chip->tpcs * g->chip->sms;
    t->slot_block = calloc(t->sms, sizeof *t->slot_block);
    t->warp = calloc(32 * t->sms, sizeof *t->warp);
    if (!t->slot_block || !t->warp) {
        trace_free(t);
        return NULL;
    }
    t->launch = l;
    t->from = from;
    t->to = to ? to : UINT64_MAX;
    t->keep_events = keep_events;
    return t;
}

void trace_free(struct trace *t)
{
    if (t) {
        free(t->slot_block);
        free(t->warp);
        free(t->insn);
        free(t->event);
        free(t);
    }
}

static bool fetch_insn(const struct trace *t, uint32_t pc, struct gt_insn *in)
{
    const struct gt_launch *l = t->launch;
    uint32_t i = pc / 4;

    if (i >= l->code_words)
        return false;
    isa_decode(l->code[i], i + 1 < l->code_words ? l->code[i + 1] : 0, pc, in);
    return true;
}

void trace_text(const struct trace *t, uint32_t pc, char *text, size_t n)
{
    struct gt_insn in;

    if (fetch_insn(t, pc, &in))
        isa_disasm(&in, text, n);
    else
        snprintf(text, n, "?");
}

void trace_source(const struct trace *t, uint32_t pc, char *text, size_t n)
{
    const char *source;
    uint32_t line;

    *text = 0;
    if (t->line && t->line(t->line_ctx, pc, &source, &line))
        snprintf(text, n, "%s:%u", source, line);
}

const char *trace_unit_name(unsigned unit)
{
    static const char *const names[TRACE_UNITS] = { "SP", "SFU", "DPU", "LSU", "BRU", "const" };
    return unit < TRACE_UNITS ? names[unit] : "?";
}

const char *trace_sm_name(const struct trace *t, unsigned sm, char text[16])
{
    text[0] = 0;
    if (t->sms > 1)
        snprintf(text, 16, "SM %u ", sm & 0xff);
    return text;
}

/* Number of the event's warp on the chip. */
static unsigned warp_of(const struct gt_event *e)
{
    return 32u * e->sm + (e->warp & 31);
}

/* The unit that an instruction goes to. */
static uint8_t unit_of(const struct trace *t, const struct gt_event *e)
{
    struct gt_insn in;

    if (e->uop == GT_UOP_CFETCH)
        return TRACE_CONST;
    if (e->uop != GT_UOP_BODY)
        return TRACE_BRU;
    if (!fetch_insn(t, e->pc, &in))
        return TRACE_SP;
    switch (in.unit) {
    case GT_UNIT_SFU: return TRACE_SFU;
    case GT_UNIT_DPU: return TRACE_DPU;
    case GT_UNIT_LSU: case GT_UNIT_TEX: return TRACE_LSU;
    case GT_UNIT_BRU: return TRACE_BRU;
    default: return TRACE_SP;       /* a multiply moves to the SFU when its result comes from there */
    }
}

static void *grow_array(void *p, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return p;
    size_t n = *room ? *room * 2 : 4096;
    void *q = realloc(p, n * size);
    if (q)
        *room = n;
    return q;
}

/* A new micro-operation, whose stages later events tell. */
static void note_issue(struct trace *t, const struct gt_event *e)
{
    struct trace_insn *p = grow_array(t->insn, t->count, &t->room, sizeof *p);

    if (!p) {
        t->full = true;
        return;
    }
    t->insn = p;
    unsigned w = warp_of(e), slot = w % 32 / t->config.slot_warps & 7;
    p[t->count] = (struct trace_insn){
        e->cycle,    TRACE_NEVER, TRACE_NEVER,   e->cycle, e->pc, e->active, t->slot_block[e->sm][slot],
        (uint16_t)w, e->uop,      unit_of(t, e), 0 };
    t->warp[w].recent[t->warp[w].at++ % TRACE_RECENT] = ++t->count;
}

/* The newest of the warp's micro-operations on one of the units (a mask) at pc; for the quarters of an SP result the
 * oldest that has not got this one. pc UINT32_MAX: any. */
static struct trace_insn *find_insn(struct trace *t, unsigned warp, uint32_t pc, unsigned units, int quarter)
{
    const struct trace_warp *w = &t->warp[warp];
    struct trace_insn *found = NULL;

    for (unsigned back = 1; back <= TRACE_RECENT && back <= w->at; back++) {
        struct trace_insn *p = &t->insn[w->recent[(w->at - back) % TRACE_RECENT] - 1];
        if (!(units >> p->unit & 1) || (pc != UINT32_MAX && p->pc != pc) || p->uop == GT_UOP_CFETCH)
            continue;
        if (quarter < 0)
            return p;
        if (p->quarters >> quarter & 1)
            break;                  /* it and all before it are complete in this quarter */
        found = p;
    }
    return found;
}

static void note_stage(struct trace_insn *p, uint64_t start, uint64_t write, uint64_t end)
{
    if (start < p->start)
        p->start = start;
    if (write < p->write)
        p->write = write;
    if (end > p->done)
        p->done = end;
}

/* An event: finds the micro-operation it belongs to, and notes the stage. */
static void note_event(struct trace *t, const struct gt_event *e)
{
    struct trace_insn *p;

    switch (e->type) {
    case GT_EV_ISSUE:
        note_issue(t, e);
        break;
    case GT_EV_SPWB:
        if ((p = find_insn(t, warp_of(e), e->pc, 1u << TRACE_SP, e->quarter & 3))) {
            p->quarters |= (uint8_t)(1u << (e->quarter & 3));
            note_stage(p, e->cycle - GT_EX_STAGES, e->cycle, e->cycle);
        }
        break;
    case GT_EV_XWB:
        if ((p = find_insn(t, warp_of(e), e->pc, 1u << TRACE_SP | 1u << TRACE_SFU | 1u << TRACE_DPU, -1))) {
            if (p->unit == TRACE_SP)
                p->unit = TRACE_SFU;
            note_stage(p, p->issue + (p->unit == TRACE_DPU ? 8 : 5), e->cycle, e->cycle);
        }
        break;
    case GT_EV_LSADDR:
        if ((p = find_insn(t, warp_of(e), e->pc, 1u << TRACE_LSU, -1)))
            note_stage(p, e->cycle, TRACE_NEVER, e->cycle);
        break;
    case GT_EV_LDWB:
        if ((p = find_insn(t, warp_of(e), e->pc, 1u << TRACE_LSU, -1)))
            note_stage(p, e->cycle, e->cycle, e->cycle);
        break;
    case GT_EV_BRU:
        if ((p = find_insn(t, warp_of(e), UINT32_MAX, 1u << TRACE_BRU, -1)))
            note_stage(p, e->cycle, e->cycle, e->cycle);
        break;
    case GT_EV_BLOCK:
        if (!e->done)
            t->slot_block[e->sm][e->slot & 7] = e->ctaid;
        break;
    default:
        break;
    }
}

void trace_events(void *ctx, const struct gt_event *e, size_t n)
{
    struct trace *t = ctx;

    for (; n && !t->full; n--, e++) {
        if (e->cycle > t->to && e->type == GT_EV_ISSUE)
            continue;
        if (e->cycle < t->from && e->type != GT_EV_BLOCK)
            continue;
        note_event(t, e);
        if (!t->keep_events || e->cycle < t->from || e->cycle > t->to)
            continue;
        struct gt_event *p = grow_array(t->event, t->events, &t->event_room, sizeof *p);
        if (!p) {
            t->full = true;
            return;
        }
        t->event = p;
        p[t->events++] = *e;
    }
}
