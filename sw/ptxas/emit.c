/* SPDX-License-Identifier: Apache-2.0
 *
 * Machine words: text of each instruction, its form (short, immediate, long), markers, literals in c1[],
 * addresses. Short instructions are only emitted in aligned pairs, so every long one is aligned.
 */
#include "emit.h"

#include <string.h>

#include "text.h"

/* ---- text ------------------------------------------------------------------------------------------- */

static const char *half_suffix(int half) { return half == HALF_LO ? "l" : half == HALF_HI ? "h" : ""; }

static const char *wide_suffix(int words) { return words == 2 ? "d" : words == 4 ? "q" : ""; }

static void put_address(struct sbuf *s, const char *space, const struct minst *m)
{
    unsigned off = (unsigned)m->aoff & 0xffff;
    if (m->ainc)
        sb_printf(s, "%s[$a%d++0x%x]", space, m->areg, off);
    else if (m->areg && off)
        sb_printf(s, "%s[$a%d+0x%x]", space, m->areg, off);
    else if (m->areg)
        sb_printf(s, "%s[$a%d]", space, m->areg);
    else
        sb_printf(s, "%s[0x%x]", space, off);
}

static void put_opnd(struct emitter *e, struct sbuf *s, const struct minst *m, int i, int lit)
{
    static const char *const mode[] = { "u8", "u16", "s16", "b32" };
    static const char *const sreg[] = { "$physid", "$clock", "$sr2", "$sr3", "$pm0", "$pm1", "$pm2", "$pm3" };
    const struct opnd *o = &m->src[i];
    if (o->kind == O_REG && m->op == M_SFU && o->neg)
        sb_printf(s, "-");
    else if (o->neg)
        sb_printf(s, "-");
    if (o->inv)
        sb_printf(s, "~");
    if (o->abs)
        sb_printf(s, "|");
    switch (o->kind) {
    case O_REG:
        sb_printf(s, "$r%d%s", e->f->vr.v[o->v].color, half_suffix(o->half));
        if (m->sw[i] > 1)
            sb_printf(s, "%s", wide_suffix(m->sw[i]));
        break;
    case O_IMM:
        if (i == lit)
            sb_printf(s, "c1[0x%x]", emit_literal(e, o->imm));
        else if (!o->imm && m->op != M_BAR && m->op != M_MOV && !(i == 1 && (m->op == M_SHL || m->op == M_SHR || m->op == M_SHLA)))
            sb_printf(s, "$r124");
        else
            sb_printf(s, "0x%x", o->imm);
        break;
    case O_SMEM:
        if (m->areg && o->v)
            sb_printf(s, "s[$a%d+0x%x].%s", m->areg, (unsigned)o->v, mode[o->mode]);
        else if (m->areg)
            sb_printf(s, "s[$a%d].%s", m->areg, mode[o->mode]);
        else
            sb_printf(s, "s[0x%x].%s", (unsigned)o->v, mode[o->mode]);
        break;
    case O_CMEM: sb_printf(s, "c%d[0x%x]", o->seg, (unsigned)o->v); break;
    case O_CREG: sb_printf(s, "$c%d", e->f->vr.v[o->v].color); break;
    case O_SREG: sb_printf(s, "%s", sreg[o->v]); break;
    default: break;
    }
    if (o->abs)
        sb_printf(s, "|");
}

static void put_dst(struct emitter *e, struct sbuf *s, const struct minst *m)
{
    if (m->dst >= 0)
        sb_printf(s, "$r%d%s", e->f->vr.v[m->dst].color, m->op == M_CVTH ? "l" : wide_suffix(m->dw));
    else
        sb_printf(s, "_");
    if (m->cdst >= 0)
        sb_printf(s, "|$c%d", e->f->vr.v[m->cdst].color);
}

static const char *const condition[][2] = { [PT_TRUE] = { "lg", "e" }, [PT_CARRY] = { "c", "nc" }, [PT_LESS] = { "l", "ge" } };    /* test, pneg */

/* Text of m in a form; `lit`: source that is read from c1[], or -1; `form`: "", ".half", ".join" or ".exit". */
static void put_inst(struct emitter *e, struct sbuf *s, const struct minst *m, const char *form, int lit)
{
    s->n = 0;
    s->buf[0] = 0;
    if (m->pred >= 0)
        sb_printf(s, "@$c%d.%s ", e->f->vr.v[m->pred].color, condition[m->test][m->pneg]);
    if (m->op == M_MOV && m->src[0].kind == O_IMM && lit == 0) {
        sb_printf(s, "mov2.b32%s $r%d, $r124, c1[0x%x]", form, e->f->vr.v[m->dst].color, emit_literal(e, m->src[0].imm));
        return;
    }
    if (m->op == M_MOV && m->src[0].kind == O_IMM && !m->src[0].imm && m->pred >= 0) {
        sb_printf(s, "mov.b32%s $r%d, $r124", form, e->f->vr.v[m->dst].color);
        return;
    }
    sb_printf(s, "%s%s", m->mn, form);
    switch (m->op) {
    case M_NOP: case M_RET: case M_TRAP:
        return;
    case M_BAR:
        sb_printf(s, " 0x%x, 0xfff", m->src[0].imm);
        return;
    case M_ADDA:
        sb_printf(s, " $a%d, $a%d, 0x%x", m->areg, m->areg, m->src[0].imm);
        return;
    case M_SHLA:
        sb_printf(s, " $a%d, ", m->areg);
        put_opnd(e, s, m, 0, -1);
        sb_printf(s, ", 0x%x", m->src[1].imm);
        return;
    case M_LDC: case M_LDS: case M_LDL: {
        char space[4] = "s";
        if (m->op == M_LDC)
            snprintf(space, sizeof space, "c%d", m->seg & 15);
        else if (m->op == M_LDL)
            snprintf(space, sizeof space, "l");
        sb_printf(s, " ");
        put_dst(e, s, m);
        sb_printf(s, ", ");
        put_address(s, space, m);
        return;
    }
    case M_STS: case M_STL:
        sb_printf(s, " ");
        put_address(s, m->op == M_STS ? "s" : "l", m);
        sb_printf(s, ", ");
        put_opnd(e, s, m, 1, -1);
        return;
    case M_LDG:
        sb_printf(s, " ");
        put_dst(e, s, m);
        sb_printf(s, ", g14[");
        put_opnd(e, s, m, 0, -1);
        sb_printf(s, "]");
        return;
    case M_STG: case M_RED: case M_ATOM:
        sb_printf(s, " ");
        if (m->op == M_ATOM) {
            put_dst(e, s, m);
            sb_printf(s, ", ");
        }
        sb_printf(s, "g14[");
        put_opnd(e, s, m, 0, -1);
        sb_printf(s, "], ");
        put_opnd(e, s, m, 1, -1);
        if (m->src[2].kind != O_NONE) {
            sb_printf(s, ", ");
            put_opnd(e, s, m, 2, -1);
        }
        return;
    case M_VOTE:
        sb_printf(s, " $c%d", e->f->vr.v[m->cdst].color);
        return;
    case M_MOV2: {
        sb_printf(s, " ");
        put_dst(e, s, m);
        sb_printf(s, ", $r124, ");
        put_opnd(e, s, m, 1, lit);
        return;
    }
    }
    if (m->op == M_SREG && m->dst < 0) {        /* mov $cN, $r */
        sb_printf(s, " $c%d, ", e->f->vr.v[m->cdst].color);
        put_opnd(e, s, m, 0, -1);
        return;
    }
    sb_printf(s, " ");
    put_dst(e, s, m);
    for (int i = 0; i < 3; i++)
        if (m->src[i].kind != O_NONE) {
            sb_printf(s, ", ");
            put_opnd(e, s, m, i, lit);
        }
}

/* ---- forms ------------------------------------------------------------------------------------------- */

static bool assemble(const char *text, struct code *c)
{
    char err[200];
    return isa_asm_line(text, &c->w[0], &c->w[1], &c->len, err, sizeof err);
}

int emit_constant_source(const struct minst *m)
{
    if (m->op == M_SHL || m->op == M_SHR || m->op == M_SHLA || m->op == M_ADDA || m->op == M_BAR)
        return -1;
    for (int i = 0; i < 3; i++)
        if (m->src[i].kind == O_IMM && (m->src[i].imm || m->op == M_MUL16 || (m->op == M_MAD && i < 2 && strstr(m->mn, "16"))))
            return i;
    return -1;
}

/* Tries one form; on success fills c. */
static bool try_form(struct emitter *e, const struct minst *m, const char *form, int lit, struct code *c)
{
    struct sbuf s;
    size_t lits = e->nlit;
    put_inst(e, &s, m, form, lit);
    if (assemble(s.buf, c)) {
        snprintf(c->text, sizeof c->text, "%s", s.buf);
        c->line = m->line;
        return true;
    }
    e->nlit = lits;
    return false;
}

static bool short_form(struct emitter *e, const struct minst *m, struct code *c)
{
    if (m->pred >= 0 || m->cdst >= 0 || m->op == M_CALL || emit_constant_source(m) >= 0)
        return false;
    for (int i = 0; i < 3; i++)
        if (m->src[i].kind == O_CMEM)
            return false;
    return try_form(e, m, ".half", -1, c) && c->len == 4;
}

bool emit_is_short(struct emitter *e, const struct minst *m)
{
    struct code c;
    return short_form(e, m, &c);
}

static bool can_mark(const struct minst *m)
{
    return m->pred < 0 && !m->low && m->op != M_BAR && m->op != M_CALL && m->op != M_RET && m->op != M_TRAP && m->op != M_VOTE &&
           !(m->op == M_MOV && m->src[0].kind == O_IMM);
}

/* The eight-byte form, with a marker ("" for none). */
static bool long_form(struct emitter *e, const struct minst *m, const char *marker, struct code *c)
{
    int k = emit_constant_source(m);
    if (k < 0)
        return try_form(e, m, marker, -1, c);
    bool plain = m->pred < 0 && m->cdst < 0 && !*marker;
    if (plain && (m->op == M_MOV || k == 1) && try_form(e, m, "", -1, c))
        return true;
    return try_form(e, m, marker, k, c);
}

static void add_code(struct emitter *e, struct code *c)
{
    c->addr = e->addr;
    e->addr += (uint32_t)c->len;
    vec_push(e->f->cx, &e->code, *c);
}

static void add_long(struct emitter *e, const struct minst *m, const char *marker)
{
    struct code c = { 0 };
    if (!long_form(e, m, marker, &c)) {
        struct sbuf s;
        char err[200] = "";
        uint32_t w0, w1;
        int len;
        put_inst(e, &s, m, marker, emit_constant_source(m));
        isa_asm_line(s.buf, &w0, &w1, &len, err, sizeof err);
        cx_error(e->f->cx, m->line, "internal error: cannot encode '%.120s': %.200s", s.buf, err);
    }
    add_code(e, &c);
}

static void add_call(struct emitter *e, const struct minst *m)
{
    struct code c = { .len = 8, .line = m->line };
    if (m->rt->fn) {
        c.target = m->rt->fn->blocks.v[0];
        snprintf(c.text, sizeof c.text, "call");
    } else {
        if (!assemble(m->rt->text, &c) || c.len != 8)
            cx_error(e->f->cx, m->line, "internal error: cannot encode '%s'", m->rt->text);
        snprintf(c.text, sizeof c.text, "%s", m->rt->text);
    }
    add_code(e, &c);
}

static void add_control(struct emitter *e, const char *what, const struct mblock *b, bool neg, struct mblock *target)
{
    struct code c = { .len = 8, .target = target };
    c.line = b->line;
    if (b->term == TERM_COND && !strcmp(what, "bra") && b->pred >= 0)
        snprintf(c.text, sizeof c.text, "@$c%d.%s bra", e->f->vr.v[b->pred].color, neg ? "e" : "lg");
    else
        snprintf(c.text, sizeof c.text, "%s", what);
    add_code(e, &c);
}

static void add_jump(struct emitter *e, struct mblock *b, struct mblock *target)
{
    struct mblock t = *b;
    t.term = TERM_JUMP;
    add_control(e, "bra", &t, false, target);
}

static void add_plain(struct emitter *e, const char *text, unsigned line)
{
    struct code c = { .line = line };
    snprintf(c.text, sizeof c.text, "%s", text);
    if (!assemble(c.text, &c))
        cx_error(e->f->cx, line, "internal error: cannot encode '%s'", c.text);
    add_code(e, &c);
}

static bool identity(const struct emitter *e, const struct minst *m)
{
    const struct vreg *v = e->f->vr.v;
    return m->op == M_MOV && m->src[0].kind == O_REG && !m->src[0].half && v[m->dst].color == v[m->src[0].v].color;
}

/* ---- blocks ------------------------------------------------------------------------------------------ */

static void emit_block(struct emitter *e, struct mblock *b, struct mblock *next)
{
    bool exits = b->term == TERM_RET;
    if (!e->f->cx->opt->no_opt)
        pair_block(e, b, b->join, exits && !e->f->is_routine ? b->last : NULL);
    for (struct minst *x = b->first, *next; x; x = next) {
        next = x->next;
        if (x->op == M_FENCE)
            mi_remove(x);
    }
    struct minst *m = b->first, *last = b->last;
    b->addr = e->addr;
    if (b->join) {
        if (m && can_mark(m) && !(exits && m == last && !e->f->is_routine)) {
            add_long(e, m, ".join");
            m = m->next;
        } else {
            add_plain(e, "nop.join", b->line);
        }
    }
    bool mark_last = exits && !e->f->is_routine && last && can_mark(last) && m;
    while (m) {
        struct code a = { 0 }, c = { 0 };
        if (m->op == M_CALL) {
            add_call(e, m);
            m = m->next;
            continue;
        }
        if (mark_last && m == last) {
            add_long(e, m, ".exit");
            return;
        }
        struct minst *n = m->next;
        if (n && !(mark_last && n == last) && short_form(e, m, &a) && short_form(e, n, &c)) {
            add_code(e, &a);
            add_code(e, &c);
            m = n->next;
            continue;
        }
        add_long(e, m, "");
        m = n;
    }
    if (exits && e->f->is_routine) {
        add_plain(e, "ret", b->line);
        return;
    }
    if (exits) {
        add_plain(e, "nop.exit", b->line);
        return;
    }
    for (size_t i = 0; i < b->joinats.n; i++)
        add_control(e, "joinat", b, false, b->joinats.v[i]);
    if (b->term == TERM_JUMP) {
        if (b->succ[0] != next)
            add_jump(e, b, b->succ[0]);
    } else if (b->succ[0] == next) {
        add_control(e, "bra", b, !b->pneg, b->succ[1]);
    } else {
        add_control(e, "bra", b, b->pneg, b->succ[0]);
        if (b->succ[1] != next)
            add_jump(e, b, b->succ[1]);
    }
}

unsigned emit_literal(struct emitter *e, uint32_t v)
{
    for (size_t i = 0; i < e->nlit; i++)
        if (e->lit[i] == v)
            return (unsigned)i * 4;
    if (e->nlit == EMIT_LITERALS)
        cx_error(e->f->cx, e->f->entry->line, "internal error: kernel %s has more constants than c1[] holds", e->f->entry->name);
    e->lit[e->nlit] = v;
    return (unsigned)e->nlit++ * 4;
}

static bool is_gate(const struct minst *m) { return m->op == M_CALL && !m->rt->fn && !m->rt->text; }

static void drop_empty(const struct emitter *e)
{
    for (size_t i = 0; i < e->f->blocks.n; i++)
        for (struct minst *m = e->f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            if (identity(e, m) || is_gate(m))
                mi_remove(m);
        }
}

/* 16-bit operands reach only the first literals. */
static void place_literals(struct emitter *e, struct fn *f)
{
    e->f = f;
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if ((m->op == M_MUL16 || m->op == M_MAD || m->op == M_SET) && strstr(m->mn, "16") && m->src[1].kind == O_IMM)
                emit_literal(e, m->src[1].imm);
}

static void emit_function(struct emitter *e, struct fn *f)
{
    e->f = f;
    drop_empty(e);
    for (size_t i = 0; i < f->blocks.n; i++)
        emit_block(e, f->blocks.v[i], i + 1 < f->blocks.n ? f->blocks.v[i + 1] : NULL);
}

/* Behind what its caller keeps in local memory. */
static void place_spills(struct fn *f, uint32_t base)
{
    for (size_t i = 0; base && f->lmem && i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (m->op == M_LDL || m->op == M_STL)
                m->aoff += (int32_t)base;
}

static bool is_called(const struct fn *f, const struct routine *rt)
{
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (m->op == M_CALL && m->rt == rt)
                return true;
    return false;
}

void emit_run(struct fn *f, struct emitter *e)
{
    uint32_t spills = 0;
    memset(e, 0, sizeof *e);
    place_literals(e, f);
    for (size_t i = 0; i < f->routines.n; i++)
        if (is_called(f, f->routines.v[i]))
            place_literals(e, f->routines.v[i]->fn);
    emit_function(e, f);
    for (size_t i = 0; i < f->routines.n; i++) {
        struct fn *r = f->routines.v[i]->fn;
        if (!is_called(f, f->routines.v[i]))
            continue;
        place_spills(r, f->lmem);
        spills = r->lmem > spills ? r->lmem : spills;
        emit_function(e, r);
    }
    e->f = f;
    f->lmem += spills;
    for (size_t i = 0; i < e->code.n; i++) {
        struct code *c = &e->code.v[i];
        if (c->target) {
            size_t n = strlen(c->text);
            snprintf(c->text + n, sizeof c->text - n, " 0x%x", c->target->addr);
            if (!assemble(c->text, c))
                cx_error(f->cx, c->line, "internal error: cannot encode '%s'", c->text);
        }
        vec_push(f->cx, &f->words, c->w[0]);
        if (c->len == 8)
            vec_push(f->cx, &f->words, c->w[1]);
    }
}
