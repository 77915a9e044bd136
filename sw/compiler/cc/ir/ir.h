/* SPDX-License-Identifier: Apache-2.0
 *
 * What is done to a program's device code between clang's front end and its PTX back end, on LLVM IR, where the
 * meaning of the source is still known. Each function is one pass over a module; plugin.cpp says when they run. They
 * work through LLVM's C interface.
 */
#ifndef GT200_CC_IR_H
#define GT200_CC_IR_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- before clang optimises ---- */

/* What C++ leaves undefined gets a value: operations, variables, bytes that are no bool (docs/undefined.md). Of what
 * clang wrote, before anything else sees it. */
void ir_defined(LLVMModuleRef m);
/* Behind the inliner: variables of the functions that were copied live as long as their caller's. */
void ir_variables(LLVMModuleRef m);
/* Marks each block in which the ways of a branch meet, so that lanes do; and, when functions are copied into their
 * callers, leaves the marks where lanes speak to each other. */
void ir_mark_meetings(LLVMModuleRef m);
void ir_keep_meetings(LLVMModuleRef m);
/* Marks variables of the host, in a module that has functions of the host, too. */
void ir_mark_host(LLVMModuleRef m);
/* What kernels use of the host's, a function without a body or a marked variable: its name, or NULL. */
const char *ir_of_host(LLVMModuleRef m);
/* Leaves no function to other files but kernels: the others are to be copied into their callers, as compilers for
 * compute capability 1.x do; __noinline__ counts for functions without pointer parameters (as nvcc's manual says). */
void ir_kernels(LLVMModuleRef m);
/* Functions with the attribute gt200-early-loads=0 load where their source does, and nowhere else. */
void ir_early_loads(LLVMModuleRef m);
/* Variables of a thread that begin with addresses of shared memory get them by stores. */
void ir_shared_tables(LLVMModuleRef m);
/* Volatile variables of a thread whose address is not taken live in registers; every value stored in them is computed
 * all the same. */
void ir_registers(LLVMModuleRef m);
/* Structures that the host passes and the kernel writes become variables of the thread. */
void ir_written_parameters(LLVMModuleRef m);
/* Pointers that come from a kernel's parameters, or for this chip from memory, point to global memory. */
void ir_global_pointers(LLVMModuleRef m);
/* No access to shared memory passes a store to the same variable. Pointers must be in the address spaces that they are
 * known to be of. */
void ir_order_shared(LLVMModuleRef m);

/* ---- while it does ---- */

/* Operations of ir_defined whose arguments have become such that LLVM's own are defined become those. true: some
 * did. */
bool ir_plain(LLVMValueRef function);

/* ---- before clang writes PTX ---- */

/* The others become instructions of PTX. */
void ir_native(LLVMModuleRef m);

/* Sums of products that may be contracted become multiply-adds: in single precision mad.f32, which truncates the
 * product, in double precision fma.rn.f64. */
void ir_multiply_add(LLVMModuleRef m);
/* Puts operations right behind the operands that end with them. */
void ir_chains(LLVMModuleRef m);
/* Copies of structures that are aligned to 16 bytes are made by accesses of 16 bytes. */
void ir_wide_copies(LLVMModuleRef m);
/* Constants in indices go into the access, whether the index wraps around or not. */
void ir_addresses(LLVMModuleRef m);
/* Variables for a debugger, of functions with the attribute gt200-variables=1. */
void ir_debug_variables(LLVMModuleRef m);
/* A loop goes on when its condition holds: clang's back end writes another branch otherwise. */
void ir_turn_loops(LLVMModuleRef m);
/* Rewrites what clang's PTX back end gets wrong. */
void ir_repair(LLVMModuleRef m);

/* ---- for all of them (util.c) ---- */

enum ir_space { IR_GENERIC = 0, IR_GLOBAL = 1, IR_SHARED = 3, IR_CONSTANT = 4 };
/* Of an asm statement, as LLVM's attribute `memory` has it. */
enum ir_memory { IR_MEMORY_NONE = 0, IR_MEMORY_OF_ARGUMENTS = 3, IR_MEMORY_ALL = 63 };
#define IR_MAX_ARGS 16
#define IR_OPERATION "gt200."       /* names of the functions that stand for operations of ir_defined */

/* Calls visit for each instruction of each function; it may erase that instruction and put others before it or right
 * behind it. */
void ir_each(LLVMModuleRef m, void (*visit)(LLVMModuleRef m, LLVMValueRef insn));
/* A builder of instructions in front of this one, with its source line; to be disposed of. */
LLVMBuilderRef ir_before(LLVMValueRef insn);
/* A call of inline assembly with n arguments, at most IR_MAX_ARGS. keep: also when nobody needs the result. */
LLVMValueRef ir_asm(LLVMBuilderRef b, LLVMTypeRef result, const char *text, const char *constraints, LLVMValueRef *args,
                    unsigned n, enum ir_memory memory, bool keep);
/* Puts another value in the place of an instruction's. */
void ir_replace(LLVMValueRef insn, LLVMValueRef by);
/* What a pointer points into, without offsets and casts. */
LLVMValueRef ir_object(LLVMValueRef pointer);
/* Is the function for a chip whose multiply-adds of single precision are fused, a later one? */
bool ir_is_fused(LLVMValueRef function);
/* Has ir_kernels found the function to be a kernel? */
bool ir_is_kernel(LLVMValueRef function);

#ifdef __cplusplus
}
#endif
#endif
