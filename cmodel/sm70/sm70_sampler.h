/* SPDX-License-Identifier: Apache-2.0
 *
 * The texture units of sm_75 to sm_90: what a texture has at a place. Components that it does not have are 0.
 */
#ifndef GT200_SM70_SAMPLER_H
#define GT200_SM70_SAMPLER_H

#include "gsim.h"

/* TEX. texels: where those of the texture, which has some, begin. at: dims coordinates, f32; one of 1D is one of 2D
 * at 0. */
void sm70_sample(const struct gt_texture *t, const uint8_t *texels, unsigned dims, const uint32_t at[3],
                 uint32_t out[4]);
/* TLD: at: numbers of the texel. Outside there is 0. */
void sm70_texel(const struct gt_texture *t, const uint8_t *texels, unsigned dims, const uint32_t at[3],
                uint32_t out[4]);

#endif
