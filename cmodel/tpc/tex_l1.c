/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a cycle go from what is handed out back to the lookup, so that each sees what the one before it had at
 * the start of the cycle.
 */
#include "tex_l1.h"

#include <string.h>

_Static_assert(GT_PENDING_SECTORS == 64, "tex_l1.there");
_Static_assert(TEX_L1_LINES * 32 == GT_TL1_BYTES && (TEX_L1_SETS & (TEX_L1_SETS - 1)) == 0, "whole sets");

#define IDS (GT_PENDING_SECTORS - 1u)

void tex_l1_reset(struct tex_l1 *c, struct mem_port *mem)
{
    memset(c, 0, sizeof *c);
    c->mem = mem;
    c->event.cycle = UINT64_MAX;
}

/* TL1-7: lines change in the cycle after the walk. */
static const uint32_t *moved(struct tex_l1 *c)
{
    if (!c->moves)
        return NULL;
    uint32_t *line = c->data[c->way[c->walked].place];
    if (!c->way[c->walked].hit)
        memcpy(line, c->answer[c->walked], 32);
    return line;
}

/* TL1-6 */
static void walk(struct tex_l1 *c, unsigned room)
{
    unsigned id = c->walk;
    bool fills = c->moves && !c->way[c->walked].hit && c->way[c->walked].place == c->way[id].place;
    c->moves = c->count && room && (c->way[id].hit ? !fills : c->there >> id & 1);
    if (!c->moves)
        return;
    c->there &= ~(1ull << id);
    c->walked = (uint8_t)id;
    c->walk = (id + 1) & IDS;
    c->count--;
}

const uint32_t *tex_l1_out(struct tex_l1 *c, uint64_t cycle, unsigned room)
{
    const uint32_t *out = moved(c);
    walk(c, out ? room - 1 : room);
    const struct mem_rsp *a = mem_port_answer(c->mem, cycle);
    if (a) {
        for (unsigned i = 0; i < 8; i++)
            c->answer[a->id][i] = a->data[i];
        c->there |= 1ull << a->id;
        mem_port_take(c->mem);
    }
    return out;
}

/* The place of the line, or that of the oldest one of its set (TL1-1); true: it is there. */
static bool find(const struct tex_l1 *c, uint32_t sector, unsigned *place)
{
    unsigned first = sector % TEX_L1_SETS;
    *place = first;
    for (unsigned e = first; e < TEX_L1_LINES; e += TEX_L1_SETS) {
        if (c->line[e] == sector + 1) {
            *place = e;
            return true;
        }
        if (c->used[e] < c->used[*place])
            *place = e;
    }
    return false;
}

bool tex_l1_look(struct tex_l1 *c, uint64_t cycle, struct mem_req *req)
{
    unsigned place;
    if (!c->waits)
        return false;
    bool hit = find(c, c->asked, &place);
    if (!hit && !mem_port_ready(c->mem, cycle))
        return false;
    /* TL1-3 */
    c->line[place] = c->asked + 1;
    c->used[place] = ++c->uses;
    c->way[c->next].hit = hit;
    c->way[c->next].place = (uint8_t)place;
    c->event.cycle = cycle;
    c->event.sector = c->asked;
    c->event.id = c->next;
    c->event.place = (uint8_t)place;
    c->event.hit = hit;
    if (!hit) {
        *req = (struct mem_req){.kind = MEM_LOAD, .id = c->next, .space = MEM_TEXTURE, .addr = c->asked * 32};
        mem_port_offer(c->mem, cycle, req);
    }
    c->next = (c->next + 1) & IDS;
    c->count++;
    c->waits = false;
    return !hit;
}
