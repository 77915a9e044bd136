/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions as the decoder would give them: operation and modifiers from the kind, operands from the registers.
 */
#include "machine.h"

#include "encode.h"

#define ZERO LIMIT_REGISTERS    /* $r124 reads 0 */
#define ALL_WARPS 0xfff         /* bar without a count */
#define LITERALS 1              /* segment of the constants */
#define GLOBAL 14               /* window of g[] that is all of the memory */

/* ---- operations and modifiers --------------------------------------------------------------------------- */

static const uint8_t operation[M_COUNT] = {
    [M_NOP] = GT_OP_NOP, [M_MOV] = GT_OP_MOV, [M_ADD] = GT_OP_IADD, [M_SUB] = GT_OP_IADD, [M_SUBR] = GT_OP_IADD,
    [M_ADDC] = GT_OP_IADD, [M_MUL16] = GT_OP_IMUL, [M_MUL24] = GT_OP_IMUL, [M_MAD] = GT_OP_IMAD, [M_SAD] = GT_OP_ISAD,
    [M_MIN] = GT_OP_IMIN, [M_MAX] = GT_OP_IMAX, [M_SET] = GT_OP_ISET, [M_AND] = GT_OP_AND, [M_OR] = GT_OP_OR,
    [M_XOR] = GT_OP_XOR, [M_MOV2] = GT_OP_MOV2, [M_SHL] = GT_OP_SHL, [M_SHR] = GT_OP_SHR, [M_FADD] = GT_OP_FADD,
    [M_FMUL] = GT_OP_FMUL, [M_FMAD] = GT_OP_FMAD, [M_FMIN] = GT_OP_FMIN, [M_FMAX] = GT_OP_FMAX, [M_FSET] = GT_OP_FSET,
    [M_SLCT] = GT_OP_SLCT, [M_LDC] = GT_OP_LD_C, [M_LDS] = GT_OP_LD_S, [M_STS] = GT_OP_ST_S, [M_LDL] = GT_OP_LD_L,
    [M_STL] = GT_OP_ST_L, [M_LDG] = GT_OP_LD_G, [M_STG] = GT_OP_ST_G, [M_ATOM] = GT_OP_ATOM, [M_RED] = GT_OP_RED,
    [M_BAR] = GT_OP_BAR, [M_RET] = GT_OP_RET, [M_SHLA] = GT_OP_SHL_TO_A, [M_CVTH] = GT_OP_F2F, [M_ADDA] = GT_OP_ADD_A,
};

static uint8_t mov_opcode(const struct minst *m)
{
    return m->dst < 0 ? GT_OP_MOV_TO_C : m->src[0].kind == O_CREG ? GT_OP_MOV_FROM_C : GT_OP_MOV_FROM_SR;
}

static uint8_t convert_opcode(const struct minst *m)
{
    bool to = vtype_float((enum vtype)m->type), from = vtype_float((enum vtype)m->stype);
    return to ? from ? GT_OP_F2F : GT_OP_I2F : from ? GT_OP_F2I : GT_OP_I2I;
}

static uint8_t operation_of(const struct minst *m)
{
    if (m->gop)
        return m->gop;
    return m->op == M_SREG ? mov_opcode(m) : m->op == M_CVT ? convert_opcode(m) : operation[m->op];
}

/* Of a conversion with a 64-bit side, "32" is the bit that says which sides are of 64 bits. */
static void set_conversion(const struct minst *m, struct gt_insn *in)
{
    enum vtype d = (enum vtype)m->type, s = (enum vtype)m->stype;
    bool byte = vtype_size(s) == 1;
    in->f64 = m->op == M_F64;
    in->d32 = in->f64 ? vtype_size(d) == 8 : vtype_size(d) == 4;
    in->s32 = in->f64 ? vtype_size(s) == 8 : vtype_size(s) == 4 || s == V_U8W || s == V_S8W;
    in->dsigned = vtype_signed(d) && !vtype_float(d);
    in->ssigned = vtype_signed(s) && !vtype_float(s);
    in->s8 = byte;
    in->rint = m->rint;
}

/* Type field of a load or store. */
static uint8_t access_size(const struct minst *m)
{
    switch (m->type) {
    case V_U8: return GT_MT_U8;
    case V_S8: return GT_MT_S8;
    case V_U16: return GT_MT_U16;
    case V_S16: return GT_MT_S16;
    case V_B64: case V_U64: return GT_MT_B64;
    case V_B128: return GT_MT_B128;
    case V_S32: return GT_MT_S32;
    default: return GT_MT_B32;
    }
}

static uint8_t narrow_size(const struct minst *m)
{
    return m->type == V_U8 ? GT_SM_U8 : m->type == V_U16 ? GT_SM_U16 : m->type == V_S16 ? GT_SM_S16 : GT_SM_B32;
}

static void set_modifiers(const struct minst *m, struct gt_insn *in)
{
    bool sgn = vtype_signed((enum vtype)m->type);
    in->op = operation_of(m);
    in->sat = m->sat;
    in->rnd = m->rnd;
    in->cmp = m->cond;
    switch (m->op) {
    case M_MOV: in->lmask = 15; break;
    case M_SUB: in->k = 1; break;
    case M_SUBR: in->k = 2; break;
    case M_ADDC: in->k = 3; in->uses_carry = true; break;
    case M_MUL16: case M_MUL24: case M_MAD: case M_SAD: case M_MIN: case M_MAX: case M_SET: case M_SHR:
        in->sgn = sgn;
        in->w16 = mi_half_product(m);
        in->sgn2 = m->op == M_MUL16 ? m->stype == V_S16 : m->op == M_MAD && in->w16 && sgn;
        in->hi = m->hi;
        break;
    case M_CVT: case M_CVTH: set_conversion(m, in); break;
    case M_F64:
        if (m->stype)
            set_conversion(m, in);
        break;
    case M_LDC: case M_LDS: in->smode = narrow_size(m); break;
    case M_STS: case M_LDL: case M_STL: case M_LDG: case M_STG: case M_ATOM: case M_RED:
        in->mtype = access_size(m);
        break;
    case M_BAR: in->bar_inc = in->bar_wait = true; in->bar_count = ALL_WARPS; break;
    case M_TRAP: in->err = m->gop == GT_OP_TRAP ? GT_DE_TRAP : GT_DE_NONE; break;
    }
    in->aop = m->aop;
}

/* ---- operands --------------------------------------------------------------------------------------------- */

static uint8_t words_kind(int words) { return words == 4 ? GT_K_R128 : words == 2 ? GT_K_R64 : GT_K_R32; }

static void set_zero(struct gt_src *s) { s->kind = GT_K_R32, s->idx = ZERO; }

static void set_immediate(struct gt_insn *in, int i, uint32_t v)
{
    in->src[i].kind = GT_K_IMM;
    in->imm = in->w16 ? v & 0xffff : v;
}

static void set_literal(struct emitter *e, struct gt_insn *in, int i, uint32_t v)
{
    in->src[i].kind = GT_K_CMEM;
    in->has_c = true;
    in->cseg = LITERALS;
    in->c_off = (uint16_t)emit_literal(e, v);
}

/* A zero is a register, where a constant has no meaning of its own. */
static bool stays_constant(const struct minst *m, int i)
{
    return m->src[i].imm || m->op == M_MOV || m->op == M_TRAP ||
           (i == 1 && (m->op == M_SHL || m->op == M_SHR || m->op == M_SHLA));
}

/* Source i. lit: the one that may be a literal of c1[]. */
static void set_source(struct emitter *e, const struct minst *m, int i, int lit, struct gt_insn *in)
{
    const struct opnd *o = &m->src[i];
    struct gt_src *s = &in->src[i];
    int color = o->kind == O_REG || o->kind == O_CREG ? e->f->vr.v[o->v].color : 0;
    s->neg = o->neg;
    s->abs = o->abs;
    s->inv = o->inv;
    switch (o->kind) {
    case O_REG:
        s->kind = o->half ? GT_K_R16 : words_kind(m->sw[i]);
        s->idx = (uint8_t)(o->half ? 2 * color + (o->half == HALF_HI) : color);
        break;
    case O_IMM:
        if (i == lit)
            set_literal(e, in, i, o->imm);
        else if (stays_constant(m, i))
            set_immediate(in, i, o->imm);
        else
            set_zero(s);
        break;
    case O_SMEM:
        s->kind = GT_K_SMEM;
        in->has_s = true;
        in->smode = o->mode;
        in->mem_off = o->v;
        in->areg = m->areg;
        break;
    case O_CMEM:
        s->kind = GT_K_CMEM;
        in->has_c = true;
        in->cseg = o->seg;
        in->c_off = (uint16_t)o->v;
        break;
    case O_CREG:
        s->kind = GT_K_CREG;
        s->idx = in->cread = (uint8_t)color;
        break;
    case O_SREG:
        s->kind = GT_K_SREG;
        s->idx = (uint8_t)o->v;
        break;
    }
}

/* The address of a load or store. */
static void set_address(const struct minst *m, struct gt_insn *in)
{
    uint16_t off = (uint16_t)m->aoff;
    in->areg = m->areg;
    in->ainc = m->ainc;
    in->has_s = m->op == M_LDS || m->op == M_STS;
    in->has_c = m->op == M_LDC;
    in->a_on_c = in->has_c && (in->areg || in->ainc);
    in->cseg = in->has_c ? m->seg & 15 : 0;
    if (in->has_c && !in->a_on_c)
        in->c_off = off;
    else
        in->mem_off = off;
}

/* Register, $a and $c that are written. */
static void set_destinations(const struct emitter *e, const struct minst *m, struct gt_insn *in)
{
    int color = m->dst >= 0 ? e->f->vr.v[m->dst].color : 0;
    if (m->op == M_SHLA || m->op == M_ADDA) {
        in->dst_kind = GT_K_AREG;
        in->dst = m->areg;
    } else if (m->dst >= 0) {
        in->dst_kind = m->op == M_CVTH ? GT_K_R16 : words_kind(m->dw);
        in->dst = (uint8_t)(m->op == M_CVTH ? 2 * color : color);
    }
    if (m->cdst >= 0) {
        in->cdst_en = true;
        in->cdst = (uint8_t)e->f->vr.v[m->cdst].color;
    }
}

/* The $c of a predicate and the $c that is an operand share a field. */
static void set_predicate(const struct emitter *e, const struct minst *m, struct gt_insn *in)
{
    static const uint8_t condition[][2] = {          /* test, pneg */
        [PT_TRUE] = { GT_CC_LG, GT_CC_E }, [PT_CARRY] = { GT_CC_C, GT_CC_NC }, [PT_LESS] = { GT_CC_L, GT_CC_GE },
    };
    if (m->pred < 0)
        return;
    uint8_t code = (uint8_t)e->f->vr.v[m->pred].color;
    if ((in->uses_carry || in->op == GT_OP_MOV_FROM_C) && in->cread != code)
        in->op = GT_OP_ILLEGAL;
    in->cond = condition[m->test][m->pneg];
    in->cread = code;
}

static bool has_address(const struct minst *m) { return m->op >= M_LDC && m->op <= M_STL; }

void machine_insn(struct emitter *e, const struct minst *m, unsigned len, int lit, struct gt_insn *in)
{
    *in = (struct gt_insn){ .len = (uint8_t)len, .cond = GT_CC_ALWAYS };
    set_modifiers(m, in);
    set_destinations(e, m, in);
    for (int i = 0; i < 3; i++)
        set_source(e, m, i, lit, in);
    if (has_address(m))
        set_address(m, in);
    set_predicate(e, m, in);
    switch (m->op) {
    case M_MOV:
        if (in->src[0].kind == GT_K_CMEM) {             /* no mov reads c[]: mov2 does, as its second source */
            in->op = GT_OP_MOV2;
            in->lmask = 0;
            in->src[1] = in->src[0];
            in->src[0] = (struct gt_src){ 0 };
            set_zero(&in->src[0]);
        } else if (in->src[0].kind == GT_K_IMM && !in->imm && m->pred >= 0) {
            set_zero(&in->src[0]);
        }
        break;
    case M_MOV2: set_zero(&in->src[0]); break;
    case M_ADDC: in->src[2] = (struct gt_src){ 0 }; break;
    case M_LDG: case M_STG: case M_ATOM: case M_RED: in->gseg = GLOBAL; break;
    case M_BAR:
        in->src[0] = (struct gt_src){ 0 };
        in->imm = 0;
        in->bar_id = (uint8_t)m->src[0].imm;
        break;
    case M_ADDA:
        in->src[0] = (struct gt_src){ .kind = GT_K_AREG, .idx = m->afrom };
        set_immediate(in, 1, m->src[0].imm);
        break;
    }
}

bool machine_has_immediate(const struct minst *m)
{
    struct gt_insn in = { .len = 8, .cond = GT_CC_ALWAYS, .dst_kind = GT_K_R32, .src[0] = { .kind = GT_K_R32 } };
    uint32_t w[2];
    set_modifiers(m, &in);
    set_immediate(&in, 1, m->src[1].imm);
    return isa_encode(&in, w);
}
