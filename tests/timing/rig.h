/* SPDX-License-Identifier: Apache-2.0
 *
 * Small programs on the cycle model: assembly text in, output words or events out.
 */
#ifndef GT200_TEST_RIG_H
#define GT200_TEST_RIG_H

#include "gsim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define RIG_WORDS 16384

struct rig {
    uint32_t code[RIG_WORDS];
    uint32_t n;                         /* words so far */
    uint32_t again;                     /* address of the first clock read */
    struct gt_gpu *gpu;
    uint32_t out;                       /* g[] address of the output, in s[0x10] */
    struct gt_launch launch;
    struct gt_result res;
    void (*each)(struct gt_sm *sm, uint64_t number);    /* called by rig_trace before each cycle; NULL: nothing is */
    uint64_t number;
    struct gt_event *ev;                /* of rig_trace */
    size_t nev, capev;
};

/* A machine with an output buffer of 64 KB, zeroed; 16 registers, one block of `threads`. */
void rig_init(struct rig *r, uint32_t threads);
void rig_free(struct rig *r);
/* Random program number `seed` of sw/check/fuzz (well-formed ones) with its machine and launch; in place of
   rig_init. */
void rig_random(struct rig *r, uint32_t seed);
/* One instruction per line; fails the test on a line that does not assemble. */
void rig_asm(struct rig *r, const char *text);
/* The same lines n times. */
void rig_repeat(struct rig *r, unsigned n, const char *text);
/* $r2 = clock; body; $r3 = clock, all twice, since the first time brings code and constants into the caches;
 * the warps start together. Both to out[2 * tid], end.
 * $r0, $r1 (out), $r5, $r14, $r15 and $c3 are used. */
void rig_clock_start(struct rig *r);
void rig_clock_stop(struct rig *r);
uint32_t rig_word(const struct rig *r, uint32_t index);
/* gt_model_run, which must succeed. */
void rig_run(struct rig *r);
/* Steps one SM with events on until all blocks are done (or a fault) and keeps the events. Returns the cycles. */
uint64_t rig_trace(struct rig *r);
/* The n-th event (from 0) of this type and pc (of BRU next_pc; any: RIG_ANY), which must exist. */
const struct gt_event *rig_event(const struct rig *r, unsigned type, uint32_t pc, unsigned n);
size_t rig_count(const struct rig *r, unsigned type, uint32_t pc);
#define RIG_ANY 0xffffffffu

#endif
