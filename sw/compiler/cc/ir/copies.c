/* SPDX-License-Identifier: Apache-2.0
 *
 * Copies of structures that are aligned to 16 bytes, as of a uint4 from array to array: the PTX back end of clang 19
 * moves them by words of 8 bytes, so that a warp asks for every sector twice. They become accesses of 16 bytes, as
 * nvcc makes them. The parts are all loaded before the first is stored.
 */
#include "ir.h"

#include <string.h>

#define PART 16u
#define MOST (4u * PART)                /* what is longer would take more registers than it saves accesses */

static unsigned long long alignment(LLVMValueRef call, LLVMAttributeIndex parameter)
{
    static const char name[] = "align";
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, parameter,
                                                      LLVMGetEnumAttributeKindForName(name, sizeof name - 1));
    return a ? LLVMGetEnumAttributeValue(a) : 1;
}

/* The bytes of a copy that can be made so, or 0. */
static unsigned copied(LLVMValueRef i)
{
    static const char disjoint[] = "llvm.memcpy", any[] = "llvm.memmove";
    LLVMValueRef f = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    const unsigned id = f && LLVMIsAFunction(f) ? LLVMGetIntrinsicID(f) : 0;

    if (!id || (id != LLVMLookupIntrinsicID(disjoint, sizeof disjoint - 1) &&
                id != LLVMLookupIntrinsicID(any, sizeof any - 1)))
        return 0;
    LLVMValueRef length = LLVMGetOperand(i, 2), is_volatile = LLVMGetOperand(i, 3);
    if (!LLVMIsAConstantInt(length) || LLVMConstIntGetZExtValue(is_volatile))
        return 0;
    unsigned long long n = LLVMConstIntGetZExtValue(length);
    return n % PART == 0 && n <= MOST && alignment(i, 1) >= PART && alignment(i, 2) >= PART ? (unsigned)n : 0;
}

static LLVMValueRef part_of(LLVMBuilderRef b, LLVMContextRef ctx, LLVMValueRef pointer, unsigned offset)
{
    LLVMValueRef at = LLVMConstInt(LLVMInt32TypeInContext(ctx), offset, false);
    return offset ? LLVMBuildInBoundsGEP2(b, LLVMInt8TypeInContext(ctx), pointer, &at, 1, "") : pointer;
}

/* Replaces a copy by loads and stores of 16 bytes. */
static void visit(LLVMModuleRef m, LLVMValueRef i)
{
    LLVMContextRef ctx = LLVMGetModuleContext(m);
    LLVMTypeRef words = LLVMVectorType(LLVMInt32TypeInContext(ctx), PART / 4);
    LLVMValueRef parts[MOST / PART];
    unsigned n = copied(i);

    if (!n)
        return;
    LLVMBuilderRef b = ir_before(i);
    for (unsigned at = 0; at < n; at += PART) {
        parts[at / PART] = LLVMBuildLoad2(b, words, part_of(b, ctx, LLVMGetOperand(i, 1), at), "");
        LLVMSetAlignment(parts[at / PART], PART);
    }
    for (unsigned at = 0; at < n; at += PART)
        LLVMSetAlignment(LLVMBuildStore(b, parts[at / PART], part_of(b, ctx, LLVMGetOperand(i, 0), at)), PART);
    LLVMInstructionEraseFromParent(i);
    LLVMDisposeBuilder(b);
}

void ir_wide_copies(LLVMModuleRef m) { ir_each(m, visit); }
