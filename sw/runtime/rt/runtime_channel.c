/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: what a texel is made of.
 */
#include "runtime.h"

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){ x, y, z, w, f };
}

static const struct { enum cudaChannelFormatKind kind; int bits; CUarray_format format; } known[] = {
    { cudaChannelFormatKindUnsigned, 8, CU_AD_FORMAT_UNSIGNED_INT8 },
    { cudaChannelFormatKindUnsigned, 16, CU_AD_FORMAT_UNSIGNED_INT16 },
    { cudaChannelFormatKindUnsigned, 32, CU_AD_FORMAT_UNSIGNED_INT32 },
    { cudaChannelFormatKindSigned, 8, CU_AD_FORMAT_SIGNED_INT8 },
    { cudaChannelFormatKindSigned, 16, CU_AD_FORMAT_SIGNED_INT16 },
    { cudaChannelFormatKindSigned, 32, CU_AD_FORMAT_SIGNED_INT32 },
    { cudaChannelFormatKindFloat, 16, CU_AD_FORMAT_HALF },
    { cudaChannelFormatKindFloat, 32, CU_AD_FORMAT_FLOAT },
};

struct cudaChannelFormatDesc rt_channels(CUarray_format format, int comps)
{
    size_t i = 0;

    while (known[i].format != format)
        i++;
    int b = known[i].bits;
    return (struct cudaChannelFormatDesc){ b, comps > 1 ? b : 0, comps > 2 ? b : 0, comps > 2 ? b : 0, known[i].kind };
}

bool rt_format(const struct cudaChannelFormatDesc *d, CUarray_format *format, int *comps)
{
    const int rest[3] = { d->y, d->z, d->w };

    for (*comps = 1; *comps < 4 && rest[*comps - 1] == d->x; ++*comps)
        ;
    for (int i = *comps - 1; i < 3; i++)
        if (rest[i])
            return false;
    for (size_t i = 0; *comps != 3 && i < sizeof known / sizeof *known; i++)
        if (known[i].kind == d->f && known[i].bits == d->x) {
            *format = known[i].format;
            return true;
        }
    return false;
}
