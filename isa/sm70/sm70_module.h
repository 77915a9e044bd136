/* SPDX-License-Identifier: Apache-2.0
 *
 * A module of kernels for sm_70 to sm_90: from and to a cubin (ELF), from and to assembly text.
 */
#ifndef GT200_SM70_MODULE_H
#define GT200_SM70_MODULE_H

#include "sm70.h"

#include <stdio.h>

struct sm70_param { uint32_t offset, bytes; };      /* from the start of the parameters */

struct sm70_kernel {
    char     *name;
    uint32_t  regs;             /* registers per thread */
    uint32_t  shared;           /* bytes of static shared memory */
    uint32_t  barriers;         /* of the block */
    uint32_t  local;            /* bytes of local memory of a thread, below c[0x0][0x28] */
    struct sm70_param *params; size_t nparams;
    struct sm70_word *code; size_t ncode;
};

/* A variable in constant bank 3. */
struct sm70_variable { char *name; uint32_t offset, bytes; };

struct sm70_module {
    enum sm70_chip chip;
    struct sm70_kernel *kernels; size_t nkernels;
    char **left_out; size_t nleft;      /* sections of a cubin that nothing here describes */
    unsigned char *constants; size_t nconstants;    /* constant bank 3: of a cubin that was read left out, too */
    struct sm70_variable *variables; size_t nvariables;     /* in it; the writer's alone */
};

void sm70_module_free(struct sm70_module *m);
/* Appends a kernel without code; the pointer is valid until the next one. Ends the program when memory runs out, as the
 * other appenders do. */
struct sm70_kernel *sm70_add_kernel(struct sm70_module *m, const char *name);
void sm70_add_param(struct sm70_kernel *k, uint32_t offset, uint32_t bytes);
void sm70_add_variable(struct sm70_module *m, const char *name, uint32_t offset, uint32_t bytes);
void sm70_add_word(struct sm70_kernel *k, struct sm70_word w);

/* Byte of constant bank 0 at which the parameters of a kernel start. */
uint32_t sm70_param_base(enum sm70_chip chip);

/* Is it an ELF file for a GPU? */
bool sm70_is_cubin(const void *image, size_t size);
/* On failure *m is empty and err says what was expected. */
bool sm70_cubin_read(const void *image, size_t size, struct sm70_module *m, char *err, size_t errn);
/* The cubin: what a driver needs to load and launch the kernels. malloc'd; NULL: err says why. */
void *sm70_cubin_write(const struct sm70_module *m, size_t *size, char *err, size_t errn);

/* Is it assembly text for one of these chips: a .arch of one of them in front of all else? */
bool sm70_is_text(const char *text);
/* `name` and the line number stand in front of a message. */
bool sm70_text_read(const char *text, const char *name, struct sm70_module *m, char *err, size_t errn);
/* false: a word is no instruction (err says which), or the stream failed (err is empty). addresses: address and words
 * of each instruction as a comment. */
bool sm70_text_write(FILE *f, const struct sm70_module *m, bool addresses, char *err, size_t errn);

#endif
