/* SPDX-License-Identifier: Apache-2.0
 *
 * The GDDR3 chips of a partition behind the pins of dram_ctrl (docs/units/dram.md): they hold the data and count broken
 * rules, as sim/dram_chip.sv. Times are memory clocks.
 */
#ifndef GT200_GPU_DRAM_CHIP_H
#define GT200_GPU_DRAM_CHIP_H

#include <stdbool.h>
#include <stdint.h>

enum { DRAM_BANKS = 8 };
enum dram_op { DRAM_OP_NOP, DRAM_OP_OPEN, DRAM_OP_READ, DRAM_OP_WRITE, DRAM_OP_CLOSE, DRAM_OP_REF };

/* What is on the pins in a memory clock. */
struct dram_pins {
    uint8_t  op, bank;              /* enum dram_op */
    uint16_t row;                   /* open; else 0 */
    uint8_t  col;                   /* read, write: sector of the row; else 0 */
    bool     close;                 /* read, write: the row is closed behind it */
    bool     drive;                 /* the controller drives half a sector */
    uint16_t mask;                  /* bytes of it that are written */
    uint32_t data[4];
};

/* A sector of the partition, from bit 0 on: place in the row (7 bits), bank (3), row (12). */
static inline unsigned dram_col(uint32_t sector) { return sector & 127; }
static inline unsigned dram_bank(uint32_t sector) { return sector >> 7 & 7; }
static inline unsigned dram_row(uint32_t sector) { return sector >> 10 & 0xfff; }

struct dram_chip {
    uint8_t *(*sector)(void *arg, uint32_t sector, bool write);     /* its 32 bytes; write: to write some */
    void *arg;
    uint64_t now;                   /* memory clocks so far */
    struct {
        bool     open;
        uint16_t row;
        uint64_t opened, read, written, closed;
    } bank[DRAM_BANKS];
    uint64_t opened, read, written, refreshed, refresh_due;
    /* halves of sectors on their way, by the clock in which they are on the pins */
    struct { bool out, in; uint8_t half; uint32_t sector; uint32_t data[4]; } due[64];
    unsigned under_way;
    uint32_t out[4];                /* on the data pins now */
    uint64_t broken;                /* rules */
    const char *why;                /* the last of them; NULL: none */
    uint64_t why_at;                /* in this clock */
};

/* Nothing is open, nothing has happened. `sector` gives the bytes of a sector, below 2^22, of which
   some are going to be written or not, and is kept. */
void dram_chip_reset(struct dram_chip *c, uint8_t *(*sector)(void *arg, uint32_t sector, bool write), void *arg);

/* One memory clock: the pins are sampled; c->out is for the next one. */
void dram_chip_clock(struct dram_chip *c, const struct dram_pins *in);

#endif
