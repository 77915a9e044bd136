/* SPDX-License-Identifier: Apache-2.0
 *
 * What sm_70 to sm_90 have and GT200 has not: atomics of 64 bits and of floats in global and shared memory, counts of a
 * block's threads, matches, shifts of pairs. The host computes the same; says "ok", or which value differs.
 */
#include <stdio.h>
#include <string.h>

typedef unsigned long long u64;
enum { BLOCKS = 4, THREADS = 128, ALL = BLOCKS * THREADS };

struct sums {
    double d;
    float f;
    long long least, most;
    u64 greatest, in_all, in_some, odd, counter;
};
struct thread {
    int count, all, some;
    unsigned match, every, same, shifted, loaded;
};
static struct sums sums[BLOCKS + 1], want_sums[BLOCKS + 1];
static struct thread threads[ALL], want[ALL];

/* A number of 64 bits, another for each t. */
static __host__ __device__ u64 wide(unsigned t) { return (t + 1) * 0x9e3779b97f4a7c15ull ^ (u64)t << 57; }

static __device__ void add_to(struct sums *s, u64 v)
{
    atomicAdd(&s->d, (double)(v >> 40) * 0.5);
    atomicAdd(&s->f, (float)(v & 31));
    atomicMin(&s->least, (long long)v);
    atomicMax(&s->most, (long long)v);
    atomicMax(&s->greatest, v);
    atomicAnd(&s->in_all, v | 0xff00ff00ff00ffull);
    atomicOr_system(&s->in_some, v & 0x1000100010001000ull);
    atomicXor_block(&s->odd, v);
    atomicAdd(&s->counter, v >> 3);
}

__global__ void k(struct sums *sum, struct thread *out, unsigned n)
{
    __shared__ struct sums own;
    const unsigned x = threadIdx.x, t = blockIdx.x * THREADS + x;
    const u64 v = wide(t);
    struct thread r;
    int same;

    if (!x)
        memset(&own, 0, sizeof own);
    __syncthreads();
    add_to(&own, v);
    add_to(&sum[BLOCKS], v);
    r.count = __syncthreads_count(v % 3 == 0);
    r.all = __syncthreads_and(x < THREADS) + 2 * __syncthreads_and(x != 5);
    r.some = __syncthreads_or(x == 77 && blockIdx.x == 2);
    r.match = __match_any_sync(~0u, (v & 3) << 40);
    r.every = __match_all_sync(~0u, blockIdx.x, &same);
    r.same = same;
    __match_all_sync(~0u, x, &same);
    r.same += 2 * same;
    r.shifted = __funnelshift_l((unsigned)v, v >> 32, n) ^ __funnelshift_rc((unsigned)v, v >> 32, 40) ^
                __funnelshift_r((unsigned)v, v >> 32, 7);
    r.loaded = __ldg(&out[(t + 1) % ALL].loaded);
    out[t] = r;
    if (!x)
        sum[blockIdx.x] = own;
}

static void add(struct sums *s, u64 v)
{
    s->d += (double)(v >> 40) * 0.5;
    s->f += (float)(v & 31);
    s->least = (long long)v < s->least ? (long long)v : s->least;
    s->most = (long long)v > s->most ? (long long)v : s->most;
    s->greatest = v > s->greatest ? v : s->greatest;
    s->in_all &= v | 0xff00ff00ff00ffull;
    s->in_some |= v & 0x1000100010001000ull;
    s->odd ^= v;
    s->counter += v >> 3;
}

int main(void)
{
    const unsigned n = 37;
    struct sums *s;
    struct thread *d;

    for (unsigned t = 0; t < ALL; t++) {
        const unsigned b = t / THREADS;
        const u64 v = wide(t);
        add(&want_sums[b], v);
        add(&want_sums[BLOCKS], v);
        struct thread *w = &want[t];
        for (unsigned i = b * THREADS; i < (b + 1) * THREADS; i++)
            w->count += wide(i) % 3 == 0;
        w->all = 1;
        w->some = b == 2;
        for (unsigned l = 0; l < 32; l++)
            w->match |= (wide(t / 32 * 32 + l) & 3) == (v & 3) ? 1u << l : 0;
        w->every = ~0u;
        w->same = 1;
        w->shifted = (unsigned)(v << (n & 31) >> 32) ^ (unsigned)(v >> 32) ^ (unsigned)(v >> 7);
    }
    if (cudaMalloc(&s, sizeof sums) || cudaMalloc(&d, sizeof threads) || cudaMemset(s, 0, sizeof sums) ||
        cudaMemset(d, 0, sizeof threads))
        return 1;
    k<<<BLOCKS, THREADS>>>(s, d, n);
    const cudaError_t e = cudaGetLastError();
    if (e || cudaMemcpy(sums, s, sizeof sums, cudaMemcpyDeviceToHost) ||
        cudaMemcpy(threads, d, sizeof threads, cudaMemcpyDeviceToHost))
        return printf("%s\n", cudaGetErrorString(e)), 1;
    for (unsigned b = 0; b <= BLOCKS; b++)
        if (memcmp(&sums[b], &want_sums[b], sizeof *sums))
            return printf("sums %u: %g %g %llx %llx %llx %llx %llx %llx %llx\n", b, sums[b].d, sums[b].f,
                          sums[b].least, sums[b].most, sums[b].greatest, sums[b].in_all, sums[b].in_some, sums[b].odd,
                          sums[b].counter), 1;
    for (unsigned t = 0; t < ALL; t++)
        if (memcmp(&threads[t], &want[t], sizeof *want))
            return printf("thread %u: %d %d %d %x %x %u %x %u\n", t, threads[t].count, threads[t].all,
                          threads[t].some, threads[t].match, threads[t].every, threads[t].same, threads[t].shifted,
                          threads[t].loaded), 1;
    puts("ok");
    return 0;
}
