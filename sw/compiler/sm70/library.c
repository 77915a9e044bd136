/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX instructions that these chips have no instruction for: functions of simpler ones, which inline.c expands. Most
 * are those of gt200ptxas' library (lower/builtin.h).
 */
#include "mir.h"

#include "builtin.h"

#include <string.h>

static const char *rounding(const struct pinst *in)
{
    static const char *const names[] = { [0] = "", [PTX_RND_RN] = "rn", [PTX_RND_RZ] = "rz", [PTX_RND_RM] = "rm",
                                         [PTX_RND_RP] = "rp" };
    return names[in->code.rnd];
}

/* .ftz: operands and result of the function without it, or with it, which rounds as if exponents had no lower end. */
#define FLUSH "add.rn.ftz.f32 "
#define ZERO ", 0f80000000;"
static const char *flushed(struct cx *cx, const char *name)
{
    const char *op = name + 4, *end = strchr(op, '.');
    int n = (int)(end - op);
    if (!strncmp(op, "div", 3))
        return cx_printf(cx, ".func (.reg .f32 q) f (.reg .f32 a, .reg .f32 b) {\n  .reg .f32 x, y; " FLUSH "x, a" ZERO
                         FLUSH "y, b" ZERO " %s.f32 x, x, y; " FLUSH "q, x" ZERO "\n}\n", op);
    return cx_printf(cx, ".func (.reg .f32 q) f (.reg .f32 a) {\n  .reg .f32 x; " FLUSH "x, a" ZERO
                     " %.*s%s.f32 x, x; " FLUSH "q, x" ZERO "\n}\n", strncmp(op, "sqrt", 4) ? (int)strlen(op) : n + 3,
                     op, "");
}

static const char *text_of(struct cx *cx, const char *name)
{
    return !strncmp(name, "ftz_", 4) ? flushed(cx, name) : builtin_text(cx, name);
}

static const char *real_name(struct cx *cx, const struct pinst *in, enum ptype t)
{
    const char *op = in->part[0];
    switch (in->code.op) {
    case PTX_DIV: case PTX_RCP: case PTX_SQRT:
        if (t == T_F64 && in->code.rnd > 0 && in->code.rnd != PTX_RND_RN)
            cx_error(cx, in->line, "instruction %.400s is not supported (only rounding to nearest)", in->text);
        if (t == T_F64)
            return cx_printf(cx, "%s_f64", op);
        if (!in->code.rnd)
            return NULL;
        if (in->code.ftz && !in->lib)
            return cx_printf(cx, "ftz_%s.%s.ftz", op, rounding(in));
        return cx_printf(cx, "%s_%s%s_f32", op, rounding(in), in->code.ftz && in->code.op != PTX_SQRT ? "_ftz" : "");
    case PTX_RSQRT: return t == T_F64 ? "rsqrt_f64" : NULL;
    case PTX_TESTP: return cx_printf(cx, "testp_%s_%s", in->part[1], ptx_types[t].name);
    default: return NULL;
    }
}

static const char *name_of(struct cx *cx, const struct pinst *in)
{
    enum ptype t = (enum ptype)in->code.type;
    const char *op = in->part[0], *type = t == T_NONE ? "" : ptx_types[t].name;
    bool wide = ptype_size(t) == 8;
    if (t == T_NONE || t == T_PRED)
        return NULL;
    if (in->code.op == PTX_CVT)
        return in->code.sat && !ptype_float(t) && !ptype_float((enum ptype)in->code.dtype) ? builtin_cvt_name(cx, in)
                                                                                           : NULL;
    if (ptype_float(t))
        return real_name(cx, in, t);
    switch (in->code.op) {
    case PTX_DIV: case PTX_REM: return cx_printf(cx, "%s_%s", op, type);
    case PTX_MUL: case PTX_MAD:
        return wide && in->code.width == PTX_WIDTH_HI ? cx_printf(cx, "%s_hi_%s", op, type) : NULL;
    case PTX_SAD: case PTX_ABS: case PTX_CNOT: case PTX_BFE: case PTX_BFI: case PTX_POPC: case PTX_CLZ: case PTX_BREV:
        return wide ? cx_printf(cx, "%s_%s", op, type) : NULL;
    case PTX_BFIND: return wide ? cx_printf(cx, "bfind%s_%s", in->code.shiftamt ? "_shiftamt" : "", type) : NULL;
    default: return NULL;
    }
}

const struct library sm70_library = { .name = name_of, .text = text_of };
