/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions drawn from the rows of the instruction table, with random bits in all their fields.
 */
#ifndef GT200_FUZZ_DRAW_H
#define GT200_FUZZ_DRAW_H

#include "insn.h"
#include "prog.h"

#define FUZZ_ROWS 512               /* room for the rows of the table */

/* What a drawn instruction may use. */
struct fuzz_room {
    uint8_t  first, end;            /* registers written: first to end - 1, and those that do not exist */
    uint8_t  regs;                  /* registers of a thread */
    uint32_t smem;                  /* offsets of ld and st s[] are below this */
    uint32_t lmem;                  /* those of l[] */
    uint8_t  greg[5][2];            /* registers that address g[], by the logarithm of the access size */
    bool     coordinates;           /* coordinates of a texture fetch are mostly taken to where texels are, by an
                                       instruction before it */
    bool   (*allows)(const struct gt_insn *in);
};

/* Binds textures 0 to FUZZ_TEXTURES - 1, of all formats, linear or rows, to pieces of the `bytes` bytes from byte
 * `from` of the output buffer; now and then one is left out. */
#define FUZZ_TEXTURES 12
void fuzz_textures(struct fuzz_prog *p, uint32_t *state, uint32_t from, uint32_t bytes);
/* Chooses what $pm0-$pm3 count. */
void fuzz_counters(struct fuzz_prog *p, uint32_t *state);

/* An instruction of this row at byte address pc, without fault by itself and without markers, that room allows. Most
 * registers are below 16, half of the predicates true. false when none is found. */
bool fuzz_draw(uint32_t *state, unsigned row, uint32_t pc, const struct fuzz_room *room, struct gt_insn *in);

/* Is it a texture fetch that executes? */
bool fuzz_fetches(const struct gt_insn *in);
/* Draws and adds one. */
void fuzz_fetch(struct fuzz_prog *p, uint32_t *state, const struct fuzz_room *room);
/* Mostly adds an instruction that takes the coordinates of a fetch to where texels are; nothing for other
 * instructions. */
void fuzz_coordinate(struct fuzz_prog *p, uint32_t *state, const struct gt_insn *in, const struct fuzz_room *room);

/* The rows that can be drawn, except control; returns how many. */
unsigned fuzz_draw_rows(const struct fuzz_room *room, uint16_t row[FUZZ_ROWS]);

/* Draws one of the rows and adds it to the program; a short instruction with another one beside it (else beside->len
 * is 0). */
void fuzz_draw_add(struct fuzz_prog *p, uint32_t *state, const uint16_t *row, unsigned rows,
                   const struct fuzz_room *room, struct gt_insn *in, struct gt_insn *beside);

#endif
