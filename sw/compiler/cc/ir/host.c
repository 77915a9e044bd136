/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions that say nothing of __device__ but are called by kernels: nvcc of the time took members of classes for
 * both sides. A second attempt at such a program has clang make device code of every function that is reached, and
 * this sees to it that none of them needs the host: what is the device's is told apart by an annotation that
 * host_defines.h makes of __device__ then.
 */
#include "ir.h"

#include <string.h>

#define LIST "llvm.global.annotations"
#define DEVICE "gt200.device"
#define HOST_SECTION "gt200.host"       /* of variables */

/* Has the list an entry { v, "gt200.device", file, line, ... }? */
static bool is_listed(LLVMValueRef list, LLVMValueRef v)
{
    LLVMValueRef entries = LLVMGetInitializer(list);

    for (int i = 0, n = LLVMGetNumOperands(entries); i < n; i++) {
        LLVMValueRef entry = LLVMGetOperand(entries, (unsigned)i);
        LLVMValueRef text = ir_object(LLVMGetOperand(entry, 1));
        size_t length = 0;
        if (ir_object(LLVMGetOperand(entry, 0)) == v && LLVMIsAGlobalVariable(text) &&
            LLVMIsConstantString(LLVMGetInitializer(text)) &&
            !strcmp(LLVMGetAsString(LLVMGetInitializer(text), &length), DEVICE))
            return true;
    }
    return false;
}

static void drop(LLVMModuleRef m, const char *name)
{
    LLVMValueRef v = LLVMGetNamedGlobal(m, name);

    if (v)
        LLVMDeleteGlobal(v);
}

void ir_mark_host(LLVMModuleRef m)
{
    LLVMValueRef list = LLVMGetNamedGlobal(m, LIST);

    for (LLVMValueRef v = list ? LLVMGetFirstGlobal(m) : NULL; v; v = LLVMGetNextGlobal(v)) {
        if (LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == IR_SHARED || LLVMIsExternallyInitialized(v) ||
            LLVMIsGlobalConstant(v) || !strncmp(LLVMGetValueName(v), "llvm.", 5) || is_listed(list, v))
            continue;
        LLVMSetSection(v, HOST_SECTION);
        if (!LLVMIsDeclaration(v))
            LLVMSetLinkage(v, LLVMInternalLinkage);
    }
    drop(m, LIST);
    drop(m, "llvm.global_ctors");
    drop(m, "llvm.global_dtors");
}

const char *ir_of_host(LLVMModuleRef m)
{
    size_t length;

    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f) && LLVMGetFirstUse(f) &&
            strncmp(LLVMGetValueName2(f, &length), IR_OPERATION, sizeof IR_OPERATION - 1))
            return LLVMGetValueName2(f, &length);
    for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v))
        if (LLVMGetSection(v) && !strcmp(LLVMGetSection(v), HOST_SECTION))
            return LLVMGetValueName2(v, &length);
    return NULL;
}
