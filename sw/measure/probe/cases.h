/* SPDX-License-Identifier: Apache-2.0
 *
 * Random programs of native instructions, and operands for them: the same on a GPU and in the functional model.
 *
 * A kernel loads R0 to R15 and P0 to P6 of each lane, UR8 to UR15 and UP0 to UP6, runs its instructions, and stores all
 * of them; with memory, also 64 bytes of shared and 64 of device memory of each lane.
 */
#ifndef GT200_PROBE_CASES_H
#define GT200_PROBE_CASES_H

#include "sm70_module.h"

enum {
    CASE_LENGTH = 16,           /* instructions at most */
    CASE_LANES = 256,           /* of all blocks */
    CASE_IN = 17,               /* words of a lane: registers, predicates */
    CASE_CONSTANTS = 128,       /* words: uniform registers, uniform predicates, others */
    CASE_OUT = 28, CASE_OUT_MEMORY = 60,
    CASE_SCRATCH = 64           /* bytes of device memory of a lane */
};

/* Instructions, or none and the number of a random program: of branches, with CASE_APART also of what lanes do together
 * and of ends of some, with CASE_BLOCK of blocks of four warps. */
#define CASE_BLOCK (1ull << 62)
#define CASE_APART (1ull << 61)
struct value_case { struct sm70_word code[CASE_LENGTH]; unsigned n; uint64_t flow; };

/* Is the row one that has values that such a kernel tells? */
bool case_row(size_t row, enum sm70_chip chip);
/* One instruction of the row; false: this random one is none, try another seed. */
bool case_of_row(enum sm70_chip chip, size_t row, uint64_t seed, struct value_case *c);
/* A program of n instructions of any rows. */
void case_of_many(enum sm70_chip chip, uint64_t seed, unsigned n, struct value_case *c);
/* Appends the program of branches of that number to a kernel (flow.c). */
void case_flow(struct sm70_module *m, struct sm70_kernel *k, uint64_t number);
/* The same of a block that meets at barriers. */
void case_block(struct sm70_module *m, struct sm70_kernel *k, uint64_t number);
/* Threads of a block. */
unsigned case_threads(const struct value_case *c);
/* Words that a lane stores. */
unsigned case_words(enum sm70_chip chip, const struct value_case *c);
/* The kernel, appended to the module. */
void case_kernel(struct sm70_module *m, const char *name, const struct value_case *c);
/* Operands: CASE_LANES * CASE_IN words and CASE_CONSTANTS words, which depend on the instructions alone. */
void case_operands(enum sm70_chip chip, const struct value_case *c, uint32_t *in, uint32_t *constants);

/* Runs the kernel in the functional model. false: message says why not. */
bool case_func(enum sm70_chip chip, const struct value_case *c, const uint32_t *in, const uint32_t *constants,
               uint32_t *out, char *message);

#endif
