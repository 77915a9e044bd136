/* SPDX-License-Identifier: Apache-2.0
 *
 * A cubin of compute capability 1.x has kernels and no functions beside them: what they call is copied into them.
 * That is done first, so that the passes behind it see what a pointer points to.
 */
#include "ir.h"

#include <llvm-c/Comdat.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL "gt200-kernel"       /* attribute of functions */
#define OF_FUNCTION ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

/* clang lists kernels as metadata: { function, "kernel", 1 }. */
static void mark_kernels(LLVMModuleRef m)
{
    static const char list[] = "nvvm.annotations";
    LLVMValueRef *node = calloc(LLVMGetNamedMetadataNumOperands(m, list) + 1, sizeof *node), part[3];

    if (!node)
        abort();
    LLVMGetNamedMetadataOperands(m, list, node);
    for (unsigned i = 0, n = LLVMGetNamedMetadataNumOperands(m, list), length = 0; i < n; i++) {
        if (LLVMGetMDNodeNumOperands(node[i]) != 3)
            continue;
        LLVMGetMDNodeOperands(node[i], part);
        const char *what = part[1] ? LLVMGetMDString(part[1], &length) : NULL;
        if (part[0] && LLVMIsAFunction(part[0]) && what && length == 6 && !memcmp(what, "kernel", 6))
            LLVMAddAttributeAtIndex(part[0], OF_FUNCTION,
                                    LLVMCreateStringAttribute(LLVMGetModuleContext(m), KERNEL, sizeof KERNEL - 1, "",
                                                              0));
    }
    free(node);
}

bool ir_is_kernel(LLVMValueRef function)
{
    return LLVMGetStringAttributeAtIndex(function, OF_FUNCTION, KERNEL, sizeof KERNEL - 1);
}

static unsigned kind(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

static bool takes_pointer(LLVMValueRef f)
{
    for (LLVMValueRef p = LLVMGetFirstParam(f); p; p = LLVMGetNextParam(p))
        if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind)
            return true;
    return false;
}

void ir_kernels(LLVMModuleRef m)
{
    mark_kernels(m);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || ir_is_kernel(f))
            continue;
        LLVMSetLinkage(f, LLVMInternalLinkage);
        LLVMSetVisibility(f, LLVMDefaultVisibility);
        LLVMSetComdat(f, NULL);
        if (LLVMGetEnumAttributeAtIndex(f, OF_FUNCTION, kind("noinline")) && !takes_pointer(f))
            continue;
        LLVMRemoveEnumAttributeAtIndex(f, OF_FUNCTION, kind("noinline"));
        LLVMAddAttributeAtIndex(f, OF_FUNCTION,
                                LLVMCreateEnumAttribute(LLVMGetModuleContext(m), kind("alwaysinline"), 0));
    }
}
