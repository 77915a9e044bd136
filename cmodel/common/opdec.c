/* SPDX-License-Identifier: Apache-2.0
 *
 * What the issue logic knows of an instruction: registers read and written, cycles, memory, and what the machine must
 * not execute.
 */
#include "opdec.h"

/* Registers that an operand of this kind occupies; 0: it is in none. */
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

/* SCORE-6: adds the registers of an operand that exist; returns the mask of its words that do. */
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

static uint8_t areg_bit(unsigned areg) { return areg >= 1 && areg <= 4 ? (uint8_t)(8u << areg) : 0; }

/* Address space, words, bytes a lane and rounds of a memory instruction; leaves other instructions alone. */
static void memory_info(struct tinfo *ti, const struct gt_insn *in)
{
    static const uint8_t bytes[8] = {1, 1, 2, 2, 4, 4, 4, 4};
    switch (in->op) {
    case GT_OP_LD_S: case GT_OP_ST_S: case GT_OP_LD_LOCK: case GT_OP_ST_UNLOCK: ti->space = TS_SHARED; break;
    case GT_OP_LD_L: case GT_OP_ST_L: ti->space = TS_LOCAL; break;
    case GT_OP_LD_G: case GT_OP_ST_G: case GT_OP_ATOM: case GT_OP_RED: ti->space = TS_GLOBAL; break;
    case GT_OP_TEXFETCH: case GT_OP_TEXAUTO: ti->space = TS_TEXTURE; break;     /* TEX-1 */
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

/* HEAD-7, SFU-1, DPU-1, SPQ-4, SPQ-5 */
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

/* Cycles, relative to t+q, in which the registers of operand k are read (RF-2, RF-4, DPU-3, COAL-7); there: its words
 * that exist (RF-3). */
static uint8_t read_cycles(const struct tinfo *ti, unsigned k, unsigned there)
{
    static const uint8_t slot[5] = {1, 2, 3, 5, 6};
    unsigned m = 0, at = ti->atomic && k == 2 ? 1u + ti->words : k;
    for (unsigned j = 0; j < 4; j++)
        if (there >> j & 1)
            m |= 1u << (ti->kind == TK_DPU ? 1 + k + 4 * j : slot[at + j]);
    return (uint8_t)m;
}

/* Scoreboard bits: what the instruction reads, what it writes, and the cycles its operands take to be read. */
static void decode_operands(struct tinfo *ti, const struct gt_insn *in, unsigned nregs)
{
    bool writes_c = in->cdst_en || in->op == GT_OP_MOV_TO_C;
    for (unsigned k = 0; k < 3; k++) {
        const struct gt_src *s = &in->src[k];
        unsigned there = add_regs(ti->need, s->kind, s->idx, nregs);
        ti->reads |= read_cycles(ti, k, there);     /* the words of a store or atomic follow each other */
        if (s->kind == GT_K_CREG)
            ti->need_ca |= (uint8_t)(1u << (s->idx & 3));
        if (s->kind == GT_K_AREG)
            ti->need_ca |= areg_bit(s->idx);
    }
    if (in->cond != 15 || in->uses_carry)
        ti->need_cf |= (uint8_t)(1u << (in->cread & 3));
    ti->need_cf |= areg_bit(in->areg);          /* its autoincrement sets no bit (SCORE-5) */
    unsigned there = add_regs(ti->set, in->dst_kind, in->dst, nregs);
    ti->there = (uint8_t)there;
    if (there & 1)
        ti->wb |= 1;
    if (writes_c) {
        ti->set_ca |= (uint8_t)(1u << (in->cdst & 3));
        ti->wb |= 2;
    }
    if (in->dst_kind == GT_K_AREG && areg_bit(in->dst)) {
        ti->set_ca |= areg_bit(in->dst);
        ti->wb |= 4;
    }
    ti->need[0] |= ti->set[0];
    ti->need[1] |= ti->set[1];
    ti->need_ca |= ti->need_cf | ti->set_ca;
}

/* HEAD-6, HEAD-7 */
static bool must_not_execute(const struct gt_insn *in, const struct gt_micro *u)
{
    return in->err || u->cls == UC_STOP || u->body == gt_body_unimplemented;
}

void opdec_access(struct tinfo *ti, const struct gt_insn *in)
{
    memory_info(ti, in);
    ti->kind = kind_of(in, ti);
    ti->smem = in->has_s && ti->kind != TK_LSU;
}

void opdec_make(struct tinfo *ti, const struct gt_insn *in, const struct gt_micro *u, unsigned nregs)
{
    *ti = (struct tinfo){.in = in, .u = u, .join = in->join, .exit = in->exit, .wmask = ~0u};
    if (must_not_execute(in, u)) {
        ti->kind = TK_STOP;
        return;
    }
    opdec_access(ti, in);
    ti->predicated = in->cond != 15;
    ti->two_rounds |= ti->kind == TK_DPU;
    ti->steps = in->dst_kind == GT_K_R64 ? 2 : 1;
    if (ti->kind == TK_MUL || ti->kind == TK_SFU || ti->kind == TK_DPU)
        ti->reg = (uint8_t)kind_reg(in->dst_kind, in->dst);
    decode_operands(ti, in, nregs);
    if (in->op == GT_OP_MOV)
        ti->wmask = in->lmask * 0x11111111u;
    if (in->has_c) {                            /* CONST-1 */
        ti->indirect_c = in->a_on_c && in->areg;
        ti->direct_c = !ti->indirect_c;
    }
}
