/* SPDX-License-Identifier: Apache-2.0
 *
 * The texture cache of a TPC (docs/units/tex-l1.md; RTL: tex_l1): sectors asked for by tex_sectors, from its lines or
 * from the memory, handed out in the order in which they were asked for.
 *
 *   in every cycle, in this order   tex_l1_out      what is handed out; moves lines and memory
 *                                   tex_l1_look     the lookup
 *                                   tex_l1_ask      if it takes one
 */
#ifndef GT200_TEX_L1_H
#define GT200_TEX_L1_H

#include "port/memport.h"

enum { TEX_L1_SETS = GT_TL1_BYTES / 32 / GT_TL1_WAYS, TEX_L1_LINES = TEX_L1_SETS * GT_TL1_WAYS };

struct tex_l1 {
    struct mem_port *mem;
    uint32_t line[TEX_L1_LINES];    /* [way * sets + set]: number of the sector + 1; 0: none */
    uint64_t used[TEX_L1_LINES];    /* when it became the youngest; before that, way 0 is the oldest */
    uint64_t uses;
    uint32_t data[TEX_L1_LINES][8];
    uint32_t asked;                 /* number of the sector that waits for its lookup, if `waits` */
    bool     waits;
    /* those that have passed, by id */
    struct { bool hit; uint8_t place; } way[GT_PENDING_SECTORS];
    uint32_t answer[GT_PENDING_SECTORS][8];
    uint64_t there;                 /* answered, not walked */
    uint8_t  next, walk, count;     /* id of the next to pass, to walk; how many between them */
    uint8_t  walked;                /* id that walked in the cycle before, if `moves` */
    bool     moves;
    /* the last lookup that has passed (GPU-10) */
    struct { uint64_t cycle; uint32_t sector; uint8_t id, place; bool hit; } event;
};

/* All lines invalid, nothing under way. */
void tex_l1_reset(struct tex_l1 *c, struct mem_port *mem);

/* The sector handed out in this cycle, NULL: none; valid until the next call. room: for how many sectors there is room
 * at the start of the cycle; the one handed out has some. */
const uint32_t *tex_l1_out(struct tex_l1 *c, uint64_t cycle, unsigned room);

/* The lookup of this cycle; whether it sent *req to the memory. */
bool tex_l1_look(struct tex_l1 *c, uint64_t cycle, struct mem_req *req);

/* Whether a sector is taken in this cycle. */
static inline bool tex_l1_ready(const struct tex_l1 *c) { return !c->waits; }
/* It is: its number is its virtual address / 32. */
static inline void tex_l1_ask(struct tex_l1 *c, uint32_t sector)
{
    c->asked = sector;
    c->waits = true;
}

#endif
