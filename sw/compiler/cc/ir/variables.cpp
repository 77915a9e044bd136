// SPDX-License-Identifier: Apache-2.0
//
// Variables for a debugger (gt200 cc -g). PTX has no way to say where an optimised variable is, so each one gets a
// place of its own in local memory, __gt200_vars, and whatever clang knows its value to be (dbg_value) is stored there
// as well, by code that nobody optimises. A variable that has memory already leaves its address there. Comments name
// the places: "//gt200.var KEY OFFSET BYTES value|address", where KEY is the name, the line of the declaration and
// those of the calls that it was inlined through (ptxas/back/debug.c).
#include "ir.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <vector>

using namespace llvm;

namespace {

constexpr uint64_t MOST = 8192;         // bytes of a kernel's variables

struct place { uint64_t offset, bytes; bool address; };

class writer {
    Function &f;
    const DataLayout &layout;
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

    void code(IRBuilder<> &b, const std::string &text, Value *v)
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
        b.CreateCall(type, InlineAsm::get(type, text, operands, true), values);
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

    void record(const DbgVariableRecord &r, Instruction *before)
    {
        IRBuilder<> b(before);
        const DIExpression *e = r.getExpression();
        const auto fragment = e->getFragmentInfo();
        place at;
        uint64_t bits = 0;
        if (r.isKillLocation() || r.getNumVariableLocationOps() != 1 || isa<PHINode>(before))
            return;
        b.SetCurrentDebugLocation(DebugLoc());
        Value *v = r.getVariableLocationOp(0);
        const bool declared = r.getType() == DbgVariableRecord::LocationType::Declare;
        const bool deref = e->startsWithDeref() && e->getNumElements() == 1;
        const bool address = declared ? e->getNumElements() == 0 : deref && v->getType()->isPointerTy();
        if (address) {
            const unsigned space = v->getType()->getPointerAddressSpace();
            if (space != 0 && space != 5)
                return;
            if (space == 0)
                v = b.CreateAddrSpaceCast(v, PointerType::get(f.getContext(), 5));
            if (find(r, true, at))
                store(b, b.CreateZExtOrTrunc(b.CreatePtrToInt(v, b.getInt32Ty()), b.getInt32Ty()), 32, at.offset);
            return;
        }
        if (declared || e->getNumElements() > (fragment ? 3u : 0u))
            return;
        // What nobody knows has become 0 (defined.cpp): a parameter is better what it was
        const Constant *c = dyn_cast<Constant>(v);
        if (c && c->isNullValue() && r.getVariable()->getArg() && !r.getDebugLoc()->getInlinedAt())
            return;
        Value *w = word(b, v, bits);
        const uint64_t from = fragment ? fragment->OffsetInBits / 8 : 0;
        if (w && find(r, false, at) && from + bits / 8 <= ((at.bytes + 7) & ~uint64_t(7)))
            store(b, w, bits, at.offset + from);
    }

public:
    explicit writer(Function &function) : f(function), layout(function.getParent()->getDataLayout()) {}

    void run()
    {
        std::vector<std::pair<const DbgVariableRecord *, Instruction *>> all;
        for (BasicBlock &block : f)
            for (Instruction &i : block)
                for (const DbgVariableRecord &r : filterDbgVars(i.getDbgRecordRange()))
                    all.emplace_back(&r, &i);
        for (const auto &one : all)
            record(*one.first, one.second);
        if (places.empty())
            return;
        IRBuilder<> b(&*f.getEntryBlock().getFirstInsertionPt());
        std::string text = ".local .align 8 .b8 __gt200_vars[" + std::to_string(bytes) + "];";
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
