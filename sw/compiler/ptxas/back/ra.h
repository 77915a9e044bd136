/* SPDX-License-Identifier: Apache-2.0
 *
 * State of one round of register allocation.
 */
#ifndef PTXAS_RA_H
#define PTXAS_RA_H

#include "ir.h"

/* Words that share registers: each member has an offset from the class's first register. */
struct rclass {
    VEC(int) mem;               /* indices of the members; empty when merged into another class */
    int  width, first, color;
    bool is_c, half;
    int  fixed;                 /* $r it must have, -1: any */
    uint64_t forbid;            /* $r below 64 that word 0 must not have */
};

struct ra {
    struct fn *f;
    int       n;                /* virtual registers that occur */
    int      *idx;              /* by virtual register: index or -1 */
    int      *vreg;             /* by index */
    int      *first;            /* by virtual register: position of the first definition */
    int      *adj, *adj_first;  /* index i interferes with adj[adj_first[i]] up to adj[adj_first[i + 1]], that one
                                 * not */
    int      *cls, *off, *hint; /* by index */
    int      *place;            /* by index: its register, -1: none yet */
    struct rclass *c;
    bool     *crowded;          /* by index: found no register, or interferes with what found none */
    struct strip *strip;        /* interfere.c: the piece that is being filled */
    bool      early;            /* only merges single words that no rule ties to a register */
};

/* An unpredicated copy of a whole word. */
static inline bool plain_copy(const struct minst *m)
{
    return m->op == M_MOV && m->pred < 0 && m->src[0].kind == O_REG && !m->src[0].half;
}

/* Numbers the registers that occur, or those of them that are `asked` (by virtual register; NULL: all), and finds which
 * of them live at the same time. */
void ra_interfere(struct ra *ra, const bool *asked);
/* Shortens the lives of groups, whose words can then be spilled one by one. */
void ra_split_groups(struct fn *f);
/* Moves condition codes that found no $c through registers. */
void spill_codes(struct ra *ra);
/* Where more words live than there are registers (pressure.c); stranded: where words live that found no register. */
struct pressure *pressure_new(struct ra *ra, bool stranded);
/* Does v live where there are too many? Then it is counted as gone. */
bool pressure_relieve(struct pressure *p, int v);
/* Makes room for `count` words: recomputes cheap values at their uses, keeps others in l[]. Patient: when all words fit
 * by number, the cheapest go, wherever they live (regalloc.c). */
void spill_words(struct ra *ra, int count, bool patient);

#endif
