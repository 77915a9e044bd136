/* SPDX-License-Identifier: Apache-2.0
 *
 * How many blocks a multiprocessor of an engine's chip holds.
 */
#include "engine.h"

static unsigned smaller_of(unsigned a, size_t b) { return b < a ? (unsigned)b : a; }

unsigned gt_engine_blocks(const struct gt_engine *e, unsigned threads, unsigned regs, size_t shared)
{
    enum { WARP = 32, UNIT = 256 };     /* registers go to a warp in units of so many */
    const unsigned warps = (threads + WARP - 1) / WARP, of_warp = (regs * WARP + UNIT - 1) / UNIT * UNIT;
    const size_t system = e->limits.major >= 9 || e->limits.major == 8 ? 1024 : 0;      /* of each block */
    unsigned n = e->size.blocks_per_sm;

    if (!n || !warps)
        return 0;
    n = smaller_of(n, e->size.threads_per_sm / WARP / warps);
    if (of_warp)
        n = smaller_of(n, e->limits.regs / of_warp / warps);
    return shared + system ? smaller_of(n, e->size.shared_per_sm / (shared + system)) : n;
}
