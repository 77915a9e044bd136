/* SPDX-License-Identifier: Apache-2.0
 *
 * One instruction by itself, as the cycle model and the vectors execute it, with its predicate.
 */
#include "fault.h"
#include "micro.h"

/* RF-6 */
uint32_t gt_exec_mask(const struct gt_warp *w, const struct gt_insn *in)
{
    /* the predicate of a vote is its input */
    if (in->cond == 15 || in->op == GT_OP_VOTE_ANY || in->op == GT_OP_VOTE_ALL)
        return w->active;
    return w->active & gt_kernels()->pred(w->creg[in->cread & 3], gt_cond_truth[in->cond & 31]);
}

void gt_exec_increment(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, uint32_t lanes)
{
    if (in->ainc)
        gt_autoinc(w, in, gt_exec_mask(w, in) & gt_core_cached(c, in)->lanes & lanes);
}

bool gt_exec_micro(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, struct gt_effect *eff)
{
    uint32_t exec = u->cls == UC_ALWAYS ? w->active : gt_micro_exec(w, u);
    if (eff)
        eff->exec = exec;
    if (!u->body) {
        gt_fault_at(c, w, u->in, GT_F_UNIMPLEMENTED, GT_FAULT_NO_LANE, 0);
        return false;
    }
    if (!exec && u->cls == UC_BODY)
        return true;
    return u->body(c, w, u, exec, eff);
}

bool gt_exec_body(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, struct gt_effect *eff)
{
    struct gt_micro own;
    const struct gt_micro *u = gt_core_cached(c, in);
    if (!u) {                   /* an instruction that is not in the code, from a test for example */
        gt_micro_make(&own, in, gt_kernels(), c->gpu->chip->values);
        u = &own;
    }
    return gt_exec_micro(c, w, u, eff);
}
