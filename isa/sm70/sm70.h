/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions of sm_70 to sm_90: 128-bit words and text. The text is nvdisasm's with the control code in front; the
 * table is sm70.isa.
 */
#ifndef GT200_SM70_H
#define GT200_SM70_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sm70_word { uint64_t lo, hi; };

/* Chips of the table, as a bit in a row's set. */
enum sm70_chip { SM70_70, SM70_75, SM70_80, SM70_86, SM70_89, SM70_90, SM70_CHIPS };
/* 70, 75, …: the chip, or SM70_CHIPS when the table has none of this name. */
enum sm70_chip sm70_chip_of(unsigned sm);
unsigned sm70_chip_name(enum sm70_chip chip);

enum { SM70_TEXT_MAX = 256 };

/* The control code: bits 105 to 125. */
struct sm70_control {
    unsigned stall, wbar, rbar, wait;   /* 0..15; 0..5, 7: none; likewise; mask of six */
    bool     yield;                     /* the bit that is 0 in the word */
    unsigned reuse;                     /* four bits: operands at bits 24, 32, 64, and one that no operand has */
};
struct sm70_control sm70_control_of(struct sm70_word w);
void sm70_control_set(struct sm70_word *w, struct sm70_control c);

/* The instruction at byte address pc as text. A branch target is `target`, unless NULL, else an address. false: no row
 * of the chip has the word; err, of SM70_TEXT_MAX characters, prints it and says which bits are not in the nearest
 * row. */
bool sm70_dis(enum sm70_chip chip, struct sm70_word w, uint64_t pc, const char *target, char *text, char *err);
/* Is it a jump, call or convergence barrier with an address in it, and which? */
bool sm70_target(enum sm70_chip chip, struct sm70_word w, uint64_t pc, uint64_t *target);

/* One line of text to a word. Labels are found by `label`, which returns false when there is none of that name; NULL:
 * there are none. A line without control code is refused. err as above. */
typedef bool sm70_label(void *ctx, const char *name, size_t length, uint64_t *address);
bool sm70_as(enum sm70_chip chip, const char *line, uint64_t pc, sm70_label *label, void *ctx, struct sm70_word *w,
             char *err);

/* How many instructions the table names, and row r of it: its mnemonic, where it comes from, which chips have it. */
size_t sm70_rows(void);
const char *sm70_row_name(size_t r);
const char *sm70_row_source(size_t r);
bool sm70_row_has(size_t r, enum sm70_chip chip);
/* A word of the row with every field taken from `random`; false: these values are none that the row has. */
bool sm70_row_word(size_t r, uint64_t (*random)(void *ctx), void *ctx, struct sm70_word *w);
/* The row that a word of the chip is, SIZE_MAX: none. */
size_t sm70_row_of(enum sm70_chip chip, struct sm70_word w);

#endif
