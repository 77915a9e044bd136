/* SPDX-License-Identifier: Apache-2.0
 *
 * Random PTX programs: deterministic by seed, valid PTX 3.2 for sm_20 with .address_size 32 or 64, ending by
 * construction. A program is a tree of statements over a fixed set of registers that the kernel sets before them and
 * stores behind them, so any statement can be left out: that is how a failing program is made small.
 *
 * kernel k(out, in, counters, and a few scalars): `out` RECORD bytes per thread, `in` INPUT bytes per thread,
 * `counters` for atomics whose order does not matter.
 */
#ifndef PTXFUZZ_GEN_H
#define PTXFUZZ_GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GEN_RECORD = 256, GEN_INPUT = 256, GEN_COUNTERS = 64, GEN_SCALARS = 32, GEN_TEXT = 1 << 17, GEN_STATEMENT =
       700 };

enum node_kind { NODE_TEXT, NODE_IF, NODE_LOOP };

struct node {
    enum node_kind kind;
    bool           off;                     /* left out */
    /* TEXT: instructions; IF: what sets its predicate; LOOP: what sets its counter */
    char           text[GEN_STATEMENT];
    unsigned       id;                      /* of its labels and registers */
    bool           uniform;                 /* IF: nothing; TEXT: must stand where all threads of the block come */
    struct node   *child[2];                /* bodies: of IF two, of LOOP one */
    unsigned       n[2];
};

struct program {
    uint64_t     seed;
    unsigned     address_bits, ids, nodes;
    bool         portable;
    uint32_t     grid[2], block[3];
    struct node *top;
    unsigned     n;
};

/* New program; about `size` statements. Portable: it means the same on every chip. Addresses have 64 bits, f32
 * instructions flush subnormals where they can say so, mad.f32 has a rounding, nothing is newer than sm_20, lanes meet
 * before they vote. In all programs sums and products have a rounding, and the bits of a NaN do not show: what reads a
 * float as bits replaces NaN before. */
struct program *gen_new(uint64_t seed, unsigned size, bool portable);
/* The seed's registers, inputs and grid around these statements. */
struct program *gen_around(uint64_t seed, const char *statements);
void gen_free(struct program *p);
/* Its text without the statements that are off. */
void gen_print(const struct program *p, char *text);
/* Statements that are not off. */
unsigned gen_count(const struct program *p);
/* Number k of all its nodes in depth-first order, NULL behind the last. */
struct node *gen_node(const struct program *p, unsigned k);
/* Leaves out every statement without which it still fails. */
void gen_shrink(struct program *p, bool (*fails)(void *ctx, const struct program *p), void *ctx);
/* The opcode of the last instruction of a statement, in `to`. */
void gen_opcode(const struct node *n, char *to, size_t room);
/* Contents of `in` for the thread count, of the scalars, and of the counters. */
void gen_inputs(const struct program *p, uint64_t *in, unsigned threads, uint8_t scalars[GEN_SCALARS],
                uint32_t *counters);

#endif
