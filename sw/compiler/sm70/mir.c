/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions, registers, blocks; what instructions of each name are.
 */
#include "mir.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct kind kinds[] = {
    { .name = "FADD", .real = true, .unit = U_FMA, .imm = 2, .commutes = true },
    { .name = "FMUL", .real = true, .unit = U_FMA, .imm = 2, .commutes = true },
    { .name = "FFMA", .real = true, .unit = U_FMA, .imm = 6, .commutes = true },
    { .name = "FMNMX", .real = true, .unit = U_ALU, .imm = 2, .commutes = true },
    { .name = "FSEL", .real = true, .unit = U_ALU, .imm = 2 },
    { .name = "FSETP", .real = true, .unit = U_ALU, .imm = 2 },
    { .name = "FCHK", .real = true, .unit = U_LATE, .imm = 2 },
    { .name = "MUFU", .real = true, .unit = U_LATE, .imm = 1 },
    { .name = "DADD", .unit = U_F64, .imm = 2, .commutes = true, .real64 = true },
    { .name = "DMUL", .unit = U_F64, .imm = 2, .commutes = true, .real64 = true },
    { .name = "DFMA", .unit = U_F64, .imm = 6, .commutes = true, .real64 = true },
    { .name = "DSETP", .unit = U_F64 },
    { .name = "IADD3", .unit = U_ALU, .imm = 2, .commutes = true },
    { .name = "IMAD.WIDE", .unit = U_WIDE, .imm = 6, .commutes = true },
    { .name = "IMAD.HI", .unit = U_WIDE, .imm = 6, .commutes = true },
    { .name = "IMAD", .unit = U_IMAD, .imm = 6, .commutes = true },
    { .name = "VIADD", .unit = U_IMAD, .imm = 2 },
    { .name = "IDP", .unit = U_IMAD },
    { .name = "IABS", .unit = U_ALU, .imm = 1, .noimm = true },
    { .name = "VIMNMX", .unit = U_ALU, .imm = 2, .commutes = true },
    { .name = "IMNMX", .unit = U_ALU, .imm = 2, .commutes = true },
    { .name = "VABSDIFF", .unit = U_ALU },
    { .name = "LEA", .unit = U_ALU, .imm = 2 },
    { .name = "LOP3", .unit = U_ALU, .imm = 2 },
    { .name = "SHF", .unit = U_ALU, .imm = 6 },
    { .name = "BMSK", .unit = U_ALU, .imm = 2 },
    { .name = "SGXT", .unit = U_ALU, .imm = 2 },
    { .name = "PRMT", .unit = U_ALU, .imm = 6 },
    { .name = "SEL", .unit = U_ALU, .imm = 2 },
    { .name = "MOV", .unit = U_ALU, .imm = 1 },
    { .name = "ISETP", .unit = U_ALU, .imm = 2 },
    { .name = "PLOP3", .unit = U_ALU },
    { .name = "VOTE", .unit = U_ALU },
    { .name = "BREV", .unit = U_LATE, .imm = 1, .noimm = true },
    { .name = "FLO", .unit = U_LATE, .imm = 1, .noimm = true },
    { .name = "POPC", .unit = U_LATE, .imm = 1, .noimm = true },
    { .name = "F2FP", .unit = U_ALU },
    { .name = "F2F", .unit = U_LATE, .imm = 1, .noimm = true },
    { .name = "F2I", .unit = U_LATE, .imm = 1, .noimm = true },
    { .name = "I2FP", .unit = U_ALU, .imm = 1, .noimm = true },
    { .name = "I2F", .unit = U_LATE, .imm = 1, .noimm = true },
    { .name = "FRND", .unit = U_LATE, .imm = 1, .noimm = true },
    { .name = "HADD2", .unit = U_HALF },
    { .name = "HMUL2", .unit = U_HALF },
    { .name = "HFMA2", .unit = U_HALF },
    { .name = "SHFL", .unit = U_LATE, .side = true },
    { .name = "MATCH", .unit = U_LATE, .side = true },
    { .name = "REDUX", .unit = U_LATE, .side = true },
    { .name = "S2R", .unit = U_LATE },
    { .name = "CS2R", .unit = U_CS2R },
    { .name = "ULDC", .unit = U_UNIFORM },
    { .name = "UMOV", .unit = U_UNIFORM },
    { .name = "UIADD3", .unit = U_UALU },
    { .name = "UIMAD", .unit = U_UALU },
    { .name = "ULEA", .unit = U_UALU },
    { .name = "ULOP3", .unit = U_UALU },
    { .name = "USHF", .unit = U_UALU },
    { .name = "S2UR", .unit = U_LATE },
    { .name = "TEX", .unit = U_LATE },
    { .name = "TLD", .unit = U_LATE },
    { .name = "LDC", .unit = U_LATE },
    { .name = "LDG", .unit = U_LATE, .load = true },
    { .name = "LDS", .unit = U_LATE, .load = true },
    { .name = "LDL", .unit = U_LATE, .load = true },
    { .name = "STG", .unit = U_STORE, .side = true },
    { .name = "STS", .unit = U_STORE, .side = true },
    { .name = "STL", .unit = U_STORE, .side = true },
    { .name = "ATOMG", .unit = U_LATE, .side = true },
    { .name = "ATOMS", .unit = U_LATE, .side = true },
    { .name = "REDG", .unit = U_STORE, .side = true },
    { .name = "RED", .unit = U_STORE, .side = true },
    { .name = "MEMBAR", .unit = U_FLOW, .side = true },
    { .name = "ERRBAR", .unit = U_FLOW, .side = true },
    { .name = "CGAERRBAR", .unit = U_FLOW, .side = true },
    { .name = "CCTL", .unit = U_FLOW, .side = true },
    { .name = "BAR", .unit = U_FLOW, .imm = 3, .side = true },
    { .name = "B2R", .unit = U_LATE, .side = true },
    { .name = "NANOSLEEP", .unit = U_FLOW, .side = true },
    { .name = "WARPSYNC", .unit = U_FLOW, .side = true },
    { .name = "BPT", .unit = U_FLOW, .side = true },
    { .name = "BRA", .unit = U_FLOW, .side = true },
    { .name = "BSSY", .unit = U_FLOW, .side = true },
    { .name = "BSYNC", .unit = U_FLOW, .side = true },
    { .name = "EXIT", .unit = U_FLOW, .side = true },
    { .name = "NOP", .unit = U_FLOW },
    /* expand.c */
    { .name = "add64", .unit = U_ALU, .imm = 6 },       /* d, a, b: 64 bits; b may be negated */
    { .name = "mov64", .unit = U_ALU, .imm = 1 },       /* d, a */
    { .name = "uext64", .unit = U_ALU },                /* d, a of one word */
    { .name = "sext64", .unit = U_ALU },
    { .name = "shl64", .unit = U_ALU },                 /* d, a, a number below 32 */
};

static bool has_name(const char *op, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(op, name, n) && (!op[n] || op[n] == '.');
}

static const struct kind *kind_of(struct fn *f, const char *op)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (has_name(op, kinds[i].name))
            return &kinds[i];
    cx_error(f->cx, f->line, "the compiler does not know its own instruction %s", op);
}

int nf_reg(struct fn *f, unsigned words)
{
    vec_push(f->cx, &f->vr, ((struct vreg){ .w = (uint8_t)words, .color = -1, .rep = (int)f->vr.n }));
    return (int)f->vr.n - 1;
}

int nf_pred(struct fn *f)
{
    vec_push(f->cx, &f->vr, ((struct vreg){ .pred = true, .w = 1, .color = -1, .rep = (int)f->vr.n }));
    return (int)f->vr.n - 1;
}

struct block *nf_block(struct fn *f)
{
    struct block *b = cx_alloc(f->cx, sizeof *b);
    b->id = (int)f->blocks.n;
    b->term = TERM_EXIT;
    b->pred = -1;
    vec_push(f->cx, &f->blocks, b);
    return b;
}

struct inst *ni_new(struct fn *f, const char *op, const struct opd *o, unsigned n)
{
    struct inst *m = cx_alloc(f->cx, sizeof *m);
    m->op = op;
    m->kind = kind_of(f, op);
    m->guard = -1;
    m->line = f->line;
    m->n = (uint8_t)n;
    m->wbar = m->rbar = 7;
    if (n)
        memcpy(m->o, o, n * sizeof *o);
    return m;
}

void ni_op(struct fn *f, struct inst *m, const char *op)
{
    m->op = op;
    m->kind = kind_of(f, op);
}

struct inst *ni_append(struct fn *f, struct block *b, struct inst *m)
{
    (void)f;
    m->block = b;
    m->prev = b->last;
    m->next = NULL;
    if (b->last)
        b->last->next = m;
    else
        b->first = m;
    b->last = m;
    return m;
}

struct inst *ni_emit(struct fn *f, const char *op, const struct opd *o, size_t n)
{
    return ni_append(f, f->cur, ni_new(f, op, o, (unsigned)n));
}

void ni_before(struct inst *at, struct inst *m)
{
    m->block = at->block;
    m->next = at;
    m->prev = at->prev;
    if (at->prev)
        at->prev->next = m;
    else
        at->block->first = m;
    at->prev = m;
}

void ni_after(struct inst *at, struct inst *m)
{
    m->block = at->block;
    m->prev = at;
    m->next = at->next;
    if (at->next)
        at->next->prev = m;
    else
        at->block->last = m;
    at->next = m;
}

void ni_remove(struct inst *m)
{
    if (m->prev)
        m->prev->next = m->next;
    else
        m->block->first = m->next;
    if (m->next)
        m->next->prev = m->prev;
    else
        m->block->last = m->prev;
}

bool ni_is(const struct inst *m, const char *name) { return has_name(m->op, name); }

bool ni_uniform(const struct inst *m)
{
    return m->kind->unit == U_UNIFORM || m->kind->unit == U_UALU || has_name(m->op, "S2UR");
}

struct opd *ni_src(struct inst *m, unsigned k)
{
    for (unsigned i = 0; i < m->n; i++) {
        struct opd *o = &m->o[i];
        if (!o->def && o->kind != O_P && o->kind != O_LABEL && o->kind != O_WORD && !k--)
            return o;
    }
    return NULL;
}

struct opd o_part(const struct opd *o, unsigned k)
{
    struct opd p = *o;
    p.w = 1;
    if (o->kind == O_R && o->v >= 0) {
        p.sub = (uint8_t)(o->sub + k);
    } else if (o->kind == O_IMM) {
        p.imm = k ? o->high : o->imm;
        p.high = 0;
    } else if (o->kind == O_C) {
        p.imm += 4 * k;
    } else if (o->kind == O_F64) {
        p = o_imm(k ? o->imm : 0);
    }
    return p;
}

bool o_is_const(const struct opd *o)
{
    return o->kind == O_IMM || o->kind == O_F32 || o->kind == O_F64 || o->kind == O_C;
}

bool o_same(const struct opd *a, const struct opd *b)
{
    return a->kind == b->kind && a->bank == b->bank && a->sub == b->sub && a->w == b->w && a->neg == b->neg &&
           a->abs == b->abs && a->inv == b->inv && a->v == b->v && a->imm == b->imm && a->high == b->high;
}

void nf_preds(struct fn *f)
{
    VEC(struct block *) work = { 0 };
    for (size_t i = 0; i < f->blocks.n; i++) {
        f->blocks.v[i]->reach = false;
        f->blocks.v[i]->preds.n = 0;
    }
    f->blocks.v[0]->reach = true;
    vec_push(f->cx, &work, f->blocks.v[0]);
    while (work.n) {
        struct block *b = work.v[--work.n];
        unsigned n = b->term == TERM_COND ? 2 : b->term == TERM_JUMP;
        if (n == 2 && b->succ[0] == b->succ[1]) {
            b->term = TERM_JUMP;
            n = 1;
        }
        for (unsigned i = 0; i < n; i++) {
            vec_push(f->cx, &b->succ[i]->preds, b);
            if (!b->succ[i]->reach) {
                b->succ[i]->reach = true;
                vec_push(f->cx, &work, b->succ[i]);
            }
        }
    }
    size_t k = 0;
    for (size_t i = 0; i < f->blocks.n; i++)
        if (f->blocks.v[i]->reach) {
            f->blocks.v[i]->id = (int)k;
            f->blocks.v[k++] = f->blocks.v[i];
        }
    f->blocks.n = k;
}

static bool reads_base(const struct opd *o)
{
    return o->kind == O_R || o->kind == O_P || o->kind == O_CR || o->kind == O_GLOBAL || o->kind == O_SHARED ||
           o->kind == O_PAIR;
}

void nf_count(struct fn *f)
{
    for (size_t i = 0; i < f->vr.n; i++)
        f->vr.v[i].ndefs = f->vr.v[i].nuses = 0;
    for (size_t i = 0; i < f->blocks.n; i++) {
        const struct block *b = f->blocks.v[i];
        for EACH_INST(m, b) {
            for (unsigned k = 0; k < m->n; k++) {
                const struct opd *o = &m->o[k];
                if (!reads_base(o) || o->v < 0)
                    continue;
                struct vreg *r = &f->vr.v[o->v];
                if (o->def) {
                    r->ndefs++;
                    r->def = m;
                } else {
                    r->nuses++;
                }
            }
            if (m->guard >= 0)
                f->vr.v[m->guard].nuses++;
        }
        if (b->term == TERM_COND && b->pred >= 0)
            f->vr.v[b->pred].nuses++;
    }
}

/* ---- text ---------------------------------------------------------------------------------------------- */

struct text { char *s; size_t n, room; bool uniform; };

static void put_text(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put_text(struct text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(t->s + t->n, t->room - t->n, fmt, ap);
    va_end(ap);
    t->n = n < 0 || t->n + (size_t)n >= t->room ? t->room - 1 : t->n + (size_t)n;
}

static void put_reg(struct text *t, const struct fn *f, int v, unsigned sub, unsigned w)
{
    if (t->uniform || (v >= 0 && !f->regs && f->vr.v[v].uniform))
        put_text(t, "U");
    if (v < 0)
        put_text(t, "RZ");
    else if (f->regs)
        put_text(t, "R%d", v);
    else
        put_text(t, w == f->vr.v[v].w && !sub ? "R%d" : "R%d.%u", v, sub);
}

static void put_offset(struct text *t, uint32_t imm, bool first)
{
    if ((int32_t)imm < 0)
        put_text(t, first ? "-0x%x" : "+-0x%x", -imm);
    else if (imm || first)
        put_text(t, first ? "0x%x" : "+0x%x", imm);
}

/* An operand as text. */
static void put_opd(struct text *t, const struct fn *f, const struct opd *o)
{
    if (o->neg)
        put_text(t, o->kind == O_P ? "!" : "-");
    if (o->inv)
        put_text(t, "~");
    if (o->abs)
        put_text(t, "|");
    switch (o->kind) {
    case O_R: put_reg(t, f, o->v, o->sub, o->w); break;
    case O_P: put_text(t, o->v >= 0 ? "P%d" : t->uniform ? "UPT" : "PT", o->v); break;
    case O_IMM: put_text(t, "0x%x", o->imm); break;
    case O_F32: put_text(t, "0f%08x", o->imm); break;
    case O_F64: put_text(t, "0d%08x", o->imm); break;
    case O_C: put_text(t, "c[0x%x][0x%x]", o->bank, o->imm); break;
    case O_CR:
        put_text(t, "c[0x%x][", o->bank);
        if (o->v >= 0)
            put_reg(t, f, o->v, o->sub, o->w);
        put_offset(t, o->imm, o->v < 0);
        put_text(t, "]");
        break;
    case O_GLOBAL:
        put_text(t, f->chip >= SM70_80 ? "desc[UR4][" : "[");
        put_reg(t, f, o->v, o->sub, o->w);
        put_text(t, f->chip >= SM70_80 ? ".64" : "");
        put_offset(t, o->imm, false);
        put_text(t, "]");
        break;
    case O_SHARED: case O_PAIR:
        put_text(t, "[");
        if (o->v >= 0)
            put_reg(t, f, o->v, o->sub, o->w);
        put_offset(t, o->imm, o->v < 0);
        put_text(t, "]");
        break;
    case O_LABEL: put_text(t, "`(.L%d)", o->to->id); break;
    case O_WORD: put_text(t, "%s", o->word); break;
    case O_U: put_text(t, "UR%u", o->imm); break;
    }
    if (o->abs)
        put_text(t, "|");
    if (o->reuse)
        put_text(t, ".reuse");
}

void ni_text(const struct fn *f, const struct inst *m, char *to, size_t room)
{
    struct text t = { to, 0, room, ni_uniform(m) };
    *to = 0;
    if (m->guard >= 0)
        put_text(&t, "@%sP%d ", m->gneg ? "!" : "", m->guard);
    put_text(&t, "%s", m->op);
    for (unsigned i = 0; i < m->n; i++) {
        put_text(&t, i ? ", " : " ");
        put_opd(&t, f, &m->o[i]);
    }
}

void nf_print(const struct fn *f, FILE *out, const char *pass)
{
    fprintf(out, "// %s: %s\n", f->entry->name, pass);
    for (size_t i = 0; i < f->blocks.n; i++) {
        const struct block *b = f->blocks.v[i];
        fprintf(out, ".L%d:\n", b->id);
        for EACH_INST(m, b) {
            char text[SM70_TEXT_MAX];
            ni_text(f, m, text, sizeof text);
            fprintf(out, "    %s\n", text);
        }
        if (b->term == TERM_COND)
            fprintf(out, "    -> @%sP%d .L%d, .L%d\n", b->pneg ? "!" : "", b->pred, b->succ[0]->id, b->succ[1]->id);
        else if (b->term == TERM_JUMP)
            fprintf(out, "    -> .L%d\n", b->succ[0]->id);
    }
}
