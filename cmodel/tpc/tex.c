/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a cycle go from the answers back to the requests, so that each sees what the one before it had at the
 * start of the cycle.
 */
#include "tex.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(GT_TPC_SMS <= 4, "mem_req goes to one of the queues");

#define PLACES (GT_PENDING_SECTORS - 1u)
#define LANES 4                     /* cycles in which the lanes of a quad pass a stage */

uint32_t tex_op_pack(const struct gt_tex_op *op)
{
    return (uint32_t)op->unit << 19 | (uint32_t)op->mask << 15 | ((uint32_t)op->d[0] & 15) << 11 |
           ((uint32_t)op->d[1] & 15) << 7 | ((uint32_t)op->d[2] & 15) << 3 | (uint32_t)op->sample << 2 |
           (op->coords - 1u);
}

static int8_t texel_offset(uint32_t nibble) { return (int8_t)(((nibble & 15) ^ 8) - 8); }

static struct gt_tex_op unpack_op(uint32_t v)
{
    return (struct gt_tex_op){.unit = v >> 19 & 255, .coords = (uint8_t)(1 + (v & 3)), .mask = v >> 15 & 15,
                              .sample = v >> 2 & 1, .d = {texel_offset(v >> 11), texel_offset(v >> 7),
                                                          texel_offset(v >> 3)}};
}

struct tex *tex_new(const struct gt_gpu *g, unsigned sms, struct mem_port *mem)
{
    struct tex *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->gpu = g;
    t->sms = sms;
    tex_l1_reset(&t->l1, mem);
    t->last = (uint8_t)(sms - 1);
    t->done_at = UINT64_MAX;
    return t;
}

/* ---- TEX-12: the queues ------------------------------------------------------------------------- */

void tex_offer(struct tex *t, unsigned sm, uint64_t cycle, const struct mem_req *r)
{
    struct tex_queue *q = &t->queue[sm];
    q->wait[(q->head + q->count++) % TEX_QUEUE] = (struct tex_request){cycle + 1, *r};
    t->busy++;
}

/* TEX-13: the first SM behind the one picked last that has a request; -1: none. */
static int pick_sm(const struct tex *t, uint64_t cycle)
{
    for (unsigned k = 1; k <= t->sms; k++) {
        unsigned sm = (t->last + k) % t->sms;
        const struct tex_queue *q = &t->queue[sm];
        if (q->count && q->wait[q->head].when <= cycle)
            return (int)sm;
    }
    return -1;
}

/* Takes the next quad of an SM: computes its texel addresses; they are asked for GT_TEX_ADDR_CYCLES later. */
static void pick_quad(struct tex *t, uint64_t cycle)
{
    int sm = cycle >= t->pick_from && t->places < TEX_PLACES ? pick_sm(t, cycle) : -1;
    if (sm < 0)
        return;
    struct tex_queue *q = &t->queue[sm];
    const struct mem_req *r = &q->wait[q->head].req;
    struct tex_quad *p = &t->place[(t->place_head + t->places++) % TEX_PLACES];
    *p = (struct tex_quad){.when = cycle + GT_TEX_ADDR_CYCLES, .op = unpack_op(r->addr), .sm = (uint8_t)sm, .id = r->id,
                           .lanes = (uint8_t)r->mask};
    const struct gt_texture *texture = gt_tex_bound(t->gpu, &p->op);
    for (unsigned i = 0; i < 4; i++) {
        if (!(p->lanes >> i & 1))
            continue;
        const uint32_t at[3] = {r->data[i], r->data[4 + i], p->op.coords == 3 ? r->data[6 + i] : 0};    /* MEM-22 */
        p->taps[i] = gt_tex_taps_of(texture, &p->op, at);
    }
    q->head = (q->head + 1) % TEX_QUEUE;
    q->count--;
    t->last = (uint8_t)sm;
    t->pick_from = cycle + LANES;
}

/* ---- TEX-3: sectors ----------------------------------------------------------------------------- */

/* TEX-16: texels that a lane can have. Tap k of lane i is bit texels * i + k of masks: slots come as they pass. */
static unsigned texels_of(const struct tex_quad *p) { return p->op.coords == 3 ? 8 : 4; }

/* That of the lowest texel left, for all that start in it. */
static void ask_sector(struct tex *t, uint64_t cycle, unsigned used)
{
    struct tex_quad *p = &t->place[t->place_head];
    if (!t->places || p->when > cycle || used == GT_PENDING_SECTORS || !tex_l1_ready(&t->l1))
        return;
    unsigned n = texels_of(p);
    for (unsigned i = 0; !p->sectors && i < 16 / n; i++)
        t->left |= (uint16_t)(p->taps[i].need << n * i);
    unsigned first = (unsigned)__builtin_ctz(t->left);
    uint32_t sector = p->taps[first / n].addr[first % n] / 32;
    for (uint32_t k = t->left; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        if (p->taps[i / n].addr[i % n] / 32 != sector)
            continue;
        t->left &= (uint16_t)~(1u << i);
        p->in[i] = p->sectors;
    }
    tex_l1_ask(&t->l1, sector);
    p->sectors++;
    t->next = (t->next + 1) & PLACES;
    t->used++;
    if (!t->left) {
        t->quad[(t->next - p->sectors) & PLACES] = *p;
        t->quads++;
        t->place_head = (t->place_head + 1) % TEX_PLACES;
        t->places--;
    }
}

/* got: at the start of the cycle. */
static void receive_sector(struct tex *t, uint64_t cycle, unsigned got)
{
    const uint32_t *sector = tex_l1_out(&t->l1, cycle, TEX_SECTORS - got);
    if (sector)
        memcpy(t->sector[(t->oldest + t->got++) % TEX_SECTORS], sector, 32);
}

/* ---- TEX-5, TEX-6: components ---------------------------------------------------------------------------- */

/* All sectors are there: filters the texels of the four lanes, and keeps the words that the mask selects. */
static void filter_quad(struct tex *t, const struct tex_quad *q)
{
    const struct gt_texture *texture = gt_tex_bound(t->gpu, &q->op);
    unsigned n = texels_of(q);
    for (unsigned i = 0; i < 4; i++) {
        const uint8_t *at[GT_TAPS];
        uint32_t v[4];
        if (!(q->lanes >> i & 1))
            continue;
        for (unsigned k = 0; k < n; k++)
            at[k] = (const uint8_t *)t->sector[(t->oldest + q->in[n * i + k]) % TEX_SECTORS] +
                    (q->taps[i].addr[k] & 31);
        gt_tex_value(texture, &q->op, &q->taps[i], at, v);
        t->words = 0;
        for (unsigned k = 0; k < 4; k++)
            if (q->op.mask >> k & 1)
                t->value[i][t->words++] = v[k];
    }
}

/* Sends one word of the oldest quad's answer, LANES cycles a word, when all its sectors have come. */
static void begin_answer(struct tex *t, uint64_t cycle)
{
    const struct tex_quad *q = &t->quad[t->oldest];
    if (!t->quads || t->got < q->sectors || cycle < t->begin_from || t->answers == TEX_ANSWERS)
        return;
    if (!t->word)
        filter_quad(t, q);
    struct mem_rsp r = {.id = q->id, .word = t->word, .more = t->word + 1 < t->words};
    for (unsigned i = 0; i < 4; i++)        /* MEM-23 */
        r.data[i] = t->value[q->op.coords == 3 ? i / 2 : i][t->word];
    unsigned at = (t->answer_head + t->answers++) % TEX_ANSWERS;
    t->answer[at].when = cycle + GT_TEX_FILTER_CYCLES + GT_TEX_HOLD_CYCLES;
    t->answer[at].sm = q->sm;
    t->answer[at].rsp = r;
    t->word = r.more ? t->word + 1 : 0;
    t->begin_from = cycle + LANES;
    if (!r.more)
        t->done_at = cycle + LANES - 1;
}

/* The oldest quad is done: its sectors are free (TEX-14). */
static void end_quad(struct tex *t)
{
    unsigned n = t->quad[t->oldest].sectors;
    t->oldest = (t->oldest + n) & PLACES;
    t->used -= n;
    t->got -= n;
    t->quads--;
    t->done_at = UINT64_MAX;
}

/* An answer was taken. */
static void answer_taken(struct tex *t)
{
    t->busy -= !t->answer[t->answer_head].rsp.more;
    t->answer_head = (t->answer_head + 1) % TEX_ANSWERS;
    t->answers--;
    t->taken = false;
}

bool tex_step(struct tex *t, uint64_t cycle, struct mem_req *req)
{
    unsigned used = t->used, got = t->got;
    begin_answer(t, cycle);
    if (t->done_at == cycle)
        end_quad(t);
    if (t->taken)
        answer_taken(t);
    receive_sector(t, cycle, got);
    pick_quad(t, cycle);
    bool sent = tex_l1_look(&t->l1, cycle, req);
    ask_sector(t, cycle, used);
    return sent;
}
