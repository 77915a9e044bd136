/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTXAS_HANDLE_H
#define PTXAS_HANDLE_H

#include "ptx.h"

/* Texture operands in registers become names; to be called when calls have been expanded. */
void handles_resolve(struct cx *cx, struct pentry *e);

#endif
