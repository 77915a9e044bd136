/* SPDX-License-Identifier: Apache-2.0
 *
 * Bit operations, vectors, special registers: see test_inst.c.
 */
X(INT, R, "popc.b32 %rq, %ra;", (uint64_t)__builtin_popcount(r[0]))
X(INT, R, "popc.b64 %rq, %la;", (uint64_t)__builtin_popcountll(l[0]))
X(INT, R, "clz.b32 %rq, %ra;", r[0] ? (uint64_t)__builtin_clz(r[0]) : 32)
X(INT, R, "clz.b64 %rq, %la;", l[0] ? (uint64_t)__builtin_clzll(l[0]) : 64)
X(INT, R, "brev.b32 %rq, %ra;", host_brev(r[0]))
X(INT, L, "brev.b64 %lq, %la;", (uint64_t)host_brev((uint32_t)l[0]) << 32 | host_brev((uint32_t)(l[0] >> 32)))
X(INT, R, "bfind.u32 %rq, %ra;", r[0] ? 31 - (uint64_t)__builtin_clz(r[0]) : 0xffffffff)
X(INT, R, "bfind.s32 %rq, %ra;",
  s[0] != 0 && s[0] != -1 ? 31 - (uint64_t)__builtin_clz(s[0] < 0 ? ~r[0] : r[0]) : 0xffffffff)
X(INT, R, "bfind.u64 %rq, %la;", l[0] ? 63 - (uint64_t)__builtin_clzll(l[0]) : 0xffffffff)
X(INT, R, "bfind.s64 %rq, %la;",
  k[0] != 0 && k[0] != -1 ? 63 - (uint64_t)__builtin_clzll(k[0] < 0 ? ~l[0] : l[0]) : 0xffffffff)
X(INT, R, "bfind.shiftamt.u32 %rq, %ra;", r[0] ? (uint64_t)__builtin_clz(r[0]) : 0xffffffff)
X(SMALL, R, "bfe.u32 %rq, %ra, %rb, %rc;", host_bfe(r[0], r[1], r[2], 32))
X(SMALL, R, "bfe.s32 %rq, %ra, %rb, %rc;", (uint64_t)host_bfes(s[0], r[1], r[2], 32))
X(SMALL, L, "bfe.u64 %lq, %la, %rb, %rc;", host_bfe(l[0], r[1], r[2], 64))
X(SMALL, L, "bfe.s64 %lq, %la, %rb, %rc;", (uint64_t)host_bfes(k[0], r[1], r[2], 64))
X(SMALL, R, "mov.u32 %rz, 0xdeadbeef; bfi.b32 %rq, %ra, %rz, %rb, %rc;", host_bfi(r[0], 0xdeadbeef, r[1], r[2], 32))
X(SMALL, L, "mov.u64 %lz, 0x123456789abcdef0; bfi.b64 %lq, %la, %lz, %rb, %rc;",
  host_bfi(l[0], 0x123456789abcdef0, r[1], r[2], 64))
X(INT, R, "bfe.u32 %rq, %ra, 0, 8;", host_bfe(r[0], 0, 8, 32))
X(INT, R, "bfe.s32 %rq, %ra, 0, 8;", (uint64_t)host_bfes(s[0], 0, 8, 32))
X(INT, L, "bfe.u64 %lq, %la, 0, 8;", host_bfe(l[0], 0, 8, 64))
X(INT, L, "bfe.s64 %lq, %la, 0, 8;", (uint64_t)host_bfes(k[0], 0, 8, 64))
X(INT, R, "bfi.b32 %rq, %ra, %rb, 0, 8;", host_bfi(r[0], r[1], 0, 8, 32))
X(INT, R, "bfe.u32 %rq, %ra, 5, 9;", host_bfe(r[0], 5, 9, 32))
X(INT, R, "bfe.s32 %rq, %ra, 5, 9;", (uint64_t)host_bfes(s[0], 5, 9, 32))
X(INT, L, "bfe.u64 %lq, %la, 5, 9;", host_bfe(l[0], 5, 9, 64))
X(INT, L, "bfe.s64 %lq, %la, 5, 9;", (uint64_t)host_bfes(k[0], 5, 9, 64))
X(INT, R, "bfi.b32 %rq, %ra, %rb, 5, 9;", host_bfi(r[0], r[1], 5, 9, 32))
X(INT, R, "bfe.u32 %rq, %ra, 24, 8;", host_bfe(r[0], 24, 8, 32))
X(INT, R, "bfe.s32 %rq, %ra, 24, 8;", (uint64_t)host_bfes(s[0], 24, 8, 32))
X(INT, L, "bfe.u64 %lq, %la, 24, 8;", host_bfe(l[0], 24, 8, 64))
X(INT, L, "bfe.s64 %lq, %la, 24, 8;", (uint64_t)host_bfes(k[0], 24, 8, 64))
X(INT, R, "bfi.b32 %rq, %ra, %rb, 24, 8;", host_bfi(r[0], r[1], 24, 8, 32))
X(INT, R, "bfe.u32 %rq, %ra, 31, 1;", host_bfe(r[0], 31, 1, 32))
X(INT, R, "bfe.s32 %rq, %ra, 31, 1;", (uint64_t)host_bfes(s[0], 31, 1, 32))
X(INT, L, "bfe.u64 %lq, %la, 31, 1;", host_bfe(l[0], 31, 1, 64))
X(INT, L, "bfe.s64 %lq, %la, 31, 1;", (uint64_t)host_bfes(k[0], 31, 1, 64))
X(INT, R, "bfi.b32 %rq, %ra, %rb, 31, 1;", host_bfi(r[0], r[1], 31, 1, 32))
X(INT, R, "bfe.u32 %rq, %ra, 8, 32;", host_bfe(r[0], 8, 32, 32))
X(INT, R, "bfe.s32 %rq, %ra, 8, 32;", (uint64_t)host_bfes(s[0], 8, 32, 32))
X(INT, L, "bfe.u64 %lq, %la, 8, 32;", host_bfe(l[0], 8, 32, 64))
X(INT, L, "bfe.s64 %lq, %la, 8, 32;", (uint64_t)host_bfes(k[0], 8, 32, 64))
X(INT, R, "bfi.b32 %rq, %ra, %rb, 8, 32;", host_bfi(r[0], r[1], 8, 32, 32))
X(INT, R, "bfe.u32 %rq, %ra, 0, 0;", host_bfe(r[0], 0, 0, 32))
X(INT, R, "bfe.s32 %rq, %ra, 0, 0;", (uint64_t)host_bfes(s[0], 0, 0, 32))
X(INT, L, "bfe.u64 %lq, %la, 0, 0;", host_bfe(l[0], 0, 0, 64))
X(INT, L, "bfe.s64 %lq, %la, 0, 0;", (uint64_t)host_bfes(k[0], 0, 0, 64))
X(INT, R, "bfi.b32 %rq, %ra, %rb, 0, 0;", host_bfi(r[0], r[1], 0, 0, 32))
X(INT, R, "prmt.b32 %rq, %ra, %rb, %rc;", host_prmt(r[0], r[1], r[2]))
X(INT, R, "prmt.b32 %rq, %ra, %rb, 0x4b2f;", host_prmt(r[0], r[1], 0x4b2f))
X(SMALL, R, "shf.l.wrap.b32 %rq, %ra, %rb, %rc;", (r[1] << (r[2] & 31)) | (r[2] & 31 ? r[0] >> (32 - (r[2] & 31)) : 0))
X(SMALL, R, "shf.r.wrap.b32 %rq, %ra, %rb, %rc;", (r[0] >> (r[2] & 31)) | (r[2] & 31 ? r[1] << (32 - (r[2] & 31)) : 0))
X(SMALL, R, "shf.l.clamp.b32 %rq, %ra, %rb, %rc;",
  r[2] >= 32 ? r[0] : (r[1] << r[2]) | (r[2] ? r[0] >> (32 - r[2]) : 0))
X(SMALL, R, "shf.r.clamp.b32 %rq, %ra, %rb, %rc;",
  r[2] >= 32 ? r[1] : (r[0] >> r[2]) | (r[2] ? r[1] << (32 - r[2]) : 0))
X(INT, L, "mov.b64 {%ra, %rb}, %la; mov.b64 %lq, {%rb, %ra};", l[0] << 32 | l[0] >> 32)
X(INT, R, "mov.b32 {%ha, %hb}, %ra; mov.b32 %rq, {%hb, %ha};", (r[0] << 16) | (r[0] >> 16))
X(INT, L, "mov.b64 {%ha, %hb, %hc, %hz}, %la; mov.b64 %lq, {%hz, %hc, %hb, %ha};",
  (l[0] << 48) | (l[0] >> 48) | ((l[0] & 0xffff0000) << 16) | ((l[0] >> 16) & 0xffff0000))
X(INT, F, "copysign.f32 %fq, %fa, %fb;", copysignf(f[1], f[0]))
X(DBL, D, "copysign.f64 %dq, %da, %db;", copysign(d[1], d[0]))
X(INT, R, "mov.u32 %rq, %laneid; mov.u32 %rz, %tid.x; and.b32 %rz, %rz, 31; sub.u32 %rq, %rq, %rz;", 0)
X(INT, R,
  "mov.u32 %rq, %lanemask_lt; mov.u32 %rz, %lanemask_ge; add.u32 %rq, %rq, %rz; mov.u32 %rz, %lanemask_le; xor.b32 "
  "%rq, %rq, %rz; mov.u32 %rz, %lanemask_gt; xor.b32 %rq, %rq, %rz;",
  0)
X(INT, R,
  "mov.u32 %rq, %nctaid.x; mov.u32 %rz, %nctaid.y; add.u32 %rq, %rq, %rz; mov.u32 %rz, WARP_SZ; add.u32 %rq, %rq, "
  "%rz;",
  41)
X(INT, R, "mov.u32 %rz, %clock; mov.u32 %rq, %clock; sub.u32 %rq, %rq, %rz; min.u32 %rq, %rq, 0;", 0)
X(INT, L, "mov.u64 %lz, %clock64; shr.u64 %lq, %lz, 32;", 0)
