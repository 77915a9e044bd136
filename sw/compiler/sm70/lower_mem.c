/* SPDX-License-Identifier: Apache-2.0
 *
 * Loads, stores, atomics.
 *
 * The machine's generic accesses are not used: the memory of an address is named by the instruction, or follows from
 * where the address was made (space.c), or is told by the address' upper word (inline.c); what comes from nowhere in
 * sight is global. The lower word of a generic address of shared, local or constant memory is the address there.
 */
#include "mir.h"

#include <string.h>

/* The memory of an address: that of the instruction, else of the symbol, else where the register came from. */
static enum pspace space_of(struct fn *f, const struct pinst *in, const struct poper *a)
{
    switch (in->code.space) {
    case PTX_SPACE_CONST: return SP_CONST;
    case PTX_SPACE_GLOBAL: return SP_GLOBAL;
    case PTX_SPACE_LOCAL: return SP_LOCAL;
    case PTX_SPACE_PARAM: return SP_PARAM;
    case PTX_SPACE_SHARED: return SP_SHARED;
    default: break;
    }
    unsigned from = a->reg ? a->reg->gspace : 0;
    if (a->sym && a->sym->kind == SYM_VAR)
        return (enum pspace)a->sym->space;
    if (!from || from == 1u << SP_GLOBAL)
        return SP_GLOBAL;
    if (from & (from - 1))
        nl_refuse(f, in, "the address may be of several memories");
    return (enum pspace)__builtin_ctz(from);
}

static void check_offset(struct fn *f, const struct pinst *in, uint32_t offset)
{
    if ((int32_t)offset < -(1 << 23) || (int32_t)offset >= 1 << 23)
        nl_refuse(f, in, "an offset of at most 23 bits is supported");
}

/* The operand of an access. */
static struct opd access_place(struct fn *f, const struct pinst *in, const struct poper *a, enum pspace s)
{
    struct opd o = { .v = -1, .w = 1, .imm = (uint32_t)a->imm };
    if (a->kind != PO_ADDR)
        nl_refuse(f, in, "expected an address in brackets");
    if (a->sym && a->sym->kind != SYM_VAR)
        nl_refuse(f, in, "expected the address of a variable");
    if (a->sym && a->sym->space == SP_GLOBAL)
        o.v = nl_global(f, a->sym, 0).v;
    else if (a->sym)
        o.imm += a->sym->offset;
    if (a->reg) {
        o.v = nl_sym(f, a->reg);
        o.sub = 0;
    }
    switch (s) {
    case SP_GLOBAL:
        o.kind = O_GLOBAL;
        o.w = 2;
        if (o.v < 0) {
            o.v = nf_reg(f, 2);
            nl_mov64(f, o.v, o_imm64(a->imm));
            o.imm = 0;
        } else if (f->vr.v[o.v].w == 1) {
            nl_refuse(f, in, "expected an address of 64 bits");
        } else if ((int64_t)a->imm != (int32_t)o.imm || (int32_t)o.imm < -(1 << 23) || (int32_t)o.imm >= 1 << 23) {
            int t = nf_reg(f, 2);
            EMIT(f, "add64", o_def(o_r2(t)), o_r2(o.v), o_imm64(a->imm));
            o.v = t;
            o.imm = 0;
        }
        f->descriptor = true;
        break;
    case SP_SHARED:
        o.kind = O_SHARED;
        check_offset(f, in, o.imm);
        break;
    case SP_LOCAL:
        o.kind = O_SHARED;
        if (o.v < 0)
            o.v = f->stack;
        check_offset(f, in, o.imm);
        break;
    case SP_CONST: case SP_PARAM:
        o.kind = o.v < 0 ? O_C : O_CR;
        o.bank = s == SP_CONST ? 3 : 0;
        if (o.imm > 65535 && o.v >= 0) {        /* in front of the register, say */
            int t = nf_reg(f, 1);
            EMIT(f, "IADD3", o_def(o_r(t)), o_rw(o.v, 0, 1), o_imm(o.imm), o_rz());
            o.v = t;
            o.imm = 0;
        } else if (o.imm > 65535) {
            nl_refuse(f, in, "an offset below 65536 is supported");
        }
        break;
    default: nl_refuse(f, in, "this memory is not supported");
    }
    return o;
}

static const char *size_name(unsigned bytes, bool sgn)
{
    switch (bytes) {
    case 1: return sgn ? ".S8" : ".U8";
    case 2: return sgn ? ".S16" : ".U16";
    case 8: return ".64";
    case 16: return ".128";
    default: return "";
    }
}

/* In the order of all: stronger than acquire and release ask for. */
void nl_fence(struct fn *f, bool block, bool system)
{
    if (block) {
        EMIT(f, "MEMBAR.SC.CTA", o_word(""))->n = 0;
        return;
    }
    EMIT(f, system ? "MEMBAR.SC.SYS" : "MEMBAR.SC.GPU", o_word(""))->n = 0;
    EMIT(f, "ERRBAR", o_word(""))->n = 0;
    if (f->chip == SM70_90)
        EMIT(f, "CGAERRBAR", o_word(""))->n = 0;
    EMIT(f, "CCTL.IVALL", o_word(""))->n = 0;
}

/* Is it one that others may look at meanwhile? */
static bool is_strong(const struct pinst *in) { return in->code.sem && in->code.sem != PTX_SEM_WEAK; }

/* release: what came before is seen before it; acquire: what comes later sees what it has seen. */
static void order_before(struct fn *f, const struct pinst *in)
{
    if (in->code.sem == PTX_SEM_RELEASE || in->code.sem == PTX_SEM_ACQ_REL)
        nl_fence(f, in->code.scope == PTX_SCOPE_CTA, in->code.scope == PTX_SCOPE_SYS);
}

static void order_behind(struct fn *f, const struct pinst *in)
{
    if (in->code.sem == PTX_SEM_ACQUIRE || in->code.sem == PTX_SEM_ACQ_REL)
        nl_fence(f, in->code.scope == PTX_SCOPE_CTA, in->code.scope == PTX_SCOPE_SYS);
}

/* Is it what a cache operator asks of memory: not from the first cache (.cg), nor from any that others do not share? */
static bool passes_caches(const struct pinst *in)
{
    return in->code.cop == PTX_COP_CG || in->code.cop == PTX_COP_CV || in->code.cop == PTX_COP_WT;
}

/* Does the access happen as it is written, where it is written? */
static bool is_kept(const struct pinst *in) { return in->code.vol || is_strong(in) || passes_caches(in); }

/* What stands in front of the size in LDG and STG: how long the line is wanted. */
static const char *evict_suffix(const struct pinst *in)
{
    return in->code.cop == PTX_COP_CS ? ".EF" : in->code.cop == PTX_COP_LU ? ".LU" : "";
}

/* What stands behind the size in LDG and STG. A cache operator says as much as an order, as in ptxas' code. */
static const char *order_suffix(const struct fn *f, const struct pinst *in, bool load)
{
    if (in->code.vol || (is_strong(in) && in->code.scope == PTX_SCOPE_SYS) || in->code.cop == PTX_COP_CV ||
        in->code.cop == PTX_COP_WT)
        return ".STRONG.SYS";
    if (is_strong(in))
        return in->code.scope != PTX_SCOPE_CTA ? ".STRONG.GPU" : f->chip >= SM70_80 ? ".STRONG.SM" : ".STRONG.CTA";
    if (load && in->code.nc)
        return f->chip >= SM70_80 ? ".CONSTANT" : ".CONSTANT.SYS";
    if (in->code.cop == PTX_COP_CG)
        return ".STRONG.GPU";
    return f->chip >= SM70_80 ? "" : ".SYS";
}

/* A word of c[]: aligned to 4 bytes there; a part of one is taken out. */
static void load_constant(struct fn *f, struct opd d, struct opd from, unsigned bytes, bool sgn)
{
    unsigned at = from.imm & 3;
    if (from.kind == O_C && bytes == 4) {
        EMIT(f, "MOV", o_def(d), from);
    } else if (from.kind == O_C && bytes == 8) {
        from.w = 2;
        EMIT(f, "mov64", o_def(d), from);
    } else if (from.kind == O_C) {
        from.imm -= at;
        uint32_t select = bytes == 2 ? (at ? 0x32 : 0x10) | (sgn ? (at ? 0xbb00 : 0x9900) : 0x4400)
                                     : at | (sgn ? (at | 8) * 0x1110 : 0x4440);
        EMIT(f, "PRMT", o_def(d), from, o_imm(select), o_rz());
    } else {
        EMIT(f, nl_name(f, "LDC%s", size_name(bytes, sgn)), o_def(d), from);
    }
}

/* One access of so many bytes to a register of its own. */
static void emit_load(struct fn *f, const struct pinst *in, enum pspace s, struct opd d, struct opd from,
                      unsigned bytes, bool sgn)
{
    struct inst *m;
    const char *size = size_name(bytes, sgn);
    if (s == SP_CONST || s == SP_PARAM) {
        load_constant(f, d, from, bytes, sgn);
        return;
    }
    if (s == SP_GLOBAL)
        m = EMIT(f, nl_name(f, "LDG.E%s%s%s", evict_suffix(in), size, order_suffix(f, in, true)), o_def(d), from);
    else
        m = EMIT(f, nl_name(f, s == SP_SHARED ? "LDS%s" : "LDL%s", size), o_def(d), from);
    m->vol = is_kept(in);
}

/* ld. A vector is loaded at once, but from constant memory, and taken apart. */
static void lower_load(struct fn *f, const struct pinst *in)
{
    enum ptype t = (enum ptype)in->code.type;
    const struct poper *v = &in->op[0];
    enum pspace s = space_of(f, in, &in->op[1]);
    struct opd from = access_place(f, in, &in->op[1], s);
    unsigned n = v->kind == PO_VEC ? v->n : 1, bytes = ptype_size(t), all = n * bytes;
    bool sgn = ptype_signed(t), constant = s == SP_CONST || s == SP_PARAM;
    struct pinst one = *in;
    struct opd part[4];
    int group = -1;
    one.nops = 1;
    if (n > 1 && !constant) {
        group = nf_reg(f, all > 8 ? 4 : all > 4 ? 2 : 1);
        emit_load(f, in, s, o_rw(group, 0, f->vr.v[group].w), from, all, false);
    }
    for (unsigned i = 0; i < n; i++) {
        int r = nf_reg(f, bytes == 8 ? 2 : 1);
        struct opd d = o_rw(r, 0, bytes == 8 ? 2 : 1);
        part[i] = d;
        if (group < 0) {
            struct opd at = from;
            at.imm += i * bytes;
            emit_load(f, in, s, d, at, bytes, sgn);
        } else if (bytes == 8) {
            nl_mov64(f, r, o_rw(group, 2 * i, 2));
        } else if (bytes == 4) {
            nl_mov(f, r, o_rw(group, i, 1));
        } else {
            unsigned b = i * bytes % 4, sign = b | 8;
            uint32_t select = bytes == 2 ? (b ? 0x32 : 0x10) | (sgn ? (b ? 0xbb00 : 0x9900) : 0x4400)
                                         : b | (sgn ? sign * 0x1110 : 0x4440);
            EMIT(f, "PRMT", o_def(d), o_rw(group, i * bytes / 4, 1), o_imm(select), o_rz());
        }
    }
    for (unsigned i = 0; i < n; i++) {
        one.op[0] = v->kind == PO_VEC ? v->elem[i] : *v;
        if (one.op[0].kind == PO_NONE)
            continue;
        int d = nl_dst(f, &one, 0);
        bool wide = f->vr.v[d].w == 2;
        if (!wide) {
            nl_mov(f, d, part[i]);
        } else if (bytes == 8) {
            nl_mov64(f, d, part[i]);
        } else {
            int r = nf_reg(f, 2);
            EMIT(f, sgn ? "sext64" : "uext64", o_def(o_r2(r)), part[i]);
            nl_mov64(f, d, o_r2(r));
        }
    }
}

/* st. A vector is put together in one register group and stored at once. */
static void lower_store(struct fn *f, const struct pinst *in)
{
    enum ptype t = (enum ptype)in->code.type;
    const struct poper *v = &in->op[1];
    enum pspace s = space_of(f, in, &in->op[0]);
    struct opd to = access_place(f, in, &in->op[0], s), value;
    unsigned n = v->kind == PO_VEC ? v->n : 1, bytes = ptype_size(t), all = n * bytes;
    struct pinst one = *in;
    one.nops = 1;
    if (s == SP_CONST || s == SP_PARAM)
        nl_refuse(f, in, "this memory cannot be written");
    if (n == 1) {
        one.op[0] = v->kind == PO_VEC ? v->elem[0] : *v;
        value = bytes == 8 ? nl_src64(f, &one, 0) : nl_src(f, &one, 0);
        value = nl_in_reg(f, value);
    } else {
        int group = nf_reg(f, all > 8 ? 4 : all > 4 ? 2 : 1);
        struct opd part[4];
        for (unsigned i = 0; i < n; i++) {
            one.op[0] = v->elem[i];
            part[i] = bytes == 8 ? nl_src64(f, &one, 0) : nl_src(f, &one, 0);
        }
        for (unsigned i = 0; i < n; i++)
            if (bytes == 8) {
                EMIT(f, "MOV", o_def(o_rw(group, 2 * i, 1)), o_part(&part[i], 0));
                EMIT(f, "MOV", o_def(o_rw(group, 2 * i + 1, 1)), o_part(&part[i], 1));
            } else if (bytes == 4) {
                nl_mov(f, group, part[i]);
                f->cur->last->o[0].sub = (uint8_t)i;
            } else if (bytes == 2 && i % 2 == 0) {
                EMIT(f, "PRMT", o_def(o_rw(group, i / 2, 1)), part[i], o_imm(0x5410), part[i + 1]);
            } else if (bytes == 1 && i == 0) {
                int lo = nf_reg(f, 1), hi = nf_reg(f, 1);
                EMIT(f, "PRMT", o_def(o_r(n == 2 ? group : lo)), part[0], o_imm(0x0040), part[1]);
                if (n == 4) {
                    EMIT(f, "PRMT", o_def(o_r(hi)), part[2], o_imm(0x0040), part[3]);
                    EMIT(f, "PRMT", o_def(o_r(group)), o_r(lo), o_imm(0x5410), o_r(hi));
                }
            }
        value = o_rw(group, 0, f->vr.v[group].w);
    }
    const char *size = size_name(all, false);
    struct inst *m;
    if (s == SP_GLOBAL)
        m = EMIT(f, nl_name(f, "STG.E%s%s%s", evict_suffix(in), size, order_suffix(f, in, false)), to, value);
    else
        m = EMIT(f, nl_name(f, s == SP_SHARED ? "STS%s" : "STL%s", size), to, value);
    m->vol = is_kept(in);
}

static void lower_atomic(struct fn *f, const struct pinst *in)
{
    static const char *const names[] = {
        [PTX_AOP_AND] = "AND", [PTX_AOP_OR] = "OR", [PTX_AOP_XOR] = "XOR", [PTX_AOP_EXCH] = "EXCH",
        [PTX_AOP_CAS] = "CAS", [PTX_AOP_ADD] = "ADD", [PTX_AOP_INC] = "INC", [PTX_AOP_DEC] = "DEC",
        [PTX_AOP_MIN] = "MIN", [PTX_AOP_MAX] = "MAX",
    };
    enum ptype t = (enum ptype)in->code.type;
    bool result = in->code.op == PTX_ATOM, wide = ptype_size(t) == 8, cas = in->code.aop == PTX_AOP_CAS;
    unsigned k = result ? 1 : 0;
    enum pspace s = space_of(f, in, &in->op[k]);
    struct opd at = access_place(f, in, &in->op[k], s), v[2];
    if (s != SP_GLOBAL && s != SP_SHARED)
        nl_refuse(f, in, "atomics are for global and shared memory");
    for (unsigned i = 0; i < (cas ? 2u : 1u); i++)
        v[i] = nl_in_reg(f, wide ? nl_src64(f, in, k + 1 + i) : nl_src(f, in, k + 1 + i));
    bool extreme = in->code.aop == PTX_AOP_MIN || in->code.aop == PTX_AOP_MAX;
    const char *type = t == T_F32                       ? ".F32.FTZ.RN"
                       : t == T_F64                     ? ".F64.RN"
                       : t == T_F16X2                   ? ".F16x2.RN"
                       : extreme && ptype_signed(t)     ? wide ? ".S64" : ".S32"
                       : wide                           ? ".64"
                                                        : "";
    const char *op = names[in->code.aop];
    int d = result ? nl_dst(f, in, 0) : -1;
    struct opd to = o_def(d < 0 ? o_rz() : o_rw(d, 0, wide ? 2 : 1));
    const char *whom = in->code.scope == PTX_SCOPE_SYS ? "SYS" : "GPU";
    if (s == SP_SHARED && cas) {
        EMIT(f, nl_name(f, "ATOMS.CAS%s", type), to, at, v[0], v[1]);
    } else if (s == SP_SHARED) {
        EMIT(f, nl_name(f, "ATOMS.%s%s", op, type), to, at, v[0]);
    } else if (cas) {
        at.kind = O_PAIR;
        EMIT(f, nl_name(f, "ATOMG.E.CAS%s.STRONG.%s", type, whom), o_def(o_pt()), to, at, v[0], v[1]);
    } else if (!result) {
        EMIT(f, nl_name(f, "%s.E.%s%s.STRONG.%s", f->chip == SM70_90 ? "REDG" : "RED", op, type, whom), at, v[0]);
    } else {
        EMIT(f, nl_name(f, "ATOMG.E.%s%s.STRONG.%s", op, type, whom), o_def(o_pt()), to, at, v[0]);
    }
}

bool native_memory(struct fn *f, const struct pinst *in)
{
    const unsigned op = in->code.op;
    if (op != PTX_LD && op != PTX_LDU && op != PTX_ST && op != PTX_ATOM && op != PTX_RED)
        return false;
    order_before(f, in);
    if (op == PTX_ST)
        lower_store(f, in);
    else if (op == PTX_LD || op == PTX_LDU)
        lower_load(f, in);
    else
        lower_atomic(f, in);
    order_behind(f, in);
    return true;
}
