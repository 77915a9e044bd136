/* SPDX-License-Identifier: Apache-2.0
 *
 * A step of the cache: a lookup, a request for a missing line's sectors, an answer.
 */
#include "l3.h"

#include <string.h>

void l3_init(struct l3 *l, uint32_t base)
{
    memset(l, 0, sizeof *l);
    l->base = base;
    memset(l->line, 0xff, sizeof l->line);
    for (unsigned s = 0; s < L3_SETS; s++)
        for (unsigned w = 0; w < GT_L3_WAYS; w++)
            l->order[s][w] = (uint8_t)(GT_L3_WAYS - 1 - w);
}

/* L3-3: the line's place, or that of the oldest of its set, which it takes. True: the line was there. */
static bool look(struct l3 *l, uint32_t addr, unsigned *entry)
{
    uint32_t line = addr >> 8;
    unsigned set = line % L3_SETS, at = 0;
    uint8_t *order = l->order[set];
    while (at < GT_L3_WAYS - 1 && l->line[set * GT_L3_WAYS + order[at]] != line)
        at++;
    uint8_t way = order[at];
    memmove(order + 1, order, at);
    order[0] = way;
    *entry = set * GT_L3_WAYS + way;
    bool hit = l->line[*entry] == line;
    l->line[*entry] = line;
    return hit;
}

/* L3-4: the next sector of the line to be read. */
static void ask(struct l3 *l)
{
    uint32_t at = l->base + (l->now.addr & 0x1ffff00u) + l->asked * 32u;
    l->read = (struct gpu_req){.dst = (uint8_t)gpu_partition(at), .src = XBAR_L3, .id = l->asked, .kind = MEM_LOAD,
                               .addr = at};
}

/* L3-5: the way of the sectors out: from the memory to its output, from there to the port. */
static void send(struct l3 *l)
{
    bool move = !l->rsp_valid, read = l->sent < 8 && (!l->row_valid || move);
    if (move && l->row_valid) {
        l->rsp = (struct gpu_rsp){.dst = l->now.src, .src = XBAR_TO_L3, .id = l->now.id};
        memcpy(l->rsp.data, l->data[l->entry][l->row], 32);
        l->last = l->row_last;
        l->rsp_valid = true;
    }
    if (move)
        l->row_valid = false;
    if (read) {
        l->row = ((l->now.addr >> 6 & 3) * 2 + l->sent) & 7;
        l->row_last = l->sent++ == 7;
        l->row_valid = true;
    }
}

void l3_step(struct l3 *l, const struct gpu_req *req, bool answer_taken, bool read_taken, const struct gpu_rsp *rsp)
{
    bool end = answer_taken && l->last;
    l->looked = l->state == L3_LOOK;
    if (answer_taken)
        l->rsp_valid = false;
    if (rsp)
        memcpy(l->data[l->entry][rsp->id & 7], rsp->data, 32);
    switch (l->state) {
    case L3_IDLE:
        if (l->count) {
            l->now = l->in[l->first];
            l->first = (l->first + 1) % L3_QUEUE;
            l->count--;
            l->state = L3_LOOK;
        }
        break;
    case L3_LOOK:
        l->hit = look(l, l->now.addr, &l->entry);
        l->asked = l->come = l->sent = 0;
        l->state = L3_KNOWN;
        break;
    case L3_KNOWN:
        l->state = l->hit ? L3_SEND : L3_BRING;
        ask(l);
        break;
    case L3_BRING:
        if (read_taken && ++l->asked < 8)
            ask(l);
        l->come += rsp != NULL;
        if (l->come == 8)
            l->state = L3_SEND;
        break;
    case L3_SEND:
        send(l);
        if (end)
            l->state = L3_IDLE;
        break;
    }
    if (req)
        l->in[(l->first + l->count++) % L3_QUEUE] = *req;
}
