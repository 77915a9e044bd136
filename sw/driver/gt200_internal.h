/* SPDX-License-Identifier: Apache-2.0
 *
 * What gt200_driver.c and gt200_chip.c share: registers, and what a launch takes of an SM.
 */
#ifndef GT200_INTERNAL_H
#define GT200_INTERNAL_H

#include <stddef.h>

#include "gt200_axi_regs.h"
#include "gt200_driver.h"

enum { GT200_LOCAL_WARPS = 32, GT200_PARAMS = 64, GT200_TEXTURE_WORDS = 5 };

/* A block, and how many of them an SM takes (CTA-3). */
struct gt200_slots { uint32_t threads, warps, regs, slot_warps, rows, shared, blocks; };

static inline uint32_t gt200_read(const struct gt200 *g, size_t at)
{
    return g->bus.read(g->bus.ctx, (uint32_t)at);
}

static inline void gt200_write(const struct gt200 *g, size_t at, uint32_t value)
{
    g->bus.write(g->bus.ctx, (uint32_t)at, value);
}

static inline bool gt200_on_bus(const struct gt200 *g, uint64_t addr)
{
    return g->addr_bits >= 64 || addr >> g->addr_bits == 0;
}

/* What register `limits` says of an SM; both maps have the same fields there. */
static inline void gt200_take_limits(struct gt200 *g, uint32_t limits)
{
    g->warps         = limits & GT200_AXI__LIMITS__WARPS_bm;
    g->blocks        = (limits & GT200_AXI__LIMITS__BLOCKS_bm) >> GT200_AXI__LIMITS__BLOCKS_bp;
    g->rows          = (limits & GT200_AXI__LIMITS__ROWS_bm) >> GT200_AXI__LIMITS__ROWS_bp;
    g->block_threads = 32 * ((limits & GT200_AXI__LIMITS__BLOCK_WARPS_bm) >> GT200_AXI__LIMITS__BLOCK_WARPS_bp);
}

/* The functions of gt200_driver.h on a gpu_axi_top. */
enum gt200_error gt200_chip_open(struct gt200 *g);
enum gt200_error gt200_chip_refuses(const struct gt200 *g, const struct gt200_launch *l);
void gt200_chip_texture(struct gt200 *g, uint32_t n, const uint32_t descriptor[GT200_TEXTURE_WORDS]);
void gt200_chip_start(struct gt200 *g, const struct gt200_launch *l, const struct gt200_slots *s);
bool gt200_chip_running(struct gt200 *g);
void gt200_chip_look(struct gt200 *g, struct gt200_status *s);
void gt200_chip_abort(struct gt200 *g);
bool gt200_chip_fault(struct gt200 *g, struct gt200_fault *f);
void gt200_chip_irq_enable(struct gt200 *g, uint32_t which);
uint32_t gt200_chip_irq_take(struct gt200 *g);

#endif
