/* SPDX-License-Identifier: Apache-2.0
 *
 * Library: conversions that the chip does not have as one instruction. Their functions are written when they are
 * needed, from their names, which are the instructions' own: cvt.sat between integers (clamped in the source's width,
 * at least 32 bits), to f32 from 64 bits and to f64; f64 to f16 through an f32 whose last bit says that something was
 * lost.
 */
#include "builtin.h"

#include <string.h>

static bool has(const struct pinst *in, const char *part)
{
    for (unsigned i = 1; i + 2 < in->nparts; i++)
        if (!strcmp(in->part[i], part))
            return true;
    return false;
}

const char *builtin_cvt_name(struct cx *cx, const struct pinst *in)
{
    if (strcmp(in->part[0], "cvt") || in->nparts < 3)
        return NULL;
    const char *to = in->part[in->nparts - 2], *from = in->part[in->nparts - 1], *mode = "";
    static const char *const modes[] = { "rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi" };
    enum ptype d = ptype_parse(to), s = ptype_parse(from);
    bool whole = d != T_NONE && s != T_NONE && !ptype_float(d) && !ptype_float(s);
    if (d == T_PRED || s == T_PRED)
        return NULL;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (has(in, modes[i]))
            mode = modes[i];
    if (has(in, "sat") &&
        ((whole && (ptype_size(d) != 4 || ptype_size(s) != 4)) || d == T_F64 || (d == T_F32 && ptype_size(s) == 8)))
        return cx_printf(cx, "cvt.sat.%s%s%s.%s", mode, *mode ? "." : "", to, from);
    bool outward = !strcmp(mode, "rm") || !strcmp(mode, "rp");
    bool half = d == T_F16 && ((s == T_F64 && *mode) || (s == T_F32 && outward && !in->lib));
    if (half || ((d == T_U8 || d == T_U16) && s == T_F64))
        return cx_printf(cx, "cvt.%s.%s.%s", mode, to, from);
    return NULL;
}

/* Clamps: from below at 0 or the destination's least value, from above at its greatest. */
static const char *clamped(struct cx *cx, enum ptype d, enum ptype s, const char *to, const char *from)
{
    bool sd = ptype_signed(d), ss = ptype_signed(s);
    unsigned bits = 8 * ptype_size(d), width = ptype_size(s) == 8 ? 64 : 32;
    uint64_t top = (sd ? (uint64_t)1 << (bits - 1) : bits == 64 ? 0 : (uint64_t)1 << bits) - 1;
    uint64_t reach = (ss ? (uint64_t)1 << (width - 1) : width == 64 ? 0 : (uint64_t)1 << width) - 1;
    const char *work = cx_printf(cx, "%c%u", ss ? 's' : 'u', width), *low = "", *high = "";
    if (ss)
        low = cx_printf(cx, "  max.%s x, x, %lld;\n", work,
                        sd && bits < width ? -(long long)top - 1
                        : sd               ? -(long long)reach - 1
                                           : 0LL);
    if (top < reach)
        high = cx_printf(cx, "  min.%s x, x, %llu;\n", work, (unsigned long long)top);
    return cx_printf(
        cx,
        ".func (.reg .b%u q) cvt_sat(.reg .b%u a)\n{\n  .reg .%s x;\n  cvt.%s.%s x, a;\n%s%s  cvt.%s.%s q, x;\n}\n",
        bits == 64 ? 64 : 32, width, work, work, from, low, high, to, work);
}

/* To f16, from an f32, or from an f64 by way of an f32 whose last bit says that something was lost. Directed modes: the
 * chip takes what is below 2^-33 for zero, 2^-30 is as good for them. */
static const char *narrowed(struct cx *cx, enum ptype s, const char *mode)
{
    bool wide = s == T_F64, outward = !strcmp(mode, "rm") || !strcmp(mode, "rp");
    const char *sticky = "  cvt.rz.f32.f64 x, a; cvt.f64.f32 y, x; setp.ne.f64 p, y, a; mov.b32 i, x;\n"
                         "  @p or.b32 i, i, 1;\n";
    const char *lift = cx_printf(cx, "  and.b32 t, i, 0x7fffffff; sub.u32 t, t, %u; setp.lt.u32 p, t, %u;\n"
                                 "  and.b32 t, i, 0x80000000; or.b32 t, t, 0x30800000; selp.b32 i, t, i, p;\n",
                                 wide ? 1 : 0x00800000, wide ? 0x307fffff : 0x30000000);
    return cx_printf(cx, ".func (.reg .b32 q) cvt_f16(.reg .f%u a)\n{\n"
                     "  .reg .f64 y; .reg .f32 x; .reg .b32 i, t; .reg .pred p;\n"
                     "%s%s  mov.b32 x, i; cvt.%s.f16.f32 q, x;\n}\n",
                     wide ? 64 : 32, wide ? sticky : "  mov.b32 i, a;\n", outward ? lift : "", mode);
}

const char *builtin_cvt_text(struct cx *cx, const char *name)
{
    struct pinst in = { .text = name };
    if (strncmp(name, "cvt.", 4))
        return NULL;
    ptx_split_opcode(cx, &in);
    const char *to = in.part[in.nparts - 2], *from = in.part[in.nparts - 1], *mode = in.nparts > 4 ? in.part[2] : "";
    enum ptype d = ptype_parse(to), s = ptype_parse(from);
    unsigned width = ptype_size(s) == 8 ? 64 : 32;
    const char *dot = *mode ? "." : "", *kind = s == T_F64 || s == T_F32 ? "f" : "b";
    if (d == T_F16)
        return narrowed(cx, s, in.part[1]);
    if (s == T_F64 && (d == T_U8 || d == T_U16))
        return cx_printf(cx, ".func (.reg .b32 q) cvt_u(.reg .f64 a)\n{\n  .reg .u32 x; .reg .pred p;\n"
                         "  cvt.%s.u32.f64 x, a; min.u32 x, x, %u; setp.nan.f64 p, a, a; selp.u32 q, %u, x, p;\n}\n",
                         in.part[1], d == T_U8 ? 255 : 65535, d == T_U8 ? 0x80 : 0x8000);
    if (d == T_F64)
        return cx_printf(cx,
                         ".func (.reg .f64 q) cvt_sat(.reg .%s%u a)\n{\n  cvt.%s%sf64.%s q, a;\n"
                         "  max.f64 q, q, 0d0000000000000000; min.f64 q, q, 0d3ff0000000000000;\n}\n",
                         kind, width, mode, dot, from);
    if (d == T_F32)
        return cx_printf(cx,
                         ".func (.reg .f32 q) cvt_sat(.reg .%s%u a)\n{\n  .reg .f32 x;\n  cvt.%s.f32.%s x, a; "
                         "cvt.sat.f32.f32 q, x;\n}\n",
                         kind, width, *mode ? mode : "rn", from);
    return clamped(cx, d, s, to, from);
}
