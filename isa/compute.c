/* SPDX-License-Identifier: Apache-2.0
 *
 * Sources: CUDA C Programming Guide, table of features by compute capability; envytools (isa/gt200.isa names the files)
 * for `ld s[]`, which G84 has and G80 has not.
 */
#include "compute.h"

#include "gt_chip.h"
#include "gt_chips.h"

static const struct { const char *name; unsigned compute; } needs[] = {
    [GT_NEEDS_NOTHING] = {"nothing", 10},
    [GT_NEEDS_LD_SHARED] = {"ld s[]", 11},
    [GT_NEEDS_ATOMICS] = {"atomics", 11},
    [GT_NEEDS_WIDE_ATOMICS] = {"64-bit atomics", 12},
    [GT_NEEDS_LOCKS] = {"atomics of shared memory", 12},
    [GT_NEEDS_VOTE] = {"votes", 12},
    [GT_NEEDS_DOUBLE] = {"double precision", 13},
};

enum gt_needs isa_needs(const struct gt_insn *in)
{
    switch (in->op) {
    case GT_OP_LD_S:
        return GT_NEEDS_LD_SHARED;
    case GT_OP_RED: case GT_OP_ATOM:
        return in->mtype == GT_MT_B64 ? GT_NEEDS_WIDE_ATOMICS : GT_NEEDS_ATOMICS;
    case GT_OP_LD_LOCK: case GT_OP_ST_UNLOCK:
        return GT_NEEDS_LOCKS;
    case GT_OP_VOTE_ANY: case GT_OP_VOTE_ALL:
        return GT_NEEDS_VOTE;
    case GT_OP_I2F64: case GT_OP_F2I64: case GT_OP_F2F64:
    case GT_OP_DFMA: case GT_OP_DADD: case GT_OP_DMUL: case GT_OP_DMIN: case GT_OP_DMAX: case GT_OP_DSET:
        return GT_NEEDS_DOUBLE;
    default:
        return GT_NEEDS_NOTHING;
    }
}

unsigned isa_needs_compute(enum gt_needs n) { return needs[n].compute; }
const char *isa_needs_name(enum gt_needs n) { return needs[n].name; }

bool gt_runs(const struct gt_values *v, const struct gt_insn *in)
{
    return in->err || (isa_needs_compute(isa_needs(in)) <= v->compute && (in->unit != GT_UNIT_DPU || v->dpu) &&
                       (in->unit != GT_UNIT_TEX || v->tex));
}

bool gt_runs_all(const struct gt_values *v)
{
    return v->compute >= GT_COMPUTE && v->dpu && v->tex;
}
