/* SPDX-License-Identifier: Apache-2.0
 *
 * Damaged random programs in lockstep:  mutate FIRST LAST
 *
 * A few bits of a random program are flipped, words are exchanged or the launch is changed, so that illegal instructions,
 * wild addresses, broken control flow and hangs come up in the middle of everything else. Whatever happens must happen on
 * both sides in the same cycle. Prints how the runs ended; exit status 1 when RTL and model differ.
 */
#include <stdio.h>
#include <stdlib.h>

#include "random.h"
#include "rtl_sm.h"

static uint32_t next(uint32_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

static void damage(struct rig *r, uint32_t seed)
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

int main(int argc, char **argv)
{
    static const char *const names[] = { "ended", "refused", "faulted", "hung" };
    unsigned how[4] = { 0 }, different = 0;
    uint64_t cycles = 0;

    if (argc != 3) {
        fprintf(stderr, "usage: %s FIRST LAST\n", argv[0]);
        return 2;
    }
    uint32_t first = (uint32_t)strtoul(argv[1], NULL, 0), last = (uint32_t)strtoul(argv[2], NULL, 0);
    struct rig *r = malloc(sizeof *r);
    if (!r)
        return 1;
    for (uint32_t seed = first; seed <= last; seed++) {
        char again[128];
        snprintf(again, sizeof again, "%s %u %u", argv[0], seed, seed);
        random_program(r, seed);
        damage(r, seed);
        r->launch.max_cycles = 60000;
        struct gt_rtl_opts o = { .fst = "", .reproduce = again, .report = stdout };
        enum gt_status st = gt_lockstep_run(r->gpu, &r->launch, &r->res, &o);
        if (st == GT_DIFFERENT)
            different++;
        else
            how[st]++;
        cycles += r->res.cycles;
        rig_free(r);
    }
    free(r);
    for (unsigned k = 0; k < 4; k++)
        printf("%u %s, ", how[k], names[k]);
    printf("%u different, %llu cycles\n", different, (unsigned long long)cycles);
    return different != 0;
}
