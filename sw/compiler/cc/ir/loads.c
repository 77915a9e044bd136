/* SPDX-License-Identifier: Apache-2.0
 *
 * clang loads in front of a condition what stands behind it when the address is sure to be valid. Nobody sees it, but
 * a look for data races: functions with the attribute gt200-early-loads=0 are told to be searched for them
 * (sanitize_thread), in which clang does not.
 */
#include "ir.h"

#include <stddef.h>

#define EARLY_LOADS "gt200-early-loads"     /* attribute of functions, "1" or "0" */

void ir_early_loads(LLVMModuleRef m)
{
    static const char searched[] = "sanitize_thread";
    const unsigned kind = LLVMGetEnumAttributeKindForName(searched, sizeof searched - 1);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        const LLVMAttributeIndex of_function = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
        LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(f, of_function, EARLY_LOADS, sizeof EARLY_LOADS - 1);
        unsigned length = 0;
        const char *value = a ? LLVMGetStringAttributeValue(a, &length) : NULL;
        if (value && length == 1 && *value == '0')
            LLVMAddAttributeAtIndex(f, of_function, LLVMCreateEnumAttribute(LLVMGetModuleContext(m), kind, 0));
    }
}
