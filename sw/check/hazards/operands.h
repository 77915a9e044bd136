/* SPDX-License-Identifier: Apache-2.0
 *
 * What an instruction of sm_70 to sm_90 reads and writes, by its row of the table.
 */
#ifndef GT200_HAZARDS_OPERANDS_H
#define GT200_HAZARDS_OPERANDS_H

#include "table.h"

enum hz_file { HZ_R, HZ_P, HZ_U, HZ_UP, HZ_FILES };

/* One register of an operand. */
struct hz_operand {
    uint8_t file, index;
    uint8_t slot;               /* bit of the field; HZ_GUARD: the guard */
    uint8_t part;               /* which register of the operand: 0 the lowest */
    bool    writes;
};

enum { HZ_GUARD = 12, HZ_OPERANDS = 32 };

struct hz_insn {
    size_t row;                 /* SIZE_MAX: none */
    struct sm70_control c;
    bool   always;              /* the guard is PT */
    bool   guard_neg;
    uint8_t guard_file, guard;
    unsigned n;
    struct hz_operand op[HZ_OPERANDS];
};

/* The zero registers and true predicates are no operands. */
void hz_operands(enum sm70_chip chip, struct sm70_word w, struct hz_insn *in);
/* "R4", "UP2"; at least 8 characters of room. */
void hz_name(uint8_t file, uint8_t index, char name[8]);

#endif
