// SPDX-License-Identifier: Apache-2.0
#include "scale.h"
#ifdef __CUDACC__
#error this is no CUDA C
#endif

int odd(int i)
{
    return i % 2;
}
