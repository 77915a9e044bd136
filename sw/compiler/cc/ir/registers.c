/* SPDX-License-Identifier: Apache-2.0
 *
 * `volatile int a;` in a kernel: nvcc for this chip keeps it in a register when its address is not taken, and
 * computes every value that is stored in it (programs of the time measure with such variables, or limit how many
 * registers the compiler takes). clang would put it in local memory. Here the variable becomes an ordinary one, and
 * each value that is stored in it passes through an empty asm statement, which clang neither drops nor looks through.
 */
#include "ir.h"

/* The letter of a PTX register of the type, 0: it has none. */
static char letter(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMFloatTypeKind: return 'f';
    case LLVMDoubleTypeKind: return 'd';
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t) <= 32 ? 'r' : LLVMGetIntTypeWidth(t) == 64 ? 'l' : 0;
    default: return 0;
    }
}

/* Is every use of the variable a load or store of all of it? */
static bool only_accessed(LLVMValueRef variable, LLVMTypeRef type, bool *is_volatile)
{
    *is_volatile = false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef i = LLVMGetUser(u);
        bool load = LLVMIsALoadInst(i) && LLVMTypeOf(i) == type;
        bool store = LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == variable && LLVMGetOperand(i, 0) != variable &&
                     LLVMTypeOf(LLVMGetOperand(i, 0)) == type;
        if (load || store)
            *is_volatile |= LLVMGetVolatile(i);
        else if (!LLVMIsAIntrinsicInst(i))      /* the variable's lifetime, its place in the source */
            return false;
    }
    return true;
}

/* The value behind an asm statement: through a register of 32 bits when it is smaller. */
static LLVMValueRef opaque(LLVMBuilderRef b, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value), wide = type;
    char constraints[] = "=?,0";
    bool small = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) < 32;

    constraints[1] = letter(type);
    if (small) {
        wide = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
        value = LLVMBuildZExt(b, value, wide, "");
    }
    value = ir_asm(b, wide, "", constraints, &value, 1, IR_MEMORY_NONE, true);
    return small ? LLVMBuildTrunc(b, value, type, "") : value;
}

/* Makes a volatile variable whose address is not taken an ordinary one. */
static void visit(LLVMModuleRef m, LLVMValueRef variable)
{
    bool is_volatile;

    (void)m;
    if (!LLVMIsAAllocaInst(variable) || !letter(LLVMGetAllocatedType(variable)) ||
        !only_accessed(variable, LLVMGetAllocatedType(variable), &is_volatile) || !is_volatile)
        return;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef i = LLVMGetUser(u);
        if (!LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i))
            continue;
        if (LLVMIsAStoreInst(i) && LLVMGetVolatile(i)) {
            LLVMBuilderRef b = ir_before(i);
            LLVMSetOperand(i, 0, opaque(b, LLVMGetOperand(i, 0)));
            LLVMDisposeBuilder(b);
        }
        LLVMSetVolatile(i, false);
    }
}

void ir_registers(LLVMModuleRef m) { ir_each(m, visit); }
