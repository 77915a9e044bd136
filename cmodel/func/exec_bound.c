/* SPDX-License-Identifier: Apache-2.0
 *
 * The bodies that whole warps run most of the time, with as few steps as there can be: operands are at known places (gt_micro_bind), and
 * what an address register looks like is remembered until it is written. Whatever is not the common case goes to the
 * bodies of exec.c and exec_mem.c.
 */
#include <string.h>

#include "micro.h"

static inline const uint32_t *operand(const struct gt_warp *w, const struct gt_micro *u, int i)
{
    return (const uint32_t *)(u->at[i] + ((uintptr_t)w->regs & u->in_regs[i]));
}

static inline uint32_t *destination(const struct gt_warp *w, const struct gt_micro *u)
{
    return (uint32_t *)((uintptr_t)w->regs + u->dst_at);
}

/* 16 lanes at one address, or at consecutive words; neither: NONE. */
enum { SAME, LINE, NONE };
static unsigned half_pattern(const uint16_t *areg)
{
    bool same = true, line = true;
    for (uint32_t i = 0; i < 16; i++) {
        same &= areg[i] == areg[0];
        line &= areg[i] == (uint16_t)(areg[0] + 4 * i);
    }
    return areg[0] % 4 ? NONE : same ? SAME : line ? LINE : NONE;
}

/* Called when the fast body did not know; the next one does. */
static void look(struct gt_warp *w, unsigned a)
{
    unsigned lo, hi;
    if (w->areg_pattern[a])
        return;
    lo = half_pattern(w->areg[a]);
    hi = half_pattern(w->areg[a] + 16);
    w->areg_pattern[a] = lo == NONE || hi == NONE ? GT_AP_OTHER : (uint8_t)(GT_AP_REGULAR + lo + 2 * hi);
}

typedef uint32_t v4w __attribute__((vector_size(16), aligned(1), may_alias));

static inline void load_half(uint32_t *dst, const uint8_t *p, bool line)
{
    uint32_t v;
    v4w *to = (v4w *)dst;
    if (line) {
        const v4w *from = (const v4w *)p;
        v4w x = from[0], y = from[1], z = from[2];
        to[3] = from[3];
        to[0] = x, to[1] = y, to[2] = z;
        return;
    }
    memcpy(&v, p, 4);
    to[0] = to[1] = to[2] = to[3] = v - (v4w){0};
}

/* A word of s[] through an address register for each lane, into row. false: not a common case. */
static inline bool fetch(const struct gt_warp *w, const struct gt_micro *u, uint32_t *row)
{
    const struct gt_block *b = w->block;
    const uint32_t p = w->areg_pattern[u->areg] - (uint32_t)GT_AP_REGULAR, room = b->smem_bytes - 64;
    const uint32_t lo = (uint16_t)(w->areg[u->areg][0] + u->off), hi = (uint16_t)(w->areg[u->areg][16] + u->off);
    if (p > 3 || lo > room || hi > room)
        return false;
    load_half(row, b->smem + lo, p & 1);
    load_half(row + 16, b->smem + hi, p & 2);
    return true;
}

static __attribute__((noinline)) bool other_smem(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                                                 struct gt_effect *eff)
{
    look(w, u->areg);
    return gt_body_smem(c, w, u, exec, eff);
}

static __attribute__((noinline)) bool other_ld_s32(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                                                   struct gt_effect *eff)
{
    look(w, u->areg);
    return gt_body_ld_s32(c, w, u, exec, eff);
}

bool gt_body_bound_rows(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    if (exec != 0xffffffff || eff)
        return gt_body_rows(c, w, u, exec, eff);
    u->kern(u, operand(w, u, 0), operand(w, u, 1), operand(w, u, 2), destination(w, u), NULL, NULL);
    return true;
}

bool gt_body_bound_smem(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    uint32_t row[32];
    if (exec != 0xffffffff || eff || !fetch(w, u, row))
        return other_smem(c, w, u, exec, eff);
    u->kern(u, row, operand(w, u, 1), operand(w, u, 2), destination(w, u), NULL, NULL);
    return true;
}

bool gt_body_bound_ld_s32(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    if (exec != 0xffffffff || eff || !fetch(w, u, destination(w, u)))
        return other_ld_s32(c, w, u, exec, eff);
    return true;
}
