/* SPDX-License-Identifier: Apache-2.0
 *
 * The checker of programs (docs/check.md): an observer of launches that finds accesses outside what is allocated, data
 * races, barriers that not all threads reach, and memory that is read before it is written. It changes no value and no
 * cycle. Part of gt200func; on the cycle model, too.
 */
#ifndef GT200_INSPECT_H
#define GT200_INSPECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "observer.h"

struct gt_gpu;
struct gt_cubin_array;

/* FAULT: what ends a launch and is none of the others. */
enum gt_finding_class { GT_FIND_MEMORY, GT_FIND_RACE, GT_FIND_SYNC, GT_FIND_UNINIT, GT_FIND_FAULT, GT_FIND_CLASSES };

/* An instruction of a thread. */
struct gt_finding_side { uint32_t pc, ctaid_x, ctaid_y, warp, lane; const char *does; };

struct gt_finding {
    enum gt_finding_class what;
    unsigned kind;                  /* private */
    char title[128], detail[160];   /* what is wrong; address and what was expected */
    const char *name;               /* of the variable, as it is linked; NULL: of none */
    struct gt_finding_side side[2]; /* where; of a race, a barrier or a use the other one, too */
    unsigned sides;
    bool     differ;                /* nothing is wrong if both sides are of one source line */
    uint64_t times;
};

/* What is known of a device from launch to launch. From here on its memory is tracked (gt_track_valid); its guard
 * should be set. NULL: out of memory. */
struct gt_inspect;
struct gt_inspect *gt_inspect_new(struct gt_gpu *g);
void gt_inspect_free(struct gt_inspect *i);
/* Before a launch: where malloc takes memory from in the kernels of the device (sw/compiler/lib/gt200_heap.h). */
void gt_inspect_heap(struct gt_inspect *i, uint32_t base, uint32_t bytes);
/* Shared variables of the next launch, in ascending order of pc: the instruction at pc is meant to access the bytes of
 * that variable. The list (cubin.h) stays until the launch is over. */
void gt_inspect_arrays(struct gt_inspect *i, const struct gt_cubin_array *array, size_t n);
/* Who observes the next launch. */
const struct gt_observer *gt_inspect_observer(const struct gt_inspect *i);
/* The launch is over: what was found, until the next one begins. more: findings that had no room; *complete: false when
 * memory of the host ran out. */
const struct gt_finding *gt_inspect_end(struct gt_inspect *i, size_t *n, uint64_t *more, bool *complete);

#endif
