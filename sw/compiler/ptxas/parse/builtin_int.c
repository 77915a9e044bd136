/* SPDX-License-Identifier: Apache-2.0
 *
 * Library: integer division, 64-bit shifts and products, bit fields.
 *
 * Unsigned division multiplies by a reciprocal that is too small by a few units in its last place, so that the
 * quotient is never too large; what is left is divided the same way, and then at most one divisor is left. 32 bits
 * take the reciprocal of the special-function unit, 64 bits the same refined in double precision. The 32-bit steps
 * and their order are those of the open NV50 driver of Mesa, the answer to a divisor of zero that of NVIDIA's routine
 * of 2007; their number fits the throughput that was measured on silicon, where those of the routine of 2007 (54
 * instructions) are far too many.
 */
#include "builtin.h"

#define DIVIDE_U32                                                                              \
    "  .reg .f32 x, y; .reg .u32 q1, q2, r, n; .reg .pred p;\n"                                 \
    "  cvt.rp.f32.u32 x, d; rcp.approx.f32 y, x; mov.b32 n, y; sub.u32 n, n, 2; mov.b32 y, n;\n" \
    "  cvt.rz.f32.u32 x, a; mul.rz.f32 x, x, y; cvt.rzi.u32.f32 q1, x;\n"                       \
    "  mul.lo.u32 n, q1, d; sub.u32 r, a, n;\n"                                                 \
    "  cvt.rz.f32.u32 x, r; mul.rz.f32 x, x, y; cvt.rzi.u32.f32 q2, x; add.u32 q1, q1, q2;\n" \
    "  mul.lo.u32 n, q1, d; sub.u32 r, a, n;\n"

#define QUOTIENT "  set.ge.u32.u32 n, r, d; sub.u32 q, q1, n;\n"

/* By zero: all ones. */
#define BY_ZERO "  not.b32 n, d; setp.eq.u32 p, d, 0; selp.u32 q, n, q, p;\n"

#define DIV_U32 ".func (.reg .u32 q) f (.reg .u32 a, .reg .u32 d) {\n" DIVIDE_U32 QUOTIENT BY_ZERO "}\n"

#define DIV_S32 \
    ".func (.reg .s32 q) f (.reg .s32 i, .reg .s32 j) {\n .reg .s32 a, d, s;\n" \
    "  xor.b32 s, i, j; shr.s32 s, s, 31; abs.s32 a, i; abs.s32 d, j;\n" DIVIDE_U32 QUOTIENT \
    "  xor.b32 q, q, s; sub.s32 q, q, s;\n" BY_ZERO "}\n"

/* What the quotient leaves: a program that asks for both divides once. */
#define REM(type) { "rem_" type, \
    ".func (.reg ." type " q) f (.reg ." type " a, .reg ." type " d) {\n" \
    "  .reg ." type " n; div." type " n, a, d; mul.lo." type " n, n, d; sub." type " q, a, n;\n}\n" }

/* 16 bits: the quotient of the rounded-down reciprocal is at most one too small. */
#define DIVIDE_16 \
    "  .reg .f32 x, y; .reg .u32 n, r;\n" \
    "  cvt.rn.f32.u32 x, d; rcp.approx.f32 y, x; mov.b32 n, y; sub.u32 n, n, 2; mov.b32 y, n;\n" \
    "  cvt.rn.f32.u32 x, a; mul.rz.f32 x, x, y; cvt.rzi.u32.f32 q, x; and.b32 q, q, 0xffff;\n" \
    "  mul24.lo.u32 n, q, d; sub.u32 r, a, n; set.ge.u32.u32 n, r, d;\n"
#define U16(name, result) \
    { name, ".func (.reg .u16 o) f (.reg .u16 i, .reg .u16 j) {\n  .reg .u32 a, d, q; cvt.u32.u16 a, i; cvt.u32.u16 " \
           "d, j;\n" DIVIDE_16 result "  cvt.u16.u32 o, q;\n}\n" }
#define S16(name, sign, result) \
    { name, ".func (.reg .s16 o) f (.reg .s16 i, .reg .s16 j) {\n  .reg .s32 a, d, s, t; .reg .u32 q; cvt.s32.s16 " \
           "a, i; cvt.s32.s16 d, j;\n" sign "  shr.s32 s, s, 31; abs.s32 a, a; abs.s32 d, d;\n" DIVIDE_16 result \
           "  xor.b32 q, q, s; sub.s32 q, q, s; cvt.s16.s32 o, q;\n}\n" }
#define Q16 "  sub.u32 q, q, n;\n"
#define R16 "  and.b32 n, n, d; sub.u32 q, r, n;\n"

#define DIVIDE_U64 \
    "  .reg .f32 w; .reg .f64 x, y, e, m; .reg .u64 q1, q2, r, n; .reg .pred p;\n" \
    "  cvt.rp.f64.u64 x, d; cvt.rn.f32.f64 w, x; rcp.approx.f32 w, w; cvt.f64.f32 y, w; neg.f64 m, x;\n" \
    "  fma.rn.f64 e, m, y, 0d3ff0000000000000; fma.rn.f64 y, e, y, y;\n" \
    "  fma.rn.f64 e, m, y, 0d3ff0000000000000; fma.rn.f64 y, e, y, y;\n" \
    "  mul.rz.f64 y, y, 0d3feffffffffffff8;\n" \
    "  cvt.rz.f64.u64 x, a; mul.rz.f64 x, x, y; cvt.rzi.u64.f64 q1, x;\n" \
    "  mul.lo.u64 n, q1, d; sub.u64 r, a, n;\n" \
    "  cvt.rz.f64.u64 x, r; mul.rz.f64 x, x, y; cvt.rzi.u64.f64 q2, x;\n" \
    "  mul.lo.u64 n, q2, d; sub.u64 r, r, n; add.u64 q1, q1, q2; setp.ge.u64 p, r, d;\n"
#define QUOTIENT64 "  selp.u64 n, 1, 0, p; add.u64 q, q1, n;\n"
#define BY_ZERO64 "  setp.eq.u64 p, d, 0; selp.u64 q, -1, q, p;\n"
#define DIV_U64 ".func (.reg .u64 q) f (.reg .u64 a, .reg .u64 d) {\n" DIVIDE_U64 QUOTIENT64 BY_ZERO64 "}\n"
#define DIV_S64 \
    ".func (.reg .s64 q) f (.reg .s64 i, .reg .s64 j) {\n  .reg .s64 a, d, s, t;\n  xor.b64 s, i, j; shr.s64 s, s, " \
    "63;\n" \
    "  shr.s64 t, i, 63; xor.b64 a, i, t; sub.s64 a, a, t; shr.s64 t, j, 63; xor.b64 d, j, t; sub.s64 d, d, " \
    "t;\n" DIVIDE_U64 QUOTIENT64 "  xor.b64 q, q, s; sub.s64 q, q, s;\n" BY_ZERO64 "}\n"

/* Shifts of 32 and more give 0, and negative counts are huge. */
#define SPLIT "  .reg .u32 l, h, m, w, t; mov.b64 {l, h}, a; sub.u32 m, 32, n; sub.u32 w, n, 32;\n"
#define SHL64 \
    ".func (.reg .b64 q) f (.reg .b64 a, .reg .u32 n) {\n" SPLIT \
    "  shl.b32 h, h, n; shr.u32 t, l, m; or.b32 h, h, t; shl.b32 t, l, w; or.b32 h, h, t; shl.b32 l, l, n; mov.b64 " \
    "q, {l, h};\n}\n"
#define SHR64U \
    ".func (.reg .b64 q) f (.reg .b64 a, .reg .u32 n) {\n" SPLIT \
    "  shr.u32 l, l, n; shl.b32 t, h, m; or.b32 l, l, t; shr.u32 t, h, w; or.b32 l, l, t; shr.u32 h, h, n; mov.b64 " \
    "q, {l, h};\n}\n"
#define SHR64S \
    ".func (.reg .b64 q) f (.reg .b64 a, .reg .u32 n) {\n  .reg .pred p;\n" SPLIT \
    "  shr.u32 l, l, n; shl.b32 t, h, m; or.b32 l, l, t; shr.s32 t, h, w; setp.ge.u32 p, n, 32; selp.b32 l, t, l, " \
    "p;\n" \
    "  shr.s32 h, h, n; mov.b64 q, {l, h};\n}\n"

/* Upper half of a 64 x 64 product from four 32 x 32 ones. */
#define MULHI_BODY \
    "  .reg .u32 al, ah, bl, bh, t, u; .reg .u64 x, y, z, w, m;\n" \
    "  mov.b64 {al, ah}, a; mov.b64 {bl, bh}, b;\n" \
    "  mul.wide.u32 x, al, bl; mul.wide.u32 y, al, bh; mul.wide.u32 z, ah, bl; mul.wide.u32 w, ah, bh;\n" \
    "  shr.u64 x, x, 32; add.u64 z, z, x; cvt.u32.u64 t, z; cvt.u64.u32 m, t; add.u64 y, y, m;\n" \
    "  shr.u64 z, z, 32; shr.u64 y, y, 32; add.u64 w, w, z; add.u64 q, w, y;\n"
#define MULHI_SIGN \
    "  shr.s64 x, a, 63; and.b64 x, x, b; sub.u64 q, q, x; shr.s64 x, b, 63; and.b64 x, x, a; sub.u64 q, q, x;\n"

#define BFE_BODY(shr, type, bits) \
    ".func (.reg ." type " q) f (.reg ." type " a, .reg .u32 pos, .reg .u32 len) {\n  .reg .u32 m, p;\n" \
    "  and.b32 p, pos, 255; and.b32 m, len, 255; min.u32 m, m, " bits "; sub.u32 m, " bits ", m;\n" \
    "  " shr " q, a, p;\n"
#define BFI(type, ones) \
    ".func (.reg ." type " q) f (.reg ." type " a, .reg ." type " b, .reg .u32 pos, .reg .u32 len) {\n" \
    "  .reg .u32 p, n; .reg ." type " m, x, y;\n" \
    "  and.b32 p, pos, 255; and.b32 n, len, 255; mov." type " m, 1; shl." type " m, m, n; sub.u" ones \
    " m, m, 1; shl." type " m, m, p;\n" \
    "  shl." type " x, a, p; xor." type " x, x, b; and." type " x, x, m; xor." type " q, x, b;\n}\n"

#define PRMT_BYTE(sel, at) \
    "  shr.u32 t, c, " sel \
    "; and.b32 s, t, 4; setp.ne.u32 p, s, 0; selp.b32 w, b, a, p; and.b32 s, t, 3; shl.b32 s, s, 3;\n" \
    "  shr.u32 w, w, s; and.b32 w, w, 255; shl.b32 s, w, 24; shr.s32 s, s, 31; and.b32 s, s, 255; and.b32 t, t, " \
    "8;\n" \
    "  setp.ne.u32 p, t, 0; selp.b32 w, s, w, p; shl.b32 w, w, " at "; or.b32 q, q, w;\n"

#define SHF(name, prepare, left, right) { name, \
    ".func (.reg .b32 q) f (.reg .b32 a, .reg .b32 b, .reg .u32 c) {\n  .reg .u32 n, m, x, y;\n" \
    prepare "  sub.u32 m, 32, n; shl.b32 x, b, " left "; shr.u32 y, a, " right "; or.b32 q, x, y;\n}\n" }

const struct builtin builtin_int[] = {
    { "div_u32", DIV_U32 },
    { "div_s32", DIV_S32 },
    REM("u32"), REM("s32"), U16("div_u16", Q16), U16("rem_u16", R16), S16("div_s16", "  xor.b32 s, a, d;\n", Q16),
    S16("rem_s16", "  mov.b32 s, a;\n", R16),
    { "div_u64", DIV_U64 },
    { "div_s64", DIV_S64 },
    REM("u64"),
    REM("s64"),
    { "shl_b64", SHL64 },
    { "shr_u64", SHR64U },
    { "shr_b64", SHR64U },
    { "shr_s64", SHR64S },
    { "mul_hi_u64", ".func (.reg .u64 q) f (.reg .u64 a, .reg .u64 b) {\n" MULHI_BODY "}\n" },
    { "mul_hi_s64", ".func (.reg .s64 q) f (.reg .s64 a, .reg .s64 b) {\n" MULHI_BODY MULHI_SIGN "}\n" },
    { "mad_hi_u64",
      ".func (.reg .u64 q) f (.reg .u64 a, .reg .u64 b, .reg .u64 c) {\n" MULHI_BODY "  add.u64 q, q, c;\n}\n" },
    { "mad_hi_s64", ".func (.reg .s64 q) f (.reg .s64 a, .reg .s64 b, .reg .s64 c) {\n" MULHI_BODY MULHI_SIGN
                   "  add.u64 q, q, c;\n}\n" },
    { "sad_u64", ".func (.reg .u64 q) f (.reg .u64 a, .reg .u64 b, .reg .u64 c) {\n  .reg .u64 x, y; min.u64 x, a, b; "
                "max.u64 y, a, b;\n"
                "  sub.u64 x, y, x; add.u64 q, c, x;\n}\n" },
    { "sad_s64", ".func (.reg .s64 q) f (.reg .s64 a, .reg .s64 b, .reg .s64 c) {\n  .reg .s64 x, y; min.s64 x, a, b; "
                "max.s64 y, a, b;\n"
                "  sub.s64 x, y, x; add.s64 q, c, x;\n}\n" },
    { "abs_s64", ".func (.reg .s64 q) f (.reg .s64 a) {\n  .reg .s64 s; shr.s64 s, a, 63; xor.b64 q, a, s; sub.s64 q, "
                "q, s;\n}\n" },
    { "cnot_b64",
      ".func (.reg .b64 q) f (.reg .b64 a) {\n  .reg .pred p; setp.eq.u64 p, a, 0; selp.u64 q, 1, 0, p;\n}\n" },
    { "bfe_u32", BFE_BODY("shr.u32", "b32", "32") "  shl.b32 q, q, m; shr.u32 q, q, m;\n}\n" },
    { "bfe_s32", BFE_BODY("shr.s32", "b32", "32") "  shl.b32 q, q, m; shr.s32 q, q, m;\n}\n" },
    { "bfe_u64", BFE_BODY("shr.u64", "b64", "64") "  shl.b64 q, q, m; shr.u64 q, q, m;\n}\n" },
    { "bfe_s64", BFE_BODY("shr.s64", "b64", "64") "  shl.b64 q, q, m; shr.s64 q, q, m;\n}\n" },
    { "bfi_b32", BFI("b32", "32") },
    { "bfi_b64", BFI("b64", "64") },
    { "popc_b64", ".func (.reg .u32 q) f (.reg .b64 a) {\n  .reg .u32 l, h; mov.b64 {l, h}, a; popc.b32 l, l; "
                 "popc.b32 h, h; add.u32 q, l, h;\n}\n" },
    { "clz_b64", ".func (.reg .u32 q) f (.reg .b64 a) {\n  .reg .u32 l, h, z; .reg .pred p; mov.b64 {l, h}, a; "
                "setp.eq.u32 p, h, 0;\n"
                "  selp.u32 z, 32, 0, p; selp.u32 h, l, h, p; clz.b32 h, h; add.u32 q, h, z;\n}\n" },
    { "brev_b64", ".func (.reg .b64 q) f (.reg .b64 a) {\n  .reg .b32 l, h; mov.b64 {l, h}, a; brev.b32 l, l; "
                 "brev.b32 h, h; mov.b64 q, {h, l};\n}\n" },
    { "bfind_u32", ".func (.reg .u32 q) f (.reg .u32 a) {\n  clz.b32 q, a; sub.u32 q, 31, q;\n}\n" },
    { "bfind_s32", ".func (.reg .u32 q) f (.reg .s32 a) {\n  .reg .s32 s; shr.s32 s, a, 31; xor.b32 s, s, a; clz.b32 "
                  "q, s; sub.u32 q, 31, q;\n}\n" },
    { "bfind_u64", ".func (.reg .u32 q) f (.reg .u64 a) {\n  clz.b64 q, a; sub.u32 q, 63, q;\n}\n" },
    { "bfind_s64", ".func (.reg .u32 q) f (.reg .s64 a) {\n  .reg .s64 s; shr.s64 s, a, 63; xor.b64 s, s, a; clz.b64 "
                  "q, s; sub.u32 q, 63, q;\n}\n" },
    { "bfind_shiftamt_u32", ".func (.reg .u32 q) f (.reg .u32 a) {\n  .reg .pred p; clz.b32 q, a; setp.eq.u32 p, a, "
                           "0; selp.u32 q, -1, q, p;\n}\n" },
    { "bfind_shiftamt_s32", ".func (.reg .u32 q) f (.reg .s32 a) {\n  .reg .pred p; .reg .s32 s; shr.s32 s, a, 31; "
                           "xor.b32 s, s, a; clz.b32 q, s;\n"
                           "  setp.eq.u32 p, s, 0; selp.u32 q, -1, q, p;\n}\n" },
    { "bfind_shiftamt_u64", ".func (.reg .u32 q) f (.reg .u64 a) {\n  .reg .pred p;\n"
                           "  clz.b64 q, a; setp.eq.u64 p, a, 0; selp.u32 q, -1, q, p;\n}\n" },
    { "bfind_shiftamt_s64", ".func (.reg .u32 q) f (.reg .s64 a) {\n  .reg .pred p; .reg .s64 s;\n"
                           "  shr.s64 s, a, 63; xor.b64 s, s, a;\n"
                           "  clz.b64 q, s; setp.eq.u64 p, s, 0; selp.u32 q, -1, q, p;\n}\n" },
    { "prmt_b32",
      ".func (.reg .b32 q) f (.reg .b32 a, .reg .b32 b, .reg .u32 c) {\n  .reg .u32 t, s, w; .reg .pred p; mov.u32 q, "
      "0;\n" PRMT_BYTE("0", "0") PRMT_BYTE("4", "8") PRMT_BYTE("8", "16") PRMT_BYTE("12", "24") "}\n" },
    SHF("shf_l_wrap", "  and.b32 n, c, 31;", "n", "m"), SHF("shf_l_clamp", "  min.u32 n, c, 32;", "n", "m"),
    SHF("shf_r_wrap", "  and.b32 n, c, 31;", "m", "n"), SHF("shf_r_clamp", "  min.u32 n, c, 32;", "m", "n"),
    { 0, 0 },
};
