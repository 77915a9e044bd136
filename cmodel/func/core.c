/* SPDX-License-Identifier: Apache-2.0
 *
 * A kernel made ready to run: decode cache, and the initial state of blocks and warps (docs/units/cta.md).
 */
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "micro.h"

static void decode_all(struct gt_core *c)
{
    const struct gt_launch *l = c->launch;
    for (uint32_t i = 0; i < l->code_words; i++) {
        uint32_t next = i + 1 < l->code_words ? l->code[i + 1] : 0;
        isa_decode(l->code[i], next, i * 4, &c->decoded[i]);
    }
}

/* False: no memory, or the host does not round to nearest. Afterwards micros[i].next is what follows word i. */
bool gt_core_init(struct gt_core *c, struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg)
{
    memset(c, 0, sizeof *c);
    c->gpu = g;
    c->launch = l;
    c->cfg = cfg;
    if (fegetround() != FE_TONEAREST)           /* the fp32 kernels use host additions (kern_fp.inc) */
        return false;
    size_t n = l->code_words;
    struct gt_priv *p = aligned_alloc(32, (sizeof *p + 31) & ~(size_t)31);
    if (!p)
        return false;
    memset(p, 0, sizeof *p);
    c->priv = p;
    c->decoded = calloc(n, sizeof *c->decoded);
    p->micros = aligned_alloc(32, n * sizeof *p->micros);
    if (!c->decoded || !p->micros) {
        gt_core_done(c);
        return false;
    }
    p->kn = gt_kernels();
    decode_all(c);
    for (size_t i = 0; i < n; i++)
        gt_micro_make(&p->micros[i], &c->decoded[i], p->kn, g->chip->values);
    isa_decode(0, 0, 0, &p->out_insn);
    gt_micro_make(&p->out_micro, &p->out_insn, p->kn, g->chip->values);
    p->out_micro.run = p->cut.run = gt_run_end;
    for (size_t i = n; i-- > 0;) {
        size_t next = i + p->micros[i].len / 4;
        gt_micro_bind(&p->micros[i], next < n ? &p->micros[next] : &p->out_micro, &p->cut, (uint32_t)i * 4,
                      cfg->nregs);
    }
    return true;
}

bool gt_core_share(struct gt_core *c, const struct gt_core *from, const struct gt_config *cfg)
{
    *c = *from;
    c->cfg = cfg;
    c->fault = (struct gt_fault){0};
    c->pm = NULL;
    c->shared = true;
    return true;
}

void gt_core_done(struct gt_core *c)
{
    if (c->shared)
        return;
    struct gt_priv *p = c->priv;
    if (p)
        free(p->micros);
    free(p);
    free(c->decoded);
    c->priv = NULL;
    c->decoded = NULL;
}

void gt_warp_start(struct gt_core *c, struct gt_warp *w, struct gt_block *b, uint32_t index)
{
    const struct gt_launch *l = c->launch;
    uint32_t first = index * 32, left = c->cfg->nthreads > first ? c->cfg->nthreads - first : 0;
    w->pc = l->entry;
    w->active = left >= 32 ? 0xffffffff : (1u << left) - 1;
    w->broke = w->returned = 0;
    w->exited = ~w->active;
    w->depth = 0;
    w->warp_in_block = index;
    w->finished = w->active == 0;
    w->block = b;
    uint32_t x = first % l->block_x, y = first / l->block_x % l->block_y, z = first / l->block_x / l->block_y;
    for (uint32_t i = 0; i < 32 && w->nregs; i++) {
        w->regs[i] = w->active >> i & 1 ? x | y << 16 | z << 26 : 0;
        if (++x == l->block_x) {
            x = 0;
            if (++y == l->block_y) {
                y = 0;
                z++;
            }
        }
    }
}

void gt_block_start(struct gt_core *c, struct gt_block *b)
{
    const struct gt_launch *l = c->launch;
    const uint32_t half[8] = {l->grid_id, l->block_x, l->block_y, l->block_z,
                              l->grid_x, l->grid_y, b->ctaid_x, b->ctaid_y};
    uint32_t rows = (16 + 4 * l->param_words + 63) / 64 * 64;       /* whole rows of the banks are written */
    b->last_line = b->smem_bytes - 64;
    memset(b->lock, 0, sizeof b->lock);
    memset(b->smem, 0, rows < b->smem_bytes ? rows : b->smem_bytes);
    for (int i = 0; i < 8; i++) {
        b->smem[2 * i] = (uint8_t)half[i];
        b->smem[2 * i + 1] = (uint8_t)(half[i] >> 8);
    }
    if (l->param_words)
        memcpy(b->smem + 16, l->params, 4 * l->param_words);
}
