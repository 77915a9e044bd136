/* SPDX-License-Identifier: Apache-2.0
 *
 * Machine instructions as text, for people: rN is a word, cN a condition code, with the register behind it once it has
 * one. Nothing reads this text.
 */
#include "check.h"

#include <stdarg.h>
#include <string.h>

#include "decode.h"

struct text { char *buf; size_t n, cap; };

static __attribute__((format(printf, 2, 3))) void put_text(struct text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(t->buf + t->n, t->cap - t->n, fmt, ap);
    va_end(ap);
    t->n += (size_t)n;
    if (t->n >= t->cap)
        t->n = t->cap - 1;
}

static void put_reg(struct text *t, const struct fn *f, int v)
{
    if (v < 0 || (size_t)v >= f->vr.n) {
        put_text(t, "?%d", v);
        return;
    }
    const struct vreg *r = &f->vr.v[v];
    put_text(t, "%c%d", r->is_c ? 'c' : 'r', v);
    if (r->color >= 0)
        put_text(t, ":$%c%d", r->is_c ? 'c' : 'r', r->color);
}

static void put_kind(struct text *t, const struct minst *m)
{
    static const char cond[4] = "legu";
    static const char *const rnd[] = { "", ".rm", ".rp", ".rz" };
    put_text(t, "%s", m->gop ? isa_op_name(m->gop) : mop_name((enum mop)m->op));
    for (int k = 0; k < 4; k++)
        if (m->cond >> k & 1)
            put_text(t, "%s%c", m->cond & ((1u << k) - 1) ? "" : ".", cond[k]);
    put_text(t, "%s%s%s%s", m->hi ? ".hi" : "", m->sat ? ".sat" : "", rnd[m->rnd & 3], m->rint ? ".int" : "");
    if (m->op == M_ATOM || m->op == M_RED)
        put_text(t, ".op%u", m->aop);
    if (m->type)
        put_text(t, ".%s", vtype_name((enum vtype)m->type));
    if (m->stype)
        put_text(t, ".%s", vtype_name((enum vtype)m->stype));
}

static void put_opnd(struct text *t, const struct fn *f, const struct minst *m, int i)
{
    static const char *const mode[] = { "u8", "u16", "s16", "b32" };
    const struct opnd *o = &m->src[i];
    put_text(t, "%s%s%s", o->neg ? "-" : "", o->inv ? "~" : "", o->abs ? "|" : "");
    switch (o->kind) {
    case O_REG: case O_CREG: put_reg(t, f, o->v); break;
    case O_IMM: put_text(t, "0x%x", o->imm); break;
    case O_SMEM: put_text(t, "s[0x%x].%s", (unsigned)o->v, mode[o->mode & 3]); break;
    case O_CMEM: put_text(t, "c%d[0x%x]", o->seg, (unsigned)o->v); break;
    case O_SREG: put_text(t, "sr%d", o->v); break;
    default: put_text(t, "_"); break;
    }
    put_text(t, "%s%s", o->abs ? "|" : "", o->half == HALF_LO ? ".lo" : o->half == HALF_HI ? ".hi" : "");
    if (m->sw[i] > 1)
        put_text(t, ".x%d", m->sw[i]);
}

/* The address of an access. */
static void put_address(struct text *t, const struct fn *f, const struct minst *m)
{
    put_text(t, " [");
    if (m->op == M_ADDA)
        put_text(t, "$a%d = $a%d + ", m->areg, m->afrom);
    else if (m->areg)
        put_text(t, "$a%d%s + ", m->areg, m->ainc ? "++" : "");
    if (m->abase >= 0) {
        put_reg(t, f, m->abase);
        put_text(t, " << %d + ", m->ashift);
    }
    put_text(t, "0x%x]", (unsigned)m->aoff);
}

static void put_list(struct text *t, const struct fn *f, const int *v, int n)
{
    put_text(t, "(");
    for (int i = 0; i < n && v[i] >= 0; i++) {
        put_text(t, "%s", i ? ", " : "");
        put_reg(t, f, v[i]);
    }
    put_text(t, ")");
}

/* Results, and " = ". */
static void put_dst(struct text *t, const struct fn *f, const struct minst *m)
{
    if (m->dst < 0 && m->cdst < 0)
        return;
    if (m->dst >= 0)
        put_reg(t, f, m->dst);
    if (m->dw > 1)
        put_text(t, ".x%d", m->dw);
    if (m->cdst >= 0) {
        put_text(t, "|");
        put_reg(t, f, m->cdst);
    }
    put_text(t, " = ");
}

char *print_inst(const struct fn *f, const struct minst *m, char *buf, size_t n)
{
    static const char *const test[][2] = { { "lg", "e" }, { "c", "nc" }, { "l", "ge" } };
    struct text t = { buf, 0, n };
    put_dst(&t, f, m);
    put_kind(&t, m);
    if (m->op == M_CALL) {
        put_text(&t, " %s ", m->rt && m->rt->name ? m->rt->name : "gate");
        put_list(&t, f, m->cres, ROUTINE_RESULTS);
        put_text(&t, " <- ");
        put_list(&t, f, m->carg, ROUTINE_ARGS);
    }
    if (m->op == M_PHI && m->args)
        put_list(&t, f, m->args, (int)m->block->preds.n);
    if ((m->op >= M_LDC && m->op <= M_STL) || m->abase >= 0 || m->areg || m->aoff)
        put_address(&t, f, m);
    int last = 2;
    while (last >= 0 && m->src[last].kind == O_NONE)
        last--;
    for (int i = 0; i <= last; i++) {
        put_text(&t, "%s", i ? ", " : " ");
        put_opnd(&t, f, m, i);
    }
    if (m->pred >= 0) {
        put_text(&t, " @");
        put_reg(&t, f, m->pred);
        put_text(&t, ".%s", test[m->test % 3][m->pneg]);
    }
    if (m->old >= 0) {
        put_text(&t, " else ");
        put_reg(&t, f, m->old);
    }
    if (m->vol)
        put_text(&t, " volatile");
    return buf;
}

/* The end of a block. */
static void print_end(FILE *out, const struct fn *f, const struct mblock *b)
{
    char buf[40] = "";
    struct text t = { buf, 0, sizeof buf };
    if (b->term == TERM_RET) {
        fprintf(out, "    ret\n");
        return;
    }
    if (b->term == TERM_JUMP) {
        fprintf(out, "    jump b%d\n", b->succ[0]->id);
        return;
    }
    put_reg(&t, f, b->pred);
    fprintf(out, "    if %s%s b%d else b%d\n", b->pneg ? "not " : "", buf, b->succ[0]->id, b->succ[1]->id);
}

/* A function after a pass, for --print-after. */
void print_fn(FILE *out, const struct fn *f, const char *pass)
{
    fprintf(out, "// %s after %s\n", f->entry->name, pass);
    for (size_t i = 0; i < f->blocks.n; i++) {
        const struct mblock *b = f->blocks.v[i];
        char buf[400];
        fprintf(out, "b%d:%s", b->id, b->join ? " join" : "");
        for (size_t k = 0; k < b->preds.n; k++)
            fprintf(out, "%s b%d", k ? "" : " from", b->preds.v[k]->id);
        fputc('\n', out);
        for EACH_INST(m, b)
            fprintf(out, "    %s\n", print_inst(f, m, buf, sizeof buf));
        print_end(out, f, b);
    }
}
