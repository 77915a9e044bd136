/* SPDX-License-Identifier: Apache-2.0
 *
 * A loaded cubin: its kernels, its constants in the GPU's constant segments, its variables in device memory.
 */
#ifndef GT200_MODULE_H
#define GT200_MODULE_H

#include <stdbool.h>
#include <stddef.h>

#include "cubin.h"
#include "gsim.h"

struct gt_engine;
struct gt_module {
    struct gt_cubin cubin;          /* what there is, whatever the machine */
    struct gt_gpu  *gpu;
    const struct gt_engine *engine; /* whose code it is; NULL: GT200's */
    uint64_t        base;           /* of other machines than GT200: what addresses in code are above those of gpu */
    void           *code;           /* the engine's own */
    uint32_t      (*alloc)(struct gt_gpu *g, uint32_t bytes);   /* gt_alloc and gt_release, for an engine that is a
                                                                   library of its own */
    void          (*release)(struct gt_gpu *g, uint32_t addr);
    uint32_t       *variables;      /* device address of each variable of cubin.relocs */
    uint8_t        *image[GT_CONST_SEGS];           /* the module's constant segments, GT_CONST_BYTES each; NULL: it
                                                       has none there */
    uint32_t        image_bytes[GT_CONST_SEGS];     /* used from the start */
};

/* Loads an image of n bytes, behind which is a zero byte, as the engine does it; name is used in messages. base: of
 * GT200 0. */
bool gt_module_load(struct gt_module *m, const struct gt_engine *engine, struct gt_gpu *g, uint64_t base,
                    const char *image, size_t n, const char *name, char *err, size_t errn);
/* Of GT200: reads a text cubin and places what belongs to the module: __constant__ variables in c0[], __device__
 * variables in device memory with their addresses in c14[]. false: err is one line "file:line: expected ..., found
 * ..."; nothing is left behind. */
bool gt_module_load_file(struct gt_module *m, struct gt_gpu *g, const char *path, char *err, size_t errn);
/* The same from text in memory; name is used in messages. */
bool gt_module_load_text(struct gt_module *m, struct gt_gpu *g, const char *text, size_t n, const char *name, char *err,
                         size_t errn);
void gt_module_free(struct gt_module *m);
/* Of GT200: places what m->cubin has; the end of that. */
bool gt_module_place(struct gt_module *m, char *err, size_t errn);
void gt_module_displace(struct gt_module *m);

/* Index of the kernel, or -1: then err says which kernels there are. */
int gt_module_kernel(const struct gt_module *m, const char *name, char *err, size_t errn);
/* Fills code, name, registers, shared and local sizes of *l and zeroes the rest: grid, block and parameters are the
 * caller's. */
void gt_module_launch(const struct gt_module *m, int kernel, struct gt_launch *l);
/* Are `bytes` of parameters what the kernel takes? Unknown sizes (NVIDIA's cubins) are taken as right. */
bool gt_module_params(const struct gt_module *m, int kernel, uint32_t bytes, char *err, size_t errn);
/* May the kernel have blocks of x * y * z threads (its launch bounds)? */
bool gt_module_block(const struct gt_module *m, int kernel, unsigned x, unsigned y, unsigned z, char *err, size_t errn);
/* Writes the module's constants to the device, which other modules overwrite: loading has done it once. */
bool gt_module_activate(const struct gt_module *m);
/* Writes the kernel's own constants (c1[]), which other kernels overwrite: to be called before each run. */
bool gt_module_bind(const struct gt_module *m, int kernel, char *err, size_t errn);

/* The text with the source line behind every "pc 0x..." where the cubin knows lines. */
void gt_module_lines(const struct gt_module *m, int kernel, const char *text, char *out, size_t n);
/* What a failed run has to say, with source lines where the cubin knows them (gt200 cc -lineinfo): of a fault
 * "FILE:LINE: " and the message, in a report of warps one behind every pc. message: res->message, or that with the
 * kernel's name made readable. */
void gt_module_explain(const struct gt_module *m, int kernel, const struct gt_result *res, const char *message,
                       char *out, size_t n);

/* A __constant__ variable: segment, byte offset, size. A __device__ variable: device address, size. */
bool gt_module_constant(const struct gt_module *m, const char *name, unsigned *seg, uint32_t *offset, uint32_t *bytes);
bool gt_module_variable(const struct gt_module *m, const char *name, uint32_t *addr, uint32_t *bytes);

#endif
