/* SPDX-License-Identifier: Apache-2.0
 *
 * A functional model of sm_70 to sm_90: native code executed, all values, no clocks. An instruction without a body is
 * refused by name when it is reached. No globals: several devices may live in one process.
 */
#ifndef GT200_SM70_FUNC_H
#define GT200_SM70_FUNC_H

#include "sm70_module.h"

/* A product by name: h100, h200, l40, a6000, a100, t4, v100. measured: values were compared with one. */
struct sm70_product { const char *name; enum sm70_chip chip; bool measured; };
/* NULL: there is none of this name. */
const struct sm70_product *sm70_product_find(const char *name);

/* A device: a chip and its memory, `bytes` bytes from address `base` on. */
struct sm70_device {
    enum sm70_chip chip;
    uint64_t base;
    size_t   bytes;
    uint8_t *memory;        /* the caller's */
    uint64_t limit;         /* warp instructions of a launch; 0: no limit */
};

/* A kernel made ready for a chip. */
struct sm70_program;
/* NULL: out of memory. Words that are in no row of the table, or have no body, are refused when they are reached. */
struct sm70_program *sm70_program_new(enum sm70_chip chip, const struct sm70_kernel *k);
void sm70_program_free(struct sm70_program *p);
/* Has the model a body for this row of the table? */
bool sm70_row_has_body(size_t row);

/* A texel, or what a sampler makes of several, as four words. real: coordinates are f32, else whole numbers. */
typedef void sm70_fetch(void *ctx, uint32_t handle, unsigned dims, bool real, const uint32_t at[3], uint32_t out[4]);

/* Now and then, while a grid runs: blocks that have ended, of how many; where a warp is, its number in the block, pc in
 * bytes, and warp instructions so far. */
struct sm70_where { uint32_t ctaid[3], warp; uint64_t pc, instructions; };
typedef void sm70_told(void *ctx, uint64_t done, uint64_t blocks, const struct sm70_where *at);

struct sm70_launch {
    unsigned    grid[3], block[3];
    bool        together;               /* blocks may wait for each other: all are under way at once */
    uint64_t    resident;               /* else: as many at most, if the first ones do not end by themselves; 0: one */
    sm70_told  *told;                   /* NULL: nobody is */
    void       *told_ctx;
    uint32_t    shared;                 /* bytes of shared memory beside the kernel's own, which on sm_90 have 1024
                                           in front that are the system's */
    uint32_t    stack;                  /* bytes of a thread's stack, of which a kernel that has one counts 1024 */
    const void *params;                 /* as they lie in constant bank 0 */
    uint32_t    nparams;                /* bytes */
    const void *constants;              /* constant bank 3 */
    uint32_t    nconstants;
    const void *addresses;              /* constant bank 4 */
    uint32_t    naddresses;
    const uint32_t *handles;            /* of textures: what the kernel's words of them (sm70_kernel) get */
    sm70_fetch *fetch;                  /* NULL: there are no textures */
    void       *ctx;                    /* of it */
    unsigned    sms;                    /* multiprocessors of the chip, for code that asks; 0: one */
    unsigned    stale;                  /* SMs, each with a first data cache that keeps what others have overwritten;
                                           loads that get such bytes fail the launch at its end. 0: one memory */
};

struct sm70_counts {
    uint64_t warp_instructions, thread_instructions;
    uint64_t stale;                     /* loads of old bytes */
    uint64_t fault_pc;                  /* bytes; of the instruction that the message is about */
    bool     hangs;                     /* it did not end: blocks wait or go round for ever, or too many instructions */
};

enum { SM70_MESSAGE = 4096 };

/* Runs a grid, block after block, or several at once where those under way do not end. false: message says which
 * kernel, address and instruction did what; lines about loads of old bytes follow. */
bool sm70_launch_run(const struct sm70_device *d, const struct sm70_program *p, const struct sm70_launch *l,
                     struct sm70_counts *counts, char message[SM70_MESSAGE]);

/* MUFU: what the special function unit makes of an operand; fn is the modifier's value in the table (0 COS, 1 SIN, ...,
 * 9 TANH). */
uint32_t sm70_mufu_value(unsigned fn, uint32_t x);
/* FCHK: does the quotient a / b need more than a reciprocal and Newton steps? */
bool sm70_fchk_value(uint32_t a, uint32_t b);

#endif
