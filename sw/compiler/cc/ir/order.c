/* SPDX-License-Identifier: Apache-2.0
 *
 * The threads of a warp run in step, and programs of the time count on it: what one thread of a warp writes to shared
 * memory, the others read in their next statement, without a barrier and without `volatile`:
 *
 *     s[t] += s[t + 16]; s[t] += s[t + 8]; ...
 *
 * clang sees one thread alone, for which s[t + 8] is not s[t]: it reads early what another thread has yet to write,
 * and drops all stores to s[t] but the last. So behind each store to shared memory goes an empty asm statement that
 * may read and write what the stored pointer points into, all of the variable, and nothing else: the store stays,
 * what is read behind it is read from memory, and accesses to other variables and memories are free to move. Two
 * loads without a store between them may still be one. It stays to the end, as clang's back end forwards stores, too;
 * in PTX it is no instruction.
 *
 * A store under a condition, or in a loop, is one of the warp, also for the threads that go round it or leave the loop
 * earlier: where all are together again they read what it has written. So such a statement is also at the head of the
 * block in which the ways of a branch meet (its nearest post-dominator), if a store lies on one of them.
 */
#include "ir.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

/* The pointer of a store or an atomic, NULL: it is none. */
static LLVMValueRef stored_to(LLVMValueRef i)
{
    if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
        return LLVMGetOperand(i, 0);
    if (LLVMIsAStoreInst(i))
        return LLVMGetOperand(i, 1);
    return LLVMIsAMemIntrinsic(i) ? LLVMGetOperand(i, 0) : NULL;
}

/* May the pointer be one to shared memory? A generic one when it is not of local memory: nobody knows what it points
 * to. */
static bool may_be_shared(LLVMValueRef pointer)
{
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
    return space == IR_SHARED || (space == IR_GENERIC && !LLVMIsAAllocaInst(ir_object(pointer)));
}

static bool is_dynamic(LLVMValueRef v)
{
    return LLVMIsAGlobalVariable(v) && LLVMIsDeclaration(v) && LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == IR_SHARED;
}

/* What a store may have written: variables and pointers that all of the function knows; none: anything. */
struct objects {
    LLVMValueRef of[IR_MAX_ARGS];
    unsigned n;
};

/* The objects that a store may write; none: it is not known which. */
static struct objects objects_written(LLVMModuleRef m, LLVMValueRef pointer)
{
    struct objects o = {.n = 0};
    LLVMValueRef of = ir_object(pointer);

    if (is_dynamic(of)) {       /* every `extern __shared__` is at the same place, whatever its name */
        for (LLVMValueRef v = LLVMGetFirstGlobal(m); v && o.n < IR_MAX_ARGS; v = LLVMGetNextGlobal(v))
            if (is_dynamic(v))
                o.of[o.n++] = v;
    } else if (LLVMIsAGlobalVariable(of) || LLVMIsAArgument(of)) {
        o.of[o.n++] = of;
    }
    return o;
}

/* The empty statement, in front of `next`. where lanes meet: they do there (meet.cpp). */
static void insert_statement(LLVMModuleRef m, LLVMValueRef next, LLVMValueRef place, const struct objects *o,
                             bool where_lanes_meet)
{
    char constraints[2 * IR_MAX_ARGS + 1] = "";
    LLVMValueRef of[IR_MAX_ARGS];

    memcpy(of, o->of, sizeof of);
    for (unsigned k = 0; k < o->n; k++)
        strcat(constraints, LLVMPointerSizeForAS(LLVMGetModuleDataLayout(m), IR_SHARED) == 4 ? ",r" : ",l");
    LLVMBuilderRef b = ir_before(next);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(place));
    LLVMContextRef ctx = LLVMGetModuleContext(m);
    LLVMValueRef statement = ir_asm(b, LLVMVoidTypeInContext(ctx), "", constraints + (o->n > 0), of, o->n,
                                    o->n ? IR_MEMORY_OF_ARGUMENTS : IR_MEMORY_ALL, true);
    if (where_lanes_meet) {
        static const char meet[] = "convergent";
        const unsigned kind = LLVMGetEnumAttributeKindForName(meet, sizeof meet - 1);
        LLVMAddCallSiteAttribute(statement, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                 LLVMCreateEnumAttribute(ctx, kind, 0));
    }
    LLVMDisposeBuilder(b);
}

/* The blocks of a function by number; `n` stands for its end, behind all blocks without successors. */
struct graph {
    LLVMBasicBlockRef *block;
    unsigned n;
    unsigned (*edge)[2], edges;                 /* from, to */
    unsigned *order, *at, ordered;              /* blocks from the end backwards, each behind one that it leads to */
    unsigned *meet;                             /* nearest post-dominator; n + 1: none known */
};

static int by_address(const void *a, const void *b)
{
    LLVMBasicBlockRef x = *(const LLVMBasicBlockRef *)a, y = *(const LLVMBasicBlockRef *)b;

    return (x > y) - (x < y);
}

static unsigned number_of(const struct graph *g, LLVMBasicBlockRef b)
{
    LLVMBasicBlockRef *found = bsearch(&b, g->block, g->n, sizeof b, by_address);

    return (unsigned)(found - g->block);
}

static void *room_for(size_t n, size_t size)
{
    void *p = calloc(n + 1, size);

    if (!p)
        abort();
    return p;
}

static void add_edge(struct graph *g, unsigned from, unsigned to)
{
    if ((g->edges & (g->edges - 1)) == 0 && !(g->edge = realloc(g->edge, 2 * (g->edges + 1) * sizeof *g->edge)))
        abort();
    g->edge[g->edges][0] = from;
    g->edge[g->edges++][1] = to;
}

static unsigned common_postdominator(const struct graph *g, unsigned a, unsigned b)
{
    while (a != b)
        if (g->at[a] > g->at[b])
            a = g->meet[a];
        else
            b = g->meet[b];
    return a;
}

/* Post-dominators, by rounds over the blocks in an order in which most are known after the first. */
static void find_meetings(struct graph *g)
{
    bool *seen = room_for(g->n + 1, sizeof *seen), change = true;

    g->order[g->ordered++] = g->n;
    g->at[g->n] = 0;
    seen[g->n] = true;
    for (unsigned k = 0; k < g->ordered; k++)
        for (unsigned e = 0; e < g->edges; e++)
            if (g->edge[e][1] == g->order[k] && !seen[g->edge[e][0]]) {
                seen[g->edge[e][0]] = true;
                g->at[g->edge[e][0]] = g->ordered;
                g->order[g->ordered++] = g->edge[e][0];
            }
    free(seen);
    for (unsigned b = 0; b < g->n; b++)
        g->meet[b] = g->n + 1;
    g->meet[g->n] = g->n;
    while (change) {
        change = false;
        for (unsigned k = 1; k < g->ordered; k++) {
            unsigned b = g->order[k], now = g->n + 1;
            for (unsigned e = 0; e < g->edges; e++)
                if (g->edge[e][0] == b && g->meet[g->edge[e][1]] != g->n + 1)
                    now = now == g->n + 1 ? g->edge[e][1] : common_postdominator(g, now, g->edge[e][1]);
            change |= now != g->meet[b];
            g->meet[b] = now;
        }
    }
}

/* The control-flow graph of f, with a node of its own behind all ends, and where paths meet. */
static void graph_of(LLVMValueRef f, struct graph *g)
{
    *g = (struct graph){.n = LLVMCountBasicBlocks(f)};
    g->block = room_for(g->n, sizeof *g->block);
    g->order = room_for(g->n + 1, sizeof *g->order);
    g->at = room_for(g->n + 1, sizeof *g->at);
    g->meet = room_for(g->n + 1, sizeof *g->meet);
    LLVMGetBasicBlocks(f, g->block);
    qsort(g->block, g->n, sizeof *g->block, by_address);
    for (unsigned b = 0; b < g->n; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(g->block[b]);
        unsigned to = LLVMGetNumSuccessors(end);
        for (unsigned k = 0; k < to; k++)
            add_edge(g, b, number_of(g, LLVMGetSuccessor(end, k)));
        if (!to)
            add_edge(g, b, g->n);
    }
    find_meetings(g);
}

static void graph_free(struct graph *g)
{
    free(g->block);
    free(g->edge);
    free(g->order);
    free(g->at);
    free(g->meet);
}

/* Marks the blocks in which the ways of a branch meet one of which leads through a block with a store. Such a branch
 * counts as a block with a store for the branches around it. */
static void mark_meetings(const struct graph *g, bool *stores, bool *meets)
{
    for (bool change = true; change;) {
        change = false;
        for (unsigned e = 0; e < g->edges; e++) {
            unsigned from = g->edge[e][0], to = g->meet[from];
            if (to == g->n + 1)                 /* a way that never ends */
                continue;
            bool through = false;
            for (unsigned b = g->edge[e][1]; b != to && b != g->n + 1 && !through; b = g->meet[b])
                through = stores[b];
            if (!through || (stores[from] && (to == g->n || meets[to])))
                continue;
            stores[from] = change = true;
            if (to != g->n)
                meets[to] = true;
        }
    }
}

static bool same_objects(const struct objects *a, const struct objects *b)
{
    return a->n == b->n && !memcmp(a->of, b->of, a->n * sizeof *a->of);
}

struct stored {
    LLVMValueRef insn;
    struct objects objects;
};

/* Behind each store to shared memory, and where its paths meet again, LLVM may keep nothing of it in registers. */
static void order_function(LLVMModuleRef m, LLVMValueRef f)
{
    struct stored *s = NULL;
    size_t n = 0, room = 0;

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            LLVMValueRef pointer = stored_to(i);
            next = LLVMGetNextInstruction(i);
            if (!pointer || !may_be_shared(pointer))
                continue;
            struct objects o = objects_written(m, pointer), here = o;
            if (!here.n)                        /* behind the store its pointer is known */
                here.of[here.n++] = pointer;
            insert_statement(m, next, i, &here, false);
            if (n == room && !(s = realloc(s, (room = room ? 2 * room : 64) * sizeof *s)))
                abort();
            s[n++] = (struct stored){i, o};
        }
    if (!n)
        return;
    struct graph g;
    graph_of(f, &g);
    bool *stores = room_for(g.n + 1, sizeof *stores), *meets = room_for(g.n + 1, sizeof *meets);
    for (size_t i = 0; i < n; i++) {            /* each kind of objects once */
        size_t first = 0;
        while (!same_objects(&s[first].objects, &s[i].objects))
            first++;
        if (first < i)
            continue;
        memset(stores, 0, (g.n + 1) * sizeof *stores);
        memset(meets, 0, (g.n + 1) * sizeof *meets);
        for (size_t k = i; k < n; k++)
            if (same_objects(&s[k].objects, &s[i].objects))
                stores[number_of(&g, LLVMGetInstructionParent(s[k].insn))] = true;
        mark_meetings(&g, stores, meets);
        for (unsigned b = 0; b < g.n; b++)
            if (meets[b]) {
                LLVMValueRef at = LLVMGetFirstInstruction(g.block[b]);
                while (LLVMIsAPHINode(at))
                    at = LLVMGetNextInstruction(at);
                insert_statement(m, at, at, &s[i].objects, true);
            }
    }
    free(stores);
    free(meets);
    graph_free(&g);
    free(s);
}

void ir_order_shared(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMCountBasicBlocks(f))
            order_function(m, f);
}
