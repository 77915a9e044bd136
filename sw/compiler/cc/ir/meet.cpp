// SPDX-License-Identifier: Apache-2.0
//
// The lanes of a warp that went different ways go on together where the ways meet, and the chip knows that place from
// the branches alone. LLVM, which sees one lane, lets a lane that is sure of the next branch skip the place and go on
// at once: a lock that is taken and released under one `if` of a loop is then released behind the loop, by lanes that
// wait there for those that try to take it. So an empty asm statement that must not be copied (`convergent`) stands
// where the ways of a branch meet: in each loop with atomics, volatile accesses, barriers, votes, and, in front of any
// of these, outside of loops. It is no instruction of PTX. This is C++ because LLVM's C interface has neither loops nor
// post-dominators.
#include "ir.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

const char text[] = "// meet";

void mark(Instruction *at, bool memory_too = false)
{
    IRBuilder<> b(at);
    FunctionType *type = FunctionType::get(b.getVoidTy(), false);
    CallInst *c = b.CreateCall(InlineAsm::get(type, text, "", true), {});
    c->setConvergent();
    c->setDoesNotThrow();
    c->addFnAttr(Attribute::WillReturn);
    if (!memory_too)
        c->setOnlyAccessesInaccessibleMemory();     // accesses are free to move across it
}

bool is_mark(const Instruction &i)
{
    auto *c = dyn_cast<CallInst>(&i);
    auto *a = c ? dyn_cast<InlineAsm>(c->getCalledOperand()) : nullptr;

    return a && a->getAsmString() == text;
}

// Does the instruction say something to other lanes, or hear of them?
bool speaks(const Instruction &i)
{
    if (i.isAtomic() || i.isVolatile())
        return true;
    auto *c = dyn_cast<CallInst>(&i);
    if (!c || is_mark(i))
        return false;
    if (auto *a = dyn_cast<InlineAsm>(c->getCalledOperand()))
        return a->hasSideEffects() && c->isConvergent();
    const Function *f = c->getCalledFunction();
    return !f || (f->isIntrinsic() ? f->isTargetIntrinsic() && c->mayHaveSideEffects() : !c->doesNotAccessMemory());
}

bool any_speaks(const BasicBlock *b)
{
    return any_of(*b, [](const Instruction &i) { return speaks(i); });
}

// The blocks from which the ways lead to one with such an instruction.
SmallPtrSet<const BasicBlock *, 32> before_speaking(Function &f)
{
    SmallPtrSet<const BasicBlock *, 32> found;
    SmallVector<const BasicBlock *> next;

    for (BasicBlock &b : f)
        if (any_speaks(&b))
            next.push_back(&b);
    while (!next.empty()) {
        const BasicBlock *b = next.pop_back_val();
        if (found.insert(b).second)
            append_range(next, predecessors(b));
    }
    return found;
}

// What the lanes say on one way of a branch they say there, also if the other way says the same: it is neither taken
// together in front of the branch nor where the ways meet.
void stay(BasicBlock &b)
{
    BasicBlock *from = b.getSinglePredecessor(), *to = b.getSingleSuccessor();

    if (from && !from->getSingleSuccessor() && all_of(successors(from), any_speaks))
        mark(&*b.getFirstInsertionPt());
    if (to && any_of(predecessors(to), [&b](const BasicBlock *p) { return p != &b && any_speaks(p); }))
        mark(b.getTerminator(), true);
}

}

void ir_mark_meetings(LLVMModuleRef m)
{
    for (Function &f : *unwrap(m)) {
        if (f.isDeclaration())
            continue;
        PostDominatorTree tree(f);
        SmallPtrSet<BasicBlock *, 32> meetings;
        for (BasicBlock &b : f)
            if (auto *n = b.getTerminator()->getNumSuccessors() > 1 ? tree.getNode(&b) : nullptr)
                if (n->getIDom() && n->getIDom()->getBlock())
                    meetings.insert(n->getIDom()->getBlock());
        for (BasicBlock &b : f)
            if (meetings.count(&b))
                mark(&*b.getFirstInsertionPt());
    }
}

void ir_keep_meetings(LLVMModuleRef m)
{
    for (Function &f : *unwrap(m)) {
        if (f.isDeclaration())
            continue;
        DominatorTree tree(f);
        LoopInfo loops(tree);
        DenseMap<const Loop *, bool> of_loop;
        for (const Loop *l : loops.getLoopsInPreorder())
            of_loop[l] = any_of(l->blocks(), any_speaks);
        auto before = before_speaking(f);
        for (Instruction &i : make_early_inc_range(instructions(f))) {
            const Loop *l = loops.getLoopFor(i.getParent());
            if (is_mark(i) && !(l ? of_loop[l] : before.contains(i.getParent())))
                i.eraseFromParent();
        }
        for (BasicBlock &b : f)
            if (any_speaks(&b))
                stay(b);
    }
}

void ir_turn_loops(LLVMModuleRef m)
{
    for (Function &f : *unwrap(m)) {
        if (f.isDeclaration())
            continue;
        DominatorTree tree(f);
        LoopInfo loops(tree);
        for (Loop *l : loops.getLoopsInPreorder()) {
            BasicBlock *latch = l->getLoopLatch();
            auto *branch = dyn_cast_or_null<BranchInst>(latch ? latch->getTerminator() : nullptr);
            if (!branch || !branch->isConditional() || branch->getSuccessor(1) != l->getHeader())
                continue;
            auto *test = dyn_cast<CmpInst>(branch->getCondition());
            if (!test || !test->hasOneUse())
                continue;
            test->setPredicate(test->getInversePredicate());
            branch->swapSuccessors();
        }
    }
}
