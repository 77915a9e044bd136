/* SPDX-License-Identifier: Apache-2.0
 *
 * Texture fetches in the forms that compilers make of kernels: TLD with whole coordinates, TEX with f32. The handle is
 * a uniform register; what it stands for is the caller's.
 */
#include "core.h"

enum { LZ = 1, LL = 3, MASK = 15 };

/* TEX and TLD: two registers of the lower two components wanted, two of the upper two. */
static void fetch(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask, bool real)
{
    const struct sm70_launch *l = w->block->launch;
    const unsigned dim = bits(op, 61, 3), lod = bits(op, 87, 3), wanted = bits(op, 72, 4);
    const unsigned at = bits(op, 24, 8), low = bits(op, 16, 8), high = bits(op, 64, 8);
    const uint32_t handle = w->u[bits(op, 40, 6)][0];
    uint32_t out[4][LANES], place[3] = { 0, 0, 0 }, value[4];
    unsigned n = 0;

    if (!l->fetch) {
        sm70_fail(w, op, "no texture is bound");
        return;
    }
    if (dim > 2 || lod != (real ? LL : LZ) || bits(op, 60, 1) || bits(op, 0, 12) != (real ? 0xf60 : 0xf66)) {
        sm70_fail(w, op, "a form of it that this model does not have");
        return;
    }
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        for (unsigned k = 0; k <= dim; k++)
            place[k] = w->r[at == RZ ? RZ : at + k][lane];
        l->fetch(l->ctx, handle, dim + 1, real, place, value);
        n = 0;
        for (unsigned k = 0; k < 4; k++)
            if (wanted >> k & 1)
                out[n++][lane] = value[k];
    }
    for (unsigned k = 0; k < n; k++) {
        unsigned reg = k < 2 ? low : high;
        if (reg != RZ)
            sm70_put_row(w, op, reg + (k & 1), out[k], mask);
    }
}

static void exec_tex(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask) { fetch(w, op, mask, true); }
static void exec_tld(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask) { fetch(w, op, mask, false); }

const struct sm70_bodies sm70_texture_bodies[] = { { "TEX", exec_tex }, { "TLD", exec_tld }, { NULL, NULL } };
