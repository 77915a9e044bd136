/* SPDX-License-Identifier: Apache-2.0
 *
 * Parsed PTX.
 */
#ifndef PTXAS_PTX_H
#define PTXAS_PTX_H

#include <string.h>

#include "ptx_table.h"
#include "util.h"

enum pspace { SP_NONE, SP_REG, SP_PARAM, SP_SHARED, SP_LOCAL, SP_CONST, SP_GLOBAL };

enum psym_kind { SYM_REG, SYM_VEC, SYM_VAR, SYM_LABEL, SYM_FUNC, SYM_TEX, SYM_SURF };

/* `bytes` bytes at `at` of a variable start as the address of another, plus `add`. */
struct paddress { uint32_t at, add; struct psym *to; uint8_t bytes; bool generic; unsigned line; };

struct psym {
    struct psym *hash_next;
    const char  *name;
    uint8_t      kind, type, space;
    uint32_t     size, align;       /* variables: bytes */
    uint32_t     offset;            /* variables: byte offset in their space once placed */
    bool         is_extern;         /* extern .shared: dynamic shared memory */
    bool         placed;
    bool         named;             /* shared variables: by the code of the kernel that is compiled */
    uint8_t     *init;              /* variables: initial bytes or NULL */
    VEC(struct paddress) addresses;     /* variables: initial values that are addresses */
    unsigned     line;
    uint32_t     slot;              /* variables: where constant bank 4 has the address (sm70) */
    struct psym **elem;             /* vector registers: their 2 or 4 registers */
    unsigned     nelem;
    int          lo, hi, c;         /* registers: virtual registers, -1 until used */
    uint8_t      gspace;            /* registers: spaces that generic addresses in it come from, bit SP_* */
    uint8_t      holds;             /* registers: address, number or either (parse/space.c) */
    struct psym *base;              /* registers: the variable that they hold the address of, plus base_off; NULL:
                                       not known */
    uint64_t     base_off;
    const struct psym *array;            /* registers: the shared variable that addresses in it come from (arrays.c) */
    unsigned     ndefs;             /* registers: instructions that write it */
    int          block;             /* labels: block index, -1 until used */
    struct psym *alias;             /* labels: the same label of an outer scope */
    struct ptable *table;           /* labels of .branchtargets: where brx.idx goes */
    struct pproto *proto;           /* labels of .callprototype, .calltargets */
    bool         callparam;         /* .param variables of a call or a function, not of a kernel */
    struct psym *copy;              /* inlining: what stands for it in the expansion number `epoch` */
    unsigned     epoch;
    struct pcell *cells;            /* callparam: the registers that hold its parts */
    bool         stacked;           /* local variable of a function that calls itself (inline.c) */
    bool         in_memory;         /* callparam: local memory, because its parts overlap or its address is taken */
};

struct ptable { VEC(struct psym *) to; };

/* What a call through a pointer may reach: functions of these names, or, where there are none, those whose results and
 * arguments have as many bytes each. */
struct pproto { VEC(const char *) names; VEC(uint32_t) rets, args; };

struct pcell { struct pcell *next; uint32_t offset, size; struct psym *reg; };

enum po_kind { PO_NONE, PO_REG, PO_IMM, PO_FIMM, PO_ADDR, PO_SYM, PO_VEC, PO_SREG };

struct poper {
    uint8_t      kind;
    bool         neg;               /* !p */
    struct psym *sym;               /* REG, SYM (variable or label), ADDR: base variable */
    struct psym *reg;               /* ADDR: base register or NULL */
    uint64_t     imm;               /* IMM value; FIMM: bits as f32 or f64 (see is64); ADDR, SYM: offset */
    bool         is64;              /* FIMM: f64 bits */
    const char  *name;              /* SREG */
    struct poper *elem;             /* VEC */
    unsigned     n;
};

#define PI_PARTS 10
#define PI_OPERS 6

struct pinst {
    unsigned     line;
    struct psym *label;             /* this entry only defines a label */
    struct psym *guard;
    bool         guard_neg;
    const char  *text;              /* opcode as written */
    const char  *part[PI_PARTS];    /* opcode split at dots */
    unsigned     nparts;
    struct ptx_code code;           /* what the parts mean */
    struct poper op[PI_OPERS];
    unsigned     nops;
    struct pcall *call;             /* call */
    bool         lib;               /* from the compiler's own library (builtin.h) */
    const char  *routine;           /* the library's function that it calls, NULL: none */
};

/* A modifier behind the name of the operation: cvt.rn has the part rn. */
static inline bool has_part(const struct pinst *in, const char *part)
{
    for (unsigned i = 1; i < in->nparts; i++)
        if (!strcmp(in->part[i], part))
            return true;
    return false;
}

struct pcall {
    const char   *name;             /* of the function; NULL: it is in a register */
    struct psym  *pointer;          /* the register */
    struct pproto *proto;
    struct poper *ret, *arg;
    unsigned      nret, narg;
};

struct pentry {
    const char *name;
    unsigned    line;
    unsigned    max_regs;           /* .maxnreg, 0: none */
    unsigned    max_threads;        /* of a block: .maxntid, 0: not said */
    uint32_t    block[3];           /* threads of each block: .reqntid, 0: not said */
    unsigned    min_blocks;         /* that shall share a multiprocessor: .minnctapersm, 0: not said */
    bool        is_func;
    bool        active;             /* being expanded: a call of it is recursion */
    unsigned    seen;               /* by the search of that number (inline.c) */
    bool        listed;             /* its parameters stand in brackets, so that .param in the body is for calls */
    VEC(struct psym *) rets;        /* functions: results */
    VEC(struct psym *) params;
    VEC(struct psym *) vars;        /* .shared and .local variables declared inside */
    VEC(struct psym *) regs;
    VEC(struct pinst) insts;
};

struct pmodule {
    VEC(struct psym *) vars;        /* module-scope variables */
    VEC(struct psym *) textures;
    VEC(struct pentry *) entries;
    VEC(struct pentry *) funcs;
    VEC(const char *) declared;     /* functions, by number: a function's address is its number plus 1, times 16 */
    VEC(bool) taken;                /* has something the address of it? */
    VEC(struct pentry *) libs;      /* parsed functions of the library of the compiler */
    const struct library *library;      /* builtin.h: what stands for instructions that the chip lacks */
    struct psym *fence;             /* of a module with membar.gl: what it reads (lower_fence); else NULL */
    unsigned address_size;
    unsigned version;               /* of PTX, times ten */
    bool     is_lib;
    unsigned epoch;                 /* number of expansions so far */
    unsigned marks;                 /* searches so far */
};

#define PARTITION_SPAN 256u     /* bytes of memory from one partition to the next (docs/memory.md) */

/* Upper words of generic addresses on chips that have them; no address in global memory has such. */
#define GENERIC_LEAST  0xf1000000u
#define GENERIC_CONST  0xf1000000u
#define GENERIC_LOCAL  0xf2000000u
#define GENERIC_SHARED 0xf3000000u

unsigned ptype_size(enum ptype t);      /* bytes; predicates 0 */
bool ptype_signed(enum ptype t);
bool ptype_float(enum ptype t);

/* Tokens */
enum tok { TK_EOF, TK_IDENT, TK_DIRECTIVE, TK_INT, TK_FLOAT32, TK_FLOAT64, TK_STRING, TK_PUNCT };
struct lexer {
    struct cx  *cx;
    const char *p;
    unsigned    line;       /* of the current token */
    unsigned    next_line;
    enum tok    kind;
    const char *text;       /* IDENT, DIRECTIVE (without the dot), STRING */
    size_t      len;
    uint64_t    value;
    bool        is_unsigned;        /* INT: says so, or has its highest bit set */
    char        punct;
};
void lex_init(struct lexer *l, struct cx *cx, const char *source);
void lex_next(struct lexer *l);

struct pmodule *ptx_parse(struct cx *cx, const char *source, bool lib);
/* Registers that the kernel may use: its launch bounds, or the option, and .maxnreg. Warns of bounds that cannot be
 * kept. */
unsigned entry_registers(struct cx *cx, const struct pentry *e);
void ptx_split_opcode(struct cx *cx, struct pinst *in);     /* fills part[] from text */
void ptx_opcode(struct cx *cx, struct pinst *in);           /* part[] and code from text; fails if it is not legal */

#endif
