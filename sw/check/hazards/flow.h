/* SPDX-License-Identifier: Apache-2.0
 *
 * The control flow of a kernel as a graph. A function that is called has nodes of its own for each place that it is
 * called from.
 */
#ifndef GT200_HAZARDS_FLOW_H
#define GT200_HAZARDS_FLOW_H

#include "operands.h"
#include "sm70_module.h"

struct hz_node {
    uint32_t at;                /* instruction */
    uint32_t context;
    uint32_t next[2];           /* nodes; HZ_NO_NODE: none. The first is the next instruction, unless it jumps */
};

enum { HZ_NO_NODE = UINT32_MAX };

struct hz_context { uint32_t parent, back; };      /* where RET goes on, HZ_NO_NODE: nowhere */

struct hz_flow {
    struct hz_insn *insn; size_t ninsns;
    struct hz_node *node; size_t nnodes;            /* node 0 is where the kernel starts */
    struct hz_context *context; size_t ncontexts;
};

/* false: err says which instruction can't be followed. */
bool hz_flow_make(enum sm70_chip chip, const struct sm70_kernel *k, struct hz_flow *f, char *err, size_t errn);
void hz_flow_free(struct hz_flow *f);

#endif
