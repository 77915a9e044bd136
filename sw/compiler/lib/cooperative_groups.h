/* SPDX-License-Identifier: Apache-2.0
 *
 * Groups of threads by the names of CUDA's cooperative_groups.h: the block, tiles of a warp, the lanes that go
 * together, the grid. For devices of compute capability 7.0 and later.
 */
#ifndef GT200_COOPERATIVE_GROUPS_H
#define GT200_COOPERATIVE_GROUPS_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__) && defined(__cplusplus)     /* for others there is nothing */
#if __GT_ARCH < 700
#error "cooperative_groups.h: groups of threads need compute capability 7.0 (-arch=sm_70)"
#endif

#define __GT_CG __attribute__((always_inline, nodebug)) __device__

namespace cooperative_groups {

struct __gt_group {
    static __GT_CG unsigned int lane()
    {
        unsigned int r;
        __asm__("mov.u32 %0, %%laneid;" : "=r"(r));
        return r;
    }
    static __GT_CG unsigned int lanes_below()
    {
        unsigned int r;
        __asm__("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
        return r;
    }
    /* The lane of the n-th one, from 0 on. */
    static __GT_CG unsigned int nth(unsigned int lanes, unsigned int n)
    {
        unsigned int r;
        __asm__("fns.b32 %0, %1, 0, %2;" : "=r"(r) : "r"(lanes), "r"(n + 1));
        return r;
    }
    static __GT_CG unsigned int block_size() { return blockDim.x * blockDim.y * blockDim.z; }
    static __GT_CG unsigned int block_rank()
    {
        return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    }
    /* The value of another lane, whatever its size. */
    template <class T> static __GT_CG T from_lane(unsigned int lanes, const T &v, unsigned int lane)
    {
        unsigned int word[(sizeof(T) + 3) / 4] = { 0 };
        T r;
        __builtin_memcpy(word, &v, sizeof v);
        for (unsigned int k = 0; k < (sizeof(T) + 3) / 4; k++)
            word[k] = __shfl_sync(lanes, word[k], (int)lane);
        __builtin_memcpy(&r, word, sizeof r);
        return r;
    }
};

/* Any group: the lanes of a warp, or the whole block. */
class thread_group {
protected:
    unsigned int lanes;                 /* 0: the block */
    friend __GT_CG thread_group tiled_partition(const thread_group &, unsigned int);
    __GT_CG explicit thread_group(unsigned int l) : lanes(l) {}

public:
    __GT_CG void sync() const
    {
        if (lanes)
            __syncwarp(lanes);
        else
            __syncthreads();
    }
    __GT_CG unsigned int size() const { return lanes ? (unsigned int)__popc((int)lanes) : __gt_group::block_size(); }
    __GT_CG unsigned int num_threads() const { return size(); }
    __GT_CG unsigned int thread_rank() const
    {
        return lanes ? (unsigned int)__popc((int)(lanes & __gt_group::lanes_below())) : __gt_group::block_rank();
    }
    __GT_CG bool is_valid() const { return true; }
};

class thread_block : public thread_group {
    friend __GT_CG thread_block this_thread_block();
    __GT_CG thread_block() : thread_group(0) {}

public:
    struct arrival_token {};
    static __GT_CG void sync() { __syncthreads(); }
    static __GT_CG unsigned int size() { return __gt_group::block_size(); }
    static __GT_CG unsigned int num_threads() { return size(); }
    static __GT_CG unsigned int thread_rank() { return __gt_group::block_rank(); }
    static __GT_CG dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static __GT_CG dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static __GT_CG dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static __GT_CG dim3 dim_threads() { return group_dim(); }
};
__GT_CG inline thread_block this_thread_block() { return thread_block(); }

/* How many blocks have come to the grid's barrier, and how many barriers they have passed. */
static __device__ unsigned int __gt_grid_came[2];

/* The grid. Its barrier needs cudaLaunchCooperativeKernel, which is_valid() does not know. */
class grid_group {
    friend __GT_CG grid_group this_grid();
    __GT_CG grid_group() {}

public:
    /* The last block to come lets the others go, by the number of the barrier. */
    static __GT_CG void sync()
    {
        __syncthreads();
        if (!__gt_group::block_rank()) {
            volatile unsigned int *passed = &__gt_grid_came[1];
            unsigned int before = *passed;
            __threadfence();
            if (atomicAdd(&__gt_grid_came[0], 1u) + 1 == (unsigned int)num_blocks()) {
                __gt_grid_came[0] = 0;
                __threadfence();
                *passed = before + 1;
            } else {
                while (*passed == before)
                    ;
            }
            __threadfence();
        }
        __syncthreads();
    }
    static __GT_CG bool is_valid() { return false; }
    static __GT_CG unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    static __GT_CG unsigned long long block_rank()
    {
        return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    }
    static __GT_CG unsigned long long size() { return num_blocks() * __gt_group::block_size(); }
    static __GT_CG unsigned long long num_threads() { return size(); }
    static __GT_CG unsigned long long thread_rank()
    {
        return block_rank() * __gt_group::block_size() + __gt_group::block_rank();
    }
    static __GT_CG dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    static __GT_CG dim3 dim_blocks() { return group_dim(); }
    static __GT_CG dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
__GT_CG inline grid_group this_grid() { return grid_group(); }

/* Lanes of a warp, whichever. Ranks count those that are in the group. */
class coalesced_group : public thread_group {
    friend __GT_CG coalesced_group coalesced_threads();
    template <class G> friend __GT_CG coalesced_group labeled_partition(const G &, unsigned int);
    template <class G> friend __GT_CG coalesced_group binary_partition(const G &, bool);
    __GT_CG explicit coalesced_group(unsigned int l) : thread_group(l) {}
    __GT_CG unsigned int packed(unsigned int of) const
    {
        unsigned int r = 0;
        for (unsigned int i = 0, rest = lanes; rest; rest &= rest - 1, i++)
            r |= (of & rest & -rest ? 1u : 0u) << i;
        return lanes == 0xffffffffu ? of : r;
    }

public:
    __GT_CG unsigned int __gt_lanes() const { return lanes; }
    template <class T> __GT_CG T shfl(T v, unsigned int rank) const
    {
        return __gt_group::from_lane(lanes, v, __gt_group::nth(lanes, rank));
    }
    template <class T> __GT_CG T shfl_up(T v, unsigned int delta) const
    {
        const unsigned int rank = thread_rank();
        return shfl(v, rank < delta ? rank : rank - delta);
    }
    template <class T> __GT_CG T shfl_down(T v, unsigned int delta) const
    {
        const unsigned int rank = thread_rank();
        return shfl(v, rank + delta >= size() ? rank : rank + delta);
    }
    __GT_CG int any(int p) const { return __any_sync(lanes, p); }
    __GT_CG int all(int p) const { return __all_sync(lanes, p); }
    __GT_CG unsigned int ballot(int p) const { return packed(__ballot_sync(lanes, p)); }
    template <class T> __GT_CG unsigned int match_any(T v) const { return packed(__match_any_sync(lanes, v)); }
    template <class T> __GT_CG unsigned int match_all(T v, int &same) const
    {
        return packed(__match_all_sync(lanes, v, &same));
    }
    __GT_CG unsigned int meta_group_size() const { return 1; }
    __GT_CG unsigned int meta_group_rank() const { return 0; }
};
__GT_CG inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/* A tile of N lanes side by side. */
template <unsigned int N, class Parent = void> class thread_block_tile : public thread_group {
    static_assert(N && N <= 32 && !(N & (N - 1)), "expected a tile of 1, 2, 4, 8, 16 or 32 threads");
    static __GT_CG unsigned int own()
    {
        return N == 32 ? 0xffffffffu : ((1u << (N & 31)) - 1) << (__gt_group::lane() & ~(N - 1));
    }
    __GT_CG unsigned int first() const { return __gt_group::lane() & ~(N - 1); }

public:
    __GT_CG thread_block_tile() : thread_group(own()) {}
    template <class P> __GT_CG thread_block_tile(const thread_block_tile<N, P> &) : thread_group(own()) {}
    __GT_CG unsigned int __gt_lanes() const { return lanes; }
    __GT_CG void sync() const { __syncwarp(lanes); }
    static __GT_CG constexpr unsigned int size() { return N; }
    static __GT_CG constexpr unsigned int num_threads() { return N; }
    static __GT_CG unsigned int thread_rank() { return __gt_group::lane() & (N - 1); }
    static __GT_CG unsigned int meta_group_size() { return (__gt_group::block_size() + N - 1) / N; }
    static __GT_CG unsigned int meta_group_rank() { return __gt_group::block_rank() / N; }
    template <class T> __GT_CG T shfl(T v, int rank) const
    {
        return __gt_group::from_lane(lanes, v, first() + ((unsigned int)rank & (N - 1)));
    }
    template <class T> __GT_CG T shfl_up(T v, unsigned int delta) const
    {
        const unsigned int rank = thread_rank();
        return __gt_group::from_lane(lanes, v, first() + (rank < delta ? rank : rank - delta));
    }
    template <class T> __GT_CG T shfl_down(T v, unsigned int delta) const
    {
        const unsigned int rank = thread_rank();
        return __gt_group::from_lane(lanes, v, first() + (rank + delta >= N ? rank : rank + delta));
    }
    template <class T> __GT_CG T shfl_xor(T v, unsigned int mask) const
    {
        const unsigned int rank = thread_rank(), other = rank ^ mask;
        return __gt_group::from_lane(lanes, v, first() + (other >= N ? rank : other));
    }
    __GT_CG int any(int p) const { return __any_sync(lanes, p); }
    __GT_CG int all(int p) const { return __all_sync(lanes, p); }
    __GT_CG unsigned int ballot(int p) const { return __ballot_sync(lanes, p) >> first(); }
    template <class T> __GT_CG unsigned int match_any(T v) const { return __match_any_sync(lanes, v) >> first(); }
    template <class T> __GT_CG unsigned int match_all(T v, int &same) const
    {
        return __match_all_sync(lanes, v, &same) >> first();
    }
};

template <unsigned int N> __GT_CG thread_block_tile<N, thread_block> tiled_partition(const thread_block &)
{
    return thread_block_tile<N, thread_block>();
}
template <unsigned int N, unsigned int M, class P>
__GT_CG thread_block_tile<N, thread_block_tile<M, P>> tiled_partition(const thread_block_tile<M, P> &)
{
    static_assert(N <= M, "expected a tile of at most as many threads as the group has");
    return thread_block_tile<N, thread_block_tile<M, P>>();
}
/* Tiles of a size that is known when the program runs: the n-th to the (n + size - 1)-th of the group. */
__GT_CG inline thread_group tiled_partition(const thread_group &of, unsigned int n)
{
    const unsigned int all = of.lanes ? of.lanes : 0xffffffffu, first = of.thread_rank() / n * n;
    unsigned int lanes = 0;
    if (!of.lanes)
        return thread_group(n == 32 ? all : ((1u << n) - 1) << (__gt_group::lane() & ~(n - 1)));
    for (unsigned int i = 0, rest = all; rest; rest &= rest - 1, i++)
        lanes |= i >= first && i < first + n ? rest & -rest : 0;
    return thread_group(lanes);
}
template <class G> __GT_CG coalesced_group labeled_partition(const G &g, unsigned int label)
{
    return coalesced_group(__match_any_sync(g.__gt_lanes(), label));
}
template <class G> __GT_CG coalesced_group binary_partition(const G &g, bool p)
{
    const unsigned int yes = __ballot_sync(g.__gt_lanes(), p);
    return coalesced_group(p ? yes : g.__gt_lanes() & ~yes);
}

template <class G> __GT_CG void sync(const G &g) { g.sync(); }
template <class G> __GT_CG auto thread_rank(const G &g) -> decltype(g.thread_rank()) { return g.thread_rank(); }
template <class G> __GT_CG auto group_size(const G &g) -> decltype(g.size()) { return g.size(); }
template <class G, class F> __GT_CG void invoke_one(const G &g, F f)
{
    if (g.thread_rank() == 0)
        f();
}

}

#undef __GT_CG
#endif

#endif
