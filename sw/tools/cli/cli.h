/* SPDX-License-Identifier: Apache-2.0
 * The gt200 program: what its commands share. */
#ifndef GT200_CLI_H
#define GT200_CLI_H

#include "gsim.h"
#include "options.h"

#endif
