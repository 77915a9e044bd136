/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional core, used by gt_func_run() and, one instruction at a time, by the cycle model.
 * Values are computed here and nowhere else.
 */
#ifndef GT200_FUNC_H
#define GT200_FUNC_H

#include "gsim.h"
#include "gt_chip.h"
#include "insn.h"
#include "tex.h"

struct gt_entry { uint32_t pc, mask; uint8_t type; };

/* What the lanes of a warp have in $a. REGULAR + 1 (lanes 0-15: consecutive words, else one address) + 2 (lanes 16-31),
 * words aligned. */
enum gt_areg_pattern { GT_AP_UNKNOWN, GT_AP_OTHER, GT_AP_REGULAR };

/* The words of s[] that a REGULAR $a leads to: those of lanes 0-15 from lo on, of 16-31 from hi on; lines: 1, 2: they
 * are in line. With offsets below room they are inside; 0: nothing is known. */
struct gt_view { uint8_t *lo, *hi; uint32_t room, lines; };

/* One warp. Registers are row-major: register r of lane i at regs[r*32 + i]. */
struct gt_warp {
    uint32_t *regs;                 /* nregs * 32 words, owned by the caller */
    uint32_t  nregs;
    uint16_t  areg[8][32];          /* $a0..$a7; 0 and 5..7 stay 0 */
    uint8_t   areg_pattern[8];      /* of each $a: enum gt_areg_pattern; who writes areg says gt_areg_written */
    struct gt_view view[8];         /* what it leads to in s[] */
    uint8_t   creg[4][32];          /* $c0..$c3 */
    uint32_t  pc, active;
    uint32_t  broke, returned, exited;      /* lanes with tstate 1, 2, 3 */
    int       depth;
    struct gt_entry stack[64];      /* GT_STACK_DEPTH */
    uint32_t  slot;                 /* warp slot of the SM ($physid, local memory) */
    uint32_t  physid_sm;            /* bits 23:16 of $physid */
    uint32_t  warp_in_block;
    uint32_t  clock;                /* value $clock reads, set by the caller before each instruction */
    bool      finished;
    struct gt_block *block;
};

static inline void gt_areg_written(struct gt_warp *w, unsigned a)
{
    w->areg_pattern[a] = GT_AP_UNKNOWN;
    w->view[a].room = 0;
}

struct gt_block {
    uint8_t  *smem;                 /* the block's window; smem_bytes long */
    uint32_t  smem_bytes;
    uint32_t  last_line;            /* where 16 words in line may begin; gt_block_start sets it */
    uint32_t  ctaid_x, ctaid_y;
    uint8_t  *local;                /* l[] of its warps, one after the other; NULL: in device memory, by warp slot */
    uint32_t  lock[GT_SMEM_BYTES / 4 / 32]; /* ld.lock: a bit per word of s[], cleared by gt_block_start */
};

/* What one body did, for the cycle model and the lockstep checker. Filled when asked for; words of lanes outside exec,
 * and fields that the instruction has no use for, are unspecified. */
struct gt_effect {
    uint32_t exec;                  /* lanes that executed: active and predicate true (a partial mov: and in its lane
                                       mask) */
    uint32_t addr[32];              /* memory operations and s[] operands: byte address per lane (s[]: inside the
                                       window; l[]: physical; c[]: in the segment); texfetch: the coordinate register */
    uint32_t data[4][32];           /* stores: data words */
    uint32_t result[4][32];         /* destination words (16-bit: low 16 bits; $a: low 16 bits) */
    uint8_t  cc[32];                /* $c result if cdst_en or mov to $c */
};

struct gt_core {
    struct gt_gpu *gpu;
    const struct gt_launch *launch;
    const struct gt_config *cfg;
    struct gt_insn *decoded;        /* one per code word address, from gt_core_init */
    struct gt_fault fault;
    bool deferred;                  /* g[], l[] and textures are accessed by the caller (gt_load_part ...): bodies
                                       check addresses, and leave addresses and store data in eff, which is there
                                       then */
    uint32_t *pm;                   /* the four event counters $pm0-$pm3 of the SM, from the caller; NULL: they read
                                       0 (PM-3) */
    bool shared;                    /* decoded and priv belong to another core */
    /* model private */
    void *priv;
};

bool gt_core_init(struct gt_core *c, struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg);
/* A core for the same launch that uses what `from` has decoded; `from` must outlive it. */
bool gt_core_share(struct gt_core *c, const struct gt_core *from, const struct gt_config *cfg);
void gt_core_done(struct gt_core *c);
/* Decoded instruction at a byte address (cached). Outside the code: zero words. Never NULL. */
const struct gt_insn *gt_core_insn(struct gt_core *c, uint32_t pc);

/* The initial state of warp `index` of a block with thread count etc. from cfg: r0 = packed tid, masks, pc. Other
 * registers, $a and $c are left alone. */
void gt_warp_start(struct gt_core *c, struct gt_warp *w, struct gt_block *b, uint32_t index);
/* Header and parameters into the block's shared memory. */
void gt_block_start(struct gt_core *c, struct gt_block *b);

/* Lanes of w->active whose predicate is true. */
uint32_t gt_exec_mask(const struct gt_warp *w, const struct gt_insn *in);
/* Executes the body of a non-control instruction for the whole warp, memory included. pc is not changed. false:
 * c->fault is set, nothing (but possibly lower lanes of a store) changed. eff may be NULL. */
bool gt_exec_body(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, struct gt_effect *eff);
/* The autoincrement alone, of the executing lanes of `lanes`: for an instruction of the code that has found a fault in
 * an address where the machine has written its $a before (RF-5). */
void gt_exec_increment(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, uint32_t lanes);

/* Deferred accesses (gt_core.deferred), one sector at a time: `lanes` of a load or atom get their result from it, in
 * register and eff: words `word` to word + words - 1, from the 32 bytes around their addresses. */
void gt_load_part(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, uint32_t lanes, unsigned word,
                  unsigned words, const uint8_t sector[32], struct gt_effect *eff);

/* What atom and red make of 4 or 8 bytes (m) of the type: b the operand, n the new value of cas. Of 4 the low word
 * counts. */
uint64_t gt_atomic_value(unsigned aop, unsigned mtype, uint64_t m, uint64_t b, uint64_t n);

/* One lane of atom or red in device memory, as the memory port does it: operation, type, byte address (aligned,
 * inside the arena); data: operand, new value of cas, two words each. old: the words before. */
void gt_atomic(struct gt_gpu *g, unsigned aop, unsigned mtype, uint32_t addr, const uint32_t data[4], uint32_t old[2]);

/* Control flow (docs/units/bru.md). Each updates pc, active and stack; pops, if not NULL, is increased by the entries
 * popped or, on unwind, looked at: a cycle each. Finding the stack empty is not counted (w->finished tells). An
 * instruction without lanes left to run leaves pc where it is. false: c->fault is set. */
bool gt_ctl_join(struct gt_core *c, struct gt_warp *w, bool *redirected, int *pops);
/* all BRU operations except bar */
bool gt_ctl_exec(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, int *pops);
bool gt_ctl_exit(struct gt_core *c, struct gt_warp *w, int *pops);
/* lane 0xffffffff: the fault belongs to the whole warp. */
void gt_fault_at(struct gt_core *c, const struct gt_warp *w, const struct gt_insn *in, uint32_t code, uint32_t lane,
                 uint32_t addr);

#endif
