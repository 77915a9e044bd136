/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTXAS_MODIFIERS_H
#define PTXAS_MODIFIERS_H

#include "ptx.h"

/* Spells out what no instruction of the chip does by itself: .sat of NaN, .sat and .ftz of the library's functions,
 * .ftz of conversions with 64 bits. */
void modifiers_expand(struct cx *cx, struct pentry *e);

#endif
