/* SPDX-License-Identifier: Apache-2.0
 *
 * Refill and decode of the heads (docs/units/head.md): what an instruction reads,
 * writes and waits for, and which micro-operation of it is offered to the scheduler.
 */
#include "timing.h"

#include "func/micro.h"

static unsigned kind_words(unsigned kind)
{
    switch (kind) {
    case GT_K_R16:
    case GT_K_R32: return 1;
    case GT_K_R64:
    case GT_K_T2: return 2;
    case GT_K_T3: return 3;
    case GT_K_R128:
    case GT_K_T4: return 4;
    default: return 0;
    }
}

static unsigned kind_reg(unsigned kind, unsigned idx) { return kind == GT_K_R16 ? idx >> 1 : idx; }

/* Adds the registers of an operand that exist; returns the mask of its words that do. */
static unsigned add_regs(uint64_t m[2], unsigned kind, unsigned idx, unsigned nregs)
{
    unsigned words = kind_words(kind), r = kind_reg(kind, idx), there = 0;
    for (unsigned k = 0; k < words; k++)
        if (r + k < nregs) {
            m[(r + k) >> 6] |= 1ull << ((r + k) & 63);
            there |= 1u << k;
        }
    return there;
}

static uint8_t abit(unsigned areg) { return areg >= 1 && areg <= 4 ? (uint8_t)(8u << areg) : 0; }

static void memory_info(struct tinfo *ti, const struct gt_insn *in)
{
    static const uint8_t bytes[8] = {1, 1, 2, 2, 4, 4, 4, 4};
    switch (in->op) {
    case GT_OP_LD_S: case GT_OP_ST_S: case GT_OP_LD_LOCK: case GT_OP_ST_UNLOCK: ti->space = TS_SHARED; break;
    case GT_OP_LD_L: case GT_OP_ST_L: ti->space = TS_LOCAL; break;
    case GT_OP_LD_G: case GT_OP_ST_G: case GT_OP_ATOM: case GT_OP_RED: ti->space = TS_GLOBAL; break;
    case GT_OP_TEXFETCH: case GT_OP_TEXAUTO: ti->space = TS_TEXTURE; break;
    default: return;
    }
    ti->store = in->op == GT_OP_ST_S || in->op == GT_OP_ST_L || in->op == GT_OP_ST_G || in->op == GT_OP_ST_UNLOCK ||
                in->op == GT_OP_RED;
    ti->atomic = in->op == GT_OP_ATOM || in->op == GT_OP_RED;
    ti->lock = in->op == GT_OP_LD_LOCK;
    ti->words = 1;
    ti->bytes = 4;
    if (ti->space == TS_TEXTURE) {
        ti->words = (uint8_t)kind_words(in->dst_kind);
    } else if (ti->space != TS_SHARED) {
        ti->bytes = bytes[in->mtype & 7];
        ti->words = in->mtype == GT_MT_B64 ? 2 : in->mtype == GT_MT_B128 ? 4 : 1;
    }
    bool cas64 = ti->atomic && ti->words == 2 && in->src[2].kind == GT_K_R64;
    ti->two_rounds = cas64 || (ti->store && ti->words > 2);
    ti->reg = (uint8_t)kind_reg(in->dst_kind, in->dst);
}

static uint8_t kind_of(const struct gt_insn *in, const struct tinfo *ti)
{
    if (in->op == GT_OP_BAR)
        return TK_BAR;
    if (in->unit == GT_UNIT_BRU)
        return TK_BRU;
    if (ti->space != TS_NONE)
        return TK_LSU;
    switch (in->unit) {
    case GT_UNIT_SFU: return TK_SFU;
    case GT_UNIT_DPU: return TK_DPU;
    case GT_UNIT_MULTI: return in->has_s ? TK_SP : TK_MUL;
    default: return TK_SP;
    }
}

/* Cycles, relative to t+q, in which the registers of operand k are read; there: its words that exist. */
static uint8_t read_cycles(const struct tinfo *ti, unsigned k, unsigned there)
{
    static const uint8_t slot[5] = {1, 2, 3, 5, 6};
    unsigned m = 0, at = ti->atomic && k == 2 ? 1u + ti->words : k;
    for (unsigned j = 0; j < 4; j++)
        if (there >> j & 1)
            m |= 1u << (ti->kind == TK_DPU ? 1 + k + 4 * j : slot[at + j]);
    return (uint8_t)m;
}

static void operands(struct tinfo *ti, const struct gt_insn *in, unsigned nregs)
{
    bool writes_c = in->cdst_en || in->op == GT_OP_MOV_TO_C;
    for (unsigned k = 0; k < 3; k++) {
        const struct gt_src *s = &in->src[k];
        unsigned there = add_regs(ti->need, s->kind, s->idx, nregs);
        ti->reads |= read_cycles(ti, k, there);     /* the words of a store or atomic follow each other */
        if (s->kind == GT_K_CREG)
            ti->need_ca |= (uint8_t)(1u << (s->idx & 3));
        if (s->kind == GT_K_AREG)
            ti->need_ca |= abit(s->idx);
    }
    if (in->cond != 15 || in->uses_carry)
        ti->need_cf |= (uint8_t)(1u << (in->cread & 3));
    ti->need_cf |= abit(in->areg);
    unsigned there = add_regs(ti->set, in->dst_kind, in->dst, nregs);
    ti->there = (uint8_t)there;
    if (there & 1)
        ti->wb |= 1;
    if (writes_c) {
        ti->set_ca |= (uint8_t)(1u << (in->cdst & 3));
        ti->wb |= 2;
    }
    if (in->dst_kind == GT_K_AREG && abit(in->dst)) {
        ti->set_ca |= abit(in->dst);
        ti->wb |= 4;
    }
    ti->need[0] |= ti->set[0];
    ti->need[1] |= ti->set[1];
    ti->need_ca |= ti->need_cf | ti->set_ca;
}

static bool must_not_execute(const struct gt_insn *in, const struct gt_micro *u)
{
    return in->err || u->cls == UC_STOP || u->body == gt_body_unimplemented;
}

static void make(struct gt_sm *sm, struct tinfo *ti, const struct gt_insn *in, uint32_t pc)
{
    const struct gt_micro *u = gt_core_micro(&sm->core, pc);
    *ti = (struct tinfo){.in = in, .join = in->join, .exit = in->exit, .wmask = ~0u};
    if (must_not_execute(in, u)) {
        ti->kind = TK_STOP;
        return;
    }
    memory_info(ti, in);
    ti->kind = kind_of(in, ti);
    ti->predicated = in->cond != 15;
    ti->smem = in->has_s && ti->kind != TK_LSU;
    ti->two_rounds |= ti->kind == TK_DPU;
    ti->steps = in->dst_kind == GT_K_R64 ? 2 : 1;
    if (ti->kind == TK_MUL || ti->kind == TK_SFU || ti->kind == TK_DPU)
        ti->reg = (uint8_t)kind_reg(in->dst_kind, in->dst);
    operands(ti, in, sm->cfg.nregs);
    if (in->op == GT_OP_MOV)
        ti->wmask = in->lmask * 0x11111111u;
    if (in->has_c) {
        ti->indirect_c = in->a_on_c && in->areg;
        ti->direct_c = !ti->indirect_c;
    }
}

static const struct tinfo *head_info(struct gt_sm *sm, struct twarp *tw)
{
    uint32_t pc = tw->w.pc;
    if (pc / 4 >= sm->launch->code_words) {
        make(sm, &tw->oob, gt_core_insn(&sm->core, pc), pc);
        return &tw->oob;
    }
    struct tinfo *ti = &sm->tinfo[pc / 4];
    if (!ti->in)
        make(sm, ti, gt_core_insn(&sm->core, pc), pc);
    return ti;
}

static void clear_units(struct issue *is, uint32_t bit)
{
    is->body &= ~bit;
    is->sp &= ~bit;
    is->sfu &= ~bit;
    is->dpu &= ~bit;
    is->lsu &= ~bit;
    is->smem &= ~bit;
    is->bru &= ~bit;
    is->cf &= ~bit;
}

void head_offer(struct gt_sm *sm, unsigned w, unsigned uop)
{
    struct twarp *tw = &sm->warp[w];
    const struct tinfo *ti = tw->ti;
    struct issue *is = &sm->issue;
    uint32_t bit = 1u << w;
    clear_units(is, bit);
    tw->uop = (uint8_t)uop;
    tw->need[0] = tw->need[1] = 0;
    tw->need_ca = 0;
    if (uop == GT_UOP_JOIN || uop == GT_UOP_BODY) {
        tw->need[0] = ti->need[0];
        tw->need[1] = ti->need[1];
        tw->need_ca = ti->need_ca;
    } else if (uop == GT_UOP_CFETCH) {
        tw->need_ca = ti->need_cf;
    }
    if (uop == GT_UOP_CFETCH) {
        is->cf |= bit;
    } else if (uop == GT_UOP_BODY) {
        is->body |= bit;
        if (ti->smem)
            is->smem |= bit;
        switch (ti->kind) {
        case TK_SP: is->sp |= bit; break;
        case TK_MUL: is->sp |= bit; is->sfu |= bit; break;
        case TK_SFU: is->sfu |= bit; break;
        case TK_DPU: is->dpu |= bit; break;
        case TK_LSU: is->lsu |= bit; break;
        default: is->bru |= bit; break;
        }
    } else {
        is->bru |= bit;
    }
    sb_update(sm, w);
}

void head_empty(struct gt_sm *sm, unsigned w)
{
    uint32_t bit = 1u << w;
    clear_units(&sm->issue, bit);
    sm->head.valid &= ~bit;
    sm->con.need &= ~bit;
    sm->con.wait &= ~bit;
}

void head_refill(struct gt_sm *sm)
{
    struct head *h = &sm->head;
    uint32_t cand = sm->alive & sm->fetch.lineok & ~h->valid & ~h->busy;
    if (!cand)
        return;
    int last = sm->issue.last;
    unsigned w = last >= 0 && (cand >> last & 1) ? (unsigned)last : pick_rr(cand, h->last);
    h->last = (uint8_t)w;
    h->r0 = (int8_t)w;
    h->busy |= 1u << w;
}

void head_decode(struct gt_sm *sm)
{
    struct head *h = &sm->head;
    if (h->r1 >= 0) {
        unsigned w = (unsigned)h->r1;
        struct twarp *tw = &sm->warp[w];
        const struct tinfo *ti = head_info(sm, tw);
        uint32_t bit = 1u << w;
        tw->ti = ti;
        h->busy &= ~bit;
        h->valid |= bit;
        if (ti->direct_c)
            con_want(sm, w);
        head_offer(sm, w, ti->kind == TK_STOP ? GT_UOP_BODY : ti->join ? GT_UOP_JOIN
                        : ti->indirect_c ? GT_UOP_CFETCH : GT_UOP_BODY);
    }
    h->r1 = h->r0;
    h->r0 = -1;
}
