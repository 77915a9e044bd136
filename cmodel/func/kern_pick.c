/* SPDX-License-Identifier: Apache-2.0
 *
 * Chooses the kernel set at run time.
 */
#include "kern.h"

const struct gt_kernels *gt_kernels(void)
{
#ifdef GT_HAVE_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &gt_kernels_avx2;
#endif
    return &gt_kernels_base;
}
