// SPDX-License-Identifier: Apache-2.0
//
// What C++ leaves undefined and this chip does not: whatever a program does, an operation gives a value, the one that
// PTX says, and has no other consequence. clang takes what is undefined for what never happens, and leaves out tests
// and stores that would show it; nvcc for this chip did not, and programs of its time count on that. docs/undefined.md
// has the list. This is C++ because LLVM's C interface has neither its knowledge of values nor all flags.
//
// Shifts, quotients, remainders and conversions whose LLVM instructions could be undefined are calls of functions named
// gt200.* in between, which LLVM knows nothing of but that their results depend on their arguments alone.
#include "ir.h"

#include <llvm/ADT/APSInt.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

const char prefix[] = IR_OPERATION;
const uint64_t small = 64;          // bytes of a variable that lives as long as its function

// ---- flags, attributes, metadata: promises that the program does nothing undefined ----

const Attribute::AttrKind promises[] = { Attribute::NoUndef, Attribute::NonNull, Attribute::Dereferenceable,
                                         Attribute::DereferenceableOrNull, Attribute::Range };
const unsigned promised[] = { LLVMContext::MD_range, LLVMContext::MD_nonnull, LLVMContext::MD_noundef,
                              LLVMContext::MD_align, LLVMContext::MD_dereferenceable,
                              LLVMContext::MD_dereferenceable_or_null, LLVMContext::MD_tbaa,
                              LLVMContext::MD_tbaa_struct };

// The alignment of what is passed by value is how it is passed; of another pointer it is a promise.
template <class F> void forget_attributes(F &f, unsigned parameters)
{
    AttributeMask mask;

    for (Attribute::AttrKind k : promises)
        mask.addAttribute(k);
    f.removeRetAttrs(mask);
    for (unsigned k = 0; k < parameters; k++) {
        f.removeParamAttrs(k, mask);
        if (!f.paramHasAttr(k, Attribute::ByVal) && !f.paramHasAttr(k, Attribute::StructRet))
            f.removeParamAttr(k, Attribute::Alignment);
    }
}

struct of_function {                // a Function as the template wants it
    Function &f;
    void removeRetAttrs(const AttributeMask &m) { f.removeRetAttrs(m); }
    void removeParamAttrs(unsigned k, const AttributeMask &m) { f.removeParamAttrs(k, m); }
    void removeParamAttr(unsigned k, Attribute::AttrKind a) { f.removeParamAttr(k, a); }
    bool paramHasAttr(unsigned k, Attribute::AttrKind a) { return f.hasParamAttribute(k, a); }
};

// A bool in memory is true when it is not 0, whatever byte it is.
void any_byte(LoadInst &load)
{
    if (!load.getType()->isIntegerTy(8) || !load.getMetadata(LLVMContext::MD_range))
        return;
    for (User *u : make_early_inc_range(load.users()))
        if (auto *t = dyn_cast<TruncInst>(u); t && t->getType()->isIntegerTy(1))
            t->replaceAllUsesWith(IRBuilder<>(t).CreateIsNotNull(&load));
}

// A constant that LLVM has found undefined already, in clang's hands: 0.
void known(Instruction &i)
{
    if (isa<InsertValueInst, InsertElementInst, ShuffleVectorInst>(i))
        return;
    for (Use &u : i.operands())
        if (isa<UndefValue>(u) && u->getType()->isSized())
            u = Constant::getNullValue(u->getType());
}

// ---- operations ----

bool is_word(Type *t) { return t->isIntegerTy(32) || t->isIntegerTy(64); }

std::string name_of(Type *t) { return (t->isIntegerTy() ? "i" : "f") + std::to_string(t->getPrimitiveSizeInBits()); }

// A call of gt200.OPERATION.RESULT.ARGUMENT
Value *opaque(IRBuilder<> &b, StringRef operation, Type *result, ArrayRef<Value *> args)
{
    Module *m = b.GetInsertBlock()->getModule();
    std::string name = prefix + operation.str() + "." + name_of(result) + "." + name_of(args[0]->getType());
    SmallVector<Type *, 2> types;
    for (Value *v : args)
        types.push_back(v->getType());
    FunctionCallee f = m->getOrInsertFunction(name, FunctionType::get(result, types, false));
    auto *function = cast<Function>(f.getCallee());

    function->setDoesNotAccessMemory();
    for (Attribute::AttrKind k : { Attribute::NoUnwind, Attribute::WillReturn, Attribute::Speculatable,
                                   Attribute::NoSync, Attribute::NoFree })
        function->addFnAttr(k);
    return b.CreateCall(f, args);
}

void replace(Instruction &i, Value *by)
{
    if (isa<Instruction>(by) && !by->hasName())
        by->takeName(&i);
    i.replaceAllUsesWith(by);
    i.eraseFromParent();
}

// A count of 32 bits, as PTX has it.
void shift(BinaryOperator &i)
{
    if (!is_word(i.getType()))
        return;
    auto *count = dyn_cast<ConstantInt>(i.getOperand(1));
    if (count && count->getValue().ult(i.getType()->getIntegerBitWidth()))
        return;
    IRBuilder<> b(&i);
    replace(i, opaque(b, i.getOpcodeName(), i.getType(),
                      { i.getOperand(0), b.CreateZExtOrTrunc(i.getOperand(1), b.getInt32Ty()) }));
}

// x / d without remainder, d > 0: as the difference of two pointers is divided by what they point to. The bits that
// stand for 2's powers go, an inverse modulo 2^n does the rest; both are the quotient if there is no remainder.
Value *quotient_of_multiple(IRBuilder<> &b, Value *x, const APInt &d)
{
    unsigned twos = d.countr_zero();
    APInt odd = d.lshr(twos), inverse = odd;

    for (unsigned bits = 3; bits < odd.getBitWidth(); bits *= 2)
        inverse *= 2 - odd * inverse;
    if (twos)
        x = b.CreateAShr(x, twos);
    return odd.isOne() ? x : b.CreateMul(x, ConstantInt::get(x->getType(), inverse));
}

// A division stays LLVM's only where nothing about it can be undefined; otherwise it is opaque to LLVM until the end.
void quotient(BinaryOperator &i)
{
    bool is_signed = i.getOpcode() == Instruction::SDiv || i.getOpcode() == Instruction::SRem;
    auto *by = dyn_cast<ConstantInt>(i.getOperand(1));

    if (!is_word(i.getType()))
        return;
    IRBuilder<> b(&i);
    if (by && by->getValue().isStrictlyPositive() && i.getOpcode() == Instruction::SDiv && i.isExact())
        replace(i, quotient_of_multiple(b, i.getOperand(0), by->getValue()));
    else if (!by || by->isZero() || (is_signed && by->isMinusOne()))
        replace(i, opaque(b, i.getOpcodeName(), i.getType(), { i.getOperand(0), i.getOperand(1) }));
}

// To the nearest number that 32 or 64 bits hold, as cvt.rzi does; smaller types get its lower bits.
void conversion(Instruction &i, bool is_signed)
{
    Type *to = i.getType(), *from = i.getOperand(0)->getType();
    if (!to->isIntegerTy() || to->getIntegerBitWidth() > 64 || !(from->isFloatTy() || from->isDoubleTy()))
        return;
    IRBuilder<> b(&i);
    Type *wide = to->getIntegerBitWidth() > 32 ? b.getInt64Ty() : b.getInt32Ty();
    replace(i, b.CreateTrunc(opaque(b, is_signed ? "cvts" : "cvtu", wide, { i.getOperand(0) }), to));
}

// Memory that overlaps is read before it is written.
void copy(MemCpyInst &i)
{
    IRBuilder<> b(&i);
    b.CreateMemMove(i.getRawDest(), i.getDestAlign(), i.getRawSource(), i.getSourceAlign(), i.getLength(),
                    i.isVolatile());
    i.eraseFromParent();
}

void call(CallInst &i)
{
    switch (i.getIntrinsicID()) {
    case Intrinsic::fptosi_sat: conversion(i, true); break;
    case Intrinsic::fptoui_sat: conversion(i, false); break;
    // which LLVM takes for the undefined ones
    case Intrinsic::nvvm_f2i_rz: case Intrinsic::nvvm_f2i_rz_ftz: case Intrinsic::nvvm_f2ll_rz:
    case Intrinsic::nvvm_f2ll_rz_ftz: case Intrinsic::nvvm_d2i_rz: case Intrinsic::nvvm_d2ll_rz:
        conversion(i, true);
        break;
    case Intrinsic::nvvm_f2ui_rz: case Intrinsic::nvvm_f2ui_rz_ftz: case Intrinsic::nvvm_f2ull_rz:
    case Intrinsic::nvvm_f2ull_rz_ftz: case Intrinsic::nvvm_d2ui_rz: case Intrinsic::nvvm_d2ull_rz:
        conversion(i, false);
        break;
    case Intrinsic::abs: case Intrinsic::ctlz: case Intrinsic::cttz:        // of the least number; of 0
        i.setArgOperand(1, ConstantInt::getFalse(i.getContext()));
        break;
    case Intrinsic::memcpy: copy(cast<MemCpyInst>(i)); break;
    default:
        if (!isa<IntrinsicInst>(i))
            forget_attributes(i, i.arg_size());
    }
}

// The end of a function that should have returned something, when it is not behind a call that does not come back.
void end(UnreachableInst &i)
{
    auto *before = dyn_cast_or_null<CallBase>(i.getPrevNonDebugInstruction());
    Type *result = i.getFunction()->getReturnType();

    if (before && before->doesNotReturn())
        return;
    if (result->isVoidTy())
        ReturnInst::Create(i.getContext(), nullptr, &i);
    else
        ReturnInst::Create(i.getContext(), Constant::getNullValue(result), &i);
    i.eraseFromParent();
}

// Takes every promise off an instruction, and replaces what may be undefined.
void define(Instruction &i)
{
    known(i);
    if (auto *load = dyn_cast<LoadInst>(&i))
        any_byte(*load);
    for (unsigned kind : promised)
        if (i.hasMetadata())
            i.setMetadata(kind, nullptr);
    switch (i.getOpcode()) {
    case Instruction::Shl: case Instruction::LShr: case Instruction::AShr:
        i.dropPoisonGeneratingFlags();
        return shift(cast<BinaryOperator>(i));
    case Instruction::SDiv: case Instruction::UDiv: case Instruction::SRem: case Instruction::URem:
        return quotient(cast<BinaryOperator>(i));
    case Instruction::FPToSI: return conversion(i, true);
    case Instruction::FPToUI: return conversion(i, false);
    case Instruction::Call: return call(cast<CallInst>(i));
    case Instruction::Unreachable: return end(cast<UnreachableInst>(i));
    default: i.dropPoisonGeneratingFlags();
    }
}

// ---- variables ----

uint64_t size_of(AllocaInst &a)
{
    std::optional<TypeSize> size = a.getAllocationSize(a.getModule()->getDataLayout());
    return size && !size->isScalable() ? size->getFixedValue() : 0;
}

AllocaInst *variable(IntrinsicInst &lifetime)
{
    return dyn_cast<AllocaInst>(lifetime.getArgOperand(1)->stripPointerCasts());
}

// A variable that nothing was stored in holds 0 where clang sees that. In memory it is what memory holds: the
// statements are taken out again before PTX is written. A debugger is not told of it: the source says nothing.
void fill(Instruction *at, AllocaInst &a)
{
    const bool debugged = at->getFunction()->getFnAttribute("gt200-variables").getValueAsString() == "1";
    IRBuilder<> b(at);
    if (a.getAllocatedType()->isSingleValueType())
        b.CreateStore(Constant::getNullValue(a.getAllocatedType()), &a);
    else if (uint64_t size = size_of(a))
        b.CreateMemSetInline(&a, a.getAlign(), b.getInt8(0), b.getInt64(size));
    for (DbgVariableRecord *d : debugged ? findDVRDeclares(&a) : TinyPtrVector<DbgVariableRecord *>())
        at->getParent()->insertDbgRecordBefore(
            DbgVariableRecord::createDbgVariableRecord(PoisonValue::get(b.getInt32Ty()), d->getVariable(),
                                                       DIExpression::get(a.getContext(), {}), d->getDebugLoc().get()),
            at->getIterator());
}

// Local variables start as zeros, large ones where their lifetime begins: each has a value before it is written.
void variables(Function &f)
{
    SmallVector<AllocaInst *> all;
    SmallPtrSet<AllocaInst *, 16> later;

    for (Instruction &i : make_early_inc_range(instructions(f))) {
        if (auto *a = dyn_cast<AllocaInst>(&i); a && a->isStaticAlloca())
            all.push_back(a);
        auto *begin = dyn_cast<IntrinsicInst>(&i);
        if (!begin || begin->getIntrinsicID() != Intrinsic::lifetime_start)
            continue;
        if (AllocaInst *a = variable(*begin); a && size_of(*a) > small) {
            fill(begin->getNextNode(), *a);
            later.insert(a);
        }
    }
    BasicBlock::iterator at = f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    for (AllocaInst *a : all)
        if (!later.count(a))
            fill(&*at, *a);
}

// Small ones live as long as the function: a pointer to one that is gone, or what a loop left in it, is as it was.
void live_on(Function &f)
{
    for (Instruction &i : make_early_inc_range(instructions(f)))
        if (auto *l = dyn_cast<IntrinsicInst>(&i); l && l->isLifetimeStartOrEnd()) {
            AllocaInst *a = variable(*l);
            if (a && size_of(*a) <= small)
                l->eraseFromParent();
        }
}

// ---- in between, and at the end ----

// What is known of the arguments may have made the instruction defined.
Value *plain_shift(CallInst &i, StringRef operation, IRBuilder<> &b)
{
    Value *x = i.getArgOperand(0), *y = i.getArgOperand(1);
    KnownBits count = computeKnownBits(y, i.getModule()->getDataLayout());
    unsigned width = i.getType()->getIntegerBitWidth();
    bool all = count.getMinValue().uge(width);

    if (!all && !count.getMaxValue().ult(width))
        return nullptr;
    if (all && operation != "ashr")
        return Constant::getNullValue(i.getType());
    y = all ? ConstantInt::get(i.getType(), width - 1) : b.CreateZExtOrTrunc(y, i.getType());
    return operation == "shl" ? b.CreateShl(x, y) : operation == "lshr" ? b.CreateLShr(x, y) : b.CreateAShr(x, y);
}

// LLVM's own division again, where what is known of the operands excludes what is undefined; NULL: it does not.
Value *plain_quotient(CallInst &i, StringRef operation, IRBuilder<> &b)
{
    Value *x = i.getArgOperand(0), *y = i.getArgOperand(1);
    const DataLayout &layout = i.getModule()->getDataLayout();
    KnownBits of_x = computeKnownBits(x, layout), of_y = computeKnownBits(y, layout);
    bool is_signed = operation[0] == 's', rest = operation.ends_with("rem");

    if (is_signed && of_y.isConstant() && of_y.getConstant().isAllOnes())
        return rest ? Constant::getNullValue(i.getType()) : b.CreateNeg(x);
    if (is_signed && of_x.isNonNegative() && of_y.isNonNegative())
        return opaque(b, rest ? "urem" : "udiv", i.getType(), { x, y });
    if (!isKnownNonZero(y, SimplifyQuery(layout)) ||
        (is_signed && !of_x.isNonNegative() && !of_y.isNonNegative() && !of_y.isConstant()))
        return nullptr;
    return is_signed ? (rest ? b.CreateSRem(x, y) : b.CreateSDiv(x, y))
                     : (rest ? b.CreateURem(x, y) : b.CreateUDiv(x, y));
}

// As PTX says: a NaN is 0, but when either type has 64 bits.
Value *plain_conversion(CallInst &i, bool is_signed)
{
    auto *x = dyn_cast<ConstantFP>(i.getArgOperand(0));
    unsigned width = i.getType()->getIntegerBitWidth();
    APSInt to(width, !is_signed);
    bool exact;

    if (!x)
        return nullptr;
    if (!x->isNaN())
        x->getValueAPF().convertToInteger(to, APFloat::rmTowardZero, &exact);       // the nearest if there is none
    else if (width == 64 || x->getType()->isDoubleTy())
        to = APInt::getSignMask(width);
    return ConstantInt::get(i.getType(), to);
}

Value *plain(CallInst &i, StringRef operation, IRBuilder<> &b)
{
    return operation.starts_with("cvt") ? plain_conversion(i, operation == "cvts") :
           operation.contains("sh")     ? plain_shift(i, operation, b) :
                                          plain_quotient(i, operation, b);
}

bool is_opaque(Instruction &i, StringRef &operation)
{
    auto *c = dyn_cast<CallInst>(&i);
    Function *f = c ? c->getCalledFunction() : nullptr;

    if (!f || !f->getName().starts_with(prefix))
        return false;
    operation = f->getName().drop_front(sizeof prefix - 1).take_until([](char c) { return c == '.'; });
    return true;
}

Value *assembly(IRBuilder<> &b, Type *type, const std::string &text, const std::string &constraints,
                ArrayRef<Value *> args)
{
    SmallVector<LLVMValueRef, 2> values;
    for (Value *v : args)
        values.push_back(wrap(v));
    return unwrap(ir_asm(wrap(&b), wrap(type), text.c_str(), constraints.c_str(), values.data(),
                         (unsigned)values.size(), IR_MEMORY_NONE, false));
}

// The statement of PTX that the operation is.
Value *native(CallInst &i, StringRef operation, IRBuilder<> &b)
{
    Value *x = i.getArgOperand(0);
    const bool is_wide = i.getType()->isIntegerTy(64), is_double = x->getType()->isDoubleTy();
    const std::string bits = is_wide ? "64" : "32", result = is_wide ? "=l," : "=r,";

    if (operation.starts_with("cvt"))
        return assembly(b, i.getType(), "cvt.rzi." + operation.take_back().str() + bits +
                                            (is_double ? ".f64 $0, $1;" : ".f32 $0, $1;"),
                        result + (is_double ? "d" : "f"), { x });
    const bool shift = operation.contains("sh");
    const std::string name = operation == "shl"  ? "shl.b" :
                             operation == "lshr" ? "shr.u" :
                             operation == "ashr" ? "shr.s" :
                             (operation.drop_front() + "." + operation.take_front()).str();
    return assembly(b, i.getType(), name + bits + " $0, $1, $2;", result + (is_wide ? "l," : "r,") +
                    (shift || !is_wide ? "r" : "l"), { x, i.getArgOperand(1) });
}

}

void ir_defined(LLVMModuleRef m)
{
    for (Function &f : *unwrap(m)) {
        if (f.isIntrinsic())
            continue;
        of_function attributes{ f };
        forget_attributes(attributes, (unsigned)f.arg_size());
        f.removeFnAttr(Attribute::MustProgress);
        f.removeFnAttr(Attribute::WillReturn);
        if (f.isDeclaration())
            continue;
        f.addFnAttr(Attribute::NullPointerIsValid);
        for (Instruction &i : make_early_inc_range(instructions(f)))
            define(i);
        live_on(f);
        variables(f);
    }
}

void ir_variables(LLVMModuleRef m)
{
    for (Function &f : *unwrap(m))
        live_on(f);
}

bool ir_plain(LLVMValueRef function)
{
    bool changed = false;

    for (Instruction &i : make_early_inc_range(instructions(*cast<Function>(unwrap(function))))) {
        StringRef operation;
        if (!is_opaque(i, operation))
            continue;
        IRBuilder<> b(&i);
        if (Value *v = plain(cast<CallInst>(i), operation, b)) {
            replace(i, v);
            changed = true;
        }
    }
    return changed;
}

void ir_native(LLVMModuleRef m)
{
    for (Function &f : *unwrap(m)) {
        if (f.isDeclaration())
            continue;
        ir_plain(wrap(&f));
        for (Instruction &i : make_early_inc_range(instructions(f))) {
            StringRef operation;
            if (is_opaque(i, operation)) {
                IRBuilder<> b(&i);
                replace(i, native(cast<CallInst>(i), operation, b));
            } else if (isa<MemSetInlineInst>(i)) {
                i.eraseFromParent();
            }
        }
    }
}
