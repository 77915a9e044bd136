/* SPDX-License-Identifier: Apache-2.0
 *
 * Constant port and the indirect constant fetch (docs/units/const.md; RTL: sm_const, sm_cfetch).
 */
#ifndef GT200_CONST_H
#define GT200_CONST_H

#include "ccache.h"
#include "func/func.h"
#include "gt_chip.h"

struct constant {
    uint32_t need, wait;            /* direct: to be asked; not arrived */
    uint32_t hold;                  /* of need: refused, not before the next line */
    uint32_t direct[GT_WARPS];      /* its address: segment << 16 | offset */
    uint32_t asked;                 /* byte k: warp + 1 whose constant is there in k cycles */
    uint8_t  last;                  /* warp asked last */
    int8_t   starter;               /* warp whose request began the fetch of the line under way; -1: the indirect
                                       fetch */
    bool     busy;                  /* indirect fetch waiting for its body */
    uint64_t idle, pass;            /* idle from; next pass (UINT64_MAX: none) */
    bool     pass_hold;             /* it was refused */
    uint8_t  warp, passes, served;
    uint32_t addr[GT_LANES];        /* of the passes */
};

void con_init(struct constant *con);
/* The head of warp w needs a direct constant. */
void con_want(struct constant *con, unsigned w, const struct gt_insn *in);
/* It is gone. */
static inline void con_drop(struct constant *con, unsigned w)
{
    con->need &= ~(1u << w);
    con->wait &= ~(1u << w);
}
static inline bool con_takes(const struct constant *con, uint64_t cycle) { return !con->busy && cycle >= con->idle; }
/* The indirect fetch of the warp in slot w begins. */
void con_issue(struct constant *con, unsigned w, const struct gt_warp *gw, const struct gt_insn *in, uint64_t cycle);
/* Its body issues. */
void con_body(struct constant *con, uint64_t cycle);
/* Nothing is to be asked for in this cycle. */
static inline bool con_idle(const struct constant *con, uint64_t cycle)
{
    return !(con->need & ~con->hold) && con->pass > cycle;
}
/* The warp whose last pass this is, -1: none. */
int con_cycle(struct constant *con, struct ccache *cache, struct l2 *l2, unsigned port, uint64_t cycle);
/* A line has come. */
void con_line(struct constant *con);
/* The constant that is there at the end of the cycle (CONST-3). */
static inline void con_arrive(struct constant *con)
{
    uint8_t there = (uint8_t)con->asked;
    con->asked >>= 8;
    if (there)
        con->wait &= ~(1u << (there - 1));
}

#endif
