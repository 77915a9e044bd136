/* SPDX-License-Identifier: Apache-2.0 */
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

static uint64_t quarter(unsigned place, const struct gt_event *e, uint32_t n)
{
    uint64_t s = head(place, e, e->part) ^ at(place + 1, n << 8 | (e->mask & 0xff));
    for (unsigned i = 0; i < 8; i++)
        if (e->mask >> i & 1) {
            if (n & 5)
                s ^= at(place + 2 + i, e->data[i]);
            if (n & 2)
                s ^= at(place + 10, (e->data[8 + i] & 15) << 4 * i);
        }
    return s;
}

static uint64_t load(const struct gt_event *e)
{
    uint64_t s = head(AT_LOAD, e, e->part) ^ at(AT_LOAD + 1, e->n << 16 | (e->mask & 0xffff));
    for (unsigned i = 0; i < 16; i++)
        if (e->mask >> i & 1)
            s ^= at(AT_LOAD + 2 + i, e->data[i]);
    return s;
}

static uint64_t request(const struct gt_event *e)
{
    uint32_t kind = e->n & 3, space = e->part >> 6, id = kind & KIND_NO_ANSWER ? 0 : e->part & 63;
    uint32_t mtype = e->n >> 4 & 7, aop = e->n >> 8 & 15;
    unsigned place = space == SPACE_TEXTURE ? AT_TEXTURE_REQUEST : AT_REQUEST;
    uint64_t s = at(place, 1u << 31 | mtype << 15 | aop << 11 | space << 9 | id << 3 | kind) ^ at(place + 1, e->addr);

    if (kind & KIND_ATOMIC) {
        for (unsigned i = 0; i < 4; i++)
            s ^= at(place + 3 + i, e->data[i]);
    } else if (kind) {
        s ^= at(place + 2, e->mask);
        for (unsigned b = 0; b < 32; b++)
            if (e->mask >> b & 1)
                s ^= at(place + 3 + b / 4, e->data[b / 4] & 0xffu << 8 * (b % 4));
    }
    return s;
}

uint64_t signature_step(uint64_t signature, const struct gt_event *e, size_t n)
{
    uint64_t s = 0, over = signature >> 41;
    bool any = false;

    for (size_t i = 0; i < n; i++, e++) {
        switch (e->type) {
        case GT_EV_ISSUE: s ^= head(AT_ISSUE, e, e->uop) ^ at(AT_ISSUE + 1, e->mask); break;
        case GT_EV_SPWB:  s ^= quarter(AT_SP, e, e->n & 7); break;
        case GT_EV_XWB:   s ^= quarter(AT_X, e, e->n & 0xff07); break;
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
