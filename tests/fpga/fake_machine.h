/* SPDX-License-Identifier: Apache-2.0
 *
 * A board without hardware, behind its serial line: the registers and the memory of units/link.md, and the cycle model
 * as the machine. What a launch tells it is taken from the registers alone, and must be what the model would have been
 * told.
 */
#ifndef GT200_FAKE_MACHINE_H
#define GT200_FAKE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "frame.h"

struct fake_options {
    uint32_t mem_bytes;             /* multiple of 4096 */
    uint32_t config;                /* register config */
    bool     busy;                  /* refuses memory requests as if a launch ran */
    bool     frozen;                /* target time never runs */
    bool     unfinished;            /* says that a launch has ended when no block has */
    bool     forgets;               /* forgets the number of a launch, as a board that is reset */
    bool     torn;                  /* a launch has ended between the counts of the first look at it and its status */
    uint64_t wrong_at;              /* from that cycle on the first instruction issues with another mask; 0: none */
    uint64_t spoils;                /* address whose byte comes back wrong; 0: none */
    struct { uint32_t number, value; } reads[8];    /* registers that read something else */
    unsigned nreads;
};

struct fake_machine;
struct fake_machine *fake_new(const struct fake_options *o);
void fake_free(struct fake_machine *m);
/* Does the request and fills the answer. false: the answer is lost. */
bool fake_request(struct fake_machine *m, const struct frame *request, struct frame *answer);
/* Runs for so many cycles; false: there is nothing to run. */
bool fake_run(struct fake_machine *m, unsigned cycles);
void fake_bad_frames(struct fake_machine *m, uint64_t bad);

#endif
