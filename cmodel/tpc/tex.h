/* SPDX-License-Identifier: Apache-2.0
 *
 * The texture unit of a TPC (docs/units/tex.md; RTL: tpc_tex): quads of coordinates from its SMs through the address
 * stages, their distinct sectors to the memory through its cache and back, components of four lanes to the SMs.
 *
 *   in every cycle   an SM        tex_ready, tex_offer    a request
 *                                 tex_answer, tex_take    an answer
 *                    then, once   tex_step
 */
#ifndef GT200_TEX_H
#define GT200_TEX_H

#include "func/tex.h"
#include "tex_l1.h"

#define TEX_QUEUE   2               /* requests of each SM that wait */
#define TEX_PLACES  4               /* quads in the address stages or with sectors to ask for */
#define TEX_SECTORS 32              /* that are there: those of a quad at least */
#define TEX_ANSWERS 64              /* components begun and not answered */

/* mem_req.addr of a request: texop_t of rtl/mem_types.svh. */
uint32_t tex_op_pack(const struct gt_tex_op *op);

struct tex_request {
    uint64_t when;                  /* can be picked from this cycle on */
    struct mem_req req;
};

/* Four lanes, or two of three coordinates: where their texels are. */
struct tex_quad {
    uint64_t when;                  /* its first sector can be asked for from this cycle on */
    struct gt_tex_op op;
    uint8_t  sm, id, lanes;
    struct gt_tex_taps taps[4];
    uint8_t  sectors;               /* asked for so far */
    uint8_t  in[16];                /* sector of each texel (four or eight of a lane), counted from the quad's first */
};

struct tex_queue {
    struct tex_request wait[TEX_QUEUE];
    uint8_t  head, count;
};

struct tex {
    const struct gt_gpu *gpu;
    struct tex_l1 l1;
    unsigned sms;
    unsigned busy;                  /* quads that are not completely answered: 0, nothing moves */
    struct tex_queue queue[GT_TPC_SMS];
    uint8_t  last;                  /* SM picked last */
    uint64_t pick_from;             /* earliest cycle of the next pick */
    /* quads from their pick to their last request */
    struct tex_quad place[TEX_PLACES];
    uint8_t  place_head, places;
    uint16_t left;                  /* texels of the first one whose sectors are still to be asked for */
    /* sectors in the order in which they are asked for; quads with all asked for, by the place of their first one */
    uint32_t sector[TEX_SECTORS][8];
    struct tex_quad quad[GT_PENDING_SECTORS];
    uint8_t  next, oldest;          /* place of the next sector, of the first of the oldest quad */
    uint8_t  used, got, quads;      /* places not done; of them, sectors that are there; quads not done */
    /* the oldest quad's components */
    uint8_t  word, words;           /* next one; how many are wanted */
    uint64_t begin_from, done_at;   /* earliest cycle of the next beginning; the last component's last lane */
    uint32_t value[4][4];           /* wanted components of each lane */
    struct { uint64_t when; uint8_t sm; struct mem_rsp rsp; } answer[TEX_ANSWERS];
    uint8_t  answer_head, answers;
    bool     taken;                 /* the first one, in this cycle */
};

/* Something moves in it: it is to be stepped. */
static inline bool tex_busy(const struct tex *t) { return t->busy; }

/* NULL: out of memory. g and mem, the unit's own port, must outlive it. */
struct tex *tex_new(const struct gt_gpu *g, unsigned sms, struct mem_port *mem);

/* Whether a request of SM `sm` is accepted in this cycle. */
static inline bool tex_ready(const struct tex *t, unsigned sm)
{
    return t->queue[sm].count < TEX_QUEUE;
}

void tex_offer(struct tex *t, unsigned sm, uint64_t cycle, const struct mem_req *r);

/* The answer offered to SM `sm` in this cycle; NULL: none. */
static inline const struct mem_rsp *tex_answer(const struct tex *t, unsigned sm, uint64_t cycle)
{
    return t->answers && t->answer[t->answer_head].when <= cycle && t->answer[t->answer_head].sm == sm
               ? &t->answer[t->answer_head].rsp
               : NULL;
}

/* It is taken. */
static inline void tex_take(struct tex *t) { t->taken = true; }

/* The end of the cycle, after all SMs of the TPC: whether the unit sent *req to the memory. */
bool tex_step(struct tex *t, uint64_t cycle, struct mem_req *req);

#endif
