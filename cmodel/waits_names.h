/* SPDX-License-Identifier: Apache-2.0
 *
 * What a warp can wait for (docs/units/profile.md): the sets of event WAITS.
 */
#ifndef GT200_WAITS_NAMES_H
#define GT200_WAITS_NAMES_H

enum gt_wait {
    GT_WAIT_CONTROL,        /* its next pc: control operation, join, exit, barrier */
    GT_WAIT_CONSTANT,
    GT_WAIT_FETCH,          /* the line of its next instruction */
    GT_WAIT_HEAD,           /* line there, instruction being read and decoded; or the pace of its exit */
    GT_WAIT_MEMORY,         /* an operand: from g[], l[] or a texture; from s[]; of these units */
    GT_WAIT_SHARED,
    GT_WAIT_SP,
    GT_WAIT_SFU,
    GT_WAIT_DPU,
    GT_WAIT_SP_BUSY,        /* ready, but the unit takes nothing: SP, load/store queue, SFU or DPU, BRU or constants */
    GT_WAIT_LSU_BUSY,
    GT_WAIT_X_BUSY,
    GT_WAIT_CONTROL_BUSY,
    GT_WAIT_BANK,           /* ISSUE-8, ISSUE-9, SFU-4 */
    GT_WAIT_PORT,           /* ISSUE-10 */
    GT_WAIT_OTHER,
    GT_WAITS
};

#endif
