/* SPDX-License-Identifier: Apache-2.0
 *
 * a * b + c. As nvcc does for this chip, single precision becomes mad.f32, one instruction, whose product is
 * truncated to 24 bits before the sum; double precision becomes a fused multiply-add, and so does single precision in
 * PTX for later chips, which have no mad.f32 (attribute gt200-fused). Whether it may be is said on
 * each operation: not with -fmad=false, not in the math library, and not for __fmul_rn and its like. An explicit fmaf
 * is another operation, and exact.
 */
#include "ir.h"

#include <stddef.h>

#define FUSED "gt200-fused"  /* attribute of functions, "1" or "0" */
#define MOST_SUMS 4         /* of one product; more would keep its factors alive too long */

static bool is(LLVMValueRef v, LLVMOpcode op) { return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op; }

static bool contracts(LLVMValueRef i) { return LLVMGetFastMathFlags(i) & LLVMFastMathAllowContract; }

static bool is_sum(LLVMValueRef i) { return (is(i, LLVMFAdd) || is(i, LLVMFSub)) && contracts(i); }

static bool is_scalar(LLVMValueRef v)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* The product that an operand of a sum is, or whose negative it is; NULL: none, or one that is needed elsewhere,
 * too. */
static LLVMValueRef product(LLVMValueRef operand, bool *negative)
{
    LLVMValueRef p = operand;
    int uses = 0;

    *negative = is(p, LLVMFNeg) && LLVMGetFirstUse(p) && !LLVMGetNextUse(LLVMGetFirstUse(p));
    if (*negative)
        p = LLVMGetOperand(p, 0);
    if (!is(p, LLVMFMul) || !contracts(p))
        return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(p); u; u = LLVMGetNextUse(u), uses++)
        if (uses == MOST_SUMS || !(is_sum(LLVMGetUser(u)) || LLVMGetUser(u) == operand))
            return NULL;
    return p;
}

bool ir_is_fused(LLVMValueRef function)
{
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, FUSED,
                                                       sizeof FUSED - 1);
    unsigned length = 0;

    return a && *LLVMGetStringAttributeValue(a, &length) == '1';
}

/* x * y + z in the place of instruction i. */
static LLVMValueRef multiply_add(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef x, LLVMValueRef y,
                                 LLVMValueRef z)
{
    LLVMValueRef args[] = { x, y, z };
    LLVMTypeRef type = LLVMTypeOf(x);

    if (LLVMGetTypeKind(type) == LLVMFloatTypeKind &&
        !ir_is_fused(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))))
        return ir_asm(b, type, "mad.f32 $0, $1, $2, $3;", "=f,f,f,f", args, 3, IR_MEMORY_NONE, false);
    unsigned fma = LLVMLookupIntrinsicID("llvm.fma", 8);
    return LLVMBuildCall2(b, LLVMIntrinsicGetType(LLVMGetModuleContext(m), fma, &type, 1),
                          LLVMGetIntrinsicDeclaration(m, fma, &type, 1), args, 3, "");
}

/* A sum of which an operand is a product that nobody else needs becomes a multiply-add. */
static void visit(LLVMModuleRef m, LLVMValueRef i)
{
    if (!is_sum(i) || !is_scalar(i))
        return;
    for (unsigned k = 0; k < 2; k++) {
        bool negative, difference = is(i, LLVMFSub);
        LLVMValueRef operand = LLVMGetOperand(i, k), other = LLVMGetOperand(i, 1 - k), p = product(operand, &negative);
        if (!p)
            continue;
        LLVMBuilderRef b = ir_before(i);
        LLVMValueRef x = LLVMGetOperand(p, 0);
        if (negative != (difference && k == 1))
            x = LLVMBuildFNeg(b, x, "");
        ir_replace(i, multiply_add(m, b, i, x, LLVMGetOperand(p, 1),
                                   difference && k == 0 ? LLVMBuildFNeg(b, other, "") : other));
        LLVMDisposeBuilder(b);
        if (operand != p && !LLVMGetFirstUse(operand))
            LLVMInstructionEraseFromParent(operand);
        if (!LLVMGetFirstUse(p))
            LLVMInstructionEraseFromParent(p);
        return;
    }
}

/* The other sums are not to be contracted by clang's back end, for which a multiply-add is exact. LLVM's C interface
 * adds flags to an instruction, but takes none away: another one takes its place. */
static void forbid(LLVMModuleRef m, LLVMValueRef i)
{
    (void)m;
    if (!is_sum(i))
        return;
    LLVMBuilderRef b = ir_before(i);
    LLVMValueRef sum = LLVMBuildBinOp(b, LLVMGetInstructionOpcode(i), LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), "");
    if (LLVMIsAInstruction(sum))
        LLVMSetFastMathFlags(sum, LLVMGetFastMathFlags(i) & ~(unsigned)LLVMFastMathAllowContract);
    ir_replace(i, sum);
    LLVMDisposeBuilder(b);
}

void ir_multiply_add(LLVMModuleRef m)
{
    ir_each(m, visit);
    ir_each(m, forbid);
}
