/* SPDX-License-Identifier: Apache-2.0
 *
 * A module of kernels for sm_70 to sm_90: from and to a cubin (ELF), from and to assembly text.
 */
#ifndef GT200_SM70_MODULE_H
#define GT200_SM70_MODULE_H

#include "sm70.h"

#include <stdio.h>

struct sm70_param { uint32_t offset, bytes; };      /* from the start of the parameters */

/* Four bytes of constant bank 0, behind the parameters: the handle of a texture. */
struct sm70_handle { uint32_t at; size_t texture; };

/* From byte address pc on: line of a file of the module. */
struct sm70_line { uint32_t pc, file, line; };

struct sm70_kernel {
    char     *name;
    uint32_t  regs;             /* registers per thread */
    uint32_t  shared;           /* bytes of static shared memory */
    uint32_t  barriers;         /* of the block */
    uint32_t  local;            /* bytes of local memory of a thread, below c[0x0][0x28] */
    struct sm70_param *params; size_t nparams;
    struct sm70_handle *handles; size_t nhandles;   /* assembly text has none */
    unsigned char *constants; uint32_t nconstants;  /* constant bank 2, for code to read; nor of these */
    struct sm70_word *code; size_t ncode;
    struct sm70_line *lines; size_t nlines;         /* ascending pc; nor of these */
};

/* What a module has beside its kernels. */
enum sm70_place {
    SM70_CONSTANTS,             /* constant bank 3 */
    SM70_GLOBALS,               /* global memory with initial values */
    SM70_ZEROS,                 /* global memory that starts as zeros: no bytes */
    SM70_ADDRESSES,             /* constant bank 4: addresses of variables, for code to read */
    SM70_PLACES
};
struct sm70_data { unsigned char *bytes; uint64_t n; uint32_t align; };
struct sm70_variable { char *name; enum sm70_place place; uint64_t offset, bytes; };
/* Eight bytes that are set, when the module is loaded, to the address of what lies at `offset` of `to`. */
struct sm70_address { enum sm70_place place, to; uint64_t at, offset; };

struct sm70_module {
    enum sm70_chip chip;
    struct sm70_kernel *kernels; size_t nkernels;
    char **left_out; size_t nleft;      /* sections of a cubin that nothing here describes */
    struct sm70_data data[SM70_PLACES]; /* assembly text has none of it */
    struct sm70_variable *variables; size_t nvariables;
    struct sm70_address *addresses; size_t naddresses;
    char **textures; size_t ntextures;  /* names */
    char **files; size_t nfiles;        /* of lines */
};

void sm70_module_free(struct sm70_module *m);
/* Appends a kernel without code; the pointer is valid until the next one. Ends the program when memory runs out, as the
 * other appenders do. */
struct sm70_kernel *sm70_add_kernel(struct sm70_module *m, const char *name);
void sm70_add_param(struct sm70_kernel *k, uint32_t offset, uint32_t bytes);
/* Room for so many bytes with such an alignment, a power of two, behind what there is, as zeros. Returns where. */
uint64_t sm70_add_data(struct sm70_module *m, enum sm70_place place, uint64_t bytes, uint32_t align);
void sm70_add_variable(struct sm70_module *m, const char *name, enum sm70_place place, uint64_t offset, uint64_t bytes);
void sm70_add_address(struct sm70_module *m, struct sm70_address a);
/* The texture of that name, a new one if there is none yet. */
size_t sm70_add_texture(struct sm70_module *m, const char *name);
void sm70_add_handle(struct sm70_kernel *k, uint32_t at, size_t texture);
/* The source file of that name, a new one if there is none yet. */
size_t sm70_add_file(struct sm70_module *m, const char *name);
/* pc: not before that of the last one, which it takes the place of if it is the same. */
void sm70_add_line(struct sm70_kernel *k, uint32_t pc, uint32_t file, uint32_t line);
void sm70_add_word(struct sm70_kernel *k, struct sm70_word w);

/* Its section in a cubin. */
const char *sm70_place_name(enum sm70_place place);

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
