/* SPDX-License-Identifier: Apache-2.0
 *
 * Packs and unpacks words by the field tables, and fills those of a launch and a texture.
 */
#include "ports.h"

#include <string.h>

#include "gt_chip.h"

uint32_t ports_get(const uint32_t *words, unsigned at, unsigned n)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < n; i++)
        value |= (words[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return value;
}

void ports_put(uint32_t *words, unsigned at, unsigned n, uint32_t value)
{
    for (unsigned i = 0; i < n; i++, value >>= 1) {
        const uint32_t bit = 1u << (at + i) % 32;
        words[(at + i) / 32] = (words[(at + i) / 32] & ~bit) | (value & 1 ? bit : 0);
    }
}

/* The launch as the words that the RTL's host interface takes. */
void ports_cfg(uint32_t w[PORTS_CFG_WORDS], const struct gt_launch *l, const struct gt_config *c)
{
    memset(w, 0, PORTS_CFG_WORDS * sizeof *w);
    PORTS_PUT(w, RTL_LAUNCH_CFG_ENTRY, l->entry);
    PORTS_PUT(w, RTL_LAUNCH_CFG_NTHREADS, c->nthreads);
    PORTS_PUT(w, RTL_LAUNCH_CFG_NWARPS, c->nwarps);
    PORTS_PUT(w, RTL_LAUNCH_CFG_NREGS, c->nregs);
    PORTS_PUT(w, RTL_LAUNCH_CFG_SMEM_BYTES, c->smem_bytes);
    PORTS_PUT(w, RTL_LAUNCH_CFG_NPARAM, l->param_words);
    PORTS_PUT(w, RTL_LAUNCH_CFG_NTID_X, l->block_x);
    PORTS_PUT(w, RTL_LAUNCH_CFG_NTID_Y, l->block_y);
    PORTS_PUT(w, RTL_LAUNCH_CFG_NTID_Z, l->block_z);
    PORTS_PUT(w, RTL_LAUNCH_CFG_NCTAID_X, l->grid_x);
    PORTS_PUT(w, RTL_LAUNCH_CFG_NCTAID_Y, l->grid_y);
    PORTS_PUT(w, RTL_LAUNCH_CFG_GRIDID, l->grid_id);
    PORTS_PUT(w, RTL_LAUNCH_CFG_MAX_BLOCKS, c->max_blocks);
    PORTS_PUT(w, RTL_LAUNCH_CFG_SLOT_WARPS, c->slot_warps);
    PORTS_PUT(w, RTL_LAUNCH_CFG_SLOT_ROWS, c->slot_rows);
    PORTS_PUT(w, RTL_LAUNCH_CFG_SLOT_SMEM, c->slot_smem);
    PORTS_PUT(w, RTL_LAUNCH_CFG_LOCAL_WORDS, c->local_words);
    PORTS_PUT(w, RTL_LAUNCH_CFG_G_BASE, c->g_base);
    PORTS_PUT(w, RTL_LAUNCH_CFG_G_LIMIT, c->g_limit);
    PORTS_PUT(w, RTL_LAUNCH_CFG_PM_SEL, (uint32_t)(c->pm[0] | c->pm[1] << 5 | c->pm[2] << 10 | c->pm[3] << 15));
}

void ports_texture(uint32_t w[PORTS_TEXTURE_WORDS], const struct gt_texture *t)
{
    memset(w, 0, PORTS_TEXTURE_WORDS * sizeof *w);
    PORTS_PUT(w, GT_TIC_SLICE, t->slice / GT_TEX_PITCH);
    PORTS_PUT(w, GT_TIC_SLICES, t->depth ? t->depth : 1);
    PORTS_PUT(w, GT_TIC_MODE_Z, t->mode[2]);
    PORTS_PUT(w, GT_TIC_PITCH, t->pitch / GT_TEX_PITCH);
    PORTS_PUT(w, GT_TIC_ROWS, t->height ? t->height : 1);
    PORTS_PUT(w, GT_TIC_MODE_Y, t->mode[1]);
    PORTS_PUT(w, GT_TIC_MODE_X, t->mode[0]);
    PORTS_PUT(w, GT_TIC_LINEAR, t->linear);
    PORTS_PUT(w, GT_TIC_NORM, t->normalized);
    PORTS_PUT(w, GT_TIC_ADDR, t->addr);
    PORTS_PUT(w, GT_TIC_WIDTH, t->width);
    PORTS_PUT(w, GT_TIC_KIND, t->type);
    PORTS_PUT(w, GT_TIC_BYTES, t->bits == 32 ? 2u : t->bits / 16u);
    PORTS_PUT(w, GT_TIC_COMPS, t->comps / 2u);
}
