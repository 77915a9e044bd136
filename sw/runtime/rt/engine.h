/* SPDX-License-Identifier: Apache-2.0
 *
 * A machine as modules, launches and device properties know it, whatever its SM: code is loaded into a module, which
 * says what kernels there are, and a kernel of it is run. GT200's is built in, on every target (engine.c); the
 * functional model of sm_70 to sm_90 is lib/func70.so (engine_sm70.c), which is loaded when a chip of it is asked for.
 */
#ifndef GT200_ENGINE_H
#define GT200_ENGINE_H

#include "module.h"
#include "ptxas.h"
#include "target.h"

struct gt_engine_limits {
    unsigned major, minor;              /* compute capability */
    unsigned threads, block[3], grid[3];
    uint32_t regs, shared, params;      /* of a block: registers, bytes of shared memory; bytes of parameters */
    bool     textures;
};

struct gt_engine {
    const char *chip;                   /* as GT200_CHIP and --chip name it; NULL: GT200's, which are in gt_chip_find */
    const char *note;                   /* that stands behind the chip where results are told */
    struct gt_engine_limits limits;
    /* m->engine and m->gpu are set, all else is 0: fills m->cubin, which says what there is, and what is the engine's
     * own. n: bytes of the image, behind which is a zero byte. false: err is one line, nothing is left behind. */
    bool (*load)(struct gt_module *m, const char *image, size_t n, const char *name, char *err, size_t errn);
    /* PTX to an image of this machine, as ptxas_compile. */
    bool (*compile)(const struct gt_engine *e, const char *ptx, const char *name, const struct ptxas_options *opt,
                    struct ptxas_result *res);
    /* Frees what is the engine's own. */
    void (*unload)(struct gt_module *m);
    /* As gt_target_run, a kernel of the module. */
    enum gt_status (*run)(const struct gt_module *m, int kernel, enum gt_target t, const struct gt_launch *l,
                          struct gt_result *res, const struct gt_run_opts *opts);
    struct gt_engine_size {             /* of the chip that the machine stands for; all 0: it has values of its own */
        unsigned sms, threads_per_sm, clock_khz, mem_clock_khz, mem_bus_bits;
        uint32_t shared_per_sm, cache;  /* bytes; of the second cache */
        unsigned blocks_per_sm;         /* 0: blocks cannot wait for each other */
    } size;
};

extern const struct gt_engine gt_engine_gt200;

/* Blocks of a kernel with so many registers a thread and so many bytes of shared memory a block that a multiprocessor
 * holds at once; 0: none, or the machine runs no blocks at once. */
unsigned gt_engine_blocks(const struct gt_engine *e, unsigned threads, unsigned regs, size_t shared);

/* Bytes of shared memory that a block may have where its kernel asks for more than limits.shared. */
uint32_t gt_engine_shared(const struct gt_engine *e);

/* Is it the name of a chip with an engine of its own? */
#define GT_ENGINE_CHIPS "h100 h200 l40 a6000 a100 t4 v100"
bool gt_engine_has(const char *chip);
/* The engine of a chip of that name; GT200's, if it is not one of them. NULL: err says why it cannot be loaded. */
const struct gt_engine *gt_engine_find(const char *chip, char *err, size_t errn);
/* One of that compute capability; NULL: there is none, or it cannot be loaded. */
const struct gt_engine *gt_engine_of(unsigned major, unsigned minor);
/* What lib/func70.so has by the name below; NULL: no such chip. */
typedef const struct gt_engine *gt_engine_opener(const char *chip);
#define GT_ENGINE_OPENER "gt_engine_sm70"

#endif
