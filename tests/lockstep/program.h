/* SPDX-License-Identifier: Apache-2.0
 *
 * A test program: assembly text whose lines "#! WORD ..." say how to run it and what must come out.
 *
 *   #! grid X [Y]           default 1 1
 *   #! block X [Y [Z]]
 *   #! out NAME WORDS       next parameter: a zeroed buffer
 *   #! in NAME WORDS = E    next parameter: a buffer with word i = E
 *   #! const SEG WORDS = E  words of a constant segment
 *   #! tex N NAME TYPE BITS COMPS WIDTH   texture N: WIDTH texels in the buffer; TYPE uint sint unorm snorm float
 *   #! tex N NAME TYPE BITS COMPS WIDTH HEIGHT PITCH MODE MODE [FLAGS]   rows; MODE clamp wrap mirror border; FLAGS
 * normalized linear both
 *   #! slices DEPTH BYTES MODE   the texture above has so many slices of rows, BYTES from one to the next
 *   #! u32 N                next parameter
 *   #! smem N               dynamic shared memory
 *   #! max-cycles N
 *   #! pm A[,B[,C[,D]]]     what $pm0 ... count; a program machine_* has counts that func has not, and is not run
 * there
 *   #! expect NAME A B = E  afterwards words A..B of the buffer are E
 *   #! fault TEXT           the run must end with a fault whose message has TEXT in it (all such lines)
 *   #! hang TEXT            the run must be reported as a hang, the same way
 *
 * E: unsigned 32-bit C expression of the word's index i and of tpc, the TPC that gets the launch's first block.
 */
#ifndef GT200_TEST_PROGRAM_H
#define GT200_TEST_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "gsim.h"
#include "module.h"

struct prog_buffer { char name[16]; uint32_t words, addr; char init[128]; };
struct prog_expect { char name[16]; uint32_t from, to; char expr[192]; };
struct prog_tex {
    char name[16], type[8];
    uint32_t unit, bits, comps, width, height, pitch;
    uint32_t depth, slice;
    char sampler[3][8], flags[20];
};
struct prog_const  { uint32_t seg, words; char init[128]; };

struct program {
    uint32_t grid[2], block[3], smem;
    uint64_t max_cycles;
    uint32_t tpc;                   /* gets the first block */
    uint8_t  pm[4];
    uint32_t params[64], nparams;
    struct { int buffer; uint32_t value; } param[64];       /* buffer < 0: the value itself */
    struct prog_buffer buffers[8];
    struct prog_expect expects[32];
    struct prog_const  consts[8];
    struct prog_tex    texs[16];
    char     faults[4][96], hangs[4][96];
    uint32_t nbuffers, nexpects, nconsts, ntexs, nfaults, nhangs;
};

/* false: the reason has been printed. */
bool program_read(struct program *p, const char *path);
/* Value of an expression of i and tpc; exits with a message when it is malformed. */
uint32_t program_eval(const char *expr, uint32_t i, uint32_t tpc);
/* Before a launch on g: allocates and fills buffers and constants, binds textures, makes the parameters. */
bool program_place(struct program *p, struct gt_gpu *g);
/* The launch of the module's first kernel as the program wants it; p must outlive l. */
void program_launch(const struct program *p, const struct gt_module *m, struct gt_launch *l);
/* Compares status, message and memory with what the program expects; prints differences. */
bool program_check(const struct program *p, const struct gt_gpu *g, const struct gt_result *res);

#endif
