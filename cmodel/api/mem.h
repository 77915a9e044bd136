/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the model only: what the launch check needs to know of the allocator.
 */
#ifndef GT200_MEM_H
#define GT200_MEM_H

#include "gsim.h"

/* First g[] address above every live allocation. */
uint32_t gt_mem_top(const struct gt_gpu *g);
/* The allocation whose rounded-up bytes have addr in them; bytes as they were asked for. false: none. */
bool gt_mem_asked(const struct gt_gpu *g, uint32_t addr, uint32_t *base, uint32_t *bytes);
/* The block that has been released last of those that had addr in them; of many releases the last are known. */
bool gt_mem_freed(const struct gt_gpu *g, uint32_t addr, uint32_t *base, uint32_t *bytes);
/* The allocation that is nearest to addr, bytes as above. false: there is none at all. */
bool gt_mem_nearest(const struct gt_gpu *g, uint32_t addr, uint32_t *base, uint32_t *bytes);

#endif
