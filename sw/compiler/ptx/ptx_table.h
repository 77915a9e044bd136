/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX instructions as the table (ptx.table) has them: what is between the dots of an opcode, as enumerations.
 * ptx_enum.h, which ptxgen writes, has enum ptype (T_U32 ...), enum ptx_op (PTX_ADD ...), one enumeration per group
 * of modifiers (PTX_RND_RN ...; 0: none) and struct ptx_code with a field per group.
 */
#ifndef PTX_TABLE_H
#define PTX_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ptx_enum.h"

#define PTX_PLACES 8

/* A place of a row: one modifier of a group, or a type. */
struct ptx_place {
    uint8_t  group;         /* enum ptx_group */
    bool     optional;
    uint8_t  until;         /* up to this PTX version times ten; 0: in all */
    uint32_t members;       /* bit M - 1: member M of the group, or bit T: type T */
};

struct ptx_row {
    uint8_t          op;            /* enum ptx_op */
    bool             lib;           /* only the compiler's library writes it */
    bool             later;         /* for sm_70 and later chips alone */
    uint8_t          version, sm;   /* PTX version times ten, and target, that have it first */
    uint8_t          nplaces;
    struct ptx_place place[PTX_PLACES];
    const char      *operands;      /* as in the table: "> t t t" */
    const char      *meaning;
};

/* What is newer than its instructions: members of the group, or, with none, that it is missing; of op[] (the rest 0),
 * or of all. */
struct ptx_later { uint8_t group; uint32_t members; uint8_t version, sm, op[4]; };

/* An instruction of PTX that is not taken: with all of these parts; why, or NULL: the target. */
struct ptx_lack { const char *name, *part[3]; uint8_t version, sm; const char *why; };

struct ptx_group_names { const char *field, *meaning, *const *name, *const *member_meaning; unsigned members; };

extern const struct ptx_row ptx_rows[];
extern const unsigned ptx_nrows;
extern const struct ptx_later ptx_laters[];
extern const unsigned ptx_nlaters;
extern const struct ptx_lack ptx_lacks[];
extern const unsigned ptx_nlacks;
extern const char *const ptx_op_name[];                 /* by enum ptx_op */
extern const struct ptx_group_names ptx_groups[];       /* by enum ptx_group; those of types have the types' names */

struct ptx_type { const char *name; uint8_t bits; bool is_signed, is_float; };
extern const struct ptx_type ptx_types[];               /* by enum ptype; T_NONE has no name */

/* The type of that name; T_NONE: there is none. */
enum ptype ptype_parse(const char *name);

/* Field of the group in a code. */
uint8_t *ptx_field(struct ptx_code *code, unsigned group);

/* The PTX version, times ten, and the target that have this instruction first. */
void ptx_since(const struct ptx_code *code, unsigned *version, unsigned *sm);

/* The place of its row that the instruction lacks and must have in this PTX version times ten; NULL: none. */
const struct ptx_place *ptx_must(const struct ptx_code *code, unsigned version);

/* Whose instructions are taken beside those of all PTX. */
enum { PTX_OF_LIBRARY = 1, PTX_OF_LATER = 2 };
/* What the parts of an opcode, "add", "rn", "f32", mean; of: a set of the above. When the table has no such
 * instruction: false, and `why` (of `room` bytes) says which part is wrong and what was expected, as words that follow
 * "instruction add.foo.f32". */
bool ptx_recognise(const char *const *part, unsigned nparts, unsigned of, struct ptx_code *code, char *why,
                   size_t room);

#endif
