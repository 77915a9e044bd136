/* SPDX-License-Identifier: Apache-2.0
 *
 * The threads of a warp run in step, and programs of the time count on it: what one thread of a warp writes to shared
 * memory, the others read in their next statement, without a barrier and without `volatile`:
 *
 *     s[t] += s[t + 16]; s[t] += s[t + 8]; ...
 *
 * clang sees one thread alone, for which s[t + 8] is not s[t]: it reads early what another thread has yet to write,
 * and drops all stores to s[t] but the last. So behind each store to shared memory goes an empty asm statement that
 * may read and write what the stored pointer points into, all of the variable, and nothing else: the store stays,
 * what is read behind it is read from memory, and accesses to other variables and memories are free to move. Two
 * loads without a store between them may still be one. It stays to the end, as clang's back end forwards stores, too;
 * in PTX it is no instruction.
 */
#include "ir.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

/* The pointer of a store, NULL: it is no store. */
static LLVMValueRef stored_to(LLVMValueRef i)
{
    if (LLVMIsAStoreInst(i))
        return LLVMGetOperand(i, 1);
    return LLVMIsAMemIntrinsic(i) ? LLVMGetOperand(i, 0) : NULL;
}

/* May the pointer be one to shared memory? A generic one when it is not of local memory: nobody knows what it points
 * to. */
static bool may_be_shared(LLVMValueRef pointer)
{
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
    return space == IR_SHARED || (space == IR_GENERIC && !LLVMIsAAllocaInst(ir_object(pointer)));
}

static bool is_dynamic(LLVMValueRef v)
{
    return LLVMIsAGlobalVariable(v) && LLVMIsDeclaration(v) && LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == IR_SHARED;
}

static void visit(LLVMModuleRef m, LLVMValueRef i)
{
    LLVMValueRef pointer = stored_to(i), object[IR_MAX_ARGS];
    unsigned n = 0;

    if (!pointer || !may_be_shared(pointer))
        return;
    LLVMValueRef of = ir_object(pointer);
    if (is_dynamic(of))         /* every `extern __shared__` is at the same place, whatever its name */
        for (LLVMValueRef v = LLVMGetFirstGlobal(m); v && n < IR_MAX_ARGS; v = LLVMGetNextGlobal(v))
            if (is_dynamic(v))
                object[n++] = v;
    if (!n)
        object[n++] = LLVMIsAGlobalVariable(of) ? of : pointer;

    char constraints[2 * IR_MAX_ARGS + 1] = "";
    for (unsigned k = 0; k < n; k++)
        strcat(constraints, LLVMPointerSizeForAS(LLVMGetModuleDataLayout(m), IR_SHARED) == 4 ? ",r" : ",l");
    LLVMBuilderRef b = ir_before(LLVMGetNextInstruction(i));
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    ir_asm(b, LLVMVoidTypeInContext(LLVMGetModuleContext(m)), "", constraints + 1, object, n, IR_MEMORY_OF_ARGUMENTS,
           true);
    LLVMDisposeBuilder(b);
}

void ir_order_shared(LLVMModuleRef m) { ir_each(m, visit); }
