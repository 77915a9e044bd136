/* SPDX-License-Identifier: Apache-2.0
 *
 * Random programs: what the generators build, and the generators. A program is determined by its kind and its number.
 */
#ifndef GT200_FUZZ_PROG_H
#define GT200_FUZZ_PROG_H

#include <stdbool.h>
#include <stdint.h>

#include "gsim.h"

#define FUZZ_WORDS 16384
#define FUZZ_MOST_TIMES 24          /* grids may be made so many times as wide as they were drawn (campaign.h) */
#define FUZZ_OUT_BYTES 0x248000
#define FUZZ_MEM_BYTES 0x300000     /* device memory; more where a chip needs it for local memory (judge.c) */
#define FUZZ_FAR 0x1ff00000         /* bits of an address by which lanes of a program with far memory differ */

struct fuzz_prog {
    uint32_t code[FUZZ_WORDS];
    uint32_t n;                     /* words so far */
    struct gt_gpu *gpu;             /* with constants and memory as the program expects them */
    uint32_t out;                   /* g[] address of a buffer of FUZZ_OUT_BYTES */
    uint32_t params[64];            /* the first is out */
    bool far;                       /* params[1] is FUZZ_FAR, and there is as much more memory; 0 where a chip has no
                                       room for it */
    struct gt_launch launch;        /* points into this structure: do not copy it */
};

/* Each builds program number `seed`, its machine and its launch in p, which need not be initialised. */
void fuzz_mixed(struct fuzz_prog *p, uint32_t seed);
void fuzz_memory(struct fuzz_prog *p, uint32_t seed);
void fuzz_control(struct fuzz_prog *p, uint32_t seed);
void fuzz_rows(struct fuzz_prog *p, uint32_t seed);
void fuzz_damaged(struct fuzz_prog *p, uint32_t seed);
void fuzz_dense(struct fuzz_prog *p, uint32_t seed);

/* For the generators. The next of a generator's random numbers: below n, or any if n is 0. */
uint32_t fuzz_random(uint32_t *state, uint32_t n);
/* A machine with an output buffer, zeroed; 16 registers, one block of `threads`. */
void fuzz_init(struct fuzz_prog *p, uint32_t threads);
/* The same with FUZZ_FAR bytes more, for addresses of out with any of these bits set. */
void fuzz_init_far(struct fuzz_prog *p, uint32_t threads);
/* Such a program for a machine of at most so many bytes of device memory: all its addresses near, if need be. */
void fuzz_near(struct fuzz_prog *p, uint32_t bytes);
void fuzz_free(struct fuzz_prog *p);
/* One instruction per line. A line that does not assemble is a mistake in the generator and ends the process. */
void fuzz_asm(struct fuzz_prog *p, const char *text);
/* Ends the process when ok is false: out of memory, or a mistake in a generator. */
void fuzz_must(bool ok);

#endif
