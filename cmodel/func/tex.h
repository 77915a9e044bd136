/* SPDX-License-Identifier: Apache-2.0
 *
 * Texture fetches, the parts that values (exec_tex.c) and cycles (tpc/tex.c) share: what an instruction asks for,
 * and the texels that the coordinates of a lane stand for.
 */
#ifndef GT_TEX_H
#define GT_TEX_H

#include "gsim.h"
#include "insn.h"

struct gt_tex_op {
    uint8_t unit, coords;           /* texture number; 1 to 3 coordinates */
    uint8_t mask;                   /* components wanted: w,z,y,x */
    bool    sample;                 /* texauto: f32 coordinates through the sampler; else texel numbers */
    int8_t  d[3];                   /* texel offsets of x, y, z */
};

/* Up to eight texels, tap k is the one at x + (k & 1), y + (k >> 1 & 1), z + (k >> 2). Only texture state that filters
 * needs more than tap 0. */
#define GT_TAPS 8
struct gt_tex_taps {
    uint32_t addr[GT_TAPS];         /* g[] address; of a tap outside that of texel 0 */
    uint8_t  need, inside;          /* masks of taps: has a weight; lies in the texture (what is outside is 0) */
    uint8_t  weight[3];             /* of x + 1, y + 1 and z + 1, in 1/256 */
};

bool gt_tex_supported(const struct gt_insn *in);
struct gt_tex_op gt_tex_op_of(const struct gt_insn *in);
/* The texture a fetch reads; one that is not bound is empty, at address 0. */
const struct gt_texture *gt_tex_bound(const struct gt_gpu *g, const struct gt_tex_op *op);
/* at: as many coordinates as op has. */
struct gt_tex_taps gt_tex_taps_of(const struct gt_texture *t, const struct gt_tex_op *op, const uint32_t at[3]);
/* What a lane gets, all four components. at: where the taps that have a weight and lie inside begin. */
void gt_tex_value(const struct gt_texture *t, const struct gt_tex_op *op, const struct gt_tex_taps *taps,
                  const uint8_t *const at[GT_TAPS], uint32_t v[4]);

/* Weighted mean of up to eight f32 values (docs/units/tex.md). */
uint32_t gt_tex_mean(const uint32_t v[GT_TAPS], const struct gt_tex_taps *taps);

#endif
