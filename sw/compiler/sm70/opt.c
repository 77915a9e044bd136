/* SPDX-License-Identifier: Apache-2.0
 *
 * Copies and constants go to where they are read; sums, products and logic are joined; addresses become base and
 * offset; what nobody reads is dropped.
 *
 * A word that is written once, without a guard, is its definition wherever that dominates: a register that it copies
 * is written once, too, and has not changed there, since each way from its definition leads through the copy.
 */
#include "opt.h"

#include <stdlib.h>
#include <string.h>

static bool is_plain(const struct opd *o) { return !o->neg && !o->abs && !o->inv; }

/* ---- copies and constants ------------------------------------------------------------------------------------ */

/* What the operand is a copy of. */
static bool copy_of(const struct opt *x, const struct opd *o, const struct inst *use, struct opd *from)
{
    struct inst *d = opt_maker(x, o, use);
    if (!d || d->guard >= 0)
        return false;
    if (ni_is(d, "MOV") && o->w == 1) {
        *from = d->o[1];
    } else if (ni_is(d, "mov64")) {
        *from = o->w == 2 ? d->o[1] : o_part(&d->o[1], o->sub - d->o[0].sub);
    } else if (ni_is(d, "uext64") && o->w == 1) {
        *from = o->sub == d->o[0].sub ? d->o[1] : o_rz();
    } else {
        return false;
    }
    return is_plain(from) && opt_lasts(x, from, d, use);
}

static unsigned count_constants(const struct inst *m, const struct opd *but)
{
    unsigned n = 0;
    for (unsigned k = 0; k < m->n; k++)
        n += !m->o[k].def && &m->o[k] != but && o_is_const(&m->o[k]);
    return n;
}

/* May source k be that constant? */
static bool takes_constant(struct inst *m, unsigned k, const struct opd *o, const struct opd *c)
{
    if (c->kind == O_IMM && !c->imm && !c->high)
        return true;            /* RZ */
    if (!(m->kind->imm >> k & 1))
        return false;
    if (m->kind->unit == U_FLOW)
        return c->kind == O_IMM;
    /* a number that IMAD.WIDE multiplies by can be shared in a register (legal.c), a word pair of c[] cannot */
    const struct opd *factor = m->kind->unit == U_WIDE && k == 2 && c->kind == O_C ? ni_src(m, 1) : NULL;
    if (count_constants(m, o) && !(factor && factor->kind == O_IMM))
        return false;
    if (c->kind != O_C && (m->kind->noimm || (m->kind->unit == U_WIDE && k == 2)))
        return false;
    if (c->kind == O_IMM && o->w == 2 && m->kind->real64 && c->imm)
        return false;
    return !(o->abs && c->kind == O_C && !m->kind->real);
}

/* Applies the modifiers of operand o to the constant c; false: c has not those. */
static bool fold_modifiers(const struct inst *m, const struct opd *o, struct opd *c)
{
    if (is_plain(o))
        return true;
    if (c->kind == O_C) {
        c->neg = o->neg;
        c->abs = o->abs;
        c->inv = o->inv;
        return true;
    }
    if (c->kind != O_IMM && c->kind != O_F32)
        return false;
    if (o->w == 2)
        return false;
    if (m->kind->real) {
        c->imm &= o->abs ? 0x7fffffff : 0xffffffff;
        c->imm ^= o->neg ? 0x80000000 : 0;
        c->kind = O_F32;
        return true;
    }
    if (o->abs)
        return false;
    c->imm = o->inv ? ~c->imm : o->neg ? -c->imm : c->imm;
    return !(o->inv && !c->imm);
}

/* Reads copies and constants at their source. */
static void propagate_sources(struct opt *x, struct inst *m)
{
    struct opd from, *o;
    for (unsigned k = 0; (o = ni_src(m, k)); k++) {
        if (o->kind != O_R || o->v < 0 || !copy_of(x, o, m, &from))
            continue;
        if (from.kind == O_R) {
            if (from.v < 0) {
                if (o->inv || (o->neg && !m->kind->real && !m->kind->real64))
                    continue;
                from = o_rw(-1, 0, o->w);
            }
            from.neg = o->neg;
            from.abs = o->abs;
            from.inv = o->inv;
        } else if (!o_is_const(&from)) {
            continue;
        } else {
            if (k == 0 && m->kind->commutes && !(m->kind->imm & 1) && takes_constant(m, 1, o, &from)) {
                struct opd *b = ni_src(m, 1);
                if (b->kind == O_R && fold_modifiers(m, o, &from)) {
                    *o = *b;
                    *b = from;
                    x->changed = true;
                }
                continue;
            }
            if (!takes_constant(m, k, o, &from) || !fold_modifiers(m, o, &from))
                continue;
            if (from.kind == O_IMM && !from.imm && !from.high)
                from = o_rw(-1, 0, o->w);
        }
        *o = from;
        x->changed = true;
    }
}

/* ---- addresses ----------------------------------------------------------------------------------------------- */

static bool fits_24_bits(int64_t v) { return v >= -(1 << 23) && v < 1 << 23; }

/* Joins sums with the offset of an address, as far as 24 bits go. */
static void fold_address(struct opt *x, struct inst *m)
{
    for (unsigned k = 0; k < m->n; k++) {
        struct opd *o = &m->o[k];
        bool global = o->kind == O_GLOBAL || o->kind == O_PAIR;
        if ((!global && o->kind != O_SHARED && o->kind != O_CR) || o->v < 0)
            continue;
        struct opd base = o_rw(o->v, o->sub, o->w), from;
        struct inst *d = opt_maker(x, &base, m);
        if (copy_of(x, &base, m, &from) && from.kind == O_R && from.v >= 0) {
            o->v = from.v;
            o->sub = from.sub;
            x->changed = true;
        } else if (o->kind == O_SHARED && copy_of(x, &base, m, &from) && from.kind == O_IMM && !from.high &&
                   fits_24_bits((int64_t)(int32_t)(o->imm + from.imm))) {
            o->v = -1;
            o->imm += from.imm;
            x->changed = true;
        } else if (d && d->guard < 0 && global && ni_is(d, "add64") && d->o[2].kind == O_IMM && d->o[1].kind == O_R &&
                   d->o[1].v >= 0 && is_plain(&d->o[1]) && opt_lasts(x, &d->o[1], d, m) && !d->o[1].sub) {
            int64_t off = (int64_t)(d->o[2].imm | (uint64_t)d->o[2].high << 32) + (int32_t)o->imm;
            if (!fits_24_bits(off))
                continue;
            o->v = d->o[1].v;
            o->imm = (uint32_t)off;
            x->changed = true;
        } else if (d && d->guard < 0 && o->kind == O_SHARED && ni_is(d, "IADD3") && d->n == 4 && is_plain(&d->o[1]) &&
                   d->o[1].kind == O_R && d->o[1].v >= 0 && d->o[2].kind == O_IMM && d->o[3].v < 0 &&
                   d->o[3].kind == O_R && opt_lasts(x, &d->o[1], d, m) &&
                   fits_24_bits((int64_t)(int32_t)(o->imm + d->o[2].imm))) {
            o->v = d->o[1].v;
            o->sub = d->o[1].sub;
            o->imm += d->o[2].imm;
            x->changed = true;
        }
    }
}

/* ---- joined instructions ------------------------------------------------------------------------------------- */

static bool is_rz(const struct opd *o) { return o->kind == O_R && o->v < 0; }

/* a + x * y: IMAD.WIDE takes all. */
static void add_product(struct opt *x, struct inst *m)
{
    for (unsigned k = 1; k < 3; k++) {
        struct opd *p = &m->o[k], other = m->o[3 - k], s[2];
        struct inst *d = p->kind == O_R && is_plain(p) ? opt_maker(x, p, m) : NULL;
        const char *op = NULL;
        if (!d || d->guard >= 0 || !is_plain(&other) || other.kind == O_IMM || p->sub)
            continue;
        if (ni_is(d, "IMAD.WIDE") && is_rz(&d->o[3])) {
            op = d->op;
            s[0] = d->o[1];
            s[1] = d->o[2];
        } else if (ni_is(d, "uext64") || ni_is(d, "sext64")) {
            op = ni_is(d, "uext64") ? "IMAD.WIDE.U32" : "IMAD.WIDE";
            s[0] = d->o[1];
            s[1] = o_imm(1);
        } else if (ni_is(d, "shl64") && d->o[2].kind == O_IMM && d->o[2].imm < 31) {
            struct inst *e = opt_maker(x, &d->o[1], d);
            if (!e || e->guard >= 0 || !(ni_is(e, "uext64") || ni_is(e, "sext64")) || !opt_lasts(x, &e->o[1], e, m))
                continue;
            op = ni_is(e, "uext64") ? "IMAD.WIDE.U32" : "IMAD.WIDE";
            s[0] = e->o[1];
            s[1] = o_imm(1u << d->o[2].imm);
        }
        if (!op || s[0].kind != O_R || !is_plain(&s[0]) || !is_plain(&s[1]) || !opt_lasts(x, &s[0], d, m) ||
            !(o_is_const(&s[1]) || opt_lasts(x, &s[1], d, m)))
            continue;
        ni_op(x->f, m, op);
        m->o[1] = s[0];
        m->o[2] = s[1];
        m->o[3] = other;
        m->n = 4;
        x->changed = true;
        return;
    }
}

/* The operand's maker, if that is of this name, unguarded, and read here alone. */
static struct inst *only_reader(const struct opt *x, const struct opd *o, const struct inst *m, const char *name)
{
    struct inst *d = o->kind == O_R && o->v >= 0 && o->w == 1 ? opt_maker(x, o, m) : NULL;
    return d && d->guard < 0 && ni_is(d, name) && x->uses[o->v] == 1 && x->f->vr.v[o->v].w == 1 ? d : NULL;
}

/* (a + b) + c; (a << n) + c. */
static void add_sum(struct opt *x, struct inst *m)
{
    if (m->n != 4 || !is_rz(&m->o[3]) || !ni_is(m, "IADD3") || m->op[5])
        return;
    for (unsigned k = 1; k < 3; k++) {
        struct opd other = m->o[3 - k];
        struct inst *d = is_plain(&m->o[k]) ? only_reader(x, &m->o[k], m, "IADD3") : NULL;
        if (d && d->n == 4 && !d->op[5] && is_rz(&d->o[3]) && opt_lasts(x, &d->o[1], d, m) &&
            (o_is_const(&d->o[2]) || opt_lasts(x, &d->o[2], d, m)) && d->o[1].kind == O_R &&
            !(o_is_const(&other) && o_is_const(&d->o[2])) && !(d->o[1].neg && d->o[2].neg)) {
            struct opd a = d->o[1], b = d->o[2], c = other;
            if (o_is_const(&c)) {
                struct opd t = b;
                b = c;
                c = t;
            }
            if ((a.neg && b.neg) || (a.neg && c.neg) || (b.neg && c.neg))
                continue;
            m->o[1] = a;
            m->o[2] = b;
            m->o[3] = c;
            x->changed = true;
            return;
        }
        d = is_plain(&m->o[k]) ? only_reader(x, &m->o[k], m, "SHF.L.U32") : NULL;
        if (d && d->o[2].kind == O_IMM && d->o[2].imm < 32 && d->o[1].kind == O_R && is_plain(&d->o[1]) &&
            is_rz(&d->o[3]) && opt_lasts(x, &d->o[1], d, m)) {
            ni_op(x->f, m, "LEA");
            m->o[1] = d->o[1];
            m->o[2] = other;
            m->o[3] = o_word(nl_name(x->f, "0x%x", d->o[2].imm));
            x->changed = true;
            return;
        }
    }
}

struct term3 { struct opd o[3]; unsigned n; };

/* The bits of a function of three for an operand of the result. */
static int column_of(struct term3 *t, const struct opd *o)
{
    static const int bits[] = { 0xf0, 0xcc, 0xaa };
    if (is_rz(o))
        return 0;
    for (unsigned i = 0; i < t->n; i++)
        if (o_same(&t->o[i], o))
            return bits[i];
    if (t->n == 3)
        return -1;
    t->o[t->n] = *o;
    return bits[t->n++];
}

static int lut_value(unsigned lut, int a, int b, int c)
{
    int out = 0;
    for (unsigned i = 0; i < 8; i++)
        if (lut >> i & 1)
            out |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return out & 0xff;
}

static bool is_logic(const struct inst *m) { return ni_is(m, "LOP3.LUT") && m->n == 6; }

/* A function of three words that one of the operands is a function of. */
static void join_logic(struct opt *x, struct inst *m)
{
    if (!is_logic(m))
        return;
    for (unsigned k = 1; k < 4; k++) {
        struct inst *d = only_reader(x, &m->o[k], m, "LOP3.LUT");
        struct term3 t = { .n = 0 };
        int in[3], out[3];
        bool ok = d && is_logic(d);
        for (unsigned i = 0; ok && i < 3; i++) {
            ok = is_plain(&d->o[1 + i]) && (o_is_const(&d->o[1 + i]) || opt_lasts(x, &d->o[1 + i], d, m));
            in[i] = ok ? column_of(&t, &d->o[1 + i]) : -1;
            ok = in[i] >= 0;
        }
        if (!ok)
            continue;
        int inner = lut_value((unsigned)strtoul(d->o[4].word, NULL, 16), in[0], in[1], in[2]);
        for (unsigned i = 0; ok && i < 3; i++) {
            out[i] = i + 1 == k ? inner : column_of(&t, &m->o[1 + i]);
            ok = out[i] >= 0;
        }
        unsigned consts = 0;
        for (unsigned i = 0; i < t.n; i++)
            consts += o_is_const(&t.o[i]);
        if (!ok || consts > 1)
            continue;
        unsigned lut = (unsigned)lut_value((unsigned)strtoul(m->o[4].word, NULL, 16), out[0], out[1], out[2]);
        for (unsigned i = t.n; i < 3; i++)
            t.o[i] = o_rz();
        /* a constant stands second */
        for (unsigned i = 0; i < 3; i += 2)
            if (o_is_const(&t.o[i])) {
                struct opd c = t.o[i];
                t.o[i] = t.o[1];
                t.o[1] = c;
                unsigned was = lut;
                lut = 0;
                for (unsigned r = 0; r < 8; r++) {
                    unsigned a = r >> 2 & 1, b = r >> 1 & 1, e = r & 1;
                    unsigned from = i ? a << 2 | e << 1 | b : b << 2 | a << 1 | e;
                    lut |= (was >> from & 1) << r;
                }
            }
        for (unsigned i = 0; i < 3; i++)
            m->o[1 + i] = t.o[i];
        m->o[4] = o_word(nl_name(x->f, "0x%x", lut));
        x->changed = true;
        return;
    }
}

/* ---- comparisons of comparisons ------------------------------------------------------------------------------ */

/* The comparison in the same block that alone makes the predicate, which nothing else reads. */
static struct inst *comparison_of(const struct opt *x, const struct opd *p, const struct inst *use)
{
    if (p->v < 0 || p->neg || x->f->vr.v[p->v].ndefs != 1 || x->f->vr.v[p->v].nuses != 1)
        return NULL;
    for (struct inst *m = use->prev; m; m = m->prev)
        if (m->o[0].def && m->o[0].kind == O_P && m->o[0].v == p->v) {
            bool plain_one = m->n == 5 && m->guard < 0 && m->o[1].v < 0 && m->o[4].v < 0 && !m->o[4].neg;
            return plain_one && (ni_is(m, "FSETP") || ni_is(m, "ISETP") || ni_is(m, "DSETP")) ? m : NULL;
        }
    return NULL;
}

static bool predicate_written(const struct opd *p, const struct inst *from, const struct inst *to)
{
    for (const struct inst *m = from; p->v >= 0 && m != to; m = m->next)
        for (unsigned k = 0; k < m->n; k++)
            if (m->o[k].def && m->o[k].kind == O_P && m->o[k].v == p->v && m != from)
                return true;
    return false;
}

/* p and q, p or q: the comparison that makes p takes q as well. Counts of uses are those of nf_count. */
static void join_comparison(struct opt *x, struct inst *m)
{
    if (!ni_is(m, "PLOP3.LUT") || m->n != 7 || m->o[1].v >= 0 || m->guard >= 0 || m->o[4].v >= 0 || m->o[4].neg)
        return;
    bool and = !strcmp(m->o[5].word, "0xc0"), or = !strcmp(m->o[5].word, "0xfc");
    for (unsigned k = 2; (and || or) && k < 4; k++) {
        struct inst *d = comparison_of(x, &m->o[k], m);
        struct opd q = m->o[5 - k], result = m->o[0];
        size_t n = d ? strlen(d->op) : 0;
        if (!d || n < 4 || strcmp(d->op + n - 4, ".AND") || predicate_written(&q, d, m) ||
            opt_written_between(&d->o[2], d, m) || opt_written_between(&d->o[3], d, m))
            continue;
        ni_op(x->f, m, and ? d->op : nl_name(x->f, "%.*sOR", (int)n - 3, d->op));
        m->o[0] = result;
        m->o[1] = o_def(o_pt());
        m->o[2] = d->o[2];
        m->o[3] = d->o[3];
        m->o[4] = q;
        m->n = 5;
        ni_remove(d);
        x->changed = true;
        return;
    }
}

/* ---- high words that nobody reads ---------------------------------------------------------------------------- */

/* An instruction of a pair whose upper word nobody reads, for the lower word alone. */
static void narrow_one(struct opt *x, struct inst *m)
{
    struct opd d = o_part(&m->o[0], 0), a = o_part(&m->o[1], 0), b = m->n > 2 ? o_part(&m->o[2], 0) : o_rz();
    d.def = true;
    m->o[0] = d;
    if (ni_is(m, "IMAD.WIDE")) {
        ni_op(x->f, m, "IMAD");
        m->o[3] = o_part(&m->o[3], 0);
    } else if (ni_is(m, "add64")) {
        ni_op(x->f, m, "IADD3");
        m->o[1] = a;
        m->o[2] = b;
        m->o[3] = o_rz();
        m->n = 4;
    } else if (ni_is(m, "shl64")) {
        ni_op(x->f, m, "SHF.L.U32");
        m->o[1] = a;
        m->o[3] = o_rz();
        m->n = 4;
    } else {
        ni_op(x->f, m, "MOV");
        m->o[1] = a;
    }
    x->changed = true;
}

static void narrow_pairs(struct opt *x)
{
    struct fn *f = x->f;
    bool *read = cx_alloc(f->cx, 4 * f->vr.n + 1);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            for (unsigned k = 0; k < m->n; k++)
                for (unsigned w = 0; !m->o[k].def && opt_reads_register(&m->o[k]) && w < m->o[k].w; w++)
                    read[4 * (size_t)m->o[k].v + m->o[k].sub + w] = true;
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            const struct opd *d = &m->o[0];
            bool pair = ni_is(m, "add64") || ni_is(m, "shl64") || ni_is(m, "mov64") || ni_is(m, "uext64") ||
                        ni_is(m, "sext64") || (ni_is(m, "IMAD.WIDE") && m->n == 4);
            if (pair && d->v >= 0 && d->w == 2 && !read[4 * (size_t)d->v + d->sub + 1])
                narrow_one(x, m);
        }
}

/* ---- what nobody reads --------------------------------------------------------------------------------------- */

/* Removes what nobody reads; true: something went. */
static bool sweep_dead(struct fn *f)
{
    bool any = false;
    nf_count(f);
    for (size_t i = f->blocks.n; i-- > 0;)
        for (struct inst *m = f->blocks.v[i]->last, *prev; m; m = prev) {
            bool read = m->kind->side || m->vol, writes = false;
            prev = m->prev;
            for (unsigned k = 0; k < m->n; k++)
                if (m->o[k].def) {
                    writes = true;
                    read = read || (m->o[k].v >= 0 && f->vr.v[m->o[k].v].nuses);
                }
            if (read || !writes)
                continue;
            ni_remove(m);
            for (unsigned k = 0; k < m->n; k++)
                if (!m->o[k].def && m->o[k].v >= 0 && m->o[k].kind != O_LABEL && m->o[k].kind != O_WORD)
                    f->vr.v[m->o[k].v].nuses--;
            if (m->guard >= 0)
                f->vr.v[m->guard].nuses--;
            any = true;
        }
    return any;
}

/* At most 20 rounds, until nothing changes. */
void native_opt(struct fn *f)
{
    struct opt x = { .f = f, .changed = true };
    if (f->cx->opt->no_opt)
        return;
    native_flow(f);
    for (unsigned round = 0; x.changed && round < 20; round++) {
        x.changed = false;
        opt_definitions(&x);
        for (size_t i = 0; i < f->blocks.n; i++)
            for EACH_INST(m, f->blocks.v[i]) {
                propagate_sources(&x, m);
                fold_address(&x, m);
                if (ni_is(m, "add64"))
                    add_product(&x, m);
                opt_sum(&x, m);
                add_sum(&x, m);
                join_logic(&x, m);
                opt_negation(&x, m);
                opt_twice(&x, m);
            }
        nf_count(f);
        for (size_t i = 0; i < f->blocks.n; i++)
            for EACH_INST(m, f->blocks.v[i]) {
                join_comparison(&x, m);
                opt_choice(&x, m);
            }
        while (sweep_dead(f))
            ;
        narrow_pairs(&x);
    }
}
