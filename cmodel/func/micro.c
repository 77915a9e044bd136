/* SPDX-License-Identifier: Apache-2.0
 *
 * From a decoded instruction to its executable form: which kernel, which body, where the operands come
 * from. An operation without an entry here runs into gt_body_unimplemented, which names it.
 */
#include "micro.h"
#include "tex.h"

#include <stddef.h>
#include <string.h>

/* Truth table of the predicate conditions: bit f for flags f = Z + 2S + 4C + 8O. */
#define T(a, b, c, d) ((a) | (b) << 4 | (c) << 8 | (d) << 12)
const uint16_t gt_cond_truth[32] = {
    /* each digit: flags Z,S in bits 0..3 for (O,C) = 00, 01, 10, 11 */
    [0x00] = T(0x0, 0x0, 0x0, 0x0), [0x01] = T(0x4, 0x4, 0xb, 0xb), [0x02] = T(0x2, 0x2, 0x2, 0x2),
    [0x03] = T(0x6, 0x6, 0x3, 0x3), [0x04] = T(0x1, 0x1, 0x4, 0x4), [0x05] = T(0x5, 0x5, 0x5, 0x5),
    [0x06] = T(0x3, 0x3, 0xc, 0xc), [0x07] = T(0x7, 0x7, 0x7, 0x7), [0x08] = T(0x8, 0x8, 0x8, 0x8),
    [0x09] = T(0xc, 0xc, 0x3, 0x3), [0x0a] = T(0xa, 0xa, 0xa, 0xa), [0x0b] = T(0xe, 0xe, 0xb, 0xb),
    [0x0c] = T(0x9, 0x9, 0xc, 0xc), [0x0d] = T(0xd, 0xd, 0xd, 0xd), [0x0e] = T(0xb, 0xb, 0x4, 0x4),
    [0x0f] = T(0xf, 0xf, 0xf, 0xf), [0x10] = T(0x0, 0x0, 0xf, 0xf), [0x11] = T(0x0, 0xf, 0x0, 0xf),
    [0x12] = T(0x0, 0x5, 0x0, 0x5), [0x13] = T(0xc, 0xc, 0xc, 0xc), [0x1c] = T(0x3, 0x3, 0x3, 0x3),
    [0x1d] = T(0xf, 0xa, 0xf, 0xa), [0x1e] = T(0xf, 0x0, 0xf, 0x0), [0x1f] = T(0xf, 0xf, 0x0, 0x0),
};
#undef T

/* How an operation is computed. kid: first kernel of its family; cc: flags when they follow from the result. */
struct rule { uint8_t cls; gt_body *body; uint8_t kid, cc; };

#define ALU(op, kid, cc) [op] = {UC_BODY, gt_body_alu, kid, cc}
#define OWN(op, body)    [op] = {UC_BODY, body, 0, CC_NONE}
#define CTL(op)          [op] = {UC_CTL, NULL, 0, CC_NONE}
static const struct rule rules[GT_OP_COUNT] = {
    [GT_OP_NOP] = {UC_BODY, gt_body_nop, 0, CC_NONE}, [GT_OP_PMEVENT] = {UC_EVENT, gt_body_pmevent, 0, CC_NONE},
    ALU(GT_OP_MOV, KN_MOV, CC_NONE), ALU(GT_OP_MOV_FROM_C, KN_MOV, CC_NONE),
    ALU(GT_OP_MOV_FROM_A, KN_MOV, CC_NONE), ALU(GT_OP_MOV_FROM_SR, KN_MOV, CC_NONE),
    ALU(GT_OP_MOV_TO_C, KN_MOV, CC_NIBBLE),
    ALU(GT_OP_SHL_TO_A, KN_SHL_A, CC_NONE), ALU(GT_OP_ADD_A, KN_ADD_A, CC_NONE),
    ALU(GT_OP_IADD, KN_ADD, CC_KERNEL), ALU(GT_OP_IMUL, KN_MUL16, CC_INT32),
    ALU(GT_OP_IMAD, KN_ADD, CC_KERNEL), ALU(GT_OP_ISAD, KN_DIFF, CC_KERNEL),
    ALU(GT_OP_IMIN, KN_IMIN, CC_INT32), ALU(GT_OP_IMAX, KN_IMAX, CC_INT32), ALU(GT_OP_ISET, KN_ISET, CC_INT32),
    ALU(GT_OP_AND, KN_AND, CC_INT32), ALU(GT_OP_OR, KN_OR, CC_INT32), ALU(GT_OP_XOR, KN_XOR, CC_INT32),
    ALU(GT_OP_MOV2, KN_MOV2, CC_INT32), ALU(GT_OP_SHL, KN_SHL, CC_KERNEL), ALU(GT_OP_SHR, KN_SHR, CC_KERNEL),
    ALU(GT_OP_I2I, KN_I2I, CC_INT32), ALU(GT_OP_I2F, KN_I2F, CC_F32),
    ALU(GT_OP_F2I, KN_F2I, CC_INT32), ALU(GT_OP_F2F, KN_F2F, CC_F32),
    ALU(GT_OP_FADD, KN_FADD, CC_F32), ALU(GT_OP_FMUL, KN_FMUL, CC_F32), ALU(GT_OP_FMAD, KN_FMAD, CC_F32),
    ALU(GT_OP_FMIN, KN_FMIN, CC_F32), ALU(GT_OP_FMAX, KN_FMAX, CC_F32), ALU(GT_OP_FSET, KN_FSET, CC_INT32),
    ALU(GT_OP_SLCT, KN_SLCT, CC_SLCT), ALU(GT_OP_QUADOP, KN_QUADOP, CC_F32),
    ALU(GT_OP_RCP, KN_RCP, CC_NONE), ALU(GT_OP_RSQRT, KN_RSQRT, CC_NONE), ALU(GT_OP_LG2, KN_LG2, CC_NONE),
    ALU(GT_OP_SIN, KN_SIN, CC_NONE), ALU(GT_OP_COS, KN_COS, CC_NONE), ALU(GT_OP_EX2, KN_EX2, CC_NONE),
    ALU(GT_OP_PRESIN, KN_PRESIN, CC_NONE), ALU(GT_OP_PREEX2, KN_PREEX2, CC_NONE),
    OWN(GT_OP_DFMA, gt_body_dpu), OWN(GT_OP_DADD, gt_body_dpu), OWN(GT_OP_DMUL, gt_body_dpu),
    OWN(GT_OP_DMIN, gt_body_dpu), OWN(GT_OP_DMAX, gt_body_dpu), OWN(GT_OP_DSET, gt_body_dpu),
    OWN(GT_OP_I2F64, gt_body_dpu), OWN(GT_OP_F2I64, gt_body_dpu), OWN(GT_OP_F2F64, gt_body_dpu),
    [GT_OP_VOTE_ANY] = {UC_ALWAYS, gt_body_vote, 0, CC_KERNEL},
    [GT_OP_VOTE_ALL] = {UC_ALWAYS, gt_body_vote, 0, CC_KERNEL},
    OWN(GT_OP_LD_C, gt_body_ld_c), OWN(GT_OP_LD_S, gt_body_ld_s), OWN(GT_OP_ST_S, gt_body_st_s),
    OWN(GT_OP_LD_L, gt_body_ld_l), OWN(GT_OP_ST_L, gt_body_st_l),
    OWN(GT_OP_LD_G, gt_body_ld_g), OWN(GT_OP_ST_G, gt_body_st_g),
    OWN(GT_OP_RED, gt_body_atom), OWN(GT_OP_ATOM, gt_body_atom),
    OWN(GT_OP_LD_LOCK, gt_body_ld_lock), OWN(GT_OP_ST_UNLOCK, gt_body_st_unlock),
    OWN(GT_OP_TEXFETCH, gt_body_tex), OWN(GT_OP_TEXAUTO, gt_body_tex),
    CTL(GT_OP_BRA), CTL(GT_OP_CALL), CTL(GT_OP_RET), CTL(GT_OP_PREBRK), CTL(GT_OP_BRK), CTL(GT_OP_QUADON),
    CTL(GT_OP_QUADPOP), CTL(GT_OP_TRAP), CTL(GT_OP_JOINAT), CTL(GT_OP_BRKPT),
    [GT_OP_BAR] = {UC_BAR, NULL, 0, CC_NONE},
};

static bool is_mad16(const struct gt_insn *in) { return in->op == GT_OP_IMAD || in->op == GT_OP_ISAD; }

/* Width of source i when it comes from memory or is a constant. */
static bool src_is_16(const struct gt_insn *in, int i)
{
    switch (in->op) {
    case GT_OP_I2I: case GT_OP_I2F: case GT_OP_F2I: case GT_OP_F2F:
        return !in->s32;
    default:
        return in->w16 && !(i == 2 && is_mad16(in));
    }
}

static gt_kern *mul_kernel(const struct gt_kernels *kn, const struct gt_insn *in)
{
    return in->w16 ? kn->k[KN_MUL16 + in->sgn + 2 * in->sgn2] : kn->k[KN_MUL24 + in->sgn + 2 * in->hi];
}

static gt_kern *add_kernel(const struct gt_kernels *kn, const struct gt_insn *in, bool w16, bool flags)
{
    return kn->k[KN_ADD + in->k + 4 * w16 + 8 * in->sat + 16 * flags];
}

/* Conversions: the common cases have vector kernels, the rest goes lane by lane. */
static void pick_conversion(struct gt_micro *u, const struct gt_kernels *kn)
{
    const struct gt_insn *in = u->in;
    bool plain = !in->src[0].neg && !in->src[0].abs;
    unsigned sbits = in->s8 ? 8 : in->s32 ? 32 : 16, dbits = in->d8 ? 8 : in->d32 ? 32 : 16;
    unsigned ext = in->ssigned ? KN_EXT_S : KN_EXT_U;
    u->ext = (uint8_t)sbits;
    u->wmask = ~0u;
    switch (in->op) {
    case GT_OP_I2I:
        /* every source value is inside the destination range: nothing to clamp */
        if (plain && (in->ssigned == in->dsigned ? sbits <= dbits : in->dsigned && sbits < dbits)) {
            u->kern = kn->k[ext];
            u->wmask = in->d32 ? ~0u : 0xffff;
        }
        break;
    case GT_OP_I2F:
        if (plain && in->d32 && !in->sat && (sbits < 32 || in->rnd == 0)) {
            u->kern = kn->k[ext];
            u->kern2 = kn->k[in->ssigned || sbits < 32 ? KN_I2F_S32 : KN_I2F_U32];
        }
        break;
    case GT_OP_F2I:
        if (in->s32 && in->d32)
            u->kern = kn->k[KN_F2I_FAST];
        break;
    case GT_OP_F2F:
        if (in->s32 && in->d32 && !in->rint)
            u->kern = kn->k[KN_F2F_FAST];
        break;
    default:
        break;
    }
}

/* The kernel that computes a row of results, by operation, width, sign, saturation and whether flags are wanted. */
static void pick_kernel(struct gt_micro *u, const struct gt_kernels *kn, unsigned kid)
{
    const struct gt_insn *in = u->in;
    bool flags = u->ccid != CC_NONE;
    unsigned type = (unsigned)in->w16 + 2u * in->sgn;
    u->kern = kn->k[kid];
    switch (in->op) {
    case GT_OP_IADD: u->kern = add_kernel(kn, in, in->w16, flags); break;
    case GT_OP_IMUL: u->kern = mul_kernel(kn, in); break;
    case GT_OP_IMAD:
        u->kern = mul_kernel(kn, in);
        u->kern2 = add_kernel(kn, in, false, flags);
        break;
    case GT_OP_ISAD:
        u->kern = kn->k[KN_DIFF + type];
        u->kern2 = kn->k[KN_ADD + 16 * flags];
        break;
    case GT_OP_IMIN: case GT_OP_IMAX: case GT_OP_ISET: u->kern = kn->k[kid + type]; break;
    case GT_OP_SHL: u->kern = kn->k[KN_SHL + in->w16 + 2 * flags]; break;
    case GT_OP_SHR: u->kern = kn->k[KN_SHR + type + 4 * flags]; break;
    case GT_OP_FADD: case GT_OP_FMUL:
        u->kern = in->rnd ? kn->k[kid + 2] : kn->k[kid + in->sat];
        break;
    case GT_OP_FMAD: u->kern = kn->k[kid + in->sat + (u->x[0] | u->x[1] | u->x[2] ? 2 : 0)]; break;
    case GT_OP_EX2: u->kern = kn->k[KN_EX2 + in->sat]; break;
    case GT_OP_QUADOP: u->scratch = 1; break;
    case GT_OP_I2I: case GT_OP_I2F: case GT_OP_F2I: case GT_OP_F2F: pick_conversion(u, kn); break;
    default: break;
    }
}

/* Sign or inversion as a mask to XOR. Conversions in their general form look at the instruction instead. */
static uint32_t src_xor(const struct gt_insn *in, int i)
{
    uint32_t all = in->w16 ? 0xffff : 0xffffffff;
    return in->src[i].inv ? all : in->src[i].neg ? 0x80000000 : 0;
}

/* Where operand i comes from, its modifiers, and its value if that is a constant. */
static void pick_source(struct gt_micro *u, int i)
{
    const struct gt_insn *in = u->in;
    const struct gt_src *s = &in->src[i];
    bool w16 = src_is_16(in, i);
    u->sidx[i] = s->idx;
    u->x[i] = src_xor(in, i);
    u->swidth16 |= (uint8_t)(w16 << i);
    switch (s->kind) {
    case GT_K_NONE: u->skind[i] = US_ZERO; return;
    case GT_K_R32: case GT_K_R64: case GT_K_R128: u->skind[i] = US_ROW; break;
    case GT_K_R16:  u->skind[i] = US_HALF; break;
    case GT_K_SMEM: u->skind[i] = US_SMEM; break;
    case GT_K_CMEM: u->skind[i] = US_CMEM; break;
    case GT_K_AREG: u->skind[i] = US_AREG; break;
    case GT_K_CREG: u->skind[i] = US_CREG; break;
    case GT_K_SREG: u->skind[i] = US_SREG; break;
    case GT_K_IMM:
        u->skind[i] = US_IMM;
        u->kn->splat(u->imm, w16 ? in->imm & 0xffff : in->imm);
        break;
    default: break;
    }
    u->nsrc = (uint8_t)(i + 1);
}

/* Bytes an element, sign extension and registers of a memory access. */
static void pick_memory(struct gt_micro *u)
{
    const struct gt_insn *in = u->in;
    switch (in->op) {
    case GT_OP_LD_S: case GT_OP_LD_C:
        u->size = in->smode == GT_SM_U8 ? 1 : in->smode == GT_SM_B32 ? 4 : 2;
        u->sext = in->smode == GT_SM_S16;
        u->words = 1;
        break;
    default:
        u->size = in->mtype <= GT_MT_S8 ? 1 : in->mtype <= GT_MT_S16 ? 2 : 4;
        u->sext = in->mtype == GT_MT_S8 || in->mtype == GT_MT_S16;
        u->words = in->mtype == GT_MT_B64 ? 2 : in->mtype == GT_MT_B128 ? 4 : 1;
        break;
    }
}

/* Which rule sets $c: that of the row, narrowed when the result has 16 bits; CC_NONE: nothing is written. */
static uint8_t pick_flags(const struct gt_insn *in, uint8_t cc)
{
    if (in->op == GT_OP_MOV_TO_C || in->op == GT_OP_VOTE_ANY || in->op == GT_OP_VOTE_ALL)
        return cc;                              /* their destination is $c */
    if (!in->cdst_en)
        return CC_NONE;
    bool cvt = in->op == GT_OP_I2I || in->op == GT_OP_F2I || in->op == GT_OP_I2F || in->op == GT_OP_F2F;
    bool narrow = cvt ? !in->d32 : in->w16 && in->op != GT_OP_IMUL;
    if (narrow && cc == CC_INT32)
        return CC_INT16;
    if (narrow && cc == CC_F32)
        return CC_F16;
    return cc;
}

/* Simple instructions have shorter bodies: whole rows in, one word out, no flags. */
static bool is_row(const struct gt_micro *u, int i)
{
    return u->skind[i] == US_ROW || u->skind[i] == US_IMM || u->skind[i] == US_ZERO;
}

/* Replaces the general body by a shorter one where operands and modifiers are the usual ones. */
static void specialise_body(struct gt_micro *u)
{
    const struct gt_insn *in = u->in;
    bool word = u->dkind == GT_K_R32 && u->lanes == ~0u && !in->ainc;
    for (int i = 0; i < 3; i++)
        u->fixed[i] = u->skind[i] == US_ZERO ? gt_zero_row : u->skind[i] == US_IMM ? u->imm : NULL;
    if (!word)
        return;
    if (u->body == gt_body_alu && !u->ccid && !u->kern2 && !u->scratch && is_row(u, 1) && is_row(u, 2)) {
        if (is_row(u, 0))
            u->body = gt_body_rows;
        else if (u->skind[0] == US_SMEM && in->areg && in->smode == GT_SM_B32 && !(u->swidth16 & 1))
            u->body = gt_body_smem;
    }
    if (u->size == 4 && u->words == 1 && u->body == gt_body_ld_g)
        u->body = gt_body_ld_g32;
    if (u->size == 4 && u->body == gt_body_ld_s && in->areg)
        u->body = gt_body_ld_s32;
}

/* An instruction of a unit that is there, and that does it. */
static bool has_unit(const struct gt_insn *in, const struct gt_values *v)
{
    return in->unit == GT_UNIT_TEX ? v->tex && gt_tex_supported(in) : in->unit != GT_UNIT_DPU || v->dpu;
}

void gt_micro_make(struct gt_micro *u, const struct gt_insn *in, const struct gt_kernels *kn,
                   const struct gt_values *v)
{
    memset(u, 0, sizeof *u);
    const struct rule *r = &rules[in->op < GT_OP_COUNT ? in->op : GT_OP_ILLEGAL];
    u->in = in;
    u->kn = kn;
    u->len = in->len ? in->len : 4;
    u->join = in->join;
    u->exit = in->exit;
    u->always = in->cond == 15;
    u->cread = u->carry = in->cread & 3;
    u->truth = gt_cond_truth[in->cond & 31];
    u->cls = r->cls;
    u->body = r->body;
    if (in->err != GT_DE_NONE || !r->cls || !has_unit(in, v)) {
        u->cls = UC_STOP;
        u->body = gt_body_unimplemented;
        return;
    }
    if (r->cls == UC_CTL || r->cls == UC_BAR)
        return;
    for (int i = 0; i < 3; i++)
        pick_source(u, i);
    u->plain = r->cls == UC_BODY && u->always && !u->join && !u->exit && u->skind[0] != US_SREG;
    u->dkind = in->dst_kind;
    u->dst = in->dst;
    u->cdst = in->cdst & 3;
    u->ccid = pick_flags(in, r->cc);
    u->lanes = in->op == GT_OP_MOV ? (in->lmask & 15) * 0x11111111u : ~0u;
    pick_memory(u);
    if (r->body == gt_body_alu)
        pick_kernel(u, kn, r->kid);
    specialise_body(u);
}

/* Straight lines are not longer: where the compiler makes no tail calls, each instruction is a call. */
#define STRAIGHT 1024u

/* The run function with the body inlined; only where no register number needs a check at run time. */
static gt_run *bound_run(const struct gt_micro *u, uint32_t nregs)
{
    const struct gt_bound *bound = u->kn->bound;
    bool inside = u->dkind == GT_K_NONE || u->dst < nregs;
    for (int i = 0; i < 3; i++)
        inside &= u->skind[i] != US_ROW || u->sidx[i] < nregs;
    if (!inside || (u->in->op == GT_OP_IADD && u->in->k == 3))     /* which takes a carry */
        return gt_run_body;
    if (u->body == gt_body_rows)
        return bound->rows;
    if (u->body == gt_body_smem && u->off % 4 == 0)
        return u->kern == u->kn->k[KN_FMAD] && !u->kern2 ? bound->smem_fmad : bound->smem;
    if (u->body == gt_body_ld_s32 && u->off % 4 == 0)
        return bound->ld_s32;
    if (u->body == gt_body_ld_g32)
        return bound->ld_g32;
    if (u->body == gt_body_st_s && u->size == 4 && u->skind[1] == US_ROW && u->in->areg && !u->in->ainc &&
        u->off % 4 == 0)
        return bound->st_s32;
    return gt_run_body;
}

void gt_micro_bind(struct gt_micro *u, const struct gt_micro *next, const struct gt_micro *cut, uint32_t pc,
                   uint32_t nregs)
{
    bool goes_on = u->plain && next->plain && next->straight < STRAIGHT;
    u->next = u->plain && next->plain && !goes_on ? cut : next;
    u->pc = pc;
    u->straight = u->plain + (goes_on ? next->straight : 0);
    u->after = goes_on ? next->after : pc + u->len;
    u->dst_at = u->dst * 128u;
    u->areg = u->in->areg & 7;
    u->view_at = (uint16_t)(offsetof(struct gt_warp, view) + u->areg * sizeof(struct gt_view));
    u->off = (uint16_t)u->in->mem_off;
    for (int i = 0; i < 3; i++) {
        bool row = !u->fixed[i];
        u->at[i] = row ? u->sidx[i] * (uintptr_t)128 : (uintptr_t)u->fixed[i];
        u->in_regs[i] = row ? ~(uintptr_t)0 : 0;
    }
    u->run = u->plain ? bound_run(u, nregs) : gt_run_end;
}
