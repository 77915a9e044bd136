/* SPDX-License-Identifier: Apache-2.0
 *
 * Which memory generic addresses point to.
 */
#ifndef PTXAS_SPACE_H
#define PTXAS_SPACE_H

#include "ptx.h"

/* Fills gspace of the registers of an entry whose calls are expanded; pointers have `pointer` bytes. */
void space_find(struct cx *cx, const struct pentry *e, unsigned pointer);
/* Names the space in the opcode of an access that names none. */
void space_say(struct cx *cx, struct pinst *in, const char *space);
/* Which memories, bits SP_*, an access may be of that names none and whose address comes from more than one; else 0.
 * operand: its address. */
unsigned space_choice(const struct pinst *in, unsigned *operand);
/* Writes the space into atom and red instructions on generic addresses where it is not global. */
void space_name(struct cx *cx, struct pentry *e);

#endif
