/* SPDX-License-Identifier: Apache-2.0
 *
 * Reductions over a group of lanes by the names of CUDA's cooperative_groups/reduce.h. All lanes get the result, which
 * is joined pairwise: lane i with lane i + 1, then with i + 2 and so on.
 */
#ifndef GT200_COOPERATIVE_GROUPS_REDUCE_H
#define GT200_COOPERATIVE_GROUPS_REDUCE_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "../cooperative_groups.h"

#if defined(__CUDA__) && defined(__clang__) && defined(__cplusplus)
#define __GT_CG __attribute__((always_inline, nodebug)) __device__

namespace cooperative_groups {

template <class T> struct plus { __GT_CG T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { __GT_CG T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __GT_CG T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { __GT_CG T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { __GT_CG T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { __GT_CG T operator()(T a, T b) const { return a ^ b; } };

template <unsigned int N, class P, class T, class F>
__GT_CG T reduce(const thread_block_tile<N, P> &g, T v, F f)
{
    for (unsigned int d = 1; d < N; d *= 2)
        v = f(v, g.shfl_xor(v, d));
    return v;
}
template <class T, class F> __GT_CG T reduce(const coalesced_group &g, T v, F f)
{
    const unsigned int n = g.size(), rank = g.thread_rank();
    for (unsigned int d = 1; d < n; d *= 2) {
        const T other = g.shfl_down(v, d);
        if (rank % (2 * d) == 0 && rank + d < n)
            v = f(v, other);
    }
    return g.shfl(v, 0);
}

}

#undef __GT_CG
#endif

#endif
