/* SPDX-License-Identifier: Apache-2.0
 *
 * The bodies that whole warps run most of the time, with as few steps as there can be: operands are at known places
 * (gt_micro_bind), and what an address register looks like is remembered until it is written. Whatever is not the
 * common case goes to the bodies of exec.c and exec_mem.c.
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
typedef uint16_t v8h __attribute__((vector_size(16), aligned(2), may_alias));
typedef uint64_t v2q __attribute__((vector_size(16)));

static inline bool zero(v8h lo, v8h hi)
{
    v2q q = (v2q)(lo | hi);
    return !(q[0] | q[1]);
}

static inline unsigned half_pattern(const uint16_t *areg)
{
    const v8h ramp = {0, 4, 8, 12, 16, 20, 24, 28}, *a = (const v8h *)areg;
    v8h lo = a[0] - areg[0], hi = a[1] - areg[0];
    return areg[0] % 4 ? NONE : zero(lo, hi) ? SAME : zero(lo - ramp, hi - ramp - 32) ? LINE : NONE;
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

/* Of equal addresses the highest lane wins. */
static inline void store_half(uint8_t *p, const uint32_t *src, bool line)
{
    if (line)
        memcpy(p, src, 64);
    else
        memcpy(p, src + 15, 4);
}

/* Where the halves of a warp find words of s[] through an address register, and how: 1 (lanes 0-15), 2 (16-31):
 * consecutive words, else all in one place. false: not a common case. */
struct halves { uint8_t *lo, *hi; uint32_t lines; };
static inline bool halves(const struct gt_warp *w, const struct gt_micro *u, struct halves *h)
{
    const struct gt_block *b = w->block;
    const uint32_t room = b->smem_bytes - 64;
    const uint32_t lo = (uint16_t)(w->areg[u->areg][0] + u->off), hi = (uint16_t)(w->areg[u->areg][16] + u->off);
    *h = (struct halves){b->smem + lo, b->smem + hi, w->areg_pattern[u->areg] - (uint32_t)GT_AP_REGULAR};
    return h->lines <= 3 && lo <= room && hi <= room;
}

static inline bool fetch(const struct gt_warp *w, const struct gt_micro *u, uint32_t *row)
{
    struct halves h;
    if (!halves(w, u, &h))
        return false;
    load_half(row, h.lo, h.lines & 1);
    load_half(row + 16, h.hi, h.lines & 2);
    return true;
}

static __attribute__((noinline)) bool other_smem(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u,
                                                 uint32_t exec, struct gt_effect *eff)
{
    look(w, u->areg);
    return gt_body_smem(c, w, u, exec, eff);
}

static __attribute__((noinline)) bool other_ld_s32(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u,
                                                   uint32_t exec, struct gt_effect *eff)
{
    look(w, u->areg);
    return gt_body_ld_s32(c, w, u, exec, eff);
}

static __attribute__((noinline)) bool other_st_s32(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u,
                                                   uint32_t exec, struct gt_effect *eff)
{
    look(w, u->areg);
    return gt_body_st_s(c, w, u, exec, eff);
}

bool gt_body_bound_rows(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                        struct gt_effect *eff)
{
    (void)c, (void)exec, (void)eff;
    u->kern(u, operand(w, u, 0), operand(w, u, 1), operand(w, u, 2), destination(w, u), NULL, NULL);
    return true;
}

bool gt_body_bound_smem(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                        struct gt_effect *eff)
{
    uint32_t row[32];
    if (!fetch(w, u, row))
        return other_smem(c, w, u, exec, eff);
    u->kern(u, row, operand(w, u, 1), operand(w, u, 2), destination(w, u), NULL, NULL);
    return true;
}

bool gt_body_bound_ld_s32(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                          struct gt_effect *eff)
{
    if (!fetch(w, u, destination(w, u)))
        return other_ld_s32(c, w, u, exec, eff);
    return true;
}

bool gt_body_bound_st_s32(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                          struct gt_effect *eff)
{
    struct halves h;
    const uint32_t *src = operand(w, u, 1);
    if (!halves(w, u, &h))
        return other_st_s32(c, w, u, exec, eff);
    store_half(h.lo, src, h.lines & 1);
    store_half(h.hi, src + 16, h.lines & 2);
    return true;
}

bool gt_body_bound_ld_g32(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                          struct gt_effect *eff)
{
    const struct gt_config *cfg = c->cfg;
    const uint32_t room = cfg->g_limit - cfg->g_base;
    if (c->deferred || room < 4 ||
        !u->kn->load32(destination(w, u), c->gpu->mem + (cfg->g_base - GT_G_BASE), operand(w, u, 0), exec, cfg->g_base,
                       room - 4))
        return gt_body_ld_g32(c, w, u, exec, eff);
    return true;
}
