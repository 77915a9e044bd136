/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: rounding modes. */
#include "driver_types.h"
