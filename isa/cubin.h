/* SPDX-License-Identifier: Apache-2.0
 *
 * Text cubins, the object files of CUDA 1.x: kernels with their code, per-kernel constants (c1[]), module
 * constants (c0[]), relocated addresses of module variables (c14[]) and texture references.
 */
#ifndef GT200_CUBIN_H
#define GT200_CUBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The word at byte `offset` of the data starts as the address of the module variable `name` plus `add`. */
struct gt_cubin_address { uint32_t offset, add; char *name; };

/* Bytes of a constant segment, or a named module variable. words is NULL when the file gives no data
 * (then the bytes start as zero); otherwise it has (bytes + 3) / 4 words. */
struct gt_cubin_data {
    char     *name;             /* NULL in a kernel's const block */
    uint32_t  seg, offset, bytes;
    uint32_t *words;
    struct gt_cubin_address *addresses; size_t naddresses;     /* words that start as the address of a variable; our
                                                                  own addition */
};

struct gt_cubin_sampler { char *name; uint32_t texunit; };

/* Our own additions, which NVIDIA's files do not have: where each parameter lies, and which source line an
 * instruction comes from. */
struct gt_cubin_param { uint32_t offset, bytes; };      /* offset from the start of the parameters (s[0x10]) */
struct gt_cubin_line { uint32_t pc, source, line; };    /* from byte address pc on: index of the file in sources,
                                                           line from 1 */

/* The instruction at pc is meant to access the shared or constant variable `name`, bytes begin to end - 1. */
struct gt_cubin_array { uint32_t pc, begin, end; bool constant; char *name; };

/* Of a thread on compute capability 1.3 (CUDA C Programming Guide 4.0, table F-2). */
#define GT_LMEM_BYTES 16384u

/* What a debugger needs to know (ptxas/back/debug.c), as words; our own, too. */
struct gt_cubin_words { char **word; size_t n, room; };

struct gt_cubin_kernel {
    char     *name;
    uint32_t  lmem;             /* bytes of l[] per thread, at most GT_LMEM_BYTES */
    uint32_t  smem;             /* bytes of s[]: 16 header + parameters + static variables */
    uint32_t  reg;              /* registers per thread */
    uint32_t  bar;              /* highest barrier used */
    uint32_t  param;            /* bytes of parameters, if has_param; our own line, NVIDIA's files do not have it */
    bool      has_param;
    uint32_t  max_threads;      /* of a block, 0: not known; our own line, as the next */
    uint32_t  block[3];         /* what a block must be, all 0: not said */
    bool      has_params;       /* params is the complete list, in order */
    struct gt_cubin_param *params; size_t nparams;
    struct gt_cubin_line  *lines;  size_t nlines;       /* ascending pc */
    struct gt_cubin_array *arrays; size_t narrays;      /* ascending pc */
    struct gt_cubin_words debug;
    uint32_t *code;             /* branch targets are byte offsets from code[0] */
    size_t    code_words;
    struct gt_cubin_data *consts;
    size_t    nconsts;
};

struct gt_cubin {
    uint32_t arch;              /* 10..13 */
    uint32_t abiversion;
    char    *modname;           /* may be NULL */
    struct gt_cubin_data    *consts;   size_t nconsts;   /* __constant__ variables, in c0[] */
    struct gt_cubin_data    *relocs;   size_t nrelocs;   /* __device__ variables: address word in c14[] */
    struct gt_cubin_sampler *samplers; size_t nsamplers;
    struct gt_cubin_kernel  *kernels;  size_t nkernels;
    char   **sources; size_t nsources;                   /* source files of the line tables */
    struct gt_cubin_words debug;
};

/* Empty module for sm_13. */
void cubin_init(struct gt_cubin *c);
void cubin_free(struct gt_cubin *c);

/* Appenders; names are copied, data are filled in by the caller (words must come from malloc). They end
 * the program when memory runs out. The pointer is valid until the next append to the same list. */
struct gt_cubin_kernel  *cubin_add_kernel(struct gt_cubin *c, const char *name);
struct gt_cubin_data    *cubin_add_const(struct gt_cubin *c, const char *name);
struct gt_cubin_data    *cubin_add_reloc(struct gt_cubin *c, const char *name);
struct gt_cubin_sampler *cubin_add_sampler(struct gt_cubin *c, const char *name);
struct gt_cubin_data    *cubin_add_kernel_const(struct gt_cubin_kernel *k);
void cubin_add_address(struct gt_cubin_data *d, uint32_t offset, const char *name, uint32_t add);
void cubin_add_param(struct gt_cubin_kernel *k, uint32_t offset, uint32_t bytes);
/* The line table must be filled in ascending order of pc. */
void cubin_add_line(struct gt_cubin_kernel *k, uint32_t pc, uint32_t source, uint32_t line);
/* So must this table. */
void cubin_add_array(struct gt_cubin_kernel *k, uint32_t pc, bool constant, uint32_t begin, uint32_t end,
                     const char *name);
/* One more word, without blanks and braces. */
void cubin_add_word(struct gt_cubin_words *w, const char *word);
/* Index of the source file, which is added when it is new. */
uint32_t cubin_source(struct gt_cubin *c, const char *name);

/* Reads a file, or text in memory (name is used in messages). On failure *c is empty and err holds
 * "file:line: expected ..., found ...". */
bool cubin_read(const char *path, struct gt_cubin *c, char *err, size_t errn);
bool cubin_parse(const char *text, size_t len, const char *name, struct gt_cubin *c, char *err,
                 size_t errn);

/* Writes the text form. False when the stream reports an error. */
bool cubin_write(FILE *f, const struct gt_cubin *c);

/* The module variable (relocs) called name: its index, -1 if there is none. */
int cubin_variable(const struct gt_cubin *c, const char *name);
/* NULL if there is no such kernel. */
const struct gt_cubin_kernel *cubin_kernel(const struct gt_cubin *c, const char *name);
/* Source file and line of the instruction at pc. false: the kernel has no line for it. */
bool cubin_line_at(const struct gt_cubin *c, const struct gt_cubin_kernel *k, uint32_t pc, const char **source,
                   uint32_t *line);

#endif
