/* SPDX-License-Identifier: Apache-2.0
 *
 * What the passes have in common.
 */
#include "ir.h"

#include <string.h>

void ir_each(LLVMModuleRef m, void (*visit)(LLVMModuleRef, LLVMValueRef))
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                visit(m, i);
            }
}

LLVMBuilderRef ir_before(LLVMValueRef insn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(insn)));

    LLVMPositionBuilderBefore(b, insn);
    return b;
}

static void attribute(LLVMValueRef call, LLVMContextRef ctx, const char *name, unsigned long long value)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(ctx, kind, value));
}

LLVMValueRef ir_asm(LLVMBuilderRef b, LLVMTypeRef result, const char *text, const char *constraints, LLVMValueRef *args,
                    unsigned n, enum ir_memory memory, bool keep)
{
    LLVMTypeRef types[IR_MAX_ARGS];
    LLVMContextRef ctx = LLVMGetTypeContext(result);

    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef code = LLVMGetInlineAsm(type, text, strlen(text), constraints, strlen(constraints), keep, false,
                                         LLVMInlineAsmDialectATT, false);
    LLVMValueRef call = LLVMBuildCall2(b, type, code, args, n, "");
    attribute(call, ctx, "nounwind", 0);
    attribute(call, ctx, "willreturn", 0);
    attribute(call, ctx, "memory", memory);
    return call;
}

void ir_replace(LLVMValueRef insn, LLVMValueRef by)
{
    LLVMReplaceAllUsesWith(insn, by);
    LLVMInstructionEraseFromParent(insn);
}

LLVMValueRef ir_object(LLVMValueRef pointer)
{
    for (;;) {
        LLVMOpcode op = LLVMIsAInstruction(pointer) ? LLVMGetInstructionOpcode(pointer) :
                        LLVMIsAConstantExpr(pointer) ? LLVMGetConstOpcode(pointer) : (LLVMOpcode)0;
        if (op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMAddrSpaceCast)
            return pointer;
        pointer = LLVMGetOperand(pointer, 0);
    }
}
