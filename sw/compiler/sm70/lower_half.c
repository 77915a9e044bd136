/* SPDX-License-Identifier: Apache-2.0
 *
 * f16: one number in the lower half of a word, or two. The instructions compute on both halves; of one number the upper
 * half is not specified.
 */
#include "mir.h"

/* As f32, which is exact. */
struct opd nl_half(struct fn *f, struct opd a)
{
    int t = nf_reg(f, 1);
    EMIT(f, "F2F.F32.F16", o_def(o_r(t)), a);
    return o_r(t);
}

bool native_half(struct fn *f, const struct pinst *in)
{
    const unsigned op = in->code.op;
    const bool pair = in->code.type == T_F16X2;
    const char *how = nl_name(f, "%s%s", in->code.ftz ? ".FTZ" : "", in->code.sat ? ".SAT" : "");
    struct opd s[3];
    unsigned n = op == PTX_FMA ? 3 : op == PTX_NEG || op == PTX_ABS ? 1 : 2;
    if (in->code.type != T_F16 && !pair)
        return false;
    for (unsigned k = 0; k < n; k++)
        s[k] = nl_in_reg(f, nl_src(f, in, k + 1));
    struct opd d = o_def(o_r(nl_dst(f, in, 0)));
    const uint32_t sign = pair ? 0x80008000 : 0x8000;
    switch (op) {
    case PTX_ADD: EMIT(f, nl_name(f, "HADD2%s", how), d, s[0], s[1]); break;
    case PTX_SUB: EMIT(f, nl_name(f, "HADD2%s", how), d, s[0], o_neg(s[1])); break;
    case PTX_MUL: EMIT(f, nl_name(f, "HMUL2%s", how), d, s[0], s[1]); break;
    case PTX_FMA: EMIT(f, nl_name(f, "HFMA2%s", how), d, s[0], s[1], s[2]); break;
    case PTX_NEG:
        EMIT(f, "LOP3.LUT", d, s[0], o_imm(sign), o_rz(), o_word("0x3c"), o_p(-1, true));
        break;
    case PTX_MIN: case PTX_MAX: {
        int t = nf_reg(f, 1);
        EMIT(f, "FMNMX", o_def(o_r(t)), nl_half(f, s[0]), nl_half(f, s[1]), o_p(-1, op == PTX_MAX));
        if (!in->code.ftz) {
            EMIT(f, "F2F.F16.F32", d, o_r(t));
            break;
        }
        int r = nf_reg(f, 1);                   /* a product with 1 flushes what is chosen */
        EMIT(f, "F2F.F16.F32", o_def(o_r(r)), o_r(t));
        EMIT(f, "HMUL2.FTZ", d, o_r(r), nl_in_reg(f, o_imm(0x3c003c00)));
        break;
    }
    default: EMIT(f, "LOP3.LUT", d, s[0], o_imm(~sign), o_rz(), o_word("0xc0"), o_p(-1, true));
    }
    return true;
}
