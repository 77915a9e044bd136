/* SPDX-License-Identifier: Apache-2.0
 *
 * A decoded instruction made ready for execution: handler, kernels and operand fetch resolved once, so
 * that the hot loop only follows pointers. Private to cmodel/func.
 */
#ifndef GT200_MICRO_H
#define GT200_MICRO_H

#include "func.h"
#include "kern.h"

/* A loop over lanes, which are independent. */
#ifdef __clang__                /* has no such pragma */
#define GT_EACH_LANE for (int i = 0; i < 32; i++)
#else
#define GT_EACH_LANE _Pragma("GCC ivdep") for (int i = 0; i < 32; i++)
#endif

enum gt_mclass {
    UC_NONE /* no rule */,
    UC_BODY,
    UC_ALWAYS /* runs even when no lane executes, on all active ones */,
    UC_EVENT /* the same, on those that execute */,
    UC_CTL,
    UC_BAR,
    UC_STOP /* always a fault */
};

/* How a source row is made. */
enum gt_msrc { US_ZERO, US_ROW, US_IMM, US_HALF, US_SMEM, US_CMEM, US_AREG, US_CREG, US_SREG };

struct gt_micro;
typedef bool gt_body(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                     struct gt_effect *eff);

/* An instruction, then by a tail call those behind it, as far as they are plain. false: c->fault is set, and w->pc is
 * that of the instruction. */
typedef bool gt_run(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u);

struct gt_micro {
    gt_body *body;
    gt_kern *kern, *kern2;          /* kern2(kern(a, b), c) when set */
    const struct gt_kernels *kn;
    const struct gt_insn *in;
    uint8_t  cls;                   /* enum gt_mclass */
    uint8_t  len, join, exit;
    uint8_t  plain;                 /* UC_BODY, no marker, no predicate, no look at $clock */
    uint8_t  always, cread, carry;  /* condition 15; $c of predicate; $c of the carry */
    uint16_t truth;                 /* of the condition */
    uint8_t  skind[3], sidx[3], nsrc;
    uint8_t  swidth16;              /* bit i: memory operand i is 16 bits wide */
    uint8_t  dkind, dst;            /* enum gt_kind: NONE, R16, R32, R64, R128, AREG */
    uint8_t  ccid, cdst;            /* enum gt_ccid */
    uint8_t  scratch;               /* the kernel may not write its operand rows */
    uint8_t  ext;
    uint8_t  size, words, sext;     /* memory: bytes per element (1, 2, 4), words, sign extension */
    uint32_t wmask;
    uint32_t x[3];                  /* XORed to the sources: negation or inversion */
    uint32_t lanes;                 /* lanes of a partial mov */
    const uint32_t *fixed[3];       /* row of a source that is not a register, for the specialised bodies */
    /* Instructions of a core's code: */
    const struct gt_micro *next;    /* the one behind it */
    gt_run  *run;                   /* this one and those behind it, when all 32 lanes execute and nobody asks for
                                       effects */
    uint32_t straight, after;       /* how many that are; the pc behind them */
    uint32_t pc;
    uintptr_t at[3], in_regs[3];    /* row of source i: at[i] + (address of the registers & in_regs[i]) */
    uint32_t dst_at;                /* byte offset of the destination from the registers */
    uint8_t  areg;                  /* of s[]; off: what is added to it; view_at: byte offset in struct gt_warp */
    uint16_t off, view_at;
    _Alignas(32) uint32_t imm[32];
};

struct gt_priv {
    struct gt_micro *micros;            /* one per code word */
    struct gt_insn out_insn;        /* what is "decoded" outside the code */
    struct gt_micro  out_micro;
    struct gt_micro  cut;               /* ends a straight line that is too long */
    const struct gt_kernels *kn;
};

/* Makes u for in, on a chip of these values. */
void gt_micro_make(struct gt_micro *u, const struct gt_insn *in, const struct gt_kernels *kn,
                   const struct gt_values *v);
/* Fills what stands from `next` on, which is bound; run becomes one of exec_bound.inc where the operands are inside
 * nregs registers. */
void gt_micro_bind(struct gt_micro *u, const struct gt_micro *next, const struct gt_micro *cut, uint32_t pc,
                   uint32_t nregs);
/* The prepared form of the instruction at pc. */
const struct gt_micro *gt_core_micro(struct gt_core *c, uint32_t pc);
/* The prepared form of in when in is one of the core's own decoded instructions, else NULL. */
const struct gt_micro *gt_core_cached(struct gt_core *c, const struct gt_insn *in);

/* gt_exec_body of a prepared form. */
bool gt_exec_micro(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, struct gt_effect *eff);

/* Bodies. */
gt_body gt_body_nop, gt_body_alu, gt_body_rows, gt_body_smem, gt_body_vote, gt_body_dpu, gt_body_unimplemented;
gt_body gt_body_ld_g, gt_body_st_g, gt_body_ld_l, gt_body_st_l, gt_body_ld_s, gt_body_st_s, gt_body_ld_c;
gt_body gt_body_atom, gt_body_ld_lock, gt_body_st_unlock, gt_body_tex, gt_body_pmevent;
gt_body gt_body_ld_g32, gt_body_ld_s32;       /* one word per lane into a register */
/* For gt_micro.run: any body; what is not plain. */
gt_run gt_run_body, gt_run_end;
/* exec_bound.inc: gt_body_rows and so on; st_s32 stores a register. One for each set of kernels. */
struct gt_bound { gt_run *rows, *smem, *smem_fmad, *ld_s32, *st_s32, *ld_g32; };
extern const struct gt_bound gt_bound_base;
#ifdef GT_HAVE_AVX2
extern const struct gt_bound gt_bound_avx2;
#endif

/* exec.c: source i of 32 bits or less as a row; buf is used when it has to be made. NULL: fault. */
const uint32_t *gt_source(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, int i, uint32_t exec,
                          uint32_t *buf, struct gt_effect *eff);

/* exec_mem.c: operand rows from memory. false: fault set. */
bool gt_fetch_smem(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, bool w16,
                   uint32_t *row, struct gt_effect *eff);
void gt_fetch_cmem(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, unsigned size,
                   bool sext, uint32_t *row, struct gt_effect *eff);
/* 16-bit byte addresses of an s[], l[] or indirect c[] access. */
void gt_mem_addr16(const struct gt_warp *w, const struct gt_micro *u, uint32_t *addr);
/* Checks the addresses of the lanes in exec: multiples of bytes, the size of the access, inside base .. base + room
 * - 1. false: fault of the lowest refused lane is set. */
bool gt_mem_check(struct gt_core *c, const struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                  const uint32_t *addr, uint32_t bytes, uint32_t base, uint32_t room, uint32_t limit_fault);

void gt_autoinc(struct gt_warp *w, const struct gt_insn *in, uint32_t exec);

extern const uint32_t gt_zero_row[32];
extern const uint16_t gt_cond_truth[32];    /* bit f: condition true for flags f */

/* What comes behind u in its straight line. */
static inline bool gt_run_next(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u)
{
    const struct gt_micro *next = u->next;
    return next->run(c, w, next);
}

static inline bool gt_run_failed(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u)
{
    c->fault.pc = w->pc = u->pc;
    return false;
}

static inline const uint32_t *gt_row(const struct gt_warp *w, unsigned r)
{
    return r < w->nregs ? w->regs + r * 32 : gt_zero_row;
}

/* The memory of l[] or g[]: its byte 0 has address GT_G_BASE. */
static inline uint8_t *gt_memory_of(const struct gt_core *c, const struct gt_warp *w, const struct gt_micro *u)
{
    bool local = u->in->op == GT_OP_LD_L || u->in->op == GT_OP_ST_L;
    return local && w->block->local ? w->block->local : c->gpu->mem;
}

/* Word `word` of a loaded or atomic result, of one lane. */
static inline void gt_write_lane(struct gt_warp *w, const struct gt_micro *u, unsigned word, unsigned lane, uint32_t v)
{
    if (u->dkind == GT_K_R16) {
        uint32_t *r = &w->regs[u->dst / 2 * 32 + lane];
        if (u->dst / 2u < w->nregs)
            *r = u->dst & 1 ? (*r & 0xffff) | v << 16 : (*r & 0xffff0000) | (v & 0xffff);
    } else if (u->dkind != GT_K_NONE && u->dst + word < w->nregs) {
        w->regs[(u->dst + word) * 32 + lane] = v;
    }
}

/* A word of s[] through an address register without autoincrement; exec is not empty. Whatever is not the common
 * case, faults included, is left to gt_fetch_smem. */
static inline bool gt_fetch_smem32(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                                   uint32_t *row, struct gt_effect *eff)
{
    const struct gt_block *b = w->block;
    const struct gt_insn *in = u->in;
    if (!eff && u->kn->load_a32(row, b->smem, w->areg[in->areg & 7], (uint32_t)in->mem_off, exec, b->smem_bytes - 4))
        return true;
    return gt_fetch_smem(c, w, u, exec, false, row, eff);
}

/* Source i in the specialised bodies. */
static inline const uint32_t *gt_src_row(const struct gt_warp *w, const struct gt_micro *u, int i)
{
    return u->fixed[i] ? u->fixed[i] : gt_row(w, u->sidx[i]);
}

/* Lanes of the active ones whose predicate is true. */
static inline uint32_t gt_micro_exec(const struct gt_warp *w, const struct gt_micro *u)
{
    if (u->always)
        return w->active;
    return w->active & u->kn->pred(w->creg[u->cread], u->truth);
}

#endif
