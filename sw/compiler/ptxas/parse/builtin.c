/* SPDX-License-Identifier: Apache-2.0
 *
 * Which instructions are functions of the compiler's library.
 */
#include "builtin.h"
#include "modifiers.h"

#include <string.h>

static const char *rounding_of(const struct pinst *in)
{
    static const char *const all[] = { "rn", "rz", "rm", "rp" };
    for (size_t i = 0; i < 4; i++)
        if (has_part(in, all[i]))
            return all[i];
    return NULL;
}

static bool is_variable_operand(const struct pinst *in, unsigned k) { return k < in->nops && in->op[k].kind != PO_IMM; }

static bool op_is(const struct pinst *in, const char *name) { return !strcmp(in->part[0], name); }

/* The function for a floating-point instruction; NULL: the chip has it. */
static const char *float_name(struct cx *cx, const struct pinst *in, enum ptype t)
{
    const char *op = in->part[0], *r = rounding_of(in), *type = in->part[in->nparts - 1];
    const char *ftz = has_part(in, "ftz") ? "_ftz" : "";
    if (op_is(in, "cvt"))
        return t == T_F64 && r && *ftz ? cx_printf(cx, "cvt_%s_ftz", r) : NULL;
    bool quotient = op_is(in, "div") || op_is(in, "sqrt") || op_is(in, "rcp");
    if (t == T_F64 && (quotient || op_is(in, "rsqrt"))) {
        if (r && strcmp(r, "rn"))
            cx_error(cx, in->line, "instruction %.400s is not supported (only rounding to nearest)", in->text);
        return cx_printf(cx, "%s_f64", op);
    }
    if (t != T_F32 || !r)
        return NULL;
    if (quotient)
        return cx_printf(cx, "%s_%s%s_%s", op, r, ftz, type);
    bool contracted = r[1] == 'n';          /* clang's form of a * b + c; the headers write mad.rn */
    if (op_is(in, "mad") || (op_is(in, "fma") && !(contracted && cx->opt && cx->opt->fma_as_mad)))
        return cx_printf(cx, "fma_%s%s_%s", r, ftz, type);
    if ((op_is(in, "add") || op_is(in, "sub") || op_is(in, "mul")) && (r[1] == 'm' || r[1] == 'p'))
        return cx_printf(cx, "%s_%s%s_%s", op, r, ftz, type);
    return NULL;
}

/* The function for a shift or bit field that the chip lacks; NULL: it has it. */
static const char *bits_name(struct cx *cx, const struct pinst *in, unsigned size, const char *type)
{
    const char *op = in->part[0];
    if (size == 8 && ((op_is(in, "shl") || op_is(in, "shr")) && is_variable_operand(in, 2)))
        return cx_printf(cx, "%s_%s", op, op[2] == 'l' ? "b64" : type);
    if (op_is(in, "bfe") && (is_variable_operand(in, 2) || is_variable_operand(in, 3)))
        return cx_printf(cx, "bfe_%s", type);
    if (op_is(in, "bfi") && (size == 8 || is_variable_operand(in, 3) || is_variable_operand(in, 4)))
        return cx_printf(cx, "bfi_%s", type);
    if (size == 8 && (op_is(in, "popc") || op_is(in, "clz") || op_is(in, "brev")))
        return cx_printf(cx, "%s_b64", op);
    if (op_is(in, "bfind"))
        return cx_printf(cx, "bfind%s_%s", has_part(in, "shiftamt") ? "_shiftamt" : "", type);
    if (op_is(in, "prmt") && in->nparts == 2)
        return "prmt_b32";
    if (op_is(in, "shf") && in->nparts == 4)
        return cx_printf(cx, "shf_%s_%s", in->part[1], in->part[2]);
    if (op_is(in, "lop3") || op_is(in, "testp") || op_is(in, "copysign"))
        return cx_printf(cx, "%s%s%s_%s", op, op_is(in, "testp") ? "_" : "", op_is(in, "testp") ? in->part[1] : "",
                         type);
    return NULL;
}

static const char *integer_name(struct cx *cx, const struct pinst *in, enum ptype t, const char *type)
{
    const char *op = in->part[0];
    if (op_is(in, "div") || op_is(in, "rem"))
        return cx_printf(cx, "%s_%s", op, type);
    if (ptype_size(t) == 8 && (op_is(in, "mul") || op_is(in, "mad")) && has_part(in, "hi"))
        return cx_printf(cx, "%s_hi_%s", op, type);
    if (ptype_size(t) == 8 && (op_is(in, "sad") || op_is(in, "abs") || op_is(in, "cnot")))
        return cx_printf(cx, "%s_%s", op, type);
    return NULL;
}

/* The library of atomics only has those on shared memory. */
static const char *atomic_name(struct cx *cx, const struct pinst *in, const char *type)
{
    if (in->nparts < 4 || !(has_part(in, "shared") || has_part(in, "shared::cta")))
        return NULL;
    const char *op = in->part[in->nparts - 2];
    return cx_printf(cx, "atom_shared_%s_%s", op, type);
}

static const struct builtin *find_builtin(const char *name)
{
    const struct builtin *const all[] = { builtin_int, builtin_f32, builtin_f64, builtin_atom };
    for (size_t t = 0; t < sizeof all / sizeof *all; t++)
        for (const struct builtin *b = all[t]; b->name; b++)
            if (!strcmp(b->name, name))
                return b;
    return NULL;
}

bool builtin_called(const char *name, const struct pinst *in)
{
    static const char *const all[] = { "div_u32", "div_s32", "div_u64",  "div_s64",
                                       "div_f64", "rcp_f64", "sqrt_f64", "rsqrt_f64" };
    for (unsigned k = 1; k < in->nops; k++)
        if (in->op[k].kind == PO_IMM)
            return false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i], name))
            return true;
    return false;
}

const char *builtin_name(struct cx *cx, const struct pinst *in)
{
    const char *type = in->part[in->nparts - 1], *name = NULL;
    enum ptype t = ptype_parse(type);
    if (t == T_NONE)
        return NULL;
    if (op_is(in, "atom") || op_is(in, "red"))
        name = atomic_name(cx, in, type);
    else if (ptype_float(t))
        name = float_name(cx, in, t);
    if (!name && !ptype_float(t))
        name = integer_name(cx, in, t, type);
    if (!name)
        name = bits_name(cx, in, ptype_size(t), type);
    if (!name)
        return builtin_cvt_name(cx, in);
    if (!find_builtin(name))
        cx_error(cx, in->line, "instruction %.400s is not supported", in->text);
    return name;
}

const char *builtin_text(struct cx *cx, const char *name)
{
    const char *text = builtin_cvt_text(cx, name);
    const struct builtin *b = text ? NULL : find_builtin(name);
    if (!text && !b)
        cx_error(cx, 0, "the library has no %.100s", name);
    return text ? text : b->text;
}

const struct library builtin_library = { builtin_name, builtin_text, builtin_called, true };

struct pentry *builtin_get(struct cx *cx, struct pmodule *mod, const char *name)
{
    for (size_t i = 0; i < mod->libs.n; i++)
        if (!strcmp(mod->libs.v[i]->name, name))
            return mod->libs.v[i];
    static const char head[] = ".version 1.4\n";
    const char *text = mod->library->text(cx, name);
    char *source = cx_alloc(cx, sizeof head + strlen(text));
    memcpy(source, head, sizeof head - 1);
    memcpy(source + sizeof head - 1, text, strlen(text) + 1);
    struct pmodule *lib = ptx_parse(cx, source, true);
    struct pentry *fn = lib->funcs.v[0];
    fn->name = name;
    if (mod->library->gt200)
        modifiers_expand(cx, fn);
    vec_push(cx, &mod->libs, fn);
    return fn;
}
