/* SPDX-License-Identifier: Apache-2.0
 *
 * The addresses of an instruction before it runs, and the bytes that a store will leave as they are.
 */
#include "access.h"

#include <string.h>

static bool reads_shared(const struct gt_micro *u)
{
    return u->skind[0] == US_SMEM || u->skind[1] == US_SMEM || u->skind[2] == US_SMEM;
}

static void shared(struct gt_access *a, uint32_t bytes)
{
    const struct gt_insn *in = a->u->in;
    a->space = GT_SPACE_SHARED;
    a->bytes = bytes;
    if (in->areg == 0)
        for (int i = 0; i < 32; i++)
            a->addr[i] = (uint32_t)in->mem_off & 0xffff;
    else
        gt_mem_addr16(a->warp, a->u, a->addr);
}

static void global(struct gt_access *a, bool write)
{
    a->space = GT_SPACE_GLOBAL;
    a->bytes = (uint32_t)a->u->size * a->u->words;
    a->write = write;
    memcpy(a->addr, gt_row(a->warp, a->u->sidx[0]), sizeof a->addr);
}

bool gt_access_of(struct gt_access *a, const struct gt_warp *w, const struct gt_micro *u, uint32_t exec)
{
    const struct gt_insn *in = u->in;
    unsigned word = in->smode == GT_SM_U8 ? 1 : in->smode == GT_SM_B32 ? 4 : 2;
    a->warp = w;
    a->u = u;
    a->write = a->atomic = a->acquires = a->releases = false;
    a->lanes = exec;
    switch (in->op) {
    case GT_OP_LD_S:
        shared(a, u->size);
        return true;
    case GT_OP_ST_S:
        shared(a, u->size);
        a->write = true;
        return true;
    case GT_OP_LD_LOCK: case GT_OP_ST_UNLOCK:
        shared(a, in->op == GT_OP_LD_LOCK ? 4 : u->size);
        a->write = a->atomic = true;
        a->acquires = in->op == GT_OP_LD_LOCK;
        a->releases = !a->acquires;
        return true;
    case GT_OP_LD_G: case GT_OP_ST_G:
        global(a, in->op == GT_OP_ST_G);
        return true;
    case GT_OP_ATOM: case GT_OP_RED:
        global(a, true);
        a->atomic = a->releases = true;
        a->acquires = in->op == GT_OP_ATOM;
        return true;
    default:
        if (!reads_shared(u))
            return false;
        shared(a, word);
        a->lanes &= u->lanes;
        return true;
    }
}

const uint8_t *gt_access_bytes(const struct gt_access *a, const struct gt_gpu *g, unsigned lane)
{
    uint32_t at = a->addr[lane];
    if (a->space == GT_SPACE_SHARED)
        return at + a->bytes <= a->warp->block->smem_bytes ? a->warp->block->smem + at : NULL;
    if (at < GT_G_BASE || (uint64_t)(at - GT_G_BASE) + a->bytes > g->mem_bytes)
        return NULL;
    return g->mem + (at - GT_G_BASE);
}

uint32_t gt_access_stored(const struct gt_access *a, unsigned word, unsigned lane)
{
    unsigned r = a->u->sidx[1];
    if (a->u->skind[1] == US_HALF)
        return gt_row(a->warp, r >> 1)[lane] >> 16 * (r & 1) & 0xffff;
    return gt_row(a->warp, r + word)[lane];
}

bool gt_access_keeps(const struct gt_access *a, const struct gt_gpu *g)
{
    unsigned size = a->bytes < 4 ? a->bytes : 4;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        const uint8_t *now = gt_access_bytes(a, g, i);
        for (unsigned k = 0; now && k * 4 < a->bytes; k++) {
            uint32_t v = gt_access_stored(a, k, i);
            if (memcmp(now + 4 * k, &v, size))
                return false;
        }
    }
    return true;
}
