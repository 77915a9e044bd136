/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the checker (inspect.c, taint.c) share. Private to cmodel/func.
 */
#ifndef GT200_INSPECT_PARTS_H
#define GT200_INSPECT_PARTS_H

#include "bounds.h"
#include "block.h"
#include "inspect.h"
#include "race.h"

#define FINDINGS 256
#define ORIGINS 256
#define ANY_PC UINT32_MAX

enum finding_kind { FIND_OUTSIDE, FIND_FREED, FIND_SHARED, FIND_ARRAY, FIND_PARAMETERS, FIND_CONSTANT, FIND_HEAP,
                    FIND_HEAP_FREED, FIND_HEAP_TWICE, FIND_RACE, FIND_DIVERGENT, FIND_PLACES, FIND_LEFT,
                    FIND_UNWRITTEN };

enum memory { MEMORY_SHARED, MEMORY_DEVICE, MEMORY_LOCAL, MEMORY_CONSTANT };

/* Where a value that nobody has written was read, or one beyond the constants. */
struct origin { struct gt_finding_side side; enum memory memory; uint32_t addr; };

/* Lanes of a warp's registers that hold such a value, and its origin. */
struct taint {
    uint32_t reg[128], areg[8], creg[4];
    uint32_t gap[128];              /* of reg: perhaps the gap of a structure, as it was read */
    uint8_t  reg_from[128], areg_from[8], creg_from[4];
    unsigned since;                 /* instructions since one has looked whether there are any */
    bool     any;
};

/* Of the region that malloc takes memory from in kernels; offsets are from its beginning. */
struct heap_block { uint32_t at, bytes, asked; bool in_use; };
struct heap_blocks {
    uint32_t base, bytes;           /* bytes 0: there is none */
    uint32_t *of;                   /* block of each 16 bytes, from 1; 0: none yet */
    struct heap_block *block;
    size_t n, room;
};

struct seat {
    uint32_t nwarps, alive, wrote;  /* wrote: a bit for each warp, since its last barrier */
    struct gt_barrier bar[GT_BARRIERS];
    struct gt_finding_side first[GT_BARRIERS];      /* who has come first; does NULL: not to a barrier of all */
    int waits[GT_BLOCK_WARPS];
    uint8_t *shared, *local;        /* a bit for each byte that has been written; of each thread of each warp */
    struct taint taint[GT_BLOCK_WARPS];
};

struct gt_inspect {
    struct gt_observer observer;
    bool began, running, complete;  /* the launch; it can be looked at; all of it was */
    uint32_t grid_x;
    struct gt_races *races;
    unsigned flights, seats;        /* of races; of seat */
    struct seat **seat;
    struct origin origin[ORIGINS];
    unsigned origins;
    struct heap_blocks heap;
    const struct gt_cubin_array *array;   /* of the launch */
    size_t arrays;
    size_t found;
    uint64_t more;
    struct gt_finding finding[FINDINGS];
};

/* The place of a new finding, whose sides and text the caller writes; NULL: it is known (and counted), or there is no
 * room. other: pc of the second side; ANY_PC: whatever it is. */
struct gt_finding *inspect_find(struct gt_inspect *i, enum finding_kind kind, uint32_t pc, uint32_t other);
struct gt_finding_side inspect_side(const struct gt_warp *w, uint32_t lane, const char *does);
void inspect_say(struct gt_finding *f, const char *title, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "read", "write", "atomic" */
const char *inspect_does(const struct gt_access *a);

/* inspect_heap.c: an access to device memory, if it is to the region; lanes that are outside leave a->lanes. */
void inspect_heap(struct gt_inspect *i, struct gt_core *c, struct gt_access *a);
void inspect_heap_free(struct gt_inspect *i);

/* inspect_texture.c: the texels that a fetch reads, as accesses of device memory: of tap k of each lane; lanes that
 * read none, or outside what is allocated (found), are not in it. Returns how many taps there are. */
unsigned inspect_texels(struct gt_inspect *i, struct gt_core *c, struct gt_warp *w, const struct gt_micro *u,
                        uint32_t exec, struct gt_access a[8]);
/* Bytes of shared memory in front of its variables: identifiers and parameters, which kernels do not write. */
static inline uint32_t shared_header(const struct gt_core *c) { return 16 + 4 * c->launch->param_words; }
static inline bool inspect_is_texture(const struct gt_micro *u)
{
    return u->in->op == GT_OP_TEXFETCH || u->in->op == GT_OP_TEXAUTO;
}

/* findings.c: the variable that the instruction is meant to access; NULL: nobody knows. */
const struct gt_cubin_array *inspect_array(const struct gt_inspect *i, uint32_t pc, bool constant);

/* taint.c: what the instruction reads that nobody has written, what it does with that, and what it writes. a: its
 * shared or global access with the lanes that are inside, or `taps` of a texture fetch; NULL: none. */
void inspect_taint(struct gt_inspect *i, struct gt_core *c, struct seat *s, struct gt_warp *w, const struct gt_micro *u,
                   uint32_t exec, const struct gt_access *a, unsigned taps);

#endif
