/* SPDX-License-Identifier: Apache-2.0
 *
 * A cycle of write-back: a beat of shared memory, a word of a load from device memory where its ports are free, and the
 * next answer.
 */
#include "load_wb.h"

_Static_assert(GT_STARVE_CYCLES <= UINT8_MAX, "the starvation counters hold it");

void lwb_init(struct load_wb *wb)
{
    wb->s_from = UINT64_MAX;
}

void lwb_push(struct load_wb *wb, struct mop *m, uint16_t lanes, uint64_t when, bool last)
{
    wb->s[(wb->s_head + wb->s_count++) % LWB_SHARED] =
        (struct beat){.mop = m, .lanes = lanes, .half = m->half, .words = 1, .last = last, .when = when};
    if (wb->s_count == 1)
        wb->s_from = when;
}

static void pop(struct load_wb *wb)
{
    wb->s_head = (wb->s_head + 1) % LWB_SHARED;
    wb->s_from = --wb->s_count ? wb->s[wb->s_head].when : UINT64_MAX;
}

void lwb_done(struct load_wb *wb, struct mop *m, uint64_t when)
{
    unsigned i = when & 3;
    wb->done[i][wb->ndone[i]++] = m;
}

unsigned lwb_starved(const struct load_wb *wb)
{
    unsigned p = 0;
    if (wb->s_wait >= GT_STARVE_CYCLES)
        p |= 1u << (wb->s[wb->s_head].mop->warp & 1);
    if (wb->g_wait >= GT_STARVE_CYCLES)
        p |= 1u << (wb->g.mop->warp & 1);
    return p;
}

/* LDWB-5 */
static void beat_event(const struct beat *b, unsigned word, uint64_t cycle, struct event_log *log)
{
    const struct mop *m = b->mop;
    struct gt_event *e = log_event(log, cycle, GT_EV_LDWB, m->warp);
    e->pc = m->pc;
    e->half = b->half;
    e->lanes = b->lanes;
    e->regno = (uint8_t)(m->ti->reg + word);
    for (uint32_t k = b->lanes; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        e->data[i] = m->eff->result[word][16 * b->half + i];
    }
}

/* RF-8, SMEM-7: the beat is written if both its RAMs are free, of ld.lock also both $c banks. */
static bool write_beat(const struct beat *b, unsigned word, uint64_t cycle, struct rf *rf, struct event_log *log)
{
    const struct mop *m = b->mop;
    uint8_t rams = rf_pair(m->warp, b->half);
    if ((rf->busy & rams) || (m->ti->lock && (rf->c_busy >> 2 * b->half & 3)))
        return false;
    rf->busy |= rams;
    if (log->on)
        beat_event(b, word, cycle, log);
    return true;
}

/* A cycle in which a beat is there: its starvation counter (WB-5). */
static uint8_t waited(uint8_t wait, bool written)
{
    return written ? 0 : wait + (wait < GT_STARVE_CYCLES);
}

/* The beat of shared memory that is there. */
static bool write_shared(struct load_wb *wb, uint64_t cycle, struct rf *rf, struct event_log *log)
{
    const struct beat *s = &wb->s[wb->s_head];
    bool written = write_beat(s, 0, cycle, rf, log);
    wb->s_wait = waited(wb->s_wait, written);
    if (written) {
        if (s->last)
            lwb_done(wb, s->mop, cycle + 1);
        pop(wb);
    }
    return written;
}

/* LDWB-2: a word of the beat in G; held: shared memory's goes first. true: its load completes. */
static bool write_global(struct load_wb *wb, uint64_t cycle, bool held, struct rf *rf, struct event_log *log)
{
    struct beat *g = &wb->g;
    bool written = !held && write_beat(g, g->word, cycle, rf, log);
    wb->g_wait = waited(wb->g_wait, written);
    if (!written)
        return false;
    g->word++;
    if (--g->words)
        return false;
    wb->g_valid = false;
    if (g->last)
        lwb_done(wb, g->mop, cycle + 1);
    return g->last;
}

/* LDWB-3, MEM-17. completed: another load completes at the end of the next cycle. */
static void response(struct load_wb *wb, uint64_t cycle, bool completed, struct pending *pending)
{
    const struct mem_rsp *a = pending_answer(pending, cycle);
    struct beat b;
    if (!a || wb->g_valid || cycle == wb->closed)
        return;
    pending_take(pending, a, &b);
    if (b.lanes) {
        wb->g = b;
        wb->g_valid = true;
    } else if (b.last) {
        lwb_done(wb, b.mop, cycle + 1 + completed);
        if (completed)
            wb->closed = cycle + 1;
    }
}

/* LDWB-1 */
void lwb_cycle(struct load_wb *wb, uint64_t cycle, struct pending *pending, struct rf *rf, struct event_log *log)
{
    bool written = cycle >= wb->s_from && write_shared(wb, cycle, rf, log);
    bool completed = wb->g_valid && write_global(wb, cycle, written, rf, log);
    response(wb, cycle, completed, pending);
}
