/* SPDX-License-Identifier: Apache-2.0
 *
 * The chip has no generic addresses: each access says which memory it means. What a pointer of clang's points to is
 * known when it was made from a variable; a pointer that the host passes or that was stored in memory is one to
 * global memory, as nvcc takes it for compute capability 1.x. Saying so here lets clang know that accesses to shared
 * and to global memory have nothing to do with each other. Later chips have generic addresses: only a host's are global
 * there.
 */
#include "ir.h"

static bool is_generic(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == IR_GENERIC;
}

/* All uses of a pointer behind `at` use it as one that was cast to global memory and back, which LLVM's
 * infer-address-spaces understands. */
static void make_global(LLVMValueRef pointer, LLVMValueRef at)
{
    LLVMBuilderRef b = ir_before(at);
    LLVMTypeRef global = LLVMPointerTypeInContext(LLVMGetTypeContext(LLVMTypeOf(pointer)), IR_GLOBAL);
    LLVMValueRef there = LLVMBuildAddrSpaceCast(b, pointer, global, ""),
                 back = LLVMBuildAddrSpaceCast(b, there, LLVMTypeOf(pointer), "");

    LLVMReplaceAllUsesWith(pointer, back);
    LLVMSetOperand(there, 0, pointer);
    LLVMDisposeBuilder(b);
}

static bool is_copied(LLVMValueRef f, unsigned parameter)
{
    static const char name[] = "byval";
    return LLVMGetEnumAttributeAtIndex(f, parameter + 1, LLVMGetEnumAttributeKindForName(name, sizeof name - 1));
}

/* Pointers in local memory are left to the compiler of PTX, which follows them there. */
static void visit(LLVMModuleRef m, LLVMValueRef i)
{
    (void)m;
    if (LLVMGetInstructionOpcode(i) == LLVMLoad && is_generic(i) && LLVMGetFirstUse(i) &&
        !ir_is_fused(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))) &&
        !LLVMIsAAllocaInst(ir_object(LLVMGetOperand(i, 0))))
        make_global(i, LLVMGetNextInstruction(i));
}

void ir_global_pointers(LLVMModuleRef m)
{
    ir_each(m, visit);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (unsigned k = 0; !LLVMIsDeclaration(f) && ir_is_kernel(f) && k < LLVMCountParams(f); k++) {
            LLVMValueRef p = LLVMGetParam(f, k);
            if (is_generic(p) && !is_copied(f, k) && LLVMGetFirstUse(p))
                make_global(p, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
        }
}
