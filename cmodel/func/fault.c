/* SPDX-License-Identifier: Apache-2.0
 *
 * Faults: recording and the one line of text about them.
 */
#include "fault.h"

#include <stdio.h>
#include <string.h>

#include "decode.h"
#include "func.h"

void gt_fault_at(struct gt_core *c, const struct gt_warp *w, const struct gt_insn *in, uint32_t code, uint32_t lane,
                 uint32_t addr)
{
    c->fault = (struct gt_fault){
        .code = code, .decode_err = code == GT_F_DECODE ? in->err : GT_DE_NONE,
        .pc = w->pc, .warp = w->warp_in_block, .lane = lane, .addr = addr,
        .ctaid_x = w->block ? w->block->ctaid_x : 0, .ctaid_y = w->block ? w->block->ctaid_y : 0,
        .w0 = in->w0, .w1 = in->w1,
    };
}

const char *gt_fault_name(uint32_t code, uint32_t decode_err)
{
    static const char *const name[] = {
        [GT_F_NONE] = "no fault", [GT_F_DECODE] = "DECODE_ERROR", [GT_F_UNIMPLEMENTED] = "UNIMPLEMENTED",
        [GT_F_STACK_UNDERFLOW] = "STACK_UNDERFLOW", [GT_F_STACK_MISMATCH] = "STACK_MISMATCH",
        [GT_F_STACK_LIMIT] = "STACK_LIMIT", [GT_F_QUADON_ACTIVE] = "QUADON_ACTIVE",
        [GT_F_GLOBAL_LIMIT_READ] = "GLOBAL_LIMIT_READ", [GT_F_GLOBAL_LIMIT_WRITE] = "GLOBAL_LIMIT_WRITE",
        [GT_F_LOCAL_LIMIT_READ] = "LOCAL_LIMIT_READ", [GT_F_LOCAL_LIMIT_WRITE] = "LOCAL_LIMIT_WRITE",
        [GT_F_SHARED_LIMIT] = "SHARED_LIMIT", [GT_F_MISALIGNED] = "MISALIGNED", [GT_F_TRAP] = "TRAP_INSTRUCTION",
        [GT_F_GLOBAL_LIMIT_RED] = "GLOBAL_LIMIT_RED", [GT_F_GLOBAL_LIMIT_ATOM] = "GLOBAL_LIMIT_ATOM",
        [GT_F_OUTSIDE_ALLOCATION] = "OUTSIDE_ALLOCATION", [GT_F_OUTSIDE_CONSTANT] = "OUTSIDE_CONSTANT",
    };
    if (code == GT_F_DECODE && decode_err != GT_DE_NONE)
        return isa_err_name(decode_err);
    return code < sizeof name / sizeof name[0] ? name[code] : "unknown fault";
}

void gt_fault_message(const struct gt_launch *l, const struct gt_fault *f, char *out, size_t n)
{
    struct gt_insn in;
    char at[96] = "", words[48];
    isa_decode(f->w0, f->w1, f->pc, &in);
    const char *name = in.row != ISA_ROW_NONE ? isa_row_name(in.row) : "no instruction";
    if (in.len == 8)
        snprintf(words, sizeof words, "0x%08x 0x%08x", (unsigned)f->w0, (unsigned)f->w1);
    else
        snprintf(words, sizeof words, "0x%08x", (unsigned)f->w0);
    if (f->lane != GT_FAULT_NO_LANE)
        snprintf(at, sizeof at, " lane %u address 0x%x", (unsigned)f->lane, (unsigned)f->addr);
    snprintf(out, n, "kernel %s: %s at pc 0x%x (%s, words %s), block (%u,%u) warp %u%s",
             l->name ? l->name : "?", gt_fault_name(f->code, f->decode_err), (unsigned)f->pc, name, words,
             (unsigned)f->ctaid_x, (unsigned)f->ctaid_y, (unsigned)f->warp, at);
}
