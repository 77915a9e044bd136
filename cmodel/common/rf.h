/* SPDX-License-Identifier: Apache-2.0
 *
 * Ports of the eight single-port register RAMs (RF-1, docs/units/rf.md; RTL: sm_rf): operand reads first, then SP
 * results (one-entry skid per RAM), then what writeback.c, xwb.c and cta.c find free. Sets of RAMs are masks: bit
 * 4 * parity of the warp + quarter.
 */
#ifndef GT200_RF_H
#define GT200_RF_H

#include <stdbool.h>
#include <stdint.h>

struct rf {
    uint8_t  rd[32], wr[32];        /* by cycle: RAMs read; RAMs an SP result arrives for */
    uint8_t  skid, busy;            /* busy: ports taken so far in this cycle */
    uint8_t  c_busy;                /* $c banks (by quarter) written so far in this cycle */
};

static inline uint8_t rf_ram(unsigned warp, unsigned quarter) { return (uint8_t)(1u << ((warp & 1) * 4 + quarter)); }
static inline uint8_t rf_pair(unsigned warp, unsigned half) { return (uint8_t)(3u << ((warp & 1) * 4 + half * 2)); }

/* An issue in `cycle`: reads as of tinfo (RF-2). */
void rf_reads(struct rf *rf, uint64_t cycle, unsigned warp, uint8_t reads);
/* An SP result of a quarter arrives in `cycle` (WB-1, RF-8). */
static inline void rf_arrives(struct rf *rf, uint64_t cycle, unsigned warp, unsigned quarter)
{
    rf->wr[cycle & 31] |= rf_ram(warp, quarter);
}
/* RF-7, WB-2 */
static inline void rf_cycle(struct rf *rf, uint64_t cycle)
{
    unsigned i = cycle & 31;
    uint8_t want = rf->skid | rf->wr[i];
    rf->skid = want & rf->rd[i];
    rf->busy = want | rf->rd[i];
    rf->rd[i] = rf->wr[i] = 0;
}

#endif
