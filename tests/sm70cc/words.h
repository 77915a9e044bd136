/* SPDX-License-Identifier: Apache-2.0
 *
 * Random statements about words that all lanes share: constants at addresses that come from parameters, the block's
 * number, or other constants.
 */
#ifndef SM70CC_WORDS_H
#define SM70CC_WORDS_H

#include "gen.h"

/* Puts such statements into a program with addresses of 64 bits, between its own and into its branches and loops. */
void words_add(struct program *p);

#endif
