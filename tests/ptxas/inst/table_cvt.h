/* SPDX-License-Identifier: Apache-2.0
 *
 * Conversions: see test_inst.c.
 */
X(INT, H, "cvt.u16.u8 %hq, %ha;", (uint64_t)(uint16_t)((uint8_t)r[0]))
X(INT, H, "cvt.s16.u8 %hq, %ha;", (uint64_t)(int16_t)((uint8_t)r[0]))
X(INT, R, "cvt.u32.u8 %rq, %ha;", (uint64_t)(uint32_t)((uint8_t)r[0]))
X(INT, R, "cvt.s32.u8 %rq, %ha;", (uint64_t)(int32_t)((uint8_t)r[0]))
X(INT, L, "cvt.u64.u8 %lq, %ha;", (uint64_t)(uint64_t)((uint8_t)r[0]))
X(INT, L, "cvt.s64.u8 %lq, %ha;", (uint64_t)(int64_t)((uint8_t)r[0]))
X(INT, F, "cvt.rn.f32.u8 %fq, %ha;",
  ROUNDED(FE_TONEAREST, float,
          (float)*(const volatile __typeof__((uint8_t)r[0]) *)&(__typeof__((uint8_t)r[0])){ (uint8_t)r[0] }))
X(INT, D, "cvt.rn.f64.u8 %dq, %ha;",
  ROUNDED(FE_TONEAREST, double,
          (double)*(const volatile __typeof__((uint8_t)r[0]) *)&(__typeof__((uint8_t)r[0])){ (uint8_t)r[0] }))
X(INT, F, "cvt.rz.f32.u8 %fq, %ha;",
  ROUNDED(FE_TOWARDZERO, float,
          (float)*(const volatile __typeof__((uint8_t)r[0]) *)&(__typeof__((uint8_t)r[0])){ (uint8_t)r[0] }))
X(INT, D, "cvt.rz.f64.u8 %dq, %ha;",
  ROUNDED(FE_TOWARDZERO, double,
          (double)*(const volatile __typeof__((uint8_t)r[0]) *)&(__typeof__((uint8_t)r[0])){ (uint8_t)r[0] }))
X(INT, F, "cvt.rm.f32.u8 %fq, %ha;",
  ROUNDED(FE_DOWNWARD, float,
          (float)*(const volatile __typeof__((uint8_t)r[0]) *)&(__typeof__((uint8_t)r[0])){ (uint8_t)r[0] }))
X(INT, D, "cvt.rm.f64.u8 %dq, %ha;",
  ROUNDED(FE_DOWNWARD, double,
          (double)*(const volatile __typeof__((uint8_t)r[0]) *)&(__typeof__((uint8_t)r[0])){ (uint8_t)r[0] }))
X(INT, F, "cvt.rp.f32.u8 %fq, %ha;",
  ROUNDED(FE_UPWARD, float,
          (float)*(const volatile __typeof__((uint8_t)r[0]) *)&(__typeof__((uint8_t)r[0])){ (uint8_t)r[0] }))
X(INT, D, "cvt.rp.f64.u8 %dq, %ha;",
  ROUNDED(FE_UPWARD, double,
          (double)*(const volatile __typeof__((uint8_t)r[0]) *)&(__typeof__((uint8_t)r[0])){ (uint8_t)r[0] }))
X(INT, H, "cvt.u16.s8 %hq, %ha;", (uint64_t)(uint16_t)((int8_t)r[0]))
X(INT, H, "cvt.s16.s8 %hq, %ha;", (uint64_t)(int16_t)((int8_t)r[0]))
X(INT, R, "cvt.u32.s8 %rq, %ha;", (uint64_t)(uint32_t)((int8_t)r[0]))
X(INT, R, "cvt.s32.s8 %rq, %ha;", (uint64_t)(int32_t)((int8_t)r[0]))
X(INT, L, "cvt.u64.s8 %lq, %ha;", (uint64_t)(uint64_t)((int8_t)r[0]))
X(INT, L, "cvt.s64.s8 %lq, %ha;", (uint64_t)(int64_t)((int8_t)r[0]))
X(INT, F, "cvt.rn.f32.s8 %fq, %ha;",
  ROUNDED(FE_TONEAREST, float,
          (float)*(const volatile __typeof__((int8_t)r[0]) *)&(__typeof__((int8_t)r[0])){ (int8_t)r[0] }))
X(INT, D, "cvt.rn.f64.s8 %dq, %ha;",
  ROUNDED(FE_TONEAREST, double,
          (double)*(const volatile __typeof__((int8_t)r[0]) *)&(__typeof__((int8_t)r[0])){ (int8_t)r[0] }))
X(INT, F, "cvt.rz.f32.s8 %fq, %ha;",
  ROUNDED(FE_TOWARDZERO, float,
          (float)*(const volatile __typeof__((int8_t)r[0]) *)&(__typeof__((int8_t)r[0])){ (int8_t)r[0] }))
X(INT, D, "cvt.rz.f64.s8 %dq, %ha;",
  ROUNDED(FE_TOWARDZERO, double,
          (double)*(const volatile __typeof__((int8_t)r[0]) *)&(__typeof__((int8_t)r[0])){ (int8_t)r[0] }))
X(INT, F, "cvt.rm.f32.s8 %fq, %ha;",
  ROUNDED(FE_DOWNWARD, float,
          (float)*(const volatile __typeof__((int8_t)r[0]) *)&(__typeof__((int8_t)r[0])){ (int8_t)r[0] }))
X(INT, D, "cvt.rm.f64.s8 %dq, %ha;",
  ROUNDED(FE_DOWNWARD, double,
          (double)*(const volatile __typeof__((int8_t)r[0]) *)&(__typeof__((int8_t)r[0])){ (int8_t)r[0] }))
X(INT, F, "cvt.rp.f32.s8 %fq, %ha;",
  ROUNDED(FE_UPWARD, float,
          (float)*(const volatile __typeof__((int8_t)r[0]) *)&(__typeof__((int8_t)r[0])){ (int8_t)r[0] }))
X(INT, D, "cvt.rp.f64.s8 %dq, %ha;",
  ROUNDED(FE_UPWARD, double,
          (double)*(const volatile __typeof__((int8_t)r[0]) *)&(__typeof__((int8_t)r[0])){ (int8_t)r[0] }))
X(INT, H, "cvt.u16.u16 %hq, %ha;", (uint64_t)(uint16_t)(h[0]))
X(INT, H, "cvt.s16.u16 %hq, %ha;", (uint64_t)(int16_t)(h[0]))
X(INT, R, "cvt.u32.u16 %rq, %ha;", (uint64_t)(uint32_t)(h[0]))
X(INT, R, "cvt.s32.u16 %rq, %ha;", (uint64_t)(int32_t)(h[0]))
X(INT, L, "cvt.u64.u16 %lq, %ha;", (uint64_t)(uint64_t)(h[0]))
X(INT, L, "cvt.s64.u16 %lq, %ha;", (uint64_t)(int64_t)(h[0]))
X(INT, F, "cvt.rn.f32.u16 %fq, %ha;",
  ROUNDED(FE_TONEAREST, float, (float)*(const volatile __typeof__(h[0]) *)&(__typeof__(h[0])){ h[0] }))
X(INT, D, "cvt.rn.f64.u16 %dq, %ha;",
  ROUNDED(FE_TONEAREST, double, (double)*(const volatile __typeof__(h[0]) *)&(__typeof__(h[0])){ h[0] }))
X(INT, F, "cvt.rz.f32.u16 %fq, %ha;",
  ROUNDED(FE_TOWARDZERO, float, (float)*(const volatile __typeof__(h[0]) *)&(__typeof__(h[0])){ h[0] }))
X(INT, D, "cvt.rz.f64.u16 %dq, %ha;",
  ROUNDED(FE_TOWARDZERO, double, (double)*(const volatile __typeof__(h[0]) *)&(__typeof__(h[0])){ h[0] }))
X(INT, F, "cvt.rm.f32.u16 %fq, %ha;",
  ROUNDED(FE_DOWNWARD, float, (float)*(const volatile __typeof__(h[0]) *)&(__typeof__(h[0])){ h[0] }))
X(INT, D, "cvt.rm.f64.u16 %dq, %ha;",
  ROUNDED(FE_DOWNWARD, double, (double)*(const volatile __typeof__(h[0]) *)&(__typeof__(h[0])){ h[0] }))
X(INT, F, "cvt.rp.f32.u16 %fq, %ha;",
  ROUNDED(FE_UPWARD, float, (float)*(const volatile __typeof__(h[0]) *)&(__typeof__(h[0])){ h[0] }))
X(INT, D, "cvt.rp.f64.u16 %dq, %ha;",
  ROUNDED(FE_UPWARD, double, (double)*(const volatile __typeof__(h[0]) *)&(__typeof__(h[0])){ h[0] }))
X(INT, H, "cvt.u16.s16 %hq, %ha;", (uint64_t)(uint16_t)(i[0]))
X(INT, H, "cvt.s16.s16 %hq, %ha;", (uint64_t)(int16_t)(i[0]))
X(INT, R, "cvt.u32.s16 %rq, %ha;", (uint64_t)(uint32_t)(i[0]))
X(INT, R, "cvt.s32.s16 %rq, %ha;", (uint64_t)(int32_t)(i[0]))
X(INT, L, "cvt.u64.s16 %lq, %ha;", (uint64_t)(uint64_t)(i[0]))
X(INT, L, "cvt.s64.s16 %lq, %ha;", (uint64_t)(int64_t)(i[0]))
X(INT, F, "cvt.rn.f32.s16 %fq, %ha;",
  ROUNDED(FE_TONEAREST, float, (float)*(const volatile __typeof__(i[0]) *)&(__typeof__(i[0])){ i[0] }))
X(INT, D, "cvt.rn.f64.s16 %dq, %ha;",
  ROUNDED(FE_TONEAREST, double, (double)*(const volatile __typeof__(i[0]) *)&(__typeof__(i[0])){ i[0] }))
X(INT, F, "cvt.rz.f32.s16 %fq, %ha;",
  ROUNDED(FE_TOWARDZERO, float, (float)*(const volatile __typeof__(i[0]) *)&(__typeof__(i[0])){ i[0] }))
X(INT, D, "cvt.rz.f64.s16 %dq, %ha;",
  ROUNDED(FE_TOWARDZERO, double, (double)*(const volatile __typeof__(i[0]) *)&(__typeof__(i[0])){ i[0] }))
X(INT, F, "cvt.rm.f32.s16 %fq, %ha;",
  ROUNDED(FE_DOWNWARD, float, (float)*(const volatile __typeof__(i[0]) *)&(__typeof__(i[0])){ i[0] }))
X(INT, D, "cvt.rm.f64.s16 %dq, %ha;",
  ROUNDED(FE_DOWNWARD, double, (double)*(const volatile __typeof__(i[0]) *)&(__typeof__(i[0])){ i[0] }))
X(INT, F, "cvt.rp.f32.s16 %fq, %ha;",
  ROUNDED(FE_UPWARD, float, (float)*(const volatile __typeof__(i[0]) *)&(__typeof__(i[0])){ i[0] }))
X(INT, D, "cvt.rp.f64.s16 %dq, %ha;",
  ROUNDED(FE_UPWARD, double, (double)*(const volatile __typeof__(i[0]) *)&(__typeof__(i[0])){ i[0] }))
X(INT, H, "cvt.u16.u32 %hq, %ra;", (uint64_t)(uint16_t)(r[0]))
X(INT, H, "cvt.s16.u32 %hq, %ra;", (uint64_t)(int16_t)(r[0]))
X(INT, R, "cvt.u32.u32 %rq, %ra;", (uint64_t)(uint32_t)(r[0]))
X(INT, R, "cvt.s32.u32 %rq, %ra;", (uint64_t)(int32_t)(r[0]))
X(INT, L, "cvt.u64.u32 %lq, %ra;", (uint64_t)(uint64_t)(r[0]))
X(INT, L, "cvt.s64.u32 %lq, %ra;", (uint64_t)(int64_t)(r[0]))
X(INT, F, "cvt.rn.f32.u32 %fq, %ra;",
  ROUNDED(FE_TONEAREST, float, (float)*(const volatile __typeof__(r[0]) *)&(__typeof__(r[0])){ r[0] }))
X(INT, D, "cvt.rn.f64.u32 %dq, %ra;",
  ROUNDED(FE_TONEAREST, double, (double)*(const volatile __typeof__(r[0]) *)&(__typeof__(r[0])){ r[0] }))
X(INT, F, "cvt.rz.f32.u32 %fq, %ra;",
  ROUNDED(FE_TOWARDZERO, float, (float)*(const volatile __typeof__(r[0]) *)&(__typeof__(r[0])){ r[0] }))
X(INT, D, "cvt.rz.f64.u32 %dq, %ra;",
  ROUNDED(FE_TOWARDZERO, double, (double)*(const volatile __typeof__(r[0]) *)&(__typeof__(r[0])){ r[0] }))
X(INT, F, "cvt.rm.f32.u32 %fq, %ra;",
  ROUNDED(FE_DOWNWARD, float, (float)*(const volatile __typeof__(r[0]) *)&(__typeof__(r[0])){ r[0] }))
X(INT, D, "cvt.rm.f64.u32 %dq, %ra;",
  ROUNDED(FE_DOWNWARD, double, (double)*(const volatile __typeof__(r[0]) *)&(__typeof__(r[0])){ r[0] }))
X(INT, F, "cvt.rp.f32.u32 %fq, %ra;",
  ROUNDED(FE_UPWARD, float, (float)*(const volatile __typeof__(r[0]) *)&(__typeof__(r[0])){ r[0] }))
X(INT, D, "cvt.rp.f64.u32 %dq, %ra;",
  ROUNDED(FE_UPWARD, double, (double)*(const volatile __typeof__(r[0]) *)&(__typeof__(r[0])){ r[0] }))
X(INT, H, "cvt.u16.s32 %hq, %ra;", (uint64_t)(uint16_t)(s[0]))
X(INT, H, "cvt.s16.s32 %hq, %ra;", (uint64_t)(int16_t)(s[0]))
X(INT, R, "cvt.u32.s32 %rq, %ra;", (uint64_t)(uint32_t)(s[0]))
X(INT, R, "cvt.s32.s32 %rq, %ra;", (uint64_t)(int32_t)(s[0]))
X(INT, L, "cvt.u64.s32 %lq, %ra;", (uint64_t)(uint64_t)(s[0]))
X(INT, L, "cvt.s64.s32 %lq, %ra;", (uint64_t)(int64_t)(s[0]))
X(INT, F, "cvt.rn.f32.s32 %fq, %ra;",
  ROUNDED(FE_TONEAREST, float, (float)*(const volatile __typeof__(s[0]) *)&(__typeof__(s[0])){ s[0] }))
X(INT, D, "cvt.rn.f64.s32 %dq, %ra;",
  ROUNDED(FE_TONEAREST, double, (double)*(const volatile __typeof__(s[0]) *)&(__typeof__(s[0])){ s[0] }))
X(INT, F, "cvt.rz.f32.s32 %fq, %ra;",
  ROUNDED(FE_TOWARDZERO, float, (float)*(const volatile __typeof__(s[0]) *)&(__typeof__(s[0])){ s[0] }))
X(INT, D, "cvt.rz.f64.s32 %dq, %ra;",
  ROUNDED(FE_TOWARDZERO, double, (double)*(const volatile __typeof__(s[0]) *)&(__typeof__(s[0])){ s[0] }))
X(INT, F, "cvt.rm.f32.s32 %fq, %ra;",
  ROUNDED(FE_DOWNWARD, float, (float)*(const volatile __typeof__(s[0]) *)&(__typeof__(s[0])){ s[0] }))
X(INT, D, "cvt.rm.f64.s32 %dq, %ra;",
  ROUNDED(FE_DOWNWARD, double, (double)*(const volatile __typeof__(s[0]) *)&(__typeof__(s[0])){ s[0] }))
X(INT, F, "cvt.rp.f32.s32 %fq, %ra;",
  ROUNDED(FE_UPWARD, float, (float)*(const volatile __typeof__(s[0]) *)&(__typeof__(s[0])){ s[0] }))
X(INT, D, "cvt.rp.f64.s32 %dq, %ra;",
  ROUNDED(FE_UPWARD, double, (double)*(const volatile __typeof__(s[0]) *)&(__typeof__(s[0])){ s[0] }))
X(INT, H, "cvt.u16.u64 %hq, %la;", (uint64_t)(uint16_t)(l[0]))
X(INT, H, "cvt.s16.u64 %hq, %la;", (uint64_t)(int16_t)(l[0]))
X(INT, R, "cvt.u32.u64 %rq, %la;", (uint64_t)(uint32_t)(l[0]))
X(INT, R, "cvt.s32.u64 %rq, %la;", (uint64_t)(int32_t)(l[0]))
X(INT, L, "cvt.u64.u64 %lq, %la;", (uint64_t)(uint64_t)(l[0]))
X(INT, L, "cvt.s64.u64 %lq, %la;", (uint64_t)(int64_t)(l[0]))
X(INT, F, "cvt.rn.f32.u64 %fq, %la;",
  ROUNDED(FE_TONEAREST, float, (float)*(const volatile __typeof__(l[0]) *)&(__typeof__(l[0])){ l[0] }))
X(INT, D, "cvt.rn.f64.u64 %dq, %la;",
  ROUNDED(FE_TONEAREST, double, (double)*(const volatile __typeof__(l[0]) *)&(__typeof__(l[0])){ l[0] }))
X(INT, F, "cvt.rz.f32.u64 %fq, %la;",
  ROUNDED(FE_TOWARDZERO, float, (float)*(const volatile __typeof__(l[0]) *)&(__typeof__(l[0])){ l[0] }))
X(INT, D, "cvt.rz.f64.u64 %dq, %la;",
  ROUNDED(FE_TOWARDZERO, double, (double)*(const volatile __typeof__(l[0]) *)&(__typeof__(l[0])){ l[0] }))
X(INT, F, "cvt.rm.f32.u64 %fq, %la;",
  ROUNDED(FE_DOWNWARD, float, (float)*(const volatile __typeof__(l[0]) *)&(__typeof__(l[0])){ l[0] }))
X(INT, D, "cvt.rm.f64.u64 %dq, %la;",
  ROUNDED(FE_DOWNWARD, double, (double)*(const volatile __typeof__(l[0]) *)&(__typeof__(l[0])){ l[0] }))
X(INT, F, "cvt.rp.f32.u64 %fq, %la;",
  ROUNDED(FE_UPWARD, float, (float)*(const volatile __typeof__(l[0]) *)&(__typeof__(l[0])){ l[0] }))
X(INT, D, "cvt.rp.f64.u64 %dq, %la;",
  ROUNDED(FE_UPWARD, double, (double)*(const volatile __typeof__(l[0]) *)&(__typeof__(l[0])){ l[0] }))
X(INT, H, "cvt.u16.s64 %hq, %la;", (uint64_t)(uint16_t)(k[0]))
X(INT, H, "cvt.s16.s64 %hq, %la;", (uint64_t)(int16_t)(k[0]))
X(INT, R, "cvt.u32.s64 %rq, %la;", (uint64_t)(uint32_t)(k[0]))
X(INT, R, "cvt.s32.s64 %rq, %la;", (uint64_t)(int32_t)(k[0]))
X(INT, L, "cvt.u64.s64 %lq, %la;", (uint64_t)(uint64_t)(k[0]))
X(INT, L, "cvt.s64.s64 %lq, %la;", (uint64_t)(int64_t)(k[0]))
X(INT, F, "cvt.rn.f32.s64 %fq, %la;",
  ROUNDED(FE_TONEAREST, float, (float)*(const volatile __typeof__(k[0]) *)&(__typeof__(k[0])){ k[0] }))
X(INT, D, "cvt.rn.f64.s64 %dq, %la;",
  ROUNDED(FE_TONEAREST, double, (double)*(const volatile __typeof__(k[0]) *)&(__typeof__(k[0])){ k[0] }))
X(INT, F, "cvt.rz.f32.s64 %fq, %la;",
  ROUNDED(FE_TOWARDZERO, float, (float)*(const volatile __typeof__(k[0]) *)&(__typeof__(k[0])){ k[0] }))
X(INT, D, "cvt.rz.f64.s64 %dq, %la;",
  ROUNDED(FE_TOWARDZERO, double, (double)*(const volatile __typeof__(k[0]) *)&(__typeof__(k[0])){ k[0] }))
X(INT, F, "cvt.rm.f32.s64 %fq, %la;",
  ROUNDED(FE_DOWNWARD, float, (float)*(const volatile __typeof__(k[0]) *)&(__typeof__(k[0])){ k[0] }))
X(INT, D, "cvt.rm.f64.s64 %dq, %la;",
  ROUNDED(FE_DOWNWARD, double, (double)*(const volatile __typeof__(k[0]) *)&(__typeof__(k[0])){ k[0] }))
X(INT, F, "cvt.rp.f32.s64 %fq, %la;",
  ROUNDED(FE_UPWARD, float, (float)*(const volatile __typeof__(k[0]) *)&(__typeof__(k[0])){ k[0] }))
X(INT, D, "cvt.rp.f64.s64 %dq, %la;",
  ROUNDED(FE_UPWARD, double, (double)*(const volatile __typeof__(k[0]) *)&(__typeof__(k[0])){ k[0] }))
X(INT, R, "cvt.u32.u8 %rq, %ra;", (uint8_t)r[0])
X(INT, R, "cvt.s32.s8 %rq, %ra;", (uint64_t)(int8_t)r[0])
X(INT, R, "cvt.s32.s16 %rq, %ra;", (uint64_t)i[0])
X(INT, R, "cvt.sat.u32.s32 %rq, %ra;", s[0] < 0 ? 0 : r[0])
X(INT, R, "cvt.sat.s32.u32 %rq, %ra;", s[0] < 0 ? 0x7fffffff : r[0])
X(FLT, H, "cvt.rni.u16.f32 %hq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_TONEAREST, 0, 65535, 0))
X(FLT, H, "cvt.rni.s16.f32 %hq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_TONEAREST, -32768, 32767, 0))
X(FLT, R, "cvt.rni.u32.f32 %rq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_TONEAREST, 0, 4294967295.0, 0))
X(FLT, R, "cvt.rni.s32.f32 %rq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_TONEAREST, -2147483648.0, 2147483647.0, 0))
X(FLT, L, "cvt.rni.u64.f32 %lq, %fa;", (uint64_t)host_toint(f[0], FE_TONEAREST, 0, 0x1p64, INT64_MIN))
X(FLT, L, "cvt.rni.s64.f32 %lq, %fa;", (uint64_t)host_toint(f[0], FE_TONEAREST, -0x1p63, 0x1p63, INT64_MIN))
X(DBL, H, "cvt.rni.u16.f64 %hq, %da;", (uint64_t)host_toint(d[0], FE_TONEAREST, 0, 65535, 0x8000))
X(DBL, H, "cvt.rni.s16.f64 %hq, %da;", (uint64_t)host_toint(d[0], FE_TONEAREST, -32768, 32767, -32768))
X(DBL, R, "cvt.rni.u32.f64 %rq, %da;", (uint64_t)host_toint(d[0], FE_TONEAREST, 0, 4294967295.0, 0x80000000))
X(DBL, R, "cvt.rni.s32.f64 %rq, %da;",
  (uint64_t)host_toint(d[0], FE_TONEAREST, -2147483648.0, 2147483647.0, 0x80000000))
X(DBL, L, "cvt.rni.u64.f64 %lq, %da;", (uint64_t)host_toint(d[0], FE_TONEAREST, 0, 0x1p64, INT64_MIN))
X(DBL, L, "cvt.rni.s64.f64 %lq, %da;", (uint64_t)host_toint(d[0], FE_TONEAREST, -0x1p63, 0x1p63, INT64_MIN))
X(FLT, F, "cvt.rni.f32.f32 %fq, %fa;", (float)ROUNDED(FE_TONEAREST, float, rintf(ftz(f[0]))))
X(DBL, D, "cvt.rni.f64.f64 %dq, %da;", ROUNDED(FE_TONEAREST, double, rint(d[0])))
X(FLT, H, "cvt.rzi.u16.f32 %hq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_TOWARDZERO, 0, 65535, 0))
X(FLT, H, "cvt.rzi.s16.f32 %hq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_TOWARDZERO, -32768, 32767, 0))
X(FLT, R, "cvt.rzi.u32.f32 %rq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_TOWARDZERO, 0, 4294967295.0, 0))
X(FLT, R, "cvt.rzi.s32.f32 %rq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_TOWARDZERO, -2147483648.0, 2147483647.0, 0))
X(FLT, L, "cvt.rzi.u64.f32 %lq, %fa;", (uint64_t)host_toint(f[0], FE_TOWARDZERO, 0, 0x1p64, INT64_MIN))
X(FLT, L, "cvt.rzi.s64.f32 %lq, %fa;", (uint64_t)host_toint(f[0], FE_TOWARDZERO, -0x1p63, 0x1p63, INT64_MIN))
X(DBL, H, "cvt.rzi.u16.f64 %hq, %da;", (uint64_t)host_toint(d[0], FE_TOWARDZERO, 0, 65535, 0x8000))
X(DBL, H, "cvt.rzi.s16.f64 %hq, %da;", (uint64_t)host_toint(d[0], FE_TOWARDZERO, -32768, 32767, -32768))
X(DBL, R, "cvt.rzi.u32.f64 %rq, %da;", (uint64_t)host_toint(d[0], FE_TOWARDZERO, 0, 4294967295.0, 0x80000000))
X(DBL, R, "cvt.rzi.s32.f64 %rq, %da;",
  (uint64_t)host_toint(d[0], FE_TOWARDZERO, -2147483648.0, 2147483647.0, 0x80000000))
X(DBL, L, "cvt.rzi.u64.f64 %lq, %da;", (uint64_t)host_toint(d[0], FE_TOWARDZERO, 0, 0x1p64, INT64_MIN))
X(DBL, L, "cvt.rzi.s64.f64 %lq, %da;", (uint64_t)host_toint(d[0], FE_TOWARDZERO, -0x1p63, 0x1p63, INT64_MIN))
X(FLT, F, "cvt.rzi.f32.f32 %fq, %fa;", (float)ROUNDED(FE_TOWARDZERO, float, rintf(ftz(f[0]))))
X(DBL, D, "cvt.rzi.f64.f64 %dq, %da;", ROUNDED(FE_TOWARDZERO, double, rint(d[0])))
X(FLT, H, "cvt.rmi.u16.f32 %hq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_DOWNWARD, 0, 65535, 0))
X(FLT, H, "cvt.rmi.s16.f32 %hq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_DOWNWARD, -32768, 32767, 0))
X(FLT, R, "cvt.rmi.u32.f32 %rq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_DOWNWARD, 0, 4294967295.0, 0))
X(FLT, R, "cvt.rmi.s32.f32 %rq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_DOWNWARD, -2147483648.0, 2147483647.0, 0))
X(FLT, L, "cvt.rmi.u64.f32 %lq, %fa;", (uint64_t)host_toint(f[0], FE_DOWNWARD, 0, 0x1p64, INT64_MIN))
X(FLT, L, "cvt.rmi.s64.f32 %lq, %fa;", (uint64_t)host_toint(f[0], FE_DOWNWARD, -0x1p63, 0x1p63, INT64_MIN))
X(DBL, H, "cvt.rmi.u16.f64 %hq, %da;", (uint64_t)host_toint(d[0], FE_DOWNWARD, 0, 65535, 0x8000))
X(DBL, H, "cvt.rmi.s16.f64 %hq, %da;", (uint64_t)host_toint(d[0], FE_DOWNWARD, -32768, 32767, -32768))
X(DBL, R, "cvt.rmi.u32.f64 %rq, %da;", (uint64_t)host_toint(d[0], FE_DOWNWARD, 0, 4294967295.0, 0x80000000))
X(DBL, R, "cvt.rmi.s32.f64 %rq, %da;", (uint64_t)host_toint(d[0], FE_DOWNWARD, -2147483648.0, 2147483647.0, 0x80000000))
X(DBL, L, "cvt.rmi.u64.f64 %lq, %da;", (uint64_t)host_toint(d[0], FE_DOWNWARD, 0, 0x1p64, INT64_MIN))
X(DBL, L, "cvt.rmi.s64.f64 %lq, %da;", (uint64_t)host_toint(d[0], FE_DOWNWARD, -0x1p63, 0x1p63, INT64_MIN))
X(FLT, F, "cvt.rmi.f32.f32 %fq, %fa;", (float)ROUNDED(FE_DOWNWARD, float, rintf(ftz(f[0]))))
X(DBL, D, "cvt.rmi.f64.f64 %dq, %da;", ROUNDED(FE_DOWNWARD, double, rint(d[0])))
X(FLT, H, "cvt.rpi.u16.f32 %hq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_UPWARD, 0, 65535, 0))
X(FLT, H, "cvt.rpi.s16.f32 %hq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_UPWARD, -32768, 32767, 0))
X(FLT, R, "cvt.rpi.u32.f32 %rq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_UPWARD, 0, 4294967295.0, 0))
X(FLT, R, "cvt.rpi.s32.f32 %rq, %fa;", (uint64_t)host_toint(ftz(f[0]), FE_UPWARD, -2147483648.0, 2147483647.0, 0))
X(FLT, L, "cvt.rpi.u64.f32 %lq, %fa;", (uint64_t)host_toint(f[0], FE_UPWARD, 0, 0x1p64, INT64_MIN))
X(FLT, L, "cvt.rpi.s64.f32 %lq, %fa;", (uint64_t)host_toint(f[0], FE_UPWARD, -0x1p63, 0x1p63, INT64_MIN))
X(DBL, H, "cvt.rpi.u16.f64 %hq, %da;", (uint64_t)host_toint(d[0], FE_UPWARD, 0, 65535, 0x8000))
X(DBL, H, "cvt.rpi.s16.f64 %hq, %da;", (uint64_t)host_toint(d[0], FE_UPWARD, -32768, 32767, -32768))
X(DBL, R, "cvt.rpi.u32.f64 %rq, %da;", (uint64_t)host_toint(d[0], FE_UPWARD, 0, 4294967295.0, 0x80000000))
X(DBL, R, "cvt.rpi.s32.f64 %rq, %da;", (uint64_t)host_toint(d[0], FE_UPWARD, -2147483648.0, 2147483647.0, 0x80000000))
X(DBL, L, "cvt.rpi.u64.f64 %lq, %da;", (uint64_t)host_toint(d[0], FE_UPWARD, 0, 0x1p64, INT64_MIN))
X(DBL, L, "cvt.rpi.s64.f64 %lq, %da;", (uint64_t)host_toint(d[0], FE_UPWARD, -0x1p63, 0x1p63, INT64_MIN))
X(FLT, F, "cvt.rpi.f32.f32 %fq, %fa;", (float)ROUNDED(FE_UPWARD, float, rintf(ftz(f[0]))))
X(DBL, D, "cvt.rpi.f64.f64 %dq, %da;", ROUNDED(FE_UPWARD, double, rint(d[0])))
X(DBL, F, "cvt.rn.f32.f64 %fq, %da;", ROUNDED(FE_TONEAREST, float, (float)VD(d[0])))
X(DBL, F, "cvt.rz.f32.f64 %fq, %da;", ROUNDED(FE_TOWARDZERO, float, (float)VD(d[0])))
X(DBL, F, "cvt.rm.f32.f64 %fq, %da;", ROUNDED(FE_DOWNWARD, float, (float)VD(d[0])))
X(DBL, F, "cvt.rp.f32.f64 %fq, %da;", ROUNDED(FE_UPWARD, float, (float)VD(d[0])))
X(FLT, D, "cvt.f64.f32 %dq, %fa;", (double)f[0])
X(FLT, F, "cvt.f32.f32 %fq, %fa;", ftz(f[0]))
X(DBL, D, "cvt.f64.f64 %dq, %da;", d[0])
X(FLT, F, "cvt.sat.f32.f32 %fq, %fa;", isnan(f[0]) ? 0 : f[0] > 1 ? 1 : f[0] > 0 ? ftz(f[0]) : 0)
X(INT, F, "cvt.f32.f16 %fq, %ha;", host_half(h[0]))
X(INT, H, "cvt.f32.f16 %fz, %ha; cvt.rn.f16.f32 %hq, %fz;", isnan(host_half(h[0])) ? 0x7fff : h[0])
X(INT, D, "cvt.f64.f16 %dq, %ha;", (double)host_half(h[0]))
X(INT, R, "cvt.rzi.s32.f16 %rq, %ha;",
  (uint64_t)host_toint(host_half(h[0]), FE_TOWARDZERO, -2147483648.0, 2147483647.0, 0))
X(INT, H, "cvt.rni.u16.f16 %hq, %ha;", (uint64_t)host_toint(host_half(h[0]), FE_TONEAREST, 0, 65535, 0))
X(INT, F, "cvt.rn.f16.s32 %hz, %ra; cvt.f32.f16 %fq, %hz;", host_to_half((float)s[0]))
X(INT, F, "cvt.rn.f16.u64 %hz, %la; cvt.f32.f16 %fq, %hz;", host_to_half((float)l[0]))
X(INT, F, "cvt.rn.f16.s16 %hz, %ha; cvt.f32.f16 %fq, %hz;", host_to_half((float)i[0]))
X(INT, H, "cvt.sat.u8.s8 %hq, %ha;", host_fit((int8_t)r[0], 8, false))
X(INT, H, "cvt.sat.u8.u16 %hq, %ha;", host_fit(h[0], 8, false))
X(INT, H, "cvt.sat.u8.s16 %hq, %ha;", host_fit(i[0], 8, false))
X(INT, H, "cvt.sat.u8.u32 %hq, %ra;", host_fit(r[0], 8, false))
X(INT, H, "cvt.sat.u8.s32 %hq, %ra;", host_fit(s[0], 8, false))
X(INT, H, "cvt.sat.u8.u64 %hq, %la;", host_fit(l[0], 8, false))
X(INT, H, "cvt.sat.u8.s64 %hq, %la;", host_fit(k[0], 8, false))
X(INT, H, "cvt.sat.s8.u8 %hq, %ha;", host_fit((uint8_t)r[0], 8, true))
X(INT, H, "cvt.sat.s8.u16 %hq, %ha;", host_fit(h[0], 8, true))
X(INT, H, "cvt.sat.s8.s16 %hq, %ha;", host_fit(i[0], 8, true))
X(INT, H, "cvt.sat.s8.u32 %hq, %ra;", host_fit(r[0], 8, true))
X(INT, H, "cvt.sat.s8.s32 %hq, %ra;", host_fit(s[0], 8, true))
X(INT, H, "cvt.sat.s8.u64 %hq, %la;", host_fit(l[0], 8, true))
X(INT, H, "cvt.sat.s8.s64 %hq, %la;", host_fit(k[0], 8, true))
X(INT, H, "cvt.sat.u16.s8 %hq, %ha;", host_fit((int8_t)r[0], 16, false))
X(INT, H, "cvt.sat.u16.s16 %hq, %ha;", host_fit(i[0], 16, false))
X(INT, H, "cvt.sat.u16.u32 %hq, %ra;", host_fit(r[0], 16, false))
X(INT, H, "cvt.sat.u16.s32 %hq, %ra;", host_fit(s[0], 16, false))
X(INT, H, "cvt.sat.u16.u64 %hq, %la;", host_fit(l[0], 16, false))
X(INT, H, "cvt.sat.u16.s64 %hq, %la;", host_fit(k[0], 16, false))
X(INT, H, "cvt.sat.s16.u16 %hq, %ha;", host_fit(h[0], 16, true))
X(INT, H, "cvt.sat.s16.u32 %hq, %ra;", host_fit(r[0], 16, true))
X(INT, H, "cvt.sat.s16.s32 %hq, %ra;", host_fit(s[0], 16, true))
X(INT, H, "cvt.sat.s16.u64 %hq, %la;", host_fit(l[0], 16, true))
X(INT, H, "cvt.sat.s16.s64 %hq, %la;", host_fit(k[0], 16, true))
X(INT, R, "cvt.sat.u32.s8 %rq, %ha;", host_fit((int8_t)r[0], 32, false))
X(INT, R, "cvt.sat.u32.s16 %rq, %ha;", host_fit(i[0], 32, false))
X(INT, R, "cvt.sat.u32.u64 %rq, %la;", host_fit(l[0], 32, false))
X(INT, R, "cvt.sat.u32.s64 %rq, %la;", host_fit(k[0], 32, false))
X(INT, R, "cvt.sat.s32.u64 %rq, %la;", host_fit(l[0], 32, true))
X(INT, R, "cvt.sat.s32.s64 %rq, %la;", host_fit(k[0], 32, true))
X(INT, L, "cvt.sat.u64.s8 %lq, %ha;", host_fit((int8_t)r[0], 64, false))
X(INT, L, "cvt.sat.u64.s16 %lq, %ha;", host_fit(i[0], 64, false))
X(INT, L, "cvt.sat.u64.s32 %lq, %ra;", host_fit(s[0], 64, false))
X(INT, L, "cvt.sat.u64.s64 %lq, %la;", host_fit(k[0], 64, false))
X(INT, L, "cvt.sat.s64.u64 %lq, %la;", host_fit(l[0], 64, true))
X(DBL, F, "cvt.rn.sat.f32.f64 %fq, %da;", isnan(d[0]) ? 0 : host_unit((float)d[0]))
X(INT, F, "cvt.rn.sat.f32.s64 %fq, %la;", host_unit((double)k[0]))
X(DBL, D, "cvt.sat.f64.f64 %dq, %da;", host_unit(d[0]))
X(FLT, D, "cvt.sat.f64.f32 %dq, %fa;", host_unit((double)ftz(f[0])))
X(INT, D, "cvt.rn.sat.f64.u32 %dq, %ra;", host_unit((double)r[0]))
X(DBL, H, "cvt.rn.f16.f64 %hq, %da;", host_half_of(d[0]))
