/* SPDX-License-Identifier: Apache-2.0
 *
 * Loads, stores and atomics.
 */
#include "gt_chip.h"
#include "ir.h"

#include <string.h>

#define SMEM_OPERAND_MAX (4 * (LIMIT_S_UNITS - 1))      /* largest offset of a word operand s[] */

static const struct opnd none;

/* The memory of an access: as the instruction says, or where its address comes from. */
static enum pspace access_space(struct fn *f, const struct pinst *in, const struct poper *a)
{
    static const uint8_t named[] = {
        [PTX_SPACE_PARAM] = SP_PARAM, [PTX_SPACE_SHARED] = SP_SHARED, [PTX_SPACE_LOCAL] = SP_LOCAL,
        [PTX_SPACE_CONST] = SP_CONST, [PTX_SPACE_GLOBAL] = SP_GLOBAL,
    };
    if (in->code.space)
        return (enum pspace)named[in->code.space];
    if (a->sym)
        return (enum pspace)a->sym->space;
    unsigned from = a->reg ? a->reg->gspace : 0;
    if (from == 1u << SP_SHARED)
        return SP_SHARED;
    if (from == 1u << SP_LOCAL)
        return SP_LOCAL;
    if (from == 1u << SP_CONST)
        return SP_CONST;
    if (from & (1u << SP_SHARED | 1u << SP_LOCAL | 1u << SP_CONST))
        cx_error(f->cx, in->line, "instruction %.400s: cannot tell which memory the generic address points to",
                 in->text);
    if (!f->cx->generic_warned && from != 1u << SP_GLOBAL) {
        cx_warn(f->cx, in->line, "generic addresses are taken to be global");
        f->cx->generic_warned = true;
    }
    return SP_GLOBAL;
}

/* Fills the address of m for an access at `extra` bytes behind operand a. */
static void set_address(struct fn *f, const struct pinst *in, struct minst *m, enum pspace sp, const struct poper *a,
                        uint32_t extra)
{
    uint32_t off = (uint32_t)a->imm + extra;
    if (a->sym) {
        if (a->sym->kind != SYM_VAR || a->sym->space != sp)
            cx_error(f->cx, in->line, "instruction %s: '%s' is not in that memory", in->text, a->sym->name);
    }
    if (sp == SP_GLOBAL) {
        struct opnd base;
        if (a->sym)
            base = addr_of(f, a->sym, off, in);
        else if (a->reg) {
            struct pinst t = *in;
            t.nops = 1;
            t.op[0] = (struct poper){ .kind = PO_REG, .sym = a->reg };
            base = lo_src(f, &t, 0);
            if (off) {
                int u = fn_vreg(f, false);
                lo_inst(f, M_ADD, V_B32, u, base, op_imm(off));
                base = op_reg(u);
            }
        } else {
            base = in_reg(f, op_imm(off));
        }
        m->src[0] = base;
        return;
    }
    if (a->sym) {
        struct opnd o = addr_of(f, a->sym, off, in);
        m->aoff = (int32_t)o.imm;
    } else {
        m->aoff = (int32_t)off;
    }
    if (a->reg) {
        struct pinst t = *in;
        t.nops = 1;
        t.op[0] = (struct poper){ .kind = PO_REG, .sym = a->reg };
        m->abase = lo_src(f, &t, 0).v;
    }
}

static void load_word(struct fn *f, const struct pinst *in, enum pspace sp, const struct poper *a, uint32_t extra,
                      enum ptype t, int d);

/* A parameter, which lies in shared memory: by an s[] operand where the offset fits, else by a load. */
static void load_param(struct fn *f, const struct pinst *in, const struct poper *a, uint32_t extra, enum ptype t, int d)
{
    if (!a->sym || a->reg) {            /* an address that was taken: parameters lie in shared memory */
        load_word(f, in, SP_SHARED, a, extra, t, d);
        return;
    }
    if (a->sym->space != SP_PARAM)
        cx_error(f->cx, in->line, "instruction %.400s: '%.400s' is not in that memory", in->text, a->sym->name);
    uint32_t off = a->sym->offset + (uint32_t)a->imm + extra;
    unsigned size = ptype_size(t);
    if (size == 8)
        size = 4;
    if (off > (size == 4 ? SMEM_OPERAND_MAX : size == 2 ? SMEM_OPERAND_MAX / 2 : SMEM_OPERAND_MAX / 4)) {
        enum vtype type = size == 4 ? V_B32 : size == 1 ? V_U8 : t == T_S16 ? V_S16 : V_U16;
        struct minst *m = lo_inst(f, M_LDS, type, d, none, none);
        m->aoff = (int32_t)off;
    } else if (size == 1) {
        lo_cvt(f, V_U32, V_U8, d, op_smem((int)off, SM_U8));
    } else {
        lo_inst(f, M_MOV, V_B32, d, op_smem((int)off, size == 4 ? SM_B32 : t == T_S16 ? SM_S16 : SM_U16), none);
    }
    if (t == T_S8) {
        int x = fn_vreg(f, false);
        f->cur->last->dst = x;
        lo_cvt(f, V_S32, V_S8W, d, op_reg(x));
    }
}

static enum vtype load_type(enum pspace sp, enum ptype t)
{
    switch (ptype_size(t)) {
    case 1: return t == T_S8 && (sp == SP_LOCAL || sp == SP_GLOBAL) ? V_S8 : V_U8;
    case 2: return t == T_S16 ? V_S16 : V_U16;
    default: return V_B32;
    }
}

static enum mop load_op(enum pspace sp)
{
    return sp == SP_SHARED ? M_LDS : sp == SP_CONST ? M_LDC : sp == SP_LOCAL ? M_LDL : M_LDG;
}

/* One word or less. */
static void load_word(struct fn *f, const struct pinst *in, enum pspace sp, const struct poper *a, uint32_t extra,
                      enum ptype t, int d)
{
    if (sp == SP_PARAM) {
        load_param(f, in, a, extra, t, d);
        return;
    }
    struct minst *m = mi_new(f, load_op(sp), load_type(sp, t));
    bool s8 = t == T_S8 && (sp == SP_SHARED || sp == SP_CONST);
    set_address(f, in, m, sp, a, extra);
    m->vol = in->code.vol;
    m->dst = s8 ? fn_vreg(f, false) : d;
    m->dw = 1;
    mi_append(f, f->cur, m);
    if (s8)
        lo_cvt(f, V_S32, V_S8W, d, op_reg(m->dst));
}

/* A store of one word or less. */
static void store_word(struct fn *f, const struct pinst *in, enum pspace sp, const struct poper *a, uint32_t extra,
                       enum ptype t, struct opnd v)
{
    unsigned size = ptype_size(t);
    enum mop op = sp == SP_SHARED ? M_STS : sp == SP_LOCAL ? M_STL : M_STG;
    struct minst *m = mi_new(f, op, size == 1 ? V_U8 : size == 2 ? V_U16 : V_B32);
    set_address(f, in, m, sp, a, extra);
    m->src[1] = v;
    m->sw[1] = 1;
    m->vol = in->code.vol;
    mi_append(f, f->cur, m);
}

/* Element i of operand k as an instruction of its own, so that lo_src and lo_dst can be used on it. */
static struct pinst element_of(const struct pinst *in, unsigned k, unsigned i)
{
    struct pinst t = *in;
    if (in->op[k].kind == PO_VEC)
        t.op[k] = in->op[k].elem[i];
    return t;
}

/* Destination 0 of `in` gets a loaded value: a word, and the upper one of a 64-bit type; wider registers are
 * extended. */
static void set_loaded(struct fn *f, const struct pinst *in, enum ptype t, int word, int upper)
{
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(word), none);
    if (in->op[0].kind != PO_REG || ptype_size((enum ptype)in->op[0].sym->type) < 8)
        return;
    if (ptype_size(t) == 8)
        lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_reg(upper), none);
    else if (ptype_signed(t))
        lo_inst(f, M_SHR, V_S32, lo_dst_high(f, in, 0), op_reg(word), op_imm(31));
    else
        lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_imm(0), none);
}

/* ld: wide accesses of device and local memory at once, everything else word by word. */
static void lower_load(struct fn *f, const struct pinst *in, enum ptype t, enum pspace sp, unsigned n)
{
    const struct poper *a = &in->op[1];
    unsigned size = ptype_size(t), words = size == 8 ? 2 : 1;
    bool wide = (sp == SP_GLOBAL || sp == SP_LOCAL) && size >= 4 && n * words > 1;
    if (wide) {
        if (n * words != 2 && n * words != 4)
            lo_unsupported(f, in);
        int q = fn_group(f, (int)(n * words));
        struct minst *m = mi_new(f, load_op(sp), n * words == 2 ? V_B64 : V_B128);
        set_address(f, in, m, sp, a, 0);
        m->vol = in->code.vol;
        m->dst = q;
        m->dw = (uint8_t)(n * words);
        mi_append(f, f->cur, m);
        for (unsigned i = 0; i < n; i++) {
            struct pinst e = element_of(in, 0, i);
            set_loaded(f, &e, t, q + (int)(i * words), q + (int)(i * words) + 1);
        }
        return;
    }
    /* The destination may also be the address: write it after the last access. */
    int tmp[8];
    for (unsigned i = 0; i < n * words; i++) {
        tmp[i] = fn_vreg(f, false);
        load_word(f, in, sp, a, i * (size == 8 ? 4 : size), t, tmp[i]);
    }
    for (unsigned i = 0; i < n; i++) {
        struct pinst e = element_of(in, 0, i);
        set_loaded(f, &e, t, tmp[i * words], tmp[i * words + words - 1]);
    }
}

/* A generic pointer that is read back from memory is taken as global, so others must not get there. */
static void check_escape(struct fn *f, const struct pinst *in, const struct poper *v)
{
    unsigned not_global = 1u << SP_SHARED | 1u << SP_LOCAL | 1u << SP_CONST;
    for (unsigned i = 0; v->kind == PO_VEC && i < v->n; i++)
        check_escape(f, in, &v->elem[i]);
    if (v->kind == PO_REG && v->sym->gspace & not_global)
        cx_error(
            f->cx, in->line,
            "instruction %s is not supported: it stores the generic address of a shared, local or constant variable",
            in->text);
}

static void lower_store(struct fn *f, const struct pinst *in, enum ptype t, enum pspace sp, unsigned n)
{
    if (sp != SP_LOCAL && ptype_size(t) * 8 == f->mod->address_size)     /* pointers in local memory are followed
                                                                            (space.c) */
        check_escape(f, in, &in->op[1]);
    const struct poper *a = &in->op[0];
    unsigned size = ptype_size(t), words = size == 8 ? 2 : 1;
    if (sp == SP_CONST || sp == SP_PARAM)
        lo_unsupported(f, in);
    if ((sp == SP_GLOBAL || sp == SP_LOCAL) && size >= 4 && n * words > 1) {
        if (n * words != 2 && n * words != 4)
            lo_unsupported(f, in);
        int q = fn_group(f, (int)(n * words));
        for (unsigned i = 0; i < n; i++) {
            struct pinst e = element_of(in, 1, i);
            lo_inst(f, M_MOV, V_B32, q + (int)(i * words), lo_src(f, &e, 1), none);
            if (words == 2)
                lo_inst(f, M_MOV, V_B32, q + (int)(i * words) + 1, lo_src_high(f, &e, 1), none);
        }
        struct minst *m = mi_new(f, sp == SP_LOCAL ? M_STL : M_STG, n * words == 2 ? V_B64 : V_B128);
        set_address(f, in, m, sp, a, 0);
        m->src[1] = op_reg(q);
        m->sw[1] = (uint8_t)(n * words);
        m->vol = in->code.vol;
        mi_append(f, f->cur, m);
        return;
    }
    for (unsigned i = 0; i < n * words; i++) {
        struct pinst e = element_of(in, 1, i / words);
        store_word(f, in, sp, a, i * (size == 8 ? 4 : size), t, i % words ? lo_src_high(f, &e, 1) : lo_src(f, &e, 1));
    }
}

/* add, exch and cas are all that the chip has for 64 bits. */
static bool lower_atomic64(struct fn *f, const struct pinst *in, enum ptype t, bool red)
{
    unsigned a = red ? 0 : 1;
    bool add = in->code.aop == PTX_AOP_ADD, exch = in->code.aop == PTX_AOP_EXCH, cas = in->code.aop == PTX_AOP_CAS;
    bool known = add || ((exch || cas) && !red);
    if (!known || (add ? t != T_U64 && t != T_S64 : t != T_B64) || in->nops < a + 2 + cas)
        return false;
    struct opnd v = src_pair(f, in, a + 1), w = cas ? src_pair(f, in, a + 2) : none;
    struct minst *m = mi_new(f, red ? M_RED : M_ATOM, add ? V_U64 : V_B64);
    m->aop = add ? GT_AOP_ADD : cas ? GT_AOP_CAS : GT_AOP_EXCH;
    set_address(f, in, m, SP_GLOBAL, &in->op[a], 0);
    m->src[1] = v;
    m->src[2] = w;
    m->sw[1] = 2;
    m->sw[2] = cas ? 2 : 0;
    if (!red) {
        m->dst = fn_group(f, 2);
        m->dw = 2;
    }
    mi_append(f, f->cur, m);
    if (!red && in->op[0].kind == PO_REG) {
        lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(m->dst), none);
        lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_reg(m->dst + 1), none);
    }
    return true;
}

/* atom, red on device memory. */
static void lower_atomic(struct fn *f, const struct pinst *in, enum ptype t)
{
    static const uint8_t operation[] = {
        [PTX_AOP_ADD] = GT_AOP_ADD, [PTX_AOP_INC] = GT_AOP_INC, [PTX_AOP_DEC] = GT_AOP_DEC, [PTX_AOP_MAX] = GT_AOP_MAX,
        [PTX_AOP_MIN] = GT_AOP_MIN, [PTX_AOP_AND] = GT_AOP_AND, [PTX_AOP_OR] = GT_AOP_OR, [PTX_AOP_XOR] = GT_AOP_XOR,
        [PTX_AOP_EXCH] = GT_AOP_EXCH, [PTX_AOP_CAS] = GT_AOP_CAS,
    };
    bool red = in->code.op == PTX_RED;
    unsigned a = red ? 0 : 1;
    if (in->nops < a + 2 || in->op[a].kind != PO_ADDR || access_space(f, in, &in->op[a]) != SP_GLOBAL)
        lo_unsupported(f, in);
    bool in_wide = ptype_size(t) == 8;
    if (in_wide && lower_atomic64(f, in, t, red))
        return;
    struct minst *m = mi_new(f, red ? M_RED : M_ATOM, t == T_U32 ? V_U32 : t == T_S32 ? V_S32 : V_B32);
    m->aop = operation[in->code.aop];
    set_address(f, in, m, SP_GLOBAL, &in->op[a], 0);
    m->src[1] = in_reg(f, lo_src(f, in, a + 1));
    m->sw[1] = 1;
    if (in->code.aop == PTX_AOP_CAS)
        m->src[2] = in_reg(f, lo_src(f, in, a + 2));
    if (!red) {
        m->dst = lo_dst(f, in, 0);
        m->dw = 1;
    }
    mi_append(f, f->cur, m);
}

bool lower_memory(struct fn *f, const struct pinst *in)
{
    unsigned op = in->code.op;
    enum ptype t = (enum ptype)in->code.type;
    bool ld = op == PTX_LD || op == PTX_LDU, st = op == PTX_ST;
    if (op == PTX_ATOM || op == PTX_RED) {
        lower_atomic(f, in, t);
        return true;
    }
    if (!ld && !st)
        return false;
    unsigned n = in->code.vec == PTX_VEC_V2 ? 2 : in->code.vec == PTX_VEC_V4 ? 4 : 1, a = ld ? 1 : 0;
    if (in->nops != 2 || in->op[a].kind != PO_ADDR || t == T_NONE || t == T_PRED)
        lo_unsupported(f, in);
    const struct poper *v = &in->op[1 - a];
    if ((n > 1) != (v->kind == PO_VEC) || (n > 1 && v->n != n))
        cx_error(f->cx, in->line, "instruction %s: expected a vector of %u registers", in->text, n);
    enum pspace sp = access_space(f, in, &in->op[a]);
    if (ld)
        lower_load(f, in, t, sp, n);
    else
        lower_store(f, in, t, sp, n);
    return true;
}
