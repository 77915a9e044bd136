/* SPDX-License-Identifier: Apache-2.0
 *
 * cooperative_groups.h: block, tiles, lanes that go together. The host computes the same; says "ok", or which value
 * differs.
 */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>
#include <string.h>

namespace cg = cooperative_groups;
typedef unsigned u32;
enum { X = 24, Y = 8, THREADS = X * Y, WORDS = 20 };
static u32 got[THREADS * WORDS], want[THREADS * WORDS];

static __host__ __device__ u32 noise(u32 t) { return (t * 0x9e3779b9u + 0x85ebca6bu) * 0xc2b2ae35u ^ t << 9; }

__device__ u32 sum_of(const cg::thread_group &g, u32 *box, u32 v)
{
    const u32 at = g.thread_rank();
    for (u32 i = g.size() / 2; i; i /= 2) {
        box[at] = v;
        g.sync();
        if (at < i)
            v += box[at + i];
        g.sync();
    }
    return v;
}

/* CUDA 2.x had a function of this name. */
__shared__ u32 all[THREADS];

__global__ void k(u32 *out)
{
    cg::thread_block b = cg::this_thread_block();
    const u32 t = b.thread_rank(), v = noise(t);
    u32 r[WORDS] = { 0 };
    r[0] = t + 1000 * b.size() + (b.group_index().x + b.thread_index().y + b.group_dim().x) * 1000000;
    all[t] = v;
    cg::sync(b);
    r[1] = all[THREADS - 1 - t];
    b.sync();
    auto eight = cg::tiled_partition<8>(b);
    r[2] = eight.thread_rank() + 100 * eight.meta_group_rank() + 10000 * eight.size();
    r[3] = eight.shfl(v, 5) ^ eight.shfl_up(t, 3) ^ eight.shfl_down(t * 7, 2) ^ eight.shfl_xor(v, 6);
    r[4] = eight.ballot(v & 1) | eight.match_any(v & 3) << 8 | (u32)eight.any(t % 64 == 5) << 16 |
           (u32)eight.all(t % 64 < 19) << 17;
    r[5] = cg::reduce(eight, (int)v, cg::less<int>());
    auto two = cg::tiled_partition<2>(eight);
    r[6] = cg::reduce(two, (unsigned long long)v << 20, cg::plus<unsigned long long>()) >> 20;
    auto warp = cg::tiled_partition<32>(b);
    r[7] = cg::reduce(warp, (double)(v & 0xffff), cg::plus<double>());
    if (v % 3 == 0) {
        cg::coalesced_group g = cg::coalesced_threads();
        r[8] = g.thread_rank() + 100 * g.size();
        r[9] = g.shfl(v, 2 % g.size());
        r[10] = g.shfl_up(t, 1) + 1000 * g.shfl_down(t, 1);
        r[11] = g.ballot(v & 4);
        r[12] = cg::reduce(g, v, cg::bit_xor<u32>());
        g.sync();
    }
    warp.sync();
    auto labelled = cg::labeled_partition(warp, v % 5);
    r[13] = labelled.size() + 100 * labelled.thread_rank();
    auto parted = cg::binary_partition(eight, v & 8);
    r[14] = parted.size() + 100 * parted.thread_rank();
    const cg::thread_group g = cg::tiled_partition(b, 4);
    r[15] = sum_of(g, all + t - g.thread_rank(), v) * (g.thread_rank() == 0);
    b.sync();
    r[16] = sum_of(eight, all + t - eight.thread_rank(), v) * (eight.thread_rank() == 0);
    r[17] = (u32)cg::this_grid().thread_rank() + 1000 * (u32)cg::this_grid().size();
    const char small = eight.shfl((char)v, 1);
    r[18] = (unsigned char)small;
    for (int i = 0; i < WORDS; i++)
        out[t * WORDS + i] = r[i];
}

static void expect(u32 t, u32 *r)
{
    const u32 v = noise(t), e = t & ~7u, i = t & 7, w = t & ~31u;
    u32 n = 0, rank = 0, with[32], label = 0, before = 0, side = 0, side_before = 0;
    r[0] = t + 1000 * THREADS + (t / X + X) * 1000000;
    r[1] = noise(THREADS - 1 - t);
    r[2] = i + 100 * (t / 8) + 80000;
    r[3] = noise(e + 5) ^ (i < 3 ? t : t - 3) ^ (i > 5 ? t : t + 2) * 7 ^ noise(t ^ 6);
    r[4] = (e % 64 == 0) << 16 | (e % 64 < 16) << 17;
    r[5] = v;
    for (u32 k = e; k < e + 8; k++) {
        r[4] |= (noise(k) & 1) << (k - e) | ((noise(k) & 3) == (v & 3) ? 256u : 0u) << (k - e);
        r[5] = (int)noise(k) < (int)r[5] ? noise(k) : r[5];
        side += (noise(k) & 8) == (v & 8);
        side_before += k < t && (noise(k) & 8) == (v & 8);
    }
    r[6] = noise(t & ~1u) + noise(t | 1);
    r[7] = 0;
    for (u32 k = w; k < w + 32; k++) {
        r[7] += noise(k) & 0xffff;
        rank += k < t && noise(k) % 3 == 0;
        if (noise(k) % 3 == 0)
            with[n++] = k;
        label += noise(k) % 5 == v % 5;
        before += k < t && noise(k) % 5 == v % 5;
    }
    if (v % 3 == 0) {
        r[8] = rank + 100 * n;
        r[9] = noise(with[2 % n]);
        r[10] = (rank ? with[rank - 1] : t) + 1000 * (rank + 1 < n ? with[rank + 1] : t);
        for (u32 k = 0; k < n; k++) {
            r[11] |= (noise(with[k]) >> 2 & 1) << k;
            r[12] ^= noise(with[k]);
        }
    }
    r[13] = label + 100 * before;
    r[14] = side + 100 * side_before;
    for (u32 k = 0; k < 8; k++) {
        r[15] += t % 4 == 0 && k < 4 ? noise(t + k) : 0;
        r[16] += i == 0 ? noise(t + k) : 0;
    }
    r[17] = t + 1000 * THREADS;
    r[18] = noise(e + 1) & 255;
}

int main()
{
    u32 *out;
    int bad = 0;
    cudaMalloc((void **)&out, sizeof got);
    k<<<1, dim3(X, Y)>>>(out);
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
