/* SPDX-License-Identifier: Apache-2.0
 *
 * What the units of the functional model share: warps, instructions made ready, operands.
 *
 * A register is a row of 32 words, one a lane. Uniform registers are rows, too, whose words are equal, so that the
 * bodies of vector and uniform instructions are the same.
 */
#ifndef GT200_SM70_CORE_H
#define GT200_SM70_CORE_H

#include "fields.h"
#include "sm70_func.h"

#include <string.h>

enum { LANES = 32, RZ = 255, URZ = 63, PT = 7, NBARRIERS = 16, NPATHS = 32, NBAR = 16 };
enum { SYSTEM_SHARED = 1024 };      /* bytes of a block's shared memory on sm_90, in front, that are the system's */
/* Rows of a warp: registers, uniform registers, then constants and immediates. */
enum { UNIFORM_ROWS = 256, PROGRAM_ROWS = UNIFORM_ROWS + 64 };
#define ALL 0xffffffffu
/* Generic addresses of the block's shared memory and of the thread's local memory: 4 GB each. Which numbers they are
 * no program knows before it runs; no device memory lies there. */
#define SHARED_WINDOW 0x00007fff00000000ull
#define LOCAL_WINDOW 0x00007ffe00000000ull
#define EACH(l) for (unsigned l = 0; l < LANES; l++)
/* A function whose loops over lanes are worth it is made for AVX2 and FMA, too; the processor decides which is called.
 * Not where a sanitizer's runtime is not there yet when that is decided. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define BY_VECTORS __attribute__((target_clones("arch=haswell", "default")))
#else
#define BY_VECTORS
#endif

struct sm70_warp;
struct sm70_op;
/* mask: the lanes that execute; of a uniform instruction all. */
typedef void sm70_body(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask);

enum operand_kind { OPERAND_NONE, OPERAND_R, OPERAND_U, OPERAND_IMM, OPERAND_BANK };
struct sm70_operand {
    uint8_t  kind, bank;
    uint8_t  n;                 /* register */
    bool     neg, abs, inv;
    bool     high;              /* an immediate that is the high word of a number of 64 bits */
    uint32_t v;                 /* immediate, offset in the bank */
};

enum pred_kind { PRED_NONE, PRED_P, PRED_U };
struct sm70_pred { uint8_t kind, n; bool neg; };

struct sm70_op {
    sm70_body       *body;
    struct sm70_word w;
    const struct sm70_row *row; /* NULL: the word is in no row */
    const struct sm70_field *address;   /* of memory; NULL: it has none */
    struct sm70_operand d, s[3];
    struct sm70_pred guard, pd[2], ps[3];       /* destinations at bits 81, 84; sources at 87, 77, 68. Of two
                                                   destinations that are one the first is what stays */
    uint64_t         target;    /* of a jump: its place in the kernel */
    /* bound.h: */
    sm70_body       *whole;     /* the same when all lanes execute it; NULL: there is no such body */
    bool             straight;  /* whole, and no guard: what comes next is the next instruction */
    uint8_t          code;      /* conditions of a comparison, kind of a shift */
    uint32_t         at[4], to[2];          /* of the sources' and destinations' rows: bytes from w->r */
    uint32_t         keep[3], flip[3];      /* sources are ANDed and XORed; of SHF keep[1] is the greatest count */
    uint32_t         sum;       /* is added; of LEA the shift, of LOP3 the table, of a comparison how it is joined,
                                   of SHF the bits that count */
    uint64_t         offset;    /* of an address */
};

/* A row that a program has: a word of a constant bank, or an immediate. */
struct sm70_pool_row { bool constant; uint8_t bank; uint32_t v; };

struct sm70_program {
    enum sm70_chip   chip;
    const char      *name;
    size_t           n;
    uint32_t         regs, shared;
    const struct sm70_kernel *kernel;   /* the caller's, as its name is */
    struct sm70_op  *ops;
    struct sm70_pool_row *pool;
    unsigned         npool;
};

enum path_state { PATH_READY, PATH_BSYNC, PATH_WARPSYNC, PATH_BAR };
/* Lanes of a warp that go together. */
struct sm70_path {
    uint64_t pc;                /* number of the instruction */
    uint32_t mask;
    enum path_state state;
    bool     yielded;           /* it has given way and not gone on since: nobody waits for it */
    uint32_t what;              /* the barrier, or the lanes that are waited for */
};

/* A barrier of the block: threads that have arrived, 32 a warp; predicates of BAR.RED; what is expected (0: all). */
struct sm70_bar { uint32_t arrived, ones, zeros, expected; unsigned reduces; };

struct sm70_block {
    const struct sm70_device  *device;
    const struct sm70_program *program;
    const struct sm70_launch  *launch;
    uint32_t ctaid[3];
    uint32_t number;                    /* of the block in the grid */
    uint8_t *shared; uint32_t nshared;
    uint8_t *constants; uint32_t nconstants;
    uint32_t nlocal;                    /* bytes of a thread's local memory */
    struct sm70_bar bar[NBAR];
    struct sm70_warp *warps; unsigned nwarps;
    struct sm70_counts *counts;
    uint64_t turn;                      /* instructions of a warp's turn */
    struct sm70_stale *stale;           /* stale.h; NULL: memory is all that there is */
    unsigned sm;                        /* whose first cache it has */
    bool     bound;                     /* instructions go by their bodies for whole warps where they have one */
    bool     bound_else, watched;       /* rounds.h: bound, when it is not watched; each change of memory is counted */
    uint64_t changes;
    bool     failed;
    char    *message;
};

struct sm70_warp {
    struct sm70_block *block;
    uint32_t number;                    /* in the block */
    uint32_t (*r)[LANES];               /* 256 rows; RZ's is always zero; behind them the uniform registers and the
                                           program's own rows */
    uint32_t (*u)[LANES];               /* 64 rows */
    uint32_t p[8], up[8];               /* a bit a lane; PT's is all ones; up: all or none */
    uint32_t b[NBARRIERS][LANES];       /* convergence barriers: who takes part, as each lane knows it */
    uint32_t red[LANES];                /* result of the last BAR.RED */
    uint8_t *local;                     /* NULL: nobody has asked for it yet */
    struct sm70_path path[NPATHS + 1]; unsigned npaths, current;    /* current, NPATHS: it has ended */
    uint32_t exited;
    uint32_t arrived;                   /* barriers at which somebody has arrived, or left, since they were looked at */
    bool     turn;                      /* another path's turn */
};

/* Multiprocessors of the launch's chip; block n of a grid is on number n modulo that, unless first caches say
 * where it is. */
unsigned sm70_multiprocessors(const struct sm70_launch *l);
/* Ends the launch with a message that names the instruction. */
void sm70_fail(struct sm70_warp *w, const struct sm70_op *op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static inline unsigned bits(const struct sm70_op *op, unsigned pos, unsigned width)
{
    uint64_t v = pos >= 64 ? op->w.hi >> (pos - 64) : op->w.lo >> pos;

    if (pos < 64 && pos + width > 64)
        v |= op->w.hi << (64 - pos);
    return (unsigned)v & (unsigned)((1ull << width) - 1);
}

/* The words of an operand that is no register, in buf. */
const uint32_t *sm70_words(struct sm70_warp *w, const struct sm70_op *op, const struct sm70_operand *o, uint32_t *buf);
/* The words of an operand, without negation and so on; in buf where there is no row of them. */
static inline const uint32_t *sm70_raw(struct sm70_warp *w, const struct sm70_op *op, const struct sm70_operand *o,
                                       uint32_t *buf)
{
    return o->kind == OPERAND_R ? w->r[o->n] : o->kind == OPERAND_U ? w->u[o->n] : sm70_words(w, op, o, buf);
}
/* The bytes of a constant bank; NULL after sm70_fail: there are none. */
const uint8_t *sm70_constant(struct sm70_warp *w, const struct sm70_op *op, unsigned bank, uint32_t at, unsigned bytes);
/* The same without a message. */
const uint8_t *sm70_constant_place(const struct sm70_block *b, unsigned bank, uint32_t at, unsigned bytes);
/* As integers: negated (two's complement) and inverted; as f32: without sign, negated. */
const uint32_t *sm70_changed_int(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint32_t *buf);
const uint32_t *sm70_changed_f32(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint32_t *buf);
static inline const uint32_t *sm70_int(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint32_t *buf)
{
    const struct sm70_operand *o = &op->s[k];

    return o->inv || o->neg ? sm70_changed_int(w, op, k, buf) : sm70_raw(w, op, o, buf);
}
static inline const uint32_t *sm70_f32(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint32_t *buf)
{
    const struct sm70_operand *o = &op->s[k];

    return o->abs || o->neg ? sm70_changed_f32(w, op, k, buf) : sm70_raw(w, op, o, buf);
}
/* 64 bits: a pair of registers, 8 bytes of a bank; an immediate is extended with zeros, or is the high word. */
void sm70_wide(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint64_t *out);
/* As f64. */
void sm70_f64(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint64_t *out);

void sm70_put_wide(struct sm70_warp *w, const struct sm70_op *op, const uint64_t *out, uint32_t mask);
/* Writes a register of the destination's file. */
void sm70_put_row(struct sm70_warp *w, const struct sm70_op *op, unsigned n, const uint32_t *out, uint32_t mask);
/* Writes the destination in lanes of mask. */
static inline void sm70_put(struct sm70_warp *w, const struct sm70_op *op, const uint32_t *out, uint32_t mask)
{
    if (op->d.kind == OPERAND_R && mask == ALL && op->d.n < RZ)
        memcpy(w->r[op->d.n], out, LANES * sizeof *out);
    else if (op->d.kind != OPERAND_NONE)
        sm70_put_row(w, op, op->d.n, out, mask);
}
/* Predicates: lanes. */
static inline uint32_t sm70_pred(const struct sm70_warp *w, struct sm70_pred p)
{
    uint32_t v = p.kind == PRED_NONE ? ALL : p.kind == PRED_U ? w->up[p.n] : w->p[p.n];

    return p.neg ? ~v : v;
}
/* Is there one to be written? */
static inline bool sm70_has_pred(struct sm70_pred p) { return p.kind != PRED_NONE && p.n != PT; }
static inline void sm70_put_pred(struct sm70_warp *w, struct sm70_pred p, uint32_t value, uint32_t mask)
{
    if (!sm70_has_pred(p) || !mask)
        return;
    if (p.kind == PRED_U)           /* as a uniform register */
        w->up[p.n] = value >> __builtin_ctz(mask) & 1 ? ALL : 0;
    else
        w->p[p.n] = (w->p[p.n] & ~mask) | (value & mask);
}
/* .AND, .OR, .XOR of a comparison's lanes and a predicate's. */
static inline uint32_t sm70_join(uint32_t r, uint32_t in, unsigned how)
{
    return how == 0 ? r & in : how == 1 ? r | in : r ^ in;
}

/* Bodies by name of the row; NULL: there is none. One list a unit. */
struct sm70_bodies { const char *name; sm70_body *body; };
extern const struct sm70_bodies sm70_integer_bodies[], sm70_f32_bodies[], sm70_f64_bodies[], sm70_f16_bodies[],
    sm70_convert_bodies[], sm70_mufu_bodies[], sm70_lane_bodies[], sm70_memory_bodies[], sm70_atomic_bodies[],
    sm70_control_bodies[], sm70_special_bodies[], sm70_texture_bodies[];

/* While a body runs, w->path[w->current].pc is already the next instruction's. */

/* Frees the paths whose convergence barrier all have reached. Is a path ready to go on? It is the current one then. */
bool sm70_converge(struct sm70_warp *w);
/* Opens the barriers of the block that all have reached. Was there one? */
bool sm70_open_bars(struct sm70_block *b);

#endif
