/* SPDX-License-Identifier: Apache-2.0
 *
 * Random branches behind a program's statements, in some of which threads end while others of their warp go on.
 */
#ifndef SM70CC_ENDS_H
#define SM70CC_ENDS_H

#include "gen.h"

void ends_add(struct program *p);

#endif
