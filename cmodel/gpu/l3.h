/* SPDX-License-Identifier: Apache-2.0
 *
 * The third level of constants and instructions (docs/units/l3.md, rtl/gpu/l3.sv), step by step.
 *
 *   in every step   l3_ready, l3_answer, l3_read    what it shows, all from the steps before
 *                   l3_step                         what the others do in the step
 *
 * A step in which nothing is under way (l3_idle) and nothing comes can be left out.
 */
#ifndef GT200_GPU_L3_H
#define GT200_GPU_L3_H

#include "packet.h"

#define L3_SETS  (GT_L3_BYTES / (256 * GT_L3_WAYS))
#define L3_QUEUE 4u

enum l3_state { L3_IDLE, L3_LOOK, L3_KNOWN, L3_BRING, L3_SEND };

struct l3 {
    uint32_t base;                      /* physical, a multiple of 256: where the addresses of L2-1 begin */
    enum l3_state state;
    uint8_t  first, count;              /* requests that wait */
    bool     row_valid, rsp_valid;      /* a sector read; one offered */
    bool     row_last, last;            /* it is the last one */
    bool     hit;
    uint8_t  asked, come, sent;         /* sectors: asked for, here, read */
    uint8_t  row;                       /* sector read */
    unsigned entry;                     /* place of the line: set * GT_L3_WAYS + way */
    struct gpu_req in[L3_QUEUE], now, read;
    struct gpu_rsp rsp;
    bool     looked;                    /* in the last step (GPU-10) */
    uint32_t line[L3_SETS * GT_L3_WAYS];            /* address / 256; UINT32_MAX: none */
    uint8_t  order[L3_SETS][GT_L3_WAYS];            /* ways, youngest first */
    uint32_t data[L3_SETS * GT_L3_WAYS][8][8];
};

/* Empty, all lines invalid, as after a reset. */
void l3_init(struct l3 *l, uint32_t base);

/* Whether it takes a request in this step. */
static inline bool l3_ready(const struct l3 *l) { return l->count < L3_QUEUE; }
/* What it offers in this step; NULL: nothing. */
static inline const struct gpu_rsp *l3_answer(const struct l3 *l) { return l->rsp_valid ? &l->rsp : NULL; }
static inline const struct gpu_req *l3_read(const struct l3 *l)
{
    return l->state == L3_BRING && l->asked < 8 ? &l->read : NULL;
}
static inline bool l3_idle(const struct l3 *l) { return l->state == L3_IDLE && !l->count; }

/* One step. req: the request that it takes, only if ready; NULL: none. answer_taken, read_taken: what it offers goes
 * out. rsp: a sector that comes; NULL: none. */
void l3_step(struct l3 *l, const struct gpu_req *req, bool answer_taken, bool read_taken, const struct gpu_rsp *rsp);

#endif
