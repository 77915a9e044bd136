/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX that sm_70 and later chips have: products of bytes, tables of three bits, masks, barriers of some threads, orders
 * of memory, f16 functions, generic addresses. The host computes the same; says "ok", or which value differs.
 */
#include <stdio.h>
#include <string.h>

typedef unsigned u32;
typedef unsigned long long u64;
enum { THREADS = 128, WORDS = 40 };
static u32 got[THREADS * WORDS], want[THREADS * WORDS];

static __host__ __device__ u32 noise(u32 t, u32 k)
{
    return (t * 0x9e3779b9u + k * 0x85ebca6bu) * 0xc2b2ae35u ^ t << 9;
}

__global__ void k(u32 *out, u32 *flags)
{
    __shared__ u32 box[2 * THREADS], made;
    const u32 t = threadIdx.x, a = noise(t, 1), b = noise(t, 2), c = noise(t, 3);
    u32 r[WORDS] = { 0 };
    asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(r[0]) : "r"(a), "r"(b), "r"(c));
    asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r[1]) : "r"(a), "r"(b), "r"(c));
    asm("dp4a.s32.u32 %0, %1, %2, %3;" : "=r"(r[2]) : "r"(a), "r"(b), "r"(c));
    asm("dp4a.u32.s32 %0, %1, %2, 7;" : "=r"(r[3]) : "r"(a), "r"(b));
    asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(r[4]) : "r"(a), "r"(b), "r"(c));
    asm("dp2a.hi.s32.s32 %0, %1, %2, %3;" : "=r"(r[5]) : "r"(a), "r"(b), "r"(c));
    asm("dp2a.lo.s32.u32 %0, %1, %2, %3;" : "=r"(r[6]) : "r"(a), "r"(b), "r"(c));
    asm("dp2a.hi.u32.s32 %0, %1, %2, %3;" : "=r"(r[7]) : "r"(a), "r"(b), "r"(c));
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r[8]) : "r"(a), "r"(b), "r"(c));
    asm("lop3.b32 %0, %1, 0xff00, %3, 0xca;" : "=r"(r[9]) : "r"(a), "r"(b), "r"(c));
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(r[10]) : "r"(a & 63), "r"(b & 63));
    asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(r[11]) : "r"(a), "r"(b));
    asm("szext.clamp.s32 %0, %1, %2;" : "=r"(r[12]) : "r"(a), "r"(b & 63));
    asm("szext.wrap.u32 %0, %1, %2;" : "=r"(r[13]) : "r"(a), "r"(b));
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(r[14]) : "r"(a), "r"(b & 31), "r"((int)(c % 9) - 4));
    /* warps 0 and 1 give, 2 and 3 take; then all */
    if (t < 64) {
        box[t] = a;
        asm volatile("bar.arrive 1, 128;" : : : "memory");
    } else {
        asm volatile("barrier.sync.aligned 1, 128;" : : : "memory");
        r[15] = box[t - 64];
        asm volatile("bar.sync 2, 64;" : : : "memory");
        box[t - 64] = b;
    }
    asm volatile("bar.sync 0;" : : : "memory");
    r[16] = box[t & 63];
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 77; bar.red.popc.u32 %0, 0, p; }"
                 : "=r"(r[17]) : "r"(t) : "memory");
    asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 77; barrier.cta.red.and.aligned.pred q, 3, 128, p;"
                 " selp.u32 %0, 1, 2, q; barrier.red.or.pred q, 0, !p; @q add.u32 %0, %0, 8; }"
                 : "=r"(r[18]) : "r"(t) : "memory");
    asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 7; bar.red.or.pred q, 0, p; selp.u32 %0, 5, 6, q; }"
                 : "=r"(r[19]) : "r"(t < 100 ? 9 : 8) : "memory");
    /* a message: its words, then the flag, by release; the flag by acquire, then the words */
    if (t < 32) {
        made = 0;
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(flags + 64 + t), "r"(a) : "memory");
        asm volatile("st.release.gpu.global.u32 [%0], 1;" : : "l"(flags + t) : "memory");
    } else if (t < 64) {
        u32 f;
        do
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(f) : "l"(flags + t - 32) : "memory");
        while (!f);
        asm volatile("ld.relaxed.sys.u32 %0, [%1];" : "=r"(r[20]) : "l"(flags + 64 + t - 32) : "memory");
    }
    __syncthreads();
    asm volatile("atom.acq_rel.cta.shared::cta.add.u32 %0, [%1], 3;" : "=r"(r[21]) : "l"(&made) : "memory");
    asm volatile("fence.acq_rel.gpu; fence.sc.sys; fence.sc.cta;" : : : "memory");
    asm volatile("red.release.sys.global.add.u32 [%0], %1;" : : "l"(flags + 128), "r"(t) : "memory");
    asm volatile("atom.gpu.global.max.s32 %0, [%1], %2;" : "=r"(r[22]) : "l"(flags + 129), "r"(t) : "memory");
    r[22] = 0;
    __syncthreads();
    r[21] = made;
    r[22] = flags[128] + flags[129];
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v2.u32 {%0, %1}, [%2];"
                 : "=r"(r[23]), "=r"(r[24]) : "l"(flags + 130));
    asm volatile("prefetch.global.L2 [%0];" : : "l"(flags));
    u64 first, then;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(first) : : "memory");
    asm volatile("nanosleep.u32 2000;" : : : "memory");
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(then) : : "memory");
    r[25] = then >= first && then - first < 100000000;
    /* addresses of any memory */
    u32 mine[4] = { a, b, c, t }, *p = t % 3 == 0 ? mine : t % 3 == 1 ? box : flags + 256;
    asm volatile("" : "+l"(p));
    u32 in;
    p = t % 3 == 0 ? mine + (t & 3) : t % 3 == 1 ? box + t : flags + 256 + t;
    asm("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; isspacep.local p, %1; @p add.u32 %0, %0, 2;"
        " isspacep.global p, %1; @p add.u32 %0, %0, 4; }" : "=r"(in) : "l"(p));
    r[26] = in;
    *p += 17;
    r[27] = *p;
    r[28] = mine[t & 3];
    __syncthreads();
    r[29] = box[t];
    r[30] = flags[256 + t];
    u32 *to[2] = { t & 1 ? &made : flags + 400 + t, mine };
    r[31] = atomicAdd(to[0], t & 1 ? 0u : 5u);
    r[31] = flags[400 + t];
    /* f16 */
    const u32 h = (0x3c00 + (a & 0x3ff)) | (0x4000 + (b & 0x3ff)) << 16, g = 0x3e00bc00;
    asm("max.f16x2 %0, %1, %2;" : "=r"(r[32]) : "r"(h), "r"(g));
    asm("min.NaN.f16x2 %0, %1, %2;" : "=r"(r[33]) : "r"(t & 1 ? h : 0x3c007e00), "r"(g));
    asm("max.NaN.f32 %0, %1, %2;" : "=r"(r[34]) : "r"(0x3f800000 + t), "r"(t & 1 ? 0x40000000 : 0x7fc00001));
    out[t * WORDS + 35] = 0;
    asm volatile("red.global.add.noftz.f16x2 [%0], %1;" : : "l"(flags + 560 + t), "r"(0x3c004200) : "memory");
    asm volatile("atom.relaxed.gpu.global.add.noftz.f16x2 %0, [%1], %2;"
                 : "=r"(r[35]) : "l"(flags + 560 + t), "r"(0x3c004200) : "memory");
    r[36] = flags[560 + t];
    for (int i = 0; i < WORDS; i++)
        out[t * WORDS + i] = r[i];
}

/* Part i of so many bits. */
static int part(u32 v, int i, int bits, int is_signed)
{
    v = v >> i * bits << (32 - bits);
    return is_signed ? (int)v >> (32 - bits) : (int)(v >> (32 - bits));
}

/* c and n products of parts of 32 / n bits of a and bytes of b. */
static u32 products(u32 a, u32 b, u32 c, int n, int sa, int sb)
{
    for (int i = 0; i < n; i++)
        c += (u32)part(a, i, n == 4 ? 8 : 16, sa) * (u32)part(b, i, 8, sb);
    return c;
}
static u32 nth(u32 m, u32 b, int n)
{
    if (!n)
        return m >> b & 1 ? b : ~0u;
    int step = n < 0 ? -1 : 1, left = n < 0 ? -n : n;
    for (int i = (int)b; i >= 0 && i < 32; i += step)
        if (m >> i & 1 && !--left)
            return (u32)i;
    return ~0u;
}

static void expect(u32 t, u32 *r)
{
    const u32 a = noise(t, 1), b = noise(t, 2), c = noise(t, 3), m = t & 63;
    u32 v[WORDS] = {
        products(a, b, c, 4, 0, 0), products(a, b, c, 4, 1, 1), products(a, b, c, 4, 1, 0), products(a, b, 7, 4, 0, 1),
        products(a, b, c, 2, 0, 0), products(a, b >> 16, c, 2, 1, 1), products(a, b, c, 2, 1, 0),
        products(a, b >> 16, c, 2, 0, 1), a ^ b ^ c, (a & 0xff00) | (~a & c),
        (a & 63) > 31 ? 0 : ((b & 63) > 31 ? ~0u : (1u << (b & 63)) - 1) << (a & 63),
        ((b & 31 ? (1u << (b & 31)) - 1 : 0)) << (a & 31),
        (b & 63) == 0 ? 0 : (b & 63) > 31 ? a : (u32)((int)(a << (32 - (b & 63))) >> (32 - (b & 63))),
        b & 31 ? a & ((1u << (b & 31)) - 1) : 0, nth(a, b & 31, (int)(c % 9) - 4),
        t < 64 ? 0 : noise(t - 64, 1), noise(m + 64, 2), 77, 2 + 8, 6, t >= 32 && t < 64 ? noise(t - 32, 1) : 0,
        3 * THREADS, THREADS * (THREADS - 1) / 2 + THREADS - 1, 1130, 1131, 1, t % 3 == 0 ? 2u : t % 3 == 1 ? 1u : 4u };
    const u32 mine[4] = { a, b, c, t };
    u32 box = t < 64 ? noise(t + 64, 2) : 0, far = 1256 + t;
    v[27] = (t % 3 == 0 ? mine[t & 3] : t % 3 == 1 ? box : far) + 17;
    v[28] = mine[t & 3] + (t % 3 == 0 ? 17 : 0);
    v[29] = box + (t % 3 == 1 ? 17 : 0);
    v[30] = far + (t % 3 == 2 ? 17 : 0);
    v[31] = 1400 + t + (t & 1 ? 0 : 5);
    v[32] = (0x3c00 + (a & 0x3ff)) | (0x4000 + (b & 0x3ff)) << 16;
    v[33] = 0x3e00 << 16 | (t & 1 ? 0xbc00 : 0x7fff);
    if (!(t & 1))
        v[33] = 0x3c007fff;
    v[34] = t & 1 ? 0x40000000 : 0x7fffffff;
    v[35] = 0x3c004200;
    v[36] = 0x40004600;
    memcpy(r, v, sizeof v);
}

int main()
{
    static u32 flags[1024];
    u32 *out, *in;
    int bad = 0;
    for (int i = 130; i < 560; i++)
        flags[i] = 1000 + i;
    cudaMalloc((void **)&out, sizeof got);
    cudaMalloc((void **)&in, sizeof flags);
    cudaMemcpy(in, flags, sizeof flags, cudaMemcpyHostToDevice);
    k<<<1, THREADS>>>(out, in);
    cudaError_t e = cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    if (e != cudaSuccess)
        return printf("%s\n", cudaGetErrorString(e)), 1;
    for (u32 t = 0; t < THREADS; t++)
        expect(t, want + t * WORDS);
    for (int i = 0; i < THREADS * WORDS; i++)
        if (got[i] != want[i] && bad++ < 8)
            printf("thread %d, value %d: %08x, expected %08x\n", i / WORDS, i % WORDS, got[i], want[i]);
    if (!bad)
        puts("ok");
    return bad != 0;
}
