/* SPDX-License-Identifier: Apache-2.0
 *
 * The file that a debugger reads: an ELF of the kernels' code with DWARF, made when it connects. GDB has no GT200: the
 * ELF is of x86-64, of which nothing is used but the width of addresses and the program counter.
 *
 * Addresses: shared memory of the thread's block, device memory (as programs have them), and above 2^32 windows:
 */
#ifndef GT200_GDB_IMAGE_H
#define GT200_GDB_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cubin.h"

#define GDB_CODE      0x100000000ull    /* kernels, one behind the other */
#define GDB_REGISTERS 0x200000000ull    /* of the thread: word r is $r<r> */
#define GDB_LOCAL     0x300000000ull    /* local memory of the thread */
#define GDB_CONSTANT  0x400000000ull    /* segment s at s * 64 KB */
#define GDB_WINDOW    0x100000000ull

struct gdb_kernel {
    const struct gt_cubin *cubin;
    const struct gt_cubin_kernel *kernel;
    char     shown[256];                /* its name in the source */
    uint64_t base;                      /* of its code */
};
/* A variable of a module in device or constant memory. */
struct gdb_variable { const char *name; uint64_t address; uint32_t bytes; };

/* bytes: malloc'ed. false: out of memory. */
bool gdb_image(const struct gdb_kernel *k, size_t n, const struct gdb_variable *v, size_t nv, uint8_t **bytes,
               size_t *size);

#endif
