/* SPDX-License-Identifier: Apache-2.0
 *
 * A block is accepted, its warps are launched with their first registers, and it ends when the last of them has.
 */
#include "cta.h"

/* CTA-5 */
unsigned cta_accept(struct cta *c, unsigned param_words)
{
    unsigned b = (unsigned)__builtin_ctz(~(uint32_t)c->resident);
    c->accepted = true;
    c->resident |= (uint8_t)(1u << b);
    c->x[b] = (uint16_t)c->offer_x;
    c->y[b] = (uint16_t)c->offer_y;
    c->slot = (uint8_t)b;
    c->rows = (uint8_t)((16 + 4 * param_words + 63) / 64);
    c->pair = 0;
    c->state = L_ROWS;
    return b;
}

/* CTA-10 */
int cta_ends(struct cta *c)
{
    for (unsigned m = cta_ending(c); m; m &= m - 1) {
        unsigned b = (unsigned)__builtin_ctz(m);
        if (c->inflight[b])
            continue;
        c->committed &= (uint8_t)~(1u << b);
        c->resident &= (uint8_t)~(1u << b);
        c->done++;
        return (int)b;
    }
    return -1;
}

/* CTA-9 */
void cta_commit(struct cta *c, uint32_t warps)
{
    unsigned b = c->slot;
    c->warps[b] = warps;
    c->committed |= (uint8_t)(1u << b);
    c->ending &= (uint8_t)~(1u << b);
    c->state = L_IDLE;
}

/* CTA-8: RAMs that hold $r0 of the pair. */
static uint8_t pair_rams(const struct gt_config *cfg, unsigned pair)
{
    return 2 * pair + 1 < cfg->nwarps ? 0xff : 0x0f;
}

/* CTA-7: the lock bits left by the last block of the slot go before the thread ids come. */
static void after_rows(struct cta *c, const struct gt_config *cfg)
{
    if (c->locks) {
        c->state = L_LOCKS;
        return;
    }
    c->locked &= (uint8_t)~(1u << c->slot);
    c->state = L_PAIRS;
    c->ram_pend = pair_rams(cfg, 0);
}

bool cta_launch(struct cta *c, const struct gt_config *cfg, uint8_t rams_busy, uint32_t picks, uint32_t lock_picks)
{
    if (c->state == L_IDLE || c->accepted)
        return false;
    if (c->state == L_ROWS) {                           /* CTA-6 */
        if (!(picks >> 2 & 1) && --c->rows == 0) {      /* BANK is two cycles after PICK */
            c->locks = c->locked >> c->slot & 1 ? (uint16_t)(cfg->slot_smem / 32) : 0;
            after_rows(c, cfg);
        }
    } else if (c->state == L_LOCKS) {                   /* CTA-7 */
        if (!(lock_picks >> 2 & 3)) {                   /* the locks of a pass are written in BANK and XBAR */
            c->locks--;
            after_rows(c, cfg);
        }
    } else if (c->state == L_PAIRS) {                   /* CTA-8 */
        c->ram_pend &= rams_busy;
        if (c->ram_pend) {
            c->wait += c->wait < GT_STARVE_CYCLES;
            return false;
        }
        c->wait = 0;
        if (2u * ++c->pair < cfg->nwarps)
            c->ram_pend = pair_rams(cfg, c->pair);
        else
            c->state = L_COMMIT;
    } else {
        return true;
    }
    return false;
}
