/* SPDX-License-Identifier: Apache-2.0
 *
 * An instruction as the issue logic sees it (docs/units/head.md; RTL: sm_opdec): what it reads, writes and waits for.
 */
#ifndef GT200_OPDEC_H
#define GT200_OPDEC_H

#include "func/micro.h"

enum tkind { TK_SP, TK_MUL /* SP or SFU */, TK_SFU, TK_DPU, TK_LSU, TK_BRU, TK_BAR, TK_STOP /* must not execute */ };
enum tspace { TS_NONE, TS_SHARED, TS_LOCAL, TS_GLOBAL, TS_TEXTURE };

struct tinfo {
    const struct gt_insn *in;       /* NULL: not made yet */
    const struct gt_micro *u;
    uint8_t  kind, space;
    bool     join, exit, store, predicated;
    bool     smem;                  /* an s[] operand: enters the LSU queue too */
    bool     atomic;                /* atom, red (then store is set too) */
    bool     lock;                  /* ld.lock; st.unlock is an ordinary store here */
    bool     two_rounds;            /* reads registers in t+5+q ... too: wide store, DPU, long compare-and-swap */
    bool     direct_c, indirect_c;
    uint8_t  reads;                 /* bit k: quarter q reads a register in t+k+q */
    uint8_t  words, bytes;          /* memory: words per lane, bytes per word (1, 2, 4); texture: results per lane */
    uint8_t  reg;                   /* destination register number of a load, or of an SFU or DPU result */
    uint8_t  steps;                 /* SFU, DPU: write-back steps per quarter */
    uint8_t  wb;                    /* enum gt_event_writes, of GT_EV_SPWB */
    uint8_t  there;                 /* bit k: destination word k is a register */
    uint32_t wmask;                 /* lanes a mov may write */
    uint64_t need[2], set[2];       /* registers: waited for; set in the scoreboard */
    uint8_t  need_ca, need_cf, set_ca;      /* bits 0-3 $c0-3, 4-7 $a1-4; need_cf: of a constant fetch */
};

/* u: what the functional core makes of the instruction. */
void opdec_make(struct tinfo *ti, const struct gt_insn *in, const struct gt_micro *u, unsigned nregs);

/* Of all that what it accesses: kind, space, bytes, words, store, atomic, lock, smem. */
void opdec_access(struct tinfo *ti, const struct gt_insn *in);

/* Its first micro-operation (HEAD-3, HEAD-4; HEAD-6: what must not execute). */
static inline unsigned opdec_first(const struct tinfo *ti)
{
    if (ti->kind == TK_STOP)
        return GT_UOP_BODY;
    return ti->join ? GT_UOP_JOIN : ti->indirect_c ? GT_UOP_CFETCH : GT_UOP_BODY;
}

#endif
