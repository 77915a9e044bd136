/* SPDX-License-Identifier: Apache-2.0
 *
 * A clock of the chips: the command on the pins is checked against their timing rules and done.
 */
#include "dram_chip.h"

#include <string.h>

#include "gt_chip.h"

enum { DUE = sizeof ((struct dram_chip *)0)->due / sizeof ((struct dram_chip *)0)->due[0] };
enum { LONG = 1 << 20 };            /* "long ago", clocks: the chip's time begins later */
_Static_assert(GT_DRAM_CL + GT_DRAM_BURST < DUE && GT_DRAM_WL + GT_DRAM_BURST < DUE && GT_DRAM_BURST == 2, "due");
_Static_assert(GT_DRAM_REFI < LONG, "times that begin long ago");

void dram_chip_reset(struct dram_chip *c, uint8_t *(*sector)(void *arg, uint32_t sector, bool write), void *arg)
{
    memset(c, 0, sizeof *c);
    c->sector = sector;
    c->arg = arg;
    c->now = c->refresh_due = LONG;
}

static void rule(struct dram_chip *c, bool breach, const char *why)
{
    if (!breach)
        return;
    c->broken++;
    c->why = why;
    c->why_at = c->now - LONG;
}

/* DRAM-9, DRAM-10: halves of sectors that are on the pins now. */
static void data(struct dram_chip *c, const struct dram_pins *in)
{
    unsigned at = c->now % DUE;
    rule(c, in->drive && !c->due[at].in, "data that no write asked for");
    rule(c, !in->drive && c->due[at].in, "nobody drives the data that are written");
    rule(c, in->drive && c->due[at].out, "chip and controller drive the data pins");
    if (c->due[at].in) {
        uint8_t *to = c->sector(c->arg, c->due[at].sector, true) + 16 * c->due[at].half;
        const uint8_t *from = (const uint8_t *)in->data;
        for (unsigned i = 0; i < 16; i++)
            if (in->mask >> i & 1)
                to[i] = from[i];
    }
    c->under_way -= c->due[at].in + c->due[at].out;
    c->due[at].in = c->due[at].out = false;
}

/* A read or write: its rules, and the halves of the sector on the data pins in the clocks to come. */
static void access(struct dram_chip *c, const struct dram_pins *in, bool write)
{
    uint64_t now = c->now;
    unsigned b = in->bank;
    uint32_t sector = (uint32_t)c->bank[b].row << 10 | b << 7 | in->col;
    rule(c, !c->bank[b].open, write ? "a bank that is closed is written" : "a bank that is closed is read");
    if (write) {
        rule(c, now - c->bank[b].opened < GT_DRAM_RCD - (GT_DRAM_WL + 1), "tRCDWR after a row was opened");
        rule(c, now - c->written < GT_DRAM_CCD, "tCCD after a write");
        rule(c, now - c->read < GT_DRAM_CL + GT_DRAM_BURST + 2 - GT_DRAM_WL, "tRTW after a read");
        c->written = c->bank[b].written = now;
    } else {
        rule(c, now - c->bank[b].opened < GT_DRAM_RCD, "tRCDRD after a row was opened");
        rule(c, now - c->read < GT_DRAM_CCD, "tCCD after a read");
        rule(c, now - c->written < GT_DRAM_WL + GT_DRAM_BURST + GT_DRAM_WTR, "tWTR after data were written");
        c->read = c->bank[b].read = now;
    }
    for (unsigned i = 0; i < GT_DRAM_BURST; i++) {
        unsigned at = (now + (write ? GT_DRAM_WL : GT_DRAM_CL) + i) % DUE;
        c->under_way++;
        if (write) {
            c->due[at].in = true;
            c->due[at].sector = sector;
            c->due[at].half = (uint8_t)i;
        } else {
            c->due[at].out = true;
            memcpy(c->due[at].data, c->sector(c->arg, sector, false) + 16 * i, 16);
        }
    }
}

/* A row is opened: its rules, and what it is remembered for. */
static void open_row(struct dram_chip *c, const struct dram_pins *in)
{
    unsigned b = in->bank;
    rule(c, c->bank[b].open, "a bank that is open is opened");
    /* a bank that closes itself may do so later: closed is then a time to come */
    rule(c, c->now < c->bank[b].closed + GT_DRAM_RP, "tRP after a row was closed");
    rule(c, c->now - c->bank[b].opened < GT_DRAM_RC, "tRC after a row was opened");
    rule(c, c->now - c->opened < GT_DRAM_RRD, "tRRD after another bank was opened");
    c->bank[b].open = true;
    c->bank[b].row = in->row;
    c->bank[b].opened = c->opened = c->now;
}

static void close_bank(struct dram_chip *c, const struct dram_pins *in)
{
    unsigned b = in->bank;
    rule(c, !c->bank[b].open, "a bank that is closed is closed");
    rule(c, c->now - c->bank[b].opened < GT_DRAM_RAS, "tRAS after a row was opened");
    rule(c, c->now - c->bank[b].read < GT_DRAM_BURST, "a row is closed under a read");
    rule(c, c->now - c->bank[b].written < GT_DRAM_WL + GT_DRAM_BURST + GT_DRAM_WR, "tWR after data were written");
    c->bank[b].open = false;
    c->bank[b].closed = c->now;
}

static void refresh(struct dram_chip *c)
{
    for (unsigned b = 0; b < DRAM_BANKS; b++) {
        rule(c, c->bank[b].open, "a refresh while a bank is open");
        rule(c, c->now < c->bank[b].closed + GT_DRAM_RP, "tRP before a refresh");
    }
    c->refreshed = c->now;
    c->refresh_due += GT_DRAM_REFI;
}

void dram_chip_clock(struct dram_chip *c, const struct dram_pins *in)
{
    c->now++;
    if (c->under_way || in->drive)
        data(c, in);
    rule(c, c->now > c->refresh_due + 2 * GT_DRAM_REFI, "a refresh is an interval late");
    rule(c, in->op != DRAM_OP_NOP && c->now - c->refreshed < GT_DRAM_RFC, "tRFC after a refresh");
    switch (in->op) {
    case DRAM_OP_NOP: break;
    case DRAM_OP_OPEN: open_row(c, in); break;
    case DRAM_OP_READ: access(c, in, false); break;
    case DRAM_OP_WRITE: access(c, in, true); break;
    case DRAM_OP_CLOSE: close_bank(c, in); break;
    case DRAM_OP_REF: refresh(c); break;
    default: rule(c, true, "an unknown command");
    }
    if (in->close) {
        /* not before its times have passed, those of the row and of the data */
        uint64_t row = c->bank[in->bank].opened + GT_DRAM_RAS;
        uint64_t burst = c->now + GT_DRAM_BURST + (in->op == DRAM_OP_READ ? 0 : GT_DRAM_WL + GT_DRAM_WR);
        rule(c, in->op != DRAM_OP_READ && in->op != DRAM_OP_WRITE, "a row is closed behind no access");
        c->bank[in->bank].open = false;
        c->bank[in->bank].closed = row > burst ? row : burst;
    }
    unsigned next = (c->now + 1) % DUE;
    if (c->due[next].out)
        memcpy(c->out, c->due[next].data, sizeof c->out);
    else
        memset(c->out, 0xde, sizeof c->out);
}
