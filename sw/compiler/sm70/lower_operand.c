/* SPDX-License-Identifier: Apache-2.0
 *
 * What all of lowering asks of an instruction of PTX: its operands, as registers, constants or addresses; names; a
 * refusal.
 */
#include "mir.h"

#include <stdarg.h>
#include <string.h>

void nl_refuse(struct fn *f, const struct pinst *in, const char *what)
{
    cx_error(f->cx, in->line, "sm_%u: instruction %.400s: %s", f->sm, in->text, what);
}

const char *nl_name(struct fn *f, const char *fmt, ...)
{
    char buf[128];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    return cx_strdup(f->cx, buf, strlen(buf));
}

/* ---- special registers ------------------------------------------------------------------------------------- */

static struct opd widen_operand(struct fn *f, struct opd o, bool wide)
{
    if (!wide)
        return o;
    int t = nf_reg(f, 2);
    EMIT(f, "MOV", o_def(o_lo(t)), o);
    EMIT(f, "MOV", o_def(o_hi(t)), o_rz());
    return o_r2(t);
}

static struct opd read_timer(struct fn *f, const char *word)
{
    int t = nf_reg(f, 1);
    EMIT(f, "S2R", o_def(o_r(t)), o_word(word))->vol = true;
    return o_r(t);
}

/* Both words: where the upper one was another before, the lower one has just begun anew. */
static struct opd whole_timer(struct fn *f)
{
    struct opd before = read_timer(f, "SR_GLOBALTIMERHI"), low = read_timer(f, "SR_GLOBALTIMERLO"),
               high = read_timer(f, "SR_GLOBALTIMERHI");
    int same = nf_pred(f), t = nf_reg(f, 2);
    EMIT(f, "ISETP.EQ.U32.AND", o_def(o_p(same, false)), o_def(o_pt()), before, high, o_pt());
    EMIT(f, "SEL", o_def(o_lo(t)), low, o_rz(), o_p(same, false));
    EMIT(f, "MOV", o_def(o_hi(t)), high);
    return o_r2(t);
}

/* What the driver has put into constant bank 0, at the places where ptxas 12.9 reads it. */
static bool known_to_driver(struct fn *f, const char *name, bool wide, struct opd *o)
{
    if (!strcmp(name, "%nsmid")) {
        *o = widen_operand(f, o_c(0, 0x10c, 1), wide);
    } else if (!strcmp(name, "%dynamic_smem_size")) {
        *o = widen_operand(f, o_c(0, 0x2c, 1), wide);
    } else if (!strcmp(name, "%gridid")) {
        *o = o_c(0, 0x30, wide ? 2 : 1);
    } else if (!strcmp(name, "%total_smem_size")) {
        int all = nf_reg(f, 1), own = nf_reg(f, 1);
        EMIT(f, "S2R", o_def(o_r(all)), o_word("SR_SMEMSZ"));
        if (f->chip >= SM70_80)         /* without what is the system's */
            EMIT(f, "IADD3", o_def(o_r(own)), o_r(all), o_neg(o_c(0, 0x114, 1)), o_rz());
        *o = widen_operand(f, o_r(f->chip >= SM70_80 ? own : all), wide);
    } else {
        return false;
    }
    return true;
}

/* A special register of PTX; what the machine has not as one is computed or known. */
static struct opd special_register(struct fn *f, const struct pinst *in, const char *name, bool wide)
{
    static const struct { const char *name, *reg; } regs[] = {
        { "%tid.x", "SR_TID.X" }, { "%tid.y", "SR_TID.Y" }, { "%tid.z", "SR_TID.Z" }, { "%ctaid.x", "SR_CTAID.X" },
        { "%ctaid.y", "SR_CTAID.Y" }, { "%ctaid.z", "SR_CTAID.Z" }, { "%laneid", "SR_LANEID" },
        { "%lanemask_eq", "SR_EQMASK" }, { "%lanemask_lt", "SR_LTMASK" }, { "%lanemask_le", "SR_LEMASK" },
        { "%lanemask_gt", "SR_GTMASK" }, { "%lanemask_ge", "SR_GEMASK" }, { "%smid", "SR_VIRTUALSMID" },
    };
    static const char *const sizes[] = { "%ntid.x", "%ntid.y", "%ntid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z" };
    for (size_t i = 0; i < sizeof regs / sizeof *regs; i++)
        if (!strcmp(name, regs[i].name)) {
            int t = nf_reg(f, 1);
            EMIT(f, "S2R", o_def(o_r(t)), o_word(regs[i].reg));
            return widen_operand(f, o_r(t), wide);
        }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!strcmp(name, sizes[i]))
            return widen_operand(f, o_c(0, 4 * (uint32_t)i, 1), wide);
    if (!strcmp(name, "WARP_SZ"))
        return wide ? o_imm64(32) : o_imm(32);
    if (!strcmp(name, "%warpid") || !strcmp(name, "%nwarpid")) {
        int t = nf_reg(f, 1), u = nf_reg(f, 1);
        if (name[1] == 'n')
            return widen_operand(f, o_imm(64), wide);
        EMIT(f, "S2R", o_def(o_r(t)), o_word("SR_VIRTID"));
        EMIT(f, "SHF.R.U32.HI", o_def(o_r(u)), o_rz(), o_imm(8), o_r(t));
        EMIT(f, "LOP3.LUT", o_def(o_r(t)), o_r(u), o_imm(127), o_rz(), o_word("0xc0"), o_p(-1, true));
        return widen_operand(f, o_r(t), wide);
    }
    if ((!strcmp(name, "%clock") && !wide) || !strcmp(name, "%clock_hi")) {
        int t = nf_reg(f, 1);
        EMIT(f, "CS2R.32", o_def(o_r(t)), o_word(name[6] ? "SR_CLOCKHI" : "SR_CLOCKLO"))->vol = true;
        return widen_operand(f, o_r(t), wide);
    }
    if (!strcmp(name, "%clock") || !strcmp(name, "%clock64")) {
        int t = nf_reg(f, 2);
        EMIT(f, "CS2R", o_def(o_r2(t)), o_word("SR_CLOCKLO"))->vol = true;
        return wide ? o_r2(t) : o_lo(t);
    }
    struct opd o;
    if (known_to_driver(f, name, wide, &o))
        return o;
    if (!strcmp(name, "%globaltimer_lo") || (!strcmp(name, "%globaltimer") && !wide))
        return read_timer(f, "SR_GLOBALTIMERLO");
    if (!strcmp(name, "%globaltimer_hi"))
        return widen_operand(f, read_timer(f, "SR_GLOBALTIMERHI"), wide);
    if (!strcmp(name, "%globaltimer"))
        return whole_timer(f);
    nl_refuse(f, in, cx_printf(f->cx, "special register %.60s is not supported for this chip", name));
}

/* ---- operands -------------------------------------------------------------------------------------------- */

int nl_sym(struct fn *f, struct psym *y)
{
    if (y->lo >= 0)
        return y->lo;
    y->lo = y->type == T_PRED ? nf_pred(f) : nf_reg(f, ptype_size((enum ptype)y->type) == 8 ? 2 : 1);
    f->vr.v[y->lo].named = true;
    return y->lo;
}

void nl_mov(struct fn *f, int d, struct opd a) { EMIT(f, "MOV", o_def(o_r(d)), a); }
void nl_mov64(struct fn *f, int d, struct opd a) { EMIT(f, "mov64", o_def(o_r2(d)), a); }

struct opd nl_in_reg(struct fn *f, struct opd o)
{
    if (o.kind == O_R && !o.neg && !o.abs && !o.inv)
        return o;
    int t = nf_reg(f, o.w == 2 ? 2 : 1);
    if (o.w == 2)
        nl_mov64(f, t, o);
    else
        nl_mov(f, t, o);
    return o_rw(t, 0, o.w == 2 ? 2 : 1);
}

static struct opd stack_address(struct fn *f, uint32_t at, bool wide)
{
    int t = nf_reg(f, wide ? 2 : 1);
    if (wide) {
        EMIT(f, "IADD3", o_def(o_lo(t)), o_r(f->stack), o_imm(at), o_rz());
        EMIT(f, "MOV", o_def(o_hi(t)), o_rz());
        return o_r2(t);
    }
    EMIT(f, "IADD3", o_def(o_r(t)), o_r(f->stack), o_imm(at), o_rz());
    return o_r(t);
}

struct opd nl_global(struct fn *f, const struct psym *y, uint64_t off)
{
    int t = nf_reg(f, 2);
    nl_mov64(f, t, o_c(4, y->slot, 2));
    if (!off)
        return o_r2(t);
    int sum = nf_reg(f, 2);
    EMIT(f, "add64", o_def(o_r2(sum)), o_r2(t), o_imm64(off));
    return o_r2(sum);
}

/* The address of a variable in its memory. */
static struct opd address_of(struct fn *f, const struct pinst *in, const struct psym *y, uint64_t off, bool wide)
{
    if (y->kind != SYM_VAR)
        nl_refuse(f, in, cx_printf(f->cx, "the address of '%.100s' is not supported", y->name));
    if (y->space == SP_GLOBAL) {
        if (!wide)
            nl_refuse(f, in, "expected 64 bits for an address in global memory");
        return nl_global(f, y, off);
    }
    if (y->space == SP_LOCAL)
        return stack_address(f, y->offset + (uint32_t)off, wide);
    return wide ? o_imm64(y->offset + off) : o_imm(y->offset + (uint32_t)off);
}

static uint32_t narrow_constant(const struct poper *o)
{
    double d;
    float s;
    uint32_t u;
    memcpy(&d, &o->imm, 8);
    s = (float)d;
    memcpy(&u, &s, 4);
    return u;
}

static const struct poper *checked_operand(struct fn *f, const struct pinst *in, unsigned k)
{
    if (k >= in->nops)
        nl_refuse(f, in, "too few operands");
    return &in->op[k];
}

struct opd nl_src(struct fn *f, const struct pinst *in, unsigned k)
{
    const struct poper *o = checked_operand(f, in, k);
    switch (o->kind) {
    case PO_REG:
        if (o->sym->type != T_PRED)
            return o_r(nl_sym(f, o->sym));
        break;
    case PO_IMM: return o_imm((uint32_t)o->imm);
    case PO_FIMM:
        return o_imm(o->is64 && in->code.type != T_F64 && in->code.dtype != T_F64 ? narrow_constant(o)
                                                                                  : (uint32_t)o->imm);
    case PO_SYM: return address_of(f, in, o->sym, o->imm, false);
    case PO_SREG: return special_register(f, in, o->name, false);
    default: break;
    }
    nl_refuse(f, in, cx_printf(f->cx, "operand %u: expected a register or a constant", k + 1));
}

struct opd nl_src64(struct fn *f, const struct pinst *in, unsigned k)
{
    const struct poper *o = checked_operand(f, in, k);
    switch (o->kind) {
    case PO_REG:
        if (o->sym->type == T_PRED)
            break;
        if (ptype_size((enum ptype)o->sym->type) == 8)
            return o_r2(nl_sym(f, o->sym));
        int t = nf_reg(f, 2);       /* a narrower register: st.u64 has none, so its upper half is 0 */
        EMIT(f, "MOV", o_def(o_lo(t)), o_r(nl_sym(f, o->sym)));
        EMIT(f, "MOV", o_def(o_hi(t)), o_rz());
        return o_r2(t);
    case PO_IMM: return o_imm64(o->imm);
    case PO_FIMM:
        if (o->is64)
            return o_imm64(o->imm);
        float s;
        double d;
        uint64_t u;
        memcpy(&s, &o->imm, 4);
        d = s;
        memcpy(&u, &d, 8);
        return o_imm64(u);
    case PO_SYM: return address_of(f, in, o->sym, o->imm, true);
    case PO_SREG: return special_register(f, in, o->name, true);
    default: break;
    }
    nl_refuse(f, in, cx_printf(f->cx, "operand %u: expected a register or a constant", k + 1));
}

struct opd nl_pred(struct fn *f, const struct pinst *in, unsigned k)
{
    const struct poper *o = checked_operand(f, in, k);
    if (o->kind == PO_IMM)
        return o_p(-1, !o->imm != o->neg);
    if (o->kind != PO_REG || o->sym->type != T_PRED)
        nl_refuse(f, in, cx_printf(f->cx, "operand %u: expected a predicate", k + 1));
    return o_p(nl_sym(f, o->sym), o->neg);
}

int nl_dst(struct fn *f, const struct pinst *in, unsigned k)
{
    const struct poper *o = checked_operand(f, in, k);
    if (o->kind == PO_NONE) {
        enum ptype t = (enum ptype)(in->code.dtype ? in->code.dtype : in->code.type);
        return t == T_PRED ? nf_pred(f) : nf_reg(f, ptype_size(t) == 8 ? 2 : 1);
    }
    if (o->kind != PO_REG)
        nl_refuse(f, in, cx_printf(f->cx, "operand %u: expected a register", k + 1));
    return nl_sym(f, o->sym);
}

struct opd nl_extend(struct fn *f, struct opd o, enum ptype t)
{
    unsigned bytes = ptype_size(t);
    bool sgn = ptype_signed(t);
    if (bytes >= 4)
        return o;
    if (o.kind == O_IMM)
        return o_imm(bytes == 2 ? sgn ? (uint32_t)(int16_t)o.imm : o.imm & 0xffff
                                : sgn ? (uint32_t)(int8_t)o.imm : o.imm & 0xff);
    int d = nf_reg(f, 1);
    if (sgn)
        EMIT(f, "PRMT", o_def(o_r(d)), o, o_imm(bytes == 2 ? 0x9910 : 0x8880), o_rz());
    else
        EMIT(f, "LOP3.LUT", o_def(o_r(d)), o, o_imm(bytes == 2 ? 0xffff : 0xff), o_rz(), o_word("0xc0"), o_p(-1, true));
    return o_r(d);
}
