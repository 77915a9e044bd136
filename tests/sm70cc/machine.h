/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX compiled for one of the chips sm_70 to sm_90 and run on the functional model.
 */
#ifndef TESTS_SM70CC_MACHINE_H
#define TESTS_SM70CC_MACHINE_H

#include "sm70_func.h"
#include "sm70cc.h"

struct later_launch {
    const char *kernel;
    uint32_t    grid[2], block[3];
    const void *params;
    size_t      param_bytes;
    uint64_t    base;           /* address of the memory */
    void       *memory;
    size_t      bytes;
};

/* Are all control codes of the cubin right (sw/check/hazards)? false: err says which is not. */
bool later_check_cubin(const void *cubin, size_t bytes, char *err, size_t room);
/* false: err says why. Control codes that are wrong are a reason (sw/check/hazards). */
bool later_run(unsigned arch, const char *text, const struct ptxas_options *opt, const struct later_launch *l,
               char *err, size_t room);
/* The module's variables lie at the end of the memory. */
bool later_run_cubin(const void *cubin, size_t bytes, const struct later_launch *l, char *err, size_t room);

#endif
