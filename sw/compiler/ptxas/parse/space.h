/* SPDX-License-Identifier: Apache-2.0
 *
 * Which memory generic addresses point to.
 */
#ifndef PTXAS_SPACE_H
#define PTXAS_SPACE_H

#include "ptx.h"

/* Fills gspace of the registers of an entry whose calls are expanded; pointers have `pointer` bytes. */
void space_find(struct cx *cx, const struct pentry *e, unsigned pointer);
/* Writes the space into atom and red instructions on generic addresses where it is not global. */
void space_name(struct cx *cx, struct pentry *e);

#endif
