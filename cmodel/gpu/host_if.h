/* SPDX-License-Identifier: Apache-2.0
 *
 * The host's commands (docs/units/host-if.md), cycle for cycle as rtl/gpu/host_if.sv.
 *
 *   in every cycle   host_if_ready, host_if_answer, host_if_request, host_if_launches, host_if_inv
 *                    host_if_cycle, at its end
 */
#ifndef GT200_GPU_HOST_IF_H
#define GT200_GPU_HOST_IF_H

#include "packet.h"

enum { HOST_QUEUE = 64, HOST_ANSWERS = 8 };         /* words */
enum host_op { HOST_UPLOAD = 1, HOST_SET, HOST_INVALIDATE, HOST_FENCE, HOST_LAUNCH, HOST_BAD = 15 };
enum host_register { HOST_REG_CFG = 0, HOST_CFG_WORDS = 10, HOST_REG_LOCAL_BASE = 16, HOST_REG_DIR_BASE,
                     HOST_REG_L3_BASE, HOST_REG_TEX_DATA = 24, HOST_TEX_WORDS = 5, HOST_REG_TEX_INDEX = 31,
                     HOST_REG_PARAM = 64, HOST_REGISTERS = 128 };
enum { HOST_FAULT_WORDS = 3 };

enum host_state { HOST_COMMAND, HOST_ADDRESS, HOST_DATA, HOST_SEND, HOST_SETS, HOST_INVALIDATES, HOST_FENCES,
                  HOST_PREPARES, HOST_WAITS, HOST_STARTS, HOST_RUNS, HOST_ENDS, HOST_ANSWERING, HOST_DEAD };

struct host_if {
    enum host_state state;
    uint32_t in[HOST_QUEUE], out[HOST_ANSWERS];
    unsigned in_head, in_count, out_head, out_count;
    uint64_t cycle;                     /* since the reset */
    unsigned still;                     /* cycles since a launch has run, GPU_FENCE_CYCLES at most */
    uint32_t command, left, at, reg;    /* words left; address, register of the next one */
    uint64_t starts;                    /* the cycle from which the launch is asked for */
    uint64_t cycles;                    /* of the launch */
    unsigned word;                      /* of the answer */
    bool     inv, faulted;              /* inv: the cycle behind an invalidation's step */
    struct gpu_req sector;
    uint32_t set[HOST_REGISTERS];       /* HOST-3; the last member: a reset leaves it */
};

/* What the chip says in a cycle, and what is taken. */
struct host_if_in {
    bool     valid;                     /* the host offers this word */
    uint32_t word;
    bool     answer_taken;
    bool     step, running, moving, launch_ready, request_ready;
    uint8_t  next_tpc, fault_sm;
    bool     fault_page;
    uint32_t fault[HOST_FAULT_WORDS];   /* fault_t; its highest bit: whether there is one */
    bool     fault_valid;
};

/* Empty, nothing under way; the registers stay (HOST-3). */
void host_if_reset(struct host_if *h);

/* Whether a word is taken in this cycle. */
static inline bool host_if_ready(const struct host_if *h) { return h->in_count < HOST_QUEUE; }
/* The answer's word that is offered; NULL: none. */
static inline const uint32_t *host_if_answer(const struct host_if *h)
{
    return h->out_count ? &h->out[h->out_head] : NULL;
}
/* The store that is offered; NULL: none. */
static inline const struct gpu_req *host_if_request(const struct host_if *h)
{
    return h->state == HOST_SEND ? &h->sector : NULL;
}
/* launch_valid. */
static inline bool host_if_launches(const struct host_if *h) { return h->state == HOST_STARTS; }
/* What is invalidated in this cycle, in which the chip says this. */
unsigned host_if_inv(const struct host_if *h, const struct host_if_in *in);
/* The texture whose descriptor is written in this cycle; -1: none. */
int host_if_texture(const struct host_if *h);

void host_if_cycle(struct host_if *h, const struct host_if_in *in);

#endif
