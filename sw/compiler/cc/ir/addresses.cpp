// SPDX-License-Identifier: Apache-2.0
//
// Addresses on the chip have 32 bits, so that it is the same whether the index of a[i + 1] wraps around at 32 bits
// before it becomes one of 64 or not. LLVM, which has to keep sums wrapping (defined.cpp), would compute a[i] and
// a[i + 1] apart from each other; here what is constant in such an index becomes a constant in the address.
#include "ir.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

const unsigned deepest = 4;

// The sum without its constants, of which `constant` gets the sum; the value itself if there are none.
Value *without_constants(IRBuilder<> &b, Value *v, APInt &constant, unsigned depth)
{
    auto *i = dyn_cast<BinaryOperator>(v);
    if (!i || depth == deepest || (i->getOpcode() != Instruction::Add && i->getOpcode() != Instruction::Sub))
        return v;
    const bool minus = i->getOpcode() == Instruction::Sub;
    Value *x = i->getOperand(0), *y = i->getOperand(1);
    if (auto *c = dyn_cast<ConstantInt>(y)) {
        constant += minus ? -c->getValue() : c->getValue();
        return without_constants(b, x, constant, depth + 1);
    }
    APInt of_y(constant.getBitWidth(), 0);
    Value *less_x = without_constants(b, x, constant, depth + 1), *less_y = without_constants(b, y, of_y, depth + 1);
    constant += minus ? -of_y : of_y;
    if (less_x == x && less_y == y)
        return v;
    return minus ? b.CreateSub(less_x, less_y) : b.CreateAdd(less_x, less_y);
}

// Moves the constant parts of an address's indexes into an offset in bytes behind it.
void visit(GetElementPtrInst &address)
{
    const DataLayout &layout = address.getModule()->getDataLayout();
    IRBuilder<> b(&address);
    int64_t offset = 0;
    unsigned k = 1;

    for (auto type = gep_type_begin(address); k < address.getNumOperands(); k++, ++type) {
        auto *index = type.isSequential() ? dyn_cast<SExtInst>(address.getOperand(k)) : nullptr;
        if (!index || !index->getSrcTy()->isIntegerTy(32))
            continue;
        APInt constant(32, 0);
        Value *less = without_constants(b, index->getOperand(0), constant, 0);
        if (less == index->getOperand(0))
            continue;
        offset += constant.getSExtValue() * (int64_t)type.getSequentialElementStride(layout).getFixedValue();
        address.setOperand(k, b.CreateSExt(less, index->getType()));
    }
    if (!offset)
        return;
    b.SetInsertPoint(address.getNextNode());
    auto *moved = cast<Instruction>(b.CreateGEP(b.getInt8Ty(), &address, b.getInt64((uint64_t)offset)));
    address.replaceUsesWithIf(moved, [moved](Use &u) { return u.getUser() != moved; });
}

}

void ir_addresses(LLVMModuleRef m)
{
    for (Function &f : *unwrap(m)) {
        if (ir_is_fused(wrap(&f)))
            continue;
        for (Instruction &i : make_early_inc_range(instructions(f)))
            if (auto *address = dyn_cast<GetElementPtrInst>(&i))
                visit(*address);
    }
}
