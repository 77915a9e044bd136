// SPDX-License-Identifier: Apache-2.0
//
// int *half[2] = { a, b } with a and b in shared memory: clang copies such a variable from a constant, which would have
// to hold addresses of shared memory; PTX has no such constants. Here the copy becomes a store for each element.
#include "ir.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

// Is there an address of shared memory in it?
bool has_shared(const Constant *c)
{
    if (const auto *v = dyn_cast<GlobalVariable>(c))
        return v->getAddressSpace() == IR_SHARED;
    return any_of(c->operands(), [](const Use &of) {
        const auto *part = dyn_cast<Constant>(of);
        return part && !isa<Function>(part) && has_shared(part);
    });
}

// Stores a constant at so many bytes behind an address, element by element.
void store_parts(IRBuilder<> &b, const DataLayout &layout, Constant *c, Value *at, uint64_t offset)
{
    Type *type = c->getType();
    const auto *structure = dyn_cast<StructType>(type);

    if (!structure && !type->isArrayTy()) {
        b.CreateStore(c, b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), at, offset));
        return;
    }
    const uint64_t n = structure ? structure->getNumElements() : type->getArrayNumElements();
    for (unsigned k = 0; k < n; k++) {
        Constant *part = c->getAggregateElement(k);
        const uint64_t behind = structure
                                ? layout.getStructLayout(const_cast<StructType *>(structure))->getElementOffset(k)
                                : k * layout.getTypeAllocSize(part->getType());
        store_parts(b, layout, part, at, offset + behind);
    }
}

// The variable that the copy makes whole, if its value has addresses of shared memory; else NULL.
GlobalVariable *source_of(const MemTransferInst &copy)
{
    auto *from = dyn_cast<GlobalVariable>(copy.getRawSource()->stripPointerCasts());
    const auto *n = dyn_cast<ConstantInt>(copy.getLength());

    return from && from->isConstant() && from->hasDefinitiveInitializer() && !copy.isVolatile() && n &&
                   n->getZExtValue() == copy.getModule()->getDataLayout().getTypeAllocSize(from->getValueType()) &&
                   has_shared(from->getInitializer())
               ? from : nullptr;
}

}  // namespace

void ir_shared_tables(LLVMModuleRef m)
{
    for (Function &f : *unwrap(m))
        for (Instruction &i : make_early_inc_range(instructions(f))) {
            auto *copy = dyn_cast<MemTransferInst>(&i);
            GlobalVariable *from = copy ? source_of(*copy) : nullptr;
            if (!from)
                continue;
            IRBuilder<> b(copy);
            store_parts(b, f.getParent()->getDataLayout(), from->getInitializer(), copy->getRawDest(), 0);
            copy->eraseFromParent();
        }
}
