/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers that the model, the harness and the Verilog must agree on, beside those of a decoded instruction (insn.h).
 * isagen writes them into rtl/gen/sm_enums.svh: GT_UOP_BODY becomes `UOP_BODY.
 */
#ifndef GT200_SM_ENUMS_H
#define GT200_SM_ENUMS_H

/* Micro-operations of a head (docs/units/head.md). */
enum gt_uop { GT_UOP_BODY, GT_UOP_JOIN, GT_UOP_EXIT, GT_UOP_CFETCH };

/* Entries of the control stack (BRU-5). */
enum gt_entry_type { GT_E_BRANCH = 1, GT_E_CALL, GT_E_CALL_LIM, GT_E_PREBRK, GT_E_QUADON, GT_E_JOINAT };

/* Why a grid has ended early (docs/errors.md). */
enum gt_fault_code {
    GT_F_NONE, GT_F_DECODE, GT_F_UNIMPLEMENTED, GT_F_STACK_UNDERFLOW, GT_F_STACK_MISMATCH, GT_F_STACK_LIMIT,
    GT_F_QUADON_ACTIVE, GT_F_GLOBAL_LIMIT_READ, GT_F_GLOBAL_LIMIT_WRITE, GT_F_LOCAL_LIMIT_READ,
    GT_F_LOCAL_LIMIT_WRITE, GT_F_SHARED_LIMIT, GT_F_MISALIGNED, GT_F_TRAP,
    GT_F_GLOBAL_LIMIT_RED, GT_F_GLOBAL_LIMIT_ATOM,
    GT_F_OUTSIDE_ALLOCATION, GT_F_OUTSIDE_CONSTANT      /* gt_func_check with memcheck only: no hardware looks */
};

/* What a performance counter counts, once each time (PM-4). */
enum gt_pm_event {
    GT_PM_DEFAULT,              /* $pmN counts pmevent N */
    GT_PM_TRIGGER0,             /* pmevent 0, and so on to 7 */
    GT_PM_ACTIVE_CYCLES = 9, GT_PM_INSTRUCTIONS, GT_PM_BRANCH, GT_PM_DIVERGENT_BRANCH, GT_PM_WARP_SERIALIZE,
    GT_PM_CTA_LAUNCHED, GT_PM_GLD_32B, GT_PM_GLD_64B, GT_PM_GLD_128B, GT_PM_GST_32B, GT_PM_GST_64B, GT_PM_GST_128B,
    GT_PM_LOCAL_LOAD, GT_PM_LOCAL_STORE,
    GT_PM_EVENTS
};

/* Texels and coordinates (docs/units/tex.md). */
enum gt_tex_type { GT_TEX_UINT, GT_TEX_SINT, GT_TEX_UNORM, GT_TEX_SNORM, GT_TEX_FLOAT };
enum gt_tex_mode { GT_TEX_CLAMP, GT_TEX_WRAP, GT_TEX_MIRROR, GT_TEX_BORDER };

#endif
