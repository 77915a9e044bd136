/* SPDX-License-Identifier: Apache-2.0
 * What the files of the shim share. */
#ifndef GT200_SHIM_INTERNAL_H
#define GT200_SHIM_INTERNAL_H

#include "gt200_shim.h"
#include "module.h"
#include "target.h"

struct gts_device {
    struct gt_gpu    *gpu;
    enum gt_target    target;
    struct gt_checks  checks;
    const struct gts_module *active;    /* whose constants the GPU has */
    uint32_t ring, heap, heap_bytes;    /* of kernels that print and take memory; 0: none yet */
};

struct gts_module {
    struct gt_module   m;
    struct gts_device *device;
};

/* A trace of this launch, whose code the module has; NULL: no memory, or beyond the limits of the chip. */
struct gts_trace *shim_trace_new(const struct gts_module *m, uint32_t kernel, const struct gt_launch *l,
                                 const struct gts_launch *asked);
/* The event sink of a run; ctx is the trace. */
void shim_trace_take(void *ctx, const struct gt_event *e, size_t n);

#endif
