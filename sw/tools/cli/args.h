/* SPDX-License-Identifier: Apache-2.0
 * Kernel arguments of gt200 run: values, and files that become device buffers. */
#ifndef GT200_ARGS_H
#define GT200_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gsim.h"

struct run_buffer {
    const char *path;           /* file to write after the run, NULL: none */
    uint32_t    addr, bytes;
    uint32_t    at;             /* where in params its address stands */
};

enum run_type { RUN_UNKNOWN, RUN_INTEGER, RUN_FLOAT, RUN_DOUBLE, RUN_POINTER };

/* What is known of a parameter. */
struct run_param {
    uint32_t offset, bytes;
    enum run_type type;
    char     text[48];          /* the type in C++; "": not known */
};

struct run_args {
    uint32_t params[64];
    uint32_t bytes;             /* of params used */
    bool     wide_pointers;     /* pointers take 8 bytes (64-bit PTX) */
    struct run_param known[64]; /* of the kernel, whose name messages have; none: one behind the other */
    size_t   nknown, next;
    uint32_t pointer_bytes;     /* of the buffers so far; 0: there was none */
    char     kernel[256];
    struct run_buffer buffers[64];
    size_t   nbuffers;
};

#define RUN_ARGS_HELP \
    "u32:N s32:N f32:X u64:N f64:X: a value, of the parameter's size\n" \
    "in:FILE: a pointer to a buffer with the contents of FILE\n" \
    "out:FILE:BYTES: a pointer to a zeroed buffer that is written to FILE afterwards\n" \
    "inout:FILE: a buffer with the contents of FILE that is written back to it\n" \
    "zero:BYTES: a pointer to a zeroed buffer\n" \
    "Their kinds and number are those of the kernel's parameters, as far as the cubin and the name in C++ say"
#define RUN_TEXTURES_HELP \
    "texture N. FORMAT: u, s, unorm, snorm or f, bits of a component, x2 or x4 (u32, unorm8x4, f16x2). WHERE:\n" \
    "FILE: a buffer with its contents\n" \
    "ROWS:FILE: rows of texels, read by coordinates: WIDTHxHEIGHT[xDEPTH][,linear][,normalized][,MODE...]; MODE is " \
    "clamp, " \
    "border, wrap or mirror: of x, y and z, the last one also of those behind it; slices lie one behind the other\n" \
    "@B+OFFSET,WIDTH: WIDTH texels from byte OFFSET of buffer B of the arguments (from 1)\n" \
    "@B+OFFSET,PITCH,ROWS: rows of texels there, PITCH bytes apart"

/* Adds one argument. false: err says what is wrong; *usage tells whether it is the argument itself (else a file or
 * memory). */
bool run_args_add(struct run_args *a, struct gt_gpu *g, const char *text, char *err, size_t errn, bool *usage);
/* "N:FORMAT:FILE": binds texture N to a new buffer with the contents of FILE; its width is what the file holds.
 * "N:FORMAT:@B+OFFSET,WIDTH": to texels of a buffer of a (from 1). Errors as above. */
bool run_texture(struct gt_gpu *g, const struct run_args *a, const char *text, char *err, size_t errn, bool *usage);
/* Writes the output files, each first under a temporary name. */
bool run_args_write(const struct run_args *a, const struct gt_gpu *g, char *err, size_t errn);

#endif
