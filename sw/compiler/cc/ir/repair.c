/* SPDX-License-Identifier: Apache-2.0
 *
 * What the PTX back end of clang 19 gets wrong, written so that it gets it right:
 *
 *   a signed one-bit number as a floating-point number, (float)-(a > b && c > d), becomes +1 for -1
 *   a rotation of 32 bits by a variable n loses the `& 31` of its count, and PTX's shifts do not wrap around; the back
 *   end makes rotations of two shifts itself, too, where no pass before it has done so
 */
#include "ir.h"

#include <string.h>

static void signed_condition(LLVMValueRef i)
{
    LLVMBuilderRef b = ir_before(i);
    LLVMTypeRef type = LLVMTypeOf(i);

    ir_replace(i, LLVMBuildSelect(b, LLVMGetOperand(i, 0), LLVMConstReal(type, -1), LLVMConstReal(type, 0), ""));
    LLVMDisposeBuilder(b);
}

/* The count is masked by an asm statement, which the back end does not take away. */
static void rotation(LLVMValueRef i)
{
    LLVMBuilderRef b = ir_before(i);
    LLVMValueRef count = LLVMGetOperand(i, 2);

    LLVMSetOperand(i, 2, ir_asm(b, LLVMTypeOf(count), "and.b32 $0, $1, 31;", "=r,r", &count, 1, IR_MEMORY_NONE, false));
    LLVMDisposeBuilder(b);
}

static bool is_integer(LLVMValueRef v, unsigned bits)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == bits;
}

static bool is_shift_of_two(LLVMValueRef i)
{
    unsigned id = LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i))
                  ? LLVMGetIntrinsicID(LLVMGetCalledValue(i)) : 0;
    return id && (id == LLVMLookupIntrinsicID("llvm.fshl", 9) || id == LLVMLookupIntrinsicID("llvm.fshr", 9));
}

/* A shift of 32 bits by a variable. */
static bool is_shift(LLVMValueRef i, LLVMOpcode way)
{
    return LLVMIsAInstruction(i) && LLVMGetInstructionOpcode(i) == way && is_integer(i, 32) &&
           !LLVMIsConstant(LLVMGetOperand(i, 1));
}

static bool shifts_right(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_shift(i, LLVMLShr))
                return true;
    return false;
}

/* What is shifted to the left is no value that the back end knows: it is not that of a shift to the right. Chips with
 * fused multiply-adds have rotations. */
static void shift_left(LLVMValueRef i)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)), value = LLVMGetOperand(i, 0);

    if (ir_is_fused(function) || !shifts_right(function))
        return;
    LLVMBuilderRef b = ir_before(i);
    LLVMSetOperand(i, 0, ir_asm(b, LLVMTypeOf(value), "mov.b32 $0, $1;", "=r,r", &value, 1, IR_MEMORY_NONE, false));
    LLVMDisposeBuilder(b);
}

static void visit(LLVMModuleRef m, LLVMValueRef i)
{
    (void)m;
    if (LLVMIsASIToFPInst(i) && is_integer(LLVMGetOperand(i, 0), 1))
        signed_condition(i);
    else if (is_shift_of_two(i) && LLVMGetOperand(i, 0) == LLVMGetOperand(i, 1) && is_integer(i, 32) &&
             !LLVMIsConstant(LLVMGetOperand(i, 2)))
        rotation(i);
    else if (is_shift(i, LLVMShl))
        shift_left(i);
}

void ir_repair(LLVMModuleRef m) { ir_each(m, visit); }
