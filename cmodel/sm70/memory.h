/* SPDX-License-Identifier: Apache-2.0
 *
 * Addresses and the bytes behind them.
 */
#ifndef GT200_SM70_MEMORY_H
#define GT200_SM70_MEMORY_H

#include "core.h"

/* Generic: shared and local memory lie in windows, everything else is global. */
enum space { SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_GENERIC };

/* Where a generic address lies; it becomes the address there. */
enum space sm70_space_of(uint64_t *address);

/* The addresses of all lanes in a space. */
void sm70_addresses(struct sm70_warp *w, const struct sm70_op *op, enum space s, uint64_t *out);
/* The host's place of `bytes` bytes of a lane's; NULL after sm70_fail: outside, or not aligned. */
uint8_t *sm70_place(struct sm70_warp *w, const struct sm70_op *op, enum space s, unsigned lane, uint64_t address,
                    unsigned bytes);

/* Of the lanes that store to one address: a warp's stores are done by the whole warp, by halves (8 bytes a lane) or by
 * quarters (16), one after the other, and of one part's the lowest lane's stays (H200). The lane that comes in i-th
 * place, where each overwrites those before. */
static inline unsigned sm70_store_lane(unsigned i, unsigned bytes)
{
    return i ^ (bytes > 8 ? 7 : bytes > 4 ? 15 : 31);
}

/* Is a lane's place, as the above has found it, in device memory? */
static inline bool sm70_in_device(const struct sm70_warp *w, const uint8_t *place)
{
    return (uintptr_t)place - (uintptr_t)w->block->device->memory < w->block->device->bytes;
}

#endif
