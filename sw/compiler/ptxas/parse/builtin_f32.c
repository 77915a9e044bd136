/* SPDX-License-Identifier: Apache-2.0
 *
 * Library: single precision with IEEE rounding, computed in double precision.
 *
 * A double-precision result rounded to odd (its last bit set when it is not exact) can be rounded once more to single
 * precision in any mode without a second error, because it has more than two bits to spare. Directed modes need no
 * such care where the double-precision operation itself rounds in the same direction.
 */
#include "builtin.h"

/* With .ftz what is less than the least normal after rounding as if exponents had no lower end is 0, as the chip's own
 * products and sums have it (and later chips). The value x loses its exponent here, so that it is subnormal or 0 in
 * single precision, which modifiers.c flushes, unless its magnitude reaches 2^-126 with what rounding to 24 bits can
 * add to it: half of the last place, all but nothing of it, or nothing. */
#define FLUSH(x, added) \
    "  .reg .u32 fl, fh, fm, fs; .reg .pred fp;\n" \
    "  mov.b64 {fl, fh}, " x ";" added " and.b32 fs, fh, 0x7fffffff;\n" \
    "  add.cc.u32 fm, fm, fl; addc.u32 fs, fs, 0; setp.lt.u32 fp, fs, 0x38100000;\n" \
    "  and.b32 fs, fh, 0x80000000; selp.u32 fh, fs, fh, fp; mov.b64 " x ", {fl, fh};\n"
#define FLUSH_RN(x) FLUSH(x, " mov.u32 fm, 0x10000000;")
#define FLUSH_RZ(x) FLUSH(x, " mov.u32 fm, 0;")
#define FLUSH_RM(x) FLUSH(x, " shr.s32 fm, fh, 31; and.b32 fm, fm, 0x1fffffff;")
#define FLUSH_RP(x) FLUSH(x, " shr.s32 fm, fh, 31; not.b32 fm, fm; and.b32 fm, fm, 0x1fffffff;")
#define KEEP(x) ""

#define DIRECTED(op, mode) { op "_" mode "_f32", \
    ".func (.reg .f32 q) f (.reg .f32 a, .reg .f32 b) {\n  .reg .f64 x, y; cvt.f64.f32 x, a; cvt.f64.f32 y, b;\n" \
    "  " op "." mode ".f64 x, x, y; cvt." mode ".f32.f64 q, x;\n}\n" }
#define MUL_FLUSHED(mode, small) { "mul_" mode "_ftz_f32", \
    ".func (.reg .f32 q) f (.reg .f32 a, .reg .f32 b) {\n  .reg .f64 x, y;\n" \
    "  cvt.f64.f32 x, a; cvt.f64.f32 y, b; mul.rn.f64 x, x, y;\n" small("x") \
    "  cvt." mode ".f32.f64 q, x;\n}\n" }
#define CVT_FLUSHED(mode, small) { "cvt_" mode "_ftz", \
    ".func (.reg .f32 q) f (.reg .f64 a) {\n  .reg .f64 x; mov.f64 x, a;\n" small("x") \
    "  cvt." mode ".f32.f64 q, x;\n}\n" }
#define FMA_DIRECTED(mode, ftz, small) { "fma_" mode ftz "_f32", \
    ".func (.reg .f32 q) f (.reg .f32 a, .reg .f32 b, .reg .f32 c) {\n  .reg .f64 x, y, z;\n" \
    "  cvt.f64.f32 x, a; cvt.f64.f32 y, b; cvt.f64.f32 z, c; fma." mode ".f64 x, x, y, z;\n" \
    small("x") "  cvt." mode ".f32.f64 q, x;\n}\n" }

/* Of the two neighbours rm and rp the odd one; when they are equal the result is exact, and rn has its sign of zero. */
#define FMA_NEAREST(small) \
    ".func (.reg .f32 q) f (.reg .f32 a, .reg .f32 b, .reg .f32 c) {\n  .reg .f64 x, y, z, d, u; .reg .u32 l, h; " \
    ".reg .pred p, s;\n" \
    "  cvt.f64.f32 x, a; cvt.f64.f32 y, b; cvt.f64.f32 z, c;\n" \
    "  fma.rm.f64 d, x, y, z; fma.rp.f64 u, x, y, z; fma.rn.f64 x, x, y, z;\n" \
    "  mov.b64 {l, h}, d; and.b32 l, l, 1; setp.ne.u32 s, l, 0; selp.f64 y, d, u, s; setp.lt.f64 p, d, u; selp.f64 " \
    "x, y, x, p;\n" small("x") "  cvt.rn.f32.f64 q, x;\n}\n"

/* z: value, r: what is missing in it, in the direction of its magnitude when s is its sign word. To odd. */
#define TO_ODD \
    "  mov.b64 {l, h}, z; mov.b64 {t, u}, r; xor.b32 u, u, h; shr.u32 u, u, 31; setp.ne.f64 p, r, " \
    "0d0000000000000000;\n" \
    "  selp.u32 u, u, 0, p; sub.cc.u32 l, l, u; subc.u32 h, h, 0; selp.u32 t, 1, 0, p; or.b32 l, l, t; mov.b64 z, " \
    "{l, h};\n"

/* a / d with the divisor's exponent taken out, so that neither its reciprocal nor the quotient leaves its range. */
#define DIVIDE(mode, small) \
    "  .reg .f64 x, m, y, e, z, r; .reg .f32 w, v; .reg .u32 l, h, t, u, k; .reg .pred p, s;\n" \
    "  cvt.f64.f32 x, a; cvt.f64.f32 m, d;\n" \
    "  mov.b64 {l, h}, m; and.b32 k, h, 0x7ff00000; sub.u32 k, 0x7fe00000, k; and.b32 h, h, 0x800fffff; or.b32 h, " \
    "h, 0x3ff00000;\n" \
    "  mov.b64 m, {l, h}; cvt.rn.f32.f64 w, m; rcp.approx.f32 w, w; cvt.f64.f32 y, w; neg.f64 m, m;\n" \
    "  fma.rn.f64 e, m, y, 0d3ff0000000000000; fma.rn.f64 y, e, y, y;\n" \
    "  fma.rn.f64 e, m, y, 0d3ff0000000000000; fma.rn.f64 y, e, y, y;\n" \
    "  mul.rn.f64 z, x, y; fma.rn.f64 r, m, z, x; fma.rn.f64 z, r, y, z; fma.rn.f64 r, m, z, x;\n" \
    "  neg.f64 m, m; mov.b64 {t, u}, m; and.b32 u, u, 0x80000000; mov.b64 {t, h}, r; xor.b32 h, h, u; mov.b64 r, " \
    "{t, h};\n" TO_ODD "  mov.u32 l, 0; mov.b64 e, {l, k}; mul.rn.f64 z, z, e;\n" small( \
        "z") "  cvt." mode \
             ".f32.f64 q, z;\n" /* zero, infinity and NaN: a times 1, 0 or infinity with the sign of d */ \
             "  mov.b32 t, d; and.b32 u, t, 0x7fffffff; and.b32 k, t, 0x80000000;\n" \
             "  mov.u32 h, 0x3f800000; setp.eq.u32 s, u, 0; selp.u32 h, 0x7f800000, h, s; setp.eq.u32 p, u, " \
             "0x7f800000; selp.u32 h, 0, h, p;\n" \
             "  or.pred s, s, p; setp.gt.u32 p, u, 0x7f800000; selp.u32 h, t, h, p; or.pred s, s, p; or.b32 h, h, " \
             "k; mov.b32 v, h;\n" \
             "  mov.b32 t, a; and.b32 u, t, 0x7fffffff; sub.u32 u, u, 1; setp.ge.u32 p, u, 0x7f7fffff; or.pred s, " \
             "s, p;\n" \
             "  cvt.f64.f32 e, v; mul.rn.f64 e, x, e; cvt.rn.f32.f64 v, e; selp.f32 q, v, q, s;\n"
#define DIV(mode, ftz, small) { "div_" mode ftz "_f32", \
    ".func (.reg .f32 q) f (.reg .f32 a, .reg .f32 d) {\n" DIVIDE(mode, small) "}\n" }
#define RCP(mode, ftz, small) { "rcp_" mode ftz "_f32", \
    ".func (.reg .f32 q) f (.reg .f32 d) {\n  .reg .f32 a; mov.f32 a, 0f3f800000;\n" DIVIDE(mode, small) "}\n" }
#define ALL(X) X("rn", "", KEEP), X("rz", "", KEEP), X("rm", "", KEEP), X("rp", "", KEEP), \
    X("rn", "_ftz", FLUSH_RN), X("rz", "_ftz", FLUSH_RZ), X("rm", "_ftz", FLUSH_RM), X("rp", "_ftz", FLUSH_RP)

/* Denormals are scaled by the conversion: the exponent is made even and taken out. */
#define SQRT(mode) \
    { "sqrt_" mode "_f32", \
      ".func (.reg .f32 q) f (.reg .f32 a) {\n" \
      "  .reg .f64 x, y, e, z, r, g, n; .reg .f32 w; .reg .u32 l, h, t, u, k; .reg .pred p, s;\n" \
      "  cvt.f64.f32 x, a; mov.b64 {l, h}, x; shr.u32 k, h, 20; sub.u32 k, k, 0x3ff; and.b32 t, k, 1; sub.u32 k, k, " \
      "t; shl.b32 u, k, 20;\n" \
      "  sub.u32 h, h, u; mov.b64 x, {l, h}; cvt.rn.f32.f64 w, x; rsqrt.approx.f32 w, w; cvt.f64.f32 y, w;\n" \
      "  mul.rn.f64 g, x, y; neg.f64 g, g; fma.rn.f64 e, g, y, 0d3ff0000000000000; mul.rn.f64 z, y, " \
      "0d3fe0000000000000;\n" \
      "  fma.rn.f64 y, e, z, y;\n" \
      "  mul.rn.f64 g, x, y; neg.f64 g, g; fma.rn.f64 e, g, y, 0d3ff0000000000000; mul.rn.f64 z, y, " \
      "0d3fe0000000000000;\n" \
      "  fma.rn.f64 y, e, z, y; mul.rn.f64 n, y, 0d3fe0000000000000;\n" \
      "  mul.rn.f64 z, x, y; neg.f64 g, z; fma.rn.f64 r, g, z, x; fma.rn.f64 z, r, n, z; neg.f64 g, z; fma.rn.f64 " \
      "r, g, z, x;\n" TO_ODD "  shl.b32 u, k, 19; add.u32 h, h, u; mov.b64 z, {l, h}; cvt." mode ".f32.f64 q, z;\n" \
      "  mov.b32 t, a; sub.u32 u, t, 1; setp.ge.u32 p, u, 0x7f7fffff; and.b32 u, t, 0x7fffffff; setp.eq.u32 s, u, " \
      "0;\n" \
      "  selp.f32 w, a, 0f7fffffff, s; setp.eq.u32 s, t, 0x7f800000; selp.f32 w, a, w, s; selp.f32 q, w, q, p;\n}\n" }

#define TESTP(name, body) \
    { "testp_" name "_f32", \
      ".func (.reg .pred q) f (.reg .b32 a) {\n  .reg .u32 x; and.b32 x, a, 0x7fffffff;\n  " body "\n}\n" }

const struct builtin builtin_f32[] = {
    DIRECTED("add", "rm"), DIRECTED("add", "rp"), DIRECTED("sub", "rm"), DIRECTED("sub", "rp"), DIRECTED("mul", "rm"),
    DIRECTED("mul", "rp"), MUL_FLUSHED("rm", FLUSH_RM), MUL_FLUSHED("rp", FLUSH_RP),
    { "fma_rn_f32", FMA_NEAREST(KEEP) },
    { "fma_rn_ftz_f32", FMA_NEAREST(FLUSH_RN) },
    FMA_DIRECTED("rz", "", KEEP), FMA_DIRECTED("rm", "", KEEP), FMA_DIRECTED("rp", "", KEEP),
    FMA_DIRECTED("rz", "_ftz", FLUSH_RZ), FMA_DIRECTED("rm", "_ftz", FLUSH_RM), FMA_DIRECTED("rp", "_ftz", FLUSH_RP),
    ALL(DIV), ALL(RCP), CVT_FLUSHED("rn", FLUSH_RN), CVT_FLUSHED("rz", FLUSH_RZ), CVT_FLUSHED("rm", FLUSH_RM),
    CVT_FLUSHED("rp", FLUSH_RP),
    SQRT("rn"), SQRT("rz"), SQRT("rm"), SQRT("rp"), TESTP("finite", "setp.lt.u32 q, x, 0x7f800000;"),
    TESTP("infinite", "setp.eq.u32 q, x, 0x7f800000;"), TESTP("number", "setp.le.u32 q, x, 0x7f800000;"),
    TESTP("notanumber", "setp.gt.u32 q, x, 0x7f800000;"),
    TESTP("normal", ".reg .pred z; setp.eq.u32 z, x, 0; sub.u32 x, x, 0x00800000;"
                    " setp.lt.or.u32 q, x, 0x7f000000, z;"),
    TESTP("subnormal", "sub.u32 x, x, 1; setp.lt.u32 q, x, 0x007fffff;"),
    { "copysign_f32", ".func (.reg .f32 q) f (.reg .b32 a, .reg .b32 b) {\n  .reg .b32 x, y; and.b32 x, a, "
                     "0x80000000; and.b32 y, b, 0x7fffffff;\n"
                     "  or.b32 x, x, y; mov.b32 q, x;\n}\n" },
    { 0, 0 },
};
