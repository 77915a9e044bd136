/* SPDX-License-Identifier: Apache-2.0
 *
 * A few bits of a well-formed program are flipped, words are exchanged or the launch is changed, so that illegal
 * instructions, wild addresses, broken control flow and hangs come up in the middle of everything else. Whatever
 * happens must happen on both sides in the same cycle.
 */
#include "prog.h"

static uint32_t next(uint32_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

/* One to four damages to the code, and now and then to the launch. */
static void damage(struct fuzz_prog *r, uint32_t seed)
{
    uint32_t s = seed * 2654435761u + 1, words = r->launch.code_words;

    for (uint32_t n = 1 + next(&s) % 4; n; n--) {
        uint32_t at = next(&s) % words, with = next(&s) % words, w = r->code[at];
        switch (next(&s) % 8) {
        case 0:                                 /* two instructions change places */
            r->code[at] = r->code[with];
            r->code[with] = w;
            break;
        case 1:                                 /* any word at all */
            r->code[at] = next(&s);
            break;
        default:
            r->code[at] = w ^ 1u << next(&s) % 32;
        }
    }
    if (next(&s) % 8 == 0)
        r->launch.regs = 1 + next(&s) % r->launch.regs;         /* registers that do not exist read 0 */
    if (next(&s) % 8 == 0)
        r->launch.lmem = 16;
}

void fuzz_damaged(struct fuzz_prog *r, uint32_t seed)
{
    fuzz_mixed(r, seed);
    damage(r, seed);
    r->launch.max_cycles = 60000;
}
