/* SPDX-License-Identifier: Apache-2.0
 *
 * From a text cubin (gt200 cc -cubin, gt200 as) into memory that is shared with the machine: what gt200_start needs of
 * a kernel. As gt200_driver.h: no allocation, no globals, no libc.
 */
#ifndef GT200_CUBIN_LOAD_H
#define GT200_CUBIN_LOAD_H

#include "gt200_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory as the caller sees it, and where it is for the machine. */
struct gt200_memory {
    volatile uint8_t *at;
    uint64_t bus;
    uint32_t bytes;
};

struct gt200_places {
    struct gt200_memory code;       /* bus: a multiple of 256 */
    struct gt200_memory constants;  /* the same; segment i is 64 KB at 64 KB * i; those behind the last that is
                                       used need not be there */
    struct gt200_memory variables;  /* __device__ variables, each at a multiple of 256 */
    uint32_t variables_device;      /* their device address, a multiple of 256 */
};

enum gt200_cubin_error {
    GT200_CUBIN_OK = 0,
    GT200_CUBIN_SYNTAX,             /* not what a cubin has there */
    GT200_CUBIN_CHIP,               /* of another chip than sm_10 to sm_13 */
    GT200_CUBIN_NO_KERNEL,          /* none of that name */
    GT200_CUBIN_NO_VARIABLE,        /* a value is the address of a variable that is not there */
    GT200_CUBIN_CODE_ROOM,          /* does not fit in places.code, .constants, .variables */
    GT200_CUBIN_CONSTANT_ROOM,
    GT200_CUBIN_VARIABLE_ROOM
};
const char *gt200_cubin_error_name(enum gt200_cubin_error e);

/* Writes code, constants and variables of `kernel` and of its module, and sets in l: code, code_bytes, entry,
 * constants, segments, regs, shared, local_bytes; the rest of l stays as it is. Constants of other kernels are left
 * out: load again before another kernel is launched. An error: *line is where in the text; l and memory may have
 * changed. `line` may be NULL. */
enum gt200_cubin_error gt200_cubin_load(struct gt200_launch *l, const char *text, uint32_t length, const char *kernel,
                                        const struct gt200_places *places, uint32_t *line);
/* Device address and bytes of a __device__ variable, as gt200_cubin_load has placed it; bytes may be NULL. */
enum gt200_cubin_error gt200_cubin_variable(const char *text, uint32_t length, const char *name,
                                            const struct gt200_places *places, uint32_t *device, uint32_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
