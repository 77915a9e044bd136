/* SPDX-License-Identifier: Apache-2.0
 *
 * What an instruction is about to read or write in shared and global memory, seen before it runs: for those who watch a
 * kernel (race.h, bounds.h). Private to cmodel/func.
 */
#ifndef GT200_ACCESS_H
#define GT200_ACCESS_H

#include "micro.h"

enum gt_space { GT_SPACE_SHARED, GT_SPACE_GLOBAL };

struct gt_access {
    const struct gt_warp  *warp;
    const struct gt_micro *u;
    enum gt_space space;
    bool     write;             /* a store or an atomic; else a read */
    bool     atomic;            /* atom, red, ld.lock, st.unlock */
    bool     acquires, releases;/* atom; red, st.unlock; ld.lock that got the lock */
    uint32_t lanes;             /* that take part */
    uint32_t bytes;             /* of a lane, from addr on */
    uint32_t addr[32];          /* shared: inside the block's window; lanes outside `lanes` are unspecified */
};

/* The shared or global access of an instruction with a body; false: it has none. Texture fetches are not seen. */
bool gt_access_of(struct gt_access *a, const struct gt_warp *w, const struct gt_micro *u, uint32_t exec);
/* Where the bytes of a lane are now; NULL: outside, which is the fault of the instruction itself. */
const uint8_t *gt_access_bytes(const struct gt_access *a, const struct gt_gpu *g, unsigned lane);
/* Does the store leave the bytes of every lane as they are? */
bool gt_access_keeps(const struct gt_access *a, const struct gt_gpu *g);
/* Word `word` of the data that a lane of a store (not of an atomic) writes. */
uint32_t gt_access_stored(const struct gt_access *a, unsigned word, unsigned lane);

#endif
