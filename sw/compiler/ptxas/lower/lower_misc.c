/* SPDX-License-Identifier: Apache-2.0
 *
 * Carries, moves that take vectors apart, shared-memory locks, textures.
 */
#include "gt_chip.h"
#include "ir.h"

#include <string.h>

static const struct opnd none;

/* ---- carries --------------------------------------------------------------------------------------------- */

static struct opnd carry_operand(struct fn *f)
{
    if (f->carry < 0) {
        f->carry = fn_vreg(f, true);
        f->vr.v[f->carry].named = true;
    }
    return (struct opnd){ .kind = O_CREG, .v = f->carry };
}

static struct opnd invert_operand(struct fn *f, struct opnd o)
{
    int t = fn_vreg(f, false);
    o = in_reg(f, o);
    o.inv = true;
    lo_inst(f, M_MOV2, V_B32, t, none, o);
    return op_reg(t);
}

/* One word of a sum or difference; reads the carry when `with`, writes it when `make`. After a difference it is set
 * when nothing was borrowed. */
static int sum_word(struct fn *f, struct opnd a, struct opnd b, bool sub, bool with, bool make)
{
    int t = fn_vreg(f, false);
    struct minst *m;
    if (with)
        m = lo_inst3(f, M_ADDC, V_B32, t, in_reg(f, a), sub ? invert_operand(f, b) : in_reg(f, b), carry_operand(f));
    else
        m = lo_inst(f, sub ? M_SUB : M_ADD, V_B32, t, in_reg(f, a), in_reg(f, b));
    if (make)
        m->cdst = carry_operand(f).v;
    return t;
}

bool lower_carry(struct fn *f, const struct pinst *in)
{
    unsigned op = in->code.op;
    bool cc = in->code.cc, with = op == PTX_ADDC || op == PTX_SUBC || op == PTX_MADC;
    bool sub = op == PTX_SUB || op == PTX_SUBC, mad = op == PTX_MAD || op == PTX_MADC;
    if (!cc && !with)
        return false;
    enum ptype t = (enum ptype)in->code.type;
    if (ptype_float(t) || ptype_size(t) < 4 || (mad && ptype_size(t) != 4))
        lo_unsupported(f, in);
    struct opnd a = lo_src(f, in, 1), b = lo_src(f, in, 2), c = mad ? lo_src(f, in, 3) : none;
    if (mad) {
        bool hi = in->code.width == PTX_WIDTH_HI;
        int p = fn_vreg(f, false);
        if (!hi && in->code.width != PTX_WIDTH_LO)
            lo_unsupported(f, in);
        lo_inst(f, hi ? M_MULHI : M_MUL32, hi ? word_type(t) : V_B32, p, a, b);
        a = op_reg(p);
        b = c;
    }
    bool wide = ptype_size(t) == 8;
    struct opnd ah = wide ? lo_src_high(f, in, 1) : none, bh = wide ? lo_src_high(f, in, 2) : none;
    int l = sum_word(f, a, b, sub, with, cc || wide), h = wide ? sum_word(f, ah, bh, sub, true, cc) : -1;
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(l), none);
    if (wide)
        lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_reg(h), none);
    return true;
}

/* ---- moves of vectors -------------------------------------------------------------------------------- */

static struct pinst with_operand(const struct pinst *in, unsigned k, const struct poper *o)
{
    struct pinst t = *in;
    t.op[k] = *o;
    return t;
}

/* Parts of less than a word, lowest first. */
static struct opnd gather_parts(struct fn *f, const struct pinst *in, unsigned first, unsigned n, unsigned bits)
{
    struct opnd r = none;
    for (unsigned i = 0; i < n; i++) {
        struct pinst e = with_operand(in, 1, &in->op[1].elem[first + i]);
        int low = fn_vreg(f, false), at = fn_vreg(f, false), sum = fn_vreg(f, false);
        lo_inst(f, M_AND, V_B32, low, in_reg(f, lo_src(f, &e, 1)), op_imm((1u << bits) - 1));
        if (!i) {
            r = op_reg(low);
            continue;
        }
        lo_inst(f, M_SHL, V_B32, at, op_reg(low), op_imm(i * bits));
        lo_inst(f, M_OR, V_B32, sum, r, op_reg(at));
        r = op_reg(sum);
    }
    return r;
}

/* mov from a vector: the elements side by side in one or two words. */
static void pack_vector(struct fn *f, const struct pinst *in, unsigned total, unsigned bits)
{
    unsigned words = (total + 31) / 32, per = bits >= 32 ? 1 : in->op[1].n / words;
    struct opnd w[2];
    for (unsigned i = 0; i < words; i++) {
        struct pinst e = with_operand(in, 1, &in->op[1].elem[i]);
        w[i] = bits >= 32 ? lo_src(f, &e, 1) : gather_parts(f, in, i * per, per, bits);
    }
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), w[0], none);
    if (words == 2)
        lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), w[1], none);
}

/* mov to a vector. The results are written last, since one may be the source. */
static void unpack_vector(struct fn *f, const struct pinst *in, unsigned total, unsigned bits)
{
    struct opnd w[2] = { in_reg(f, lo_src(f, in, 1)), total == 64 ? in_reg(f, lo_src_high(f, in, 1)) : none };
    int v[4];
    for (unsigned i = 0; i < in->op[0].n; i++) {
        unsigned bit = i * bits % 32;
        v[i] = fn_vreg(f, false);
        if (bit)
            lo_inst(f, M_SHR, V_U32, v[i], w[i * bits / 32], op_imm(bit));
        else
            lo_inst(f, M_MOV, V_B32, v[i], w[i * bits / 32], none);
        if (bits == 8) {
            int u = fn_vreg(f, false);
            lo_inst(f, M_AND, V_B32, u, op_reg(v[i]), op_imm(255));
            v[i] = u;
        }
    }
    for (unsigned i = 0; i < in->op[0].n; i++) {
        struct pinst e = with_operand(in, 0, &in->op[0].elem[i]);
        if (e.op[0].kind != PO_NONE)
            lo_inst(f, M_MOV, V_B32, lo_dst(f, &e, 0), op_reg(v[i]), none);
    }
}

bool lower_vector_mov(struct fn *f, const struct pinst *in)
{
    if (in->code.op != PTX_MOV || in->nops != 2 || (in->op[0].kind != PO_VEC && in->op[1].kind != PO_VEC))
        return false;
    bool up = in->op[1].kind == PO_VEC;
    unsigned n = in->op[up].n, total = 8 * ptype_size((enum ptype)in->code.type);
    if (in->op[!up].kind == PO_VEC || n == 3 || n < 2 || total / n < 8 || !total)
        lo_unsupported(f, in);
    if (up)
        pack_vector(f, in, total, total / n);
    else
        unpack_vector(f, in, total, total / n);
    return true;
}

/* ---- locks ----------------------------------------------------------------------------------------------- */

/* An access that locks or unlocks a word of shared memory; [REGISTER+OFFSET] alone. */
static struct minst *shared_access(struct fn *f, const struct pinst *in, enum mop op, enum gt_op gop,
                                   const struct poper *a)
{
    if (a->kind != PO_ADDR || !a->reg || a->sym)
        lo_unsupported(f, in);
    struct minst *m = mi_new(f, op, V_B32);
    struct pinst t = *in;
    t.op[0] = (struct poper){ .kind = PO_REG, .sym = a->reg };
    t.nops = 1;
    m->abase = lo_src(f, &t, 0).v;
    m->aoff = (int32_t)a->imm;
    m->gop = (uint8_t)gop;
    m->vol = true;
    return m;
}

/* ldlock.shared.b32 d|p, [a] and stunlock.shared.b32 [a], v: only the library writes them. */
bool lower_lock(struct fn *f, const struct pinst *in)
{
    if (!in->lib || (in->code.op != PTX_LDLOCK && in->code.op != PTX_STUNLOCK))
        return false;
    if (in->code.op == PTX_STUNLOCK) {
        struct opnd v = in_reg(f, lo_src(f, in, 1));
        struct minst *m = shared_access(f, in, M_STS, GT_OP_ST_UNLOCK, &in->op[0]);
        m->src[1] = v;
        m->sw[1] = 1;
        mi_append(f, f->cur, m);
        return true;
    }
    struct minst *m = shared_access(f, in, M_LDS, GT_OP_LD_LOCK, &in->op[2]);
    int c = m->cdst = fn_vreg(f, true), t = fn_vreg(f, false);
    m->dst = fn_vreg(f, false);
    m->dw = 1;
    mi_append(f, f->cur, m);
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(m->dst), none);
    lo_inst(f, M_MOV, V_B32, t, op_imm(0), none);
    lo_inst(f, M_MOV, V_B32, t, in_reg(f, op_imm(0xffffffff)), none)->pred = c;
    lo_inst(f, M_MOV2, V_B32, lo_dst(f, in, 1), none, op_reg(t))->cdst = lo_dst_flags(f, in, 1);
    return true;
}

/* ---- fences ---------------------------------------------------------------------------------------------- */

/* Accesses of one SM to one partition of the memory stay in order (docs/units/mem-system.md, MSYS-6), and there is no
 * instruction that waits for others. So a fence beyond the block reads a word from every partition, behind whatever the
 * thread has sent there, and waits for all of them. They lie in a variable that nothing writes. */
void lower_fence(struct fn *f, const struct pinst *in)
{
    int word[GT_CHIP_PARTITIONS];

    lo_inst(f, M_FENCE, V_NONE, -1, none, none);
    if (!strcmp(in->part[1], "cta"))
        return;
    for (uint32_t i = 0; i < GT_CHIP_PARTITIONS; i++) {
        word[i] = fn_vreg(f, false);
        lo_inst(f, M_LDG, V_B32, word[i], addr_of(f, f->mod->fence, i * PARTITION_SPAN, in), none)->vol = true;
    }
    struct opnd all = op_reg(word[0]);
    for (uint32_t i = 1; i < GT_CHIP_PARTITIONS; i++) {
        int sum = fn_vreg(f, false);
        lo_inst(f, M_OR, V_B32, sum, all, op_reg(word[i]));
        all = op_reg(sum);
    }
    lo_inst(f, M_FENCE, V_NONE, -1, all, none);
}

/* ---- textures ------------------------------------------------------------------------------------------ */

#define TEX_BASE 4              /* results and coordinates lie in $r4 to $r7 */

static const char *const tex_from[] = { "", "$r4", "$r4,$r5", "$r4,$r5,$r6" };
static const char *const tex_to[] = { "", "$r4,_,_,_", "$r4,$r5,_,_", "$r4,$r5,$r6,_", "$r4,$r5,$r6,$r7" };

/* A texture fetch as a routine with fixed registers: coordinates in, four results out. */
static const struct routine *fetch_routine(struct fn *f, const struct pinst *in, unsigned unit, unsigned coords,
                                           bool integer)
{
    struct routine *rt = cx_alloc(f->cx, sizeof *rt);
    rt->name = in->text;
    rt->nargs = (uint8_t)coords;
    rt->nres = 4;
    for (unsigned i = 0; i < 4; i++)
        rt->arg[i] = rt->res[i] = (uint8_t)(TEX_BASE + i);
    rt->clobber = 0xfu << TEX_BASE;
    rt->text = cx_printf(f->cx, "%s.live {%s}, $t%u, $s%u, {%s}, 0x0, 0x0, 0x0", integer ? "texfetch" : "texauto",
                         tex_to[rt->nres], unit, unit, tex_from[coords]);
    return rt;
}

/* The components behind the last one that is used are not asked for. */
static const struct routine *fetch_fewer(struct fn *f, const struct routine *all, uint8_t nres)
{
    struct routine *rt = cx_alloc(f->cx, sizeof *rt);
    const char *open = strchr(all->text, '{'), *close = strchr(open, '}');

    *rt = *all;
    rt->nres = nres;
    rt->clobber = ((UINT64_C(1) << nres) - 1) << TEX_BASE;
    rt->text = cx_printf(f->cx, "%.*s{%s%s", (int)(open - all->text), all->text, tex_to[nres], close);
    return rt;
}

void texture_results(struct fn *f)
{
    fn_count(f);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            if (m->op != M_CALL || !m->rt->text)
                continue;
            uint8_t n = m->rt->nres;
            while (n > 1 && !f->vr.v[m->cres[n - 1]].nuses)
                n--;
            if (n < m->rt->nres)
                m->rt = fetch_fewer(f, m->rt, n);
        }
}

bool lower_texture(struct fn *f, const struct pinst *in)
{
    if (in->code.op != PTX_TEX)
        return false;
    unsigned dim = in->code.geom == PTX_GEOM_1D ? 1 : in->code.geom == PTX_GEOM_2D ? 2 : 3;
    enum ptype ct = (enum ptype)in->code.type;
    const struct poper *d = &in->op[0], *x = &in->op[2];
    if (in->nops != 3 || d->kind != PO_VEC || d->n != 4 || in->op[1].kind != PO_SYM || in->op[1].sym->kind != SYM_TEX)
        lo_unsupported(f, in);
    if (x->kind == PO_VEC ? x->n < dim : dim != 1)
        cx_error(f->cx, in->line, "instruction %.400s: expected %u coordinates", in->text, dim);
    struct minst *m = mi_new(f, M_CALL, V_NONE);
    m->rt = fetch_routine(f, in, in->op[1].sym->offset, dim, ct != T_F32);
    for (unsigned i = 0; i < dim; i++) {
        struct pinst e = *in;
        if (x->kind == PO_VEC)
            e.op[2] = x->elem[i];
        m->carg[i] = fn_vreg(f, false);
        lo_inst(f, M_MOV, V_B32, m->carg[i], lo_src(f, &e, 2), none);
    }
    for (unsigned i = 0; i < 4; i++)
        m->cres[i] = fn_vreg(f, false);
    mi_append(f, f->cur, m);
    for (unsigned i = 0; i < 4; i++) {
        struct pinst e = with_operand(in, 0, &d->elem[i]);
        if (e.op[0].kind != PO_NONE)
            lo_inst(f, M_MOV, V_B32, lo_dst(f, &e, 0), op_reg(m->cres[i]), none);
    }
    return true;
}

/* ---- votes ------------------------------------------------------------------------------------------------ */

/* All ones in a word where the vote says yes. */
static int vote_mask(struct fn *f, const struct pinst *in, enum gt_op gop)
{
    int c = fn_vreg(f, true), t = fn_vreg(f, false);
    struct minst *m = mi_new(f, M_VOTE, V_NONE);
    m->gop = (uint8_t)gop;
    m->pred = lo_pred(f, in, 1);
    m->pneg = in->op[1].neg;
    m->cdst = c;
    mi_append(f, f->cur, m);
    lo_inst(f, M_MOV, V_B32, t, op_imm(0), none);
    lo_inst(f, M_MOV, V_B32, t, in_reg(f, op_imm(0xffffffff)), none)->pred = c;
    return t;
}

bool lower_vote(struct fn *f, const struct pinst *in)
{
    if (in->code.op != PTX_VOTE)
        return false;
    if (in->code.vote != PTX_VOTE_UNI) {
        int t = vote_mask(f, in, in->code.vote == PTX_VOTE_ANY ? GT_OP_VOTE_ANY : GT_OP_VOTE_ALL);
        lo_inst(f, M_MOV2, V_B32, lo_dst(f, in, 0), none, op_reg(t))->cdst = lo_dst_flags(f, in, 0);
        return true;
    }
    struct opnd none_of = op_reg(vote_mask(f, in, GT_OP_VOTE_ANY));      /* uni: all, or not any */
    none_of.inv = true;
    lo_inst(f, M_OR, V_B32, lo_dst(f, in, 0), op_reg(vote_mask(f, in, GT_OP_VOTE_ALL)), none_of)->cdst =
        lo_dst_flags(f, in, 0);
    return true;
}
