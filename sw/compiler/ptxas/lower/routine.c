/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of the library that are called: each is compiled on its own the first time that a kernel needs it.
 * Arguments come in $r0, $r1 and on (64-bit values in pairs), the result leaves in $r0 or $r0 and $r1, as in the
 * routines that NVIDIA's compiler called.
 */
#include "ir.h"

#include <string.h>

#include "builtin.h"

static const struct opnd none;

static struct routine *new_routine(struct cx *cx, const char *name)
{
    struct routine *rt = cx_alloc(cx, sizeof *rt);
    rt->name = name;
    return rt;
}

static uint8_t count_words(uint8_t reg[], struct psym *const *v, size_t n)
{
    uint8_t words = 0;
    for (size_t i = 0; i < n; i++)
        for (unsigned w = 0; w < ptype_size((enum ptype)v[i]->type) / 4; w++, words++)
            reg[words] = words;
    return words;
}

/* Which registers its code writes. */
static void find_clobbers(struct routine *rt)
{
    const struct fn *f = rt->fn;
    int r[MI_REGS];
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            int n = mi_defs(m, r);
            for (int k = 0; k < n; k++)
                if (f->vr.v[r[k]].is_c)
                    rt->cclobber |= (uint8_t)(1u << f->vr.v[r[k]].color);
                else
                    rt->clobber |= 1ull << f->vr.v[r[k]].color;
        }
}

const struct routine *routine_get(struct fn *f, const char *name)
{
    for (size_t i = 0; i < f->routines.n; i++)
        if (!strcmp(f->routines.v[i]->name, name))
            return f->routines.v[i];
    struct pentry *e = inline_routine(f->cx, f->mod, name);
    struct routine *rt = new_routine(f->cx, name), *arrive = new_routine(f->cx, "arguments"),
                   *leave = new_routine(f->cx, "result");
    rt->nargs = count_words(rt->arg, e->params.v, e->params.n);
    rt->nres = count_words(rt->res, e->rets.v, e->rets.n);
    arrive->nres = count_words(arrive->res, e->params.v, e->params.n);
    leave->nargs = count_words(leave->arg, e->rets.v, e->rets.n);
    rt->fn = lower_routine(f, e, arrive, leave);
    compile_body(rt->fn);
    find_clobbers(rt);
    vec_push(f->cx, &f->routines, rt);
    return rt;
}

void lower_call(struct fn *f, const struct pinst *in)
{
    struct minst *m = mi_new(f, M_CALL, V_NONE);
    unsigned n = 0;
    m->rt = routine_get(f, in->routine);
    for (unsigned k = 1; n < m->rt->nargs; k++) {
        m->carg[n] = fn_vreg(f, false);
        lo_inst(f, M_MOV, V_B32, m->carg[n++], lo_src(f, in, k), none);
        if (ptype_size(m->rt->fn->entry->params.v[k - 1]->type) < 8)
            continue;
        m->carg[n] = fn_vreg(f, false);
        lo_inst(f, M_MOV, V_B32, m->carg[n++], lo_src_high(f, in, k), none);
    }
    for (unsigned i = 0; i < m->rt->nres; i++)
        m->cres[i] = fn_vreg(f, false);
    mi_append(f, f->cur, m);
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(m->cres[0]), none);
    if (m->rt->nres > 1)
        lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_reg(m->cres[1]), none);
}
