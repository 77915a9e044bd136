/* SPDX-License-Identifier: Apache-2.0
 *
 * Machine instructions on virtual registers.
 *
 * A virtual register is one 32-bit word ($r) or one condition code ($c). 64- and 128-bit values are groups
 * of words that must end up in consecutive, aligned registers. A PTX predicate is a pair: a mask word
 * (all ones or 0) and a condition code; every instruction that makes one makes both, and dead-code
 * elimination drops what nobody reads.
 *
 * Control flow is in the blocks, not in instructions, except `ret` under a predicate.
 */
#ifndef PTXAS_IR_H
#define PTXAS_IR_H

#include "limits.h"
#include "mkind.h"
#include "ptx.h"

/* What an operation can take and do. */
enum {
    MF_S0 = 1,          /* source 1 may be s[] */
    MF_C1 = 2,          /* source 2 may be c[] */
    MF_C2 = 4,          /* source 3 may be c[] */
    MF_IMM1 = 8,        /* has an immediate form (constant as source 2) */
    MF_COMM = 16,       /* sources 1 and 2 commute */
    MF_SIDE = 32,       /* has an effect besides its results: never removed or duplicated */
    MF_CC = 64,         /* can write $c */
    MF_PURE = 128       /* value depends on the operands only */
};
extern const uint16_t mop_flags[M_COUNT];

enum okind { O_NONE, O_REG, O_IMM, O_SMEM, O_CMEM, O_CREG, O_SREG };
enum { HALF_NONE, HALF_LO, HALF_HI };
/* What of a condition code is the predicate: not zero, as comparisons leave it; the carry of a sum; the true sum is
 * below zero, overflow or not. */
enum { PT_TRUE, PT_CARRY, PT_LESS };
enum { SM_U8, SM_U16, SM_S16, SM_B32 };

struct opnd {
    uint8_t  kind, half;
    bool     neg, abs, inv;
    uint8_t  mode;      /* SMEM: SM_* */
    uint8_t  seg;       /* CMEM */
    int32_t  v;         /* REG, CREG: virtual register; SMEM, CMEM: byte offset; SREG: index */
    uint32_t imm;       /* IMM */
};

/* A routine: called with fixed registers. Three kinds: a function of the library, compiled on its own and emitted
 * once behind the kernel (fn); one instruction that wants fixed registers and stands where the call would (text);
 * and, in a routine's own code, the places where its arguments arrive and its result leaves, which are no
 * instructions (neither). */
#define ROUTINE_ARGS 6
#define ROUTINE_RESULTS 4
#define ROUTINE_REGS 40         /* most registers of a function of the library; its callers keep what lives across it
                                   above those it takes */
struct routine {
    const char *name;
    uint8_t     nargs, arg[ROUTINE_ARGS];       /* $r of each word */
    uint8_t     nres, res[ROUTINE_RESULTS];
    uint64_t    clobber;        /* bit N: it may write $rN (results included), N < 64 */
    uint8_t     cclobber;       /* bit N: it may write $cN */
    const char *text;           /* assembly, long form */
    struct fn  *fn;
};

struct minst {
    struct minst *prev, *next;
    struct mblock *block;
    uint8_t   op;           /* enum mop */
    uint8_t   type;         /* enum vtype: of the operation, or of the data that is moved; conversions: of the result */
    uint8_t   stype;        /* conversions: type of the source; 16-bit products: of source 2 */
    uint8_t   gop;          /* enum gt_op, for an op that stands for several; 0 otherwise */
    uint8_t   cond;         /* comparisons: MC_* */
    uint8_t   rnd;          /* MR_* */
    uint8_t   aop;          /* atomics: enum gt_aop */
    bool      sat;
    bool      hi;           /* 24-bit products: the upper 32 of 48 bits */
    bool      rint;         /* float to float: to an integral value */
    int       dst;          /* first word written, -1: none */
    uint8_t   dw;           /* words written: 0, 1, 2, 4 */
    int       cdst;         /* condition code written, -1: none */
    struct opnd src[3];
    uint8_t   sw[3];        /* words of each source: 0 and 1 are one word, 2 and 4 groups (stores, f64) */
    int       pred;         /* $c predicate, -1: always */
    bool      pneg;         /* executes when the predicate is false */
    uint8_t   test;         /* PT_*: what of pred is the predicate */
    bool      fresh;        /* under a predicate, writes registers whose older values no lane reads behind it */
    int       abase;        /* memory, or an s[] operand: address register, -1: absolute */
    uint8_t   ashift;       /* memory: address = (abase << ashift) + aoff */
    int32_t   aoff;         /* memory; an s[] operand that has been a load: what its $a adds to its own offset */
    uint8_t   areg;         /* memory after areg.c: $a register */
    uint8_t   afrom;        /* M_ADDA: the $a that it adds to, 0: none */
    bool      ainc;         /* memory: the address is $a alone, which steps by aoff afterwards */
    uint8_t   seg;          /* constant segment */
    bool      split;        /* a copy that takes a word out of a group */
    bool      reload;       /* brings a spilled word back from l[], which no other instruction between it and its
                               uses writes */
    bool      shared;       /* has an s[] operand that was a load of shared memory: neither pure nor invariant */
    bool      fuse;         /* a product and a sum that may become one multiply-add (PTX without .rn) */
    bool      vol;          /* volatile access or clock read: never removed */
    bool      low;          /* its constant has no room in c1[]: the immediate form, whose registers are below $r64 */
    uint8_t   lit;          /* emission: source index that goes to c1[], +1 */
    int       old;          /* SSA: what a predicated write leaves in dst where it does not execute, -1: nothing that
                               matters */
    int       cold;         /* the same for cdst */
    int      *args;         /* M_PHI: values by predecessor of the block */
    const struct routine *rt;       /* M_CALL */
    int       carg[ROUTINE_ARGS], cres[ROUTINE_RESULTS];    /* M_CALL: virtual registers, -1: none */
    unsigned  line, shared_line;            /* of the PTX; of the load that has become its s[] operand, 0: none */
};

/* Registers in ascending order. */
struct reglist { int *v; size_t n, cap; };

enum term { TERM_JUMP, TERM_COND, TERM_RET };

struct mblock {
    int           id;           /* position in fn->blocks */
    struct minst *first, *last;
    uint8_t       term;
    int           pred;         /* TERM_COND: condition code */
    bool          pneg;
    struct mblock *succ[2];     /* COND: taken, not taken; JUMP: [0] */
    VEC(struct mblock *) preds;
    unsigned      line;         /* of the terminator */
    bool          stays;        /* head of a loop around others: stays a block when nothing is left in it */
    /* analyses */
    bool          reach, loop_head, div, brdiv;
    int           rpo;
    struct mblock *idom, *ipdom;
    int           pdepth;       /* depth in the post-dominator tree */
    struct mloop *loop;
    struct mknot *knot;         /* the innermost that has the block */
    bool          knot_entry;   /* of one of its knots */
    bool          join;         /* the first instruction gets the join marker */
    VEC(struct mblock *) joinats;       /* pushed at the end of the block, before its branch */
    struct reglist live_in, live_out;
    uint32_t      addr;         /* emission */
};

static inline int count_successors(const struct mblock *b) { return b->term == TERM_COND ? 2 : b->term == TERM_JUMP; }

struct mloop {
    struct mloop  *outer;
    struct mblock *head;
    int            depth;
    VEC(struct mblock *) body;      /* its blocks, by id, with those of loops inside */
};

/* Blocks of a cycle with several entries, as goto into a loop makes it: no loop, since none of them dominates it. */
struct mknot {
    struct mknot *outer;
};

struct vreg {
    bool     is_c;
    int8_t   fixed;         /* register it must live in, -1: any; the thread index is in $r0 at entry */
    uint64_t forbid;        /* registers below 64 that it must not live in: a call it lives across writes them */
    bool     uniform;
    bool     no_spill;
    bool     piece;         /* a part of the life of a spilled word */
    bool     named;         /* a PTX register, not a temporary of one lowering */
    int      mate;          /* condition code of a PTX predicate: the mask word, -1: none */
    int      ndefs, nuses;
    struct minst *def;      /* the definition when ndefs == 1 */
    bool     half;          /* used as half: must be below $r64 */
    int      group;         /* -1 or index in fn->groups */
    uint8_t  gpos;
    int      color;
};

struct group { int v[4]; uint8_t n; };

struct literal { uint32_t value; bool h; };     /* h: also read as a 16-bit operand */

/* Memory that the next user of the pool takes over. */
struct pool { uint64_t *words; size_t cap; };

struct live_note { int block, next; };          /* live.c */

/* What has been done: the verifier's rules go by it. */
enum stage {
    STAGE_LOWERED,
    STAGE_LEGAL,                /* operands are what the machine has */
    STAGE_ADDRESSED,            /* addresses are in $a registers */
    STAGE_ALLOCATED,
};

struct fn {
    struct cx      *cx;
    struct pmodule *mod;
    struct pentry  *entry;
    VEC(struct mblock *) blocks;        /* layout order; blocks[0] is the entry */
    VEC(struct vreg) vr;
    VEC(struct group) groups;
    VEC(struct literal) lits;
    VEC(struct mloop *) loops;
    int      tid;               /* virtual register of the thread index */
    int      carry;             /* condition code of add.cc and so on, -1 until used */
    uint32_t smem, lmem, param_bytes;
    unsigned max_regs, regs, bars;
    /* lowering */
    struct mblock *cur;
    unsigned line;
    VEC(const struct routine *) routines;       /* that it calls */
    bool     is_routine;        /* ends with ret, not with the thread */
    bool     in_order;          /* for a debugger: instructions of a block stay in the order of the PTX */
    struct pool live_pool, row_pool, adj_pool, set_pool;
    struct strip *strips;               /* interfere.c */
    VEC(struct live_note) live_notes;
    bool     ssa;               /* every register has one definition */
    bool     strict;            /* was in that form: a register with one definition, predicated, has no older value */
    uint8_t  stage;             /* enum stage */
    /* emission */
    VEC(uint32_t) words;
};

/* ir.c */
int  fn_vreg(struct fn *f, bool is_c);
int  fn_group(struct fn *f, int n);             /* n fresh words; returns the first, the others follow it */
struct mblock *fn_block(struct fn *f);          /* appended */
struct minst *mi_new(struct fn *f, enum mop op, enum vtype type);
void mi_kind(struct minst *m, enum mop op, enum vtype type);            /* makes m that operation, without modifiers */
void mi_copy_kind(struct minst *m, const struct minst *from);
bool mi_same_kind(const struct minst *a, const struct minst *b);        /* operation, types, modifiers */
bool mi_converts(const struct minst *m, enum vtype to, enum vtype from);        /* that conversion, without modifiers */
bool mi_half_product(const struct minst *m);    /* a product or comparison of 16-bit sources */
struct minst *mi_append(struct fn *f, struct mblock *b, struct minst *m);
void mi_insert_before(struct minst *at, struct minst *m);
void mi_insert_after(struct minst *at, struct minst *m);
void mi_remove(struct minst *m);
struct opnd op_reg(int v);
struct opnd op_half(int v, int half);
struct opnd op_imm(uint32_t imm);
uint64_t *pool_take(struct cx *cx, struct pool *p, size_t words);
uint64_t *pool_room(struct cx *cx, struct pool *p, size_t words);       /* whatever it holds */
bool op_equal(const struct opnd *a, const struct opnd *b);
struct opnd op_smem(int off, int mode);
#define MI_REGS 24            /* most registers that one instruction reads or writes */
int  mi_uses(const struct minst *m, int out[MI_REGS]);
int  mi_defs(const struct minst *m, int out[MI_REGS]);
void mi_rename(struct minst *m, const int *to); /* registers (not groups) by the map `to`; phis aside */
bool mi_guarded(const struct minst *m);          /* under a predicate, its results stay as they were in some lanes */
bool mi_def_kills(const struct fn *f, const struct minst *m, int v);
bool mi_commutes(const struct minst *m);        /* sources 1 and 2 */
void fn_count(struct fn *f);                    /* ndefs, nuses, def */
void fn_preds(struct fn *f);                    /* predecessor lists and reach; drops unreachable blocks; renumbers */
#define EACH_INST(m, b) (struct minst *m = (b)->first; m; m = m->next)

/* passes */
struct fn *lower_entry(struct cx *cx, struct pmodule *mod, struct pentry *e);
struct fn *lower_routine(struct fn *caller, struct pentry *e, const struct routine *arrive,
                         const struct routine *leave);
void compile_body(struct fn *f);                /* everything from control flow to registers */
const struct routine *routine_get(struct fn *f, const char *name);     /* of the library; compiled at its first use
                                                                          in f */
void opt_run(struct fn *f);
void opt_none(struct fn *f);                    /* -O0: only what makes operands legal */
/* A constant 0; is source i of m read as 16 bits? (put.c) */
bool op_zero(const struct opnd *o);
bool opt_half(const struct minst *m, int i);
/* May o stand as source i of m? */
bool opt_legal(const struct minst *m, int i, const struct opnd *o);
/* Puts a constant, s[] or c[] as source i of m if that can be encoded, perhaps exchanging sources. */
bool opt_put(struct fn *f, struct minst *m, int i, struct opnd o);
struct codes *codes_readers(struct fn *f);      /* who reads each condition code (codes.c) */
bool codes_only_predicate(const struct codes *x, int c);        /* then its sense can be turned round */
void codes_rename(struct codes *x, int from, int to);
void codes_turn_round(struct codes *x, int c);  /* all readers, which are predicates, take the opposite */
void smem_fold(struct fn *f);
void window_run(struct fn *f);                  /* from further away than an operand reaches; fn_count is old then */
void opt_dce(struct fn *f);
void mul_expand(struct fn *f);
uint64_t mul_bound(struct fn *f, const struct opnd *o, int depth);
void cfg_cleanup(struct fn *f);
void cfg_analyse(struct fn *f);                 /* rpo, dominators, loops */
void cfg_postdom(struct fn *f);                 /* knots, post-dominators */
bool cfg_dominates(const struct mblock *a, const struct mblock *b);
bool cfg_postdominates(const struct mblock *a, const struct mblock *b);
bool loop_has(const struct mloop *l, const struct mblock *b);
bool knot_has(const struct mknot *k, const struct mblock *b);   /* after cfg_postdom */
/* The block that leads into the loop, NULL: there are several, or none. */
struct mblock *loop_way_in(const struct mloop *l);
void cfg_canonical(struct fn *f);
void div_uniform(struct fn *f);
void div_ifconvert(struct fn *f);
void div_joins(struct fn *f);
void layout_run(struct fn *f);
void areg_run(struct fn *f);
void literals_run(struct fn *f);                 /* constants that c1[] has no room for */
void sched_run(struct fn *f);                   /* order of instructions between fences */
void live_run(struct fn *f);                    /* live_in and live_out of all blocks; needs predecessor lists */
bool reglist_has(const struct reglist *l, int v);
void ra_run(struct fn *f);
void ra_coalesce(struct fn *f);                 /* merges registers that copies connect and that do not interfere */
void ssa_build(struct fn *f);
void ssa_leave(struct fn *f);                   /* phis become copies, most of which coalesce */
bool gvn_run(struct fn *f);
bool combine_inst(struct fn *f, struct minst *m);
void licm_run(struct fn *f);
bool demand_run(struct fn *f);
bool linear_run(struct fn *f);

/* lowering, shared between its files */
struct minst *lo_inst(struct fn *f, enum mop op, enum vtype type, int dst, struct opnd a, struct opnd b);
struct minst *lo_inst3(struct fn *f, enum mop op, enum vtype type, int dst, struct opnd a, struct opnd b,
                       struct opnd c);
struct minst *lo_cvt(struct fn *f, enum vtype to, enum vtype from, int dst, struct opnd a);
/* cond: MC_* */
struct minst *lo_set(struct fn *f, unsigned cond, enum vtype type, int dst, struct opnd a, struct opnd b);
struct minst *lo_sfu(struct fn *f, enum gt_op gop, int dst, struct opnd a);
enum vtype word_type(enum ptype t);             /* V_S32 or V_U32, by the sign of t */
void lower_inst(struct fn *f, const struct pinst *in);
bool lower_memory(struct fn *f, const struct pinst *in);
bool lower_convert(struct fn *f, const struct pinst *in);
void lower_float(struct fn *f, const struct pinst *in);
bool lower_f64(struct fn *f, const struct pinst *in);
void emit_set_f64(struct fn *f, const struct pinst *in, unsigned cond, unsigned k, int d, int c);
void emit_set_i64(struct fn *f, const struct pinst *in, unsigned cond, bool sgn, unsigned k, int d, int c);
struct opnd src_pair(struct fn *f, const struct pinst *in, unsigned k);     /* 64-bit operand as a pair */
/* An operation of the double-precision unit without sources; one of those, of so many words; the destination gets the
 * pair q. */
struct minst *lo_f64(struct fn *f, enum gt_op gop, enum vtype type, int dst, int words);
void lo_put_src(struct minst *m, int i, struct opnd o, int words);
void lo_put_pair(struct fn *f, const struct pinst *in, int q);
bool lower_carry(struct fn *f, const struct pinst *in);         /* add.cc, addc, sub.cc, subc, mad.cc, madc */
bool lower_vector_mov(struct fn *f, const struct pinst *in);    /* mov with {...} */
bool lower_vote(struct fn *f, const struct pinst *in);
void lower_fence(struct fn *f, const struct pinst *in);
bool lower_texture(struct fn *f, const struct pinst *in);
void texture_results(struct fn *f);             /* when unused moves are gone: only components that are used */
void lower_call(struct fn *f, const struct pinst *in);          /* of a routine */
bool lower_lock(struct fn *f, const struct pinst *in);          /* ldlock, stunlock of the library */
bool lower_bits(struct fn *f, const struct pinst *in);
bool lower_wide(struct fn *f, const struct pinst *in);
void lower_mul_wide(struct fn *f, const struct pinst *in, enum ptype t);    /* mul.wide, mad.wide of 32 bits */
_Noreturn void lo_unsupported(struct fn *f, const struct pinst *in);
struct opnd lo_src(struct fn *f, const struct pinst *in, unsigned k);    /* low word of an operand */
struct opnd lo_src_high(struct fn *f, const struct pinst *in, unsigned k);    /* high word of a 64-bit operand */
int lo_dst(struct fn *f, const struct pinst *in, unsigned k);
int lo_dst_high(struct fn *f, const struct pinst *in, unsigned k);
int lo_dst_flags(struct fn *f, const struct pinst *in, unsigned k);
struct opnd lo_mask(struct fn *f, const struct pinst *in, unsigned k);  /* mask word of a predicate operand, inverted
                                                                           for !p */
int lo_flags(struct fn *f, struct psym *y);             /* condition code of a predicate */
int lo_pred(struct fn *f, const struct pinst *in, unsigned k);    /* condition code of a predicate operand */
struct rounding { bool given, whole; uint8_t rnd; };            /* .rn and so on: MR_*; whole: .rni and so on */
struct rounding inst_rounding(const struct pinst *in);
struct opnd in_reg(struct fn *f, struct opnd o);        /* moves anything but a register into one */
struct opnd special_register(struct fn *f, const struct pinst *in, const char *name);
struct opnd addr_of(struct fn *f, const struct psym *y, uint64_t off, const struct pinst *in);

#endif
