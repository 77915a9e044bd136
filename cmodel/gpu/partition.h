/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands behind a port of the crossbar (docs/units/partition.md), cycle for cycle as rtl/gpu/partition.sv: a part
 * of the memory, with a slice of the texture L2, atomics, and the memory controller.
 *
 *   in every cycle with step   partition_ready: whether a request is taken; partition_answer: what is offered
 *   in every cycle             partition_cycle, at its end
 */
#ifndef GT200_GPU_PARTITION_H
#define GT200_GPU_PARTITION_H

#include "dram_ctrl.h"
#include "tex_l2.h"

enum { PART_PLACES = 64 };
/* What waits in a place. */
enum part_kind { PLACE_LOAD, PLACE_TEX, PLACE_ATOM, PLACE_RED };

struct partition {
    unsigned number;
    uint64_t cycle;
    /* the way there; requests in front of the lookup */
    struct { bool valid; struct gpu_req req; } there[GT_PARTITION_STAGES];
    unsigned there_at, there_count;
    struct gpu_req in[GT_PARTITION_QUEUE];
    unsigned in_head, in_count;
    struct tex_l2 l2;
    bool hit_valid, hit_turn;
    struct gpu_rsp hit;
    /* to the controller, and back */
    bool d_valid;
    struct dram_req d;
    struct dram_ctrl dram;
    struct { bool valid; struct dram_rsp rsp; } back[GT_PARTITION_BACK_STAGES];
    unsigned back_at, back_count;
    /* places: who waits there, and behind it; sectors that came, in their order */
    struct part_place { uint8_t kind, src, id, index, next; bool busy, chained; uint32_t data[8]; } place[PART_PLACES];
    uint8_t next_place, came[PART_PLACES];
    unsigned came_head, came_count;
    bool cur_valid;
    unsigned cur;
    uint32_t cur_data[8];
    struct part_atom { bool used; uint32_t sector; struct gpu_req req; } atom[GT_PARTITION_ATOMS];
    unsigned atoms;
    bool rsp_valid;
    struct gpu_rsp rsp;
    /* what happened in the last cycle (events) */
    struct { bool look, fill; uint8_t found, place, way, after, filled; uint32_t sector; } event;
};

/* Nothing is under way. number: which partition it is. */
void partition_reset(struct partition *p, unsigned number);

/* Whether a request offered in this cycle is taken, if it is one with step. */
static inline bool partition_ready(const struct partition *p)
{
    return !p->there[p->there_at].valid || p->in_count < GT_PARTITION_QUEUE;
}

/* The answer that is offered; NULL: none. */
static inline const struct gpu_rsp *partition_answer(const struct partition *p)
{
    return p->rsp_valid ? &p->rsp : NULL;
}

/* Nothing is under way in it nor in its controller (`idle`). */
bool partition_idle(const struct partition *p);
/* Besides, no bank is open, no refresh is due. */
bool partition_rests(const struct partition *p);
/* So many cycles and memory clocks in which it rests and nothing comes have passed, before its next refresh. */
void partition_skip(struct partition *p, uint64_t cycles, uint64_t clocks);

/* The end of a cycle. req: the request that is taken, NULL: none; rsp_ready: the answer is taken (both in a cycle with
 * step only); in: the data pins. What the chips do is dram_chip_clock's, on p->dram.pins before this call. */
void partition_cycle(struct partition *p, bool step, bool mstep, const struct gpu_req *req, bool rsp_ready,
                     const uint32_t in[4]);

#endif
