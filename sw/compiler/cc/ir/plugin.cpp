// SPDX-License-Identifier: Apache-2.0
//
// When the passes of ir.h run, told to clang (-fpass-plugin). This is C++ because LLVM has no other way in.
#include "ir.h"

#include <llvm/ADT/Any.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/Error.h>

using namespace llvm;

namespace {

struct own_pass : PassInfoMixin<own_pass> {
    void (*run_on)(LLVMModuleRef);
    explicit own_pass(void (*f)(LLVMModuleRef)) : run_on(f) {}
    PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
    {
        run_on(wrap(&m));
        return PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }
};

// The first instruction that uses the value and whose line is known; NULL: there is none.
const Instruction *used_at(const Value &v)
{
    for (const User *u : v.users()) {
        const Instruction *i = dyn_cast<Instruction>(u);
        if (!i && isa<Constant>(u))
            i = used_at(*u);
        if (i && i->getDebugLoc())
            return i;
    }
    return nullptr;
}

// Is it code of a chip with addresses of functions?
bool calls_pointers(const Module &m)
{
    for (const Function &f : m) {
        const StringRef chip = f.getFnAttribute("target-cpu").getValueAsString();
        unsigned n;
        if (chip.starts_with("sm_") && !chip.substr(3, 2).getAsInteger(10, n))
            return n >= 70;
    }
    return false;
}

// What stands in a class' table for a virtual function that it does not define, and ends who calls it.
struct pure_virtual : PassInfoMixin<pure_virtual> {
    PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
    {
        Function *f = m.getFunction("__cxa_pure_virtual");
        if (!f || !f->isDeclaration() || !calls_pointers(m))
            return PreservedAnalyses::all();
        IRBuilder<> b(BasicBlock::Create(m.getContext(), "", f));
        b.CreateCall(Intrinsic::getDeclaration(&m, Intrinsic::trap));
        b.CreateUnreachable();
        f->setLinkage(GlobalValue::InternalLinkage);
        f->addFnAttr(Attribute::NoInline);
        return PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }
};

struct plain_pass : PassInfoMixin<plain_pass> {
    PreservedAnalyses run(Function &f, FunctionAnalysisManager &)
    {
        if (!ir_plain(wrap(&f)))
            return PreservedAnalyses::all();
        PreservedAnalyses p;
        p.preserveSet<CFGAnalyses>();
        return p;
    }
};

// Nothing of the host may be left: an error of clang, with the line where that is known.
struct check_host : PassInfoMixin<check_host> {
    PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
    {
        const char *name = ir_of_host(wrap(&m));
        if (!name)
            return PreservedAnalyses::all();
        const std::string text = "device code uses " + demangle(name) + ", which is not the device's";
        const GlobalValue *v = m.getNamedValue(name);
        if (const Instruction *i = v ? used_at(*v) : nullptr)
            m.getContext().diagnose(DiagnosticInfoUnsupported(*i->getFunction(), text, i->getDebugLoc()));
        else
            m.getContext().emitError(text);
        return PreservedAnalyses::all();
    }
    static bool isRequired() { return true; }
};

// Passes that take code from its line, or make two of one.
bool takes_from_line(StringRef pass)
{
    return pass == "InstCombinePass" || pass == "ReassociatePass" || pass == "LoopUnrollPass" || pass == "LICMPass" ||
           pass == "LoopRotatePass";
}

// The function that a pass works on; NULL: more than one.
const Function *function_of(const Any &ir)
{
    if (const auto *f = any_cast<const Function *>(&ir))
        return *f;
    if (const auto *l = any_cast<const Loop *>(&ir))
        return (*l)->getHeader()->getParent();
    return nullptr;
}

// Code for a debugger (ir_debug_variables) stays in its lines.
void keep_lines(PassBuilder &builder)
{
    if (PassInstrumentationCallbacks *callbacks = builder.getPassInstrumentationCallbacks())
        callbacks->registerShouldRunOptionalPassCallback([](StringRef pass, Any ir) {
            const Function *f = takes_from_line(pass) ? function_of(ir) : nullptr;
            return !f || f->getFnAttribute("gt200-variables").getValueAsString() != "1";
        });
}

void add(PassBuilder &builder, ModulePassManager &passes, const char *of_llvm)
{
    cantFail(builder.parsePassPipeline(passes, of_llvm));
}

// The order of our passes among LLVM's.
void register_passes(PassBuilder &builder)
{
    keep_lines(builder);
    builder.registerPipelineStartEPCallback([&builder](ModulePassManager &passes, OptimizationLevel) {
        passes.addPass(pure_virtual());
        passes.addPass(own_pass(ir_mark_host));
        passes.addPass(own_pass(ir_defined));
        passes.addPass(own_pass(ir_mark_meetings));
        passes.addPass(own_pass(ir_early_loads));
        passes.addPass(own_pass(ir_kernels));
        passes.addPass(own_pass(ir_shared_tables));
        passes.addPass(own_pass(ir_registers));
        add(builder, passes, "function(sroa,instsimplify,simplifycfg)");    // small before it is copied
        add(builder, passes, "always-inline,globaldce");
        passes.addPass(check_host());
        passes.addPass(own_pass(ir_variables));
        passes.addPass(own_pass(ir_written_parameters));
        add(builder, passes, "function(sroa)");
        passes.addPass(own_pass(ir_global_pointers));
        add(builder, passes, "function(infer-address-spaces)");
        passes.addPass(own_pass(ir_order_shared));
        passes.addPass(own_pass(ir_keep_meetings));
    });
    builder.registerPeepholeEPCallback([](FunctionPassManager &passes, OptimizationLevel) {
        passes.addPass(plain_pass());
    });
    builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel) {
        passes.addPass(own_pass(ir_native));
        passes.addPass(own_pass(ir_multiply_add));
        passes.addPass(own_pass(ir_chains));
        passes.addPass(own_pass(ir_wide_copies));
        passes.addPass(own_pass(ir_addresses));
        passes.addPass(own_pass(ir_turn_loops));
        passes.addPass(own_pass(ir_debug_variables));
        passes.addPass(own_pass(ir_repair));
    });
}

}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo()
{
    return { LLVM_PLUGIN_API_VERSION, "gt200", "1", register_passes };
}
