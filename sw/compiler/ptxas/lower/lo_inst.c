/* SPDX-License-Identifier: Apache-2.0
 *
 * Lowering: instructions, one behind the other.
 */
#include "ir.h"

static const struct opnd none;

_Noreturn void lo_unsupported(struct fn *f, const struct pinst *in)
{
    cx_error(f->cx, in->line, "instruction %s is not supported", in->text);
}

struct minst *lo_inst3(struct fn *f, enum mop op, enum vtype type, int dst, struct opnd a, struct opnd b, struct opnd c)
{
    struct minst *m = mi_new(f, op, type);
    m->dst = dst;
    m->dw = dst >= 0;
    m->src[0] = a;
    m->src[1] = b;
    m->src[2] = c;
    return mi_append(f, f->cur, m);
}

struct minst *lo_inst(struct fn *f, enum mop op, enum vtype type, int dst, struct opnd a, struct opnd b)
{
    return lo_inst3(f, op, type, dst, a, b, none);
}

struct minst *lo_cvt(struct fn *f, enum vtype to, enum vtype from, int dst, struct opnd a)
{
    struct minst *m = lo_inst(f, M_CVT, to, dst, a, none);
    m->stype = (uint8_t)from;
    return m;
}

struct minst *lo_set(struct fn *f, unsigned cond, enum vtype type, int dst, struct opnd a, struct opnd b)
{
    struct minst *m = lo_inst(f, vtype_float(type) ? M_FSET : M_SET, type, dst, a, b);
    m->cond = (uint8_t)cond;
    return m;
}

struct minst *lo_sfu(struct fn *f, enum gt_op gop, int dst, struct opnd a)
{
    struct minst *m = lo_inst(f, M_SFU, V_F32, dst, a, none);
    m->gop = (uint8_t)gop;
    return m;
}

enum vtype word_type(enum ptype t) { return ptype_signed(t) ? V_S32 : V_U32; }

struct opnd in_reg(struct fn *f, struct opnd o)
{
    if (o.kind == O_REG)
        return o;
    int t = fn_vreg(f, false);
    lo_inst(f, M_MOV, V_B32, t, o, none);
    return op_reg(t);
}

struct rounding inst_rounding(const struct pinst *in)
{
    static const uint8_t result[] = { [PTX_RND_RZ] = MR_RZ, [PTX_RND_RM] = MR_RM, [PTX_RND_RP] = MR_RP };
    static const uint8_t integer[] = { [PTX_IRND_RZI] = MR_RZ, [PTX_IRND_RMI] = MR_RM, [PTX_IRND_RPI] = MR_RP };
    _Static_assert(MR_RN == 0, "what is not listed rounds to nearest");
    if (in->code.irnd)
        return (struct rounding){ true, true, integer[in->code.irnd] };
    return (struct rounding){ in->code.rnd != 0, false, result[in->code.rnd] };
}
