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
_Static_assert(GT_DRAM_QUEUE <= 64, "a bit for each place");

void dram_ctrl_reset(struct dram_ctrl *d)
{
    memset(d, 0, sizeof *d);
    for (unsigned i = 0; i < GT_DRAM_QUEUE; i++)
        d->slot[i] = (uint8_t)i;
    d->refresh = GT_DRAM_REFI;
}

static uint64_t later_of(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* --- the queue ------------------------------------------------------------------------------------------------ */

/* The lowest place of some. */
static unsigned lowest_place(uint64_t places) { return (unsigned)__builtin_ctzll(places); }

static bool open_for(const struct dram_ctrl *d, uint32_t sector)
{
    unsigned b = dram_bank(sector);
    return d->bank[b].open && d->bank[b].row == dram_row(sector);
}

static void push_request(struct dram_ctrl *d, const struct dram_req *r)
{
    unsigned at = d->count++;
    uint64_t bit = 1ull << at;
    bool behind = false;
    for (unsigned i = 0; i < at; i++)
        behind |= d->sector[i] == r->sector;                                        /* DRAM-5 */
    d->sector[at] = r->sector;
    d->write |= r->write ? bit : 0;
    d->behind |= behind ? bit : 0;
    d->hit |= open_for(d, r->sector) ? bit : 0;
    d->of_bank[dram_bank(r->sector)] |= bit;
    unsigned s = d->slot[at];
    d->rest[s].id = r->id;
    d->rest[s].mask = r->mask;
    memcpy(d->rest[s].data, r->data, sizeof r->data);
}

/* Places without one of them, those behind it moved up. */
static uint64_t close_gap(uint64_t places, unsigned at)
{
    uint64_t older = (1ull << at) - 1;
    return (places & older) | (places >> 1 & ~older);
}

static void pop_request(struct dram_ctrl *d, unsigned at)
{
    uint32_t sector = d->sector[at];
    uint8_t slot = d->slot[at];
    for (uint64_t m = d->behind >> at >> 1 << at << 1; m; m &= m - 1)
        if (d->sector[lowest_place(m)] == sector) {
            d->behind &= ~(1ull << lowest_place(m));
            break;
        }
    d->write = close_gap(d->write, at);
    d->behind = close_gap(d->behind, at);
    d->hit = close_gap(d->hit, at);
    for (unsigned b = 0; b < DRAM_BANKS; b++)
        d->of_bank[b] = close_gap(d->of_bank[b], at);
    d->count--;
    memmove(d->sector + at, d->sector + at + 1, (d->count - at) * sizeof d->sector[0]);
    memmove(d->slot + at, d->slot + at + 1, (d->count - at) * sizeof d->slot[0]);
    d->slot[d->count] = slot;
}

/* --- the decision (DRAM-6) ---------------------------------------------------------------------------------------- */

/* The requests that the times of their banks let be read or written. */
static uint64_t can_access(const struct dram_ctrl *d)
{
    uint64_t can = 0, hit = d->hit & ~d->behind;
    for (unsigned b = 0; hit && b < DRAM_BANKS; b++) {
        uint64_t of = hit & d->of_bank[b];
        if (d->now >= d->to_read && d->now >= d->bank[b].to_read)
            can |= of & ~d->write;
        if (d->now >= d->to_write && d->now >= d->bank[b].to_write)
            can |= of & d->write;
    }
    return can;
}

/* The requests that a row can be opened for. */
static uint64_t can_open(const struct dram_ctrl *d)
{
    uint64_t can = 0;
    for (unsigned b = 0; d->now >= d->to_open && b < DRAM_BANKS; b++)
        if (!d->bank[b].open && d->now >= d->bank[b].to_open)
            can |= d->of_bank[b];
    return can;
}

/* Whether another request wants the row of the one at `at`, which is open. */
static bool row_wanted(const struct dram_ctrl *d, unsigned at)
{
    return (d->hit & d->of_bank[dram_bank(d->sector[at])] & ~(1ull << at)) != 0;
}

static void row_closes(struct dram_ctrl *d, unsigned b)
{
    d->bank[b].open = false;
    d->hit &= ~d->of_bank[b];
    d->banks_open--;
}

/* A request is served: its read or write. */
static void serve_request(struct dram_ctrl *d, unsigned at)
{
    uint32_t sector = d->sector[at];
    unsigned b = dram_bank(sector), slot = d->slot[at];
    bool write = d->write >> at & 1;
    d->pins.op = write ? DRAM_OP_WRITE : DRAM_OP_READ;
    d->pins.bank = (uint8_t)b;
    d->pins.col = (uint8_t)dram_col(sector);
    d->pins.close = !row_wanted(d, at);                                             /* DRAM-7 */
    if (write) {
        unsigned w = (d->write_head + d->write_count++) % 8;
        d->writes[w].at = d->now + GT_DRAM_WL;
        d->writes[w].mask = d->rest[slot].mask;
        memcpy(d->writes[w].data, d->rest[slot].data, sizeof d->rest[slot].data);
        d->to_write = d->now + GT_DRAM_CCD;
        d->to_read = d->now + WTR;
        d->bank[b].to_close = later_of(d->bank[b].to_close, d->now + WR_CLOSE);
    } else {
        unsigned n = (d->read_head + d->read_count++) % 16;
        d->reads[n].at = d->now + 1 + GT_DRAM_CL;
        d->reads[n].id = d->rest[slot].id;
        d->to_read = d->now + GT_DRAM_CCD;
        d->to_write = d->now + RTW;
        d->bank[b].to_close = later_of(d->bank[b].to_close, d->now + GT_DRAM_BURST);
    }
    if (d->pins.close) {
        row_closes(d, b);
        d->bank[b].to_open = later_of(d->bank[b].to_open, d->bank[b].to_close + GT_DRAM_RP);
    }
    d->passes = at ? d->passes + 1 : 0;                                             /* DRAM-8 */
    pop_request(d, at);
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
    for (uint64_t m = d->of_bank[b]; m; m &= m - 1)
        if (open_for(d, d->sector[lowest_place(m)]))
            d->hit |= 1ull << lowest_place(m);
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
    row_closes(d, b);
    d->bank[b].to_open = later_of(d->bank[b].to_open, d->now + GT_DRAM_RP);
    return true;
}

/* DRAM-11: banks are closed, then all are refreshed. */
static void refresh_banks(struct dram_ctrl *d)
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
static void decide_command(struct dram_ctrl *d)
{
    bool alone = d->passes == GT_DRAM_PASSES;
    if (d->due) {
        refresh_banks(d);
        return;
    }
    uint64_t access = can_access(d) & (alone ? 1 : ~0ull);
    if (access) {
        serve_request(d, lowest_place(access));
        return;
    }
    uint64_t open = can_open(d);
    if (open) {
        open_row(d, d->sector[lowest_place(open)]);
        return;
    }
    if (alone && !(d->hit & 1))
        close_bank(d, dram_bank(d->sector[0]));
}

/* --- a memory clock ------------------------------------------------------------------------------------------- */

/* DRAM-9: the half sector that is on the pins in the next clock. */
static void drive_data(struct dram_ctrl *d)
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
static void capture_data(struct dram_ctrl *d, const uint32_t in[4])
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
        capture_data(d, in);
        memset(&d->pins, 0, sizeof d->pins);
        drive_data(d);
        if (d->count || d->due)
            decide_command(d);
        d->now++;
        if (d->now == d->refresh) {
            d->due = true;
            d->refresh += GT_DRAM_REFI;
        }
    }
    if (req)
        push_request(d, req);
}
