/* SPDX-License-Identifier: Apache-2.0
 *
 * Native instructions of sm_70 to sm_90 on virtual registers.
 *
 * An instruction is its mnemonic, as the assembler takes it, and its operands in the order of the text; those that it
 * writes are marked. A virtual register is a predicate, or one, two or four words that lie side by side, aligned to
 * their number. Instructions whose name starts with a small letter are none of the machine's: expand.c replaces them.
 */
#ifndef SM70_MIR_H
#define SM70_MIR_H

#include "ptx.h"
#include "sm70_module.h"

enum okind {
    O_NONE,
    O_R,            /* register, v < 0: RZ */
    O_P,            /* predicate, v < 0: PT */
    O_IMM,          /* 32 bits of an integer */
    O_F32,          /* bits of an f32 */
    O_F64,          /* high word of an f64 whose low word is 0 */
    O_C,            /* c[bank][imm] */
    O_CR,           /* c[bank][R + imm] */
    O_GLOBAL,       /* [R.64 + imm] with a descriptor where the chip has them */
    O_SHARED,       /* [R + imm]: shared, local */
    O_PAIR,         /* [R + imm], R a pair: ATOMG.CAS */
    O_LABEL,        /* of block */
    O_WORD,         /* text */
    O_U,            /* uniform register number imm; v < 0. In front of alloc.c who writes one and who reads it keep
                       their order by `vol` */
};

struct opd {
    uint8_t  kind, bank;
    uint8_t  sub, w;        /* O_R: first word of the virtual register; words */
    bool     def;           /* it is written */
    bool     neg, abs, inv; /* inv: complement; of a predicate neg: not */
    bool     reuse;         /* the next instruction reads it in the same place (control.c) */
    int      v;             /* virtual register; behind alloc.c the register itself */
    uint32_t imm, high;     /* high: O_IMM of two words */
    const char *word;
    struct block *to;
};

#define OPDS 8

/* Pipelines, by what distance their results keep (docs/records/h100). */
enum unit {
    U_FMA,          /* FADD, FMUL, FFMA */
    U_IMAD,         /* IMAD, VIADD: the same side */
    U_WIDE,         /* IMAD.WIDE, IMAD.HI */
    U_ALU,
    U_HALF,
    U_F64,
    U_CS2R,
    U_LATE,         /* a result of variable latency: MUFU, conversions, S2R, loads, atomics, shuffles */
    U_STORE,        /* operands are read late, no result */
    U_UNIFORM,      /* ULDC, UMOV */
    U_UALU,         /* UIADD3 and its like */
    U_FLOW,         /* branches, barriers */
};

/* What an instruction of this name can do. */
struct kind {
    const char *name;       /* the mnemonic starts with it and a dot, or is it */
    uint8_t     unit;
    uint8_t     imm;        /* bit k: source k, of those that are not predicates, may be a constant */
    bool        commutes;   /* the first two sources */
    bool        side;       /* an effect besides its results */
    bool        load;       /* reads memory that others may write */
    bool        noimm;      /* constants: of a bank alone */
    bool        real, real64;       /* constants are f32; high words of f64 */
};

struct inst {
    struct inst  *prev, *next;
    struct block *block;
    const char   *op;
    const struct kind *kind;
    struct opd    o[OPDS];
    uint8_t       n;
    bool          vol;              /* never removed, never reordered with others of the kind */
    bool          lanes;            /* BAR: lanes of a warp need not come to it together */
    int           guard;            /* predicate, -1: always */
    bool          gneg;
    unsigned      line;
    /* control code */
    uint8_t       stall, wbar, rbar, wait;
    bool          yield;
    /* passes */
    bool          shared;           /* legal.c: its result is a number that others may read, too */
    int           at;
    struct inst  *mate;
};

enum term { TERM_JUMP, TERM_COND, TERM_EXIT };

struct block {
    int           id;               /* place in fn->blocks */
    struct inst  *first, *last;
    uint8_t       term;
    int           pred;             /* TERM_COND */
    bool          pneg;
    struct block *succ[2];          /* COND: taken, not taken; JUMP: [0] */
    VEC(struct block *) preds;
    unsigned      line;
    bool          reach, divergent;
    int           rpo, depth;       /* of loops */
    struct block *idom, *ipdom;
    struct block *loop, *outer;     /* head of the innermost loop; of a head: that of the loop around it */
    uint64_t     *in, *out;         /* live units (alloc.c) */
    struct state *entry;            /* control.c */
    uint32_t      addr;
};

struct vreg {
    bool    pred;
    uint8_t w;
    bool    named;          /* a PTX register, not a temporary of one lowering */
    bool    divergent;
    bool    nospill;
    bool    uniform;        /* a word that all lanes of a warp share (uniform.c) */
    int     ndefs, nuses;
    struct inst *def;       /* the last seen */
    int     color;          /* first register */
    int     rep;            /* alloc.c: the register that it is part of */
    uint8_t off;            /* and from which word of it on */
    int     unit;           /* first of its units of liveness */
};

struct fn {
    struct cx      *cx;
    struct pmodule *mod;
    struct pentry  *entry;
    enum sm70_chip  chip;
    unsigned        sm;
    VEC(struct block *) blocks;
    VEC(struct vreg) vr;
    struct block   *cur;
    unsigned        line;
    int             carry;          /* predicate of add.cc, -1 until used */
    uint32_t        shared, local, params;  /* bytes */
    unsigned        regs, max_regs, bars;
    unsigned        joins;          /* convergence barriers used */
    bool            descriptor;     /* UR4 is used */
    VEC(struct psym *) textures;    /* their handles lie in UR6, UR8, ... */
    int             stack;          /* register with the stack: R1 */
    struct inst    *frame;          /* what sets it; its constant is the size of local memory */
    int             dynamic;        /* register with the end of what alloca takes, below the frame; -1: none does */
};

/* mir.c */
int  nf_reg(struct fn *f, unsigned words);
int  nf_pred(struct fn *f);
struct block *nf_block(struct fn *f);
struct inst *ni_new(struct fn *f, const char *op, const struct opd *o, unsigned n);
struct inst *ni_append(struct fn *f, struct block *b, struct inst *m);
void ni_before(struct inst *at, struct inst *m);
void ni_after(struct inst *at, struct inst *m);
void ni_remove(struct inst *m);
void ni_op(struct fn *f, struct inst *m, const char *op);       /* renames it */
bool ni_is(const struct inst *m, const char *name);             /* the mnemonic, or one with modifiers behind it */
bool ni_uniform(const struct inst *m);                          /* it writes a uniform register, and reads such */
/* Source number k of those that are neither predicates nor labels, NULL: there is none. */
struct opd *ni_src(struct inst *m, unsigned k);
void nf_preds(struct fn *f);        /* predecessors, reach; drops blocks that are not reached; renumbers */
void nf_count(struct fn *f);        /* definitions and uses */
void ni_text(const struct fn *f, const struct inst *m, char *to, size_t room);      /* without control code */
void nf_print(const struct fn *f, FILE *out, const char *pass);
#define EACH_INST(m, b) (struct inst *m = (b)->first; m; m = m->next)

/* An instruction at the end of the current block. */
struct inst *ni_emit(struct fn *f, const char *op, const struct opd *o, size_t n);
#define EMIT(f, op, ...) \
    ni_emit(f, op, (const struct opd[]){ __VA_ARGS__ }, \
            sizeof((const struct opd[]){ __VA_ARGS__ }) / sizeof(struct opd))

/* Operands. */
static inline struct opd o_rw(int v, unsigned sub, unsigned w)
{
    return (struct opd){ .kind = O_R, .v = v, .sub = (uint8_t)sub, .w = (uint8_t)w };
}
static inline struct opd o_r(int v) { return o_rw(v, 0, 1); }
static inline struct opd o_rz(void) { return o_rw(-1, 0, 1); }
static inline struct opd o_rz2(void) { return o_rw(-1, 0, 2); }
static inline struct opd o_lo(int v) { return o_rw(v, 0, 1); }
static inline struct opd o_hi(int v) { return o_rw(v, 1, 1); }
static inline struct opd o_r2(int v) { return o_rw(v, 0, 2); }
static inline struct opd o_p(int v, bool neg) { return (struct opd){ .kind = O_P, .v = v, .neg = neg }; }
static inline struct opd o_pt(void) { return o_p(-1, false); }
static inline struct opd o_imm(uint32_t v) { return (struct opd){ .kind = O_IMM, .imm = v, .v = -1 }; }
static inline struct opd o_imm64(uint64_t v)
{
    return (struct opd){ .kind = O_IMM, .imm = (uint32_t)v, .high = (uint32_t)(v >> 32), .v = -1, .w = 2 };
}
static inline struct opd o_f32(uint32_t v) { return (struct opd){ .kind = O_F32, .imm = v, .v = -1 }; }
static inline struct opd o_f64(uint32_t high) { return (struct opd){ .kind = O_F64, .imm = high, .v = -1 }; }
static inline struct opd o_word(const char *s) { return (struct opd){ .kind = O_WORD, .word = s, .v = -1 }; }
static inline struct opd o_u(unsigned n) { return (struct opd){ .kind = O_U, .imm = n, .v = -1, .w = 1 }; }
static inline struct opd o_c(unsigned bank, uint32_t at, unsigned w)
{
    return (struct opd){ .kind = O_C, .bank = (uint8_t)bank, .imm = at, .w = (uint8_t)w, .v = -1 };
}
static inline struct opd o_def(struct opd o)
{
    o.def = true;
    return o;
}
static inline struct opd o_neg(struct opd o)
{
    if (o.kind == O_IMM)
        o.imm = -o.imm;
    else if (o.kind == O_F32 || o.kind == O_F64)
        o.imm ^= 0x80000000;
    else
        o.neg = !o.neg;
    return o;
}

struct opd o_part(const struct opd *o, unsigned k);      /* word k of an operand of two or more */
bool o_is_const(const struct opd *o);           /* a number or a word of a constant bank */
bool o_same(const struct opd *a, const struct opd *b);

/* passes */
/* lowering, shared between its files */
struct opd nl_src(struct fn *f, const struct pinst *in, unsigned k);        /* the low word */
struct opd nl_src64(struct fn *f, const struct pinst *in, unsigned k);
struct opd nl_pred(struct fn *f, const struct pinst *in, unsigned k);
int nl_dst(struct fn *f, const struct pinst *in, unsigned k);
struct opd nl_in_reg(struct fn *f, struct opd o);       /* a register of as many words that holds it */
struct opd nl_extend(struct fn *f, struct opd o, enum ptype t);     /* to 32 bits */
int nl_sym(struct fn *f, struct psym *y);
struct opd nl_global(struct fn *f, const struct psym *y, uint64_t off);    /* address of a variable in global memory */
void nl_mov(struct fn *f, int d, struct opd a);
void nl_mov64(struct fn *f, int d, struct opd a);
void nl_fence(struct fn *f, bool block, bool system);   /* of the block, the system, else the device */
const char *nl_name(struct fn *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void nl_refuse(struct fn *f, const struct pinst *in, const char *what);
bool native_real(struct fn *f, const struct pinst *in);
bool native_half(struct fn *f, const struct pinst *in);
bool native_warp(struct fn *f, const struct pinst *in);
struct opd nl_half(struct fn *f, struct opd a);     /* an f16 as f32 */
bool native_convert(struct fn *f, const struct pinst *in);
bool native_memory(struct fn *f, const struct pinst *in);
bool native_integer(struct fn *f, const struct pinst *in);
bool native_texture(struct fn *f, const struct pinst *in);
uint32_t native_handle(const struct fn *f, size_t texture);   /* byte of constant bank 0 */
extern const struct library sm70_library;

struct fn *native_lower(struct cx *cx, struct pmodule *mod, struct pentry *e, enum sm70_chip chip);
void native_rename(struct fn *f);
void native_opt(struct fn *f);
void native_convert_branches(struct fn *f);
void native_unroll(struct fn *f);
void native_merge(struct fn *f);
void native_expand(struct fn *f);
void native_legal(struct fn *f);
void native_uniform(struct fn *f);
void native_not_uniform(struct fn *f);      /* all that native_uniform has made is as it was */
void native_flow(struct fn *f);

/* What lives where blocks begin and end, as sets of `words` words: block.in and block.out. scan makes of the set that
 * lives behind a block the one that lives in front of it. */
typedef void native_scan(void *ctx, const struct block *b, uint64_t *live);
void native_live(struct fn *f, size_t words, native_scan *scan, void *ctx);
void native_converge(struct fn *f);
void native_sched(struct fn *f);
void native_alloc(struct fn *f);
void native_balance(struct fn *f);
void native_layout(struct fn *f);
void native_control(struct fn *f);
void native_emit(struct fn *f, struct sm70_module *m);

#endif
