/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX instructions that these chips have no instruction for: functions of simpler ones, which inline.c expands. Most
 * are those of gt200ptxas' library (lower/builtin.h).
 */
#include "mir.h"

#include "builtin.h"

#include <string.h>

static const char *rounding_name(const struct pinst *in)
{
    static const char *const names[] = { [0] = "", [PTX_RND_RN] = "rn", [PTX_RND_RZ] = "rz", [PTX_RND_RM] = "rm",
                                         [PTX_RND_RP] = "rp" };
    return names[in->code.rnd];
}

/* .ftz: operands and result of the function without it, or with it, which rounds as if exponents had no lower end. */
#define FLUSH "add.rn.ftz.f32 "
#define ZERO ", 0f80000000;"
static const char *flushed_function(struct cx *cx, const char *name)
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

/* To nearest, where no step leaves the normal numbers: a reciprocal of the special function unit, a Newton step, two
 * corrections by what is missing, which a quotient of zero, whose sign they would lose, goes without; elsewhere the
 * function in double precision. Compared with IEEE's result for all fractions (reciprocal, root) and 20 million
 * quotients. */
static const char quick_div[] =
    ".func (.reg .f32 q) f (.reg .f32 a, .reg .f32 d) {\n"
    "  .reg .f32 x, y, r, m, o; .reg .u32 i, k, t; .reg .pred p, z;\n"
    "  mov.b32 i, a; mov.b32 k, d; bfe.u32 i, i, 23, 8; bfe.u32 k, k, 23, 8; sub.u32 t, i, 25; setp.gt.u32 p, t, 229;\n"
    "  sub.u32 t, i, k; add.u32 t, t, 124; setp.gt.or.u32 p, t, 250, p; setp.neu.and.f32 p, a, 0f00000000, p;\n"
    "  sub.u32 t, k, 2; setp.gt.or.u32 p, t, 249, p; setp.eq.f32 z, a, 0f00000000;\n"
    "  @p bra SLOW;\n"
    "  rcp.approx.ftz.f32 y, d; neg.f32 m, d; fma.rn.f32 x, m, y, 0f3f800000; fma.rn.f32 y, y, x, y; mul.rn.f32 o, a, y;\n"
    "  fma.rn.f32 r, m, o, a; fma.rn.f32 x, r, y, o; fma.rn.f32 r, m, x, a; fma.rn.f32 x, r, y, x;\n"
    "  selp.f32 q, o, x, z; bra DONE;\n"
    "SLOW: div.rn.f32 q, a, d;\nDONE:\n}\n";
static const char quick_rcp[] =
    ".func (.reg .f32 q) f (.reg .f32 d) {\n"
    "  .reg .f32 x, y, m; .reg .u32 k; .reg .pred p;\n"
    "  mov.b32 k, d; bfe.u32 k, k, 23, 8; sub.u32 k, k, 2; setp.gt.u32 p, k, 249; @p bra SLOW;\n"
    "  rcp.approx.ftz.f32 y, d; neg.f32 m, d; fma.rn.f32 x, m, y, 0f3f800000; fma.rn.f32 q, y, x, y; bra DONE;\n"
    "SLOW: rcp.rn.f32 q, d;\nDONE:\n}\n";
static const char quick_sqrt[] =
    ".func (.reg .f32 q) f (.reg .f32 a) {\n"
    "  .reg .f32 g, h, y, m; .reg .u32 k; .reg .pred p;\n"
    "  mov.b32 k, a; sub.u32 k, k, 0x0d000000; setp.gt.u32 p, k, 0x727fffff; @p bra SLOW;\n"
    "  rsqrt.approx.ftz.f32 y, a; mul.rn.f32 g, a, y; mul.rn.f32 h, y, 0f3f000000; neg.f32 m, g;\n"
    "  fma.rn.f32 m, m, g, a; fma.rn.f32 q, m, h, g; bra DONE;\n"
    "SLOW: sqrt.rn.f32 q, a;\nDONE:\n}\n";

/* 32 bits: 2^32 / d by the special function unit, a little less (2 in the last place), and a Newton step of whole
 * numbers. For all d what is left of 2^32 lies between 0 and 1.0005 d (compared with all of them), so the quotient is
 * at most two too small. n: -d; of zero: z and the quotient are 0 and both corrections are taken. */
#define QUOTIENT_OF \
    "  .reg .f32 x; .reg .u32 z, n, t, u, r; .reg .pred p, s;\n" \
    "  cvt.rp.f32.u32 x, d; rcp.approx.ftz.f32 x, x; mov.b32 z, x; add.u32 z, z, 0x0ffffffe; mov.b32 x, z;\n" \
    "  cvt.rzi.u32.f32 z, x; neg.s32 n, d; mul.lo.u32 t, n, z; mad.hi.u32 z, z, t, z; mul.hi.u32 z, z, a;\n" \
    "  mad.lo.u32 r, z, n, a; add.u32 t, r, n; setp.ge.u32 p, r, d; setp.ge.and.u32 s, t, d, p;\n"
/* by: what the quotient by zero is */
#define QUOTIENT_FROM(by) \
    "  .reg .pred o; setp.eq.u32 o, d, 0; add.u32 t, z, 1; add.u32 u, z, 2; selp.u32 u, " by ", u, o;\n" \
    "  selp.u32 z, t, z, p; selp.u32 z, u, z, s;\n"
#define REST "  add.u32 u, t, n; selp.u32 r, t, r, p; selp.u32 r, u, r, s;\n"
#define SIGNED(sign) ".reg .u32 a, d, g, h; " sign " shr.s32 g, g, 31; abs.s32 a, i; abs.s32 d, j;\n"
static const struct { const char *name, *text; } whole_quotients[] = {
    { "newton_div_u32", ".func (.reg .u32 q) f (.reg .u32 a, .reg .u32 d) {\n" QUOTIENT_OF QUOTIENT_FROM("-1")
                        "  mov.u32 q, z;\n}\n" },
    { "newton_rem_u32", ".func (.reg .u32 q) f (.reg .u32 a, .reg .u32 d) {\n" QUOTIENT_OF REST
                        "  mov.u32 q, r;\n}\n" },
    { "newton_div_s32", ".func (.reg .s32 q) f (.reg .s32 i, .reg .s32 j) {\n" SIGNED("xor.b32 g, i, j;") QUOTIENT_OF
                        "  not.b32 h, g; sub.u32 h, h, g;\n" QUOTIENT_FROM("h")
                        "  xor.b32 z, z, g; sub.u32 q, z, g;\n}\n" },
    { "newton_rem_s32", ".func (.reg .s32 q) f (.reg .s32 i, .reg .s32 j) {\n" SIGNED("mov.b32 g, i;") QUOTIENT_OF REST
                        "  xor.b32 r, r, g; sub.u32 q, r, g;\n}\n" },
};

/* Lanes that name others than those beside them: each of theirs in turn. */
static const char *reduction_function(struct cx *cx, const char *name)
{
    char op[4], type[4];
    sscanf(name, "redux_%3[a-z]_%3[a-z0-9]", op, type);
    const bool least = !strcmp(op, "min"), most = !strcmp(op, "max"), sgn = *type == 's';
    const char *first = least ? (sgn ? "0x7fffffff" : "0xffffffff") : most && sgn ? "0x80000000"
                        : !strcmp(op, "and") ? "0xffffffff" : "0";
    return cx_printf(cx, ".func (.reg .%s r) f (.reg .%s a, .reg .u32 m) {\n  .reg .u32 t, s, k, i; .reg .%s v; .reg "
                     ".pred p;\n  match.any.sync.b32 s, m, m; activemask.b32 t; setp.eq.u32 p, s, t; @p bra ALL;\n"
                     "  mov.b32 r, %s; mov.u32 k, m;\nNEXT: brev.b32 i, k; clz.b32 i, i; shfl.sync.idx.b32 v, a, i, 31, "
                     "m;\n  %s.%s r, r, v; sub.u32 i, k, 1; and.b32 k, k, i; setp.ne.u32 p, k, 0; @p bra NEXT; bra "
                     "DONE;\nALL: redux.%s.%s r, a;\nDONE:\n}\n", type, type, type, first, op, type, op, type);
}

/* On shared memory, which has no instruction for it: until the word is the one that the new one was made of. */
static const char *shared_atomic(struct cx *cx, const char *name)
{
    char op[5], type[4];
    sscanf(name, "shared_%4[a-z]_%3[a-z0-9]", op, type);
    const char *bits = type[1] == '3' ? "b32" : "b64";
    const char *make = !strcmp(op, "exch") ? cx_printf(cx, "mov.%s n, v;", type)
                       : *type == 'f'      ? cx_printf(cx, "%s.rn.%s n, r, v;", op, type)
                                           : cx_printf(cx, "%s.%s n, r, v;", op, type);
    return cx_printf(cx, ".func (.reg .%s r) f (.reg .u32 p, .reg .%s v) {\n  .reg .%s n; .reg .%s x, y, z; .reg .pred "
                     "q;\n  ld.volatile.shared.%s x, [p];\nNEXT: mov.%s r, x; %s mov.%s y, n;\n  atom.shared.cas.%s z, "
                     "[p], x, y; setp.ne.%s q, z, x; mov.%s x, z; @q bra NEXT;\n}\n", type, type, type, bits, bits,
                     bits, make, bits, bits, bits, bits);
}

/* cp.async: loads and a store, at once. With a number of bytes to read, of those beyond it there are zeros. */
static const char *copy_function(struct cx *cx, const char *name)
{
    unsigned bytes = 0;
    char cop[3] = "", part[5] = "";
    sscanf(name, "copy_%2[a-z]_%u_%4s", cop, &bytes, part);
    const bool some = *part;
    const char *vec = bytes == 16 ? ".v4" : bytes == 8 ? ".v2" : "", *ws = bytes == 16 ? "{w0, w1, w2, w3}"
                                                             : bytes == 8 ? "{w0, w1}" : "w0";
    const char *text = cx_printf(cx, ".func (.reg .u32 r) f (.reg .u32 d, .reg .u64 s, .reg .u32 z%s) {\n"
                                 "  .reg .b32 w<4>, t; .reg .pred p;\n", some ? ", .reg .u32 n" : "");
    if (some)
        text = cx_printf(cx, "%s  setp.ge.u32 p, n, %u; @p bra ALL;\n", text, bytes);
    for (unsigned i = 0; some && i < bytes; i++)
        text = cx_printf(cx, "%s%s  setp.gt.u32 p, n, %u; mov.b32 t, 0; @p ld.global.u8 t, [s+%u]; shl.b32 t, t, %u; "
                         "or.b32 w%u, w%u, t;\n", text, i % 4 ? "" : cx_printf(cx, "  mov.b32 w%u, 0;\n", i / 4), i, i,
                         8 * (i % 4), i / 4, i / 4);
    return cx_printf(cx, "%s%s  ld.global.%s%s.b32 %s, [s];\n%s  st.shared%s.b32 [d], %s;\n}\n", text,
                     some ? "  bra DONE;\nALL:\n" : "", cop, vec, ws, some ? "DONE:\n" : "", vec, ws);
}

/* The name of that function; NULL: it is one of the others, which have no effect. */
static const char *copy_name(struct cx *cx, const struct pinst *in)
{
    if (in->code.step)
        return NULL;
    const uint64_t bytes = in->op[2].imm;
    const bool past = in->code.cop == PTX_COP_CG;
    if (bytes != 16 && (past || (bytes != 4 && bytes != 8)))
        cx_error(cx, in->line, "instruction %.400s: operand 3: expected %s", in->text, past ? "16" : "4, 8 or 16");
    return cx_printf(cx, "copy_%s_%u%s", past ? "cg" : "ca", (unsigned)bytes, in->nops > 3 ? "_part" : "");
}

/* On half of a word: as above, with the other half as it is. up: is it the upper one? */
static const char *narrow_atomic(struct cx *cx, const char *name)
{
    char op[4], space[7];
    sscanf(name, "narrow_%3[a-z]_%6[a-z]", op, space);
    const bool cas = !strcmp(op, "cas"), shared = *space == 's';
    const char *bits = shared ? "b32" : "b64", *type = shared ? "u32" : "u64";
    const char *text = cx_printf(cx, ".func (.reg .b16 r) f (.reg .%s p, .reg .b16 v%s) {\n  .reg .%s q; .reg .b32 x, "
                                 "y, z, o; .reg .b16 l, h, n; .reg .pred up, s;\n  and.%s q, p, -4; cvt.u32.%s o, p; "
                                 "and.b32 o, o, 2; setp.ne.u32 up, o, 0; ld.volatile.%s.b32 x, [q];\nNEXT: mov.b32 "
                                 "{l, h}, x; selp.b16 r, h, l, up;\n", type, cas ? ", .reg .b16 w" : "", type, bits,
                                 type, space);
    return cx_printf(cx, "%s  %s selp.b16 l, l, n, up; selp.b16 h, n, h, up; mov.b32 y, {l, h};\n  atom.%s.cas.b32 z, "
                     "[q], x, y; setp.ne.u32 s, z, x; mov.b32 x, z; @s bra NEXT;\nDONE:\n}\n", text,
                     cas ? "setp.ne.u16 s, r, v; @s bra DONE; mov.b16 n, w;" : "add.rn.f16 n, r, v;", space);
}

/* Two f16 in shared memory. */
static const char pair_atomic[] =
    ".func (.reg .b32 r) f (.reg .u32 p, .reg .b32 v) {\n  .reg .b32 n, x; .reg .pred q; ld.volatile.shared.b32 x, [p];\n"
    "NEXT: add.rn.f16x2 n, x, v; atom.shared.cas.b32 r, [p], x, n; setp.ne.u32 q, r, x; mov.b32 x, r; @q bra NEXT;\n"
    "}\n";

/* The name of that function; NULL: there is an instruction. */
static const char *shared_atomic_name(struct cx *cx, const struct pinst *in, enum ptype t)
{
    static const char *const names[] = {
        [PTX_AOP_AND] = "and", [PTX_AOP_OR] = "or", [PTX_AOP_XOR] = "xor", [PTX_AOP_EXCH] = "exch",
        [PTX_AOP_ADD] = "add", [PTX_AOP_MIN] = "min", [PTX_AOP_MAX] = "max",
    };
    if (ptype_size(t) == 2)
        return cx_printf(cx, "narrow_%s_%s", in->code.aop == PTX_AOP_CAS ? "cas" : "add",
                         in->code.space == PTX_SPACE_SHARED ? "shared" : "global");
    if (t == T_F16X2)
        return in->code.space == PTX_SPACE_SHARED ? "pair_atomic" : NULL;
    if (in->code.space != PTX_SPACE_SHARED || in->code.aop == PTX_AOP_CAS || (ptype_size(t) == 4 && t != T_F32))
        return NULL;
    return cx_printf(cx, "shared_%s_%s", names[in->code.aop], ptx_types[t].name);
}

/* The same for one with an order: r, a or b, where fences stand, and the scope. */
static const char *ordered_name(struct cx *cx, const struct pinst *in, const char *name)
{
    const unsigned sem = in->code.sem, scope = in->code.scope;
    if (!name || (sem != PTX_SEM_ACQUIRE && sem != PTX_SEM_RELEASE && sem != PTX_SEM_ACQ_REL))
        return name;
    return cx_printf(cx, "ordered_%c_%s_%s", sem == PTX_SEM_RELEASE ? 'r' : sem == PTX_SEM_ACQUIRE ? 'a' : 'b',
                     scope == PTX_SCOPE_CTA ? "cta" : scope == PTX_SCOPE_SYS ? "sys" : "gpu", name);
}

static const char *text_of(struct cx *cx, const char *name);

/* A fence in front of the function's instructions, behind them, or both. */
static const char *ordered_function(struct cx *cx, const char *name)
{
    const char order = name[8], *inner = text_of(cx, name + 14), *body = strstr(inner, "{\n") + 2;
    const char *fence = cx_printf(cx, "  fence.acq_rel.%.3s;\n", name + 10);
    return cx_printf(cx, "%.*s%s%.*s%s}\n", (int)(body - inner), inner, order != 'a' ? fence : "",
                     (int)(strrchr(body, '}') - body), body, order != 'r' ? fence : "");
}

/* The least or greatest of two f16 or f32, NaN if one is; of pairs by their halves. */
static const char *extreme_function(struct cx *cx, const char *name)
{
    char op[4], type[6], how[8] = "";
    sscanf(name, "extreme_%3[a-z]_%5[a-z0-9]_%7s", op, type, how);
    const char *nan = strstr(how, "nan") ? ".NaN" : "", *ftz = strstr(how, "ftz") ? ".ftz" : "";
    const bool single = !strcmp(type, "f32"), pair = !strcmp(type, "f16x2");
    const char *bits = single ? "b32" : "b16";
    if (pair)
        return cx_printf(cx, ".func (.reg .b32 r) f (.reg .b32 a, .reg .b32 b) {\n  .reg .b16 p, q, s, t;\n"
                         "  mov.b32 {p, q}, a; mov.b32 {s, t}, b; %s%s%s.f16 p, p, s; %s%s%s.f16 q, q, t;\n"
                         "  mov.b32 r, {p, q};\n}\n", op, ftz, nan, op, ftz, nan);
    return cx_printf(cx, ".func (.reg .%s r) f (.reg .%s a, .reg .%s b) {\n  .reg .pred p; setp.nan.%s p, a, b; "
                     "%s%s.%s r, a, b; selp.%s r, 0x7fff%s, r, p;\n}\n", bits, bits, bits, type, op, ftz, type, bits,
                     single ? "ffff" : "");
}

/* Functions of f16 by those of f32; of pairs by their halves. */
static const char *half_function(struct cx *cx, const char *name)
{
    const char *op = name + 5;
    const bool pair = !strncmp(op, "two_", 4);
    if (pair)
        return cx_printf(cx, ".func (.reg .b32 r) f (.reg .b32 a) {\n  .reg .b16 p, q;\n  mov.b32 {p, q}, a; "
                         "%s.approx.f16 p, p; %s.approx.f16 q, q; mov.b32 r, {p, q};\n}\n", op + 4, op + 4);
    return cx_printf(cx, ".func (.reg .b16 r) f (.reg .b16 a) {\n  .reg .f32 x; cvt.f32.f16 x, a; %s.approx.f32 x, x; "
                     "cvt.rn.f16.f32 r, x;\n}\n", op);
}

/* fns, by the text of the manual. */
static const char find_nth[] =
    ".func (.reg .b32 r) f (.reg .b32 m, .reg .b32 b, .reg .b32 n) {\n"
    "  .reg .s32 k, d, i, t; .reg .pred p;\n"
    "  mov.s32 i, b; mov.s32 k, n; mov.b32 r, -1; mov.s32 d, 1; setp.lt.s32 p, k, 0; @p mov.s32 d, -1; abs.s32 k, k;\n"
    "  setp.eq.s32 p, k, 0; @p mov.s32 d, 32; @p mov.s32 k, 1;\n"
    "NEXT: setp.gt.u32 p, i, 31; @p bra DONE; shr.u32 t, m, i; and.b32 t, t, 1; sub.s32 k, k, t;\n"
    "  setp.eq.s32 p, k, 0; @p bra FOUND; add.s32 i, i, d; bra NEXT;\n"
    "FOUND: mov.b32 r, i;\nDONE:\n}\n";

/* Functions whose text is made, by what their names begin with. */
static const struct { const char *begin, *(*text)(struct cx *cx, const char *name); } made[] = {
    { "extreme_", extreme_function }, { "ordered_", ordered_function }, { "narrow_", narrow_atomic },
    { "copy_", copy_function }, { "half_", half_function }, { "shared_", shared_atomic },
    { "redux_", reduction_function }, { "ftz_", flushed_function },
};

static const char *text_of(struct cx *cx, const char *name)
{
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (!strncmp(name, made[i].begin, strlen(made[i].begin)))
            return made[i].text(cx, name);
    if (!strcmp(name, "pair_atomic"))
        return pair_atomic;
    if (!strcmp(name, "fns"))
        return find_nth;
    for (size_t i = 0; i < sizeof whole_quotients / sizeof *whole_quotients; i++)
        if (!strcmp(name, whole_quotients[i].name))
            return whole_quotients[i].text;
    if (!strncmp(name, "quick_", 6))
        return name[6] == 'd' ? quick_div : name[6] == 'r' ? quick_rcp : quick_sqrt;
    return builtin_text(cx, name);
}

/* The library's function for an instruction on floating-point numbers; NULL: there is an instruction. */
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
            return cx_printf(cx, "ftz_%s.%s.ftz", op, rounding_name(in));
        if (in->code.rnd == PTX_RND_RN && !in->code.ftz && !in->lib)
            return cx_printf(cx, "quick_%s", op);
        return cx_printf(cx, "%s_%s%s_f32", op, rounding_name(in),
                         in->code.ftz && in->code.op != PTX_SQRT ? "_ftz" : "");
    case PTX_TANH: case PTX_EX2:
        return t == T_F32 ? NULL : cx_printf(cx, "half_%s%s", t == T_F16X2 ? "two_" : "", op);
    case PTX_MIN: case PTX_MAX:
        if (!in->code.nan && t != T_F16X2)
            return NULL;
        return cx_printf(cx, "extreme_%s_%s_%s%s", op, ptx_types[t].name, in->code.nan ? "nan" : "",
                         in->code.ftz ? "ftz" : "");
    case PTX_RSQRT: return t == T_F64 ? "rsqrt_f64" : NULL;
    case PTX_TESTP: return cx_printf(cx, "testp_%s_%s", in->part[1], ptx_types[t].name);
    default: return NULL;
    }
}

/* The library's function for an instruction; NULL: there is an instruction. */
static const char *name_of(struct cx *cx, const struct pinst *in)
{
    enum ptype t = (enum ptype)in->code.type;
    const char *op = in->part[0], *type = t == T_NONE ? "" : ptx_types[t].name;
    bool wide = ptype_size(t) == 8;
    if (in->code.op == PTX_CP)
        return copy_name(cx, in);
    if (t == T_NONE || t == T_PRED)
        return NULL;
    if (in->code.op == PTX_CVT)
        return in->code.sat && !ptype_float(t) && !ptype_float((enum ptype)in->code.dtype) ? builtin_cvt_name(cx, in)
                                                                                           : NULL;
    if (in->code.op == PTX_ATOM || in->code.op == PTX_RED)
        return ordered_name(cx, in, shared_atomic_name(cx, in, t));
    if (ptype_float(t))
        return real_name(cx, in, t);
    switch (in->code.op) {
    case PTX_FNS: return "fns";
    case PTX_DIV: case PTX_REM: return cx_printf(cx, "%s%s_%s", ptype_size(t) == 4 ? "newton_" : "", op, type);
    case PTX_MUL: case PTX_MAD:
        return wide && in->code.width == PTX_WIDTH_HI ? cx_printf(cx, "%s_hi_%s", op, type) : NULL;
    case PTX_SAD: case PTX_ABS: case PTX_CNOT: case PTX_BFE: case PTX_BFI: case PTX_POPC: case PTX_CLZ: case PTX_BREV:
        return wide ? cx_printf(cx, "%s_%s", op, type) : NULL;
    case PTX_REDUX:
        return in->code.sync && in->op[2].kind == PO_REG ? cx_printf(cx, "redux_%s_%s", in->part[2], type) : NULL;
    case PTX_BFIND: return wide ? cx_printf(cx, "bfind%s_%s", in->code.shiftamt ? "_shiftamt" : "", type) : NULL;
    default: return NULL;
    }
}

const struct library sm70_library = { .name = name_of, .text = text_of };
