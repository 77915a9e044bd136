/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX parser: instructions, labels.
 */
#include "gt_chip.h"
#include "parser.h"

#include <string.h>

void ptx_split_opcode(struct cx *cx, struct pinst *in)
{
    char *s = cx_strdup(cx, in->text, strlen(in->text));
    in->nparts = 0;
    while (s) {
        char *dot = strchr(s, '.');
        if (dot)
            *dot = 0;
        if (in->nparts == PI_PARTS)
            cx_error(cx, in->line, "instruction %.400s is not supported", in->text);
        /* what these chips have of it is all there is */
        in->part[in->nparts++] = cx->later && !strcmp(s, "shared::cta") ? "shared" : s;
        s = dot ? dot + 1 : NULL;
    }
}

void ptx_opcode(struct cx *cx, struct pinst *in)
{
    char why[300] = "";
    ptx_split_opcode(cx, in);
    const unsigned of = (in->lib ? PTX_OF_LIBRARY : 0) | (cx->later ? PTX_OF_LATER : 0);
    if (!ptx_recognise(in->part, in->nparts, of, &in->code, why, sizeof why))
        cx_error(cx, in->line, "instruction %.400s%s", in->text, why);
}

/* What the target lacks; of later ones than sm_13 the compiler's library computes it. */
static void check_target(struct cx *cx, const struct pinst *in)
{
    unsigned version, sm;

    ptx_since(&in->code, &version, &sm);
    if (!in->lib && sm > cx->arch && sm <= GT_COMPUTE)
        cx_error(cx, in->line, "instruction %.400s is of sm_%u and later, the target is sm_%u%s", in->text, sm,
                 cx->arch, sm == 13 ? " (double precision; float constants end with f)" : "");
}

/* What PTX of later versions must say: .approx or a rounding. */
static void check_version(struct parser *p, const struct pinst *in)
{
    const struct ptx_place *lacks = in->lib ? NULL : ptx_must(&in->code, p->mod->version);
    char names[80] = "";

    for (unsigned m = 1; lacks && m < 32; m++)
        if (lacks->members >> m & 1) {
            strcat(names, *names ? ", ." : ".");
            strcat(names, ptx_groups[lacks->group].name[m]);
        }
    if (lacks)
        cx_error(p->cx, in->line, "instruction %.80s: expected %s, which may be missing up to PTX %u.%u only", in->text,
                 names, lacks->until / 10u, lacks->until % 10u);
}

static struct psym *place_label(struct parser *p, char *name, unsigned line)
{
    struct psym *y = px_find(p, name);
    unsigned now = p->lx.line;
    p->lx.line = line;                  /* for the message */
    if (!y || y->kind != SYM_LABEL || y->placed || y->alias)
        y = px_declare(p, name, SYM_LABEL);
    p->lx.line = now;
    y->placed = true;
    return y;
}

/* .branchtargets LABEL, LABEL...; */
static void parse_table(struct parser *p, struct psym *y)
{
    y->table = cx_alloc(p->cx, sizeof *y->table);
    do {
        char *name = px_take_ident(p, "a label");
        struct psym *to = px_find(p, name);
        if (to && (to->kind != SYM_LABEL || to->table))
            cx_error(p->cx, p->lx.line, "'%.400s' is not a label to branch to", name);
        if (!to)
            to = px_declare(p, name, SYM_LABEL);
        vec_push(p->cx, &y->table->to, to);
    } while (px_accept(p, ','));
    px_expect(p, ';');
}

static struct poper *add_operand(struct parser *p, struct pinst *in)
{
    if (in->nops == PI_OPERS)
        cx_error(p->cx, in->line, "instruction %.400s has too many operands", in->text);
    struct poper *o = &in->op[in->nops++];
    px_parse_operand(p, o);
    return o;
}

/* tex d, name, coordinates;  or  tex d, [name, coordinates]; */
static void parse_tex(struct parser *p, struct pinst *in)
{
    add_operand(p, in);
    px_expect(p, ',');
    bool bracket = px_accept(p, '[');
    add_operand(p, in);
    px_expect(p, ',');
    add_operand(p, in);
    if (bracket)
        px_expect(p, ']');
    px_expect(p, ';');
}

static void parse_operands(struct parser *p, struct pinst *in)
{
    while (!px_is_punct(p, ';')) {
        add_operand(p, in);
        if (px_accept(p, '|'))          /* setp p|q: the second predicate becomes an operand of its own */
            add_operand(p, in)->is64 = true;
        if (!px_accept(p, ',') && !px_is_punct(p, ';'))
            px_expected(p, "',' or ';'");
    }
    px_expect(p, ';');
}

/* "name:" in front of an instruction, or of the lists that indirect branches and calls refer to. */
static bool parse_label(struct parser *p)
{
    struct lexer *l = &p->lx;
    const char *q = l->text + l->len;
    while (*q == ' ' || *q == '\t')
        q++;
    if (l->kind != TK_IDENT || *q != ':')
        return false;
    unsigned line = l->line;
    char *name = px_take_ident(p, "a label");
    px_expect(p, ':');
    struct psym *y = place_label(p, name, line);
    if ((y->proto = px_parse_proto(p)))
        return true;
    if (px_accept_dir(p, "branchtargets")) {
        parse_table(p, y);
        return true;
    }
    struct pinst in = { .line = line, .label = y };
    vec_push(p->cx, &p->entry->insts, in);
    return true;
}

/* mov.v4.f32 a, b: moves of the elements, by registers between, as b may have elements of a in another order. */
static void vector_mov(struct parser *p, const struct pinst *in, unsigned n)
{
    const struct poper *a = &in->op[0], *b = &in->op[1];
    struct pinst one = *in;
    struct psym *t[4];

    if (in->nops != 2 || a->kind != PO_VEC || b->kind != PO_VEC || a->n != n || b->n != n)
        cx_error(p->cx, in->line, "instruction %.400s: expected two vectors of %u registers", in->text, n);
    one.text = cx_printf(p->cx, "mov.%s", ptx_types[in->code.type].name);
    ptx_opcode(p->cx, &one);
    for (unsigned i = 0; i < 2 * n; i++) {
        if (i < n) {
            t[i] = cx_alloc(p->cx, sizeof *t[i]);
            *t[i] = (struct psym){ .name = "", .kind = SYM_REG, .type = in->code.type, .space = SP_REG,
                                   .line = in->line, .lo = -1, .hi = -1, .c = -1, .block = -1 };
            vec_push(p->cx, &p->entry->regs, t[i]);
        }
        const struct poper r = { .kind = PO_REG, .sym = t[i % n] };
        one.op[0] = i < n ? r : a->elem[i - n];
        one.op[1] = i < n ? b->elem[i] : r;
        vec_push(p->cx, &p->entry->insts, one);
    }
}

void px_parse_statement(struct parser *p)
{
    struct pinst in = { .line = p->lx.line };
    if (px_accept(p, '@')) {
        in.guard_neg = px_accept(p, '!');
        char *name = px_take_ident(p, "a predicate");
        in.guard = px_find(p, name);
        if (!in.guard || in.guard->kind != SYM_REG || in.guard->type != T_PRED)
            cx_error(p->cx, in.line, "'%.400s' is not a predicate register", name);
    } else if (parse_label(p)) {
        return;
    }
    in.line = p->lx.line;
    in.text = px_take_ident(p, "an instruction");
    in.lib = p->mod->is_lib;
    ptx_opcode(p->cx, &in);
    check_target(p->cx, &in);
    check_version(p, &in);
    if (in.code.op == PTX_CALL)
        px_parse_call(p, &in);
    else if (in.code.op == PTX_TEX)
        parse_tex(p, &in);
    else
        parse_operands(p, &in);
    px_check_operands(p->cx, &in);
    for (unsigned k = 0; k < in.nops; k++)          /* a vector of one register is that register */
        if (in.op[k].kind == PO_VEC && in.op[k].n == 1 && in.code.op != PTX_TEX)
            in.op[k] = in.op[k].elem[0];
    if (in.code.op == PTX_MOV && in.code.vec)
        vector_mov(p, &in, in.code.vec == PTX_VEC_V2 ? 2 : 4);
    else
        vec_push(p->cx, &p->entry->insts, in);
}
