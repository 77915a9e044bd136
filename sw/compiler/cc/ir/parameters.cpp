// SPDX-License-Identifier: Apache-2.0
//
// A structure that the host passes is the thread's own: a kernel that writes it gets a variable with its value. LLVM's
// PTX back end makes one, too, but takes each pointer that is read from it for the host's, which points to global
// memory, also when the kernel has put one to shared memory there.
#include "ir.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

// Is nothing done with the pointer, and with what is made of it, but reading?
bool only_read(const Value *pointer, SmallPtrSetImpl<const Value *> &walked)
{
    return !walked.insert(pointer).second || all_of(pointer->uses(), [&walked](const Use &use) {
        const User *user = use.getUser();
        if (isa<GetElementPtrInst>(user) || isa<AddrSpaceCastInst>(user) || isa<PHINode>(user) || isa<SelectInst>(user))
            return only_read(user, walked);
        return isa<LoadInst>(user) || isa<ICmpInst>(user) || (isa<MemTransferInst>(user) && use.getOperandNo() == 1);
    });
}

void make_variable(Argument &a)
{
    Function &f = *a.getParent();
    const DataLayout &layout = f.getParent()->getDataLayout();
    IRBuilder<> b(&f.getEntryBlock(), f.getEntryBlock().begin());
    Type *type = a.getParamByValType();
    const Align align = a.getParamAlign().valueOrOne();
    AllocaInst *variable = b.CreateAlloca(type, nullptr, a.getName());

    variable->setAlignment(std::max(align, layout.getPrefTypeAlign(type)));
    a.replaceAllUsesWith(variable);
    b.CreateMemCpy(variable, variable->getAlign(), &a, align, layout.getTypeAllocSize(type));
}

}  // namespace

void ir_written_parameters(LLVMModuleRef m)
{
    for (Function &f : *unwrap(m))
        for (Argument &a : f.args()) {
            SmallPtrSet<const Value *, 16> walked;
            if (!f.isDeclaration() && ir_is_kernel(wrap(&f)) && a.hasByValAttr() && !only_read(&a, walked))
                make_variable(a);
        }
}
