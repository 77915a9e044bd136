/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: what differs between host compilers. */
#include "host_defines.h"
