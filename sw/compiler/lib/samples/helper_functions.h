/* SPDX-License-Identifier: Apache-2.0
 *
 * What the samples from CUDA 5 on include for everything that is not CUDA.
 */
#ifndef GT200_HELPER_FUNCTIONS_H
#define GT200_HELPER_FUNCTIONS_H

#ifndef __GT200_KERNELS_ONLY__
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#endif

#include "helper_image.h"
#include "helper_string.h"
#include "helper_timer.h"
#endif
