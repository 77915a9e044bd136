/* SPDX-License-Identifier: Apache-2.0
 *
 * The PTX instructions that the table has, each combination of modifiers and types once, and their neighbours that it
 * has not: to ask another compiler for its verdict.
 */
#ifndef PTXFORMS_FORMS_H
#define PTXFORMS_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { FORMS_OPCODE = 80, FORMS_WHY = 160 };

struct form {
    char     opcode[FORMS_OPCODE];
    uint16_t row;           /* of ptx_rows: the one that has it, or the one that it is a neighbour of */
    bool     known;         /* the table has it, from PTX `version` (times ten) and target `sm` on */
    uint8_t  version, sm;
    uint8_t  until;         /* the last version that has it; 0: the newest */
};

struct forms {
    struct form *form;
    size_t       n;
    char       (*parts)[FORMS_OPCODE];      /* of each known one, its parts in alphabetical order; sorted */
    size_t       nparts;
};

/* A PTX version times ten, and a target. */
struct forms_chip { unsigned version, sm; };

/* All combinations of all rows but the library's; and around each combination of what a row must have (modifiers that
 * may be missing left out): each modifier and type of the table put in, or in the place of another of its group; each
 * part left out; each two parts exchanged. In the order of their opcodes, each once; free with forms_free. */
struct forms forms_make(void);
void forms_free(struct forms *f);

/* Does the table have form i for that version and target? When not: why, in words that are the same for many. */
bool forms_taken(const struct forms *f, size_t i, const struct forms_chip *chip, char why[FORMS_WHY]);

/* What stands in front of statements: one kernel's head and what statements name. Returns the number of lines. */
unsigned forms_head(FILE *f, const struct forms_chip *chip);
/* The instruction with operands, a line; `id` is of its labels. */
void forms_statement(FILE *f, const struct form *form, const struct forms_chip *chip, size_t id);
void forms_tail(FILE *f);

#endif
