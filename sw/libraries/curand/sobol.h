/* SPDX-License-Identifier: Apache-2.0
 * Direction vectors of Sobol sequences. Private to the library. */
#ifndef GT200_SOBOL_H
#define GT200_SOBOL_H

#include "curand.h"
#include "sobol_numbers.h"

/* Of SOBOL_DIMENSIONS dimensions; they are made once. NULL: out of memory. */
const curandDirectionVectors32_t *sobol_vectors();

#endif
