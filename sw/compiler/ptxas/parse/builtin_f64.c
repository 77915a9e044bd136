/* SPDX-License-Identifier: Apache-2.0
 *
 * Library: double-precision quotient, reciprocal and roots, correctly rounded to nearest. The exponents are taken
 * out, the single-precision reciprocal (or root) is refined with fused multiply-adds, and two corrections by the
 * exact remainder leave the nearest quotient. Where it is a denormal, it is rounded a single time, in integers.
 */
#include "builtin.h"

#define DIVIDE \
    "  .reg .f64 x, m, y, e, z, r, c; .reg .f32 w; .reg .u32 al, ah, bl, bh, ka, kb, s, t, k, one; .reg .u64 i, j, " \
    "v;\n" \
    "  .reg .pred p, o;\n" \
    "  mov.b64 {al, ah}, a; mov.b64 {bl, bh}, d; xor.b32 s, ah, bh; and.b32 s, s, 0x80000000;\n" \
    "  shr.u32 ka, ah, 20; and.b32 ka, ka, 0x7ff; shr.u32 kb, bh, 20; and.b32 kb, kb, 0x7ff;\n" \
    "  sub.u32 t, ka, 1; sub.u32 k, kb, 1; max.u32 t, t, k; setp.lt.u32 p, t, 0x7fe;\n" \
    "  @p bra NORMAL;\n" /* zero, infinity, NaN: a times 1, 0 or infinity with the sign of d */ \
    "  and.b32 t, bh, 0x7fffffff; or.b32 k, t, bl; mov.u32 one, 0x3ff00000; setp.eq.u32 p, k, 0; selp.u32 one, " \
    "0x7ff00000, one, p;\n" \
    "  setp.eq.u32 o, kb, 0x7ff; selp.u32 one, 0, one, o; or.pred p, p, o; and.b32 t, ah, 0x7fffffff; or.b32 k, t, " \
    "al;\n" \
    "  setp.eq.u32 o, k, 0; or.pred p, p, o; setp.eq.u32 o, ka, 0x7ff; or.pred p, p, o;\n" \
    "  and.b32 k, bh, 0x80000000; or.b32 one, one, k; mov.u32 t, 0; mov.b64 y, {t, one}; setp.nan.f64 o, d, d; " \
    "selp.f64 y, d, y, o;\n" \
    "  mul.rn.f64 q, a, y; @p bra DONE;\n" /* denormals: 2^54 times as much */ \
    "  setp.eq.u32 p, ka, 0; selp.f64 y, 0d4350000000000000, 0d3ff0000000000000, p; mul.rn.f64 y, a, y; mov.b64 " \
    "{al, ah}, y;\n" \
    "  shr.u32 ka, ah, 20; and.b32 ka, ka, 0x7ff; selp.u32 t, 54, 0, p; sub.u32 ka, ka, t;\n" \
    "  setp.eq.u32 p, kb, 0; selp.f64 y, 0d4350000000000000, 0d3ff0000000000000, p; mul.rn.f64 y, d, y; mov.b64 " \
    "{bl, bh}, y;\n" \
    "  shr.u32 kb, bh, 20; and.b32 kb, kb, 0x7ff; selp.u32 t, 54, 0, p; sub.u32 kb, kb, t;\n" \
    "NORMAL:\n" \
    "  and.b32 ah, ah, 0xfffff; or.b32 ah, ah, 0x3ff00000; and.b32 bh, bh, 0xfffff; or.b32 bh, bh, 0x3ff00000;\n" \
    "  mov.b64 x, {al, ah}; mov.b64 m, {bl, bh}; sub.u32 k, ka, kb;\n" \
    "  cvt.rn.f32.f64 w, m; rcp.approx.f32 w, w; cvt.f64.f32 y, w; neg.f64 m, m;\n" \
    "  fma.rn.f64 e, m, y, 0d3ff0000000000000; fma.rn.f64 e, e, e, e; fma.rn.f64 y, e, y, y;\n" \
    "  fma.rn.f64 e, m, y, 0d3ff0000000000000; fma.rn.f64 y, e, y, y;\n" /* a mantissa of all ones: the reciprocal \
                                                                            lies just above the middle of two \
                                                                            numbers, and must not be the lower one \
                                                                          */ \
    "  setp.eq.u32 p, bh, 0x3fffffff; setp.eq.and.u32 p, bl, -1, p; selp.u32 t, 1, 0, p; mov.b64 {al, ah}, y;\n" \
    "  or.b32 al, al, t; mov.b64 y, {al, ah};\n" \
    "  mul.rn.f64 z, x, y; fma.rn.f64 r, m, z, x; fma.rn.f64 z, r, y, z; fma.rn.f64 r, m, z, x; fma.rn.f64 z, r, " \
    "y, z;\n" \
    "  mov.b64 {al, ah}, z; shr.u32 t, ah, 20; add.s32 t, t, k; shl.b32 k, k, 20; add.u32 bh, ah, k; or.b32 bh, " \
    "bh, s; mov.b64 q, {al, bh};\n" \
    "  sub.s32 k, t, 1; setp.lt.u32 p, k, 0x7fe; @p bra DONE;\n" \
    "  or.b32 bh, s, 0x7ff00000; mov.u32 bl, 0; mov.b64 q, {bl, bh}; setp.gt.s32 p, t, 0; @p bra DONE;\n" /* the \
                                                                                                             mantissa \
                                                                                                             and a \
                                                                                                             bit \
                                                                                                             behind \
                                                                                                             it that \
                                                                                                             is set \
                                                                                                             when \
                                                                                                             there \
                                                                                                             is \
                                                                                                             more, \
                                                                                                             shifted \
                                                                                                             right; \
                                                                                                             half of \
                                                                                                             the \
                                                                                                             last \
                                                                                                             place \
                                                                                                             up */ \
    "  fma.rn.f64 r, m, z, x; sub.s32 k, 2, t; min.s32 k, k, 62; and.b32 ah, ah, 0xfffff; or.b32 ah, ah, 0x100000; " \
    "mov.b64 i, {al, ah};\n" \
    "  shl.b64 i, i, 1; setp.lt.f64 p, r, 0d0000000000000000; selp.u64 j, -1, 0, p; add.u64 i, i, j;\n" \
    "  setp.gt.f64 p, r, 0d0000000000000000; selp.u64 j, 1, 0, p; add.u64 i, i, j;\n" \
    "  shr.u64 v, i, k; shl.b64 j, v, k; sub.u64 i, i, j; sub.s32 k, k, 1; mov.u64 j, 1; shl.b64 j, j, k; and.b64 " \
    "x, v, 1;\n" \
    "  add.u64 i, i, x; setp.gt.u64 p, i, j; selp.u64 j, 1, 0, p; add.u64 v, v, j; mov.b64 {al, ah}, v; or.b32 ah, " \
    "ah, s; mov.b64 q, {al, ah};\n" \
    "DONE:\n"

/* In the last step x (the last bit kept) only breaks the tie: the rest grows by one, and only equality with half minus
 * nothing can change, because half is even. */

#define ROOT_START \
    "  .reg .f64 x, y, e, z, r, g, n; .reg .f32 w; .reg .u32 l, h, t, u, k, d; .reg .pred p, o;\n" \
    "  mov.b64 {l, h}, a; sub.u32 t, h, 0x00100000; mov.b64 x, a; mov.u32 d, 0; setp.lt.u32 p, t, 0x7fe00000; @p " \
    "bra NORMAL;\n"

#define ROOT_CORE \
    "NORMAL:\n" \
    "  mov.b64 {l, h}, x; shr.u32 k, h, 20; sub.u32 k, k, 0x3ff; and.b32 t, k, 1; sub.u32 k, k, t; shl.b32 u, k, " \
    "20; sub.u32 h, h, u;\n" \
    "  mov.b64 x, {l, h}; cvt.rn.f32.f64 w, x; rsqrt.approx.f32 w, w; cvt.f64.f32 y, w;\n" \
    "  mul.rn.f64 g, x, y; neg.f64 g, g; fma.rn.f64 e, g, y, 0d3ff0000000000000; mul.rn.f64 z, y, " \
    "0d3fe0000000000000; fma.rn.f64 y, e, z, y;\n" \
    "  mul.rn.f64 g, x, y; neg.f64 g, g; fma.rn.f64 e, g, y, 0d3ff0000000000000; mul.rn.f64 z, y, " \
    "0d3fe0000000000000; fma.rn.f64 y, e, z, y;\n"

#define ROOT_DENORMAL "  mul.rn.f64 x, a, 0d4350000000000000; mov.u32 d, 27;\n"

#define SQRT \
    ".func (.reg .f64 q) f (.reg .f64 a) {\n" ROOT_START /* zero, infinity and NaN stay; what is below zero has no \
                                                            root */ \
    "  and.b32 t, h, 0x7fffffff; or.b32 u, t, l; setp.eq.u32 p, u, 0; setp.ge.u32 o, t, 0x7ff00000; or.pred p, p, " \
    "o;\n" \
    "  setp.lt.f64 o, a, 0d0000000000000000; selp.f64 q, 0d7fffffffffffffff, a, o; or.pred p, p, o; @p bra " \
    "DONE;\n" ROOT_DENORMAL ROOT_CORE "  mul.rn.f64 n, y, 0d3fe0000000000000;\n" \
    "  mul.rn.f64 z, x, y; neg.f64 g, z; fma.rn.f64 r, g, z, x; fma.rn.f64 z, r, n, z; neg.f64 g, z; fma.rn.f64 r, " \
    "g, z, x; fma.rn.f64 z, r, n, z;\n" \
    "  mov.b64 {l, h}, z; shl.b32 u, k, 19; add.u32 h, h, u; shl.b32 d, d, 20; sub.u32 h, h, d; mov.b64 q, {l, " \
    "h};\n" \
    "DONE:\n}\n"

/* Not correctly rounded: within one unit in the last place. */
#define RSQRT \
    ".func (.reg .f64 q) f (.reg .f64 a) {\n" ROOT_START \
    "  and.b32 t, h, 0x7fffffff; or.b32 u, t, l; setp.eq.u32 p, u, 0; and.b32 u, h, 0x80000000; or.b32 u, u, " \
    "0x7ff00000; mov.u32 l, 0;\n" \
    "  mov.b64 q, {l, u}; @p bra DONE; setp.nan.f64 p, a, a; mov.f64 q, a; @p bra DONE;\n" \
    "  setp.lt.f64 p, a, 0d0000000000000000; mov.f64 q, 0d7fffffffffffffff; @p bra DONE;\n" \
    "  setp.ge.u32 p, t, 0x7ff00000; mov.f64 q, 0d0000000000000000; @p bra DONE;\n" ROOT_DENORMAL ROOT_CORE \
    "  mov.b64 {l, h}, y; shl.b32 u, k, 19; sub.u32 h, h, u; shl.b32 d, d, 20; add.u32 h, h, d; mov.b64 q, {l, " \
    "h};\n" \
    "DONE:\n}\n"

#define TESTP(name, body) { "testp_" name "_f64", \
    ".func (.reg .pred q) f (.reg .b64 a) {\n  .reg .u64 x; and.b64 x, a, 0x7fffffffffffffff;\n  " body "\n}\n" }

const struct builtin builtin_f64[] = {
    { "div_f64", ".func (.reg .f64 q) f (.reg .f64 a, .reg .f64 d) {\n" DIVIDE "}\n" },
    { "rcp_f64",
      ".func (.reg .f64 q) f (.reg .f64 d) {\n  .reg .f64 a; mov.f64 a, 0d3ff0000000000000;\n" DIVIDE "}\n" },
    { "sqrt_f64", SQRT },
    { "rsqrt_f64", RSQRT },
    TESTP("finite", "setp.lt.u64 q, x, 0x7ff0000000000000;"),
    TESTP("infinite", "setp.eq.u64 q, x, 0x7ff0000000000000;"),
    TESTP("number", "setp.le.u64 q, x, 0x7ff0000000000000;"),
    TESTP("notanumber", "setp.gt.u64 q, x, 0x7ff0000000000000;"),
    TESTP("normal", ".reg .pred z; setp.eq.u64 z, x, 0; sub.u64 x, x, 0x0010000000000000;"
                    " setp.lt.or.u64 q, x, 0x7fe0000000000000, z;"),
    TESTP("subnormal", "sub.u64 x, x, 1; setp.lt.u64 q, x, 0x000fffffffffffff;"),
    { "copysign_f64", ".func (.reg .f64 q) f (.reg .f64 a, .reg .f64 b) {\n  .reg .b32 l, h, m, n; mov.b64 {l, h}, a; "
                     "mov.b64 {m, n}, b;\n"
                     "  and.b32 h, h, 0x80000000; and.b32 n, n, 0x7fffffff; or.b32 n, n, h; mov.b64 q, {m, n};\n}\n" },
    { 0, 0 },
};
