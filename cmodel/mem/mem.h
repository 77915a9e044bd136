/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the model only: what the launch check needs to know of the allocator.
 */
#ifndef GT200_MEM_H
#define GT200_MEM_H

#include "gsim.h"

/* First g[] address above every live allocation. */
uint32_t gt_mem_top(const struct gt_gpu *g);

#endif
