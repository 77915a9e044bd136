/* SPDX-License-Identifier: Apache-2.0
 *
 * From a PTX kernel to native instructions on virtual registers: blocks, moves, choices, control.
 *
 * A PTX register is one virtual register. Those of 8 and 16 bits lie in a word whose upper half is not specified; an
 * operation that looks at it extends first. Any source may be a constant here; legal.c makes operands legal.
 */
#include "mir.h"

#include <string.h>

/* ---- comparisons and choices ------------------------------------------------------------------------------- */

static const char *condition_name(const struct pinst *in)
{
    static const char *const names[] = {
        [PTX_CMP_EQ] = "EQ", [PTX_CMP_NE] = "NE", [PTX_CMP_LT] = "LT", [PTX_CMP_LE] = "LE", [PTX_CMP_GT] = "GT",
        [PTX_CMP_GE] = "GE", [PTX_CMP_LO] = "LT", [PTX_CMP_LS] = "LE", [PTX_CMP_HI] = "GT", [PTX_CMP_HS] = "GE",
        [PTX_CMP_EQU] = "EQU", [PTX_CMP_NEU] = "NEU", [PTX_CMP_LTU] = "LTU", [PTX_CMP_LEU] = "LEU",
        [PTX_CMP_GTU] = "GTU", [PTX_CMP_GEU] = "GEU", [PTX_CMP_NUM] = "NUM", [PTX_CMP_NAN] = "NAN",
    };
    return names[in->code.cmp];
}

static const char *join_name(unsigned join)
{
    return join == PTX_JOIN_OR ? "OR" : join == PTX_JOIN_XOR ? "XOR" : "AND";
}

/* Compares operands k and k + 1 and joins the result, and its complement, with c. */
static void emit_compare(struct fn *f, const struct pinst *in, enum ptype t, unsigned k, int p, int q, struct opd c)
{
    /* NE of reals is false of a NaN; the machine's NE, too, and its NEU is PTX's neu */
    const char *cond = condition_name(in), *join = join_name(in->code.join);
    struct opd dp = o_def(o_p(p, false)), dq = o_def(q < 0 ? o_pt() : o_p(q, false));
    if (t == T_F64) {
        EMIT(f, nl_name(f, "DSETP.%s.%s", cond, join), dp, dq, nl_in_reg(f, nl_src64(f, in, k)),
             nl_in_reg(f, nl_src64(f, in, k + 1)), c);
    } else if (t == T_F16) {
        EMIT(f, nl_name(f, "FSETP.%s.%s", cond, join), dp, dq, nl_half(f, nl_in_reg(f, nl_src(f, in, k))),
             nl_half(f, nl_in_reg(f, nl_src(f, in, k + 1))), c);
    } else if (t == T_F32) {
        EMIT(f, nl_name(f, "FSETP.%s%s.%s", cond, in->code.ftz ? ".FTZ" : "", join), dp, dq, nl_src(f, in, k),
             nl_src(f, in, k + 1), c);
    } else if (ptype_size(t) == 8) {
        struct opd a = nl_src64(f, in, k), b = nl_src64(f, in, k + 1);
        int low = nf_pred(f);
        EMIT(f, nl_name(f, "ISETP.%s.U32.AND", cond), o_def(o_p(low, false)), o_def(o_pt()), o_part(&a, 0),
             o_part(&b, 0), o_pt());
        EMIT(f, nl_name(f, "ISETP.%s%s.%s.EX", cond, ptype_signed(t) ? "" : ".U32", join), dp, dq, o_part(&a, 1),
             o_part(&b, 1), c, o_p(low, false));
    } else {
        EMIT(f, nl_name(f, "ISETP.%s%s.%s", cond, ptype_signed(t) ? "" : ".U32", join), dp, dq,
             nl_extend(f, nl_src(f, in, k), t), nl_extend(f, nl_src(f, in, k + 1), t), c);
    }
}

static void lower_setp(struct fn *f, const struct pinst *in, enum ptype t)
{
    bool two = in->nops > 1 && in->op[1].kind == PO_REG && in->op[1].sym->type == T_PRED && in->op[1].is64;
    unsigned k = two ? 2 : 1;
    emit_compare(f, in, t, k, nl_dst(f, in, 0), two ? nl_dst(f, in, 1) : -1,
                 in->code.join ? nl_pred(f, in, k + 2) : o_pt());
}

static void lower_set(struct fn *f, const struct pinst *in, enum ptype t)
{
    int p = nf_pred(f);
    emit_compare(f, in, t, 1, p, -1, in->code.join ? nl_pred(f, in, 3) : o_pt());
    EMIT(f, "SEL", o_def(o_r(nl_dst(f, in, 0))), o_rz(), o_imm(in->code.dtype == T_F32 ? 0x3f800000 : 0xffffffff),
         o_p(p, true));
}

static void select_word(struct fn *f, struct opd d, struct opd a, struct opd b, struct opd p)
{
    if (o_is_const(&a) && !o_is_const(&b)) {
        struct opd t = a;
        a = b;
        b = t;
        p.neg = !p.neg;
    }
    EMIT(f, "SEL", o_def(d), a, b, p);
}

static void lower_choose(struct fn *f, const struct pinst *in)
{
    enum ptype t = (enum ptype)in->code.dtype;
    struct opd p;
    int d = nl_dst(f, in, 0);
    if (in->code.op == PTX_SELP) {
        t = (enum ptype)in->code.type;
        p = nl_pred(f, in, 3);
    } else {
        p = o_p(nf_pred(f), false);
        if (in->code.type == T_F32)
            EMIT(f, in->code.ftz ? "FSETP.GE.FTZ.AND" : "FSETP.GE.AND", o_def(p), o_def(o_pt()), nl_src(f, in, 3),
                 o_rz(), o_pt());
        else
            EMIT(f, "ISETP.GE.AND", o_def(p), o_def(o_pt()), nl_src(f, in, 3), o_rz(), o_pt());
    }
    if (ptype_size(t) == 8) {
        struct opd a = nl_src64(f, in, 1), b = nl_src64(f, in, 2);
        int r = nf_reg(f, 2);
        for (unsigned i = 0; i < 2; i++)
            select_word(f, o_rw(r, i, 1), o_part(&a, i), o_part(&b, i), p);
        nl_mov64(f, d, o_r2(r));
    } else {
        select_word(f, o_r(d), nl_src(f, in, 1), nl_src(f, in, 2), p);
    }
}

/* and, or, xor, not, mov of predicates. */
static void lower_pred_logic(struct fn *f, const struct pinst *in)
{
    static const char *const luts[] = { "0xc0", "0xfc", "0x3c", "0xf" };
    unsigned op = in->code.op;
    bool two = op == PTX_AND || op == PTX_OR || op == PTX_XOR;
    struct opd d = o_def(o_p(nl_dst(f, in, 0), false));
    EMIT(f, "PLOP3.LUT", d, o_def(o_pt()), nl_pred(f, in, 1), two ? nl_pred(f, in, 2) : o_pt(), o_pt(),
         o_word(op == PTX_AND  ? luts[0]
                : op == PTX_OR  ? luts[1]
                : op == PTX_XOR ? luts[2]
                : op == PTX_NOT ? luts[3]
                                : "0xf0"),
         o_word("0x0"));
}

/* ---- moves ------------------------------------------------------------------------------------------------- */

/* mov from a vector to one register. */
static void gather_vector(struct fn *f, const struct pinst *in)
{
    const struct poper *v = &in->op[1];
    unsigned bytes = ptype_size((enum ptype)in->code.type) / v->n;
    struct pinst one = *in;
    struct opd part[4];
    one.nops = 1;
    for (unsigned i = 0; i < v->n; i++) {
        one.op[0] = v->elem[i];
        part[i] = bytes == 8 ? nl_src64(f, &one, 0) : nl_src(f, &one, 0);
    }
    int d = nl_dst(f, in, 0);
    if (bytes == 4) {
        int t = nf_reg(f, 2);
        EMIT(f, "MOV", o_def(o_lo(t)), part[0]);
        EMIT(f, "MOV", o_def(o_hi(t)), part[1]);
        nl_mov64(f, d, o_r2(t));
    } else if (v->n == 2 && bytes == 2) {
        EMIT(f, "PRMT", o_def(o_r(d)), part[0], o_imm(0x5410), part[1]);
    } else if (v->n == 4 && bytes == 2) {
        int t = nf_reg(f, 2);
        EMIT(f, "PRMT", o_def(o_lo(t)), part[0], o_imm(0x5410), part[1]);
        EMIT(f, "PRMT", o_def(o_hi(t)), part[2], o_imm(0x5410), part[3]);
        nl_mov64(f, d, o_r2(t));
    } else if (v->n == 4 && bytes == 1) {
        int t = nf_reg(f, 1), u = nf_reg(f, 1);
        EMIT(f, "PRMT", o_def(o_r(t)), part[0], o_imm(0x0040), part[1]);
        EMIT(f, "PRMT", o_def(o_r(u)), part[2], o_imm(0x0040), part[3]);
        EMIT(f, "PRMT", o_def(o_r(d)), o_r(t), o_imm(0x5410), o_r(u));
    } else if (v->n == 2 && bytes == 1) {
        EMIT(f, "PRMT", o_def(o_r(d)), part[0], o_imm(0x0040), part[1]);
    } else {
        nl_refuse(f, in, "is not supported");
    }
}

/* mov from a register to a vector. */
static void scatter_vector(struct fn *f, const struct pinst *in)
{
    const struct poper *v = &in->op[0];
    unsigned all = ptype_size((enum ptype)in->code.type), bytes = all / v->n;
    struct opd a = all == 8 ? nl_src64(f, in, 1) : nl_src(f, in, 1);
    int t[4];
    for (unsigned i = 0; i < v->n; i++) {
        unsigned at = i * bytes;
        struct opd w = all == 8 ? o_part(&a, at / 4) : a;
        t[i] = nf_reg(f, 1);
        if (at % 4)
            EMIT(f, "SHF.R.U32.HI", o_def(o_r(t[i])), o_rz(), o_imm(8 * (at % 4)), w);
        else
            nl_mov(f, t[i], w);
    }
    for (unsigned i = 0; i < v->n; i++)
        if (v->elem[i].kind == PO_REG)
            nl_mov(f, nl_sym(f, v->elem[i].sym), o_r(t[i]));
}

static void lower_mov(struct fn *f, const struct pinst *in, enum ptype t)
{
    if (in->op[1].kind == PO_VEC)
        gather_vector(f, in);
    else if (in->op[0].kind == PO_VEC)
        scatter_vector(f, in);
    else if (ptype_size(t) == 8)
        nl_mov64(f, nl_dst(f, in, 0), nl_src64(f, in, 1));
    else
        nl_mov(f, nl_dst(f, in, 0), nl_src(f, in, 1));
}

/* ---- control ----------------------------------------------------------------------------------------------- */

static void lower_vote(struct fn *f, const struct pinst *in)
{
    unsigned vote = in->code.vote;
    const char *how = vote == PTX_VOTE_ALL ? "VOTE.ALL" : vote == PTX_VOTE_ANY ? "VOTE.ANY" : "VOTE.EQ";
    EMIT(f, how, o_def(o_p(nl_dst(f, in, 0), false)), nl_pred(f, in, 1))->vol = true;
}

static void lower_barrier(struct fn *f, const struct pinst *in)
{
    const bool reduces = in->code.bar == PTX_BAR_RED, counts = in->code.count, arrives = in->code.bar == PTX_BAR_ARRIVE;
    const bool lanes = in->code.op == PTX_BARRIER && !in->code.aligned;
    const unsigned k = reduces ? 1 : 0;
    struct opd o[3];
    unsigned n = 0;
    o[n++] = nl_src(f, in, k);
    if (in->nops > k + 1 + reduces)
        o[n++] = nl_src(f, in, k + 1);
    if (!reduces) {
        ni_emit(f, arrives ? "BAR.ARV" : "BAR.SYNC.DEFER_BLOCKING", o, n)->lanes = lanes;
        return;
    }
    o[n++] = nl_pred(f, in, in->nops - 1);
    ni_emit(f, counts                        ? "BAR.RED.POPC.DEFER_BLOCKING"
               : in->code.aop == PTX_AOP_AND ? "BAR.RED.AND.DEFER_BLOCKING"
                                             : "BAR.RED.OR.DEFER_BLOCKING", o, n)->lanes = lanes;
    if (counts)
        EMIT(f, "B2R.RESULT", o_def(o_r(nl_dst(f, in, 0))));
    else
        EMIT(f, "B2R.RESULT", o_def(o_rz()), o_def(o_p(nl_dst(f, in, 0), false)));
}

/* alloca, stacksave, stackrestore: what they take lies below the frame. */
static void lower_stack(struct fn *f, const struct pinst *in)
{
    const bool wide = in->code.type == T_U64;
    if (f->dynamic < 0) {
        f->dynamic = nf_reg(f, 1);
        f->vr.v[f->dynamic].named = true;
    }
    if (in->code.op == PTX_STACKRESTORE) {
        struct opd to = wide ? nl_src64(f, in, 0) : nl_src(f, in, 0);
        nl_mov(f, f->dynamic, wide ? o_part(&to, 0) : to);
        return;
    }
    if (in->code.op == PTX_ALLOCA) {
        struct opd size = wide ? nl_src64(f, in, 1) : nl_src(f, in, 1);
        const uint64_t align = in->nops > 2 && in->op[2].imm > 16 ? in->op[2].imm : 16;
        int t = nf_reg(f, 1);
        if (align & (align - 1) || align > 1 << 16)
            nl_refuse(f, in, "operand 3: expected a power of two, to 65536");
        EMIT(f, "IADD3", o_def(o_r(t)), o_r(f->dynamic), o_neg(nl_in_reg(f, wide ? o_part(&size, 0) : size)), o_rz());
        EMIT(f, "LOP3.LUT", o_def(o_r(f->dynamic)), o_r(t), o_imm((uint32_t)-align), o_rz(), o_word("0xc0"),
             o_p(-1, true));
    }
    int r = nf_reg(f, wide ? 2 : 1);
    EMIT(f, "MOV", o_def(o_lo(r)), o_r(f->dynamic));
    if (wide)
        EMIT(f, "MOV", o_def(o_hi(r)), o_rz());
    if (wide)
        nl_mov64(f, nl_dst(f, in, 0), o_r2(r));
    else
        nl_mov(f, nl_dst(f, in, 0), o_r(r));
}

/* An instruction, whatever its guard. */
static void lower_one(struct fn *f, const struct pinst *in)
{
    unsigned op = in->code.op;
    enum ptype t = (enum ptype)in->code.type;
    if (native_warp(f, in))
        return;
    switch (op) {
    case PTX_SETP: lower_setp(f, in, t); return;
    case PTX_SET: lower_set(f, in, t); return;
    case PTX_SELP: case PTX_SLCT: lower_choose(f, in); return;
    case PTX_VOTE: lower_vote(f, in); return;
    case PTX_BAR: case PTX_BARRIER: lower_barrier(f, in); return;
    case PTX_MEMBAR: nl_fence(f, in->code.level == PTX_LEVEL_CTA, in->code.level == PTX_LEVEL_SYS); return;
    case PTX_FENCE: nl_fence(f, in->code.scope == PTX_SCOPE_CTA, in->code.scope == PTX_SCOPE_SYS); return;
    case PTX_ALLOCA: case PTX_STACKSAVE: case PTX_STACKRESTORE: lower_stack(f, in); return;
    case PTX_PREFETCH: case PTX_PREFETCHU: return;      /* hints */
    case PTX_CP:                                        /* the copies are there already (library.c) */
        if (f->chip < SM70_80)
            nl_refuse(f, in, "needs sm_80");
        return;
    case PTX_NANOSLEEP: EMIT(f, "NANOSLEEP", nl_in_reg(f, nl_src(f, in, 0))); return;
    case PTX_TEX: native_texture(f, in); return;
    default: break;
    }
    if (t == T_PRED)
        lower_pred_logic(f, in);
    else if (op == PTX_MOV)
        lower_mov(f, in, t);
    else if (!native_memory(f, in) && !native_convert(f, in) && !native_real(f, in) && !native_half(f, in) &&
             !native_integer(f, in))
        nl_refuse(f, in, "is not supported for this chip");
}

/* An instruction with its guard. */
static void lower_inst(struct fn *f, const struct pinst *in)
{
    struct inst *before = f->cur->last;
    f->line = in->line;
    lower_one(f, in);
    if (!in->guard)
        return;
    /* Under a guard: what can be seen afterwards, and memory; temporaries are computed in any case. */
    int p = nl_sym(f, in->guard);
    for (struct inst *m = before ? before->next : f->cur->first; m; m = m->next) {
        bool seen = m->kind->side || m->kind->load || m->vol;
        for (unsigned k = 0; k < m->n; k++)
            seen = seen || (m->o[k].def && m->o[k].v >= 0 && f->vr.v[m->o[k].v].named);
        if (seen && m->guard < 0) {
            m->guard = p;
            m->gneg = in->guard_neg;
        }
    }
}

/* ---- blocks ------------------------------------------------------------------------------------------------ */

static void jump_to(struct block *from, struct block *to)
{
    from->term = TERM_JUMP;
    from->succ[0] = to;
}

struct labels {
    VEC(struct block *) of;         /* by the number of the label */
    VEC(struct block *) order;      /* of the text */
};

static struct block *target_block(struct fn *f, struct labels *l, struct psym *y)
{
    if (y->block < 0) {
        y->block = (int)l->of.n;
        vec_push(f->cx, &l->of, nf_block(f));
    }
    return l->of.v[y->block];
}

static void begin_block(struct fn *f, struct labels *l, struct block *b)
{
    vec_push(f->cx, &l->order, b);
    f->cur = b;
}

/* bra: ends the block. */
static void lower_branch(struct fn *f, struct labels *l, const struct pinst *in)
{
    struct block *b = f->cur, *next = nf_block(f);
    if (in->nops != 1 || in->op[0].kind != PO_SYM || in->op[0].sym->kind != SYM_LABEL)
        nl_refuse(f, in, "expected a label");
    b->line = in->line;
    if (in->guard) {
        b->term = TERM_COND;
        b->pred = nl_sym(f, in->guard);
        b->pneg = in->guard_neg;
        b->succ[0] = target_block(f, l, in->op[0].sym);
        b->succ[1] = next;
    } else {
        jump_to(b, target_block(f, l, in->op[0].sym));
    }
    begin_block(f, l, next);
}

/* ret, exit: ends the block, or some lanes. */
static void lower_exit(struct fn *f, struct labels *l, const struct pinst *in)
{
    f->line = in->line;
    if (in->guard) {
        struct inst *m = EMIT(f, "EXIT", o_word(""));
        m->n = 0;
        m->guard = nl_sym(f, in->guard);
        m->gneg = in->guard_neg;
        return;
    }
    f->cur->line = in->line;
    f->cur->term = TERM_EXIT;
    begin_block(f, l, nf_block(f));
}

/* Where the parameters lie in constant bank 0. */
static void place_params(struct fn *f)
{
    uint32_t at = 0, base = sm70_param_base(f->chip);
    for (size_t i = 0; i < f->entry->params.n; i++) {
        struct psym *y = f->entry->params.v[i];
        at = (at + y->align - 1) & ~(y->align - 1);
        y->offset = base + at;
        at += y->size;
    }
    if (at > 4096)
        cx_error(f->cx, f->entry->line, "kernel %s has %u bytes of parameters; at most 4096 fit", f->entry->name, at);
    f->params = at;
}

static void place_one(struct psym *y, uint32_t *at)
{
    *at = (*at + y->align - 1) & ~(y->align - 1);
    y->offset = *at;
    *at += y->size;
}

/* Local variables, those of expanded functions, too; what shared variables are named. */
static void place_locals(struct fn *f)
{
    for (size_t i = 0; i < f->mod->vars.n; i++)
        f->mod->vars.v[i]->named = false;
    for (size_t i = 0; i < f->entry->insts.n; i++)
        for (unsigned k = 0; k < f->entry->insts.v[i].nops; k++) {
            struct psym *y = f->entry->insts.v[i].op[k].sym;
            if (!y || y->kind != SYM_VAR)
                continue;
            y->named = true;
            if (y->space == SP_LOCAL && !y->placed) {
                y->placed = true;
                place_one(y, &f->local);
            }
        }
}

/* Shared variables that the kernel names, then the dynamic ones. */
static void place_shared(struct fn *f)
{
    uint32_t system = f->chip == SM70_90 ? 1024 : 0, at = system;
    VEC(struct psym *) all = { 0 };
    for (size_t i = 0; i < f->mod->vars.n; i++)
        vec_push(f->cx, &all, f->mod->vars.v[i]);
    for (size_t i = 0; i < f->entry->vars.n; i++)
        vec_push(f->cx, &all, f->entry->vars.v[i]);
    for (size_t k = 0; k < f->mod->funcs.n; k++)
        for (size_t i = 0; i < f->mod->funcs.v[k]->vars.n; i++)
            vec_push(f->cx, &all, f->mod->funcs.v[k]->vars.v[i]);
    bool any = false;
    for (size_t i = 0; i < all.n; i++)
        if (all.v[i]->space == SP_SHARED && all.v[i]->named) {
            any = true;
            if (!all.v[i]->is_extern)
                place_one(all.v[i], &at);
        }
    uint32_t dynamic = (at + 15) & ~15u;
    for (size_t i = 0; i < all.n; i++)
        if (all.v[i]->space == SP_SHARED && all.v[i]->is_extern)
            all.v[i]->offset = dynamic;
    f->shared = any ? dynamic : 0;
    if (dynamic - system > 48 * 1024)
        cx_error(f->cx, f->entry->line, "kernel %s uses %u bytes of shared memory; at most 49152 fit", f->entry->name,
                 dynamic - system);
}

/* 255, or what .maxnreg, launch bounds and the option leave; a multiprocessor has 65536. */
static unsigned register_limit(const struct fn *f)
{
    const struct pentry *e = f->entry;
    unsigned most = f->cx->opt->max_regs ? f->cx->opt->max_regs : 255;
    unsigned threads = e->block[0] ? e->block[0] * e->block[1] * e->block[2] : e->max_threads;
    unsigned blocks = e->min_blocks && threads ? e->min_blocks : 1;
    if (threads) {
        unsigned warps = (threads + 31) / 32, each = 65536 / 32 / (warps * blocks) & ~7u;
        if (each < most)
            most = each < 24 ? 24 : each;
    }
    if (e->max_regs && e->max_regs < most)
        most = e->max_regs;
    return most < 24 ? 24 : most;
}

/* Blocks in the order of the text. */
struct fn *native_lower(struct cx *cx, struct pmodule *mod, struct pentry *e, enum sm70_chip chip)
{
    struct fn *f = cx_alloc(cx, sizeof *f);
    struct labels l = { 0 };
    f->cx = cx;
    f->mod = mod;
    f->entry = e;
    f->chip = chip;
    f->sm = sm70_chip_name(chip);
    f->carry = f->dynamic = -1;
    f->max_regs = register_limit(f);
    f->stack = nf_reg(f, 1);
    f->vr.v[f->stack].nospill = true;
    place_params(f);
    place_locals(f);
    place_shared(f);
    begin_block(f, &l, nf_block(f));
    for (size_t i = 0; i < e->insts.n; i++) {
        const struct pinst *in = &e->insts.v[i];
        if (in->label) {
            struct block *b = target_block(f, &l, in->label);
            jump_to(f->cur, b);
            begin_block(f, &l, b);
        } else if (in->code.op == PTX_BRA) {
            lower_branch(f, &l, in);
        } else if (in->code.op == PTX_RET || in->code.op == PTX_EXIT) {
            lower_exit(f, &l, in);
        } else {
            lower_inst(f, in);
        }
    }
    f->blocks.n = 0;
    for (size_t i = 0; i < l.order.n; i++)
        vec_push(cx, &f->blocks, l.order.v[i]);
    if (f->dynamic >= 0) {
        struct inst *m = ni_new(f, "MOV", (struct opd[]){ o_def(o_r(f->dynamic)), o_r(f->stack) }, 2);
        if (f->blocks.v[0]->first)
            ni_before(f->blocks.v[0]->first, m);
        else
            ni_append(f, f->blocks.v[0], m);
    }
    nf_preds(f);
    return f;
}
