/* SPDX-License-Identifier: Apache-2.0
 *
 * Are the control codes of a kernel right, whatever path it takes? Nothing in these chips is interlocked: an
 * instruction that comes too early reads the old register. What a register holds is followed from each instruction
 * that writes it, and from each that reads it late, along all paths to those that need it; the stall counts on the
 * shortest path and the counters that are waited for are held against the record of a GPU (latency.h).
 */
#ifndef GT200_HAZARDS_H
#define GT200_HAZARDS_H

#include "latency.h"
#include "sm70_module.h"

enum hz_what {
    HZ_READ,            /* a register is read before it has been written */
    HZ_WRITE,           /* a register is written before an earlier instruction has written it */
    HZ_OPERAND,         /* a register is written before an earlier instruction has read it */
    HZ_BARRIER,         /* a convergence barrier is used that not every path here has set */
    HZ_ACCESS,          /* memory is accessed before BAR.SYNC holds the warp */
    HZ_KEPT,            /* an operand is kept for later that the instruction writes itself */
    HZ_IDLE             /* a counter is waited for that nothing sets: no hazard, it is 0 */
};

struct hz_hazard {
    enum hz_what what;
    uint32_t at;                /* instruction that comes too early, number in the kernel */
    uint32_t from;              /* HZ_READ, HZ_WRITE, HZ_OPERAND: whose result or operand it is; HZ_ACCESS: BAR.SYNC */
    char     name[8];           /* the register, or counter or barrier */
    unsigned clocks;            /* between the two on the shortest path, by stall counts */
    unsigned wanted;            /* 0: variable latency, a counter has to be waited for */
    enum hz_ground ground;      /* of `wanted` */
    unsigned counter;           /* wanted 0: the one that `from` sets, 7: none */
    bool     early;             /* it is waited for before it is seen */
    bool     depbar;            /* clocks, wanted: behind the DEPBAR that waits for it */
    const uint32_t *jumps;      /* jumps between the two: pairs of from, to */
    size_t   njumps;            /* pairs */
};

/* A pair that was used and not measured. */
struct hz_assumed { uint8_t writer, wpart, reader, slot, rpart, file; struct hz_figure figure; unsigned long used; };

struct hz_result {
    unsigned long instructions, hazards, idle;
    struct hz_assumed *assumed; size_t nassumed;
};

/* `found` is called for each hazard and idle wait, by address; what it gets is valid until it returns. Adds to *result,
 * whose `assumed` the caller frees. false: the kernel can't be read, err says why. */
bool hz_check(enum sm70_chip chip, const struct sm70_kernel *k, void (*found)(void *ctx, const struct hz_hazard *h),
              void *ctx, struct hz_result *result, char *err, size_t errn);

#endif
