// SPDX-License-Identifier: Apache-2.0
//
// Variables for a debugger (gt200 cc -g). PTX has no way to say where an optimised variable is, so each one gets a
// place of its own in local memory, __gt200_vars, and whatever clang knows its value to be (dbg_value) is stored there
// as well, by code that nobody optimises. A variable that has memory already leaves its address there. Comments name
// the places: "//gt200.var KEY OFFSET BYTES value|address", where KEY is the name, the line of the declaration and
// those of the calls that it was inlined through (ptxas/back/debug.c). Where clang no longer knows the value, a store
// to byte N of __gt200_gone says so of word N of __gt200_vars, to byte N of __gt200_lost of the whole variable that
// begins there. What has been stored on every way to an instruction can be printed there (ptxas/back/assigned.c). A
// parameter that keeps its value has no place: the kernel's copy of it lies in s[].
#include "ir.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace llvm;

namespace {

constexpr uint64_t MOST = 8192;         // bytes of a kernel's variables

struct place { uint64_t offset, bytes; bool address; };

// A number of an expression of DWARF: as wide as what it comes from; a constant takes the width of the other operand.
struct term { Value *v; unsigned bits; bool sign, constant; };

// Code for the expressions by which clang says how a variable follows from values that are still there.
class evaluator {
    IRBuilder<> &b;
    const DataLayout &layout;
    SmallVector<term, 4> stack;

    void push(Value *v, bool constant = false)
    {
        stack.push_back(term{ v, v->getType()->getIntegerBitWidth(), false, constant });
    }

    bool push_argument(const DbgVariableRecord &r, unsigned i)
    {
        Value *v = i < r.getNumVariableLocationOps() ? r.getVariableLocationOp(i) : nullptr;
        if (v && v->getType()->isPointerTy())
            v = b.CreatePtrToInt(v, b.getIntNTy(layout.getTypeSizeInBits(v->getType())));
        if (!v || !v->getType()->isIntegerTy() || v->getType()->getIntegerBitWidth() > 64)
            return false;
        push(v);
        return true;
    }

    void fit(term &x, const term &y)
    {
        if (x.constant) {
            x.v = b.CreateZExtOrTrunc(x.v, b.getIntNTy(y.bits));
            x.bits = y.bits;
        }
    }

    bool binary(uint64_t op)
    {
        if (stack.size() < 2)
            return false;
        term y = stack.pop_back_val(), x = stack.pop_back_val();
        fit(x, y);
        fit(y, x);
        if (x.bits != y.bits)
            return false;
        Value *v = nullptr;
        switch (op) {
        case dwarf::DW_OP_plus: v = b.CreateAdd(x.v, y.v); break;
        case dwarf::DW_OP_minus: v = b.CreateSub(x.v, y.v); break;
        case dwarf::DW_OP_mul: v = b.CreateMul(x.v, y.v); break;
        case dwarf::DW_OP_and: v = b.CreateAnd(x.v, y.v); break;
        case dwarf::DW_OP_or: v = b.CreateOr(x.v, y.v); break;
        case dwarf::DW_OP_xor: v = b.CreateXor(x.v, y.v); break;
        case dwarf::DW_OP_shl: v = b.CreateShl(x.v, y.v); break;
        case dwarf::DW_OP_shr: v = b.CreateLShr(x.v, y.v); break;
        case dwarf::DW_OP_shra: v = b.CreateAShr(x.v, y.v); break;
        case dwarf::DW_OP_eq: v = b.CreateZExt(b.CreateICmpEQ(x.v, y.v), x.v->getType()); break;
        case dwarf::DW_OP_ne: v = b.CreateZExt(b.CreateICmpNE(x.v, y.v), x.v->getType()); break;
        default: return false;          // orders and quotients: with a sign or without is not said
        }
        push(v, x.constant && y.constant);
        return true;
    }

    bool convert(unsigned bits, bool sign)
    {
        if (stack.empty() || !bits || bits > 64)
            return false;
        term &x = stack.back();
        Type *to = b.getIntNTy(bits);
        x.v = bits < x.bits ? b.CreateTrunc(x.v, to) : x.sign ? b.CreateSExt(x.v, to) : b.CreateZExt(x.v, to);
        x = term{ x.v, bits, sign, false };
        return true;
    }

    bool step(const DbgVariableRecord &r, const DIExpression::ExprOperand &o)
    {
        const uint64_t op = o.getOp();
        if (op >= dwarf::DW_OP_lit0 && op <= dwarf::DW_OP_lit31) {
            push(b.getInt64(op - dwarf::DW_OP_lit0), true);
            return true;
        }
        switch (op) {
        case dwarf::DW_OP_LLVM_arg: return push_argument(r, unsigned(o.getArg(0)));
        case dwarf::DW_OP_constu: case dwarf::DW_OP_consts: push(b.getInt64(o.getArg(0)), true); return true;
        case dwarf::DW_OP_plus_uconst: push(b.getInt64(o.getArg(0)), true); return binary(dwarf::DW_OP_plus);
        case dwarf::DW_OP_LLVM_convert:
            return convert(unsigned(o.getArg(0)), o.getArg(1) == dwarf::DW_ATE_signed);
        case dwarf::DW_OP_neg:
            if (!stack.empty())
                stack.back().v = b.CreateNeg(stack.back().v);
            return !stack.empty();
        case dwarf::DW_OP_not:
            if (!stack.empty())
                stack.back().v = b.CreateNot(stack.back().v);
            return !stack.empty();
        case dwarf::DW_OP_stack_value: case dwarf::DW_OP_LLVM_fragment: return true;
        default: return binary(op);
        }
    }

public:
    evaluator(IRBuilder<> &builder, const DataLayout &l) : b(builder), layout(l) {}

    // NULL: it cannot be computed.
    Value *run(const DbgVariableRecord &r)
    {
        const DIExpression *e = r.getExpression();
        bool named = false;
        for (const auto &o : e->expr_ops())
            named |= o.getOp() == dwarf::DW_OP_LLVM_arg;
        if (!named && !push_argument(r, 0))
            return nullptr;
        for (const auto &o : e->expr_ops())
            if (!step(r, o))
                return nullptr;
        return stack.size() == 1 ? stack.back().v : nullptr;
    }
};

class writer {
    Function &f;
    const DataLayout &layout;
    const DominatorTree dominators;
    std::map<std::string, place> places;
    std::vector<std::pair<Value *, uint64_t>> parameters;   // and where they are
    uint64_t bytes = 0;

    std::string key(const DbgVariableRecord &r) const
    {
        std::string text = r.getVariable()->getName().str() + ":" + std::to_string(r.getVariable()->getLine());
        for (const DILocation *at = r.getDebugLoc()->getInlinedAt(); at; at = at->getInlinedAt())
            text += "@" + std::to_string(at->getLine()) + ":" + std::to_string(at->getColumn());
        return text;
    }

    // Room for the variable; false: it has no size, or there is none left.
    bool find(const DbgVariableRecord &r, bool address, place &found)
    {
        const std::string name = key(r);
        const auto known = places.find(name);
        if (known != places.end()) {
            found = known->second;
            return found.address == address;
        }
        const uint64_t size = address ? 8 : (r.getVariable()->getSizeInBits().value_or(0) + 7) / 8;
        if (!size || size > 512 || bytes + size + 8 > MOST)
            return false;
        const unsigned number = r.getDebugLoc()->getInlinedAt() ? 0 : r.getVariable()->getArg();
        if (number && !address && number <= f.arg_size())
            parameters.emplace_back(f.getArg(number - 1), bytes);
        found = place{ bytes, size, address };
        places[name] = found;
        bytes += (size + 7) & ~uint64_t(7);
        return true;
    }

    Instruction *code(IRBuilder<> &b, const std::string &text, Value *v)
    {
        std::vector<Type *> types;
        std::vector<Value *> values;
        std::string operands;
        if (v) {
            types.push_back(v->getType());
            values.push_back(v);
            operands = v->getType()->getIntegerBitWidth() == 64 ? "l" : "r";
        }
        FunctionType *type = FunctionType::get(b.getVoidTy(), types, false);
        return b.CreateCall(type, InlineAsm::get(type, text, operands, true), values);
    }

    // The value as an integer of 32 or 64 bits; NULL: it is no such.
    Value *word(IRBuilder<> &b, Value *v, uint64_t &bits)
    {
        Type *t = v->getType();
        if (PointerType *p = dyn_cast<PointerType>(t)) {
            bits = layout.getPointerSizeInBits(0);
            return b.CreateZExtOrTrunc(b.CreatePtrToInt(v, b.getIntNTy(layout.getPointerSizeInBits(
                                           p->getAddressSpace()))), b.getIntNTy(bits));
        }
        if (!t->isIntegerTy() && !t->isFloatTy() && !t->isDoubleTy())
            return nullptr;
        bits = layout.getTypeStoreSizeInBits(t);
        if (bits > 64)
            return nullptr;
        if (!t->isIntegerTy())
            v = b.CreateBitCast(v, b.getIntNTy(bits));
        return b.CreateZExt(v, b.getIntNTy(bits > 32 ? 64 : 32));
    }

    void store(IRBuilder<> &b, Value *v, uint64_t bits, uint64_t at)
    {
        if (bits == 24)
            bits = 32;
        code(b, "st.local.u" + std::to_string(bits) + " [__gt200_vars+" + std::to_string(at) + "], $0;", v);
    }

    // Nothing is known of the variable any more, or of a part of it: code in front of `before`.
    void gone(const DbgVariableRecord &r, Instruction *before)
    {
        const auto known = places.find(key(r));
        if (known == places.end() || known->second.address)
            return;
        IRBuilder<> b(before);
        b.SetCurrentDebugLocation(DebugLoc());
        const auto fragment = r.getExpression()->getFragmentInfo();
        const uint64_t first = known->second.offset / 4;
        if (!fragment) {
            code(b, "st.local.u8 [__gt200_lost+" + std::to_string(first) + "], $0;", b.getInt32(0));
            return;
        }
        const uint64_t from = fragment->OffsetInBits / 32, to = (fragment->endInBits() + 31) / 32;
        for (uint64_t w = from; w < to; w++)
            code(b, "st.local.u8 [__gt200_gone+" + std::to_string(first + w) + "], $0;", b.getInt32(0));
    }

    // The variable has memory of its own; leaves its address. false: it cannot be said.
    bool in_memory(const DbgVariableRecord &r, Value *v, IRBuilder<> &b)
    {
        place at;
        const unsigned space = v->getType()->getPointerAddressSpace();
        if (space != 0 && space != 5)
            return false;
        if (space == 0)
            v = b.CreateAddrSpaceCast(v, PointerType::get(f.getContext(), 5));
        if (!find(r, true, at))
            return false;
        store(b, b.CreateZExtOrTrunc(b.CreatePtrToInt(v, b.getInt32Ty()), b.getInt32Ty()), 32, at.offset);
        return true;
    }

    static bool speaks_of(Instruction &i, const DbgVariableRecord &r)
    {
        for (const DbgVariableRecord &other : filterDbgVars(i.getDbgRecordRange()))
            if (&other != &r && other.getVariable() == r.getVariable() &&
                other.getDebugLoc()->getInlinedAt() == r.getDebugLoc()->getInlinedAt())
                return true;
        return false;
    }

    // Where the values are there that are spoken of in front of `at`. Passes may have moved them behind, in their
    // block. NULL: they are elsewhere, or the variable has become something else by then.
    Instruction *there(const DbgVariableRecord &r, Instruction *at) const
    {
        Instruction *behind = at;
        for (unsigned k = 0; k < r.getNumVariableLocationOps(); k++) {
            Instruction *v = dyn_cast<Instruction>(r.getVariableLocationOp(k));
            if (v && isa<CmpInst>(v))
                return nullptr;         // passes turn comparisons round and do not say so
            if (!v || dominators.dominates(v, behind))
                continue;
            if (v->getParent() != at->getParent())
                return nullptr;
            behind = v->getNextNode();
        }
        for (Instruction *i = at; i != behind; i = i->getNextNode())
            if (speaks_of(*i->getNextNode(), r))
                return nullptr;
        return behind;
    }

    // Stores what the variable has become. false: that cannot be computed.
    bool known(const DbgVariableRecord &r, Instruction *at)
    {
        Instruction *before = r.isKillLocation() || isa<PHINode>(at) ? nullptr : there(r, at);
        if (!before)
            return false;
        IRBuilder<> b(before);
        const DIExpression *e = r.getExpression();
        const auto fragment = e->getFragmentInfo();
        uint64_t bits = 0;
        place to;
        b.SetCurrentDebugLocation(DebugLoc());
        Value *v = r.getVariableLocationOp(0);
        const bool declared = r.getType() == DbgVariableRecord::LocationType::Declare;
        const bool deref = e->startsWithDeref() && e->getNumElements() == 1;
        if (declared ? e->getNumElements() == 0 : deref && v->getType()->isPointerTy())
            return in_memory(r, v, b);
        if (declared)
            return false;
        const bool plain = r.getNumVariableLocationOps() == 1 && e->getNumElements() == (fragment ? 3u : 0u);
        Value *w = plain ? v : evaluator(b, layout).run(r);
        if (!w)
            return false;
        const uint64_t room = fragment ? fragment->SizeInBits : r.getVariable()->getSizeInBits().value_or(0);
        if (w->getType()->isIntegerTy() && room && w->getType()->getIntegerBitWidth() > room)
            w = b.CreateTrunc(w, b.getIntNTy(unsigned(room)));
        w = word(b, w, bits);
        const uint64_t from = fragment ? fragment->OffsetInBits / 8 : 0;
        if (!w || !find(r, false, to) || from + bits / 8 > ((to.bytes + 7) & ~uint64_t(7)))
            return false;
        store(b, w, bits, to.offset + from);
        return true;
    }

    // The kernel's parameter that the variable is: clang says so where it has not been assigned yet.
    const Argument *parameter(const DbgVariableRecord &r) const
    {
        const unsigned number = r.getDebugLoc()->getInlinedAt() ? 0 : r.getVariable()->getArg();
        return number && number <= f.arg_size() ? f.getArg(number - 1) : nullptr;
    }

    bool keeps(const DbgVariableRecord &r) const
    {
        return r.isKillLocation() || (r.getNumVariableLocationOps() == 1 && !r.getExpression()->getNumElements() &&
                                      r.getVariableLocationOp(0) == parameter(r));
    }

    using records = std::vector<const DbgVariableRecord *>;

    // What is said in front of one instruction: nothing that a later word about the same whole variable makes void.
    static records last_words(Instruction &i)
    {
        records all, kept;
        for (const DbgVariableRecord &r : filterDbgVars(i.getDbgRecordRange()))
            if (!r.isDbgAssign() || !r.isKillLocation())
                all.push_back(&r);
        for (size_t k = 0; k < all.size(); k++) {
            bool again = false;
            for (size_t later = k + 1; later < all.size() && !again; later++)
                again = all[later]->getVariable() == all[k]->getVariable() &&
                        all[later]->getDebugLoc()->getInlinedAt() == all[k]->getDebugLoc()->getInlinedAt() &&
                        (!all[later]->getExpression()->getFragmentInfo() ||
                         all[later]->getExpression()->getFragmentInfo() == all[k]->getExpression()->getFragmentInfo());
            if (!again)
                kept.push_back(all[k]);
        }
        return kept;
    }

public:
    explicit writer(Function &function) : f(function), layout(function.getParent()->getDataLayout()),
                                          dominators(function) {}

    void run()
    {
        std::vector<std::pair<const DbgVariableRecord *, Instruction *>> all;
        std::set<std::string> assigned;
        for (BasicBlock &block : f)
            for (Instruction &i : block)
                for (const DbgVariableRecord *r : last_words(i))
                    all.emplace_back(r, &i);
        for (const auto &one : all)
            if (!parameter(*one.first) || !keeps(*one.first))
                assigned.insert(key(*one.first));
        // A variable may get its place behind the code that ends what was known of it, which is written last
        std::vector<std::pair<const DbgVariableRecord *, Instruction *>> ends;
        for (const auto &one : all) {
            const std::string name = key(*one.first);
            const bool first = one.second->getParent() == &f.getEntryBlock() && !places.count(name);
            if (!assigned.count(name) || known(*one.first, one.second) || first || isa<PHINode>(one.second) ||
                one.first->getType() == DbgVariableRecord::LocationType::Declare)
                continue;
            IRBuilder<> b(one.second);
            b.SetCurrentDebugLocation(DebugLoc());
            ends.emplace_back(one.first, code(b, "", nullptr));
        }
        for (const auto &one : ends) {
            gone(*one.first, one.second);
            one.second->eraseFromParent();
        }
        if (places.empty())
            return;
        IRBuilder<> b(&*f.getEntryBlock().getFirstInsertionPt());
        std::string text = ".local .align 8 .b8 __gt200_vars[" + std::to_string(bytes) +
                           "];\n.local .b8 __gt200_gone[" + std::to_string(bytes / 4) +
                           "];\n.local .b8 __gt200_lost[" + std::to_string(bytes / 4) + "];";
        for (const auto &p : places)
            text += "\n//gt200.var " + p.first + " " + std::to_string(p.second.offset) + " " +
                    std::to_string(p.second.bytes) + (p.second.address ? " address" : " value");
        code(b, text, nullptr);
        for (const auto &p : parameters) {      // what they are at the beginning, whatever clang says later
            uint64_t bits = 0;
            if (Value *w = word(b, p.first, bits))
                store(b, w, bits, p.second);
        }
    }
};

}

extern "C" void ir_debug_variables(LLVMModuleRef m)
{
    for (Function &f : *unwrap(m))
        if (!f.isDeclaration() && f.getFnAttribute("gt200-variables").getValueAsString() == "1" && f.getSubprogram())
            writer(f).run();
}
