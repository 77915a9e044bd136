/* SPDX-License-Identifier: Apache-2.0
 *
 * A clock of the controller: a refresh that is due; else the oldest request whose row is open, a row opened, or a bank
 * closed.
 */
#include "dram_ctrl.h"

#include <string.h>

enum {
    RCDWR = GT_DRAM_RCD - (GT_DRAM_WL + 1),
    RTW = GT_DRAM_CL + GT_DRAM_BURST + 2 - GT_DRAM_WL,
    WTR = GT_DRAM_WL + GT_DRAM_BURST + GT_DRAM_WTR,
    WR_CLOSE = GT_DRAM_WL + GT_DRAM_BURST + GT_DRAM_WR,
};
_Static_assert(GT_DRAM_BURST == 2, "a sector is two halves");

void dram_ctrl_reset(struct dram_ctrl *d)
{
    memset(d, 0, sizeof *d);
    d->refresh = GT_DRAM_REFI;
}

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* --- the queue ------------------------------------------------------------------------------------------------ */

static void push(struct dram_ctrl *d, const struct dram_req *r)
{
    struct dram_entry *e = &d->queue[d->count];
    e->req = *r;
    e->behind = false;
    for (unsigned i = 0; i < d->count; i++)
        e->behind |= d->queue[i].req.sector == r->sector;                           /* DRAM-5 */
    d->count++;
}

static void pop(struct dram_ctrl *d, unsigned at)
{
    uint32_t sector = d->queue[at].req.sector;
    for (unsigned i = at + 1; i < d->count; i++)
        if (d->queue[i].req.sector == sector) {
            d->queue[i].behind = false;
            break;
        }
    d->count--;
    memmove(d->queue + at, d->queue + at + 1, (d->count - at) * sizeof d->queue[0]);
}

/* --- the decision (DRAM-6) ---------------------------------------------------------------------------------------- */

static bool hit(const struct dram_ctrl *d, const struct dram_req *r)
{
    unsigned b = dram_bank(r->sector);
    return d->bank[b].open && d->bank[b].row == dram_row(r->sector);
}

static bool can_access(const struct dram_ctrl *d, const struct dram_req *r)
{
    unsigned b = dram_bank(r->sector);
    return r->write ? d->now >= d->bank[b].to_write && d->now >= d->to_write
                    : d->now >= d->bank[b].to_read && d->now >= d->to_read;
}

/* Whether another request wants the row of the one at `at`. */
static bool followed(const struct dram_ctrl *d, unsigned at)
{
    for (unsigned i = 0; i < d->count; i++)
        if (i != at && d->queue[i].req.sector >> 7 == d->queue[at].req.sector >> 7)
            return true;
    return false;
}

/* A request is served: its read or write. */
static void serve(struct dram_ctrl *d, unsigned at)
{
    const struct dram_req *r = &d->queue[at].req;
    unsigned b = dram_bank(r->sector);
    d->pins.op = r->write ? DRAM_OP_WRITE : DRAM_OP_READ;
    d->pins.bank = (uint8_t)b;
    d->pins.col = (uint8_t)dram_col(r->sector);
    d->pins.close = !followed(d, at);                                               /* DRAM-7 */
    if (r->write) {
        unsigned w = (d->write_head + d->write_count++) % 8;
        d->writes[w].at = d->now + GT_DRAM_WL;
        d->writes[w].mask = r->mask;
        memcpy(d->writes[w].data, r->data, sizeof r->data);
        d->to_write = d->now + GT_DRAM_CCD;
        d->to_read = d->now + WTR;
        d->bank[b].to_close = later(d->bank[b].to_close, d->now + WR_CLOSE);
    } else {
        unsigned n = (d->read_head + d->read_count++) % 16;
        d->reads[n].at = d->now + 1 + GT_DRAM_CL;
        d->reads[n].id = r->id;
        d->to_read = d->now + GT_DRAM_CCD;
        d->to_write = d->now + RTW;
        d->bank[b].to_close = later(d->bank[b].to_close, d->now + GT_DRAM_BURST);
    }
    if (d->pins.close) {
        d->bank[b].open = false;
        d->banks_open--;
        d->bank[b].to_open = later(d->bank[b].to_open, d->bank[b].to_close + GT_DRAM_RP);
    }
    d->passes = at ? d->passes + 1 : 0;                                             /* DRAM-8 */
    pop(d, at);
}

/* The command that opens a sector's row, and from when on its bank may do what. */
static void open_row(struct dram_ctrl *d, uint32_t sector)
{
    unsigned b = dram_bank(sector);
    d->pins.op = DRAM_OP_OPEN;
    d->pins.bank = (uint8_t)b;
    d->pins.row = (uint16_t)dram_row(sector);
    d->bank[b].open = true;
    d->banks_open++;
    d->bank[b].row = (uint16_t)dram_row(sector);
    d->bank[b].to_open = d->now + GT_DRAM_RC;
    d->bank[b].to_close = d->now + GT_DRAM_RAS;
    d->bank[b].to_read = d->now + GT_DRAM_RCD;
    d->bank[b].to_write = d->now + RCDWR;
    d->to_open = d->now + GT_DRAM_RRD;
}

static bool close_bank(struct dram_ctrl *d, unsigned b)
{
    if (!d->bank[b].open || d->now < d->bank[b].to_close)
        return false;
    d->pins.op = DRAM_OP_CLOSE;
    d->pins.bank = (uint8_t)b;
    d->bank[b].open = false;
    d->banks_open--;
    d->bank[b].to_open = later(d->bank[b].to_open, d->now + GT_DRAM_RP);
    return true;
}

/* DRAM-11: banks are closed, then all are refreshed. */
static void refresh(struct dram_ctrl *d)
{
    for (unsigned b = 0; d->banks_open && b < DRAM_BANKS; b++)
        if (close_bank(d, b))
            return;
    for (unsigned b = 0; b < DRAM_BANKS; b++)
        if (d->bank[b].open || d->now < d->bank[b].to_open)
            return;
    d->pins.op = DRAM_OP_REF;
    for (unsigned b = 0; b < DRAM_BANKS; b++)
        d->bank[b].to_open = d->now + GT_DRAM_RFC;
    d->due = false;
}

/* The command of this clock: a refresh that is due, the oldest hit, a row to open, a bank in the way of the oldest. */
static void decide(struct dram_ctrl *d)
{
    bool alone = d->passes == GT_DRAM_PASSES;
    if (d->due) {
        refresh(d);
        return;
    }
    for (unsigned i = 0; i < (alone ? 1 : d->count); i++)
        if (!d->queue[i].behind && hit(d, &d->queue[i].req) && can_access(d, &d->queue[i].req)) {
            serve(d, i);
            return;
        }
    for (unsigned i = 0; d->now >= d->to_open && i < d->count; i++) {
        unsigned b = dram_bank(d->queue[i].req.sector);
        if (!d->bank[b].open && d->now >= d->bank[b].to_open) {
            open_row(d, d->queue[i].req.sector);
            return;
        }
    }
    if (alone && !hit(d, &d->queue[0].req))
        close_bank(d, dram_bank(d->queue[0].req.sector));
}

/* --- a memory clock ------------------------------------------------------------------------------------------- */

/* DRAM-9: the half sector that is on the pins in the next clock. */
static void drive(struct dram_ctrl *d)
{
    unsigned h = d->write_head;
    if (!d->write_count || d->now < d->writes[h].at)
        return;
    unsigned half = (unsigned)(d->now - d->writes[h].at);
    d->pins.drive = true;
    d->pins.mask = (uint16_t)(d->writes[h].mask >> 16 * half);
    memcpy(d->pins.data, d->writes[h].data + 4 * half, sizeof d->pins.data);
    if (half) {
        d->write_head = (h + 1) % 8;
        d->write_count--;
    }
}

/* DRAM-10 */
static void capture(struct dram_ctrl *d, const uint32_t in[4])
{
    unsigned h = d->read_head;
    if (!d->read_count || d->now < d->reads[h].at)
        return;
    if (d->now == d->reads[h].at) {
        memcpy(d->low, in, sizeof d->low);
        return;
    }
    d->answered = true;
    d->rsp.id = d->reads[h].id;
    memcpy(d->rsp.data, d->low, sizeof d->low);
    memcpy(d->rsp.data + 4, in, sizeof d->low);
    d->read_head = (h + 1) % 16;
    d->read_count--;
}

void dram_ctrl_cycle(struct dram_ctrl *d, bool step, bool mstep, const struct dram_req *req, const uint32_t in[4])
{
    if (step)
        d->answered = false;
    if (mstep) {
        capture(d, in);
        memset(&d->pins, 0, sizeof d->pins);
        drive(d);
        if (d->count || d->due)
            decide(d);
        d->now++;
        if (d->now == d->refresh) {
            d->due = true;
            d->refresh += GT_DRAM_REFI;
        }
    }
    if (req)
        push(d, req);
}
