/* SPDX-License-Identifier: Apache-2.0
 *
 * A step of a partition: texture L2, atomics, and the queue in front of the memory controller.
 */
#include "partition.h"

#include <string.h>

#include "func.h"
#include "look.h"

_Static_assert(GT_PARTITION_STAGES > 0 && GT_PARTITION_BACK_STAGES > 0, "pipes");

void partition_reset(struct partition *p, unsigned number)
{
    memset(p, 0, sizeof *p);
    p->number = number;
    tex_l2_reset(&p->l2);
    dram_ctrl_reset(&p->dram);
}

/* --- atomics ------------------------------------------------------------------------------------------------------ */

static bool atom_busy(const struct partition *p, uint32_t sector)
{
    for (unsigned i = 0; p->atoms && i < GT_PARTITION_ATOMS; i++)
        if (p->atom[i].used && p->atom[i].sector == sector)
            return true;
    return false;
}

static unsigned atom_put(struct partition *p, uint32_t sector, const struct gpu_req *r)
{
    unsigned at = 0;
    while (p->atom[at].used)
        at++;
    p->atom[at] = (struct part_atom){ .used = true, .sector = sector, .req = *r };
    p->atoms++;
    return at;
}

/* PART-13: the current sector, changed, becomes the write that waits for the controller. */
static void atom_write(struct partition *p)
{
    struct part_atom *a = &p->atom[p->place[p->cur].index];
    const struct gpu_req *r = &a->req;
    unsigned word = r->addr >> 2 & 7;
    bool two = r->mtype == GT_MT_B64;
    uint64_t was = p->cur_data[word] | (word < 7 ? (uint64_t)p->cur_data[word + 1] << 32 : 0);
    uint64_t now = gt_atomic_value(r->aop, r->mtype, was, r->data[0] | (uint64_t)r->data[1] << 32,
                                   r->data[2] | (uint64_t)r->data[3] << 32);
    p->d_valid = true;
    p->d = (struct dram_req){ .write = true, .sector = a->sector, .mask = (two ? 0xffu : 0xfu) << 4 * word };
    for (unsigned k = 0; k < 8; k++)
        p->d.data[k] = (uint32_t)(two && k & 1 ? now >> 32 : now);
    a->used = false;
    p->atoms--;
}

/* --- the lookup --------------------------------------------------------------------------------------------------- */

static uint32_t sector_of(const struct gpu_req *r) { return gpu_sector(r->addr) & 0x3fffff; }

/* The request at the lookup goes on. */
static void look_up(struct partition *p, const struct gpu_req *r)
{
    bool store = r->kind == MEM_STORE, atomic = r->kind & 2;
    bool tex = r->kind == MEM_LOAD && r->space == MEM_TEXTURE;
    uint32_t sector = sector_of(r);
    struct tex_l2_look found = { .found = TL2_MISS };
    struct part_place *place = &p->place[p->next_place];
    if (tex)
        found = tex_l2_load(&p->l2, sector, p->next_place);
    else if (store || atomic)
        tex_l2_take(&p->l2, sector);
    p->event.look = true;
    p->event.found = (uint8_t)(tex ? (unsigned)found.found : LOOK_PAST);
    p->event.sector = sector;
    p->event.place = p->next_place;
    p->event.way = (uint8_t)found.way;
    p->event.after = (uint8_t)found.after;
    if (found.found == TL2_HIT) {
        p->hit_valid = true;
        p->hit = (struct gpu_rsp){ .dst = r->src, .src = (uint8_t)p->number, .id = r->id };
        memcpy(p->hit.data, found.data, sizeof p->hit.data);
        return;
    }
    if (found.found == TL2_MISS) {
        p->d_valid = true;
        p->d = (struct dram_req){ .write = store, .id = p->next_place, .sector = sector, .mask = r->mask };
        memcpy(p->d.data, r->data, sizeof r->data);
    }
    if (store)
        return;
    place->kind = PLACE_LOAD;
    if (atomic)
        place->kind = r->kind == MEM_RED ? PLACE_RED : PLACE_ATOM;
    else if (tex && found.found == TL2_MISS)
        place->kind = PLACE_TEX;
    place->src = r->src;
    place->id = r->id;
    place->index = (uint8_t)(atomic ? atom_put(p, sector, r) : found.after);
    place->busy = true;
    place->chained = false;
    if (found.found == TL2_JOINS) {
        p->place[found.after].chained = true;
        p->place[found.after].next = p->next_place;
    }
    p->next_place = (p->next_place + 1) % PART_PLACES;
}

/* --- answers ------------------------------------------------------------------------------------------------------ */

/* PART-5, PART-6: what is current next; done: the one that is leaves. */
static void advance_current(struct partition *p, bool done)
{
    if (p->cur_valid && !done)
        return;
    if (done) {
        p->place[p->cur].busy = p->cur_valid = false;
        if (p->place[p->cur].chained) {
            p->cur = p->place[p->cur].next;
            p->cur_valid = true;
            return;
        }
    }
    if (!p->came_count)
        return;
    p->cur = p->came[p->came_head];
    p->came_head = (p->came_head + 1) % PART_PLACES;
    p->came_count--;
    p->cur_valid = true;
    memcpy(p->cur_data, p->place[p->cur].data, sizeof p->cur_data);
    if (p->place[p->cur].kind == PLACE_TEX) {
        p->event.fill = true;
        p->event.filled = p->place[p->cur].index;
        tex_l2_fill(&p->l2, p->place[p->cur].index, p->cur_data);
    }
}

/* What the pipes give and take; taken: the request at the lookup leaves the queue. */
static void step_pipes(struct partition *p, const struct gpu_req *req, bool taken, const struct dram_rsp *answer)
{
    if (p->back[p->back_at].valid) {
        const struct dram_rsp *r = &p->back[p->back_at].rsp;
        memcpy(p->place[r->id].data, r->data, sizeof r->data);
        p->came[(p->came_head + p->came_count++) % PART_PLACES] = r->id;
    }
    p->back[p->back_at].valid = answer != NULL;
    if (answer)
        p->back[p->back_at].rsp = *answer;
    p->back_at = (p->back_at + 1) % GT_PARTITION_BACK_STAGES;

    bool room = p->in_count < GT_PARTITION_QUEUE;
    if (taken) {
        p->in_head = (p->in_head + 1) % GT_PARTITION_QUEUE;
        p->in_count--;
    }
    if (!room && p->there[p->there_at].valid)
        return;
    if (p->there[p->there_at].valid)
        p->in[(p->in_head + p->in_count++) % GT_PARTITION_QUEUE] = p->there[p->there_at].req;
    p->there[p->there_at].valid = req != NULL;
    if (req)
        p->there[p->there_at].req = *req;
    p->there_at = (p->there_at + 1) % GT_PARTITION_STAGES;
}

/* A step: an answer leaves, an access enters the texture L2 or goes on to the controller, an atomic is done. */
static void step_partition(struct partition *p, const struct gpu_req *req, bool rsp_ready, bool d_ready,
                           const struct dram_rsp *answer)
{
    /* decisions, of what was before the step */
    const struct gpu_req *r = &p->in[p->in_head];
    const struct part_place *cur = &p->place[p->cur];
    bool d_room = !p->d_valid || d_ready, o_room = !p->rsp_valid || rsp_ready;
    bool atom = p->cur_valid && cur->kind >= PLACE_ATOM, red = cur->kind == PLACE_RED;
    bool cur_wants = p->cur_valid && !red && (!atom || d_room);
    bool hit_goes = o_room && p->hit_valid && (!cur_wants || p->hit_turn);
    bool sent = o_room && cur_wants && !hit_goes;
    bool done = sent || (p->cur_valid && red && d_room);
    bool tex = r->kind == MEM_LOAD && r->space == MEM_TEXTURE;
    bool go = p->in_count && p->cycle >= TL2_SETS && tex_l2_ready(&p->l2) && !atom_busy(p, sector_of(r)) && d_room &&
              !atom && (r->kind == MEM_STORE || !p->place[p->next_place].busy) &&
              (!tex || !p->hit_valid || hit_goes) && (!(r->kind & 2) || p->atoms < GT_PARTITION_ATOMS);   /* PART-4 */

    /* PART-6 */
    if (hit_goes) {
        p->rsp = p->hit;
        p->hit_valid = false;
    } else if (sent) {
        p->rsp = (struct gpu_rsp){ .dst = cur->src, .src = (uint8_t)p->number, .id = cur->id };
        memcpy(p->rsp.data, p->cur_data, sizeof p->cur_data);
    }
    p->rsp_valid = hit_goes || sent || (p->rsp_valid && !rsp_ready);
    if (hit_goes || sent)
        p->hit_turn = sent;

    p->d_valid = p->d_valid && !d_ready;
    if (done && atom)
        atom_write(p);
    if (go)
        look_up(p, r);
    advance_current(p, done);
    step_pipes(p, req, go, answer);
}

void partition_cycle(struct partition *p, bool is_step, bool mstep, const struct gpu_req *req, bool rsp_ready,
                     const uint32_t in[4])
{
    bool d_ready = dram_ctrl_ready(&p->dram);
    struct dram_req d;
    struct dram_rsp answer;
    const struct dram_rsp *a = dram_ctrl_answer(&p->dram);
    bool ask = is_step && p->d_valid && d_ready;
    p->event.look = p->event.fill = false;
    if (ask)
        d = p->d;
    if (is_step && a)
        answer = *a;
    if (is_step)
        step_partition(p, req, rsp_ready, d_ready, a ? &answer : NULL);
    dram_ctrl_cycle(&p->dram, is_step, mstep, ask ? &d : NULL, in);
    p->cycle++;
}

bool partition_idle(const struct partition *p)
{
    const struct dram_ctrl *d = &p->dram;
    bool busy = p->in_count || p->hit_valid || p->d_valid || p->rsp_valid || p->came_count || p->cur_valid || p->atoms;
    for (unsigned i = 0; !busy && i < GT_PARTITION_STAGES; i++)
        busy = p->there[i].valid;
    for (unsigned i = 0; !busy && i < GT_PARTITION_BACK_STAGES; i++)
        busy = p->back[i].valid;
    for (unsigned i = 0; !busy && i < PART_PLACES; i++)
        busy = p->place[i].busy;
    return !busy && !d->count && !d->answered && !d->read_count && !d->write_count && !d->pins.drive;
}

bool partition_rests(const struct partition *p)
{
    const struct dram_ctrl *d = &p->dram;
    return !d->due && !d->banks_open && d->pins.op == DRAM_OP_NOP && partition_idle(p);
}

void partition_skip(struct partition *p, uint64_t cycles, uint64_t clocks)
{
    p->cycle += cycles;
    p->dram.now += clocks;
}
