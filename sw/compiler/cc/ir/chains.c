/* SPDX-License-Identifier: Apache-2.0
 *
 * LLVM writes a sum of many numbers anew, all additions at its end, and keeps every number in a register until then.
 * An operation whose operands nobody else needs takes no more registers right behind them than later: it goes there.
 */
#include "ir.h"

#include <llvm-c/DebugInfo.h>

#define FARTHEST 4096       /* instructions to look back */

/* A value that takes no register, lives on elsewhere anyway, or ends with this use. */
static bool ends_here(LLVMValueRef v)
{
    LLVMUseRef use = LLVMGetFirstUse(v);
    return LLVMIsAConstant(v) || (LLVMIsAInstruction(v) && use && !LLVMGetNextUse(use));
}

/* Moves an operation up, right behind the later one of its operands, if nobody else needs them. */
static void visit(LLVMModuleRef m, LLVMValueRef i)
{
    (void)m;
    if (!LLVMIsABinaryOperator(i) || !ends_here(LLVMGetOperand(i, 0)) || !ends_here(LLVMGetOperand(i, 1)))
        return;
    LLVMValueRef at = LLVMGetPreviousInstruction(i);
    int n = 0;
    while (at && at != LLVMGetOperand(i, 0) && at != LLVMGetOperand(i, 1) && !LLVMIsAPHINode(at) && n++ < FARTHEST)
        at = LLVMGetPreviousInstruction(at);
    if (!at || !n || n > FARTHEST || LLVMIsAPHINode(at))
        return;
    LLVMBuilderRef b = ir_before(LLVMGetNextInstruction(at));
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(b, i);
    LLVMDisposeBuilder(b);
}

void ir_chains(LLVMModuleRef m) { ir_each(m, visit); }
