/* SPDX-License-Identifier: Apache-2.0
 *
 * The verifier's last rules: registers. Liveness is computed here once more, so that the allocator's own is checked,
 * too.
 */
#include "check.h"

#include "ra.h"

struct regs {
    struct fn *f;
    const char *pass;
    size_t nw;                  /* words of a set of virtual registers */
    uint64_t **in;              /* by block: live at its start */
    const struct mblock *b;
    const struct minst *m;
};

#define FAIL(v, ...) verify_fail((v)->f, (v)->pass, (v)->b, (v)->m, __VA_ARGS__)

/* live: behind m -> in front of it. */
static void step_liveness(const struct regs *v, const struct minst *m, uint64_t *live)
{
    int r[MI_REGS];
    for (int n = mi_defs(m, r), k = 0; k < n; k++)
        if (mi_def_kills(v->f, m, r[k]))
            bit_clr(live, (size_t)r[k]);
        else
            bit_set(live, (size_t)r[k]);
    for (int n = mi_uses(m, r), k = 0; k < n; k++)
        bit_set(live, (size_t)r[k]);
}

static void at_end(const struct regs *v, const struct mblock *b, uint64_t *live)
{
    int n = b->term == TERM_COND ? 2 : b->term == TERM_JUMP;
    for (size_t w = 0; w < v->nw; w++) {
        live[w] = 0;
        for (int k = 0; k < n; k++)
            live[w] |= v->in[b->succ[k]->id][w];
    }
    if (b->term == TERM_COND)
        bit_set(live, (size_t)b->pred);
}

/* Upwards until nothing changes. */
static void compute_liveness(struct regs *v)
{
    struct fn *f = v->f;
    uint64_t *live = cx_alloc(f->cx, v->nw * 8);
    v->in = cx_alloc(f->cx, f->blocks.n * sizeof *v->in);
    for (size_t i = 0; i < f->blocks.n; i++)
        v->in[i] = cx_alloc(f->cx, v->nw * 8);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = f->blocks.n; i-- > 0;) {
            const struct mblock *b = f->blocks.v[i];
            at_end(v, b, live);
            for (const struct minst *m = b->last; m; m = m->prev)
                step_liveness(v, m, live);
            for (size_t w = 0; w < v->nw; w++) {
                changed |= live[w] != v->in[b->id][w];
                v->in[b->id][w] = live[w];
            }
        }
    }
}

static int color_of(const struct regs *v, int r) { return v->f->vr.v[r].color; }

static void has_register(struct regs *v, int r)
{
    const struct fn *f = v->f;
    int c = color_of(v, r), most = f->vr.v[r].is_c ? 4 : (int)f->regs;
    if (c < 0 || c >= most)
        FAIL(v, "register %d has number %d of %d", r, c, most);
    if (!f->vr.v[r].is_c && (unsigned)c >= f->max_regs)
        FAIL(v, "register %d has number %d of at most %u", r, c, f->max_regs);
}

/* Words of a group lie side by side from an aligned place. */
static void in_line(struct regs *v, int r, int n)
{
    for (int k = 0; k < n; k++)
        if (color_of(v, r + k) != color_of(v, r) + k || color_of(v, r) % n)
            FAIL(v, "the words of register %d are in $r%d and $r%d", r, color_of(v, r), color_of(v, r + k));
}

/* Does w hold what the copy m gives its destination? */
static bool same_value(const struct minst *m, int w)
{
    if (!plain_copy(m))
        return false;
    if (m->src[0].v == w)
        return true;
    for (const struct minst *p = m->prev; p && plain_copy(p) && p->dst != m->src[0].v; p = p->prev)
        if (p->dst == w)
            return p->src[0].v == m->src[0].v;
    return false;
}

/* m writes r: nothing else that lives behind it may be there. */
static void check_alone(struct regs *v, int r, const uint64_t *live)
{
    const struct vreg *x = v->f->vr.v;
    int d[MI_REGS], nd = mi_defs(v->m, d);
    for (size_t w = 0; w < v->nw; w++)
        for (uint64_t bits = live[w]; bits; bits &= bits - 1) {
            int o = (int)(w * 64 + (size_t)__builtin_ctzll(bits));
            if (o == r || x[o].is_c != x[r].is_c || x[o].color != x[r].color || same_value(v->m, o))
                continue;
            FAIL(v, "registers %d and %d live at once and have number %d", r, o, x[r].color);
        }
    for (int k = 0; k < nd; k++)
        if (d[k] != r && x[d[k]].is_c == x[r].is_c && x[d[k]].color == x[r].color)
            FAIL(v, "registers %d and %d are written at once and have number %d", r, d[k], x[r].color);
}

/* What lives across a call is in no register that the routine writes; arguments and results are where it wants them. */
static void check_call(struct regs *v, const uint64_t *live)
{
    const struct vreg *x = v->f->vr.v;
    const struct routine *rt = v->m->rt;
    int d[MI_REGS], nd = mi_defs(v->m, d);
    for (size_t r = 0; r < v->f->vr.n; r++) {
        bool made = !bit_get(live, r);
        for (int k = 0; k < nd; k++)
            made |= d[k] == (int)r;
        uint64_t lost = x[r].is_c ? rt->cclobber : rt->clobber;
        if (!made && x[r].color < 64 && lost >> x[r].color & 1)
            FAIL(v, "register %zu lives across a call that writes number %d", r, x[r].color);
    }
    for (int k = 0; k < rt->nargs; k++)
        if (v->m->carg[k] >= 0 && color_of(v, v->m->carg[k]) != rt->arg[k])
            FAIL(v, "argument %d is in $r%d instead of $r%d", k, color_of(v, v->m->carg[k]), rt->arg[k]);
    for (int k = 0; k < rt->nres; k++)
        if (v->m->cres[k] >= 0 && color_of(v, v->m->cres[k]) != rt->res[k])
            FAIL(v, "result %d is in $r%d instead of $r%d", k, color_of(v, v->m->cres[k]), rt->res[k]);
}

/* What it reads and writes has registers of its own, in line where several words belong together. */
static void check_inst(struct regs *v, const uint64_t *live)
{
    const struct minst *m = v->m;
    int r[MI_REGS];
    for (int n = mi_uses(m, r), k = 0; k < n; k++)
        has_register(v, r[k]);
    for (int n = mi_defs(m, r), k = 0; k < n; k++) {
        has_register(v, r[k]);
        check_alone(v, r[k], live);
    }
    if (m->dw > 1)
        in_line(v, m->dst, m->dw);
    for (int i = 0; i < 3; i++)
        if (m->src[i].kind == O_REG && m->sw[i] > 1)
            in_line(v, m->src[i].v, m->sw[i]);
    if (m->op == M_CALL)
        check_call(v, live);
}

void verify_registers(struct fn *f, const char *pass)
{
    struct regs v = { .f = f, .pass = pass, .nw = f->vr.n / 64 + 1 };
    uint64_t *live = cx_alloc(f->cx, v.nw * 8);
    compute_liveness(&v);
    for (size_t i = 0; i < f->blocks.n; i++) {
        v.b = f->blocks.v[i];
        at_end(&v, v.b, live);
        for (const struct minst *m = v.b->last; m; m = m->prev) {
            v.m = m;
            check_inst(&v, live);
            step_liveness(&v, m, live);
        }
    }
    v.m = NULL;
    v.b = f->blocks.v[0];
    if (bit_get(v.in[v.b->id], (size_t)f->tid) && color_of(&v, f->tid) != 0)
        FAIL(&v, "the thread index is in $r%d at entry", color_of(&v, f->tid));
}
