/* SPDX-License-Identifier: Apache-2.0
 *
 * The verifier of the compiler: a small function that keeps every rule, and for each rule one change that breaks it and
 * the message that must come.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check.h"

/* b0: x = 5; y|c = x + x; if c b1 else b2    b1: z = y & 1; pair = z, y; store pair at x    b2: ret */
struct sample {
    struct cx cx;
    struct ptxas_options opt;
    struct pentry entry;
    char error[512];
    struct fn f;
    int x, y, c, z, pair;
    struct minst *make, *sum, *mask, *low, *high, *store;
};

static struct minst *add_insn(struct sample *s, struct mblock *b, enum mop op, enum vtype type, int dst, struct opnd a,
                              struct opnd c)
{
    struct minst *m = mi_new(&s->f, op, type);
    m->dst = dst;
    m->dw = dst >= 0;
    m->src[0] = a;
    m->src[1] = c;
    return mi_append(&s->f, b, m);
}

static struct sample *new_sample(void)
{
    static const struct opnd none;
    struct sample *s = calloc(1, sizeof *s);
    struct fn *f = &s->f;
    assert_non_null(s);
    s->cx.error = s->error;
    cx_options(&s->cx, &s->opt);
    s->cx.file = "a.ptx";
    s->entry.name = "k";
    f->cx = &s->cx;
    f->entry = &s->entry;
    f->max_regs = 124;
    f->tid = fn_vreg(f, false);
    s->x = fn_vreg(f, false);
    s->y = fn_vreg(f, false);
    s->c = fn_vreg(f, true);
    s->z = fn_vreg(f, false);
    s->pair = fn_group(f, 2);
    struct mblock *b0 = fn_block(f), *b1 = fn_block(f), *b2 = fn_block(f);
    s->make = add_insn(s, b0, M_MOV, V_B32, s->x, op_imm(5), none);
    s->sum = add_insn(s, b0, M_ADD, V_B32, s->y, op_reg(s->x), op_reg(s->x));
    s->sum->cdst = s->c;
    b0->term = TERM_COND;
    b0->pred = s->c;
    b0->succ[0] = b1;
    b0->succ[1] = b2;
    s->mask = add_insn(s, b1, M_AND, V_B32, s->z, op_reg(s->y), op_imm(1));
    s->low = add_insn(s, b1, M_MOV, V_B32, s->pair, op_reg(s->z), none);
    s->high = add_insn(s, b1, M_MOV, V_B32, s->pair + 1, op_reg(s->y), none);
    s->store = add_insn(s, b1, M_STG, V_B64, -1, op_reg(s->x), op_reg(s->pair));
    s->store->sw[1] = 2;
    b1->term = TERM_JUMP;
    b1->succ[0] = b2;
    cfg_analyse(f);
    fn_count(f);
    return s;
}

static void free_sample(struct sample *s)
{
    cx_free(&s->cx);
    free(s);
}

/* Verifies; the message must contain `want` (NULL: there must be none). */
static void expect_verdict(struct sample *s, const char *want)
{
    if (!setjmp(s->cx.fail))
        verify_fn(&s->f, "test");
    if (!want && *s->error)
        fail_msg("expected no message, got: %s", s->error);
    if (want && (!strstr(s->error, want) || !strstr(s->error, "internal error: after test: block ")))
        fail_msg("expected '%s', got: %s", want, *s->error ? s->error : "nothing");
    free_sample(s);
}

static struct sample *ssa_sample(void)
{
    struct sample *s = new_sample();
    s->f.ssa = true;
    return s;
}

static struct sample *legal_sample(void)
{
    struct sample *s = new_sample();
    s->f.stage = STAGE_LEGAL;
    return s;
}

static struct sample *allocated_sample(void)
{
    struct sample *s = new_sample();
    struct vreg *v = s->f.vr.v;
    s->f.stage = STAGE_ALLOCATED;
    s->f.strict = true;
    s->f.regs = 6;
    v[s->x].color = 1;
    v[s->y].color = 2;
    v[s->c].color = 0;
    v[s->z].color = 3;
    v[s->pair].color = 4;
    v[s->pair + 1].color = 5;
    return s;
}

static void test_sound(void **state)
{
    (void)state;
    expect_verdict(new_sample(), NULL);
    expect_verdict(ssa_sample(), NULL);
    expect_verdict(legal_sample(), NULL);
    expect_verdict(allocated_sample(), NULL);
}

#define BREAK(make, change, message) do { struct sample *s = make(); change; expect_verdict(s, message); } while (0)

static void test_blocks(void **state)
{
    (void)state;
    BREAK(new_sample, s->sum->prev = NULL, "the list of instructions is broken");
    BREAK(new_sample, s->sum->block = s->f.blocks.v[1], "the list of instructions is broken");
    BREAK(new_sample, s->f.blocks.v[0]->last = s->make, "does not end with the last one");
    BREAK(new_sample, s->f.blocks.v[0]->term = 3, "no such end of a block");
    BREAK(new_sample, s->f.blocks.v[0]->succ[1] = NULL, "a successor is not in the function");
    BREAK(new_sample, s->f.blocks.n = 2, "a successor is not in the function");
    BREAK(new_sample, s->f.blocks.v[0]->pred = s->x, "the branch is not on a condition code");
    BREAK(new_sample, s->f.blocks.v[0]->pred = -1, "the branch is not on a condition code");
    BREAK(ssa_sample, s->f.blocks.v[1]->preds.n = 0, "a successor does not know its predecessor");
}

static void test_registers(void **state)
{
    (void)state;
    BREAK(new_sample, s->sum->src[0].v = 99, "there is no register 99");
    BREAK(new_sample, s->sum->src[0].v = s->c, "source: expected a word");
    BREAK(new_sample, s->sum->cdst = s->x, "condition result: expected a condition code");
    BREAK(new_sample, s->mask->pred = s->x, "predicate: expected a condition code");
    BREAK(new_sample, s->sum->dst = s->c, "destination: expected a word");
    BREAK(new_sample, s->sum->dw = 0, "the destination has 0 words");
    BREAK(new_sample, s->store->abase = s->c, "address: expected a word");
    BREAK(new_sample, s->store->sw[1] = 3, "source: 3 words");
    BREAK(new_sample, s->store->src[1].v = s->x, "source: the words are no group");
    BREAK(new_sample, s->f.vr.v[s->pair + 1].gpos = 3, "source: the words are no group");
    BREAK(new_sample, (s->f.vr.v[s->pair].gpos = 1, s->f.vr.v[s->pair + 1].gpos = 2), "the group is not aligned");
    BREAK(new_sample, s->sum->old = s->x, "an old value without a predicate");
    BREAK(new_sample, s->sum->src[1] = op_reg(fn_vreg(&s->f, false)), "is read and never written");
}

static void test_operands(void **state)
{
    (void)state;
    BREAK(new_sample, s->sum->src[0].kind = 77, "source 1: no such kind");
    BREAK(new_sample, (s->sum->src[1].kind = O_CREG, s->sum->src[1].v = s->c), "source 2: a condition code");
    BREAK(new_sample, s->sum->src[1].kind = O_SREG, "source 2: a special register");
    BREAK(new_sample, s->store->src[1].half = HALF_LO, "source 2: only a word has halves");
    BREAK(legal_sample, s->sum->src[0] = op_imm(7), "source 1 cannot be that");
    BREAK(legal_sample, s->mask->src[1] = op_smem(16, SM_B32), "source 2 cannot be that");
    BREAK(legal_sample, s->sum->op = M_MUL32, "a product that was not expanded");
    BREAK(allocated_sample, s->store->abase = s->x, "an address that is in no $a");
    BREAK(new_sample, s->store->areg = 5, "there is no $a5");
}

static void test_kinds(void **state)
{
    (void)state;
    BREAK(new_sample, s->sum->op = M_COUNT, "no such operation");
    BREAK(new_sample, s->sum->rnd = 4, "no such operation, type or rounding");
    BREAK(new_sample, s->sum->type = V_COUNT, "no such operation, type or rounding");
    BREAK(new_sample, s->sum->op = M_SFU, "the machine operation is not given");
    BREAK(new_sample, s->sum->gop = GT_OP_RCP, "the machine operation is given twice");
    BREAK(new_sample, s->sum->op = M_SET, "a comparison without a condition");
    BREAK(new_sample, s->sum->cond = MC_E, "a condition");
    BREAK(new_sample, s->sum->op = M_CVT, "a conversion without its types");
    BREAK(new_sample, s->sum->stype = V_U16, "a second type");
    BREAK(new_sample, s->sum->aop = GT_AOP_MAX, "an atomic operation");
    BREAK(new_sample, s->sum->op = M_CALL, "a call of nothing");
    BREAK(new_sample, s->sum->op = M_PHI, "a phi outside of SSA form");
}

/* A phi of the given values in front of block 2. */
static struct minst *add_phi(struct sample *s, int a, int b)
{
    struct mblock *at = s->f.blocks.v[2];
    struct minst *m = mi_new(&s->f, M_PHI, V_NONE);
    m->dst = fn_vreg(&s->f, false);
    m->dw = 1;
    m->args = cx_alloc(&s->cx, 2 * sizeof *m->args);
    for (size_t k = 0; k < at->preds.n; k++)
        m->args[k] = at->preds.v[k] == s->f.blocks.v[0] ? a : b;
    return mi_append(&s->f, at, m);
}

static void ssa_form(void **state)
{
    (void)state;
    BREAK(ssa_sample, s->mask->dst = s->y, "a second definition of register");
    BREAK(ssa_sample, s->make->src[0] = op_reg(s->y), "is used where its definition does not reach");
    BREAK(ssa_sample, add_insn(s, s->f.blocks.v[2], M_STG, V_B32, -1, op_reg(s->x), op_reg(s->z)), "does not reach");
    BREAK(ssa_sample, add_phi(s, s->x, s->z), NULL);
    BREAK(ssa_sample, add_phi(s, s->z, s->x), "does not reach");
    BREAK(ssa_sample, add_phi(s, s->x, s->c), "value of a phi: expected a word");
    BREAK(ssa_sample, add_phi(s, s->x, -1), "a phi without a value");
    BREAK(ssa_sample, add_phi(s, s->x, s->z)->args = NULL, "a phi of nothing");
    BREAK(ssa_sample, (add_insn(s, s->f.blocks.v[2], M_NOP, V_NONE, -1, op_imm(0), op_imm(0)), add_phi(s, s->x, s->z)),
          "a phi behind other instructions");
}

static void test_allocation(void **state)
{
    (void)state;
    BREAK(allocated_sample, s->f.vr.v[s->z].color = -1, "has number -1 of 6");
    BREAK(allocated_sample, s->f.vr.v[s->z].color = 6, "has number 6 of 6");
    BREAK(allocated_sample, s->f.max_regs = 5, "has number 5 of at most 5");
    BREAK(allocated_sample, s->f.vr.v[s->c].color = 4, "has number 4 of 4");
    BREAK(allocated_sample, s->f.vr.v[s->y].color = 1, "live at once and have number 1");
    BREAK(allocated_sample, s->f.vr.v[s->z].color = 2, "live at once and have number 2");
    BREAK(allocated_sample, s->f.vr.v[s->pair + 1].color = 3, "the words of register");
    BREAK(allocated_sample, (s->f.vr.v[s->pair].color = 3, s->f.vr.v[s->pair + 1].color = 4, s->f.vr.v[s->z].color = 5),
          "the words of register");
    BREAK(allocated_sample, (s->f.vr.v[s->f.tid].color = 0, s->mask->src[0].v = s->f.tid), NULL);
    BREAK(allocated_sample, (s->f.vr.v[s->f.tid].color = 3, s->mask->src[0].v = s->f.tid),
          "the thread index is in $r3");
    /* a copy may share the register of what it copies: here z, which nobody reads behind it */
    BREAK(allocated_sample, (s->f.vr.v[s->z].color = 4, s->sum->src[1] = op_reg(s->x)), NULL);
}

/* z = call of x, with y living across it. */
static struct sample *with_call(struct routine *rt)
{
    struct sample *s = allocated_sample();
    rt->name = "routine";
    rt->nargs = rt->nres = 1;
    rt->arg[0] = 1;
    rt->res[0] = 3;
    rt->clobber = 1u << 3;
    mi_kind(s->mask, M_CALL, V_NONE);
    s->mask->rt = rt;
    s->mask->src[0] = s->mask->src[1] = (struct opnd){ 0 };
    s->mask->dst = -1;
    s->mask->dw = 0;
    s->mask->carg[0] = s->x;
    s->mask->cres[0] = s->z;
    return s;
}

static void test_calls(void **state)
{
    (void)state;
    struct routine rt = { 0 };
    expect_verdict(with_call(&rt), NULL);
    struct sample *s = with_call(&rt);
    rt.clobber |= 1u << 2;
    expect_verdict(s, "lives across a call that writes number 2");
    s = with_call(&rt);
    rt.arg[0] = 5;
    expect_verdict(s, "argument 0 is in $r1 instead of $r5");
    s = with_call(&rt);
    rt.res[0] = 5;
    expect_verdict(s, "result 0 is in $r3 instead of $r5");
}

static void test_printing(void **state)
{
    (void)state;
    struct sample *s = allocated_sample();
    char text[200];
    assert_string_equal(print_inst(&s->f, s->sum, text, sizeof text), "r2:$r2|c3:$c0 = add.b32 r1:$r1, r1:$r1");
    assert_string_equal(print_inst(&s->f, s->store, text, sizeof text), "stg.b64 r1:$r1, r5:$r4.x2");
    s->mask->pred = s->c;
    s->mask->pneg = true;
    s->mask->src[0].inv = true;
    assert_string_equal(print_inst(&s->f, s->mask, text, sizeof text), "r4:$r3 = and.b32 ~r2:$r2, 0x1 @c3:$c0.e");
    mi_kind(s->sum, M_SET, V_S32);
    s->sum->cond = MC_LE;
    assert_string_equal(print_inst(&s->f, s->sum, text, sizeof text), "r2:$r2|c3:$c0 = set.le.s32 r1:$r1, r1:$r1");
    free_sample(s);
    assert_true(pass_is_known("all") && pass_is_known("lower") && pass_is_known("regalloc") && pass_is_known("gvn"));
    assert_false(pass_is_known("") || pass_is_known("low") || pass_is_known("er") || pass_is_known("lower cleanup x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound), cmocka_unit_test(test_blocks), cmocka_unit_test(test_registers),
        cmocka_unit_test(test_operands), cmocka_unit_test(test_kinds), cmocka_unit_test(ssa_form),
        cmocka_unit_test(test_allocation), cmocka_unit_test(test_calls), cmocka_unit_test(test_printing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
