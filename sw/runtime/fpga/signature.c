/* SPDX-License-Identifier: Apache-2.0
 *
 * Takes the model's events in the order in which the board's circuit does.
 */
#include "signature.h"

#include "gsim.h"

/* Where the words of an event lie (SIGN-2). */
enum {
    AT_ISSUE = 0, AT_SP = 2, AT_X = 13, AT_LOAD = 24, AT_REQUEST = 42, AT_TEXTURE_REQUEST = 53, AT_CYCLE = 55,
};
enum { KIND_NO_ANSWER = 1, KIND_ATOMIC = 2, SPACE_TEXTURE = 3 };

static uint64_t at(unsigned place, uint32_t word)
{
    unsigned by = 5 * place % 64;
    return (uint64_t)word << by | (by ? (uint64_t)word >> (64 - by) : 0);
}

static uint64_t head(unsigned place, const struct gt_event *e, unsigned part)
{
    return at(place, 1u << 31 | part << 29 | (uint32_t)e->warp << 24 | (e->pc & 0xffffff));
}

/* regno: 0 where it does not count. */
static uint64_t quarter(unsigned place, const struct gt_event *e, uint32_t regno)
{
    uint64_t s = head(place, e, e->quarter) ^ at(place + 1, regno << 16 | (uint32_t)e->writes << 8 | e->lanes);
    for (unsigned i = 0; i < 8; i++)
        if (e->lanes >> i & 1) {
            if (e->writes & (GT_WRITES_REG | GT_WRITES_AREG))
                s ^= at(place + 2 + i, e->result[i]);
            if (e->writes & GT_WRITES_CC)
                s ^= at(place + 10, (uint32_t)e->cc[i] << 4 * i);
        }
    return s;
}

static uint64_t load(const struct gt_event *e)
{
    uint64_t s = head(AT_LOAD, e, e->half) ^ at(AT_LOAD + 1, (uint32_t)e->regno << 16 | e->lanes);
    for (unsigned i = 0; i < 16; i++)
        if (e->lanes >> i & 1)
            s ^= at(AT_LOAD + 2 + i, e->data[i]);
    return s;
}

/* Contribution of a memory request; what the RTL drives to 0 in this kind of request counts as 0. */
static uint64_t request(const struct gt_event *e)
{
    uint32_t kind = e->kind, space = e->space, id = kind & KIND_NO_ANSWER ? 0 : e->id;
    uint32_t mtype = kind & KIND_ATOMIC ? e->mtype : 0, aop = kind & KIND_ATOMIC ? e->aop : 0;
    unsigned place = space == SPACE_TEXTURE ? AT_TEXTURE_REQUEST : AT_REQUEST;
    uint64_t s = at(place, 1u << 31 | mtype << 15 | aop << 11 | space << 9 | id << 3 | kind) ^ at(place + 1, e->addr);

    if (kind & KIND_ATOMIC) {
        for (unsigned i = 0; i < 4; i++)
            s ^= at(place + 3 + i, e->operand[i]);
    } else if (kind) {
        s ^= at(place + 2, e->bytes);
        for (unsigned b = 0; b < 32; b++)
            if (e->bytes >> b & 1)
                s ^= at(place + 3 + b / 4, e->sector[b / 4] & 0xffu << 8 * (b % 4));
    }
    return s;
}

uint64_t signature_step(uint64_t signature, const struct gt_event *e, size_t n)
{
    uint64_t s = 0, over = signature >> 41;
    bool any = false;

    for (size_t i = 0; i < n; i++, e++) {
        switch (e->type) {
        case GT_EV_ISSUE: s ^= head(AT_ISSUE, e, e->uop) ^ at(AT_ISSUE + 1, e->active); break;
        case GT_EV_SPWB:  s ^= quarter(AT_SP, e, 0); break;
        case GT_EV_XWB:   s ^= quarter(AT_X, e, e->regno); break;
        case GT_EV_LDWB:  s ^= load(e); break;
        case GT_EV_MEMREQ: s ^= request(e); break;
        case GT_EV_FAULT: return signature;         /* what else happens in its cycle is not defined (EVENT-1) */
        default: continue;
        }
        if (!any)
            s ^= at(AT_CYCLE, (uint32_t)e->cycle);
        any = true;
    }
    return any ? signature << 23 ^ over ^ over << 1 ^ over << 3 ^ over << 4 ^ s : signature;
}
