/* SPDX-License-Identifier: Apache-2.0
 *
 * How many blocks a multiprocessor of an engine's chip holds, and how much shared memory one may have.
 */
#include "engine.h"

static unsigned smaller_of(unsigned a, size_t b) { return b < a ? (unsigned)b : a; }

/* Bytes of shared memory of each block that are not the program's. */
static uint32_t system_bytes(const struct gt_engine *e) { return e->limits.major >= 8 ? 1024 : 0; }

uint32_t gt_engine_shared(const struct gt_engine *e)
{
    return e->size.shared_per_sm ? e->size.shared_per_sm - system_bytes(e) : e->limits.shared;
}

unsigned gt_engine_blocks(const struct gt_engine *e, unsigned threads, unsigned regs, size_t shared)
{
    enum { WARP = 32, UNIT = 256 };     /* registers go to a warp in units of so many */
    const unsigned warps = (threads + WARP - 1) / WARP, of_warp = (regs * WARP + UNIT - 1) / UNIT * UNIT;
    const size_t system = system_bytes(e);
    unsigned n = e->size.blocks_per_sm;

    if (!n || !warps)
        return 0;
    n = smaller_of(n, e->size.threads_per_sm / WARP / warps);
    if (of_warp)
        n = smaller_of(n, e->limits.regs / of_warp / warps);
    return shared + system ? smaller_of(n, e->size.shared_per_sm / (shared + system)) : n;
}
