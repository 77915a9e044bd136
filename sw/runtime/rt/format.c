/* SPDX-License-Identifier: Apache-2.0
 *
 * Formats of texels, by the numbers of the CUDA Driver API.
 */
#include "driver.h"

static const struct drv_format formats[] = {
    { CU_AD_FORMAT_UNSIGNED_INT8, GT_TEX_UINT, 8 },   { CU_AD_FORMAT_UNSIGNED_INT16, GT_TEX_UINT, 16 },
    { CU_AD_FORMAT_UNSIGNED_INT32, GT_TEX_UINT, 32 }, { CU_AD_FORMAT_SIGNED_INT8, GT_TEX_SINT, 8 },
    { CU_AD_FORMAT_SIGNED_INT16, GT_TEX_SINT, 16 },   { CU_AD_FORMAT_SIGNED_INT32, GT_TEX_SINT, 32 },
    { CU_AD_FORMAT_HALF, GT_TEX_FLOAT, 16 },          { CU_AD_FORMAT_FLOAT, GT_TEX_FLOAT, 32 },
};

const struct drv_format *drv_format_of(int format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}

unsigned drv_format_bits(CUarray_format format)
{
    const struct drv_format *f = drv_format_of((int)format);

    return f ? f->bits : 0;
}
