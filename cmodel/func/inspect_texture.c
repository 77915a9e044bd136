/* SPDX-License-Identifier: Apache-2.0
 *
 * Texture fetches as reads of device memory. Coordinates outside of a texture are none: what they give is defined.
 */
#include <stdio.h>

#include "api/mem.h"
#include "inspect_parts.h"
#include "tex.h"

static void outside(struct gt_inspect *i, struct gt_core *c, const struct gt_access *a, unsigned lane)
{
    uint32_t base, bytes, at = a->addr[lane];
    const bool freed = gt_mem_freed(c->gpu, at, &base, &bytes);
    struct gt_finding *f = inspect_find(i, freed ? FIND_FREED : FIND_OUTSIDE, a->warp->pc, ANY_PC);
    if (!f)
        return;
    f->side[0] = inspect_side(a->warp, lane, "texture fetch");
    inspect_say(f, freed ? "texture fetch from memory that was freed"
                         : "texture fetch from memory that is not allocated",
                "device memory 0x%x, %u bytes of a texel", (unsigned)at, (unsigned)a->bytes);
}

static void tap_bounds(struct gt_inspect *i, struct gt_core *c, struct gt_access *a)
{
    uint32_t base = 1, bytes = 0;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        const uint32_t at = a->addr[l];
        if (at >= base && at - base < bytes && a->bytes <= bytes - (at - base))
            continue;
        if (gt_mem_asked(c->gpu, at, &base, &bytes) && at - base < bytes && a->bytes <= bytes - (at - base))
            continue;
        outside(i, c, a, l);
        a->lanes &= ~(1u << l);
    }
}

unsigned inspect_texels(struct gt_inspect *i, struct gt_core *c, struct gt_warp *w, const struct gt_micro *u,
                        uint32_t exec, struct gt_access a[GT_TAPS])
{
    const struct gt_src *rest = &u->in->src[1];
    const uint32_t *const row[3] = { gt_row(w, u->in->src[0].idx),
                                     rest->kind != GT_K_NONE ? gt_row(w, rest->idx) : gt_zero_row,
                                     rest->kind == GT_K_T2 ? gt_row(w, rest->idx + 1u) : gt_zero_row };
    const struct gt_tex_op op = gt_tex_op_of(u->in);
    const struct gt_texture *t = gt_tex_bound(c->gpu, &op);
    unsigned taps = 0;
    for (unsigned k = 0; k < GT_TAPS; k++)
        a[k] = (struct gt_access){ .warp = w, .u = u, .space = GT_SPACE_GLOBAL, .bytes = t->comps * t->bits / 8u };
    for (uint32_t m = t->width ? exec : 0; m; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        const uint32_t at[3] = { row[0][l], row[1][l], row[2][l] };
        const struct gt_tex_taps p = gt_tex_taps_of(t, &op, at);
        for (unsigned k = 0; k < GT_TAPS; k++)
            if (p.need >> k & p.inside >> k & 1) {
                a[k].lanes |= 1u << l;
                a[k].addr[l] = p.addr[k];
                taps = k + 1 > taps ? k + 1 : taps;
            }
    }
    for (unsigned k = 0; k < taps; k++)
        tap_bounds(i, c, &a[k]);
    return taps;
}
