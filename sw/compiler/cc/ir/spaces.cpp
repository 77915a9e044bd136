// SPDX-License-Identifier: Apache-2.0
//
// The chip has no generic addresses: each access says which memory it means. What a pointer of clang's points to is
// known when it was made from a variable; a pointer that the host passes or that was stored in memory is one to
// global memory, as nvcc takes it for compute capability 1.x. Saying so here lets clang know that accesses to shared
// and to global memory have nothing to do with each other. Later chips have generic addresses: only a host's are global
// there.
//
// Pointers in variables of a thread are followed here while all of a variable are of one memory; what is left is for
// the compiler of PTX, where the variables of a thread are one.
#include "ir.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

// Which memories a pointer may be of, or the pointers that are kept somewhere. PASSED: structures of the host's.
enum { OF_GLOBAL = 1, OF_SHARED = 2, OF_CONSTANT = 4, OF_THREAD = 8, OF_PASSED = 16, OF_ANY = 32 };

bool is_generic(const Value &v)
{
    return v.getType()->isPointerTy() && v.getType()->getPointerAddressSpace() == IR_GENERIC;
}

const Argument *kernel_argument(const Value *v)
{
    const auto *a = dyn_cast<Argument>(v);
    return a && ir_is_kernel(wrap(a->getParent())) ? a : nullptr;
}

// Follows pointers through the variables of one function.
class origins {
    enum { MOST = 10000 };      // values looked at for one load

    const DataLayout &layout;
    DenseMap<const Value *, unsigned> known;        // what variables keep
    SmallVector<const Value *, 4> open;             // variables that are being looked at
    SmallPtrSet<const LoadInst *, 4> loads;         // and loads
    unsigned steps = 0;

    // Adds the variables of the thread that the pointer may point into; returns the memories.
    unsigned find(const Value *pointer, SmallPtrSetImpl<const Value *> &asked,
                  SmallPtrSetImpl<const Value *> &variables)
    {
        const Value *v = unwrap(ir_object(wrap(const_cast<Value *>(pointer))));
        if (isa<ConstantPointerNull>(v) || isa<UndefValue>(v) || !asked.insert(v).second)
            return 0;
        if (++steps > MOST)
            return OF_ANY;
        if (const auto *variable = dyn_cast<GlobalVariable>(v))
            return variable->getAddressSpace() == IR_GLOBAL   ? OF_GLOBAL
                   : variable->getAddressSpace() == IR_SHARED ? OF_SHARED
                                                              : OF_CONSTANT;
        const Argument *a = kernel_argument(v);
        if (a)
            return a->hasByValAttr() ? OF_PASSED : OF_GLOBAL;
        if (isa<AllocaInst>(v)) {
            variables.insert(v);
            return OF_THREAD;
        }
        unsigned of = 0;
        if (const auto *phi = dyn_cast<PHINode>(v))
            for (const Value *way : phi->incoming_values())
                of |= find(way, asked, variables);
        else if (const auto *select = dyn_cast<SelectInst>(v))
            of = find(select->getTrueValue(), asked, variables) | find(select->getFalseValue(), asked, variables);
        else if (const auto *load = dyn_cast<LoadInst>(v))
            of = found_in_memory(*load);
        else
            of = OF_ANY;
        return of;
    }

    // A variable whose address was stored may be written by anybody.
    unsigned found_in_memory(const LoadInst &load)
    {
        if (!loads.insert(&load).second)
            return OF_ANY;
        const unsigned of = kept_at(load.getPointerOperand());
        loads.erase(&load);
        return of & OF_THREAD ? (unsigned)OF_ANY : of;
    }

    // Of the pointers that are found at an address.
    unsigned kept_at(const Value *address)
    {
        SmallPtrSet<const Value *, 16> asked, variables;
        const unsigned of = find(address, asked, variables);
        if (!of || of & OF_ANY || (of & OF_THREAD && of != OF_THREAD))
            return OF_ANY;
        unsigned kept = of == OF_THREAD ? 0 : OF_GLOBAL;
        for (const Value *v : variables)
            kept |= kept_in(v);
        return kept;
    }

    // Of the pointers in a variable; one that copies its own to other places of itself keeps no others by that.
    unsigned kept_in(const Value *variable)
    {
        const auto there = known.find(variable);
        if (there != known.end())
            return there->second;
        if (is_contained(open, variable))
            return open.back() == variable ? 0 : OF_ANY;
        SmallPtrSet<const Value *, 16> walked;
        open.push_back(variable);
        const unsigned of = written_by(variable, walked);
        open.pop_back();
        known[variable] = of;
        return of;
    }

    unsigned stored_as(const Value *v)
    {
        SmallPtrSet<const Value *, 16> asked, variables;
        const Type *t = v->getType();
        if (t->isPointerTy())
            return find(v, asked, variables);
        if (isa<ConstantData>(v))
            return 0;
        return t->isFPOrFPVectorTy() || (t->isIntegerTy() && t->getIntegerBitWidth() < layout.getPointerSizeInBits())
                   ? 0
                   : OF_ANY;
    }

    // Of what is written through a pointer into a variable, and through those that are made of it.
    unsigned written_by(const Value *pointer, SmallPtrSetImpl<const Value *> &walked)
    {
        unsigned of = 0;
        if (!walked.insert(pointer).second)
            return 0;
        for (const Use &use : pointer->uses()) {
            const User *user = use.getUser();
            const auto *store = dyn_cast<StoreInst>(user);
            const auto *copy = dyn_cast<MemTransferInst>(user);
            const auto *intrinsic = dyn_cast<IntrinsicInst>(user);
            if (isa<GetElementPtrInst>(user) || isa<AddrSpaceCastInst>(user) || isa<PHINode>(user) ||
                isa<SelectInst>(user))
                of |= written_by(user, walked);
            else if (store)
                of |= use.getOperandNo() == StoreInst::getPointerOperandIndex() ? stored_as(store->getValueOperand())
                                                                                : OF_ANY;
            else if (copy)
                of |= use.getOperandNo() == 0 ? kept_at(copy->getRawSource()) : 0;
            else if (!isa<LoadInst>(user) && !isa<ICmpInst>(user) &&
                     !(intrinsic && (intrinsic->isLifetimeStartOrEnd() || isa<MemSetInst>(user))))
                of |= OF_ANY;
        }
        return of;
    }

public:
    explicit origins(const DataLayout &l) : layout(l) {}

    // Which memories the pointer may be of that is loaded.
    unsigned of_loaded(const LoadInst &load)
    {
        steps = 0;
        return kept_at(load.getPointerOperand());
    }
};

// All uses of a pointer from here on use it as one that was cast to that memory and back, which LLVM's
// infer-address-spaces understands.
void make_space(Value &pointer, BasicBlock::iterator at, unsigned space)
{
    IRBuilder<> b(at->getParent(), at);
    auto *there = cast<Instruction>(b.CreateAddrSpaceCast(&pointer, PointerType::get(pointer.getContext(), space)));
    Value *back = b.CreateAddrSpaceCast(there, pointer.getType());

    pointer.replaceAllUsesWith(back);
    there->setOperand(0, &pointer);
}

}  // namespace

void ir_global_pointers(LLVMModuleRef m)
{
    const DataLayout &layout = unwrap(m)->getDataLayout();

    for (Function &f : *unwrap(m)) {
        origins pointers(layout);
        for (Instruction &i : make_early_inc_range(instructions(f))) {
            auto *load = dyn_cast<LoadInst>(&i);
            if (!load || !is_generic(i) || i.use_empty() || ir_is_fused(wrap(&f)))
                continue;
            const unsigned of = pointers.of_loaded(*load);
            if (of == OF_GLOBAL || of == OF_SHARED)
                make_space(i, std::next(i.getIterator()), of == OF_GLOBAL ? IR_GLOBAL : IR_SHARED);
        }
        for (Argument &a : f.args())
            if (!f.isDeclaration() && kernel_argument(&a) && is_generic(a) && !a.hasByValAttr() && !a.use_empty())
                make_space(a, f.getEntryBlock().begin(), IR_GLOBAL);
    }
}
