/* SPDX-License-Identifier: Apache-2.0
 *
 * What each warp waits for in an even cycle in which nothing issues (docs/units/profile.md), from what model and RTL
 * both know in that cycle. waits_of() is of both: each says only what it holds.
 */
#ifndef GT200_WAITS_H
#define GT200_WAITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "waits_names.h"

/* Whose results operands can be. */
enum waits_writer { WAITS_MEMORY, WAITS_SHARED, WAITS_SP, WAITS_SFU, WAITS_DPU, WAITS_WRITERS };

/* Sets of warps, and what units can take (ISSUE-7). */
struct waits_seen {
    uint32_t alive, known, lines, heads;    /* there; next pc known; needed line readable; head decoded */
    uint32_t control, fetching, leaving;    /* of the heads: a control operation, a constant fetch under way; less than
                                               4 cycles behind a body with the exit marker */
    uint32_t pending[WAITS_WRITERS];        /* flags of their next micro-operation */
    uint32_t constant;                      /* it is a body, whose direct constant is not there */
    uint32_t sp, sfu, dpu, lsu, smem, bru, cf;      /* unit of the next micro-operation; BRU: all that issues there */
    uint32_t mature;
    unsigned starve, bank;                  /* bit p: ISSUE-10, ISSUE-9 hold back parity p */
    bool     sp_ok, lsu_ok, sfu_ok, dpu_ok, bru_ok, con_ok;
    bool     late;                          /* ISSUE-8 for fresh odd warps */
};

static inline uint32_t waits_parities(unsigned p)
{
    return (p & 1 ? 0x55555555u : 0) | (p & 2 ? 0xaaaaaaaau : 0);
}

/* PROF-2, PROF-3. Every warp that is alive is in one of the sets. */
static inline void waits_of(const struct waits_seen *s, uint32_t out[GT_WAITS])
{
    static const uint8_t writer[WAITS_WRITERS] = {GT_WAIT_MEMORY, GT_WAIT_SHARED, GT_WAIT_SP, GT_WAIT_SFU, GT_WAIT_DPU};
    uint32_t left = s->alive;
    memset(out, 0, GT_WAITS * sizeof *out);
#define WAITS_TAKE(what, set) (out[what] |= left & (set), left &= ~(set))
    WAITS_TAKE(GT_WAIT_CONTROL, (~s->heads & ~s->known) | (s->heads & s->control));
    WAITS_TAKE(GT_WAIT_FETCH, ~s->heads & ~s->lines);
    WAITS_TAKE(GT_WAIT_HEAD, ~s->heads | s->leaving);
    WAITS_TAKE(GT_WAIT_CONSTANT, s->fetching);
    for (unsigned k = 0; k < WAITS_WRITERS; k++)
        WAITS_TAKE(writer[k], s->pending[k]);
    WAITS_TAKE(GT_WAIT_CONSTANT, s->constant);
    /* ready: its unit, then the write ports, then the register file */
    WAITS_TAKE(GT_WAIT_CONTROL_BUSY, (s->bru_ok ? 0 : s->bru) | (s->con_ok ? 0 : s->cf));
    WAITS_TAKE(GT_WAIT_LSU_BUSY, s->lsu_ok ? 0 : s->lsu | s->smem);
    if (!s->sp_ok)
        WAITS_TAKE(GT_WAIT_SP_BUSY, s->sp & (s->sfu_ok ? ~s->sfu : ~0u));
    WAITS_TAKE(GT_WAIT_X_BUSY, ((s->sfu_ok ? 0 : s->sfu) & ~s->sp) | (s->dpu_ok ? 0 : s->dpu));
    WAITS_TAKE(GT_WAIT_PORT, ~(s->bru | s->cf) & waits_parities(s->starve));
    WAITS_TAKE(GT_WAIT_BANK, ~(s->bru | s->cf) & waits_parities(s->bank));
    if (s->late)
        WAITS_TAKE(GT_WAIT_BANK, s->sp & ~s->mature & 0xaaaaaaaau);
    if (out[GT_WAIT_BANK] & s->sfu)                 /* SFU-4: one of these has the slot, the others wait with it */
        WAITS_TAKE(GT_WAIT_BANK, left);
    WAITS_TAKE(GT_WAIT_OTHER, left);
#undef WAITS_TAKE
}

#endif
